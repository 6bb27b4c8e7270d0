// Checks a stored proof again. Deliberately plain, and apart from the search: it takes the program, the precondition and the
// invariant, and asks the solver whether the invariant holds at first, is kept by every step, and leaves no bad state.
//
// Of the code that finds proofs it shares the counter system, which says what a program does, and nothing else: steps, initial
// state and what is bad are put together here once more.

import {
  add,
  and,
  int,
  isUnknown,
  le,
  not,
  or,
  type Solver,
  substitute,
  sum,
  type Term,
  type Var,
} from '../smt/index.ts';
import { encode } from './encode.ts';
import type { Proof } from './prove.ts';
import type { System } from './system.ts';

export type Recheck = { readonly ok: true; readonly queries: number } | { readonly ok: false; readonly reason: string };

/** Proves `proof` again for its program. */
export async function recheck(proof: Proof, solver: Solver): Promise<Recheck> {
  const system = encode(proof.system.program);
  const invariant = proof.invariant.map((c) => c.term);
  const { facts } = proof;
  const holds = and(facts, proof.precondition, ...invariant);
  let queries = 0;
  const follows = async (from: Term, to: Term): Promise<boolean> => {
    queries++;
    solver.reset();
    solver.assert(and(from, not(to)));
    const answer = await solver.check();
    return !isUnknown(answer) && answer === 'unsat';
  };
  // A proof may use less than what is known of the parameters, and nothing else.
  if (!(await follows(system.known, facts))) return { ok: false, reason: 'it uses facts that are not known' };
  const begin = new Map<Var, Term>();
  for (const { count } of system.edges) begin.set(count, int(0));
  for (const { value, first } of system.registers) begin.set(value, first);
  if (!(await follows(and(facts, proof.precondition), substitute(and(...invariant), begin)))) {
    return { ok: false, reason: 'the invariant does not hold at first' };
  }
  for (const [i, step] of system.transitions.entries()) {
    const next = new Map<Var, Term>();
    for (const e of step.edges) {
      const edge = system.edges[e];
      if (edge !== undefined) next.set(edge.count, add(edge.count, int(1)));
    }
    for (const { register, value } of step.sets) {
      const target = system.registers[register];
      if (target !== undefined) next.set(target.value, value);
    }
    if (!(await follows(and(holds, step.guard), substitute(and(...invariant), next)))) {
      return { ok: false, reason: `step ${i} (${step.name}) does not keep the invariant` };
    }
  }
  if (!(await follows(holds, not(badState(system))))) return { ok: false, reason: 'a bad state is left' };
  solver.reset();
  return { ok: true, queries };
}

/** A fault, or a state in which nothing can move although a process has not ended. */
function badState(system: System): Term {
  const open: Term[] = system.places.flatMap((place) => (place.end ? [] : [place.tokens]));
  const nobodyMoves = and(...system.transitions.map((step) => not(step.guard)));
  const waiting = not(le(sum([int(0), ...open]), int(0)));
  const nothingLeft = and(waiting, not(system.ended), nobodyMoves);
  const wrong = system.faults.map((fault) => fault.when);
  return or(nothingLeft, ...wrong);
}
