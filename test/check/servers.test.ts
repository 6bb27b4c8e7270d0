// Programs with one fault each, and the same ones repaired: each fault is told once, where it has to be repaired, and nothing is told of the repaired ones.
//
// testdata/servers has parts of servers, entered by tests; testdata/causes small functions and types of all kinds.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isChanged, isHit, pairsIn } from '../support/causes.ts';
import { readText, root } from '../support/repository.ts';
import { wantsOf } from '../support/want.ts';

/** Pairs whose fault is told at another place than the one that their repair changes, or not at all. */
const misses: readonly (readonly [folder: string, names: readonly string[]])[] = [
  [
    'servers',
    [
      'abba',
      'chanchan',
      'chanfunc',
      'donerange',
      'grouplimit',
      'leadership',
      'pending',
      'pubself',
      'resubscribe',
      'sendclosed',
      'syncmap',
      'virtual',
      'workerpanic',
    ],
  ],
  ['causes', ['donedeferred', 'nilfield', 'onceagain', 'spinning', 'stoponerror', 'twopipes', 'upgrade']],
];

test.each(misses)(
  'faults of %s are told once, and where the repair changes something',
  async (folder, missed) => {
    const { pairs, undecided } = await pairsIn(join(root, 'testdata', folder));
    const wanted: string[] = [];
    for (const { name } of pairs) {
      const dir = `testdata/${folder}/broken/${name}`;
      for (const file of readdirSync(join(root, dir))) {
        for (const { line, code } of wantsOf(readText(`${dir}/${file}`))) wanted.push(`${file}:${line} ${code}`);
      }
    }
    const told = pairs.flatMap(({ name, told }) =>
      told.map(({ file, line, rule, said }) => {
        const wants = wantsOf(readText(`testdata/${folder}/broken/${name}/${file}`));
        const isWanted = wants.some((want) => want.line === line && want.code === rule && want.pattern.test(said));
        return isWanted ? `${file}:${line} ${rule}` : `${file}:${line} ${rule} ${said}`;
      }),
    );
    expect(told.sort()).toEqual(wanted.sort());
    expect(pairs.filter(({ left }) => left > 0).map(({ name }) => name)).toEqual([]);
    expect(pairs.filter((pair) => !isHit(pair)).map(({ name }) => name)).toEqual(missed);
    if (folder === 'servers') expect(undecided).toBe(0);
  },
  480_000,
);

test('what a repair changes is the statement, not what is around it', () => {
  const before = 'package p\n\nfunc f() {\n\ta()\n\tb()\n\tfor range 2 {\n\t\tc()\n\t\td()\n\t}\n\te()\n}\n';
  const changed = (from: string, to: string): readonly number[] =>
    before.split('\n').flatMap((_, i) => (isChanged(before, before.replace(from, to), i + 1) ? [i + 1] : []));
  expect(changed('a()', 'x()')).toEqual([4]);
  // An insertion stands between two lines.
  expect(changed('\tb()\n', '\tx()\n\tb()\n')).toEqual([4, 5]);
  // A loop is one statement.
  expect(changed('d()', 'x()')).toEqual([6, 7, 8, 9]);
  expect(changed('\te()', '\te() // as before')).toEqual([]);
});
