// A solver session: keeps the assertion stack, sends what changed, and sends all of it again after the solver was lost.

import { not } from './build.ts';
import { Connection } from './connection.ts';
import type { Value } from './evaluate.ts';
import { createNames, type Names } from './names.ts';
import { parseDefinition, parseGoals, parseValue } from './parse.ts';
import { type Declared, declarationsFor, declaredWithin, nothingDeclared, printTerm } from './print.ts';
import { isSymbol, type SExpr, SyntaxFault } from './sexpr.ts';
import {
  type CheckOptions,
  type CheckResult,
  type Definition,
  type HornResult,
  isUnknown,
  type Limits,
  type Solver,
  type SolverHost,
  type SolverOptions,
  type SolverStatistics,
  type Unknown,
} from './solver.ts';
import { Bool, Int, Real, type Sort } from './sorts.ts';
import { False, type FuncDecl, int, real, type Term, type Var } from './terms.ts';
import { freeVars, functionsOf, hasQuantifier, substitute } from './traverse.ts';

/** Declarations, assertions and pushes that are in force, the last one first. It shares its tail: a snapshot is a pointer. */
interface Log {
  readonly before: Log | null;
  readonly command: string;
}

function commandsOf(log: Log | null): string[] {
  const commands: string[] = [];
  for (let node = log; node !== null; node = node.before) commands.push(node.command);
  return commands.reverse();
}

/** What a channel has to be told before a call: the whole state, and what of it is new. */
interface Pending {
  readonly log: Log | null;
  /** Null where everything is new. */
  readonly changes: readonly string[] | null;
}

const defaultTimeoutMs = 10_000;

const askWork = '(get-info :rlimit)';

export interface SessionOptions extends SolverOptions {
  /** Makes `unsatCore` possible, at some cost. */
  readonly unsatCores?: boolean;
  /**
   * Every `check` goes to a solver without a past, which then chooses its strategy for the whole question: slow to start,
   * but stronger on products and quantifiers.
   */
  readonly whole?: boolean;
  /** Reads a clock, in milliseconds; for statistics only. */
  readonly now?: () => number;
}

/** Opens a session. The solver is started when it is first needed. */
export function openSolver(host: SolverHost, options: SessionOptions = {}): Solver {
  return new Session(host, options);
}

class Session implements Solver {
  private readonly options: SessionOptions;
  private names: Names = createNames();
  private declared: Declared = nothingDeclared();
  private log: Log | null = null;
  /** What was there before each open push. */
  private levels: { readonly log: Log | null; readonly declared: Declared }[] = [];
  /** Commands that the solver has not seen; null where it has to leave all levels and see everything again. */
  private pending: string[] | null = null;
  private readonly connection: Connection;
  private readonly hasTimer: boolean;
  /** False where the solver's state is not what the commands so far make it: then everything is sent again. */
  private inStep = false;
  private queue: Promise<unknown> = Promise.resolve();
  /** Counts the calls that can change what the channel's model belongs to. */
  private epoch = 0;
  private satEpoch = -1;
  private coreNames = new Map<string, string | Term>();
  private counts = { checks: 0, sat: 0, unsat: 0, unknown: 0, work: 0, late: 0, ms: 0 };
  /** What the solver said last of its work. */
  private counted = 0;
  private assumptionCount = 0;

  constructor(host: SolverHost, options: SessionOptions) {
    this.options = options;
    this.hasTimer = host.hasTimer !== false;
    // Cores cost something, and this option has its effect only before the start.
    const cores = options.unsatCores ? { unsat_core: true } : {};
    this.connection = new Connection(host, { ...options.options, ...cores });
  }

  get name(): string {
    return this.connection.name;
  }

  push = (): void => {
    this.levels.push({ log: this.log, declared: this.declared });
    this.declared = declaredWithin(this.declared);
    this.record('(push 1)');
  };

  pop = (levels = 1): void => {
    for (let i = 0; i < levels; i++) {
      const level = this.levels.pop();
      if (level === undefined) throw new RangeError('pop without push');
      this.log = level.log;
      this.declared = level.declared;
    }
    if (levels > 0) this.pending?.push(`(pop ${levels})`);
    this.epoch++;
  };

  assert = (formula: Term, name?: string): void => {
    this.declare([formula]);
    let text = printTerm(formula, this.names);
    if (name !== undefined && this.options.unsatCores) text = `(! ${text} :named ${this.coreName(name)})`;
    this.record(`(assert ${text})`);
  };

  private record(command: string): void {
    this.log = { before: this.log, command };
    this.pending?.push(command);
    this.epoch++;
  }

  private declare(terms: readonly Term[]): void {
    for (const command of declarationsFor(terms, this.names, this.declared)) this.record(command);
  }

  private coreName(meaning: string | Term): string {
    const symbol = `$a${this.assumptionCount++}`;
    this.coreNames.set(symbol, meaning);
    return symbol;
  }

  private limitCommands(limits: Limits): { readonly commands: string[]; readonly timeoutMs: number } {
    const timeoutMs = Math.max(1, Math.ceil(limits.timeoutMs ?? this.options.timeoutMs ?? defaultTimeoutMs));
    const rlimit = limits.rlimit ?? this.options.rlimit ?? 0;
    const timer = this.hasTimer ? [`(set-option :timeout ${timeoutMs})`] : [];
    return { commands: [...timer, `(set-option :rlimit ${rlimit})`], timeoutMs };
  }

  /** Runs `job` after all earlier ones. */
  private enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = this.queue.then(job);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private takePending(): Pending {
    const changes = this.pending;
    this.pending = [];
    return { log: this.log, changes };
  }

  check = (options: CheckOptions = {}): Promise<CheckResult> => {
    const assumptions = options.assumptions ?? [];
    this.declare(assumptions);
    const state = this.takePending();
    const extra = assumptions.map((term) => {
      const text = printTerm(term, this.names);
      return `(assert ${this.options.unsatCores ? `(! ${text} :named ${this.coreName(term)})` : text})`;
    });
    // The level of the assumptions stays until the next call, so that the model can be asked for.
    if (extra.length > 0) {
      extra.unshift('(push 1)');
      this.pending?.push('(pop 1)');
    }
    const epoch = ++this.epoch;
    return this.enqueue(async () => {
      const started = this.options.now?.() ?? 0;
      const result = await this.runCheck(state, extra, options);
      this.counts.checks++;
      this.counts[isUnknown(result) ? 'unknown' : result]++;
      this.counts.ms += (this.options.now?.() ?? 0) - started;
      if (result === 'sat' || result === 'unsat') this.satEpoch = epoch;
      return result;
    });
  };

  private async runCheck(state: Pending, extra: readonly string[], limits: Limits): Promise<CheckResult> {
    const { commands: limitCommands, timeoutMs } = this.limitCommands(limits);
    const whole = this.options.whole === true;
    // A level would make the solver keep a past.
    const question = [...extra.filter((command) => !whole || command !== '(push 1)'), '(check-sat)', askWork];
    const answer =
      !whole && this.inStep && state.changes !== null && this.connection.isAlive()
        ? await this.connection.run([...state.changes, ...question], limitCommands, timeoutMs)
        : await this.connection.restart([...commandsOf(state.log), ...question], limitCommands, timeoutMs, whole);
    this.inStep = !isUnknown(answer);
    if (isUnknown(answer)) return answer;
    const [last, ...rest] = this.withoutWork(answer);
    if (rest.length === 0 && last?.kind === 'symbol') {
      if (last.text === 'sat' || last.text === 'unsat') return last.text;
      if (last.text === 'unknown') return { unknown: await this.reasonUnknown(timeoutMs) };
    }
    this.inStep = false;
    this.connection.forget();
    return { unknown: "the solver's answer to check-sat cannot be read" };
  }

  /** What the solver did for the last call is added to the count; the rest of its answer is given back. */
  private withoutWork(answer: readonly SExpr[]): readonly SExpr[] {
    const last = answer[answer.length - 1];
    const [key, info] = last?.kind === 'list' ? last.items : [];
    if (key?.kind !== 'keyword' || key.text !== 'rlimit' || info?.kind !== 'numeral') return answer;
    const total = Number(info.text);
    // A solver that was started again counts from the beginning.
    this.counts.work += total >= this.counted ? total - this.counted : total;
    this.counted = total;
    return answer.slice(0, -1);
  }

  private async reasonUnknown(timeoutMs: number): Promise<string> {
    const answer = await this.connection.run(['(get-info :reason-unknown)'], [], 1000);
    if (isUnknown(answer)) return answer.unknown;
    const [info] = answer;
    const reason = info?.kind === 'list' ? info.items[1] : undefined;
    const text = reason === undefined || reason.kind === 'list' ? '' : reason.text;
    if (/resource limits|max\. resource/.test(text)) return 'no answer within the limit of work';
    if (/timeout|canceled|interrupted/.test(text)) {
      this.counts.late++;
      return `no answer within ${timeoutMs} ms`;
    }
    return text === '' ? 'the solver gave up' : `the solver gave up: ${text}`;
  }

  model = (terms: readonly Term[]): Promise<readonly Value[] | Unknown> => {
    const { epoch, names } = this;
    const texts = terms.map((term) => this.printForModel(term));
    return this.enqueue(async () => {
      if (this.satEpoch !== epoch || !this.inStep) return { unknown: 'there is no model to ask' };
      if (terms.length === 0) return [];
      const answer = await this.connection.run([`(get-value (${texts.join(' ')}))`], [], defaultTimeoutMs);
      if (isUnknown(answer)) return answer;
      const [pairs] = answer;
      if (pairs?.kind !== 'list' || pairs.items.length !== terms.length) return { unknown: 'the model cannot be read' };
      return terms.map((term, i): Value => {
        const pair = pairs.items[i];
        const value = pair?.kind === 'list' ? pair.items[1] : undefined;
        return value === undefined ? { kind: 'opaque', text: '?' } : parseValue(value, term.sort, names);
      });
    });
  };

  /** What no formula mentions can have any value; the solver does not know it, and a declaration could end the model. */
  private printForModel(term: Term): string {
    const defaults = new Map<Var, Term>();
    for (const variable of freeVars(term)) {
      const value = this.declared.has(variable) ? undefined : defaultValue(variable.sort);
      if (value !== undefined) defaults.set(variable, value);
    }
    return printTerm(substitute(term, defaults), this.names);
  }

  unsatCore = (): Promise<readonly (string | Term)[] | Unknown> => {
    const epoch = this.epoch;
    return this.enqueue(async () => {
      if (!this.options.unsatCores) return { unknown: 'the session was opened without unsatCores' };
      if (this.satEpoch !== epoch || !this.inStep) return { unknown: 'there is no core to ask' };
      const answer = await this.connection.run(['(get-unsat-core)'], [], defaultTimeoutMs);
      if (isUnknown(answer)) return answer;
      const [core] = answer;
      if (core?.kind !== 'list') return { unknown: 'the core cannot be read' };
      return core.items.flatMap((item) => {
        const meaning = item.kind === 'symbol' ? this.coreNames.get(item.text) : undefined;
        return meaning === undefined ? [] : [meaning];
      });
    });
  };

  entails = async (formula: Term, options: CheckOptions = {}): Promise<boolean | Unknown> => {
    const result = await this.check({ ...options, assumptions: [...(options.assumptions ?? []), not(formula)] });
    return isUnknown(result) ? result : result === 'unsat';
  };

  /** Runs a job where nothing is asserted but what it asserts itself, with names of its own. */
  private isolated<T>(
    terms: readonly Term[],
    limits: Limits,
    logic: string | null,
    job: (
      names: Names,
      run: (commands: readonly string[]) => Promise<readonly SExpr[] | Unknown>,
    ) => Promise<T | Unknown>,
  ): Promise<T | Unknown> {
    return this.enqueue(async () => {
      const names = createNames();
      const { commands: limitCommands, timeoutMs } = this.limitCommands(limits);
      const declarations = declarationsFor(terms, names, nothingDeclared());
      let started = false;
      const send = (script: readonly string[]) => {
        this.inStep = false;
        if (started) return this.connection.run(script, limitCommands, timeoutMs);
        started = true;
        if (logic === null) return this.connection.restart([...declarations, ...script], limitCommands, timeoutMs);
        const all = [`(set-logic ${logic})`, ...declarations, ...script];
        return this.connection.restart(all, limitCommands, timeoutMs, true);
      };
      const run = async (script: readonly string[]) => {
        const answer = await send([...script, askWork]);
        if (!isUnknown(answer)) return this.withoutWork(answer);
        if (/canceled|timeout/.test(answer.unknown)) this.counts.late++;
        return answer;
      };
      try {
        return await job(names, run);
      } catch (error) {
        if (error instanceof SyntaxFault) return { unknown: `the solver's answer cannot be read: ${error.message}` };
        throw error;
      } finally {
        // A logic stays in force until everything is forgotten.
        if (logic !== null) this.connection.forget();
      }
    });
  }

  private applied(formula: Term, tactic: string, limits: Limits): Promise<Term | Unknown> {
    const { timeoutMs } = this.limitCommands(limits);
    return this.isolated([formula], limits, null, async (names, run) => {
      const limited = this.hasTimer ? `(try-for ${tactic} ${timeoutMs})` : tactic;
      const commands = [`(assert ${printTerm(formula, names)})`, `(apply ${limited})`];
      const answer = await run(commands);
      if (isUnknown(answer)) return answer;
      const [goals] = answer;
      return goals === undefined ? { unknown: 'the solver gave no goals' } : parseGoals(goals, names);
    });
  }

  eliminate = async (formula: Term, limits: Limits = {}): Promise<Term | Unknown> => {
    if (!hasQuantifier(formula)) return formula;
    const result = await this.applied(formula, '(then simplify qe-light qe simplify)', limits);
    if (!isUnknown(result) && hasQuantifier(result)) return { unknown: 'the solver left a quantifier' };
    return result;
  };

  simplify = (formula: Term, limits: Limits = {}): Promise<Term | Unknown> =>
    this.applied(formula, '(then simplify propagate-values ctx-simplify)', limits);

  horn = async (clauses: readonly Term[], limits: Limits = {}): Promise<HornResult> => {
    const result = await this.isolated<HornResult>(clauses, limits, 'HORN', async (names, run) => {
      const assertions = clauses.map((clause) => `(assert ${printTerm(clause, names)})`);
      const answer = await run([...assertions, '(check-sat)']);
      if (isUnknown(answer)) return answer;
      const status = answer.length === 1 ? answer[0] : undefined;
      if (isSymbol(status, 'unsat')) return { status: 'unsat' };
      if (isSymbol(status, 'unknown')) {
        return { unknown: await this.reasonUnknown(this.limitCommands(limits).timeoutMs) };
      }
      if (!isSymbol(status, 'sat')) return { unknown: "the solver's answer to check-sat cannot be read" };
      const model = await run(['(get-model)']);
      if (isUnknown(model)) return model;
      const definitions = definitionsOf(model[0], names);
      for (const fn of functionsOf(...clauses)) {
        if (fn.role === 'uninterpreted' && !definitions.has(fn)) return { unknown: `the model lacks ${fn.name}` };
      }
      return { status: 'sat', definitions };
    });
    return isUnknown(result) ? { status: 'unknown', unknown: result.unknown } : result;
  };

  reset = (): void => {
    this.names = createNames();
    this.declared = nothingDeclared();
    this.log = null;
    this.levels = [];
    this.coreNames = new Map();
    this.pending = null;
    this.epoch++;
  };

  statistics = (): SolverStatistics => ({
    ...this.counts,
    late: this.counts.late + this.connection.failures,
    starts: this.connection.starts,
  });

  dispose = async (): Promise<void> => {
    await this.connection.close();
    await this.queue;
  };
}

function defaultValue(sort: Sort): Term | undefined {
  if (sort === Bool) return False;
  if (sort === Int) return int(0);
  return sort === Real ? real(0) : undefined;
}

/** The definitions of a model: a list of `define-fun`, with `model` before them in older versions. */
function definitionsOf(model: SExpr | undefined, names: Names): ReadonlyMap<FuncDecl, Definition> {
  const definitions = new Map<FuncDecl, Definition>();
  for (const item of model?.kind === 'list' ? model.items : []) {
    const parsed = parseDefinition(item, names);
    if (parsed !== undefined) definitions.set(parsed.fn, parsed.definition);
  }
  return definitions;
}
