// Constant operands: overflow, and representability in a type.

import { assert } from '../base/assert.ts';
import type { Pos } from '../base/source.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';
import {
  bitLen,
  type IntValue,
  imag,
  makeComplex,
  makeFloat64,
  makeUnknown,
  nearestFloat32,
  nearestFloat64,
  real,
  toComplex,
  toFloat,
  toInt,
  type Value,
} from './constant.ts';
import { atPos, reportError } from './errors.ts';
import { opName } from './expr.ts';
import { str } from './format.ts';
import { safeUnderlying } from './named.ts';
import { at, type Operand, operandString } from './operand.ts';
import { isInteger, isNumeric, isTyped, isTypeParam } from './predicates.ts';
import { sizeof } from './sizes.ts';
import { type Basic, isBooleanBit, isComplexBit, isFloatBit, isIntegerBit, isStringBit, type Type } from './type.ts';
import { under } from './under.ts';
import { implicitTypeAndValue, updateExprType, updateExprVal } from './untyped.ts';

/** Untyped integers may have this many bits. */
const maxBits = 512;

/** Checks that the constant `x` fits its type, or does not grow beyond all measure if it has none. */
export function overflow(c: Checker, x: Operand, opPos: Pos): void {
  const val = x.val as Value;
  if (val.kind === 'unknown') {
    reportError(c, atPos(opPos), 'InvalidConstVal', 'constant result is not representable');
    return;
  }
  const type = x.type as Type;
  if (isTyped(type)) {
    representable(c, x, under(type) as Basic);
    return;
  }
  if (val.kind === 'int' && val.big !== null && bitLen(val) > maxBits) {
    const op = x.expr === null ? '' : opName(x.expr);
    reportError(c, atPos(opPos), 'InvalidConstVal', `constant ${op === '' ? '' : `${op} `}overflow`);
    x.val = makeUnknown();
  }
}

/**
 * Whether `x` can be represented in type `t`; if so, `rounded` gets the value that it has there.
 * The checker is null where sizes do not matter.
 */
export function representableConst(
  x: Value,
  c: Checker | null,
  t: Basic,
  rounded: { val: Value | null } | null,
): boolean {
  const v = valueIn(x, c, t);
  if (v !== null && rounded !== null) rounded.val = v;
  return v !== null;
}

/**
 * The value that `x` has in type `t`: rounded for floating-point types, an int for integer types. Null if it cannot be
 * represented. An unknown value is representable, since what is wrong with it was reported.
 */
function valueIn(x: Value, c: Checker | null, t: Basic): Value | null {
  if (x.kind === 'unknown') return x;
  if ((t.info & isIntegerBit) !== 0) {
    const v = toInt(x);
    return v.kind === 'int' && fitsInteger(v, c, t) ? v : null;
  }
  if ((t.info & isFloatBit) !== 0) {
    const v = toFloat(x);
    if (v.kind !== 'float') return null;
    switch (t.basic) {
      case 'float32':
        return roundFloat32(v);
      case 'float64':
        return roundFloat64(v);
      default:
        return x;
    }
  }
  if ((t.info & isComplexBit) !== 0) {
    const v = toComplex(x);
    if (v.kind !== 'complex') return null;
    if (t.basic === 'untyped complex') return x;
    const round = t.basic === 'complex64' ? roundFloat32 : roundFloat64;
    const re = round(real(v));
    const im = round(imag(v));
    return re === null || im === null ? null : makeComplex(re, im);
  }
  if ((t.info & isStringBit) !== 0) return x.kind === 'string' ? x : null;
  if ((t.info & isBooleanBit) !== 0) return x.kind === 'bool' ? x : null;
  return null;
}

/** The integers of a type, as numbers where they are safe. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly bits: number;
  readonly signed: boolean;
}

function signedRange(bits: number): Range {
  return { min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1, bits, signed: true };
}

function unsignedRange(bits: number): Range {
  return { min: 0, max: 2 ** bits - 1, bits, signed: false };
}

const int8 = signedRange(8);
const int16 = signedRange(16);
const int32 = signedRange(32);
const int64 = signedRange(64);
const uint8 = unsignedRange(8);
const uint16 = unsignedRange(16);
const uint32 = unsignedRange(32);
const uint64 = unsignedRange(64);

/** Null for an untyped integer type, which holds all integers. */
function rangeOf(c: Checker | null, t: Basic): Range | null {
  switch (t.basic) {
    case 'int':
      return sizeof(c, t) === 4 ? int32 : int64;
    case 'int8':
      return int8;
    case 'int16':
      return int16;
    case 'int32':
      return int32;
    case 'int64':
      return int64;
    case 'uint':
    case 'uintptr':
      return sizeof(c, t) === 4 ? uint32 : uint64;
    case 'uint8':
      return uint8;
    case 'uint16':
      return uint16;
    case 'uint32':
      return uint32;
    case 'uint64':
      return uint64;
    default:
      return null;
  }
}

/** Whether an int has a place in an integer type. */
function fitsInteger(v: IntValue, c: Checker | null, t: Basic): boolean {
  const range = rangeOf(c, t);
  if (range === null) return true;
  if (v.big === null) return v.num >= range.min && v.num <= range.max;
  return (range.signed ? BigInt.asIntN(range.bits, v.big) : BigInt.asUintN(range.bits, v.big)) === v.big;
}

function roundFloat32(x: Value): Value | null {
  const f = nearestFloat32(x);
  return Number.isFinite(f) ? makeFloat64(f) : null;
}

function roundFloat64(x: Value): Value | null {
  const f = nearestFloat64(x);
  return Number.isFinite(f) ? makeFloat64(f) : null;
}

/** Gives the constant `x` the value it has in type `t`, or reports that it has none and makes `x` invalid. */
export function representable(c: Checker, x: Operand, t: Basic): void {
  const [v, code] = representation(c, x, t);
  if (code !== null) {
    invalidConversion(c, code, x, t);
    x.mode = 'invalid';
    return;
  }
  x.val = v;
}

/** The value of the constant `x` in type `t`, or the code of the error. Exactly one of them is null. */
export function representation(c: Checker | null, x: Operand, t: Basic): [val: Value | null, code: Code | null] {
  assert(x.mode === 'constant');
  const v = valueIn(x.val as Value, c, t);
  if (v !== null) return [v, null];
  const type = x.type as Type;
  if (!isNumeric(type) || !isNumeric(t)) return [null, 'InvalidConstVal'];
  return [null, !isInteger(type) && isInteger(t) ? 'TruncatedFloat' : 'NumericOverflow'];
}

function invalidConversion(c: Checker, code: Code, x: Operand, target: Type): void {
  const operand = operandString(c, x);
  const type = str(c, target);
  let msg = `cannot convert ${operand} to type ${type}`;
  if (code === 'TruncatedFloat') msg = `${operand} truncated to ${type}`;
  else if (code === 'NumericOverflow') msg = `${operand} overflows ${type}`;
  reportError(c, at(x), code, msg);
}

/** Gives the untyped `x` the type that it takes on where a `target` is expected, or reports that there is none. */
export function convertUntyped(c: Checker, x: Operand, target: Type): void {
  const [type, val, code] = implicitTypeAndValue(c, x, target);
  if (type === null) {
    let t = target;
    if (!isTypeParam(target)) t = target.kind === 'Named' ? (safeUnderlying(target) ?? target) : under(target);
    invalidConversion(c, code ?? 'InvalidUntypedConversion', x, t);
    x.mode = 'invalid';
    return;
  }
  if (val !== null) {
    x.val = val;
    if (x.expr !== null) updateExprVal(c, x.expr, val);
  }
  if (type !== x.type) {
    x.type = type;
    if (x.expr !== null) updateExprType(c, x.expr, type, false);
  }
}
