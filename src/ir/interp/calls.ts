// Calls, go and defer, built-ins run later, select, and package unsafe.

import { under } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import type { Callee, Expr, SelectStmt, Stmt } from '../ir.ts';
import { block, copySlice, here, jump, panicWith } from './compile.ts';
import { type Compiler, expr, owned, type Put, setter, type Target } from './expr.ts';
import {
  afterDeferred,
  type Chan,
  call,
  closeChan,
  codeOf,
  dispatch,
  type Frame,
  type Machine,
  nilDereference,
  type PanicRecord,
  park,
  resultsOf,
  tryRecv,
  trySend,
  type Waiter,
} from './machine.ts';
import { printBuiltin } from './print.ts';
import {
  bytesToString,
  type Closure,
  copier,
  GoMap,
  type Iface,
  intKind,
  keyOf,
  Ptr,
  Slice,
  Unsupported,
  zeroOf,
} from './values.ts';

// ---------------------------------------------------------------------------------------------------------------
// Calls

export function callStmt(c: Compiler, s: Extract<Stmt, { kind: 'Call' }>): void {
  const { m } = c;
  const args = s.args.map((a) => owned(c, a));
  const sets = s.targets.map((t) => setter(t));
  const { callee } = s;
  if (callee.kind === 'builtin') {
    const run = builtin(c, callee.name, s.args);
    c.ops.push((_, f) => {
      const v = run(args.map((a) => a(f)));
      sets[0]?.(f, v);
    });
    return;
  }
  const into = (f: Frame, results: readonly unknown[]): void => {
    for (let i = 0; i < sets.length; i++) (sets[i] as Put)(f, results[i]);
  };
  const onReturn = sets.length === 0 ? null : (_: Machine, done: Frame) => into(done.parent as Frame, resultsOf(done));
  const find = resolve(c, callee);
  c.ops.push((_, f) => {
    const target = find(f);
    const values = args.map((a) => a(f));
    const all = target.recv === undefined ? values : [target.recv, ...values];
    // A wrapper passes the right to recover on.
    const panic = f.code.wrapper ? f.duringPanic : null;
    call(m, target.code, target.captured, all, onReturn, (r) => into(f, r), panic);
  });
}

interface Callable {
  readonly code: Parameters<typeof call>[1];
  readonly captured: readonly unknown[];
  /** Undefined unless the call goes through an interface. */
  readonly recv: unknown;
}

function resolve(c: Compiler, callee: Exclude<Callee, { kind: 'builtin' }>): (f: Frame) => Callable {
  const { m } = c;
  switch (callee.kind) {
    case 'static': {
      let found: Callable | null = null;
      const { func } = callee;
      return () => {
        found ??= { code: codeOf(m, func), captured: [], recv: undefined };
        return found;
      };
    }
    case 'value': {
      const get = expr(c, callee.func);
      return (f) => {
        const v = get(f) as Closure | null;
        if (v === null) nilDereference(m);
        return { code: v.code, captured: v.captured, recv: undefined };
      };
    }
    case 'method': {
      const get = expr(c, callee.recv);
      const { method } = callee;
      return (f) => {
        const v = get(f) as Iface | null;
        if (v === null) nilDereference(m);
        const copy = copier(v.t.type);
        return { code: dispatch(m, v.t, method), captured: [], recv: copy === null ? v.v : copy(v.v) };
      };
    }
  }
}

/** For go and defer: evaluates now, gives what starts the call. */
export function later(
  c: Compiler,
  callee: Callee,
  exprs: readonly Expr[],
): (f: Frame) => (panic: PanicRecord | null) => void {
  const { m } = c;
  const args = exprs.map((a) => owned(c, a));
  if (callee.kind === 'builtin') {
    const { name } = callee;
    if (name === 'recover') {
      return () => (panic) => {
        if (panic !== null && !panic.goexit) panic.recovered = true;
        afterDeferred(m, panic);
      };
    }
    const run = builtin(c, name, exprs);
    return (f) => {
      const values = args.map((a) => a(f));
      return (panic) => {
        run(values);
        afterDeferred(m, panic);
      };
    };
  }
  const lazy = callee.kind === 'value' ? expr(c, callee.func) : null;
  const find = callee.kind === 'value' ? null : resolve(c, callee);
  return (f) => {
    const value = lazy?.(f) as Closure | null | undefined;
    const target = find?.(f) ?? null;
    const values = args.map((a) => a(f));
    return (panic) => {
      let code: Callable['code'];
      let captured: readonly unknown[] = [];
      let all = values;
      if (target !== null) {
        code = target.code;
        if (target.recv !== undefined) all = [target.recv, ...values];
      } else {
        // A nil function panics when it is called, not when it is deferred.
        if (value === null || value === undefined) nilDereference(m);
        code = value.code;
        captured = value.captured;
      }
      const onReturn = (): void => afterDeferred(m, panic);
      call(m, code, captured, all, onReturn, onReturn, panic);
    };
  };
}

function builtin(c: Compiler, name: string, exprs: readonly Expr[]): (args: readonly unknown[]) => unknown {
  const { m } = c;
  const types = exprs.map((e) => e.type);
  switch (name) {
    case 'print':
    case 'println':
      return (args) => m.stderr(printBuiltin(args, types, name === 'println'));
    case 'delete': {
      const hash = keyOf(types[1] as Type);
      return (args) => {
        const k = hash(args[1]);
        (args[0] as GoMap | null)?.entries.delete(k);
      };
    }
    case 'clear': {
      const u = under(types[0] as Type);
      const zero = u.kind === 'Slice' ? zeroOf(u.elem) : null;
      return ([x]) => {
        if (x === null) return;
        if (x instanceof GoMap) x.entries.clear();
        else if (x instanceof Slice && zero !== null) for (let i = 0; i < x.len; i++) x.arr[x.off + i] = zero();
      };
    }
    case 'close':
      return ([x]) => closeChan(m, x as Chan | null);
    case 'panic':
      return ([x]) => {
        throw panicWith(m, x);
      };
    case 'copy': {
      const elem = (under(types[0] as Type) as { elem: Type }).elem;
      return ([dst, src]) => copySlice(dst as Slice | null, src, elem);
    }
    case 'recover':
      return () => null;
    default:
      throw new Unsupported(`built-in ${name} run later`);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Select

export function select(c: Compiler, s: SelectStmt): void {
  const { m } = c;
  const end: Target = { pc: 0 };
  const cases = s.cases.map(({ comm }) => ({
    comm,
    chan: expr(c, comm.chan),
    value: comm.kind === 'send' ? owned(c, comm.value) : null,
    set: comm.kind === 'recv' ? setter(comm.value) : null,
    ok: comm.kind === 'recv' ? setter(comm.ok) : null,
    body: { pc: 0 },
  }));
  const otherwise: Target = { pc: 0 };
  const hasDefault = s.otherwise !== null;
  c.ops.push((_, f) => {
    const ready_ = cases.map((k) => ({ k, chan: k.chan(f) as Chan | null, value: k.value?.(f) }));
    m.random = (Math.imul(m.random, 1103515245) + 12345) & 0x7fffffff;
    const first = ready_.length === 0 ? 0 : m.random % ready_.length;
    const finish =
      (k: (typeof cases)[number]) =>
      (v: unknown, there: boolean): void => {
        k.set?.(f, v);
        k.ok?.(f, there);
        f.pc = k.body.pc;
      };
    for (let i = 0; i < ready_.length; i++) {
      const { k, chan, value } = ready_[(first + i) % ready_.length] as (typeof ready_)[number];
      if (chan === null) continue;
      if (k.comm.kind === 'send') {
        if (!trySend(m, chan, value)) continue;
        f.pc = k.body.pc;
        return;
      }
      if (tryRecv(m, chan, finish(k))) return;
    }
    if (hasDefault) {
      f.pc = otherwise.pc;
      return;
    }
    const group = { fired: false };
    for (const { k, chan, value } of ready_) {
      if (chan === null) continue;
      const w: Waiter = { g: m.cur, value, done: finish(k), group };
      (k.comm.kind === 'send' ? chan.sendq : chan.recvq).push(w);
    }
    park(m);
  });
  for (const [i, k] of cases.entries()) {
    here(c, k.body);
    block(c, (s.cases[i] as (typeof s.cases)[number]).body);
    jump(c, end);
  }
  here(c, otherwise);
  if (s.otherwise !== null) block(c, s.otherwise);
  here(c, end);
}

// ---------------------------------------------------------------------------------------------------------------
// Package unsafe

/** Whether what a pointer leads to looks like a value of the type that it now points to. */
function fits(x: unknown, type: Type | null): boolean {
  const u = type === null ? null : under(type);
  if (u?.kind !== 'Pointer') return true;
  const elem = under(u.elem);
  if (Array.isArray(x)) {
    return (
      (elem.kind === 'Array' && elem.len === x.length) || (elem.kind === 'Struct' && elem.fields.length === x.length)
    );
  }
  if (!(x instanceof Ptr) || elem.kind === 'Array' || elem.kind === 'Struct') return false;
  const value = x.o[x.k];
  if (elem.kind !== 'Basic') return typeof value === 'object';
  if (intKind(elem) !== null) return Number.isInteger(value) || typeof value === 'bigint';
  const zero = zeroOf(elem)();
  return zero === null || typeof zero === typeof value;
}

export function unknown(c: Compiler, s: Extract<Stmt, { kind: 'Unknown' }>): void {
  const args = s.escaped.map((e) => expr(c, e));
  const set = setter(s.targets[0] ?? null);
  const { operation, reason } = s;
  c.ops.push((_, f) => {
    const [x, n] = args.map((a) => a(f));
    switch (operation) {
      case null:
        throw new Unsupported(reason);
      case 'convert':
        if (typeof x === 'number' && x !== 0) throw new Unsupported('a pointer made from a number');
        if (x !== 0 && x !== null && !fits(x, s.targets[0]?.type ?? null))
          throw new Unsupported('memory seen as another type');
        set(f, x === 0 ? null : x);
        return;
      case 'unsafe.SliceData': {
        const v = x as Slice | null;
        set(f, v === null ? null : v.cap > 0 && Array.isArray(v.arr[v.off]) ? v.arr[v.off] : new Ptr(v.arr, v.off));
        return;
      }
      case 'unsafe.StringData':
        set(
          f,
          new Ptr(
            [...(x as string)].map((ch) => ch.charCodeAt(0)),
            0,
          ),
        );
        return;
      case 'unsafe.String': {
        if (x === null) return set(f, '');
        const p = x as Ptr;
        set(f, bytesToString(new Slice(p.o, p.k, Number(n), Number(n))));
        return;
      }
      case 'unsafe.Slice': {
        if (x === null) return set(f, null);
        if (!(x instanceof Ptr)) throw new Unsupported('unsafe.Slice of structs');
        set(f, new Slice(x.o, x.k, Number(n), Number(n)));
        return;
      }
      case 'unsafe.Add':
        if (n === 0) return set(f, x);
        throw new Unsupported('unsafe.Add');
    }
  });
}
