// Proving the members of a package with threads, and with what earlier runs found.

import type { Interruption } from '../base/interruption.ts';
import type { Member } from '../base/member.ts';
import type { Encoded } from '../encode/index.ts';
import { slicesOf } from '../proof/index.ts';
import type { CacheStore } from './cache/store.ts';
import { digest } from './host/digest.ts';
import { toolFingerprint } from './host/installation.ts';
import { type ProveOptions, verdictOf, verifyOptions, wantedMembers } from './prove.ts';
import { openMembers } from './proving/kept.ts';
import { proveMembers } from './proving/pool.ts';
import type { MemberProof } from './proving/proof.ts';
import { type SolverChoice, solverName } from './solver/choose.ts';

export interface ProofCrew {
  readonly jobs: number;
  readonly solver: SolverChoice;
  /** Where results of earlier runs are; null for none. */
  readonly store: CacheStore | null;
  readonly progress: (message: string, done: number, total: number) => void;
  readonly interruption: Interruption;
}

/** What `proveEncoded` gives. */
export async function proveTogether(
  encoded: Encoded,
  path: string,
  options: ProveOptions,
  { jobs, solver, store, progress, interruption }: ProofCrew,
): Promise<readonly Member[]> {
  const wanted = wantedMembers(encoded);
  const settings = verifyOptions(options);
  const about = [toolFingerprint(), solverName(solver), JSON.stringify(settings)].join(' ');
  // Where two executions diverge, a caller can ask for more of a method than the method itself: its result does not rest on its
  // own slice alone, so it is not kept.
  const cache =
    store === null || settings.executions !== undefined
      ? null
      : openMembers(
          store,
          about,
          slicesOf(encoded.program, (text) => digest(text)),
        );
  const proofs = new Map<string, MemberProof>();
  for (const member of wanted) {
    const known = cache?.get(member) ?? null;
    if (known !== null) proofs.set(member.name, known);
  }
  const members = new Map(wanted.map((member) => [member.name, member]));
  const displays = new Map(encoded.members.flatMap(({ vil, display }) => vil.map((name) => [name, display] as const)));
  const names = wanted.map(({ name }) => name).filter((name) => !proofs.has(name));
  await proveMembers({
    program: encoded.program,
    settings,
    names,
    solver,
    jobs,
    interruption,
    done: (proof) => {
      proofs.set(proof.name, proof);
      const member = members.get(proof.name);
      // What the user has ended says nothing.
      if (member !== undefined && !interruption.isRequested()) cache?.put(member, proof);
      progress(`${path}: ${displays.get(proof.name) ?? proof.name}`, proofs.size, wanted.length);
    },
  });
  return encoded.members.map((member) => verdictOf(encoded, path, member, proofs));
}
