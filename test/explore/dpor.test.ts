// Dynamic partial-order reduction against trying every schedule.

import { expect, test } from 'vitest';
import { newSystematic } from '../../src/explore/dpor.ts';
import { newRandom, type Random } from '../../src/explore/random.ts';
import { generateProgram } from './generate.ts';
import { bruteForce, type Program, simulate } from './simulator.ts';

function reduced(program: Program, random?: Random): { outcomes: Set<string>; runs: number; gap: string } {
  const search = newSystematic(random);
  const outcomes = new Set<string>();
  let runs = 0;
  while (!search.exhausted()) {
    const prefix = search.next();
    if (prefix === null) break;
    runs++;
    const run = simulate(program, prefix, () => 0);
    outcomes.add(run.outcome);
    search.observe(prefix, run.execution);
  }
  return { outcomes, runs, gap: search.gap() };
}

test.each([
  ['depth first', false],
  ['from anywhere', true],
])('finds every outcome that some schedule has, %s', (_, anywhere) => {
  let all = 0;
  let few = 0;
  let compared = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const program = generateProgram(seed);
    const brute = bruteForce(program, 600);
    if (brute === null) continue;
    compared++;
    const { outcomes, runs, gap } = reduced(program, anywhere ? newRandom(seed) : undefined);
    expect(gap, `seed ${seed}`).toBe('');
    expect([...outcomes].sort(), `seed ${seed}: ${JSON.stringify(program)}`).toEqual([...brute.outcomes].sort());
    all += brute.runs;
    few += runs;
  }
  expect(compared).toBeGreaterThan(150);
  expect(few).toBeLessThan(all / 3);
});

test('runs independent goroutines in one order only', () => {
  const store = (cell: number) => ({ op: 'store', cell, value: 1 }) as const;
  const program: Program = {
    capacities: [0],
    bodies: [
      [
        { op: 'go', body: 1 },
        { op: 'go', body: 2 },
      ],
      [store(0), store(0)],
      [store(1), store(1)],
    ],
  };
  expect(reduced(program).runs).toBe(1);
});

test('says so when a run does not repeat', () => {
  const program: Program = { capacities: [0], bodies: [[{ op: 'store', cell: 0, value: 1 }]] };
  const search = newSystematic();
  search.next();
  const { execution } = simulate(program, [], () => 0);
  search.observe(['main 7 elsewhere'], execution);
  expect(search.gap()).toContain('did not repeat');
});
