// Go's division among terms: known again where it was built from SMT-LIB's, and put in its place where a person would write it.

import { goDiv, goRem } from './build.ts';
import { linearOf, neg } from './linear.ts';
import { Bool } from './sorts.ts';
import type { Term } from './terms.ts';

export interface GoDivision {
  readonly op: '/' | '%';
  readonly dividend: Term;
  /** Positive. */
  readonly divisor: bigint;
}

/** What `goDiv` and `goRem` build for a positive constant; null for other terms. */
export function asGoDivision(term: Term): GoDivision | null {
  if (term.kind !== 'op' || term.op !== 'ite' || term.sort === Bool) return null;
  const found = plainDivision(term.args[1]);
  if (found === null) return null;
  const { op, dividend, divisor, by } = found;
  // Equal terms are one object.
  const built = op === '/' ? goDiv(dividend, by) : goRem(dividend, by);
  return built === term ? { op, dividend, divisor } : null;
}

/** SMT-LIB's division by a positive constant. */
export function plainDivision(term: Term | undefined): (GoDivision & { readonly by: Term }) | null {
  if (term?.kind !== 'op' || (term.op !== 'div' && term.op !== 'mod')) return null;
  const [dividend, by] = term.args;
  if (dividend === undefined || by?.kind !== 'int' || by.value <= 0n) return null;
  return { op: term.op === 'div' ? '/' : '%', dividend, divisor: by.value, by };
}

/** Go's division of the same numbers, which is the same where the dividend is not negative; of `-a` as that of `a`. */
export function inGo({ op, dividend, by }: GoDivision & { readonly by: Term }): Term {
  const build = op === '/' ? goDiv : goRem;
  const [first] = linearOf(dividend).monomials.values();
  return first !== undefined && first.num < 0n ? neg(build(neg(dividend), by)) : build(dividend, by);
}
