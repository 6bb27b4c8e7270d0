// What the checker found out about a package's syntax: side tables indexed by node.

import { NodeTable } from '../base/node-table.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Value } from './constant.ts';
import type { Func, GoObject, Var } from './object.ts';
import type { OperandMode } from './operand.ts';
import type { Scope } from './scope.ts';
import type { SpecFacts } from './spec-facts.ts';
import type { Type } from './type.ts';

/** Of an expression: how it may be used, its type, and its value if it is a constant. */
export interface TypeAndValue {
  readonly mode: OperandMode;
  readonly type: Type;
  readonly value: Value | null;
}

/** `x.f`: a field, a method value, or a method expression `T.m`. */
export interface Selection {
  readonly kind: 'field' | 'method' | 'methodExpr';
  readonly recv: Type;
  readonly obj: Var | Func;
  /** Path through embedded fields to obj. */
  readonly index: readonly number[];
  /** A pointer is followed on the path. */
  readonly indirect: boolean;
}

/** Type arguments of an instantiation, and its type. */
export interface InstanceInfo {
  readonly typeArgs: readonly Type[];
  readonly type: Type;
}

/** `lhs = rhs` of package level, in the order of initialisation. */
export interface Initializer {
  readonly lhs: readonly Var[];
  readonly rhs: ast.Expr;
}

export interface Info {
  /** Every expression and type expression that was checked. */
  readonly types: NodeTable<TypeAndValue>;
  /** Identifiers that instantiate something generic. */
  readonly instances: NodeTable<InstanceInfo>;
  /** Defining identifiers; null for package names and the symbolic variable of a type switch. */
  readonly defs: NodeTable<GoObject | null>;
  /** Identifiers that denote an object declared elsewhere. */
  readonly uses: NodeTable<GoObject>;
  /** ImportSpec: PkgName; CaseClause: the symbolic variable; Field: an anonymous parameter. */
  readonly implicits: NodeTable<GoObject>;
  readonly selections: NodeTable<Selection>;
  /** File, FuncType, TypeSpec, and statements that open a block. */
  readonly scopes: NodeTable<Scope>;
  /** Package variables in the order in which they are initialised. */
  initOrder: Initializer[];
  /** ForStmt and RangeStmt whose variables are new in each iteration. */
  readonly perIteration: NodeTable<true>;
  /** What specifications say about objects; null for plain Go. */
  facts: SpecFacts | null;
}

export function newInfo(): Info {
  return {
    types: new NodeTable(),
    instances: new NodeTable(),
    defs: new NodeTable(),
    uses: new NodeTable(),
    implicits: new NodeTable(),
    selections: new NodeTable(),
    scopes: new NodeTable(),
    initOrder: [],
    perIteration: new NodeTable(),
    facts: null,
  };
}
