// Values, objects and expressions of the naive engine, which shares no code with src/model.

import type { CommProgram, Expr, Place, Site, Stmt } from '../../src/comm/comm.ts';

/** Values: integers, booleans, null for nil, and tagged arrays. `['z']` is the zero value of an unnamed type. */
export type Val = number | boolean | null | ['?'] | ['z'] | ['atom', string] | ['ref', number] | ['fn', number, Val[]];

export interface Entry {
  /** Number of the statement list, the next statement in it, and the loop whose body or `next` it is. */
  list: number;
  at: number;
  loop: number;
  inNext: boolean;
}

export interface NFrame {
  proc: number;
  vars: Val[];
  stack: Entry[];
  defers: { fn: number; args: Val[] }[];
  mode: 'run' | 'ret' | 'panic' | 'exit';
  panic: string;
  targets: (number | null)[];
  through?: true;
}

export type NOp =
  | { k: 'send'; ch: number; v: Val }
  | { k: 'recv'; ch: number }
  | { k: 'select'; cases: { send: boolean; ch: number; v: Val }[]; dflt: boolean }
  | { k: 'close' | 'parked' | 'signal' | 'broadcast' | 'stop' | 'wait'; ch: number }
  | { k: 'lock' | 'unlock' | 'rlock' | 'runlock' | 'trylock' | 'tryrlock' | 'lockwait'; ch: number }
  | { k: 'add'; ch: number; n: number | null }
  | { k: 'condwait'; ch: number; locker: number }
  | { k: 'timer'; ch: number; how: number }
  | { k: 'atomic' | 'yield' | 'exit' | 'fatal' | 'mainend' | 'env' | 'never' | 'nil' | 'gap' }
  | { k: 'crash'; fault: string };

export interface NGo {
  root: boolean;
  exiting: boolean;
  frames: NFrame[];
  phase: number;
  op: NOp;
  site: string;
}

/** `next`: what an append made of it, from `shift` on, or -1. */
export interface NArr {
  k: 'arr';
  el: Val[];
  open: boolean;
  next: number;
  shift: number;
}

export type NObj =
  | { k: 'chan'; cap: number; closed: boolean; buf: Val[]; timer: number }
  | { k: 'mutex'; locked: boolean }
  | { k: 'rw'; readers: number; writer: number }
  | { k: 'wg'; n: number | null }
  | { k: 'cond'; locker: Val }
  | { k: 'rec'; cls: number; fields: Val[] }
  | NArr
  | { k: 'view'; base: Val; lo: number; hi: number; max: number }
  | { k: 'map'; keys: Val[]; vals: Val[]; others: Val[] };

export interface NState {
  gs: (NGo | null)[];
  heap: NObj[];
  globals: Val[];
  over: string;
}

export class TooLarge extends Error {}

export interface Ctx {
  program: CommProgram;
  params: readonly (number | boolean)[];
  root: string;
  lists: (readonly Stmt[])[];
  listOf: Map<readonly Stmt[], number>;
  loopOf: Map<Stmt, number>;
  loops: Stmt[];
  // Of the run under way:
  state: NState;
  script: number[];
  taken: number;
  arity: number[];
  faults: string[];
  rounds: Set<number>;
  exits: Set<number>;
  spawned: NGo[];
}

export const Q: Val = ['?'];
export const Z: Val = ['z'];
export const isQ = (v: Val): boolean => Array.isArray(v) && v[0] === '?';
const isZ = (v: Val): boolean => Array.isArray(v) && v[0] === 'z';
export const same = (a: Val, b: Val): boolean => JSON.stringify(a) === JSON.stringify(b);
export const num = (v: Val): number | null => (typeof v === 'number' ? v : isZ(v) ? 0 : null);
export const bool = (v: Val): boolean | null => (typeof v === 'boolean' ? v : isZ(v) ? false : null);
/** Heap index, -1 for nil, -2 for anything else. */
export const ref = (v: Val): number =>
  v === null || isZ(v) ? -1 : Array.isArray(v) && v[0] === 'ref' ? (v[1] as number) : -2;
export const at = (site: Site): string => String(site.start);

export class Divide extends Error {}

export function index(ctx: Ctx, body: readonly Stmt[]): void {
  if (ctx.listOf.has(body)) return;
  ctx.listOf.set(body, ctx.lists.push(body) - 1);
  for (const s of body) {
    if (s.kind === 'if') [s.then, s.otherwise].forEach((b) => void index(ctx, b));
    else if (s.kind === 'choice') s.branches.forEach((b) => void index(ctx, b));
    else if (s.kind === 'select') {
      s.cases.forEach((c) => void index(ctx, c.body));
      if (s.otherwise !== null) index(ctx, s.otherwise);
    } else if (s.kind === 'loop') {
      ctx.loopOf.set(s, ctx.loops.push(s) - 1);
      index(ctx, s.body);
      index(ctx, s.next);
    }
  }
}

export function equals(a: Val, b: Val): boolean | null {
  if (isQ(a) || isQ(b)) return null;
  if (same(a, b)) return true;
  if (isZ(a) || isZ(b)) {
    const o = isZ(a) ? b : a;
    if (o === null || o === 0 || o === false) return true;
    const text = textIn(o);
    if (text !== null) return text === '';
    if (Array.isArray(o) && o[0] === 'atom') return null;
  }
  return false;
}

export function ev(ctx: Ctx, vars: Val[], e: Expr): Val {
  switch (e.kind) {
    case 'int':
    case 'bool':
      return e.value;
    case 'atom':
      return ['atom', e.value];
    case 'nil':
      return null;
    case 'unknown':
      return Q;
    case 'param':
      return ctx.params[e.index] ?? Q;
    case 'var':
      return vars[e.index] as Val;
    case 'func':
      return ['fn', e.proc, e.captured.map((c) => ev(ctx, vars, c))];
    case 'unary': {
      const x = ev(ctx, vars, e.x);
      if (e.op === '!') {
        const b = bool(x);
        return b === null ? Q : !b;
      }
      const n = num(x);
      return n === null ? Q : 0 - n;
    }
    case 'binary': {
      const x = ev(ctx, vars, e.x);
      if (e.op === '&&' && bool(x) === false) return false;
      if (e.op === '||' && bool(x) === true) return true;
      const y = ev(ctx, vars, e.y);
      if (e.op === '&&' || e.op === '||') {
        const a = bool(x);
        const b = bool(y);
        if (e.op === '&&' && b === false) return false;
        if (e.op === '||' && b === true) return true;
        if (a === null || b === null) return Q;
        return e.op === '&&' ? a && b : a || b;
      }
      if (e.op === '==' || e.op === '!=') {
        const r = equals(x, y);
        return r === null ? Q : e.op === '==' ? r : !r;
      }
      if (e.op === '++' || e.op === '.<') {
        const [s, t] = [textIn(x), textIn(y)];
        if (s === null || t === null) return Q;
        if (e.op === '.<') return s < t;
        return s.length + t.length > 64 ? Q : ['atom', JSON.stringify(s + t)];
      }
      const a = num(x);
      const b = num(y);
      if ((e.op === '/' || e.op === '%') && b === 0) throw new Divide();
      if (a === null || b === null) return Q;
      if (['&', '|', '^', '&^', '<<', '>>'].includes(e.op)) return bits(e.op, a, b);
      if (e.op === '+') return a + b;
      if (e.op === '-') return a - b;
      if (e.op === '*') return a * b;
      if (e.op === '/') return Math.trunc(a / b) + 0;
      if (e.op === '%') return (a % b) + 0;
      if (e.op === '<') return a < b;
      if (e.op === '<=') return a <= b;
      if (e.op === '>') return a > b;
      return a >= b;
    }
  }
}

/** A bit of the result for each bit of the operands, from the lowest. */
function bits(op: string, a: number, b: number): Val {
  if (op === '<<' || op === '>>') {
    if (b < 0) return Q;
    const r = op === '>>' ? Math.floor(a / 2 ** Math.min(b, 64)) : a === 0 ? 0 : a * 2 ** b;
    return Number.isSafeInteger(r) ? r + 0 : Q;
  }
  let result = 0;
  let weight = 1;
  for (let i = 0; i < 52; i++, weight *= 2) {
    const [p, q] = [a, b].map((n) => Math.abs(Math.floor(n / weight) % 2) === 1) as [boolean, boolean];
    const on = op === '&' ? p && q : op === '|' ? p || q : op === '^' ? p !== q : p && !q;
    // The last one is the sign.
    if (on) result += i === 51 ? -weight : weight;
  }
  return result;
}

/** The text that a value is; nothing yet is an empty one. */
export function textIn(v: Val): string | null {
  if (!Array.isArray(v)) return null;
  if (v[0] === 'z') return '';
  return v[0] === 'atom' && /^".*"$/s.test(v[1]) ? JSON.parse(v[1]) : null;
}

export function pick(ctx: Ctx, n: number): number {
  if (n <= 1) return 0;
  if (ctx.taken === ctx.script.length) {
    ctx.script.push(0);
    ctx.arity.push(n);
  }
  return ctx.script[ctx.taken++] as number;
}

export function fresh(ctx: Ctx, o: NObj): Val {
  return ['ref', ctx.state.heap.push(o) - 1];
}

export function newRecord(ctx: Ctx, cls: number): Val {
  const fields = (ctx.program.classes[cls]?.fields ?? []).map((f): Val => {
    if (f.init.kind === 'value') return ev(ctx, [], f.init.value);
    if (f.init.kind === 'record') return newRecord(ctx, f.init.class);
    return newSync(ctx, f.init.sync);
  });
  return fresh(ctx, { k: 'rec', cls, fields });
}

export function newSync(ctx: Ctx, sync: string): Val {
  if (sync === 'mutex') return fresh(ctx, { k: 'mutex', locked: false });
  if (sync === 'rwmutex') return fresh(ctx, { k: 'rw', readers: 0, writer: 0 });
  return fresh(ctx, { k: 'wg', n: 0 });
}

export class Panic extends Error {
  readonly fault: string;
  constructor(fault: string) {
    super(fault);
    this.fault = fault;
  }
}

export function elements(ctx: Ctx, v: Val): { o: NArr | null; lo: number; hi: number; max: number } | null {
  const r = ref(v);
  if (r === -1) return { o: null, lo: 0, hi: 0, max: -1 };
  if (r < 0) return null;
  const o = ctx.state.heap[r] as NObj;
  if (o.k === 'arr') return { o, lo: 0, hi: o.el.length, max: -1 };
  if (o.k !== 'view') return null;
  const base = ctx.state.heap[ref(o.base)] as NObj;
  return base.k === 'arr' ? { o: base, lo: o.lo, hi: o.hi, max: o.max } : null;
}

/** The array that may share an element with this one, if there is one. */
function sharer(ctx: Ctx, a: NArr, i: number): NArr | null {
  if (a.next < 0 || i < a.shift) return null;
  const b = ctx.state.heap[a.next] as NArr;
  return i - a.shift < b.el.length ? b : null;
}

function getElement(ctx: Ctx, a: NArr, i: number): Val {
  const b = sharer(ctx, a, i);
  if (b === null) return a.el[i] as Val;
  const own = a.el[i] as Val;
  const other = getElement(ctx, b, i - a.shift);
  return JSON.stringify(own) === JSON.stringify(other) || pick(ctx, 2) === 0 ? own : other;
}

function setElement(ctx: Ctx, a: NArr, i: number, v: Val): void {
  a.el[i] = v;
  const b = sharer(ctx, a, i);
  if (b !== null && pick(ctx, 2) === 1) setElement(ctx, b, i - a.shift, v);
}

/** What an append gives. */
export function appended(ctx: Ctx, found: { o: NArr | null; lo: number; hi: number; max: number }, added: Val[]): Val {
  const { o, lo, hi, max } = found;
  if (o !== null && added.length > 0 && hi + added.length <= (max < 0 ? o.el.length : max)) {
    for (const [i, v] of added.entries()) setElement(ctx, o, hi + i, v);
    return cut(ctx, o, lo, hi + added.length, max);
  }
  const kept = o === null ? [] : Array.from({ length: hi - lo }, (_, i) => getElement(ctx, o, lo + i));
  const made = fresh(ctx, { k: 'arr', el: [...kept, ...added], open: true, next: -1, shift: 0 });
  if (o?.open && max < 0 && hi === o.el.length && o.next < 0) {
    o.next = ref(made);
    o.shift = lo;
  }
  return made;
}

export function cut(ctx: Ctx, o: NArr, lo: number, hi: number, max: number): Val {
  const base: Val = ['ref', ctx.state.heap.indexOf(o)];
  return lo === 0 && max < 0 && hi === o.el.length ? base : fresh(ctx, { k: 'view', base, lo, hi, max });
}

interface Located {
  get: () => Val;
  set: (v: Val) => void;
}

function oneOf(all: Val[], i: number): Located {
  return {
    get: () => all[i] as Val,
    set: (v) => {
      all[i] = v;
    },
  };
}

/** The container and index of a place, or null if it is unknown. */
export function locate(ctx: Ctx, vars: Val[], p: Place): Located | null {
  if (p.kind === 'global') return oneOf(ctx.state.globals, p.index);
  if (p.kind === 'field') {
    const r = ref(ev(ctx, vars, p.object));
    if (r === -1) throw new Panic('panic');
    if (r < 0) return null;
    const o = ctx.state.heap[r] as NObj;
    return o.k === 'rec' && p.field < o.fields.length ? oneOf(o.fields, p.field) : null;
  }
  const a = ev(ctx, vars, p.array);
  const i = ev(ctx, vars, p.index);
  const found = elements(ctx, a);
  if (found === null) return null;
  const n = found.hi - found.lo;
  const known = num(i);
  if (n === 0 || found.o === null || (known !== null && (known < 0 || known >= n))) throw new Panic('panic');
  const { o } = found;
  const at = found.lo + (known ?? pick(ctx, n));
  return { get: () => getElement(ctx, o, at), set: (v) => setElement(ctx, o, at, v) };
}
