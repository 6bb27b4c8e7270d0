// What `test` claims to have run: nothing shows what the search has not seen, and what it has seen is said.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Children } from '../../src/driver/explore/process.ts';
import { withScratch } from '../../src/driver/explore/scratch.ts';
import { coverageText, explore } from '../../src/driver/index.ts';
import { compareClaims } from '../support/claims/compare.ts';
import { generateClaim } from '../support/claims/programs.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';

async function said(race: boolean): Promise<ReadonlyMap<string, string>> {
  const { results } = await explore({
    folder: join(root, 'testdata', 'explore', 'claims'),
    patterns: ['.'],
    tags: [],
    run: null,
    schedules: 200,
    milliseconds: 120_000,
    seed: 1,
    strategy: 'dfs',
    race,
    instrument: [],
    allow: [],
    save: null,
    describe: () => '',
    workers: 2,
    progress: () => {},
    interruption: { isRequested: () => false, onRequest: () => {} },
  });
  return new Map(results.map((result) => [result.target.name, coverageText(result)]));
}

describe.skipIf(installedGo === null)('the claim that all interleavings were run (needs Go)', () => {
  test('comes with how often the test fails because of time', { timeout: 240_000 }, async () => {
    const texts = await said(false);
    expect(texts.get('TestDebounce')).toMatch(
      /all interleavings .* were run, assuming no data races; in \d+ of them the test fails because a timer fires early/,
    );
    expect(texts.get('TestRace')).toContain('assuming no data races');
    expect(texts.get('TestNoRace')).toContain('assuming no data races');
  });

  test('is made without an assumption about races only where the race detector finds none', {
    timeout: 240_000,
  }, async () => {
    const texts = await said(true);
    expect(texts.get('TestRace')).toContain('not all interleavings: accesses that race');
    expect(texts.get('TestNoRace')).toMatch(/all interleavings of synchronization operations were run(?!, assuming)/);
  });

  test('holds for generated tests: plain Go and random schedules show nothing else', { timeout: 240_000 }, async () => {
    const children = new Children();
    await withScratch(async (scratch) => {
      const programs = Array.from({ length: 10 }, (_, i) => generateClaim(i, 5, false));
      const options = { programs, scratch, children, most: 500, samples: 12, plain: 90, seed: 5, progress: () => {} };
      const result = await compareClaims(options);
      expect(result.missed).toEqual([]);
      expect(result.claimed).toBeGreaterThan(5);
    }, children);
  });
});
