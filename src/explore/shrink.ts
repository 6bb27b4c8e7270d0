// Shorter schedules with the same failure: fewer decisions against the natural order, then fewer events.

import { type Choice, choiceOf, type OpPattern, type RunRecord, type StrategySpec } from './protocol.ts';

/** What one attempt gave. */
export interface Attempt {
  readonly record: RunRecord;
  /** Whether it has the failure that is being shrunk. */
  readonly fails: boolean;
}

/** Runs a schedule. */
export type Try = (spec: StrategySpec) => Promise<Attempt | null>;

/** How much a reader has to follow: changes of goroutine that nothing forced, then events. */
export function costOf(record: RunRecord): readonly [number, number] {
  let switches = 0;
  for (const [i, event] of record.events.entries()) {
    const before = record.events[i - 1];
    if (before === undefined || before.g === event.g || event.n < 2) continue;
    const couldGoOn = event.alts === undefined || event.alts.some((one) => one.g === before.g || one.with === before.g);
    if (couldGoOn) switches++;
  }
  return [switches, record.events.length];
}

/** A schedule that was made shorter is not longer: fewer changes of goroutine do not make up for more events. */
function isCheaper(a: RunRecord, b: RunRecord): boolean {
  const [x, m] = costOf(a);
  const [y, n] = costOf(b);
  return m <= n && (x < y || (x === y && m < n));
}

/**
 * The cheapest failing run that was found with at most `budget` attempts. First the natural order is tried, then ever
 * smaller parts of the schedule as a chain: operations that have to happen in the order in which they did, with the
 * natural order everywhere else.
 */
export async function shrink(failing: RunRecord, attempt: Try, budget: number): Promise<RunRecord> {
  let best = failing;
  let left = budget;
  const keep = async (spec: StrategySpec): Promise<boolean> => {
    if (left <= 0) return false;
    left--;
    const result = await attempt(spec);
    if (result === null || !result.fails) return false;
    if (isCheaper(result.record, best)) best = result.record;
    return true;
  };
  if (await keep({ kind: 'first' })) return best;
  let ops = patternsOf(failing);
  const chain = (some: readonly OpPattern[]): StrategySpec => ({ kind: 'chain', ops: some, then: { kind: 'first' } });
  if (await keep(chain(ops))) {
    for (let size = Math.ceil(ops.length / 2); size >= 1 && left > 0; ) {
      let removed = false;
      for (let from = 0; from < ops.length && left > 0; ) {
        const fewer = [...ops.slice(0, from), ...ops.slice(from + size)];
        if (fewer.length < ops.length && (await keep(chain(fewer)))) {
          ops = fewer;
          removed = true;
        } else from += size;
      }
      if (size === 1 && !removed) break;
      size = size === 1 ? 1 : Math.ceil(size / 2);
    }
  }
  // Whatever happens after the last decision that matters happens by itself.
  const choices = best.events.map((event) => choiceOf(best, event));
  let low = 0;
  let high = choices.length;
  while (low < high && left > 0) {
    const middle = (low + high) >> 1;
    if (await keep(prefix(choices.slice(0, middle)))) high = middle;
    else low = middle + 1;
  }
  return best;
}

function prefix(choices: readonly Choice[]): StrategySpec {
  return { kind: 'prefix', choices, strict: true, then: { kind: 'first' } };
}

/** Operations at which the schedule changed from one goroutine to another, with those just before. */
function patternsOf(record: RunRecord): OpPattern[] {
  const patterns: OpPattern[] = [];
  const { events } = record;
  for (const [i, event] of events.entries()) {
    if (event.g === 0 || event.s === 0) continue;
    const before = events[i - 1];
    const after = events[i + 1];
    if (before?.g === event.g && after?.g === event.g) continue;
    patterns.push({
      site: event.s,
      op: null,
      g: record.goroutines.get(event.g)?.path ?? null,
      object: null,
      arm: event.op === 'select' ? event.arm : null,
      nth: null,
    });
  }
  return patterns;
}
