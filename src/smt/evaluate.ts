// The value of a term under an assignment, exactly. What cannot be told is `undefined`, never guessed.

import { compareRational, euclidDiv, euclidMod, floorDiv, plus, type Rational, rational, times } from './rational.ts';
import { Int, Real, type Sort } from './sorts.ts';
import type { FuncDecl, OpTerm, Term, Var } from './terms.ts';
import { forEachPart } from './traverse.ts';

/** An array: `otherwise` wherever no entry says something else. Later entries do not repeat earlier indices. */
export interface ArrayValue {
  readonly kind: 'array';
  readonly entries: readonly (readonly [Value, Value])[];
  readonly otherwise: Value;
}

/** An element of an uninterpreted sort, or anything else that has a name in the solver's answer. */
export interface OpaqueValue {
  readonly kind: 'opaque';
  readonly text: string;
}

/** A value of a datatype. */
export interface DataValue {
  readonly kind: 'data';
  readonly constructor: string;
  readonly fields: readonly Value[];
}

/** A bigint is an Int; a Real is always a fraction, also when it is whole. */
export type Value = boolean | bigint | RealValue | ArrayValue | OpaqueValue | DataValue;

export interface RealValue {
  readonly kind: 'real';
  readonly value: Rational;
}

export interface Assignment {
  readonly variable: (variable: Var) => Value | undefined;
  readonly apply?: (fn: FuncDecl, args: readonly Value[]) => Value | undefined;
}

/** An assignment that knows what `map` lists. */
export function assignmentOf(map: ReadonlyMap<Var, Value>): Assignment {
  return { variable: (variable) => map.get(variable) };
}

/** A text that differs for different values. */
export function valueKey(value: Value): string {
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  switch (value.kind) {
    case 'real':
      return `${value.value.num}/${value.value.den}`;
    case 'opaque':
      return `!${value.text}`;
    case 'data':
      return `(${value.constructor} ${value.fields.map(valueKey).join(' ')})`;
    case 'array': {
      const otherwise = valueKey(value.otherwise);
      const entries = value.entries
        .map(([index, element]) => [valueKey(index), valueKey(element)] as const)
        .filter(([, element]) => element !== otherwise)
        .map(([index, element]) => `${index}:${element}`)
        .sort();
      return `[${entries.join(' ')} else ${otherwise}]`;
    }
  }
}

/** The value of `term`, or `undefined` where it depends on something that `assignment` does not say, or on a quantifier. */
export function evaluate(term: Term, assignment: Assignment): Value | undefined {
  const values = new Map<Term, Value | undefined>();
  forEachPart([term], (part) => {
    values.set(
      part,
      evaluatePart(part, assignment, (other) => values.get(other)),
    );
  });
  return values.get(term);
}

/** Whether the formula holds, `undefined` if that cannot be told. */
export function holds(formula: Term, assignment: Assignment): boolean | undefined {
  const value = evaluate(formula, assignment);
  return typeof value === 'boolean' ? value : undefined;
}

type ValueOf = (term: Term) => Value | undefined;

function evaluatePart(term: Term, assignment: Assignment, look: ValueOf): Value | undefined {
  switch (term.kind) {
    case 'bool':
    case 'int':
      return term.value;
    case 'real':
      return { kind: 'real', value: term.value };
    case 'var':
      return assignment.variable(term);
    case 'apply': {
      const args: Value[] = [];
      for (const arg of term.args) {
        const value = look(arg);
        if (value === undefined) return undefined;
        args.push(value);
      }
      if (term.fn.role === 'constructor') return { kind: 'data', constructor: term.fn.name, fields: args };
      const [first] = args;
      if (term.fn.role === 'tester' && typeof first === 'object' && first.kind === 'data') {
        return first.constructor === term.fn.name;
      }
      return assignment.apply?.(term.fn, args);
    }
    case 'op':
      return evaluateOp(term, look);
    case 'quantified':
      // The value of the body is meaningless where it depends on what is bound; constants were folded when it was built.
      return undefined;
  }
}

function evaluateOp(term: OpTerm, look: ValueOf): Value | undefined {
  const values = term.args.map(look);
  const at = (i: number) => values[i];
  const numbers = () => {
    const list: Rational[] = [];
    for (const value of values) {
      const number = numberOf(value);
      if (number === undefined) return undefined;
      list.push(number);
    }
    return list;
  };
  switch (term.op) {
    case 'not':
      return typeof values[0] === 'boolean' ? !values[0] : undefined;
    case 'and':
      return values.includes(false) ? false : values.includes(undefined) ? undefined : true;
    case 'or':
      return values.includes(true) ? true : values.includes(undefined) ? undefined : false;
    case 'implies':
      if (at(0) === false || at(1) === true) return true;
      return at(0) === undefined || at(1) === undefined ? undefined : false;
    case 'eq': {
      const [a, b] = values;
      return a === undefined || b === undefined ? undefined : valueKey(a) === valueKey(b);
    }
    case 'distinct': {
      const keys = values.filter((value) => value !== undefined).map(valueKey);
      if (new Set(keys).size < keys.length) return false;
      return keys.length === values.length ? true : undefined;
    }
    case 'ite':
      return at(0) === undefined ? undefined : at(0) === true ? at(1) : at(2);
    case 'add':
      return number(numbers()?.reduce(plus), term.sort);
    case 'mul':
      return number(numbers()?.reduce(times), term.sort);
    case 'le':
    case 'lt': {
      const [a, b] = numbers() ?? [];
      if (a === undefined || b === undefined) return undefined;
      return term.op === 'le' ? compareRational(a, b) <= 0 : compareRational(a, b) < 0;
    }
    case 'div':
    case 'mod': {
      const [a, b] = values;
      if (typeof a !== 'bigint' || typeof b !== 'bigint' || b === 0n) return undefined;
      return term.op === 'div' ? euclidDiv(a, b) : euclidMod(a, b);
    }
    case 'quotient': {
      const [a, b] = numbers() ?? [];
      if (a === undefined || b === undefined || b.num === 0n) return undefined;
      return number(times(a, rational(b.den, b.num)), Real);
    }
    case 'to_real':
      return number(numbers()?.[0], Real);
    case 'to_int': {
      const value = numbers()?.[0];
      return value === undefined ? undefined : floorDiv(value.num, value.den);
    }
    case 'select': {
      const [array, index] = values;
      if (typeof array !== 'object' || array.kind !== 'array' || index === undefined) return undefined;
      return selectValue(array, index);
    }
    case 'store': {
      const [array, index, element] = values;
      if (typeof array !== 'object' || array.kind !== 'array') return undefined;
      if (index === undefined || element === undefined) return undefined;
      const key = valueKey(index);
      const kept = array.entries.filter(([other]) => valueKey(other) !== key);
      return { ...array, entries: [[index, element], ...kept] };
    }
    case 'const_array': {
      const otherwise = values[0];
      return otherwise === undefined ? undefined : { kind: 'array', entries: [], otherwise };
    }
  }
}

function selectValue(array: ArrayValue, index: Value): Value {
  const key = valueKey(index);
  return array.entries.find(([other]) => valueKey(other) === key)?.[1] ?? array.otherwise;
}

function numberOf(value: Value | undefined): Rational | undefined {
  if (typeof value === 'bigint') return { num: value, den: 1n };
  return typeof value === 'object' && value.kind === 'real' ? value.value : undefined;
}

function number(value: Rational | undefined, sort: Sort): Value | undefined {
  if (value === undefined) return undefined;
  return sort === Int ? value.num : { kind: 'real', value };
}
