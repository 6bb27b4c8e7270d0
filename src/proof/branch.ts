// Branching: a state for each outcome of a condition that is not known to be impossible.

import { freeVars, not, type Term, type Var } from '../smt/index.ts';
import { holds } from './check.ts';
import type { Context } from './context.ts';
import { assume, type State } from './state.ts';

/**
 * Thrown while a wand is made, where a condition that does not depend on the wand's left side is open: the wand is made
 * twice then, once on each side.
 */
export class Split extends Error {
  readonly condition: Term;
  readonly lhs: Var;
  constructor(condition: Term, lhs: Var) {
    super('a condition outside the wand');
    this.condition = condition;
    this.lhs = lhs;
  }
}

export interface Branch {
  readonly state: State;
  readonly taken: boolean;
}

/** The branch where `condition` holds, then the one where it does not; impossible ones are left out. */
export function* branch(ctx: Context, s: State, condition: Term): Generator<Branch> {
  if (condition.kind === 'bool') {
    yield { state: s, taken: condition.value };
    return;
  }
  const isFalse = holds(ctx, s, not(condition));
  if (isFalse) {
    yield { state: assume(s, not(condition)), taken: false };
    return;
  }
  if (s.outer !== null && !freeVars(condition).has(s.outer.lhs)) {
    if (!holds(ctx, s, condition)) throw new Split(condition, s.outer.lhs);
    yield { state: assume(s, condition), taken: true };
    return;
  }
  yield { state: assume(s, condition, 'branch'), taken: true };
  if (holds(ctx, s, condition)) return;
  yield { state: assume(s, not(condition), 'branch'), taken: false };
}
