// Schedules to the first finding, for each strategy and for GoPie's with parts switched off: medians over seeds.
//
//   npm run bench:strategies -- [DIR] [--seeds 20] [--limit 300] [--only REGEXP] [--strategies a,b]
//
// Runs the tests in harder/, and the kernels in DIR. Those that the schedule without preemptions already shows tell strategies nothing
// and are left out. Prints a table, and as its last line a summary as JSON.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Children } from '../../src/driver/explore/process.ts';
import type { RunSettings } from '../../src/driver/explore/run.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { exploreTest } from '../../src/driver/explore/test.ts';
import { newFirst } from '../../src/explore/sampling.ts';
import { newStrategy, type StrategyName, strategyNames } from '../../src/explore/strategies.ts';
import type { Strategy } from '../../src/explore/strategy.ts';
import { installedGo } from '../../test/support/go.ts';
import { buildKernels, copyKernels, type Kernel } from '../../test/support/kernels.ts';
import { root } from '../../test/support/repository.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '20' },
    limit: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    strategies: { type: 'string' },
  },
});

const chosen: readonly StrategyName[] =
  values.strategies === undefined
    ? strategyNames
    : strategyNames.filter((name) => values.strategies?.split(',').includes(name));

/** Schedules until something is found; null if the limit was reached. */
async function hunt(kernel: Kernel, strategy: Strategy, settings: RunSettings, limit: number): Promise<number | null> {
  const result = await exploreTest(
    kernel.target,
    strategy,
    { schedules: limit, milliseconds: 120_000, afterFinding: 0, shrink: 0, enough: () => true },
    settings,
    2,
    { progress: () => {}, stopped: () => false, now: () => performance.now() },
  );
  return result.shown[0]?.schedule ?? null;
}

/** What was not found counts as more than anything that was. */
function median(numbers: readonly (number | null)[]): number | null {
  const sorted = numbers.map((one) => one ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const middle = sorted[(sorted.length - 1) >> 1] ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(middle) ? middle : null;
}

/** For each strategy what each seed gave. */
type Row = ReadonlyMap<StrategyName, readonly (number | null)[]>;

async function measure(kernel: Kernel, name: string, settings: RunSettings, limit: number): Promise<readonly Row[]> {
  if ((await hunt(kernel, newFirst(), settings, 1)) !== null) return [];
  const results = new Map<StrategyName, (number | null)[]>();
  for (const strategy of chosen) {
    const found: (number | null)[] = [];
    for (let seed = 1; seed <= Number(values.seeds); seed++)
      found.push(await hunt(kernel, newStrategy(strategy, seed), settings, limit));
    results.set(strategy, found);
  }
  const cells = [...results.values()].map((found) => String(median(found) ?? `>${limit}`));
  console.log([name, ...cells].join('\t'));
  return [results];
}

/** Over rows: the median of medians, the mean of all hunts with misses counted as the limit, the share that found something. */
function summarize(rows: readonly Row[], limit: number): Readonly<Record<string, unknown>> {
  const each = (of: (found: readonly (readonly (number | null)[])[]) => number | null): Record<string, number | null> =>
    Object.fromEntries(chosen.map((name) => [name, of(rows.map((row) => row.get(name) ?? []))]));
  const round = (x: number): number => Math.round(x * 100) / 100;
  const mean = (numbers: readonly number[]): number =>
    round(numbers.reduce((a, b) => a + b, 0) / (numbers.length || 1));
  return {
    tests: rows.length,
    medians: each((all) => median(all.map(median))),
    means: each((all) => mean(all.flat().map((one) => one ?? limit))),
    foundShare: each((all) => mean(all.flat().map((one) => (one === null ? 0 : 1)))),
  };
}

if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const [dir] = positionals;
  const children = new Children();
  await withScratch(async (scratch) => {
    const limit = Number(values.limit);
    const only = new RegExp(values.only);
    console.log(['test', ...chosen].join('\t'));
    const own = join(scratch, 'own');
    mkdirSync(own);
    const harder = await buildKernels(
      join(process.env.GORDIAN_ROOT ?? root, 'bench', 'strategies', 'harder'),
      own,
      children,
    );
    const hard: Row[] = [];
    for (const kernel of harder.kernels)
      if (only.test(kernel.target.name))
        hard.push(...(await measure(kernel, kernel.target.name, harder.settings, limit)));
    const rows: Row[] = [];
    if (dir !== undefined) {
      const module = join(scratch, 'module');
      mkdirSync(module);
      copyKernels(resolve(dir), module, only);
      const { kernels, settings } = await buildKernels(module, scratch, children);
      for (const kernel of kernels) rows.push(...(await measure(kernel, kernel.name, settings, limit)));
    }
    console.log(
      JSON.stringify({
        seeds: Number(values.seeds),
        limit,
        harder: summarize(hard, limit),
        kernels: summarize(rows, limit),
      }),
    );
  }, children);
}
