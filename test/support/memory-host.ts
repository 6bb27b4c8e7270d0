// A host whose files are a table: for tests of phases without a disk.

import { type DirEntry, type Host, HostError } from '../../src/base/host.ts';

/** Paths in `files` are absolute. */
export function memoryHost(files: Readonly<Record<string, string>>, cwd = '/w'): Host {
  const folders = new Map<string, Map<string, DirEntry>>([['/', new Map()]]);
  for (const path of Object.keys(files)) {
    const parts = path.split('/').slice(1);
    let folder = '/';
    parts.forEach((name, i) => {
      const isFile = i === parts.length - 1;
      folders.get(folder)?.set(name, { name, kind: isFile ? 'file' : 'directory' });
      folder = folder === '/' ? `/${name}` : `${folder}/${name}`;
      if (!isFile && !folders.has(folder)) folders.set(folder, new Map());
    });
  }
  return {
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new HostError(`cannot read ${path}: it does not exist`);
      return new TextEncoder().encode(text);
    },
    stat: (path) => {
      const text = files[path];
      if (text !== undefined) return { kind: 'file', size: Buffer.byteLength(text), realPath: path };
      return folders.has(path) ? { kind: 'directory', size: 0, realPath: path } : null;
    },
    readDir: (path) => {
      const entries = folders.get(path);
      if (entries === undefined) throw new HostError(`cannot list ${path}: it does not exist`);
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    env: () => undefined,
    cwd: () => cwd,
  };
}
