// The differential test: what is proved about generated programs against brute force, for all values from -2 to 4; `npm run
// fuzz:parametric` does the same with as many programs as wanted.

import { afterAll, describe, expect, test } from 'vitest';
import { printVirgo } from '../../src/virgo/print.ts';
import { generate } from '../virgo/generate.ts';
import { compare } from './compare.ts';
import { testSolver } from './solver.ts';

/** Declares the test for a range of seeds. `least`: programs that must be decided, so that the test cannot become empty. */
export function differentialTest(
  name: string,
  from: number,
  count: number,
  extended: boolean,
  least: number,
  locks = false,
): void {
  describe(name, () => {
    const solver = testSolver();
    afterAll(() => solver.dispose());

    test(`${count} generated programs`, { timeout: 900_000 }, async () => {
      let compared = 0;
      const verdicts: Record<string, number> = { proved: 0, conditional: 0, never: 0, unknown: 0, weakest: 0 };
      for (let seed = from; seed < from + count; seed++) {
        const program = generate(seed, { extended, locks });
        const found = await compare(program, solver);
        const told = (values: unknown): string => `${JSON.stringify(values)} in\n${printVirgo(program)}`;
        expect(found.unsound, `seed ${seed}: admits what fails, ${told(found.unsound[0])}`).toEqual([]);
        expect(found.notWeakest, `seed ${seed}: excludes what is fine, ${told(found.notWeakest[0])}`).toEqual([]);
        compared += found.compared;
        verdicts[found.verdict] = (verdicts[found.verdict] ?? 0) + 1;
        if (found.weakest) verdicts.weakest = (verdicts.weakest ?? 0) + 1;
      }
      expect(compared).toBeGreaterThan(count * 10);
      expect(verdicts.proved).toBeGreaterThan(count / 40);
      expect(verdicts.conditional).toBeGreaterThan(count / 5);
      expect(verdicts.weakest).toBeGreaterThan(least);
    });
  });
}
