// Runs of goroutines in the naive engine: a second engine for communication programs, with structured interpretation, whole
// states as text, and no reduction. It shares no code with src/model, so that the two can check each other.

import type { Callee, CommProgram, Expr, Place, Site, Stmt } from '../../src/comm/comm.ts';

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
const isQ = (v: Val): boolean => Array.isArray(v) && v[0] === '?';
const isZ = (v: Val): boolean => Array.isArray(v) && v[0] === 'z';
const same = (a: Val, b: Val): boolean => JSON.stringify(a) === JSON.stringify(b);
export const num = (v: Val): number | null => (typeof v === 'number' ? v : isZ(v) ? 0 : null);
const bool = (v: Val): boolean | null => (typeof v === 'boolean' ? v : isZ(v) ? false : null);
/** Heap index, -1 for nil, -2 for anything else. */
const ref = (v: Val): number =>
  v === null || isZ(v) ? -1 : Array.isArray(v) && v[0] === 'ref' ? (v[1] as number) : -2;
const at = (site: Site): string => String(site.start);

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
function textIn(v: Val): string | null {
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

function fresh(ctx: Ctx, o: NObj): Val {
  return ['ref', ctx.state.heap.push(o) - 1];
}

function newRecord(ctx: Ctx, cls: number): Val {
  const fields = (ctx.program.classes[cls]?.fields ?? []).map((f): Val => {
    if (f.init.kind === 'value') return ev(ctx, [], f.init.value);
    if (f.init.kind === 'record') return newRecord(ctx, f.init.class);
    return newSync(ctx, f.init.sync);
  });
  return fresh(ctx, { k: 'rec', cls, fields });
}

function newSync(ctx: Ctx, sync: string): Val {
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

function elements(ctx: Ctx, v: Val): { o: NArr | null; lo: number; hi: number; max: number } | null {
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
function appended(ctx: Ctx, found: { o: NArr | null; lo: number; hi: number; max: number }, added: Val[]): Val {
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

function cut(ctx: Ctx, o: NArr, lo: number, hi: number, max: number): Val {
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

export function go(fn: number, args: Val[], ctx: Ctx, root: boolean): NGo {
  return { root, exiting: false, frames: [frame(ctx, fn, args, [])], phase: 0, op: { k: 'yield' }, site: '' };
}

function frame(ctx: Ctx, fn: number, args: Val[], targets: readonly (number | null)[]): NFrame {
  const p = ctx.program.procs[fn] as CommProgram['procs'][number];
  const vars = p.vars.map((_, i): Val => args[i] ?? (args.length > i ? (args[i] as Val) : Z));
  args.forEach((v, i) => {
    if (i < vars.length) vars[i] = v;
  });
  return {
    proc: fn,
    vars,
    stack: [{ list: ctx.listOf.get(p.body) as number, at: 0, loop: -1, inNext: false }],
    defers: [],
    mode: 'run',
    panic: '',
    targets: [...targets],
  };
}

function callee(ctx: Ctx, vars: Val[], c: Callee): { fn: number; first: Val[] } {
  if (c.kind === 'proc') return { fn: c.proc, first: [] };
  if (c.kind === 'value') {
    const f = ev(ctx, vars, c.func);
    if (Array.isArray(f) && f[0] === 'fn') return { fn: f[1] as number, first: f[2] as Val[] };
    return { fn: ref(f) === -1 ? -1 : -2, first: [] };
  }
  const recv = ev(ctx, vars, c.recv);
  const r = ref(recv);
  if (r === -1) return { fn: -1, first: [] };
  if (r >= 0) {
    const o = ctx.state.heap[r] as NObj;
    const row = o.k === 'rec' ? c.table.find((x) => x.class === o.cls) : undefined;
    return { fn: row?.proc ?? -2, first: [recv] };
  }
  if (!isQ(recv)) return { fn: -3, first: [] };
  if (c.table.length === 0) return { fn: -2, first: [recv] };
  return { fn: c.table[pick(ctx, c.table.length)]?.proc ?? -2, first: [recv] };
}

function leaveLoop(ctx: Ctx, e: Entry): void {
  const loop = ctx.loops[e.loop];
  if (e.loop >= 0 && loop?.kind === 'loop' && loop.termination === 'terminates') ctx.exits.add(e.loop);
}

function allExits(ctx: Ctx): void {
  ctx.loops.forEach((loop, i) => {
    if (loop.kind === 'loop' && loop.termination === 'terminates') ctx.exits.add(i);
  });
}

export function raise(ctx: Ctx, f: NFrame, fault: string): void {
  f.mode = 'panic';
  f.panic = fault;
  allExits(ctx);
}

/** Runs g until it stands before an operation; true if it has ended. */
export function settle(ctx: Ctx, g: NGo): boolean {
  let rounds = 0;
  if (g.phase !== 0) {
    const f = g.frames[g.frames.length - 1] as NFrame;
    if (f.mode === 'run') {
      const s = current(ctx, f) as Stmt;
      if (s.kind === 'lock') g.op = { k: 'lockwait', ch: ref(ev(ctx, f.vars, s.lock)) };
      else if (s.kind === 'cond') {
        const c = ref(ev(ctx, f.vars, s.cond));
        const locker = ref((ctx.state.heap[c] as { k: 'cond'; locker: Val }).locker);
        if (g.phase === 2) g.op = { k: 'parked', ch: c };
        else g.op = { k: g.phase === 1 ? 'lockwait' : 'lock', ch: locker };
      }
      return false;
    }
    g.phase = 0;
  }
  for (;;) {
    const f = g.frames[g.frames.length - 1];
    if (f === undefined) {
      if (g.root && ctx.root === 'main' && !g.exiting) {
        g.op = { k: 'mainend' };
        g.site = '';
        return false;
      }
      return true;
    }
    if (f.mode !== 'run') {
      const d = f.defers.pop();
      if (d !== undefined) {
        if (d.fn >= 0) g.frames.push(frame(ctx, d.fn, d.args, []));
        else if (d.fn === -1) raise(ctx, f, 'panic');
        continue;
      }
      g.frames.pop();
      const below = g.frames[g.frames.length - 1];
      if (f.mode === 'panic') {
        allExits(ctx);
        if (below === undefined) {
          g.op = { k: 'crash', fault: f.panic };
          g.site = '';
          return false;
        }
        below.mode = 'panic';
        below.panic = f.panic;
      } else if (f.mode === 'exit') {
        allExits(ctx);
        if (below !== undefined) {
          below.mode = 'exit';
          below.panic = '';
        }
      } else if (below !== undefined && below.mode === 'run') {
        const p = ctx.program.procs[f.proc] as CommProgram['procs'][number];
        f.targets.forEach((t, i) => {
          const from = p.results[i];
          if (t !== null && from !== undefined) below.vars[t] = f.vars[from] as Val;
        });
      }
      continue;
    }
    const top = f.stack[f.stack.length - 1];
    if (top === undefined) {
      f.mode = 'ret';
      continue;
    }
    const list = ctx.lists[top.list] as readonly Stmt[];
    if (top.at >= list.length) {
      if (top.loop < 0) {
        f.stack.pop();
        continue;
      }
      const loop = ctx.loops[top.loop] as Extract<Stmt, { kind: 'loop' }>;
      if (!top.inNext) {
        top.list = ctx.listOf.get(loop.next) as number;
        top.at = 0;
        top.inNext = true;
      } else {
        if (++rounds > 60) {
          // Spinning: stands before nothing in particular.
          g.op = { k: 'yield' };
          g.site = 'spin';
          return false;
        }
        if (loop.termination === 'terminates') ctx.rounds.add(top.loop);
        top.list = ctx.listOf.get(loop.body) as number;
        top.at = 0;
        top.inNext = false;
      }
      continue;
    }
    const s = list[top.at] as Stmt;
    g.site = at(s.site);
    try {
      if (exec(ctx, g, f, top, s)) return false;
    } catch (error) {
      if (error instanceof Divide) raise(ctx, f, 'panic');
      else if (error instanceof Panic) raise(ctx, f, error.fault);
      else throw error;
    }
  }
}

export function current(ctx: Ctx, f: NFrame): Stmt | undefined {
  const top = f.stack[f.stack.length - 1];
  return top === undefined ? undefined : ctx.lists[top.list]?.[top.at];
}

export function enterList(ctx: Ctx, f: NFrame, top: Entry, body: readonly Stmt[], loop = -1): void {
  top.at++;
  f.stack.push({ list: ctx.listOf.get(body) as number, at: 0, loop, inNext: false });
}

/** Executes one statement; true if g now stands before an operation. */
function exec(ctx: Ctx, g: NGo, f: NFrame, top: Entry, s: Stmt): boolean {
  const { vars } = f;
  const stop = (op: NOp): true => {
    g.op = op;
    return true;
  };
  switch (s.kind) {
    case 'assign':
      vars[s.target] = ev(ctx, vars, s.value);
      break;
    case 'new':
      if (s.what.kind === 'record') vars[s.target] = newRecord(ctx, s.what.class);
      else if (s.what.kind === 'sync') vars[s.target] = newSync(ctx, s.what.sync);
      else vars[s.target] = fresh(ctx, { k: 'cond', locker: ev(ctx, vars, s.what.locker) });
      break;
    case 'load': {
      const l = locate(ctx, vars, s.place);
      vars[s.target] = l === null ? Q : l.get();
      break;
    }
    case 'store': {
      const v = ev(ctx, vars, s.value);
      const l = locate(ctx, vars, s.place);
      if (l !== null) l.set(v);
      break;
    }
    case 'array': {
      const args = s.args.map((a) => ev(ctx, vars, a));
      const first = args[0] as Val;
      if (s.op === 'make') {
        const n = num(first);
        if (n !== null && n < 0) throw new Panic('panic');
        vars[s.target] =
          n === null
            ? Q
            : fresh(ctx, {
                k: 'arr',
                el: Array.from({ length: n }, () => args[1] ?? Z),
                open: false,
                next: -1,
                shift: 0,
              });
        break;
      }
      const found = elements(ctx, first);
      if (found === null) {
        const text = textIn(first);
        if (text === null || s.op === 'append') vars[s.target] = Q;
        else if (s.op === 'len') vars[s.target] = text.length;
        else {
          const from = args.length > 1 ? num(args[1] as Val) : 0;
          const to = args.length > 2 ? num(args[2] as Val) : text.length;
          if (from !== null && to !== null && (from < 0 || to < from || to > text.length)) throw new Panic('panic');
          vars[s.target] = from === null || to === null ? Q : ['atom', JSON.stringify(text.substring(from, to))];
        }
        break;
      }
      const length = found.hi - found.lo;
      if (s.op === 'len') vars[s.target] = length;
      else if (s.op === 'append') vars[s.target] = appended(ctx, found, args.slice(1));
      else {
        const end = args.length > 2 ? num(args[2] as Val) : length;
        let lo = args.length > 1 ? num(args[1] as Val) : 0;
        if (lo === null) {
          const most = end ?? length;
          lo = most < 0 || most > length ? 0 : pick(ctx, most + 1);
        }
        const hi = end ?? (lo < 0 || lo > length ? length : lo + pick(ctx, length - lo + 1));
        const { o, max } = found;
        const room = (max < 0 ? (o?.el.length ?? 0) : max) - found.lo;
        if (lo < 0 || hi < lo) throw new Panic('panic');
        if (hi > room) {
          if (o?.open !== true || max >= 0) throw new Panic('panic');
          vars[s.target] = Q;
        } else vars[s.target] = o === null ? null : cut(ctx, o, found.lo + lo, found.lo + hi, max);
      }
      break;
    }
    case 'map':
      execMap(ctx, vars, s);
      break;
    case 'chan': {
      const n = num(ev(ctx, vars, s.capacity));
      if (n === null) vars[s.target] = Q;
      else if (n < 0) {
        ctx.faults.push(`negative-capacity@${at(s.site)}`);
        throw new Panic('negative-capacity');
      } else vars[s.target] = fresh(ctx, { k: 'chan', cap: n, closed: false, buf: [], timer: 0 });
      break;
    }
    case 'send':
    case 'recv':
    case 'close':
    case 'timer': {
      const ch = ref(ev(ctx, vars, s.chan));
      const v = s.kind === 'send' ? ev(ctx, vars, s.value) : null;
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) {
        if (s.kind === 'close') {
          ctx.faults.push(`close-nil@${at(s.site)}`);
          throw new Panic('close-nil');
        }
        if (s.kind === 'timer') throw new Panic('panic');
        return stop({ k: 'nil' });
      }
      if (s.kind === 'send') return stop({ k: 'send', ch, v });
      if (s.kind === 'recv') return stop({ k: 'recv', ch });
      if (s.kind === 'close') return stop({ k: 'close', ch });
      return stop(s.op === 'stop' ? { k: 'stop', ch } : { k: 'timer', ch, how: s.op === 'once' ? 1 : 2 });
    }
    case 'select': {
      const cases = s.cases.map(({ comm }) => {
        const ch = ref(ev(ctx, vars, comm.chan));
        return { send: comm.kind === 'send', ch, v: comm.kind === 'send' ? ev(ctx, vars, comm.value) : null };
      });
      if (s.otherwise === null && cases.every((c) => c.ch === -1)) return stop({ k: 'never' });
      return stop({ k: 'select', cases, dflt: s.otherwise !== null });
    }
    case 'lock': {
      const ch = ref(ev(ctx, vars, s.lock));
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) throw new Panic('panic');
      return stop({ k: s.op, ch });
    }
    case 'waitgroup': {
      const ch = ref(ev(ctx, vars, s.group));
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) throw new Panic('panic');
      return stop(s.delta === null ? { k: 'wait', ch } : { k: 'add', ch, n: num(ev(ctx, vars, s.delta)) });
    }
    case 'cond': {
      const ch = ref(ev(ctx, vars, s.cond));
      if (ch === -2) return stop({ k: 'env' });
      if (ch === -1) throw new Panic('panic');
      if (s.op !== 'wait') return stop({ k: s.op, ch });
      const locker = ref((ctx.state.heap[ch] as { locker: Val }).locker);
      if (locker === -2) return stop({ k: 'env' });
      if (locker === -1) throw new Panic('panic');
      return stop({ k: 'condwait', ch, locker });
    }
    case 'atomic':
      return stop({ k: 'atomic' });
    case 'yield':
      return stop({ k: 'yield' });
    case 'exit':
      return stop({ k: 'exit' });
    case 'go':
    case 'call':
    case 'defer': {
      const target = callee(ctx, vars, s.callee);
      const args = [...target.first, ...s.args.map((a) => ev(ctx, vars, a))];
      if (s.kind === 'defer') f.defers.push({ fn: target.fn, args });
      else if (target.fn === -1) throw new Panic('panic');
      else if (s.kind === 'go') {
        if (target.fn >= 0) ctx.spawned.push(go(target.fn, args, ctx, false));
      } else if (target.fn === -3) {
        for (const t of s.targets) if (t !== null) vars[t] = false;
      } else if (target.fn === -2) {
        for (const t of s.targets) if (t !== null) vars[t] = Q;
      } else {
        top.at++;
        g.frames.push({
          ...frame(ctx, target.fn, args, s.targets),
          ...(s.through === true ? { through: true as const } : {}),
        });
        if (g.frames.length > 100) throw new TooLarge();
        return false;
      }
      break;
    }
    case 'return':
      for (const e of f.stack) leaveLoop(ctx, e);
      f.mode = 'ret';
      return false;
    case 'panic':
      if (s.op === 'fatal') return stop({ k: 'fatal' });
      if (s.op === 'panic') throw new Panic(`panic@${at(s.site)}`);
      g.exiting = true;
      f.mode = 'exit';
      f.panic = '';
      allExits(ctx);
      return false;
    case 'recover': {
      let at = g.frames.length - 1;
      while (at > 0 && g.frames[at]?.through === true) at--;
      const below = g.frames[at - 1];
      const stopped = below !== undefined && below.mode === 'panic';
      if (stopped) {
        below.mode = g.exiting ? 'exit' : 'ret';
        below.panic = '';
      }
      if (s.target !== null) vars[s.target] = stopped;
      break;
    }
    case 'if': {
      const c = bool(ev(ctx, vars, s.cond));
      const yes = c ?? pick(ctx, 2) === 0;
      enterList(ctx, f, top, yes ? s.then : s.otherwise);
      return false;
    }
    case 'choice':
      enterList(ctx, f, top, s.branches[pick(ctx, s.branches.length)] ?? []);
      return false;
    case 'loop':
      enterList(ctx, f, top, s.body, ctx.loopOf.get(s));
      return false;
    case 'branch': {
      for (;;) {
        const e = f.stack[f.stack.length - 1] as Entry;
        const loop = e.loop < 0 ? undefined : (ctx.loops[e.loop] as Extract<Stmt, { kind: 'loop' }>);
        if (loop !== undefined && loop.label === s.label) {
          if (s.op === 'break') {
            leaveLoop(ctx, e);
            f.stack.pop();
          } else {
            e.list = ctx.listOf.get(loop.next) as number;
            e.at = 0;
            e.inNext = true;
          }
          return false;
        }
        leaveLoop(ctx, e);
        f.stack.pop();
      }
    }
  }
  top.at++;
  return false;
}

function execMap(ctx: Ctx, vars: Val[], s: Extract<Stmt, { kind: 'map' }>): void {
  const args = s.args.map((a) => ev(ctx, vars, a));
  const give = (v: Val, ok: Val): void => {
    if (s.target !== null) vars[s.target] = v;
    if (s.ok !== null) vars[s.ok] = ok;
  };
  if (s.op === 'make') {
    give(fresh(ctx, { k: 'map', keys: [], vals: [], others: [] }), true);
    return;
  }
  const r = ref(args[0] as Val);
  if (r === -2) {
    give(Q, Q);
    return;
  }
  const m: NObj = r === -1 ? { k: 'map', keys: [], vals: [], others: [] } : (ctx.state.heap[r] as NObj);
  if (m.k !== 'map') {
    give(Q, Q);
    return;
  }
  const key = args[1] as Val;
  const find = (): number => {
    const sure = m.keys.findIndex((k) => equals(k, key) === true);
    if (sure >= 0) return sure;
    const maybe = m.keys.map((k, i) => (equals(k, key) === null ? i : -1)).filter((i) => i >= 0);
    return maybe.length === 0 ? -1 : (maybe[pick(ctx, maybe.length + 1)] ?? -1);
  };
  if (s.op === 'get') {
    const i = find();
    if (m.others.length > 0) {
      const p = pick(ctx, m.others.length + 1);
      if (p < m.others.length) {
        give(m.others[p] as Val, true);
        return;
      }
    }
    i < 0 ? give(Z, false) : give(m.vals[i] as Val, true);
    return;
  }
  if (s.op === 'set') {
    if (r === -1) throw new Panic('panic');
    const v = args[2] as Val;
    if (isQ(key)) {
      if (!m.others.some((o) => same(o, v))) m.others.push(v);
      return;
    }
    const i = m.keys.findIndex((k) => equals(k, key) === true);
    if (i >= 0) m.vals[i] = v;
    else {
      m.keys.push(key);
      m.vals.push(v);
    }
    return;
  }
  if (s.op === 'delete') {
    if (r === -1) return;
    const i = find();
    if (i >= 0) {
      m.keys.splice(i, 1);
      m.vals.splice(i, 1);
    }
    return;
  }
  if (s.op === 'len') {
    give(m.others.length > 0 ? Q : m.keys.length, true);
    return;
  }
  const i = num(key);
  if (m.others.length === 0 && i !== null) {
    give(m.keys[i] ?? Q, i < m.keys.length);
    return;
  }
  give(m.keys[pick(ctx, m.keys.length + 1)] ?? Q, true);
}
