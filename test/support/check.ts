// Parsing and checking of Go sources in tests, with the standard library read from an installed Go.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { SourceSet } from '../../src/base/source.ts';
import { evalConstraint, type File, fileConstraint, parseFile } from '../../src/syntax/index.ts';
import { type Config, checkFiles, type Info, type Package, sizesFor } from '../../src/types/index.ts';

export interface GoSource {
  readonly path: string;
  readonly text: string;
}

export interface CheckOptions {
  readonly goVersion?: string;
  readonly specifications?: Config['specifications'];
  readonly fakeImportC?: boolean;
  readonly ignoreFuncBodies?: boolean;
  readonly reportMissingImports?: boolean;
  readonly importPackage?: (path: string) => Package | null;
}

export interface Checked {
  readonly sources: SourceSet;
  readonly files: readonly File[];
  readonly pkg: Package;
  readonly info: Info;
  /** Of the parser, then of the checker. */
  readonly diagnostics: readonly Diagnostic[];
}

export function configOf(options: CheckOptions): Config {
  return {
    importPackage: options.importPackage ?? (() => null),
    reportMissingImports: options.reportMissingImports ?? true,
    goVersion: options.goVersion ?? '',
    ignoreFuncBodies: options.ignoreFuncBodies ?? false,
    sizes: sizesFor('amd64'),
    specifications: options.specifications ?? null,
    fakeImportC: options.fakeImportC ?? false,
    ignoreUnusedImports: false,
  };
}

/** Parses a file into `sources`. */
export function parseInto(
  sources: SourceSet,
  source: GoSource,
  bodies: 'parse' | 'skip',
  diagnostics: Diagnostic[],
): File {
  const file = sources.add(source.path, source.text);
  let result: ReturnType<typeof parseFile> | null = null;
  sources.takeIds((firstId) => {
    result = parseFile(file, firstId, { bodies, allErrors: true });
    return result.nextId;
  });
  const parsed = result as unknown as ReturnType<typeof parseFile>;
  diagnostics.push(...parsed.diagnostics);
  return parsed.file;
}

/** Parses and checks the files of one package. */
export function checkSources(
  texts: readonly GoSource[],
  options: CheckOptions = {},
  sources: SourceSet = new SourceSet(),
): Checked {
  const diagnostics: Diagnostic[] = [];
  const files = texts.map((text) => parseInto(sources, text, 'parse', diagnostics));
  const result = checkFiles(configOf(options), sources, files[0]?.name.name ?? 'p', files);
  diagnostics.push(...result.diagnostics);
  return { sources, files, pkg: result.pkg, info: result.info, diagnostics };
}

/** Checks one file. */
export function checkText(text: string, options: CheckOptions = {}): Checked {
  return checkSources([{ path: 'p.go', text }], options);
}

/** The diagnostics as `line: CODE message`. */
export function linesOf(checked: Checked): string[] {
  return checked.diagnostics.map((d) => {
    const line = d.span === null ? 0 : (checked.sources.position(d.span.pos)?.line ?? 0);
    return `${line}: ${d.rule} ${d.message}`;
  });
}

const osNames = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos'.split(
    ' ',
  ),
);
const archNames = new Set(
  '386 amd64 amd64p32 arm arm64 loong64 mips mipsle mips64 mips64le ppc64 ppc64le riscv64 s390x sparc64 wasm'.split(
    ' ',
  ),
);

function hasTag(tag: string): boolean {
  if (tag === 'linux' || tag === 'amd64' || tag === 'unix' || tag === 'gc') return true;
  const minor = /^go1\.(\d+)$/.exec(tag)?.[1];
  return minor !== undefined && Number(minor) <= 26;
}

export function isBuilt(name: string, text: string): boolean {
  if (!name.endsWith('.go') || name.endsWith('_test.go') || name.startsWith('.') || name.startsWith('_')) return false;
  const parts = name.slice(0, -3).split('_').slice(1);
  const last = parts[parts.length - 1] ?? '';
  const before = parts[parts.length - 2] ?? '';
  if (archNames.has(last) && osNames.has(before)) {
    if (last !== 'amd64' || before !== 'linux') return false;
  } else if ((archNames.has(last) && last !== 'amd64') || (osNames.has(last) && last !== 'linux')) {
    return false;
  }
  const constraint = fileConstraint(text);
  return constraint === null || evalConstraint(constraint, hasTag);
}

/** Imports packages of the standard library, declarations only. */
export function stdImporter(goroot: string, sources: SourceSet): (path: string) => Package | null {
  const packages = new Map<string, Package | null>();
  const importPackage = (path: string): Package | null => {
    const known = packages.get(path);
    if (known !== undefined) return known;
    packages.set(path, null); // an import cycle ends here
    const dir = [join(goroot, 'src', path), join(goroot, 'src/vendor', path)].find((d) => existsSync(d));
    if (dir === undefined) return null;
    const files: File[] = [];
    for (const name of readdirSync(dir)) {
      if (!name.endsWith('.go') || name.endsWith('_test.go')) continue;
      const text = readFileSync(join(dir, name), 'utf8');
      if (isBuilt(name, text)) files.push(parseInto(sources, { path: join(dir, name), text }, 'skip', []));
    }
    if (files.length === 0) return null;
    const conf = configOf({ importPackage, ignoreFuncBodies: true, fakeImportC: true });
    const { pkg } = checkFiles(conf, sources, path, files);
    packages.set(path, pkg);
    return pkg;
  };
  return importPackage;
}
