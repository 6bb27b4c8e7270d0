// What a strategy is: it says which schedules to run next, and learns from what they did.

import type { Plan, RunRecord, StrategySpec } from './protocol.ts';

/** One schedule to run. */
export interface Assignment {
  readonly spec: StrategySpec;
  readonly seed: number;
  readonly record: Plan['record'];
  readonly earlyNs: number;
}

/** How much of what could happen was run. */
export type Completeness =
  /** All interleavings of synchronization operations; `random`: for one choice of random numbers and orders of maps. */
  | { readonly kind: 'complete'; readonly random: boolean }
  /** Not all, and it was not the aim. */
  | { readonly kind: 'open' }
  /** All that the strategy could do, but for the reason given not all that there is. */
  | { readonly kind: 'gap'; readonly reason: string };

/**
 * A source of schedules. `next` gives null when it has none now; more can come once outstanding ones were observed.
 * Assignments are observed in the order in which they were handed out, so that results do not depend on which process
 * happens to be quicker. A record is null where the process left none.
 */
export interface Strategy {
  readonly name: string;
  readonly next: () => Assignment | null;
  readonly observe: (assignment: Assignment, record: RunRecord | null) => void;
  readonly completeness: () => Completeness;
}

/** Far enough for any timer that a test would set: with it, timers can fire while goroutines still run. */
export const anyTime = 1e18;
