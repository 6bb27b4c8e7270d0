// Makes a folder and those above it, one after the other: where the system has no room for folders at all (`/proc`), node's own
// way of doing that tries forever.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws what the system says, if it refuses. */
export function makeFolder(folder: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = folder; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
