// Generated programs that are written as Go functions and come back through the front end, against brute force for all values from -2 to 4.

import { afterAll, expect, test } from 'vitest';
import { printVirgo } from '../../src/virgo/print.ts';
import { generate } from '../virgo/generate.ts';
import { testSolver } from './solver.ts';
import { compareThroughGo } from './through-go.ts';

const solver = testSolver();
afterAll(() => solver.dispose());

const [from, count] = [1_000_000, 150];

test(`${count} generated functions`, { timeout: 900_000 }, async () => {
  const programs = Array.from({ length: count }, (_, i) =>
    generate(from + i, { extended: i % 3 !== 0, locks: i % 4 === 1 }),
  );
  const verdicts: Record<string, number> = { proved: 0, conditional: 0, lost: 0, weakest: 0 };
  const results = await compareThroughGo(programs, solver);
  results.forEach((found, i) => {
    const verdict = found?.verdict ?? 'lost';
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (found === null) return;
    if (found.weakest) verdicts.weakest = (verdicts.weakest ?? 0) + 1;
    const told = (values: unknown): string =>
      `${JSON.stringify(values)} in\n${printVirgo(programs[i] as (typeof programs)[number])}`;
    expect(found.unsound, `seed ${from + i}: admits what fails, ${told(found.unsound[0])}`).toEqual([]);
    expect(found.notWeakest, `seed ${from + i}: excludes what is fine, ${told(found.notWeakest[0])}`).toEqual([]);
  });
  expect(verdicts.lost).toBeLessThan(count / 20);
  expect(verdicts.proved).toBeGreaterThan(count / 20);
  expect(verdicts.conditional).toBeGreaterThan(count / 4);
  expect(verdicts.weakest).toBeGreaterThan(count / 2);
});
