// Runs of the worker: one at a time, the newest wins, and a user can end one.

import type { PlayCommand, PlayFile, PlayMessage, PlayRequest, PlayResult } from './protocol.ts';

export interface Run {
  readonly progress: (text: string) => void;
  /** There are no proofs, for this reason. */
  readonly without: (reason: string) => void;
  readonly done: (result: PlayResult) => void;
  readonly failed: (reason: string) => void;
}

export interface Checker {
  readonly start: (command: PlayCommand, files: readonly PlayFile[], run: Run) => void;
  /** Ends what is running; whether there was something. */
  readonly stop: () => boolean;
}

export function createChecker(solver: boolean): Checker {
  let worker: Worker | null = null;
  let running: { readonly id: number; readonly run: Run } | null = null;
  let next = 1;

  const startWorker = (): Worker => {
    const made = new Worker('check.js');
    made.onmessage = ({ data }: MessageEvent<PlayMessage>) => {
      if (running?.id !== data.id) return;
      const { run } = running;
      if (data.kind === 'progress') {
        run.progress(data.text);
        return;
      }
      if (data.kind === 'without') {
        run.without(data.reason);
        return;
      }
      running = null;
      if (data.kind === 'done') run.done(data.result);
      else run.failed(data.reason);
    };
    made.onerror = (event) => {
      const { run } = running ?? {};
      end();
      run?.failed(event.message === '' ? 'the worker cannot be started' : event.message);
    };
    return made;
  };
  const end = (): void => {
    worker?.terminate();
    worker = null;
    running = null;
  };
  return {
    start: (command, files, run) => {
      // Searches do not look at messages while they run.
      if (running !== null) end();
      worker ??= startWorker();
      const id = next++;
      running = { id, run };
      worker.postMessage({ id, command, files, solver } satisfies PlayRequest);
    },
    stop: () => {
      const was = running !== null;
      if (was) end();
      return was;
    },
  };
}
