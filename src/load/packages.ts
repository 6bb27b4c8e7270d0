// A package of the import graph: its files, selected and scanned, and what is known about it before it is checked.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { SourceFile, Span } from '../base/source.ts';
import type { Package } from '../types/object.ts';
import { matchConstraints, matchFileName } from './build.ts';
import type { LoadCode } from './codes.ts';
import { isDirectory, isGoFileName, readDir, readText } from './files.ts';
import { baseOf, isWithin, join, shown } from './paths.ts';
import type { Location } from './resolve.ts';
import { type FileHeader, type ImportClause, scanHeader } from './scan.ts';
import type { Loader } from './settings.ts';

/** A selected file. */
export interface FileNode {
  readonly name: string;
  readonly source: SourceFile;
  readonly header: FileHeader;
  /** Offsets at which bytes were no UTF-8. */
  readonly invalidUtf8: readonly number[];
}

/** The files of a directory by the package that they belong to. */
export interface Selection {
  readonly go: readonly FileNode[];
  /** `_test.go` files of the package itself. */
  readonly test: readonly FileNode[];
  /** `_test.go` files of the package `x_test`. */
  readonly external: readonly FileNode[];
  /** Go files that constraints exclude. */
  readonly excluded: readonly string[];
  /** Files that could not be read or understood. */
  readonly problems: readonly Diagnostic[];
}

/** An import, and the first place in the package that asks for it. */
export interface Edge {
  readonly to: PackageNode;
  readonly span: Span;
}

export interface PackageNode {
  /** Unique in the graph. */
  readonly key: string;
  readonly id: string;
  readonly location: Location;
  /** From the first file's package clause. */
  readonly name: string;
  readonly files: readonly FileNode[];
  /** Those of the files that specifications are laid over. */
  readonly real: readonly FileNode[];
  /** Checked with bodies and given to the caller. */
  target: boolean;
  /** Its errors reach the user in any case, as those of a target or of the same files in a test. */
  reported: boolean;
  readonly forTest: string | null;
  /** By the path as written. Filled by graph.ts. */
  readonly imports: Map<string, Edge>;
  /** Found before the check. */
  readonly problems: Diagnostic[];
  /** Something could not be found: by path, so that it is said once. */
  readonly missing: Set<string>;
  /** Null before the check, and after everything that needs it was checked. */
  types: Package | null;
  /** The first error that makes the package unreliable for its importers; null if there is none. */
  broken: Diagnostic | null;
  /** A file of the package itself could not be read. */
  partial: boolean;
  /** The package, or something that it needs, has syntax errors. */
  malformed: boolean;
  /** Something that the package needs, directly or not, is missing. */
  lacking: boolean;
  /** Lacking, or with models among what the package needs. */
  incomplete: boolean;
  /** Nodes that only this one imports: variants of packages made for a test. */
  readonly variants: PackageNode[];
}

/** Texts scanned but not parsed yet are held up to this length in sum; the others are read once more. */
const heldLimit = 64 * 1024 * 1024;

/** Reads the Go files of a directory that fit the build. */
export function selectFiles(loader: Loader, dir: string, tests: boolean): Selection {
  const entries = readDir(loader.files, dir);
  if (typeof entries === 'string') {
    return { ...classify([]), excluded: [], problems: [problem('UnreadableDirectory', entries)] };
  }
  const nodes: FileNode[] = [];
  const excluded: string[] = [];
  const problems: Diagnostic[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (!isGoFileName(loader.files, name) || entry.kind === 'directory') continue;
    if (!tests && name.endsWith('_test.go')) continue;
    if (!matchFileName(loader.build, name)) {
      excluded.push(name);
      continue;
    }
    const path = join(dir, name);
    if (entry.kind !== 'file' && isDirectory(loader.files, path)) continue;
    const node = readNode(loader, path, false);
    if (node === null) excluded.push(name);
    else if ('rule' in node) problems.push(node);
    else nodes.push(node);
  }
  return { ...classify(nodes), excluded, problems };
}

/** Reads files that were named one by one: constraints do not exclude them. */
export function selectNamed(loader: Loader, paths: readonly string[]): Selection {
  const nodes: FileNode[] = [];
  const problems: Diagnostic[] = [];
  for (const path of paths) {
    const node = readNode(loader, path, true);
    if (node === null) continue;
    if ('rule' in node) problems.push(node);
    else nodes.push(node);
  }
  return { ...classify(nodes), excluded: [], problems };
}

/** The name that a package has before it is checked. */
export function packageName(files: readonly FileNode[]): string {
  return files.find((file) => file.header.packageName !== '')?.header.packageName ?? '';
}

export function isEmpty(selection: Selection): boolean {
  return selection.go.length + selection.test.length + selection.external.length === 0;
}

export function newNode(
  key: string,
  id: string,
  location: Location,
  files: readonly FileNode[],
  forTest: string | null,
  real: readonly FileNode[] = [],
): PackageNode {
  return {
    key,
    id,
    location,
    name: packageName(files),
    files,
    real,
    target: false,
    reported: false,
    forTest,
    imports: new Map(),
    problems: [],
    missing: new Set(),
    types: null,
    broken: null,
    partial: false,
    malformed: false,
    lacking: false,
    incomplete: location.origin === 'model',
    variants: [],
  };
}

/** The place of an import path. */
export function importSpan(file: FileNode, clause: ImportClause): Span {
  return { pos: file.source.base + clause.start, end: file.source.base + clause.end };
}

/** A file that fits; null if it does not. */
function readNode(loader: Loader, path: string, named: boolean): FileNode | Diagnostic | null {
  const read = readText(loader.files, path);
  if ('rule' in read) return read;
  const { text, invalid: invalidUtf8 } = read;
  const header = scanHeader(text, loader.specifications !== null);
  if (!named) {
    // A file of package documentation is by convention no part of a program.
    if (header.packageName === 'documentation') return null;
    if (lacksHeader(loader, path, text)) return null;
    const match = matchConstraints(loader.build, text, header.clause);
    if (match.kind === 'no') return null;
    if (match.kind === 'bad') {
      const pos = loader.sources.add(path, text).base + match.offset;
      const end = pos + '//go:build'.length;
      return diagnostic('BadBuildConstraint', { pos, end }, `${match.message}; the file is left out`);
    }
    if (!loader.build.cgo && header.imports.some((clause) => clause.path === 'C')) return null;
  }
  const source = loader.sources.add(path, text);
  loader.heldText += text.length;
  if (loader.heldText > heldLimit) releaseText(loader, source);
  return { name: baseOf(path), source, header, invalidUtf8 };
}

/** Whether the request takes only marked files, and this one is not. */
function lacksHeader(loader: Loader, path: string, text: string): boolean {
  if (loader.specifications === null || !loader.specifications.onlyWithHeader) return false;
  if (loader.libraryDir !== null && isWithin(path, loader.libraryDir)) return false;
  return !/\/\/\s*\+gobra/.test(text);
}

/** Lets go of a file's text; it can still be had, by reading the file again. */
export function releaseText(loader: Loader, source: SourceFile): void {
  loader.heldText -= source.length;
  loader.sources.release(source, () => {
    const read = readText(loader.files, source.path);
    return 'text' in read ? read.text : '';
  });
}

function classify(nodes: readonly FileNode[]): Pick<Selection, 'go' | 'test' | 'external'> {
  const isTest = (node: FileNode): boolean => node.name.endsWith('_test.go');
  const go = nodes.filter((node) => !isTest(node));
  const name = packageName(go);
  const isExternal = (node: FileNode): boolean => {
    return node.header.packageName.endsWith('_test') && node.header.packageName !== name;
  };
  const tests = nodes.filter(isTest);
  return { go, test: tests.filter((node) => !isExternal(node)), external: tests.filter(isExternal) };
}

function problem(code: LoadCode, message: string, notes: readonly string[] = []): Diagnostic {
  return diagnostic(code, null, message, { notes });
}

/** Why a directory named by the user gives no package. */
export function emptyProblem(loader: Loader, dir: string, selection: Selection): Diagnostic {
  const where = shown(dir, loader.cwd);
  const count = selection.excluded.length;
  if (count === 0) {
    return problem('NoGoFiles', `there are no Go files in ${where}`, [
      `for packages below it, use the pattern ${where}/...`,
    ]);
  }
  const { goos, goarch } = loader.build;
  const names = selection.excluded.slice(0, 3).join(', ') + (count > 3 ? ', ...' : '');
  return problem('FilesExcluded', `build constraints exclude all Go files in ${where} (${names})`, [
    `they were matched for ${goos}/${goarch}${loader.build.cgo ? '' : ' without cgo'}; choose another system, or give build tags`,
  ]);
}
