// A host on which models and specifications given as a map can be read like a directory: for places without a file system.

import { type DirEntry, type Host, HostError, type Stat } from '../base/host.ts';
import { below, isWithin, join } from './paths.ts';

/** Where the models of a map appear. */
export const modelsRoot = '/(models)';
/** Where the specifications of a map appear. */
export const libraryRoot = '/(specs)';

/** `host`, with the files of `models` below `root`. */
export function modelsHost(host: Host, models: ReadonlyMap<string, string>, root: string): Host {
  const dirs = new Map<string, Map<string, DirEntry>>([['', new Map()]]);
  for (const path of models.keys()) {
    let dir = '';
    const parts = path.split('/');
    for (const [i, name] of parts.entries()) {
      const kind = i === parts.length - 1 ? 'file' : 'directory';
      const entries = dirs.get(dir) ?? new Map<string, DirEntry>();
      entries.set(name, { name, kind });
      dirs.set(dir, entries);
      dir = join(dir, name);
    }
  }
  const stat = (path: string): Stat | null => {
    const text = models.get(path);
    if (text !== undefined) return { kind: 'file', size: text.length, realPath: join(root, path) };
    return dirs.has(path) ? { kind: 'directory', size: 0, realPath: join(root, path) } : null;
  };
  return {
    ...host,
    stat: (path) => (isWithin(path, root) ? stat(below(path, root)) : host.stat(path)),
    readDir: (path) => {
      if (!isWithin(path, root)) return host.readDir(path);
      const entries = dirs.get(below(path, root));
      if (entries === undefined) throw new HostError(`cannot list ${path}: it does not exist`);
      return [...entries.values()];
    },
    readFile: (path) => {
      if (!isWithin(path, root)) return host.readFile(path);
      const text = models.get(below(path, root));
      if (text === undefined) throw new HostError(`cannot read ${path}: it does not exist`);
      return new TextEncoder().encode(text);
    },
  };
}
