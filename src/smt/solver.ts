// What engines see of a solver, and what a solver needs of the outside world. Session.ts connects the two.

import type { Value } from './evaluate.ts';
import type { FuncDecl, Term, Var } from './terms.ts';

/** The solver gave no answer: it timed out, died, or gave up. The reason is in words for the user. */
export interface Unknown {
  readonly unknown: string;
}

export type CheckResult = 'sat' | 'unsat' | Unknown;

export function isUnknown(result: unknown): result is Unknown {
  return typeof result === 'object' && result !== null && 'unknown' in result;
}

/** Every call has a limit; where none is given, the session's default is used. */
export interface Limits {
  /** The solver gives up after this time; somewhat later it is ended by force. */
  readonly timeoutMs?: number;
  /** A limit on the solver's work that does not depend on the machine's speed. */
  readonly rlimit?: number;
}

export interface CheckOptions extends Limits {
  /** Formulas that are assumed for this call only. */
  readonly assumptions?: readonly Term[];
}

/** The result of an interpreted predicate or function: `body` over `params`. */
export interface Definition {
  readonly params: readonly Var[];
  readonly body: Term;
}

export type HornResult =
  /** There is an interpretation of the predicates that satisfies all clauses, and this is one. */
  | { readonly status: 'sat'; readonly definitions: ReadonlyMap<FuncDecl, Definition> }
  /** There is none: the clauses derive `false`. */
  | { readonly status: 'unsat' }
  | ({ readonly status: 'unknown' } & Unknown);

/** Counts of what a session has done. Times are wall-clock times. */
export interface SolverStatistics {
  readonly checks: number;
  readonly sat: number;
  readonly unsat: number;
  readonly unknown: number;
  /** What the solver has done, in its own units: the same for the same questions in the same order, however fast the machine. */
  readonly work: number;
  /** Calls that time has ended, or the end of the solver: asked again they may be answered. */
  readonly late: number;
  /** Times that the process or worker behind the session had to be started, the first included. */
  readonly starts: number;
  readonly ms: number;
}

/**
 * One conversation with one solver. Calls may be made without waiting for earlier ones: they are answered in order.
 * Functions, sorts and variables are declared when they first occur. No method throws because the solver failed:
 * such a failure is `unknown`, and the next call works again with everything that was asserted.
 */
export interface Solver {
  /** Which solver answers, with its version if it is known: `z3 5.2.0 (WebAssembly)`. */
  readonly name: string;
  readonly push: () => void;
  readonly pop: (levels?: number) => void;
  /** Adds a formula to the current level. Where `name` is given, it can occur in an unsatisfiable core. */
  readonly assert: (formula: Term, name?: string) => void;
  readonly check: (options?: CheckOptions) => Promise<CheckResult>;
  /** Values of `terms` in the model of the last `check`, which was `sat` and after which nothing was asserted or popped. */
  readonly model: (terms: readonly Term[]) => Promise<readonly Value[] | Unknown>;
  /** Names and assumptions that are unsatisfiable together, after a `check` that was `unsat`. Not always minimal. */
  readonly unsatCore: () => Promise<readonly (string | Term)[] | Unknown>;
  /** Whether `formula` holds in all models of what is asserted; leaves the stack as it was. */
  readonly entails: (formula: Term, options?: CheckOptions) => Promise<boolean | Unknown>;
  /** An equivalent formula without quantifiers. What is asserted plays no part. */
  readonly eliminate: (formula: Term, limits?: Limits) => Promise<Term | Unknown>;
  /** An equivalent formula that the solver finds simpler. What is asserted plays no part. */
  readonly simplify: (formula: Term, limits?: Limits) => Promise<Term | Unknown>;
  /** Constrained Horn clauses, closed formulas over uninterpreted predicates. What is asserted plays no part. */
  readonly horn: (clauses: readonly Term[], limits?: Limits) => Promise<HornResult>;
  /** Removes all assertions and levels. Keeps the solver running. */
  readonly reset: () => void;
  readonly statistics: () => SolverStatistics;
  /** Ends the solver; later calls are `unknown`. Calling it again does nothing. */
  readonly dispose: () => Promise<void>;
}

export type OptionValue = string | number | boolean;

/** How a session starts. Options are Z3's, such as `smt.mbqi`; they are set before anything else happens. */
export interface SolverOptions {
  readonly options?: Readonly<Record<string, OptionValue>>;
  /** The limits of calls that give none. */
  readonly timeoutMs?: number;
  readonly rlimit?: number;
}

/** What came back for a script: the text, or why there is none. After a failure the solver has lost its state. */
export type Reply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** A running solver that reads SMT-LIB. It keeps its state from script to script. */
export interface Channel {
  readonly name: string;
  /**
   * Gives what the solver printed for `script`; ends the solver by force after `hardLimitMs`. One call at a time.
   * With `fresh` nothing is left of earlier scripts but the options that the solver was started with.
   */
  readonly run: (script: string, hardLimitMs: number, fresh: boolean) => Promise<Reply>;
  /** Ends the solver. */
  readonly close: () => Promise<void>;
}

/** The outside world's part: starts a solver with these options. Throws a HostError where none can be started. */
export interface SolverHost {
  readonly name: string;
  /**
   * False: its solvers cannot stop themselves after some time, which takes a thread besides theirs. They are ended by force then.
   * Left out: true.
   */
  readonly hasTimer?: boolean;
  readonly start: (options: Readonly<Record<string, OptionValue>>) => Promise<Channel>;
}
