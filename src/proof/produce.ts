// Producing assertions (inhale): sigma |- produce(A, snap) => sigma'. Adds permissions and assumes what A says. Branches.

import { eq, implies, le, mul, type Term } from '../smt/index.ts';
import type { AccField, AccPredicate, Expr } from '../vil/index.ts';
import { branch } from './branch.ts';
import { check } from './check.ts';
import { addChunk, isPositive, none, write } from './chunks.ts';
import { type Context, isQuantified, lookup } from './context.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import { type Blame, isPure, unsupported } from './obligations.ts';
import { produceQuantified, produceSingle } from './quantified.ts';
import { valueSort } from './resources.ts';
import { splitQuantified } from './rewrite.ts';
import { sideOf } from './sides.ts';
import { first, fromSnap, isBoxed, rawPair, Snap, second } from './sorts.ts';
import { assume, fresh, type State, withStore } from './state.ts';
import { produceWand } from './wands.ts';

/** A snapshot about which nothing is known. */
export function freshSnap(ctx: Context, s: State): Term {
  return fresh(ctx, s, 'snap', Snap);
}

export interface ProduceOptions {
  readonly blame: Blame;
  /** What every amount is multiplied by: the amount of the predicate that is unfolded. */
  readonly scale: Term;
}

/** Produces all of `assertions`, with one snapshot for their conjunction. */
export function* produceAll(
  ctx: Context,
  s: State,
  assertions: readonly Expr[],
  snap: Term,
  blameOf: (assertion: Expr) => Blame,
): Generator<State> {
  const [head, ...rest] = assertions.map((assertion) => sideOf(assertion, 'inhale'));
  if (head === undefined) {
    yield s;
    return;
  }
  const options = { blame: blameOf(head), scale: write };
  const [here, there, s0] = split(s, isPure(head), rest.every(isPure), snap);
  for (const s1 of produce(ctx, s0, head, here, options)) yield* produceAll(ctx, s1, rest, there, blameOf);
}

/** The snapshots of the two parts of a conjunction: only what holds permissions has one. */
function split(s: State, isLeftPure: boolean, isRightPure: boolean, snap: Term): readonly [Term, Term, State] {
  if (isLeftPure || isRightPure) return [snap, snap, s];
  const left = first(snap);
  const right = second(snap);
  return [left, right, assume(s, eq(snap, rawPair(left, right)))];
}

export function* produce(ctx: Context, s: State, whole: Expr, snap: Term, options: ProduceOptions): Generator<State> {
  const { blame } = options;
  const assertion = sideOf(whole, 'inhale');
  if (assertion.kind === 'Binary' && assertion.op === 'and') {
    const [left, right, s0] = split(s, isPure(assertion.left), isPure(assertion.right), snap);
    for (const s1 of produce(ctx, s0, assertion.left, left, options)) {
      yield* produce(ctx, s1, assertion.right, right, options);
    }
    return;
  }
  if (isPure(assertion)) {
    const [s1, holds] = evaluate(ctx, s, assertion, blame);
    yield assume(s1, holds);
    return;
  }
  switch (assertion.kind) {
    case 'Binary': {
      if (assertion.op !== 'implies') unsupported('permission in a place that must be pure', assertion);
      const [s1, condition] = evaluate(ctx, s, assertion.left, blame);
      for (const { state, taken } of branch(ctx, s1, condition)) {
        if (taken) yield* produce(ctx, state, assertion.right, snap, options);
        else yield state;
      }
      return;
    }
    case 'Cond': {
      const [s1, condition] = evaluate(ctx, s, assertion.cond, blame);
      for (const { state, taken } of branch(ctx, s1, condition)) {
        yield* produce(ctx, state, taken ? assertion.then : assertion.else, snap, options);
      }
      return;
    }
    case 'Let': {
      const [s1, value] = evaluate(ctx, s, assertion.value, blame);
      const inner = withStore(s1, assertion.variable.name, value);
      for (const s2 of produce(ctx, inner, assertion.body, snap, options)) yield { ...s2, store: s.store };
      return;
    }
    case 'AccField':
      yield produceField(ctx, s, assertion, snap, options);
      return;
    case 'AccPredicate':
      yield producePredicate(ctx, s, assertion, snap, options);
      return;
    case 'PredicateAccess':
      yield producePredicate(ctx, s, instanceOf(assertion), snap, options);
      return;
    case 'Forall': {
      const parts = splitQuantified(assertion);
      if (parts.kind === 'several') yield* produce(ctx, s, parts.assertion, snap, options);
      else yield produceQuantified(ctx, s, parts, snap, options);
      return;
    }
    case 'MagicWand':
      yield produceWand(ctx, s, assertion, snap, blame);
      return;
    default:
      unsupported('permission in a place that must be pure', assertion);
  }
}

/** `P(args)` as an assertion says `acc(P(args), write)`. */
export function instanceOf(loc: Expr & { readonly kind: 'PredicateAccess' }): AccPredicate {
  return { kind: 'AccPredicate', src: loc.src, type: { kind: 'Bool' }, loc, perm: null };
}

/** The amount of an `acc`, which must not be negative. */
export function evaluateAmount(ctx: Context, s: State, perm: Expr | null, blame: Blame): readonly [State, Term] {
  if (perm === null) return [s, write];
  const [s1, amount] = evaluate(ctx, s, perm, blame);
  if (ctx.wildcards.has(amount)) return [s1, amount];
  return [check(ctx, s1, le(none, amount), blame, 'negative.permission', perm), amount];
}

// produce(acc(e.f, p), snap): e => r, p => q;  h * r.f -> snap # q,  q > 0 ==> r != null
function produceField(ctx: Context, s: State, e: AccField, snap: Term, options: ProduceOptions): State {
  const [s1, receiver] = evaluate(ctx, s, e.loc.receiver, options.blame);
  const [s2, amount] = evaluateAmount(ctx, s1, e.perm, options.blame);
  const field = lookup(ctx.table.fields, e.loc.field);
  const resource = { kind: 'field', name: field.name } as const;
  const sort = valueSort(ctx, resource);
  ctx.wildcards.delete(amount);
  const perm = mul(amount, options.scale);
  const value = fromSnap(snap, sort);
  const s3 = assume(s2, implies(isPositive(ctx, perm), isBoxed(snap, sort)));
  if (isQuantified(ctx, resource)) return produceSingle(ctx, s3, resource, [receiver], value, perm);
  const [s4, heap] = addChunk(ctx, s3, s3.heap, { kind: 'basic', resource, args: [receiver], value, perm });
  return { ...s4, heap };
}

// produce(acc(P(es), p), snap): es => ts, p => q;  h * P(ts; snap) # q
function producePredicate(ctx: Context, s: State, e: AccPredicate, snap: Term, options: ProduceOptions): State {
  const [s1, args] = evaluateAll(ctx, s, e.loc.args, options.blame);
  const [s2, amount] = evaluateAmount(ctx, s1, e.perm, options.blame);
  ctx.wildcards.delete(amount);
  const perm = mul(amount, options.scale);
  const resource = { kind: 'predicate', name: e.loc.predicate } as const;
  if (isQuantified(ctx, resource)) return produceSingle(ctx, s2, resource, args, snap, perm);
  const [s3, heap] = addChunk(ctx, s2, s2.heap, { kind: 'basic', resource, args, value: snap, perm });
  return { ...s3, heap };
}
