// A folder of results that may be taken again: bounded, safe against damage and against others who use it at the same time.

import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
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

/** The user's folder for caches, as each system has it. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>, platform: string): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (xdg?.startsWith('/')) return join(xdg, 'gordian');
  if (platform === 'win32' && local !== undefined && local !== '') return join(local, 'gordian', 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'gordian');
  return join(homedir(), '.cache', 'gordian');
}

/** The first line of an entry is the digest of the rest, so that half a file is never taken for a whole one. */
export function openStore(folder: string, maxBytes: number = defaultBytes): CacheStore {
  const pathOf = (key: string): string => join(folder, `${digest(key)}.entry`);
  return {
    get: (key) => {
      const path = pathOf(key);
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch {
        return null;
      }
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      if (end !== 64 || text.slice(0, end) !== digest(body)) {
        quietly(() => rmSync(path, { force: true }));
        return null;
      }
      // What is used stays longest.
      const now = new Date();
      quietly(() => utimesSync(path, now, now));
      return body;
    },
    put: (key, text) => {
      if (text.length > maxBytes / 4) return;
      const path = pathOf(key);
      const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
      quietly(() => {
        makeFolder(folder, 0o700);
        writeFileSync(temporary, `${digest(text)}\n${text}`, { flag: 'wx', mode: 0o600 });
        renameSync(temporary, path);
        shrink(folder, maxBytes);
      });
      quietly(() => rmSync(temporary, { force: true }));
    },
  };
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
