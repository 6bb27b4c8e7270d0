// Two findings with one cause are one finding.

import type { Finding } from '../base/finding.ts';

/** What says more about a blocked goroutine comes first. */
const blockedRules: readonly string[] = [
  'nil-channel',
  'double-lock',
  'lock-order',
  'global-deadlock',
  'goroutine-leak',
];

/** One cause is one finding: the same place, blocked or broken in the same way, with what says most and is shortest. */
export function withoutRepetition(findings: readonly Finding[]): readonly Finding[] {
  const best = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${blockedRules.includes(finding.rule) ? 'blocked' : finding.rule} ${finding.span.pos}`;
    const old = best.get(key);
    if (old === undefined || isBetter(finding, old)) best.set(key, finding);
  }
  return [...best.values()].sort((a, b) => a.span.pos - b.span.pos);
}

function isBetter(a: Finding, b: Finding): boolean {
  const rank = (finding: Finding): number => {
    const at = blockedRules.indexOf(finding.rule);
    // The end of everything and the end of one goroutine are the same news.
    return Math.min(at, 3);
  };
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  return a.trace.steps.length < b.trace.steps.length;
}
