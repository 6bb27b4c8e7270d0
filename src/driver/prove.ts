// Proving the members of a package with specifications: its encoding, the engine's verdicts, and both in Go's terms.

import type { HyperMode } from '../base/hyper-mode.ts';
import type { Member } from '../base/member.ts';
import type { Span } from '../base/source.ts';
import { type Encoded, type EncodedMember, encodePackage, type Failure, type Fault } from '../encode/index.ts';
import type { LoadedPackage, LoadResult } from '../load/index.ts';
import { type MemberResult, verifyTerminating } from '../proof/index.ts';
import type { SyncSolverHost } from '../smt/index.ts';
import type { Info } from '../types/index.ts';
import type { Package } from '../types/object.ts';

export interface ProveOptions {
  /** Injectivity of inhaled quantified permissions is checked, not assumed. */
  readonly checkInjectivity?: boolean;
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
    options: { checkInjectivity, hyper },
  });
}

/** Proves what an encoded package says, member by member. */
export function proveEncoded(
  encoded: Encoded,
  path: string,
  host: SyncSolverHost,
  options: ProveOptions = {},
): readonly Member[] {
  const results = new Map<string, MemberResult>();
  const proof = { assumeInjectivityOnInhale: options.checkInjectivity !== true };
  const hyper = options.hyper ?? 'off';
  const executions = hyper === 'off' ? {} : ({ executions: hyper === 'extended' ? 'diverging' : 'together' } as const);
  for (const result of verifyTerminating(encoded.program, host, { proof, ...executions }))
    results.set(result.member.name, result);
  return encoded.members.map((member) => verdictOf(encoded, path, member, results));
}

function verdictOf(
  encoded: Encoded,
  path: string,
  member: EncodedMember,
  results: ReadonlyMap<string, MemberResult>,
): Member {
  const own = member.vil.map((name) => results.get(name)).filter((r) => r !== undefined);
  const failures = own.flatMap(({ verdict }) =>
    verdict.kind === 'failed' ? verdict.errors.map((error) => encoded.explain(error, member)) : [],
  );
  const about = {
    function: member.display,
    package: path,
    span: spanOf(member.node),
    assumptions: member.assumptions,
    errors: failures.map(errorOf),
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
  return { ...about, verdict: member.trusted ? 'trusted' : 'proved', reason: null };
}

function faultReason({ construct, node }: Fault): NonNullable<Member['reason']> {
  return { text: construct, span: node.pos === 0 ? null : spanOf(node) };
}

function spanOf(node: { readonly pos: number; readonly end: number }): Span {
  return { pos: node.pos, end: node.end };
}

function errorOf({ id, node, offending }: Failure): Member['errors'][number] {
  return { id, span: spanOf(node), offending: spanOf(offending) };
}
