// Constants: exact values and the operations that Go defines on them.

import { assert, InternalError } from '../base/assert.ts';
import type { BinaryOp, UnaryOp } from '../syntax/nodes.ts';
import {
  type BigFloat,
  bigAdd,
  bigCmp,
  bigExponent,
  bigMul,
  bigNeg,
  bigQuo,
  bigRound,
  bigToInt,
  bitLength,
  precision,
} from './bigfloat.ts';
import { bigToFloat64, bigToNumber } from './constant-string.ts';
import {
  bigOf,
  type ComplexValue,
  type FloatValue,
  type IntValue,
  intOf,
  makeBigFloat,
  makeBool,
  makeComplex,
  makeInt,
  makeRatio,
  makeString,
  makeUnknown,
  maxFractionBits,
  type Value,
} from './constant-value.ts';
import { float64ToRatio, ratioToFloat32, ratioToFloat64 } from './rounding.ts';

export { makeFromLiteral } from './constant-literal.ts';
export { exactString, valueString } from './constant-string.ts';
export {
  type ComplexValue,
  type FloatValue,
  type IntValue,
  intOf,
  makeBool,
  makeComplex,
  makeFloat64,
  makeImag,
  makeInt,
  makeRatio,
  makeString,
  makeUnknown,
  type Value,
} from './constant-value.ts';

// ---------------------------------------------------------------------------------------------------------------
// Access. Functions that expect a kind give a neutral answer for an unknown value.

export function boolVal(x: Value): boolean {
  return x.kind === 'bool' && x.val;
}

/** The bytes of a string. */
export function stringVal(x: Value): string {
  return x.kind === 'string' ? x.val : '';
}

/** An int as a number if it is safe as one, null otherwise and for other kinds. */
export function safeInteger(x: Value): number | null {
  return x.kind === 'int' && x.big === null ? x.num : null;
}

/** An int as int64, and whether it is one. */
export function int64Val(x: Value): [val: bigint, exact: boolean] {
  if (x.kind !== 'int') return [0n, false];
  const n = intOf(x);
  return [BigInt.asIntN(64, n), x.big === null || BigInt.asIntN(64, n) === n];
}

/** An int as uint64, and whether it is one. */
export function uint64Val(x: Value): [val: bigint, exact: boolean] {
  if (x.kind !== 'int') return [0n, false];
  const n = intOf(x);
  return [BigInt.asUintN(64, n), BigInt.asUintN(64, n) === n];
}

/** The nearest float64, infinite if x is too large, and whether it is x. */
export function float64Val(x: Value): [val: number, exact: boolean] {
  const f = nearestFloat64(x);
  return [f, isExactly(x, f)];
}

/** The nearest float32, infinite if x is too large, and whether it is x. */
export function float32Val(x: Value): [val: number, exact: boolean] {
  const f = nearestFloat32(x);
  return [f, isExactly(x, f)];
}

/** The first result of float64Val. */
export function nearestFloat64(x: Value): number {
  if (x.kind === 'int') return x.big === null ? x.num : ratioToFloat64(x.big, 1n);
  if (x.kind !== 'float') return 0;
  return x.big === null ? ratioToFloat64(x.num, x.den) : bigToFloat64(x.big);
}

/** The first result of float32Val. */
export function nearestFloat32(x: Value): number {
  if (x.kind === 'int') return ratioToFloat32(intOf(x), 1n);
  if (x.kind !== 'float') return 0;
  return x.big === null ? ratioToFloat32(x.num, x.den) : bigToNumber(x.big, ratioToFloat32);
}

function isExactly(x: Value, f: number): boolean {
  if ((x.kind !== 'int' && x.kind !== 'float') || !Number.isFinite(f)) return false;
  const [num, den] = float64ToRatio(f);
  return compareNumbers(x, { kind: 'float', num, den, big: null }) === 0;
}

/** Bits of the absolute value of an int. */
export function bitLen(x: Value): number {
  if (x.kind !== 'int') return 0;
  if (x.big !== null) return bitLength(x.big);
  const n = Math.abs(x.num);
  return n <= 0xffffffff ? 32 - Math.clz32(n) : 64 - Math.clz32(Math.floor(n / 2 ** 32));
}

/** -1, 0 or 1; for complex values, 0 or not; 1 for unknown ones. */
export function sign(x: Value): number {
  switch (x.kind) {
    case 'int':
      return x.big === null ? Math.sign(x.num) : x.big < 0n ? -1 : 1;
    case 'float': {
      const n = x.big === null ? x.num : x.big.mant;
      return n < 0n ? -1 : n > 0n ? 1 : 0;
    }
    case 'complex':
      return sign(x.re) | sign(x.im);
    case 'unknown':
      return 1;
    case 'bool':
    case 'string':
      throw new InternalError('sign of something that is no number');
  }
}

/** The real part of a number. */
export function real(x: Value): Value {
  return x.kind === 'complex' ? x.re : x;
}

/** The imaginary part of a number. */
export function imag(x: Value): Value {
  return x.kind === 'complex' ? x.im : x.kind === 'unknown' ? x : makeInt(0);
}

// ---------------------------------------------------------------------------------------------------------------
// Conversions between kinds; unknown if the value has no place in the kind

export function toInt(x: Value): Value {
  if (x.kind === 'int') return x;
  if (x.kind === 'float') {
    if (x.big === null) return x.den === 1n ? makeInt(x.num) : makeUnknown();
    const n = Math.abs(bigExponent(x.big)) < maxFractionBits ? nearInteger(x.big) : null;
    return n === null ? makeUnknown() : makeInt(n);
  }
  if (x.kind === 'complex') {
    const re = toFloat(x);
    if (re.kind === 'float') return toInt(re);
  }
  return makeUnknown();
}

/** An integer that x is but for the last four bits, which earlier roundings may have spoilt. */
function nearInteger(x: BigFloat): bigint | null {
  const exact = bigToInt(x);
  if (exact !== null) return exact;
  for (const rounding of ['toZero', 'awayFromZero'] as const) {
    const t = bigRound(x.mant, x.exp, precision - 4, false, rounding);
    const n = t === null ? null : bigToInt(t);
    if (n !== null) return n;
  }
  return null;
}

export function toFloat(x: Value): Value {
  if (x.kind === 'float') return x;
  if (x.kind === 'int') return makeRatio(intOf(x), 1n);
  if (x.kind === 'complex' && sign(x.im) === 0) return toFloat(x.re);
  return makeUnknown();
}

export function toComplex(x: Value): Value {
  if (x.kind === 'complex') return x;
  return makeComplex(x, makeInt(0));
}

// ---------------------------------------------------------------------------------------------------------------
// Operations. They must be defined for their operands; if one of these is unknown, so is the result.

/** `op y`. For `^`, `prec` is the size of an unsigned type in bits, or 0. */
export function unaryOp(op: UnaryOp, y: Value, prec: number): Value {
  if (y.kind === 'unknown') return y;
  switch (op) {
    case '+':
      return y;
    case '-':
      return negate(y);
    case '^':
      if (y.kind === 'int') {
        if (prec === 0 && y.big === null) return makeInt(-y.num - 1);
        return makeInt(prec > 0 ? BigInt.asUintN(prec, ~intOf(y)) : ~intOf(y));
      }
      break;
    case '!':
      if (y.kind === 'bool') return makeBool(!y.val);
      break;
    case '&':
    case '<-':
    case '~':
      break;
  }
  throw new InternalError(`invalid constant operation ${op} on ${y.kind}`);
}

function negate(y: Value): Value {
  switch (y.kind) {
    case 'int':
      // 0 must not become -0.
      return y.big === null ? makeInt(0 - y.num) : makeInt(-y.big);
    case 'float':
      if (y.big !== null) return makeBigFloat(bigNeg(y.big));
      return makeRatio(-y.num, y.den);
    case 'complex':
      return makeComplex(negate(y.re), negate(y.im));
    case 'unknown':
    case 'bool':
    case 'string':
      throw new InternalError(`invalid constant operation - on ${y.kind}`);
  }
}

/**
 * `x op y` for operators other than shifts and comparisons. The quotient of ints is a float unless `intDiv` is set.
 * The divisor must not be zero.
 */
export function binaryOp(x: Value, op: BinaryOp, y: Value, intDiv = false): Value {
  if (x.kind === 'int' && y.kind === 'int') return intOp(x, op, y, intDiv);
  if (x.kind === 'unknown' || y.kind === 'unknown') return makeUnknown();
  if (x.kind === 'string' && y.kind === 'string' && op === '+') return makeString(x.val + y.val);
  if (x.kind === 'bool' && y.kind === 'bool') {
    if (op === '&&') return makeBool(x.val && y.val);
    if (op === '||') return makeBool(x.val || y.val);
  }
  if (x.kind === 'complex' || y.kind === 'complex') return complexOp(toComplex(x), op, toComplex(y));
  if ((x.kind === 'float' || x.kind === 'int') && (y.kind === 'float' || y.kind === 'int')) return floatOp(x, op, y);
  throw new InternalError(`invalid constant operation ${x.kind} ${op} ${y.kind}`);
}

function intOp(x: IntValue, op: BinaryOp, y: IntValue, intDiv: boolean): Value {
  if (x.big === null && y.big === null) {
    const fast = safeIntOp(x.num, op, y.num, intDiv);
    // A result that is not safe may be wrong in its last digits.
    if (Number.isSafeInteger(fast)) return makeInt(fast);
  }
  const a = intOf(x);
  const b = intOf(y);
  switch (op) {
    case '+':
      return makeInt(a + b);
    case '-':
      return makeInt(a - b);
    case '*':
      return makeInt(a * b);
    case '/':
      assert(b !== 0n, 'division by zero');
      return intDiv ? makeInt(a / b) : makeRatio(a, b);
    case '%':
      assert(b !== 0n, 'division by zero');
      return makeInt(a % b);
    case '&':
      return makeInt(a & b);
    case '|':
      return makeInt(a | b);
    case '^':
      return makeInt(a ^ b);
    case '&^':
      return makeInt(a & ~b);
    default:
      throw new InternalError(`invalid constant operation int ${op} int`);
  }
}

/** NaN where numbers do not suffice. Zeros are never negative. */
function safeIntOp(a: number, op: BinaryOp, b: number, intDiv: boolean): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b + 0;
    case '/':
      return intDiv && b !== 0 ? Math.trunc(a / b) + 0 : Number.NaN;
    case '%':
      return b === 0 ? Number.NaN : (a % b) + 0;
    default:
      break;
  }
  if ((a | 0) !== a || (b | 0) !== b) return Number.NaN;
  switch (op) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&^':
      return a & ~b;
    default:
      return Number.NaN;
  }
}

function floatOp(x: IntValue | FloatValue, op: BinaryOp, y: IntValue | FloatValue): Value {
  if ((x.kind === 'float' && x.big !== null) || (y.kind === 'float' && y.big !== null)) return bigOp(x, op, y);
  const an = x.kind === 'int' ? intOf(x) : x.num;
  const ad = x.kind === 'int' ? 1n : x.den;
  const bn = y.kind === 'int' ? intOf(y) : y.num;
  const bd = y.kind === 'int' ? 1n : y.den;
  switch (op) {
    case '+':
      return makeRatio(an * bd + bn * ad, ad * bd);
    case '-':
      return makeRatio(an * bd - bn * ad, ad * bd);
    case '*':
      return makeRatio(an * bn, ad * bd);
    case '/':
      return makeRatio(an * bd, ad * bn);
    default:
      throw new InternalError(`invalid constant operation float ${op} float`);
  }
}

function bigOp(x: IntValue | FloatValue, op: BinaryOp, y: IntValue | FloatValue): Value {
  const a = bigOf(x);
  const b = bigOf(y);
  if (a === null || b === null) return makeUnknown();
  switch (op) {
    case '+':
      return makeBigFloat(bigAdd(a, b));
    case '-':
      return makeBigFloat(bigAdd(a, bigNeg(b)));
    case '*':
      return makeBigFloat(bigMul(a, b));
    case '/':
      assert(b.mant !== 0n, 'division by zero');
      return makeBigFloat(bigQuo(a, b));
    default:
      throw new InternalError(`invalid constant operation float ${op} float`);
  }
}

/** (a + bi) op (c + di) */
function complexOp(x: Value, op: BinaryOp, y: Value): Value {
  if (x.kind !== 'complex' || y.kind !== 'complex') return makeUnknown();
  const { re: a, im: b } = x;
  const { re: c, im: d } = y;
  switch (op) {
    case '+':
    case '-':
      return makeComplex(binaryOp(a, op, c), binaryOp(b, op, d));
    case '*':
      // (ac - bd) + (bc + ad)i
      return makeComplex(
        binaryOp(binaryOp(a, '*', c), '-', binaryOp(b, '*', d)),
        binaryOp(binaryOp(b, '*', c), '+', binaryOp(a, '*', d)),
      );
    case '/': {
      // ((ac + bd) + (bc - ad)i) / (cc + dd)
      const s = binaryOp(binaryOp(c, '*', c), '+', binaryOp(d, '*', d));
      const re = binaryOp(binaryOp(a, '*', c), '+', binaryOp(b, '*', d));
      const im = binaryOp(binaryOp(b, '*', c), '-', binaryOp(a, '*', d));
      return makeComplex(binaryOp(re, '/', s), binaryOp(im, '/', s));
    }
    default:
      throw new InternalError(`invalid constant operation complex ${op} complex`);
  }
}

/** `x << s` or `x >> s` for an int. */
export function shift(x: Value, op: '<<' | '>>', s: number): Value {
  if (x.kind === 'unknown' || s === 0) return x;
  assert(x.kind === 'int', 'shift of something that is no integer');
  if (x.big === null) {
    if (op === '>>') return makeInt(s < 64 ? Math.floor(x.num / 2 ** s) : x.num < 0 ? -1 : 0);
    const fast = s < 64 ? x.num * 2 ** s : Number.NaN;
    if (Number.isSafeInteger(fast)) return makeInt(fast);
    if (x.num === 0) return x;
  }
  return makeInt(op === '<<' ? intOf(x) << BigInt(s) : intOf(x) >> BigInt(s));
}

/** `x op y` for a comparison; false if an operand is unknown. */
export function compare(x: Value, op: BinaryOp, y: Value): boolean {
  if (x.kind === 'unknown' || y.kind === 'unknown') return false;
  if (x.kind === 'string' && y.kind === 'string') return holds(op, x.val < y.val ? -1 : x.val > y.val ? 1 : 0);
  if (x.kind === 'bool' && y.kind === 'bool') return holds(op, x.val === y.val ? 0 : 1);
  if (x.kind === 'complex' || y.kind === 'complex') {
    const a = toComplex(x) as ComplexValue;
    const b = toComplex(y) as ComplexValue;
    return holds(op, compareNumbers(a.re, b.re) === 0 && compareNumbers(a.im, b.im) === 0 ? 0 : 1);
  }
  if ((x.kind === 'float' || x.kind === 'int') && (y.kind === 'float' || y.kind === 'int')) {
    return holds(op, compareNumbers(x, y));
  }
  throw new InternalError(`invalid constant comparison ${x.kind} ${op} ${y.kind}`);
}

function compareNumbers(x: IntValue | FloatValue, y: IntValue | FloatValue): number {
  if (x.kind === 'int' && y.kind === 'int' && x.big === null && y.big === null) return Math.sign(x.num - y.num);
  if ((x.kind === 'float' && x.big !== null) || (y.kind === 'float' && y.big !== null)) {
    const a = bigOf(x);
    const b = bigOf(y);
    return a === null || b === null ? 1 : bigCmp(a, b);
  }
  const left = (x.kind === 'int' ? intOf(x) : x.num) * (y.kind === 'int' ? 1n : y.den);
  const right = (y.kind === 'int' ? intOf(y) : y.num) * (x.kind === 'int' ? 1n : x.den);
  return left < right ? -1 : left > right ? 1 : 0;
}

function holds(op: BinaryOp, order: number): boolean {
  switch (op) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      throw new InternalError(`${op} is no comparison`);
  }
}
