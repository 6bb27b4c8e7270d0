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

/** `**` is any number of directories, `*` and `?` stay in one; a directory stands for all that is in it. */
export function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\/?\*\*|\*|\?/g, (part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : '.*';
    });
  return new RegExp(`^${source}(?:/.*)?$`);
}
