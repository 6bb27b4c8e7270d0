// Proof obligations of a counter system, each one small query: an invariant holds at first, and every transition keeps it.

import { must } from '../base/assert.ts';
import {
  add,
  and,
  assignmentOf,
  conj,
  disj,
  False,
  freeVars,
  ge,
  holds,
  int,
  isUnknown,
  not,
  type Solver,
  substitute,
  sum,
  type Term,
  True,
  type Unknown,
  type Value,
  type Var,
} from '../smt/index.ts';
import type { Conjunct } from './invariant.ts';
import { Known } from './obvious.ts';
import type { System, Transition } from './system.ts';

/** Everything that changes during a run. */
export function stateVars(system: System): readonly Var[] {
  return [...system.edges.map((edge) => edge.count), ...system.registers.map((r) => r.value)];
}

/** The state after a transition, in terms of the one before. */
export function after(system: System, t: Transition): ReadonlyMap<Var, Term> {
  const map = new Map<Var, Term>();
  for (const e of t.edges) {
    const { count } = must(system.edges[e]);
    map.set(count, add(map.get(count) ?? count, int(1)));
  }
  for (const { register, value } of t.sets) map.set(must(system.registers[register]).value, value);
  return map;
}

/** The state in which a run begins. */
export function initially(system: System): ReadonlyMap<Var, Term> {
  const map = new Map<Var, Term>(system.edges.map((edge) => [edge.count, int(0)]));
  for (const { value, first } of system.registers) map.set(value, first);
  return map;
}

/** Nothing can move, the program has not ended, and some process has not come to its end. */
export function stuck(system: System): Term {
  const waiting = sum([int(0), ...system.places.filter((place) => !place.end).map((place) => place.tokens)]);
  return and(ge(waiting, int(1)), not(system.ended), ...system.transitions.map((t) => not(t.guard)));
}

/** All processes that were started have come to their ends, or the program was ended as a whole. */
export function finished(system: System): Term {
  const open = sum([int(0), ...system.places.filter((place) => !place.end).map((place) => place.tokens)]);
  return not(and(ge(open, int(1)), not(system.ended)));
}

/**
 * The largest part of `conjuncts` that is inductive: what fails is left out until nothing does. Leaves one more level on the solver's
 * stack, with what is known and the conjuncts asserted; where there is no answer, the stack is as it was. What is `proved` is
 * inductive, and asserted already.
 */
export async function assertInductive(
  solver: Solver,
  system: System,
  conjuncts: readonly Conjunct[],
  proved: readonly Conjunct[] = [],
): Promise<readonly Conjunct[] | Unknown> {
  const start = initially(system);
  const steps = system.transitions.map((t) => ({ guard: t.guard, next: after(system, t) }));
  const variables = new Map(conjuncts.map((c) => [c, freeVars(c.term)]));
  // What a transition does not change was given.
  const changed = (c: Conjunct, next: ReadonlyMap<Var, Term>): boolean =>
    [...next.keys()].some((v) => variables.get(c)?.has(v) === true);
  let kept: readonly Conjunct[] = conjuncts;
  for (;;) {
    const initial = kept.map((c) => ({ c, goal: substitute(c.term, start) })).filter(({ goal }) => goal !== True);
    solver.push();
    solver.assert(system.known);
    const failed = await failing(solver, system, [{ given: True, goals: initial }]);
    if (isUnknown(failed)) {
      solver.pop();
      return failed;
    }
    kept = kept.filter((c) => !failed.has(c));
    solver.assert(conj(kept.map((c) => c.term)));
    const facts = new Known([system.known, ...[...proved, ...kept].map((c) => c.term)]);
    const broken = await failing(
      solver,
      system,
      steps.map(({ guard, next }) => {
        const here = new Known([guard], facts);
        const goals = kept
          .filter((c) => changed(c, next))
          .map((c) => ({ c, goal: substitute(c.term, next) }))
          .filter(({ c, goal }) => goal !== c.term && !here.gives(goal));
        return { given: guard, goals };
      }),
    );
    if (!isUnknown(broken) && broken.size === 0) return kept;
    solver.pop();
    if (isUnknown(broken)) return broken;
    kept = kept.filter((c) => !broken.has(c));
  }
}

interface Goal {
  readonly c: Conjunct;
  readonly goal: Term;
}

/** One query: whether all goals follow from what is asserted, and `given`. */
interface Obligation {
  readonly given: Term;
  readonly goals: readonly Goal[];
}

/**
 * The conjuncts whose goals do not follow. All obligations are one question at first; a model says which goals fail, and the
 * question is asked again without them.
 */
async function failing(
  solver: Solver,
  system: System,
  obligations: readonly Obligation[],
): Promise<ReadonlySet<Conjunct> | Unknown> {
  const failed = new Set<Conjunct>();
  const vars = [...system.params, ...stateVars(system)];
  let open = obligations;
  for (;;) {
    const broken = disj(open.map(({ given, goals }) => and(given, not(conj(goals.map(({ goal }) => goal))))));
    if (broken === False) return failed;
    solver.push();
    solver.assert(broken);
    const answer = await solver.check();
    const values = answer === 'sat' ? await solver.model(vars) : null;
    solver.pop();
    if (answer === 'unsat') return failed;
    const before = failed.size;
    if (values !== null && !isUnknown(values)) {
      const model = assignmentOf(new Map(vars.map((v, i) => [v, values[i] as Value])));
      for (const { given, goals } of open) {
        if (holds(given, model) !== true) continue;
        for (const { c, goal } of goals) if (holds(goal, model) === false) failed.add(c);
      }
    }
    if (failed.size === before) return oneByOne(solver, open, failed);
    open = open.map(({ given, goals }) => ({ given, goals: goals.filter(({ c }) => !failed.has(c)) }));
  }
}

/** Where the whole is too much for the solver, or its model is none: each obligation by itself. */
async function oneByOne(
  solver: Solver,
  obligations: readonly Obligation[],
  failed: Set<Conjunct>,
): Promise<ReadonlySet<Conjunct> | Unknown> {
  for (const obligation of obligations) {
    const found = await culprits(solver, obligation);
    if (isUnknown(found)) return found;
    for (const c of found) failed.add(c);
  }
  return failed;
}

/** Which goals of an obligation fail: those that models break, until no model is left. */
async function culprits(solver: Solver, { given, goals }: Obligation): Promise<readonly Conjunct[] | Unknown> {
  const failed: Conjunct[] = [];
  let open = goals;
  solver.push();
  solver.assert(given);
  try {
    while (open.length > 0) {
      solver.push();
      solver.assert(not(conj(open.map(({ goal }) => goal))));
      const answer = await solver.check();
      if (answer === 'unsat' || isUnknown(answer)) {
        solver.pop();
        if (answer === 'unsat') return failed;
        // One at a time: what cannot be decided is given up.
        for (const { c, goal } of open) if ((await solver.entails(goal)) !== true) failed.push(c);
        return failed;
      }
      const values = await solver.model(open.map(({ goal }) => goal));
      solver.pop();
      if (isUnknown(values)) return values;
      const broken = open.filter((_, i) => values[i] === false);
      if (broken.length === 0) return { unknown: 'the solver gave a model that is none' };
      failed.push(...broken.map(({ c }) => c));
      open = open.filter((g) => !broken.includes(g));
    }
    return failed;
  } finally {
    solver.pop();
  }
}
