// Brute force as referee: no generated method is proved that fails in a run, and most of those that never fail are proved.

import { describe, expect, test } from 'vitest';
import { generate, holdsInAllRuns } from './generate.ts';
import { verdicts } from './support.ts';

const programs = 300;

describe('generated methods', () => {
  test('what is proved holds in all runs', { timeout: 600_000 }, () => {
    let held = 0;
    let proved = 0;
    for (let seed = 1; seed <= programs; seed++) {
      const generated = generate(seed);
      const verdict = verdicts(generated.text).find((line) => line.startsWith('m: '));
      const holds = holdsInAllRuns(generated);
      if (holds) held++;
      if (verdict !== 'm: proved') continue;
      proved++;
      expect(holds, generated.text).toBe(true);
    }
    expect(held).toBeGreaterThan(0);
    expect(proved / held).toBeGreaterThan(0.5);
  });
});
