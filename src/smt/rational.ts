// Exact fractions: the values of the sort Real, and the coefficients of linear terms.

/** `num / den` in lowest terms with `den` positive. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

export const zero: Rational = { num: 0n, den: 1n };
export const one: Rational = { num: 1n, den: 1n };
export const minusOne: Rational = { num: -1n, den: 1n };

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The greatest common divisor, never negative; `gcd(0, n)` is the absolute value of `n`. */
export function gcd(a: bigint, b: bigint): bigint {
  let x = absolute(a);
  let y = absolute(b);
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** `den` is not zero. */
export function rational(num: bigint, den = 1n): Rational {
  if (den === 1n) return { num, den };
  const divisor = den < 0n ? -gcd(num, den) : gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

export function plus(a: Rational, b: Rational): Rational {
  if (a.den === 1n && b.den === 1n) return { num: a.num + b.num, den: 1n };
  return rational(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function times(a: Rational, b: Rational): Rational {
  if (a.den === 1n && b.den === 1n) return { num: a.num * b.num, den: 1n };
  return rational(a.num * b.num, a.den * b.den);
}

export function negated(a: Rational): Rational {
  return { num: -a.num, den: a.den };
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareRational(a: Rational, b: Rational): number {
  const left = a.num * b.den;
  const right = b.num * a.den;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Division that rounds down. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** SMT-LIB's `div`: the remainder that belongs to it is never negative. */
export function euclidDiv(a: bigint, b: bigint): bigint {
  return b > 0n ? floorDiv(a, b) : -floorDiv(a, -b);
}

/** SMT-LIB's `mod`: in `0 .. |b|-1`. */
export function euclidMod(a: bigint, b: bigint): bigint {
  return a - b * euclidDiv(a, b);
}
