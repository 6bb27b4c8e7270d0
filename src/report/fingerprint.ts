// What tells a finding from others while the code around it changes: for baselines, links and code-scanning services.

import type { Finding } from '../base/finding.ts';
import { placeIn } from './places.ts';
import { type Report, shownPath } from './report.ts';
import { headlineText } from './words.ts';

/**
 * Rule, file, function and message without line numbers, and which one of those that are equal: moved code keeps it. Findings that are silenced
 * come after the others, as their order in a report is.
 */
export function identities(report: Report): ReadonlyMap<Finding, string> {
  const result = new Map<Finding, string>();
  const seen = new Map<string, number>();
  const root = report.repository ?? report.folder;
  const place = placeIn(report);
  for (const finding of [...report.findings, ...(report.silenced ?? [])]) {
    const path = shownPath(root, report.sources.fileOf(finding.span.pos)?.path ?? '');
    const message = headlineText(finding.message, (at) => place(at).replace(/:\d+$/, ''));
    const identity = [finding.rule, path, finding.function, message].join('|');
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    result.set(finding, `${identity}|${count}`);
  }
  return result;
}

/** An identity in 16 digits, for links and file names. */
export function fingerprintOf(identity: string): string {
  // Two multiplicative hashes of 32 bits; nothing rests on their being hard to invert.
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < identity.length; i++) {
    const code = identity.charCodeAt(i);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return hex(high) + hex(low);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
