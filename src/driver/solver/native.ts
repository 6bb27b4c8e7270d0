// The z3 on the PATH as a solver: one process that stays up and is talked to through its pipes.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { HostError } from '../../base/host.ts';
import type { Channel, OptionValue, Reply, SolverHost } from '../../smt/index.ts';
import { findExecutable } from '../host/executables.ts';

/** More output than this for one script is not an answer. */
const outputLimit = 64 * 1024 * 1024;

export interface NativeSolverOptions {
  /** The program to start; `z3` by default, found on the PATH. */
  readonly command?: string;
  /** Megabytes after which the solver gives up. */
  readonly memoryMb?: number;
}

/** The version of the program, for instance `4.8.12`, or null where it cannot be run or is no Z3. */
/** By absolute path: `command` is a program on the PATH, or a path as it is given. */
function programOf(command: string): string | null {
  return /[\\/]/.test(command) ? command : findExecutable(command);
}

export function nativeSolverVersion(name = 'z3'): string | null {
  const command = programOf(name);
  if (command === null) return null;
  const result = spawnSync(command, ['--version'], {
    encoding: 'utf8',
    timeout: 5000,
    // One that does not even say its version may not care to be asked to stop.
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (result.error !== undefined || result.status !== 0) return null;
  return /^Z3 version (\d[\w.]*)/.exec(result.stdout)?.[1] ?? null;
}

/** A host whose solvers are processes, or null where there is no such program. */
export function nativeSolverHost(options: NativeSolverOptions = {}): SolverHost | null {
  const command = programOf(options.command ?? 'z3');
  const version = command === null ? null : nativeSolverVersion(command);
  if (command === null || version === null) return null;
  const name = `z3 ${version}`;
  return {
    name,
    start: async (settings) => startProcess(name, command, options.memoryMb ?? 3000, settings),
  };
}

const running = new Set<ChildProcessWithoutNullStreams>();

function killAll(): void {
  for (const child of running) kill(child);
}

/** Where there are groups of processes each solver leads one: what is called z3 may be a script that starts it. */
const inGroups = process.platform !== 'win32';

function kill(child: ChildProcessWithoutNullStreams): void {
  try {
    if (inGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has gone already.
  }
}

/** Calls are made one after the other; the promise of the one that waits is settled exactly once. */
interface Waiting {
  readonly marker: string;
  readonly settle: (reply: Reply) => void;
}

async function startProcess(
  name: string,
  command: string,
  memoryMb: number,
  settings: Readonly<Record<string, OptionValue>>,
): Promise<Channel> {
  const args = ['-in', '-smt2', `-memory:${memoryMb}`];
  for (const [option, value] of Object.entries(settings)) args.push(`${option}=${value}`);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], shell: false, detached: inGroups });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new HostError(`cannot start ${command}: ${error.message}`)));
  });
  if (running.size === 0) process.on('exit', killAll);
  running.add(child);

  let waiting: Waiting | null = null;
  let output = '';
  let complaint = '';
  let ended: string | null = null;
  // Its pipes may stay open for longer, in hands that it gave them to.
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const finish = (reply: Reply) => {
    const { settle } = waiting ?? {};
    waiting = null;
    output = '';
    holdProcess(child, false);
    settle?.(reply);
  };
  const fail = (reason: string) => {
    ended ??= reason;
    kill(child);
    finish({ kind: 'failed', reason });
  };

  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    if (waiting === null) return;
    const from = Math.max(0, output.length - waiting.marker.length - 2);
    output += chunk;
    const end = output.indexOf(waiting.marker, from);
    if (end >= 0) finish({ kind: 'text', text: output.slice(0, end) });
    else if (output.length > outputLimit) fail('the solver prints without end');
  });
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(0, 1000);
  });
  // A process that has gone closes its pipe: `close` reports that, with its reason.
  child.stdin.on('error', () => undefined);
  child.once('exit', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killAll);
  });
  child.once('close', (code, signal) => {
    const why = [complaint.split('\n')[0]?.trim() ?? '', lastError(output)].find((text) => text !== '');
    ended ??= `the solver ended by itself (${signal ?? `code ${code}`}${why === undefined ? '' : `: ${why}`})`;
    finish({ kind: 'failed', reason: ended });
  });
  holdProcess(child, false);

  let calls = 0;
  return {
    name,
    run: (script, hardLimitMs, fresh) => {
      if (ended !== null) return Promise.resolve({ kind: 'failed', reason: ended });
      return new Promise<Reply>((resolve) => {
        const marker = `gordian-answer-${++calls}-ends`;
        const timer = setTimeout(() => fail(`no answer within ${hardLimitMs} ms; the solver was ended`), hardLimitMs);
        waiting = {
          marker,
          settle: (reply) => {
            clearTimeout(timer);
            resolve(reply);
          },
        };
        holdProcess(child, true);
        child.stdin.write(`${fresh ? '(reset)\n' : ''}${script}\n(echo "${marker}")\n`);
      });
    },
    close: async () => {
      ended ??= 'the solver was closed';
      child.ref();
      // After it has exited, nothing more is reported.
      if (child.exitCode === null && child.signalCode === null) {
        kill(child);
        await exited;
      }
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    },
  };
}

/** The message of an `(error "...")` at the end of the output, which is where Z3 says that memory ran out. */
function lastError(output: string): string {
  return /\(error "([^"]*)"\)\s*$/.exec(output)?.[1] ?? '';
}

/** A process that is not waited for must not keep ours alive. */
function holdProcess(child: ChildProcessWithoutNullStreams, hold: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    const handle = part as { readonly ref?: () => void; readonly unref?: () => void };
    if (hold) handle.ref?.();
    else handle.unref?.();
  }
}
