// A worker with one Z3 in it.

import {
  solverWorkerMain,
  type WorkerMessage,
  type WorkerRequest,
  type WorkerStart,
} from '../../src/driver/solver/wasm-worker.ts';
import { openZ3 } from '../../src/driver/solver/wasm-z3.ts';
import { loaderOf } from './z3-loader.ts';

/** The part of a worker's scope that is used: the page's types know windows only. */
interface Scope {
  onmessage: ((event: MessageEvent<WorkerStart | WorkerRequest>) => void) | null;
  readonly postMessage: (message: WorkerMessage) => void;
}

const scope = globalThis as unknown as Scope;

// The first message says how to start; those after it are scripts.
scope.onmessage = ({ data }) => {
  scope.onmessage = null;
  solverWorkerMain({
    require: loaderOf,
    open: openZ3,
    start: data as WorkerStart,
    post: (message) => scope.postMessage(message),
    onRequest: (handle) => {
      scope.onmessage = (event) => handle(event.data as WorkerRequest);
    },
  });
};
