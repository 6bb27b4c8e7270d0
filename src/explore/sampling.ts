// Strategies that sample: plain random choices, probabilistic concurrency testing, partial-order sampling.

import type { BasicStrategy, RunRecord } from './protocol.ts';
import { newRandom } from './random.ts';
import { anyTime, type Strategy } from './strategy.ts';

type Sampling = 'random' | 'pct' | 'pos';

/** Runs without end, each with a seed of its own. Every other one lets timers fire early. */
export function newSampling(kind: Sampling, seed: number): Strategy {
  const random = newRandom(seed);
  let count = 0;
  /** The most decisions that a run had so far: priorities of `pct` change at those below. */
  let length = 20;
  return {
    name: kind,
    next: () => {
      const early = count % 2 === 1;
      const spec = specOf(kind, count, length);
      count++;
      return { spec, seed: random.seed(), record: 'events', earlyNs: early ? anyTime : 0 };
    },
    observe: (_, record) => {
      if (record !== null) length = Math.max(length, decisionsOf(record));
    },
    completeness: () => ({ kind: 'open' }),
  };
}

/** The schedule without any preemption, once. */
export function newFirst(): Strategy {
  let done = false;
  return {
    name: 'first',
    next: () => {
      if (done) return null;
      done = true;
      return { spec: { kind: 'first' }, seed: 0, record: 'events', earlyNs: 0 };
    },
    observe: () => {},
    completeness: () => ({ kind: 'open' }),
  };
}

/** Depths from 1 to 5 take turns: most bugs need few changes of priority. */
function specOf(kind: Sampling, count: number, length: number): BasicStrategy {
  switch (kind) {
    case 'random':
      return { kind: 'random' };
    case 'pct':
      return { kind: 'pct', depth: 1 + ((count >> 1) % 5), length };
    case 'pos':
      return { kind: 'pos' };
  }
}

/** How often more than one thing could have happened. */
export function decisionsOf(record: RunRecord): number {
  let count = 0;
  for (const event of record.events) if (event.n > 1) count++;
  return count;
}
