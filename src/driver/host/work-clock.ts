// The clock that limits of the analysis are measured with: how much work was done, rather than how long it took.

import { wallClock } from './clock.ts';

/** Readings of the machine, in milliseconds. */
export interface Meters {
  readonly wall: () => number;
  /** Processor time of this process. */
  readonly processor: () => number;
}

/** However busy the machine is, this share of the time on the wall counts. */
const leastShare = 1 / 4;

/** For so many milliseconds it may stand still. */
const grain = 1;

/**
 * Milliseconds since the clock was made. Where other programs take the processors, only what this one was given counts, so that
 * verdicts on a busy machine are those of an idle one; but not less than a quarter of the time that passed.
 */
export function workClock({ wall, processor }: Meters = ofThisProcess): () => number {
  const begin = { wall: wall(), processor: processor() };
  let told = 0;
  let toldAt = 0;
  return () => {
    const passed = wall() - begin.wall;
    // To ask for the processor's time takes long enough to be noticed by searches, which look at the clock often.
    if (passed - toldAt < grain) return told;
    toldAt = passed;
    told = Math.max(Math.min(passed, processor() - begin.processor), passed * leastShare);
    return told;
  };
}

const ofThisProcess: Meters = {
  wall: wallClock,
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
