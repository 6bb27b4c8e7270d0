// Integers of the interpreter: numbers where these are exact, else bigints; operators of each width wrap around.

import { type IntKind, Unsupported } from './values.ts';

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);
const minSafe = BigInt(Number.MIN_SAFE_INTEGER);

/** The one form of a 64-bit integer. */
export function norm(b: bigint): number | bigint {
  return b >= minSafe && b <= maxSafe ? Number(b) : b;
}

export function wrapBig(b: bigint, k: IntKind): number | bigint {
  return norm(k.signed ? BigInt.asIntN(k.bits, b) : BigInt.asUintN(k.bits, b));
}

/** A number that is integral, in the range of the type by wrapping around. */
export function wrap(n: number, k: IntKind): number | bigint {
  switch (k.bits) {
    case 8:
      return k.signed ? (n << 24) >> 24 : n & 0xff;
    case 16:
      return k.signed ? (n << 16) >> 16 : n & 0xffff;
    case 32:
      return k.signed ? n | 0 : n >>> 0;
    case 64:
      if (Number.isSafeInteger(n) && (k.signed || n >= 0)) return n;
      return wrapBig(BigInt(n), k);
  }
}

export type Num = number | bigint;

export function big(x: unknown): bigint {
  return typeof x === 'bigint' ? x : BigInt(x as number);
}

/** The operator on integers of the type; division by zero must have been excluded. */
export function intOp(op: string, k: IntKind): (a: unknown, b: unknown) => unknown {
  const small = k.bits < 64;
  switch (op) {
    case '+':
      if (small) return (a, b) => wrap((a as number) + (b as number), k);
      return (a, b) => {
        if (typeof a === 'number' && typeof b === 'number') {
          const r = a + b;
          if (Number.isSafeInteger(r) && (k.signed || r >= 0)) return r;
        }
        return wrapBig(big(a) + big(b), k);
      };
    case '-':
      if (small) return (a, b) => wrap((a as number) - (b as number), k);
      return (a, b) => {
        if (typeof a === 'number' && typeof b === 'number') {
          const r = a - b;
          if (Number.isSafeInteger(r) && (k.signed || r >= 0)) return r;
        }
        return wrapBig(big(a) - big(b), k);
      };
    case '*':
      if (small) return (a, b) => wrap(Math.imul(a as number, b as number), k);
      return (a, b) => {
        if (typeof a === 'number' && typeof b === 'number') {
          const r = a * b;
          if (Number.isSafeInteger(r) && (k.signed || r >= 0)) return r + 0;
        }
        return wrapBig(big(a) * big(b), k);
      };
    case '/':
      return (a, b) => {
        if (typeof a === 'number' && typeof b === 'number') return wrap((a - (a % b)) / b + 0, k);
        return wrapBig(big(a) / big(b), k);
      };
    case '%':
      return (a, b) => {
        if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
        return wrapBig(big(a) % big(b), k);
      };
    case '&':
      return bitOp(
        (a, b) => a & b,
        (a, b) => a & b,
        k,
      );
    case '|':
      return bitOp(
        (a, b) => a | b,
        (a, b) => a | b,
        k,
      );
    case '^':
      return bitOp(
        (a, b) => a ^ b,
        (a, b) => a ^ b,
        k,
      );
    case '&^':
      return bitOp(
        (a, b) => a & ~b,
        (a, b) => a & ~b,
        k,
      );
    case '<<':
      return (a, b) => {
        const s = typeof b === 'number' ? b : 64;
        if (s >= k.bits) return 0;
        if (small) return wrap((a as number) << s, k);
        if (typeof a === 'number' && s < 31) {
          const r = a * 2 ** s;
          if (Number.isSafeInteger(r)) return r;
        }
        return wrapBig(big(a) << BigInt(s), k);
      };
    case '>>':
      return (a, b) => {
        const s = typeof b === 'number' ? b : 64;
        if (small) {
          if (s >= 32) return (a as number) < 0 ? -1 : 0;
          return k.signed ? (a as number) >> s : (a as number) >>> s;
        }
        if (s >= 64) return (a as number) < 0 ? -1 : 0;
        if (typeof a === 'number') return s > 53 ? (a < 0 ? -1 : 0) : Math.floor(a / 2 ** s);
        return norm(big(a) >> BigInt(s));
      };
    default:
      throw new Unsupported(`operator ${op} on integers`);
  }
}

function bitOp(
  small: (a: number, b: number) => number,
  large: (a: bigint, b: bigint) => bigint,
  k: IntKind,
): (a: unknown, b: unknown) => unknown {
  if (k.bits < 64) return (a, b) => wrap(small(a as number, b as number), k);
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number' && (a | 0) === a && (b | 0) === b) {
      const r = small(a, b);
      if (k.signed || r >= 0) return r;
    }
    return wrapBig(large(big(a), big(b)), k);
  };
}

/** A number or integer of any type, as an integer of the type. */
export function toInt(v: unknown, k: IntKind): unknown {
  if (typeof v === 'bigint') return wrapBig(v, k);
  const n = Math.trunc(v as number);
  if (Number.isNaN(n) || n >= 2 ** 64 || n < -(2 ** 63)) {
    return k.bits === 64 ? wrapBig(-(1n << 63n), k) : k.bits === 32 ? wrap(-0x80000000, k) : 0;
  }
  if (Number.isSafeInteger(n)) return wrap(k.bits < 64 ? Number(BigInt.asIntN(32, BigInt(n))) : n + 0, k);
  return wrapBig(BigInt(n), k);
}

/** The operator on integers without bounds, truncating as Go does; division by zero must have been excluded. */
export function unboundedOp(op: string): (a: unknown, b: unknown) => unknown {
  switch (op) {
    case '+':
      return (a, b) => norm(big(a) + big(b));
    case '-':
      return (a, b) => norm(big(a) - big(b));
    case '*':
      return (a, b) => norm(big(a) * big(b));
    case '/':
      return (a, b) => norm(big(a) / big(b));
    case '%':
      return (a, b) => norm(big(a) % big(b));
    default:
      throw new Unsupported(`operator ${op} on integers without bounds`);
  }
}

/** Thrown where an integer leaves the range of its type, if that is watched. */
export class OutOfRange extends Error {
  override readonly name = 'OutOfRange';
}

/** The operator, which throws where the result is not what it would be without bounds. */
export function watched(op: string, k: IntKind): (a: unknown, b: unknown) => unknown {
  const operate = intOp(op, k);
  if (op === '<<') {
    return (a, b) => {
      const result = operate(a, b);
      if (big(b) > 128n ? big(a) !== 0n : big(a) << big(b) !== big(result)) throw new OutOfRange();
      return result;
    };
  }
  if (op !== '+' && op !== '-' && op !== '*' && op !== '/') return operate;
  const exact = unboundedOp(op);
  return (a, b) => {
    const result = operate(a, b);
    if (exact(a, b) !== result) throw new OutOfRange();
    return result;
  };
}
