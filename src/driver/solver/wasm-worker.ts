// What runs in a worker of the WebAssembly solver: one Z3 module, one context, scripts answered one after the other.

import type { OpenZ3, openZ3, Z3Parts } from './wasm-z3.ts';

/** What the worker is started with. */
export interface WorkerStart {
  readonly parts: Z3Parts;
  readonly options: readonly (readonly [string, string])[];
}

/** To the worker: run the script; in a fresh context if `fresh`. */
export interface WorkerRequest {
  readonly script: string;
  readonly fresh: boolean;
}

/** From the worker: it can be used; it cannot; what a script printed; the script broke the solver. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** What the worker gets from its surroundings. */
export interface WorkerWorld {
  readonly require: (path: string) => unknown;
  readonly open: typeof openZ3;
  readonly start: WorkerStart;
  readonly post: (message: WorkerMessage) => void;
  readonly onRequest: (handle: (request: WorkerRequest) => void) => void;
}

/**
 * The worker's program. Its text is what the worker is started with, because a bundle and sources that run unbundled
 * have no file in common for it: so it refers to nothing outside itself.
 */
export function solverWorkerMain(world: WorkerWorld): void {
  const { start, post } = world;
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  let z3: OpenZ3;
  try {
    z3 = world.open(world.require, start.parts, start.options);
  } catch (error) {
    post({ kind: 'broken', reason: reasonOf(error) });
    return;
  }
  world.onRequest(({ script, fresh }) => {
    try {
      if (fresh) z3.renew();
      post({ kind: 'text', text: z3.run(script) });
    } catch (error) {
      post({ kind: 'failed', reason: reasonOf(error) });
    }
  });
  post({ kind: 'ready', version: z3.version });
}
