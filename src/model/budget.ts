// Work: what the searches of one program may do together, counted in steps that are the same on every machine.

/**
 * Steps done and allowed. A step is about a microsecond's work: a transition is one, see `searchWork`. Time is a backstop, for
 * programs that take far longer than their steps.
 */
export interface Budget {
  spent: number;
  readonly limit: number;
  /** Whether the time of the backstop is up. */
  readonly expired: () => boolean;
  /** What ended the work that `spend` counts, or null. */
  ended: Ended | null;
}

export type Ended = 'work' | 'time';

/** Takes steps out of the budget. False where there are none left, or no time. */
export function spend(budget: Budget, steps: number): boolean {
  budget.spent += Math.ceil(steps);
  budget.ended ??= endedBy(budget, budget.limit);
  return budget.ended === null;
}

/** What keeps work from going on up to `limit`, or null. */
export function endedBy({ spent, expired }: Budget, limit: number): Ended | null {
  return spent > limit ? 'work' : expired() ? 'time' : null;
}

/** A budget for looking through what a search has found: what is left, and `more`. */
export function extended({ spent, limit, expired }: Budget, more: number): Budget {
  return { spent, limit: Math.max(spent, limit) + more, expired, ended: null };
}

export function unlimited(): Budget {
  return { spent: 0, limit: Number.POSITIVE_INFINITY, expired: () => false, ended: null };
}
