// The comparisons that a person would try for a formula, with prices, and the values at which they change.

import { assert } from '../base/assert.ts';
import { atomsOf } from './atoms.ts';
import { eq, not } from './build.ts';
import type { Value } from './evaluate.ts';
import { asGoDivision, inGo, plainDivision } from './go-division.ts';
import { constantOf, le, linearOf, linearTerm, sub } from './linear.ts';
import { zero } from './rational.ts';
import { Bool, Int } from './sorts.ts';
import { int, type Term, type Var } from './terms.ts';
import { partsOf, rewrite } from './traverse.ts';

export interface LiteralSpec {
  readonly term: Term;
  readonly cost: number;
}

const maxVariables = 6;

/** The two sides of an atom as `left - right`, and null for what is no comparison of integers. */
function gapOf(atom: Term): Term | null {
  if (atom.kind !== 'op' || (atom.op !== 'le' && atom.op !== 'eq')) return null;
  const [left, right] = atom.args;
  return left === undefined || right === undefined || left.sort !== Int ? null : sub(left, right);
}

/** The part of a sum that varies, with its first coefficient positive, and the constant it is compared with. */
function splitGap(gap: Term): { readonly form: Term; readonly constant: bigint } {
  const { monomials, constant } = linearOf(gap);
  const form = linearTerm({ monomials, constant: zero }, Int);
  const first = [...monomials.values()][0];
  assert(constant.den === 1n, 'an integer term got a fraction');
  if (first !== undefined && first.num < 0n) return { form: sub(int(0), form), constant: constant.num };
  return { form, constant: -constant.num };
}

/** The forms that are compared with constants, and those constants. */
function comparisons(atoms: readonly Term[]): ReadonlyMap<Term, ReadonlySet<bigint>> {
  const forms = new Map<Term, Set<bigint>>();
  for (const atom of atoms) {
    const gap = gapOf(atom);
    if (gap === null || constantOf(gap) !== undefined) continue;
    const { form, constant } = splitGap(gap);
    const constants = forms.get(form) ?? new Set();
    forms.set(form, constants);
    constants.add(constant);
  }
  return forms;
}

/** Constants near those of the formula: a strict bound becomes a weak one, and two bounds meet in an equality. */
function near(constants: ReadonlySet<bigint>, always: readonly bigint[]): readonly bigint[] {
  const all = new Set(always);
  for (const constant of constants) for (const step of [0n, -1n, 1n]) all.add(constant + step);
  return [...all].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** What a literal costs to read: variables, then constants other than 0, then signs. */
function costOf(term: Term): number {
  let cost = 0;
  const seen = new Set<Term>();
  const visit = (part: Term): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const division = asGoDivision(part);
    if (division !== null) {
      cost += 0.65;
      visit(division.dividend);
      return;
    }
    // The bounds that are printed with 0.
    const [low, high] = part.kind === 'op' && part.op === 'le' ? part.args : [];
    if (low?.kind === 'int' && low.value === 1n) cost -= 0.02;
    if (high?.kind === 'int' && high.value === -1n) cost -= 0.15;
    if (part.kind === 'var') cost += part.sort === Bool ? 1 : 0.7;
    if (part.kind === 'int') cost += part.value === 0n ? 0.3 : part.value === 1n ? 0.32 : part.value < 0n ? 0.45 : 0.35;
    if (part.kind === 'op' && part.op === 'not') cost += 0.1;
    if (part.kind === 'op' && part.op === 'le') cost += 0.01;
    // Go has no such division: only whether there is a remainder is said in a few words.
    if (part.kind === 'op' && (part.op === 'mod' || part.op === 'div')) cost += isDivisibility(term) ? 0.3 : 1.8;
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(term);
  return cost;
}

/** `a % 2 == 0`, or that it is not. */
function isDivisibility(literal: Term): boolean {
  const atom = literal.kind === 'op' && literal.op === 'not' ? literal.args[0] : literal;
  if (atom?.kind !== 'op' || atom.op !== 'eq') return false;
  const isMod = (side: Term | undefined): boolean => side?.kind === 'op' && side.op === 'mod';
  return atom.args.some(isMod) && atom.args.some((side) => side.kind === 'int' && side.value === 0n);
}

/** Remainders by no more than this are compared with each value that they can have. */
const mostRemainders = 6n;

/**
 * The literals to try: the formula's own atoms, each form that it compares with constants near its own, each variable
 * with 0 and 1, each pair of variables with each other, and Go's divisions in place of SMT-LIB's. Null where there are too many variables.
 */
export function naturalLiterals(formula: Term, variables: readonly Var[]): readonly LiteralSpec[] | null {
  if (variables.length > maxVariables || variables.some(({ sort }) => sort !== Bool && sort !== Int)) return null;
  const atoms = atomsOf(formula);
  const literals = new Set<Term>();
  const addBoth = (term: Term) => {
    if (term.kind === 'bool') return;
    literals.add(term);
    literals.add(not(term));
  };
  const addComparisons = (form: Term, constant: bigint) => {
    addBoth(eq(form, int(constant)));
    addBoth(le(form, int(constant)));
    addBoth(le(int(constant), form));
  };
  for (const atom of atoms) addBoth(atom);
  const forms = comparisons(atoms);
  for (const variable of variables) {
    if (variable.sort === Bool) addBoth(variable);
    else for (const constant of near(forms.get(variable) ?? new Set(), [0n, 1n])) addComparisons(variable, constant);
  }
  for (const [form, constants] of forms) {
    if (form.kind !== 'var') for (const constant of near(constants, [])) addComparisons(form, constant);
  }
  addDivisions(atoms, addBoth, addComparisons);
  const integers = variables.filter(({ sort }) => sort === Int);
  for (const [i, a] of integers.entries()) {
    for (const b of integers.slice(i + 1)) {
      addBoth(eq(a, b));
      addBoth(le(a, b));
      addBoth(le(b, a));
    }
  }
  const booleans = variables.filter(({ sort }) => sort === Bool);
  for (const [i, a] of booleans.entries()) for (const b of booleans.slice(i + 1)) addBoth(eq(a, b));
  return [...literals].map((term) => ({ term, cost: costOf(term) }));
}

/** What the formula says with divisions, with Go's instead; and the remainders of what is divided. */
function addDivisions(
  atoms: readonly Term[],
  addBoth: (term: Term) => void,
  addComparisons: (form: Term, constant: bigint) => void,
): void {
  const divided = new Map<Term, bigint>();
  for (const atom of atoms) {
    const shown = rewrite(atom, (part) => {
      const found = plainDivision(part);
      if (found === null) return null;
      const remainder = inGo({ ...found, op: '%' });
      if (found.divisor <= mostRemainders) divided.set(splitGap(remainder).form, found.divisor);
      return inGo(found);
    });
    if (shown !== atom) addBoth(shown);
  }
  for (const [remainder, divisor] of divided)
    for (let value = 0n; value < divisor; value++) addComparisons(remainder, value);
}

/** For each variable the values around the constants that it is compared with. */
export function naturalValues(formula: Term, variables: readonly Var[]): readonly (readonly Value[])[] {
  const forms = comparisons(atomsOf(formula));
  return variables.map((variable) => {
    if (variable.sort === Bool) return [false, true];
    return near(forms.get(variable) ?? new Set(), [-1n, 0n, 1n, 2n, 3n]);
  });
}
