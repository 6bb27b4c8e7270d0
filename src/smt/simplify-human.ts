// A formula as a person would write it: the cheapest form found over natural comparisons, proved equivalent by the solver.
//
// The search is guided by counterexamples. A set of points, each with the truth of the formula there, grows until the
// cheapest formula that agrees with all of them is equivalent to the original; the solver proves that, or gives the
// next point.

import { liftChoices } from './atoms.ts';
import { and, conj, disj, iff, not } from './build.ts';
import { assignmentOf, evaluate, type Value } from './evaluate.ts';
import { type LiteralSpec, naturalLiterals, naturalValues } from './human-literals.ts';
import { arrange, keepApart } from './human-order.ts';
import { type Literal, separate, type Work } from './human-search.ts';
import { isGoExpression, printGo } from './print-go.ts';
import { isUnknown, type Limits, type Solver } from './solver.ts';
import { Bool } from './sorts.ts';
import { False, type Term, True, type Var } from './terms.ts';
import { freeVars, termSize } from './traverse.ts';

/** Points to begin with, and how many more the solver may add. */
const firstPoints = 160;
const maxRounds = 60;
const maxLiterals = 140;

/** Steps of the search, and questions to the solver about shorter forms: many parameters must not cost many seconds. */
export interface Effort {
  readonly steps: number;
  readonly questions: number;
}

const usualEffort: Effort = { steps: 1_500_000, questions: 60 };

type Point = ReadonlyMap<Var, Value>;

/**
 * A formula equivalent to `formula` where `known` holds, without quantifiers, in the shortest form that was found. What the
 * solver cannot prove equivalent is never given: then the result is the formula itself, at worst as it came.
 * Nothing should be asserted in `solver`: what is, counts as known too, but gives no shorter forms. Variables are written in the
 * given order, others as they first occur.
 */
export async function humanForm(
  formula: Term,
  solver: Solver,
  limits: Limits = {},
  known: Term = True,
  effort: Effort = usualEffort,
  order: readonly Var[] = [],
): Promise<Term> {
  const eliminated = await solver.eliminate(formula, limits);
  if (isUnknown(eliminated)) return formula;
  // Elimination is the solver's word; what follows builds on it, so it is checked like everything else.
  if (!(await createJudge(formula, known, solver, limits, order).accepts(eliminated))) return formula;
  const judge = createJudge(eliminated, known, solver, limits, order);
  const start = liftChoices(eliminated) ?? eliminated;
  const found = await searchForm(start, known, judge, effort.steps);
  if (found !== null && lengthOf(found) <= lengthOf(start)) return found;
  const forms = [found ?? eliminated, eliminated];
  if (await judge.accepts(start)) {
    forms.push(start);
    if (found === null && effort.questions > 0) {
      const simplified = await solver.simplify(start, limits);
      const work = { left: effort.questions };
      if (!isUnknown(simplified) && (await judge.accepts(simplified))) forms.push(await prune(simplified, judge, work));
      forms.push(await prune(start, judge, work));
    }
  }
  return forms.reduce((best, form) => (lengthOf(form) < lengthOf(best) ? form : best));
}

/** How much room a form takes. */
function lengthOf(form: Term): number {
  return isGoExpression(form) ? printGo(form).length : 1000 + 10 * termSize(form);
}

/** Decides whether a form is equivalent to the formula, and where it is not. */
interface Judge {
  readonly formula: Term;
  readonly variables: readonly Var[];
  readonly accepts: (form: Term) => Promise<boolean>;
  /** The point at which the form that was asked about last differs; null if the solver gives none. */
  readonly difference: () => Promise<Point | null>;
}

function createJudge(formula: Term, known: Term, solver: Solver, limits: Limits, order: readonly Var[]): Judge {
  const occurring = freeVars(formula);
  const variables = [...new Set([...order, ...occurring])].filter((variable) => occurring.has(variable));
  let differs = false;
  return {
    formula,
    variables,
    difference: async () => {
      const values = differs ? await solver.model(variables) : null;
      if (values === null || isUnknown(values)) return null;
      return new Map(variables.flatMap((variable, i) => (values[i] === undefined ? [] : [[variable, values[i]]])));
    },
    accepts: async (form) => {
      differs = false;
      if (form === formula) return true;
      const result = await solver.check({ ...limits, assumptions: [and(known, not(iff(form, formula)))] });
      differs = result === 'sat';
      return result === 'unsat';
    },
  };
}

async function searchForm(formula: Term, known: Term, judge: Judge, steps: number): Promise<Term | null> {
  const all = naturalLiterals(formula, judge.variables);
  if (all === null) return null;
  // Of too many the simple ones: most formulas can be said with them.
  const specs = all.length <= maxLiterals ? all : [...all].sort((a, b) => a.cost - b.cost).slice(0, maxLiterals);
  const sample = createSample(formula, known, specs);
  for (const point of naturalPoints(formula, judge.variables)) sample.add(point);
  const work = { left: steps };
  for (let round = 0; round < maxRounds && work.left > 0; round++) {
    const found = sample.cheapest(work);
    if (found === null) return null;
    const form = arrange(keepApart(found), judge.variables);
    if (await judge.accepts(form)) return form;
    const point = await judge.difference();
    if (point === null || !sample.add(point)) return null;
  }
  return null;
}

/** The points so far, with the truth of the formula and of all literals on them. */
interface Sample {
  /** False where the formula has no value at the point, which then does not count, as one that cannot be. */
  readonly add: (point: Point) => boolean;
  /** The cheapest formula over the literals that agrees with the formula on all points. */
  readonly cheapest: (work: Work) => Term | null;
}

function createSample(formula: Term, known: Term, specs: readonly LiteralSpec[]): Sample {
  let size = 0n;
  let positive = 0n;
  let negative = 0n;
  const holds = specs.map(() => 0n);
  return {
    add: (point) => {
      const assignment = assignmentOf(point);
      const value = evaluate(formula, assignment);
      if (typeof value !== 'boolean' || evaluate(known, assignment) === false) return false;
      const bit = 1n << size++;
      if (value) positive |= bit;
      else negative |= bit;
      for (const [k, { term }] of specs.entries()) {
        if (evaluate(term, assignment) === true) holds[k] = (holds[k] ?? 0n) | bit;
      }
      return true;
    },
    cheapest: (work) => {
      if (positive === 0n) return False;
      if (negative === 0n) return True;
      const literals: Literal[] = specs.map(({ term, cost }, k) => ({ term, cost, holds: holds[k] ?? 0n }));
      return separate(literals, positive, negative, work)?.term ?? null;
    },
  };
}

/** Points around the constants of the formula: all of a small grid, or an even choice from a large one. */
function naturalPoints(formula: Term, variables: readonly Var[]): readonly Point[] {
  const values = naturalValues(formula, variables);
  let size = 1;
  for (const list of values) size *= list.length;
  const count = Math.min(size, firstPoints);
  const points: Point[] = [];
  for (let i = 0; i < count; i++) {
    // A step without a common divisor with the size would visit all; a fraction of the size spreads well enough.
    let index = Math.floor((i * size) / count);
    const point = new Map<Var, Value>();
    for (const [k, variable] of variables.entries()) {
      const list = values[k] ?? [];
      const value = list[(index + (size > count ? i * (k + 1) : 0)) % list.length];
      if (value !== undefined) point.set(variable, value);
      index = Math.floor(index / list.length);
    }
    points.push(point);
  }
  return points;
}

/** Drops conjuncts and disjuncts without which the formula says the same, one after the other. */
async function prune(formula: Term, judge: Judge, work: Work): Promise<Term> {
  let current = formula;
  for (let changed = true; changed; ) {
    changed = false;
    for (const shorter of shortenings(current)) {
      if (--work.left < 0) return current;
      if (!(await judge.accepts(shorter))) continue;
      current = shorter;
      changed = true;
      break;
    }
  }
  return current;
}

/** The formula without one of its parts, at any depth of `and` and `or`. */
function* shortenings(term: Term): Generator<Term> {
  if (term.sort !== Bool || term.kind !== 'op' || (term.op !== 'and' && term.op !== 'or')) return;
  const join = term.op === 'and' ? conj : disj;
  for (const [i, part] of term.args.entries()) {
    const others = term.args.filter((_, k) => k !== i);
    yield join(others);
    for (const shorter of shortenings(part)) yield join(term.args.map((arg, k) => (k === i ? shorter : arg)));
  }
}
