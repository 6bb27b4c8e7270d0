// Sessions with each solver: answers, models, the stack, limits, quantifier elimination, Horn clauses, and failures.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { HostError } from '../../src/base/host.ts';
import * as smt from '../../src/smt/index.ts';
import {
  assignmentFor,
  boolVars,
  createRandom,
  generateBool,
  intVars,
  plainDeclarations,
  type Shape,
  type World,
} from './generate.ts';
import { hosts, native, parrot, tampering, wasm } from './hosts.ts';

const [x, y, z] = intVars as [smt.Var, smt.Var, smt.Var];
const shape: Shape = { ints: 3, bools: 2, depth: 4, division: true };
const opened: smt.Solver[] = [];

function open(host: smt.SolverHost, options: smt.SessionOptions = {}): smt.Solver {
  const solver = smt.openSolver(host, options);
  opened.push(solver);
  return solver;
}

afterAll(async () => {
  await Promise.all(opened.map((solver) => solver.dispose()));
});

/** `a^3 + b^3 + c^3 = 42`: nobody finds that within the limits of a test. */
function hardFormula(): smt.Term {
  const cube = (v: smt.Term) => smt.mul(v, v, v);
  return smt.eq(smt.add(cube(x), cube(y), cube(z)), smt.int(42));
}

function worldOf(values: readonly smt.Value[]): World {
  return {
    ints: values.slice(0, intVars.length) as bigint[],
    bools: values.slice(intVars.length) as boolean[],
  };
}

describe.each(hosts)('%s', (_, host) => {
  // Starting a solver takes longer than most tests: those that need no options share one.
  const common = open(host);

  test('what is built means what the plain text says, and models satisfy it', async () => {
    const solver = common;
    solver.reset();
    const channel = await host.start({});
    try {
      for (let seed = 1; seed <= 100; seed++) {
        const formula = generateBool(createRandom(seed), shape);
        solver.reset();
        solver.assert(formula.term);
        const result = await solver.check();
        const script = `(push 1)\n(assert ${formula.text})\n(check-sat)\n(pop 1)\n`;
        const reply = await channel.run(seed === 1 ? `${plainDeclarations}\n${script}` : script, 20_000, seed === 1);
        expect(reply.kind === 'text' ? reply.text.trim() : reply.reason, `seed ${seed}: ${formula.text}`).toBe(result);
        if (result !== 'sat') continue;
        const values = await solver.model([...intVars, ...boolVars]);
        if (smt.isUnknown(values)) throw new Error(values.unknown);
        expect(formula.value(worldOf(values)), `seed ${seed}: ${formula.text}`).toBe(true);
        expect(smt.evaluate(formula.term, assignmentFor(worldOf(values)))).toBe(true);
      }
    } finally {
      await channel.close();
    }
  });

  test('push and pop are a stack', async () => {
    const random = createRandom(7);
    const solver = open(host);
    const fresh = common;
    const stack: smt.Term[][] = [[]];
    for (let step = 0; step < 120; step++) {
      const choice = random(5);
      const { term } = generateBool(random, { ints: 3, bools: 2, depth: 2 });
      if (choice === 0) {
        solver.push();
        stack.push([]);
      } else if (choice === 1 && stack.length > 1) {
        solver.pop();
        stack.pop();
      } else if (choice === 2) {
        solver.assert(term);
        stack[stack.length - 1]?.push(term);
      } else {
        const assumptions = choice === 3 ? [term] : [];
        fresh.reset();
        for (const formula of [...stack.flat(), ...assumptions]) fresh.assert(formula);
        expect(await solver.check({ assumptions }), `step ${step}`).toEqual(await fresh.check());
      }
    }
    expect(() => solver.pop(stack.length)).toThrow(RangeError);
  });

  test('calls need not wait for one another', async () => {
    const solver = open(host);
    solver.assert(smt.gt(x, smt.int(3)));
    const first = solver.check();
    solver.push();
    solver.assert(smt.lt(x, smt.int(3)));
    const second = solver.check();
    solver.pop();
    const third = solver.check({ assumptions: [smt.eq(x, smt.int(9))] });
    const model = solver.model([x, smt.add(x, y, smt.neg(y))]);
    const fourth = solver.entails(smt.gt(x, smt.int(0)));
    solver.reset();
    const fifth = solver.entails(smt.gt(x, smt.int(0)));
    expect(await Promise.all([first, second, third, model, fourth, fifth])).toEqual([
      'sat',
      'unsat',
      'sat',
      [9n, 9n],
      true,
      false,
    ]);
    expect(solver.statistics()).toMatchObject({ checks: 5, sat: 3, unsat: 2, unknown: 0, starts: 1 });
  });

  test('a model belongs to the last check', async () => {
    const solver = common;
    solver.reset();
    expect(await solver.model([x])).toHaveProperty('unknown');
    solver.assert(smt.eq(x, smt.int(4)));
    expect(await solver.check()).toBe('sat');
    expect(await solver.model([x, smt.boolVar('never mentioned'), smt.gt(x, y)])).toEqual([4n, false, true]);
    solver.assert(smt.eq(x, smt.int(5)));
    expect(await solver.model([x])).toHaveProperty('unknown');
    expect(await solver.check()).toBe('unsat');
    expect(await solver.model([x])).toHaveProperty('unknown');
  });

  test('values of all sorts', async () => {
    const solver = common;
    solver.reset();
    const a = smt.variable('a', smt.arraySort(smt.Int, smt.Int));
    const d = smt.realVar('d');
    const list = smt.datatypeSort('Chain');
    const [end, link] = smt.defineDatatype(list, [
      { name: 'end', fields: [] },
      {
        name: 'link',
        fields: [
          { name: 'value', sort: smt.Int },
          { name: 'rest', sort: list },
        ],
      },
    ]) as [smt.Constructor, smt.Constructor];
    const l = smt.variable('l', list);
    const thing = smt.uninterpretedSort('Thing');
    const [t, u] = [smt.variable('t', thing), smt.variable('u', thing)];
    solver.assert(smt.eq(a, smt.store(smt.constArray(smt.arraySort(smt.Int, smt.Int), smt.int(7)), smt.int(-1), x)));
    solver.assert(smt.eq(x, smt.int(-12)));
    solver.assert(smt.eq(smt.mul(smt.real(3), d), smt.real(-2)));
    solver.assert(smt.eq(l, smt.apply(link.make, smt.int(1), smt.apply(end.make))));
    solver.assert(smt.ne(t, u));
    expect(await solver.check()).toBe('sat');
    const values = await solver.model([a, x, d, l, t, u]);
    if (smt.isUnknown(values)) throw new Error(values.unknown);
    const expected: readonly smt.Value[] = [
      { kind: 'array', entries: [[-1n, -12n]], otherwise: 7n },
      -12n,
      { kind: 'real', value: { num: -2n, den: 3n } },
      { kind: 'data', constructor: 'link', fields: [1n, { kind: 'data', constructor: 'end', fields: [] }] },
    ];
    expect(values.slice(0, 4)).toEqual(expected);
    expect(values[4]).not.toEqual(values[5]);
  });

  test('cores name what is needed', async () => {
    const solver = open(host, { unsatCores: true });
    solver.assert(smt.gt(x, smt.int(3)), 'large');
    solver.assert(smt.gt(y, smt.int(3)), 'beside the point');
    const small = smt.lt(x, smt.int(0));
    expect(await solver.check({ assumptions: [small] })).toBe('unsat');
    const core = await solver.unsatCore();
    expect(core).toContain('large');
    expect(core).toContain(small);
    expect(core).not.toContain('beside the point');
  });

  test('a limit on time is kept, and the session goes on', async () => {
    const solver = common;
    solver.reset();
    solver.assert(smt.gt(x, smt.int(3)));
    solver.push();
    solver.assert(hardFormula());
    const start = performance.now();
    expect(await solver.check({ timeoutMs: 300 })).toHaveProperty('unknown');
    expect(performance.now() - start).toBeLessThan(8000);
    solver.pop();
    expect(await solver.check()).toBe('sat');
    expect(await solver.entails(smt.gt(x, smt.int(2)))).toBe(true);
  });

  test('a limit on work gives the same answer each time', async () => {
    const answers = new Set<string>();
    const pigeons = Array.from({ length: 9 }, (_, i) => smt.intVar(`pigeon${i}`));
    for (let i = 0; i < 2; i++) {
      const solver = i === 0 ? common : open(host);
      solver.reset();
      for (const pigeon of pigeons) solver.assert(smt.and(smt.le(smt.int(1), pigeon), smt.le(pigeon, smt.int(8))));
      solver.assert(smt.distinct(...pigeons));
      answers.add(JSON.stringify(await solver.check({ timeoutMs: 20_000, rlimit: 20_000 })));
      solver.reset();
      solver.assert(smt.gt(x, smt.int(3)));
      expect(await solver.check()).toBe('sat');
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('unknown');
  });

  test('a solver that does not stop is ended, and everything is asserted again', async () => {
    // Without its own limit, only force ends it.
    const stubborn: smt.SolverHost = {
      name: host.name,
      start: async (options) => {
        const channel = await host.start(options);
        return {
          ...channel,
          run: (script, _, fresh) => channel.run(script.replace(/\(set-option :timeout \d+\)/g, ''), 700, fresh),
        };
      },
    };
    const solver = open(stubborn);
    solver.assert(smt.eq(x, smt.int(3)));
    solver.push();
    solver.assert(smt.gt(y, x));
    const other = smt.intVar('other');
    const cube = (v: smt.Term) => smt.mul(v, v, v);
    const hard = smt.eq(smt.add(cube(y), cube(z), cube(other)), smt.int(42));
    expect(await solver.check({ assumptions: [hard] })).toHaveProperty('unknown');
    expect(await solver.check()).toBe('sat');
    expect(await solver.entails(smt.gt(y, smt.int(3)))).toBe(true);
    solver.pop();
    expect(await solver.entails(smt.gt(y, smt.int(3)))).toBe(false);
    expect(solver.statistics().starts).toBe(2);
  });

  test('eliminated quantifiers leave an equivalent formula', async () => {
    const solver = common;
    solver.reset();
    let done = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { term } = generateBool(createRandom(seed), { ints: 2, bools: 1, depth: 3, division: seed % 4 === 0 });
      const quantified = seed % 2 === 0 ? smt.exists([y], term) : smt.forall([y, boolVars[0] as smt.Var], term);
      const result = await solver.eliminate(quantified, { timeoutMs: 5000 });
      if (smt.isUnknown(result)) continue;
      expect(smt.hasQuantifier(result)).toBe(false);
      expect(smt.freeVars(result).has(y)).toBe(false);
      const different = await solver.check({ assumptions: [smt.not(smt.iff(result, quantified))] });
      if (smt.isUnknown(different)) continue;
      expect(different, `seed ${seed}: ${smt.printTerm(quantified)}`).toBe('unsat');
      done++;
    }
    expect(done).toBeGreaterThan(25);
    const even = await solver.eliminate(smt.exists([y], smt.eq(x, smt.mul(smt.int(2), y))));
    expect(even).toBe(smt.eq(smt.mod(x, smt.int(2)), smt.int(0)));
  });

  test('Horn clauses: an invariant that satisfies them, or none', async () => {
    const solver = common;
    solver.reset();
    const inv = smt.func('inv', [smt.Int, smt.Int], smt.Bool);
    const at = (a: smt.Term, b: smt.Term) => smt.apply(inv, a, b);
    const clauses = (goal: smt.Term) => [
      smt.forall([x, y], smt.implies(smt.and(smt.eq(x, smt.int(0)), smt.ge(y, smt.int(0))), at(x, y))),
      smt.forall([x, y], smt.implies(smt.and(at(x, y), smt.lt(x, y)), at(smt.add(x, smt.int(1)), y))),
      smt.forall([x, y], smt.implies(smt.and(at(x, y), smt.not(smt.lt(x, y))), goal)),
    ];
    const result = await solver.horn(clauses(smt.eq(x, y)));
    expect(result.status).toBe('sat');
    if (result.status !== 'sat') return;
    const definition = result.definitions.get(inv);
    if (definition === undefined) throw new Error('no definition');
    const [a, b] = definition.params as [smt.Var, smt.Var];
    const defined = (first: smt.Term, second: smt.Term) =>
      smt.substitute(
        definition.body,
        new Map([
          [a, first],
          [b, second],
        ]),
      );
    for (const claim of [
      smt.implies(smt.and(smt.eq(x, smt.int(0)), smt.ge(y, smt.int(0))), defined(x, y)),
      smt.implies(smt.and(defined(x, y), smt.lt(x, y)), defined(smt.add(x, smt.int(1)), y)),
      smt.implies(smt.and(defined(x, y), smt.not(smt.lt(x, y))), smt.eq(x, y)),
    ]) {
      expect(await solver.entails(claim)).toBe(true);
    }
    expect((await solver.horn(clauses(smt.lt(x, smt.int(5))))).status).toBe('unsat');
  });

  test('an option that does not exist is said, not ignored', async () => {
    const solver = open(host, { options: { 'smt.no_such_option': true } });
    expect(await solver.check()).toMatchObject({ unknown: expect.stringMatching(/no_such_option|no such option/) });
  });

  test('whole questions: the same answers, each to a solver without a past', async () => {
    const solver = open(host, { whole: true });
    solver.assert(smt.gt(smt.mul(x, x), smt.int(2)));
    expect(await solver.check({ assumptions: [smt.lt(smt.mul(x, x), smt.int(4))] })).toBe('unsat');
    solver.push();
    solver.assert(smt.eq(smt.mul(x, y), smt.int(35)));
    expect(await solver.check({ assumptions: [smt.gt(x, smt.int(5)), smt.gt(y, smt.int(1))] })).toBe('sat');
    expect(await solver.model([x, y])).toEqual([7n, 5n]);
    expect(await solver.check()).toBe('sat');
    solver.pop();
    expect(await solver.check({ assumptions: [smt.eq(x, smt.int(2))] })).toBe('sat');
  });

  test('quantifiers with triggers and without model-based instantiation', async () => {
    const solver = open(host, { options: { auto_config: false, 'smt.mbqi': false } });
    const f = smt.func('f', [smt.Int], smt.Int);
    const fx = smt.apply(f, x);
    solver.assert(smt.forall([x], smt.gt(fx, x), { triggers: [[fx]], name: 'grows' }));
    expect(await solver.entails(smt.gt(smt.apply(f, smt.apply(f, y)), smt.add(y, smt.int(1))))).toBe(true);
    const satisfiable = await solver.check();
    expect(satisfiable === 'sat' || smt.isUnknown(satisfiable)).toBe(true);
  });

  test('terms as deep as a program is long', async () => {
    const solver = common;
    solver.reset();
    let term: smt.Term = smt.variable('a', smt.arraySort(smt.Int, smt.Int));
    for (let i = 0; i < 3000; i++) term = smt.store(term, smt.int(i), smt.add(x, smt.int(i)));
    solver.assert(smt.eq(smt.select(term, y), smt.int(0)));
    solver.assert(smt.eq(y, smt.int(2999)));
    expect(await solver.check({ timeoutMs: 20_000 })).toBe('sat');
    expect(await solver.model([x])).toEqual([-2999n]);
  });

  test.skipIf(process.platform !== 'linux')('nothing is left behind', async () => {
    const children = () => spawnSync('ps', ['-o', 'comm=', '--ppid', String(process.pid)], { encoding: 'utf8' }).stdout;
    const solvers = () =>
      children()
        .split('\n')
        .filter((line) => line.trim() === 'z3').length;
    const threads = () => readdirSync('/proc/self/task').length;
    const [solversBefore, threadsBefore] = [solvers(), threads()];
    const many = [1, 2, 3].map(() => smt.openSolver(host));
    await Promise.all(many.map((solver) => solver.check()));
    expect(solvers() - solversBefore + threads() - threadsBefore).toBeGreaterThanOrEqual(3);
    // One of them is at work when it is disposed of.
    many[0]?.assert(hardFormula());
    const pending = many[0]?.check({ timeoutMs: 60_000 });
    await Promise.all(many.map((solver) => solver.dispose()));
    expect(await pending).toHaveProperty('unknown');
    expect(solvers()).toBe(solversBefore);
    expect(threads()).toBeLessThanOrEqual(threadsBefore);
    expect(await many[1]?.check()).toEqual({ unknown: 'the solver was disposed of' });
    await many[1]?.dispose();
  });
});

describe.skipIf(native === null)('both solvers', () => {
  test('agree', async () => {
    const solvers = hosts.map(([, host]) => open(host, { timeoutMs: 1000 }));
    for (let seed = 1000; seed <= 1120; seed++) {
      const { term } = generateBool(createRandom(seed), shape);
      const closed = seed % 3 === 0 ? smt.forall([y], term) : term;
      const answers = await Promise.all(solvers.map((solver) => solver.check({ assumptions: [closed] })));
      const decided = answers.filter((answer) => !smt.isUnknown(answer));
      expect(new Set(decided).size, `seed ${seed}: ${smt.printTerm(closed)}`).toBeLessThanOrEqual(1);
    }
  });
});

describe('solvers that fail', () => {
  test('one that dies: unknown, then everything again', async () => {
    const reply = { kind: 'failed', reason: 'it fell over' } as const;
    const solver = open(tampering(wasm(), (call) => (call === 2 || call === 5 ? reply : null)));
    solver.assert(smt.gt(x, smt.int(3)));
    expect(await solver.check()).toBe('sat');
    solver.push();
    solver.assert(smt.lt(x, y));
    expect(await solver.check()).toEqual({ unknown: 'it fell over' });
    expect(await solver.entails(smt.gt(y, smt.int(4)))).toBe(true);
    expect(await solver.check()).toEqual({ unknown: 'it fell over' });
    expect(await solver.model([x])).toHaveProperty('unknown');
    solver.pop();
    expect(await solver.entails(smt.gt(y, smt.int(4)))).toBe(false);
    expect(solver.statistics().starts).toBe(3);
  });

  test.each(hosts)('%s: one that is ended while it works says so at once', async (_, host) => {
    const channel = await host.start({});
    const factors =
      '(declare-const p Int)(declare-const q Int)(assert (and (> p 1) (> q 1) (= (* p q) 1000000016000000063)))';
    const answer = channel.run(`${factors}(check-sat)\n`, 60_000, true);
    await channel.close();
    expect(await answer).toMatchObject({ kind: 'failed' });
    expect(await channel.run('(check-sat)\n', 1000, false)).toMatchObject({ kind: 'failed' });
  });

  test('one that never answers is not asked forever', async () => {
    const reply = { kind: 'failed', reason: 'it fell over' } as const;
    let calls = 0;
    const solver = open(
      tampering(wasm(), () => {
        calls++;
        return reply;
      }),
    );
    expect(await solver.check()).toEqual({ unknown: 'it fell over' });
    for (let i = 0; i < 3; i++)
      expect(await solver.check()).toEqual({ unknown: 'the solver does not work: it fell over' });
    expect(calls).toBe(2);
  });

  test('answers that are none', async () => {
    const fx = smt.forall([x], smt.lt(x, y));
    for (const text of [
      '',
      'sat sat',
      'satisfied',
      ')',
      '(error "no")',
      '"sat"',
      'unsat\n(error "late")',
      '\u0000',
      '42',
    ]) {
      const solver = open(parrot(text));
      expect(await solver.check(), JSON.stringify(text)).toHaveProperty('unknown');
      expect(await solver.model([x])).toHaveProperty('unknown');
      expect(await solver.eliminate(fx)).toHaveProperty('unknown');
      expect(await solver.horn([fx])).toHaveProperty('unknown');
    }
    for (const text of [
      '(goals)',
      '(goals (goal foo))',
      '(goals (goal true :precision over))',
      'goals',
      '(goal true)',
    ]) {
      expect(await open(parrot(text)).eliminate(fx), text).toHaveProperty('unknown');
    }
    // A quantifier that comes back is not eliminated.
    expect(await open(parrot('(goals (goal (forall ((k Int)) (< k y))))')).eliminate(fx)).toHaveProperty('unknown');
  });

  test('none at all', async () => {
    const absent: smt.SolverHost = {
      name: 'absent',
      start: async () => {
        throw new HostError('there is no solver');
      },
    };
    const solver = open(absent);
    solver.assert(smt.True);
    expect(await solver.check()).toEqual({ unknown: 'there is no solver' });
  });
});

describe('pools', () => {
  test('answer many questions with few solvers, and each only once', async () => {
    let starts = 0;
    const counting: smt.SolverHost = {
      name: 'counting',
      start: (options) => {
        starts++;
        return wasm().start(options);
      },
    };
    const pool = smt.createPool(counting, { size: 2 });
    try {
      const question = (k: number): smt.Question => ({
        formulas: [smt.eq(smt.mul(smt.int(3), x), smt.int(k)), smt.gt(x, smt.int(0))],
        values: [x],
      });
      const answers = await Promise.all(Array.from({ length: 12 }, (_, k) => pool.solve(question(k))));
      for (const [k, { result, values }] of answers.entries()) {
        expect(result, `${k}`).toBe(k > 0 && k % 3 === 0 ? 'sat' : 'unsat');
        expect(values).toEqual(result === 'sat' ? [BigInt(k / 3)] : []);
      }
      expect(starts).toBe(2);
      expect(await pool.solve(question(9))).toMatchObject({ result: 'sat', values: [3n], cached: true });
      expect(pool.statistics()).toEqual({ questions: 13, cached: 1, decided: { plain: 12 } });
    } finally {
      await pool.dispose();
    }
  });

  test('try one setting after the other', async () => {
    const pool = smt.createPool(wasm(), { size: 1 });
    try {
      const undecided = await pool.solve({
        formulas: [hardFormula()],
        limits: { timeoutMs: 200 },
        profiles: [smt.plainProfile, smt.simplexProfile],
      });
      expect(undecided.result).toHaveProperty('unknown');
      expect(undecided.profile).toBe('simplex');
      expect(pool.statistics().decided).toEqual({ unknown: 1 });
      // Nothing is remembered of it.
      expect((await pool.solve({ formulas: [smt.gt(x, smt.int(3))] })).cached).toBe(false);
    } finally {
      await pool.dispose();
    }
  });
});
