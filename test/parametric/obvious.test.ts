// What `Known` says follows is what the solver says follows; what it is for, it finds.

import { afterAll, expect, test } from 'vitest';
import { Known } from '../../src/parametric/obvious.ts';
import { add, and, eq, ge, implies, int, intVar, le, not, or, type Term } from '../../src/smt/index.ts';
import { testSolver } from './solver.ts';

const solver = testSolver();
afterAll(() => solver.dispose());

const x = intVar('x');
const y = intVar('y');
const z = intVar('z');

test('a tighter bound on the same sum', () => {
  const known = new Known([le(add(x, int(2)), y), eq(z, int(3))]);
  expect(known.gives(le(x, y))).toBe(true);
  expect(known.gives(le(add(x, int(3)), y))).toBe(false);
  expect(known.gives(le(y, x))).toBe(false);
  expect(known.gives(and(ge(z, int(3)), le(z, int(4))))).toBe(true);
});

test('implications, with premises that hold and with premises to assume', () => {
  const known = new Known([implies(ge(x, int(1)), ge(y, int(5))), implies(ge(y, int(2)), ge(z, int(0)))]);
  expect(known.gives(ge(z, int(0)))).toBe(false);
  expect(known.gives(implies(ge(x, int(3)), ge(z, int(0))))).toBe(true);
  expect(known.gives(implies(ge(x, int(0)), ge(z, int(0))))).toBe(false);
  expect(new Known([ge(x, int(1))], known).gives(ge(z, int(-1)))).toBe(true);
});

test('nothing is said to follow that does not', async () => {
  let seed = 7;
  const next = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  const vars = [x, y, z];
  const number = (): Term => add(vars[next(3)] ?? x, int(next(3) - 1));
  const atom = (): Term => {
    const made = next(4) === 0 ? eq(number(), number()) : le(number(), next(2) === 0 ? number() : int(next(3)));
    return next(5) === 0 ? not(made) : made;
  };
  const formula = (): Term => {
    const kind = next(5);
    if (kind === 0) return implies(atom(), atom());
    if (kind === 1) return or(atom(), atom());
    return kind === 2 ? and(atom(), implies(atom(), atom())) : atom();
  };
  let found = 0;
  for (let i = 0; i < 400; i++) {
    const facts = [formula(), formula(), formula()];
    const more = formula();
    const goal = formula();
    if (!new Known([more], new Known(facts)).gives(goal)) continue;
    found++;
    solver.reset();
    for (const fact of [...facts, more]) solver.assert(fact);
    expect(await solver.entails(goal)).toBe(true);
  }
  expect(found).toBeGreaterThan(40);
});
