// `comm`: the communication program of a fragment. Plain serialisable data; above each alternative stands its printed form.
//
// What decides which synchronisation happens is kept, all other data is `?`. Values at run time are integers, booleans,
// atoms (constants that are only compared), references, functions, nil, and the unknown value `?`, which every operator
// passes on and on which every branch is a free choice. Variables and globals start as nil. docs/semantics.md says what each
// statement does; comm/text/print.ts and comm/text/parse.ts write and read the printed forms.

import type { Assumption, GapReason, Why } from '../base/reasons.ts';

/** A place in a source file: index into CommProgram.files, and offsets in UTF-16 units. */
export interface Site {
  readonly file: number;
  readonly start: number;
  readonly end: number;
}

/** What the end of the entry procedure means: the end of the process, or a return to code that goes on. */
export type RootKind = 'main' | 'test' | 'function';

export interface CommProgram {
  readonly kind: 'CommProgram';
  /** The function that the fragment is rooted at, as users call it. */
  readonly name: string;
  readonly root: RootKind;
  readonly files: readonly string[];
  readonly params: readonly ParamDecl[];
  /** Conditions on parameters that callers have promised: other values are not looked at. `require e` */
  readonly requires: readonly Expr[];
  readonly globals: readonly VarDecl[];
  readonly classes: readonly ClassDecl[];
  readonly procs: readonly Proc[];
  /** Index of the entry procedure, which takes no arguments. */
  readonly entry: number;
  /** What a verdict about this program rests on. `assume "no-panic" "p.F"` */
  readonly assumptions: readonly Assumption[];
  /** Why parts of the fragment could not be followed; what depends on them is `unknown`. */
  readonly gaps: readonly Gap[];
}

/** `gap notFollowed "p.F"` */
export interface Gap {
  readonly reason: GapReason;
  readonly site: Site;
}

/** A value fixed for one run of the fragment that comes from outside. */
export interface ParamDecl {
  /** As a person would write it in Go: `x`, `len(files)`. */
  readonly name: string;
  readonly type: 'int' | 'bool';
  /** Smallest possible value, or null: `len(files)` has 0. */
  readonly min: number | null;
  /** Of a Go type with fewer bits than 64: how many. Unsigned, if `min` is 0. */
  readonly bits?: number;
  readonly site: Site;
}

export interface VarDecl {
  readonly name: string;
  readonly site: Site;
}

/** What the records of a class stand for: values of a struct type, the variable behind a pointer, a value in an interface, a value from outside. */
export type ClassRole = 'struct' | 'cell' | 'box' | 'environment';

/** A kind of record: `class C {`, `class cell C {`. A field that holds a lock, a WaitGroup or a nested struct by value is created with the record. */
export interface ClassDecl {
  readonly name: string;
  readonly role: ClassRole;
  readonly fields: readonly FieldDecl[];
}

export interface FieldDecl {
  readonly name: string;
  readonly init: FieldInit;
}

export type FieldInit =
  | { readonly kind: 'value'; readonly value: ConstExpr }
  | { readonly kind: 'sync'; readonly sync: SyncKind }
  | { readonly kind: 'record'; readonly class: number };

export type SyncKind = 'mutex' | 'rwmutex' | 'waitgroup';

/** What a procedure stands for. Analyses ask for this; the name is for people. */
export type ProcRole =
  /** Something that the translation needs. Nothing is printed. */
  | { readonly kind: 'helper' }
  /**
   * The Go function with this id: `is function "p.F"`. `root`: the root of the fragment, or a literal in it. `model "path"`: it belongs to
   * the model of this standard package.
   */
  | { readonly kind: 'function'; readonly id: string; readonly root: boolean; readonly model: string | null }
  /** Any function or method of the environment: `is environment` */
  | { readonly kind: 'environment' }
  /** Takes a lock once more, as the next caller would: `is held`, see reduce/held.ts */
  | { readonly kind: 'held' }
  /** Gives all keys of a map with few, or one that was not there yet: `is keys`, `is key`, see map-keys.ts */
  | { readonly kind: 'keys' }
  | { readonly kind: 'key' }
  /**
   * An operation that no analysis follows: `is anything notFollowed "p.F"` may do anything with its arguments, `is writes mayChange "p.F"`
   * may write the data that they lead to, but leaves objects that synchronise alone, `is calls mayCall "p.F"` may call them. See
   * analysis/gaps.ts.
   */
  | { readonly kind: 'anything' | 'writes' | 'calls'; readonly reason: GapReason };

export interface Proc {
  readonly name: string;
  readonly role: ProcRole;
  /** Parameters first: their number is `params`. */
  readonly vars: readonly VarDecl[];
  readonly params: number;
  /** Indices of the variables that hold the results. */
  readonly results: readonly number[];
  readonly body: readonly Stmt[];
  readonly site: Site;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions: no effect, no block

export type ConstExpr =
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** A constant known only by being equal to itself and different from other atoms: a string, a type. */
  | { readonly kind: 'atom'; readonly value: string }
  | { readonly kind: 'nil' }
  /** `?`: anything. `?"err != nil"` stands for that expression; `?(timerFired)`, `?(state value "x.y")`: base/reasons.ts. */
  | { readonly kind: 'unknown'; readonly why: Why };

export type UnOp = '!' | '-';
export type BinOp =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  /** Bit by bit, on numbers without end: `-1` has all bits. */
  | '&'
  | '|'
  | '^'
  | '&^'
  | '<<'
  | '>>'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  /** Of two texts: one behind the other, and whether the first comes before the second. */
  | '++'
  | '.<'
  | '&&'
  | '||';

export type Expr =
  | ConstExpr
  /** `$name` */
  | { readonly kind: 'param'; readonly index: number }
  /** `x` */
  | { readonly kind: 'var'; readonly index: number }
  /** Division and remainder truncate as in Go; by zero they panic: extraction guards them. */
  | { readonly kind: 'unary'; readonly op: UnOp; readonly x: Expr }
  | { readonly kind: 'binary'; readonly op: BinOp; readonly x: Expr; readonly y: Expr }
  /** `func p(captured)`: the captured values become the procedure's first arguments. */
  | { readonly kind: 'func'; readonly proc: number; readonly captured: readonly Expr[] };

/** What can be read and written besides variables: shared memory. Accesses are local steps; see `atomic`. */
export type Place =
  /** `global g` */
  | { readonly kind: 'global'; readonly index: number }
  /** `x.f`, or `x.C:f` where several classes have such a field; panics when x is nil. */
  | { readonly kind: 'field'; readonly object: Expr; readonly class: number; readonly field: number }
  /** `x[i]`; panics out of range. With `i` unknown: any element. Of a text, a byte of it. */
  | { readonly kind: 'element'; readonly array: Expr; readonly index: Expr };

export type Callee =
  /** `p` */
  | { readonly kind: 'proc'; readonly proc: number }
  /** `(f)`: a function value; nil panics, `?` is a gap. */
  | { readonly kind: 'value'; readonly func: Expr }
  /** `(x).{C: p, D: q}`: by the receiver's class; the receiver is passed before the arguments given. Of plain data it is none, and gives false. */
  | {
      readonly kind: 'method';
      readonly recv: Expr;
      readonly table: readonly { readonly class: number; readonly proc: number }[];
    };

// ---------------------------------------------------------------------------------------------------------------
// Statements

export type Stmt =
  | AssignStmt
  | NewStmt
  | LoadStmt
  | StoreStmt
  | ArrayStmt
  | MapStmt
  | MakeChanStmt
  | SendStmt
  | RecvStmt
  | CloseStmt
  | SelectStmt
  | LockStmt
  | WaitGroupStmt
  | CondStmt
  | TimerStmt
  | AtomicStmt
  | GoStmt
  | CallStmt
  | DeferStmt
  | ReturnStmt
  | PanicStmt
  | RecoverStmt
  | ExitStmt
  | IfStmt
  | ChoiceStmt
  | LoopStmt
  | BranchStmt
  | YieldStmt;

interface Base {
  readonly site: Site;
}

/** `x = e` */
export interface AssignStmt extends Base {
  readonly kind: 'assign';
  readonly target: number;
  readonly value: Expr;
}

/** `x = new C`, `x = new mutex` or `x = new cond m`; `as "label"` where the label is not the variable's name. */
export interface NewStmt extends Base {
  readonly kind: 'new';
  readonly target: number;
  readonly what:
    | { readonly kind: 'record'; readonly class: number }
    | { readonly kind: 'sync'; readonly sync: SyncKind }
    | { readonly kind: 'cond'; readonly locker: Expr };
  /** Shown to users: the variable or field the object was made for. */
  readonly label: string;
}

/** `x = place` */
export interface LoadStmt extends Base {
  readonly kind: 'load';
  readonly target: number;
  readonly place: Place;
}

/** `place = e` */
export interface StoreStmt extends Base {
  readonly kind: 'store';
  readonly place: Place;
  readonly value: Expr;
}

/**
 * `x = array make n, e` (each element is e, or nil where e is left out), `x = array append a, e`, `x = array len a`,
 * `x = array slice a, lo, hi, max` (max, or hi and max, may be left out): slices that hold tracked values; `len` and `slice` also of texts. An unknown length makes the
 * whole array unknown; of unknown bounds any that fit are chosen. An append to a slice with elements behind it writes over them;
 * whether the array that another append makes shares its elements with the old one is a free choice, unless that has no room: an
 * array that was made, and nothing appended to.
 */
export interface ArrayStmt extends Base {
  readonly kind: 'array';
  readonly op: 'make' | 'append' | 'len' | 'slice';
  readonly target: number;
  readonly args: readonly Expr[];
}

/**
 * `x = map make`, `x, ok = map get m, k`, `map set m, k, e`, `map delete m, k`, `x = map len m`, `x = map key m, i` (the
 * i-th key in some order).
 * With an unknown key a read gives any entry or none, and a write makes an unknown entry.
 */
export interface MapStmt extends Base {
  readonly kind: 'map';
  readonly op: 'make' | 'get' | 'set' | 'delete' | 'len' | 'key';
  /** Null for set and delete. */
  readonly target: number | null;
  readonly ok: number | null;
  readonly args: readonly Expr[];
}

/** `x = chan n`; panics when n is negative. */
export interface MakeChanStmt extends Base {
  readonly kind: 'chan';
  readonly target: number;
  readonly capacity: Expr;
  readonly label: string;
}

/** `send c, e` */
export interface SendStmt extends Base {
  readonly kind: 'send';
  readonly chan: Expr;
  readonly value: Expr;
}

/** `x, ok = recv c` */
export interface RecvStmt extends Base {
  readonly kind: 'recv';
  readonly chan: Expr;
  readonly target: number | null;
  readonly ok: number | null;
}

/** `close c` */
export interface CloseStmt extends Base {
  readonly kind: 'close';
  readonly chan: Expr;
}

/** `select {`, `case send c, e {`, `case x = recv c {`, `default {`: each with its body */
export interface SelectStmt extends Base {
  readonly kind: 'select';
  readonly cases: readonly { readonly comm: SendStmt | RecvStmt; readonly body: readonly Stmt[] }[];
  /** Null without default. */
  readonly otherwise: readonly Stmt[] | null;
}

/** `lock m`, `unlock m`, `rlock m`, `runlock m`, `x = trylock m`, `x = tryrlock m` */
export interface LockStmt extends Base {
  readonly kind: 'lock';
  readonly op: 'lock' | 'unlock' | 'rlock' | 'runlock' | 'trylock' | 'tryrlock';
  readonly lock: Expr;
  /** Null but for the try forms. */
  readonly target: number | null;
}

/** `add w, n`, `wait w`; done is `add w, -1`. */
export interface WaitGroupStmt extends Base {
  readonly kind: 'waitgroup';
  readonly op: 'add' | 'wait';
  readonly group: Expr;
  /** Null for wait. */
  readonly delta: Expr | null;
}

/** `cond wait c`, `cond signal c`, `cond broadcast c`: wait unlocks the locker, parks, and locks again. */
export interface CondStmt extends Base {
  readonly kind: 'cond';
  readonly op: 'wait' | 'signal' | 'broadcast';
  readonly cond: Expr;
}

/**
 * `timer once c, rank`, `timer ticker c, rank`: from now on the environment may send on c, at any time, without blocking;
 * `x = timer stop c` ends that.
 * rank orders durations where they are known, so that findings which need a shorter timer to fire later can be ranked.
 */
export interface TimerStmt extends Base {
  readonly kind: 'timer';
  readonly op: 'once' | 'ticker' | 'stop';
  readonly chan: Expr;
  readonly rank: number | null;
  /** For stop: whether it was still running. */
  readonly target: number | null;
}

/** `x = atomic load p`, `atomic store p, e`, `x = atomic add p, e`, `x = atomic swap p, e`, `x = atomic cas p, old, new` */
export interface AtomicStmt extends Base {
  readonly kind: 'atomic';
  readonly op: 'load' | 'store' | 'add' | 'swap' | 'cas';
  readonly target: number | null;
  readonly place: Place;
  readonly args: readonly Expr[];
}

/** `go p(args)` */
export interface GoStmt extends Base {
  readonly kind: 'go';
  readonly callee: Callee;
  readonly args: readonly Expr[];
}

/**
 * `x, y = call p(args)`; `call optional (x).{...}(args)` where the targets keep what they have if no object that the program made answers;
 * `call through p(args)` where the caller only stands for what it calls: then `recover` in there acts as if it
 * had been called in its caller's place. A call that is the last thing its procedure does, without targets and deferred calls, takes its
 * caller's place: loops written as recursion stay finite.
 */
export interface CallStmt extends Base {
  readonly kind: 'call';
  readonly callee: Callee;
  readonly args: readonly Expr[];
  readonly targets: readonly (number | null)[];
  readonly through?: true;
  readonly optional?: true;
}

/** `defer p(args)`: runs when the procedure returns or unwinds, last first. */
export interface DeferStmt extends Base {
  readonly kind: 'defer';
  readonly callee: Callee;
  readonly args: readonly Expr[];
}

/** `return`: results are in the result variables, which deferred calls may still change through cells. */
export interface ReturnStmt extends Base {
  readonly kind: 'return';
}

/**
 * `panic "what"`: unwinds and can be recovered. `fatal "what"`: ends the process. `goexit`: unwinds this goroutine only. `panic nilcall
 * "what"`: of the call of a function value that is nil.
 */
export interface PanicStmt extends Base {
  readonly kind: 'panic';
  readonly op: 'panic' | 'fatal' | 'goexit';
  readonly what: string;
  readonly nilCall?: true;
}

/** `x = recover`: true if a panic was stopped. */
export interface RecoverStmt extends Base {
  readonly kind: 'recover';
  readonly target: number | null;
}

/** `exit`: the process ends here, as with os.Exit and log.Fatal; nothing that is then blocked leaks. */
export interface ExitStmt extends Base {
  readonly kind: 'exit';
}

/** `if e { ... } else { ... }` */
export interface IfStmt extends Base {
  readonly kind: 'if';
  readonly cond: Expr;
  readonly then: readonly Stmt[];
  readonly otherwise: readonly Stmt[];
}

/** `choose "x" { ... } or { ... }`, `choose (error "f()") { ... }`: a free choice that no expression stands for. `why` says what it abstracts. */
export interface ChoiceStmt extends Base {
  readonly kind: 'choice';
  readonly why: Why;
  readonly branches: readonly (readonly Stmt[])[];
}

/** What is known about a loop's end. */
export type Termination =
  /** Ends by its own tracked data, or never does: nothing is assumed. */
  | 'exact'
  /** Ends by a free choice, and the program's loop was shown to end. */
  | 'terminates'
  /** Ends by a free choice, and nothing is known. */
  | 'unknown';

/** `loop label termination { ... } next { ... }`: forever, left by break, return or panic. */
export interface LoopStmt extends Base {
  readonly kind: 'loop';
  readonly label: string;
  readonly body: readonly Stmt[];
  /** Runs before each further round, also after continue. */
  readonly next: readonly Stmt[];
  readonly termination: Termination;
}

/** `break label`, `continue label` */
export interface BranchStmt extends Base {
  readonly kind: 'branch';
  readonly op: 'break' | 'continue';
  readonly label: string;
}

/** `yield`: a scheduling point without effect: runtime.Gosched, or a plain access that may race. */
export interface YieldStmt extends Base {
  readonly kind: 'yield';
}
