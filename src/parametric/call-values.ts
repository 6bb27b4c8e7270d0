// What is known of the values in a function, for the calls that it makes: numbers and conditions as terms, slices by their lengths,
// references by whether they are nil. Everything else is a variable of its own.

import { tableOf } from '../base/named.ts';
import type { Expr, FuncRef, Local } from '../ir/ir.ts';
import {
  add,
  and,
  bool,
  boolVar,
  eq,
  ge,
  goDiv,
  goRem,
  gt,
  iff,
  int,
  intVar,
  ite,
  le,
  lt,
  max,
  min,
  mul,
  neg,
  not,
  or,
  sub,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';
import { intOf, under } from '../types/index.ts';
import { isBooleanBit, isIntegerBit, isStringBit, type Type } from '../types/type.ts';

export type Known =
  /** A number or a condition. */
  | { readonly kind: 'term'; readonly term: Term }
  /** A slice, or a string with its bytes. */
  | { readonly kind: 'sequence'; readonly len: Term }
  | { readonly kind: 'reference'; readonly isNil: Term }
  | { readonly kind: 'function'; readonly func: FuncRef; readonly captured: readonly Known[] }
  | { readonly kind: 'opaque' };

/**
 * Where a value comes from that is not known. `given`: an argument; `answer`: what a call or a receive gives, which can be anything;
 * `state`: what a part of the program decides that is not followed.
 */
export type Origin = 'given' | 'answer' | 'state';

const opaque: Known = { kind: 'opaque' };

/** Variables that stand for unknown values, with what is true of all of them. */
export class Unknowns {
  readonly origins = new Map<Var, Origin>();
  readonly #axioms: Term[] = [];
  #count = 0;

  /** What every value of its type satisfies. */
  axioms(): Term {
    return and(...this.#axioms);
  }

  condition(origin: Origin): Var {
    const v = boolVar(`?${++this.#count}`);
    this.origins.set(v, origin);
    return v;
  }

  /** A variable of its own in place of another one. */
  like(v: Var): Var {
    if (v.sort.kind === 'bool') return this.condition('state');
    const fresh = intVar(`?${++this.#count}`);
    this.origins.set(fresh, 'state');
    return fresh;
  }

  /** A value of a type; `name` is what it is called, where it has a name. */
  value(type: Type, origin: Origin, name: string | null = null): Known {
    const u = under(type);
    switch (u.kind) {
      case 'Basic':
        if ((u.info & isBooleanBit) !== 0) {
          const v = name === null ? this.condition(origin) : boolVar(name);
          this.origins.set(v, origin);
          return { kind: 'term', term: v };
        }
        if ((u.info & isIntegerBit) !== 0) return { kind: 'term', term: this.#number(type, origin, name) };
        return (u.info & isStringBit) !== 0 ? { kind: 'sequence', len: this.length(origin, name) } : opaque;
      case 'Slice':
        return { kind: 'sequence', len: this.length(origin, name) };
      case 'Pointer':
      case 'Signature':
      case 'Interface':
      case 'Map':
      case 'Chan':
        return { kind: 'reference', isNil: this.condition(origin) };
      default:
        return opaque;
    }
  }

  /** A number that is not negative. */
  length(origin: Origin, name: string | null = null): Var {
    const v = intVar(name === null ? `?${++this.#count}` : `len(${name})`);
    this.origins.set(v, origin);
    // Memory is not that large: a little more than a length does not wrap around.
    this.#axioms.push(ge(v, int(0)), le(v, int(2n ** 62n)));
    return v;
  }

  #number(type: Type, origin: Origin, name: string | null): Var {
    const v = intVar(name ?? `?${++this.#count}`);
    this.origins.set(v, origin);
    const { low, high } = rangeOf(type);
    this.#axioms.push(ge(v, int(low)), le(v, int(high)));
    return v;
  }

  /** A number as its type holds it: what leaves its range wraps around, to something. */
  within(term: Term, type: Type): Term {
    const { low, high } = rangeOf(type);
    const fits = and(ge(term, int(low)), le(term, int(high)));
    return fits === True ? term : ite(fits, term, this.#number(type, 'state', null));
  }
}

const bits = tableOf<number>({
  int8: 8,
  uint8: 8,
  byte: 8,
  int16: 16,
  uint16: 16,
  int32: 32,
  uint32: 32,
  rune: 32,
});

function rangeOf(type: Type): { readonly low: bigint; readonly high: bigint } {
  const u = under(type);
  const name = u.kind === 'Basic' ? u.name : 'int';
  // int is as wide as the machine has it: 64 bits where it matters.
  const size = BigInt(bits.get(name) ?? 64);
  if (name.startsWith('uint') || name === 'byte') return { low: 0n, high: 2n ** size - 1n };
  return { low: -(2n ** (size - 1n)), high: 2n ** (size - 1n) - 1n };
}

/** The value of an expression, where `read` says what variables hold. */
export function valueOfExpr(e: Expr, read: (local: Local) => Known, unknowns: Unknowns): Known {
  const known = evaluate(e, read, unknowns);
  return known ?? unknowns.value(e.type, 'state');
}

const number = (term: Term): Known => ({ kind: 'term', term });

function evaluate(e: Expr, read: (local: Local) => Known, unknowns: Unknowns): Known | null {
  const inner = (x: Expr): Known => valueOfExpr(x, read, unknowns);
  const termOf = (x: Expr): Term | null => {
    const known = inner(x);
    return known.kind === 'term' ? known.term : null;
  };
  switch (e.kind) {
    case 'Const':
      if (e.value.kind === 'bool') return number(bool(e.value.val));
      if (e.value.kind === 'int' && isInteger(e.type)) return number(int(intOf(e.value)));
      return e.value.kind === 'string' ? { kind: 'sequence', len: int(e.value.val.length) } : null;
    case 'Zero':
      return zeroOf(e.type);
    case 'LocalRef':
      return read(e.local);
    case 'FuncRef':
      return { kind: 'function', func: e.func, captured: [] };
    case 'Unary': {
      const x = termOf(e.x);
      if (x === null) return null;
      if (e.op === '!') return number(not(x));
      return e.op === '-' ? number(unknowns.within(neg(x), e.type)) : null;
    }
    case 'Binary':
      return binary(e, inner, unknowns);
    case 'Convert': {
      const x = inner(e.x);
      if (x.kind === 'term' && isInteger(e.type) && isInteger(e.x.type)) return number(unknowns.within(x.term, e.type));
      // Names of types change nothing; but numbers that are no integers are not followed.
      return sameKind(under(e.type), under(e.x.type)) ? x : null;
    }
    case 'Len': {
      const u = under(e.x.type);
      if (u.kind === 'Array') return number(int(u.len));
      const x = inner(e.x);
      return x.kind === 'sequence' && e.op === 'len' ? number(x.len) : number(unknowns.length('state'));
    }
    case 'MinMax': {
      const terms = e.args.map(termOf);
      if (!isInteger(e.type) || terms.some((term) => term === null)) return null;
      return number((terms as Term[]).reduce((a, b) => (e.op === 'min' ? min(a, b) : max(a, b))));
    }
    default:
      return null;
  }
}

function sameKind(a: Type, b: Type): boolean {
  if (a.kind !== 'Basic' || b.kind !== 'Basic') return a.kind === b.kind;
  const kinds = isBooleanBit | isStringBit;
  return (a.info & kinds) !== 0 && (a.info & kinds) === (b.info & kinds);
}

function isInteger(type: Type): boolean {
  const u = under(type);
  return u.kind === 'Basic' && (u.info & isIntegerBit) !== 0;
}

function zeroOf(type: Type): Known | null {
  const u = under(type);
  if (u.kind === 'Basic') {
    if ((u.info & isBooleanBit) !== 0) return number(bool(false));
    if ((u.info & isIntegerBit) !== 0) return number(int(0));
    return (u.info & isStringBit) !== 0 ? { kind: 'sequence', len: int(0) } : null;
  }
  if (u.kind === 'Slice') return { kind: 'sequence', len: int(0) };
  return ['Pointer', 'Signature', 'Interface', 'Map', 'Chan'].includes(u.kind)
    ? { kind: 'reference', isNil: True }
    : null;
}

function binary(e: Expr & { readonly kind: 'Binary' }, inner: (x: Expr) => Known, unknowns: Unknowns): Known | null {
  const x = inner(e.x);
  const y = inner(e.y);
  if (e.op === '==' || e.op === '!=') {
    const same = equality(e, x, y);
    return same === null ? null : number(e.op === '==' ? same : not(same));
  }
  if (x.kind !== 'term' || y.kind !== 'term') return null;
  const [a, b] = [x.term, y.term];
  if (e.op === '&&') return number(and(a, b));
  if (e.op === '||') return number(or(a, b));
  if (a.sort.kind !== 'int' || b.sort.kind !== 'int') return null;
  switch (e.op) {
    case '<':
      return number(lt(a, b));
    case '<=':
      return number(le(a, b));
    case '>':
      return number(gt(a, b));
    case '>=':
      return number(ge(a, b));
    case '+':
      return number(unknowns.within(add(a, b), e.type));
    case '-':
      return number(unknowns.within(sub(a, b), e.type));
    case '*':
      return a.kind === 'int' || b.kind === 'int' ? number(unknowns.within(mul(a, b), e.type)) : null;
    case '/':
    case '%':
      if (b.kind !== 'int' || b.value === 0n) return null;
      return number(unknowns.within(e.op === '/' ? goDiv(a, b) : goRem(a, b), e.type));
    default:
      return null;
  }
}

function equality(e: Expr & { readonly kind: 'Binary' }, x: Known, y: Known): Term | null {
  if (x.kind === 'term' && y.kind === 'term') {
    if (x.term.sort !== y.term.sort) return null;
    return x.term.sort.kind === 'int' ? eq(x.term, y.term) : iff(x.term, y.term);
  }
  // Only comparisons with nil say what a reference is.
  if (e.y.kind === 'Zero' && x.kind === 'reference') return x.isNil;
  if (e.x.kind === 'Zero' && y.kind === 'reference') return y.isNil;
  return null;
}
