// Files in memory, as the phases see them.

import { type DirEntry, type Host, HostError } from '../../src/base/host.ts';

/** `files`: texts by absolute path. Directories are there because of what they hold. */
export function filesHost(files: ReadonlyMap<string, string>, cwd: string): Host {
  const directories = new Map<string, Map<string, DirEntry>>([['/', new Map()]]);
  for (const path of files.keys()) {
    const parts = path.split('/').filter((part) => part !== '');
    let at = '';
    parts.forEach((name, i) => {
      const kind = i === parts.length - 1 ? 'file' : 'directory';
      const entries = directories.get(at === '' ? '/' : at) ?? new Map<string, DirEntry>();
      entries.set(name, { name, kind });
      directories.set(at === '' ? '/' : at, entries);
      at = `${at}/${name}`;
    });
  }
  return {
    stat: (path) => {
      if (directories.has(path)) return { kind: 'directory', size: 0, realPath: path };
      const text = files.get(path);
      return text === undefined ? null : { kind: 'file', size: new TextEncoder().encode(text).length, realPath: path };
    },
    readDir: (path) => {
      const entries = directories.get(path);
      if (entries === undefined) throw new HostError(`cannot list ${path}: it does not exist`);
      return [...entries.values()];
    },
    readFile: (path) => {
      const text = files.get(path);
      if (text === undefined) throw new HostError(`cannot read ${path}: it does not exist`);
      return new TextEncoder().encode(text);
    },
    env: () => undefined,
    cwd: () => cwd,
  };
}
