// Values of constants in words: short ones for messages, and exact ones.

import { type BigFloat, bigExponent, bigText, bigToInt, bitLength, precision } from './bigfloat.ts';
import { bigOf, type FloatValue, intOf, type Value } from './constant-value.ts';
import { quoteBytes } from './quote.ts';
import { ratioToFloat64 } from './rounding.ts';

/** A value as messages show it: long strings are cut, fractions are decimal with six digits. */
export function valueString(x: Value): string {
  switch (x.kind) {
    case 'unknown':
      return 'unknown';
    case 'bool':
      return String(x.val);
    case 'string':
      return shorten(quoteBytes(x.val));
    case 'int':
      return x.big === null ? String(x.num) : x.big.toString();
    case 'float':
      return floatString(x);
    case 'complex':
      return `(${valueString(x.re)} + ${valueString(x.im)}i)`;
  }
}

/** A value in full: `1/3`, or `0x.8p+5000` for floats that are not fractions. */
export function exactString(x: Value): string {
  switch (x.kind) {
    case 'unknown':
    case 'bool':
      return valueString(x);
    case 'string':
      return quoteBytes(x.val);
    case 'int':
      return intOf(x).toString();
    case 'float':
      if (x.big !== null) return bigText(x.big);
      return x.den === 1n ? x.num.toString() : `${x.num}/${x.den}`;
    case 'complex':
      return `(${exactString(x.re)} + ${exactString(x.im)}i)`;
  }
}

const maxLength = 72;

function shorten(quoted: string): string {
  if (quoted.length <= maxLength) return quoted;
  const runes = [...quoted];
  return runes.length <= maxLength ? quoted : `${runes.slice(0, maxLength - 3).join('')}...`;
}

function floatString(x: FloatValue): string {
  const big = x.big;
  const f = big === null ? ratioToFloat64(x.num, x.den) : bigToFloat64(big);
  const isZero = big === null ? x.num === 0n : big.mant === 0n;
  if (isZero === (f === 0) && Number.isFinite(f)) {
    const text = formatG(f, 6);
    const isInt = big === null ? isIntegral(x) : bigToInt(big) !== null;
    // A number that is no integer must not look like one.
    return !isInt && !text.includes('.') ? formatG(f, -1) : text;
  }
  const value = bigOf(x);
  return value === null ? 'unknown' : outOfRange(value);
}

/** Whether a fraction is an integer, or large enough to be one as a float. */
function isIntegral(x: FloatValue): boolean {
  return x.den === 1n || bitLength(x.num) - bitLength(x.den) > precision;
}

export function bigToFloat64(x: BigFloat): number {
  return bigToNumber(x, ratioToFloat64);
}

/** Rounds with `round`, which takes a fraction; exponents that are beyond all doubt do not get that far. */
export function bigToNumber(x: BigFloat, round: (num: bigint, den: bigint) => number): number {
  const exp = bigExponent(x);
  if (exp > 1100) return x.mant < 0n ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (exp < -1200) return x.mant < 0n ? -0 : 0;
  return x.exp >= 0 ? round(x.mant << BigInt(x.exp), 1n) : round(x.mant, 1n << BigInt(-x.exp));
}

/** Six digits of a number that no float64 can hold, by way of logarithms. */
function outOfRange(x: BigFloat): string {
  const length = bitLength(x.mant);
  // m · 10^d, where 0.5 <= |mantissa| < 1
  let m = ratioToFloat64(x.mant, 1n << BigInt(length));
  const d = bigExponent(x) * (Math.LN2 / Math.LN10);
  let e = Math.trunc(d);
  m *= 10 ** (d - e);
  const abs = Math.abs(m);
  if (abs < 1 - 0.5e-6) {
    m *= 10;
    e--;
  } else if (abs >= 10) {
    m /= 10;
    e++;
  }
  return `${formatG(m, 6)}e${e < 0 ? '-' : '+'}${Math.abs(e)}`;
}

/** Like %g with `digits` significant digits at most, or as many as identify the number if `digits` is -1. */
function formatG(f: number, digits: number): string {
  if (f === 0) return '0';
  const sign = f < 0 ? '-' : '';
  const [figures, exp] = digits < 0 ? shortestDigits(Math.abs(f)) : roundedDigits(Math.abs(f), digits);
  const threshold = digits < 0 ? 6 : digits;
  if (exp < -4 || exp >= threshold) {
    const mantissa = figures.length > 1 ? `${figures.charAt(0)}.${figures.slice(1)}` : figures;
    return `${sign}${mantissa}e${exp < 0 ? '-' : '+'}${String(Math.abs(exp)).padStart(2, '0')}`;
  }
  if (exp < 0) return `${sign}0.${'0'.repeat(-exp - 1)}${figures}`;
  if (figures.length <= exp + 1) return sign + figures.padEnd(exp + 1, '0');
  return `${sign}${figures.slice(0, exp + 1)}.${figures.slice(exp + 1)}`;
}

/** Significant digits without trailing zeros, and the decimal exponent of the first. */
function shortestDigits(f: number): [digits: string, exp: number] {
  return splitExponential(f.toExponential());
}

/** The same with at most `digits` digits; ties go to the even digit, which toExponential does not do. */
function roundedDigits(f: number, digits: number): [digits: string, exp: number] {
  const [all, exp] = splitExponential(f.toExponential(60));
  if (all.length <= digits) return [all, exp];
  const kept = all.slice(0, digits);
  const rest = all.slice(digits);
  const isOdd = kept.charCodeAt(digits - 1) % 2 === 1;
  if (rest < '5' || (rest === '5' && !isOdd)) return [kept.replace(/0+$/, ''), exp];
  const up = (BigInt(kept) + 1n).toString();
  return [up.replace(/0+$/, ''), up.length > digits ? exp + 1 : exp];
}

function splitExponential(text: string): [digits: string, exp: number] {
  const e = text.indexOf('e');
  const digits = text.slice(0, e).replace('.', '').replace(/0+$/, '');
  return [digits, Number(text.slice(e + 1))];
}
