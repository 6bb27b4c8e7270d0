// Pseudo-random numbers that are the same for the same seed on every machine.

export interface Random {
  /** A whole number from 0 up to, not including, `bound`. */
  readonly below: (bound: number) => number;
  /** A seed for something else, below 2^32. */
  readonly seed: () => number;
  readonly pick: <T>(items: readonly T[]) => T | undefined;
}

/** Marsaglia's xorshift with 32 bits; the seed is mixed first, so that neighbouring seeds have nothing in common. */
export function newRandom(seed: number): Random {
  let state = mix(seed >>> 0) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  const below = (bound: number): number => Math.floor((next() / 2 ** 32) * bound);
  return { below, seed: next, pick: (items) => items[below(items.length)] };
}

function mix(seed: number): number {
  let h = (seed + 0x9e3779b9) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b) >>> 0;
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35) >>> 0;
  return (h ^ (h >>> 16)) >>> 0;
}

/** A seed for a part of the work, named by a text. */
export function seedFor(seed: number, name: string): number {
  let h = (seed ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193) >>> 0;
  return mix(h);
}
