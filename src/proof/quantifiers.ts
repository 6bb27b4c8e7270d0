// Quantifiers: the body is evaluated once for a bound variable; what was learned on the way holds for all its values.

import { and, implies, substitute, type Term, type Var } from '../smt/index.ts';
import type { Exists, Forall, LocalDecl, Trigger } from '../vil/index.ts';
import type { Context } from './context.ts';
import { type Evaluated, evaluate, evaluateAll } from './evaluate.ts';
import { limitedForm } from './functions.ts';
import { type Blame, MemberFault } from './obligations.ts';
import { type Path, since } from './path.ts';
import { quantify, shiftOf, triggersIn } from './quantify.ts';
import { assume, copyOf, freshBound, type State } from './state.ts';
import { enabledBy, isEnabling, isTrigger, mentions, type Triggers } from './triggers.ts';
import { sortOf } from './types.ts';

/** `s` inside a quantifier over `vars`. */
export function enter(ctx: Context, s: State, vars: readonly LocalDecl[]): readonly [State, readonly Var[]] {
  const store = copyOf(s.store);
  const bound: Var[] = [];
  for (const decl of vars) {
    const term = freshBound(decl.name, sortOf(ctx, decl.type), s.bound.length + bound.length);
    bound.push(term);
    store.set(decl.name, term);
  }
  return [{ ...s, store, bound: [...s.bound, ...bound] }, bound];
}

/** Outside again: what was assumed inside the quantifier, for all values where it depends on them. */
export function leave(ctx: Context, s: State, inner: Path | null, bound: readonly Var[], triggers: Triggers): State {
  let result = s;
  for (const { term, kind } of since(s.path, inner)) {
    if (!mentions(term, bound)) {
      result = assume(result, term, kind);
      continue;
    }
    // What was proved for any value need not be said for all: the solver would be busy with it at every one.
    if (kind === 'lemma') continue;
    // What a definition defines is the best trigger, and what a fact enables; others are about the quantifier.
    const enabled = enabledBy(term, bound);
    const own = enabled.length > 0 || kind !== 'definition' ? enabled : triggersIn(ctx, [term], bound);
    result = assume(result, quantify(ctx, 'forall', bound, term, { triggers: own.length > 0 ? own : triggers }), kind);
  }
  return result;
}

/** The terms of written triggers: those that the solver can match, and the others. */
export function evaluateTriggers(
  ctx: Context,
  s: State,
  triggers: readonly Trigger[],
  bound: readonly Var[],
  blame: Blame,
): readonly [State, Triggers, Triggers] {
  let state = s;
  const others: (readonly Term[])[] = [];
  const result: (readonly Term[])[] = [];
  const { isTrusted, isAxiom } = ctx;
  ctx.isTrusted = true;
  ctx.isAxiom = false;
  try {
    for (const trigger of triggers) {
      try {
        const [next, terms] = evaluateAll(ctx, state, trigger.exprs, blame);
        state = { ...state, path: next.path };
        const limited = terms.map((term) => asTrigger(ctx, term));
        (limited.every((term) => isTrigger(term, bound)) ? result : others).push(limited);
      } catch (error) {
        // A trigger of a form that cannot be matched, such as a predicate instance, is no reason to give up.
        if (!(error instanceof MemberFault)) throw error;
      }
    }
  } finally {
    ctx.isTrusted = isTrusted;
    ctx.isAxiom = isAxiom;
  }
  return [state, result, others];
}

/** Functions are matched in the form that every application has, also those that axioms bring. */
export function asTrigger(ctx: Context, term: Term): Term {
  return limitedForm(ctx, term);
}

/**
 * Facts inside a quantifier that enable applications without some of its variables (`0 <= i && i < n ==> f%pre(s)`): no trigger
 * finds them where the quantifier is to be shown for a new value, so its body repeats them.
 */
function withoutTrigger(s: State, inner: Path | null, bound: readonly Var[]): readonly Term[] {
  return since(s.path, inner)
    .map(({ term }) => term)
    .filter((term) => mentions(term, bound) && isEnabling(term) && enabledBy(term, bound).length === 0);
}

// sigma, x |- e => t, pi  gives  (Q x :: t), forall x :: pi
export function evaluateQuantifier(ctx: Context, s: State, e: Forall | Exists, blame: Blame): Evaluated {
  const [inner, bound] = enter(ctx, s, e.vars);
  const [s1, body] = evaluate(ctx, inner, e.body, blame);
  const [s2, written, unmatched] = evaluateTriggers(ctx, s1, e.triggers, bound, blame);
  const triggers = written.length > 0 ? written : triggersIn(ctx, [body], bound);
  const s3 = leave(ctx, s, s2.path, bound, triggers);
  if (e.kind === 'Exists') return [s3, quantify(ctx, 'exists', bound, body, { triggers })];
  const whole = implies(and(...withoutTrigger(s, s1.path, bound)), body);
  if (written.length === 0) {
    // A written trigger with a sum is matched where its variable counts differently.
    const shift = shiftOf(unmatched.flat(), bound);
    const counted = unmatched.map((trigger) => trigger.map((term) => substitute(term, shift)));
    const matched = counted.filter((trigger) => trigger.every((term) => isTrigger(term, bound)));
    if (matched.length > 0)
      return [s3, quantify(ctx, 'forall', bound, substitute(whole, shift), { triggers: matched })];
  }
  return [s3, quantify(ctx, 'forall', bound, whole, { triggers })];
}
