// What verifying a member of an annotated package came to: data only; sentences are made where it is shown.

import type { Claims, Ledger } from './ledger.ts';
import type { Span } from './source.ts';

/** `trusted`: it has a contract, and no body that is looked at. Only `proved` says that everything in it was checked. */
export type MemberVerdict = 'proved' | 'failed' | 'timeout' | 'unsupported' | 'trusted' | 'unknown';

/** An obligation that was not proved, with Gobra's identifiers. */
export interface MemberError {
  /** What failed, and why: `['assert_error', 'assertion_error']`. */
  readonly id: readonly string[];
  readonly span: Span;
  /** What in it is to blame. */
  readonly offending: Span;
  /** Variables in sight, with values with which the proof does not go through: such a case may or may not be possible. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

export interface Member {
  /** As users call it: `(*T).Get`; '' for something that has no name. */
  readonly function: string;
  readonly package: string;
  /** Of its declaration. */
  readonly span: Span;
  readonly verdict: MemberVerdict;
  /** What a proof takes for granted: `no-overflow`, `no-nan`, `trusted: f`, `terminates: f`, `assumed: x > 0`. */
  readonly assumptions: readonly string[];
  /** What was not verified, or why not; null where the verdict says it all. */
  readonly reason: { readonly text: string; readonly span: Span | null } | null;
  readonly errors: readonly MemberError[];
  /** Null for what is no function that is executed. */
  readonly claims: Claims | null;
  /** What is promised of the function, with what `check` knows; null as well where that was not asked for. */
  readonly ledger: Ledger | null;
}
