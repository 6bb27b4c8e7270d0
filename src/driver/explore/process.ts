// Runs one process of a test binary: in a group of its own, with limits on time and output, never through a shell.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Starter } from './starter.ts';

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** After so many milliseconds the process and all that it started are ended. */
  readonly wallMs: number;
  /** Bytes kept of standard output and of standard error; the rest is read and dropped. */
  readonly keep: number;
}

export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote to descriptor 3. */
  readonly record: string;
  /** Null: ended by a signal. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** Output was dropped. */
  readonly flooded: boolean;
  /** Why it could not be started; '' if it could. */
  readonly problem: string;
}

/** The result of a process that could not even be started. */
export const notStarted: ProcessResult = {
  stdout: '',
  stderr: '',
  record: '',
  exitCode: null,
  timedOut: false,
  flooded: false,
  problem: 'there is no such program on the PATH',
};

/** A record larger than this is a run that will never be looked at: it is ended. */
export const maxRecord = 64 * 1024 * 1024;
/** How long descriptors may stay open once the process itself has ended: others may have inherited them. */
const lingerMs = 200;

/** Processes that are running, so that all of them can be ended at once. */
export class Children {
  readonly #running = new Map<ChildProcess, NodeJS.Signals>();
  /** Test binaries that are up to start others, by their paths. */
  readonly starters = new Map<string, Starter>();
  #ending = false;

  /** With the signal that ends it, and with it whatever it started. */
  add(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#running.set(child, signal);
  }

  delete(child: ChildProcess): void {
    this.#running.delete(child);
  }

  /** Everything was ended on purpose: what has no result is not to be tried again. */
  get isEnding(): boolean {
    return this.#ending;
  }

  endAll(): void {
    this.#ending = true;
    for (const [child, signal] of this.#running) endGroup(child, signal);
  }
}

/** Ends a process and whatever it started. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

export function runProcess(request: ProcessRequest, children: Children): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = spawn(request.command, [...request.args], {
      cwd: request.cwd,
      env: request.env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    children.add(child);
    const out = collect(child.stdio[1], request.keep);
    const err = collect(child.stdio[2], request.keep);
    const record = collect(child.stdio[3] as NodeJS.ReadableStream | null, maxRecord, () => endGroup(child));
    let timedOut = false;
    let problem = '';
    let exitCode: number | null = null;
    let linger: NodeJS.Timeout | null = null;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child);
    }, request.wallMs);
    child.on('error', (error) => {
      problem = error.message;
      finish();
    });
    child.on('exit', (code) => {
      exitCode = code;
      linger = setTimeout(() => {
        // A process that it started still holds our pipes.
        endGroup(child);
        for (const stream of child.stdio) stream?.destroy();
      }, lingerMs);
    });
    let finished = false;
    const finish = (): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      if (linger !== null) clearTimeout(linger);
      // Nothing that it started outlives it.
      endGroup(child);
      children.delete(child);
      resolve({
        stdout: out.text(),
        stderr: err.text(),
        record: record.text(),
        exitCode,
        timedOut,
        flooded: out.flooded() || err.flooded(),
        problem,
      });
    };
    child.on('close', finish);
  });
}

interface Collected {
  readonly text: () => string;
  readonly flooded: () => boolean;
}

function collect(stream: NodeJS.ReadableStream | null | undefined, limit: number, tooMuch?: () => void): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let flooded = false;
  stream?.on('data', (chunk: Buffer) => {
    if (size + chunk.length <= limit) {
      chunks.push(chunk);
      size += chunk.length;
      return;
    }
    if (!flooded) {
      chunks.push(chunk.subarray(0, limit - size));
      size = limit;
      tooMuch?.();
    }
    flooded = true;
  });
  stream?.on('error', () => {});
  return { text: () => Buffer.concat(chunks).toString('utf8'), flooded: () => flooded };
}
