// Where there are many fragments, all get a look from nearby before some are followed further.

import { expect, test } from 'vitest';
import { type Analysis, analyse } from '../../src/driver/analyse.ts';
import { loadSource } from '../support/analysis.ts';

/** F blocks for ever, but further away than a first look goes; G does so nearby. */
const text = `package p

${Array.from({ length: 110 }, (_, i) => `func Small${i}() { c := make(chan int, 1); c <- ${i} }`).join('\n')}
func F() { c := make(chan int); d0(c) }
${Array.from({ length: 20 }, (_, i) => `func d${i}(c chan int) { d${i + 1}(c) }`).join('\n')}
func d20(c chan int) { <-c }
func G() { <-make(chan int) }
`;

function run(totalMilliseconds: number, now: (fragments: number) => number): Analysis {
  let fragments = 0;
  const limits = { states: 1000, milliseconds: 1_000_000, totalMilliseconds };
  return analyse({
    ...loadSource(text),
    limits,
    now: () => now(fragments),
    progress: () => fragments++,
    only: null,
  });
}

const verdictOf = ({ fragments }: Analysis, name: string): readonly string[] =>
  fragments.filter((one) => one.function === name).flatMap((one) => [one.verdict, ...one.assumptions]);

test('all of them, then those that need it from further away', () => {
  const found = run(1000, () => 0);
  expect(verdictOf(found, 'F')[0]).toBe('violated');
  expect(verdictOf(found, 'G')[0]).toBe('violated');
  expect(found.fragments.some(({ verdict }) => verdict === 'unknown')).toBe(false);
});

test('what the first look has shown stays where there is no time for another', () => {
  // Time is over once as many fragments were looked at as there are.
  const roots = run(1000, () => 0).fragments.length;
  const found = run(1000, (fragments) => (fragments < roots ? 0 : 999));
  expect(found.fragments).toHaveLength(roots);
  expect(verdictOf(found, 'F')).toEqual(['bounded', 'followed: 8 functions']);
  expect(verdictOf(found, 'G')[0]).toBe('violated');
});
