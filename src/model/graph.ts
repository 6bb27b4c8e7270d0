// Views of the states of a search: their goroutines, by position and by configuration.

import type { Search } from './search.ts';

/** How many goroutines a state has. */
export function goroutines(s: Search, state: number): number {
  const start = s.table.starts[state] as number;
  const slots = s.table.cells[start] as number;
  return slots === 0 ? 0 : (s.table.starts[state + 1] as number) - start - slots - 1;
}

/** Bits of the goroutines 32w .. 32w+31 of a state that have not ended. */
export function present(s: Search, state: number, count: number, w: number): number {
  const left = count - w * 32;
  let mask = left <= 0 ? 0 : left >= 32 ? -1 : (1 << left) - 1;
  if (!s.reductions.symmetry) {
    const first = (s.table.starts[state] as number) + (s.table.cells[s.table.starts[state] as number] as number) + 1;
    for (let g = w * 32; g < Math.min(count, w * 32 + 32); g++) {
      if (s.table.cells[first + g] === 0) mask &= ~(1 << (g & 31));
    }
  }
  return mask;
}

/** The position among the goroutines of `target` of one with this configuration, or -1. */
export function indexOfConfig(s: Search, target: number, config: number): number {
  const { starts, cells } = s.table;
  const start = starts[target] as number;
  const slots = cells[start] as number;
  if (slots === 0) return -1;
  const first = start + slots + 1;
  const end = starts[target + 1] as number;
  for (let k = first; k < end; k++) if (cells[k] === config) return k - first;
  return -1;
}

export function configAt(s: Search, state: number, g: number): number {
  const start = s.table.starts[state] as number;
  return s.table.cells[start + (s.table.cells[start] as number) + 1 + g] as number;
}
