// Which solver answers: the native one where it is installed, else the one in WebAssembly.

import { HostError } from '../../base/host.ts';
import type { SolverHost, SyncSolverHost } from '../../smt/index.ts';
import { nativeSolverHost } from './native.ts';
import { nativeSyncHost } from './native-sync.ts';
import { wasmSolverHost } from './wasm.ts';
import { wasmSyncHost } from './wasm-sync.ts';
import type { Z3Parts } from './wasm-z3.ts';

/** `auto` takes the native solver if there is one: it starts faster. */
export type SolverChoice = 'auto' | 'native' | 'wasm';

const noNative = 'there is no z3 on the PATH';
const noSolver = 'there is no solver: no z3 on the PATH, and no package z3-solver';

/** A host for the choice. Throws a HostError where it cannot be had. */
export function solverHost(choice: SolverChoice = 'auto'): SolverHost {
  const native = choice === 'wasm' ? null : nativeSolverHost();
  if (native !== null) return native;
  if (choice === 'native') throw new HostError(noNative);
  const wasm = wasmSolverHost();
  if (wasm === null) throw new HostError(noSolver);
  return wasm;
}

/** What answers where callers wait, with its version: results are those of this solver. */
export function solverName(choice: SolverChoice = 'auto'): string {
  return syncSolverHost(choice).name;
}

/**
 * A host of solvers that answer while the caller waits. `parts`: of Z3 in WebAssembly, where another thread has compiled it.
 * Throws a HostError where none can be had.
 */
export function syncSolverHost(choice: SolverChoice = 'auto', parts: Z3Parts | null = null): SyncSolverHost {
  const native = choice === 'wasm' ? null : nativeSyncHost();
  if (native !== null) return native;
  if (choice === 'native') throw new HostError(noNative);
  const wasm = wasmSyncHost(parts);
  if (wasm === null) throw new HostError(noSolver);
  return wasm;
}
