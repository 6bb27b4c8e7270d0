// Z3 compiled to WebAssembly for callers that wait: the module runs in the caller's own thread.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SyncSolverHost } from '../../smt/index.ts';
import { channelHere } from './wasm-channel.ts';
import { cannotLoad, partsOf } from './wasm-modules.ts';
import { findZ3, wasmOf } from './wasm-parts.ts';
import { openZ3, type Z3Parts } from './wasm-z3.ts';
import type { WasmModule, WasmWorld } from './webassembly.ts';

const { WebAssembly: engine } = globalThis as unknown as WasmWorld;

let compiled: Z3Parts | null = null;

/** The parts of Z3, compiled once in this thread; null where the package is not installed. They can be sent to workers. */
export function compiledZ3(): Z3Parts | null {
  if (compiled !== null) return compiled;
  const found = findZ3();
  if (found === null) return null;
  let wasm: WasmModule;
  try {
    wasm = new engine.Module(readFileSync(wasmOf(found.loader)));
  } catch (error) {
    throw cannotLoad(error);
  }
  compiled = partsOf(found.loader, wasm, false);
  return compiled;
}

/**
 * A host whose solvers run in this thread, or null where the package with Z3 is not installed. `parts` are those that
 * another thread has compiled. Only limits on its work stop such a solver.
 */
export function wasmSyncHost(parts: Z3Parts | null = null): SyncSolverHost | null {
  const found = findZ3();
  if (found === null) return null;
  const name = `z3 ${found.version} (WebAssembly)`;
  const require = createRequire(import.meta.url);
  return {
    name,
    start: (settings) => {
      const known = parts ?? compiledZ3();
      if (known === null) throw cannotLoad('the package z3-solver is not installed');
      const options = Object.entries(settings).map(([option, value]) => [option, String(value)] as const);
      return channelHere(name, () => openZ3(require, known, options));
    },
  };
}
