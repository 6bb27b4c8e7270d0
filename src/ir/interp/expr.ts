// Expressions of ir as closures over a frame.

import { constant, under } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import type { Expr, Local } from '../ir.ts';
import { intOp, norm, OutOfRange, toInt, unboundedOp, watched, wrap, wrapBig } from './integers.ts';
import { codeOf, type Frame, type Machine, needsCell, type Op } from './machine.ts';
import { address } from './place.ts';
import {
  type Agg,
  assigner,
  basicOf,
  Closure,
  Complex,
  copier,
  equal,
  Iface,
  intKind,
  Ptr,
  rtype,
  type Slice,
  samePointer,
  Unsupported,
  utf8Encode,
  zeroOf,
} from './values.ts';

export type Get = (f: Frame) => unknown;
export type Put = (f: Frame, v: unknown) => void;

export interface Compiler {
  readonly m: Machine;
  readonly ops: Op[];
  readonly breaks: Map<string, Target>;
  readonly continues: Map<string, Target>;
  /** Where returns lead in a function with a contract. */
  epilogue: Target | null;
}

export interface Target {
  pc: number;
}

// ---------------------------------------------------------------------------------------------------------------
// Locals

export function getter(l: Local): Get {
  const { id } = l;
  if (l.shared && needsCell(l.type)) return (f) => (f.l[id] as unknown[])[0];
  return (f) => f.l[id];
}

/** Assigns a value that is owned by the local from now on. */
export function setter(l: Local | null): Put {
  if (l === null) return () => {};
  const { id } = l;
  if (!l.shared) {
    return (f, v) => {
      f.l[id] = v;
    };
  }
  if (needsCell(l.type)) {
    return (f, v) => {
      const cell = f.l[id] as unknown[] | undefined;
      if (cell === undefined) f.l[id] = [v];
      else cell[0] = v;
    };
  }
  const assign = assigner(l.type);
  return (f, v) => {
    const there = f.l[id] as Agg | undefined;
    if (there === undefined) f.l[id] = v;
    else assign(there, v as Agg);
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

/** A value that the receiver may keep: structs and arrays are copied unless they were just made. */
export function owned(c: Compiler, e: Expr): Get {
  const get = expr(c, e);
  if (e.kind === 'Struct' || e.kind === 'ArrayLit' || e.kind === 'Zero') return get;
  const copy = copier(e.type);
  return copy === null ? get : (f) => copy(get(f));
}

export function constValue(value: constant.Value, type: Type): unknown {
  const u = under(type);
  if (u.kind !== 'Basic') throw new Unsupported(`a constant of type ${u.kind}`);
  if (value.kind === 'bool' || value.kind === 'string') return value.val;
  const k = intKind(type);
  if (k !== null) {
    const v = constant.toInt(value);
    return v.kind === 'int' ? (v.big === null ? wrapNum(v.num, k) : wrapBig(v.big, k)) : 0;
  }
  if (u.basic === 'integer') {
    const v = constant.toInt(value);
    return v.kind === 'int' ? norm(v.big ?? BigInt(v.num)) : 0;
  }
  if (u.basic === 'float64') return constant.nearestFloat64(value);
  if (u.basic === 'float32') return constant.nearestFloat32(value);
  if (u.basic === 'complex128') {
    return new Complex(constant.nearestFloat64(constant.real(value)), constant.nearestFloat64(constant.imag(value)));
  }
  if (u.basic === 'complex64') {
    return new Complex(constant.nearestFloat32(constant.real(value)), constant.nearestFloat32(constant.imag(value)));
  }
  if (u.basic === 'unsafe.Pointer') return null;
  throw new Unsupported(`a constant of type ${u.basic}`);
}

function wrapNum(n: number, k: Parameters<typeof wrap>[1]): unknown {
  return k.bits === 64 ? wrap(n, k) : n;
}

export function expr(c: Compiler, e: Expr): Get {
  switch (e.kind) {
    case 'Const': {
      const v = constValue(e.value, e.type);
      return () => v;
    }
    case 'Zero':
      return zeroOf(e.type);
    case 'LocalRef':
      return getter(e.local);
    case 'FuncRef': {
      const { m } = c;
      const { func } = e;
      let closure: Closure | null = null;
      return () => {
        closure ??= new Closure(codeOf(m, func), []);
        return closure;
      };
    }
    case 'AddrOf':
      return address(c, e.place);
    case 'Unary':
      return unary(c, e);
    case 'Binary':
      return binary(c, e.op, e.x, e.y, e.type);
    case 'Convert':
      return conversion(c, e.x, e.type);
    case 'MakeInterface': {
      const get = owned(c, e.x);
      if (under(e.x.type).kind === 'Interface') return get;
      const t = rtype(e.x.type);
      return (f) => new Iface(t, get(f));
    }
    case 'Field': {
      const get = expr(c, e.x);
      const { index } = e;
      return (f) => (get(f) as Agg)[index];
    }
    case 'Len': {
      const get = expr(c, e.x);
      const u = under(e.x.type);
      if (u.kind === 'Array') return () => u.len;
      if (u.kind === 'Basic') return (f) => (get(f) as string).length;
      if (e.op === 'len') return (f) => (get(f) as Slice | null)?.len ?? 0;
      return (f) => (get(f) as Slice | null)?.cap ?? 0;
    }
    case 'MinMax': {
      const gets = e.args.map((a) => expr(c, a));
      const less = e.op === 'min';
      const isFloat = basicOf(e.type)?.startsWith('float') === true;
      return (f) => {
        let best = (gets[0] as Get)(f);
        for (let i = 1; i < gets.length; i++) {
          const v = (gets[i] as Get)(f);
          if (isFloat) best = less ? Math.min(best as number, v as number) : Math.max(best as number, v as number);
          else if (less ? (v as number) < (best as number) : (v as number) > (best as number)) best = v;
        }
        return best;
      };
    }
    case 'Complex': {
      const x = expr(c, e.x);
      if (e.op === 'real') return (f) => (x(f) as Complex).re;
      if (e.op === 'imag') return (f) => (x(f) as Complex).im;
      const y = expr(c, e.y as Expr);
      return (f) => new Complex(x(f) as number, y(f) as number);
    }
    case 'Struct': {
      const gets = e.fields.map((x) => owned(c, x));
      return (f) => {
        const a = new Array<unknown>(gets.length);
        for (let i = 0; i < gets.length; i++) a[i] = (gets[i] as Get)(f);
        return a;
      };
    }
    case 'ArrayLit': {
      const zero = zeroOf(e.type);
      const elems = e.elems.map((x) => ({ index: x.index, get: owned(c, x.value) }));
      return (f) => {
        const a = zero() as Agg;
        for (const { index, get } of elems) a[index] = get(f);
        return a;
      };
    }
  }
}

function unary(c: Compiler, e: Extract<Expr, { kind: 'Unary' }>): Get {
  const get = expr(c, e.x);
  const k = intKind(e.type);
  switch (e.op) {
    case '!':
      return (f) => !get(f);
    case '+':
      return get;
    case '-':
      if (k !== null || basicOf(e.type) === 'integer') {
        const minus = operator(c, '-', e.type);
        return (f) => minus(0, get(f));
      }
      if (basicOf(e.type)?.startsWith('complex') === true) {
        return (f) => new Complex(-(get(f) as Complex).re, -(get(f) as Complex).im);
      }
      return (f) => -(get(f) as number);
    case '^': {
      if (k === null) throw new Unsupported('^ on what is no integer');
      const xor = intOp('^', k);
      const ones = k.signed ? -1 : k.bits === 64 ? 0xffffffffffffffffn : 2 ** k.bits - 1;
      return (f) => xor(get(f), ones);
    }
  }
}

export function binary(c: Compiler, op: string, ex: Expr, ey: Expr, type: Type): Get {
  const x = expr(c, ex);
  const y = expr(c, ey);
  switch (op) {
    case '&&':
      return (f) => x(f) && y(f);
    case '||':
      return (f) => x(f) || y(f);
    case '==':
    case '!=': {
      const kind = under(ex.type).kind;
      let eq: (a: unknown, b: unknown) => boolean;
      // Slices, maps and functions are compared with nil only.
      if (kind === 'Basic' || kind === 'Interface' || kind === 'Struct' || kind === 'Array' || kind === 'Pointer') {
        eq = equal(ex.type);
      } else eq = samePointer;
      return op === '==' ? (f) => eq(x(f), y(f)) : (f) => !eq(x(f), y(f));
    }
    case '<':
      return (f) => (x(f) as number) < (y(f) as number);
    case '<=':
      return (f) => (x(f) as number) <= (y(f) as number);
    case '>':
      return (f) => (x(f) as number) > (y(f) as number);
    case '>=':
      return (f) => (x(f) as number) >= (y(f) as number);
    default: {
      const operate = operator(c, op, type);
      return (f) => operate(x(f), y(f));
    }
  }
}

/** An operator on values of a type. Where contracts are checked, integers that leave their range end the run. */
export function operator(c: Compiler, op: string, type: Type): (a: unknown, b: unknown) => unknown {
  const k = intKind(type);
  if (c.m.ghost === null || k === null) return arithmetic(op, type);
  return watched(op, k);
}

function arithmetic(op: string, type: Type): (a: unknown, b: unknown) => unknown {
  const basic = basicOf(type);
  const k = intKind(type);
  if (k !== null) return intOp(op, k);
  if (basic === 'integer') return unboundedOp(op);
  if (basic === 'string') return (a, b) => (a as string) + (b as string);
  if (basic === 'float64' || basic === 'float32') {
    const round = basic === 'float32' ? Math.fround : (n: number) => n;
    switch (op) {
      case '+':
        return (a, b) => round((a as number) + (b as number));
      case '-':
        return (a, b) => round((a as number) - (b as number));
      case '*':
        return (a, b) => round((a as number) * (b as number));
      case '/':
        return (a, b) => round((a as number) / (b as number));
    }
  }
  if (basic === 'complex128' || basic === 'complex64') {
    const round = basic === 'complex64' ? Math.fround : (n: number) => n;
    return (a, b) => {
      const z = complexOp(op, a as Complex, b as Complex);
      return new Complex(round(z.re), round(z.im));
    };
  }
  throw new Unsupported(`operator ${op} on ${basic}`);
}

function complexOp(op: string, a: Complex, b: Complex): Complex {
  switch (op) {
    case '+':
      return new Complex(a.re + b.re, a.im + b.im);
    case '-':
      return new Complex(a.re - b.re, a.im - b.im);
    case '*':
      return new Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    default:
      return divideComplex(a, b);
  }
}

/** Division as Go's runtime does it, special values included. */
function divideComplex(n: Complex, m: Complex): Complex {
  let e: number;
  let f: number;
  if (Math.abs(m.re) >= Math.abs(m.im)) {
    const ratio = m.im / m.re;
    const denom = m.re + ratio * m.im;
    e = (n.re + n.im * ratio) / denom;
    f = (n.im - n.re * ratio) / denom;
  } else {
    const ratio = m.re / m.im;
    const denom = m.im + ratio * m.re;
    e = (n.re * ratio + n.im) / denom;
    f = (n.im * ratio - n.re) / denom;
  }
  if (Number.isNaN(e) && Number.isNaN(f)) {
    let [a, b, c, d] = [n.re, n.im, m.re, m.im];
    const box = (x: number): number => (Math.abs(x) === Infinity ? Math.sign(x) : x < 0 || Object.is(x, -0) ? -0 : 0);
    if (c === 0 && d === 0 && (!Number.isNaN(a) || !Number.isNaN(b))) {
      const inf = Object.is(c, -0) ? -Infinity : Infinity;
      return new Complex(inf * a, inf * b);
    }
    if ((Math.abs(a) === Infinity || Math.abs(b) === Infinity) && Number.isFinite(c) && Number.isFinite(d)) {
      [a, b] = [box(a), box(b)];
      return new Complex(Infinity * (a * c + b * d), Infinity * (b * c - a * d));
    }
    if ((Math.abs(c) === Infinity || Math.abs(d) === Infinity) && Number.isFinite(a) && Number.isFinite(b)) {
      [c, d] = [box(c), box(d)];
      return new Complex(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
  }
  return new Complex(e, f);
}

function conversion(c: Compiler, x: Expr, to: Type): Get {
  const get = expr(c, x);
  const from = under(x.type);
  const k = intKind(to);
  const basic = basicOf(to);
  if (k !== null) {
    const source = basicOf(x.type);
    if (c.m.ghost !== null && isWhole(x.type)) {
      return (f) => {
        const v = get(f);
        const converted = toInt(v, k);
        if (converted !== v) throw new OutOfRange();
        return converted;
      };
    }
    if (source === 'unsafe.Pointer') return (f) => pointerNumber(get(f));
    if (intKind(x.type) !== null && k.bits === 64) {
      const wrap64 = (v: unknown): unknown => (typeof v === 'bigint' ? wrapBig(v, k) : wrap(v as number, k));
      return (f) => wrap64(get(f));
    }
    return (f) => toInt(get(f), k);
  }
  if (basic === 'float64') return (f) => Number(get(f));
  if (basic === 'float32') return (f) => Math.fround(Number(get(f)));
  if (basic === 'complex64') {
    return (f) => {
      const z = get(f) as Complex;
      return new Complex(Math.fround(z.re), Math.fround(z.im));
    };
  }
  if (basic === 'string' && intKind(x.type) !== null) {
    return (f) => {
      const n = get(f);
      return utf8Encode(typeof n === 'number' && n >= 0 && n <= 0x10ffff ? n : 0xfffd);
    };
  }
  void from;
  return get;
}

function isWhole(t: Type): boolean {
  return intKind(t) !== null || basicOf(t) === 'integer';
}

const pointerNumbers = new Map<unknown, number>();

function pointerNumber(p: unknown): number {
  if (p === null) return 0;
  const key = p instanceof Ptr ? p.o : p;
  let n = pointerNumbers.get(key);
  if (n === undefined) {
    n = 0xc000000000 + pointerNumbers.size * 65536;
    pointerNumbers.set(key, n);
  }
  return p instanceof Ptr ? n + p.k * 8 : n;
}
