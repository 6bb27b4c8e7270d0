// SMT terms as data, hash-consed: two terms are equal if and only if they are the same object. Builders are in build.ts.

import { assert } from '../base/assert.ts';
import { type Rational, rational } from './rational.ts';
import { Bool, Int, Real, type Sort, sortKey } from './sorts.ts';

/** Operators that the solver knows and that builders simplify. Their printed names are in print.ts. */
export type Op =
  | 'not' // Bool
  | 'and' // Bool..., at least two, none itself an `and`
  | 'or' // Bool..., at least two, none itself an `or`
  | 'implies' // Bool Bool
  | 'eq' // T T
  | 'distinct' // T..., at least three
  | 'ite' // Bool T T
  | 'add' // numeric..., at least two; what is constant comes last
  | 'mul' // numeric..., a constant only in first place
  | 'div' // Int Int, the remainder never negative
  | 'mod' // Int Int, never negative
  | 'quotient' // Real Real
  | 'le' // numeric numeric
  | 'lt' // Real Real; on Int it is written with `le`
  | 'to_real' // Int
  | 'to_int' // Real, rounds down
  | 'select' // (Array I E) I
  | 'store' // (Array I E) I E
  | 'const_array'; // E; the sort says which array

/** A function symbol. `builtin` ones are printed as they are and never declared. */
export interface FuncDecl {
  readonly role: 'uninterpreted' | 'constructor' | 'selector' | 'tester' | 'builtin';
  readonly name: string;
  readonly params: readonly Sort[];
  readonly result: Sort;
}

interface TermBase {
  /** Differs for each live term; says nothing else, so nothing that is shown may depend on it. */
  readonly id: number;
  readonly sort: Sort;
}

/** `true`, `false`. */
export interface BoolLit extends TermBase {
  readonly kind: 'bool';
  readonly value: boolean;
}

/** `7`, `(- 7)`. */
export interface IntLit extends TermBase {
  readonly kind: 'int';
  readonly value: bigint;
}

/** `(/ 1.0 2.0)`. */
export interface RealLit extends TermBase {
  readonly kind: 'real';
  readonly value: Rational;
}

/** `name`: free, and then declared as a constant; or bound by the nearest quantifier that lists it. */
export interface Var extends TermBase {
  readonly kind: 'var';
  readonly name: string;
}

/** `(name args...)`. */
export interface Apply extends TermBase {
  readonly kind: 'apply';
  readonly fn: FuncDecl;
  readonly args: readonly Term[];
}

/** `(op args...)`. */
export interface OpTerm extends TermBase {
  readonly kind: 'op';
  readonly op: Op;
  readonly args: readonly Term[];
}

/** `(forall ((x T) ...) (! body :pattern (t ...) ... :qid name))`. */
export interface Quantified extends TermBase {
  readonly kind: 'quantified';
  readonly quantifier: 'forall' | 'exists';
  readonly vars: readonly Var[];
  readonly body: Term;
  /** Each one alone lets the solver instantiate; empty means that it chooses. */
  readonly triggers: readonly (readonly Term[])[];
  /** The name under which statistics show the quantifier; empty for none. */
  readonly name: string;
}

export type Term = BoolLit | IntLit | RealLit | Var | Apply | OpTerm | Quantified;

// Interning is a cache without influence on results. Young terms are held strongly, which is fast; when there are many,
// all become old and are held weakly, so that a long-lived process (an editor session) does not keep every term it ever
// made. A term that is still in use is found again among the old ones: equal terms are one object throughout.
const youngLimit = 200_000;
const young = new Map<string, Term>();
const old = new Map<string, WeakRef<Term>>();
let lastId = 0;

function intern<T extends Term>(key: string, make: (id: number) => T): T {
  let term = young.get(key);
  if (term === undefined) {
    term = old.get(key)?.deref() ?? make(++lastId);
    young.set(key, term);
    if (young.size > youngLimit) ageTerms();
  }
  // The key starts with the kind, so what is found under it has the type that `make` has.
  return term as T;
}

function ageTerms(): void {
  for (const [key, reference] of old) if (reference.deref() === undefined) old.delete(key);
  for (const [key, term] of young) old.set(key, new WeakRef(term));
  young.clear();
}

function ids(terms: readonly Term[]): string {
  let text = '';
  for (const term of terms) text += ` ${term.id}`;
  return text;
}

export const True: BoolLit = { id: -1, kind: 'bool', sort: Bool, value: true };
export const False: BoolLit = { id: -2, kind: 'bool', sort: Bool, value: false };

export function bool(value: boolean): BoolLit {
  return value ? True : False;
}

export function int(value: bigint | number): IntLit {
  const exact = BigInt(value);
  return intern(`i${exact}`, (id) => ({ id, kind: 'int', sort: Int, value: exact }));
}

export function real(num: bigint | number, den: bigint | number = 1n): RealLit {
  return realLit(rational(BigInt(num), BigInt(den)));
}

export function realLit(value: Rational): RealLit {
  return intern(`r${value.num}/${value.den}`, (id) => ({ id, kind: 'real', sort: Real, value }));
}

/** The variable of that name and sort. The same name with another sort is another variable. */
export function variable(name: string, sort: Sort): Var {
  return intern(`v${sortKey(sort)} ${name}`, (id) => ({ id, kind: 'var', sort, name }));
}

export function intVar(name: string): Var {
  return variable(name, Int);
}

export function boolVar(name: string): Var {
  return variable(name, Bool);
}

export function realVar(name: string): Var {
  return variable(name, Real);
}

const functions = new Map<string, FuncDecl>();

function internFunction(role: FuncDecl['role'], name: string, params: readonly Sort[], result: Sort): FuncDecl {
  const key = `${role} ${params.map(sortKey).join(' ')} ${sortKey(result)} ${name}`;
  let fn = functions.get(key);
  if (fn === undefined) {
    fn = { role, name, params: [...params], result };
    functions.set(key, fn);
  }
  return fn;
}

/** `(declare-fun name (params...) result)`, done by the solver when it first sees the function. */
export function func(name: string, params: readonly Sort[], result: Sort): FuncDecl {
  return internFunction('uninterpreted', name, params, result);
}

/** A function of the solver's own, by its SMT-LIB text: `bvadd`, `(_ int2bv 64)`. */
export function builtin(text: string, params: readonly Sort[], result: Sort): FuncDecl {
  return internFunction('builtin', text, params, result);
}

export interface ConstructorSpec {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly sort: Sort }[];
}

/** A constructor with its tester `(_ is name)` and one selector for each field. */
export interface Constructor {
  readonly make: FuncDecl;
  readonly test: FuncDecl;
  readonly fields: readonly FuncDecl[];
}

const datatypes = new Map<string, { readonly spec: string; readonly constructors: readonly Constructor[] }>();

/** Declares the datatype `sort`; a second declaration must say the same. */
export function defineDatatype(
  sort: Sort & { readonly kind: 'datatype' },
  constructors: readonly ConstructorSpec[],
): readonly Constructor[] {
  const spec = constructors
    .map((c) => `${c.name}(${c.fields.map((field) => `${field.name} ${sortKey(field.sort)}`).join(', ')})`)
    .join(' ');
  const known = datatypes.get(sort.name);
  if (known !== undefined) {
    assert(known.spec === spec, `the datatype ${sort.name} is declared twice, in different ways`);
    return known.constructors;
  }
  const made = constructors.map((c) => ({
    make: internFunction(
      'constructor',
      c.name,
      c.fields.map((field) => field.sort),
      sort,
    ),
    test: internFunction('tester', c.name, [sort], Bool),
    fields: c.fields.map((field) => internFunction('selector', field.name, [sort], field.sort)),
  }));
  datatypes.set(sort.name, { spec, constructors: made });
  return made;
}

/** The constructors of a datatype, `undefined` if it was never declared. */
export function constructorsOf(sort: Sort): readonly Constructor[] | undefined {
  return sort.kind === 'datatype' ? datatypes.get(sort.name)?.constructors : undefined;
}

/** `fn` applied; a constructor or function without parameters is applied to nothing. */
export function apply(fn: FuncDecl, ...args: readonly Term[]): Apply {
  assert(args.length === fn.params.length, `${fn.name} takes ${fn.params.length} arguments, not ${args.length}`);
  for (const [i, arg] of args.entries())
    assert(arg.sort === fn.params[i], `argument ${i} of ${fn.name} has another sort`);
  const key = `f${fn.role} ${fn.params.map(sortKey).join(' ')} ${sortKey(fn.result)} ${fn.name} ${ids(args)}`;
  return intern(key, (id) => ({ id, kind: 'apply', sort: fn.result, fn, args }));
}

/** A node as it stands, without simplification: for builders only. */
export function rawOp(op: Op, args: readonly Term[], sort: Sort): OpTerm {
  // Only for constant arrays do the arguments not determine the sort.
  const key = op === 'const_array' ? `o${op} ${sortKey(sort)}${ids(args)}` : `o${op}${ids(args)}`;
  return intern(key, (id) => ({ id, kind: 'op', sort, op, args }));
}

/** A quantifier as it stands, without simplification: for builders only. */
export function rawQuantified(
  quantifier: 'forall' | 'exists',
  vars: readonly Var[],
  body: Term,
  triggers: readonly (readonly Term[])[],
  name: string,
): Quantified {
  const key = `q${quantifier}${ids(vars)}:${body.id}:${triggers.map(ids).join(';')}:${name}`;
  return intern(key, (id) => ({ id, kind: 'quantified', sort: Bool, quantifier, vars, body, triggers, name }));
}

const kindRank: Readonly<Record<Term['kind'], number>> = {
  var: 0,
  apply: 1,
  op: 2,
  quantified: 3,
  bool: 4,
  int: 5,
  real: 6,
};

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function firstDifference(a: readonly Term[], b: readonly Term[]): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** A total order that depends only on what terms say, not on when they were made. */
export function compareTerms(first: Term, second: Term): number {
  let a = first;
  let b = second;
  // Equal parts are the same object, so only one path needs to be followed down.
  while (a !== b) {
    const byKind = kindRank[a.kind] - kindRank[b.kind];
    if (byKind !== 0) return byKind;
    let left: readonly Term[] = [];
    let right: readonly Term[] = [];
    if (a.kind === 'var' && b.kind === 'var') {
      return compareText(a.name, b.name) || compareText(sortKey(a.sort), sortKey(b.sort));
    }
    if (a.kind === 'bool') return a.value ? 1 : -1;
    if (a.kind === 'int' && b.kind === 'int') return a.value < b.value ? -1 : 1;
    if (a.kind === 'real' && b.kind === 'real') {
      return a.value.num * b.value.den < b.value.num * a.value.den ? -1 : 1;
    }
    if (a.kind === 'apply' && b.kind === 'apply') {
      if (a.fn !== b.fn) {
        const text = (fn: FuncDecl) => `${fn.role} ${fn.params.map(sortKey).join(' ')} ${sortKey(fn.result)}`;
        return compareText(a.fn.name, b.fn.name) || compareText(text(a.fn), text(b.fn));
      }
      [left, right] = [a.args, b.args];
    }
    if (a.kind === 'op' && b.kind === 'op') {
      const byOp = compareText(a.op, b.op) || a.args.length - b.args.length;
      if (byOp !== 0) return byOp;
      [left, right] = [a.args, b.args];
    }
    if (a.kind === 'quantified' && b.kind === 'quantified') {
      const shape = (q: Quantified) =>
        `${q.quantifier} ${q.vars.length} ${q.triggers.map((t) => t.length).join(' ')} ${q.name}`;
      const byShape = compareText(shape(a), shape(b));
      if (byShape !== 0) return byShape;
      [left, right] = [
        [...a.vars, a.body, ...a.triggers.flat()],
        [...b.vars, b.body, ...b.triggers.flat()],
      ];
    }
    const i = firstDifference(left, right);
    const [x, y] = [left[i], right[i]];
    // Nothing differs but the sort, as in constant arrays.
    if (x === undefined || y === undefined) return compareText(sortKey(a.sort), sortKey(b.sort));
    [a, b] = [x, y];
  }
  return 0;
}
