// Generated packages and random clients of them: whatever `check` proves survives every client that keeps the assumptions.
//
//   npm run fuzz:open-world -- [--programs 200] [--seed 1] [--shard I/N] [--clients 4] [--schedules 8] [--resume FILE] [--keep DIR]
//
// Prints every refutation with its source and client, functions whose verdict depends on unrelated code, and as its last line a summary
// as JSON. With --resume, results go into FILE as they come, and what has a result there is not run again; --keep writes what was refuted
// to a directory.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Children } from '../../src/driver/explore/process.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { installedGo } from '../support/go.ts';
import { attackGenerated, type ChunkResult, perPackage } from '../support/open-world/generated.ts';
import { keepResult, keptResults } from './kept-results.ts';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    clients: { type: 'string', default: '4' },
    schedules: { type: 'string', default: '8' },
    resume: { type: 'string' },
    keep: { type: 'string' },
  },
});

interface Stored {
  readonly seed: number;
  readonly chunk: number;
  readonly result: ChunkResult;
}

function tell(result: ChunkResult): void {
  for (const one of result.refutations) {
    const what = one.proved ? 'WRONG PROOF' : 'NO FRAGMENT';
    console.log(`${what} ${one.target}.${one.function} ${one.rule} at ${one.operation} (${one.kinds.join(', ')})`);
  }
  for (const one of result.moved) console.log(`MOVED ${one.subject}.${one.function}\n  ${one.here}\n  ${one.there}`);
  for (const one of result.blamed) console.log(`BLAMED ${one}`);
  if (values.keep === undefined) return;
  mkdirSync(values.keep, { recursive: true });
  for (const [i, one] of result.refutations.entries())
    writeFileSync(
      join(values.keep, `${one.target}-${one.function}-${i}.txt`),
      `${one.rule} at ${one.operation}\n\n${one.source}\n${one.client}`,
    );
}

if (installedGo === null) {
  console.log(JSON.stringify({ skipped: 'Go is not installed' }));
} else {
  const seed = Number(values.seed);
  const programs = Number(values.programs);
  const [part = 1, parts = 1] = values.shard.split('/').map(Number);
  const known = new Map(
    keptResults<Stored>(values.resume).flatMap((one) => (one.seed === seed ? [[one.chunk, one.result] as const] : [])),
  );
  const children = new Children();
  const results: ChunkResult[] = [];
  for (let chunk = part - 1; chunk * perPackage < programs; chunk += parts) {
    const before = known.get(chunk);
    if (before !== undefined) {
      results.push(before);
      continue;
    }
    const first = chunk * perPackage;
    await withScratch(async (scratch) => {
      const result = await attackGenerated({
        first,
        count: Math.min(perPackage, programs - first),
        seed,
        clients: Number(values.clients),
        schedules: Number(values.schedules),
        locality: true,
        scratch,
        children,
        progress: (text) => console.error(`chunk ${chunk}: ${text}`),
      });
      results.push(result);
      tell(result);
      keepResult<Stored>(values.resume, { seed, chunk, result });
    }, children);
  }
  const sum = (of: (result: ChunkResult) => number): number => results.reduce((n, result) => n + of(result), 0);
  const all = results.flatMap((result) => result.refutations);
  const kinds: Record<string, number> = {};
  for (const one of all) for (const kind of one.kinds) kinds[kind] = (kinds[kind] ?? 0) + 1;
  console.log(
    JSON.stringify({
      seed,
      shard: values.shard,
      programs: sum((one) => one.programs),
      proved: sum((one) => one.proved),
      called: sum((one) => one.called),
      clients: sum((one) => one.clients),
      runs: sum((one) => one.runs),
      wrongProofs: all.filter((one) => one.proved).length,
      withoutFragment: all.filter((one) => !one.proved).length,
      moved: sum((one) => one.moved.length),
      blamed: sum((one) => one.blamed.length),
      kinds,
    }),
  );
  if (all.length > 0 || sum((one) => one.moved.length) > 0) process.exitCode = 1;
}
