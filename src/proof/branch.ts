// Branching: a state for each outcome of a condition that is not known to be impossible.

import { not, type Term } from '../smt/index.ts';
import { holds } from './check.ts';
import type { Context } from './context.ts';
import { assume, type State } from './state.ts';

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
  yield { state: assume(s, condition, 'branch'), taken: true };
  if (holds(ctx, s, condition)) return;
  yield { state: assume(s, not(condition), 'branch'), taken: false };
}
