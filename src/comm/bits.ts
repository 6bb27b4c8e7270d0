// Numbers as bits: shifts and operations bit by bit, on numbers without end in two's complement.

import type { BinOp } from './comm.ts';

export type BitOp = Extract<BinOp, '&' | '|' | '^' | '&^' | '<<' | '>>'>;

const bitOps: ReadonlySet<string> = new Set<BitOp>(['&', '|', '^', '&^', '<<', '>>']);

export function isBitOp(op: string): op is BitOp {
  return bitOps.has(op);
}

/** No number that is tracked has so many bits. */
const longShift = 64;

/** The result, or null where it is none or not exact. */
export function bitOperation(op: BitOp, x: number, y: number): number | null {
  if ((op === '<<' || op === '>>') && y < 0) return null;
  const result = Number(onBits(op, BigInt(x), BigInt(y)));
  return Number.isSafeInteger(result) ? result : null;
}

function onBits(op: BitOp, x: bigint, y: bigint): bigint {
  const shift = y > longShift ? BigInt(longShift) : y;
  switch (op) {
    case '&':
      return x & y;
    case '|':
      return x | y;
    case '^':
      return x ^ y;
    case '&^':
      return x & ~y;
    case '<<':
      return x << shift;
    case '>>':
      return x >> shift;
  }
}
