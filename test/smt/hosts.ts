// The solvers that tests run against, and hosts that misbehave.

import { nativeSolverHost } from '../../src/driver/solver/native.ts';
import { wasmSolverHost } from '../../src/driver/solver/wasm.ts';
import type { Channel, Reply, SolverHost } from '../../src/smt/index.ts';

/** The host in WebAssembly: its package is a dependency, so it is always there. */
export function wasm(): SolverHost {
  const host = wasmSolverHost();
  if (host === null) throw new Error('the package z3-solver is not installed');
  return host;
}

/** The z3 on the PATH, or null. */
export const native: SolverHost | null = nativeSolverHost();

if (native === null) console.warn('there is no z3 on the PATH: the native solver is left out');

/** Every solver that is here, by name. */
export const hosts: readonly (readonly [string, SolverHost])[] = [
  ['wasm', wasm()],
  ...(native === null ? [] : [['native', native] as const]),
];

/** A host that changes what comes back: `replace` gets the number of the call, from 1, and gives null to keep the answer. */
export function tampering(host: SolverHost, replace: (call: number, script: string) => Reply | null): SolverHost {
  let calls = 0;
  return {
    name: host.name,
    start: async (options): Promise<Channel> => {
      const channel = await host.start(options);
      return {
        ...channel,
        run: async (script, limit, fresh) => {
          const reply = replace(++calls, script);
          // A solver that fails has lost its state, which is what a closed one has too.
          if (reply?.kind === 'failed') await channel.close();
          return reply ?? channel.run(script, limit, fresh);
        },
      };
    },
  };
}

/** A host whose solver answers everything with one text. */
export function parrot(text: string): SolverHost {
  return {
    name: 'parrot',
    start: async () => ({
      name: 'parrot',
      run: async () => ({ kind: 'text', text }),
      close: async () => undefined,
    }),
  };
}
