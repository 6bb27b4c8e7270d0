// Consuming assertions (exhale): sigma |- consume(A) => sigma', snap. Checks what A says and takes its permissions away.
// Expressions are evaluated in the heap as it was before, chunks leave a copy. Branches.

import { ite, mul, type Term } from '../smt/index.ts';
import type { AccField, AccPredicate, Expr } from '../vil/index.ts';
import { branch } from './branch.ts';
import { check } from './check.ts';
import { type Amount, isPositive, takeBasic, write } from './chunks.ts';
import { type Context, isQuantified, lookup } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import type { Heap } from './heap.ts';
import { type Blame, isPure, unsupported } from './obligations.ts';
import { evaluateAmount, freshSnap, instanceOf } from './produce.ts';
import { consumeQuantified, takeSingle } from './quantified.ts';
import { valueSort } from './resources.ts';
import { splitQuantified } from './rewrite.ts';
import { sideOf } from './sides.ts';
import { pair, toSnap, unit } from './sorts.ts';
import { fresh, named, type State, withStore } from './state.ts';
import { transfer } from './transfer.ts';
import { consumeWand } from './wands.ts';

/** A state in the middle of an exhale: `state.heap` is that of before, `heap` what is left. */
export interface Consumed {
  readonly state: State;
  readonly heap: Heap;
  readonly snap: Term;
}

export interface ConsumeOptions {
  readonly scale: Term;
  /** Whether the snapshot is used. */
  readonly wantsSnap: boolean;
}

export const exhaleOptions: ConsumeOptions = { scale: write, wantsSnap: false };

/** Consumes all of `assertions`; their snapshot is that of the conjunction. */
export function* consumeEach(
  ctx: Context,
  s: State,
  heap: Heap,
  assertions: readonly Expr[],
  blameOf: (assertion: Expr) => Blame,
  options: ConsumeOptions,
): Generator<Consumed> {
  const [head, ...rest] = assertions.map((assertion) => sideOf(assertion, 'exhale'));
  if (head === undefined) {
    yield { state: s, heap, snap: unit };
    return;
  }
  const isLeftPure = isPure(head);
  const isRightPure = rest.every(isPure);
  for (const a of consume(ctx, s, heap, head, blameOf(head), options)) {
    for (const b of consumeEach(ctx, a.state, a.heap, rest, blameOf, options)) {
      yield { ...b, snap: isLeftPure ? b.snap : isRightPure ? a.snap : pair(a.snap, b.snap) };
    }
  }
}

/** Checks that `assertion` can be exhaled in every branch; the state is as before but for what was learned in all. */
export function consumeAll(ctx: Context, s: State, assertion: Expr, blame: Blame): State {
  let count = 0;
  let last = s;
  for (const { state } of consume(ctx, { ...s, outer: null }, s.heap, assertion, blame, exhaleOptions)) {
    count++;
    last = state;
  }
  return count === 1 ? { ...s, path: last.path } : s;
}

export function* consume(
  ctx: Context,
  s: State,
  heap: Heap,
  whole: Expr,
  blame: Blame,
  options: ConsumeOptions,
): Generator<Consumed> {
  const assertion = sideOf(whole, 'exhale');
  if (assertion.kind === 'Binary' && assertion.op === 'and') {
    const isLeftPure = isPure(assertion.left);
    const isRightPure = isPure(assertion.right);
    for (const a of consume(ctx, s, heap, assertion.left, blame, options)) {
      for (const b of consume(ctx, a.state, a.heap, assertion.right, blame, options)) {
        yield { ...b, snap: isLeftPure ? b.snap : isRightPure ? a.snap : pair(a.snap, b.snap) };
      }
    }
    return;
  }
  const eager: State = { ...s, left: heap };
  if (isPure(assertion)) {
    const [s1, goal] = evaluate(ctx, eager, assertion, blame);
    const s2 = check(ctx, s1, goal, blame, 'assertion.false', assertion);
    yield { state: { ...s2, left: s.left }, heap, snap: unit };
    return;
  }
  switch (assertion.kind) {
    case 'Binary': {
      if (assertion.op !== 'implies') unsupported('permission in a place that must be pure', assertion);
      const [s1, condition] = evaluate(ctx, eager, assertion.left, blame);
      for (const { state, taken } of branch(ctx, { ...s1, left: s.left }, condition)) {
        if (taken) yield* consume(ctx, state, heap, assertion.right, blame, options);
        else yield { state, heap, snap: unit };
      }
      return;
    }
    case 'Cond': {
      const [s1, condition] = evaluate(ctx, eager, assertion.cond, blame);
      for (const { state, taken } of branch(ctx, { ...s1, left: s.left }, condition)) {
        yield* consume(ctx, state, heap, taken ? assertion.then : assertion.else, blame, options);
      }
      return;
    }
    case 'Let': {
      const [s1, value] = evaluate(ctx, eager, assertion.value, blame);
      const inner = { ...withStore(s1, assertion.variable.name, value), left: s.left };
      for (const result of consume(ctx, inner, heap, assertion.body, blame, options)) {
        yield { ...result, state: { ...result.state, store: s.store } };
      }
      return;
    }
    case 'AccField':
      yield consumeField(ctx, eager, heap, assertion, blame, options, s.left);
      return;
    case 'AccPredicate':
      yield consumePredicate(ctx, eager, heap, assertion, blame, options, s.left);
      return;
    case 'PredicateAccess':
      yield consumePredicate(ctx, eager, heap, instanceOf(assertion), blame, options, s.left);
      return;
    case 'Forall': {
      const parts = splitQuantified(assertion);
      if (parts.kind === 'several') yield* consume(ctx, s, heap, parts.assertion, blame, options);
      else yield consumeQuantified(ctx, s, heap, parts, blame, options);
      return;
    }
    case 'MagicWand':
      yield restoreLeft(consumeWand(ctx, eager, heap, assertion, blame), s.left);
      return;
    default:
      unsupported('permission in a place that must be pure', assertion);
  }
}

function restoreLeft(consumed: Consumed, left: Heap | null): Consumed {
  return { ...consumed, state: { ...consumed.state, left } };
}

export function amountOf(ctx: Context, perm: Term): Amount {
  if (ctx.readsOnly) return { kind: 'read', perm };
  return { kind: ctx.wildcards.has(perm) ? 'wildcard' : 'exact', perm };
}

// consume(acc(e.f, p)): e => r, p => q;  h = h' * r.f -> v # q  gives  h', v
function consumeField(
  ctx: Context,
  s: State,
  heap: Heap,
  e: AccField,
  blame: Blame,
  options: ConsumeOptions,
  left: Heap | null,
): Consumed {
  const [s1, receiver] = evaluate(ctx, s, e.loc.receiver, blame);
  const [s2, amount] = evaluateAmount(ctx, s1, e.perm, blame);
  const field = lookup(ctx.table.fields, e.loc.field);
  const resource = { kind: 'field', name: field.name } as const;
  const take = scaled(ctx, amount, options);
  const sort = valueSort(ctx, resource);
  const like = () => fresh(ctx, s2, field.name, sort);
  const moved = transfer(ctx, s2, heap, resource, [receiver], take);
  const taken = isQuantified(ctx, resource)
    ? takeSingle(ctx, moved.state, moved.heap, resource, [receiver], take, blame, e.loc, options.wantsSnap)
    : takeBasic(ctx, moved.state, moved.heap, resource, [receiver], take, blame, e.loc, like);
  const [state, snap] = ofAmount(ctx, taken.state, take.perm, toSnap(taken.value));
  return { state: { ...state, left }, heap: taken.heap, snap };
}

function consumePredicate(
  ctx: Context,
  s: State,
  heap: Heap,
  e: AccPredicate,
  blame: Blame,
  options: ConsumeOptions,
  left: Heap | null,
): Consumed {
  const [s1, args] = evaluateAll(ctx, s, e.loc.args, blame);
  const [s2, amount] = evaluateAmount(ctx, s1, e.perm, blame);
  const resource = { kind: 'predicate', name: e.loc.predicate } as const;
  const take = scaled(ctx, amount, options);
  const moved = transfer(ctx, s2, heap, resource, args, take);
  const taken = isQuantified(ctx, resource)
    ? takeSingle(ctx, moved.state, moved.heap, resource, args, take, blame, e.loc, options.wantsSnap)
    : takeBasic(ctx, moved.state, moved.heap, resource, args, take, blame, e.loc, () => freshSnap(ctx, s2));
  const [state, snap] = ofAmount(ctx, taken.state, take.perm, taken.value);
  return { state: { ...state, left }, heap: taken.heap, snap };
}

/** A location of which nothing is taken has no part in the snapshot, so that functions do not depend on its value. */
function ofAmount(ctx: Context, s: State, perm: Term, snap: Term): readonly [State, Term] {
  const positive = isPositive(ctx, perm);
  return ctx.prover.isKnown(s.path, positive) ? [s, snap] : named(ctx, s, ite(positive, snap, unit));
}

/** A wildcard stays one when it is multiplied by a positive amount. */
function scaled(ctx: Context, amount: Term, options: ConsumeOptions): Amount {
  const take = amountOf(ctx, amount);
  if (take.kind === 'wildcard') return take;
  const perm = mul(amount, options.scale);
  return { kind: take.kind === 'exact' && ctx.wildcards.has(options.scale) ? 'wildcard' : take.kind, perm };
}

/** Exhales `assertions`: the states after it, without what was taken. */
export function* exhale(
  ctx: Context,
  s: State,
  assertions: readonly Expr[],
  blameOf: (assertion: Expr) => Blame,
): Generator<State> {
  for (const { state, heap } of consumeEach(ctx, s, s.heap, assertions, blameOf, exhaleOptions)) {
    yield { ...state, heap };
  }
}
