// Where Gordian itself lies: in a bundle, or as sources.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toSlash } from './node-host.ts';

/** The folder with the declarations of the standard library; null where it was not installed. */
export function modelsFolder(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (existsSync(join(folder, 'package.json'))) {
      const models = join(folder, 'models');
      return existsSync(models) ? toSlash(models) : null;
    }
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
