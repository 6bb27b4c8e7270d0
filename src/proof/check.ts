// Asking the prover: obligations that must hold, and questions whose answer only decides how to go on.

import { and, Bool, Int, implies, type Term, True } from '../smt/index.ts';
import type { Node, ReasonId, VariableValues } from '../vil/index.ts';
import type { Context } from './context.ts';
import { type Blame, MemberFault, verificationError } from './obligations.ts';
import { type Path, since } from './path.ts';
import { assume, type State, storeOfMember } from './state.ts';

/** `goal` must hold in `s`; afterwards it is assumed. */
export function check(ctx: Context, s: State, goal: Term, blame: Blame, reason: ReasonId, offending: Node): State {
  if (ctx.isTrusted || goal === True) return s;
  switch (ctx.prover.check(s.path, goal)) {
    case 'proved':
      return assume(s, goal, 'lemma');
    case 'open':
      throw new MemberFault({
        kind: 'failed',
        error:
          reason === 'insufficient.permission'
            ? verificationError(blame, reason, offending)
            : { ...verificationError(blame, reason, offending), values: valuesAgainst(ctx, s, goal) },
      });
    case 'timeout':
      throw new MemberFault({ kind: 'timeout', error: verificationError(blame, reason, offending) });
  }
}

/** Values of the variables that are numbers or truth values, with which `goal` may not hold. */
function valuesAgainst(ctx: Context, s: State, goal: Term): VariableValues {
  const variables = [...storeOfMember(s.store)].filter(([, term]) => term.sort === Int || term.sort === Bool);
  const terms = variables.map(([, term]) => term);
  const values = ctx.prover.valuesAgainst(s.path, goal, terms);
  return variables.flatMap(([name], i): VariableValues => {
    const value = values[i] ?? null;
    return value === null ? [] : [[name, value]];
  });
}

/** Whether `goal` is known to hold in `s`. Where it is not, nothing follows. */
export function holds(ctx: Context, s: State, goal: Term): boolean {
  return ctx.prover.check(s.path, goal, quickResources) === 'proved';
}

/** For questions that may stay open: a proof asks hundreds of them, and most stay open. */
const quickResources = 100_000;

/** What `inner`, reached from `s` by evaluating where `guard` holds, assumed beyond `s`. */
export function merge(s: State, inner: Path | null, from: Path | null, guard: Term): State {
  let result = s;
  for (const step of since(from, inner)) {
    result = assume(
      result,
      step.kind === 'definition' ? step.term : implies(guard, step.term),
      step.kind === 'branch' ? 'fact' : step.kind,
    );
  }
  return result;
}

/** Evaluates `part` where `guard` holds, which keeps the state but for what was learned. */
export function under<T>(s: State, guard: Term, part: (inner: State) => readonly [State, T]): readonly [State, T] {
  if (guard === True) {
    const [after, value] = part(s);
    return [{ ...s, path: after.path }, value];
  }
  const inner = assume(s, guard, 'branch');
  const [after, value] = part(inner);
  return [merge(s, after.path, inner.path, guard), value];
}

export interface Outcome<T> {
  readonly state: State;
  readonly value: T;
}

/**
 * Several outcomes of one evaluation as one: each holds where the branches on its path were taken, and `choose` makes one
 * value of those of two outcomes and the condition of the first.
 */
export function join<T>(
  s: State,
  outcomes: Iterable<Outcome<T>>,
  choose: (condition: Term, yes: T, no: T) => T,
): readonly [State, T] | null {
  let result = s;
  const parts: { condition: Term; value: T }[] = [];
  const done = new Set<Term>();
  for (const { state, value } of outcomes) {
    const branches: Term[] = [];
    for (const step of since(s.path, state.path)) {
      if (step.kind === 'branch') {
        branches.push(step.term);
        continue;
      }
      const term = step.kind === 'definition' ? step.term : implies(and(...branches), step.term);
      if (done.has(term)) continue;
      done.add(term);
      result = assume(result, term, step.kind);
    }
    parts.push({ condition: and(...branches), value });
  }
  const last = parts.pop();
  if (last === undefined) return null;
  let value = last.value;
  for (const part of parts.reverse()) value = choose(part.condition, part.value, value);
  return [result, value];
}
