// Components: what stands in one place of a state vector. Equal components are one number.

import { assert } from '../base/assert.ts';
import { slotsOf, unknown, type Value, type ValueTable } from './value.ts';

export interface Deferred {
  /** -1 for a nil function: it panics when it is called. -2 for an unknown one. */
  readonly proc: number;
  readonly args: readonly Value[];
}

/** What a frame is doing: its code, or its deferred calls after a return, a panic or a goexit. */
export const running = 0;
export const returning = 1;
export const panicking = 2;
export const exiting = 3;

export interface Frame {
  readonly proc: number;
  /** The next instruction; for a frame that waits for a call, the one behind the call. */
  readonly pc: number;
  readonly vars: readonly Value[];
  readonly defers: readonly Deferred[];
  readonly mode: number;
  /** Index of the panic that unwinds this frame, or -1. */
  readonly panic: number;
}

/** Kinds of operations that a goroutine stands before. */
export const Op = {
  send: 1,
  recv: 2,
  select: 3,
  close: 4,
  lock: 5,
  unlock: 6,
  rlock: 7,
  runlock: 8,
  trylock: 9,
  tryrlock: 10,
  /** A writer that has announced itself and waits for readers to leave. */
  lockWait: 11,
  add: 12,
  wait: 13,
  condWait: 14,
  parked: 15,
  signal: 16,
  broadcast: 17,
  timer: 18,
  stopTimer: 19,
  atomic: 20,
  yield: 21,
  exit: 22,
  fatal: 23,
  crash: 24,
  mainEnd: 25,
  /** An operation on an object of the environment: goes on at any time. */
  environment: 26,
  /** Blocked forever: a nil channel, or a select without cases. */
  never: 27,
  /** Not followed any further: what happens behind this is not known. */
  gap: 28,
} as const;

export interface SelectCase {
  readonly send: boolean;
  /** 0 for nil, -1 for a channel of the environment. */
  readonly slot: number;
  readonly value: Value;
}

/** A goroutine's next operation, with its operands evaluated. */
export interface Operation {
  readonly op: number;
  readonly slot: number;
  /** The value sent, the number added, or an index into tables of the program. */
  readonly value: Value;
  readonly cases: readonly SelectCase[];
  readonly hasDefault: boolean;
}

export interface Config {
  readonly kind: 'config';
  readonly frames: readonly Frame[];
  readonly root: boolean;
  readonly exiting: boolean;
  /** The procedure the goroutine began with. */
  readonly entry: number;
  /** Within one operation: 0 before it; see `interpret.ts`. */
  readonly phase: number;
  readonly operation: Operation;
}

export interface Chan {
  readonly kind: 'chan';
  readonly origin: number;
  readonly capacity: number;
  readonly closed: boolean;
  readonly buffer: readonly Value[];
  /** 0 none, 1 fires once, 2 fires again and again. */
  readonly timer: number;
  readonly rank: number | null;
}

export interface ArrayComponent {
  readonly kind: 'array';
  readonly elements: readonly Value[];
  /** Whether there may be room behind the elements: how much an append has made is not known. */
  readonly open: boolean;
  /** The array that an append made of this one, from `shift` on: they may share their elements. `zero` where there is none. */
  readonly next: Value;
  readonly shift: number;
}

export type Component =
  | { readonly kind: 'free' }
  | Config
  | Chan
  | { readonly kind: 'globals'; readonly values: readonly Value[] }
  | { readonly kind: 'record'; readonly class: number; readonly fields: readonly Value[]; readonly origin: number }
  | ArrayComponent
  /** A slice of an array from `low` to `high`, which may grow up to `max`; -1: as far as the array goes. */
  | { readonly kind: 'view'; readonly base: Value; readonly low: number; readonly high: number; readonly max: number }
  /** `others`: values under keys that are not known. */
  | {
      readonly kind: 'map';
      readonly keys: readonly Value[];
      readonly values: readonly Value[];
      readonly others: readonly Value[];
    }
  | { readonly kind: 'mutex'; readonly locked: boolean; readonly origin: number }
  /** writer: 0 none, 1 waits, 2 holds. */
  | { readonly kind: 'rwmutex'; readonly readers: number; readonly writer: number; readonly origin: number }
  /** A null count is not known. */
  | { readonly kind: 'waitgroup'; readonly count: number | null; readonly origin: number }
  | { readonly kind: 'cond'; readonly locker: Value; readonly origin: number };

export interface ComponentTable {
  readonly values: ValueTable;
  readonly list: Component[];
  readonly keys: Map<string, number>;
  /** Slots that each component refers to. */
  readonly refs: (readonly number[])[];
  /** The same as bits; bit 31 stands for all slots from 31 on. */
  readonly masks: number[];
  /** The operation of a config, 0 for objects; its slot. For the inner loop. */
  readonly op: number[];
  readonly slot: number[];
  readonly isRoot: boolean[];
  /** Of objects, for the inner loop: what they are, and two numbers that `intern` explains. */
  readonly tag: number[];
  readonly a: number[];
  readonly b: number[];
  readonly hash: number[];
  /** By value sent, the channel with it; by number added, the WaitGroup after it. */
  readonly pushed: (Map<number, number> | null)[];
  readonly popped: number[];
  readonly changed: Map<number, number>;
  /** About how many bytes components, and what is remembered about them, take. */
  bytes: number;
  /** How many components are channels with a running timer. */
  timers: number;
}

export const freeComponent = 0;

/** Kinds of objects as numbers; a channel with a running timer is `timer`. */
export const Tag = { chan: 1, timer: 2, mutex: 3, rwmutex: 4, waitgroup: 5 } as const;

export function newComponentTable(values: ValueTable): ComponentTable {
  const t: ComponentTable = {
    values,
    list: [],
    keys: new Map(),
    refs: [],
    masks: [],
    op: [],
    slot: [],
    isRoot: [],
    tag: [],
    a: [],
    b: [],
    hash: [],
    pushed: [],
    popped: [],
    changed: new Map(),
    bytes: 0,
    timers: 0,
  };
  assert(intern(t, { kind: 'free' }) === freeComponent);
  return t;
}

/** The number of a component. */
export function intern(t: ComponentTable, c: Component): number {
  const key = keyOf(c);
  const old = t.keys.get(key);
  if (old !== undefined) return old;
  const id = t.list.push(c) - 1;
  t.keys.set(key, id);
  // Measured: 300 bytes for the objects and their rows in all the arrays; arrays of values are about as long as the key.
  t.bytes += 400 + key.length * 4;
  const refs = refsOf(t.values, c);
  t.refs.push(refs);
  let mask = 0;
  for (const slot of refs) mask |= slot < 31 ? 1 << slot : 1 << 31;
  t.masks.push(mask);
  t.op.push(c.kind === 'config' ? c.operation.op : 0);
  t.slot.push(c.kind === 'config' ? c.operation.slot : 0);
  t.isRoot.push(c.kind === 'config' && c.root);
  let tag = 0;
  let a = 0;
  let b = 0;
  switch (c.kind) {
    case 'chan':
      tag = c.timer === 0 ? Tag.chan : Tag.timer;
      if (tag === Tag.timer) t.timers++;
      // Room that is left, and values that are there; -1 in `a` for a closed channel.
      a = c.closed ? -1 : c.capacity - c.buffer.length;
      b = c.buffer.length;
      break;
    case 'mutex':
      tag = Tag.mutex;
      a = c.locked ? 1 : 0;
      break;
    case 'rwmutex':
      tag = Tag.rwmutex;
      a = c.readers;
      b = c.writer;
      break;
    case 'waitgroup':
      tag = Tag.waitgroup;
      a = c.count ?? 0;
      b = c.count === null ? 1 : 0;
      break;
    default:
  }
  t.tag.push(tag);
  t.a.push(a);
  t.b.push(b);
  // An ended goroutine, 0, does not count in a state's hash.
  t.hash.push(id === 0 ? 0 : scramble(id + 1));
  t.pushed.push(null);
  t.popped.push(-1);
  return id;
}

export function scramble(x: number): number {
  let h = Math.imul(x, 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  return Math.imul(h, 0xc2b2ae35) | 0;
}

function keyOf(c: Component): string {
  switch (c.kind) {
    case 'free':
      return '';
    case 'config': {
      let key = `g${c.root ? 'r' : ''}${c.exiting ? 'x' : ''}${c.entry}.${c.phase}`;
      for (const f of c.frames) {
        key += `|${f.proc}.${f.pc}.${f.mode}.${f.panic}:${f.vars.join(',')}`;
        for (const d of f.defers) key += `;${d.proc}(${d.args.join(',')})`;
      }
      // Most operands follow from the frames; those of special ends do not.
      return `${key}#${c.operation.op}.${c.operation.slot}.${c.operation.value}`;
    }
    case 'chan':
      return `c${c.origin}.${c.capacity}.${c.closed ? 1 : 0}.${c.timer}.${c.rank}:${c.buffer.join(',')}`;
    case 'globals':
      return `G${c.values.join(',')}`;
    case 'record':
      return `r${c.class}.${c.origin}:${c.fields.join(',')}`;
    case 'array':
      return `a${c.open ? 1 : 0}.${c.next}.${c.shift}:${c.elements.join(',')}`;
    case 'view':
      return `v${c.base}.${c.low}.${c.high}.${c.max}`;
    case 'map':
      return `m${c.keys.join(',')}:${c.values.join(',')}:${c.others.join(',')}`;
    case 'mutex':
      return `l${c.origin}.${c.locked ? 1 : 0}`;
    case 'rwmutex':
      return `w${c.origin}.${c.readers}.${c.writer}`;
    case 'waitgroup':
      return `n${c.origin}.${c.count}`;
    case 'cond':
      return `d${c.origin}.${c.locker}`;
  }
}

function refsOf(t: ValueTable, c: Component): readonly number[] {
  const refs: number[] = [];
  switch (c.kind) {
    case 'config':
      for (const f of c.frames) {
        for (const value of f.vars) slotsOf(t, value, refs);
        for (const d of f.defers) for (const value of d.args) slotsOf(t, value, refs);
      }
      if (c.operation.slot > 0) refs.push(c.operation.slot);
      for (const one of c.operation.cases) {
        if (one.slot > 0) refs.push(one.slot);
        slotsOf(t, one.value, refs);
      }
      if (c.operation.op === Op.send) slotsOf(t, c.operation.value, refs);
      break;
    case 'chan':
      for (const value of c.buffer) slotsOf(t, value, refs);
      break;
    case 'globals':
      for (const value of c.values) slotsOf(t, value, refs);
      break;
    case 'record':
      for (const value of c.fields) slotsOf(t, value, refs);
      break;
    case 'array':
      for (const value of c.elements) slotsOf(t, value, refs);
      slotsOf(t, c.next, refs);
      break;
    case 'view':
      slotsOf(t, c.base, refs);
      break;
    case 'map':
      for (const value of c.keys) slotsOf(t, value, refs);
      for (const value of c.values) slotsOf(t, value, refs);
      for (const value of c.others) slotsOf(t, value, refs);
      break;
    case 'cond':
      slotsOf(t, c.locker, refs);
      break;
    default:
  }
  return refs.length < 2 ? refs : [...new Set(refs)];
}

// ---------------------------------------------------------------------------------------------------------------
// Changes of objects, remembered

export function chanOf(t: ComponentTable, id: number): Chan {
  const c = t.list[id] as Component;
  assert(c.kind === 'chan', 'not a channel');
  return c;
}

/** The channel with one more value in its buffer. */
export function push(t: ComponentTable, id: number, value: Value): number {
  let known = t.pushed[id];
  if (known === null || known === undefined) {
    known = new Map();
    t.pushed[id] = known;
  }
  let next = known.get(value);
  if (next === undefined) {
    const c = chanOf(t, id);
    next = intern(t, { ...c, buffer: [...c.buffer, value] });
    known.set(value, next);
  }
  return next;
}

/** The channel without the oldest value of its buffer. */
export function pop(t: ComponentTable, id: number): number {
  let next = t.popped[id] as number;
  if (next < 0) {
    const c = chanOf(t, id);
    next = intern(t, { ...c, buffer: c.buffer.slice(1) });
    t.popped[id] = next;
  }
  return next;
}

/** Kinds of changes that need no operand. */
export const Change = { close: 0, lock: 1, unlock: 2, rlock: 3, runlock: 4, announce: 5, stop: 6 } as const;

/** The object after a change, which must be possible. */
export function change(t: ComponentTable, id: number, what: number): number {
  const key = id * 16 + what;
  let next = t.changed.get(key);
  if (next === undefined) {
    next = intern(t, changeOf(t.list[id] as Component, what));
    t.changed.set(key, next);
  }
  return next;
}

function changeOf(c: Component, what: number): Component {
  if (c.kind === 'chan') {
    if (what === Change.close) return { ...c, closed: true };
    if (what === Change.stop) return { ...c, timer: 0 };
  }
  if (c.kind === 'mutex') return { ...c, locked: what === Change.lock };
  if (c.kind === 'rwmutex') {
    if (what === Change.lock) return { ...c, writer: 2 };
    if (what === Change.unlock) return { ...c, writer: 0 };
    if (what === Change.announce) return { ...c, writer: 1 };
    if (what === Change.rlock) return { ...c, readers: c.readers + 1 };
    if (what === Change.runlock) return { ...c, readers: c.readers - 1 };
  }
  return c;
}

/** The channel after its timer has fired: a ticker goes on, and what finds no room is dropped. */
export function fire(t: ComponentTable, id: number): number {
  const key = id * 16 + 9;
  let next = t.changed.get(key);
  if (next === undefined) {
    const c = chanOf(t, id);
    const room = !c.closed && c.buffer.length < c.capacity;
    next = intern(t, { ...c, timer: c.timer === 1 ? 0 : c.timer, buffer: room ? [...c.buffer, unknown] : c.buffer });
    t.changed.set(key, next);
  }
  return next;
}

/** The WaitGroup with its count changed; a null delta makes it unknown. The result may be negative. */
export function addTo(t: ComponentTable, id: number, delta: number | null): number {
  let known = t.pushed[id];
  if (known === null || known === undefined) {
    known = new Map();
    t.pushed[id] = known;
  }
  const key = delta ?? Number.MAX_SAFE_INTEGER;
  let next = known.get(key);
  if (next === undefined) {
    const c = t.list[id] as Component;
    assert(c.kind === 'waitgroup', 'not a WaitGroup');
    next = intern(t, { ...c, count: c.count === null || delta === null ? null : c.count + delta });
    known.set(key, next);
  }
  return next;
}

/** The channel with a timer started. */
export function startTimer(t: ComponentTable, id: number, timer: number, rank: number | null): number {
  return intern(t, { ...chanOf(t, id), timer, rank });
}
