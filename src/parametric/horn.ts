// Invariants from Horn clauses, where templates leave bad states that no run was found to lead to.
//
// With R for the states that runs reach, known values v that satisfy the precondition, and the invariant Inv that is proved already:
//
//   Inv(v, first)                            => R(v, first)
//   R(v, s) and Inv(v, s) and s steps to t   => R(v, t)
//   R(v, s) and Inv(v, s) and s is bad       => false
//
// The solver's answer (Spacer) is a suggestion like any other: it counts once the ordinary obligations hold with it.

import { must } from '../base/assert.ts';
import {
  and,
  apply,
  Bool,
  False,
  forall,
  func,
  implies,
  type Limits,
  type Solver,
  substitute,
  type Term,
} from '../smt/index.ts';
import type { Conjunct } from './invariant.ts';
import { after, initially, stateVars } from './obligations.ts';
import type { System } from './system.ts';

/** More than so many numbers in a state are not tried: the answer would not come in time. */
const mostVariables = 40;

/** How much work an answer is worth, whatever the machine's speed: half a second of it or less. The time is for machines that are busy. */
const limits: Limits = { rlimit: 1_000_000, timeoutMs: 5000 };

/** A conjunct that, with `inv` and `precondition`, may exclude all states that are `bad`; or null. */
export async function hornInvariant(
  solver: Solver,
  system: System,
  inv: Term,
  bad: Term,
  precondition: Term,
): Promise<Conjunct | null> {
  const vars = [...system.params, ...stateVars(system)];
  if (vars.length > mostVariables) return null;
  const reached = func(
    'reached',
    vars.map((v) => v.sort),
    Bool,
  );
  const here = apply(reached, ...vars);
  const start = initially(system);
  const given = and(system.known, precondition);
  const clauses = [
    implies(given, substitute(here, start)),
    ...system.transitions.map((t) => implies(and(here, inv, t.guard), substitute(here, after(system, t)))),
    implies(and(here, inv, bad), False),
  ];
  const found = await solver.horn(
    clauses.map((clause) => forall(vars, clause)),
    limits,
  );
  if (found.status !== 'sat') return null;
  const { params, body } = must(found.definitions.get(reached), 'a definition');
  const named = substitute(body, new Map(params.map((param, i) => [param, must(vars[i])])));
  return { name: 'horn clauses', term: implies(precondition, named) };
}
