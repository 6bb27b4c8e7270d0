// The inner loop of the search: states whose steps are all remembered, expanded by looking them up.
//
// Nothing is entered while successors are collected, so a state that turns out to need more is simply left to `step.ts`.
// Then they are entered together: their places in the table are far apart, and asking for all of them first lets the
// processor fetch them at the same time.

import { noteEdge, replace } from './emit.ts';
import { bitOf, learn, learnPair, plan } from './quick.ts';
import { Arm, batch, type Quick, Row, rowFor, rowHead, rowStep, rowWith } from './quick-data.ts';
import { factor, loadState, type Search } from './search.ts';
import { place as at, cellsIn, enter, grown, hashOf } from './table.ts';

/** What kept a state from being expanded here: nothing, something to be learnt, more than can be remembered, or no room. */
const Stop = { none: 0, plan: 1, learn: 2, pair: 3, slow: 4, full: 5 } as const;

/** Where the last stop was. */
interface Place {
  config: number;
  i: number;
  arm: number;
  j: number;
}

const place: Place = { config: 0, i: 0, arm: 0, j: 0 };

/** Whether the next state is worth a try: where sixteen in a row could not be expanded here, only one in 64 is. */
export function canSweep(s: Search): boolean {
  if (s.reductions.partialOrder || s.table.stride === 0 || s.words !== 1) return false;
  return s.quick.misses < 16 || (s.expanded & 63) === 0;
}

/** Expands some states from `s.expanded` on; none if the next one is not for this file. */
export function sweep(s: Search): boolean {
  prepare(s);
  const from = s.expanded;
  const stop = collect(s);
  enterAll(s);
  switch (stop) {
    case Stop.none:
      return true;
    case Stop.slow:
      s.quick.misses = s.expanded > from ? 0 : s.quick.misses + 1;
      return s.expanded > from;
    case Stop.plan:
      loadState(s, s.expanded);
      plan(s, place.config);
      return true;
    case Stop.learn:
      loadState(s, s.expanded);
      return learn(s, place.i, place.arm);
    case Stop.pair:
      loadState(s, s.expanded);
      return learnPair(s, place.i, place.arm, place.j);
    default:
      return false;
  }
}

/** Fits the memory for successors to the form that the table has now. */
function prepare(s: Search): void {
  const { quick: q, table } = s;
  const size = batch * table.stride;
  if (q.words.length === size && q.shift === table.shift) return;
  q.words = new Int32Array(size);
  q.shift = table.shift;
  q.cells = cellsIn(q.words, q.shift);
}

/**
 * Collects the successors of states from `s.expanded` on, until there is no room or something is in the way.
 *
 * This and the functions below are kept apart because the engine's compiler works on whole functions: it is through with small ones
 * while one with all of this in it would still run uncompiled when a small search has ended.
 */
function collect(s: Search): number {
  const { quick: q, table } = s;
  const perState = table.stride << table.shift;
  const last = table.count;
  while (s.expanded < last) {
    const base = s.expanded * perState;
    if (table.cells[base] !== 0) {
      const begin = q.pending;
      const stop = successors(s, base, perState);
      if (stop !== Stop.none) {
        q.pending = begin;
        // Successors that did not fit are collected again when those before them have been entered.
        return stop === Stop.full ? (begin === 0 ? Stop.slow : Stop.none) : stop;
      }
      if (q.pending === begin) s.terminal.push(s.expanded);
    }
    s.expanded++;
  }
  return Stop.none;
}

/** Collects the successors of the state whose cells begin at `base`. */
function successors(s: Search, base: number, perState: number): number {
  const { quick: q, keepGraph } = s;
  const { cells } = s.table;
  const first = (cells[base] as number) + 1;
  let length = perState;
  while (length > first && cells[base + length - 1] === 0) length--;
  if (keepGraph && length - first > 32) return Stop.slow;
  const missing = survey(s, base, first, length);
  if (missing !== Stop.none) return missing;
  const { first: firstArm, arms, armKind } = q;
  const sorted = s.reductions.symmetry;
  let moved = 0;
  for (let i = first; i < length; i++) {
    const c = cells[base + i] as number;
    if (c === 0 || (sorted && i > first && cells[base + i - 1] === c)) continue;
    let arm = firstArm[c] as number;
    if (arm < 0) return Stop.slow;
    const lastArm = arm + (arms[c] as number);
    let ready = false;
    for (; arm < lastArm; arm++) {
      if (armKind[arm] === Arm.otherwise && ready) break;
      const row = rowFor(q, arm, cells[base + (q.armSlot[arm] as number)] as number);
      if (row === Row.none) continue;
      if (row > 0) {
        ready = true;
        moved |= 1 << (i - first);
        const stop = follow(s, row, arm, i, first, length);
        if (stop !== Stop.none) return stop;
      } else if (row === Row.meets) {
        if ((q.awaited & bitOf(q.armSlot[arm] as number)) === 0) continue;
        q.met = 0;
        const stop = meet(s, arm, i, base, first, length);
        if (stop !== Stop.none) return stop;
        moved |= q.met;
      } else {
        place.i = i;
        place.arm = arm;
        return row === Row.slow ? Stop.slow : Stop.learn;
      }
    }
  }
  if (keepGraph) keepMoves(s, s.expanded, base + first, base + length, moved);
  return Stop.none;
}

/** Finds the goroutines that wait to receive in a state. */
function survey(s: Search, base: number, first: number, length: number): number {
  const { quick: q } = s;
  const { cells } = s.table;
  const { tag, timers } = s.machine.comps;
  const { first: firstArm, receives, receivers } = q;
  const known = firstArm.length;
  if (timers > 0) {
    for (let k = 2; k < first; k++) if (tag[cells[base + k] as number] === 2) return Stop.slow;
  }
  let awaited = 0;
  let waiting = 0;
  for (let k = base + first; k < base + length; k++) {
    const c = cells[k] as number;
    if (c >= known || firstArm[c] === 0) {
      place.config = c;
      return Stop.plan;
    }
    const from = receives[c] as number;
    if (from !== 0) {
      awaited |= from;
      receivers[waiting++] = k - base;
    }
  }
  q.awaited = awaited;
  q.waiting = waiting;
  return Stop.none;
}

/** Finds out which slots one or two goroutines may forget in the state at hand: more refer to them, so their objects are still needed. */
function findKept(s: Search, first: number, length: number): void {
  const { quick: q } = s;
  const { cells, stride, shift } = s.table;
  const { masks } = s.machine.comps;
  const base = (s.expanded * stride) << shift;
  let once = masks[cells[base + 1] as number] as number;
  let twice = 0;
  let thrice = 0;
  for (let k = base + first; k < base + length; k++) {
    const mask = masks[cells[k] as number] as number;
    thrice |= twice & mask;
    twice |= once & mask;
    once |= mask;
  }
  // Bit 31 stands for many slots.
  q.keptByOne = s.keepObjects ? -1 : twice & 0x7fffffff;
  q.keptByTwo = s.keepObjects ? -1 : thrice & 0x7fffffff;
  q.keptIn = s.expanded;
}

/** Collects the steps of goroutine i by an arm that depends on one object, whose list is `row`. */
function follow(s: Search, row: number, arm: number, i: number, first: number, length: number): number {
  const { quick: q, keepGraph } = s;
  const { largest } = s.table;
  const { rows } = q;
  const count = rows[row] as number;
  const drops = rows[row + 1] as number;
  if (drops !== 0) {
    if (q.keptIn !== s.expanded) findKept(s, first, length);
    if ((drops & ~q.keptByOne) !== 0) return Stop.slow;
  }
  if (q.pending + count > batch) return Stop.full;
  for (let n = 0, at = row + rowHead; n < count; n++, at += rowStep) {
    const after = rows[at] as number;
    const config = rows[at + 1] as number;
    if (after > largest || config > largest) return Stop.slow;
    moveOne(s, q.pending, first, length, i, config, q.armSlot[arm] as number, after);
    if (keepGraph) noteStep(q, at, q.armLabel[arm] as number);
    q.pending++;
  }
  return Stop.none;
}

/** Collects the steps in which goroutine i sends by an arm to one that waits. */
function meet(s: Search, arm: number, i: number, base: number, first: number, length: number): number {
  const { quick: q } = s;
  const { cells } = s.table;
  const { receives, receivers, waiting } = q;
  const sorted = s.reductions.symmetry;
  const bit = bitOf(q.armSlot[arm] as number);
  for (let r = 0; r < waiting; r++) {
    const j = receivers[r] as number;
    const d = cells[base + j] as number;
    if (((receives[d] as number) & bit) === 0) continue;
    const row = rowWith(q, arm, d);
    if (row === Row.none || j === i) continue;
    if (sorted && j > first && cells[base + j - 1] === d && j - 1 !== i) continue;
    if (row < 0) {
      place.i = i;
      place.arm = arm;
      place.j = j;
      return row === Row.slow ? Stop.slow : Stop.pair;
    }
    const stop = handOver(s, row, arm, i, j, first, length);
    if (stop !== Stop.none) return stop;
    q.met |= (1 << (i - first)) | (1 << (j - first));
  }
  return Stop.none;
}

/** Collects the steps in which goroutine i has sent by `arm` and goroutine j has received, whose list is `row`. */
function handOver(s: Search, row: number, arm: number, i: number, j: number, first: number, length: number): number {
  const { quick: q, keepGraph } = s;
  const { largest } = s.table;
  const { rows } = q;
  const count = rows[row] as number;
  const drops = rows[row + 1] as number;
  if (drops !== 0) {
    if (q.keptIn !== s.expanded) findKept(s, first, length);
    if ((drops & ~q.keptByTwo) !== 0) return Stop.slow;
  }
  if (q.pending + count > batch) return Stop.full;
  for (let n = 0, at = row + rowHead; n < count; n++, at += rowStep) {
    const theirs = rows[at] as number;
    const mine = rows[at + 1] as number;
    if (theirs > largest || mine > largest) return Stop.slow;
    moveTwo(s, q.pending, first, length, i, mine, j, theirs);
    if (keepGraph) noteStep(q, at, q.armSlot[arm] as number);
    q.pending++;
  }
  return Stop.none;
}

/** Remembers what the edge to the successor at hand says; `at` is its entry in a list of steps. */
function noteStep(q: Quick, at: number, label: number): void {
  q.labels[q.pending] = label;
  q.begins[q.pending] = q.rows[at + 2] as number;
  q.rounds[q.pending] = q.rows[at + 3] as number;
  q.exits[q.pending] = q.rows[at + 4] as number;
}

/** Writes down as number `at` the successor of the state at hand in which goroutine i has become `config`, and `slot` holds `after`. */
function moveOne(
  s: Search,
  at: number,
  first: number,
  length: number,
  i: number,
  config: number,
  slot: number,
  after: number,
): void {
  const { quick: q, table } = s;
  const { cells } = q;
  const cell = copyState(s, at);
  const c = cells[cell + i] as number;
  let total = table.sums[s.expanded] as number;
  if (slot !== 0) {
    total += Math.imul(after - (cells[cell + slot] as number), factor(slot));
    cells[cell + slot] = after;
  }
  if (s.reductions.symmetry) {
    const { hash } = s.machine.comps;
    total += (hash[config] as number) - (hash[c] as number);
    replace(cells, cell + first, cell + length, cell + i, config);
  } else {
    total += Math.imul(config - c, factor(i + 1000));
    cells[cell + i] = config;
  }
  q.sums[at] = total;
  q.parents[at] = s.expanded;
}

/** The same for two goroutines that have met. */
function moveTwo(
  s: Search,
  at: number,
  first: number,
  length: number,
  i: number,
  mine: number,
  j: number,
  theirs: number,
): void {
  const { quick: q, table } = s;
  const { cells } = q;
  const cell = copyState(s, at);
  const c = cells[cell + i] as number;
  const d = cells[cell + j] as number;
  let total = table.sums[s.expanded] as number;
  if (s.reductions.symmetry) {
    const { hash } = s.machine.comps;
    total += (hash[mine] as number) - (hash[c] as number) + (hash[theirs] as number) - (hash[d] as number);
    const end = replace(cells, cell + first, cell + length, cell + i, mine);
    // The first change may have moved the other; equal goroutines stand for one another.
    let where = cell + first;
    while (cells[where] !== d) where++;
    replace(cells, cell + first, end, where, theirs);
  } else {
    total += Math.imul(mine - c, factor(i + 1000)) + Math.imul(theirs - d, factor(j + 1000));
    cells[cell + i] = mine;
    cells[cell + j] = theirs;
  }
  q.sums[at] = total;
  q.parents[at] = s.expanded;
}

/** Copies the state at hand to where successor `at` is; gives its first cell there. */
function copyState(s: Search, at: number): number {
  const { words, stride, shift } = s.table;
  const out = s.quick.words;
  const to = at * stride;
  const from = s.expanded * stride;
  for (let w = 0; w < stride; w++) out[to + w] = words[from + w] as number;
  return to << shift;
}

/** Remembers which goroutines can move: equal ones all can if one can. */
function keepMoves(s: Search, state: number, from: number, to: number, moved: number): void {
  const { cells } = s.table;
  if (to - from > s.maxGoroutines) s.maxGoroutines = to - from;
  let all = moved;
  if (s.reductions.symmetry) {
    for (let k = from + 1; k < to; k++) {
      if (cells[k] === cells[k - 1] && ((all >>> (k - 1 - from)) & 1) === 1) all |= 1 << (k - from);
    }
    for (let k = to - 2; k >= from; k--) {
      if (cells[k] === cells[k + 1] && ((all >>> (k + 1 - from)) & 1) === 1) all |= 1 << (k - from);
    }
  }
  while (state >= s.canMove.length) s.canMove = grown(s.canMove);
  s.canMove[state] = all;
}

/** Indexes up to this size stay in the processor's caches: nothing is gained by asking for their entries in advance. */
const nearby = 0xffff;

/** Enters all successors that wait. */
function enterAll(s: Search): void {
  const { quick: q, table, keepGraph } = s;
  const { pending, sums, words, seen, parents } = q;
  const { stride } = table;
  q.pending = 0;
  if (table.mask > nearby) {
    const { index, mask, words: stored } = table;
    for (let k = 0; k < pending; k++) seen[k] = index[at(hashOf(sums[k] as number), mask)] as number;
    for (let k = 0; k < pending; k++) seen[k] = stored[((seen[k] as number) & mask) * stride] as number;
  }
  for (let k = 0; k < pending; k++) {
    const target = enter(table, words, k * stride, stride, sums[k] as number);
    const parent = parents[k] as number;
    if (table.fresh) {
      if (target >= s.parents.length) s.parents = grown(s.parents);
      s.parents[target] = parent;
    }
    if (keepGraph) {
      noteStarts(s, parent + 1);
      noteEdge(s, target, q.begins[k] as number, q.labels[k] as number, q.rounds[k] as number, q.exits[k] as number);
    }
  }
  s.transitions += pending;
  if (keepGraph) noteStarts(s, s.expanded);
}

/** Says of all states below `end` where their edges begin. */
function noteStarts(s: Search, end: number): void {
  while (s.started < end) {
    if (s.started >= s.edgeStarts.length - 1) s.edgeStarts = grown(s.edgeStarts);
    s.edgeStarts[s.started++] = s.edges;
  }
}
