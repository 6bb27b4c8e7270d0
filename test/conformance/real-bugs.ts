// Bugs that maintainers have fixed: is each reported in the version before its fix, where the fix changes something, and not after it?
//
//   npm run real-bugs -- LIST [--only TEXT] [--kept FILE] [--clones DIR] [--shard I/N]
//
// LIST has a line for each fix: repository, commit, package, kind. Repositories are cloned, or are DIR/OWNER+NAME/repo where that exists;
// versions are checked by the command line as users start it. Results are kept in build/real-bugs, and a run that was stopped goes on
// where it was. The last line of standard output is JSON with all figures.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepResult, keptResults } from '../fuzz/kept-results.ts';
import { type Changes, changesOf, distanceTo, lineAfter } from './fix-changes.ts';
import { go } from './module-copies.ts';
import { bundleCli } from './own-build.ts';

interface Fix {
  readonly repository: string;
  readonly commit: string;
  readonly pkg: string;
  readonly kind: string;
}

interface Reported {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly function: string;
}

interface Report {
  readonly fragments: readonly { readonly verdict: string; readonly reason: string }[];
  readonly findings: readonly Reported[];
  readonly problems: readonly { readonly message: string }[];
}

/** A finding of the parent, with the lines between it and what the fix changes; null in other files. */
interface Told extends Reported {
  readonly distance: number | null;
  readonly sameFunction: boolean;
}

interface Result extends Fix {
  /** Why it could not be checked. */
  readonly problem: string | null;
  /** What the fix removes, among what is near it: the most severe first, then the nearest. */
  readonly gone: readonly Told[];
  /** What it leaves there. */
  readonly stay: readonly Told[];
  readonly verdicts: Readonly<Record<string, number>>;
  readonly cpuSeconds: number;
}

const work = resolve(process.env.GORDIAN_ROOT ?? process.cwd(), 'build', 'real-bugs');

/** So many lines from a change a finding is still about what was changed. */
const near = 10;

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      kept: { type: 'string' },
      clones: { type: 'string', default: '' },
      shard: { type: 'string', default: '1/1' },
    },
  });
  const [list] = positionals;
  if (list === undefined) throw new Error('usage: npm run real-bugs -- LIST');
  mkdirSync(work, { recursive: true });
  const file = values.kept ?? join(work, 'results.jsonl');
  const known = new Map(keptResults<Result>(file).map((result) => [keyOf(result), result]));
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
  const wanted = readList(list)
    .filter((fix) => keyOf(fix).includes(values.only))
    .filter((_, i) => i % shards === shard - 1);
  const missing = wanted.filter((fix) => !known.has(keyOf(fix)));
  const cli = missing.length === 0 ? '' : bundleCli('real-bugs');
  for (const fix of missing) {
    const result = checked(fix, cli, values.clones);
    known.set(keyOf(fix), result);
    keepResult(file, result);
  }
  if (cli !== '') rmSync(cli, { recursive: true, force: true });
  const results = wanted.flatMap((fix) => known.get(keyOf(fix)) ?? []);
  for (const result of results) console.log(linesOf(result));
  const named = (of: (result: Result) => boolean): readonly string[] => results.filter(of).map(keyOf);
  const unchecked = named(({ problem }) => problem !== null);
  const summary = {
    fixes: results.length,
    reported: named((result) => isReported(result, false)).length,
    withNotes: named((result) => isReported(result, true)).length,
    missed: named((result) => !isReported(result, true)),
    unchecked,
    cpuSeconds: Math.round(results.reduce((n, { cpuSeconds }) => n + cpuSeconds, 0)),
  };
  console.log(JSON.stringify(summary));
  return unchecked.length > 0 ? 1 : 0;
}

function readList(file: string): readonly Fix[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, repository = '', commit = '', pkg = '', kind = ''] = /^(\S+)\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
      return { repository, commit, pkg, kind };
    });
}

function keyOf({ repository, commit, pkg }: Fix): string {
  return `${repository} ${commit} ${pkg}`;
}

/** In a function that the fix changes, or a few lines from what it changes. */
function isNear({ distance, sameFunction }: Told): boolean {
  return distance !== null && (sameFunction || distance <= near);
}

function isReported({ gone }: Result, notes: boolean): boolean {
  return gone.some(({ severity }) => notes || severity !== 'note');
}

function linesOf(result: Result): string {
  const { problem, gone, stay, verdicts, kind } = result;
  const verdict = isReported(result, false) ? 'reported' : isReported(result, true) ? 'note    ' : 'missed  ';
  const told = ({ severity, rule, file, line, distance, message, function: root }: Told): string =>
    `${severity} ${rule} ${file}:${line} (${distance} lines away) in ${root}: ${message}`;
  return [
    `${verdict} ${keyOf(result)} (${kind}; ${Math.round(result.cpuSeconds)} s)${problem === null ? '' : ` ! ${problem}`}`,
    ...gone.slice(0, 4).map((one) => `    ${told(one)}`),
    ...stay.slice(0, 4).map((one) => `    after the fix, too: ${told(one)}`),
    `    ${JSON.stringify(verdicts)}`,
  ].join('\n');
}

function checked(fix: Fix, cli: string, clones: string): Result {
  const nothing = { ...fix, problem: null, gone: [], stay: [], verdicts: {}, cpuSeconds: 0 };
  try {
    const clone = cloned(fix.repository, clones);
    const diff = git(clone, ['diff', '-U0', '--no-renames', `${fix.commit}^`, fix.commit, '--', '*.go']);
    const changes = changesOf(diff);
    const before = checkedVersion(clone, fix, 'parent', cli);
    const verdicts: Record<string, number> = {};
    for (const { verdict } of before.report.fragments) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    const textOf = (file: string): string => git(clone, ['show', `${fix.commit}^:${file}`]);
    const told = before.report.findings
      .map(({ rule, severity, message, file, line, function: root }): Told => {
        const place = distanceTo(changes, file, line, textOf);
        return { rule, severity, message, file, line, function: root, ...place };
      })
      .filter(isNear);
    const { problem, seconds } = before;
    // Without a finding near the change the fixed version cannot tell anything.
    if (told.length === 0) return { ...nothing, problem, verdicts, cpuSeconds: seconds };
    const after = checkedVersion(clone, fix, 'fix', cli);
    const { gone, stay } = compared(told, after.report, changes);
    return { ...fix, problem: problem ?? after.problem, gone, stay, verdicts, cpuSeconds: seconds + after.seconds };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { ...nothing, problem };
  }
}

function git(dir: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  });
}

function cloned(repository: string, clones: string): string {
  const name = repository.replace('/', '+');
  const given = join(resolve(clones), name, 'repo');
  if (clones !== '' && existsSync(given)) return given;
  const dir = join(work, name);
  if (!existsSync(dir)) git(work, ['clone', '--bare', '--quiet', `https://github.com/${repository}`, dir]);
  return dir;
}

interface Version {
  readonly report: Report;
  readonly problem: string | null;
  readonly seconds: number;
}

/** A version of a repository, in a work tree of its own with what the package imports in the module cache. */
function checkedVersion(clone: string, fix: Fix, version: 'parent' | 'fix', cli: string): Version {
  const { repository, commit, pkg } = fix;
  const dir = join(work, `${repository.replace('/', '+')}-${commit}-${version}`);
  rmSync(dir, { recursive: true, force: true });
  git(clone, ['worktree', 'prune']);
  git(clone, ['worktree', 'add', '--force', '--detach', '--quiet', dir, version === 'fix' ? commit : `${commit}^`]);
  if (!existsSync(join(dir, 'go.mod')) && !existsSync(join(dir, pkg, 'go.mod'))) {
    go(dir, ['mod', 'init', `github.com/${repository}`]);
    go(dir, ['mod', 'tidy', '-e']);
  }
  // What cannot be had stays invalid and silent: `check` says so.
  try {
    go(dir, ['list', '-e', '-deps', '-test', pkg]);
  } catch {}
  const checked = reportOf(cli, dir, pkg);
  git(clone, ['worktree', 'remove', '--force', dir]);
  return checked;
}

function reportOf(cli: string, dir: string, pkg: string): Version {
  const command = [process.execPath, join(cli, 'start.cjs'), 'check', '-C', dir, '--format', 'json', '--no-cache', pkg];
  const child = spawnSync('bash', ['-c', 'time "$0" "$@"', ...command], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, TIMEFORMAT: 'cpu %U %S' },
    timeout: 3_600_000,
  });
  const [, user = '0', system = '0'] = /cpu (\S+) (\S+)\s*$/.exec(child.stderr) ?? [];
  const seconds = Number(user) + Number(system);
  try {
    const report = JSON.parse(child.stdout) as Report;
    const [first] = report.problems;
    return { report, problem: report.fragments.length === 0 && first !== undefined ? first.message : null, seconds };
  } catch {
    const problem = `no report: exit ${child.status}`;
    return { report: { fragments: [], findings: [], problems: [] }, problem, seconds };
  }
}

/** Findings that are the same but for where the fix has moved them are in both versions. */
function compared(told: readonly Told[], after: Report, changes: Changes): Pick<Result, 'gone' | 'stay'> {
  const left = new Set(after.findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`));
  const isStill = ({ rule, file, line }: Reported): boolean => {
    const moved = lineAfter(changes, file, line);
    return moved !== null && left.has(`${rule} ${file}:${moved}`);
  };
  const weight = ({ severity, distance }: Told): number => (distance ?? 1e6) + (severity === 'note' ? 1e7 : 0);
  return {
    gone: told.filter((one) => !isStill(one)).sort((a, b) => weight(a) - weight(b)),
    stay: told.filter(isStill),
  };
}

process.exitCode = main();
