// A conversation with a solver that answers while the caller waits: assertions on levels, and checks.

import { createNames, type Names } from './names.ts';
import { type Declared, declarationsFor, printTerm } from './print.ts';
import type { OptionValue, Reply } from './solver.ts';
import { Int, type Sort } from './sorts.ts';
import type { FuncDecl, Term, Var } from './terms.ts';

/** A running solver that reads SMT-LIB and answers synchronously. It keeps its state from script to script. */
export interface SyncChannel {
  readonly name: string;
  /**
   * What the solver printed for `script`. With `fresh` nothing is left of earlier scripts but the options that the solver
   * was started with. A solver that takes longer than `hardLimitMs` is ended by force where that is possible.
   */
  readonly run: (script: string, hardLimitMs: number, fresh: boolean) => Reply;
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

type Options = Readonly<Record<string, OptionValue>>;

interface Other {
  readonly channel: SyncChannel;
  /** What it said last of its work. */
  counted: number;
}

/** Reasons that Z3 gives for `unknown` when it ran out of resources. */
const limitReasons = ['canceled', 'timeout', 'resource limit', 'memout', 'memory'];

/** Ends a solver that does not keep to its own limits, minutes after it should have given up. */
const hardLimitMs = 120_000;

/** What is declared on a stack of levels: leaving one forgets what was declared there. */
class DeclaredOnLevels implements Declared {
  private readonly all = new Set<Var | FuncDecl | Sort>();
  private readonly levels: (Var | FuncDecl | Sort)[][] = [[]];

  has(thing: Var | FuncDecl | Sort): boolean {
    return this.all.has(thing);
  }

  add(thing: Var | FuncDecl | Sort): void {
    this.all.add(thing);
    this.levels.at(-1)?.push(thing);
  }

  push(): void {
    this.levels.push([]);
  }

  pop(): void {
    for (const thing of this.levels.pop() ?? []) this.all.delete(thing);
  }
}

/**
 * One stack of assertions. Symbols are declared when they first occur, and again where the level of that is left.
 * Commands are collected and sent with the next check, so only checks wait for the solver.
 */
export class IncrementalSession {
  private readonly host: SyncSolverHost;
  private readonly options: Options;
  private channel: SyncChannel | null = null;
  private names: Names = createNames();
  private declared = new DeclaredOnLevels();
  /** What terms look like, as long as names stay. */
  private printed = new Map<Term, string>();
  private pending: string[] = [];
  /** What was declared and asserted on each open level, for a solver that starts anew. */
  private levels: string[][] = [[]];
  /** Solvers with other options, which get every question whole. */
  private readonly others = new Map<Options, Other>();
  /** Whether what the solver knows is to be forgotten before the next script. */
  private isFresh = true;
  checks = 0;
  /** What the solver has done for this session, in its own units. */
  work = 0;
  /** What it said last of that. */
  private counted = 0;

  constructor(host: SyncSolverHost, options: Options) {
    this.host = host;
    this.options = options;
  }

  /** Forgets everything that was asserted and declared. */
  reset(): void {
    this.names = createNames();
    this.declared = new DeclaredOnLevels();
    this.printed = new Map();
    this.pending = [];
    this.levels = [[]];
    this.isFresh = true;
  }

  push(): void {
    this.pending.push('(push 1)');
    this.levels.push([]);
    this.declared.push();
  }

  private say(command: string): void {
    this.pending.push(command);
    this.levels.at(-1)?.push(command);
  }

  pop(levels: number): void {
    if (levels === 0) return;
    this.pending.push(`(pop ${levels})`);
    for (let i = 0; i < levels; i++) this.declared.pop();
    this.levels.length -= levels;
  }

  private declare(formula: Term): void {
    for (const command of declarationsFor([formula], this.names, this.declared)) this.say(command);
  }

  assert(formula: Term): void {
    this.declare(formula);
    let text = this.printed.get(formula);
    if (text === undefined) {
      text = printTerm(formula, this.names);
      this.printed.set(formula, text);
    }
    this.say(`(assert ${text})`);
  }

  /** Whether what is asserted contradicts itself, with `formula` in addition. */
  check(formula: Term, rlimit: number): SyncAnswer {
    this.checks++;
    // On the level that stays, so that the next question need not declare it again.
    this.declare(formula);
    this.push();
    this.assert(formula);
    this.pending.push(...question(rlimit));
    this.pop(1);
    const script = `${this.pending.join('\n')}\n`;
    this.pending = [];
    this.channel ??= this.host.start(this.options);
    const reply = this.channel.run(script, hardLimitMs, this.isFresh);
    this.isFresh = false;
    if (reply.kind === 'failed') return this.lose(reply.reason);
    const { answer, total } = answerIn(reply.text);
    const work = workSince(this.counted, total);
    this.work += work;
    this.counted = total;
    return answer.kind === 'lost' ? this.lose(answer.reason) : withLimit(answer, work, rlimit);
  }

  /**
   * Values of `terms`, numbers and truth values, in something the solver found for `formula` with what is asserted; null for
   * each term where it found none, or nothing that has such a value. The work is the same whenever the same is asked.
   */
  valuesOf(formula: Term, terms: readonly Term[], rlimit: number): readonly (string | null)[] {
    for (const term of [formula, ...terms]) this.declare(term);
    this.push();
    this.assert(formula);
    // Names of their own keep the answers short, whatever the terms are.
    terms.forEach((term, i) => {
      const sort = term.sort === Int ? 'Int' : 'Bool';
      this.pending.push(
        `(declare-fun value!${i} () ${sort})`,
        `(assert (= value!${i} ${printTerm(term, this.names)}))`,
      );
    });
    const asked = terms.map((_, i) => `(get-value (value!${i}))`);
    this.pending.push(`(set-option :rlimit ${rlimit})`, '(check-sat)', '(set-option :rlimit 0)', ...asked);
    this.pop(1);
    const script = `${this.pending.join('\n')}\n`;
    this.pending = [];
    this.channel ??= this.host.start(this.options);
    const reply = this.channel.run(script, hardLimitMs, this.isFresh);
    this.isFresh = false;
    if (reply.kind === 'failed') {
      this.dispose();
      return terms.map(() => null);
    }
    const found = new Map(
      [...reply.text.matchAll(/\(\(value!(\d+) (?:\(- (\d+)\)|(-?\d+|true|false))\)\)/g)].map(
        ([, i, negative, plain]) => [Number(i), negative === undefined ? (plain as string) : `-${negative}`] as const,
      ),
    );
    return terms.map((_, i) => found.get(i) ?? null);
  }

  /**
   * The same question to a solver that knows nothing but what it is about: what a solver has seen before moves its search,
   * sometimes to where it does not come back from. Where that solver is lost, nothing else is.
   */
  checkAnew(formula: Term, rlimit: number, options: Options): SyncAnswer {
    this.checks++;
    this.declare(formula);
    const text = this.printed.get(formula) ?? printTerm(formula, this.names);
    const script = [...this.commands(), '(push 1)', `(assert ${text})`, ...question(rlimit)];
    const other = this.others.get(options) ?? { channel: this.host.start(options), counted: 0 };
    this.others.set(options, other);
    const reply = other.channel.run(`${script.join('\n')}\n`, hardLimitMs, true);
    if (reply.kind === 'text') {
      const { answer, total } = answerIn(reply.text);
      const work = workSince(other.counted, total);
      this.work += work;
      other.counted = total;
      if (answer.kind !== 'lost') return withLimit(answer, work, rlimit);
    }
    other.channel.close();
    this.others.delete(options);
    return { kind: 'limit' };
  }

  /** Makes the solver forget how it got here, but not what is asserted. */
  renew(): void {
    this.isFresh = true;
    this.pending = this.commands();
  }

  /** Everything that is asserted, on its levels: on one it would be simplified together, which hides what triggers match. */
  private commands(): string[] {
    return this.levels.flatMap((level, i) => (i === 0 ? level : ['(push 1)', ...level]));
  }

  private lose(reason: string): SyncAnswer {
    this.dispose();
    return { kind: 'lost', reason };
  }

  dispose(): void {
    this.channel?.close();
    this.channel = null;
    for (const { channel } of this.others.values()) channel.close();
    this.others.clear();
  }
}

/** What was done between two answers. A solver that was started anew counts from the beginning. */
function workSince(before: number, now: number): number {
  return now >= before ? now - before : now;
}

/** A solver that stops at its limit does not always give that as its reason. */
function withLimit(answer: SyncAnswer, work: number, rlimit: number): SyncAnswer {
  return answer.kind === 'open' && work >= rlimit ? { kind: 'limit' } : answer;
}

/** The commands of a check with a limit of its own: left as it is, it would also stop others that came later. */
function question(rlimit: number): readonly string[] {
  return [
    `(set-option :rlimit ${rlimit})`,
    '(check-sat)',
    '(set-option :rlimit 0)',
    '(get-info :reason-unknown)',
    '(get-info :rlimit)',
  ];
}

/** What the solver answered, and what it has done so far. */
function answerIn(text: string): { readonly answer: SyncAnswer; readonly total: number } {
  const lines = text.split('\n').map((line) => line.trim());
  const [status, ...rest] = lines;
  const total = Number(/^\(:rlimit (\d+)\)$/.exec(lines.at(-1) || (lines.at(-2) ?? ''))?.[1] ?? 0);
  const answer = (): SyncAnswer => {
    if (status === 'unsat') return { kind: 'unsat' };
    if (status === 'sat') return { kind: 'open' };
    if (status !== 'unknown') return { kind: 'lost', reason: `the solver reports: ${text.trim().slice(0, 500)}` };
    const reason = rest.join(' ');
    return { kind: limitReasons.some((word) => reason.includes(word)) ? 'limit' : 'open' };
  };
  return { answer: answer(), total };
}
