// Proving the members of a package with specifications: its encoding, the engine's verdicts, and both in Go's terms. Pure.

import type { HyperMode } from '../base/hyper-mode.ts';
import type { Member } from '../base/member.ts';
import type { Span } from '../base/source.ts';
import { type Encoded, type EncodedMember, encodePackage, type Failure, type Fault } from '../encode/index.ts';
import type { LoadedPackage, LoadResult } from '../load/index.ts';
import { openTerminating, type TerminatingOptions } from '../proof/index.ts';
import type { SyncSolverHost } from '../smt/index.ts';
import type { Info } from '../types/index.ts';
import type { Package } from '../types/object.ts';
import type { Member as VilMember } from '../vil/index.ts';
import { type MemberProof, proofOf } from './proving/proof.ts';

export interface ProveOptions {
  /** Injectivity of inhaled quantified permissions is checked, not assumed. */
  readonly checkInjectivity?: boolean;
  /** Integer operations of executable code are checked for overflow, not assumed to fit. */
  readonly checkOverflow?: boolean;
  /** How contracts about two executions are verified. */
  readonly hyper?: HyperMode;
}

/** The vil program of a loaded package. */
export function encodeLoaded(pkg: LoadedPackage, loaded: LoadResult, options: ProveOptions = {}): Encoded {
  const infos = new Map<Package, Info>();
  const sources = new Map<Package, LoadedPackage>();
  for (const other of [...loaded.specified, ...loaded.packages, pkg]) {
    infos.set(other.types, other.info);
    sources.set(other.types, other);
  }
  const { facts } = pkg.info;
  if (facts === null) throw new Error('the package was loaded without specifications');
  const checkInjectivity = options.checkInjectivity === true;
  const hyper = options.hyper ?? 'off';
  return encodePackage({
    target: pkg.types,
    files: pkg.files,
    facts,
    infos,
    sources,
    options: { checkInjectivity, hyper, checkOverflow: options.checkOverflow === true, wordBits: loaded.wordBits },
  });
}

/** Proves what an encoded package says, member by member, in this thread. */
export function proveEncoded(
  encoded: Encoded,
  path: string,
  host: SyncSolverHost,
  options: ProveOptions = {},
): readonly Member[] {
  const proofs = new Map<string, MemberProof>();
  const verifier = openTerminating(encoded.program, host, verifyOptions(options));
  try {
    for (const member of wantedMembers(encoded)) proofs.set(member.name, proofOf(verifier.verify(member)));
  } finally {
    verifier.dispose();
  }
  return encoded.members.map((member) => verdictOf(encoded, path, member, proofs));
}

/** What the engine is asked for. */
export function verifyOptions({ checkInjectivity, hyper = 'off' }: ProveOptions): TerminatingOptions {
  const proof = { assumeInjectivityOnInhale: checkInjectivity !== true };
  if (hyper === 'off') return { proof };
  return { proof, executions: hyper === 'extended' ? 'diverging' : 'together' };
}

/** The vil members whose results are asked for. */
export function wantedMembers({ program, members }: Encoded): readonly VilMember[] {
  const names = new Set(members.flatMap((member) => (member.fault === null ? member.vil : [])));
  return [...program.functions, ...program.predicates, ...program.methods].filter(({ name }) => names.has(name));
}

/** A member's verdict in Go's terms, of what was proved of its parts. */
export function verdictOf(
  encoded: Encoded,
  path: string,
  member: EncodedMember,
  proofs: ReadonlyMap<string, MemberProof>,
): Member {
  const own = member.vil.map((name) => proofs.get(name)).filter((proof) => proof !== undefined);
  const failures = own.flatMap(({ verdict }) =>
    verdict.kind === 'failed' ? verdict.errors.map((error) => encoded.explain(error, member)) : [],
  );
  const about = {
    function: member.display,
    package: path,
    span: spanOf(member.node),
    assumptions: member.assumptions,
    errors: failures.map(errorOf),
    claims: member.claims,
    ledger: null,
  };
  // What is not encoded outweighs everything: a failure may be one of what is left.
  if (member.fault !== null) return { ...about, errors: [], verdict: 'unsupported', reason: faultReason(member.fault) };
  if (failures.length > 0) return { ...about, verdict: 'failed', reason: null };
  for (const { verdict } of own) {
    switch (verdict.kind) {
      case 'timeout': {
        const { span } = errorOf(encoded.explain(verdict.error, member));
        return { ...about, verdict: 'timeout', reason: { text: 'the solver gave up', span } };
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
  if (own.some(({ isContradictory }) => isContradictory)) {
    const text = 'nothing satisfies its precondition, so a proof says nothing';
    return { ...about, verdict: 'unknown', reason: { text, span: null } };
  }
  return { ...about, verdict: member.trusted ? 'trusted' : 'proved', reason: null };
}

function faultReason({ construct, node }: Fault): NonNullable<Member['reason']> {
  return { text: construct, span: node.pos === 0 ? null : spanOf(node) };
}

function spanOf(node: { readonly pos: number; readonly end: number }): Span {
  return { pos: node.pos, end: node.end };
}

function errorOf({ id, node, offending, values }: Failure): Member['errors'][number] {
  return { id, span: spanOf(node), offending: spanOf(offending), values };
}
