// Goroutines that never move again: for certain (no run moves them) or forever possible (some fair run never does).
//
// movable(s): goroutines that some run from s moves; a least fixpoint, backwards.
// stays(s): goroutines that can be kept from moving forever from s on, where scheduling is fair and free choices are made
//   against them; the greatest set such that g cannot move in s, and each action of s has an edge to a state where g stays.
// Equal goroutines of a state are alike, so the one that g becomes in a successor is any with the same configuration.

import { type Budget, spend } from './budget.ts';
import { fairStays } from './end-component.ts';
import { configAt, goroutines, indexOfConfig, present } from './graph.ts';
import type { Search } from './search.ts';

export interface Blocked {
  /** For each state its goroutines that no run moves, `words` numbers a state. */
  readonly forEver: Int32Array;
  /** For each state those that can be kept from moving forever. */
  readonly stays: Int32Array;
  /** For each state those that no run moves, and that some run keeps forever. */
  readonly lost: Int32Array;
  readonly words: number;
}

/** Finds all goroutines that stay blocked; null where that takes too long. Needs a search with its graph. */
export function findBlocked(s: Search, budget: Budget): Blocked | null {
  const movable = findMovable(s, budget);
  if (movable === null) return null;
  const { words } = s;
  const states = s.table.count;
  const forEver = new Int32Array(states * words);
  for (let state = 0; state < states; state++) {
    const count = goroutines(s, state);
    for (let w = 0; w < words; w++) {
      forEver[state * words + w] = present(s, state, count, w) & ~(movable[state * words + w] as number);
    }
  }
  let stays = findStays(s, budget);
  if (stays === null) return null;
  if (s.machine.code.endingLoops !== 0 && stays.some((mask) => mask !== 0)) stays = fairStays(s, stays, budget);
  const lost = stays === null ? null : findLost(s, forEver, stays, budget);
  return stays === null || lost === null ? null : { forEver, stays, lost, words };
}

/** The steps of one round over so many states, with their share of the edges. Measured: a quarter of a microsecond for each. */
function roundWork(s: Search, states: number): number {
  const { count } = s.table;
  return count === 0 ? 0 : ((count + s.edges) * (states / count)) / 4;
}

/** A goroutine that no run moves is lost as soon as that is so, not only where the others have come to rest. */
function findLost(s: Search, forEver: Int32Array, stays: Int32Array, budget: Budget): Int32Array | null {
  const lost = forEver.map((mask, i) => mask & (stays[i] as number));
  for (let changed = lost.some((mask) => mask !== 0); changed; ) {
    changed = false;
    if (!spend(budget, roundWork(s, s.table.count))) return null;
    for (let state = s.table.count - 1; state >= 0; state--) {
      if (improve(s, lost, state, forEver)) changed = true;
    }
  }
  return lost;
}

function findMovable(s: Search, budget: Budget): Int32Array | null {
  const states = s.table.count;
  const { words, edgeStarts, targets, canMove } = s;
  const movable = new Int32Array(states * words);
  // Whether every goroutine of a state is movable: then so is every one of its predecessors.
  const full = new Uint8Array(states);
  for (let state = 0; state < states; state++) {
    const count = goroutines(s, state);
    let all = true;
    for (let w = 0; w < words; w++) {
      const here = present(s, state, count, w);
      const now = s.cut.has(state) ? here : (canMove[state * words + w] as number) & here;
      movable[state * words + w] = now;
      if (now !== here) all = false;
    }
    // The end of the process moves no goroutine.
    if (all && count > 0) full[state] = 1;
  }
  const open: number[] = [];
  for (let changed = true; changed; ) {
    changed = false;
    if (!spend(budget, roundWork(s, states))) return null;
    for (let state = states - 1; state >= 0; state--) {
      if (full[state] === 1) continue;
      const end = edgeStarts[state + 1] as number;
      for (let e = edgeStarts[state] as number; e < end; e++) {
        if (full[targets[e] as number] === 1) {
          full[state] = 1;
          changed = true;
          break;
        }
      }
    }
  }
  for (let state = states - 1; state >= 0; state--) {
    if (full[state] === 1) {
      const count = goroutines(s, state);
      for (let w = 0; w < words; w++) movable[state * words + w] = present(s, state, count, w);
    } else if ((edgeStarts[state + 1] as number) > (edgeStarts[state] as number)) open.push(state);
  }
  for (let changed = true; changed; ) {
    changed = false;
    if (!spend(budget, roundWork(s, open.length))) return null;
    for (const state of open) if (improve(s, movable, state, null)) changed = true;
  }
  return movable;
}

/** Adds to the goroutines marked in a state those marked in a successor, as far as they are `within`. Whether there were any. */
function improve(s: Search, marked: Int32Array, state: number, within: Int32Array | null): boolean {
  const { words, edgeStarts, targets } = s;
  const count = goroutines(s, state);
  let changed = false;
  for (let g = 0; g < count; g++) {
    const at = state * words + (g >> 5);
    const bit = 1 << (g & 31);
    if (((marked[at] as number) & bit) !== 0) continue;
    if (within !== null && ((within[at] as number) & bit) === 0) continue;
    const config = configAt(s, state, g);
    if (config === 0) continue;
    for (let e = edgeStarts[state] as number; e < (edgeStarts[state + 1] as number); e++) {
      const target = targets[e] as number;
      const h = indexOfConfig(s, target, config);
      if (h >= 0 && ((marked[target * words + (h >> 5)] as number) & (1 << (h & 31))) !== 0) {
        marked[at] = (marked[at] as number) | bit;
        changed = true;
        break;
      }
    }
  }
  return changed;
}

function findStays(s: Search, budget: Budget): Int32Array | null {
  const states = s.table.count;
  const { words, canMove } = s;
  const stays = new Int32Array(states * words);
  let open: number[] = [];
  for (let state = states - 1; state >= 0; state--) {
    // After a cut nothing is known, so no goroutine is reported as blocked there; nothing is proved then either.
    if (s.cut.has(state)) continue;
    const count = goroutines(s, state);
    let any = 0;
    for (let w = 0; w < words; w++) {
      const mask = present(s, state, count, w) & ~(canMove[state * words + w] as number);
      stays[state * words + w] = mask;
      any |= mask;
    }
    if (any !== 0) open.push(state);
  }
  for (let changed = true; changed; ) {
    changed = false;
    if (!spend(budget, roundWork(s, open.length))) return null;
    const left: number[] = [];
    for (const state of open) {
      if (reduce(s, stays, state)) changed = true;
      for (let w = 0; w < words; w++) {
        if (stays[state * words + w] !== 0) {
          left.push(state);
          break;
        }
      }
    }
    open = left;
  }
  return stays;
}

/** Removes goroutines that some action cannot but lead out of the set. */
function reduce(s: Search, stays: Int32Array, state: number): boolean {
  const { words, edgeStarts, targets, begins } = s;
  const from = edgeStarts[state] as number;
  const end = edgeStarts[state + 1] as number;
  let changed = false;
  for (let w = 0; w < words; w++) {
    const at = state * words + w;
    for (let mask = stays[at] as number; mask !== 0; mask &= mask - 1) {
      const bit = 31 - Math.clz32(mask & -mask);
      const config = configAt(s, state, w * 32 + bit);
      // Within each action, one edge must do.
      let kept = true;
      for (let e = from; e < end; e++) {
        if (begins[e] === 1) {
          if (!kept) break;
          kept = false;
        }
        if (kept) continue;
        const target = targets[e] as number;
        const h = indexOfConfig(s, target, config);
        kept = h >= 0 && ((stays[target * words + (h >> 5)] as number) & (1 << (h & 31))) !== 0;
      }
      if (!kept) {
        stays[at] = (stays[at] as number) & ~(1 << bit);
        changed = true;
      }
    }
  }
  return changed;
}
