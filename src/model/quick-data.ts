// Remembered steps, as numbers in typed arrays: what each goroutine can do beside each object, and with each partner.

import { type Cells, grown, longestVector } from './table.ts';

/** Kinds of arms. */
export const Arm = {
  /** Depends on the goroutine and one object. */
  plain: 0,
  /** The same, and may meet a goroutine that receives. */
  send: 1,
  recv: 2,
  /** The default of a select: only if no other arm can go on by itself. */
  otherwise: 3,
  /** A case on a channel of the environment. */
  environment: 4,
} as const;

/** What is known about a pair instead of a list of steps. */
export const Row = { none: 0, unknown: -1, slow: -2, meets: -3 } as const;

/** Numbers in a list of steps: its head holds how many there are and the slots that any of them drops. */
export const rowHead = 2;
export const rowStep = 5;

export interface Quick {
  /** By configuration: its first arm, 0 where it is not known yet, -1 where only `step.ts` knows its steps. */
  first: Int32Array;
  arms: Int32Array;
  /** Slots that a configuration can receive from, as bits; bit 31 stands for all slots from 31 on. */
  receives: Int32Array;
  polls: Uint8Array;

  // By arm: an operation, or a case of a select.
  armCount: number;
  armKind: Uint8Array;
  armSlot: Int32Array;
  armCase: Int32Array;
  armLabel: Int32Array;
  /** The object that an arm was last looked up with, or -1, and what was found. */
  armObject: Int32Array;
  armRow: Int32Array;

  /** What was last looked up for arms and partners: (arm << 16) | the partner's configuration, and what was found. */
  partners: Int32Array;
  partnerRow: Int32Array;

  /** Open addressing, four numbers an entry: arm, object or -1 - (configuration of the partner), row. */
  pairs: Int32Array;
  pairMask: number;
  pairCount: number;
  /**
   * Lists of steps: head, then for each (object or 0, configuration, whether it is the first of its action, rounds, exits); for pairs of
   * goroutines the partner's configuration stands for the object.
   */
  rows: Int32Array;
  rowsUsed: number;

  // The state at hand.
  /** Where goroutines stand that wait to receive, how many there are, and the slots that they receive from, as bits. */
  readonly receivers: Uint8Array;
  waiting: number;
  awaited: number;
  /** Slots that one goroutine may forget, and that two may, in the state `keptIn`. */
  keptByOne: number;
  keptByTwo: number;
  keptIn: number;
  /** Goroutines that the last call of `meet` has moved, as bits. */
  met: number;

  /** States in a row that could not be expanded from here. */
  misses: number;

  // Successors that wait to be entered.
  pending: number;
  /** Their vectors, packed as the table has them, and the same memory as cells. */
  words: Int32Array;
  cells: Cells;
  shift: number;
  sums: Int32Array;
  parents: Int32Array;
  begins: Uint8Array;
  labels: Int32Array;
  rounds: Int32Array;
  exits: Int32Array;
  /** Written only: that memory was read in advance is what counts. */
  seen: Int32Array;
}

/** Successors that are collected before they are entered. */
export const batch = 256;

export function newQuick(): Quick {
  return {
    // A goroutine that has ended, 0, has no arms.
    first: Int32Array.from({ length: 64 }, (_, c) => (c === 0 ? 1 : 0)),
    arms: new Int32Array(64),
    receives: new Int32Array(64),
    polls: new Uint8Array(64),
    armCount: 1,
    armKind: new Uint8Array(64),
    armSlot: new Int32Array(64),
    armCase: new Int32Array(64),
    armLabel: new Int32Array(64),
    armObject: new Int32Array(64),
    armRow: new Int32Array(64),
    partners: new Int32Array(partnersKept),
    partnerRow: new Int32Array(partnersKept),
    pairs: new Int32Array(256 * 4),
    pairMask: 255,
    pairCount: 0,
    rows: new Int32Array(512),
    rowsUsed: 1,
    receivers: new Uint8Array(longestVector),
    waiting: 0,
    awaited: 0,
    keptByOne: 0,
    keptByTwo: 0,
    keptIn: -1,
    met: 0,
    misses: 0,
    pending: 0,
    words: new Int32Array(0),
    cells: new Uint8Array(0),
    shift: -1,
    sums: new Int32Array(batch),
    parents: new Int32Array(batch),
    begins: new Uint8Array(batch),
    labels: new Int32Array(batch),
    rounds: new Int32Array(batch),
    exits: new Int32Array(batch),
    seen: new Int32Array(batch),
  };
}

/** Makes room for a configuration's entries. */
export function reserveConfig(q: Quick, config: number): void {
  while (config >= q.first.length) {
    q.first = grown(q.first);
    q.arms = grown(q.arms);
    q.receives = grown(q.receives);
    q.polls = grownBytes(q.polls);
  }
}

export function addArm(q: Quick, kind: number, slot: number, which: number, label: number): void {
  if (q.armCount >= q.armSlot.length) {
    q.armKind = grownBytes(q.armKind);
    q.armSlot = grown(q.armSlot);
    q.armCase = grown(q.armCase);
    q.armLabel = grown(q.armLabel);
    q.armObject = grown(q.armObject);
    q.armRow = grown(q.armRow);
  }
  const arm = q.armCount++;
  q.armKind[arm] = kind;
  q.armSlot[arm] = slot;
  q.armCase[arm] = which;
  q.armLabel[arm] = label;
  q.armObject[arm] = -1;
}

function grownBytes(old: Uint8Array): Uint8Array {
  const bigger = new Uint8Array(old.length * 2 + 1);
  bigger.set(old);
  return bigger;
}

function place(arm: number, other: number, mask: number): number {
  let h = Math.imul(arm, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b);
  h ^= h >>> 15;
  return h & mask;
}

/** What is known about an arm beside an object: mostly that which it had the last time. */
export function rowFor(q: Quick, arm: number, object: number): number {
  if (q.armObject[arm] === object) return q.armRow[arm] as number;
  const row = lookUp(q, arm, object);
  if (row !== Row.unknown) {
    q.armObject[arm] = object;
    q.armRow[arm] = row;
  }
  return row;
}

/** Pairs of arms and partners that are found at once. */
const partnersKept = 1 << 12;

/** What is known about a sending arm beside a goroutine that may receive: mostly looked up before. */
export function rowWith(q: Quick, arm: number, partner: number): number {
  if (arm >= 0x8000 || partner >= 0x10000) return lookUp(q, arm, -1 - partner);
  const key = (arm << 16) | partner;
  const at = (arm * 67 + partner) & (partnersKept - 1);
  if (q.partners[at] === key) return q.partnerRow[at] as number;
  const row = lookUp(q, arm, -1 - partner);
  if (row !== Row.unknown) {
    q.partners[at] = key;
    q.partnerRow[at] = row;
  }
  return row;
}

/** What is known about a pair. */
function lookUp(q: Quick, arm: number, other: number): number {
  const { pairs, pairMask } = q;
  for (let at = place(arm, other, pairMask); ; at = (at + 1) & pairMask) {
    const known = pairs[at * 4] as number;
    if (known === arm && pairs[at * 4 + 1] === other) return pairs[at * 4 + 2] as number;
    if (known === 0) return Row.unknown;
  }
}

/** More pairs than this are not remembered: 32 MB with their index. */
const maxPairs = 1 << 20;

/** Remembers what a pair does. Whether there was room. */
export function remember(q: Quick, arm: number, other: number, row: number): boolean {
  if (q.pairCount >= maxPairs) return false;
  if (q.pairCount * 2 > q.pairMask) rehash(q);
  insert(q.pairs, q.pairMask, arm, other, row);
  q.pairCount++;
  return true;
}

function insert(pairs: Int32Array, mask: number, arm: number, other: number, row: number): void {
  let at = place(arm, other, mask);
  while (pairs[at * 4] !== 0) at = (at + 1) & mask;
  pairs[at * 4] = arm;
  pairs[at * 4 + 1] = other;
  pairs[at * 4 + 2] = row;
}

function rehash(q: Quick): void {
  const old = q.pairs;
  q.pairMask = q.pairMask * 2 + 1;
  q.pairs = new Int32Array((q.pairMask + 1) * 4);
  for (let k = 0; k < old.length; k += 4) {
    if (old[k] !== 0) insert(q.pairs, q.pairMask, old[k] as number, old[k + 1] as number, old[k + 2] as number);
  }
}

/** Begins a list of steps; `addStep` follows. */
export function beginRow(q: Quick): number {
  while (q.rowsUsed + rowHead > q.rows.length) q.rows = grown(q.rows);
  const row = q.rowsUsed;
  q.rows[row] = 0;
  q.rows[row + 1] = 0;
  q.rowsUsed += rowHead;
  return row;
}

export function addStep(
  q: Quick,
  row: number,
  object: number,
  config: number,
  drops: number,
  begins: boolean,
  rounds: number,
  exits: number,
): void {
  while (q.rowsUsed + rowStep > q.rows.length) q.rows = grown(q.rows);
  const at = q.rowsUsed;
  q.rows[row] = (q.rows[row] as number) + 1;
  q.rows[row + 1] = (q.rows[row + 1] as number) | drops;
  q.rows[at] = object;
  q.rows[at + 1] = config;
  q.rows[at + 2] = begins ? 1 : 0;
  q.rows[at + 3] = rounds;
  q.rows[at + 4] = exits;
  q.rowsUsed += rowStep;
}

/** Gives up a list that was begun last. */
export function dropRow(q: Quick, row: number): void {
  q.rowsUsed = row;
}

/** Bytes that remembered steps take. */
export function quickBytes(q: Quick): number {
  return q.pairs.byteLength + q.rows.byteLength + q.first.byteLength * 3 + q.armSlot.byteLength * 5;
}
