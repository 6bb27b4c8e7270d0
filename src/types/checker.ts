// The private context that every function of the checker takes as its first parameter.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { NodeTable } from '../base/node-table.ts';
import type { Pos, SourceSet, Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Value } from './constant.ts';
import type { Context } from './context.ts';
import type { Info } from './info.ts';
import type { MonoGraph } from './mono.ts';
import type { DeclInfo, Func, GoObject, Package, PkgName, TypeName, Var } from './object.ts';
import type { OperandMode } from './operand.ts';
import type { Scope } from './scope.ts';
import type { Sizes } from './sizes.ts';
import type { SpecState } from './spec-facts.ts';
import type { Basic, InterfaceType, Named, Signature, TypeParam, Union } from './type.ts';
import type { TypeSet } from './typeset.ts';

/** Rules about specifications that a user can choose. */
export interface SpecificationRules {
  /** Pure and ghost functions need a termination measure. */
  readonly requireMeasures: boolean;
  /** `friendPkg` clauses and preconditions of imports are allowed. */
  readonly friendClauses: boolean;
  /** `rel` is allowed. */
  readonly relations: boolean;
  /** Quantifiers need triggers. */
  readonly requireTriggers: boolean;
}

/** How a package is to be checked. */
export interface Config {
  /** Specifications are checked by these rules; null for plain Go. */
  readonly specifications: SpecificationRules | null;
  /** Finds an imported package; null means that it cannot be found: its uses stay silently invalid. */
  readonly importPackage: (path: string, from: ast.ImportSpec) => Package | null;
  /** Report an import that cannot be found; off for degraded loading. */
  readonly reportMissingImports: boolean;
  /** Language version of the package, `go1.N` or `go1.N.P`; '' means the newest. */
  readonly goVersion: string;
  /** Leave function bodies unchecked: dependencies are checked this way. */
  readonly ignoreFuncBodies: boolean;
  /** Word size and alignment of the target. */
  readonly sizes: Sizes;
  /** Declares `C`, so that files with `import "C"` check without cgo. */
  readonly fakeImportC: boolean;
  /** Do not report unused imports: set where a package is known to be incomplete. */
  readonly ignoreUnusedImports: boolean;
}

/** An untyped expression whose final type is not known yet. */
export interface UntypedInfo {
  readonly expr: ast.Expr;
  /** The left operand of a shift whose check is delayed. */
  isLhs: boolean;
  readonly mode: OperandMode;
  type: Basic;
  val: Value | null;
}

/** What surrounds the piece of code being checked. */
export interface Environment {
  /** Package-level declaration whose initialiser or body is being checked. */
  decl: DeclInfo | null;
  scope: Scope;
  /** Accepted language version: minor number, see version.ts. */
  version: number;
  /** In a constant declaration; null otherwise. */
  iota: Value | null;
  /** Where to report errors of an inherited constant initialiser; null otherwise. */
  errpos: Span | null;
  inTypeParamList: boolean;
  /** Of the function whose body is being checked. */
  sig: Signature | null;
  /** Calls of the built-in panic, for the termination analysis; null before the first. */
  isPanic: Set<ast.CallExpr> | null;
  hasLabel: boolean;
  hasCallOrRecv: boolean;
  /** In code that exists for specifications only. */
  ghost: boolean;
}

/** Something to be done once the current declaration is set up. */
export interface Action {
  readonly version: number;
  readonly run: () => void;
}

export interface Checker {
  readonly conf: Config;
  readonly sources: SourceSet;
  readonly pkg: Package;
  readonly info: Info;
  /** Null in plain Go. */
  readonly spec: SpecState | null;
  /** Identical instances are shared within one context. */
  readonly ctxt: Context;
  readonly diagnostics: Diagnostic[];

  /** Package-level objects and methods. */
  readonly objMap: Map<GoObject, DeclInfo>;
  /** Keys of objMap in source order. */
  objList: GoObject[];
  readonly files: ast.File[];
  /** Language version by file. */
  readonly versions: Map<ast.File, number>;
  readonly imports: PkgName[];
  /** File scope and name of a dot-imported object to the import that brought it. */
  readonly dotImports: Map<Scope, Map<string, PkgName>>;
  readonly impMap: Map<string, Package>;
  readonly unionTypeSets: Map<Union, TypeSet>;
  readonly usedVars: Set<Var>;
  readonly usedPkgNames: Set<PkgName>;
  readonly mono: MonoGraph;
  /** Methods by the package-level type name they belong to, until they are collected. */
  readonly methods: Map<TypeName, Func[]>;
  readonly untyped: NodeTable<UntypedInfo>;
  /** Expressions in `untyped`, so that it can be finished in order. */
  untypedList: UntypedInfo[];
  delayed: Action[];
  /** Path of objects being declared, for cycles. */
  readonly objPath: GoObject[];
  readonly objPathIdx: Map<GoObject, number>;
  /** Types to be finished at the end of the check. */
  cleaners: (Named | TypeParam | InterfaceType)[];
  /** Places already reported, so that one mistake is one error. */
  readonly reported: Set<Pos>;
  /** Something stayed unknown that a package which counts as incomplete might declare. */
  leftOpen: boolean;
  /** Current environment; saved and restored around declarations and bodies. */
  env: Environment;
}

/** Where a predicate says why it does not hold; callers that do not ask pass null. */
export interface Cause {
  text: string;
}

/** The type that a function value or an untyped nil is checked against, with its description for messages. */
export interface Target {
  readonly sig: Signature;
  readonly desc: string;
}
