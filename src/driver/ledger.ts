// What `check` says about the functions that were verified: its fragments and findings, and the ledger of each function.

import type { Finding, Fragment } from '../base/finding.ts';
import { type LedgerVerdict, ledgerOf, type Progress } from '../base/ledger.ts';
import type { Member } from '../base/member.ts';
import { namedValue } from '../base/named.ts';
import type { Span } from '../base/source.ts';
import { type CheckResult, classesOf } from '../check/index.ts';
import { defaultProperties } from '../model/index.ts';

/** What of a check the ledgers rest on, with places in the files that were verified. */
export type Checked = Pick<CheckResult, 'fragments' | 'findings' | 'silenced' | 'returning'>;

/** What was found where no check was made. */
export const unchecked: Checked = { fragments: [], findings: [], silenced: [], returning: [] };

/** The members with their ledgers. */
export function withLedgers(members: readonly Member[], checked: Checked): readonly Member[] {
  return members.map((member) => {
    if (member.claims === null) return member;
    return { ...member, ledger: ledgerOf(member, member.claims, progressOf(member.span, checked)) };
  });
}

function progressOf(span: Span, { fragments, findings, returning }: Checked): Progress {
  const isInside = (other: Span): boolean => span.pos <= other.pos && other.pos < span.end;
  const known = returning.find((one) => isInside(one.span));
  const ends = known?.mayLoop === false;
  if (known?.mayBlock === false) return { blocking: 'proved', ends };
  const fragment = fragments.find((one) => isInside(one.span));
  if (fragment === undefined) return { blocking: 'unknown', ends };
  const own = findings.filter((one) => one.severity !== 'note' && isInside(one.span));
  return { blocking: blockingOf(fragment, own), ends };
}

/** Properties of a fragment that say that nothing blocks forever. */
const blockedForever = defaultProperties.filter((name) => classesOf(name).blocked !== null);

function blockingOf(fragment: Fragment, own: readonly Finding[]): LedgerVerdict {
  const verdicts = blockedForever.map((name) => namedValue(fragment.properties, name));
  // A lock that is left held blocks those who want it next.
  if (verdicts.includes('violated') || own.some(({ rule }) => classesOf(rule).blocked !== null)) return 'failed';
  if (verdicts.every((verdict) => verdict === 'proved')) return 'proved';
  return verdicts.every((verdict) => verdict === 'proved' || verdict === 'conditional') ? 'conditional' : 'unknown';
}
