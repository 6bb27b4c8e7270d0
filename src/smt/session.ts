// A solver session: keeps the assertion stack, sends what changed, and sends all of it again after the solver was lost.

import { HostError } from '../base/host.ts';
import { not } from './build.ts';
import type { Value } from './evaluate.ts';
import { createNames, type Names } from './names.ts';
import { parseDefinition, parseGoals, parseValue } from './parse.ts';
import { type Declared, declarationsFor, nothingDeclared, printTerm } from './print.ts';
import { isSymbol, listHeaded, parseSExprs, type SExpr, SyntaxFault } from './sexpr.ts';
import type {
  Channel,
  CheckOptions,
  CheckResult,
  Definition,
  HornResult,
  Limits,
  Solver,
  SolverHost,
  SolverOptions,
  SolverStatistics,
  Unknown,
} from './solver.ts';
import { isUnknown } from './solver.ts';
import { Bool, Int, Real, type Sort } from './sorts.ts';
import { False, type FuncDecl, int, real, type Term, type Var } from './terms.ts';
import { freeVars, hasQuantifier, substitute } from './traverse.ts';

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
  readonly changes: readonly string[];
}

const defaultTimeoutMs = 10_000;

/** What a solver gets beyond its own time limit before it is ended by force. */
function hardLimit(timeoutMs: number): number {
  return Math.ceil(timeoutMs * 1.25) + 1000;
}

/** Stands in a list of commands where everything before it is forgotten. */
const resetCommand = '(reset)';

const headerCommands = ['(set-option :print-success false)'];

export interface SessionOptions extends SolverOptions {
  /** Makes `unsatCore` possible, at some cost. */
  readonly unsatCores?: boolean;
  /** Reads a clock, in milliseconds; for statistics only. */
  readonly now?: () => number;
}

/** Opens a session. The solver is started when it is first needed. */
export function openSolver(host: SolverHost, options: SessionOptions = {}): Solver {
  return new Session(host, options);
}

class Session implements Solver {
  private readonly host: SolverHost;
  private readonly options: SessionOptions;
  private names: Names = createNames();
  private declared: Declared = nothingDeclared();
  private log: Log | null = null;
  /** What was there before each open push. */
  private levels: { readonly log: Log | null; readonly declared: Declared }[] = [];
  /** Commands that the channel has not seen, if it is in step at all. */
  private pending: string[] = [];
  private channel: Channel | null = null;
  /** False where the channel's state is not what the commands so far make it: then everything is sent again. */
  private inStep = false;
  /** The limits that the channel has been told. */
  private told = '';
  private queue: Promise<unknown> = Promise.resolve();
  private disposed = false;
  /** Counts the calls that can change what the channel's model belongs to. */
  private epoch = 0;
  private satEpoch = -1;
  private coreNames = new Map<string, string | Term>();
  private counts = { checks: 0, sat: 0, unsat: 0, unknown: 0, starts: 0, ms: 0 };
  private lastName: string;
  private assumptionCount = 0;

  constructor(host: SolverHost, options: SessionOptions) {
    this.host = host;
    this.options = options;
    this.lastName = host.name;
  }

  get name(): string {
    return this.lastName;
  }

  push = (): void => {
    this.levels.push({ log: this.log, declared: this.declared });
    this.declared = copyDeclared(this.declared);
    this.record('(push 1)');
  };

  pop = (levels = 1): void => {
    for (let i = 0; i < levels; i++) {
      const level = this.levels.pop();
      if (level === undefined) throw new RangeError('pop without push');
      this.log = level.log;
      this.declared = level.declared;
    }
    if (levels > 0) this.pending.push(`(pop ${levels})`);
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
    this.pending.push(command);
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

  private header(): string[] {
    const { logic } = this.options;
    const header = [...headerCommands];
    if (logic !== undefined) header.push(`(set-logic ${logic})`);
    return header;
  }

  private limitCommands(limits: Limits): { readonly commands: string[]; readonly timeoutMs: number } {
    const timeoutMs = Math.max(1, Math.ceil(limits.timeoutMs ?? this.options.timeoutMs ?? defaultTimeoutMs));
    const rlimit = limits.rlimit ?? this.options.rlimit ?? 0;
    return { commands: [`(set-option :timeout ${timeoutMs})`, `(set-option :rlimit ${rlimit})`], timeoutMs };
  }

  /** Runs `job` after all earlier ones. */
  private enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = this.queue.then(job);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async open(): Promise<Channel | Unknown> {
    if (this.disposed) return { unknown: 'the solver was disposed of' };
    if (this.channel !== null) return this.channel;
    try {
      // Cores cost something, and this option has its effect only before the start.
      const cores = this.options.unsatCores ? { unsat_core: true } : {};
      this.channel = await this.host.start({ ...this.options.options, ...cores });
    } catch (error) {
      if (error instanceof HostError) return { unknown: error.message };
      throw error;
    }
    this.counts.starts++;
    if (this.disposed) {
      await this.channel.close();
      this.channel = null;
      return { unknown: 'the solver was disposed of' };
    }
    this.lastName = this.channel.name;
    return this.channel;
  }

  /** Sends commands to a channel; the answer as expressions. Whatever goes wrong loses the channel's state. */
  private async send(commands: readonly string[], timeoutMs: number): Promise<readonly SExpr[] | Unknown> {
    const channel = await this.open();
    if (isUnknown(channel)) return channel;
    const start = commands.lastIndexOf(resetCommand) + 1;
    const script = `${commands.slice(start).join('\n')}\n`;
    const reply = await channel.run(script, hardLimit(timeoutMs), start > 0);
    if (reply.kind === 'failed') {
      await this.lose();
      return { unknown: reply.reason };
    }
    let answer: readonly SExpr[];
    try {
      answer = parseSExprs(reply.text);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      await this.lose();
      return { unknown: `the solver's answer cannot be read: ${error.message}` };
    }
    for (const expr of answer) {
      const text = listHeaded(expr, 'error')?.[1];
      if (text === undefined) continue;
      // After an error something that should hold may not have arrived.
      this.inStep = false;
      return { unknown: `the solver reports: ${text.kind === 'list' ? 'an error' : text.text}` };
    }
    return answer;
  }

  private async lose(): Promise<void> {
    const channel = this.channel;
    this.channel = null;
    this.inStep = false;
    this.told = '';
    await channel?.close();
  }

  /** The commands that bring the channel to where `log` is, of which it lacks `changes` if it is in step. */
  private catchUp({ log, changes }: Pending): string[] {
    if (!this.inStep || changes.includes(resetCommand)) this.told = '';
    return this.inStep ? [...changes] : [resetCommand, ...this.header(), ...commandsOf(log)];
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
      this.pending.push('(pop 1)');
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
    const commands = this.catchUp(state);
    const { commands: limitCommands, timeoutMs } = this.limitCommands(limits);
    const limitText = limitCommands.join(' ');
    if (limitText !== this.told) commands.push(...limitCommands);
    this.told = limitText;
    this.inStep = true;
    const answer = await this.send([...commands, ...extra, '(check-sat)'], timeoutMs);
    if (isUnknown(answer)) return this.failedCheck(answer);
    const last = answer[answer.length - 1];
    if (answer.length === 1 && last?.kind === 'symbol') {
      if (last.text === 'sat' || last.text === 'unsat') return last.text;
      if (last.text === 'unknown') return { unknown: await this.reasonUnknown(timeoutMs) };
    }
    await this.lose();
    return { unknown: "the solver's answer to check-sat cannot be read" };
  }

  private failedCheck(failure: Unknown): Unknown {
    // The level of the assumptions may or may not be there: the next call starts afresh.
    this.inStep = false;
    return failure;
  }

  private async reasonUnknown(timeoutMs: number): Promise<string> {
    const answer = await this.send(['(get-info :reason-unknown)'], 1000);
    if (isUnknown(answer)) return answer.unknown;
    const [info] = answer;
    const reason = info?.kind === 'list' ? info.items[1] : undefined;
    const text = reason === undefined || reason.kind === 'list' ? '' : reason.text;
    if (/timeout|canceled|interrupted/.test(text)) return `no answer within ${timeoutMs} ms`;
    if (/resource limits/.test(text)) return 'no answer within the limit of work';
    return text === '' ? 'the solver gave up' : `the solver gave up: ${text}`;
  }

  model = (terms: readonly Term[]): Promise<readonly Value[] | Unknown> => {
    const { epoch, names } = this;
    const texts = terms.map((term) => this.printForModel(term));
    return this.enqueue(async () => {
      if (this.satEpoch !== epoch || !this.inStep) return { unknown: 'there is no model to ask' };
      if (terms.length === 0) return [];
      const answer = await this.send([`(get-value (${texts.join(' ')}))`], defaultTimeoutMs);
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
      const value = this.declared.variables.has(variable) ? undefined : defaultValue(variable.sort);
      if (value !== undefined) defaults.set(variable, value);
    }
    return printTerm(substitute(term, defaults), this.names);
  }

  unsatCore = (): Promise<readonly (string | Term)[] | Unknown> => {
    const epoch = this.epoch;
    return this.enqueue(async () => {
      if (!this.options.unsatCores) return { unknown: 'the session was opened without unsatCores' };
      if (this.satEpoch !== epoch || !this.inStep) return { unknown: 'there is no core to ask' };
      const answer = await this.send(['(get-unsat-core)'], defaultTimeoutMs);
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
      const { commands, timeoutMs } = this.limitCommands(limits);
      const prelude = [resetCommand, ...headerCommands, ...commands];
      if (logic !== null) prelude.push(`(set-logic ${logic})`);
      prelude.push(...declarationsFor(terms, names, nothingDeclared()));
      const run = async (script: readonly string[]) => {
        this.inStep = false;
        return this.send([...prelude.splice(0), ...script], timeoutMs);
      };
      try {
        return await job(names, run);
      } catch (error) {
        if (error instanceof SyntaxFault) return { unknown: `the solver's answer cannot be read: ${error.message}` };
        throw error;
      }
    });
  }

  private applied(formula: Term, tactic: string, limits: Limits): Promise<Term | Unknown> {
    const { timeoutMs } = this.limitCommands(limits);
    return this.isolated([formula], limits, null, async (names, run) => {
      const commands = [`(assert ${printTerm(formula, names)})`, `(apply (try-for ${tactic} ${timeoutMs}))`];
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
      const [status] = answer;
      if (isSymbol(status, 'unsat')) return { status: 'unsat' };
      if (isSymbol(status, 'unknown')) {
        return { unknown: await this.reasonUnknown(this.limitCommands(limits).timeoutMs) };
      }
      if (!isSymbol(status, 'sat')) return { unknown: "the solver's answer to check-sat cannot be read" };
      const model = await run(['(get-model)']);
      if (isUnknown(model)) return model;
      return { status: 'sat', definitions: definitionsOf(model[0], names) };
    });
    return isUnknown(result) ? { status: 'unknown', unknown: result.unknown } : result;
  };

  reset = (): void => {
    this.names = createNames();
    this.declared = nothingDeclared();
    this.log = null;
    this.levels = [];
    this.coreNames = new Map();
    this.pending = [resetCommand, ...this.header()];
    this.epoch++;
  };

  statistics = (): SolverStatistics => ({ ...this.counts });

  dispose = async (): Promise<void> => {
    this.disposed = true;
    const channel = this.channel;
    this.channel = null;
    await channel?.close();
    await this.queue;
  };
}

function copyDeclared({ variables, functions, sorts }: Declared): Declared {
  return { variables: new Set(variables), functions: new Set(functions), sorts: new Set(sorts) };
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
