// Terms: builders keep the meaning, equal terms are one object, substitution does not capture.

import { describe, expect, test } from 'vitest';
import * as smt from '../../src/smt/index.ts';
import {
  assignmentFor,
  createRandom,
  generateBool,
  generateInt,
  intVars,
  randomWorld,
  type Shape,
} from './generate.ts';

const shapes: Readonly<Record<string, Shape>> = {
  linear: { ints: 3, bools: 2, depth: 4 },
  division: { ints: 2, bools: 1, depth: 4, division: true },
  products: { ints: 3, bools: 1, depth: 4, products: true },
};
const [x, y, z] = intVars as [smt.Var, smt.Var, smt.Var];

describe('builders keep the meaning', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(name, () => {
      for (let seed = 1; seed <= 800; seed++) {
        const random = createRandom(seed);
        const formula = generateBool(random, shape);
        const number = generateInt(random, shape);
        for (let i = 0; i < 12; i++) {
          const world = randomWorld(random);
          const assignment = assignmentFor(world);
          const truth = formula.value(world);
          // One comparison for three: a test that expects a hundred thousand times is slow.
          const values = [formula.term, number.term, smt.not(formula.term)].map((term) =>
            smt.evaluate(term, assignment),
          );
          if (values[0] === truth && values[1] === number.value(world) && values[2] === !truth) continue;
          expect(values, `seed ${seed}: ${formula.text}, ${number.text}`).toEqual([truth, number.value(world), !truth]);
        }
      }
    });
  }

  test('lifting choices out of comparisons', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = createRandom(seed);
      const formula = generateBool(random, shapes.linear as Shape);
      const lifted = smt.liftChoices(formula.term);
      if (lifted === null) continue;
      for (let i = 0; i < 10; i++) {
        const world = randomWorld(random);
        expect(smt.evaluate(lifted, assignmentFor(world)), `seed ${seed}`).toBe(formula.value(world));
      }
    }
  });

  test('choices under a quantifier stay there', () => {
    const bound = smt.forall([x], smt.le(smt.ite(smt.gt(x, y), smt.int(3), z), x));
    expect(smt.liftChoices(smt.and(bound, smt.gt(y, z)))).toBe(smt.and(bound, smt.gt(y, z)));
  });

  test('substitution', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = createRandom(seed);
      const formula = generateBool(random, shapes.linear as Shape);
      const by = generateInt(random, { ints: 3, bools: 2, depth: 2 });
      const result = smt.substitute(formula.term, new Map([[x, by.term]]));
      for (let i = 0; i < 10; i++) {
        const world = randomWorld(random);
        const changed = { ...world, ints: [by.value(world), ...world.ints.slice(1)] };
        expect(smt.evaluate(result, assignmentFor(world)), `seed ${seed}`).toBe(formula.value(changed));
      }
    }
  });
});

describe('normal forms', () => {
  test('equal terms are one object, in whatever order they are built', () => {
    expect(smt.add(x, y, smt.int(2))).toBe(smt.add(smt.int(1), y, x, smt.int(1)));
    expect(smt.lt(x, y)).toBe(smt.not(smt.le(y, x)));
    expect(smt.le(smt.mul(smt.int(2), x), smt.int(3))).toBe(smt.le(x, smt.int(1)));
    expect(smt.eq(smt.sub(x, y), smt.int(0))).toBe(smt.eq(y, x));
    expect(smt.eq(smt.mul(smt.int(2), x), smt.int(3))).toBe(smt.False);
    expect(smt.and(smt.le(x, y), smt.lt(y, x))).toBe(smt.False);
    expect(smt.gt(smt.ite(smt.boolVar('p'), smt.int(1), smt.int(0)), smt.int(0))).toBe(smt.boolVar('p'));
  });

  test('variables of one name and two sorts are two', () => {
    expect(smt.intVar('a')).not.toBe(smt.boolVar('a'));
    expect(smt.intVar('a')).toBe(smt.intVar('a'));
  });

  test('terms of different sorts do not mix', () => {
    expect(() => smt.add(x, smt.realVar('d'))).toThrow(/Int and Real/);
    expect(() => smt.eq(x, smt.boolVar('p'))).toThrow(/two sorts/);
    expect(() => smt.and(x)).toThrow(/no formula/);
    expect(() => smt.apply(smt.func('f', [smt.Int], smt.Int), smt.True)).toThrow(/sort/);
  });

  test('reals are exact', () => {
    const d = smt.realVar('d');
    expect(smt.lt(smt.mul(smt.real(1, 3), d), smt.real(1))).toBe(smt.lt(d, smt.real(3)));
    expect(smt.quotient(smt.real(1), smt.real(3))).toBe(smt.real(2, 6));
  });

  test('arrays: a store is seen through only where the indices are known', () => {
    const a = smt.variable('a', smt.arraySort(smt.Int, smt.Int));
    const stored = smt.store(a, smt.int(1), x);
    expect(smt.select(stored, smt.int(1))).toBe(x);
    expect(smt.select(stored, smt.int(2))).toBe(smt.select(a, smt.int(2)));
    expect(smt.select(stored, y)).not.toBe(smt.select(a, y));
  });
});

describe('quantifiers', () => {
  test('a variable that would be captured is not', () => {
    const body = smt.exists([y], smt.lt(x, y));
    const result = smt.substitute(body, new Map([[x, y]]));
    expect([...smt.freeVars(result)]).toEqual([y]);
    expect(result.kind === 'quantified' && result.vars[0]).not.toBe(y);
  });

  test('bound variables are left alone', () => {
    const term = smt.and(smt.gt(x, z), smt.forall([x], smt.le(x, z)));
    const result = smt.substitute(term, new Map([[x, smt.int(5)]]));
    expect(result).toBe(smt.and(smt.gt(smt.int(5), z), smt.forall([x], smt.le(x, z))));
    expect(smt.freeVars(term)).toEqual(new Set([x, z]));
  });

  test('have no value', () => {
    expect(smt.evaluate(smt.forall([x], smt.le(x, y)), assignmentFor({ ints: [0n, 0n, 0n, 0n], bools: [] }))).toBe(
      undefined,
    );
  });
});

describe('large terms', () => {
  test('shared parts cost nothing', () => {
    let term: smt.Term = x;
    for (let i = 0; i < 60; i++) term = smt.ite(smt.le(term, smt.intVar(`k${i}`)), smt.add(term, smt.int(1)), term);
    expect(smt.termSize(term)).toBeLessThan(1000);
    expect(smt.printTerm(smt.le(term, y)).length).toBeLessThan(20_000);
    expect(smt.freeVars(smt.substitute(term, new Map([[x, y]]))).has(y)).toBe(true);
  });

  test('a term in use stays one object while many others come and go', () => {
    const kept = smt.add(x, y, smt.int(77));
    for (let i = 0; i < 205_000; i++) smt.int(1_000_000 + i);
    expect(smt.add(smt.int(77), smt.intVar('y'), smt.intVar('x'))).toBe(kept);
    expect(smt.intVar('x')).toBe(x);
  });

  test('deep ones overflow nothing', () => {
    const array = smt.variable('a', smt.arraySort(smt.Int, smt.Int));
    let term: smt.Term = array;
    for (let i = 0; i < 20_000; i++) term = smt.store(term, smt.intVar(`k${i % 7}x${i}`), x);
    const formula = smt.eq(smt.select(term, x), y);
    const text = smt.printTerm(formula);
    expect(text.length).toBeGreaterThan(20_000);
    expect(smt.termSize(smt.substitute(formula, new Map([[x, z]])))).toBe(smt.termSize(formula));
  });
});
