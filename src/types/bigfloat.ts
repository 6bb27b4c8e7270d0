// Binary floating-point numbers with a mantissa of 512 bits, rounded to the nearest, ties to even.
// They stand for constants that would be too large as fractions, such as 1e100000.

/** mant × 2^exp; mant is signed and has at most 512 bits. Zero has exp 0. */
export interface BigFloat {
  readonly mant: bigint;
  readonly exp: number;
}

/** Bits of the mantissa. */
export const precision = 512;

// Limits of the exponent, when the mantissa is taken to lie in [0.5, 1).
const maxExp = 2 ** 31 - 1;
const minExp = -(2 ** 31);

export const bigZero: BigFloat = { mant: 0n, exp: 0 };

/** How many bits the absolute value of `n` has; 0 for 0. */
export function bitLength(n: bigint): number {
  const abs = n < 0n ? -n : n;
  if (abs <= 0xffffffffn) return 32 - Math.clz32(Number(abs));
  const hex = abs.toString(16);
  return (hex.length - 1) * 4 + 32 - Math.clz32(Number.parseInt(hex.charAt(0), 16));
}

type Rounding = 'nearest' | 'toZero' | 'awayFromZero';

/**
 * mant × 2^exp with `prec` bits; `sticky` says that a bit beyond those of mant is set. Null if it is too large; zero if
 * it is too small.
 */
export function bigRound(
  mant: bigint,
  exp: number,
  prec: number = precision,
  sticky = false,
  rounding: Rounding = 'nearest',
): BigFloat | null {
  if (mant === 0n) return bigZero;
  const negative = mant < 0n;
  let m = negative ? -mant : mant;
  let e = exp;
  const excess = bitLength(m) - prec;
  if (excess > 0) {
    const shift = BigInt(excess);
    const rest = m & ((1n << shift) - 1n);
    m >>= shift;
    e += excess;
    if (roundsUp(m, rest, 1n << (shift - 1n), sticky, rounding)) m += 1n;
    if (bitLength(m) > prec) {
      m >>= 1n;
      e++;
    }
  }
  const magnitude = bitLength(m) + e;
  if (magnitude > maxExp) return null;
  if (magnitude < minExp) return bigZero;
  return { mant: negative ? -m : m, exp: e };
}

function roundsUp(m: bigint, rest: bigint, half: bigint, sticky: boolean, rounding: Rounding): boolean {
  switch (rounding) {
    case 'toZero':
      return false;
    case 'awayFromZero':
      return rest !== 0n || sticky;
    case 'nearest':
      if (rest !== half) return rest > half;
      return sticky || (m & 1n) === 1n;
  }
}

/** The exponent of x if its mantissa is taken to lie in [0.5, 1); 0 for zero. */
export function bigExponent(x: BigFloat): number {
  return x.mant === 0n ? 0 : bitLength(x.mant) + x.exp;
}

export function bigFromInt(n: bigint): BigFloat | null {
  return bigRound(n, 0);
}

export function bigFromRatio(num: bigint, den: bigint): BigFloat | null {
  return bigQuo({ mant: num, exp: 0 }, { mant: den, exp: 0 });
}

export function bigNeg(x: BigFloat): BigFloat {
  return { mant: -x.mant, exp: x.exp };
}

export function bigAdd(x: BigFloat, y: BigFloat): BigFloat | null {
  if (x.mant === 0n) return y;
  if (y.mant === 0n) return x;
  const [high, low] = bigExponent(x) >= bigExponent(y) ? [x, y] : [y, x];
  // Far below the last bit of the larger one, nothing counts but the sign.
  if (bigExponent(high) - bigExponent(low) > 2 * precision) {
    const widened = high.mant << BigInt(precision + 2);
    return bigRound(widened + (low.mant > 0n ? 1n : -1n), high.exp - precision - 2);
  }
  const exp = Math.min(high.exp, low.exp);
  const sum = (high.mant << BigInt(high.exp - exp)) + (low.mant << BigInt(low.exp - exp));
  return bigRound(sum, exp);
}

export function bigMul(x: BigFloat, y: BigFloat, prec: number = precision): BigFloat | null {
  return bigRound(x.mant * y.mant, x.exp + y.exp, prec);
}

/** y must not be zero. */
export function bigQuo(x: BigFloat, y: BigFloat): BigFloat | null {
  if (x.mant === 0n) return bigZero;
  const shift = Math.max(0, precision + 2 + bitLength(y.mant) - bitLength(x.mant));
  const num = x.mant << BigInt(shift);
  const quo = num / y.mant;
  return bigRound(quo, x.exp - y.exp - shift, precision, quo * y.mant !== num);
}

/** -1, 0 or 1 */
export function bigCmp(x: BigFloat, y: BigFloat): number {
  const sx = x.mant > 0n ? 1 : x.mant < 0n ? -1 : 0;
  const sy = y.mant > 0n ? 1 : y.mant < 0n ? -1 : 0;
  if (sx !== sy) return sx < sy ? -1 : 1;
  if (sx === 0) return 0;
  const ex = bigExponent(x);
  const ey = bigExponent(y);
  if (ex !== ey) return ex < ey === sx > 0 ? -1 : 1;
  const exp = Math.min(x.exp, y.exp);
  const a = x.mant << BigInt(x.exp - exp);
  const b = y.mant << BigInt(y.exp - exp);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The integer that x is, or null. Meant for small exponents. */
export function bigToInt(x: BigFloat): bigint | null {
  if (x.exp >= 0) return x.mant << BigInt(x.exp);
  const shift = BigInt(-x.exp);
  const n = x.mant >> shift;
  return n << shift === x.mant ? n : null;
}

/** mant × 2^exp2 × 5^exp5 for a literal; null if it is too large. */
export function bigFromDecimal(mant: bigint, exp2: number, exp5: number): BigFloat | null {
  if (exp5 === 0) return bigRound(mant, exp2);
  const scale = pow5(Math.abs(exp5));
  if (exp5 > 0) {
    // The product with a rounded power is not rounded before its end.
    return scale === null ? null : bigRound(mant * scale.mant, exp2 + scale.exp);
  }
  if (scale === null) return bigZero;
  return bigQuo({ mant, exp: exp2 }, scale);
}

// The largest power of five below 2^64; larger ones are products with more bits than the results have.
const pow5Exact = 27;

function pow5(n: number): BigFloat | null {
  if (n <= pow5Exact) return { mant: 5n ** BigInt(n), exp: 0 };
  let z: BigFloat = { mant: 5n ** BigInt(pow5Exact), exp: 0 };
  let f: BigFloat | null = { mant: 5n, exp: 0 };
  for (let rest = n - pow5Exact; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) {
      const product: BigFloat | null = f === null ? null : bigMul(z, f, precision + 64);
      if (product === null) return null;
      z = product;
    }
    f = f === null ? null : bigMul(f, f, precision + 128);
  }
  return z;
}

/** `0x.8p+1`: the mantissa in hexadecimal after a point, and the binary exponent. */
export function bigText(x: BigFloat): string {
  if (x.mant === 0n) return '0';
  const exp = bigExponent(x);
  const abs = x.mant < 0n ? -x.mant : x.mant;
  // Digits are read from the left, so the mantissa is brought to a multiple of four bits.
  const pad = (4 - (bitLength(abs) % 4)) % 4;
  const digits = (abs << BigInt(pad)).toString(16).replace(/0+$/, '');
  return `${x.mant < 0n ? '-' : ''}0x.${digits}p${exp >= 0 ? '+' : ''}${exp}`;
}
