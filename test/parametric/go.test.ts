// From Go source to preconditions: what `gordian check` says of functions, as stated above each of them.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { readText, root } from '../support/repository.ts';

const folder = 'testdata/parametric/figures';

test('functions have the preconditions that are written above them', { timeout: 300_000 }, async () => {
  const text = readText(`${folder}/figures.go`);
  const wanted = new Map<string, string>();
  for (const [, want, name] of text.matchAll(/^\/\/ want (.*)\nfunc (\w+)/gm)) wanted.set(name ?? '', want ?? '');
  expect(wanted.size).toBe(8);
  const { fragments } = await check({
    folder: join(root, folder),
    patterns: ['./...'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    limits: { states: 100_000, milliseconds: 20_000, totalMilliseconds: 200_000 },
    progress: () => {},
  });
  const found = new Map<string, string>();
  for (const { function: name, verdict, precondition, weakest } of fragments) {
    const condition = `precondition "${precondition}"${weakest ? ' weakest' : ''}`;
    found.set(name, verdict === 'conditional' ? condition : verdict);
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
});
