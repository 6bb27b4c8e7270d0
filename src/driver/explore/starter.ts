// Runs processes of a test binary through one that stays up and starts the others: node itself takes milliseconds for each.
//
// The other side is runtime/serve_unix.go. It gives every process a group of its own, limits and pipes, as `runProcess` does.

import { type ChildProcess, spawn } from 'node:child_process';
import { type Children, maxRecord, type ProcessRequest, type ProcessResult } from './process.ts';

/** Tells a test binary to start others instead of running tests. */
const serveVariable = 'GORDIAN_SERVE';
/** Numbers of four bytes before each reply: see `send` in runtime/serve_unix.go. */
const headSize = 7 * 4;
/** How much later than at its limits a run may be answered. */
const patienceMs = 10_000;
const timedOutFlag = 1;
const floodedFlag = 2;

/** What differs from run to run: the environment is given as additions to node's own. */
export interface StartRequest extends Omit<ProcessRequest, 'env'> {
  readonly env: Readonly<Record<string, string>>;
  /** How many may be under way at a time, this one included. */
  readonly atOnce: number;
}

/** Whether test binaries can be told to start others here. */
export const canServe = process.platform !== 'win32';

/** One test binary that stays up. */
export class Starter {
  readonly #child: ChildProcess;
  readonly #children: Children;
  readonly #closed: Promise<void>;
  #close: () => void = () => {};
  readonly #waiting = new Map<number, (result: ProcessResult | null) => void>();
  #lastId = 0;
  #chunks: Buffer[] = [];
  #size = 0;
  #ended = false;
  #abandoned = false;

  constructor(binary: string, children: Children) {
    this.#children = children;
    this.#child = spawn(binary, [], {
      // Processes that it starts are told their own number of processors.
      env: { GOMAXPROCS: '1', ...process.env, [serveVariable]: '1' },
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      // Ctrl-C on a terminal goes to node alone: it decides what is ended.
      detached: true,
    });
    // It ends what it has started, and then itself.
    children.add(this.#child, 'SIGTERM');
    this.#child.on('error', () => this.#end());
    this.#child.on('close', () => this.#end());
    this.#closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    this.#child.stdin?.on('error', () => {});
    (this.#child.stdio[3] as NodeJS.ReadableStream | null)?.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Nothing more can be asked of it. */
  get isEnded(): boolean {
    return this.#ended || this.#abandoned;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Null: the starter has ended unasked, and with it everything that it started. */
  run(request: StartRequest): Promise<ProcessResult | null> {
    return new Promise((resolve) => {
      if (this.isEnded) {
        resolve(null);
        return;
      }
      const id = ++this.#lastId;
      // A starter that does not answer is given up; requests before this one may take their time.
      const patience = setTimeout(
        () => this.#child.kill('SIGKILL'),
        request.wallMs * (1 + this.#waiting.size) + patienceMs,
      );
      this.#waiting.set(id, (result) => {
        clearTimeout(patience);
        resolve(result);
      });
      const { command, args, cwd, env, atOnce, wallMs, keep } = request;
      const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const message = { id, command, args, dir: cwd, env: variables, atOnce, wallMs, keep, keepRecord: maxRecord };
      this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
    });
  }

  /** Lets it go: it ends what it has started, and itself, once no process can send requests to it. */
  abandon(): Promise<void> {
    this.#abandoned = true;
    this.#child.stdin?.end();
    return this.#closed;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#children.delete(this.#child);
    for (const resolve of this.#waiting.values()) resolve(this.#abandoned ? unfinished : null);
    this.#waiting.clear();
    this.#close();
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      const length = this.#replyLength();
      if (length === null || this.#size < length) return;
      const all = this.#joined();
      this.#chunks = [all.subarray(length)];
      this.#size -= length;
      this.#reply(all.subarray(0, length));
    }
  }

  /** How long the reply is that has begun; null where its head is not yet there. */
  #replyLength(): number | null {
    if (this.#size < headSize) return null;
    if ((this.#chunks[0] as Buffer).length < headSize) this.#joined();
    const head = this.#chunks[0] as Buffer;
    let length = headSize;
    for (let i = 3; i < 7; i++) length += head.readUInt32BE(4 * i);
    return length;
  }

  #joined(): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #reply(reply: Buffer): void {
    let at = headSize;
    const text = (field: number): string => {
      const end = at + reply.readUInt32BE(4 * field);
      const result = reply.toString('utf8', at, end);
      at = end;
      return result;
    };
    const id = reply.readUInt32BE(0);
    const exit = reply.readUInt32BE(4);
    const flags = reply.readUInt32BE(8);
    const problem = text(3);
    const stdout = text(4);
    const stderr = text(5);
    const record = text(6);
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.({
      stdout,
      stderr,
      record,
      exitCode: exit === 0 ? null : exit - 1,
      timedOut: (flags & timedOutFlag) !== 0,
      flooded: (flags & floodedFlag) !== 0,
      problem,
    });
  }
}

/** The result of a run that was ended on purpose. */
export const unfinished: ProcessResult = {
  stdout: '',
  stderr: '',
  record: '',
  exitCode: null,
  timedOut: false,
  flooded: false,
  problem: '',
};

/** The starter of a binary; those of other binaries that have nothing to do are let go. */
export function starterFor(binary: string, children: Children): Starter {
  const { starters } = children;
  const known = starters.get(binary);
  if (known !== undefined && !known.isEnded) return known;
  for (const [name, other] of starters) {
    if (!other.isIdle) continue;
    void other.abandon();
    starters.delete(name);
  }
  const starter = new Starter(binary, children);
  starters.set(binary, starter);
  return starter;
}
