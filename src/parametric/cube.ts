// Implicants: out of a formula and a model of it, a conjunction of atoms that the model satisfies and that implies the formula.

import { assert, must } from '../base/assert.ts';
import { type Assignment, and, forEachPart, freeVars, holds, lt, not, rewrite, type Term, True } from '../smt/index.ts';

/** Atoms whose conjunction implies `formula` and holds under `m`, under which `formula` must hold. */
export function implicant(formula: Term, m: Assignment): readonly Term[] {
  const found = new Set<Term>();
  collect(formula, true, m, found);
  return [...found];
}

function collect(f: Term, positive: boolean, m: Assignment, out: Set<Term>): void {
  if (f.kind === 'bool') {
    assert(f.value === positive, 'an implicant of false');
    return;
  }
  if (f.kind === 'var') {
    out.add(positive ? f : not(f));
    return;
  }
  assert(f.kind === 'op', 'an implicant of a formula with quantifiers');
  const [x, y, z] = f.args;
  const isTrue = (t: Term): boolean => must(holds(t, m), 'a value');
  switch (f.op) {
    case 'not':
      collect(must(x), !positive, m, out);
      return;
    case 'and':
    case 'or': {
      if ((f.op === 'and') === positive) {
        for (const part of f.args) collect(part, positive, m, out);
        return;
      }
      const able = f.args.filter((part) => isTrue(part) === positive);
      // What is said already costs nothing.
      const known = able.find((part) => out.has(positive ? part : not(part)));
      if (known === undefined) collect(cheapest(able), positive, m, out);
      return;
    }
    case 'implies':
      if (!positive) {
        collect(must(x), true, m, out);
        collect(must(y), false, m, out);
        return;
      }
      isTrue(must(x)) ? collect(must(y), true, m, out) : collect(must(x), false, m, out);
      return;
    case 'ite': {
      const chosen = isTrue(must(x));
      collect(must(x), chosen, m, out);
      collect(must(chosen ? y : z), positive, m, out);
      return;
    }
    case 'eq':
      if (must(x).sort.kind === 'bool') {
        collect(must(x), isTrue(must(x)), m, out);
        collect(must(y), isTrue(must(y)), m, out);
        return;
      }
      atom(f, positive, m, out);
      return;
    case 'le':
    case 'lt':
    case 'distinct':
      atom(f, positive, m, out);
      return;
    default:
      assert(false, `an implicant of ${f.op}`);
  }
}

/** The part that says least about parameters: what it says is then true for more of their values. */
function cheapest(parts: readonly Term[]): Term {
  const cost = (part: Term): number => [...freeVars(part)].filter((v) => !/^[#@]/.test(v.name)).length;
  let best = must(parts[0], 'an implicant of a formula that fails');
  for (const part of parts) if (cost(part) < cost(best)) best = part;
  return best;
}

/** A comparison of numbers, with the conditionals in it decided as in the model. */
function atom(f: Term, positive: boolean, m: Assignment, out: Set<Term>): void {
  let conditions: Term = True;
  const plain = rewrite(f, (part) => {
    if (part.kind !== 'op' || part.op !== 'ite') return null;
    const [c, yes, no] = part.args;
    const chosen = must(holds(must(c), m), 'a value');
    conditions = and(conditions, chosen ? must(c) : not(must(c)));
    return must(chosen ? yes : no);
  });
  collectAll(conditions, m, out);
  if (plain.kind === 'bool') return;
  if (hasConditional(plain)) {
    atom(plain, positive, m, out);
    return;
  }
  if (positive || plain.kind !== 'op' || plain.op !== 'eq') {
    const literal = positive ? plain : not(plain);
    out.add(literal);
    return;
  }
  // Different means smaller or larger.
  const [x, y] = plain.args;
  const smaller = lt(must(x), must(y));
  out.add(holds(smaller, m) === true ? smaller : lt(must(y), must(x)));
}

function collectAll(f: Term, m: Assignment, out: Set<Term>): void {
  if (f !== True) collect(f, true, m, out);
}

function hasConditional(t: Term): boolean {
  let found = false;
  forEachPart([t], (part) => {
    if (part.kind === 'op' && part.op === 'ite') found = true;
  });
  return found;
}
