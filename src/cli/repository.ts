// The root of the repository that a directory belongs to: paths in SARIF are relative to it, as code hosts expect.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toSlash } from '../driver/index.ts';

/** The nearest directory upwards that has a `.git`; the directory itself where none has. */
export function repositoryOf(dir: string): string {
  for (let at = dir; ; at = dirname(at)) {
    // A worktree or a submodule has a file of this name.
    if (statSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return toSlash(at);
    if (dirname(at) === at) return dir;
  }
}
