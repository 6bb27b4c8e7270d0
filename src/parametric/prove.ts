// Proves for every value of the parameters that all processes of a program come to their ends, or finds the precondition that
// makes it so. Strategies 1 to 3 are those of the paper, section 4.4; the fourth computes the precondition from what is left.

import { isCoreVirgo, type VirgoProgram } from '../comm/virgo.ts';
import {
  type Assignment,
  and,
  assignmentOf,
  conj,
  disj,
  exists,
  False,
  isUnknown,
  not,
  or,
  type Solver,
  type Term,
  True,
  type Unknown,
  type Value,
  type Var,
} from '../smt/index.ts';
import { balanced } from './balanced.ts';
import { implicant } from './cube.ts';
import { encode } from './encode.ts';
import { Inexpressible } from './expr.ts';
import { type Conjunct, templates } from './invariant.ts';
import { finished, inductivePart, stateVars, stuck } from './obligations.ts';
import { project } from './project.ts';
import type { System } from './system.ts';
import { isReached } from './witness.ts';

/** At most this many regions of bad values are cut out one by one. */
const mostRegions = 48;

/** What is needed to check the proof again, without searching for it. */
export interface Proof {
  readonly system: System;
  readonly precondition: Term;
  readonly invariant: readonly Conjunct[];
}

export type Outcome =
  /** All runs end well for all values with which `precondition` holds; `weakest`: for no others. */
  | {
      readonly kind: 'proved';
      readonly precondition: Term;
      readonly weakest: boolean;
      readonly strategy: 1 | 2 | 3 | 4;
      readonly proof: Proof;
    }
  | { readonly kind: 'unknown'; readonly reason: string; readonly expressible: boolean };

/** Decides one program. Leaves nothing asserted in the solver. */
export async function prove(program: VirgoProgram, solver: Solver): Promise<Outcome> {
  let system: System;
  try {
    system = encode(program);
  } catch (error) {
    if (!(error instanceof Inexpressible)) throw error;
    return { kind: 'unknown', reason: error.message, expressible: false };
  }
  solver.reset();
  const outcome = await proveSystem(system, solver);
  solver.reset();
  return outcome;
}

interface Attempt {
  readonly system: System;
  readonly solver: Solver;
  readonly invariant: readonly Conjunct[];
  readonly inv: Term;
  readonly bad: Term;
}

async function proveSystem(system: System, solver: Solver): Promise<Outcome> {
  const { sure, maybe } = templates(system);
  const invariant = await inductivePart(solver, system, [...sure, ...maybe], True);
  if (isUnknown(invariant)) return { kind: 'unknown', reason: invariant.unknown, expressible: true };
  const inv = and(system.known, ...invariant.map((c) => c.term));
  const bad = or(stuck(system), ...system.faults.map((f) => f.when));
  const a: Attempt = { system, solver, invariant, inv, bad };

  const first = await satisfiable(solver, and(inv, bad));
  if (first === false) return proved(a, True, true, 1);

  if (isCoreVirgo(system.program) === null) {
    const suggested = balanced(system.program, system.params);
    const sufficient = (await satisfiable(solver, and(inv, bad, suggested))) === false;
    if (sufficient) {
      const possible = (await satisfiable(solver, and(system.known, suggested))) === true;
      const necessary = (await satisfiable(solver, and(inv, finished(system), not(suggested)))) === false;
      if (necessary && possible) return proved(a, suggested, true, 2);
    }
  }
  return cutOut(a);
}

function proved(a: Attempt, precondition: Term, weakest: boolean, strategy: 1 | 2 | 3 | 4): Outcome {
  const proof: Proof = { system: a.system, precondition, invariant: a.invariant };
  return { kind: 'proved', precondition, weakest, strategy, proof };
}

/** Null where the solver does not know. */
async function satisfiable(solver: Solver, formula: Term): Promise<boolean | null> {
  if (formula === False) return false;
  solver.push();
  solver.assert(formula);
  const answer = await solver.check();
  solver.pop();
  return isUnknown(answer) ? null : answer === 'sat';
}

interface Region {
  /** Over parameters. */
  readonly values: Term;
  /** Over parameters and the state: the bad states behind it. */
  readonly states: Term;
}

/** Strategy 4: as long as a bad state is left, removes the values of parameters for which there is one like it. */
async function cutOut(a: Attempt): Promise<Outcome> {
  const regions = await badRegions(a);
  if ('unknown' in regions) return { kind: 'unknown', reason: regions.unknown, expressible: true };
  const precondition = conj(regions.map((region) => not(region.values)));
  const sound = await satisfiable(a.solver, and(a.inv, a.bad, precondition));
  if (sound !== false) return { kind: 'unknown', reason: 'the invariant is too weak', expressible: true };
  const possible = await satisfiable(a.solver, and(a.system.known, precondition));
  const weakest = await areAllReached(a, regions);
  if (possible !== true) {
    const reason = weakest
      ? 'no value of the parameters is fine'
      : 'the invariant is too weak to prove it for any value';
    if (!weakest || possible === null) return { kind: 'unknown', reason, expressible: true };
    return proved(a, False, true, 4);
  }
  return proved(a, precondition, weakest, 4);
}

async function badRegions(a: Attempt): Promise<readonly Region[] | Unknown> {
  const { system, solver } = a;
  const state = stateVars(system);
  const hidden = new Set<Var>(state);
  const found: Region[] = [];
  const formula = and(a.inv, a.bad);
  solver.push();
  solver.assert(formula);
  try {
    for (;;) {
      const answer = await solver.check();
      if (answer === 'unsat') return found;
      if (isUnknown(answer)) return answer;
      if (found.length >= mostRegions) return { unknown: `more than ${mostRegions} cases of bad values` };
      const vars = [...system.params, ...state];
      const values = await solver.model(vars);
      if (isUnknown(values)) return values;
      const model = assignment(vars, values);
      const atoms = implicant(formula, model);
      const region = project(atoms, hidden) ?? (await eliminate(solver, state, conj(atoms)));
      if (isUnknown(region)) return region;
      found.push({ values: region, states: conj(atoms) });
      solver.assert(not(region));
    }
  } finally {
    solver.pop();
  }
}

function assignment(vars: readonly Var[], values: readonly Value[]): Assignment {
  return assignmentOf(new Map(vars.map((v, i) => [v, values[i] as Value])));
}

async function eliminate(solver: Solver, state: readonly Var[], formula: Term): Promise<Term | Unknown> {
  return solver.eliminate(exists(state, formula));
}

/** Whether for all values in the regions some run ends badly. */
async function areAllReached(a: Attempt, regions: readonly Region[]): Promise<boolean> {
  // Whatever the schedule, no run ends well.
  const never = (region: Term): Promise<boolean | null> =>
    satisfiable(a.solver, and(a.inv, finished(a.system), region));
  const open: Region[] = [];
  const certain: Term[] = [];
  if (!a.system.exact) return false;
  for (const region of regions) {
    if (await isReached(a.solver, a.system, a.inv, region.states)) certain.push(region.values);
    else open.push(region);
  }
  if (open.length === 0) return true;
  const rest = and(disj(open.map((region) => region.values)), not(disj(certain)));
  return (await never(rest)) === false;
}
