// `ir`: Go with the sugar gone. Structured, typed and explicit; data only, with the printed form above each alternative.
//
// What can block, panic or have an effect is an instruction of its own, in Go's order of evaluation; what cannot stays an
// expression tree. Types are the checker's, with every type parameter replaced: generic functions are instantiated.

import type { Span } from '../base/source.ts';
import type { BinaryOp, UnaryOp } from '../syntax/nodes.ts';
import type { Value } from '../types/index.ts';
import type { Func, Var } from '../types/object.ts';
import type { ChanType, Type, TypeParam } from '../types/type.ts';
import type { Contract, GhostOp } from './ghost.ts';

// ---------------------------------------------------------------------------------------------------------------
// Programs and functions

/** A package-level variable. Globals are shared memory: reading and writing them are instructions. */
export interface Global {
  readonly kind: 'Global';
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  readonly obj: Var;
}

/** A variable of a function: declared by the user, or a temporary of the translation. */
export interface Local {
  readonly kind: 'Local';
  /** Unique in its function, from 0. */
  readonly id: number;
  /** As the user wrote it; temporaries are `t1`, `t2`, ... */
  readonly name: string;
  readonly type: Type;
  readonly role: 'param' | 'result' | 'var' | 'temp' | 'capture';
  /**
   * Lives in a cell of its own, made anew each time its Declare runs, because its address is taken or a closure that
   * captures it may see it change. Only shared locals may be the root of an AddrOf.
   */
  readonly shared: boolean;
  /** The user's variable, or null for a temporary. */
  readonly obj: Var | null;
  readonly span: Span;
}

/**
 * A function with everything it needs. A literal's captured variables are in `captures`: by cell for shared ones, by value
 * for the others.
 *
 * `func name(params) (results) [captures] { body }`
 */
export interface Function {
  readonly kind: 'Function';
  /** Unique among all functions of a program: package path, receiver, name, type arguments; literals add `$n`. */
  readonly id: string;
  readonly name: string;
  /** The declared function or method; null for literals and wrappers. */
  readonly obj: Func | null;
  /** Why the function exists: written by the user, or made by the translation. */
  readonly origin: 'declared' | 'literal' | 'init' | 'bound-method' | 'method-expr' | 'promoted' | 'range-body';
  readonly params: readonly Local[];
  readonly results: readonly Local[];
  readonly captures: readonly Local[];
  readonly variadic: boolean;
  /** Of a generic function that is translated as it is written: types mention these. Empty for all others. */
  readonly typeParams: readonly TypeParam[];
  /** All locals, indexed by id. */
  readonly locals: readonly Local[];
  /** Null where nothing is specified. */
  readonly contract: Contract | null;
  /** Null where no Go body is in sight. */
  readonly body: Block | null;
  /** There is a Defer, here or in the body of a range over a function: returning and panicking run the deferred calls. */
  readonly hasDefer: boolean;
  readonly span: Span;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions: no effect, no block, no panic

export type Expr =
  | ConstExpr
  | ZeroExpr
  | LocalExpr
  | FuncExpr
  | AddrExpr
  | UnaryExpr
  | BinaryExpr
  | ConvertExpr
  | MakeInterfaceExpr
  | FieldExpr
  | LenExpr
  | MinMaxExpr
  | ComplexExpr
  | StructExpr
  | ArrayExpr;

interface ExprBase {
  readonly type: Type;
  readonly span: Span;
}

/** A literal value: `42`, `"x"`, `true` */
export interface ConstExpr extends ExprBase {
  readonly kind: 'Const';
  readonly value: Value;
}

/** `zero(T)`; also nil of any type. */
export interface ZeroExpr extends ExprBase {
  readonly kind: 'Zero';
}

/** `x`. Reading a shared local reads its cell. */
export interface LocalExpr extends ExprBase {
  readonly kind: 'LocalRef';
  readonly local: Local;
}

/** `func name`: a function as a value, without captures. */
export interface FuncExpr extends ExprBase {
  readonly kind: 'FuncRef';
  readonly func: FuncRef;
}

/** `&place` of a local or a global, or of fields in it. What goes through a pointer or an index may panic: see Addr. */
export interface AddrExpr extends ExprBase {
  readonly kind: 'AddrOf';
  readonly place: Place;
}

/** `op x`, never `<-` or `&`. */
export interface UnaryExpr extends ExprBase {
  readonly kind: 'Unary';
  readonly op: Exclude<UnaryOp, '<-' | '&' | '~'>;
  readonly x: Expr;
}

/** `x op y`. Never a division by what may be zero, a shift by what may be negative, or a comparison that may panic. */
export interface BinaryExpr extends ExprBase {
  readonly kind: 'Binary';
  readonly op: BinaryOp;
  readonly x: Expr;
  readonly y: Expr;
}

/** `T(x)` that can neither panic nor make a new slice. */
export interface ConvertExpr extends ExprBase {
  readonly kind: 'Convert';
  readonly x: Expr;
}

/** `iface(T, x)`: a concrete value as an interface, or an interface as a wider one. */
export interface MakeInterfaceExpr extends ExprBase {
  readonly kind: 'MakeInterface';
  readonly x: Expr;
}

/** `x.f` of a struct value. */
export interface FieldExpr extends ExprBase {
  readonly kind: 'Field';
  readonly x: Expr;
  readonly index: number;
}

/** `len(x)` and `cap(x)` of strings, arrays and slices; maps and channels change, so theirs are instructions. */
export interface LenExpr extends ExprBase {
  readonly kind: 'Len';
  readonly op: 'len' | 'cap';
  readonly x: Expr;
}

/** `min(args)`, `max(args)`; all arguments have the type of the result. */
export interface MinMaxExpr extends ExprBase {
  readonly kind: 'MinMax';
  readonly op: 'min' | 'max';
  readonly args: readonly Expr[];
}

/** `complex(x, y)`, `real(x)`, `imag(x)` */
export interface ComplexExpr extends ExprBase {
  readonly kind: 'Complex';
  readonly op: 'complex' | 'real' | 'imag';
  readonly x: Expr;
  /** Null but for `complex`. */
  readonly y: Expr | null;
}

/** `T{fields}`: a struct value; one expression for each field, in order. */
export interface StructExpr extends ExprBase {
  readonly kind: 'Struct';
  readonly fields: readonly Expr[];
}

/** `[n]T{i: x}`: an array value; what is not listed is zero. */
export interface ArrayExpr extends ExprBase {
  readonly kind: 'ArrayLit';
  readonly elems: readonly { readonly index: number; readonly value: Expr }[];
}

// ---------------------------------------------------------------------------------------------------------------
// Places: what can be read, written, or have its address taken

export type Place = LocalPlace | GlobalPlace | DerefPlace | FieldPlace | IndexPlace;

interface PlaceBase {
  readonly type: Type;
  readonly span: Span;
}

export interface LocalPlace extends PlaceBase {
  readonly kind: 'LocalPlace';
  readonly local: Local;
}

export interface GlobalPlace extends PlaceBase {
  readonly kind: 'GlobalPlace';
  readonly global: Global;
}

/** `*p`; panics when p is nil. */
export interface DerefPlace extends PlaceBase {
  readonly kind: 'Deref';
  readonly pointer: Expr;
}

/** `place.f` */
export interface FieldPlace extends PlaceBase {
  readonly kind: 'FieldPlace';
  readonly base: Place;
  readonly index: number;
}

/** `base[i]` of an array that is a place, or of a slice value; panics when i is out of range. */
export interface IndexPlace extends PlaceBase {
  readonly kind: 'IndexPlace';
  readonly base: { readonly kind: 'array'; readonly place: Place } | { readonly kind: 'slice'; readonly slice: Expr };
  readonly index: Expr;
}

// ---------------------------------------------------------------------------------------------------------------
// Callees

/** A function by id: bodies are translated when asked for. */
export interface FuncRef {
  readonly id: string;
  readonly name: string;
}

export type Callee =
  /** `f(args)` */
  | { readonly kind: 'static'; readonly func: FuncRef }
  /** `(x)(args)` through a function value; panics when it is nil. */
  | { readonly kind: 'value'; readonly func: Expr }
  /** `x.m(args)` through an interface; panics when it is nil. */
  | { readonly kind: 'method'; readonly recv: Expr; readonly method: Func }
  /** Built-ins that can be called, deferred or started as goroutines: print, close, delete, panic, recover, ... */
  | { readonly kind: 'builtin'; readonly name: string };

// ---------------------------------------------------------------------------------------------------------------
// Statements

export interface Block {
  readonly kind: 'Block';
  readonly list: readonly Stmt[];
}

export type Stmt = Instr | Control;

interface StmtBase {
  readonly span: Span;
}

export type Control =
  | IfStmt
  | LoopStmt
  | LabelledBlock
  | BreakStmt
  | ContinueStmt
  | ReturnStmt
  | SelectStmt
  | GhostStmt;

/** Ghost code, which changes nothing that runs; see ghost.ts. */
export interface GhostStmt extends StmtBase {
  readonly kind: 'Ghost';
  readonly op: GhostOp;
}

/** `if cond { then } else { otherwise }` */
export interface IfStmt extends StmtBase {
  readonly kind: 'If';
  readonly cond: Expr;
  readonly then: Block;
  readonly otherwise: Block;
}

/** What the user wrote a loop as, for the analyses that look for bounds. */
export type LoopForm =
  | 'for'
  | 'range-int'
  | 'range-array'
  | 'range-slice'
  | 'range-string'
  | 'range-map'
  | 'range-chan'
  | 'goto';

/**
 * `loop label { body } next { next }`: forever, left by Break, Return or a panic. Continue runs `next`, as does the end of
 * the body.
 */
export interface LoopStmt extends StmtBase {
  readonly kind: 'Loop';
  readonly label: string;
  readonly form: LoopForm;
  readonly body: Block;
  readonly next: Block;
}

/** `label: { body }`: Break leaves it. */
export interface LabelledBlock extends StmtBase {
  readonly kind: 'Labelled';
  readonly label: string;
  readonly body: Block;
}

/** `break label` */
export interface BreakStmt extends StmtBase {
  readonly kind: 'Break';
  readonly label: string;
}

/** `continue label` */
export interface ContinueStmt extends StmtBase {
  readonly kind: 'Continue';
  readonly label: string;
}

/** `return`: the result locals hold the results; deferred calls run and may change them. */
export interface ReturnStmt extends StmtBase {
  readonly kind: 'Return';
}

export type SelectComm =
  | { readonly kind: 'send'; readonly chan: Expr; readonly value: Expr; readonly span: Span }
  | {
      readonly kind: 'recv';
      readonly chan: Expr;
      /** Null where the value is not used. */
      readonly value: Local | null;
      readonly ok: Local | null;
      readonly span: Span;
    };

/** `select { case comm { body } ... default { body } }`: channels and values have been evaluated. */
export interface SelectStmt extends StmtBase {
  readonly kind: 'Select';
  readonly cases: readonly { readonly comm: SelectComm; readonly body: Block }[];
  /** Null without default: then the statement blocks. */
  readonly otherwise: Block | null;
}

export type Instr =
  | DeclareInstr
  | AssignInstr
  | LoadInstr
  | StoreInstr
  | AddrInstr
  | NilCheckInstr
  | NewInstr
  | MakeSliceInstr
  | MakeMapInstr
  | MakeChanInstr
  | ClosureInstr
  | IndexInstr
  | SliceInstr
  | MapGetInstr
  | MapSetInstr
  | MapIterInstr
  | MapNextInstr
  | StringNextInstr
  | LenInstr
  | TrapBinaryInstr
  | TrapConvertInstr
  | TypeAssertInstr
  | AppendInstr
  | CopyInstr
  | CallInstr
  | GoInstr
  | DeferInstr
  | FrameInstr
  | SendInstr
  | RecvInstr
  | CloseInstr
  | PanicInstr
  | FaultInstr
  | RecoverInstr
  | UnknownInstr;

/** `var x = value`: begins x's life; a shared x gets a new cell. */
export interface DeclareInstr extends StmtBase {
  readonly kind: 'Declare';
  readonly local: Local;
  readonly value: Expr;
}

/** `x = value` */
export interface AssignInstr extends StmtBase {
  readonly kind: 'Assign';
  readonly local: Local;
  readonly value: Expr;
}

/** `x = load place` */
export interface LoadInstr extends StmtBase {
  readonly kind: 'Load';
  readonly target: Local;
  readonly place: Place;
}

/** `store place = value` */
export interface StoreInstr extends StmtBase {
  readonly kind: 'Store';
  readonly place: Place;
  readonly value: Expr;
}

/** `p = addr place`, where the place goes through a pointer or an index; panics as an access would. */
export interface AddrInstr extends StmtBase {
  readonly kind: 'Addr';
  readonly target: Local;
  readonly place: Place;
}

/** `nilcheck p`: panics when p, a pointer or an interface, is nil. */
export interface NilCheckInstr extends StmtBase {
  readonly kind: 'NilCheck';
  readonly pointer: Expr;
}

/** `p = new T` with an initial value. */
export interface NewInstr extends StmtBase {
  readonly kind: 'New';
  readonly target: Local;
  readonly value: Expr;
}

/** `s = make []T, len, cap`, or a slice literal or conversion with its elements; panics when len or cap make no sense. */
export interface MakeSliceInstr extends StmtBase {
  readonly kind: 'MakeSlice';
  readonly target: Local;
  /** Where a string converts, its length in bytes, which for runes is but a bound. */
  readonly len: Expr;
  /** Null: as long as `len`. */
  readonly cap: Expr | null;
  /** Initial elements; null for zeros. A string where `[]byte(s)` or `[]rune(s)` converts. */
  readonly init:
    | null
    | { readonly kind: 'elems'; readonly elems: readonly { readonly index: number; readonly value: Expr }[] }
    | { readonly kind: 'string'; readonly string: Expr };
}

/** `m = make map[K]V, hint` */
export interface MakeMapInstr extends StmtBase {
  readonly kind: 'MakeMap';
  readonly target: Local;
  readonly hint: Expr | null;
}

/** `c = make chan T, cap`; panics when cap is negative. */
export interface MakeChanInstr extends StmtBase {
  readonly kind: 'MakeChan';
  readonly target: Local;
  readonly chan: ChanType;
  readonly cap: Expr | null;
}

/** `f = closure func [captured]`: the captured locals of this function, in the order of the literal's captures. */
export interface ClosureInstr extends StmtBase {
  readonly kind: 'Closure';
  readonly target: Local;
  readonly func: FuncRef;
  readonly captured: readonly Local[];
}

/** `x = index s[i]` of a string, a slice or an array value; panics when i is out of range. */
export interface IndexInstr extends StmtBase {
  readonly kind: 'Index';
  readonly target: Local;
  readonly x: Expr;
  readonly index: Expr;
}

/** `y = slice x[lo:hi:max]`; x is a string, a slice, or a pointer to an array. */
export interface SliceInstr extends StmtBase {
  readonly kind: 'Slice';
  readonly target: Local;
  readonly x: Expr;
  readonly low: Expr | null;
  readonly high: Expr | null;
  readonly max: Expr | null;
}

/** `v, ok = get m[k]`; panics for keys that cannot be compared. */
export interface MapGetInstr extends StmtBase {
  readonly kind: 'MapGet';
  readonly target: Local | null;
  readonly ok: Local | null;
  readonly map: Expr;
  readonly key: Expr;
}

/** `set m[k] = v`; panics when m is nil. */
export interface MapSetInstr extends StmtBase {
  readonly kind: 'MapSet';
  readonly map: Expr;
  readonly key: Expr;
  readonly value: Expr;
}

/** `it = iterate m`; the target has the type of the map and is used by MapNext only. */
export interface MapIterInstr extends StmtBase {
  readonly kind: 'MapIter';
  readonly target: Local;
  readonly map: Expr;
}

/** `ok, k, v = next it`, in any order. */
export interface MapNextInstr extends StmtBase {
  readonly kind: 'MapNext';
  readonly iter: Local;
  readonly ok: Local;
  readonly key: Local | null;
  readonly value: Local | null;
}

/** `r, width = decode s at i`: one rune of a string. */
export interface StringNextInstr extends StmtBase {
  readonly kind: 'StringNext';
  readonly string: Expr;
  readonly at: Expr;
  readonly rune: Local;
  readonly width: Local;
}

/** `n = len m` of a map or a channel, `n = cap c`. */
export interface LenInstr extends StmtBase {
  readonly kind: 'LenOf';
  readonly op: 'len' | 'cap';
  readonly target: Local;
  readonly x: Expr;
}

/** `z = x op y` where the operator may panic: division, shift, comparison of interfaces. */
export interface TrapBinaryInstr extends StmtBase {
  readonly kind: 'TrapBinary';
  readonly target: Local;
  readonly op: BinaryOp;
  readonly x: Expr;
  readonly y: Expr;
}

/**
 * `y = convert T, x` where the conversion may panic (a slice to an array or to a pointer to one) or reads memory (a slice
 * of bytes or runes to a string).
 */
export interface TrapConvertInstr extends StmtBase {
  readonly kind: 'TrapConvert';
  readonly target: Local;
  readonly x: Expr;
}

/** `y = x.(T)`, which panics, or `y, ok = x.(T)`, which does not. */
export interface TypeAssertInstr extends StmtBase {
  readonly kind: 'TypeAssert';
  /** Null where only the test matters. */
  readonly target: Local | null;
  readonly ok: Local | null;
  readonly x: Expr;
  readonly asserted: Type;
}

/** `s = append x, elems` or `s = append x, y...` */
export interface AppendInstr extends StmtBase {
  readonly kind: 'Append';
  readonly target: Local;
  readonly slice: Expr;
  readonly elems:
    | { readonly kind: 'elems'; readonly list: readonly Expr[] }
    | { readonly kind: 'spread'; readonly x: Expr };
}

/** `n = copy dst, src` */
export interface CopyInstr extends StmtBase {
  readonly kind: 'Copy';
  readonly target: Local | null;
  readonly dst: Expr;
  readonly src: Expr;
}

/** `targets = call callee(args)` */
export interface CallInstr extends StmtBase {
  readonly kind: 'Call';
  readonly targets: readonly (Local | null)[];
  readonly callee: Callee;
  readonly args: readonly Expr[];
}

/** `go callee(args)` */
export interface GoInstr extends StmtBase {
  readonly kind: 'Go';
  readonly callee: Callee;
  readonly args: readonly Expr[];
}

/** `defer callee(args)`: runs when the function named by `frame` ends; null for the enclosing one. */
export interface DeferInstr extends StmtBase {
  readonly kind: 'Defer';
  readonly callee: Callee;
  readonly args: readonly Expr[];
  /** In the body of a range over a function: a local that names the frame of the function with the loop. */
  readonly frame: Local | null;
}

/** `f = frame`: names the running call for deferred calls and recover in the bodies of ranges over functions. */
export interface FrameInstr extends StmtBase {
  readonly kind: 'Frame';
  readonly target: Local;
}

/** `send c <- v` */
export interface SendInstr extends StmtBase {
  readonly kind: 'Send';
  readonly chan: Expr;
  readonly value: Expr;
}

/** `v, ok = recv c` */
export interface RecvInstr extends StmtBase {
  readonly kind: 'Recv';
  readonly value: Local | null;
  readonly ok: Local | null;
  readonly chan: Expr;
}

/** `close c` */
export interface CloseInstr extends StmtBase {
  readonly kind: 'Close';
  readonly chan: Expr;
}

/** `panic v` */
export interface PanicInstr extends StmtBase {
  readonly kind: 'Panic';
  readonly value: Expr;
}

/** `fault "message"`: a run-time error of Go that no single instruction raises, such as an iterator that goes on too long. */
export interface FaultInstr extends StmtBase {
  readonly kind: 'Fault';
  readonly message: string;
}

/** `v = recover` */
export interface RecoverInstr extends StmtBase {
  readonly kind: 'Recover';
  readonly target: Local | null;
  /** As for Defer. */
  readonly frame: Local | null;
}

/** `targets = unknown "reason"`: what cannot be followed; anything may be in the targets, and `escaped` may be anywhere. */
export interface UnknownInstr extends StmtBase {
  readonly kind: 'Unknown';
  readonly targets: readonly Local[];
  readonly escaped: readonly Expr[];
  readonly reason: string;
  /** What it was in the source, with `escaped` for its operands; null where that says nothing. */
  readonly operation: UnsafeOperation | null;
}

/** Functions of package unsafe, and `(*T)(p)` of an unsafe pointer. */
export type UnsafeOperation =
  | 'unsafe.Add'
  | 'unsafe.Slice'
  | 'unsafe.SliceData'
  | 'unsafe.String'
  | 'unsafe.StringData'
  | 'convert';
