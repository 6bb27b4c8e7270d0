// The end of a text report: how many messages, fragments by verdict, and what was not understood, most frequent first.

import type { Severity } from '../base/diagnostic.ts';
import type { Fragment } from '../base/finding.ts';
import { escapeText } from './escape.ts';
import { placeIn } from './places.ts';
import type { Report } from './report.ts';
import { reasonsText } from './words/reasons.ts';

const verdicts: readonly Fragment['verdict'][] = ['proved', 'conditional', 'bounded', 'violated', 'unknown'];

/** Reasons beyond these are counted together. */
const maxReasons = 8;

/** Nothing where there is nothing to count. */
export function summary(report: Report): readonly string[] {
  const lines: string[] = [];
  const counts = severities([...report.problems, ...memberMessages(report), ...report.findings]);
  const silenced = report.silenced?.length ?? 0;
  if (silenced > 0) counts.push(`${silenced} silenced`);
  if (counts.length > 0) lines.push(counts.join(', '));
  if (report.fragments.length > 0) lines.push(fragmentLine(report), ...reasonLines(report));
  return lines;
}

/** What is said of members that are not proved. */
function memberMessages({ members = [] }: Report): readonly { readonly severity: Severity }[] {
  return members.flatMap(({ verdict, errors, reason }): readonly { readonly severity: Severity }[] => {
    if (verdict === 'failed') return errors.map(() => ({ severity: 'error' }));
    return reason === null ? [] : [{ severity: 'warning' }];
  });
}

function severities(messages: readonly { readonly severity: Severity }[]): string[] {
  const counts: string[] = [];
  for (const severity of ['error', 'warning', 'note'] as const) {
    const count = messages.filter((message) => message.severity === severity).length;
    if (count > 0) counts.push(counted(count, severity));
  }
  return counts;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function fragmentLine({ fragments, milliseconds, cached = false }: Report): string {
  const parts = verdicts.flatMap((verdict) => {
    const count = fragments.filter((fragment) => fragment.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const took = milliseconds === undefined ? '' : ` (${(milliseconds / 1000).toFixed(1)} s)`;
  const time = cached ? ' (cached)' : took;
  return `${counted(fragments.length, 'fragment')}: ${parts.join(', ')}${time}`;
}

function reasonLines(report: Report): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { verdict, reasons: why } of report.fragments) {
    const reason = reasonsText(why, placeIn(report));
    if (verdict === 'unknown') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  const sorted = [...reasons].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, maxReasons);
  const rest = sorted.slice(maxReasons).reduce((sum, [, count]) => sum + count, 0);
  const width = String(shown[0]?.[1] ?? '').length;
  const lines = shown.map(([reason, count]) => `  ${String(count).padStart(width)} ${escapeText(reason)}`);
  if (rest > 0) lines.push(`  ${String(rest).padStart(width)} for other reasons`);
  return ['not understood:', ...lines];
}
