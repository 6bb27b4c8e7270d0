// Removes directories of ours, whatever was left in them: a clean-up that fails must not fail the run.

import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Gives back what the system would not remove, null where nothing is left. */
export function removeTree(path: string): string | null {
  if (removed(path)) return null;
  // Tests leave directories without permissions behind.
  makeWritable(path);
  return removed(path) ? null : path;
}

function removed(path: string): boolean {
  try {
    // Processes that were just ended may still be writing.
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    return true;
  } catch {
    return false;
  }
}

function makeWritable(path: string): void {
  try {
    // Links may lead out of the directory.
    if (!lstatSync(path).isDirectory()) return;
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) makeWritable(join(path, name));
  } catch {
    // Another owner's: it stays, and is named.
  }
}
