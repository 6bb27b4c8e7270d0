// Two builds in one run: the CPU time of the benchmarks and of `gordian check` on real modules, and their ratio.
//
//   npm run bench:compare -- OLD NEW [--runs 3] [--only REGEXP] [--modules PATH@VERSION,...] [--limit 1.05]
//
// OLD and NEW are checkouts, built, with their packages installed. Each measurement is a process of its own; the two sides take turns,
// so that a busy machine hits both, and the best of all runs counts. Only our own side of each benchmark runs: not Spin, not Dafny, not
// Go's front end. The last line is JSON; the exit code is 1 where NEW takes more than `--limit` times what OLD takes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchModule, moduleNamed } from '../../test/conformance/module-copies.ts';
import { installedGo } from '../../test/support/go.ts';
import { goList } from '../../test/support/go-list.ts';
import { runTimed } from '../model/timed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    modules: {
      type: 'string',
      default: 'golang.org/x/sync@v0.24.0,github.com/sourcegraph/conc@v0.3.0,github.com/gorilla/websocket@v1.5.3',
    },
    limit: { type: 'string', default: '1.05' },
  },
});

/** Something to measure in a checkout: milliseconds of CPU time. */
interface Measurement {
  readonly name: string;
  readonly of: (tree: string) => number;
}

/** The object on the last line of what a benchmark prints. */
function figures(tree: string, args: readonly string[]): Readonly<Record<string, number>> {
  const { status, stdout } = runTimed(process.execPath, [join(tree, 'scripts', 'run.mjs'), ...args], tree);
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (status !== 0 || !line.startsWith('{')) throw new Error(`${args.join(' ')} in ${tree}: exit code ${status}`);
  return JSON.parse(line) as Readonly<Record<string, number>>;
}

function figure(tree: string, name: string, args: readonly string[]): number {
  const value = figures(tree, args)[name];
  if (typeof value !== 'number') throw new Error(`${args.join(' ')} in ${tree} prints no ${name}`);
  return value;
}

const scratch = mkdtempSync(join(tmpdir(), 'gordian-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

function measurements(): readonly Measurement[] {
  const models = ['file-processing-15', 'producers-consumers-5-10-10', 'dining-8', 'prodconsclose'];
  const list = join(scratch, 'packages.json');
  if (installedGo !== null) writeFileSync(list, JSON.stringify(goList(['std'], process.cwd())));
  const bench = (name: string): string => join('bench', name, 'main.ts');
  return [
    ...models.flatMap((model): Measurement[] =>
      (['cold', 'warm'] as const).map((which) => ({
        name: `model ${model}, ${which}`,
        of: (tree) => figure(tree, which, [bench('model'), 'plain', '--only', model]),
      })),
    ),
    ...(installedGo === null
      ? []
      : (['parse', 'check'] as const).map((task) => ({
          name: `front-end ${task}`,
          of: (tree: string) => 1000 * figure(tree, 'cpuSeconds', [bench('front-end'), task, list]),
        }))),
    ...(['native', 'wasm'] as const).map((solver) => ({
      name: `parametric ${solver}`,
      of: (tree: string) => {
        const args = [join(tree, 'scripts', 'run.mjs'), bench('parametric'), '--solver', solver];
        return runTimed(process.execPath, args, tree).times.cpu;
      },
    })),
    ...(installedGo === null
      ? []
      : [{ name: 'explore, a schedule', of: (tree: string) => figure(tree, 'processorMs', [bench('explore')]) }]),
    ...values.modules.split(',').map((name) => ({
      name: `check ${name}`,
      of: (tree: string) => {
        const dir = fetchModule(moduleNamed(name));
        if (dir === null) throw new Error(`${name} cannot be had`);
        const flags = ['--format', 'json', '--no-cache', '--jobs', '1', './...'];
        const { status, times } = runTimed(process.execPath, [join(tree, 'bin', 'gordian'), 'check', ...flags], dir);
        if (status !== 0 && status !== 1) throw new Error(`check of ${name} in ${tree}: exit code ${status}`);
        return times.cpu;
      },
    })),
  ];
}

const [oldTree, newTree] = positionals.map((path) => resolve(path));
if (oldTree === undefined || newTree === undefined) {
  console.error('usage: npm run bench:compare -- OLD NEW [flags]; see bench/compare/main.ts');
  process.exit(2);
}
const limit = Number(values.limit);
const wanted = new RegExp(values.only);
const rows: { readonly name: string; readonly oldMs: number; readonly newMs: number; readonly ratio: number }[] = [];
for (const { name, of } of measurements()) {
  if (!wanted.test(name)) continue;
  let [oldMs, newMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < Number(values.runs); run++) {
    oldMs = Math.min(oldMs, of(oldTree));
    newMs = Math.min(newMs, of(newTree));
  }
  const ratio = Math.round((newMs / oldMs) * 100) / 100;
  rows.push({ name, oldMs: Math.round(oldMs), newMs: Math.round(newMs), ratio });
  console.log(`${name}: ${Math.round(oldMs)} ms, ${Math.round(newMs)} ms, ratio ${ratio.toFixed(2)}`);
}
const worse = rows.filter(({ ratio }) => ratio > limit).map(({ name }) => name);
console.log(JSON.stringify({ bench: 'compare', runs: Number(values.runs), load: loadavg()[0], rows, worse }));
process.exitCode = worse.length === 0 ? 0 : 1;
