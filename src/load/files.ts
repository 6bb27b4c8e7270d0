// Reading through the host: every refusal becomes a diagnostic, and nothing is asked twice.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import { type DirEntry, type Host, HostError, type Stat } from '../base/host.ts';
import { type DecodedSource, decodeSource } from '../syntax/index.ts';
import { join } from './paths.ts';

/** Larger files are not read: no person wrote them, and they would take the memory of all others together. */
export const maxFileSize = 16 * 1024 * 1024;

export interface Files {
  readonly host: Host;
  readonly dirs: Map<string, readonly DirEntry[] | string>;
  readonly stats: Map<string, Stat | null | string>;
  /** Files with specifications in place of comments count as Go files. */
  readonly specifications: boolean;
}

export function newFiles(host: Host, specifications = false): Files {
  return { host, dirs: new Map(), stats: new Map(), specifications };
}

/** The entries of a directory in the order of names, or the reason why they cannot be had. */
export function readDir(files: Files, path: string): readonly DirEntry[] | string {
  let entries = files.dirs.get(path);
  if (entries === undefined) {
    entries = attempt(() => [...files.host.readDir(path)].sort((a, b) => (a.name < b.name ? -1 : 1)));
    files.dirs.set(path, entries);
  }
  return entries;
}

/** What a path names; null if nothing is there, a text if the system refuses to say. */
export function stat(files: Files, path: string): Stat | null | string {
  let found = files.stats.get(path);
  if (found === undefined) {
    found = attempt(() => files.host.stat(path));
    files.stats.set(path, found);
  }
  return found;
}

export function isDirectory(files: Files, path: string): boolean {
  const found = stat(files, path);
  return found !== null && typeof found !== 'string' && found.kind === 'directory';
}

export function isFile(files: Files, path: string): boolean {
  const found = stat(files, path);
  return found !== null && typeof found !== 'string' && found.kind === 'file';
}

/** Whether a directory holds a Go file, whatever its constraints. */
export function hasGoFiles(files: Files, dir: string): boolean {
  const entries = readDir(files, dir);
  return (
    typeof entries !== 'string' &&
    entries.some((entry) => isGoFileName(files, entry.name) && entry.kind !== 'directory')
  );
}

/** Names that begin with `_` or `.` are left alone by every Go tool. */
export function isGoFileName(files: Files, name: string): boolean {
  return (
    (name.endsWith('.go') || (files.specifications && isSpecificationFile(name))) &&
    !name.startsWith('_') &&
    !name.startsWith('.')
  );
}

/** Whether specifications stand in the file without comments around them. */
export function isSpecificationFile(name: string): boolean {
  return name.endsWith('.gobra');
}

/** The text of a file, or a diagnostic that says why there is none. */
export function readText(files: Files, path: string): DecodedSource | Diagnostic {
  const found = attempt(() => files.host.stat(path));
  if (typeof found === 'string') return diagnostic('UnreadableFile', null, found);
  if (found === null) return diagnostic('UnreadableFile', null, `cannot read ${path}: it does not exist`);
  if (found.kind !== 'file') return diagnostic('UnreadableFile', null, `cannot read ${path}: it is not a regular file`);
  if (found.size > maxFileSize) {
    const size = Math.ceil(found.size / (1024 * 1024));
    const limit = maxFileSize / (1024 * 1024);
    const message = `${path} is not checked: it has ${size} MB, and files above ${limit} MB are not read`;
    return diagnostic('FileTooLarge', null, message, {
      notes: ['rename it so that it begins with _ and is left alone, or split it'],
    });
  }
  const bytes = attempt(() => files.host.readFile(path));
  return typeof bytes === 'string' ? diagnostic('UnreadableFile', null, bytes) : decodeSource(bytes);
}

/** The text of a file that may be missing. */
export function readOptional(files: Files, path: string): string | null {
  if (!isFile(files, path)) return null;
  const read = readText(files, path);
  return 'text' in read ? read.text : null;
}

/** The directory at or above `dir` that holds a file of that name; null if there is none. */
export function findUpwards(files: Files, dir: string, name: string): string | null {
  for (let at = dir; ; ) {
    if (isFile(files, join(at, name))) return at;
    const slash = at.lastIndexOf('/');
    const parent = slash > 0 ? at.slice(0, slash) : '/';
    if (parent === at || slash < 0) return null;
    at = parent;
  }
}

/** The result, or the reason in words if the host refused. */
function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof HostError) return error.message;
    throw error;
  }
}
