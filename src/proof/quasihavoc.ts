// Forgetting what locations hold, while the permissions stay.
//
//   quasihavoc c ==> r(e)              each chunk r(a) -> v # p  becomes  r(a) -> (c && a == e ? any(a) : v) # p
//   quasihavocall x :: c ==> r(e)      the same with  a is e(x) for an x with c(x)  in place of  c && a == e

import { and, apply, eq, forall, func, ite, substitute, type Term, True, type Var } from '../smt/index.ts';
import type { Quasihavoc, Quasihavocall } from '../vil/index.ts';
import { check, under } from './check.ts';
import { sameArgs } from './chunks.ts';
import { type Context, isQuantified } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { basicChunks, type Chunk, quantifiedChunks, type ResourceId, replaceChunks } from './heap.ts';
import { inverseOf } from './inverse.ts';
import { locationOf } from './locations.ts';
import type { Blame } from './obligations.ts';
import { enter, leave } from './quantifiers.ts';
import { resourceInfo } from './resources.ts';
import { assume, define, fresh, type State } from './state.ts';
import { findTriggers } from './triggers.ts';

export function quasihavoc(ctx: Context, s: State, stmt: Quasihavoc): State {
  const blame: Blame = { id: 'quasihavoc.failed', node: stmt };
  const { resource: id, args: locations } = locationOf(ctx.table, stmt.resource);
  let state = s;
  let condition: Term = True;
  if (stmt.condition !== null) [state, condition] = evaluate(ctx, state, stmt.condition, blame);
  const [after, args] = under(state, condition, (inner) => evaluateAll(ctx, inner, locations, blame));
  return forget(ctx, after, id, (at) => and(condition, sameArgs(at, args)));
}

export function quasihavocall(ctx: Context, s: State, stmt: Quasihavocall): State {
  const blame: Blame = { id: 'quasihavocall.failed', node: stmt };
  const { resource: id, args: locations } = locationOf(ctx.table, stmt.resource);
  const [inner, bound] = enter(ctx, s, stmt.vars);
  let state = inner;
  let condition: Term = True;
  if (stmt.condition !== null) [state, condition] = evaluate(ctx, state, stmt.condition, blame);
  const [s1, args] = under(state, condition, (where) => evaluateAll(ctx, where, locations, blame));
  const found = findTriggers(args, bound);
  const triggers = found.length > 0 ? found : findTriggers([condition], bound);
  let after = leave(ctx, s, s1.path, bound, triggers);
  const { formals } = resourceInfo(ctx, id);
  const inverse = inverseOf(ctx, s, formals, bound, condition, args, triggers);
  const goal = inverse.isInverse;
  if (goal.kind !== 'bool') after = check(ctx, after, goal, blame, 'quasihavocall.not.injective', stmt.resource);
  for (const axiom of inverse.axioms) after = assume(after, axiom);
  const reached = and(inverse.image, substitute(condition, inverse.at));
  return forget(ctx, after, id, (at) =>
    substitute(reached, new Map(formals.map((v, i): [Var, Term] => [v, at[i] ?? v]))),
  );
}

/** Gives locations of which `isMeant` holds arbitrary values, the same in all chunks about one location. */
function forget(ctx: Context, s: State, resource: ResourceId, isMeant: (at: readonly Term[]) => Term): State {
  const info = resourceInfo(ctx, resource);
  const { formals } = info;
  const any = func(
    `any@${ctx.counter.next++} ${resource.name}`,
    formals.map((v) => v.sort),
    info.value,
  );
  const changed = (at: readonly Term[], value: Term): Term => ite(isMeant(at), apply(any, ...at), value);
  const changes = new Map<Chunk, Chunk>();
  let state = s;
  if (!isQuantified(ctx, resource)) {
    for (const chunk of basicChunks(s.heap, resource)) {
      changes.set(chunk, { ...chunk, value: changed(chunk.args, chunk.value) });
    }
    return { ...state, heap: replaceChunks(s.heap, changes) };
  }
  for (const chunk of quantifiedChunks(s.heap, resource)) {
    const map = fresh(ctx, s, 'values', info.map);
    const at = chunk.single?.args ?? formals;
    const before = apply(info.lookup, chunk.map, ...at);
    const after = apply(info.lookup, map, ...at);
    const definition = eq(after, changed(at, before));
    state =
      chunk.single === null
        ? define(state, forall(formals, definition, { triggers: [[after], [before]], name: 'values forgotten' }))
        : define(state, definition);
    changes.set(chunk, { ...chunk, map });
  }
  return { ...state, heap: replaceChunks(s.heap, changes) };
}
