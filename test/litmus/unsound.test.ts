// Programs with a bug that can be reached: `check` never claims that they are without it, and real Go shows it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';
import { root } from '../support/repository.ts';
import { wrongClaims, wrongClaimsOf } from './model.ts';
import { type BuiltSuite, buildSuite, runCase } from './real-go.ts';
import { indexOfOutcome, showOutcome, unsoundSuite } from './suite.ts';

const suite = unsoundSuite(root);

describe('no wrong claim', () => {
  test.each(suite.map((litmus) => [litmus.name, litmus] as const))('%s', (_, litmus) => {
    expect(wrongClaims(litmus)).toEqual([]);
  });
});

test('no wrong claim where proofs for all values are tried as well', async () => {
  const files = suite.map(({ name, text }, i) => [`c${i}/${name}`, text] as const);
  const folder = makeFolder({ 'go.mod': 'module unsound\n\ngo 1.26\n', ...Object.fromEntries(files) });
  const { fragments } = await check({
    folder,
    patterns: ['./...'],
    tags: [],
    goos: 'linux',
    goarch: 'amd64',
    tests: false,
    modelsOnly: true,
    limits: { states: 100_000, work: 10_000_000, totalWork: 600_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  removeFolder(folder);
  const problems = suite.flatMap((litmus, i) => {
    const said = fragments.find((f) => f.package === `unsound/c${i}` && f.function === litmus.entry);
    return wrongClaimsOf(litmus, said).map((claim) => `${litmus.name}: ${claim}`);
  });
  expect(problems).toEqual([]);
  expect(fragments.length).toBeGreaterThan(suite.length / 2);
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
