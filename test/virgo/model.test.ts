// The model checker as the judge: VirGo goes to it through `comm`, which tests that translation, and brute force too.

import { afterAll, describe, expect, test } from 'vitest';
import { bindParams, parseProgram, printProgram, wellFormed } from '../../src/comm/index.ts';
import { checkProgram } from '../../src/model/index.ts';
import { virgoFromComm } from '../../src/virgo/from-comm.ts';
import { printVirgo } from '../../src/virgo/print.ts';
import { virgoToComm } from '../../src/virgo/to-comm.ts';
import type { VirgoProgram } from '../../src/virgo/virgo.ts';
import { compare } from '../parametric/compare.ts';
import { testSolver } from '../parametric/solver.ts';
import { brute, type Outcome, type Values } from './brute.ts';
import { generate, valuations } from './generate.ts';

/** What must not happen, as the model checker calls it. */
const wrong = [
  'global-deadlock',
  'goroutine-leak',
  'negative-capacity',
  'negative-waitgroup',
  'send-on-closed',
  'double-close',
  'unlock-unlocked',
] as const;

function model(program: VirgoProgram, values: Values): Outcome {
  const bound = bindParams(virgoToComm(program), values);
  const result = checkProgram(bound, { properties: wrong, maxStates: 20_000 });
  const verdicts = [...result.verdicts.values()].map((verdict) => verdict.kind);
  if (verdicts.includes('violated')) return 'fails';
  return verdicts.every((kind) => kind === 'proved') ? 'fine' : 'too large';
}

describe('with the model checker', () => {
  const solver = testSolver();
  afterAll(() => solver.dispose());

  test.each([
    ['core', false, 50_000, false],
    ['extended', true, 60_000, false],
    ['locking', true, 65_000, true],
  ])('%s programs agree', { timeout: 300_000 }, async (_name, extended, from, locks) => {
    let compared = 0;
    for (let seed = from; seed < from + 40; seed++) {
      const program = generate(seed, { extended, locks });
      const found = await compare(program, solver, model);
      expect(found.unsound, `seed ${seed}\n${printVirgo(program)}`).toEqual([]);
      expect(found.notWeakest, `seed ${seed}\n${printVirgo(program)}`).toEqual([]);
      compared += found.compared;
    }
    expect(compared).toBeGreaterThan(400);
  });

  test('brute force says what the model checker says', { timeout: 300_000 }, () => {
    let compared = 0;
    for (let seed = 70_000; seed < 70_060; seed++) {
      const program = generate(seed, { extended: seed % 2 === 0, locks: seed % 3 === 0 });
      for (const values of valuations(program).filter((_, i) => i % 5 === 0)) {
        const [a, b] = [brute(program, values, 20_000), model(program, values)];
        if (a === 'too large' || b === 'too large') continue;
        compared++;
        const told = `seed ${seed} ${JSON.stringify(values)}\n${printVirgo(program)}`;
        expect(a === 'fine', told).toBe(b === 'fine');
      }
    }
    expect(compared).toBeGreaterThan(150);
  });
});

describe('VirGo as comm', () => {
  test('is well formed, and survives printing and reading', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const program = virgoToComm(generate(seed, { extended: true, locks: seed % 2 === 0 }));
      expect(wellFormed(program)).toEqual([]);
      const text = printProgram(program, { sites: false });
      const read = parseProgram(text, 'x');
      expect(read.ok && printProgram(read.program, { sites: false })).toBe(text);
    }
  });

  test('and back says the same', { timeout: 60_000 }, () => {
    let compared = 0;
    for (let seed = 80_001; seed <= 80_160; seed++) {
      const program = generate(seed, { extended: seed % 2 === 0, locks: seed % 3 === 0 });
      const back = virgoFromComm(virgoToComm(program));
      if (!back.ok) continue;
      for (const values of valuations(program).filter((_, i) => i % 4 === 0)) {
        const [a, b] = [brute(program, values, 5000), brute(back.program, values, 20_000)];
        if (a === 'too large' || b === 'too large') continue;
        const told = `seed ${seed} ${JSON.stringify(values)}\n${printVirgo(program)}\n${printVirgo(back.program)}`;
        // An approximation may fail where the program does not, never the other way round.
        if (back.program.exact) expect(b === 'fine', told).toBe(a === 'fine');
        else expect(b !== 'fine' || a === 'fine', told).toBe(true);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(500);
  });
});
