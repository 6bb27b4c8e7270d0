// The claim that all interleavings were run: no schedule of any other strategy shows what the systematic search has not.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildPackages, loadTests } from '../../src/driver/explore/build.ts';
import { Children } from '../../src/driver/explore/process.ts';
import { planFor, type Run, type RunSettings, runSchedule, type TestTarget } from '../../src/driver/explore/run.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { goEnvironment } from '../../src/driver/host/go-env.ts';
import { nodeHost } from '../../src/driver/host/node-host.ts';
import { defaultLimits } from '../../src/explore/protocol.ts';
import { newStrategy, type StrategyName } from '../../src/explore/strategies.ts';
import type { Completeness } from '../../src/explore/strategy.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'explore', 'outcomes');
/** Schedules for each of the strategies that are compared with. */
const samples = Number(process.env.GORDIAN_SAMPLES ?? 12);
const most = 320;

/** What a test printed, how it ended, and who was stuck. */
function outcomeOf(run: Run): string {
  expect(run.record.defects).toEqual([]);
  const lines = run.stdout.split('\n').filter((line) => line.startsWith('saw'));
  const { end } = run.record;
  const stuck = (end?.stuck ?? []).filter(({ excused }) => excused === '').map(({ op }) => op);
  return [...lines, end?.kind, end?.message, ...stuck.sort()].join('; ');
}

interface Seen {
  readonly outcomes: ReadonlySet<string>;
  readonly completeness: Completeness;
}

async function outcomes(target: TestTarget, name: StrategyName, budget: number, settings: RunSettings): Promise<Seen> {
  const strategy = newStrategy(name, 7);
  const found = new Set<string>();
  for (let i = 0; i < budget; i += 4) {
    const batch = Array.from({ length: 4 }, () => strategy.next()).flatMap((one) => (one === null ? [] : [one]));
    if (batch.length === 0) break;
    const runs = await Promise.all(batch.map((one) => runSchedule(target, planFor(one, settings), settings)));
    for (const [k, run] of runs.entries()) {
      strategy.observe(batch[k] as (typeof batch)[number], run.record);
      found.add(outcomeOf(run));
    }
  }
  return { outcomes: found, completeness: strategy.completeness() };
}

describe.skipIf(installedGo === null)('the systematic search (needs Go)', () => {
  test('shows all that other strategies show, where it claims to be complete', { timeout: 900_000 }, async () => {
    const children = new Children();
    const wrong: string[] = [];
    const claims = new Map<string, Completeness>();
    await withScratch(async (scratch) => {
      const host = nodeHost(folder, goEnvironment());
      const never = { isRequested: () => false, onRequest: () => {} };
      const build = {
        folder,
        patterns: ['.'],
        tags: [],
        run: null,
        race: false,
        instrument: [],
        progress: () => {},
        interruption: never,
      };
      const built = await buildPackages(loadTests(host, build), build, host, scratch, children);
      expect(built.diagnostics).toEqual([]);
      const limits = { ...defaultLimits, steps: 3000, wallMs: 10_000 };
      const settings: RunSettings = { children, scratch, limits, allow: [], processors: 2 };
      for (const target of built.packages.flatMap((pkg) => pkg.targets)) {
        expect(target.untouched).toBe('');
        const all = await outcomes(target, 'dfs', most, settings);
        claims.set(target.name, all.completeness);
        if (all.completeness.kind !== 'complete') continue;
        for (const name of ['random', 'pos', 'pct'] as const) {
          const some = await outcomes(target, name, samples, settings);
          if (all.completeness.random) continue;
          for (const one of some.outcomes) if (!all.outcomes.has(one)) wrong.push(`${target.name}: ${name}: ${one}`);
        }
      }
    }, children);
    expect(wrong).toEqual([]);
    const complete = [...claims].filter(([, said]) => said.kind === 'complete').map(([name]) => name);
    // A ticker ticks without end; on a busy machine one or two others may be taken for not under control.
    expect(complete.length).toBeGreaterThan(claims.size - 5);
    expect(claims.get('TestMapOrder')).toEqual({ kind: 'complete', random: true });
    expect(claims.get('TestAtomics')).toEqual({ kind: 'complete', random: false });
    expect(claims.get('TestTicker')?.kind).not.toBe('complete');
  });
});
