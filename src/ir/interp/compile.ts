// From ir to instructions of the machine: structured control becomes jumps.

import { identical, implements_, missingMethod, under } from '../../types/index.ts';
import type { ArrayType, Type } from '../../types/type.ts';
import type { GhostOp } from '../ghost.ts';
import type { Block, Function as IrFunction, Stmt } from '../ir.ts';
import { callStmt, later, select, unknown } from './calls.ts';
import { binary, type Compiler, expr, type Get, operator, owned, setter, type Target } from './expr.ts';
import { ghostStmt, specified } from './ghost.ts';
import {
  Chan,
  closeChan,
  codeOf,
  doReturn,
  draw,
  Exit,
  type Frame,
  fail,
  failAssertion,
  failPlain,
  GoPanic,
  go,
  type Machine,
  needsCell,
  nilDereference,
  type Op,
  park,
  recoverIn,
  runtimeError,
  tryRecv,
  trySend,
} from './machine.ts';
import { address, load, outOfRange, store } from './place.ts';
import {
  type Agg,
  bytesToString,
  Closure,
  copier,
  GoMap,
  type Iface,
  intKind,
  isAgg,
  keyOf,
  Ptr,
  type RType,
  rtype,
  Slice,
  Unsupported,
  utf8Decode,
  utf8Encode,
  zeroOf,
} from './values.ts';

export function compile(m: Machine, fn: IrFunction): readonly Op[] {
  if (fn.typeParams.length > 0) throw new Unsupported('a generic function without type arguments');
  const c: Compiler = { m, ops: [], breaks: new Map(), continues: new Map(), epilogue: null };
  if (m.ghost !== null && fn.contract !== null) {
    specified(c, fn);
    return c.ops;
  }
  block(c, fn.body as Block);
  // Where a recovered panic goes on; see afterDeferred.
  c.ops.push(doReturn);
  return c.ops;
}

/** Whether what runs may use what the ghost code computes: in code that is ghost as a whole. */
function hasValue(op: GhostOp): boolean {
  return op.kind === 'math' || op.kind === 'quantify' || op.kind === 'old';
}

export function jump(c: Compiler, to: Target): void {
  c.ops.push((_, f) => {
    f.pc = to.pc;
  });
}

export function here(c: Compiler, target: Target): void {
  target.pc = c.ops.length;
}

export function block(c: Compiler, b: Block): void {
  for (const s of b.list) stmt(c, s);
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

function stmt(c: Compiler, s: Stmt): void {
  const { m } = c;
  const push = (op: (f: Frame) => void): void => {
    c.ops.push((_, f) => op(f));
  };
  switch (s.kind) {
    case 'If': {
      const cond = expr(c, s.cond);
      const otherwise: Target = { pc: 0 };
      const end: Target = { pc: 0 };
      c.ops.push((_, f) => {
        if (!cond(f)) f.pc = otherwise.pc;
      });
      block(c, s.then);
      if (s.otherwise.list.length > 0) jump(c, end);
      here(c, otherwise);
      block(c, s.otherwise);
      here(c, end);
      return;
    }
    case 'Loop': {
      const start: Target = { pc: c.ops.length };
      const next: Target = { pc: 0 };
      const end: Target = { pc: 0 };
      c.breaks.set(s.label, end);
      c.continues.set(s.label, next);
      block(c, s.body);
      here(c, next);
      block(c, s.next);
      jump(c, start);
      here(c, end);
      return;
    }
    case 'Labelled': {
      const end: Target = { pc: 0 };
      c.breaks.set(s.label, end);
      block(c, s.body);
      here(c, end);
      return;
    }
    case 'Break':
      jump(c, c.breaks.get(s.label) as Target);
      return;
    case 'Continue':
      jump(c, c.continues.get(s.label) as Target);
      return;
    case 'Return':
      if (c.epilogue === null) c.ops.push(doReturn);
      else jump(c, c.epilogue);
      return;
    case 'Ghost':
      if (m.ghost !== null) ghostStmt(c, s.op, s.span);
      else if (hasValue(s.op)) throw new Unsupported('ghost code');
      return;
    case 'Select':
      select(c, s);
      return;
    case 'Declare': {
      const value = owned(c, s.value);
      const { id, shared, type } = s.local;
      if (shared && needsCell(type)) {
        push((f) => {
          f.l[id] = [value(f)];
        });
        return;
      }
      push((f) => {
        f.l[id] = value(f);
      });
      return;
    }
    case 'Assign': {
      const value = owned(c, s.value);
      const set = setter(s.local);
      push((f) => set(f, value(f)));
      return;
    }
    case 'Load': {
      const get = load(c, s.place);
      const copy = copier(s.place.type);
      const set = setter(s.target);
      push(copy === null ? (f) => set(f, get(f)) : (f) => set(f, copy(get(f))));
      return;
    }
    case 'Store': {
      const value = owned(c, s.value);
      const set = store(c, s.place);
      push((f) => set(f, value(f)));
      return;
    }
    case 'Addr': {
      const get = address(c, s.place);
      const set = setter(s.target);
      push((f) => set(f, get(f)));
      return;
    }
    case 'NilCheck': {
      const get = expr(c, s.pointer);
      push((f) => {
        if (get(f) === null) nilDereference(m);
      });
      return;
    }
    case 'New': {
      const value = owned(c, s.value);
      const set = setter(s.target);
      push(needsCell(s.value.type) ? (f) => set(f, new Ptr([value(f)], 0)) : (f) => set(f, value(f)));
      return;
    }
    case 'MakeSlice':
      makeSlice(c, s);
      return;
    case 'MakeMap': {
      const set = setter(s.target);
      push((f) => set(f, new GoMap()));
      return;
    }
    case 'MakeChan': {
      const cap = s.cap === null ? null : expr(c, s.cap);
      const set = setter(s.target);
      const { elem } = s.chan;
      push((f) => {
        const n = cap === null ? 0 : (cap(f) as number);
        if (n < 0 || typeof n !== 'number' || n > 2 ** 40) failPlain(m, 'makechan: size out of range');
        set(f, new Chan(n, elem));
      });
      return;
    }
    case 'Closure': {
      const ids = s.captured.map((l) => ({ id: l.id, shared: l.shared, copy: l.shared ? null : copier(l.type) }));
      const set = setter(s.target);
      const { func } = s;
      push((f) => {
        const captured = ids.map(({ id, copy }) => (copy === null ? f.l[id] : copy(f.l[id])));
        set(f, new Closure(codeOf(m, func), captured));
      });
      return;
    }
    case 'Index': {
      const x = expr(c, s.x);
      const index = expr(c, s.index);
      const set = setter(s.target);
      const u = under(s.x.type);
      const copy = copier(s.target.type);
      push((f) => {
        const v = x(f);
        const i = index(f) as number;
        const len =
          u.kind === 'Array' ? u.len : u.kind === 'Slice' ? ((v as Slice | null)?.len ?? 0) : (v as string).length;
        if (!(i >= 0 && i < len)) outOfRange(m, i, len);
        if (u.kind === 'Basic') set(f, (v as string).charCodeAt(Number(i)));
        else {
          const e = u.kind === 'Array' ? (v as Agg)[Number(i)] : (v as Slice).arr[(v as Slice).off + Number(i)];
          set(f, copy === null ? e : copy(e));
        }
      });
      return;
    }
    case 'Slice':
      slice(c, s);
      return;
    case 'MapGet': {
      const map = expr(c, s.map);
      const key = expr(c, s.key);
      const hash = keyOf(s.key.type);
      const set = setter(s.target);
      const ok = setter(s.ok);
      const elem = (under(s.map.type) as { elem: Type }).elem;
      const zero = zeroOf(elem);
      const copy = copier(elem);
      push((f) => {
        const k = hash(key(f));
        const e = (map(f) as GoMap | null)?.entries.get(k);
        set(f, e === undefined ? zero() : copy === null ? e[1] : copy(e[1]));
        ok(f, e !== undefined);
      });
      return;
    }
    case 'MapSet': {
      const map = expr(c, s.map);
      const key = owned(c, s.key);
      const hash = keyOf(s.key.type);
      const value = owned(c, s.value);
      push((f) => {
        const target = map(f) as GoMap | null;
        const k = key(f);
        const v = value(f);
        if (target === null) failPlain(m, 'assignment to entry in nil map');
        const h = hash(k);
        const e = target.entries.get(h);
        if (e === undefined) target.entries.set(h, [k, v]);
        else e[1] = v;
      });
      return;
    }
    case 'MapIter': {
      const map = expr(c, s.map);
      const set = setter(s.target);
      push((f) => {
        const target = map(f) as GoMap | null;
        if (target === null) set(f, null);
        else set(f, c.m.seed === null ? target.entries.values() : inAnyOrder(c.m, target));
      });
      return;
    }
    case 'MapNext': {
      const { id } = s.iter;
      const ok = setter(s.ok);
      const key = setter(s.key);
      const value = setter(s.value);
      const copyKey = s.key === null ? null : copier(s.key.type);
      const copyValue = s.value === null ? null : copier(s.value.type);
      push((f) => {
        const iter = f.l[id] as IterableIterator<[unknown, unknown]> | null;
        const r = iter === null ? null : iter.next();
        if (r === null || r.done === true) return ok(f, false);
        ok(f, true);
        key(f, copyKey === null ? r.value[0] : copyKey(r.value[0]));
        value(f, copyValue === null ? r.value[1] : copyValue(r.value[1]));
      });
      return;
    }
    case 'StringNext': {
      const text = expr(c, s.string);
      const at = expr(c, s.at);
      const rune = setter(s.rune);
      const width = setter(s.width);
      push((f) => {
        const [r, w] = utf8Decode(text(f) as string, at(f) as number);
        rune(f, r);
        width(f, w);
      });
      return;
    }
    case 'LenOf': {
      const x = expr(c, s.x);
      const set = setter(s.target);
      const { op } = s;
      push((f) => {
        const v = x(f) as GoMap | Chan | null;
        if (v === null) set(f, 0);
        else if (v instanceof GoMap) set(f, v.entries.size);
        else set(f, op === 'len' ? v.buf.length : v.cap);
      });
      return;
    }
    case 'TrapBinary':
      trapBinary(c, s);
      return;
    case 'TrapConvert': {
      const x = expr(c, s.x);
      const set = setter(s.target);
      const to = under(s.target.type);
      if (to.kind === 'Basic') {
        const bytes = intKind((under(s.x.type) as { elem: Type }).elem)?.bits === 8;
        push((f) => {
          const v = x(f) as Slice | null;
          if (bytes) set(f, bytesToString(v));
          else
            set(
              f,
              v === null
                ? ''
                : v.arr
                    .slice(v.off, v.off + v.len)
                    .map((r) => utf8Encode(r as number))
                    .join(''),
            );
        });
        return;
      }
      const array = (to.kind === 'Pointer' ? under(to.elem) : to) as ArrayType;
      const copy = copier(array.elem);
      push((f) => {
        const v = x(f) as Slice | null;
        const len = v?.len ?? 0;
        if (len < array.len) {
          fail(m, `cannot convert slice with length ${len} to array or pointer to array with length ${array.len}`);
        }
        if (to.kind === 'Pointer') {
          if (v === null) return set(f, null);
          if (v.off !== 0 || v.arr.length !== array.len) throw new Unsupported('a pointer to a part of a slice');
          return set(f, v.arr);
        }
        const part = v === null ? [] : v.arr.slice(v.off, v.off + array.len);
        set(f, copy === null ? part : part.map(copy));
      });
      return;
    }
    case 'TypeAssert':
      typeAssert(c, s);
      return;
    case 'Append':
      append(c, s);
      return;
    case 'Copy': {
      const dst = expr(c, s.dst);
      const src = expr(c, s.src);
      const set = setter(s.target);
      const elem = (under(s.dst.type) as { elem: Type }).elem;
      push((f) => set(f, copySlice(dst(f) as Slice | null, src(f), elem)));
      return;
    }
    case 'Call':
      callStmt(c, s);
      return;
    case 'Go': {
      const start = later(c, s.callee, s.args);
      push((f) => {
        const begin = start(f);
        try {
          go(m, () => begin(null));
        } catch (error) {
          if (!(error instanceof GoPanic)) throw error;
          m.stderr('fatal error: go of nil func value\n');
          throw new Exit(2);
        }
      });
      return;
    }
    case 'Defer': {
      const start = later(c, s.callee, s.args);
      const frame = s.frame?.id ?? -1;
      push((f) => {
        const begin = start(f);
        const owner = frame < 0 ? f : (f.l[frame] as Frame);
        owner.defers ??= [];
        owner.defers.push({ call: (_, panic) => begin(panic) });
      });
      return;
    }
    case 'Frame': {
      const { id } = s.target;
      push((f) => {
        f.l[id] = f;
      });
      return;
    }
    case 'Send': {
      const chan = expr(c, s.chan);
      const value = owned(c, s.value);
      push((f) => {
        const ch = chan(f) as Chan | null;
        const v = value(f);
        if (ch === null) return park(m);
        if (trySend(m, ch, v)) return;
        ch.sendq.push({ g: m.cur, value: v, done: () => {}, group: { fired: false } });
        park(m);
      });
      return;
    }
    case 'Recv': {
      const chan = expr(c, s.chan);
      const value = setter(s.value);
      const ok = setter(s.ok);
      push((f) => {
        const ch = chan(f) as Chan | null;
        if (ch === null) return park(m);
        const done = (v: unknown, there: boolean): void => {
          value(f, v);
          ok(f, there);
        };
        if (tryRecv(m, ch, done)) return;
        ch.recvq.push({ g: m.cur, value: null, done, group: { fired: false } });
        park(m);
      });
      return;
    }
    case 'Close': {
      const chan = expr(c, s.chan);
      push((f) => closeChan(m, chan(f) as Chan | null));
      return;
    }
    case 'Panic': {
      const value = expr(c, s.value);
      push((f) => {
        throw panicWith(m, value(f));
      });
      return;
    }
    case 'Fault': {
      const { message } = s;
      push(() => fail(m, message));
      return;
    }
    case 'Recover': {
      const set = setter(s.target);
      const frame = s.frame?.id ?? -1;
      push((f) => set(f, recoverIn(frame < 0 ? f : (f.l[frame] as Frame))));
      return;
    }
    case 'Unknown':
      unknown(c, s);
      return;
  }
}

export function panicWith(m: Machine, v: unknown): GoPanic {
  return new GoPanic(v ?? runtimeError(m, 'panic called with nil argument (use GODEBUG=panicnil=1 to disable)'));
}

function makeSlice(c: Compiler, s: Extract<Stmt, { kind: 'MakeSlice' }>): void {
  const { m } = c;
  const elem = (under(s.target.type) as { elem: Type }).elem;
  const zero = zeroOf(elem);
  const agg = isAgg(elem);
  const set = setter(s.target);
  if (s.init?.kind === 'string') {
    const text = expr(c, s.init.string);
    const bytes = intKind(elem)?.bits === 8;
    c.ops.push((_, f) => {
      const t = text(f) as string;
      const arr: unknown[] = [];
      for (let i = 0; i < t.length; ) {
        const [r, w] = bytes ? [t.charCodeAt(i), 1] : utf8Decode(t, i);
        arr.push(r);
        i += w;
      }
      set(f, new Slice(arr, 0, arr.length, arr.length));
    });
    return;
  }
  const len = expr(c, s.len);
  const cap = s.cap === null ? null : expr(c, s.cap);
  const elems = (s.init?.elems ?? []).map((e) => ({ index: e.index, get: owned(c, e.value) }));
  c.ops.push((_, f) => {
    const n = len(f) as number;
    const k = cap === null ? n : (cap(f) as number);
    if (!(n >= 0) || n > 2 ** 47 || (cap === null && k > 2 ** 47)) fail(m, 'makeslice: len out of range');
    if (k < n || k > 2 ** 47) fail(m, 'makeslice: cap out of range');
    if (k > 60_000_000) throw new Unsupported('a slice of that size');
    const arr = filled(Number(k), zero, agg);
    for (const { index, get } of elems) arr[index] = get(f);
    set(f, new Slice(arr, 0, Number(n), Number(k)));
  });
}

function filled(n: number, zero: () => unknown, agg: boolean): unknown[] {
  const arr = new Array<unknown>(n);
  if (agg) for (let i = 0; i < n; i++) arr[i] = zero();
  else arr.fill(zero());
  return arr;
}

function slice(c: Compiler, s: Extract<Stmt, { kind: 'Slice' }>): void {
  const { m } = c;
  const x = expr(c, s.x);
  const [low, high, max] = [s.low, s.high, s.max].map((e) => (e === null ? null : expr(c, e)));
  const set = setter(s.target);
  const u = under(s.x.type);
  const three = s.max !== null;
  c.ops.push((_, f) => {
    const v = x(f);
    let cap: number;
    let len: number;
    if (u.kind === 'Basic') cap = len = (v as string).length;
    else if (u.kind === 'Pointer') {
      if (v === null) nilDereference(m);
      cap = len = (under(u.elem) as ArrayType).len;
    } else {
      cap = (v as Slice | null)?.cap ?? 0;
      len = (v as Slice | null)?.len ?? 0;
    }
    const lo = low == null ? 0 : (low(f) as number);
    const hi = high == null ? len : (high(f) as number);
    const mx = max == null ? cap : (max(f) as number);
    const what = u.kind === 'Slice' ? 'capacity' : 'length';
    const bad = (n: unknown, limit: unknown): boolean => !((n as number) >= 0 && (n as number) <= (limit as number));
    const negative = (n: unknown): boolean => (n as number) < 0;
    const outside = (text: string): never => fail(m, `slice bounds out of range [${text}`);
    if (three) {
      if (bad(mx, cap)) outside(negative(mx) ? `::${mx}]` : `::${mx}] with ${what} ${cap}`);
      if (bad(hi, mx)) outside(negative(hi) ? `:${hi}:]` : `:${hi}:${mx}]`);
      if (bad(lo, hi)) outside(negative(lo) ? `${lo}::]` : `${lo}:${hi}:]`);
    } else {
      if (bad(hi, cap)) outside(negative(hi) ? `:${hi}]` : `:${hi}] with ${what} ${cap}`);
      if (bad(lo, hi)) outside(negative(lo) ? `${lo}:]` : `${lo}:${hi}]`);
    }
    const [l, h, k] = [Number(lo), Number(hi), Number(mx)];
    if (u.kind === 'Basic') set(f, (v as string).slice(l, h));
    else if (u.kind === 'Pointer') set(f, new Slice(v as Agg, l, h - l, k - l));
    else set(f, v === null ? null : new Slice((v as Slice).arr, (v as Slice).off + l, h - l, k - l));
  });
}

function trapBinary(c: Compiler, s: Extract<Stmt, { kind: 'TrapBinary' }>): void {
  const { m } = c;
  const { op } = s;
  const set = setter(s.target);
  if (op === '==' || op === '!=') {
    const get = binary(c, op, s.x, s.y, s.target.type);
    c.ops.push((_, f) => set(f, get(f)));
    return;
  }
  const x = expr(c, s.x);
  const y = expr(c, s.y);
  const operate = operator(c, op, s.target.type);
  if (op === '/' || op === '%') {
    c.ops.push((_, f) => {
      const a = x(f);
      const b = y(f);
      if (b === 0) fail(m, 'integer divide by zero');
      set(f, operate(a, b));
    });
    return;
  }
  c.ops.push((_, f) => {
    const a = x(f);
    const b = y(f);
    if ((b as number) < 0) fail(m, 'negative shift amount');
    set(f, operate(a, b));
  });
}

/** Null if the type implements the interface, else the name of a method that is missing. */
export function missing(t: RType, to: Type): string | null {
  let known = t.implements.get(to);
  if (known === undefined) {
    if (implements_(null, t.type, to, false, null)) known = null;
    else {
      const iface = under(to);
      const found = iface.kind === 'Interface' ? missingMethod(null, t.type, to, true, identical, null) : null;
      known = found?.[0].name ?? 'unknown';
    }
    t.implements.set(to, known);
  }
  return known;
}

function typeAssert(c: Compiler, s: Extract<Stmt, { kind: 'TypeAssert' }>): void {
  const { m } = c;
  const x = expr(c, s.x);
  const set = setter(s.target);
  const ok = s.ok === null ? null : setter(s.ok);
  const zero = zeroOf(s.asserted);
  const copy = copier(s.asserted);
  const toInterface = under(s.asserted).kind === 'Interface';
  const target = rtype(s.asserted);
  const source = rtype(s.x.type).name;
  c.ops.push((_, f) => {
    const v = x(f) as Iface | null;
    const lacks = v === null || !toInterface ? null : missing(v.t, s.asserted);
    const holds = v !== null && (toInterface ? lacks === null : v.t === target);
    if (holds) set(f, toInterface ? v : copy === null ? v.v : copy(v.v));
    else if (ok === null) {
      if (v === null) {
        if (toInterface) failAssertion(m, `interface conversion: interface is nil, not ${target.name}`);
        failAssertion(m, `interface conversion: ${source} is nil, not ${target.name}`);
      }
      if (toInterface)
        failAssertion(m, `interface conversion: ${v.t.name} is not ${target.name}: missing method ${lacks}`);
      failAssertion(m, `interface conversion: ${source} is ${v.t.name}, not ${target.name}`);
    } else set(f, zero());
    ok?.(f, holds);
  });
}

function append(c: Compiler, s: Extract<Stmt, { kind: 'Append' }>): void {
  const base = expr(c, s.slice);
  const set = setter(s.target);
  const elem = (under(s.target.type) as { elem: Type }).elem;
  const zero = zeroOf(elem);
  const agg = isAgg(elem);
  const copy = copier(elem);
  const gets = s.elems.kind === 'elems' ? s.elems.list.map((e) => owned(c, e)) : null;
  const spread = s.elems.kind === 'spread' ? expr(c, s.elems.x) : null;
  c.ops.push((_, f) => {
    const old = base(f) as Slice | null;
    let added: unknown[];
    if (gets !== null) added = gets.map((g) => g(f));
    else {
      const v = (spread as Get)(f) as Slice | string | null;
      if (typeof v === 'string') added = [...v].map((ch) => ch.charCodeAt(0));
      else added = v === null ? [] : v.arr.slice(v.off, v.off + v.len);
      if (copy !== null) added = added.map(copy);
    }
    const len = old?.len ?? 0;
    const n = len + added.length;
    if (added.length === 0) return set(f, old);
    if (old !== null && n <= old.cap) {
      for (let i = 0; i < added.length; i++) old.arr[old.off + len + i] = added[i];
      set(f, new Slice(old.arr, old.off, n, old.cap));
      return;
    }
    const cap = grow(old?.cap ?? 0, n);
    if (cap > 60_000_000) throw new Unsupported('a slice of that size');
    const arr = old === null ? [] : old.arr.slice(old.off, old.off + len);
    for (const v of added) arr.push(v);
    while (arr.length < cap) arr.push(agg ? zero() : zero());
    set(f, new Slice(arr, 0, n, cap));
  });
}

/** The capacity that append gives, but for the rounding to size classes. */
function grow(old: number, needed: number): number {
  if (needed > old * 2) return needed;
  if (old < 256) return old * 2;
  let cap = old;
  while (cap < needed) cap += Math.floor((cap + 3 * 256) / 4);
  return cap;
}

export function copySlice(dst: Slice | null, src: unknown, elem: Type): number {
  if (dst === null || src === null) return 0;
  const copy = copier(elem);
  if (typeof src === 'string') {
    const n = Math.min(dst.len, src.length);
    for (let i = 0; i < n; i++) dst.arr[dst.off + i] = src.charCodeAt(i);
    return n;
  }
  const from = src as Slice;
  const n = Math.min(dst.len, from.len);
  const part = from.arr.slice(from.off, from.off + n);
  for (let i = 0; i < n; i++) dst.arr[dst.off + i] = copy === null ? part[i] : copy(part[i]);
  return n;
}

/** The entries of a map in an order that the seed decides, without those that are deleted before their turn. */
function* inAnyOrder(m: Machine, map: GoMap): Generator<[unknown, unknown]> {
  const entries = [...map.entries];
  while (entries.length > 0) {
    const [[hash, entry] = [null, null]] = entries.splice(draw(m, entries.length), 1);
    if (entry !== null && map.entries.get(hash) === entry) yield entry;
  }
}
