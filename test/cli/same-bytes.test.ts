// The JSON of a check is the same whatever it is run with; `npm run determinism` does the same more often, and under load.

import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../support/repository.ts';
import {
  type Circumstances,
  circumstances,
  firstDifference,
  newScratch,
  outputOf,
  removeScratch,
} from '../support/same-bytes.ts';

const program = join(root, 'bin', 'gordian');
const scratch = newScratch();
afterAll(() => removeScratch(scratch));

/** Every value of each kind occurs. */
const ways: readonly Circumstances[] = [1, 2, 3, 4, 7].map(circumstances);

test('the ways in which runs differ', () => {
  expect(new Set(ways.map(({ where }) => where)).size).toBe(3);
  expect(new Set(ways.map(({ cache }) => cache)).size).toBe(4);
  expect(new Set(ways.map(({ jobs }) => jobs)).size).toBe(4);
});

test.each([
  ['a package with preconditions', 'testdata/parametric/figures', []],
  ['a package that limits cut', 'testdata/servers', ['--work', '5000', '--total', '100000']],
])('%s: byte for byte the same', async (_what, dir, flags) => {
  const subject = { dir: join(root, dir), flags };
  const plain = await outputOf(program, subject, circumstances(0), scratch);
  expect(plain.length).toBeGreaterThan(1000);
  for (const how of ways) {
    const other = await outputOf(program, subject, how, scratch);
    expect(firstDifference(plain, other), JSON.stringify(how)).toBeNull();
  }
});

test('milliseconds only where they are asked for', async () => {
  const subject = { dir: join(root, 'testdata/parametric/figures'), flags: [] };
  const plain = JSON.parse((await outputOf(program, subject, circumstances(0), scratch)).toString('utf8'));
  const timed = JSON.parse(
    (await outputOf(program, { ...subject, flags: ['--timings'] }, circumstances(0), scratch)).toString('utf8'),
  );
  expect(plain.fragments[0]).not.toHaveProperty('ms');
  expect(timed.fragments[0]).toHaveProperty('ms');
});
