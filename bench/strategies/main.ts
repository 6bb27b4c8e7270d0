// Schedules to the first finding, for each strategy and for GoPie's with parts switched off: medians over seeds.
//
//   npm run bench:strategies -- DIR [--seeds 20] [--limit 300] [--only REGEXP] [--all]
//
// Kernels that the first, natural run already shows tell strategies nothing and are left out unless --all is given.
// Prints a table, and as its last line a summary as JSON.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withScratch } from '../../src/driver/explore.ts';
import { Children } from '../../src/driver/explore-process.ts';
import type { RunSettings } from '../../src/driver/explore-run.ts';
import { exploreTest } from '../../src/driver/explore-test.ts';
import { newFirst } from '../../src/explore/sampling.ts';
import { newStrategy, type StrategyName, strategyNames } from '../../src/explore/strategies.ts';
import type { Strategy } from '../../src/explore/strategy.ts';
import { installedGo } from '../../test/support/go.ts';
import { buildKernels, copyKernels, type Kernel } from '../../test/support/kernels.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '20' },
    limit: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
});

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

const [dir] = positionals;
if (dir === undefined) throw new Error('give the folder of the kernels');
if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const children = new Children();
  await withScratch(async (scratch) => {
    const module = join(scratch, 'module');
    mkdirSync(module);
    copyKernels(resolve(dir), module, new RegExp(values.only));
    const { kernels, settings } = await buildKernels(module, scratch, children);
    const limit = Number(values.limit);
    const totals = new Map<StrategyName, (number | null)[]>(strategyNames.map((name) => [name, []]));
    const found = new Map<StrategyName, number>(strategyNames.map((name) => [name, 0]));
    let hard = 0;
    let runs = 0;
    console.log(['kernel', ...strategyNames].join('\t'));
    for (const kernel of kernels) {
      if (!values.all && (await hunt(kernel, newFirst(), settings, 1)) !== null) continue;
      hard++;
      const row: string[] = [];
      for (const name of strategyNames) {
        const results: (number | null)[] = [];
        for (let seed = 1; seed <= Number(values.seeds); seed++)
          results.push(await hunt(kernel, newStrategy(name, seed), settings, limit));
        totals.get(name)?.push(median(results));
        found.set(name, (found.get(name) ?? 0) + results.filter((one) => one !== null).length);
        runs += results.length;
        row.push(String(median(results) ?? `>${limit}`));
      }
      console.log([kernel.name, ...row].join('\t'));
    }
    console.log(
      JSON.stringify({
        kernels: hard,
        seeds: Number(values.seeds),
        limit,
        medians: Object.fromEntries([...totals].map(([name, medians]) => [name, median(medians)])),
        foundShare: Object.fromEntries(
          [...found].map(([name, count]) => [name, Number((count / (runs / strategyNames.length || 1)).toFixed(3))]),
        ),
      }),
    );
  }, children);
}
