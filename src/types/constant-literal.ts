// Values of literals.

import { unquote, unquoteRune } from '../syntax/index.ts';
import type { LitKind } from '../syntax/nodes.ts';
import { bigExponent, bigFromDecimal, bitLength } from './bigfloat.ts';
import {
  type FloatValue,
  makeBigFloat,
  makeComplex,
  makeFraction,
  makeInt,
  makeString,
  makeUnknown,
  maxFractionBits,
  type UnknownValue,
  type Value,
} from './constant-value.ts';

/** The value of a literal as written; unknown if it is malformed or beyond all bounds. */
export function makeFromLiteral(lit: string, kind: LitKind): Value {
  switch (kind) {
    case 'int':
      return intLiteral(lit);
    case 'float':
      return floatLiteral(lit);
    case 'imag':
      return lit.endsWith('i') ? makeComplex(makeInt(0), floatLiteral(lit.slice(0, -1))) : makeUnknown();
    case 'char': {
      const code = unquoteRune(lit);
      return code === null ? makeUnknown() : makeInt(code);
    }
    case 'string': {
      const bytes = unquote(lit);
      return bytes === null ? makeUnknown() : makeString(bytes);
    }
  }
}

function intLiteral(lit: string): Value {
  if (lit.length === 1) {
    const digit = lit.charCodeAt(0) - 0x30;
    return digit >= 0 && digit <= 9 ? makeInt(digit) : makeUnknown();
  }
  const text = lit.includes('_') ? lit.replaceAll('_', '') : lit;
  const n = text.charCodeAt(0) === 0x30 ? prefixedInt(text) : decimalInt(text);
  return n === null ? makeUnknown() : makeInt(n);
}

function decimalInt(text: string): number | bigint | null {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return null;
  }
  return text.length <= 15 ? Number(text) : text === '' ? null : BigInt(text);
}

/** 0b, 0o, 0x, or octal by a mere 0. */
function prefixedInt(text: string): number | bigint | null {
  return toInteger(radixOf(text.charCodeAt(1)) !== 0 ? text : `0o${text.slice(1)}`);
}

/** The value of digits after 0b, 0o or 0x, which JavaScript writes like Go. */
function toInteger(text: string): number | bigint | null {
  const radix = text.length > 12 ? 0 : radixOf(text.charCodeAt(1));
  if (radix === 0) {
    try {
      return BigInt(text);
    } catch {
      return null;
    }
  }
  let n = 0;
  for (let i = 2; i < text.length; i++) {
    const digit = digitOf(text.charCodeAt(i));
    if (digit >= radix) return null;
    n = n * radix + digit;
  }
  return text.length > 2 ? n : null;
}

/** Of the second character of a prefix. */
function radixOf(code: number): number {
  const letter = code | 0x20;
  return letter === 0x78 ? 16 : letter === 0x62 ? 2 : letter === 0x6f ? 8 : 0;
}

/** 16 or more for what is no hexadecimal digit. */
function digitOf(code: number): number {
  if (code <= 0x39) return code >= 0x30 ? code - 0x30 : 16;
  const letter = code | 0x20;
  return letter >= 0x61 ? letter - 0x61 + 10 : 16;
}

const decimalFloat = /^([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;
const prefixedFloat = /^(0[xXbBoO])([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?[0-9]+))?$/;

function floatLiteral(lit: string): FloatValue | UnknownValue {
  const text = lit.includes('_') ? lit.replaceAll('_', '') : lit;
  const prefixed = prefixedFloat.exec(text);
  if (prefixed !== null) {
    const [, prefix = '', whole = '', fraction = '', exponent = '0'] = prefixed;
    const mant = toInteger(prefix + whole + fraction);
    if (whole + fraction === '' || mant === null) return makeUnknown();
    const digitBits = /x/i.test(prefix) ? 4 : /o/i.test(prefix) ? 3 : 1;
    return scaled(BigInt(mant), Number(exponent) - digitBits * fraction.length, 0);
  }
  const decimal = decimalFloat.exec(text);
  if (decimal === null) return makeUnknown();
  const [, whole = '', fraction = '', exponent = '0'] = decimal;
  if (whole + fraction === '') return makeUnknown();
  const exp10 = Number(exponent) - fraction.length;
  return scaled(BigInt(whole + fraction), exp10, exp10);
}

const log2of5 = Math.log2(5);

/** mant × 2^exp2 × 5^exp5, as a fraction unless its exponent is too large for one. */
function scaled(mant: bigint, exp2: number, exp5: number): FloatValue | UnknownValue {
  if (mant === 0n) return makeFraction(0n, 1n);
  if (!Number.isSafeInteger(exp2) || Math.abs(bitLength(mant) + exp2) > 2 ** 31) return makeUnknown();
  // The size decides; it is computed exactly only where an estimate does not.
  const estimate = Math.abs(bitLength(mant) + exp2 + exp5 * log2of5);
  if (estimate > maxFractionBits - 8) {
    const big = bigFromDecimal(mant, exp2, exp5);
    if (big !== null && big.mant === 0n) return makeFraction(0n, 1n);
    if (big === null || Math.abs(bigExponent(big)) >= maxFractionBits) return makeBigFloat(big);
  }
  let num = mant;
  let den = 1n;
  if (exp5 > 0) num *= 5n ** BigInt(exp5);
  else if (exp5 < 0) den *= 5n ** BigInt(-exp5);
  if (exp2 > 0) num <<= BigInt(exp2);
  else if (exp2 < 0) den <<= BigInt(-exp2);
  return makeFraction(num, den);
}
