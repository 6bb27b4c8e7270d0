// Formulas as people write them: the known cases word for word, generated ones by what they mean.

import { afterAll, describe, expect, test } from 'vitest';
import * as smt from '../../src/smt/index.ts';
import { assignmentFor, boolVars, createRandom, generateBool, generateInt, intVars, randomWorld } from './generate.ts';
import { native, wasm } from './hosts.ts';

const solver = smt.openSolver(native ?? wasm(), { timeoutMs: 5000 });
afterAll(() => solver.dispose());

const { int } = smt;
const [x, y, z] = intVars as [smt.Var, smt.Var, smt.Var];
const [p, q] = boolVars as [smt.Var, smt.Var];
const levels = smt.intVar('numLevels');
const compliance = smt.intVar('complianceLevels');
const atLeast0 = (term: smt.Term) => smt.max(term, int(0));
const bit = (formula: smt.Term) => smt.ite(formula, int(1), int(0));

/** What a person would write, and a formula as an encoding produces it. */
const cases: readonly (readonly [string, smt.Term])[] = [
  ['x == 1', smt.eq(smt.add(bit(smt.gt(x, int(0))), bit(smt.gt(x, int(1)))), int(1))],
  ['x == 1', smt.and(smt.ge(x, int(1)), smt.le(x, int(1)))],
  ['x > 0', smt.exists([y], smt.and(smt.ge(y, int(1)), smt.le(y, x)))],
  ['x >= 0', smt.eq(atLeast0(x), x)],
  [
    'numLevels == 0 || numLevels > 0 && complianceLevels == numLevels',
    smt.and(
      smt.eq(atLeast0(levels), atLeast0(smt.ite(smt.gt(levels, int(0)), compliance, int(0)))),
      smt.ge(levels, int(0)),
    ),
  ],
  ['true', smt.or(smt.le(x, int(0)), smt.ge(x, int(0)))],
  ['false', smt.and(smt.lt(x, int(0)), smt.gt(x, int(0)))],
  ['x%2 == 0', smt.exists([y], smt.eq(x, smt.add(y, y)))],
  ['x >= 8 && x%2 == 0', smt.exists([y], smt.and(smt.gt(y, int(3)), smt.eq(x, smt.add(y, y))))],
  ['x >= 0 && y >= 0', smt.eq(smt.add(atLeast0(x), atLeast0(y)), smt.add(x, y))],
  ['x == y || x <= 0 && y <= 0', smt.eq(atLeast0(x), atLeast0(y))],
  ['y <= x', smt.forall([p], smt.implies(p, smt.ge(x, y)))],
  ['x >= 5 || p && x >= 0', smt.or(smt.and(p, smt.ge(x, int(0))), smt.and(smt.not(p), smt.ge(x, int(5))))],
  [
    'x >= 2 && x <= 7',
    smt.and(...[2, 3, 4, 5, 6].map((k) => smt.or(smt.eq(x, int(k)), smt.and(smt.ge(x, int(2)), smt.le(x, int(7)))))),
  ],
  ['x == 1 || x == 3 || x == 17', smt.or(smt.eq(x, int(17)), smt.eq(x, int(1)), smt.eq(x, int(3)))],
  ['x != 4', smt.or(smt.lt(x, int(4)), smt.gt(x, int(4)))],
  ['x%3 <= 1', smt.le(smt.goRem(x, int(3)), int(1))],
  ['x%2 <= 0', smt.or(smt.lt(x, int(0)), smt.eq(x, smt.mul(int(2), smt.div(x, int(2)))))],
  ['x/2 <= y', smt.le(smt.goDiv(x, int(2)), y)],
  ['x%2 > 0 || x <= 0', smt.or(smt.le(x, int(0)), smt.gt(smt.mod(x, int(2)), int(0)))],
  ['p || q', smt.ge(smt.add(bit(p), bit(q)), int(1))],
  ['p == q', smt.eq(bit(p), bit(q))],
];

test.each(cases)('%s', async (expected, formula) => {
  const form = await smt.humanForm(formula, solver);
  expect(smt.printGo(form)).toBe(expected);
  // The solver said so, but it was the solver of the search: ask once more.
  expect(await solver.entails(smt.iff(form, formula))).toBe(true);
});

test('many variables take no longer than a few, and a longer form', { timeout: 20_000 }, async () => {
  const six = 'abcdef'.split('').map((name) => smt.intVar(name));
  const sumOf = (vars: readonly smt.Var[]) => smt.sum(vars.map(atLeast0));
  const formula = smt.eq(sumOf(six.slice(0, 3)), sumOf(six.slice(3)));
  const form = await smt.humanForm(formula, solver);
  expect(await solver.entails(smt.iff(form, formula))).toBe(true);
  const all = smt.and(...six.map((v) => smt.gt(v, int(0))));
  expect(smt.printGo(await smt.humanForm(all, solver))).toBe('a > 0 && b > 0 && c > 0 && d > 0 && e > 0 && f > 0');
});

test('what is known is not said again', async () => {
  const known = smt.and(smt.ge(x, int(0)), smt.le(y, x));
  const say = async (formula: smt.Term) => smt.printGo(await smt.humanForm(formula, solver, {}, known));
  expect(await say(smt.or(smt.lt(x, int(0)), smt.gt(z, int(0))))).toBe('z > 0');
  expect(await say(smt.and(smt.ge(x, y), smt.le(x, int(0))))).toBe('x == 0');
  expect(await say(smt.or(smt.gt(x, int(3)), smt.le(x, int(3))))).toBe('true');
});

/** The meaning of a Go expression over integers without overflow, which JavaScript shares on bigints. */
function goMeaning(text: string): (...values: readonly (bigint | boolean)[]) => unknown {
  const names = [...intVars, ...boolVars].map(({ name }) => name);
  const script = text
    .replace(/\b(\d+)\b/g, '$1n')
    .replace(/==/g, '===')
    .replace(/!=/g, '!==');
  const extremes = 'const min = (a, b) => a < b ? a : b; const max = (a, b) => a > b ? a : b;';
  return new Function(...names, `${extremes} return ${script};`) as (
    ...values: readonly (bigint | boolean)[]
  ) => unknown;
}

describe('generated formulas', () => {
  test('Go says what the formula says', () => {
    for (let seed = 1; seed <= 600; seed++) {
      const random = createRandom(seed);
      const formula = generateBool(random, {
        ints: 3,
        bools: 2,
        depth: 3,
        division: seed % 3 === 0,
        products: seed % 5 === 0,
      });
      const number = generateInt(random, { ints: 3, bools: 0, depth: 3 });
      for (const { term } of [{ term: smt.liftChoices(formula.term) ?? formula.term }, number]) {
        if (!smt.isGoExpression(term)) {
          expect(() => smt.printGo(term)).toThrow(smt.SyntaxFault);
          continue;
        }
        const text = smt.printGo(term);
        const meaning = goMeaning(text);
        for (let i = 0; i < 8; i++) {
          const world = randomWorld(random);
          const value = smt.evaluate(term, assignmentFor(world));
          if (meaning(...world.ints, ...world.bools) === value) continue;
          expect(meaning(...world.ints, ...world.bools), `seed ${seed}: ${text}`).toBe(value);
        }
      }
    }
  });

  test('a form means the same, is no longer, and is the same each time', async () => {
    let shorter = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const formula = generateBool(random, { ints: 2, bools: 1, depth: 3 });
      const form = await smt.humanForm(formula.term, solver);
      for (let i = 0; i < 60; i++) {
        const world = randomWorld(random);
        const value = smt.evaluate(form, assignmentFor(world));
        if (value !== formula.value(world))
          expect(value, `seed ${seed}: ${smt.printGo(form)}`).toBe(formula.value(world));
      }
      const before = smt.printGo(smt.liftChoices(formula.term) ?? formula.term).length;
      const after = smt.printGo(form).length;
      expect(after, `seed ${seed}: ${smt.printGo(form)}`).toBeLessThanOrEqual(before);
      if (after < before) shorter++;
      if (seed % 10 === 0) expect(await smt.humanForm(formula.term, solver)).toBe(form);
    }
    expect(shorter).toBeGreaterThan(20);
  });
});

describe('a solver that cannot answer', () => {
  test('leaves the formula as it is', async () => {
    const formula = smt.or(smt.lt(x, int(0)), smt.gt(x, int(0)));
    const dumb = smt.openSolver({
      name: 'dumb',
      start: async () => ({
        name: 'dumb',
        run: async () => ({ kind: 'text', text: 'unknown' }),
        close: async () => undefined,
      }),
    });
    expect(await smt.humanForm(formula, dumb)).toBe(formula);
    expect(await smt.humanForm(smt.exists([y], smt.lt(x, y)), dumb)).toBe(smt.exists([y], smt.lt(x, y)));
    await dumb.dispose();
  });
});

test('names are expressions of their own', () => {
  const length = smt.intVar('len(files)');
  const total = smt.intVar('a + b');
  expect(smt.printGo(smt.ge(length, int(1)))).toBe('len(files) > 0');
  expect(smt.printGo(smt.le(smt.mul(int(2), total), z))).toBe('2*(a + b) <= z');
  expect(smt.printGo(smt.lt(smt.add(x, int(1)), y))).toBe('x + 2 <= y');
  expect(smt.printGo(smt.eq(smt.sub(x, y), int(3)))).toBe('x == y + 3');
  expect(smt.printGo(smt.not(smt.and(p, smt.or(q, smt.lt(x, int(0))))))).toBe('!(p && (q || x < 0))');
  expect(smt.printGo(smt.le(z, smt.min(x, y)))).toBe('z <= min(x, y)');
});
