// The outside world on Node: files through node:fs, failures in words.

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import { type DirEntry, type Host, HostError, type Stat } from '../../base/host.ts';
import { tableOf } from '../../base/named.ts';
import { readRegularFile } from './read-file.ts';

/** The system's error codes that users meet, in words. */
const reasons = tableOf<string>({
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ENOENT: 'it does not exist',
  ELOOP: 'its symbolic links form a loop',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the device reports an error',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to read',
});

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A HostError for a failed operation. */
export function hostError(operation: string, path: string, error: unknown): HostError {
  const reason = reasons.get(codeOf(error)) ?? (error instanceof Error ? error.message : String(error));
  return new HostError(`cannot ${operation} ${path}: ${reason}`);
}

/** `env` is what phases see of the environment; `cwd` is absolute. */
export function nodeHost(cwd: string, env: Readonly<Record<string, string | undefined>>): Host {
  const folder = toSlash(cwd);
  return {
    readFile: (path) => {
      try {
        return readRegularFile(path);
      } catch (error) {
        throw hostError('read', path, error);
      }
    },
    stat: statPath,
    readDir: (path) => {
      let entries: Dirent[];
      try {
        entries = readdirSync(path, { withFileTypes: true });
      } catch (error) {
        throw hostError('list', path, error);
      }
      return entries.map(dirEntry).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    },
    env: (name) => env[name],
    cwd: () => folder,
  };
}

function statPath(path: string): Stat | null {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return null;
    throw hostError('look at', path, error);
  }
  if (stats === undefined) return null;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other';
  try {
    // Only directories can close a loop; resolving each file's path would cost much for nothing.
    return { kind, size: stats.size, realPath: kind === 'directory' ? toSlash(realpathSync(path)) : path };
  } catch (error) {
    throw hostError('resolve', path, error);
  }
}

function dirEntry(entry: Dirent): DirEntry {
  const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
  return { name: entry.name, kind };
}

/** A path of this system with `/` between its parts. */
export function toSlash(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
