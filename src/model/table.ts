// The exact table of states: vectors of component numbers, packed into words, in one growing array with open addressing.
//
// While all numbers fit, a component takes one byte, then two, then four. A vector is filled up with zeros to whole words;
// trailing zeros, which are ended goroutines or filling, do not belong to it.

import { scramble } from './component.ts';

export type Cells = Uint8Array | Uint16Array | Int32Array;

export interface StateTable {
  words: Int32Array;
  /** The same memory, one cell a component. */
  cells: Cells;
  /** Components in a word as a power of two, and the largest number that fits. */
  shift: number;
  largest: number;
  used: number;
  /** Where the words of each state begin; one more entry than states. */
  starts: Int32Array;
  /** Words of every state, or 0 once they differ. */
  stride: number;
  /** Pairs: state number plus one, or 0, and the state's hash beside it, so that one look into memory mostly is enough. */
  index: Int32Array;
  mask: number;
  count: number;
  /** Whether the last call of `enter` added a state. */
  fresh: boolean;
}

export function newStateTable(): StateTable {
  const words = new Int32Array(512);
  return {
    words,
    cells: new Uint8Array(words.buffer),
    shift: 2,
    largest: 255,
    used: 0,
    starts: new Int32Array(128),
    stride: -1,
    index: new Int32Array(512),
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

/** The number of the state whose packed vector is the first `count` words of `packed`: an old one, or the next free one. */
export function enter(t: StateTable, packed: Int32Array, count: number, sum: number): number {
  const hash = scramble(sum);
  const { starts, index, mask, words, stride } = t;
  let at = hash & mask;
  for (let found = index[at * 2] as number; found !== 0; found = index[at * 2] as number) {
    if (index[at * 2 + 1] === hash) {
      const state = found - 1;
      const start = stride > 0 ? state * stride : (starts[state] as number);
      if (stride > 0 ? stride === count : (starts[found] as number) - start === count) {
        let k = 0;
        while (k < count && words[start + k] === packed[k]) k++;
        if (k === count) {
          t.fresh = false;
          return state;
        }
      }
    }
    at = (at + 1) & mask;
  }
  t.fresh = true;
  return add(t, packed, count, hash, at);
}

function add(t: StateTable, packed: Int32Array, count: number, hash: number, at: number): number {
  const state = t.count++;
  t.index[at * 2] = state + 1;
  t.index[at * 2 + 1] = hash;
  if (t.stride !== count) t.stride = t.stride < 0 ? count : 0;
  if (t.used + count > t.words.length) {
    const words = new Int32Array(Math.max(t.words.length * 2, t.used + count));
    words.set(t.words);
    t.words = words;
    t.cells = cellsIn(words, t.shift);
  }
  const { words } = t;
  const start = t.used;
  for (let k = 0; k < count; k++) words[start + k] = packed[k] as number;
  t.used = start + count;
  if (state + 1 >= t.starts.length) t.starts = grown(t.starts);
  t.starts[state + 1] = t.used;
  if (t.count * 2 > t.mask) rehash(t);
  return state;
}

/** A copy with twice the room. */
export function grown(old: Int32Array): Int32Array {
  const bigger = new Int32Array(old.length * 2 + 1);
  bigger.set(old);
  return bigger;
}

function rehash(t: StateTable): void {
  const old = t.index;
  const size = (t.mask + 1) * 2;
  const index = new Int32Array(size * 2);
  const mask = size - 1;
  for (let from = 0; from < old.length; from += 2) {
    const state = old[from] as number;
    if (state === 0) continue;
    const hash = old[from + 1] as number;
    let at = hash & mask;
    while (index[at * 2] !== 0) at = (at + 1) & mask;
    index[at * 2] = state;
    index[at * 2 + 1] = hash;
  }
  t.index = index;
  t.mask = mask;
}

/** Gives components more room, until `id` fits. The numbers of states stay. */
export function widen(t: StateTable, id: number): void {
  const vectors: Int32Array[] = [];
  for (let state = 0; state < t.count; state++) vectors.push(vectorOf(t, state));
  while (id > t.largest) {
    t.shift--;
    t.largest = t.shift === 1 ? 0xffff : 0x7fffffff;
  }
  let used = 0;
  for (const vector of vectors) used += (vector.length + (1 << t.shift) - 1) >> t.shift;
  t.words = new Int32Array(Math.max(used * 2, 512));
  t.cells = cellsIn(t.words, t.shift);
  t.used = 0;
  t.stride = 0;
  vectors.forEach((vector, state) => {
    t.cells.set(vector, t.used << t.shift);
    t.used += (vector.length + (1 << t.shift) - 1) >> t.shift;
    t.starts[state + 1] = t.used;
  });
}

/** The cell at which the vector of a state begins. */
export function firstCell(t: StateTable, state: number): number {
  return (t.starts[state] as number) << t.shift;
}

/** The cell behind the vector of a state. */
export function lastCell(t: StateTable, state: number): number {
  let end = (t.starts[state + 1] as number) << t.shift;
  const least = firstCell(t, state) + (t.cells[firstCell(t, state)] as number) + 1;
  while (end > least && t.cells[end - 1] === 0) end--;
  return end;
}

export function vectorOf(t: StateTable, state: number): Int32Array {
  return Int32Array.from(t.cells.subarray(firstCell(t, state), lastCell(t, state)));
}

/** Bytes that the table holds. */
export function tableBytes(t: StateTable): number {
  return t.words.byteLength + t.starts.byteLength + t.index.byteLength;
}
