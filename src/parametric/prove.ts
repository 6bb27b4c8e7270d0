// Proves for every value of the parameters that all processes of a program come to their ends, or finds the precondition that
// makes it so. Strategies 1 to 3 are those of the paper, section 4.4; the fourth computes the precondition from what is left, the fifth
// asks for an invariant that the templates lack.

import {
  and,
  assignmentOf,
  conj,
  disj,
  exists,
  False,
  freeVars,
  holds,
  isUnknown,
  not,
  or,
  type Solver,
  type Term,
  True,
  type Unknown,
  type Value,
} from '../smt/index.ts';
import { isCoreVirgo, type VirgoProgram } from '../virgo/virgo.ts';
import { balanced } from './balanced.ts';
import { missingCause } from './causes.ts';
import { implicant } from './cube.ts';
import { withoutDefined } from './defined.ts';
import { encode } from './encode.ts';
import { Inexpressible } from './expr.ts';
import { hornInvariant } from './horn.ts';
import { type Conjunct, templates } from './invariant.ts';
import { assertInductive, finished, stateVars, stuck } from './obligations.ts';
import { project } from './project.ts';
import type { System } from './system.ts';
import { endlessPlace } from './termination.ts';
import { isReached } from './witness.ts';

/** At most this many regions of bad values are cut out one by one. */
const mostRegions = 48;

/** At most this many states are looked at to find one that is reached. */
const mostTries = 8;

/** So many values are tried before the solver is asked for some. */
const mostPoints = 256;

/** What is needed to check the proof again, without searching for it. */
export interface Proof {
  readonly system: System;
  readonly precondition: Term;
  readonly invariant: readonly Conjunct[];
  /** What is taken to be true of the parameters: lengths are not negative, callers keep their promises. */
  readonly facts: Term;
}

export type Outcome =
  /** All runs end well for all values with which `precondition` holds; `weakest`: for no others. */
  | {
      readonly kind: 'proved';
      readonly precondition: Term;
      readonly weakest: boolean;
      readonly strategy: 1 | 2 | 3 | 4 | 5;
      readonly proof: Proof;
    }
  /** `endless`: because of a loop that may not end. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly expressible: boolean; readonly endless?: true };

export interface ProveOptions {
  /** Whether to give up: asked between queries. */
  readonly giveUp?: () => boolean;
}

/** Decides one program. Leaves nothing asserted in the solver. */
export async function prove(program: VirgoProgram, solver: Solver, options: ProveOptions = {}): Promise<Outcome> {
  let system: System;
  try {
    system = encode(program);
  } catch (error) {
    if (!(error instanceof Inexpressible)) throw error;
    return { kind: 'unknown', reason: error.message, expressible: false };
  }
  const endless = endlessPlace(system);
  if (endless !== null)
    return { kind: 'unknown', reason: 'a loop that may not end', expressible: false, endless: true };
  solver.reset();
  const outcome = await proveSystem(system, solver, options.giveUp ?? (() => false));
  solver.reset();
  return outcome;
}

interface Attempt {
  readonly system: System;
  readonly solver: Solver;
  readonly invariant: readonly Conjunct[];
  readonly inv: Term;
  readonly bad: Term;
  readonly giveUp: () => boolean;
}

async function proveSystem(system: System, solver: Solver, giveUp: () => boolean): Promise<Outcome> {
  // About no values at all everything could be proved.
  if (system.program.requires.length > 0 && (await satisfiable(solver, system.known)) !== true)
    return { kind: 'unknown', reason: 'no values were found that callers may pass', expressible: true };
  const { sure, maybe } = templates(system);
  const invariant = await assertInductive(solver, system, [...sure, ...maybe]);
  if (isUnknown(invariant)) return { kind: 'unknown', reason: invariant.unknown, expressible: true };
  // The invariant stays asserted for all that is asked about it.
  try {
    const a = attemptWith(system, solver, invariant, giveUp);
    if (isCoreVirgo(system.program) === null) {
      if ((await satisfiable(solver, a.bad)) === false) return proved(a, True, true, 1);
      const suggested = balanced(system.program, system.params);
      const sufficient = (await satisfiable(solver, and(a.bad, suggested))) === false;
      if (sufficient && (await isPossible(solver, system, suggested)) === true) {
        const necessary = (await satisfiable(solver, and(finished(system), not(suggested)))) === false;
        if (necessary) return proved(a, suggested, true, 2);
      }
    }
    return await cutOut(a);
  } finally {
    solver.pop();
  }
}

function attemptWith(system: System, solver: Solver, invariant: readonly Conjunct[], giveUp: () => boolean): Attempt {
  const inv = and(system.known, ...invariant.map((c) => c.term));
  const bad = or(stuck(system), ...system.faults.map((f) => f.when));
  return { system, solver, invariant, inv, bad, giveUp };
}

/**
 * Whether some values satisfy a condition: mostly small ones do, which needs no solver. Null where it does not know. An invariant that
 * is asserted does not matter: it holds at first, whatever the values.
 */
async function isPossible(solver: Solver, system: System, condition: Term): Promise<boolean | null> {
  const formula = and(system.known, condition);
  let points: (readonly Value[])[] = [[]];
  for (const { sort } of system.params) {
    const values: readonly Value[] = sort.kind === 'bool' ? [false, true] : [0n, 1n, 2n, -1n];
    points = points.flatMap((head) => values.map((value) => [...head, value])).slice(0, mostPoints);
  }
  const fits = (point: readonly Value[]): boolean =>
    holds(formula, assignmentOf(new Map(system.params.map((param, i) => [param, point[i] ?? 0n])))) === true;
  return points.some(fits) ? true : satisfiable(solver, formula);
}

function proved(a: Attempt, precondition: Term, weakest: boolean, strategy: 1 | 2 | 3 | 4 | 5): Outcome {
  const said = withoutDefined(a.system, precondition);
  const proof: Proof = { system: a.system, precondition: said, invariant: a.invariant, facts: a.system.known };
  return { kind: 'proved', precondition: said, weakest, strategy, proof };
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
  /** Whether there is such a state for all of the values. */
  readonly exact: boolean;
}

/** Strategy 4: as long as a bad state is left, removes the values of parameters for which there is one like it. */
async function cutOut(a: Attempt): Promise<Outcome> {
  const found = await badRegions(a);
  if (isUnknown(found)) return { kind: 'unknown', reason: found.unknown, expressible: true };
  const { regions, causes } = found;
  const precondition = conj(regions.map((region) => not(region.values)));
  if (causes.length === 0) return judge(a, precondition, regions);
  const added = await assertInductive(a.solver, a.system, causes, a.invariant);
  if (isUnknown(added)) return { kind: 'unknown', reason: added.unknown, expressible: true };
  try {
    const sharper = attemptWith(a.system, a.solver, [...a.invariant, ...added], a.giveUp);
    const sound = await satisfiable(a.solver, and(a.bad, precondition));
    if (sound !== false) return { kind: 'unknown', reason: 'the invariant is too weak', expressible: true };
    return await judge(sharper, precondition, regions);
  } finally {
    a.solver.pop();
  }
}

/** With the precondition no bad state is left: whether it is the weakest one, and worth something. */
async function judge(a: Attempt, precondition: Term, regions: readonly Region[]): Promise<Outcome> {
  if (regions.length === 0) return proved(a, True, true, 1);
  const possible = await isPossible(a.solver, a.system, precondition);
  if (possible === null) return { kind: 'unknown', reason: 'the solver gave up on a precondition', expressible: true };
  const { weakest, certain } = await reachedRegions(a, regions);
  if (weakest) return proved(a, possible ? precondition : False, true, 4);
  const open = not(disj(certain));
  const better = possible && !a.system.exact ? null : await withHornClauses(a, open);
  if (better !== null) return better;
  // Or no run ends well for any value that is excluded and not yet known to fail.
  const excluded = and(not(precondition), open);
  const never = a.system.exact && (await excludedByHorn(a, finished(a.system), excluded)) !== null;
  if (never) return proved(a, possible ? precondition : False, true, 5);
  if (possible) return proved(a, precondition, false, 4);
  return { kind: 'unknown', reason: 'the invariant is too weak to prove it for any value', expressible: true };
}

/**
 * Where the values that are `left` when all that certainly fail are taken away may be fine: looks for an invariant that shows it. Then
 * nothing but what fails is excluded.
 */
async function withHornClauses(a: Attempt, left: Term): Promise<Outcome | null> {
  if ((await isPossible(a.solver, a.system, left)) !== true) return null;
  const added = await excludedByHorn(a, a.bad, left);
  if (added === null) return null;
  const sharper = attemptWith(a.system, a.solver, [...a.invariant, ...added], a.giveUp);
  return proved(sharper, left, a.system.exact || left === True, 5);
}

/** What has to be added to the invariant so that no run with these values comes to such a state; null where nothing was found. */
async function excludedByHorn(a: Attempt, states: Term, values: Term): Promise<readonly Conjunct[] | null> {
  if (a.giveUp()) return null;
  const suggested = await hornInvariant(a.solver, a.system, a.inv, states, values);
  if (suggested === null) return null;
  const added = await assertInductive(a.solver, a.system, [suggested], a.invariant);
  if (isUnknown(added)) return null;
  const left = await satisfiable(a.solver, and(states, values));
  a.solver.pop();
  return left === false ? added : null;
}

interface BadStates {
  readonly regions: readonly Region[];
  /** What was added to the invariant to exclude states that nothing causes. */
  readonly causes: readonly Conjunct[];
}

/** Bad states in groups, until none is left. */
async function badRegions(a: Attempt): Promise<BadStates | Unknown> {
  const { solver } = a;
  const regions: Region[] = [];
  const causes: Conjunct[] = [];
  const formula = and(a.inv, a.bad);
  solver.push();
  solver.assert(a.bad);
  try {
    for (;;) {
      if (a.giveUp()) return { unknown: 'the time was used up' };
      const answer = await solver.check();
      if (isUnknown(answer)) return answer;
      if (answer === 'unsat') return { regions, causes };
      if (regions.length + causes.length >= mostRegions)
        return { unknown: `more than ${mostRegions} cases of bad values` };
      const next = await oneRegion(a, formula);
      if (isUnknown(next)) return next;
      if ('name' in next) {
        causes.push(next);
        solver.assert(next.term);
      } else {
        regions.push(next);
        solver.assert(not(next.values));
      }
    }
  } finally {
    solver.pop();
  }
}

/** After a check that was `sat`: the states like the one found, or a conjunct that excludes it. */
async function oneRegion(a: Attempt, formula: Term): Promise<Region | Conjunct | Unknown> {
  const { system, solver } = a;
  const state = stateVars(system);
  const vars = [...system.params, ...state];
  const values = await solver.model(vars);
  if (isUnknown(values)) return values;
  const model = assignmentOf(new Map(vars.map((v, i) => [v, values[i] as Value])));
  const cause = missingCause(system, (v) => model.variable(v) as bigint);
  if (cause !== null) return cause;
  const atoms = implicant(formula, model);
  const states = conj(atoms);
  const exact = project(atoms, new Set(state)) ?? (await solver.eliminate(exists(state, states)));
  if (!isUnknown(exact)) return { values: exact, states, exact: true };
  // Products of unknowns cannot be eliminated. What the atoms say of parameters alone holds for these values, and maybe for more.
  const hidden = new Set<unknown>(state);
  const outer = atoms.filter((atom) => ![...freeVars(atom)].some((v) => hidden.has(v)));
  return { values: conj(outer), states, exact: false };
}

interface Reached {
  /** Whether for all values in the regions some run ends badly. */
  readonly weakest: boolean;
  /** Values for which some run does. */
  readonly certain: readonly Term[];
}

async function reachedRegions(a: Attempt, regions: readonly Region[]): Promise<Reached> {
  const certain: Term[] = [];
  if (!a.system.exact || regions.some((region) => !region.exact)) return { weakest: false, certain };
  const open: Region[] = [];
  for (const region of regions) {
    if (a.giveUp()) return { weakest: false, certain };
    if (await isReached(a.solver, a.system, a.inv, region.states)) certain.push(region.values);
    else open.push(region);
  }
  let weakest = true;
  for (const region of open) {
    const rest = (): Term => and(region.values, not(disj(certain)));
    // Whatever the schedule, no run ends well.
    if ((await satisfiable(a.solver, and(finished(a.system), rest()))) === false) {
      certain.push(rest());
      continue;
    }
    weakest = (await findReached(a, region, rest, certain)) && weakest;
  }
  return { weakest, certain };
}

/** Tries other bad states for the same values: the first one found may be one that no run leads to. */
async function findReached(a: Attempt, region: Region, rest: () => Term, certain: Term[]): Promise<boolean> {
  const { solver } = a;
  const tried: Term[] = [region.states];
  for (let i = 0; i < mostTries && !a.giveUp(); i++) {
    const formula = and(a.bad, rest(), not(disj(tried)));
    solver.push();
    solver.assert(formula);
    const answer = await solver.check();
    const other = answer === 'sat' ? await oneRegion(a, and(a.inv, a.bad)) : null;
    solver.pop();
    if (answer === 'unsat') break;
    if (other === null || isUnknown(other) || 'name' in other || !other.exact) return false;
    if (await isReached(solver, a.system, a.inv, other.states)) certain.push(other.values);
    else tried.push(other.states);
  }
  return (await satisfiable(solver, and(a.bad, rest()))) === false;
}
