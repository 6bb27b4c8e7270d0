// A folder for as long as a command runs.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Children } from './process.ts';

/** A folder of ours in the system's temporary one, gone afterwards whatever happens. */
export async function withScratch<T>(work: (folder: string) => Promise<T>, children: Children): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'gordian-'));
  const remove = (): void => {
    children.endAll();
    // Those that were just ended may still be writing.
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  };
  process.on('exit', remove);
  try {
    return await work(scratch);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
