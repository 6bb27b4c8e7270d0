// Runs that say nothing about a test, because their record cannot be believed or has no end.

import type { RunOutcome } from './findings.ts';

export type LostReason =
  /** Something other than the runtime wrote to the record: the beginning of what it wrote. */
  | { readonly kind: 'foreign'; readonly text: string }
  /** Lines of the record are missing. */
  | { readonly kind: 'gap' }
  /** The process ended by itself, and the runtime could not say how. */
  | { readonly kind: 'no-end' };

/** Why a run counts for nothing; null if it does count. A program that Go itself ended says so on standard error. */
export function lostReason(outcome: RunOutcome): LostReason | null {
  const { record, exitCode, timedOut, stderr } = outcome;
  if (record.fault !== null) return record.fault;
  if (record.head === null || record.end !== null || timedOut || exitCode === null) return null;
  return /^(fatal error|panic|SIG[A-Z]+|runtime): /m.test(stderr) ? null : { kind: 'no-end' };
}

/** So many schedules were lost, the first for this reason. */
export function lostText(schedules: number, first: LostReason): string {
  const many = schedules === 1 ? '1 schedule does' : `${schedules} schedules do`;
  switch (first.kind) {
    case 'foreign':
      return `${many} not count: the test wrote to the file descriptor that records its steps (${JSON.stringify(first.text)})`;
    case 'gap':
      return `${many} not count: lines are missing from the record of its steps`;
    case 'no-end':
      return `${many} not count: the process ended without a record of how (the test may have closed file descriptors)`;
  }
}
