// What is promised of one function, by the two halves that look at it: proofs of contracts, and checks of what communicates.

import type { Member, MemberError } from './member.ts';

/** `conditional`: it holds whenever the function's precondition does. */
export type LedgerVerdict = 'proved' | 'conditional' | 'unknown' | 'failed';

export interface Ledger {
  /** No nil pointer is followed, and no index is out of range. */
  readonly memory: LedgerVerdict;
  /** No memory is read or written while another goroutine writes it. */
  readonly races: LedgerVerdict;
  /** What `ensures`, `assert` and the preconditions of calls say holds. */
  readonly contract: LedgerVerdict;
  /** It returns, unless it blocks. */
  readonly terminates: LedgerVerdict;
  /** It cannot block forever, nor what it starts. */
  readonly blocking: LedgerVerdict;
}

/** What a function's contract says about when it may be called, and about its end. */
export interface Claims {
  /** It may not be called in every state. */
  readonly requires: boolean;
  /** `some`: it ends under a condition. `none`: nothing is said, or it is only assumed. */
  readonly measure: 'none' | 'some' | 'all';
}

/** What `check` knows about a function. */
export interface Progress {
  readonly blocking: LedgerVerdict;
  /** It returns unless it blocks, whatever it is given. */
  readonly ends: boolean;
}

const ofTermination: ReadonlySet<string> = new Set([
  'function_termination_error',
  'pure_function_termination_error',
  'loop_termination_error',
]);

/** Failures that concern what the code does with memory, where the reason is not a missing permission. */
const ofMemory: ReadonlySet<string> = new Set([
  'assignment_error',
  'call_error',
  'conditional_error',
  'for_loop_error',
]);

/** What a failure is a failure of. */
function aspectOf({ id: [key = '', reason = ''] }: MemberError): 'termination' | 'permission' | 'memory' | 'contract' {
  if (ofTermination.has(key)) return 'termination';
  if (reason === 'permission_error') return 'permission';
  return ofMemory.has(key) ? 'memory' : 'contract';
}

/**
 * The ledger of a function. After the first failure on a path nothing more is verified there, so a failure of one kind
 * leaves the others unknown.
 */
export function ledgerOf(
  { verdict, errors }: Pick<Member, 'verdict' | 'errors'>,
  { requires, measure }: Claims,
  { blocking, ends }: Progress,
): Ledger {
  const held: LedgerVerdict = requires ? 'conditional' : 'proved';
  const aspects = new Set(errors.map(aspectOf));
  const isProved = verdict === 'proved';
  const failing = (...kinds: readonly ReturnType<typeof aspectOf>[]): LedgerVerdict =>
    kinds.some((kind) => aspects.has(kind)) ? 'failed' : 'unknown';
  const ending = measure === 'none' ? 'unknown' : measure === 'some' ? 'conditional' : held;
  return {
    memory: isProved ? held : failing('memory', 'permission'),
    races: isProved ? held : failing('permission'),
    contract: isProved ? 'proved' : failing('contract'),
    terminates: ends ? 'proved' : isProved ? ending : failing('termination'),
    blocking,
  };
}
