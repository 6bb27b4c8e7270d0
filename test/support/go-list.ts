// Packages as `go list` describes them, and checking them in that order without the loader.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { SourceSet } from '../../src/base/source.ts';
import { decodeSource } from '../../src/syntax/decode.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';
import { checkFiles, type Info, type Package, sizesFor, unsafePackage } from '../../src/types/index.ts';

export interface ListedPackage {
  readonly ImportPath: string;
  readonly Dir: string;
  readonly GoFiles: readonly string[];
  readonly ImportMap: Readonly<Record<string, string>>;
  /** Only a dependency of what the patterns name. */
  readonly DepOnly: boolean;
}

/** The target of all comparisons, whatever the machine. */
export const targetEnv = {
  GOOS: 'linux',
  GOARCH: 'amd64',
  CGO_ENABLED: '0',
  GOFLAGS: '',
  GOWORK: 'off',
  GOTOOLCHAIN: 'local',
  GOEXPERIMENT: '',
} as const;

/** The packages that the patterns name with all their dependencies, dependencies first. `unsafe` is left out. */
export function goList(patterns: readonly string[], cwd: string): ListedPackage[] {
  const format =
    '{{.ImportPath}}\t{{.Dir}}\t{{join .GoFiles ","}}\t{{range $k, $v := .ImportMap}}{{$k}}={{$v}},{{end}}\t{{.DepOnly}}';
  const out = execFileSync('go', ['list', '-pgo=off', '-deps', '-f', format, ...patterns], {
    cwd,
    env: { ...process.env, ...targetEnv },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const list: ListedPackage[] = [];
  for (const line of out.split('\n')) {
    const [ImportPath = '', Dir = '', files = '', map = '', depOnly = ''] = line.split('\t');
    if (ImportPath === '' || ImportPath === 'unsafe') continue;
    const pairs = map.split(',').filter((pair) => pair !== '');
    list.push({
      ImportPath,
      Dir,
      GoFiles: files.split(',').filter((name) => name !== ''),
      ImportMap: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
      DepOnly: depOnly === 'true',
    });
  }
  return list;
}

export interface CheckedPackage {
  readonly listed: ListedPackage;
  readonly sources: SourceSet;
  readonly files: readonly ast.File[];
  readonly pkg: Package;
  readonly info: Info;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and checks every package once, bodies included, and shows each to `visit` before its facts are released. */
export function checkListed(list: readonly ListedPackage[], visit: (checked: CheckedPackage) => void): void {
  const sources = new SourceSet();
  const packages = new Map<string, Package>([['unsafe', unsafePackage]]);
  const sizes = sizesFor('amd64');
  for (const listed of list) {
    const diagnostics: Diagnostic[] = [];
    const files: ast.File[] = [];
    for (const name of listed.GoFiles) {
      const path = join(listed.Dir, name);
      const source = sources.add(path, decodeSource(readFileSync(path)).text);
      sources.takeIds((firstId) => {
        const result = parseFile(source, firstId);
        files.push(result.file);
        diagnostics.push(...result.diagnostics);
        return result.nextId;
      });
    }
    const result = checkFiles(
      {
        importPackage: (path) => packages.get(listed.ImportMap[path] ?? path) ?? null,
        reportMissingImports: true,
        goVersion: '',
        ignoreFuncBodies: false,
        sizes,
        specifications: null,
        fakeImportC: true,
        ignoreUnusedImports: false,
      },
      sources,
      listed.ImportPath,
      files,
    );
    packages.set(listed.ImportPath, result.pkg);
    diagnostics.push(...result.diagnostics);
    visit({ listed, sources, files, pkg: result.pkg, info: result.info, diagnostics });
  }
}
