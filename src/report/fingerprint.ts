// What tells a finding from others while the code around it changes: for baselines, links and code-scanning services.

import type { Finding } from '../base/finding.ts';
import type { Span } from '../base/source.ts';
import { placeIn } from './places.ts';
import type { Report } from './report.ts';
import { headlineText } from './words.ts';

/**
 * Rule, package, file, function and message without line numbers, and which one of those that are equal: code that moves keeps it, and so does a
 * repository that is somewhere else. Findings that are silenced come after the others.
 */
export function identities(report: Report): ReadonlyMap<Finding, string> {
  const result = new Map<Finding, string>();
  const seen = new Map<string, number>();
  const place = placeIn(report);
  const packageOf = packages(report);
  for (const finding of [...report.findings, ...(report.silenced ?? [])]) {
    const path = report.sources.fileOf(finding.span.pos)?.path ?? '';
    const file = path.slice(path.lastIndexOf('/') + 1);
    const message = headlineText(finding.message, (at) => place(at).replace(/:\d+$/, ''));
    const identity = [finding.rule, packageOf(finding), file, finding.function, message].join('|');
    const count = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, count);
    result.set(finding, `${identity}|${count}`);
  }
  return result;
}

/** The import path of the package that a finding is in, or that the function it was found from is in; '' where neither is known. */
export function packages(report: Report): (finding: Finding) => string {
  const byDirectory = new Map<string, string>();
  const byFunction = new Map<string, string>();
  for (const one of [...report.fragments, ...(report.members ?? [])]) {
    const directory = directoryOf(report, one.span);
    if (directory !== null) byDirectory.set(directory, one.package);
    byFunction.set(one.function, one.package);
  }
  return ({ span, function: root }) => byDirectory.get(directoryOf(report, span) ?? '') ?? byFunction.get(root) ?? '';
}

function directoryOf(report: Report, span: Span): string | null {
  const path = report.sources.fileOf(span.pos)?.path;
  return path === undefined ? null : path.slice(0, Math.max(0, path.lastIndexOf('/')));
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
