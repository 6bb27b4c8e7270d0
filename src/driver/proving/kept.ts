// Results of members for later runs, under what they depend on. Places are kept as numbers, because they move.

import type { Slices } from '../../proof/index.ts';
import type { FailedObligation, Member, Source } from '../../vil/index.ts';
import type { CacheStore } from '../cache/store.ts';
import type { MemberProof, ProofVerdict } from './proof.ts';

export interface MemberCache {
  /** What an earlier run found of the same member, with the same things that it refers to. */
  readonly get: (member: Member) => MemberProof | null;
  readonly put: (member: Member, proof: MemberProof) => void;
}

/** A failed obligation whose places are numbers in the list of its slice's. */
interface Kept extends Omit<FailedObligation, 'node' | 'offending'> {
  readonly node: readonly [kind: FailedObligation['node']['kind'], place: number];
  readonly offending: Kept['node'];
}

/** `about` is what else results depend on: the build, the solver, options. */
export function openMembers(store: CacheStore, about: string, slices: Slices): MemberCache {
  const keyOf = (member: Member): string => `member ${about} ${slices.key(member)}`;
  return {
    get: (member) => {
      const text = store.get(keyOf(member));
      if (text === null) return null;
      try {
        return read(text, slices.places(member), member.name);
      } catch {
        return null;
      }
    },
    put: (member, proof) => {
      // What ended with its solver may go well another time.
      if (proof.verdict.kind === 'unknown') return;
      const text = written(proof, slices.places(member));
      if (text !== null) store.put(keyOf(member), text);
    },
  };
}

function written({ verdict, isContradictory }: MemberProof, places: readonly Source[]): string | null {
  const numbers = new Map<string, number>();
  for (const [i, place] of places.entries()) if (!numbers.has(textOf(place))) numbers.set(textOf(place), i);
  let isWhole = true;
  const number = ({ kind, src }: FailedObligation['node']): Kept['node'] => {
    const found = numbers.get(textOf(src));
    if (found === undefined) isWhole = false;
    return [kind, found ?? -1];
  };
  const kept = (error: FailedObligation): Kept => ({
    ...error,
    node: number(error.node),
    offending: number(error.offending),
  });
  const text = JSON.stringify({ isContradictory, verdict: changed(verdict, kept) });
  return isWhole ? text : null;
}

function read(text: string, places: readonly Source[], name: string): MemberProof {
  const { isContradictory, verdict } = JSON.parse(text) as {
    readonly isContradictory: boolean;
    readonly verdict: Changed<Kept>;
  };
  const node = ([kind, place]: Kept['node']): FailedObligation['node'] => {
    const src = places[place];
    if (src === undefined) throw new Error('a place is missing');
    return { kind, src };
  };
  const error = (kept: Kept): FailedObligation => ({
    ...kept,
    node: node(kept.node),
    offending: node(kept.offending),
  });
  return { name, isContradictory, verdict: changed(verdict, error) };
}

type Changed<E> =
  | Exclude<ProofVerdict, { readonly kind: 'failed' | 'timeout' }>
  | { readonly kind: 'failed'; readonly errors: readonly E[] }
  | { readonly kind: 'timeout'; readonly error: E };

function changed<E, F>(verdict: Changed<E>, change: (error: E) => F): Changed<F> {
  switch (verdict.kind) {
    case 'failed':
      return { kind: 'failed', errors: verdict.errors.map(change) };
    case 'timeout':
      return { kind: 'timeout', error: change(verdict.error) };
    default:
      return verdict;
  }
}

function textOf({ pos, end, origin }: Source): string {
  return `${pos} ${end} ${origin}`;
}
