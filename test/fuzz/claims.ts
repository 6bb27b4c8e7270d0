// Generated tests with timers, contexts, atomics and library calls: where `test` claims to have run all interleavings, it has seen every outcome.
//
//   npm run fuzz:claims -- [--programs 100] [--seed 1] [--shard I/N] [--schedules 1500] [--samples 60] [--plain 600] [--racy] [--resume FILE]
//
// Every outcome of plain runs of Go and of random schedules has to be among those of a complete search. Prints what is not, and as its last
// line a summary as JSON. With --racy, tests have data races: the claim, which is about synchronization operations, is then expected to miss some.

import { parseArgs } from 'node:util';
import { Children } from '../../src/driver/explore/process.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { type ClaimResult, compareClaims } from '../support/claims/compare.ts';
import { generateClaim } from '../support/claims/programs.ts';
import { installedGo } from '../support/go.ts';
import { keepResult, keptResults } from './kept-results.ts';

const perPackage = 25;

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    schedules: { type: 'string', default: '1500' },
    samples: { type: 'string', default: '60' },
    plain: { type: 'string', default: '600' },
    racy: { type: 'boolean', default: false },
    resume: { type: 'string' },
  },
});

interface Stored {
  readonly key: string;
  readonly result: ClaimResult;
}

if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const seed = Number(values.seed);
  const programs = Number(values.programs);
  const [part = 1, parts = 1] = values.shard.split('/').map(Number);
  const known = new Map(keptResults<Stored>(values.resume).map((one) => [one.key, one.result]));
  const children = new Children();
  const results: ClaimResult[] = [];
  for (let chunk = part - 1; chunk * perPackage < programs; chunk += parts) {
    const key = `${seed} ${chunk} ${values.racy}`;
    const before = known.get(key);
    if (before !== undefined) {
      results.push(before);
      continue;
    }
    const first = chunk * perPackage;
    const count = Math.min(perPackage, programs - first);
    await withScratch(async (scratch) => {
      const result = await compareClaims({
        programs: Array.from({ length: count }, (_, i) => generateClaim(first + i, seed, values.racy)),
        scratch,
        children,
        most: Number(values.schedules),
        samples: Number(values.samples),
        plain: Number(values.plain),
        seed,
        progress: (text) => console.error(`chunk ${chunk}: ${text}`),
      });
      results.push(result);
      for (const one of result.missed)
        console.log(`MISSED ${one.test} (${one.kinds.join(', ')}) ${one.shownBy}: ${one.outcome}`);
      keepResult<Stored>(values.resume, { key, result });
    }, children);
  }
  const sum = (of: (result: ClaimResult) => number): number => results.reduce((n, result) => n + of(result), 0);
  const gaps: Record<string, number> = {};
  for (const result of results) for (const [why, n] of Object.entries(result.gaps)) gaps[why] = (gaps[why] ?? 0) + n;
  const missed = results.flatMap((result) => result.missed);
  console.log(
    JSON.stringify({
      seed,
      shard: values.shard,
      programs: sum((one) => one.programs),
      claimed: sum((one) => one.claimed),
      schedules: sum((one) => one.schedules),
      plainRuns: sum((one) => one.plainRuns),
      missed: missed.length,
      refutedClaims: new Set(missed.map(({ test }) => test)).size,
      gaps,
    }),
  );
  if (missed.length > 0 && !values.racy) process.exitCode = 1;
}
