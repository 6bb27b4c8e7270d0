// From Go source to preconditions: what `gordian check` says of functions, as stated above each of them.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { readText, root } from '../support/repository.ts';

const folders: readonly (readonly [string, number])[] = [
  ['figures', 8],
  ['patterns', 6],
  ['locks', 3],
  ['slices', 3],
  ['numbers', 10],
];

test.each(folders)(
  'functions in %s have the preconditions above them',
  { timeout: 300_000 },
  async (name, functions) => {
    const folder = `testdata/parametric/${name}`;
    const text = readText(`${folder}/${name}.go`);
    const wanted = new Map<string, string>();
    for (const [, want, func] of text.matchAll(/^\/\/ want (.*)\nfunc (\w+)/gm)) wanted.set(func ?? '', want ?? '');
    expect(wanted.size).toBe(functions);
    const { fragments } = await check({
      folder: join(root, folder),
      patterns: ['./...'],
      tags: [],
      goos: null,
      goarch: null,
      tests: false,
      modelsOnly: true,
      limits: { states: 100_000, work: 20_000_000, totalWork: 200_000_000, milliseconds: 600_000 },
      progress: () => {},
    });
    const found = new Map<string, string>();
    for (const { function: func, verdict, precondition, weakest } of fragments) {
      const condition = `precondition "${precondition}"${weakest ? ' weakest' : ''}`;
      found.set(func, verdict === 'conditional' ? condition : verdict);
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  },
);
