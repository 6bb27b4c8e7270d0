// What a command knows that runs in a thread of its own, beside the one that receives signals: analyses do not wait for events, so
// that a thread that is in the midst of one hears of no signal.

import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** What both threads read and write: how many ends were asked for, and whether the command can end early. */
export const places = { requests: 0, listening: 1 } as const;

/** What the thread is given. */
export interface ThreadData {
  readonly gordianCommand: Int32Array;
}

/** What there is to write should the command not end by itself. */
export interface SoFarMessage {
  readonly kind: 'so-far';
  readonly text: string;
  /** What to say on standard error. */
  readonly said: string;
  readonly file: string | undefined;
}

interface OwnThread {
  readonly isRequested: () => boolean;
  /** From now on an end can be asked for: `end` is called then, if this thread waits for something. */
  readonly listen: (end: () => void) => void;
  readonly tell: (message: SoFarMessage) => void;
}

/** Null in a process's main thread. */
export const ownThread: OwnThread | null = threadOf();

function threadOf(): OwnThread | null {
  const data = workerData as Partial<ThreadData> | null;
  const port = parentPort;
  if (isMainThread || port === null || data?.gordianCommand === undefined) return null;
  const shared = data.gordianCommand;
  return {
    isRequested: () => Atomics.load(shared, places.requests) > 0,
    listen: (end) => {
      port.on('message', end);
      // Nothing is waited for on its account.
      port.unref();
      Atomics.store(shared, places.listening, 1);
    },
    tell: (message) => port.postMessage(message),
  };
}
