// Values that stand for all others: what they decide is what every value decides.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import { parseProgram } from '../../src/comm/index.ts';
import { representatives } from '../../src/model/classes.ts';
import { checkProgram } from '../../src/model/index.ts';

function program(text: string): CommProgram {
  const parsed = parseProgram(text, 'test.comm');
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.program;
}

function leakOf(text: string, values?: readonly number[]): string {
  const options = values === undefined ? {} : { params: [['n', values]] as const };
  const result = checkProgram(program(text), options);
  return result.verdicts.get('goroutine-leak')?.kind ?? '';
}

/** Sends if one comparison holds, receives if another does. */
function twoSides(left: string, right: string): string {
  return `program "p" function
param n int
proc main() {
  c = chan 0
  go other(c)
  if $n ${left} {
    send c, 1
  }
}
proc other(c) {
  if $n ${right} {
    recv c
  }
}
`;
}

describe('parameters that are only compared', () => {
  test('the same question asked twice is decided for every value', () => {
    expect(leakOf(twoSides('> 1', '> 1'))).toBe('proved');
    expect(leakOf(twoSides('> 1', '>= 1'))).toBe('conditional');
  });

  test('a value used otherwise is not', () => {
    expect(representatives(program(twoSides('> 1', '> 1').replace('chan 0', 'chan $n')))).toEqual([null]);
    expect(representatives(program(twoSides('+ 1 > 1', '> 1')))).toEqual([null]);
    expect(leakOf(twoSides('> 1', '> 1'), [5])).toBe('bounded');
  });

  test('as every value of a wide range says', () => {
    const comparison = fc
      .tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.integer({ min: -4, max: 4 }))
      .map(([op, value]) => `${op} ${value}`);
    const wide = Array.from({ length: 15 }, (_, i) => i - 7);
    fc.assert(
      fc.property(comparison, comparison, (left, right) => {
        const text = twoSides(left, right);
        const few = leakOf(text);
        const all = leakOf(text, wide);
        expect(few === 'proved' ? 'bounded' : few).toBe(all === 'proved' ? 'bounded' : all);
      }),
      { numRuns: 150 },
    );
  });
});

describe('values that callers may give', () => {
  const requiring = (condition: string, text: string): string =>
    text.replace('proc main', `require ${condition}\nproc main`);

  test('are the only ones that count', () => {
    expect(leakOf(requiring('$n > 1', twoSides('> 1', '>= 1')))).toBe('proved');
    expect(leakOf(requiring('$n >= 1', twoSides('> 1', '>= 1')))).toBe('conditional');
    expect(leakOf(requiring('$n == 1', twoSides('> 1', '>= 1')))).toBe('violated');
    expect(leakOf(requiring('$n > 1 && $n < 2', twoSides('> 1', '>= 1')))).toBe('unknown');
  });

  test('as every value of a wide range says', () => {
    const comparison = fc
      .tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.integer({ min: -4, max: 4 }))
      .map(([op, value]) => `${op} ${value}`);
    const wide = Array.from({ length: 15 }, (_, i) => i - 7);
    fc.assert(
      fc.property(comparison, comparison, comparison, (left, right, promised) => {
        const text = requiring(`$n ${promised}`, twoSides(left, right));
        const found = leakOf(text);
        const all = leakOf(text, wide);
        expect(found === 'proved' ? 'bounded' : found).toBe(all === 'proved' ? 'bounded' : all);
      }),
      { numRuns: 150 },
    );
  });
});
