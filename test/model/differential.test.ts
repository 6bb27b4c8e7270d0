// Generated programs: every reduction against the naive engine, for every property, and every counterexample replayed.

import { describe, expect, test } from 'vitest';
import { generateProgram } from '../support/generate-comm.ts';
import { compare, families, naive } from './compare.ts';

describe('generated programs', () => {
  for (const [name, { features, size, count }] of Object.entries(families)) {
    test(`${name}: verdicts agree with the naive engine, and counterexamples replay`, () => {
      const problems: string[] = [];
      let compared = 0;
      for (let seed = 0; seed < count; seed++) {
        const program = generateProgram(seed, features, size);
        const expected = naive(program);
        if (expected === null) continue;
        compared++;
        problems.push(...compare(seed, program, expected.verdicts));
        if (problems.length > 5) break;
      }
      expect(problems).toEqual([]);
      expect(compared).toBeGreaterThan(count / 2);
    });
  }
});
