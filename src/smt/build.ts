// Builders of formulas: each simplifies what can be seen from its arguments alone.

import { assert } from '../base/assert.ts';
import { add, constantOf, le, literal, mul, neg, negation, numericEq } from './linear.ts';
import { euclidDiv, euclidMod, floorDiv, minusOne, rational } from './rational.ts';
import { type ArraySort, Bool, Int, isNumeric, Real, type Sort } from './sorts.ts';
import {
  apply,
  compareTerms,
  False,
  int,
  type Op,
  rawOp,
  rawQuantified,
  realLit,
  type Term,
  True,
  type Var,
} from './terms.ts';

/** `!a`. */
export function not(a: Term): Term {
  return negation(a);
}

/** Flattens, drops `neutral` and what stands there twice; `zero` where it or a pair `a`, `!a` occurs. */
function junction(op: 'and' | 'or', terms: readonly Term[]): Term {
  const neutral = op === 'and' ? True : False;
  const absorbing = op === 'and' ? False : True;
  const parts = new Set<Term>();
  for (const term of terms) {
    assert(term.sort === Bool, `${op} of a term that is no formula`);
    for (const part of term.kind === 'op' && term.op === op ? term.args : [term]) {
      if (part === neutral) continue;
      if (part === absorbing || parts.has(negation(part))) return absorbing;
      parts.add(part);
    }
  }
  const list = [...parts];
  const [first] = list;
  if (first === undefined) return neutral;
  return list.length === 1 ? first : rawOp(op, list, Bool);
}

/** All of `terms`; `true` for none. */
export function conj(terms: readonly Term[]): Term {
  return junction('and', terms);
}

/** Some of `terms`; `false` for none. */
export function disj(terms: readonly Term[]): Term {
  return junction('or', terms);
}

export function and(...terms: readonly Term[]): Term {
  return junction('and', terms);
}

export function or(...terms: readonly Term[]): Term {
  return junction('or', terms);
}

export function implies(a: Term, b: Term): Term {
  if (a === True) return b;
  if (a === False || b === True || a === b) return True;
  if (b === False || negation(a) === b) return negation(a);
  return rawOp('implies', [a, b], Bool);
}

export function iff(a: Term, b: Term): Term {
  assert(a.sort === Bool && b.sort === Bool, 'equivalence of terms that are no formulas');
  return eq(a, b);
}

/** `a = b`, of one sort. */
export function eq(a: Term, b: Term): Term {
  assert(a.sort === b.sort, 'equality between two sorts');
  if (a === b) return True;
  if (isNumeric(a.sort)) return numericEq(a, b);
  if (a.sort === Bool) {
    if (a.kind === 'bool') return a.value ? b : negation(b);
    if (b.kind === 'bool') return b.value ? a : negation(a);
    if (negation(a) === b) return False;
  }
  if (a.kind === 'apply' && b.kind === 'apply' && a.fn.role === 'constructor' && b.fn.role === 'constructor') {
    if (a.fn !== b.fn) return False;
    return conj(a.args.map((arg, i) => eq(arg, argument(b.args, i))));
  }
  return rawOp('eq', compareTerms(a, b) <= 0 ? [a, b] : [b, a], Bool);
}

export function ne(a: Term, b: Term): Term {
  return negation(eq(a, b));
}

/** No two of `terms` are equal. */
export function distinct(...terms: readonly Term[]): Term {
  const [first, second] = terms;
  if (first === undefined || second === undefined) return True;
  if (terms.length === 2) return ne(first, second);
  if (new Set(terms).size < terms.length) return False;
  if (terms.every((term) => constantOf(term) !== undefined)) return True;
  return rawOp('distinct', terms, Bool);
}

/** `condition ? yes : no`. */
export function ite(condition: Term, yes: Term, no: Term): Term {
  assert(condition.sort === Bool, 'the condition of a choice is no formula');
  assert(yes.sort === no.sort, 'a choice between two sorts');
  if (condition.kind === 'bool') return condition.value ? yes : no;
  if (yes === no) return yes;
  if (condition.kind === 'op' && condition.op === 'not') return ite(argument(condition.args, 0), no, yes);
  if (yes.sort === Bool) {
    if (yes === True || yes === condition) return or(condition, no);
    if (yes === False) return and(negation(condition), no);
    if (no === False || no === condition) return and(condition, yes);
    if (no === True) return implies(condition, yes);
  }
  // The same condition again inside a branch is decided there.
  if (yes.kind === 'op' && yes.op === 'ite' && yes.args[0] === condition)
    return ite(condition, argument(yes.args, 1), no);
  if (no.kind === 'op' && no.op === 'ite' && no.args[0] === condition) return ite(condition, yes, argument(no.args, 2));
  return rawOp('ite', [condition, yes, no], yes.sort);
}

/** The element at `i`, which is there because the operator has that many arguments. */
export function argument(args: readonly Term[], i: number): Term {
  const arg = args[i];
  assert(arg !== undefined, 'an operator lacks an argument');
  return arg;
}

/** SMT-LIB's integer division, which rounds so that the remainder is not negative. By zero: any value, but one. */
export function div(a: Term, b: Term): Term {
  assert(a.sort === Int && b.sort === Int, 'integer division of other terms');
  if (b.kind === 'int' && b.value !== 0n) {
    if (a.kind === 'int') return int(euclidDiv(a.value, b.value));
    if (b.value === 1n) return a;
    if (b.value < 0n) return neg(div(a, int(-b.value)));
  }
  return rawOp('div', [a, b], Int);
}

/** The remainder that belongs to `div`. */
export function mod(a: Term, b: Term): Term {
  assert(a.sort === Int && b.sort === Int, 'remainder of other terms');
  if (b.kind === 'int' && b.value !== 0n) {
    if (a.kind === 'int') return int(euclidMod(a.value, b.value));
    if (b.value === 1n || b.value === -1n) return int(0);
    if (b.value < 0n) return mod(a, int(-b.value));
  }
  return rawOp('mod', [a, b], Int);
}

/** Go's `a / b` on integers without overflow: it truncates. What a zero divisor gives is left open. */
export function goDiv(a: Term, b: Term): Term {
  return ite(le(int(0), a), div(a, b), neg(div(neg(a), b)));
}

/** Go's `a % b` on integers: it has the sign of `a`. What a zero divisor gives is left open. */
export function goRem(a: Term, b: Term): Term {
  return ite(le(int(0), a), mod(a, b), neg(mod(neg(a), b)));
}

/** Division of reals. By zero: any value, but one. */
export function quotient(a: Term, b: Term): Term {
  assert(a.sort === Real && b.sort === Real, 'division of other terms');
  const divisor = constantOf(b);
  if (divisor !== undefined && divisor.num !== 0n) return mul(realLit(rational(divisor.den, divisor.num)), a);
  return rawOp('quotient', [a, b], Real);
}

export function toReal(a: Term): Term {
  assert(a.sort === Int, 'conversion to Real of a term that is no Int');
  return a.kind === 'int' ? realLit({ num: a.value, den: 1n }) : rawOp('to_real', [a], Real);
}

/** The largest integer that is not above `a`. */
export function toInt(a: Term): Term {
  assert(a.sort === Real, 'conversion to Int of a term that is no Real');
  if (a.kind === 'real') return int(floorDiv(a.value.num, a.value.den));
  if (a.kind === 'op' && a.op === 'to_real') return argument(a.args, 0);
  return rawOp('to_int', [a], Int);
}

export function abs(a: Term): Term {
  return ite(le(literal({ num: 0n, den: 1n }, a.sort), a), a, mul(literal(minusOne, a.sort), a));
}

export function min(a: Term, b: Term): Term {
  return ite(le(a, b), a, b);
}

export function max(a: Term, b: Term): Term {
  return ite(le(a, b), b, a);
}

function isValue(term: Term): boolean {
  return term.kind === 'int' || term.kind === 'real' || term.kind === 'bool';
}

/** `array[index]`. */
export function select(array: Term, index: Term): Term {
  const { sort } = array;
  assert(sort.kind === 'array' && sort.index === index.sort, 'selection from another array');
  let current = array;
  while (current.kind === 'op') {
    if (current.op === 'const_array') return argument(current.args, 0);
    if (current.op !== 'store') break;
    const at = argument(current.args, 1);
    if (at === index) return argument(current.args, 2);
    if (!isValue(at) || !isValue(index)) break;
    current = argument(current.args, 0);
  }
  return rawOp('select', [current, index], sort.element);
}

/** `array` with `value` at `index`. */
export function store(array: Term, index: Term, value: Term): Term {
  const { sort } = array;
  assert(sort.kind === 'array' && sort.index === index.sort && sort.element === value.sort, 'store into another array');
  if (array.kind === 'op' && array.op === 'store' && array.args[1] === index) {
    return store(argument(array.args, 0), index, value);
  }
  return rawOp('store', [array, index, value], sort);
}

/** The array that has `value` everywhere. */
export function constArray(sort: ArraySort, value: Term): Term {
  assert(sort.element === value.sort, 'constant array of another sort');
  return rawOp('const_array', [value], sort);
}

export interface QuantifierOptions {
  readonly triggers?: readonly (readonly Term[])[];
  readonly name?: string;
}

function quantify(quantifier: 'forall' | 'exists', vars: readonly Var[], body: Term, options: QuantifierOptions): Term {
  assert(body.sort === Bool, 'the body of a quantifier is no formula');
  if (vars.length === 0 || body.kind === 'bool') return body;
  return rawQuantified(quantifier, [...new Set(vars)], body, options.triggers ?? [], options.name ?? '');
}

/** For all values of `vars`. Every sort has a value, so that a constant body stands for itself. */
export function forall(vars: readonly Var[], body: Term, options: QuantifierOptions = {}): Term {
  return quantify('forall', vars, body, options);
}

/** For some values of `vars`. */
export function exists(vars: readonly Var[], body: Term, options: QuantifierOptions = {}): Term {
  return quantify('exists', vars, body, options);
}

/** The operator applied to other arguments, through its builder. `sort` is that of the result. */
export function buildOp(op: Op, args: readonly Term[], sort: Sort): Term {
  const at = (i: number) => argument(args, i);
  switch (op) {
    case 'not':
      return negation(at(0));
    case 'and':
      return conj(args);
    case 'or':
      return disj(args);
    case 'implies':
      return implies(at(0), at(1));
    case 'eq':
      return eq(at(0), at(1));
    case 'distinct':
      return distinct(...args);
    case 'ite':
      return ite(at(0), at(1), at(2));
    case 'add':
      return add(...args);
    case 'mul':
      return mul(...args);
    case 'div':
      return div(at(0), at(1));
    case 'mod':
      return mod(at(0), at(1));
    case 'quotient':
      return quotient(at(0), at(1));
    case 'le':
      return le(at(0), at(1));
    case 'lt':
      // Over Int, `lt` is a form that only parsed text has.
      return negation(le(at(1), at(0)));
    case 'to_real':
      return toReal(at(0));
    case 'to_int':
      return toInt(at(0));
    case 'select':
      return select(at(0), at(1));
    case 'store':
      return store(at(0), at(1), at(2));
    case 'const_array':
      assert(sort.kind === 'array', 'a constant array has no array sort');
      return constArray(sort, at(0));
  }
}

/** The term with other parts in the places of its own (`args`, or the body of a quantifier). */
export function rebuild(term: Term, parts: readonly Term[]): Term {
  switch (term.kind) {
    case 'bool':
    case 'int':
    case 'real':
    case 'var':
      return term;
    case 'apply':
      return apply(term.fn, ...parts);
    case 'op':
      return buildOp(term.op, parts, term.sort);
    case 'quantified':
      return quantify(term.quantifier, term.vars, argument(parts, 0), { triggers: term.triggers, name: term.name });
  }
}
