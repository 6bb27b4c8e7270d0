// How much is held: `perm(resource)` and `forperm`. In the middle of an exhale they speak about what is left.

import { and, conj, eq, implies, substitute, type Term, type Var } from '../smt/index.ts';
import type { CurrentPerm, ForPerm } from '../vil/index.ts';
import { under } from './check.ts';
import { basicTotal, isPositive } from './chunks.ts';
import { type Context, isQuantified } from './context.ts';
import { type Evaluated, evaluate, evaluateAll } from './evaluate.ts';
import { basicChunks, type Heap, quantifiedChunks, type ResourceId } from './heap.ts';
import { locationOf } from './locations.ts';
import { type Blame, unsupported } from './obligations.ts';
import { quantifiedTotal } from './quantified.ts';
import { enter, leave } from './quantifiers.ts';
import { quantify, triggersIn } from './quantify.ts';
import { resourceInfo } from './resources.ts';
import { copyOf, type State } from './state.ts';

export function totalPerm(ctx: Context, heap: Heap, resource: ResourceId, args: readonly Term[]): Term {
  if (!isQuantified(ctx, resource)) return basicTotal(basicChunks(heap, resource), args);
  return quantifiedTotal(ctx, quantifiedChunks(heap, resource), resourceInfo(ctx, resource).formals, args);
}

export function currentPerm(ctx: Context, s: State, e: CurrentPerm, blame: Blame): Evaluated {
  const { resource, args: at } = locationOf(ctx.table, e.resource);
  const [s1, args] = evaluateAll(ctx, s, at, blame);
  return [s1, totalPerm(ctx, s.left ?? s.heap, resource, args)];
}

// forperm xs [r(es)] :: e   says   forall xs :: perm(r(es)) > none ==> e
export function evaluateForPerm(ctx: Context, s: State, e: ForPerm, blame: Blame): Evaluated {
  const { resource, args: at } = locationOf(ctx.table, e.resource);
  const heap = s.left ?? s.heap;
  const [inner, bound] = enter(ctx, s, e.vars);
  const [s1, args] = evaluateAll(ctx, inner, at, blame);
  if (isQuantified(ctx, resource)) {
    const held = isPositive(ctx, totalPerm(ctx, heap, resource, args));
    const [s2, body] = under(s1, held, (where) => evaluate(ctx, { ...where, heap }, e.body, blame));
    const triggers = triggersIn(ctx, [body, ...args], bound);
    const result = quantify(ctx, 'forall', bound, implies(held, body), { triggers });
    return [leave(ctx, s, s2.path, bound, triggers), result];
  }
  // A chunk is one instance: the variables are what its arguments say.
  const results: Term[] = [];
  let state = leave(ctx, s, s1.path, bound, []);
  for (const chunk of basicChunks(heap, resource)) {
    const values = new Map<Var, Term>();
    for (const [i, arg] of args.entries()) {
      const value = chunk.args[i];
      if (arg.kind === 'var' && bound.includes(arg) && value !== undefined && !values.has(arg)) values.set(arg, value);
    }
    if (values.size < bound.length) return unsupported('forperm of this form', e);
    const same = conj(args.map((arg, i) => eq(substitute(arg, values), chunk.args[i] ?? arg)));
    const held = and(same, isPositive(ctx, chunk.perm));
    const store = copyOf(s.store);
    for (const [i, decl] of e.vars.entries()) {
      const value = values.get(bound[i] as Var);
      if (value !== undefined) store.set(decl.name, value);
    }
    const [next, body] = under({ ...state, store }, held, (where) => evaluate(ctx, { ...where, heap }, e.body, blame));
    state = { ...next, store: s.store, heap: s.heap };
    results.push(implies(held, body));
  }
  return [state, conj(results)];
}
