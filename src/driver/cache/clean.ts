// Removes the results of earlier runs; schedules of findings are the user's, and stay.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface CacheSize {
  readonly entries: number;
  readonly bytes: number;
}

/** What is kept in a cache directory; nothing where there is none. */
export function cacheSize(folder: string): CacheSize {
  const entries = entriesIn(folder);
  return { entries: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
}

/** Removes it, and says how much it was. Throws where the system refuses. */
export function cleanCache(folder: string): CacheSize {
  const size = cacheSize(folder);
  for (const { path } of entriesIn(folder)) rmSync(path, { force: true });
  return size;
}

function entriesIn(folder: string): readonly { readonly path: string; readonly size: number }[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .filter((name) => /\.entry(\..+)?$/.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true ? [{ path, size: stats.size }] : [];
    });
}
