// Shows that bad states are reached, for every value of the parameters in a region: what makes a precondition the weakest one.
//
// Let v be a bad state that satisfies the invariant. Run the program so that no edge is taken more often than in v. Such runs are
// finite, and each ends in a state u without a transition that v's counts still allow. If the invariant leaves no such u besides v
// itself (or one that is bad, too), then a bad state is reached, for all parameters for which there is a v.
// This is one query with two copies of the state.

import { must } from '../base/assert.ts';
import {
  and,
  conj,
  disj,
  eq,
  int,
  intVar,
  isUnknown,
  le,
  lt,
  not,
  or,
  type Solver,
  substitute,
  sum,
  type Term,
  type Var,
} from '../smt/index.ts';
import { stateVars, stuck } from './obligations.ts';
import type { System } from './system.ts';

/**
 * Whether for each state that satisfies `invariant`, which is asserted, and `bad` a bad state is reached. False also where the solver
 * does not know.
 */
export async function isReached(solver: Solver, system: System, invariant: Term, bad: Term): Promise<boolean> {
  const copy = new Map<Var, Term>(stateVars(system).map((v) => [v, intVar(`${v.name}'`)]));
  const counts = system.edges.map((edge) => edge.count);
  const goal = counts.map((count) => must(copy.get(count)));
  const fault = disj(system.faults.map((f) => f.when));
  const exhausted = system.transitions.map((t) => {
    const left = t.edges.map((e) => {
      // A rendezvous of two of the same edges does not exist: edges of a transition differ.
      const count = must(counts[e]);
      return lt(count, must(goal[e]));
    });
    return not(and(t.guard, ...left));
  });
  const below = conj(counts.map((count, i) => le(count, must(goal[i]))));
  const total = sum([int(0), ...counts]);
  const wanted = sum([int(0), ...goal]);
  const stops = and(lt(total, wanted), ...exhausted);
  solver.push();
  // A run that stops elsewhere, in a state that is bad itself, shows as much. Where counts agree, registers may differ.
  solver.assert(
    and(substitute(and(invariant, bad), copy), below, not(fault), not(stuck(system)), or(stops, eq(total, wanted))),
  );
  const answer = await solver.check();
  solver.pop();
  return !isUnknown(answer) && answer === 'unsat';
}
