// `--changed`: the findings that a change can affect: in packages that it touches, and in those that import them.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../../base/finding.ts';
import type { Span } from '../../base/source.ts';
import { toSlash } from '../../driver/index.ts';
import type { Report } from '../../report/index.ts';
import { UsageError } from '../output.ts';

/** Directories of packages that a change can affect; null: everything. */
export type Affected = ReadonlySet<string> | null;

/** What differs from a revision in the repository that holds a directory. */
export function changedSince(folder: string, rev: string): Affected {
  const root = git(folder, rev, ['rev-parse', '--show-toplevel']).trim();
  if (rev.startsWith('-')) throw new UsageError(`--changed=${rev}: not a revision`);
  const list = (args: readonly string[]): readonly string[] =>
    git(root, rev, args)
      .split('\0')
      .filter((path) => path !== '');
  const changed = [
    ...list(['diff', '--name-only', '--no-renames', '-z', rev, '--']),
    ...list(['ls-files', '--others', '--exclude-standard', '-z']),
  ];
  // Which code is used at all can change with these.
  if (changed.some((path) => /(^|\/)(go\.(mod|sum|work)|modules\.txt)$/.test(path))) return null;
  const files = list(['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.go', 'go.mod', '**/go.mod']);
  const directories = changed.filter((path) => path.endsWith('.go')).map((path) => toSlash(dirname(join(root, path))));
  return withImporters(new Set(directories), importsByDirectory(root, files));
}

/** The report with what can be affected only. */
export function onlyAffected(report: Report, affected: Affected): Report {
  if (affected === null) return report;
  const isIn = (span: Span): boolean => {
    const path = report.sources.fileOf(span.pos)?.path;
    return path !== undefined && affected.has(path.slice(0, path.lastIndexOf('/')));
  };
  const concerns = ({ span, trace, related }: Finding): boolean =>
    isIn(span) || [...trace.steps, ...trace.blocked, ...related].some((one) => isIn(one.span));
  return {
    ...report,
    problems: report.problems.filter(({ span }) => span === null || isIn(span)),
    fragments: report.fragments.filter(({ span }) => isIn(span)),
    findings: report.findings.filter(concerns),
    silenced: (report.silenced ?? []).filter(concerns),
  };
}

function git(dir: string, revision: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error !== undefined) throw new UsageError(`--changed: cannot run git: ${error.message}`);
  if (status !== 0) throw new UsageError(`--changed=${revision}: git ${args[0]}: ${stderr.trim().split('\n')[0]}`);
  return stdout;
}

/** Directories by import path, and what each imports. */
interface ImportGraph {
  readonly directories: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
}

function importsByDirectory(root: string, files: readonly string[]): ImportGraph {
  const modules = new Map<string, string>();
  for (const path of files.filter((one) => /(^|\/)go\.mod$/.test(one))) {
    const name = /^\s*module\s+"?([^\s"]+)/m.exec(textOf(join(root, path)))?.[1];
    if (name !== undefined) modules.set(toSlash(dirname(join(root, path))), name);
  }
  const directories = new Map<string, string>();
  const imports = new Map<string, Set<string>>();
  for (const path of files.filter((one) => one.endsWith('.go'))) {
    const dir = toSlash(dirname(join(root, path)));
    const own = imports.get(dir) ?? new Set();
    imports.set(dir, own);
    for (const one of importsOf(textOf(join(root, path)))) own.add(one);
    const above = moduleOf(dir, modules);
    if (above !== null) directories.set(`${modules.get(above)}${dir.slice(above.length)}`, dir);
  }
  return { directories, imports };
}

function moduleOf(dir: string, modules: ReadonlyMap<string, string>): string | null {
  for (let at = dir; ; at = toSlash(dirname(at))) {
    if (modules.has(at)) return at;
    if (toSlash(dirname(at)) === at) return null;
  }
}

/** Import paths of a file: strings of the import declarations, which stand before all others. */
function importsOf(text: string): readonly string[] {
  const end = /^(?:func|var|const|type)\b/m.exec(text)?.index ?? text.length;
  const head = text.slice(0, end);
  return [...head.matchAll(/^\s*(?:import\s*\(?\s*)?(?:[\w.]+\s+)?["`]([^"`\n]+)["`]/gm)].map(
    ([, path]) => path as string,
  );
}

function withImporters(changed: ReadonlySet<string>, { directories, imports }: ImportGraph): ReadonlySet<string> {
  const result = new Set(changed);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [dir, paths] of imports) {
      if (result.has(dir)) continue;
      if (![...paths].some((path) => result.has(directories.get(path) ?? ''))) continue;
      result.add(dir);
      grown = true;
    }
  }
  return result;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Listed, and deleted since.
    return '';
  }
}
