// The data of one search: states, the graph between them, and the vectors that the inner loop works on.

import { scramble, Tag } from './component.ts';
import type { Machine, Result } from './machine.ts';
import { newQuick, type Quick } from './quick-data.ts';
import { type Cells, cellsIn, firstCell, lastCell, newStateTable, type StateTable } from './table.ts';

/** Reductions that a search may use; README.md says what each keeps. */
export interface Reductions {
  /** Goroutines as a multiset: sorted, ended ones dropped. */
  readonly symmetry: boolean;
  /** Only some goroutines move where the others cannot notice. Keeps deadlocks and what steps break, nothing else. */
  readonly partialOrder: boolean;
}

/** A step under way: the goroutine that moves, by which case of a select, with which result. Positions in the state's vector; 0 for none. */
export interface Action {
  mover: number;
  partner: number;
  moverCase: number;
  partnerCase: number;
  moverResult: Result | null;
  partnerResult: Result | null;
  /** The slot of a timer that fires. */
  timer: number;
}

/** The outcome of an operation, and the object in a slot after it; out is -1 for the end of the process. */
export interface Recorded {
  readonly out: number;
  readonly slot: number;
  readonly object: number;
}

export interface Search {
  readonly machine: Machine;
  readonly reductions: Reductions;
  readonly table: StateTable;
  cur: Int32Array;
  nxt: Int32Array;
  tmp: Int32Array;
  /** The state under construction, packed as the table has it. */
  packed: Int32Array;
  packedCells: Cells;
  length: number;
  sum: number;
  state: number;
  /** For each position of `cur`, whether its goroutine can move. */
  moved: Uint8Array;
  readonly action: Action;
  /** Called instead of entering states, to find the step between two states again. */
  inspect: ((vec: Int32Array, length: number) => void) | null;
  /** Takes down what goroutines do by themselves, instead of doing it: see `quick.ts`. */
  record: Recorded[] | null;
  readonly quick: Quick;

  // The graph, in order of states.
  readonly keepGraph: boolean;
  parents: Int32Array;
  edgeStarts: Int32Array;
  targets: Int32Array;
  /** 1 where a new action begins. */
  begins: Uint8Array;
  /** Loops shown to end, gone round and left: only where the program has such loops. */
  rounds: Int32Array;
  exits: Int32Array;
  /** For each edge the slot of the channel that it communicates on, or 0: only where formulas ask for it. */
  labels: Int32Array;
  label: number;
  /** Whether slots keep their objects forever, so that a slot means one channel along every run. */
  readonly keepObjects: boolean;
  edges: number;
  /** States below this have their edges, or none. */
  started: number;
  transitions: number;
  beginsAction: boolean;
  /** Goroutines that can move, `words` numbers for each state. */
  canMove: Int32Array;
  words: number;
  /** Initial states, with the runs that lead to them. */
  readonly initial: { readonly state: number; readonly result: Result }[];
  /** The lowest state entered since this was last reset. */
  lowest: number;
  /** Whether a step since then ended the process. */
  ended: boolean;
  /** States whose successors are not all known. */
  readonly cut: Set<number>;
  readonly terminal: number[];
  /** The first state before a step with each fault. */
  readonly faultAt: Map<number, number>;
  expanded: number;
  /** Whether a state has a channel with a running timer. */
  timers: boolean;
  maxGoroutines: number;
}

/** Odd multipliers, so that components in different slots count differently in a state's hash. */
export const slotFactor: Int32Array = Int32Array.from({ length: 4096 }, (_, i) => scramble(i + 77) | 1);

export function factor(slot: number): number {
  return slotFactor[slot & 4095] as number;
}

export function newSearch(machine: Machine, reductions: Reductions, keepGraph: boolean, keepObjects: boolean): Search {
  const loops = machine.code.endingLoops !== 0;
  const packed = new Int32Array(64);
  return {
    machine,
    reductions,
    table: newStateTable(),
    cur: new Int32Array(64),
    nxt: new Int32Array(64),
    tmp: new Int32Array(64),
    packed,
    packedCells: cellsIn(packed, 2),
    length: 0,
    sum: 0,
    state: 0,
    moved: new Uint8Array(64),
    action: { mover: 0, partner: 0, moverCase: -1, partnerCase: -1, moverResult: null, partnerResult: null, timer: 0 },
    inspect: null,
    record: null,
    quick: newQuick(),
    keepGraph,
    parents: new Int32Array(128),
    edgeStarts: new Int32Array(keepGraph ? 128 : 1),
    targets: new Int32Array(keepGraph ? 256 : 1),
    begins: new Uint8Array(keepGraph ? 256 : 1),
    rounds: new Int32Array(keepGraph && loops ? 256 : 0),
    exits: new Int32Array(keepGraph && loops ? 256 : 0),
    labels: new Int32Array(keepGraph && keepObjects ? 256 : 0),
    label: 0,
    keepObjects,
    edges: 0,
    started: 0,
    transitions: 0,
    beginsAction: false,
    canMove: new Int32Array(keepGraph ? 128 : 1),
    words: 1,
    initial: [],
    lowest: 0,
    ended: false,
    cut: new Set(),
    terminal: [],
    faultAt: new Map(),
    expanded: 0,
    timers: false,
    maxGoroutines: 0,
  };
}

/** Makes room for vectors of `length` cells. */
export function reserve(s: Search, length: number): void {
  if (length <= s.nxt.length) return;
  const size = Math.max(length, s.nxt.length * 2);
  for (const name of ['cur', 'nxt', 'tmp'] as const) {
    const bigger = new Int32Array(size);
    bigger.set(s[name]);
    s[name] = bigger;
  }
  s.packed = new Int32Array(size);
  s.packedCells = cellsIn(s.packed, s.table.shift);
  const moved = new Uint8Array(size);
  moved.set(s.moved);
  s.moved = moved;
}

/** Loads a state into the working vectors. */
export function loadState(s: Search, state: number): void {
  const { table } = s;
  const start = firstCell(table, state);
  const length = lastCell(table, state) - start;
  reserve(s, length + 1);
  const { cells } = table;
  for (let k = 0; k < length; k++) s.cur[k] = cells[start + k] as number;
  s.length = length;
  s.state = state;
  s.sum = table.sums[state] as number;
  for (let k = 0; k < length; k++) s.moved[k] = 0;
  const { tag } = s.machine.comps;
  s.timers = false;
  for (let k = 2; k <= (s.cur[0] as number); k++) if (tag[s.cur[k] as number] === Tag.timer) s.timers = true;
}
