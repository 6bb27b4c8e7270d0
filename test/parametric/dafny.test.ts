// A sample of the cross-check with the real Dafny: it accepts what we call proved, and refuses it with less of a precondition.

import { afterAll, describe, expect, test } from 'vitest';
import { prove } from '../../src/parametric/index.ts';
import { parseVirgo, virgoToDafny } from '../../src/virgo/index.ts';
import { dafnyOf, hasDafny, runDafny } from './dafny.ts';
import { testSolver } from './solver.ts';

const installed = hasDafny();

const samples: Readonly<Record<string, string>> = {
  'one receive': 'c = chan [0]; go { for 0 .. x { c! } }; c?',
  'early return': 'if x <= 0 { return } else { skip }; c = chan [x]; go { for 0 .. x { c! } }; c?',
  'wait before the receives':
    'w = WaitGroup; c = chan [n]; for 0 .. n { w.Add(1) }; go { for 0 .. n { c!; w.Add(0 - 1) } }; w.Wait(); for 0 .. n { c? }',
};

describe.skipIf(!installed)('Dafny (skipped where it is not installed)', () => {
  const solver = testSolver();
  afterAll(() => solver.dispose());

  test.each(Object.entries(samples))('accepts the proof of %s', { timeout: 300_000 }, async (name, text) => {
    const parsed = parseVirgo(text, `${name}.virgo`);
    if (!parsed.ok) throw new Error(parsed.message);
    const outcome = await prove(parsed.program, solver);
    if (outcome.kind !== 'proved') throw new Error(outcome.reason);
    const dafny = dafnyOf(parsed.program, outcome.proof);
    expect(dafny).not.toBeNull();
    expect(runDafny(dafny ?? '', 60)).toBe('accepted');
  });

  test('refuses a program without its precondition', { timeout: 300_000 }, () => {
    const parsed = parseVirgo(samples['one receive'] ?? '', 'x.virgo');
    if (!parsed.ok) throw new Error(parsed.message);
    const emitted = virgoToDafny(parsed.program, { requires: 'true' });
    expect(emitted.ok && runDafny(emitted.text, 60)).toBe('refused');
  });
});

describe('emitted Dafny', () => {
  test('is refused for what the paper cannot say, with the reason', () => {
    const parsed = parseVirgo('c = chan [1]; close(c)', 'x.virgo');
    if (!parsed.ok) throw new Error(parsed.message);
    const emitted = virgoToDafny(parsed.program);
    expect(emitted.ok ? '' : emitted.reason).toContain('close');
  });
});
