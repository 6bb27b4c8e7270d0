// Integers as the machine has them: types of few bits wrap around, and what grows beyond exact numbers is not tracked.

import { tableOf } from '../../base/named.ts';
import { type WhyKind, why } from '../../base/reasons.ts';
import { under } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import type { Expr } from '../comm.ts';
import { assign, type Builder, binary, ifElse, int, temp, unknown, variable } from './state.ts';

interface Range {
  /** Null for 64 bits. */
  readonly bits: number | null;
  readonly signed: boolean;
}

const ranges = tableOf<Range>({
  int8: { bits: 8, signed: true },
  int16: { bits: 16, signed: true },
  int32: { bits: 32, signed: true },
  int64: { bits: null, signed: true },
  int: { bits: null, signed: true },
  uint8: { bits: 8, signed: false },
  uint16: { bits: 16, signed: false },
  uint32: { bits: 32, signed: false },
  uint64: { bits: null, signed: false },
  uint: { bits: null, signed: false },
  uintptr: { bits: null, signed: false },
});

const aliases = tableOf<string>({ byte: 'uint8', rune: 'int32' });

function rangeOf(type: Type): Range {
  const u = under(type);
  const name = u.kind === 'Basic' ? u.name : 'int';
  return ranges.get(aliases.get(name) ?? name) ?? { bits: null, signed: true };
}

/** How many bits numbers of a type have; null for 64. */
export function bitsOf(type: Type): number | null {
  return rangeOf(type).bits;
}

/** Numbers beyond this are not tracked: sums of those below it are exact, and far from wrapping around. */
export const largest = 2 ** 40;

/** The result of an operation on numbers of a type: what leaves the type's range wraps around. */
export function wrapped(b: Builder, op: string, v: Expr, type: Type): Expr {
  const { bits, signed } = rangeOf(type);
  // Sums of what is tracked stay within 64 bits, and what has bits of both sides has no others.
  if (bits === null && signed && op !== '*' && op !== '<<') return v;
  if (keepsRange.has(op)) return v;
  if (v.kind === 'unknown') return v;
  return within(b, v, bits, signed, 'tooLarge');
}

/** Operators that give no more bits than they find. */
const keepsRange: ReadonlySet<string> = new Set(['&', '|', '^', '&^', '>>']);

/** `^x`; null where that is too large to be tracked. */
export function complement(x: Expr, type: Type): Expr | null {
  const { bits, signed } = rangeOf(type);
  if (signed) return binary('-', int(-1), x);
  return bits === null ? null : binary('-', int(2 ** bits - 1), x);
}

/** `x << y`. Of a type of few bits those that fall out are taken away first, so that what is computed stays exact. */
export function shiftedLeft(b: Builder, x: Expr, y: Expr, type: Type): Expr {
  const { bits } = rangeOf(type);
  if (y.kind === 'int' && bits !== null) {
    if (y.value >= bits) return int(0);
    return wrapped(b, '<<', binary('<<', binary('&', x, int(2 ** (bits - y.value) - 1)), y), type);
  }
  return wrapped(b, '<<', binary('<<', x, y), type);
}

/** Factors up to this give an exact product with any number of thirty-two bits. */
const smallFactor = 2 ** 20;

/** `x * y`. Of two large numbers of thirty-two bits it is computed in two halves, so that it stays exact. */
export function product(b: Builder, x: Expr, y: Expr, type: Type): Expr {
  const isSmall = (e: Expr): boolean => e.kind === 'int' && Math.abs(e.value) <= smallFactor;
  const half = 2 ** 16;
  if (rangeOf(type).bits !== 32 || isSmall(x) || isSmall(y)) return wrapped(b, '*', binary('*', x, y), type);
  const upper = binary('&', binary('*', binary('>>', x, int(16)), y), int(half - 1));
  const lower = binary('*', binary('&', x, int(half - 1)), y);
  return wrapped(b, '*', binary('+', binary('*', upper, int(half)), lower), type);
}

/** A number of one type as one of another. */
export function asInteger(b: Builder, v: Expr, from: Type, to: Type): Expr {
  const a = rangeOf(from);
  const z = rangeOf(to);
  const holds = z.signed
    ? a.signed
      ? fits(a.bits, z.bits)
      : fits(a.bits, z.bits, 1)
    : !a.signed && fits(a.bits, z.bits);
  return holds || v.kind === 'unknown' ? v : within(b, v, z.bits, z.signed, 'noRoom');
}

/** Whether so many bits, and one more for a sign, have room. */
function fits(a: number | null, z: number | null, sign = 0): boolean {
  if (z === null) return a !== null || sign === 0;
  return a !== null && a + sign <= z;
}

function within(b: Builder, v: Expr, bits: number | null, signed: boolean, otherwise: WhyKind): Expr {
  const target = temp(b);
  assign(b, target, v);
  const x = variable(target);
  const min = bits === null ? (signed ? -largest : 0) : signed ? -(2 ** (bits - 1)) : 0;
  const max = bits === null ? largest : signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const outside = binary('||', binary('<', x, int(min)), binary('>', x, int(max)));
  ifElse(b, outside, () => {
    if (bits === null) {
      assign(b, target, unknown(why(otherwise)));
      return;
    }
    const size = int(2 ** bits);
    const shifted = binary('%', binary('-', x, int(min)), size);
    assign(b, target, binary('+', binary('%', binary('+', shifted, size), size), int(min)));
  });
  return x;
}
