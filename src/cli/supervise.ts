// Runs a command in a thread of its own, so that signals are heard at any time and a full heap ends with words.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { endingSignals } from '../base/interruption.ts';
import { writeResult } from './output.ts';
import { say } from './say.ts';
import { places, type SoFarMessage } from './thread.ts';

/** How long a command may take to end once it was asked to. */
const patienceMilliseconds = 1_500;

/** Runs the command line in a thread, and gives its exit code. */
export function runInThread(argv: readonly string[]): Promise<number> {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const thread = new Worker(join(import.meta.dirname, 'thread.cjs'), {
    argv: [...argv],
    workerData: { gordianCommand: shared },
  });
  let soFar: SoFarMessage | null = null;
  thread.on('message', (message: SoFarMessage) => {
    soFar = message;
  });
  /** Ends the process with what is known. */
  const giveUp = (why: string): void => {
    endChildren();
    if (soFar !== null && soFar.text !== '') writeResult(soFar.text, soFar.file);
    say(soFar === null ? why : `${why}; ${soFar.said}`);
    process.exit(2);
  };
  const request = (signal: NodeJS.Signals): void => {
    if (Atomics.load(shared, places.listening) === 0) {
      // There is nothing to tell: the system does what it would have done.
      endChildren();
      for (const one of endingSignals) process.removeListener(one, request);
      process.kill(process.pid, signal);
      return;
    }
    if (Atomics.add(shared, places.requests, 1) > 0) {
      endChildren();
      process.exit(130);
    }
    thread.postMessage('end');
    setTimeout(() => giveUp('interrupted in the midst of a step'), patienceMilliseconds).unref();
  };
  for (const signal of endingSignals) process.on(signal, request);
  return new Promise((resolve) => {
    thread.on('error', (error: NodeJS.ErrnoException) => giveUp(whyEnded(error)));
    thread.on('exit', (code) => {
      // What its threads had started may have outlived them.
      if (Atomics.load(shared, places.requests) > 0) endChildren();
      resolve(code);
    });
  });
}

function whyEnded(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY')
    return `internal error; please report it: ${error.stack ?? error.message}`;
  const megabytes = Math.round(getHeapStatistics().heap_size_limit / 2 ** 20);
  return `out of memory: Node's heap may take ${megabytes} MB; name fewer packages, or allow more with NODE_OPTIONS=--max-old-space-size=8192`;
}

/** Ends what the thread has started and can no longer end itself, where the system says what that is. */
function endChildren(): void {
  try {
    for (const task of readdirSync('/proc/self/task')) {
      for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean)) {
        try {
          process.kill(Number(pid), 'SIGKILL');
        } catch {
          // It has gone already.
        }
      }
    }
  } catch {
    // Elsewhere they see that this process is gone, and end.
  }
}
