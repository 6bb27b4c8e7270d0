// What encodings share: the program that is being made, the member whose code is encoded, and the tables of concepts.
//
// Data and interfaces only. Files of concepts import this one and never each other's tables: those are in table.ts, and are
// reached through `Encoder.tables`, so that no two files need one another.

import type { HyperMode } from '../../base/hyper-mode.ts';
import type * as ast from '../../syntax/nodes.ts';
import type { FuncFacts, Info, SpecFacts } from '../../types/index.ts';
import type { Builtin, Func, GoObject, Package, Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type {
  Adt,
  Domain,
  Expr,
  Field,
  LocalVar,
  Method,
  Predicate,
  Source,
  Stmt,
  Type,
  Function as VilFunction,
} from '../../vil/index.ts';
import type { Written } from '../contracts/implementations.ts';
import type { Names } from './names.ts';
import type { Meaning, OriginTable } from './origins.ts';
import type { Fault } from './unsupported.ts';

// ---------------------------------------------------------------------------------------------------------------
// The program

/** The vil program that is being made of one package and what it uses of others. */
export interface Encoder {
  readonly target: Package;
  readonly files: readonly ast.File[];
  readonly facts: SpecFacts;
  /** Facts about syntax, for each package of the load. */
  readonly infos: ReadonlyMap<Package, Info>;
  /** Where the syntax of packages is, the target among them. */
  readonly sources: ReadonlyMap<Package, SourcePackage>;
  readonly tables: Tables;
  readonly origins: OriginTable;
  readonly options: EncodeOptions;
  /** Names of members, domain functions and constructors. */
  readonly names: Names;
  /** Members by what they are made of; each is encoded once, when it is first needed or declared. */
  readonly units: Map<object, Unit>;
  /** Units whose vil is still to be made. */
  readonly waiting: (() => void)[];
  /** What encodings of types need besides members: by name, so that each is there once. */
  readonly domains: Map<string, Domain>;
  readonly adts: Map<string, Adt>;
  readonly fields: Map<string, Field>;
  readonly helpers: Map<string, VilFunction>;
  readonly helperMethods: Map<string, Method>;
  readonly helperPredicates: Map<string, Predicate>;
  /** Whatever a concept has to remember for the whole program, by a name of its own. */
  readonly memory: Map<string, unknown>;
}

/** The files of a package, and where they are. */
export interface SourcePackage {
  readonly files: readonly ast.File[];
  readonly dir: string;
}

export interface EncodeOptions {
  /** Injectivity of inhaled quantified permissions is checked, not assumed. */
  readonly checkInjectivity: boolean;
  readonly hyper: HyperMode;
  /** Whether integer operations of executable code are checked, or assumed to fit. */
  readonly checkOverflow: boolean;
  /** Bits of `int` and `uint`. */
  readonly wordBits: number;
}

export type UnitKind =
  | 'function'
  | 'method'
  | 'pure'
  | 'predicate'
  | 'proof'
  | 'closure'
  | 'outline'
  | 'initialization';

/**
 * A member of the Go program, or something that is verified by itself. Others rely on its interface: the contract of a
 * function, all of a pure function or a predicate.
 */
export interface Unit {
  readonly kind: UnitKind;
  /** As users call it: `(*T).Get`. */
  readonly display: string;
  /** Its name in the vil program. */
  readonly name: string;
  readonly node: ast.NodeBase;
  readonly pkg: Package | null;
  /** Null for what is not declared as a function. */
  readonly func: Func | null;
  /** Of the package that is verified; others are used only. */
  readonly own: boolean;
  /** The body is not looked at, by the user's wish or because there is none. */
  trusted: boolean;
  /** What its proof takes for granted. */
  readonly assumptions: Set<string>;
  /** Its variables that are not in memory, by their names in vil: copies of parameters after the parameters. */
  readonly variables: Map<string, Var>;
  /** Those of them that its contract sees. */
  readonly signature: Set<Var>;
  /** Whether it says that it ends, and whether only because it says so: `decreases _`. */
  ends: 'unsaid' | 'proved' | 'assumed';
  /** Has a contract, or is something that only specifications have. */
  readonly specified: boolean;
  /** What is not encoded in the interface. */
  interfaceFault: Fault | null;
  bodyFault: Fault | null;
  /** Whose interfaces the interface relies on. */
  readonly interfaceUses: Set<Unit>;
  /** Whose interfaces the body relies on. */
  readonly bodyUses: Set<Unit>;
  /** What others need: abstract members. Null until it is made, or where it cannot be. */
  contract: Parts | null;
  /** The same with the body, or null. */
  whole: Parts | null;
}

/** Vil members that belong together. */
export interface Parts {
  readonly functions: readonly VilFunction[];
  readonly predicates: readonly Predicate[];
  readonly methods: readonly Method[];
}

// ---------------------------------------------------------------------------------------------------------------
// Code

/** The state of encoding one piece of code: a body, a contract, an expression in one. */
export interface Code {
  readonly e: Encoder;
  readonly unit: Unit;
  /** The package whose syntax is read, with its facts. */
  readonly pkg: Package;
  readonly info: Info;
  /** What uses of other members are noted in. */
  readonly uses: Set<Unit>;
  /** Variables of the vil member. */
  readonly names: Names;
  /** Where variables of Go are. */
  readonly places: Map<GoObject, Place>;
  /** Where statements go that an expression needs; null where there can be none: in specifications. */
  readonly out: Stmt[] | null;
  /** The statement, clause or declaration around what is encoded. */
  readonly within: ast.NodeBase | null;
  /** Jumps, results and deferred calls; null outside bodies. */
  readonly body: Body | null;
  /** The label that stands before the statement; absent: none. */
  readonly label?: string;
  /** What members of an interface are selected from where no receiver is written: in contracts of its methods. Absent: nowhere. */
  readonly self?: Self;
  /** In a proof that a function value implements a specification: what stands for that value, whatever state it is read in. */
  readonly proved?: Proved;
  /** What is encoded is never executed. Absent: it may be. */
  readonly ghost?: boolean;
  /** Indices of slices are not checked: under quantifiers, and where only a location is meant. Absent: they are. */
  readonly anyIndex?: boolean;
  /** In an outline block: the code in which `before` is read, where the block begins. Absent: outside one. */
  readonly before?: Code;
  /** Vil labels that stand for states: `old`, where it is not the one in which the member begins. */
  readonly labels: ReadonlyMap<string, string>;
  /** Invariants that the critical regions around have opened; absent: none. */
  readonly open?: readonly Expr[];
}

/** The function value that a proof is about. */
export interface Proved {
  readonly node: ast.Expr;
  readonly closure: Expr;
  /** The receiver of a method; null for what is no method. */
  readonly recv: Place | null;
}

/** The receiver of the interface method whose contract is read. */
export interface Self {
  readonly value: Expr;
  /** In a proof that a type implements the interface: a value of it, from whose methods pure ones are taken. */
  readonly concrete: { readonly value: Expr; readonly type: GoType } | null;
}

/** What statements of a body jump to. */
export interface Body {
  readonly results: readonly Var[];
  /** Label before the end of the method, where what `return` leaves to do is done. */
  readonly exit: string;
  /** Whether something jumps there. */
  exits: boolean;
  /** What is deferred, in the order of the source. */
  readonly deferred: Deferred[];
  /** Innermost last. */
  readonly targets: Target[];
  /** Labels of Go that `old` may name, by name. */
  readonly labels: Map<string, string>;
}

/** Something to do at the end of the function, if it was reached. */
export interface Deferred {
  /** What it needs to know then. */
  readonly kept: readonly LocalVar[];
  /** Set where the statement was executed. */
  readonly flag: LocalVar;
  readonly run: (k: Code) => void;
}

/** What `break` and `continue` can mean. */
export interface Target {
  /** Label of the statement; null without. */
  readonly label: string | null;
  readonly loop: boolean;
  /** Vil label after the statement. */
  readonly breakTo: string;
  /** Vil label at the end of a loop's body; null for what is no loop. */
  readonly continueTo: string | null;
  breaks: boolean;
  continues: boolean;
}

// ---------------------------------------------------------------------------------------------------------------
// Places: what expressions denote

export type Place =
  /** A value without a location. */
  | { readonly kind: 'value'; readonly value: Expr; readonly type: GoType }
  /** An exclusive variable, which only its function knows. */
  | { readonly kind: 'variable'; readonly variable: LocalVar; readonly type: GoType }
  /** A part of a place that is not in memory: a field of an exclusive struct. */
  | { readonly kind: 'part'; readonly of: Place; readonly part: Part; readonly type: GoType }
  /** A location in memory: reading and writing need permission. */
  | { readonly kind: 'memory'; readonly address: Expr; readonly type: GoType }
  /** Nothing: `_`. */
  | { readonly kind: 'blank'; readonly type: GoType };

/** How to read a part of a value, and the value with another part. */
export interface Part {
  get(whole: Expr, src: Source): Expr;
  put(whole: Expr, value: Expr, src: Source): Expr;
  /** The same part wherever later statements lead: its index, if it has one, is evaluated now and kept. */
  settled(keep: (index: Expr) => Expr): Part;
}

// ---------------------------------------------------------------------------------------------------------------
// Tables

/** How values and locations of a type are represented. One for each concept; `t` is the type as written, maybe a named one. */
export interface TypeEncoding {
  /** The vil type of values. */
  value(e: Encoder, t: GoType): Type;
  /** The vil type of locations: what a pointer to the type is. */
  address(e: Encoder, t: GoType): Type;
  zero(e: Encoder, t: GoType, src: Source): Expr;
  /** The location that a nil pointer has. */
  nilAddress(e: Encoder, t: GoType, src: Source): Expr;
  /** The value at a location, for which the footprint has to be held. */
  read(e: Encoder, t: GoType, address: Expr, src: Source): Expr;
  /** `perm` of all that reading the location needs. */
  footprint(e: Encoder, t: GoType, address: Expr, perm: Expr, src: Source): Expr;
  /** Statements that put a value where the whole footprint is held. */
  write(e: Encoder, t: GoType, address: Expr, value: Expr, src: Source): readonly Stmt[];
  /** `==` of Go, or `===` of specifications, which counts ghost parts too. */
  equal(e: Encoder, t: GoType, left: Expr, right: Expr, ghost: boolean, src: Source): Expr;
  /** Whether `==` of two values cannot panic: a constant, or a vil expression where the value decides. */
  comparable(e: Encoder, t: GoType, value: Expr, src: Source): boolean | Expr;

  // What expressions can do with the type; absent: nothing of the kind.
  literal?(k: Code, lit: ast.CompositeLit, t: GoType): Expr;
  binary?(k: Code, node: ast.BinaryExpr, t: GoType): Expr;
  /** The same of two values, for `x op= y`; comparisons are not asked for. */
  combine?(k: Code, op: ast.BinaryOp, left: Expr, right: Expr, t: GoType, node: ast.NodeBase): Expr;
  unary?(k: Code, node: ast.UnaryExpr, t: GoType): Expr;
  specBinary?(k: Code, node: ast.SpecBinaryExpr, t: GoType): Expr;
  /** `x[i]`: a value, or a location that can be assigned to. `x` has this type. */
  index?(k: Code, node: ast.IndexExpr, t: GoType): Place;
  /** That the index of `x[i]` is in range, where permission to the element has to say so. */
  bounds?(k: Code, node: ast.IndexExpr, t: GoType): Expr;
  slice?(k: Code, node: ast.SliceExpr, t: GoType): Expr;
  /** `x.f` where x has this type and f is no field of a struct; null: the general rule. */
  select?(k: Code, node: ast.SelectorExpr, t: GoType): Place | null;
  /** `x[i = v]` */
  update?(k: Code, node: ast.UpdateExpr, t: GoType): Expr;
  /** `seq[a..b]` */
  rangeLiteral?(k: Code, node: ast.RangeLit, t: GoType): Expr;
  len?(k: Code, x: ast.Expr, t: GoType, node: ast.CallExpr): Expr;
  cap?(k: Code, x: ast.Expr, t: GoType, node: ast.CallExpr): Expr;
  /** `seq(x)`, `set(x)`, `domain(x)` and the like where x has this type; null: there is none. */
  view?(k: Code, to: View, x: ast.Expr, t: GoType, node: ast.CallExpr): Expr | null;
  /** `acc(x, p)` where x has this type. */
  access?(k: Code, x: ast.Expr, perm: Expr, t: GoType, node: ast.NodeBase): Expr;
  /** `make(T, ...)` */
  make?(k: Code, node: ast.CallExpr, t: GoType): Expr;
  /** A constant of this type. */
  constant?(k: Code, node: ast.Expr, t: GoType): Expr | null;
  /** Loops over values of the type. */
  range?(k: Code, node: ast.RangeStmt, t: GoType): void;
  /** `v, ok := x[i]` and the like: the two values. */
  lookup?(k: Code, node: ast.Expr, t: GoType): readonly [Expr, Expr];
  /** The value as one of this type, which differs from the type of the expression. */
  convert?(k: Code, x: ast.Expr, from: GoType, t: GoType, node: ast.CallExpr): Expr;
  /** A value of type `from` where one of this type is wanted, as in assignments: interfaces have to be made. */
  implicit?(k: Code, value: Expr, from: GoType, t: GoType, node: ast.NodeBase): Expr;
}

/** Mathematical values that others can be seen as. */
export type View = 'seq' | 'set' | 'mset' | 'dict' | 'domain' | 'range';

export type ExprRule<N> = (k: Code, node: N) => Place;
export type StmtRule<N> = (k: Code, node: N) => void;
/** A call of something that the language predeclares; null where it has no value. */
export type CallRule = (k: Code, node: ast.CallExpr, builtin: Builtin | Func) => Expr | null;

export type ExprTable = { readonly [K in ast.Expr['kind']]: ExprRule<Extract<ast.Expr, { kind: K }>> };
export type StmtTable = { readonly [K in ast.Stmt['kind']]: StmtRule<Extract<ast.Stmt, { kind: K }>> };

type FunctionRule = (
  e: Encoder,
  unit: Unit,
  func: Func,
  facts: FuncFacts,
  node: ast.FuncDecl | ast.FuncLit,
  captured?: readonly Var[],
) => void;

/** How the unit of each kind of member is filled. */
export interface MemberTable {
  readonly function: FunctionRule;
  readonly pure: FunctionRule;
  readonly predicate: (e: Encoder, unit: Unit, func: Func, node: ast.PredDecl) => void;
  readonly interfaceMethod: (e: Encoder, unit: Unit, func: Func, facts: FuncFacts, node: ast.NodeBase) => void;
  readonly proof: (e: Encoder, unit: Unit, sub: GoType, func: Func, written: Written | null) => void;
}

/** One row for each concept; see table.ts. */
export interface Tables {
  readonly types: (t: GoType) => TypeEncoding;
  readonly exprs: ExprTable;
  readonly stmts: StmtTable;
  /** By name: `len`, `new`, `panic`, `typeOf`, `some`. */
  readonly calls: ReadonlyMap<string, CallRule>;
  readonly members: MemberTable;
}

export type { Meaning };
