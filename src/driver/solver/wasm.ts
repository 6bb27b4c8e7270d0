// Z3 compiled to WebAssembly as a solver: each one a worker thread, so that a stuck query can be ended.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Channel, OptionValue, SolverHost } from '../../smt/index.ts';
import { threadChannel } from './wasm-channel.ts';
import { cannotLoad, partsOf } from './wasm-modules.ts';
import { findZ3, wasmOf } from './wasm-parts.ts';
import { solverWorkerMain, type WorkerStart } from './wasm-worker.ts';
import { openZ3, type Z3Parts } from './wasm-z3.ts';
import type { WasmModule, WasmWorld } from './webassembly.ts';

const { WebAssembly: engine } = globalThis as unknown as WasmWorld;

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
  return threadChannel(name, {
    post: (request) => worker.postMessage(request),
    listen: (message, ended) => {
      worker.on('message', message);
      worker.on('error', (error) => ended(`the solver broke down: ${error.message}`));
      worker.on('exit', () => ended('the solver ended by itself'));
    },
    end: () => worker.terminate(),
    hold: (isAwaited) => (isAwaited ? worker.ref() : worker.unref()),
  });
}
