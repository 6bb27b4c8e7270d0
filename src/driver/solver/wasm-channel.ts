// Z3 in WebAssembly as sessions see it: in a thread of its own, where scripts go one after the other and a stuck one ends the thread,
// or in the thread of the caller, who waits.

import { HostError } from '../../base/host.ts';
import type { Channel, Reply, SyncChannel } from '../../smt/index.ts';
import { cannotLoad } from './wasm-modules.ts';
import type { WorkerMessage, WorkerRequest } from './wasm-worker.ts';
import type { OpenZ3 } from './wasm-z3.ts';

/** How long a thread may take until it can be used. */
const startLimitMs = 60_000;

/** A thread that runs `solverWorkerMain`, of Node or of a browser. */
export interface SolverThread {
  readonly post: (request: WorkerRequest) => void;
  /** Where its messages go, and the reason why it ended if it did so by itself. */
  readonly listen: (message: (message: WorkerMessage) => void, ended: (reason: string) => void) => void;
  readonly end: () => Promise<unknown>;
  /** Whether an answer is waited for: until then the program does not end. */
  readonly hold?: (isAwaited: boolean) => void;
}

/** Waits until the thread can be used. Throws a HostError where that never comes. */
export async function threadChannel(name: string, thread: SolverThread): Promise<Channel> {
  let ended: string | null = null;
  let waiting: ((message: WorkerMessage) => void) | null = null;
  const settle = (message: WorkerMessage) => {
    const current = waiting;
    waiting = null;
    current?.(message);
  };
  /** The next message, or a failure after the time limit, which ends the thread. */
  const next = (limitMs: number): Promise<WorkerMessage> =>
    new Promise((resolve) => {
      thread.hold?.(true);
      const timer = setTimeout(() => fail(`no answer within ${limitMs} ms; the solver was ended`), limitMs);
      waiting = (message) => {
        clearTimeout(timer);
        thread.hold?.(false);
        resolve(message);
      };
    });
  const fail = (reason: string) => {
    ended ??= reason;
    void thread.end();
    settle({ kind: 'failed', reason: ended });
  };
  thread.listen(settle, fail);

  const first = await next(startLimitMs);
  if (first.kind !== 'ready') {
    await thread.end();
    throw new HostError(
      `cannot start the WebAssembly solver: ${'reason' in first ? first.reason : 'no reason is known'}`,
    );
  }
  return {
    name,
    run: async (script, hardLimitMs, fresh): Promise<Reply> => {
      if (ended !== null) return { kind: 'failed', reason: ended };
      const answer = next(hardLimitMs);
      thread.post({ script, fresh });
      const message = await answer;
      if (message.kind === 'text') return message;
      return { kind: 'failed', reason: 'reason' in message ? message.reason : 'the solver does not answer' };
    },
    close: async () => {
      ended ??= 'the solver was closed';
      await thread.end();
    },
  };
}

/** A solver in this thread. Throws a HostError where it cannot be opened. */
export function channelHere(name: string, open: () => OpenZ3): SyncChannel {
  let z3: OpenZ3 | null;
  try {
    z3 = open();
  } catch (error) {
    throw cannotLoad(error);
  }
  return {
    name,
    run: (script, _, fresh): Reply => {
      if (z3 === null) return { kind: 'failed', reason: 'the solver was closed' };
      try {
        if (fresh) z3.renew();
        return { kind: 'text', text: z3.run(script) };
      } catch (error) {
        z3 = null;
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => {
      z3 = null;
    },
  };
}
