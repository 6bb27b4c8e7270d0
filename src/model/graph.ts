// Views of the states of a search: their goroutines, by position and by configuration.

import type { Search } from './search.ts';
import { firstCell, lastCell } from './table.ts';

/** How many goroutines a state has. */
export function goroutines(s: Search, state: number): number {
  const start = firstCell(s.table, state);
  const slots = s.table.cells[start] as number;
  return slots === 0 ? 0 : lastCell(s.table, state) - start - slots - 1;
}

/** Bits of the goroutines 32w .. 32w+31 of a state that have not ended. */
export function present(s: Search, state: number, count: number, w: number): number {
  const left = count - w * 32;
  let mask = left <= 0 ? 0 : left >= 32 ? -1 : (1 << left) - 1;
  if (!s.reductions.symmetry) {
    for (let g = w * 32; g < Math.min(count, w * 32 + 32); g++) {
      if (configAt(s, state, g) === 0) mask &= ~(1 << (g & 31));
    }
  }
  return mask;
}

/** The position among the goroutines of `target` of one with this configuration, or -1. */
export function indexOfConfig(s: Search, target: number, config: number): number {
  const { cells } = s.table;
  const start = firstCell(s.table, target);
  const slots = cells[start] as number;
  if (slots === 0) return -1;
  const first = start + slots + 1;
  const end = firstCell(s.table, target + 1);
  for (let k = first; k < end; k++) if (cells[k] === config) return k - first;
  return -1;
}

/** The configuration of a goroutine; 0 if it has ended. */
export function configAt(s: Search, state: number, g: number): number {
  const start = firstCell(s.table, state);
  return s.table.cells[start + (s.table.cells[start] as number) + 1 + g] as number;
}
