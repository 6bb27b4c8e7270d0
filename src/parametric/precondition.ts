// Preconditions for people: the shortest equivalent Go expression, which values break it, and how bad that is.

import {
  and,
  assignmentOf,
  eq,
  freeVars,
  ge,
  humanForm,
  iff,
  implies,
  int,
  isGoExpression,
  isUnknown,
  le,
  not,
  printGo,
  rewrite,
  type Solver,
  type Term,
  True,
  type Value,
} from '../smt/index.ts';
import type { System } from './system.ts';

export interface Precondition {
  readonly term: Term;
  /** A Go expression, or null where there is none. */
  readonly text: string | null;
}

/** The precondition as a person would write it, proved equivalent where the parameters are what they can be. */
export async function readable(solver: Solver, system: System, precondition: Term): Promise<Precondition> {
  const plain = isGoExpression(precondition) ? printGo(precondition) : null;
  // Sums of many parameters say it well enough: cases hardly get shorter.
  const many = freeVars(precondition).size > fewParams && plain !== null && plain.length <= readableLength;
  const effort = many ? { steps: 200_000, questions: 0 } : { steps: 1_500_000, questions: plain === null ? 40 : 8 };
  const found = await humanForm(precondition, solver, { timeoutMs: 2000 }, system.known, effort, system.params);
  const least = withLeastValues(system, found);
  const same = least === found || (await solver.entails(implies(system.known, iff(least, found)))) === true;
  const term = same ? least : found;
  const text = isGoExpression(term) ? printGo(term) : null;
  // A sum of `max(x, 0)` can say in a line what cases say in ten.
  if (plain !== null && (text === null || (text.length > readableLength && plain.length < text.length)))
    return { term: precondition, text: plain };
  return { term, text };
}

const fewParams = 3;

/** Longer texts than this are not found pleasant whatever they say. */
const readableLength = 120;

/** `len(a) == 0` says more to a reader than `len(a) <= 0`. */
function withLeastValues(system: System, formula: Term): Term {
  return rewrite(formula, (part) => {
    if (part.kind !== 'op' || part.op !== 'le') return null;
    const [x, y] = part.args;
    const at = x?.kind === 'var' ? system.params.indexOf(x) : -1;
    const least = system.program.params[at]?.min ?? null;
    return x !== undefined && y?.kind === 'int' && least !== null && y.value === BigInt(least) ? eq(x, y) : null;
  });
}

/** From which size on values count as large. */
const large = 1_000_000;

/**
 * Whether all large enough values satisfy it. Null where the solver does not know. Booleans may be either. False where callers promise
 * something: then they promise too little.
 */
export async function holdsForLarge(solver: Solver, system: System, precondition: Term): Promise<boolean | null> {
  if (system.program.requires.length > 0) return false;
  const sizes = system.params.filter((param) => param.sort.kind === 'int').map((param) => ge(param, int(large)));
  solver.push();
  solver.assert(and(system.known, ...sizes, not(precondition)));
  const answer = await solver.check();
  solver.pop();
  return isUnknown(answer) ? null : answer === 'unsat';
}

/** Values of the parameters that break it, as small as can easily be found; null where there are none. */
export async function breakingValues(
  solver: Solver,
  system: System,
  precondition: Term,
): Promise<readonly (number | boolean)[] | null> {
  for (const bound of [1, 2, 4, 8, 64, 1024, null]) {
    const near =
      bound === null
        ? [True]
        : system.params.flatMap((p) => (p.sort.kind === 'int' ? [ge(p, int(-bound)), le(p, int(bound))] : []));
    solver.push();
    solver.assert(and(system.known, not(precondition), ...near));
    const answer = await solver.check();
    const values = answer === 'sat' ? await solver.model(system.params) : null;
    solver.pop();
    if (values === null) continue;
    if (isUnknown(values)) return null;
    return values.map((value) => (typeof value === 'boolean' ? value : Number(value as bigint)));
  }
  return null;
}

/** What a formula over the parameters is for given values. */
export function valueUnder(system: System, values: readonly (number | boolean)[]): ReturnType<typeof assignmentOf> {
  const map = new Map(
    system.params.map((param, i): [typeof param, Value] => {
      const value = values[i] ?? 0;
      return [param, typeof value === 'boolean' ? value : BigInt(value)];
    }),
  );
  return assignmentOf(map);
}
