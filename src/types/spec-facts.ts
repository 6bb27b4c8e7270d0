// What specifications say about declared objects beyond their types: data only.
//
// The facts of all packages of one load are together, since contracts of imported functions count as well. Plain Go has none.

import type { NodeTable } from '../base/node-table.ts';
import type * as ast from '../syntax/nodes.ts';
import type { SpecificationRules } from './checker.ts';
import type { Func, GoObject, Package, TypeName, Var } from './object.ts';
import type { Scope } from './scope.ts';
import type { InterfaceType, Signature, Type } from './type.ts';

/** What a function is: `domain` is an uninterpreted function, `closure` a function literal with a name. */
export type FuncRole = 'function' | 'predicate' | 'domain' | 'closure';

/** What is written at the declaration of a function, a method, a predicate or a named function literal. */
export interface FuncFacts {
  readonly role: FuncRole;
  readonly ghost: boolean;
  readonly pure: boolean;
  readonly opaque: boolean;
  /** The body is not looked at. */
  readonly trusted: boolean;
  readonly atomic: boolean;
  readonly mayInit: boolean;
  readonly opensInvariants: boolean;
  readonly measures: readonly ast.DecreasesClause[];
  /** Null without a contract. */
  readonly spec: ast.Specification | null;
  readonly hasBody: boolean;
  /** The declaration, interface element or literal; null for what is predeclared. */
  readonly node: ast.Node | null;
}

/** Somewhere a value of type `sub` is used as one of the interface type `iface`. */
export interface Demand {
  readonly sub: Type;
  readonly iface: Type;
  readonly at: ast.Node;
}

/** An implementation proof with the types that it is about. */
export interface Proof {
  readonly sub: Type;
  readonly iface: Type;
  readonly node: ast.ImplementationProof;
}

/** What a package demands, and what it proves. */
export interface PackageFacts {
  readonly demands: Demand[];
  readonly proofs: Proof[];
}

export interface SpecFacts {
  /** What the language predeclares, around every package of the load. */
  readonly outer: Scope;
  /** Packages in which something is specified; others are as they are in plain Go. */
  readonly annotated: Set<Package>;
  /** Constructors of algebraic types and functions of domains: any other name of the package hides them. */
  readonly late: Map<Package, Scope>;
  /** The same by the type that declares them. */
  readonly members: Map<TypeName, GoObject[]>;
  /** Variables, constants, types and functions that exist for specifications only. */
  readonly ghost: Set<GoObject>;
  /** Parameters and results declared as ghost, apart from those that are so because their function is. */
  readonly ghostParams: Set<Var>;
  /** Variables marked addressable: they live in memory, where others can refer to them. */
  readonly shared: Set<Var>;
  readonly funcs: Map<Func, FuncFacts>;
  /** Predicates with a receiver, by the name of its type. */
  readonly predicates: Map<TypeName, Func[]>;
  /** Predicates declared in an interface. */
  readonly interfacePredicates: Map<InterfaceType, Func[]>;
  /** `isC` of an algebraic type's clause C: a field of the type without memory. */
  readonly discriminators: Map<Var, TypeName>;
  readonly packages: Map<Package, PackageFacts>;
  /** Signatures of methods in implementation proofs, whose first parameter is the receiver. */
  readonly proofSignatures: Map<ast.MethodProof, Signature>;
}

/** The state of checking one package with specifications. */
export interface SpecState {
  readonly rules: SpecificationRules;
  readonly facts: SpecFacts;
  /** Function literals with a name. */
  readonly closures: Map<ast.FuncLit, Func>;
  /** Names that several imports with a dot bring. */
  readonly ambiguous: Set<string>;
  /** Where a value is used as one of an interface type. */
  readonly uses: NodeTable<Demand>;
  /** Whether an expression is ghost, once types are final; null before. */
  memo: NodeTable<boolean> | null;
  /** Scopes of methods of an interface: its other members are seen there without a receiver. */
  readonly members: Map<Scope, InterfaceType>;
}
