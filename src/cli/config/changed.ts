// `--changed`: the findings that a change can affect: in packages that it touches, and in those that import them.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Finding } from '../../base/finding.ts';
import type { Span } from '../../base/source.ts';
import { findExecutable, readRegularFile, toSlash } from '../../driver/index.ts';
import type { Report } from '../../report/index.ts';
import { UsageError } from '../output.ts';

/** Directories of packages that a change can affect; null: everything. */
export type Affected = ReadonlySet<string> | null;

/** What differs from a revision in the repository that holds a directory. */
export function changedSince(folder: string, rev: string): Affected {
  if (rev.startsWith('-')) throw new UsageError(`--changed=${rev}: not a revision`);
  const root = listOf(folder, rev, ['rev-parse', '--show-toplevel'])[0] ?? '';
  const tree =
    listOf(root, rev, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{tree}`]).at(-1) ?? '';
  const before = blobsOf(listOf(root, rev, ['ls-tree', '-r', '-z', tree]));
  const files = listOf(root, rev, ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...wanted]);
  const now = new Map([...new Set(files)].flatMap((path) => contentOf(root, path)));
  const changed = [...new Set([...now.keys(), ...before.keys()])].filter((path) =>
    differs(now.get(path), before.get(path)),
  );
  // Which code is used at all can change with these.
  if (changed.some((path) => !path.endsWith('.go'))) return null;
  return withImporters(
    new Set(changed.map((path) => toSlash(dirname(join(root, path))))),
    importsByDirectory(root, now),
  );
}

/** Files that decide what is checked, and which code is used at all. */
const wanted = ['*.go', ...['go.mod', 'go.sum', 'go.work', 'modules.txt'].flatMap((name) => [name, `**/${name}`])];
const isWanted = /(?:\.go|(?:^|\/)(?:go\.(?:mod|sum|work)|modules\.txt))$/;

/** The digests of files in a tree, by path. */
function blobsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line): readonly (readonly [string, string])[] => {
      const [, type, digest, path] = /^\d+ (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
      return type === 'blob' && digest !== undefined && path !== undefined && isWanted.test(path)
        ? [[path, digest]]
        : [];
    }),
  );
}

function contentOf(root: string, path: string): readonly (readonly [string, Buffer])[] {
  try {
    return [[path, readRegularFile(join(root, path))]];
  } catch {
    // Listed, and deleted since; or nothing that can be read.
    return [];
  }
}

/** Content is compared here: git would run what the repository's own settings name as filters. Ends of lines may be those of Windows. */
function differs(content: Buffer | undefined, digest: string | undefined): boolean {
  if (content === undefined || digest === undefined) return true;
  if (blobDigest(content, digest) === digest) return false;
  return (
    !content.includes('\r\n') ||
    blobDigest(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), digest) !== digest
  );
}

function blobDigest(content: Buffer, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
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

/** Settings that a repository could have git run programs by, or fetch with. */
const harmless = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
];

/** How long git may take: what it reads may be a pipe. */
const gitMilliseconds = 60_000;

/** Lines of the answer, or its parts where it is asked for with zero bytes between them. Runs no hook, filter, monitor or transport. */
function listOf(dir: string, revision: string, args: readonly string[]): readonly string[] {
  const git = findExecutable('git');
  if (git === null) throw new UsageError('--changed: there is no git on the PATH');
  const { status, stdout, stderr, error } = spawnSync(git, [...harmless.flatMap((one) => ['-c', one]), ...args], {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: gitMilliseconds,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
  });
  if (error !== undefined) throw new UsageError(`--changed: cannot run git: ${error.message}`);
  if (status !== 0) {
    const why = stderr.trim().split('\n')[0] || 'unknown revision';
    throw new UsageError(`--changed=${revision}: git ${args[0]}: ${why}`);
  }
  return stdout.split(args.includes('-z') ? '\0' : '\n').filter((part) => part !== '');
}

/** Directories by import path, and what each imports. */
interface ImportGraph {
  readonly directories: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
}

function importsByDirectory(root: string, files: ReadonlyMap<string, Buffer>): ImportGraph {
  const modules = new Map<string, string>();
  for (const [path, content] of files) {
    if (!/(^|\/)go\.mod$/.test(path)) continue;
    const name = /^\s*module\s+"?([^\s"]+)/m.exec(content.toString())?.[1];
    if (name !== undefined) modules.set(toSlash(dirname(join(root, path))), name);
  }
  const directories = new Map<string, string>();
  const imports = new Map<string, Set<string>>();
  for (const [path, content] of files) {
    if (!path.endsWith('.go')) continue;
    const dir = toSlash(dirname(join(root, path)));
    const own = imports.get(dir) ?? new Set();
    imports.set(dir, own);
    for (const one of importsOf(content.toString())) own.add(one);
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
