// The syntax tree of Go: data only. Above each node stands the production of the Go specification that it represents.
//
// Every node has an id, unique in its SourceSet, that side tables are indexed by; `pos` is the place of its first
// character and `end` the place after its last one. A field that may be null says what null means.
// Nodes are built by the parser only, always with the properties in the order declared here.
//
// nodes-spec.ts has the nodes of the specification language. In plain Go there are none of them, and the fields here that
// belong to that language are empty: `spec` is null, `ghost` is noPos, `shared` has no element.

import type { Pos } from '../base/source.ts';
import type {
  ContractClause,
  FriendPkg,
  PkgInvariant,
  SpecDecl,
  SpecExpr,
  Specification,
  SpecPart,
  SpecStmt,
} from './nodes-spec.ts';

export type * from './nodes-spec.ts';

export interface NodeBase {
  readonly id: number;
  readonly pos: Pos;
  readonly end: Pos;
}

// ---------------------------------------------------------------------------------------------------------------
// Files and comments

/** One comment, with its `//` or its delimiters in `text`. */
export interface Comment {
  readonly pos: Pos;
  readonly end: Pos;
  readonly text: string;
}

/** Comments with no other token and no empty line between them. */
export interface CommentGroup {
  readonly pos: Pos;
  readonly end: Pos;
  readonly list: readonly Comment[];
}

/** `SourceFile = PackageClause ";" { ImportDecl ";" } { TopLevelDecl ";" } .` */
export interface File extends NodeBase {
  readonly kind: 'File';
  readonly path: string;
  readonly doc: CommentGroup | null;
  /** What stands above the package clause. */
  readonly invariants: readonly PkgInvariant[];
  /** Place of the keyword `package`. */
  readonly packagePos: Pos;
  readonly name: Ident;
  readonly friends: readonly FriendPkg[];
  readonly decls: readonly Decl[];
  /** All import specs of the file, also those that stand too late. */
  readonly imports: readonly ImportSpec[];
  /** Every comment of the file, in order. */
  readonly comments: readonly CommentGroup[];
  /** Language version that a `//go:build` line demands (`go1.21`), or ''. */
  readonly goVersion: string;
  /** The file holds specifications: it is of their language, or has annotations. */
  readonly annotated: boolean;
}

// ---------------------------------------------------------------------------------------------------------------
// Declarations

export type Decl = GenDecl | FuncDecl | BadDecl | SpecDecl;

/** Source that could not be parsed as a declaration. */
export interface BadDecl extends NodeBase {
  readonly kind: 'BadDecl';
}

/** `import`, `const`, `type` or `var`, with one spec or a parenthesised list. */
export interface GenDecl extends NodeBase {
  readonly kind: 'GenDecl';
  readonly doc: CommentGroup | null;
  /** Place of `ghost`; noPos without. */
  readonly ghost: Pos;
  readonly keyword: 'import' | 'const' | 'type' | 'var';
  readonly specs: readonly Spec[];
  /** Place of `(`; noPos without parentheses. */
  readonly lparen: Pos;
}

export type Spec = ImportSpec | ValueSpec | TypeSpec;

/** `ImportSpec = [ "." | PackageName ] ImportPath .` */
export interface ImportSpec extends NodeBase {
  readonly kind: 'ImportSpec';
  readonly doc: CommentGroup | null;
  /** The clauses `importRequires` above it, or above its declaration. */
  readonly requires: readonly ContractClause[];
  /** Null without a local name; `.` and `_` are names here. */
  readonly name: Ident | null;
  readonly path: BasicLit;
}

/** `ConstSpec | VarSpec = IdentifierList [ Type ] [ "=" ExpressionList ] .` */
export interface ValueSpec extends NodeBase {
  readonly kind: 'ValueSpec';
  readonly doc: CommentGroup | null;
  readonly names: readonly Ident[];
  /** Those of the names that are marked addressable: `x@`. */
  readonly shared: readonly Ident[];
  /** Null without a type. */
  readonly type: Expr | null;
  /** Empty without initialisers. */
  readonly values: readonly Expr[];
  /** The value of iota in a const group. */
  readonly iota: number;
}

/** `TypeSpec = identifier [ TypeParameters ] [ "=" ] Type .` */
export interface TypeSpec extends NodeBase {
  readonly kind: 'TypeSpec';
  readonly doc: CommentGroup | null;
  readonly name: Ident;
  /** Null without type parameters. */
  readonly typeParams: FieldList | null;
  /** Place of `=` in an alias declaration; noPos in a type definition. */
  readonly assign: Pos;
  readonly type: Expr;
}

/** `FunctionDecl | MethodDecl = "func" [ Receiver ] identifier Signature [ Block ] .` */
export interface FuncDecl extends NodeBase {
  readonly kind: 'FuncDecl';
  readonly doc: CommentGroup | null;
  /** Place of `ghost`; noPos without. */
  readonly ghost: Pos;
  /** Null without a contract. */
  readonly spec: Specification | null;
  /** Null for a function. */
  readonly recv: FieldList | null;
  /** The receiver's name if it is marked addressable: `x@`. */
  readonly shared: readonly Ident[];
  readonly name: Ident;
  readonly type: FuncType;
  /** Null for a function implemented elsewhere. */
  readonly body: BlockStmt | null;
}

/** Parameters, results, type parameters, struct fields or interface elements, with their delimiters in the span. */
export interface FieldList extends NodeBase {
  readonly kind: 'FieldList';
  /** Place of the opening delimiter; noPos for a single unparenthesised result. */
  readonly opening: Pos;
  readonly list: readonly Field[];
  /** Place of the closing delimiter; noPos if absent. */
  readonly closing: Pos;
}

/** A parameter declaration, a field declaration, a method or an embedded element. */
export interface Field extends NodeBase {
  readonly kind: 'Field';
  readonly doc: CommentGroup | null;
  /** Place of `ghost`; noPos without. */
  readonly ghost: Pos;
  /** The contract of a method; null without. */
  readonly spec: Specification | null;
  /** Empty for unnamed parameters and embedded fields or elements. */
  readonly names: readonly Ident[];
  /** The FuncType of a method, the PredType of a predicate. Null only for a type parameter group whose type is missing. */
  readonly type: Expr | null;
  /** Null without a tag. */
  readonly tag: BasicLit | null;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions and types

export type Expr =
  | BadExpr
  | Ident
  | BasicLit
  | CompositeLit
  | FuncLit
  | ParenExpr
  | SelectorExpr
  | IndexExpr
  | SliceExpr
  | TypeAssertExpr
  | CallExpr
  | StarExpr
  | UnaryExpr
  | BinaryExpr
  | KeyValueExpr
  | EllipsisExpr
  | ArrayType
  | StructType
  | FuncType
  | InterfaceType
  | MapType
  | ChanType
  | SpecExpr;

/** Source that could not be parsed as an expression. */
export interface BadExpr extends NodeBase {
  readonly kind: 'BadExpr';
}

/** `identifier = letter { letter | unicode_digit } .` */
export interface Ident extends NodeBase {
  readonly kind: 'Ident';
  readonly name: string;
}

export type LitKind = 'int' | 'float' | 'imag' | 'char' | 'string';

/** `BasicLit = int_lit | float_lit | imaginary_lit | rune_lit | string_lit .` */
export interface BasicLit extends NodeBase {
  readonly kind: 'BasicLit';
  readonly lit: LitKind;
  /** As written, quotes and prefixes included. */
  readonly value: string;
}

/** `CompositeLit = LiteralType LiteralValue .` */
export interface CompositeLit extends NodeBase {
  readonly kind: 'CompositeLit';
  /** Null where the type is elided inside another literal. */
  readonly type: Expr | null;
  readonly lbrace: Pos;
  readonly elts: readonly Expr[];
  readonly rbrace: Pos;
}

/** `FunctionLit = "func" Signature FunctionBody .` */
export interface FuncLit extends NodeBase {
  readonly kind: 'FuncLit';
  /** Null without a contract. */
  readonly spec: Specification | null;
  /** The name by which specifications refer to it; null without. */
  readonly name: Ident | null;
  readonly type: FuncType;
  readonly body: BlockStmt;
}

/** `"(" Expression ")"` or a parenthesised type. */
export interface ParenExpr extends NodeBase {
  readonly kind: 'ParenExpr';
  readonly x: Expr;
}

/** `Selector = PrimaryExpr "." identifier .`, a qualified identifier or a method expression. */
export interface SelectorExpr extends NodeBase {
  readonly kind: 'SelectorExpr';
  readonly x: Expr;
  readonly sel: Ident;
}

/** `Index = PrimaryExpr "[" Expression "]" .`, or an instantiation with one or more type arguments. */
export interface IndexExpr extends NodeBase {
  readonly kind: 'IndexExpr';
  readonly x: Expr;
  readonly lbrack: Pos;
  /** At least one. */
  readonly indices: readonly Expr[];
  readonly rbrack: Pos;
}

/** `Slice = PrimaryExpr "[" [ low ] ":" [ high ] [ ":" max ] "]" .` */
export interface SliceExpr extends NodeBase {
  readonly kind: 'SliceExpr';
  readonly x: Expr;
  readonly lbrack: Pos;
  readonly low: Expr | null;
  readonly high: Expr | null;
  readonly max: Expr | null;
  /** With two colons. */
  readonly slice3: boolean;
  readonly rbrack: Pos;
}

/** `TypeAssertion = PrimaryExpr "." "(" Type ")" .` */
export interface TypeAssertExpr extends NodeBase {
  readonly kind: 'TypeAssertExpr';
  readonly x: Expr;
  readonly lparen: Pos;
  /** Null for `x.(type)`. */
  readonly type: Expr | null;
}

/** `Arguments = PrimaryExpr "(" [ ... ] ")" .`; also conversions. */
export interface CallExpr extends NodeBase {
  readonly kind: 'CallExpr';
  readonly fun: Expr;
  readonly lparen: Pos;
  readonly args: readonly Expr[];
  /** Place of `...` after the last argument; noPos without. */
  readonly ellipsis: Pos;
  readonly rparen: Pos;
}

/** `"*" UnaryExpr`: a dereference or a pointer type. */
export interface StarExpr extends NodeBase {
  readonly kind: 'StarExpr';
  readonly x: Expr;
}

export type UnaryOp = '+' | '-' | '!' | '^' | '&' | '<-' | '~';

/** `unary_op UnaryExpr`; `~` only in type constraints. */
export interface UnaryExpr extends NodeBase {
  readonly kind: 'UnaryExpr';
  readonly op: UnaryOp;
  readonly x: Expr;
}

export type BinaryOp =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '&^'
  | '&&'
  | '||'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>=';

/** `Expression binary_op Expression`; `|` also joins the terms of a union. */
export interface BinaryExpr extends NodeBase {
  readonly kind: 'BinaryExpr';
  readonly x: Expr;
  readonly opPos: Pos;
  readonly op: BinaryOp;
  readonly y: Expr;
}

/** `KeyedElement = Key ":" Element .` */
export interface KeyValueExpr extends NodeBase {
  readonly kind: 'KeyValueExpr';
  readonly key: Expr;
  readonly colon: Pos;
  readonly value: Expr;
}

/** `"..." Type` of a variadic parameter, or the length in `[...]T`. */
export interface EllipsisExpr extends NodeBase {
  readonly kind: 'EllipsisExpr';
  /** Null in `[...]T`, or where the type is missing. */
  readonly elt: Expr | null;
}

/** `ArrayType = "[" ArrayLength "]" ElementType .` and `SliceType = "[" "]" ElementType .` */
export interface ArrayType extends NodeBase {
  readonly kind: 'ArrayType';
  /** Null for a slice; an EllipsisExpr for `[...]T`. */
  readonly len: Expr | null;
  readonly elt: Expr;
}

/** `StructType = "struct" "{" { FieldDecl ";" } "}" .` */
export interface StructType extends NodeBase {
  readonly kind: 'StructType';
  readonly fields: FieldList;
}

/** `Signature` of a declaration, a literal, a method or a function type. */
export interface FuncType extends NodeBase {
  readonly kind: 'FuncType';
  /** Place of `func`; noPos for an interface method. */
  readonly funcPos: Pos;
  /** Null without type parameters. */
  readonly typeParams: FieldList | null;
  readonly params: FieldList;
  /** Null without results. */
  readonly results: FieldList | null;
}

/** `InterfaceType = "interface" "{" { InterfaceElem ";" } "}" .` */
export interface InterfaceType extends NodeBase {
  readonly kind: 'InterfaceType';
  /** Methods have one name and a FuncType; embedded elements have none. */
  readonly methods: FieldList;
}

/** `MapType = "map" "[" KeyType "]" ElementType .` */
export interface MapType extends NodeBase {
  readonly kind: 'MapType';
  readonly key: Expr;
  readonly value: Expr;
}

export type ChanDir = 'both' | 'send' | 'recv';

/** `ChannelType = ( "chan" | "chan" "<-" | "<-" "chan" ) ElementType .` */
export interface ChanType extends NodeBase {
  readonly kind: 'ChanType';
  readonly dir: ChanDir;
  /** Place of `<-`; noPos for both directions. */
  readonly arrow: Pos;
  readonly value: Expr;
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

export type Stmt =
  | BadStmt
  | DeclStmt
  | EmptyStmt
  | LabeledStmt
  | ExprStmt
  | SendStmt
  | IncDecStmt
  | AssignStmt
  | GoStmt
  | DeferStmt
  | ReturnStmt
  | BranchStmt
  | BlockStmt
  | IfStmt
  | SwitchStmt
  | TypeSwitchStmt
  | SelectStmt
  | ForStmt
  | RangeStmt
  | SpecStmt;

/** Source that could not be parsed as a statement. */
export interface BadStmt extends NodeBase {
  readonly kind: 'BadStmt';
}

/** A declaration inside a function. */
export interface DeclStmt extends NodeBase {
  readonly kind: 'DeclStmt';
  readonly decl: GenDecl | BadDecl;
}

/** Nothing, or a lone semicolon. */
export interface EmptyStmt extends NodeBase {
  readonly kind: 'EmptyStmt';
  /** No `;` in the source. */
  readonly implicit: boolean;
}

/** `LabeledStmt = Label ":" Statement .` */
export interface LabeledStmt extends NodeBase {
  readonly kind: 'LabeledStmt';
  readonly label: Ident;
  readonly stmt: Stmt;
}

/** An expression used as a statement. */
export interface ExprStmt extends NodeBase {
  readonly kind: 'ExprStmt';
  readonly x: Expr;
}

/** `SendStmt = Channel "<-" Expression .` */
export interface SendStmt extends NodeBase {
  readonly kind: 'SendStmt';
  readonly chan: Expr;
  readonly arrow: Pos;
  readonly value: Expr;
}

/** `Expression ( "++" | "--" )` */
export interface IncDecStmt extends NodeBase {
  readonly kind: 'IncDecStmt';
  readonly x: Expr;
  readonly op: '++' | '--';
  readonly opPos: Pos;
}

export type AssignOp = '=' | ':=' | '+=' | '-=' | '*=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '&^=';

/** `Assignment = ExpressionList assign_op ExpressionList .` and `ShortVarDecl`. */
export interface AssignStmt extends NodeBase {
  readonly kind: 'AssignStmt';
  readonly lhs: readonly Expr[];
  readonly opPos: Pos;
  readonly op: AssignOp;
  readonly rhs: readonly Expr[];
  /** Those of the names that `:=` declares that are marked addressable: `x@`. */
  readonly shared: readonly Ident[];
}

/** `"go" Expression`; the expression is a call in correct programs. */
export interface GoStmt extends NodeBase {
  readonly kind: 'GoStmt';
  readonly call: Expr;
}

/** `"defer" Expression`; the expression is a call in correct programs. */
export interface DeferStmt extends NodeBase {
  readonly kind: 'DeferStmt';
  readonly call: Expr;
}

/** `"return" [ ExpressionList ]` */
export interface ReturnStmt extends NodeBase {
  readonly kind: 'ReturnStmt';
  readonly results: readonly Expr[];
}

/** `( "break" | "continue" | "goto" | "fallthrough" ) [ Label ]` */
export interface BranchStmt extends NodeBase {
  readonly kind: 'BranchStmt';
  readonly keyword: 'break' | 'continue' | 'goto' | 'fallthrough';
  /** Null without a label. */
  readonly label: Ident | null;
}

/** `Block = "{" StatementList "}" .` */
export interface BlockStmt extends NodeBase {
  readonly kind: 'BlockStmt';
  readonly list: readonly Stmt[];
  /** Place of `}`; noPos if it is missing. */
  readonly rbrace: Pos;
}

/** `IfStmt = "if" [ SimpleStmt ";" ] Expression Block [ "else" ( IfStmt | Block ) ] .` */
export interface IfStmt extends NodeBase {
  readonly kind: 'IfStmt';
  readonly init: Stmt | null;
  readonly cond: Expr;
  readonly body: BlockStmt;
  /** An IfStmt or a BlockStmt (a BadStmt after an error); null without `else`. */
  readonly else: Stmt | null;
}

/** `ExprCaseClause | TypeCaseClause = ( "case" List | "default" ) ":" StatementList .` */
export interface CaseClause extends NodeBase {
  readonly kind: 'CaseClause';
  /** Null for `default`. */
  readonly list: readonly Expr[] | null;
  readonly colon: Pos;
  readonly body: readonly Stmt[];
}

/** `ExprSwitchStmt = "switch" [ SimpleStmt ";" ] [ Expression ] "{" { ExprCaseClause } "}" .` */
export interface SwitchStmt extends NodeBase {
  readonly kind: 'SwitchStmt';
  readonly init: Stmt | null;
  readonly tag: Expr | null;
  readonly lbrace: Pos;
  readonly clauses: readonly CaseClause[];
  readonly rbrace: Pos;
}

/** `TypeSwitchStmt = "switch" [ SimpleStmt ";" ] [ identifier ":=" ] PrimaryExpr "." "(" "type" ")" "{" ... "}" .` */
export interface TypeSwitchStmt extends NodeBase {
  readonly kind: 'TypeSwitchStmt';
  readonly init: Stmt | null;
  /** `x := y.(type)` as an AssignStmt, or `y.(type)` as an ExprStmt. */
  readonly assign: AssignStmt | ExprStmt;
  readonly lbrace: Pos;
  readonly clauses: readonly CaseClause[];
  readonly rbrace: Pos;
}

/** `CommClause = ( "case" ( SendStmt | RecvStmt ) | "default" ) ":" StatementList .` */
export interface CommClause extends NodeBase {
  readonly kind: 'CommClause';
  /** Null for `default`. */
  readonly comm: Stmt | null;
  readonly colon: Pos;
  readonly body: readonly Stmt[];
}

/** `SelectStmt = "select" "{" { CommClause } "}" .` */
export interface SelectStmt extends NodeBase {
  readonly kind: 'SelectStmt';
  readonly lbrace: Pos;
  readonly clauses: readonly CommClause[];
  readonly rbrace: Pos;
}

/** `ForStmt = "for" [ Condition | ForClause ] Block .` */
export interface ForStmt extends NodeBase {
  readonly kind: 'ForStmt';
  /** Invariants and termination measure; null without. */
  readonly spec: Specification | null;
  readonly init: Stmt | null;
  readonly cond: Expr | null;
  readonly post: Stmt | null;
  readonly body: BlockStmt;
}

/** `"for" [ ExpressionList "=" | IdentifierList ":=" ] "range" Expression Block` */
export interface RangeStmt extends NodeBase {
  readonly kind: 'RangeStmt';
  /** Invariants and termination measure; null without. */
  readonly spec: Specification | null;
  readonly key: Expr | null;
  readonly value: Expr | null;
  /** Iteration variables beyond two: an error that the checker reports. */
  readonly extra: readonly Expr[];
  /** Place of `=` or `:=`; noPos without variables. */
  readonly opPos: Pos;
  readonly op: '=' | ':=' | null;
  readonly rangePos: Pos;
  readonly x: Expr;
  /** Those of the variables that are marked addressable: `x@`. */
  readonly shared: readonly Ident[];
  /** The name after `with`, which counts the iterations; null without. */
  readonly with: Ident | null;
  readonly body: BlockStmt;
}

export type Node = File | Decl | Spec | FieldList | Field | Expr | Stmt | CaseClause | CommClause | SpecPart;
