// Programs with a bug that can be reached: `check` never claims that they are without it, and real Go shows it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';
import { wrongClaims } from './model.ts';
import { type BuiltSuite, buildSuite, runCase } from './real-go.ts';
import { indexOfOutcome, showOutcome, unsoundSuite } from './suite.ts';

const suite = unsoundSuite(root);

describe('no wrong claim', () => {
  test.each(suite.map((litmus) => [litmus.name, litmus] as const))('%s', (_, litmus) => {
    expect(wrongClaims(litmus)).toEqual([]);
  });
});

describe.runIf(installedGo !== null)('real Go shows the bug', () => {
  let built: BuiltSuite;
  beforeAll(() => {
    built = buildSuite(suite);
  });
  afterAll(() => {
    built.remove();
  });
  test('in one run of each, or another of its outcomes', async () => {
    const problems: string[] = [];
    // Those that never end take as long as we wait.
    for (const [i, litmus] of suite.entries()) {
      if (litmus.outcomes.some(({ end }) => end.kind === 'hang')) continue;
      const seen = await runCase(built.binary, i, 4);
      if (indexOfOutcome(litmus, seen) < 0) problems.push(`${litmus.name}: ${showOutcome(seen)}`);
    }
    expect(problems).toEqual([]);
  });
});
