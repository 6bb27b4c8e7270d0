// The exact table of states: vectors of component numbers in one growing array, found by open addressing.

import { scramble } from './component.ts';

export interface StateTable {
  /** Vectors one behind the other; 16 bits a component while that is enough. */
  cells: Uint16Array | Int32Array;
  used: number;
  /** Where the vector of each state begins; one more entry than states. */
  starts: Int32Array;
  hashes: Int32Array;
  /** State number plus one, or 0. */
  index: Int32Array;
  mask: number;
  count: number;
  /** Whether the last call of `enter` added a state. */
  fresh: boolean;
}

export function newStateTable(): StateTable {
  return {
    cells: new Uint16Array(1024),
    used: 0,
    starts: new Int32Array(128),
    hashes: new Int32Array(127),
    index: new Int32Array(256),
    mask: 255,
    count: 0,
    fresh: false,
  };
}

/** The number of a state: an old one, or the next free one. */
export function enter(t: StateTable, vec: Int32Array, length: number, sum: number): number {
  const hash = scramble(sum);
  const { starts, hashes, index, mask, cells } = t;
  let at = hash & mask;
  for (let found = index[at] as number; found !== 0; found = index[at] as number) {
    const state = found - 1;
    if (hashes[state] === hash) {
      const start = starts[state] as number;
      if ((starts[state + 1] as number) - start === length) {
        let k = 0;
        while (k < length && cells[start + k] === vec[k]) k++;
        if (k === length) {
          t.fresh = false;
          return state;
        }
      }
    }
    at = (at + 1) & mask;
  }
  t.fresh = true;
  return add(t, vec, length, hash, at);
}

function add(t: StateTable, vec: Int32Array, length: number, hash: number, at: number): number {
  const state = t.count++;
  t.index[at] = state + 1;
  if (t.used + length > t.cells.length) growCells(t, length);
  let { cells } = t;
  const start = t.used;
  for (let k = 0; k < length; k++) {
    const id = vec[k] as number;
    if (id > 0xffff && cells instanceof Uint16Array) {
      t.cells = Int32Array.from(cells);
      cells = t.cells;
    }
    cells[start + k] = id;
  }
  t.used = start + length;
  if (state + 1 >= t.starts.length) t.starts = grown(t.starts);
  if (state >= t.hashes.length) t.hashes = grown(t.hashes);
  t.starts[state + 1] = t.used;
  t.hashes[state] = hash;
  if (t.count * 2 > t.mask) rehash(t);
  return state;
}

function growCells(t: StateTable, length: number): void {
  const size = Math.max(t.cells.length * 2, t.used + length);
  const bigger = t.cells instanceof Uint16Array ? new Uint16Array(size) : new Int32Array(size);
  bigger.set(t.cells);
  t.cells = bigger;
}

/** A copy with twice the room. */
export function grown(old: Int32Array): Int32Array {
  const bigger = new Int32Array(old.length * 2 + 1);
  bigger.set(old);
  return bigger;
}

function rehash(t: StateTable): void {
  const size = (t.mask + 1) * 4;
  const index = new Int32Array(size);
  const mask = size - 1;
  for (let state = 0; state < t.count; state++) {
    let at = (t.hashes[state] as number) & mask;
    while (index[at] !== 0) at = (at + 1) & mask;
    index[at] = state + 1;
  }
  t.index = index;
  t.mask = mask;
}

/** Copies a state's vector and returns its length. */
export function fetchState(t: StateTable, state: number, into: Int32Array): number {
  const start = t.starts[state] as number;
  const length = (t.starts[state + 1] as number) - start;
  const { cells } = t;
  for (let k = 0; k < length; k++) into[k] = cells[start + k] as number;
  return length;
}

/** Bytes that the table holds. */
export function tableBytes(t: StateTable): number {
  return t.cells.byteLength + t.starts.byteLength + t.hashes.byteLength + t.index.byteLength;
}
