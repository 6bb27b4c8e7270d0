// The sorts of vil's types, and the snapshots that values of all sorts can be put into.

import {
  apply,
  Bool,
  type Constructor,
  datatypeSort,
  defineDatatype,
  eq,
  type FuncDecl,
  forall,
  func,
  Int,
  Real,
  type Sort,
  type Term,
  uninterpretedSort,
  variable,
} from '../smt/index.ts';
import type { Type } from '../vil/index.ts';
import { neverTrigger } from './triggers.ts';

export const Ref = uninterpretedSort('Ref');
export const Null = apply(func('null', [], Ref));

/** `Snap = unit | pair(Snap, Snap)`, and what is boxed, of which nothing is said but that it can be unboxed. */
export const Snap = datatypeSort('Snap');

const snapConstructors = defineDatatype(Snap, [
  { name: 'snap.unit', fields: [] },
  {
    name: 'snap.pair',
    fields: [
      { name: 'snap.first', sort: Snap },
      { name: 'snap.second', sort: Snap },
    ],
  },
]);

function snapConstructor(index: number): Constructor {
  const found = snapConstructors[index];
  if (found === undefined) throw new Error('snapshots lack a constructor');
  return found;
}

export const unit: Term = apply(snapConstructor(0).make);
const pairFn = snapConstructor(1).make;
const [firstFn, secondFn] = snapConstructor(1).fields as [FuncDecl, FuncDecl];

export function first(snap: Term): Term {
  if (snap.kind === 'apply' && snap.fn === pairFn && snap.args[0] !== undefined) return snap.args[0];
  return apply(firstFn, snap);
}

export function second(snap: Term): Term {
  if (snap.kind === 'apply' && snap.fn === pairFn && snap.args[1] !== undefined) return snap.args[1];
  return apply(secondFn, snap);
}

/** The pair without simplification: says what shape a snapshot has. */
export function rawPair(a: Term, b: Term): Term {
  return apply(pairFn, a, b);
}

/** The pair; the two halves of one snapshot are that snapshot, which is known to be a pair where it was split. */
export function pair(a: Term, b: Term): Term {
  if (a.kind === 'apply' && b.kind === 'apply' && a.fn === firstFn && b.fn === secondFn && a.args[0] === b.args[0]) {
    return a.args[0] ?? rawPair(a, b);
  }
  return rawPair(a, b);
}

/** A name for a sort that can be part of a symbol. */
export function sortName(sort: Sort): string {
  switch (sort.kind) {
    case 'bool':
      return 'Bool';
    case 'int':
      return 'Int';
    case 'real':
      return 'Perm';
    case 'uninterpreted':
    case 'datatype':
      return sort.name;
    case 'builtin':
      return sort.text;
    case 'array':
      return `Array<${sortName(sort.index)},${sortName(sort.element)}>`;
  }
}

for (const fn of [pairFn, firstFn, secondFn]) neverTrigger(fn);

const boxes = new Map<Sort, { readonly box: FuncDecl; readonly unbox: FuncDecl }>();

function boxFunctions(sort: Sort) {
  let found = boxes.get(sort);
  if (found === undefined) {
    found = {
      box: func(`box<${sortName(sort)}>`, [sort], Snap),
      unbox: func(`unbox<${sortName(sort)}>`, [Snap], sort),
    };
    neverTrigger(found.box);
    neverTrigger(found.unbox);
    boxes.set(sort, found);
  }
  return found;
}

/** The value as a snapshot. */
export function toSnap(value: Term): Term {
  if (value.sort === Snap) return value;
  const { box, unbox } = boxFunctions(value.sort);
  if (value.kind === 'apply' && value.fn === unbox && value.args[0] !== undefined) return value.args[0];
  return apply(box, value);
}

/** What was made a snapshot by `toSnap`. */
export function fromSnap(snap: Term, sort: Sort): Term {
  if (sort === Snap) return snap;
  const { box, unbox } = boxFunctions(sort);
  if (snap.kind === 'apply' && snap.fn === box && snap.args[0] !== undefined) return snap.args[0];
  return apply(unbox, snap);
}

/** That `snap` is a value of the sort: what is unboxed from it can be boxed again. */
export function isBoxed(snap: Term, sort: Sort): Term {
  const { box, unbox } = boxFunctions(sort);
  return eq(snap, apply(box, apply(unbox, snap)));
}

/** `forall x :: { box(x) } unbox(box(x)) == x` */
export function boxAxiom(sort: Sort): Term {
  const { box, unbox } = boxFunctions(sort);
  const x = variable('x', sort);
  return forall([x], eq(apply(unbox, apply(box, x)), x), {
    triggers: [[apply(box, x)]],
    name: `box ${sortName(sort)}`,
  });
}

/** What type variables are. */
export type TypeEnv = ReadonlyMap<string, Type>;

export const noTypes: TypeEnv = new Map();

/** The type as part of a symbol. A type variable that nothing determines is a type of its own. */
export function typeName(type: Type): string {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return `${type.kind}<${typeName(type.elem)}>`;
    case 'Map':
      return `Map<${typeName(type.key)},${typeName(type.value)}>`;
    case 'Domain':
    case 'Adt':
      return type.args.length === 0 ? type.name : `${type.name}<${type.args.map(typeName).join(',')}>`;
    case 'TypeVar':
      return `'${type.name}`;
    default:
      return type.kind;
  }
}

export function typeDepth(type: Type): number {
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return 1 + typeDepth(type.elem);
    case 'Map':
      return 1 + Math.max(typeDepth(type.key), typeDepth(type.value));
    case 'Domain':
    case 'Adt':
      return 1 + Math.max(0, ...type.args.map(typeDepth));
    default:
      return 0;
  }
}

/** The sort of a type without type variables, but for domains with a sort of the solver and adts. */
export function plainSort(type: Type): Sort {
  switch (type.kind) {
    case 'Int':
      return Int;
    case 'Bool':
      return Bool;
    case 'Perm':
      return Real;
    case 'Ref':
      return Ref;
    case 'Predicate':
    case 'Wand':
      return Snap;
    default:
      return uninterpretedSort(typeName(type));
  }
}

const adtSpecs = new Map<string, Map<string, Sort & { readonly kind: 'datatype' }>>();

/**
 * The datatype called `name` with these constructors; `shape` says the same as text. Programs that are verified one after
 * the other may have different adts of one name: those are different sorts.
 */
export function adtSort(name: string, shape: string): Sort & { readonly kind: 'datatype' } {
  const specs = adtSpecs.get(name) ?? new Map<string, Sort & { readonly kind: 'datatype' }>();
  adtSpecs.set(name, specs);
  let sort = specs.get(shape);
  if (sort === undefined) {
    sort = datatypeSort(specs.size === 0 ? `adt ${name}` : `adt ${name} ${specs.size}`);
    specs.set(shape, sort);
  }
  return sort;
}
