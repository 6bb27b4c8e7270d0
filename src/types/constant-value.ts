// Values of constants: data and constructors.
//
// Integers and fractions are exact. A fraction whose numerator or denominator would have 4096 bits or more becomes a
// floating-point number with 512 bits, and stays one. A value that cannot be represented at all is unknown.

import { assert } from '../base/assert.ts';
import { type BigFloat, bigFromInt, bigFromRatio, bigZero, bitLength } from './bigfloat.ts';
import { float64ToRatio } from './rounding.ts';

export interface UnknownValue {
  readonly kind: 'unknown';
}

export interface BoolValue {
  readonly kind: 'bool';
  readonly val: boolean;
}

/** `val` has one character of code 0 to 255 for each byte. */
export interface StringValue {
  readonly kind: 'string';
  readonly val: string;
}

/** `num` if `big` is null: nearly all integers are safe as numbers. */
export interface IntValue {
  readonly kind: 'int';
  readonly num: number;
  readonly big: bigint | null;
}

/** num/den in lowest terms with den > 0 if `big` is null; `big` otherwise. */
export interface FloatValue {
  readonly kind: 'float';
  readonly num: bigint;
  readonly den: bigint;
  readonly big: BigFloat | null;
}

/** Parts are int or float values. */
export interface ComplexValue {
  readonly kind: 'complex';
  readonly re: IntValue | FloatValue;
  readonly im: IntValue | FloatValue;
}

export type Value = UnknownValue | BoolValue | StringValue | IntValue | FloatValue | ComplexValue;

const unknown: UnknownValue = { kind: 'unknown' };
const trueValue: BoolValue = { kind: 'bool', val: true };
const falseValue: BoolValue = { kind: 'bool', val: false };
const emptyString: StringValue = { kind: 'string', val: '' };

const smallest = -16;
const smallInts: IntValue[] = [];
for (let i = smallest; i <= 256; i++) smallInts.push({ kind: 'int', num: i, big: null });

/** Components of computed fractions have fewer bits than this; the exponent of a literal that is one is below it. */
export const maxFractionBits = 4096;

export function makeUnknown(): UnknownValue {
  return unknown;
}

export function makeBool(val: boolean): BoolValue {
  return val ? trueValue : falseValue;
}

/** `val` is a byte string. */
export function makeString(val: string): StringValue {
  return val === '' ? emptyString : { kind: 'string', val };
}

/** The value of an integral number or a bigint. */
export function makeInt(n: number | bigint): IntValue {
  if (typeof n === 'number') {
    if (n >= smallest && n <= 256) return smallInts[n - smallest] as IntValue;
    if (Number.isSafeInteger(n)) return { kind: 'int', num: n, big: null };
    return { kind: 'int', num: 0, big: BigInt(n) };
  }
  if (n >= minSafe && n <= maxSafe) return makeInt(Number(n));
  return { kind: 'int', num: 0, big: n };
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);
const minSafe = BigInt(Number.MIN_SAFE_INTEGER);

/** The fraction num/den, or the nearest float if its parts are too large. den must not be 0. */
export function makeRatio(num: bigint, den: bigint): FloatValue | UnknownValue {
  const x = makeFraction(num, den);
  if (bitLength(x.num) < maxFractionBits && bitLength(x.den) < maxFractionBits) return x;
  return makeBigFloat(bigFromRatio(x.num, x.den));
}

/** The fraction num/den however large its parts are. den must not be 0. */
export function makeFraction(num: bigint, den: bigint): FloatValue {
  if (den < 0n) return makeFraction(-num, -den);
  assert(den !== 0n, 'division by zero');
  const divisor = gcd(num, den);
  if (divisor === 1n) return { kind: 'float', num, den, big: null };
  return { kind: 'float', num: num / divisor, den: den / divisor, big: null };
}

/** The value of a finite number, exactly; unknown for others. */
export function makeFloat64(f: number): FloatValue | UnknownValue {
  if (!Number.isFinite(f)) return unknown;
  const [num, den] = float64ToRatio(f);
  return { kind: 'float', num, den, big: null };
}

/** Null stands for a number beyond all bounds. */
export function makeBigFloat(big: BigFloat | null): FloatValue | UnknownValue {
  return big === null ? unknown : { kind: 'float', num: 0n, den: 1n, big: big.mant === 0n ? bigZero : big };
}

/** re + im·i; unknown if a part is. */
export function makeComplex(re: Value, im: Value): ComplexValue | UnknownValue {
  if ((re.kind !== 'int' && re.kind !== 'float') || (im.kind !== 'int' && im.kind !== 'float')) return unknown;
  return { kind: 'complex', re, im };
}

/** x·i; unknown if x is. */
export function makeImag(x: Value): ComplexValue | UnknownValue {
  return makeComplex(makeInt(0), x);
}

/** The integer that an int is. */
export function intOf(x: IntValue): bigint {
  return x.big === null ? BigInt(x.num) : x.big;
}

/** A number in the form of a 512-bit float; null if it is beyond all bounds. */
export function bigOf(x: IntValue | FloatValue): BigFloat | null {
  if (x.kind === 'int') return bigFromInt(intOf(x));
  return x.big ?? bigFromRatio(x.num, x.den);
}

function gcd(x: bigint, y: bigint): bigint {
  let a = x < 0n ? -x : x;
  let b = y;
  while (b !== 0n) {
    if (a <= maxSafe && b <= maxSafe) {
      let m = Number(a);
      let n = Number(b);
      while (n !== 0) [m, n] = [n, m % n];
      return BigInt(m);
    }
    [a, b] = [b, a % b];
  }
  return a;
}
