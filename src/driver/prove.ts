// Proving the members of a package with specifications: its encoding, the engine's verdicts, and both in Go's terms.

import type { Span } from '../base/source.ts';
import { type Encoded, type EncodedMember, encodePackage, type Failure, type Fault } from '../encode/index.ts';
import type { LoadedPackage, LoadResult } from '../load/index.ts';
import { type MemberResult, obligationWords, verifyTerminating } from '../proof/index.ts';
import type { SyncSolverHost } from '../smt/index.ts';
import type { Info } from '../types/index.ts';
import type { Package } from '../types/object.ts';

/** What came of a member. `trusted`: it has a contract and nothing else that could be proved. */
export type ProofVerdict = 'proved' | 'failed' | 'timeout' | 'unsupported' | 'trusted' | 'unknown';

export interface ProofError {
  /** `['assert_error', 'assertion_error']` */
  readonly id: readonly string[];
  readonly span: Span;
  readonly message: string;
}

export interface ProvedMember {
  readonly function: string;
  readonly kind: EncodedMember['kind'];
  readonly span: Span;
  readonly specified: boolean;
  readonly verdict: ProofVerdict;
  readonly errors: readonly ProofError[];
  /** Why there is no better verdict; null where there is nothing to say. */
  readonly reason: { readonly text: string; readonly span: Span | null } | null;
  readonly queries: number;
}

export interface ProveOptions {
  /** Injectivity of inhaled quantified permissions is checked, not assumed. */
  readonly checkInjectivity?: boolean;
}

/** The vil program of a loaded package. */
export function encodeLoaded(pkg: LoadedPackage, loaded: LoadResult, options: ProveOptions = {}): Encoded {
  const infos = new Map<Package, Info>();
  for (const other of [...loaded.specified, ...loaded.packages]) infos.set(other.types, other.info);
  infos.set(pkg.types, pkg.info);
  const { facts } = pkg.info;
  if (facts === null) throw new Error('the package was loaded without specifications');
  const checkInjectivity = options.checkInjectivity === true;
  return encodePackage({ target: pkg.types, files: pkg.files, facts, infos, options: { checkInjectivity } });
}

/** Proves what an encoded package says, member by member. */
export function proveEncoded(
  encoded: Encoded,
  host: SyncSolverHost,
  options: ProveOptions = {},
): readonly ProvedMember[] {
  const results = new Map<string, MemberResult>();
  const proof = { assumeInjectivityOnInhale: options.checkInjectivity !== true };
  for (const result of verifyTerminating(encoded.program, host, { proof })) results.set(result.member.name, result);
  return encoded.members.map((member) => verdictOf(encoded, member, results));
}

function verdictOf(encoded: Encoded, member: EncodedMember, results: ReadonlyMap<string, MemberResult>): ProvedMember {
  const own = member.vil.map((name) => results.get(name)).filter((r) => r !== undefined);
  const failures = own.flatMap(({ verdict }) =>
    verdict.kind === 'failed' ? verdict.errors.map((error) => encoded.explain(error, member)) : [],
  );
  const about = {
    function: member.display,
    kind: member.kind,
    span: spanOf(member.node),
    specified: member.specified,
    errors: failures.map(errorOf),
    queries: own.reduce((sum, { queries }) => sum + queries, 0),
  };
  // What is not encoded outweighs everything: even a failure may be one of the encoding of the rest only.
  if (member.fault !== null) return { ...about, verdict: 'unsupported', reason: faultReason(member.fault) };
  if (failures.length > 0) return { ...about, verdict: 'failed', reason: null };
  for (const { verdict } of own) {
    switch (verdict.kind) {
      case 'timeout': {
        const [error] = [encoded.explain(verdict.error, member)].map(errorOf);
        const text = `the solver gave up: ${error?.message ?? ''}`;
        return { ...about, verdict: 'timeout', reason: { text, span: error?.span ?? null } };
      }
      case 'unsupported':
        return { ...about, verdict: 'unsupported', reason: { text: verdict.construct, span: null } };
      case 'unknown':
        return { ...about, verdict: 'unknown', reason: { text: verdict.reason, span: null } };
      default:
        break;
    }
  }
  if (own.length !== member.vil.length || own.length === 0) {
    return { ...about, verdict: 'unknown', reason: { text: 'not everything was verified', span: null } };
  }
  return { ...about, verdict: member.trusted ? 'trusted' : 'proved', reason: null };
}

function faultReason({ construct, node }: Fault): NonNullable<ProvedMember['reason']> {
  return { text: construct, span: node.pos === 0 ? null : spanOf(node) };
}

function spanOf(node: { readonly pos: number; readonly end: number }): Span {
  return { pos: node.pos, end: node.end };
}

function errorOf(failure: Failure): ProofError {
  const words = obligationWords(failure.error.reason);
  return { id: failure.id, span: spanOf(failure.node), message: words.fails };
}
