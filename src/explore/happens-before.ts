// The order that dependence puts on the transitions of one run, as vector clocks.

import { dependent, type Transition } from './transition.ts';

export interface Order {
  /** Whether transition i of the run is before transition j: i < j and a chain of dependent ones leads from i to j. */
  readonly before: (i: number, j: number) => boolean;
  /** Whether transition i is before what `goroutine` does next once `length` transitions have happened. */
  readonly beforeNext: (i: number, goroutine: string, length: number) => boolean;
}

/** Clocks count, for each goroutine, how many of its transitions are known. */
export function happensBefore(run: readonly Transition[]): Order {
  const goroutines = new Map<string, number>();
  for (const { goroutines: names } of run)
    for (const name of names) if (!goroutines.has(name)) goroutines.set(name, goroutines.size);
  const width = goroutines.size;
  const indexOf = (name: string): number => goroutines.get(name) ?? -1;
  const clocks: Int32Array[] = [];
  const turns: number[] = [];
  const counts = new Int32Array(width);
  /** For each goroutine the indices of its transitions. */
  const own: number[][] = Array.from({ length: width }, () => []);
  for (const [j, transition] of run.entries()) {
    const clock = new Int32Array(width);
    for (let i = j - 1; i >= 0; i--) {
      const other = run[i] as Transition;
      // What is already known through a later one needs no look.
      const leader = indexOf(other.goroutines[0] as string);
      if ((clock[leader] as number) >= (turns[i] as number)) continue;
      if (dependent(other, transition)) join(clock, clocks[i] as Int32Array);
    }
    for (const name of transition.goroutines) {
      const g = indexOf(name);
      counts[g] = (counts[g] as number) + 1;
      clock[g] = counts[g] as number;
      (own[g] as number[]).push(j);
    }
    clocks.push(clock);
    turns.push(counts[indexOf(transition.goroutines[0] as string)] as number);
  }
  const knows = (clock: Int32Array, i: number): boolean =>
    (clock[indexOf((run[i] as Transition).goroutines[0] as string)] as number) >= (turns[i] as number);
  return {
    before: (i, j) => i < j && knows(clocks[j] as Int32Array, i),
    beforeNext: (i, goroutine, length) => {
      const mine = own[indexOf(goroutine)];
      if (mine === undefined) return false;
      const last = lastBelow(mine, length);
      return last >= 0 && (last === i || (i < last && knows(clocks[last] as Int32Array, i)));
    },
  };
}

function join(into: Int32Array, from: Int32Array): void {
  for (let g = 0; g < into.length; g++) if ((from[g] as number) > (into[g] as number)) into[g] = from[g] as number;
}

/** The largest element of a sorted list that is below `bound`, or -1. */
function lastBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid] as number) < bound) low = mid + 1;
    else high = mid;
  }
  return low === 0 ? -1 : (sorted[low - 1] as number);
}
