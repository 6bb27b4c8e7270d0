// Which numbers a parameter can be at all, by its type in Go.

import type { ParamDecl } from './comm.ts';

/** Null on a side where nothing but 64 bits bounds it. */
export interface ParamRange {
  readonly low: number | null;
  readonly high: number | null;
}

export function rangeOfParam({ min, bits }: ParamDecl): ParamRange {
  if (bits === undefined) return { low: min, high: null };
  return min === null ? { low: -(2 ** (bits - 1)), high: 2 ** (bits - 1) - 1 } : { low: min, high: 2 ** bits - 1 };
}
