// Linear normal form: sums of monomials with rational coefficients, and the comparisons that are built on them.

import { assert } from '../base/assert.ts';
import {
  absolute,
  compareRational,
  gcd,
  minusOne,
  negated,
  one,
  plus,
  type Rational,
  rational,
  times,
  zero,
} from './rational.ts';
import { Bool, Int, type Sort } from './sorts.ts';
import { bool, compareTerms, False, int, rawOp, realLit, type Term } from './terms.ts';

/** The sum of `coefficient * atom` over `monomials`, plus `constant`. No coefficient is zero; no atom is a sum or a constant. */
export interface Linear {
  readonly monomials: ReadonlyMap<Term, Rational>;
  readonly constant: Rational;
}

/** The value of a numeric constant, else `undefined`. */
export function constantOf(term: Term): Rational | undefined {
  if (term.kind === 'int') return { num: term.value, den: 1n };
  return term.kind === 'real' ? term.value : undefined;
}

export function literal(value: Rational, sort: Sort): Term {
  if (sort !== Int) return realLit(value);
  assert(value.den === 1n, 'an integer term got a fraction');
  return int(value.num);
}

/** A numeric term as coefficient and atom; constants have no atom. */
function monomial(term: Term): { readonly coefficient: Rational; readonly atom: Term | null } {
  const constant = constantOf(term);
  if (constant !== undefined) return { coefficient: constant, atom: null };
  if (term.kind === 'op' && term.op === 'mul') {
    const [head, second] = term.args;
    const coefficient = head === undefined ? undefined : constantOf(head);
    if (coefficient !== undefined && second !== undefined) return { coefficient, atom: second };
  }
  return { coefficient: one, atom: term };
}

/** The sum of `factor * term` over all `parts`. */
export function linearSum(parts: readonly { readonly factor: Rational; readonly term: Term }[]): Linear {
  const monomials = new Map<Term, Rational>();
  let constant = zero;
  const addMonomial = (factor: Rational, term: Term) => {
    const { coefficient, atom } = monomial(term);
    const value = times(factor, coefficient);
    if (atom === null) {
      constant = plus(constant, value);
      return;
    }
    const total = plus(monomials.get(atom) ?? zero, value);
    if (total.num === 0n) monomials.delete(atom);
    else monomials.set(atom, total);
  };
  for (const { factor, term } of parts) {
    if (factor.num === 0n) continue;
    if (term.kind === 'op' && term.op === 'add') for (const arg of term.args) addMonomial(factor, arg);
    else addMonomial(factor, term);
  }
  return { monomials, constant };
}

export function linearOf(term: Term): Linear {
  return linearSum([{ factor: one, term }]);
}

function scaledAtom(coefficient: Rational, atom: Term): Term {
  return coefficient.num === 1n && coefficient.den === 1n
    ? atom
    : rawOp('mul', [literal(coefficient, atom.sort), atom], atom.sort);
}

/** The term for a sum: monomials in the order of `compareTerms`, then the constant. */
export function linearTerm(linear: Linear, sort: Sort): Term {
  const parts = [...linear.monomials]
    .sort(([a], [b]) => compareTerms(a, b))
    .map(([atom, coefficient]) => scaledAtom(coefficient, atom));
  if (linear.constant.num !== 0n || parts.length === 0) parts.push(literal(linear.constant, sort));
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : rawOp('add', parts, sort);
}

function numericSort(terms: readonly Term[]): Sort {
  const sort = terms[0]?.sort ?? Int;
  assert(sort.kind === 'int' || sort.kind === 'real', 'arithmetic on a term that is no number');
  for (const term of terms) assert(term.sort === sort, 'Int and Real in one operation');
  return sort;
}

export function sum(terms: readonly Term[]): Term {
  return linearTerm(linearSum(terms.map((term) => ({ factor: one, term }))), numericSort(terms));
}

export function add(...terms: readonly Term[]): Term {
  return sum(terms);
}

function differenceOf(a: Term, b: Term): Linear {
  return linearSum([
    { factor: one, term: a },
    { factor: minusOne, term: b },
  ]);
}

export function sub(a: Term, b: Term): Term {
  return linearTerm(differenceOf(a, b), numericSort([a, b]));
}

export function neg(a: Term): Term {
  return linearTerm(linearSum([{ factor: minusOne, term: a }]), numericSort([a]));
}

/** The product; sums are multiplied out only by constants. */
export function mul(...terms: readonly Term[]): Term {
  const sort = numericSort(terms);
  let coefficient = one;
  const atoms: Term[] = [];
  const sums: Term[] = [];
  for (const term of terms) {
    if (term.kind === 'op' && term.op === 'add') {
      sums.push(term);
      continue;
    }
    const part = monomial(term);
    coefficient = times(coefficient, part.coefficient);
    if (part.atom === null) continue;
    if (part.atom.kind === 'op' && part.atom.op === 'mul') atoms.push(...part.atom.args);
    else if (part.atom.kind === 'op' && part.atom.op === 'add') sums.push(part.atom);
    else atoms.push(part.atom);
  }
  if (coefficient.num === 0n) return literal(zero, sort);
  const [only] = sums;
  if (only !== undefined && sums.length === 1 && atoms.length === 0) {
    return linearTerm(linearSum([{ factor: coefficient, term: only }]), sort);
  }
  const factors = [...atoms, ...sums].sort(compareTerms);
  const [first] = factors;
  if (first === undefined) return literal(coefficient, sort);
  const product = factors.length === 1 ? first : rawOp('mul', factors, sort);
  return scaledAtom(coefficient, product);
}

/** Divides by the greatest common divisor, after multiplying fractions away. */
function primitive(linear: Linear): { readonly monomials: ReadonlyMap<Term, bigint>; readonly constant: Rational } {
  let denominator = 1n;
  for (const { den } of linear.monomials.values()) denominator = (denominator / gcd(denominator, den)) * den;
  let divisor = 0n;
  for (const { num, den } of linear.monomials.values()) divisor = gcd(divisor, (num * denominator) / den);
  const monomials = new Map<Term, bigint>();
  for (const [atom, { num, den }] of linear.monomials) monomials.set(atom, (num * denominator) / den / divisor);
  return { monomials, constant: times(linear.constant, rational(denominator, divisor)) };
}

/** `left` and `right` without common parts, all coefficients positive: the two sides of a comparison with zero. */
function sides(monomials: ReadonlyMap<Term, bigint>, constant: Rational, sort: Sort): [Term, Term] {
  const left = new Map<Term, Rational>();
  const right = new Map<Term, Rational>();
  for (const [atom, coefficient] of monomials) {
    (coefficient > 0n ? left : right).set(atom, { num: absolute(coefficient), den: 1n });
  }
  // A constant stands on the side that has nothing else, so that `x <= -1` stays readable.
  const leftConstant = left.size === 0 || (right.size > 0 && constant.num > 0n);
  return [
    linearTerm({ monomials: left, constant: leftConstant ? constant : zero }, sort),
    linearTerm({ monomials: right, constant: leftConstant ? zero : negated(constant) }, sort),
  ];
}

/** `a <= b`. On integers coefficients have no common divisor and the constant is as tight as can be. */
export function le(a: Term, b: Term): Term {
  const sort = numericSort([a, b]);
  const difference = differenceOf(a, b);
  if (difference.monomials.size === 0) return bool(difference.constant.num <= 0n);
  const { monomials, constant } = primitive(difference);
  // Over the integers, sum + k <= 0 with a fraction k says the same as with k rounded up.
  const tight = sort === Int ? { num: ceiling(constant), den: 1n } : constant;
  const [left, right] = sides(monomials, tight, sort);
  return overIte(left, right, le) ?? rawOp('le', [left, right], Bool);
}

function ceiling({ num, den }: Rational): bigint {
  const quotient = num / den;
  return num > 0n && num % den !== 0n ? quotient + 1n : quotient;
}

/** `a < b`. */
export function lt(a: Term, b: Term): Term {
  const sort = numericSort([a, b]);
  if (sort === Int) return le(add(a, int(1)), b);
  const difference = differenceOf(a, b);
  if (difference.monomials.size === 0) return bool(difference.constant.num < 0n);
  const { monomials, constant } = primitive(difference);
  const [left, right] = sides(monomials, constant, sort);
  return overIte(left, right, lt) ?? rawOp('lt', [left, right], Bool);
}

export function ge(a: Term, b: Term): Term {
  return le(b, a);
}

export function gt(a: Term, b: Term): Term {
  return lt(b, a);
}

/** `a = b` on numbers. */
export function numericEq(a: Term, b: Term): Term {
  const sort = numericSort([a, b]);
  const difference = differenceOf(a, b);
  if (difference.monomials.size === 0) return bool(difference.constant.num === 0n);
  const { monomials, constant } = primitive(difference);
  if (sort === Int && constant.den !== 1n) return False;
  const leading = [...monomials.keys()].sort(compareTerms)[0];
  const flip = leading !== undefined && (monomials.get(leading) ?? 0n) < 0n;
  const signed = flip ? new Map([...monomials].map(([atom, value]) => [atom, -value])) : monomials;
  const [left, right] = sides(signed, flip ? negated(constant) : constant, sort);
  return overIte(left, right, numericEq) ?? rawOp('eq', [left, right], Bool);
}

/**
 * A comparison of one conditional with a constant, where both branches are constants: the condition, its negation or a
 * constant. Sums over conditionals, which encodings of control flow are full of, become conditions this way.
 */
function overIte(left: Term, right: Term, compare: (a: Term, b: Term) => Term): Term | undefined {
  const leftIte = left.kind === 'op' && left.op === 'ite' && constantOf(right) !== undefined;
  const rightIte = right.kind === 'op' && right.op === 'ite' && constantOf(left) !== undefined;
  const choice = leftIte ? left : rightIte ? right : undefined;
  if (choice === undefined || choice.kind !== 'op') return undefined;
  const [condition, yes, no] = choice.args;
  if (condition === undefined || yes === undefined || no === undefined) return undefined;
  if (constantOf(yes) === undefined || constantOf(no) === undefined) return undefined;
  const ifYes = leftIte ? compare(yes, right) : compare(left, yes);
  const ifNo = leftIte ? compare(no, right) : compare(left, no);
  if (ifYes === ifNo) return ifYes;
  return ifYes === False ? negation(condition) : condition;
}

/** The negation of a formula, in the form that builders give it. */
export function negation(a: Term): Term {
  assert(a.sort === Bool, 'the negation of a term that is no formula');
  if (a.kind === 'bool') return bool(!a.value);
  if (a.kind === 'op') {
    const [first, second] = a.args;
    if (a.op === 'not' && first !== undefined) return first;
    if ((a.op === 'le' || a.op === 'lt') && first !== undefined && second !== undefined) {
      return a.op === 'le' ? lt(second, first) : le(second, first);
    }
  }
  return rawOp('not', [a], Bool);
}

/** Whether `a` is at most `b`, for two constants. */
export function constantAtMost(a: Rational, b: Rational): boolean {
  return compareRational(a, b) <= 0;
}
