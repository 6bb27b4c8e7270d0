// The z3 on the PATH for callers that wait: a helper thread talks to the process while the caller's thread stands still.

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Reply, SyncChannel, SyncSolverHost } from '../../smt/index.ts';
import { nativeSolverVersion } from './native.ts';

export interface NativeSyncOptions {
  readonly command?: string;
  readonly memoryMb?: number;
}

/** A host whose solvers are processes, or null where there is no such program. */
export function nativeSyncHost(options: NativeSyncOptions = {}): SyncSolverHost | null {
  const command = options.command ?? 'z3';
  const version = nativeSolverVersion(command);
  if (version === null) return null;
  const name = `z3 ${version}`;
  return {
    name,
    start: (settings) => {
      const args = ['-in', '-smt2', `-memory:${options.memoryMb ?? 3000}`];
      for (const [option, value] of Object.entries(settings)) args.push(`${option}=${value}`);
      return startHelper(name, command, args);
    },
  };
}

/**
 * The helper's program, as text, because a bundle and sources that run unbundled have no file in common for it. It answers
 * each script with what the process printed, raises the flag, and wakes the caller.
 */
const helperText = `
  const { workerData } = require('node:worker_threads');
  const { spawn } = require('node:child_process');
  const { port, flag, command, args } = workerData;
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], shell: false });
  let output = '';
  let marker = null;
  let ended = null;
  let calls = 0;
  const answer = (message) => {
    marker = null;
    output = '';
    port.postMessage(message);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  const end = (reason) => {
    ended ??= reason;
    if (marker !== null) answer({ kind: 'failed', reason: ended });
  };
  child.on('error', (error) => end('cannot run the solver: ' + error.message));
  child.on('close', (code, signal) => end('the solver ended by itself (' + (signal ?? 'code ' + code) + ')'));
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    if (marker === null) return;
    const from = Math.max(0, output.length - marker.length);
    output += chunk;
    const at = output.indexOf(marker, from);
    if (at >= 0) answer({ kind: 'text', text: output.slice(0, at) });
  });
  process.on('exit', () => child.kill('SIGKILL'));
  port.on('message', (script) => {
    if (script === null) {
      child.kill('SIGKILL');
      port.close();
      return;
    }
    marker = 'gordian-answer-' + ++calls + '-ends';
    if (ended !== null) answer({ kind: 'failed', reason: ended });
    else child.stdin.write(script + '(echo "' + marker + '")\\n');
  });
`;

const forget = '(reset)\n(set-option :print-success false)\n';

function startHelper(name: string, command: string, args: readonly string[]): SyncChannel {
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(helperText, {
    eval: true,
    workerData: { port: port2, flag, command, args },
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  let ended: string | null = null;
  const close = () => {
    ended ??= 'the solver was closed';
    port1.postMessage(null);
  };
  return {
    name,
    run: (script, hardLimitMs, fresh): Reply => {
      if (ended !== null) return { kind: 'failed', reason: ended };
      Atomics.store(flag, 0, 0);
      port1.postMessage(fresh ? `${forget}${script}` : script);
      if (Atomics.wait(flag, 0, 0, hardLimitMs) === 'timed-out') {
        ended = `no answer within ${hardLimitMs} ms; the solver was ended`;
        close();
        return { kind: 'failed', reason: ended };
      }
      const received = receiveMessageOnPort(port1);
      return received === undefined
        ? { kind: 'failed', reason: 'the solver does not answer' }
        : (received.message as Reply);
    },
    close,
  };
}
