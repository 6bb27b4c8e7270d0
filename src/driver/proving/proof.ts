// The result of a member in a form that goes to other threads and into caches: places instead of nodes.

import type { Construct, MemberResult } from '../../proof/index.ts';
import type { FailedObligation, VerificationError } from '../../vil/index.ts';

export type ProofVerdict =
  | { readonly kind: 'proved' | 'trusted' }
  | { readonly kind: 'failed'; readonly errors: readonly FailedObligation[] }
  | { readonly kind: 'timeout'; readonly error: FailedObligation }
  | { readonly kind: 'unsupported'; readonly construct: Construct }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface MemberProof {
  /** Of the vil member. */
  readonly name: string;
  readonly verdict: ProofVerdict;
  readonly isContradictory: boolean;
}

export function proofOf({ member, verdict, isContradictory }: MemberResult): MemberProof {
  return { name: member.name, isContradictory, verdict: slim(verdict) };
}

function slim(verdict: MemberResult['verdict']): ProofVerdict {
  switch (verdict.kind) {
    case 'proved':
    case 'trusted':
    case 'unknown':
      return verdict;
    case 'failed':
      return { kind: 'failed', errors: verdict.errors.map(slimError) };
    case 'timeout':
      return { kind: 'timeout', error: slimError(verdict.error) };
    case 'unsupported':
      return { kind: 'unsupported', construct: verdict.construct };
  }
}

function slimError({ id, reason, node, offending, values }: VerificationError): FailedObligation {
  return {
    id,
    reason,
    ...(values === undefined ? {} : { values }),
    node: { kind: node.kind, src: node.src },
    offending: { kind: offending.kind, src: offending.src },
  };
}
