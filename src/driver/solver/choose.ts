// Which solver answers: the native one where it is installed, else the one in WebAssembly.

import { HostError } from '../../base/host.ts';
import type { SolverHost, SyncSolverHost } from '../../smt/index.ts';
import { nativeSolverHost } from './native.ts';
import { nativeSyncHost } from './native-sync.ts';
import { wasmSolverHost } from './wasm.ts';

/** `auto` takes the native solver if there is one: it starts faster. */
export type SolverChoice = 'auto' | 'native' | 'wasm';

/** A host for the choice. Throws a HostError where it cannot be had. */
export function solverHost(choice: SolverChoice = 'auto'): SolverHost {
  const native = choice === 'wasm' ? null : nativeSolverHost();
  if (native !== null) return native;
  if (choice === 'native') throw new HostError('there is no z3 on the PATH');
  const wasm = wasmSolverHost();
  if (wasm === null) throw new HostError('there is no solver: no z3 on the PATH, and no package z3-solver');
  return wasm;
}

/** A host of solvers that answer while the caller waits. Throws a HostError where none can be had. */
export function syncSolverHost(): SyncSolverHost {
  const native = nativeSyncHost();
  if (native === null) throw new HostError('there is no z3 on the PATH');
  return native;
}
