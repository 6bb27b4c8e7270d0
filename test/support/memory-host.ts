// A host whose files are in memory: paths to texts, bytes, links and refusals.

import { type DirEntry, type Host, HostError, type Stat } from '../../src/base/host.ts';
import { type LoadRequest, type LoadResult, loadPackages } from '../../src/load/index.ts';

/** What can stand at a path. */
export type MemoryFile =
  | string
  | Uint8Array
  /** A symbolic link to an absolute path. */
  | { readonly link: string }
  /** A file that is there but cannot be read. */
  | { readonly refuse: string }
  /** A file that claims a size without having it. */
  | { readonly size: number };

/** Files by absolute path; directories come into being by what they hold. A path that ends in `/` is an empty one. */
export function memoryHost(files: Readonly<Record<string, MemoryFile>>, cwd = '/'): Host {
  const dirs = new Map<string, Map<string, DirEntry>>([['/', new Map()]]);
  for (const [path, file] of Object.entries(files)) {
    const parts = path.split('/').filter((part) => part !== '');
    let dir = '/';
    parts.forEach((name, i) => {
      const leaf = i === parts.length - 1 && !path.endsWith('/');
      const kind = !leaf ? 'directory' : typeof file === 'object' && 'link' in file ? 'link' : 'file';
      const entries = dirs.get(dir) ?? new Map<string, DirEntry>();
      if (entries.get(name)?.kind !== 'directory') entries.set(name, { name, kind });
      dirs.set(dir, entries);
      dir = dir === '/' ? `/${name}` : `${dir}/${name}`;
      if (!leaf && !dirs.has(dir)) dirs.set(dir, new Map());
    });
  }
  const follow = (path: string): string => {
    let at = '';
    let steps = 0;
    const parts = path.split('/').filter((part) => part !== '');
    while (parts.length > 0) {
      at = `${at}/${parts.shift()}`;
      const file = files[at];
      if (typeof file !== 'object' || !('link' in file)) continue;
      if (++steps > 40) throw new HostError(`cannot look at ${path}: its symbolic links form a loop`);
      parts.unshift(...file.link.split('/').filter((part) => part !== ''));
      at = '';
    }
    return at === '' ? '/' : at;
  };
  const stat = (path: string): Stat | null => {
    const real = follow(path);
    if (dirs.has(real)) return { kind: 'directory', size: 0, realPath: real };
    const file = files[real];
    if (file === undefined) return null;
    const size =
      typeof file === 'string' ? file.length : 'size' in file ? file.size : 'length' in file ? file.length : 1;
    return { kind: 'file', size, realPath: real };
  };
  return {
    stat,
    readDir: (path) => {
      const entries = dirs.get(follow(path));
      if (entries === undefined) throw new HostError(`cannot list ${path}: it does not exist`);
      return [...entries.values()];
    },
    readFile: (path) => {
      const file = files[follow(path)];
      if (file === undefined) throw new HostError(`cannot read ${path}: it does not exist`);
      if (typeof file === 'string') return new TextEncoder().encode(file);
      if (file instanceof Uint8Array) return file;
      const reason = 'refuse' in file ? file.refuse : 'it has no content';
      throw new HostError(`cannot read ${path}: ${reason}`);
    },
    env: () => undefined,
    cwd: () => cwd,
  };
}

/** A small Go installation below /go. */
export const tinyGoroot: Readonly<Record<string, MemoryFile>> = {
  '/go/VERSION': 'go1.26.1\ntime 2026-01-01T00:00:00Z\n',
  '/go/src/go.mod': 'module std\n\ngo 1.26\n',
  '/go/src/errors/errors.go':
    'package errors\n\nfunc New(text string) error { return &e{text} }\n\ntype e struct{ s string }\n\nfunc (x *e) Error() string { return x.s }\n',
  '/go/src/fmt/fmt.go':
    'package fmt\n\nimport "internal/fmtsort"\n\nfunc Println(a ...any) (n int, err error) { return fmtsort.N, nil }\n',
  '/go/src/internal/fmtsort/sort.go': 'package fmtsort\n\nconst N = 1\n',
  '/go/src/net/net.go': 'package net\n\nimport "golang.org/x/net/dns"\n\nvar D dns.Message\n',
  '/go/src/vendor/golang.org/x/net/dns/dns.go': 'package dns\n\ntype Message struct{}\n',
  '/go/src/testing/testing.go': 'package testing\n\ntype T struct{}\n\nfunc (t *T) Fatal(args ...any) {}\n',
  '/go/src/cmd/go.mod': 'module cmd\n\ngo 1.26\n',
  '/go/src/cmd/tool/main.go': 'package main\n\nimport "golang.org/x/mod/modfile"\n\nfunc main() { modfile.Parse() }\n',
  '/go/src/cmd/vendor/golang.org/x/mod/modfile/rule.go': 'package modfile\n\nfunc Parse() {}\n',
};

/** Loads from files in memory, with the small installation and a module cache at /cache. */
export function loadMemory(
  files: Readonly<Record<string, MemoryFile>>,
  patterns: readonly string[],
  request: Partial<LoadRequest> = {},
): LoadResult {
  const cwd = request.cwd ?? '/m';
  const host = memoryHost({ ...tinyGoroot, ...files }, cwd);
  return loadPackages(host, { goroot: '/go', modCache: '/cache', ...request, cwd, patterns });
}

/** Diagnostics as `file:line:column RULE message`. */
export function shownDiagnostics(result: LoadResult): string[] {
  return result.diagnostics.map((d) => {
    const place = d.span === null ? null : result.sources.position(d.span.pos);
    return `${place === null ? '-' : `${place.file}:${place.line}:${place.column}`} ${d.rule} ${d.message}`;
  });
}

/** Ids of the loaded packages. */
export function ids(result: LoadResult): string[] {
  return result.packages.map((pkg) => pkg.id);
}
