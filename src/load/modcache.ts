// The module cache: where the go command keeps downloaded modules and their go.mod files.

import { readOptional } from './files.ts';
import { join } from './paths.ts';
import type { Loader } from './settings.ts';

/** Upper-case letters as `!` and the lower-case one, for file systems that do not tell them apart; null: no such path. */
export function escapePath(path: string): string | null {
  if (path === '' || path.startsWith('/') || path.includes('!') || /(^|\/)\.{1,2}(\/|$)/.test(path)) return null;
  return path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** The directory of a module version, whether it exists or not; null without a cache. */
export function moduleDirOf(loader: Loader, path: string, version: string): string | null {
  const escaped = escapePath(path);
  const escapedVersion = escapePath(version);
  if (loader.modCache === null || escaped === null || escapedVersion === null) return null;
  return join(loader.modCache, `${escaped}@${escapedVersion}`);
}

/** The text of a module version's go.mod file; null if it was not downloaded. */
export function modFileOf(loader: Loader, path: string, version: string): string | null {
  const dir = moduleDirOf(loader, path, version);
  const escaped = escapePath(path);
  if (dir === null || escaped === null || loader.modCache === null) return null;
  // The copy among the downloads is there even if only the requirements of the module were needed so far.
  const downloaded = join(loader.modCache, 'cache/download', escaped, '@v', `${escapePath(version)}.mod`);
  return readOptional(loader.files, downloaded) ?? readOptional(loader.files, join(dir, 'go.mod'));
}
