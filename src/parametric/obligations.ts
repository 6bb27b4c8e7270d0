// Proof obligations of a counter system, each one small query: an invariant holds at first, and every transition keeps it.

import { must } from '../base/assert.ts';
import {
  add,
  and,
  conj,
  ge,
  int,
  isUnknown,
  not,
  type Solver,
  substitute,
  sum,
  type Term,
  type Unknown,
  type Var,
} from '../smt/index.ts';
import type { Conjunct } from './invariant.ts';
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
 * The largest part of `conjuncts` that is inductive: what fails is left out until nothing does. Leaves the solver's stack as it was.
 * `assume` is over parameters only.
 */
export async function inductivePart(
  solver: Solver,
  system: System,
  conjuncts: readonly Conjunct[],
  assume: Term,
): Promise<readonly Conjunct[] | Unknown> {
  let kept: readonly Conjunct[] = conjuncts;
  const start = initially(system);
  for (;;) {
    const failed = new Set<Conjunct>();
    const given = and(assume, system.known);
    const initial = await failing(solver, given, kept, (c) => substitute(c.term, start));
    if (isUnknown(initial)) return initial;
    for (const c of initial) failed.add(c);
    for (const t of system.transitions) {
      const left = kept.filter((c) => !failed.has(c));
      const next = after(system, t);
      const given2 = and(given, t.guard, ...kept.map((c) => c.term));
      const found = await failing(solver, given2, left, (c) => substitute(c.term, next));
      if (isUnknown(found)) return found;
      for (const c of found) failed.add(c);
    }
    if (failed.size === 0) return kept;
    kept = kept.filter((c) => !failed.has(c));
  }
}

/** Those of `conjuncts` that, put in terms of the state before by `turn`, do not follow from `given`. */
async function failing(
  solver: Solver,
  given: Term,
  conjuncts: readonly Conjunct[],
  turn: (c: Conjunct) => Term,
): Promise<readonly Conjunct[] | Unknown> {
  // What a transition does not change was given.
  const goals = conjuncts.map((c) => ({ c, goal: turn(c) })).filter(({ c, goal }) => goal !== c.term);
  const failed: Conjunct[] = [];
  let open = goals;
  solver.push();
  solver.assert(given);
  try {
    while (open.length > 0) {
      solver.push();
      solver.assert(not(conj(open.map(({ goal }) => goal))));
      const answer = await solver.check();
      if (answer === 'unsat') {
        solver.pop();
        return failed;
      }
      if (isUnknown(answer)) {
        solver.pop();
        // One at a time: what cannot be decided is given up.
        for (const { c, goal } of open) {
          const holds = await solver.entails(goal);
          if (holds !== true) failed.push(c);
        }
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
