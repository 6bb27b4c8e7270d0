// The connection of a session to its solver: starts it when needed, counts its open levels, and reads what it answers.

import { HostError } from '../base/host.ts';
import { listHeaded, parseSExprs, type SExpr, SyntaxFault } from './sexpr.ts';
import { type Channel, isUnknown, type OptionValue, type SolverHost, type Unknown } from './solver.ts';

/** What a solver gets beyond its own time limit before it is ended by force. */
function hardLimit(timeoutMs: number): number {
  return Math.ceil(timeoutMs * 1.25) + 1000;
}

/** How long a solver that was started again may take to say anything at all. */
const signOfLifeMs = 5000;

const disposedOf: Unknown = { unknown: 'the solver was disposed of' };

/** How many levels a command opens or, negative, closes. */
function levelsOf(command: string): number {
  const match = /^\((push|pop) (\d+)\)$/.exec(command);
  if (match === null) return 0;
  return match[1] === 'push' ? Number(match[2]) : -Number(match[2]);
}

export class Connection {
  private readonly host: SolverHost;
  private readonly options: Readonly<Record<string, OptionValue>>;
  private channel: Channel | null = null;
  private closed = false;
  /** Open levels of the solver, or null where nothing is known of its state: then it has to start afresh. */
  private depth: number | null = null;
  /** Whether a solver was lost: then the next one has to show that it answers before it is asked anything. */
  private lost = false;
  /** Why no further solver is started: one that never answers would take its time for every question. */
  private given: Unknown | null = null;
  /** Limits that the solver has been told. */
  private told = '';
  starts = 0;
  /** Calls to which the solver gave no answer at all. */
  failures = 0;
  name: string;

  constructor(host: SolverHost, options: Readonly<Record<string, OptionValue>>) {
    this.host = host;
    this.options = options;
    this.name = host.name;
  }

  private async open(): Promise<Channel | Unknown> {
    if (this.closed) return disposedOf;
    if (this.given !== null) return this.given;
    if (this.channel !== null) return this.channel;
    try {
      this.channel = await this.host.start(this.options);
    } catch (error) {
      if (error instanceof HostError) return { unknown: error.message };
      throw error;
    }
    this.starts++;
    if (this.closed) {
      await this.channel.close();
      this.channel = null;
      return disposedOf;
    }
    this.name = this.channel.name;
    if (!this.lost) return this.channel;
    const sign = await this.channel.run('(echo "here")\n', signOfLifeMs, false);
    if (sign.kind === 'text') {
      this.lost = false;
      return this.channel;
    }
    this.given = { unknown: `the solver does not work: ${sign.reason}` };
    await this.lose();
    return this.given;
  }

  /**
   * Leaves all levels and runs `commands` on a first one of its own; `fresh` also forgets everything else, which is
   * slow. The answer as expressions, or why there is none; then the state is lost.
   */
  async restart(
    commands: readonly string[],
    limits: readonly string[],
    timeoutMs: number,
    fresh = false,
  ): Promise<readonly SExpr[] | Unknown> {
    const { depth } = this;
    if (fresh || depth === null) {
      this.depth = 0;
      this.told = '';
      return this.send(
        ['(set-option :print-success false)', ...(fresh ? [] : ['(push 1)']), ...commands],
        limits,
        timeoutMs,
        true,
      );
    }
    const leave = depth > 0 ? [`(pop ${depth})`] : [];
    return this.send([...leave, '(push 1)', ...commands], limits, timeoutMs, false);
  }

  /** Runs `commands` in the state that the solver is in. */
  run(commands: readonly string[], limits: readonly string[], timeoutMs: number): Promise<readonly SExpr[] | Unknown> {
    return this.send(commands, limits, timeoutMs, false);
  }

  private async send(
    commands: readonly string[],
    limits: readonly string[],
    timeoutMs: number,
    fresh: boolean,
  ): Promise<readonly SExpr[] | Unknown> {
    const channel = await this.open();
    if (isUnknown(channel)) return channel;
    const told = limits.join(' ');
    const all = told === '' || told === this.told ? commands : [...limits, ...commands];
    if (told !== '') this.told = told;
    const reply = await channel.run(`${all.join('\n')}\n`, hardLimit(timeoutMs), fresh);
    if (reply.kind === 'failed') {
      this.failures++;
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
      this.depth = null;
      return { unknown: `the solver reports: ${text.kind === 'list' ? 'an error' : text.text}` };
    }
    for (const command of commands) if (this.depth !== null) this.depth += levelsOf(command);
    return answer;
  }

  /** Forgets the solver's state: the next use starts afresh. */
  forget(): void {
    this.depth = null;
  }

  /** Whether the state is known, so that commands can build on it. */
  isAlive(): boolean {
    return this.channel !== null && this.depth !== null;
  }

  async lose(): Promise<void> {
    const { channel } = this;
    this.channel = null;
    this.depth = null;
    this.lost = true;
    await channel?.close();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.lose();
  }
}
