// Parsing, and parsing with checking, of the standard library: by us and by go/parser and go/types.
//
//   npm run bench:front-end [-- --runs N --packages PATTERN,...]
//
// Each measurement is a process of its own, on one thread (GOMAXPROCS=1 for Go), on the same files, which are read
// before the clock starts. Both sides hold the trees of one package at a time. Their runs alternate, so that a busy
// machine hits both. The last line is JSON.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installedGo } from '../../test/support/go.ts';
import { goList, type ListedPackage, targetEnv } from '../../test/support/go-list.ts';
import { checkAll } from './check.ts';
import { type BenchFile, parseAll } from './parse.ts';

const root = process.env.GORDIAN_ROOT ?? process.cwd();
const folder = join(root, 'build', 'bench');

/** Upper limits of our time in units of Go's, and of our memory. */
const limits = { parse: 2.5, check: 4, peakMB: 1500 };

type Task = 'parse' | 'check';

/** What one process measured. */
interface Run {
  readonly seconds: number;
  /** Of all threads, the compiler's and the collector's too. */
  readonly cpuSeconds: number;
  readonly lines: number;
  readonly bytes: number;
  readonly errors: number;
  readonly peakMB: number;
}

interface Measured {
  readonly best: number;
  readonly median: number;
  readonly cpu: number;
  readonly peakMB: number;
  readonly errors: number;
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '5' },
      packages: { type: 'string', default: 'std' },
    },
  });
  if (positionals.length === 2) {
    measureHere(positionals[0] as Task, positionals[1] as string);
    return 0;
  }
  if (installedGo === null) {
    console.error('bench:front-end needs Go 1.26 or later on the PATH');
    return 2;
  }
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'packages.json');
  writeFileSync(list, JSON.stringify(goList(values.packages.split(','), root)));
  const peer = buildPeer();
  const runs = Math.max(1, Number(values.runs));
  const results = { parse: alternate('parse', list, peer, runs), check: alternate('check', list, peer, runs) };
  return report(results, installedGo.version, runs);
}

/** The measuring process itself: one line of JSON. */
function measureHere(task: Task, list: string): void {
  const packages = JSON.parse(readFileSync(list, 'utf8')) as readonly ListedPackage[];
  const files = packages.map((pkg) =>
    pkg.GoFiles.map((name): BenchFile => {
      const path = join(pkg.Dir, name);
      return { path, bytes: readFileSync(path) };
    }),
  );
  const before = process.cpuUsage();
  const figures = task === 'parse' ? parseAll(files) : checkAll(packages, files);
  const { user, system } = process.cpuUsage(before);
  const run: Run = {
    ...figures,
    cpuSeconds: (user + system) / 1e6,
    peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  console.log(JSON.stringify(run));
}

function buildPeer(): string {
  const peer = join(folder, process.platform === 'win32' ? 'peer.exe' : 'peer');
  execFileSync('go', ['build', '-o', peer, 'main.go'], {
    cwd: join(root, 'bench', 'front-end', 'peer'),
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: targetEnv.CGO_ENABLED },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return peer;
}

interface Sides {
  readonly ours: Measured;
  readonly go: Measured;
  readonly lines: number;
  readonly bytes: number;
}

function alternate(task: Task, list: string, peer: string, runs: number): Sides {
  const ours: Run[] = [];
  const go: Run[] = [];
  for (let i = 0; i < runs; i++) {
    go.push(measure(peer, [task, list]));
    ours.push(measure(process.execPath, [process.argv[1] as string, task, list]));
  }
  const { lines, bytes } = ours[0] as Run;
  return { ours: summary(ours), go: summary(go), lines, bytes };
}

function measure(command: string, args: readonly string[]): Run {
  const env = { ...process.env, GOMAXPROCS: '1' };
  return JSON.parse(execFileSync(command, args, { env, encoding: 'utf8' })) as Run;
}

function summary(runs: readonly Run[]): Measured {
  const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b);
  return {
    best: seconds[0] as number,
    median: seconds[seconds.length >> 1] as number,
    cpu: Math.min(...runs.map((run) => run.cpuSeconds)),
    peakMB: Math.max(...runs.map((run) => run.peakMB)),
    errors: Math.max(...runs.map((run) => run.errors)),
  };
}

function report(results: Readonly<Record<Task, Sides>>, version: string, runs: number): number {
  const { lines, bytes } = results.parse;
  console.log(`${lines} lines, ${round(bytes / 1e6)} MB; best and median of ${runs} runs on one thread\n`);
  console.log('task           who       best s  median s   cpu s   MB/s    lines/s   peak MB  errors');
  let failed = false;
  const figures: Record<string, unknown> = { go: version, node: process.version, runs, lines, bytes };
  for (const task of ['parse', 'check'] as const) {
    const { ours, go } = results[task];
    const name = task === 'parse' ? 'parse' : 'parse + check';
    console.log(row(name, version, go, lines, bytes));
    console.log(row(name, 'gordian', ours, lines, bytes));
    const ratio = ours.best / go.best;
    console.log(
      `  ratio ${round(ratio)} (median ${round(ours.median / go.median)}, processor time ${round(ours.cpu / go.cpu)}), at most ${limits[task]}\n`,
    );
    failed ||= ratio > limits[task] || ours.peakMB > limits.peakMB || ours.errors > 0 || go.errors > 0;
    figures[task] = {
      ours: rounded(ours, lines, bytes),
      go: rounded(go, lines, bytes),
      ratio: round(ratio),
      medianRatio: round(ours.median / go.median),
      cpuRatio: round(ours.cpu / go.cpu),
    };
  }
  console.log(JSON.stringify({ ...figures, ok: !failed }));
  return failed ? 1 : 0;
}

function row(task: string, who: string, m: Measured, lines: number, bytes: number): string {
  const cells = [
    task.padEnd(14),
    who.padEnd(9),
    m.best.toFixed(2).padStart(6),
    m.median.toFixed(2).padStart(9),
    m.cpu.toFixed(2).padStart(7),
    (bytes / 1e6 / m.best).toFixed(1).padStart(6),
    Math.round(lines / m.best)
      .toString()
      .padStart(10),
    m.peakMB.toString().padStart(9),
    m.errors.toString().padStart(7),
  ];
  return cells.join(' ');
}

function rounded(m: Measured, lines: number, bytes: number): Readonly<Record<string, number>> {
  return {
    seconds: round(m.best),
    medianSeconds: round(m.median),
    cpuSeconds: round(m.cpu),
    megabytesPerSecond: round(bytes / 1e6 / m.best),
    linesPerSecond: Math.round(lines / m.best),
    peakMB: m.peakMB,
    errors: m.errors,
  };
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}

process.exitCode = main();
