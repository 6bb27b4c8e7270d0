// The command line as it stands, for runs that start it as users do.

import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

const root = process.env.GORDIAN_ROOT ?? process.cwd();

/** In a directory of its own, which the caller removes: another build does not disturb the run. */
export function bundleCli(name: string): string {
  const outdir = mkdtempSync(join(root, 'build', `${name}-`));
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), outdir], { stdio: 'inherit' });
  return outdir;
}
