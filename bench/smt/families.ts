// The questions of the benchmark, by family: what engines ask most, and what strains a solver.

import * as smt from '../../src/smt/index.ts';

const { add, and, apply, eq, forall, ge, gt, implies, int, intVar, le, lt, mul, not, or } = smt;

/** A question; the answer is known. */
export interface BenchQuestion {
  readonly formulas: readonly smt.Term[];
  readonly expected: 'sat' | 'unsat';
}

/** Numbers that depend on the seed alone. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** Jobs of several steps on shared machines within a time: integer differences and many disjunctions. */
function schedule(within: number): readonly smt.Term[] {
  const next = numbers(5);
  const [jobs, machines] = [8, 8];
  const start = (job: number, step: number) => intVar(`start${job}_${step}`);
  const lengths = Array.from({ length: jobs }, () => Array.from({ length: machines }, () => 1 + next(9)));
  const length = (job: number, step: number) => int(lengths[job]?.[step] ?? 1);
  const orders = Array.from({ length: jobs }, () => {
    const order = Array.from({ length: machines }, (_, i) => i);
    for (let i = machines - 1; i > 0; i--) {
      const k = next(i + 1);
      [order[i], order[k]] = [order[k] ?? 0, order[i] ?? 0];
    }
    return order;
  });
  const formulas: smt.Term[] = [];
  for (let job = 0; job < jobs; job++) {
    formulas.push(ge(start(job, 0), int(0)), le(add(start(job, machines - 1), length(job, machines - 1)), int(within)));
    for (let step = 0; step + 1 < machines; step++) {
      formulas.push(ge(start(job, step + 1), add(start(job, step), length(job, step))));
    }
  }
  for (let machine = 0; machine < machines; machine++) {
    for (let a = 0; a < jobs; a++) {
      for (let b = a + 1; b < jobs; b++) {
        const [i, k] = [orders[a]?.indexOf(machine) ?? 0, orders[b]?.indexOf(machine) ?? 0];
        formulas.push(
          or(ge(start(a, i), add(start(b, k), length(b, k))), ge(start(b, k), add(start(a, i), length(a, i)))),
        );
      }
    }
  }
  return formulas;
}

/** Obligations as a proof for all parameter values asks them: small, many, mostly valid. */
function obligations(): readonly BenchQuestion[] {
  const [sent, received, capacity, n, i] = ['sent', 'received', 'capacity', 'n', 'i'].map(intVar) as [
    smt.Var,
    smt.Var,
    smt.Var,
    smt.Var,
    smt.Var,
  ];
  const invariant = (s: smt.Term, r: smt.Term, k: smt.Term) =>
    and(le(int(0), r), le(r, s), le(s, add(r, capacity)), le(int(0), k), le(k, n), eq(s, k));
  const questions: BenchQuestion[] = [];
  for (let step = 1; step <= 40; step++) {
    const held = and(
      invariant(sent, received, i),
      lt(i, n),
      lt(sent, add(received, capacity)),
      ge(capacity, int(step)),
    );
    const kept = invariant(add(sent, int(1)), received, add(i, int(1)));
    questions.push({ formulas: [held, not(kept)], expected: 'unsat' });
    questions.push({ formulas: [invariant(sent, received, i), gt(sent, int(step))], expected: 'sat' });
  }
  return questions;
}

/** A sorted heap under quantifiers with triggers. */
function quantified(): readonly BenchQuestion[] {
  const ref = smt.uninterpretedSort('Ref');
  const at = smt.func('at', [smt.Int], ref);
  const index = smt.func('index', [ref], smt.Int);
  const before = smt.func('before', [ref], smt.Int);
  const after = smt.func('after', [ref], smt.Int);
  const n = intVar('n');
  const [i, k] = [intVar('i'), intVar('k')];
  const r = smt.variable('r', ref);
  const inside = (term: smt.Term) => and(le(int(0), term), lt(term, n));
  const size = 45;
  const places = Array.from({ length: size }, (_, place) => intVar(`place${place}`));
  const pairs = places.slice(1).map((place, p) => [places[p] as smt.Var, place] as const);
  return [
    {
      formulas: [
        forall([i], implies(inside(i), eq(apply(index, apply(at, i)), i)), { triggers: [[apply(at, i)]] }),
        forall(
          [r],
          implies(
            and(inside(apply(index, r)), eq(apply(at, apply(index, r)), r)),
            eq(apply(after, r), add(apply(before, r), int(1))),
          ),
          { triggers: [[apply(after, r)]] },
        ),
        forall(
          [i, k],
          implies(and(le(int(0), i), le(i, k), lt(k, n)), le(apply(before, apply(at, i)), apply(before, apply(at, k)))),
          { triggers: [[apply(at, i), apply(at, k)]] },
        ),
        ...places.map(inside),
        ...pairs.map(([a, b]) => lt(a, b)),
        or(...pairs.map(([a, b]) => gt(apply(after, apply(at, a)), apply(after, apply(at, b))))),
      ],
      expected: 'unsat',
    },
  ];
}

/** Clauses whose solution is an invariant over four counters. */
export function hornClauses(): readonly smt.Term[] {
  const inv = smt.func('inv', [smt.Int, smt.Int, smt.Int, smt.Int], smt.Bool);
  const [x, y, z, n] = ['x', 'y', 'z', 'n'].map(intVar) as [smt.Var, smt.Var, smt.Var, smt.Var];
  const state = [x, y, z, n];
  const holds = apply(inv, x, y, z, n);
  const next = (yNext: smt.Term, zNext: smt.Term) => apply(inv, add(x, int(1)), yNext, zNext, n);
  return [
    forall(state, implies(and(eq(x, int(0)), eq(y, int(0)), eq(z, int(0)), ge(n, int(0))), holds)),
    forall(state, implies(and(holds, lt(x, n)), next(add(y, int(1)), z))),
    forall(state, implies(and(holds, lt(x, n)), next(add(y, int(-1)), add(z, int(2))))),
    forall(state, implies(and(holds, ge(x, n), not(and(eq(add(y, z), n), ge(z, int(0)), le(y, n)))), smt.False)),
  ];
}

/** Products of integers: a small factorisation, and a square that no integer has. */
function nonlinear(): readonly BenchQuestion[] {
  const [a, b] = [intVar('a'), intVar('b')];
  return [
    { formulas: [eq(mul(a, b), int(2021)), gt(a, int(1)), gt(b, a)], expected: 'sat' },
    { formulas: [eq(mul(a, a), int(2)), gt(a, int(-100)), lt(a, int(100))], expected: 'unsat' },
  ];
}

export interface Family {
  readonly name: string;
  readonly options: Readonly<Record<string, smt.OptionValue>>;
  readonly questions: readonly BenchQuestion[];
}

/** Within these times there is a schedule, and there is none. */
const linear: readonly BenchQuestion[] = [
  { formulas: schedule(64), expected: 'sat' },
  { formulas: schedule(60), expected: 'unsat' },
];

export const families: readonly Family[] = [
  { name: 'obligations', options: {}, questions: obligations() },
  { name: 'linear', options: {}, questions: linear },
  { name: 'quantified', options: { auto_config: false, 'smt.mbqi': false }, questions: quantified() },
  { name: 'nonlinear', options: {}, questions: nonlinear() },
];
