// Z3 compiled to WebAssembly as a solver: each one a worker thread, so that a stuck query can be ended.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { HostError } from '../../base/host.ts';
import type { Channel, OptionValue, Reply, SolverHost } from '../../smt/index.ts';
import { cannotLoad, findZ3, partsOf, wasmOf } from './wasm-parts.ts';
import { solverWorkerMain, type WorkerMessage, type WorkerRequest, type WorkerStart } from './wasm-worker.ts';
import { openZ3, type Z3Parts } from './wasm-z3.ts';
import type { WasmModule, WasmWorld } from './webassembly.ts';

const { WebAssembly: engine } = globalThis as unknown as WasmWorld;

/** How long a worker may take until it can be used. */
const startLimitMs = 60_000;

/** Z3 recurses over terms on the thread's own stack. */
const stackMb = 64;

export interface WasmSolverOptions {
  /** Runs Z3's module as it was shipped, several times slower: for comparison. */
  readonly plain?: boolean;
}

/** Compiled once for all workers. */
const shared = new Map<boolean, Promise<Z3Parts>>();

/** A host whose solvers are workers, or null where the package with Z3 is not installed. */
export function wasmSolverHost(options: WasmSolverOptions = {}): SolverHost | null {
  const found = findZ3();
  if (found === null) return null;
  const { loader, version } = found;
  const plain = options.plain ?? false;
  const name = `z3 ${version} (WebAssembly${plain ? ', plain' : ''})`;
  return {
    name,
    start: async (settings) => {
      let parts = shared.get(plain);
      if (parts === undefined) {
        parts = compile(loader, plain);
        shared.set(plain, parts);
      }
      return startWorker(name, await parts, settings);
    },
  };
}

async function compile(loader: string, plain: boolean): Promise<Z3Parts> {
  let wasm: WasmModule;
  try {
    wasm = await engine.compile(await readFile(wasmOf(loader)));
  } catch (error) {
    throw cannotLoad(error);
  }
  return partsOf(loader, wasm, plain);
}

/** The program of a worker, as text. */
const workerText = `
  const { parentPort, workerData } = require('node:worker_threads');
  (${solverWorkerMain.toString()})({
    require,
    open: ${openZ3.toString()},
    start: workerData,
    post: (message) => parentPort.postMessage(message),
    onRequest: (handle) => parentPort.on('message', handle),
  });
`;

async function startWorker(
  name: string,
  parts: Z3Parts,
  settings: Readonly<Record<string, OptionValue>>,
): Promise<Channel> {
  const start: WorkerStart = {
    parts,
    options: Object.entries(settings).map(([option, value]) => [option, String(value)] as const),
  };
  const worker = new Worker(workerText, {
    eval: true,
    workerData: start,
    resourceLimits: { stackSizeMb: stackMb },
    // Z3's loader must not see or touch what belongs to us.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let ended: string | null = null;
  let waiting: ((message: WorkerMessage) => void) | null = null;
  const settle = (message: WorkerMessage) => {
    const current = waiting;
    waiting = null;
    current?.(message);
  };
  /** The next message, or a failure after the time limit, which ends the worker. */
  const next = (limitMs: number): Promise<WorkerMessage> =>
    new Promise((resolve) => {
      worker.ref();
      const timer = setTimeout(() => fail(`no answer within ${limitMs} ms; the solver was ended`), limitMs);
      waiting = (message) => {
        clearTimeout(timer);
        worker.unref();
        resolve(message);
      };
    });
  const fail = (reason: string) => {
    ended ??= reason;
    void worker.terminate();
    settle({ kind: 'failed', reason: ended });
  };
  worker.on('message', settle);
  worker.on('error', (error) => fail(`the solver broke down: ${error.message}`));
  worker.on('exit', () => fail('the solver ended by itself'));

  const first = await next(startLimitMs);
  if (first.kind !== 'ready') {
    await worker.terminate();
    throw new HostError(
      `cannot start the WebAssembly solver: ${'reason' in first ? first.reason : 'no reason is known'}`,
    );
  }
  return {
    name,
    run: async (script, hardLimitMs, fresh): Promise<Reply> => {
      if (ended !== null) return { kind: 'failed', reason: ended };
      const answer = next(hardLimitMs);
      worker.postMessage({ script, fresh } satisfies WorkerRequest);
      const message = await answer;
      if (message.kind === 'text') return message;
      return { kind: 'failed', reason: 'reason' in message ? message.reason : 'the solver does not answer' };
    },
    close: async () => {
      ended ??= 'the solver was closed';
      await worker.terminate();
    },
  };
}
