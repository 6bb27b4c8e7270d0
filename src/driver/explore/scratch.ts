// A directory for as long as a command runs.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../host/remove.ts';
import type { Children } from './process.ts';

/** A directory of ours in the system's temporary one, gone afterwards; what cannot be removed is named on standard error. */
export async function withScratch<T>(work: (dir: string) => Promise<T>, children: Children): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'gordian-'));
  const remove = (): void => {
    children.endAll();
    const left = removeTree(scratch);
    if (left !== null) process.stderr.write(`gordian: cannot remove ${left}\n`);
  };
  process.on('exit', remove);
  try {
    return await work(scratch);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
