// Building quantifiers whose triggers the solver can match.
//
// The solver cannot match sums. A term like `f(i + k)` becomes a trigger by counting differently, or with one variable more:
//
//   forall i :: P(i), f(i + k)         forall i :: { f(i) } P(i - k), f(i)
//   forall i :: P(i), g(i, i + 1)      forall i, j :: { g(i, j) } j == i + 1 ==> P(i)

import {
  type Apply,
  add,
  and,
  apply,
  eq,
  exists,
  forall,
  forEachPart,
  freeVars,
  Int,
  implies,
  linearOf,
  neg,
  sub,
  substitute,
  type Term,
  type Var,
  variable,
} from '../smt/index.ts';
import type { Context } from './context.ts';
import { limitedForm } from './functions.ts';
import { findTriggers, isQuiet, mentions, type Triggers } from './triggers.ts';

export interface QuantifyOptions {
  /** Triggers to use as they are; empty: they are looked for. */
  readonly triggers?: Triggers;
  /** Where to look for triggers; the body unless given. */
  readonly candidates?: readonly Term[];
  readonly name?: string;
}

export function quantify(
  ctx: Context,
  quantifier: 'forall' | 'exists',
  vars: readonly Var[],
  body: Term,
  options: QuantifyOptions = {},
): Term {
  const build = quantifier === 'forall' ? forall : exists;
  const name = options.name ?? '';
  const given = options.triggers ?? [];
  if (given.length > 0) return build(vars, body, { triggers: given, name });
  const candidates = options.candidates ?? [body];
  const found = triggersIn(ctx, candidates, vars);
  if (found.length > 0) return build(vars, body, { triggers: found, name });
  const shifted = counted(ctx, candidates, body, vars);
  if (shifted !== null) return build(vars, shifted.body, { triggers: shifted.triggers, name });
  const wide = abstracted(candidates, vars);
  if (wide === null) return build(vars, body, { name });
  const guard = and(...wide.equations);
  const all = quantifier === 'forall' ? implies(guard, body) : and(guard, body);
  return build([...vars, ...wide.extra], all, { triggers: [[limitedForm(ctx, wide.trigger)]], name });
}

/** Triggers in the form that all occurrences have. */
export function triggersIn(ctx: Context, terms: readonly Term[], vars: readonly Var[]): Triggers {
  return findTriggers(terms, vars).map((trigger) => trigger.map((term) => limitedForm(ctx, term)));
}

/** The applications in `terms` that could be triggers but for sums among their arguments. */
function withSums(terms: readonly Term[], vars: readonly Var[], quietToo = false): readonly Apply[] {
  const found: Apply[] = [];
  const visit = (part: Term) => {
    if (part.kind !== 'apply' || part.fn.role !== 'uninterpreted' || (isQuiet(part.fn) && !quietToo)) return;
    const isFit = part.args.every((arg) => arg.sort === Int || arg.kind === 'var' || !mentions(arg, vars));
    if (isFit && part.args.some((arg) => arg.kind === 'op' && mentions(arg, vars))) found.push(part);
  };
  forEachPart(terms, visit, (part) => part.kind === 'quantified');
  return found;
}

/** The same with variables that count differently, one after the other, until there are triggers; null if that does not help. */
function counted(ctx: Context, candidates: readonly Term[], body: Term, vars: readonly Var[]) {
  let [terms, shifted] = [candidates, body];
  for (const _ of vars) {
    const shift = shiftOf(terms, vars);
    if (shift.size === 0) return null;
    terms = terms.map((term) => substitute(term, shift));
    shifted = substitute(shifted, shift);
    const triggers = triggersIn(ctx, terms, vars);
    if (triggers.length > 0) return { body: shifted, triggers };
  }
  return null;
}

/** For a variable that occurs as `x + rest` in an argument: what to put for it so that the sum becomes the variable. */
export function shiftOf(terms: readonly Term[], vars: readonly Var[]): ReadonlyMap<Var, Term> {
  for (const { args } of withSums(terms, vars, true)) {
    for (const arg of args) {
      if (arg.kind !== 'op' || arg.sort !== Int) continue;
      for (const v of vars) {
        const coefficient = linearOf(arg).monomials.get(v);
        if (coefficient === undefined || coefficient.den !== 1n) continue;
        const isNegative = coefficient.num === -1n;
        if (coefficient.num !== 1n && !isNegative) continue;
        const rest = isNegative ? add(arg, v) : sub(arg, v);
        if (!mentions(rest, [v])) return new Map([[v, isNegative ? add(neg(v), rest) : sub(v, rest)]]);
      }
    }
  }
  return new Map();
}

interface Abstracted {
  readonly trigger: Term;
  readonly extra: readonly Var[];
  readonly equations: readonly Term[];
}

/** A trigger with a variable of its own for each sum, where the others still are there by themselves. */
function abstracted(terms: readonly Term[], vars: readonly Var[]): Abstracted | null {
  for (const term of withSums(terms, vars)) {
    const extra: Var[] = [];
    const equations: Term[] = [];
    const args = term.args.map((arg) => {
      if (arg.kind !== 'op' || !mentions(arg, vars)) return arg;
      const fresh = variable(`sum ${extra.length} of ${vars.map((v) => v.name).join()}`, arg.sort);
      extra.push(fresh);
      equations.push(eq(fresh, arg));
      return fresh;
    });
    const trigger = apply(term.fn, ...args);
    if (vars.every((v) => freeVars(trigger).has(v))) return { trigger, extra, equations };
  }
  return null;
}
