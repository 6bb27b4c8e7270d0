// Exact rounding of fractions to the floating-point types of Go, denormals included.

import { bitLength } from './bigfloat.ts';

/** The float64 nearest to num/den (den > 0), ties to even; infinite if it is too large. */
export function ratioToFloat64(num: bigint, den: bigint): number {
  if (-safe <= num && num <= safe && den <= safe) return Number(num) / Number(den);
  return roundRatio(num, den, 53, -1074);
}

/** The float32 nearest to num/den (den > 0), ties to even; infinite if it is too large. */
export function ratioToFloat32(num: bigint, den: bigint): number {
  const f = roundRatio(num, den, 24, -149);
  return Math.abs(f) >= 2 ** 128 ? Math.sign(f) * Number.POSITIVE_INFINITY : f;
}

const safe = BigInt(Number.MAX_SAFE_INTEGER);

/** `bits` is the size of the mantissa, `minLast` the exponent of the least bit that a denormal number has. */
function roundRatio(num: bigint, den: bigint, bits: number, minLast: number): number {
  if (num === 0n) return 0;
  const n = num < 0n ? -num : num;
  // The quotient gets two or three bits more than the mantissa, and a sticky bit.
  const scale = bits + 2 - (bitLength(n) - bitLength(den));
  const top = scale > 0 ? n << BigInt(scale) : n;
  const bottom = scale < 0 ? den << BigInt(-scale) : den;
  const quo = top / bottom;
  const sticky = quo * bottom !== top;
  const length = bitLength(quo);
  const last = Math.max(length - scale - bits, minLast);
  if (last > 1100) return num < 0n ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const drop = last + scale;
  if (drop > length + 1) return num < 0n ? -0 : 0;
  const shift = BigInt(drop);
  let m = quo >> shift;
  const rest = quo & ((1n << shift) - 1n);
  const half = 1n << (shift - 1n);
  if (rest > half || (rest === half && (sticky || (m & 1n) === 1n))) m += 1n;
  const f = Number(m) * 2 ** last;
  return num < 0n ? -f : f;
}

/** The fraction that a finite number is, in lowest terms. */
export function float64ToRatio(f: number): [num: bigint, den: bigint] {
  if (Number.isInteger(f)) return [BigInt(f), 1n];
  view.setFloat64(0, f);
  const high = view.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  let mant = (BigInt(high & 0xfffff) << 32n) | BigInt(view.getUint32(4));
  if (biased !== 0) mant |= 1n << 52n;
  // f is no integer, so the exponent is negative after removal of trailing zeros.
  let exp = Math.max(biased, 1) - 1075;
  while ((mant & 1n) === 0n) {
    mant >>= 1n;
    exp++;
  }
  return [f < 0 ? -mant : mant, 1n << BigInt(-exp)];
}

const view = new DataView(new ArrayBuffer(8));
