// The nodes of the specification language: data only. Above each node stands its production, in the notation of nodes.ts.
//
// Most of the language is Go with more in it: a Go node then has a field that is empty in plain Go (`spec`, `ghost`,
// `shared`, `with`). What is written like a call or a generic type and differs only in what the name means has no node
// here: `some(x)`, `get(x)`, `typeOf(x)`, `isComparable(x)`, `low(x)`, `lowContext()`, `rel(x, 0)`, `domain(m)`, `range(m)`,
// the conversions `seq(x)`, `set(x)`, `mset(x)`, `dict(x)` and `none[T]` are a CallExpr or IndexExpr of that Ident,
// `writePerm`, `noPerm`, `perm` and `integer` are an Ident. A predicate constructor `P{x, _}` is a CompositeLit.

import type { Pos } from '../base/source.ts';
import type {
  BasicLit,
  BlockStmt,
  CallExpr,
  CommentGroup,
  Expr,
  FieldList,
  FuncType,
  Ident,
  NodeBase,
  Stmt,
} from './nodes.ts';

// ---------------------------------------------------------------------------------------------------------------
// Contracts

/**
 * `Specification = { SpecClause ";" } .` of a function, a method, a closure, an interface method, a loop or an
 * outline block. Clauses stand in the order of the source; there is at least one.
 */
export interface Specification extends NodeBase {
  readonly kind: 'Specification';
  readonly clauses: readonly SpecClause[];
}

export type SpecClause = ContractClause | DecreasesClause | SpecMark | BackendClause;

export type ContractWord = 'requires' | 'preserves' | 'ensures' | 'invariant' | 'importRequires';

/** `( "requires" | "preserves" | "ensures" | "invariant" | "importRequires" ) Expression` */
export interface ContractClause extends NodeBase {
  readonly kind: 'ContractClause';
  readonly word: ContractWord;
  readonly x: Expr;
}

/** `"decreases" [ ExpressionList ] [ "if" Expression ]` */
export interface DecreasesClause extends NodeBase {
  readonly kind: 'DecreasesClause';
  /** Empty for a constant measure; the lone name `_` for termination that is assumed. */
  readonly measures: readonly Expr[];
  /** Null without a condition. */
  readonly cond: Expr | null;
}

export type SpecMarkWord = 'pure' | 'trusted' | 'opaque' | 'mayInit' | 'atomic' | 'opensInvariants';

/** `"pure" | "trusted" | "opaque" | "mayInit" | "atomic" | "opensInvariants"` */
export interface SpecMark extends NodeBase {
  readonly kind: 'SpecMark';
  readonly word: SpecMarkWord;
}

/** `"#backend" "[" [ BackendOption { "," BackendOption } ] "]"` */
export interface BackendClause extends NodeBase {
  readonly kind: 'BackendClause';
  readonly options: readonly BackendOption[];
}

/** `Text "(" [ Text { "," Text } ] ")"`: free text without parentheses and commas, as written. */
export interface BackendOption extends NodeBase {
  readonly kind: 'BackendOption';
  readonly key: string;
  readonly values: readonly string[];
}

// ---------------------------------------------------------------------------------------------------------------
// Package clauses and declarations

/** `[ "dup" ] "pkgInvariant" Expression`, above the package clause */
export interface PkgInvariant extends NodeBase {
  readonly kind: 'PkgInvariant';
  readonly dup: boolean;
  readonly x: Expr;
}

/** `"friendPkg" ImportPath Expression`, after the package clause */
export interface FriendPkg extends NodeBase {
  readonly kind: 'FriendPkg';
  readonly path: BasicLit;
  readonly x: Expr;
}

export type SpecDecl = PredDecl | ImplementationProof;

/** `"pred" [ Receiver ] identifier Parameters [ "{" Expression "}" ]` */
export interface PredDecl extends NodeBase {
  readonly kind: 'PredDecl';
  readonly doc: CommentGroup | null;
  /** Null without a receiver. */
  readonly recv: FieldList | null;
  readonly name: Ident;
  readonly params: FieldList;
  /** Null for an abstract predicate. */
  readonly body: Expr | null;
}

/** `Type "implements" Type [ "{" { PredAlias ";" } { MethodProof ";" } "}" ]` */
export interface ImplementationProof extends NodeBase {
  readonly kind: 'ImplementationProof';
  readonly doc: CommentGroup | null;
  readonly sub: Expr;
  readonly super: Expr;
  /** Place of `{`; noPos without braces. */
  readonly lbrace: Pos;
  readonly aliases: readonly PredAlias[];
  readonly methods: readonly MethodProof[];
}

/** `"pred" identifier ":=" ( identifier | Selector )` */
export interface PredAlias extends NodeBase {
  readonly kind: 'PredAlias';
  readonly name: Ident;
  readonly x: Expr;
}

/** `[ "pure" ] Receiver identifier Signature [ Block ]` */
export interface MethodProof extends NodeBase {
  readonly kind: 'MethodProof';
  readonly pure: boolean;
  readonly recv: FieldList;
  readonly name: Ident;
  readonly type: FuncType;
  /** Null without a body. */
  readonly body: BlockStmt | null;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

export type SpecExpr =
  | OldExpr
  | AccessExpr
  | QuantExpr
  | LetExpr
  | UnfoldingExpr
  | AssertingExpr
  | CondExpr
  | SpecBinaryExpr
  | ImplementsExpr
  | CallAsExpr
  | RevealExpr
  | UpdateExpr
  | RangeLit
  | TypeExpr
  | MatchExpr
  | BindExpr
  | CollectionType
  | DictType
  | PredType
  | GhostType
  | DomainType
  | AdtType;

/** `"old" [ "[" ( identifier | "#lhs" ) "]" ] "(" Expression ")"` and `"before" "(" Expression ")"` */
export interface OldExpr extends NodeBase {
  readonly kind: 'OldExpr';
  readonly word: 'old' | 'before';
  /** Null without a label; its name is `#lhs` for the left side of a magic wand. */
  readonly label: Ident | null;
  readonly x: Expr;
}

/** `"acc" "(" Expression [ "," Expression ] ")"` */
export interface AccessExpr extends NodeBase {
  readonly kind: 'AccessExpr';
  readonly x: Expr;
  /** Null for full permission; the name `_` for some permission. */
  readonly perm: Expr | null;
}

/** `( "forall" | "exists" ) BoundVariables "::" { Trigger } Expression` */
export interface QuantExpr extends NodeBase {
  readonly kind: 'QuantExpr';
  readonly word: 'forall' | 'exists';
  /** Each field has at least one name. */
  readonly vars: FieldList;
  readonly triggers: readonly Trigger[];
  readonly x: Expr;
}

/** `"{" Expression { "," Expression } "}"` */
export interface Trigger extends NodeBase {
  readonly kind: 'Trigger';
  readonly exprs: readonly Expr[];
}

/** `"let" IdentifierList ":=" ExpressionList "in" Expression` */
export interface LetExpr extends NodeBase {
  readonly kind: 'LetExpr';
  readonly names: readonly Ident[];
  readonly values: readonly Expr[];
  readonly x: Expr;
}

/** `"unfolding" PrimaryExpr "in" Expression` */
export interface UnfoldingExpr extends NodeBase {
  readonly kind: 'UnfoldingExpr';
  /** A call of a predicate, or an AccessExpr of one. */
  readonly pred: Expr;
  readonly x: Expr;
}

/** `"asserting" Expression "in" Expression` */
export interface AssertingExpr extends NodeBase {
  readonly kind: 'AssertingExpr';
  readonly assertion: Expr;
  readonly x: Expr;
}

/** `Expression "?" Expression ":" Expression` */
export interface CondExpr extends NodeBase {
  readonly kind: 'CondExpr';
  readonly cond: Expr;
  readonly then: Expr;
  readonly else: Expr;
}

export type SpecBinaryOp =
  | '==>'
  | '--*'
  | '==='
  | '!=='
  | '++'
  | '#'
  | 'elem'
  | 'subset'
  | 'union'
  | 'intersection'
  | 'setminus';

/** `Expression spec_binary_op Expression`: the operators that Go does not have. */
export interface SpecBinaryExpr extends NodeBase {
  readonly kind: 'SpecBinaryExpr';
  readonly x: Expr;
  readonly opPos: Pos;
  readonly op: SpecBinaryOp;
  readonly y: Expr;
}

/** `Expression "implements" ClosureSpec` */
export interface ImplementsExpr extends NodeBase {
  readonly kind: 'ImplementsExpr';
  readonly x: Expr;
  readonly spec: ClosureSpec;
}

/** `( identifier | QualifiedIdent ) [ "{" [ [ identifier ":" ] Expression { "," ... } ] "}" ]` */
export interface ClosureSpec extends NodeBase {
  readonly kind: 'ClosureSpec';
  /** An Ident or a SelectorExpr. */
  readonly name: Expr;
  /** Place of `{`; noPos without braces. */
  readonly lbrace: Pos;
  /** A KeyValueExpr where the parameter is named. */
  readonly params: readonly Expr[];
}

/** `PrimaryExpr Arguments "as" ClosureSpec` */
export interface CallAsExpr extends NodeBase {
  readonly kind: 'CallAsExpr';
  readonly call: CallExpr;
  readonly spec: ClosureSpec;
}

/** `"reveal" PrimaryExpr Arguments` */
export interface RevealExpr extends NodeBase {
  readonly kind: 'RevealExpr';
  readonly call: CallExpr;
}

/** `PrimaryExpr "[" Update { "," Update } "]"` */
export interface UpdateExpr extends NodeBase {
  readonly kind: 'UpdateExpr';
  readonly x: Expr;
  readonly updates: readonly Update[];
}

/** `Expression "=" Expression` */
export interface Update extends NodeBase {
  readonly kind: 'Update';
  readonly key: Expr;
  readonly value: Expr;
}

/** `( "seq" | "set" | "mset" ) "[" Expression ".." Expression "]"` */
export interface RangeLit extends NodeBase {
  readonly kind: 'RangeLit';
  readonly word: 'seq' | 'set' | 'mset';
  readonly low: Expr;
  readonly high: Expr;
}

/** `"type" "[" Type "]"`: a type as a value */
export interface TypeExpr extends NodeBase {
  readonly kind: 'TypeExpr';
  readonly type: Expr;
}

/** `"match" Expression "{" { ( "case" Pattern | "default" ) ":" Expression ";" } "}"` */
export interface MatchExpr extends NodeBase {
  readonly kind: 'MatchExpr';
  readonly x: Expr;
  readonly clauses: readonly MatchExprClause[];
}

/** A pattern is an expression: a BindExpr, a CompositeLit of patterns, the name `_`, or a value to compare with. */
export interface MatchExprClause extends NodeBase {
  readonly kind: 'MatchExprClause';
  /** Null for `default`. */
  readonly pattern: Expr | null;
  readonly x: Expr;
}

/** `"?" identifier`, in patterns only */
export interface BindExpr extends NodeBase {
  readonly kind: 'BindExpr';
  readonly name: Ident;
}

// ---------------------------------------------------------------------------------------------------------------
// Types

export type CollectionWord = 'seq' | 'set' | 'mset' | 'option' | 'gpointer';

/** `( "seq" | "set" | "mset" | "option" | "gpointer" ) "[" Type "]"` */
export interface CollectionType extends NodeBase {
  readonly kind: 'CollectionType';
  readonly word: CollectionWord;
  readonly elt: Expr;
}

/** `"dict" "[" Type "]" Type` */
export interface DictType extends NodeBase {
  readonly kind: 'DictType';
  readonly key: Expr;
  readonly value: Expr;
}

/** `"pred" "(" [ Type { "," Type } ] ")"`; as the type of an interface's predicate its parameters may be named. */
export interface PredType extends NodeBase {
  readonly kind: 'PredType';
  readonly params: FieldList;
}

/** `"ghost" ( StructType | SliceType )` */
export interface GhostType extends NodeBase {
  readonly kind: 'GhostType';
  /** A StructType, or an ArrayType without a length. */
  readonly type: Expr;
}

/** `"domain" "{" { ( DomainFunc | DomainAxiom ) ";" } "}"` */
export interface DomainType extends NodeBase {
  readonly kind: 'DomainType';
  readonly clauses: readonly (DomainFunc | DomainAxiom)[];
}

/** `"func" identifier Signature` */
export interface DomainFunc extends NodeBase {
  readonly kind: 'DomainFunc';
  readonly name: Ident;
  readonly type: FuncType;
}

/** `"axiom" "{" Expression "}"` */
export interface DomainAxiom extends NodeBase {
  readonly kind: 'DomainAxiom';
  readonly x: Expr;
}

/** `"adt" "{" { AdtClause ";" } "}"` */
export interface AdtType extends NodeBase {
  readonly kind: 'AdtType';
  readonly clauses: readonly AdtClause[];
}

/** `identifier "{" { [ IdentifierList ] Type ";" } "}"` */
export interface AdtClause extends NodeBase {
  readonly kind: 'AdtClause';
  readonly name: Ident;
  readonly fields: FieldList;
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

export type SpecStmt =
  | GhostStmt
  | ShareStmt
  | ProofStmt
  | AssertByStmt
  | FoldStmt
  | DeferFoldStmt
  | PackageStmt
  | ApplyStmt
  | OpenStmt
  | SuchThatStmt
  | OutlineStmt
  | CriticalStmt
  | MatchStmt
  | ClosureProofStmt;

/** `"ghost" Statement` */
export interface GhostStmt extends NodeBase {
  readonly kind: 'GhostStmt';
  readonly stmt: Stmt;
}

/** `"share" IdentifierList`, first in the body of a function */
export interface ShareStmt extends NodeBase {
  readonly kind: 'ShareStmt';
  readonly names: readonly Ident[];
}

/** `( "assert" | "assume" | "inhale" | "exhale" | "refute" ) Expression` */
export interface ProofStmt extends NodeBase {
  readonly kind: 'ProofStmt';
  readonly word: 'assert' | 'assume' | 'inhale' | 'exhale' | 'refute';
  readonly x: Expr;
}

/** `"assert" Expression "by" [ "contra" ] Block` */
export interface AssertByStmt extends NodeBase {
  readonly kind: 'AssertByStmt';
  readonly x: Expr;
  readonly contra: boolean;
  readonly body: BlockStmt;
}

/** `( "fold" | "unfold" ) PrimaryExpr` */
export interface FoldStmt extends NodeBase {
  readonly kind: 'FoldStmt';
  readonly word: 'fold' | 'unfold';
  /** A call of a predicate, or an AccessExpr of one. */
  readonly pred: Expr;
}

/** `"defer" ( "fold" | "unfold" ) PrimaryExpr` */
export interface DeferFoldStmt extends NodeBase {
  readonly kind: 'DeferFoldStmt';
  readonly fold: FoldStmt;
}

/** `"package" Expression [ Block ]` */
export interface PackageStmt extends NodeBase {
  readonly kind: 'PackageStmt';
  readonly wand: Expr;
  /** Null without a proof. */
  readonly body: BlockStmt | null;
}

/** `"apply" Expression` */
export interface ApplyStmt extends NodeBase {
  readonly kind: 'ApplyStmt';
  readonly wand: Expr;
}

/** `"openDupPkgInv"` */
export interface OpenStmt extends NodeBase {
  readonly kind: 'OpenStmt';
}

/** `"var" identifier Type ":|" Expression` */
export interface SuchThatStmt extends NodeBase {
  readonly kind: 'SuchThatStmt';
  readonly name: Ident;
  readonly type: Expr;
  readonly x: Expr;
}

/** `[ Specification ] "outline" "(" StatementList ")"` */
export interface OutlineStmt extends NodeBase {
  readonly kind: 'OutlineStmt';
  /** Null without a contract. */
  readonly spec: Specification | null;
  readonly list: readonly Stmt[];
}

/** `"critical" Expression "(" StatementList ")"` */
export interface CriticalStmt extends NodeBase {
  readonly kind: 'CriticalStmt';
  readonly x: Expr;
  readonly list: readonly Stmt[];
}

/** `"match" Expression "{" { ( "case" Pattern | "default" ) ":" StatementList } "}"` */
export interface MatchStmt extends NodeBase {
  readonly kind: 'MatchStmt';
  readonly x: Expr;
  readonly clauses: readonly MatchClause[];
}

export interface MatchClause extends NodeBase {
  readonly kind: 'MatchClause';
  /** As in a MatchExprClause; null for `default`. */
  readonly pattern: Expr | null;
  readonly body: readonly Stmt[];
}

/** `"proof" Expression "implements" ClosureSpec Block` */
export interface ClosureProofStmt extends NodeBase {
  readonly kind: 'ClosureProofStmt';
  readonly x: Expr;
  readonly spec: ClosureSpec;
  readonly body: BlockStmt;
}

/** Parts of specification nodes that are neither expressions, statements nor declarations. */
export type SpecPart =
  | Specification
  | SpecClause
  | BackendOption
  | PkgInvariant
  | FriendPkg
  | PredAlias
  | MethodProof
  | Trigger
  | Update
  | ClosureSpec
  | MatchExprClause
  | MatchClause
  | DomainFunc
  | DomainAxiom
  | AdtClause;
