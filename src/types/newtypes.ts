// Constructors of types and packages, so that every type of one kind has the same shape.

import { noPos } from '../base/source.ts';
import type { ChanDir } from '../syntax/nodes.ts';
import type { Func, Package, Var } from './object.ts';
import { newScope, type Scope } from './scope.ts';
import type {
  ArrayType,
  ChanType,
  InterfaceType,
  MapType,
  MathKind,
  MathType,
  PointerType,
  Signature,
  SliceType,
  StructType,
  Term,
  Tuple,
  Type,
  TypeParam,
  Union,
} from './type.ts';

/** The outermost scope; universe.ts fills it. It stands here so that this file depends on no other constructor. */
export const universeScope: Scope = newScope(null, noPos, noPos, 'universe');

const noVars: readonly Var[] = [];

/** The tuple of no variables. There may be others: test `vars.length`. */
export const emptyTuple: Tuple = { kind: 'Tuple', vars: noVars };

export function newArray(len: number, elem: Type): ArrayType {
  return { kind: 'Array', len, elem };
}

export function newSlice(elem: Type, ghost = false): SliceType {
  return { kind: 'Slice', ghost, elem };
}

/** `tags` may be shorter than `fields`: missing ones are empty. */
export function newStruct(fields: readonly Var[], tags: readonly string[] = [], ghost = false): StructType {
  return { kind: 'Struct', ghost, fields, tags };
}

export function newPointer(elem: Type, ghost = false): PointerType {
  return { kind: 'Pointer', ghost, elem };
}

export function newTuple(vars: readonly Var[]): Tuple {
  return vars.length === 0 ? emptyTuple : { kind: 'Tuple', vars };
}

export function newSignature(
  recvTypeParams: readonly TypeParam[] | null,
  typeParams: readonly TypeParam[] | null,
  recv: Var | null,
  params: Tuple,
  results: Tuple,
  variadic: boolean,
): Signature {
  return { kind: 'Signature', recvTypeParams, typeParams, scope: null, recv, params, results, variadic };
}

export function newMap(key: Type, elem: Type): MapType {
  return { kind: 'Map', key, elem };
}

export function newChan(dir: ChanDir, elem: Type): ChanType {
  return { kind: 'Chan', dir, elem };
}

export function newUnion(terms: readonly Term[]): Union {
  return { kind: 'Union', terms };
}

export function newMath(math: MathKind, args: readonly Type[]): MathType {
  return { kind: 'Math', math, args, clauses: [], funcs: [], fields: [], owner: null };
}

/** A complete interface whose type set is computed on first use. */
export function newInterfaceType(methods: Func[], embeddeds: Type[]): InterfaceType {
  return {
    kind: 'Interface',
    check: null,
    methods,
    embeddeds,
    embedPos: null,
    implicit: false,
    complete: true,
    tset: null,
  };
}

/** An empty package; `fake` stands for one that could not be found. `outer` has what is predeclared. */
export function newPackage(path: string, name: string, fake = false, outer: Scope = universeScope): Package {
  const scope = newScope(outer, noPos, noPos, `package "${path}"`);
  return { path, name, scope, imports: [], complete: false, fake, goVersion: '' };
}
