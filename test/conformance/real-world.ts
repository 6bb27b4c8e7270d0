// Ten real modules as their users would check them, and faults seeded into them.
//
//   npm run real-world [-- --modules PATH@VERSION,...] [--total STEPS] [--out FILE]
//   npm run real-world -- --seed-faults [--faults NUMBER] [--seed NUMBER] [--only REGEXP] [--jobs NUMBER] [--modules ...]
//
// Without --seed-faults each module is checked by the command line in a process of its own, tests included: time, peak
// memory, fragments by verdict, findings, and the reasons of `unknown`, counted. With it, places are drawn at random from
// the non-test code of all modules, equally many for each family of faults, one fault is put into each, and the fragments
// that contain the place are checked before and after, by as many processes at once as there are processors, or `--jobs`;
// `--only` takes those whose family, kind, module and place fit (`^Conds`). The last line of standard output is JSON with all figures.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchModule, moduleNamed, realModules } from './module-copies.ts';
import { bundleCli } from './own-build.ts';
import { seedFaults, tryFaults, workerFlag } from './real-world-faults.ts';

interface Figures {
  readonly module: string;
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly exitCode: number | null;
  readonly fragments: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Percent of the fragments that are not `unknown`. */
  readonly decided: number;
  readonly problems: number;
  readonly notes: number;
  readonly findings: readonly string[];
  readonly reasons: Readonly<Record<string, number>>;
}

interface Report {
  readonly fragments: readonly { readonly verdict: string; readonly reason: string }[];
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
    readonly function: string;
  }[];
  readonly problems: readonly unknown[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      modules: { type: 'string' },
      total: { type: 'string' },
      out: { type: 'string' },
      'seed-faults': { type: 'boolean', default: false },
      faults: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const wanted = values.modules === undefined ? realModules : values.modules.split(',').map(moduleNamed);
  const copies = wanted.flatMap((module) => {
    const dir = fetchModule(module);
    return dir === null ? [] : [{ name: `${module.path}@${module.version}`, dir }];
  });
  if (values['seed-faults']) {
    const { faults, seed, only, jobs } = values;
    const summary = await seedFaults(copies, Number(faults), Number(seed), new RegExp(only), Number(jobs));
    if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(summary, null, 1)}\n`);
    console.log(JSON.stringify(summary));
    return copies.length < wanted.length ? 1 : 0;
  }
  const cli = bundleCli('real-world');
  const results = copies.map(({ name, dir }) => checkModule(cli, name, dir, values.total ?? null));
  rmSync(cli, { recursive: true, force: true });
  const sum = (of: (f: Figures) => number): number => results.reduce((n, f) => n + of(f), 0);
  const fragments = sum((f) => f.fragments);
  const summary = {
    modules: results.length,
    fragments,
    decided: percent(fragments - sum((f) => f.verdicts.unknown ?? 0), fragments),
    findings: sum((f) => f.findings.length),
    peakMegabytes: Math.max(0, ...results.map((f) => f.peakMegabytes)),
    seconds: Math.round(sum((f) => f.seconds)),
    results,
  };
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(summary, null, 1)}\n`);
  console.log(JSON.stringify(summary));
  return results.length < wanted.length || results.some((f) => f.exitCode === null) ? 1 : 0;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10;
}

function checkModule(cli: string, name: string, dir: string, total: string | null): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'gordian-real-world-'));
  const out = join(folder, 'report.json');
  const peak = join(folder, 'peak');
  // Each process says at its end how much memory it used at most; all of them together used at most the sum.
  const hook = `import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(${JSON.stringify(peak)} + process.pid, String(process.resourceUsage().maxRSS)));`;
  const begin = performance.now();
  const child = spawnSync(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      join(cli, 'start.cjs'),
      ...['check', '-C', dir, '--format', 'json', '--out', out, '--no-cache'],
      ...(total === null ? [] : ['--total', total]),
      './...',
    ],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'inherit'], timeout: 7_200_000 },
  );
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  const report = read(out, dir);
  const peaks = readdirSync(folder).filter((file) => file.startsWith('peak'));
  const peakMegabytes = Math.round(peaks.reduce((sum, file) => sum + Number(textOf(join(folder, file))), 0) / 1024);
  rmSync(folder, { recursive: true, force: true });
  const verdicts = counted(report.fragments.map(({ verdict }) => verdict));
  const figures: Figures = {
    module: name,
    seconds,
    peakMegabytes,
    exitCode: child.status,
    fragments: report.fragments.length,
    verdicts,
    decided: percent(report.fragments.length - (verdicts.unknown ?? 0), report.fragments.length),
    problems: report.problems.length,
    notes: report.findings.filter(({ severity }) => severity === 'note').length,
    findings: report.findings
      .filter(({ severity }) => severity !== 'note')
      .map((f) => `${f.rule} ${f.file}:${f.line} in ${f.function}: ${f.message}`),
    // Reasons differ in the names they mention, behind a colon.
    reasons: counted(
      report.fragments.filter(({ verdict }) => verdict === 'unknown').map(({ reason }) => reason.replace(/: .*$/s, '')),
    ),
  };
  console.log(
    `${name}: ${figures.fragments} fragments, ${figures.decided} % decided ${JSON.stringify(verdicts)}, ` +
      `${figures.findings.length} findings, ${seconds} s, ${peakMegabytes} MB`,
  );
  for (const finding of figures.findings) console.log(`  ${finding}`);
  for (const [reason, n] of Object.entries(figures.reasons)) console.log(`  unknown ${n}: ${reason}`);
  return figures;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '0';
  }
}

function read(path: string, dir: string): Report {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
    const findings = report.findings.map((f) => ({
      ...f,
      file: f.file.startsWith('/') ? relative(dir, f.file) : f.file,
    }));
    return { ...report, findings };
  } catch {
    return { fragments: [], findings: [], problems: [] };
  }
}

function counted(list: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of list) counts[item] = (counts[item] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort((a, b) => b[1] - a[1]));
}

if (process.argv.includes(workerFlag)) tryFaults();
else process.exitCode = await main();
