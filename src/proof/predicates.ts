// Predicates: fold, unfold, `unfolding`, and whether the body of a predicate is well defined.

import { apply, Bool, type FuncDecl, func, ite, mul, type Term } from '../smt/index.ts';
import type { AccPredicate, Fold, Predicate, Unfold, Unfolding } from '../vil/index.ts';
import { check, join, type Outcome } from './check.ts';
import { addChunk, isPositive, type Taken, takeBasic, write } from './chunks.ts';
import { amountOf, consume } from './consume.ts';
import { type Context, isQuantified, lookup } from './context.ts';
import { type Evaluated, evaluate, evaluateAll } from './evaluate.ts';
import { type Blame, unsupported } from './obligations.ts';
import { freshSnap, produce } from './produce.ts';
import { produceSingle, takeSingle } from './quantified.ts';
import { Snap } from './sorts.ts';
import { assume, fresh, type State, usedFrom } from './state.ts';
import { transfer } from './transfer.ts';
import { sortOf } from './types.ts';

/** `P%trigger(snap, args)`: said of an instance where it is unfolded, so that functions of its contents are instantiated. */
export function predicateTrigger(ctx: Context, predicate: Predicate): FuncDecl {
  const sorts = predicate.params.map((param) => sortOf(ctx, param.type));
  return func(`${predicate.name}%trigger`, [Snap, ...sorts], Bool);
}

function withArgs(s: State, predicate: Predicate, args: readonly Term[], scale: Term): State {
  const store = usedFrom(s.store, new Map());
  for (const [i, param] of predicate.params.entries()) {
    const arg = args[i];
    if (arg !== undefined) store.set(param.name, arg);
  }
  return { ...s, store, scale };
}

interface Instance {
  readonly state: State;
  readonly predicate: Predicate;
  readonly args: readonly Term[];
  readonly perm: Term;
}

/** The instance that `acc` names, whose amount must be positive. */
function instance(ctx: Context, s: State, acc: AccPredicate, blame: Blame): Instance {
  const predicate = lookup(ctx.table.predicates, acc.loc.predicate);
  const [s1, args] = evaluateAll(ctx, s, acc.loc.args, blame);
  const [s2, amount] = acc.perm === null ? ([s1, write] as const) : evaluate(ctx, s1, acc.perm, blame);
  const s3 = ctx.wildcards.has(amount)
    ? s2
    : check(ctx, s2, isPositive(ctx, amount), blame, 'permission.not.positive', acc.perm ?? acc);
  const perm = ctx.wildcards.has(amount) ? amount : mul(amount, s.scale);
  return { state: s3, predicate, args, perm };
}

function takeInstance(ctx: Context, s: State, i: Instance, blame: Blame, acc: AccPredicate): Taken {
  const resource = { kind: 'predicate', name: i.predicate.name } as const;
  const amount = amountOf(ctx, i.perm);
  return isQuantified(ctx, resource)
    ? takeSingle(ctx, s, s.heap, resource, i.args, amount, blame, acc.loc, true)
    : takeBasic(ctx, s, s.heap, resource, i.args, amount, blame, acc.loc, () => freshSnap(ctx, s));
}

// fold acc(P(es), p): consume(body[es], p) => snap;  h * P(es; snap) # p
export function* fold(ctx: Context, s: State, stmt: Fold): Generator<State> {
  const blame: Blame = { id: 'fold.failed', node: stmt };
  const i = instance(ctx, s, stmt.acc, blame);
  const { predicate, args, perm } = i;
  if (predicate.body === null) unsupported('permission in a place that must be pure', stmt);
  const inner = withArgs(i.state, predicate, args, perm);
  const options = { scale: perm, wantsSnap: true };
  for (const result of consume(ctx, inner, inner.heap, predicate.body, blame, options)) {
    ctx.wildcards.delete(perm);
    const state: State = { ...result.state, store: s.store, scale: s.scale, heap: result.heap };
    yield addInstance(ctx, state, predicate, args, result.snap, perm);
  }
}

function addInstance(
  ctx: Context,
  s: State,
  predicate: Predicate,
  args: readonly Term[],
  snap: Term,
  perm: Term,
): State {
  const state = assume(s, apply(predicateTrigger(ctx, predicate), snap, ...args));
  const resource = { kind: 'predicate', name: predicate.name } as const;
  if (isQuantified(ctx, resource)) return produceSingle(ctx, state, resource, args, snap, perm);
  const [next, heap] = addChunk(ctx, state, state.heap, { kind: 'basic', resource, args, value: snap, perm });
  return { ...next, heap };
}

// unfold acc(P(es), p): h = h' * P(es; snap) # p;  produce(body[es], p, snap) in h'
export function* unfold(ctx: Context, s: State, stmt: Unfold): Generator<State> {
  const blame: Blame = { id: 'unfold.failed', node: stmt };
  const i = instance(ctx, s, stmt.acc, blame);
  const { predicate, args, perm } = i;
  if (predicate.body === null) unsupported('permission in a place that must be pure', stmt);
  const resource = { kind: 'predicate', name: predicate.name } as const;
  const moved = transfer(ctx, i.state, i.state.heap, resource, args, amountOf(ctx, perm));
  const taken = takeInstance(ctx, moved.state, i, blame, stmt.acc);
  const s1 = assume(
    { ...taken.state, heap: taken.heap },
    apply(predicateTrigger(ctx, predicate), taken.value, ...args),
  );
  const inner = withArgs(s1, predicate, args, perm);
  for (const state of produce(ctx, inner, predicate.body, taken.value, { blame, scale: perm })) {
    yield { ...state, store: s.store, scale: s.scale };
  }
}

/** How deep a predicate whose body unfolds itself is looked into. */
const deepestUnfolding = 2;

// unfolding acc(P(es), p) in e: e in the states that unfold leads to, joined to one value
export function evaluateUnfolding(ctx: Context, s: State, e: Unfolding, blame: Blame): Evaluated {
  const name = e.acc.loc.predicate;
  const depth = ctx.unfoldings.get(name) ?? 0;
  const unknown = (state: State): Evaluated => [state, fresh(ctx, state, 'unknown', sortOf(ctx, e.type))];
  if (depth >= deepestUnfolding) return unknown(s);
  const i = instance(ctx, s, e.acc, blame);
  const { predicate, args, perm } = i;
  if (predicate.body === null) unsupported('permission in a place that must be pure', e);
  const { body } = predicate;
  const taken = takeInstance(ctx, i.state, i, blame, e.acc);
  ctx.unfolded?.push({ predicate: name, snap: taken.value, args });
  const s1 = assume(taken.state, apply(predicateTrigger(ctx, predicate), taken.value, ...args));
  const inner = withArgs({ ...s1, heap: taken.heap, outer: null }, predicate, args, perm);
  ctx.openUnfoldings++;
  try {
    ctx.unfoldings.set(name, depth + 1);
    const states: State[] = [];
    try {
      for (const state of produce(ctx, inner, body, taken.value, { blame, scale: perm })) states.push(state);
    } finally {
      ctx.unfoldings.set(name, depth);
    }
    const outcomes: Outcome<Term>[] = states.map((state) => {
      const [after, value] = evaluate(ctx, { ...state, store: s.store, scale: s.scale, left: null }, e.body, blame);
      return { state: after, value };
    });
    const base: State = { ...s1, heap: s.heap, left: s.left, store: s.store, scale: s.scale };
    return join(base, outcomes, ite) ?? unknown(base);
  } finally {
    ctx.openUnfoldings--;
  }
}
