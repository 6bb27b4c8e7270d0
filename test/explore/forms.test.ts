// Every form of synchronisation under control: instrumented tests pass as they do without, under whatever schedule.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Build, buildFolder, dispose, goEnv, planOf, type Run, runBuild } from '../support/explore.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'explore', 'forms');

const tests = readdirSync(folder)
  .filter((name) => name.endsWith('_test.go'))
  .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^func (Test\w+)/gm)])
  .map((match) => match[1] as string);

/** Tests that do not pass, plainly or under some schedules, and how they end. */
const others: Readonly<Record<string, string>> = {
  TestSynctestHangs: 'deadlock',
  TestSynctestLeaves: 'deadlock',
  TestSynctestRaces: 'failed',
};

describe.skipIf(goEnv === null)('all forms (needs Go)', () => {
  let build: Build;

  beforeAll(() => {
    build = buildFolder(folder);
    expect(build.output).toBe('');
  });

  afterAll(() => dispose(build));

  const run = (name: string, seed: number): Run =>
    runBuild(
      build,
      [`-test.run=^${name}$`],
      planOf({ seed, strategy: { kind: seed === 0 ? 'first' : 'random' }, earlyNs: seed % 2 === 0 ? 0 : 1e12 }),
      folder,
    );

  test('are taken under control, but for those that say so', () => {
    const reasons = [...new Set(build.instrumented.untouched.map(({ reason }) => reason))].sort();
    expect(reasons).toEqual([
      'a receive that assigns to a boolean type of the program',
      'what synctest.Test waits for is not told apart',
      'what synctest.Wait waits for is not told apart',
    ]);
  });

  test.each(tests.filter((name) => !(name in others)))('%s passes', (name) => {
    for (let seed = 0; seed < 6; seed++) {
      // Tests that look at times do not pass where timers are early.
      if (seed % 2 === 1 && /Timers|Contexts|BehindInterfaces/.test(name)) continue;
      const { record, stdout, stderr } = run(name, seed);
      expect(record.defects).toEqual([]);
      expect([record.end?.kind, stdout, stderr], `seed ${seed}`).toEqual([
        'passed',
        expect.anything(),
        expect.anything(),
      ]);
    }
  });

  test.each(Object.entries(others))('%s shows: %s', (name, kind) => {
    const kinds = new Set(Array.from({ length: 12 }, (_, seed) => run(name, seed).record.end?.kind));
    expect([...kinds]).toContain(kind);
    expect([...kinds].every((one) => one === kind || (kind === 'failed' && one === 'passed'))).toBe(true);
  });
});
