// `vil`: the intermediate verification language, with Viper's semantics (docs/vil.md). Data only, the printed form above
// each alternative. What is here is resolved and typed; the untyped syntax of `.vpr` files is in parse/syntax.ts.

import type { Span } from '../base/source.ts';

// ---------------------------------------------------------------------------------------------------------------
// Sources

/**
 * Where a node comes from. Many nodes share one Source, and every pass copies it to what it makes of a node, so it survives
 * rewriting. `origin` is a key into a side table of the phase that made the program (the encoding of Go keeps there what a
 * failure at this node means in Go's terms); 0 where the `.vpr` file itself is the source.
 */
export interface Source extends Span {
  readonly origin: number;
}

/** For nodes that nothing in a source file explains. */
export const noSource: Source = { pos: 0, end: 0, origin: 0 };

/** `@key("value", ...)` */
export interface Annotation {
  readonly key: string;
  readonly values: readonly string[];
}

interface NodeBase {
  readonly src: Source;
  /** Absent: none. Hints for back ends (`@weight`, `@opaque`, ...); those an engine does not know it ignores. */
  readonly annotations?: readonly Annotation[];
}

/** Anything that an error can point to. */
export type Node = Expr | Stmt | Member | Trigger | Measure | LocalDecl | DomainFunction | Axiom | AdtConstructor;

// ---------------------------------------------------------------------------------------------------------------
// Types

export type Type =
  | { readonly kind: 'Int' } // `Int`, unbounded
  | { readonly kind: 'Bool' } // `Bool`; assertions, also impure ones, have this type
  | { readonly kind: 'Perm' } // `Perm`, rational numbers (Viper's old name `Rational` means the same)
  | { readonly kind: 'Ref' } // `Ref`, `null` among them
  | { readonly kind: 'Seq'; readonly elem: Type } // `Seq[T]`
  | { readonly kind: 'Set'; readonly elem: Type } // `Set[T]`
  | { readonly kind: 'Multiset'; readonly elem: Type } // `Multiset[T]`
  | { readonly kind: 'Map'; readonly key: Type; readonly value: Type } // `Map[K, V]`
  | { readonly kind: 'Domain'; readonly name: string; readonly args: readonly Type[] } // `D[T, U]`, an argument per parameter
  | { readonly kind: 'Adt'; readonly name: string; readonly args: readonly Type[] } // `A[T, U]`
  | { readonly kind: 'TypeVar'; readonly name: string } // `T`, only inside a domain or adt
  | { readonly kind: 'Predicate' } // the type of a PredicateAccess that no `acc` surrounds (measures, triggers)
  | { readonly kind: 'Wand' }; // the type of a MagicWand

// ---------------------------------------------------------------------------------------------------------------
// Programs

/** Names are unique among all members, domain functions and adt constructors of a program. */
export interface Program {
  readonly kind: 'Program';
  readonly domains: readonly Domain[];
  readonly adts: readonly Adt[];
  readonly fields: readonly Field[];
  readonly functions: readonly Function[];
  readonly predicates: readonly Predicate[];
  readonly methods: readonly Method[];
}

export type Member = Field | Method | Function | Predicate | Domain | Adt;

/** A parameter, result, bound variable or declared local: `name: T`. No name in scope is bound a second time. */
export interface LocalDecl extends NodeBase {
  readonly kind: 'LocalDecl';
  readonly name: string;
  readonly type: Type;
}

/** `field name: T` */
export interface Field extends NodeBase {
  readonly kind: 'Field';
  readonly name: string;
  readonly type: Type;
}

/**
 * `method name(params) returns (results) requires A ensures A decreases m { body }`
 *
 * Results may be assigned, parameters not. Postconditions may use `old`.
 */
export interface Method extends NodeBase {
  readonly kind: 'Method';
  readonly name: string;
  readonly params: readonly LocalDecl[];
  readonly results: readonly LocalDecl[];
  readonly pres: readonly Expr[];
  readonly posts: readonly Expr[];
  /** Empty: termination is not checked. */
  readonly measures: readonly Measure[];
  /** Null: abstract, its contract is trusted. */
  readonly body: Block | null;
}

/** `function name(params): T requires A ensures e decreases m { body }` */
export interface Function extends NodeBase {
  readonly kind: 'Function';
  readonly name: string;
  readonly params: readonly LocalDecl[];
  readonly type: Type;
  readonly pres: readonly Expr[];
  /** Pure; `result` is the value. */
  readonly posts: readonly Expr[];
  readonly measures: readonly Measure[];
  /** Null: abstract. */
  readonly body: Expr | null;
}

/** `predicate name(params) { A }` */
export interface Predicate extends NodeBase {
  readonly kind: 'Predicate';
  readonly name: string;
  readonly params: readonly LocalDecl[];
  /** Null: abstract, can neither be folded nor unfolded. */
  readonly body: Expr | null;
}

/** `domain name[T, U] interpretation (SMTLIB: "...") { functions axioms }` */
export interface Domain extends NodeBase {
  readonly kind: 'Domain';
  readonly name: string;
  readonly typeParams: readonly string[];
  readonly functions: readonly DomainFunction[];
  readonly axioms: readonly Axiom[];
  /** The sort that a back end has for the domain, by back end (`SMTLIB`, `Boogie`); null for an uninterpreted domain. */
  readonly interpretation: ReadonlyMap<string, string> | null;
}

/** `unique function name(x: T, U): V interpretation "..."` */
export interface DomainFunction extends NodeBase {
  readonly kind: 'DomainFunction';
  readonly domain: string;
  readonly name: string;
  /** Parameters without a name have the name ''. */
  readonly params: readonly LocalDecl[];
  readonly type: Type;
  /** A constant that differs from all other unique ones of its domain. */
  readonly unique: boolean;
  /** The function of a back end that this one is; null for an uninterpreted function. */
  readonly interpretation: string | null;
}

/** `axiom name { e }` */
export interface Axiom extends NodeBase {
  readonly kind: 'Axiom';
  readonly domain: string;
  /** Null: anonymous. */
  readonly name: string | null;
  readonly body: Expr;
}

/** `adt name[T] { Constructor(field: T, ...) ... }` */
export interface Adt extends NodeBase {
  readonly kind: 'Adt';
  readonly name: string;
  readonly typeParams: readonly string[];
  readonly constructors: readonly AdtConstructor[];
  /** `derives { contains[Int] without f }`: which derived relations the adt has. */
  readonly derives: readonly AdtDeriving[];
}

/** `Name(field: T, ...)` */
export interface AdtConstructor extends NodeBase {
  readonly kind: 'AdtConstructor';
  readonly adt: string;
  readonly name: string;
  readonly params: readonly LocalDecl[];
}

/** `contains[T] without f, g` */
export interface AdtDeriving {
  readonly name: string;
  readonly type: Type | null;
  readonly without: readonly string[];
}

// ---------------------------------------------------------------------------------------------------------------
// Termination measures

export type Measure =
  | TupleMeasure // `decreases e1, e2 if c`: the lexicographic order of the tuple; condition null: always
  | WildcardMeasure // `decreases _ if c`: terminates by assumption
  | StarMeasure; // `decreases *`: need not terminate

export interface TupleMeasure extends NodeBase {
  readonly kind: 'TupleMeasure';
  /** A PredicateAccess among them stands for the predicate instance. */
  readonly exprs: readonly Expr[];
  readonly condition: Expr | null;
}

export interface WildcardMeasure extends NodeBase {
  readonly kind: 'WildcardMeasure';
  readonly condition: Expr | null;
}

export interface StarMeasure extends NodeBase {
  readonly kind: 'StarMeasure';
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions and assertions

export type Expr =
  | IntLit
  | BoolLit
  | NullLit
  | PermLit
  | LocalVar
  | Result
  | Unary
  | Binary
  | Cond
  | FieldAccess
  | PredicateAccess
  | AccField
  | AccPredicate
  | MagicWand
  | CurrentPerm
  | InhaleExhale
  | Forall
  | Exists
  | ForPerm
  | Let
  | Old
  | Unfolding
  | Applying
  | Asserting
  | Low
  | LowContext
  | InExecution
  | FuncApp
  | DomainFuncApp
  | AdtConstruct
  | AdtDestruct
  | AdtDiscriminate
  | CollectionExpr;

/** Operations on sequences, sets, multisets and maps. */
export type CollectionExpr =
  | SeqLit
  | SeqRange
  | SeqAppend
  | SeqIndex
  | SeqTake
  | SeqDrop
  | SeqUpdate
  | SeqContains
  | SetLit
  | MultisetLit
  | SetBinary
  | SetContains
  | Cardinality
  | MapLit
  | MapUpdate
  | MapLookup
  | MapContains
  | MapDomain
  | MapRange;

interface ExprBase extends NodeBase {
  readonly type: Type;
}

/** `42`; negative literals are a Unary `neg`. */
export interface IntLit extends ExprBase {
  readonly kind: 'IntLit';
  readonly value: bigint;
}

/** `true`, `false` */
export interface BoolLit extends ExprBase {
  readonly kind: 'BoolLit';
  readonly value: boolean;
}

/** `null` */
export interface NullLit extends ExprBase {
  readonly kind: 'NullLit';
}

/** `write`, `none`, `wildcard`, `epsilon`. `wildcard` only as the amount of an `acc`; `epsilon` is not verified. */
export interface PermLit extends ExprBase {
  readonly kind: 'PermLit';
  readonly value: 'write' | 'none' | 'wildcard' | 'epsilon';
}

/** `low(e)`: two executions agree on e. Only the pass `twoExecutions` gives it a meaning. */
export interface Low extends ExprBase {
  readonly kind: 'Low';
  readonly operand: Expr;
}

/** `lowEvent`: both executions get here. */
export interface LowContext extends ExprBase {
  readonly kind: 'LowContext';
}

/** `rel(e, i)`: the value of e in one of two executions. */
export interface InExecution extends ExprBase {
  readonly kind: 'InExecution';
  readonly operand: Expr;
  readonly execution: 0 | 1;
}

/** `x` */
export interface LocalVar extends ExprBase {
  readonly kind: 'LocalVar';
  readonly name: string;
}

/** `result`, in postconditions of functions. */
export interface Result extends ExprBase {
  readonly kind: 'Result';
}

export type UnaryOp =
  | 'not' // `!b`
  | 'neg' // `-i`
  | 'permNeg'; // `-p`

/** `op e` */
export interface Unary extends ExprBase {
  readonly kind: 'Unary';
  readonly op: UnaryOp;
  readonly operand: Expr;
}

export type BinaryOp =
  // Int, Int: Int. Division rounds so that the remainder is never negative; the divisor must not be 0.
  | 'add' // `+`
  | 'sub' // `-`
  | 'mul' // `*`
  | 'div' // `\`, printed so also where `/` was written
  | 'mod' // `%`
  // Int, Int: Bool
  | 'lt' // `<`
  | 'le' // `<=`
  | 'gt' // `>`
  | 'ge' // `>=`
  // Perms
  | 'frac' // `i / j`, Int, Int: Perm
  | 'permAdd' // `p + q`
  | 'permSub' // `p - q`
  | 'permMul' // `p * q`
  | 'intPermMul' // `i * p`, Int, Perm: Perm
  | 'permDivInt' // `p / i`, Perm, Int: Perm
  | 'permDiv' // `p / q`, Perm, Perm: Perm
  | 'permLt' // `p < q`
  | 'permLe' // `p <= q`
  | 'permGt' // `p > q`
  | 'permGe' // `p >= q`
  // Any type, the same on both sides: Bool
  | 'eq' // `==`; `<==>` is read as this
  | 'ne' // `!=`
  // Bool, evaluated from left to right and only as far as needed; assertions may be operands of `and` and right of `implies`
  | 'and' // `&&`, the separating conjunction where operands hold permissions
  | 'or' // `||`
  | 'implies'; // `==>`

/** `left op right` */
export interface Binary extends ExprBase {
  readonly kind: 'Binary';
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
}

/** `(cond ? then : else)` */
export interface Cond extends ExprBase {
  readonly kind: 'Cond';
  readonly cond: Expr;
  readonly then: Expr;
  readonly else: Expr;
}

/** `receiver.field` */
export interface FieldAccess extends ExprBase {
  readonly kind: 'FieldAccess';
  readonly receiver: Expr;
  readonly field: string;
}

/** `P(args)` as a resource: inside AccPredicate, CurrentPerm, ForPerm, a trigger or a measure. As an assertion it is AccPredicate. */
export interface PredicateAccess extends ExprBase {
  readonly kind: 'PredicateAccess';
  readonly predicate: string;
  readonly args: readonly Expr[];
}

/** `acc(e.f, perm)` */
export interface AccField extends ExprBase {
  readonly kind: 'AccField';
  readonly loc: FieldAccess;
  /** Null: `write`. */
  readonly perm: Expr | null;
}

/** `acc(P(args), perm)`; `P(args)` as an assertion. */
export interface AccPredicate extends ExprBase {
  readonly kind: 'AccPredicate';
  readonly loc: PredicateAccess;
  /** Null: `write`. */
  readonly perm: Expr | null;
}

/** `left --* right` */
export interface MagicWand extends ExprBase {
  readonly kind: 'MagicWand';
  readonly left: Expr;
  readonly right: Expr;
}

export type Resource = FieldAccess | PredicateAccess | MagicWand;

/** `perm(resource)`: how much is held. */
export interface CurrentPerm extends ExprBase {
  readonly kind: 'CurrentPerm';
  readonly resource: Resource;
}

/** `[inhale, exhale]`: the first when inhaled, the second when exhaled. */
export interface InhaleExhale extends ExprBase {
  readonly kind: 'InhaleExhale';
  readonly inhale: Expr;
  readonly exhale: Expr;
}

/** `{e1, e2}` */
export interface Trigger extends NodeBase {
  readonly kind: 'Trigger';
  readonly exprs: readonly Expr[];
}

/** `forall x: T :: {trigger} A`. With permissions in A a quantified permission. */
export interface Forall extends ExprBase {
  readonly kind: 'Forall';
  readonly vars: readonly LocalDecl[];
  /** Empty: triggers are up to the engine. */
  readonly triggers: readonly Trigger[];
  readonly body: Expr;
}

/** `exists x: T :: {trigger} e` */
export interface Exists extends ExprBase {
  readonly kind: 'Exists';
  readonly vars: readonly LocalDecl[];
  readonly triggers: readonly Trigger[];
  readonly body: Expr;
}

/** `forperm x: Ref [x.f] :: e`: e for every instance of the resource of which something is held. */
export interface ForPerm extends ExprBase {
  readonly kind: 'ForPerm';
  readonly vars: readonly LocalDecl[];
  readonly resource: Resource;
  readonly body: Expr;
}

/** `let x == (value) in body` */
export interface Let extends ExprBase {
  readonly kind: 'Let';
  readonly variable: LocalDecl;
  readonly value: Expr;
  readonly body: Expr;
}

export type OldState =
  | { readonly kind: 'pre' } // `old(e)`: where the method or function began
  | { readonly kind: 'lhs' } // `old[lhs](e)`: the left side of the wand that surrounds it
  | { readonly kind: 'label'; readonly name: string }; // `old[name](e)`: where the label was passed last

/** `old(e)`, `old[lhs](e)`, `old[name](e)`: e in an earlier heap, with the variables of now. */
export interface Old extends ExprBase {
  readonly kind: 'Old';
  readonly state: OldState;
  readonly body: Expr;
}

/** `unfolding acc(P(args), perm) in body` */
export interface Unfolding extends ExprBase {
  readonly kind: 'Unfolding';
  readonly acc: AccPredicate;
  readonly body: Expr;
}

/** `applying (A --* B) in body` */
export interface Applying extends ExprBase {
  readonly kind: 'Applying';
  readonly wand: MagicWand;
  readonly body: Expr;
}

/** `asserting (A) in body` */
export interface Asserting extends ExprBase {
  readonly kind: 'Asserting';
  readonly assertion: Expr;
  readonly body: Expr;
}

/** `f(args)`, a Function of the program. */
export interface FuncApp extends ExprBase {
  readonly kind: 'FuncApp';
  readonly func: string;
  readonly args: readonly Expr[];
}

/** `f(args)`, a function of a domain; printed `(f(args): T)` where the type does not follow from the arguments. */
export interface DomainFuncApp extends ExprBase {
  readonly kind: 'DomainFuncApp';
  readonly domain: string;
  readonly func: string;
  readonly args: readonly Expr[];
  /** What the domain's type parameters are here, in their order. */
  readonly typeArgs: readonly Type[];
}

/** `Constructor(args)` */
export interface AdtConstruct extends ExprBase {
  readonly kind: 'AdtConstruct';
  readonly adt: string;
  readonly constructorName: string;
  readonly args: readonly Expr[];
  readonly typeArgs: readonly Type[];
}

/** `receiver.field` of an adt: arbitrary if the receiver was not made by a constructor with this field. */
export interface AdtDestruct extends ExprBase {
  readonly kind: 'AdtDestruct';
  readonly adt: string;
  readonly field: string;
  readonly receiver: Expr;
}

/** `receiver.isConstructor` */
export interface AdtDiscriminate extends ExprBase {
  readonly kind: 'AdtDiscriminate';
  readonly adt: string;
  readonly constructorName: string;
  readonly receiver: Expr;
}

/** `Seq(a, b)`, `Seq[T]()` */
export interface SeqLit extends ExprBase {
  readonly kind: 'SeqLit';
  readonly elems: readonly Expr[];
}

/** `[low..high)` */
export interface SeqRange extends ExprBase {
  readonly kind: 'SeqRange';
  readonly low: Expr;
  readonly high: Expr;
}

/** `left ++ right` */
export interface SeqAppend extends ExprBase {
  readonly kind: 'SeqAppend';
  readonly left: Expr;
  readonly right: Expr;
}

/** `seq[index]`: 0 <= index < |seq| must hold. */
export interface SeqIndex extends ExprBase {
  readonly kind: 'SeqIndex';
  readonly seq: Expr;
  readonly index: Expr;
}

/** `seq[..count]`: total, a count below 0 or beyond the end is clipped. */
export interface SeqTake extends ExprBase {
  readonly kind: 'SeqTake';
  readonly seq: Expr;
  readonly count: Expr;
}

/** `seq[count..]`: total; `seq[a..b]` is read as `seq[..b][a..]`. */
export interface SeqDrop extends ExprBase {
  readonly kind: 'SeqDrop';
  readonly seq: Expr;
  readonly count: Expr;
}

/** `seq[index := value]`: 0 <= index < |seq| must hold. */
export interface SeqUpdate extends ExprBase {
  readonly kind: 'SeqUpdate';
  readonly seq: Expr;
  readonly index: Expr;
  readonly value: Expr;
}

/** `elem in seq` */
export interface SeqContains extends ExprBase {
  readonly kind: 'SeqContains';
  readonly elem: Expr;
  readonly seq: Expr;
}

/** `Set(a, b)`, `Set[T]()` */
export interface SetLit extends ExprBase {
  readonly kind: 'SetLit';
  readonly elems: readonly Expr[];
}

/** `Multiset(a, b)`, `Multiset[T]()` */
export interface MultisetLit extends ExprBase {
  readonly kind: 'MultisetLit';
  readonly elems: readonly Expr[];
}

/** `a union b`, `a intersection b`, `a setminus b`, `a subset b`: of two sets or two multisets; `subset` gives a Bool. */
export interface SetBinary extends ExprBase {
  readonly kind: 'SetBinary';
  readonly op: 'union' | 'intersection' | 'setminus' | 'subset';
  readonly left: Expr;
  readonly right: Expr;
}

/** `elem in set`: a Bool for a set, for a multiset the Int that says how often. */
export interface SetContains extends ExprBase {
  readonly kind: 'SetContains';
  readonly elem: Expr;
  readonly set: Expr;
}

/** `|e|` of a sequence, set, multiset or map. */
export interface Cardinality extends ExprBase {
  readonly kind: 'Cardinality';
  readonly operand: Expr;
}

/** `Map(k := v, ...)`, `Map[K, V]()`; of equal keys the last one counts. */
export interface MapLit extends ExprBase {
  readonly kind: 'MapLit';
  readonly entries: readonly { readonly key: Expr; readonly value: Expr }[];
}

/** `map[key := value]` */
export interface MapUpdate extends ExprBase {
  readonly kind: 'MapUpdate';
  readonly map: Expr;
  readonly key: Expr;
  readonly value: Expr;
}

/** `map[key]`: the key must be in the map. */
export interface MapLookup extends ExprBase {
  readonly kind: 'MapLookup';
  readonly map: Expr;
  readonly key: Expr;
}

/** `key in map` */
export interface MapContains extends ExprBase {
  readonly kind: 'MapContains';
  readonly key: Expr;
  readonly map: Expr;
}

/** `domain(map)`, a set. */
export interface MapDomain extends ExprBase {
  readonly kind: 'MapDomain';
  readonly map: Expr;
}

/** `range(map)`, a set. */
export interface MapRange extends ExprBase {
  readonly kind: 'MapRange';
  readonly map: Expr;
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

export type Stmt =
  | Block
  | VarDecl
  | LocalAssign
  | FieldAssign
  | MethodCall
  | New
  | Inhale
  | Exhale
  | Assert
  | Assume
  | Refute
  | Fold
  | Unfold
  | Package
  | Apply
  | If
  | While
  | Break
  | Continue
  | Return
  | Label
  | Goto
  | Quasihavoc
  | Quasihavocall;

/** `{ ... }`, a scope. */
export interface Block extends NodeBase {
  readonly kind: 'Block';
  readonly stmts: readonly Stmt[];
}

/** `var x: T`: from here to the end of the block; an arbitrary value each time it is executed. */
export interface VarDecl extends NodeBase {
  readonly kind: 'VarDecl';
  readonly decl: LocalDecl;
}

/** `x := e` */
export interface LocalAssign extends NodeBase {
  readonly kind: 'LocalAssign';
  readonly target: LocalVar;
  readonly value: Expr;
}

/** `receiver.field := e` */
export interface FieldAssign extends NodeBase {
  readonly kind: 'FieldAssign';
  readonly target: FieldAccess;
  readonly value: Expr;
}

/** `x, y := m(args)`: targets are different variables, one for each result. */
export interface MethodCall extends NodeBase {
  readonly kind: 'MethodCall';
  readonly method: string;
  readonly args: readonly Expr[];
  readonly targets: readonly LocalVar[];
}

/** `x := new(f, g)`: a reference that is not null and differs from all known ones, with write permission to these fields. */
export interface New extends NodeBase {
  readonly kind: 'New';
  readonly target: LocalVar;
  /** `new(*)` lists all fields of the program. */
  readonly fields: readonly string[];
}

/** `inhale A` */
export interface Inhale extends NodeBase {
  readonly kind: 'Inhale';
  readonly assertion: Expr;
}

/** `exhale A` */
export interface Exhale extends NodeBase {
  readonly kind: 'Exhale';
  readonly assertion: Expr;
}

/** `assert A`: an exhale whose effect on the heap is undone. */
export interface Assert extends NodeBase {
  readonly kind: 'Assert';
  readonly assertion: Expr;
}

/** `assume A`: permissions in A are conditions on what is held; nothing is added to the heap. */
export interface Assume extends NodeBase {
  readonly kind: 'Assume';
  readonly assertion: Expr;
}

/** `refute A`: fails where A is proved on every path that reaches it. */
export interface Refute extends NodeBase {
  readonly kind: 'Refute';
  readonly assertion: Expr;
}

/** `fold acc(P(args), perm)` */
export interface Fold extends NodeBase {
  readonly kind: 'Fold';
  readonly acc: AccPredicate;
}

/** `unfold acc(P(args), perm)` */
export interface Unfold extends NodeBase {
  readonly kind: 'Unfold';
  readonly acc: AccPredicate;
}

/** `package A --* B { proof }` */
export interface Package extends NodeBase {
  readonly kind: 'Package';
  readonly wand: MagicWand;
  readonly proof: Block;
}

/** `apply A --* B` */
export interface Apply extends NodeBase {
  readonly kind: 'Apply';
  readonly wand: MagicWand;
}

/** `if (cond) { } else { }` */
export interface If extends NodeBase {
  readonly kind: 'If';
  readonly cond: Expr;
  readonly then: Block;
  readonly else: Block;
}

/** `while (cond) invariant A decreases m { body }` */
export interface While extends NodeBase {
  readonly kind: 'While';
  /** What Break and Continue call the loop; null where none does by name. */
  readonly name: string | null;
  readonly cond: Expr;
  readonly invariants: readonly Expr[];
  readonly measures: readonly Measure[];
  readonly body: Block;
}

/** `break name`: to after the loop of this name, the innermost one where the name is null. The invariant need not hold. */
export interface Break extends NodeBase {
  readonly kind: 'Break';
  readonly loop: string | null;
}

/** `continue name`: to the end of the body, where the invariant must hold. */
export interface Continue extends NodeBase {
  readonly kind: 'Continue';
  readonly loop: string | null;
}

/** `return`: to the end of the method, where the postconditions must hold. */
export interface Return extends NodeBase {
  readonly kind: 'Return';
}

/** `label name`: what `old[name]` and Goto name. Invariants have become those of a loop (structure.ts), so there are none. */
export interface Label extends NodeBase {
  readonly kind: 'Label';
  readonly name: string;
  readonly invariants: readonly Expr[];
}

/**
 * `goto name`: to a Label further down in this block or in a block around it. Only programs that were read have it; reading
 * makes loops of jumps backward (structure.ts). Encodings use Break, Continue and Return.
 */
export interface Goto extends NodeBase {
  readonly kind: 'Goto';
  readonly label: string;
}

/** `quasihavoc condition ==> resource` */
export interface Quasihavoc extends NodeBase {
  readonly kind: 'Quasihavoc';
  readonly condition: Expr | null;
  readonly resource: Resource;
}

/** `quasihavocall x: T :: condition ==> resource` */
export interface Quasihavocall extends NodeBase {
  readonly kind: 'Quasihavocall';
  readonly vars: readonly LocalDecl[];
  readonly condition: Expr | null;
  readonly resource: Resource;
}
