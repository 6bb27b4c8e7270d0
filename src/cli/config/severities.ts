// Severities that a configuration gives to findings, by rule and path.

import type { Finding } from '../../base/finding.ts';
import type { Report } from '../../report/index.ts';
import type { SeverityRow } from './config.ts';
import { configName } from './names.ts';

/** The report with the severities of the last row that fits each finding; those that are off are silenced. */
export function withSeverities(report: Report, rows: readonly SeverityRow[] = []): Report {
  if (rows.length === 0) return report;
  const fitting = rows.map((row) => ({ ...row, patterns: row.paths.map(patternOf) })).reverse();
  const severityOf = (finding: Finding): SeverityRow['severity'] => {
    const path = report.sources.fileOf(finding.span.pos)?.path ?? '';
    const row = fitting.find(({ rules, patterns, dir }) => {
      const inside = path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : path;
      const isPath = patterns.length === 0 || patterns.some((pattern) => pattern.test(inside));
      return isPath && (rules.length === 0 || rules.includes(finding.rule));
    });
    return row?.severity ?? finding.severity;
  };
  const findings: Finding[] = [];
  const silenced: Finding[] = [...(report.silenced ?? [])];
  for (const finding of report.findings) {
    const severity = severityOf(finding);
    if (severity === 'off') silenced.push({ ...finding, silencedBy: { kind: 'configuration', reason: configName } });
    else findings.push({ ...finding, severity });
  }
  return { ...report, findings, silenced };
}

/** A pattern of paths. */
export interface Pattern {
  readonly test: (path: string) => boolean;
}

/** `many` is `**` with the slash after it, `any` is `**` elsewhere, `some` is `*`, `one` is `?`. */
type Part = 'many' | 'any' | 'some' | 'one' | { readonly text: string };

/**
 * `**` is any number of directories, `*` and `?` stay in one; a directory stands for all that is in it. What fits is followed through the path
 * once, all ways at a time: a pattern of a hostile configuration takes no longer than any other.
 */
export function patternOf(glob: string): Pattern {
  const plain = glob.replace(/^\.\//, '').replace(/\/$/, '');
  const parts = [...plain.matchAll(/\*\*\/|\/?\*\*|\*|\?|./gsu)].flatMap(([text]): readonly Part[] => {
    if (text === '**/') return ['many'];
    if (text.endsWith('**')) return ['any'];
    return [text === '*' ? 'some' : text === '?' ? 'one' : { text }];
  });
  return { test: (path) => fits(parts, path) };
}

function fits(parts: readonly Part[], path: string): boolean {
  /** How many parts may be behind the reader; `many` may be left before its first character, and after each slash. */
  let ways = skipping(parts, [0]);
  for (const c of path) {
    // All that is in a directory fits.
    if (c === '/' && ways.has(parts.length)) return true;
    const next: number[] = [];
    for (const way of ways) {
      const part = parts[Math.floor(way)];
      if (part === undefined) continue;
      if (part === 'any' || (part === 'some' && c !== '/')) next.push(way);
      else if (part === 'one' && c !== '/') next.push(way + 1);
      else if (part === 'many')
        next.push(...(c === '/' ? [Math.floor(way) + 0.5, Math.floor(way) + 1] : [Math.floor(way) + 0.5]));
      else if (typeof part === 'object' && part.text === c) next.push(way + 1);
    }
    ways = skipping(parts, next);
  }
  return ways.has(parts.length);
}

/** With the ways that take nothing for a part that may be nothing. */
function skipping(parts: readonly Part[], from: readonly number[]): Set<number> {
  const ways = new Set<number>();
  const work = [...from];
  for (let way = work.pop(); way !== undefined; way = work.pop()) {
    if (ways.has(way)) continue;
    ways.add(way);
    const part = parts[way];
    if (part === 'many' || part === 'any' || part === 'some') work.push(way + 1);
  }
  return ways;
}
