// What a thread does that proves members for another one: it holds the solver, and gets the members to verify.

import { parentPort, workerData } from 'node:worker_threads';
import { must } from '../../base/assert.ts';
import { HostError } from '../../base/host.ts';
import { openTerminating, type TerminatingOptions } from '../../proof/index.ts';
import type { Program } from '../../vil/index.ts';
import { type SolverChoice, syncSolverHost } from '../solver/choose.ts';
import type { Z3Parts } from '../solver/wasm-z3.ts';
import { type MemberProof, proofOf } from './proof.ts';

export interface MemberWorkerStart {
  readonly program: Program;
  readonly settings: TerminatingOptions;
  readonly solver: SolverChoice;
  /** Z3 in WebAssembly as it was compiled already; null where it is not what answers. */
  readonly parts: Z3Parts | null;
}

/** From the worker: what came of the member it was sent the name of, or why it can do nothing. */
export type FromMemberWorker =
  | { readonly kind: 'proof'; readonly proof: MemberProof }
  | { readonly kind: 'broken'; readonly reason: string };

/** Verifies the members of one program, in this thread. */
export function openProofs(start: MemberWorkerStart): { readonly prove: (name: string) => MemberProof } {
  const { program, settings } = start;
  const host = syncSolverHost(start.solver, start.parts);
  const verifier = openTerminating(program, host, settings);
  const members = new Map(verifier.members.map((member) => [member.name, member]));
  return { prove: (name) => proofOf(verifier.verify(must(members.get(name), name))) };
}

export function proveForAnother(): void {
  const port = must(parentPort, 'a thread that asks');
  const post = (message: FromMemberWorker) => port.postMessage(message);
  let proofs: ReturnType<typeof openProofs> | null = null;
  port.on('message', (name: string) => {
    try {
      proofs ??= openProofs(workerData as MemberWorkerStart);
      post({ kind: 'proof', proof: proofs.prove(name) });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      post({ kind: 'broken', reason: error.message });
    }
  });
}
