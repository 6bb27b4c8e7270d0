// The inner loop of the search: states whose steps are all remembered, expanded by looking them up.
//
// Nothing is entered while successors are collected, so a state that turns out to need more is simply left to `step.ts`.
// Then they are entered together: their places in the table are far apart, and asking for all of them first lets the
// processor fetch them at the same time.

import { noteEdge, replace } from './emit.ts';
import { bitOf, learn, learnPair, plan } from './quick.ts';
import { Arm, batch, lookUp, Row, rowFor, rowHead, rowStep } from './quick-data.ts';
import { factor, loadState, type Search } from './search.ts';
import { place as at, cellsIn, enter, grown, hashOf } from './table.ts';

/** What kept a state from being expanded here: nothing, something to be learnt, or more than can be remembered. */
const Stop = { none: 0, plan: 1, learn: 2, pair: 3, slow: 4 } as const;

/** Where the last stop was. */
interface Place {
  config: number;
  i: number;
  arm: number;
  j: number;
  other: number;
}

const place: Place = { config: 0, i: 0, arm: 0, j: 0, other: 0 };

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
      return learnPair(s, place.i, place.arm, place.j, place.other);
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

/** Collects the successors of states from `s.expanded` on, until there is no room or something is in the way. */
function collect(s: Search): number {
  const { quick: q, table, keepGraph, keepObjects } = s;
  const t = s.machine.comps;
  const { masks, tag } = t;
  const { cells, shift, stride, largest } = table;
  const { first: firstArm, arms, receives, receivers, polls, armKind, armSlot, armLabel, rows } = q;
  const sorted = s.reductions.symmetry;
  const perState = stride << shift;
  const known = firstArm.length;
  const watchTimers = t.timers > 0;
  const last = table.count;
  let pending = 0;
  while (s.expanded < last) {
    const state = s.expanded;
    const base = state * perState;
    const slots = cells[base] as number;
    if (slots === 0) {
      s.expanded++;
      continue;
    }
    const first = slots + 1;
    let length = perState;
    while (length > first && cells[base + length - 1] === 0) length--;
    if (keepGraph && length - first > 32) return Stop.slow;
    if (watchTimers) {
      for (let k = 2; k < first; k++) if (tag[cells[base + k] as number] === 2) return Stop.slow;
    }
    // Slots that two and three goroutines refer to: one or two of them may forget such a slot, and its object is still needed.
    let once = masks[cells[base + 1] as number] as number;
    let twice = 0;
    let thrice = 0;
    // Slots that somebody waits to receive from.
    let awaited = 0;
    let waiting = 0;
    for (let k = first; k < length; k++) {
      const c = cells[base + k] as number;
      if (c >= known || firstArm[c] === 0) {
        place.config = c;
        return Stop.plan;
      }
      const mask = masks[c] as number;
      thrice |= twice & mask;
      twice |= once & mask;
      once |= mask;
      const from = receives[c] as number;
      if (from !== 0) {
        awaited |= from;
        receivers[waiting++] = k;
      }
    }
    // Bit 31 stands for many slots.
    const keptByOne = keepObjects ? -1 : twice & 0x7fffffff;
    const keptByTwo = keepObjects ? -1 : thrice & 0x7fffffff;
    const begin = pending;
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
        const slot = armSlot[arm] as number;
        const object = cells[base + slot] as number;
        const row = rowFor(q, arm, object);
        if (row === Row.none) continue;
        if (row > 0) {
          ready = true;
          const count = rows[row] as number;
          if (((rows[row + 1] as number) & ~keptByOne) !== 0) return Stop.slow;
          if (pending + count > batch) return begin === 0 ? Stop.slow : Stop.none;
          moved |= 1 << (i - first);
          for (let n = 0, at = row + rowHead; n < count; n++, at += rowStep) {
            const after = rows[at] as number;
            const config = rows[at + 1] as number;
            if (after > largest || config > largest) return Stop.slow;
            moveOne(s, pending, first, length, i, config, slot, after);
            if (keepGraph) {
              q.begins[pending] = n === 0 ? 1 : 0;
              q.labels[pending] = armLabel[arm] as number;
              q.rounds[pending] = rows[at + 3] as number;
              q.exits[pending] = rows[at + 4] as number;
            }
            pending++;
          }
          continue;
        }
        if (row !== Row.meets) {
          place.i = i;
          place.arm = arm;
          return row === Row.slow ? Stop.slow : Stop.learn;
        }
        const bit = bitOf(slot);
        if ((awaited & bit) === 0) continue;
        for (let r = 0; r < waiting; r++) {
          const j = receivers[r] as number;
          const d = cells[base + j] as number;
          if (((receives[d] as number) & bit) === 0 || j === i || (polls[c] === 1 && polls[d] === 1)) continue;
          if (sorted && j > first && cells[base + j - 1] === d && j - 1 !== i) continue;
          let other = firstArm[d] as number;
          const lastOther = other + (arms[d] as number);
          for (; other < lastOther; other++) {
            if (armKind[other] !== Arm.recv || armSlot[other] !== slot) continue;
            const met = lookUp(q, arm, -1 - other);
            if (met <= 0) {
              place.i = i;
              place.arm = arm;
              place.j = j;
              place.other = other;
              return met === Row.slow ? Stop.slow : Stop.pair;
            }
            const count = rows[met] as number;
            if (((rows[met + 1] as number) & ~keptByTwo) !== 0) return Stop.slow;
            if (pending + count > batch) return begin === 0 ? Stop.slow : Stop.none;
            moved |= (1 << (i - first)) | (1 << (j - first));
            for (let n = 0, at = met + rowHead; n < count; n++, at += rowStep) {
              const theirs = rows[at] as number;
              const mine = rows[at + 1] as number;
              if (theirs > largest || mine > largest) return Stop.slow;
              moveTwo(s, pending, first, length, i, mine, j, theirs);
              if (keepGraph) {
                q.begins[pending] = n === 0 ? 1 : 0;
                q.labels[pending] = slot;
                q.rounds[pending] = rows[at + 3] as number;
                q.exits[pending] = rows[at + 4] as number;
              }
              pending++;
            }
          }
        }
      }
    }
    if (pending === begin) s.terminal.push(state);
    if (keepGraph) keepMoves(s, state, base + first, base + length, moved);
    q.pending = pending;
    s.expanded++;
  }
  return Stop.none;
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

/** Enters all successors that wait. */
function enterAll(s: Search): void {
  const { quick: q, table, keepGraph } = s;
  const { pending, sums, words, seen, parents } = q;
  const { stride } = table;
  q.pending = 0;
  const { index, mask } = table;
  for (let k = 0; k < pending; k++) seen[k] = index[at(hashOf(sums[k] as number), mask)] as number;
  const stored = table.words;
  for (let k = 0; k < pending; k++) seen[k] = stored[((seen[k] as number) & mask) * stride] as number;
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
