// Random numbers that a seed determines.

export interface Random {
  /** An integer from 0 to `below - 1`. */
  readonly int: (below: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

/** A small generator (mulberry32): fast, and good enough to choose damage with. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
  return { int, pick: (list) => list[int(list.length)] as (typeof list)[number] };
}
