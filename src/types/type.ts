// The types of Go as the checker represents them: data only. Behaviour is in the file named after each concept.
//
// Types are compared with `identical` (predicates.ts), never by reference or by their printed form.
// Fields without `readonly` are filled in while declarations are being checked; they are not written afterwards.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import type { Context } from './context.ts';
import type { Func, TypeName, Var } from './object.ts';
import type { TypeSet } from './typeset.ts';

export type Type =
  | Basic
  | ArrayType
  | SliceType
  | StructType
  | PointerType
  | Tuple
  | Signature
  | InterfaceType
  | MapType
  | ChanType
  | Named
  | TypeParam
  | Union
  | Alias
  | MathType;

/** Types of the specification language that are not composed. */
export type SpecBasicName = 'integer' | 'perm' | 'assertion' | 'type';

export type BasicName = GoBasicName | SpecBasicName;

export type GoBasicName =
  | 'invalid'
  | 'bool'
  | 'int'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'uintptr'
  | 'float32'
  | 'float64'
  | 'complex64'
  | 'complex128'
  | 'string'
  | 'unsafe.Pointer'
  | 'untyped bool'
  | 'untyped int'
  | 'untyped rune'
  | 'untyped float'
  | 'untyped complex'
  | 'untyped string'
  | 'untyped nil';

// Properties of basic types, as bits of Basic.info.
export const isBooleanBit = 1;
export const isIntegerBit = 2;
export const isUnsignedBit = 4;
export const isFloatBit = 8;
export const isComplexBit = 16;
export const isStringBit = 32;
export const isUntypedBit = 64;
/** Amounts of permission: fractions, of which no constant is written by itself. */
export const isFractionBit = 128;
export const isOrderedBits = isIntegerBit | isFloatBit | isStringBit | isFractionBit;
export const isNumericBits = isIntegerBit | isFloatBit | isComplexBit;
export const isConstTypeBits = isBooleanBit | isNumericBits | isStringBit;

/** A predeclared type. `byte` and `rune` have their own Basic with the basic name of the type they stand for. */
export interface Basic {
  readonly kind: 'Basic';
  readonly basic: BasicName;
  readonly info: number;
  /** As printed: `byte` for the alias of uint8. */
  readonly name: string;
}

/** `[len]elem`; len is negative where it is unknown after an error. */
export interface ArrayType {
  readonly kind: 'Array';
  len: number;
  elem: Type;
}

/** `[]elem` */
export interface SliceType {
  readonly kind: 'Slice';
  /** `ghost []elem`: its elements are ghost memory. */
  readonly ghost: boolean;
  elem: Type;
}

/** `struct { fields }` */
export interface StructType {
  readonly kind: 'Struct';
  /** `ghost struct { fields }` */
  readonly ghost: boolean;
  fields: readonly Var[];
  /** Tags as byte strings by field index; empty if no field has one. */
  tags: readonly string[];
}

/** `*elem` */
export interface PointerType {
  readonly kind: 'Pointer';
  /** `gpointer[elem]`: it points to ghost memory. */
  readonly ghost: boolean;
  elem: Type;
}

/** Parameters, results, or the value of a call with several results. */
export interface Tuple {
  readonly kind: 'Tuple';
  readonly vars: readonly Var[];
}

/** `func(params) results`, of a function, a method or a built-in. */
export interface Signature {
  readonly kind: 'Signature';
  /** Type parameters of the receiver's type, or null. */
  recvTypeParams: readonly TypeParam[] | null;
  /** Type parameters of the function, or null. */
  typeParams: readonly TypeParam[] | null;
  /** Function scope for bodies that are in sight; null otherwise. */
  scope: import('./scope.ts').Scope | null;
  recv: Var | null;
  params: Tuple;
  results: Tuple;
  /** The last parameter has type []T and takes any number of T (or a string, for append([]byte, string...)). */
  variadic: boolean;
}

/** `interface { methods; embedded elements }` */
export interface InterfaceType {
  readonly kind: 'Interface';
  /** Null after the package was checked. */
  check: Checker | null;
  /** Explicitly declared methods. */
  methods: Func[];
  embeddeds: Type[];
  /** Places of the embedded elements; null if unknown. */
  embedPos: ast.Expr[] | null;
  /** Stands for a constraint literal such as `~int` or `A|B`. */
  implicit: boolean;
  /** All fields are set up. */
  complete: boolean;
  /** Computed lazily by typeset.ts. */
  tset: TypeSet | null;
}

/** `map[key]elem` */
export interface MapType {
  readonly kind: 'Map';
  key: Type;
  elem: Type;
}

/** `chan elem`, `chan<- elem`, `<-chan elem` */
export interface ChanType {
  readonly kind: 'Chan';
  dir: ast.ChanDir;
  elem: Type;
}

/** A defined type, or an instance of a generic one. Read it through named.ts only: much of it is filled lazily. */
export interface Named {
  readonly kind: 'Named';
  /** Unique, for ordering and hashing. */
  readonly id: number;
  /** Null after the package was checked. */
  check: Checker | null;
  readonly obj: TypeName;
  /** Null for a type that is not an instance. */
  readonly inst: Instance | null;
  /** Bits of named.ts: what has been filled in. */
  state: number;
  /** The right-hand side of the declaration; null before it was seen. */
  fromRHS: Type | null;
  typeParams: readonly TypeParam[] | null;
  underlying: Type | null;
  finite: boolean;
  /** Declared methods; for an instance, those expanded so far are set. */
  methods: (Func | undefined)[];
}

export interface Instance {
  readonly orig: Named;
  readonly typeArgs: readonly Type[];
  /** How many methods have been expanded. */
  expandedMethods: number;
  /** Null after full expansion. */
  ctxt: Context | null;
}

/** A type parameter. */
export interface TypeParam {
  readonly kind: 'TypeParam';
  check: Checker | null;
  readonly id: number;
  readonly obj: TypeName;
  /** Position in the list; -1 before it is bound to one. */
  index: number;
  /** Any type, eventually an interface. */
  bound: Type;
}

export interface Term {
  readonly tilde: boolean;
  readonly type: Type;
}

/** `~T1 | T2 | ...` in a constraint. */
export interface Union {
  readonly kind: 'Union';
  readonly terms: readonly Term[];
}

/** `type A = rhs`, or an instance of a generic alias. */
export interface Alias {
  readonly kind: 'Alias';
  readonly obj: TypeName;
  /** The generic alias this one is an instance of; itself otherwise. */
  orig: Alias;
  typeParams: readonly TypeParam[] | null;
  typeArgs: readonly Type[] | null;
  /** The right-hand side as declared. */
  fromRHS: Type | null;
  /** What the alias denotes in the end, never an Alias; null before it was resolved. */
  actual: Type | null;
}

export type MathKind = 'seq' | 'set' | 'mset' | 'dict' | 'option' | 'pred' | 'adt' | 'clause' | 'domain';

/**
 * A mathematical type of the specification language: `seq[args]`, `set[args]`, `mset[args]`, `option[args]`,
 * `dict[args[0]]args[1]`, `pred(args)`; `adt { ... }`, one of its clauses, or `domain { ... }`, which have no args and
 * are identical to themselves only.
 */
export interface MathType {
  readonly kind: 'Math';
  readonly math: MathKind;
  args: readonly Type[];
  /** Of an adt in the order of the source; empty otherwise. */
  clauses: readonly TypeName[];
  /** Of a domain; empty otherwise. */
  funcs: readonly Func[];
  /** Of a clause; empty otherwise. */
  fields: readonly Var[];
  /** The adt of a clause, as a defined type; null otherwise. */
  owner: Type | null;
}
