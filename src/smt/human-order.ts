// The order in which a person writes the parts of a formula: short ones first, bounds from below before those from above.

import { conj, disj } from './build.ts';
import { le, linearOf, sum } from './linear.ts';
import { int, type Term, type Var } from './terms.ts';
import { freeVars } from './traverse.ts';

/** Numbers that are compared one after the other. */
type Key = readonly number[];

function compareKeys(a: Key, b: Key): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function relationRank(literal: Term): number {
  if (literal.kind !== 'op') return 0;
  if (literal.op === 'eq') return 1;
  if (literal.op === 'not') return 2;
  // A constant on the left is a bound from below.
  return literal.op === 'le' && literal.args[0]?.kind === 'int' ? 0 : 3;
}

function constantIn(literal: Term): number {
  const atom = literal.kind === 'op' && literal.op === 'not' ? literal.args[0] : literal;
  if (atom?.kind !== 'op') return 0;
  return atom.args.reduce(
    (total, arg) => (arg.sort.kind === 'int' ? total + Number(linearOf(arg).constant.num) : total),
    0,
  );
}

function literalKey(literal: Term, position: ReadonlyMap<Var, number>): Key {
  const places = [...freeVars(literal)]
    .map((variable) => position.get(variable) ?? position.size)
    .sort((a, b) => a - b);
  return [1, places.length, ...places, relationRank(literal), constantIn(literal)];
}

interface Arranged {
  readonly term: Term;
  readonly key: Key;
}

function arrangePart(term: Term, position: ReadonlyMap<Var, number>): Arranged {
  if (term.kind !== 'op' || (term.op !== 'and' && term.op !== 'or')) return { term, key: literalKey(term, position) };
  const parts = term.args.map((arg) => arrangePart(arg, position)).sort((a, b) => compareKeys(a.key, b.key));
  const terms = parts.map((part) => part.term);
  const size = parts.reduce((total, { key }) => total + (key[0] ?? 1), 0);
  const rest = parts.flatMap(({ key }) => key.slice(1));
  return { term: term.op === 'and' ? conj(terms) : disj(terms), key: [size, ...rest] };
}

/** The formula with its parts in order; `variables` are listed as they first occur. */
export function arrange(term: Term, variables: readonly Var[]): Term {
  return arrangePart(term, new Map(variables.map((variable, i) => [variable, i]))).term;
}

/**
 * Beside `x == c` a person writes `x > c` rather than `x >= c`: in a disjunction with an equality, weak bounds at the
 * same place become strict. That changes nothing but which disjunct holds.
 */
export function keepApart(term: Term): Term {
  if (term.kind !== 'op' || term.op !== 'or') return term;
  const strict = new Map<Term, Term>();
  for (const part of term.args) {
    if (part.kind !== 'op' || part.op !== 'eq') continue;
    const [a, b] = part.args;
    if (a === undefined || b === undefined || a.sort.kind !== 'int') continue;
    for (const [low, high] of [
      [a, b],
      [b, a],
    ] as const) {
      strict.set(le(low, high), le(sum([low, int(1)]), high));
    }
  }
  const tighten = (part: Term): Term => {
    if (part.kind === 'op' && part.op === 'and') return conj(part.args.map((arg) => strict.get(arg) ?? arg));
    return part;
  };
  return disj(term.args.map(tighten));
}
