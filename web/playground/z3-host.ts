// Z3 in WebAssembly in a browser: each solver a worker of its own, so that a stuck query can be ended.

import { channelHere, threadChannel } from '../../src/driver/solver/wasm-channel.ts';
import { cannotLoad, partsOf } from '../../src/driver/solver/wasm-modules.ts';
import type { WorkerMessage, WorkerStart } from '../../src/driver/solver/wasm-worker.ts';
import { openZ3, type Z3Parts } from '../../src/driver/solver/wasm-z3.ts';
import type { WasmModule } from '../../src/driver/solver/webassembly.ts';
import type { OptionValue, SolverHost, SyncSolverHost } from '../../src/smt/index.ts';
import { loaderOf } from './z3-loader.ts';

/** Of the package with Z3, at the time of the build. */
declare const Z3_VERSION: string;

const name = `z3 ${Z3_VERSION} (WebAssembly)`;

let compiled: Promise<Z3Parts> | null = null;

/** Loads and compiles Z3, once. Throws a HostError where that fails. */
export function z3Parts(): Promise<Z3Parts> {
  compiled ??= fetchParts();
  return compiled;
}

async function fetchParts(): Promise<Z3Parts> {
  try {
    const response = await fetch('z3-built.wasm');
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    const wasm = await WebAssembly.compile(await response.arrayBuffer());
    return partsOf(new URL('z3-built.js', location.href).href, wasm as WasmModule, false);
  } catch (error) {
    compiled = null;
    throw cannotLoad(error);
  }
}

function optionsOf(settings: Readonly<Record<string, OptionValue>>): WorkerStart['options'] {
  return Object.entries(settings).map(([option, value]) => [option, String(value)] as const);
}

export const solverHost: SolverHost = {
  name,
  // A worker cannot start another one while it computes.
  hasTimer: false,
  start: async (settings) => {
    const start: WorkerStart = { parts: await z3Parts(), options: optionsOf(settings) };
    const worker = new Worker('z3.js');
    worker.postMessage(start);
    return threadChannel(name, {
      post: (request) => worker.postMessage(request),
      listen: (message, ended) => {
        worker.onmessage = (event: MessageEvent<WorkerMessage>) => message(event.data);
        worker.onerror = (event) => ended(`the solver broke down: ${event.message}`);
      },
      end: async () => worker.terminate(),
    });
  },
};

/** Solvers in the thread that asks, for proofs of contracts. */
export function syncSolverHost(parts: Z3Parts): SyncSolverHost {
  return {
    name,
    start: (settings) => channelHere(name, () => openZ3(loaderOf, parts, optionsOf(settings))),
  };
}
