// The machine: goroutines, frames, panics, channels, and the scheduler.

import type { Func } from '../../types/object.ts';
import type { Type } from '../../types/type.ts';
import type { FuncRef, Function as IrFunction } from '../ir.ts';
import { lowerFunction, methodOf } from '../lower-func.ts';
import type { Lowerer } from '../lowerer.ts';
import type { GhostState } from './ghost.ts';
import { type Agg, type Closure, Iface, type RType, rtype, Uncomparable, Unsupported, zeroOf } from './values.ts';

export type Op = (m: Machine, f: Frame) => void;

/** A function implemented here: gives its results, or undefined for none. */
export type Native = (m: Machine, args: readonly unknown[]) => readonly unknown[] | undefined | typeof again;

/** What a native returns to be called once more when its goroutine runs again. */
export const again = Symbol('again');

/** A function made ready to run. */
export interface Code {
  readonly id: string;
  readonly fn: IrFunction;
  readonly native: Native | null;
  ops: readonly Op[] | null;
  /** Wrappers are invisible to recover. */
  readonly wrapper: boolean;
}

export interface Deferred {
  readonly call: (m: Machine, panic: PanicRecord | null) => void;
}

export interface PanicRecord {
  /** Null for Goexit. */
  readonly value: unknown;
  readonly goexit: boolean;
  recovered: boolean;
}

export interface Frame {
  readonly code: Code;
  pc: number;
  readonly l: unknown[];
  readonly parent: Frame | null;
  /** Takes the results when the call returns. */
  readonly onReturn: ((m: Machine, f: Frame) => void) | null;
  defers: Deferred[] | null;
  /** The panic during which this frame, a deferred call, runs. */
  readonly duringPanic: PanicRecord | null;
  unwinding: PanicRecord | null;
  readonly depth: number;
}

export interface Goroutine {
  readonly id: number;
  top: Frame | null;
  status: 'run' | 'wait' | 'dead';
  /** Thrown when the goroutine runs again. */
  wakePanic: unknown;
  locked: boolean;
}

/** A Go panic on its way from an instruction to the goroutine that runs it. */
export class GoPanic {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** The end of the process. */
export class Exit {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

export interface Waiter {
  readonly g: Goroutine;
  readonly value: unknown;
  /** Called when the operation is done by another goroutine. */
  readonly done: (value: unknown, ok: boolean) => void;
  /** Shared by all waiters of one select. */
  readonly group: { fired: boolean };
}

export class Chan {
  readonly cap: number;
  readonly buf: unknown[] = [];
  readonly zero: () => unknown;
  recvq: Waiter[] = [];
  sendq: Waiter[] = [];
  closed = false;
  constructor(cap: number, elem: Type) {
    this.cap = cap;
    this.zero = zeroOf(elem);
  }
}

/** Types, values and methods of the standard library that natives use. */
export interface LibraryValues {
  /** The types of errors that fmt.Errorf and errors.New make. */
  readonly wrapError: Type | null;
  readonly plainError: Type | null;
  readonly stdout: Agg | null;
  readonly stderr: Agg | null;
  /** time.Time */
  readonly time: Type | null;
}

export interface MachineOptions {
  readonly lowerer: Lowerer;
  readonly natives: ReadonlyMap<string, Native>;
  /** Turns a function into instructions. */
  readonly compile: (m: Machine, fn: IrFunction) => readonly Op[];
  /** Types of run-time errors, from package runtime. */
  readonly errors: { readonly error: Type; readonly plain: Type; readonly assertion: Type };
  /** What functions that the interpreter has itself need from the program. */
  readonly library: LibraryValues;
  /** Contracts and ghost code are run and checked; null where they are left out. */
  readonly ghost: GhostState | null;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Null: round robin. */
  readonly seed: number | null;
  /** Instructions before the program is given up. */
  readonly fuel: number;
}

export interface Machine extends MachineOptions {
  readonly codes: Map<string, Code>;
  readonly globals: Map<number, unknown>;
  readonly runq: Goroutine[];
  readonly timers: { when: number; readonly fire: () => void }[];
  now: number;
  cur: Goroutine;
  nextId: number;
  random: number;
  /** What math/rand's source gave last. */
  lastRandom: number;
  spent: number;
  preempt: boolean;
  readonly waiting: Map<unknown, Goroutine[]>;
  /** Every goroutine that was started by a go statement. */
  readonly started: Goroutine[];
  /** Methods that calls through interfaces have found. */
  readonly dispatched: Map<RType, Map<Func, Code | null>>;
}

export function newMachine(options: MachineOptions): Machine {
  return {
    ...options,
    lastRandom: 12345,
    codes: new Map(),
    globals: new Map(),
    runq: [],
    timers: [],
    now: 1_700_000_000_000_000_000 / 1e6,
    cur: newGoroutine(0),
    nextId: 1,
    random: options.seed ?? 1,
    spent: 0,
    preempt: false,
    waiting: new Map(),
    started: [],
    dispatched: new Map(),
  };
}

/** The panic that an error thrown while an instruction ran stands for; null where it is not one of the program's. */
export function panicOf(m: Machine, error: unknown): GoPanic | null {
  if (error instanceof GoPanic) return error;
  if (!(error instanceof Uncomparable)) return null;
  const { type, what } = error;
  return new GoPanic(
    runtimeError(m, `${what}${what === 'comparing' ? ' uncomparable' : ' unhashable'} type ${type.name}`),
  );
}

function newGoroutine(id: number): Goroutine {
  return { id, top: null, status: 'run', wakePanic: null, locked: false };
}

export function codeOf(m: Machine, ref: FuncRef): Code {
  let code = m.codes.get(ref.id);
  if (code === undefined) {
    const fn = lowerFunction(m.lowerer, ref);
    const native = m.natives.get(ref.id) ?? m.natives.get(ref.id.replace(/\[.*\]/, '[...]')) ?? null;
    const wrapper = fn.origin === 'promoted' || fn.origin === 'bound-method' || fn.origin === 'method-expr';
    code = { id: ref.id, fn, native, ops: null, wrapper };
    m.codes.set(ref.id, code);
  }
  return code;
}

/** The method that a call through an interface runs. */
export function dispatch(m: Machine, t: RType, method: Func): Code {
  // Types outlive machines, code does not.
  let known = m.dispatched.get(t);
  if (known === undefined) m.dispatched.set(t, (known = new Map()));
  let code = known.get(method);
  if (code === undefined) {
    const ref = methodOf(m.lowerer, t.type, method);
    code = ref === null ? null : codeOf(m, ref);
    known.set(method, code);
  }
  if (code === null) throw new Unsupported(`method ${method.name} of ${t.name}`);
  return code;
}

// ---------------------------------------------------------------------------------------------------------------
// Errors

export function runtimeError(m: Machine, message: string): Iface {
  return new Iface(rtype(m.errors.error), message);
}

export function fail(m: Machine, message: string): never {
  throw new GoPanic(runtimeError(m, message));
}

export function failPlain(m: Machine, message: string): never {
  throw new GoPanic(new Iface(rtype(m.errors.plain), message));
}

export function failAssertion(m: Machine, message: string): never {
  throw new GoPanic(new Iface(rtype(m.errors.assertion), [message, null, null, '']));
}

export function nilDereference(m: Machine): never {
  fail(m, 'invalid memory address or nil pointer dereference');
}

// ---------------------------------------------------------------------------------------------------------------
// Calls

/** Starts a call in the current goroutine; `args` are owned by the callee. */
export function call(
  m: Machine,
  code: Code,
  captured: readonly unknown[],
  args: readonly unknown[],
  onReturn: Frame['onReturn'],
  onNative: ((results: readonly unknown[]) => void) | null,
  duringPanic: PanicRecord | null,
): void {
  const g = m.cur;
  if (code.native !== null) {
    const results = code.native(m, args);
    if (results === again) {
      if (g.top !== null) g.top.pc--;
      return;
    }
    onNative?.(results ?? []);
    return;
  }
  if (code.ops === null) {
    if (code.fn.body === null) throw new Unsupported(`function ${code.id}`);
    code.ops = m.compile(m, code.fn);
  }
  const fn = code.fn;
  const l = new Array<unknown>(fn.locals.length);
  for (let i = 0; i < fn.captures.length; i++) l[(fn.captures[i] as { id: number }).id] = captured[i];
  for (let i = 0; i < fn.params.length; i++) {
    const p = fn.params[i] as IrFunction['params'][number];
    l[p.id] = p.shared && needsCell(p.type) ? [args[i]] : args[i];
  }
  for (const r of fn.results) {
    const z = zeroOf(r.type)();
    l[r.id] = r.shared && needsCell(r.type) ? [z] : z;
  }
  const depth = g.top === null ? 0 : g.top.depth + 1;
  if (depth > 200_000) {
    m.stderr('runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n');
    throw new Exit(2);
  }
  g.top = { code, pc: 0, l, parent: g.top, onReturn, defers: null, duringPanic, unwinding: null, depth };
}

const cellMemo = new WeakMap<Type, boolean>();

/** Structs and arrays are their own cells. */
export function needsCell(t: Type): boolean {
  let known = cellMemo.get(t);
  if (known === undefined) {
    known = !Array.isArray(zeroOf(t)());
    cellMemo.set(t, known);
  }
  return known;
}

export function callValue(m: Machine, f: unknown, args: readonly unknown[], then: Frame['onReturn'] | null): void {
  if (f === null || f === undefined) nilDereference(m);
  const closure = f as Closure;
  call(m, closure.code, closure.captured, args, then, null, null);
}

/** The results of a frame that returns, ready to be kept. */
export function resultsOf(f: Frame): unknown[] {
  return f.code.fn.results.map((r) => {
    const v = f.l[r.id];
    return r.shared && needsCell(r.type) ? (v as unknown[])[0] : v;
  });
}

/** What a Return does: deferred calls first, then back to the caller. */
export function doReturn(m: Machine, f: Frame): void {
  const d = f.defers?.pop();
  if (d !== undefined) {
    f.pc--;
    d.call(m, null);
    return;
  }
  const g = m.cur;
  g.top = f.parent;
  f.onReturn?.(m, f);
  if (g.top === null) g.status = 'dead';
}

/** Runs a Go function to its end, from a native; other goroutines run meanwhile if it blocks. */
export function callSync(m: Machine, code: Code, captured: readonly unknown[], args: readonly unknown[]): unknown[] {
  const g = m.cur;
  const saved = g.top;
  let results: unknown[] | null = null;
  // A frame of its own at the bottom, so that a panic is seen when it would pass us.
  const stop = (_: Machine, f: Frame): void => {
    results = resultsOf(f);
  };
  let direct: readonly unknown[] | null = null;
  g.top = {
    code: syncCode,
    pc: 0,
    l: [],
    parent: null,
    onReturn: null,
    defers: null,
    duringPanic: null,
    unwinding: null,
    depth: saved === null ? 0 : saved.depth + 1,
  };
  const marker = g.top;
  call(m, code, captured, args, stop, (r) => (direct = r), null);
  if (direct !== null) {
    g.top = saved;
    return [...(direct as readonly unknown[])];
  }
  syncMarkers.add(marker);
  schedule(m, () => results !== null || g.top === null, g);
  syncMarkers.delete(marker);
  m.cur = g;
  g.top = saved;
  g.status = 'run';
  if (results === null) {
    const value = syncPanics.get(g);
    syncPanics.delete(g);
    throw new GoPanic(value);
  }
  return results;
}

/** Code of the frame below a call from a native: it only gives the word back. */
const syncCode: Code = {
  id: 'native',
  fn: null as unknown as IrFunction,
  native: null,
  ops: [
    (m, f) => {
      f.pc--;
      m.preempt = true;
    },
  ],
  wrapper: false,
};

const syncMarkers = new WeakSet<Frame>();
const syncPanics = new WeakMap<Goroutine, unknown>();

// ---------------------------------------------------------------------------------------------------------------
// Panics

export function startPanic(m: Machine, value: unknown, goexit = false): void {
  let p: PanicRecord = { value, goexit, recovered: false };
  for (;;) {
    try {
      unwind(m, p);
      return;
    } catch (error) {
      // A deferred call that could not even start, such as that of a nil function.
      const panic = panicOf(m, error);
      if (panic === null) throw error;
      p = { value: panic.value, goexit: false, recovered: false };
    }
  }
}

function unwind(m: Machine, p: PanicRecord): void {
  const g = m.cur;
  for (let f = g.top; f !== null; f = g.top) {
    if (syncMarkers.has(f)) {
      syncPanics.set(g, p.value);
      g.top = null;
      return;
    }
    const d = f.defers?.pop();
    if (d !== undefined) {
      f.unwinding = p;
      d.call(m, p);
      return;
    }
    g.top = f.parent;
  }
  g.status = 'dead';
  if (p.goexit) return;
  m.stderr(`panic: ${panicText(m, p.value)}\n\ngoroutine ${g.id} [running]:\n`);
  throw new Exit(2);
}

/** What a deferred call that ends during a panic leads to. */
export function afterDeferred(m: Machine, p: PanicRecord | null): void {
  if (p === null) return;
  const f = m.cur.top;
  if (f === null) return;
  if (p.recovered) {
    f.unwinding = null;
    // The last instruction of every function is a return.
    f.pc = (f.code.ops as readonly Op[]).length - 1;
    return;
  }
  unwind(m, p);
}

export function recoverIn(f: Frame): unknown {
  const p = f.duringPanic;
  if (p === null || p.recovered || p.goexit) return null;
  p.recovered = true;
  return p.value;
}

export function panicText(m: Machine, v: unknown): string {
  if (v === null) return 'nil';
  const x = v as Iface;
  if (x.t === rtype(m.errors.error)) return `runtime error: ${x.v as string}`;
  if (x.t === rtype(m.errors.plain)) return x.v as string;
  if (typeof x.v === 'string') return x.t.name === 'string' ? x.v : `${x.t.name}(${JSON.stringify(x.v)})`;
  if (typeof x.v === 'number' || typeof x.v === 'bigint' || typeof x.v === 'boolean') return `${x.t.name}(${x.v})`;
  return `(${x.t.name}) ...`;
}

// ---------------------------------------------------------------------------------------------------------------
// Goroutines

export function go(m: Machine, start: () => void): void {
  const g = newGoroutine(m.nextId++);
  const cur = m.cur;
  m.cur = g;
  try {
    start();
  } finally {
    m.cur = cur;
  }
  if (g.top === null) return;
  m.runq.push(g);
  m.started.push(g);
}

export function park(m: Machine): void {
  m.cur.status = 'wait';
}

export function ready(m: Machine, g: Goroutine): void {
  if (g.status !== 'wait') return;
  g.status = 'run';
  m.runq.push(g);
}

/** Waits until `wake` is called for the key. */
export function waitFor(m: Machine, key: unknown): void {
  let list = m.waiting.get(key);
  if (list === undefined) m.waiting.set(key, (list = []));
  list.push(m.cur);
  park(m);
}

export function wake(m: Machine, key: unknown, count: number): void {
  const list = m.waiting.get(key);
  if (list === undefined) return;
  for (const g of list.splice(0, count)) ready(m, g);
}

export function addTimer(m: Machine, delay: number, fire: () => void): { when: number; readonly fire: () => void } {
  const timer = { when: m.now + delay, fire };
  const at = m.timers.findIndex((t) => t.when > timer.when);
  if (at < 0) m.timers.push(timer);
  else m.timers.splice(at, 0, timer);
  return timer;
}

const timeSlice = 2000;

/** A number below `bound` that the seed decides. */
export function draw(m: Machine, bound: number): number {
  m.random = (Math.imul(m.random, 1103515245) + 12345) & 0x7fffffff;
  return (m.random >>> 8) % bound;
}

/** With a seed a goroutine may be interrupted after a few instructions, so that every order of steps can turn up. */
function sliceOf(m: Machine): number {
  if (m.seed === null) return timeSlice;
  return draw(m, 4) === 0 ? timeSlice : 1 + draw(m, 24);
}

/** Runs goroutines until `done`; with `nested`, that goroutine goes first. */
export function schedule(m: Machine, done: () => boolean, first: Goroutine): void {
  let g: Goroutine | null = first;
  for (;;) {
    if (g !== null) {
      run(m, g, done);
      if (done()) return;
      if (g.status === 'run') m.runq.push(g);
    }
    // With a seed time may also pass while goroutines can run.
    const early = m.seed !== null && m.timers.length > 0 && draw(m, 16) === 0;
    g = early ? null : next(m);
    if (g === null) {
      const timer = m.timers.shift();
      if (timer === undefined) {
        const why =
          first.status === 'dead' ? 'no goroutines (main called runtime.Goexit)' : 'all goroutines are asleep';
        m.stderr(`fatal error: ${why} - deadlock!\n`);
        throw new Exit(2);
      }
      m.now = Math.max(m.now, timer.when);
      timer.fire();
    }
  }
}

function next(m: Machine): Goroutine | null {
  if (m.runq.length === 0) return null;
  if (m.seed === null) return m.runq.shift() as Goroutine;
  return m.runq.splice(draw(m, m.runq.length), 1)[0] as Goroutine;
}

function run(m: Machine, g: Goroutine, done: () => boolean): void {
  m.cur = g;
  m.preempt = false;
  const slice = sliceOf(m);
  let budget = slice;
  if (g.wakePanic !== null) {
    const value = g.wakePanic;
    g.wakePanic = null;
    startPanic(m, value);
  }
  while (budget > 0 && g.status === 'run') {
    try {
      for (;;) {
        const f = g.top as Frame;
        if (f === null || f.code.ops === null) break;
        (f.code.ops[f.pc++] as Op)(m, f);
        if (g.status !== 'run' || --budget <= 0 || m.preempt) break;
      }
    } catch (error) {
      if (error instanceof Unsupported) throw new Unsupported(`${error.message}${inside(g)}`);
      const panic = panicOf(m, error);
      if (panic === null) throw error;
      startPanic(m, panic.value);
    }
    if (m.preempt || done()) break;
    if (g.top === null) break;
  }
  m.spent += slice - budget;
  if (m.spent > m.fuel) throw new Unsupported('a program that runs so long');
}

/** Which function of the library is running, for messages. */
function inside(g: Goroutine): string {
  const id = g.top?.code.id ?? '';
  return id === '' || id.startsWith('main.') ? '' : ` in ${id}`;
}

// ---------------------------------------------------------------------------------------------------------------
// Channels

function takeWaiter(queue: Waiter[]): Waiter | null {
  for (let w = queue.shift(); w !== undefined; w = queue.shift()) {
    if (w.group.fired) continue;
    w.group.fired = true;
    return w;
  }
  return null;
}

/** Sends if that does not block. */
export function trySend(m: Machine, c: Chan, value: unknown): boolean {
  if (c.closed) failPlain(m, 'send on closed channel');
  const w = takeWaiter(c.recvq);
  if (w !== null) {
    w.done(value, true);
    ready(m, w.g);
    return true;
  }
  if (c.buf.length < c.cap) {
    c.buf.push(value);
    return true;
  }
  return false;
}

/** Receives if that does not block. */
export function tryRecv(m: Machine, c: Chan, done: (value: unknown, ok: boolean) => void): boolean {
  if (c.buf.length > 0) {
    const value = c.buf.shift();
    const w = takeWaiter(c.sendq);
    if (w !== null) {
      c.buf.push(w.value);
      w.done(null, true);
      ready(m, w.g);
    }
    done(value, true);
    return true;
  }
  const w = takeWaiter(c.sendq);
  if (w !== null) {
    w.done(null, true);
    ready(m, w.g);
    done(w.value, true);
    return true;
  }
  if (c.closed) {
    done(c.zero(), false);
    return true;
  }
  return false;
}

export function closeChan(m: Machine, c: Chan | null): void {
  if (c === null) failPlain(m, 'close of nil channel');
  if (c.closed) failPlain(m, 'close of closed channel');
  c.closed = true;
  for (let w = takeWaiter(c.recvq); w !== null; w = takeWaiter(c.recvq)) {
    w.done(c.zero(), false);
    ready(m, w.g);
  }
  for (let w = takeWaiter(c.sendq); w !== null; w = takeWaiter(c.sendq)) {
    w.g.wakePanic = new Iface(rtype(m.errors.plain), 'send on closed channel');
    ready(m, w.g);
  }
}
