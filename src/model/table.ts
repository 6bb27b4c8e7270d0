// The exact table of states: vectors of component numbers, packed into words, in one growing array with open addressing.
//
// While all numbers fit, a component takes one byte, then two, then four. A vector is filled up with zeros to whole words;
// trailing zeros, which are ended goroutines or filling, do not belong to it. Short vectors all take the same number of
// words, so that the place of a state is a product; long ones take what they need, and a second array says where they are.

import { scramble } from './component.ts';

export type Cells = Uint8Array | Uint16Array | Int32Array;

export interface StateTable {
  words: Int32Array;
  /** The same memory, one cell a component. */
  cells: Cells;
  /** Components in a word as a power of two, and the largest number that fits. */
  shift: number;
  largest: number;
  /** Words in use; only where states differ in length. */
  used: number;
  /** Words of every state, or 0 where they differ. */
  stride: number;
  /** Where the words of each state begin, one more entry than states; only where they differ in length. */
  starts: Int32Array;
  /** For each state the sum that its hash is made of, which steps keep up to date. */
  sums: Int32Array;
  /**
   * State number plus one, or 0; numbers are smaller than the index is long, and the bits above them are those of the
   * state's hash, so that other states at the same place are mostly recognised without looking at their vectors.
   */
  index: Int32Array;
  mask: number;
  count: number;
  /** Whether the last call of `enter` added a state. */
  fresh: boolean;
}

/** Vectors of more words than this are stored with different lengths. */
const longestStride = 16;

/** Components of the longest vector that takes as many words as all others. */
export const longestVector: number = longestStride * 4;

export function newStateTable(): StateTable {
  const words = new Int32Array(512);
  return {
    words,
    cells: new Uint8Array(words.buffer),
    shift: 2,
    largest: 255,
    used: 0,
    stride: 1,
    starts: new Int32Array(1),
    sums: new Int32Array(128),
    index: new Int32Array(256),
    mask: 255,
    count: 0,
    fresh: false,
  };
}

/** One cell for each component of `words`. */
export function cellsIn(words: Int32Array, shift: number): Cells {
  if (shift === 2) return new Uint8Array(words.buffer);
  return shift === 1 ? new Uint16Array(words.buffer) : words;
}

/** How many words a vector of `length` components takes. */
export function wordsFor(t: StateTable, length: number): number {
  return (length + (1 << t.shift) - 1) >> t.shift;
}

/** Makes all states long enough for vectors of `count` words. */
export function lengthen(t: StateTable, count: number): void {
  if (t.stride === 0 || count <= t.stride) return;
  rebuild(t, t.shift, count <= longestStride ? count : 0);
}

/**
 * The number of the state whose vector is the `count` words of `from` behind `base`: an old one, or the next free one.
 * Where all states take the same number of words, `count` is that number; `lengthen` comes before.
 */
export function enter(t: StateTable, from: Int32Array, base: number, count: number, sum: number): number {
  const hash = hashOf(sum);
  const { index, mask, words, stride } = t;
  const tag = hash & ~mask;
  let at = place(hash, mask);
  for (let found = index[at] as number; found !== 0; found = index[at] as number) {
    if ((found & ~mask) === tag) {
      const state = (found & mask) - 1;
      const start = stride > 0 ? state * stride : (t.starts[state] as number);
      if (stride > 0 || (t.starts[state + 1] as number) - start === count) {
        let k = 0;
        while (k < count && words[start + k] === from[base + k]) k++;
        if (k === count) {
          t.fresh = false;
          return state;
        }
      }
    }
    at = (at + 1) & mask;
  }
  t.fresh = true;
  if (t.count >= t.sums.length) t.sums = grown(t.sums);
  t.sums[t.count] = sum;
  index[at] = (t.count + 1) | tag;
  return add(t, from, base, count);
}

/** Where a state is looked for first: the upper bits of a hash are its tag, so those that decide the place are mixed with them. */
export function place(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

/** The hash of a state, from its sum. */
export function hashOf(sum: number): number {
  return scramble(sum);
}

function add(t: StateTable, from: Int32Array, base: number, count: number): number {
  const state = t.count++;
  const start = t.stride > 0 ? state * t.stride : t.used;
  if (start + count > t.words.length) {
    const words = new Int32Array(Math.max(t.words.length * 2, start + count));
    words.set(t.words);
    t.words = words;
    t.cells = cellsIn(words, t.shift);
  }
  const { words } = t;
  for (let k = 0; k < count; k++) words[start + k] = from[base + k] as number;
  t.used = start + count;
  if (t.stride === 0) {
    if (state + 1 >= t.starts.length) t.starts = grown(t.starts);
    t.starts[state + 1] = t.used;
  }
  // Filled to three quarters at most: shorter indexes miss the processor's caches less often than they collide more.
  if (t.count * 4 > t.mask * 3) rehash(t);
  return state;
}

/** A copy with twice the room. */
export function grown(old: Int32Array): Int32Array {
  const bigger = new Int32Array(old.length * 2 + 1);
  bigger.set(old);
  return bigger;
}

function rehash(t: StateTable): void {
  const mask = t.mask * 2 + 1;
  const index = new Int32Array(mask + 1);
  for (let state = 0; state < t.count; state++) {
    const hash = hashOf(t.sums[state] as number);
    let at = place(hash, mask);
    while (index[at] !== 0) at = (at + 1) & mask;
    index[at] = (state + 1) | (hash & ~mask);
  }
  t.index = index;
  t.mask = mask;
}

/** Gives components more room, until `id` fits. The numbers of states stay. */
export function widen(t: StateTable, id: number): void {
  let { shift } = t;
  while (shift > 0 && id > (shift === 2 ? 0xff : 0xffff)) shift--;
  const stride = t.stride << (t.shift - shift);
  rebuild(t, shift, stride <= longestStride ? stride : 0);
}

/** Writes all states again, with another size of components or number of words. */
function rebuild(t: StateTable, shift: number, stride: number): void {
  const perWord = 1 << shift;
  let total = t.count * stride;
  const starts = new Int32Array(stride === 0 ? t.count * 2 + 2 : 1);
  if (stride === 0) {
    for (let state = 0; state < t.count; state++) {
      starts[state] = total;
      total += (lastCell(t, state) - firstCell(t, state) + perWord - 1) >> shift;
    }
    starts[t.count] = total;
  }
  const words = new Int32Array(Math.max(total + (total >> 1), 512));
  const cells = cellsIn(words, shift);
  for (let state = 0; state < t.count; state++) {
    const first = firstCell(t, state);
    const last = lastCell(t, state);
    const to = (stride === 0 ? (starts[state] as number) : state * stride) * perWord;
    for (let k = first; k < last; k++) cells[to + k - first] = t.cells[k] as number;
  }
  t.words = words;
  t.cells = cells;
  t.starts = starts;
  t.shift = shift;
  t.stride = stride;
  t.used = total;
  t.largest = shift === 2 ? 0xff : shift === 1 ? 0xffff : 0x7fffffff;
}

/** The word at which the vector of a state begins. */
export function firstWord(t: StateTable, state: number): number {
  return t.stride > 0 ? state * t.stride : (t.starts[state] as number);
}

/** The cell at which the vector of a state begins. */
export function firstCell(t: StateTable, state: number): number {
  return firstWord(t, state) * (1 << t.shift);
}

/** The cell behind the vector of a state. */
export function lastCell(t: StateTable, state: number): number {
  let end = firstCell(t, state + 1);
  const first = firstCell(t, state);
  const least = first + (t.cells[first] as number) + 1;
  while (end > least && t.cells[end - 1] === 0) end--;
  return end;
}

export function vectorOf(t: StateTable, state: number): Int32Array {
  return Int32Array.from(t.cells.subarray(firstCell(t, state), lastCell(t, state)));
}
