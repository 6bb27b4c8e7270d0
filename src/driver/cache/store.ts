// A directory of results that may be used again: bounded, safe against damage and against other processes that use it at the same time.

import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { digest } from '../host/digest.ts';
import { makeFolder } from '../host/make-folder.ts';

export interface CacheStore {
  /** What was kept under a key; null where there is nothing, or nothing whole. */
  readonly get: (key: string) => string | null;
  /** Keeps a text. That the system refuses is no failure: it is only not kept. */
  readonly put: (key: string, text: string) => void;
}

/** All entries together stay below this. */
const defaultBytes = 256 << 20;

/** The user's directory for caches, as each system has it; null where the environment names no absolute one. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>, platform: string): string | null {
  // Relative values are to be ignored, says the XDG specification; and files must never appear in the user's tree.
  const below = (base: string | undefined, ...rest: readonly string[]): string | null =>
    base !== undefined && isAbsolute(base) ? join(base, ...rest) : null;
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  const chosen = below(xdg, 'gordian') ?? (platform === 'win32' ? below(local, 'gordian', 'cache') : null);
  if (chosen !== null) return chosen;
  const own = platform === 'darwin' ? ['Library', 'Caches', 'gordian'] : ['.cache', 'gordian'];
  return below(env.HOME, ...own) ?? below(accountHome(), ...own);
}

/** The home directory that the system has on record, whatever the environment says. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/**
 * The first line of an entry is the digest of its key and the rest: half an entry, or one that was given another's name, is never
 * taken for a whole one.
 */
export function openStore(folder: string, maxBytes: number = defaultBytes): CacheStore {
  const pathOf = (key: string): string => join(folder, `${digest(key)}.entry`);
  return {
    get: (key) => {
      if (!isOurs(folder)) return null;
      const path = pathOf(key);
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch {
        return null;
      }
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      if (end !== 64 || text.slice(0, end) !== digest(key, body)) {
        quietly(() => rmSync(path, { force: true }));
        return null;
      }
      // What is used stays longest.
      const now = new Date();
      quietly(() => utimesSync(path, now, now));
      return body;
    },
    put: (key, text) => {
      if (text.length > maxBytes / 4 || !isOurs(folder)) return;
      const path = pathOf(key);
      const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
      quietly(() => {
        makeFolder(folder, 0o700);
        writeFileSync(temporary, `${digest(key, text)}\n${text}`, { flag: 'wx', mode: 0o600 });
        renameSync(temporary, path);
        shrink(folder, maxBytes);
      });
      quietly(() => rmSync(temporary, { force: true }));
    },
  };
}

/** Whether only the user can write into a directory; one that is not there yet will be made so. */
function isOurs(folder: string): boolean {
  try {
    const stats = statSync(folder, { throwIfNoEntry: false });
    // Windows has no such bits; its cache directories belong to the user.
    if (stats === undefined || process.getuid === undefined) return true;
    return stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Removes what was not used for longest until there is room again, and what a process left that did not come to its end. */
function shrink(folder: string, maxBytes: number): void {
  const entries = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path, name, size: stats.size, time: stats.mtimeMs }] : [];
  });
  const old = Date.now() - 3_600_000;
  for (const { path, name, time } of entries) {
    if (/\.entry\..+$/.test(name) && time < old) rmSync(path, { force: true });
  }
  let bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (bytes <= maxBytes) return;
  for (const { path, size } of entries.sort((a, b) => a.time - b.time)) {
    if (bytes <= maxBytes * 0.75) break;
    rmSync(path, { force: true });
    bytes -= size;
  }
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // A cache that cannot be used is no cache.
  }
}
