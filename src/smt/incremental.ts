// A conversation with a solver that answers while the caller waits: assertions on levels, and checks.

import { createNames, type Names } from './names.ts';
import { type Declared, declarationsFor, nothingDeclared, printTerm } from './print.ts';
import type { OptionValue, Reply } from './solver.ts';
import type { Term } from './terms.ts';

/** A running solver that reads SMT-LIB and answers synchronously. It keeps its state from script to script. */
export interface SyncChannel {
  readonly name: string;
  /** What the solver printed for `script`. A solver that takes longer than `hardLimitMs` is ended by force. */
  readonly run: (script: string, hardLimitMs: number) => Reply;
  readonly close: () => void;
}

/** Starts solvers. Throws a HostError where none can be started. */
export interface SyncSolverHost {
  readonly name: string;
  readonly start: (options: Readonly<Record<string, OptionValue>>) => SyncChannel;
}

export type SyncAnswer =
  | { readonly kind: 'unsat' }
  /** `sat`, or the solver gave up although it had resources left. */
  | { readonly kind: 'open' }
  /** The limit on resources was reached. */
  | { readonly kind: 'limit' }
  /** The solver died or reported an error; what was asserted is lost. */
  | { readonly kind: 'lost'; readonly reason: string };

/** Reasons that Z3 gives for `unknown` when it ran out of resources. */
const limitReasons = ['canceled', 'timeout', 'resource limit', 'memout', 'memory'];

/** Ends a solver that does not keep to its own limits, minutes after it should have given up. */
const hardLimitMs = 120_000;

/**
 * One stack of assertions. Symbols are declared when they first occur, on no level: they outlive the levels they occur on.
 * Commands are collected and sent with the next check, so only checks wait for the solver.
 */
export class IncrementalSession {
  private readonly host: SyncSolverHost;
  private readonly options: Readonly<Record<string, OptionValue>>;
  private channel: SyncChannel | null = null;
  private names: Names = createNames();
  private declared: Declared = nothingDeclared();
  private pending: string[] = [];
  checks = 0;

  constructor(host: SyncSolverHost, options: Readonly<Record<string, OptionValue>>) {
    this.host = host;
    this.options = options;
  }

  /** Forgets everything that was asserted and declared. */
  reset(): void {
    this.names = createNames();
    this.declared = nothingDeclared();
    this.pending = ['(reset)', '(set-option :print-success false)', '(set-option :global-declarations true)'];
  }

  push(): void {
    this.pending.push('(push 1)');
  }

  pop(levels: number): void {
    if (levels > 0) this.pending.push(`(pop ${levels})`);
  }

  assert(formula: Term): void {
    for (const command of declarationsFor([formula], this.names, this.declared)) this.pending.push(command);
    this.pending.push(`(assert ${printTerm(formula, this.names)})`);
  }

  /** Whether what is asserted contradicts itself, with `formula` in addition. */
  check(formula: Term, rlimit: number): SyncAnswer {
    this.checks++;
    this.push();
    this.assert(formula);
    // The limit is for this check: left as it is, it would also stop other commands, once they have used as much together.
    this.pending.push(
      `(set-option :rlimit ${rlimit})`,
      '(check-sat)',
      '(set-option :rlimit 0)',
      '(get-info :reason-unknown)',
    );
    this.pop(1);
    const script = `${this.pending.join('\n')}\n`;
    this.pending = [];
    this.channel ??= this.host.start(this.options);
    const reply = this.channel.run(script, hardLimitMs);
    if (reply.kind === 'failed') return this.lose(reply.reason);
    return this.answerIn(reply.text);
  }

  private answerIn(text: string): SyncAnswer {
    const lines = text.split('\n').map((line) => line.trim());
    const [status, ...rest] = lines;
    if (status === 'unsat') return { kind: 'unsat' };
    if (status === 'sat') return { kind: 'open' };
    if (status !== 'unknown') return this.lose(`the solver reports: ${text.trim().slice(0, 500)}`);
    const reason = rest.join(' ');
    return { kind: limitReasons.some((word) => reason.includes(word)) ? 'limit' : 'open' };
  }

  private lose(reason: string): SyncAnswer {
    this.dispose();
    return { kind: 'lost', reason };
  }

  dispose(): void {
    this.channel?.close();
    this.channel = null;
  }
}
