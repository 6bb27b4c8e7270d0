// Where Gordian itself lies: in a bundle, or as sources.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from './digest.ts';
import { toSlash } from './node-host.ts';

/** The folder with the declarations of the standard library; null where it was not installed. */
export function modelsFolder(): string | null {
  return installedFolder('models');
}

/** The folder with specifications of the standard library; null where it was not installed. */
export function specsFolder(): string | null {
  return installedFolder('specs');
}

/** The folder with the Go package that instrumented programs are linked with; null where it was not installed. */
export function runtimeFolder(): string | null {
  return installedFolder('runtime');
}

function installedFolder(name: string): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (existsSync(join(folder, 'package.json'))) {
      const wanted = join(folder, name);
      return existsSync(wanted) ? toSlash(wanted) : null;
    }
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

/** The program of processes that look at fragments for this one; null where this is no bundle. */
export function workerProgram(): string | null {
  const path = join(dirname(fileURLToPath(import.meta.url)), 'fragment-worker.cjs');
  return existsSync(path) ? path : null;
}

/** The program of threads that prove members for this process; null where this is no bundle. */
export function memberWorkerProgram(): string | null {
  const path = join(dirname(fileURLToPath(import.meta.url)), 'member-worker.cjs');
  return existsSync(path) ? path : null;
}

/** The page that reports in HTML are made of; null where this is no bundle. */
export function reportPage(): string | null {
  const path = join(dirname(fileURLToPath(import.meta.url)), 'report.html');
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

let known: string | null = null;

/** What tells this build of the tool from every other one: the text of its programs. */
export function toolFingerprint(): string {
  if (known === null) {
    const folder = dirname(fileURLToPath(import.meta.url));
    const names = readdirSync(folder).filter((name) => /\.(cjs|mjs|js|ts)$/.test(name));
    known = digest(process.version, ...names.sort().map((name) => readFileSync(join(folder, name))));
  }
  return known;
}
