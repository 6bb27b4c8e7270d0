// Reports for code-scanning services: SARIF 2.1.0, section numbers of the standard in the comments.

import type { Diagnostic, Severity } from '../base/diagnostic.ts';
import type { Finding } from '../base/finding.ts';
import { positionIn, type SourceFile, type Span } from '../base/source.ts';
import { type Report, shownPath } from './report.ts';

const sarifVersion = '2.1.0';

export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: '%SRCROOT%' };
    readonly region: SarifRegion;
  };
  readonly message?: { readonly text: string };
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: Severity;
  readonly message: { readonly text: string };
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
}

/** A reporting descriptor (3.49). */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription?: { readonly text: string };
  readonly help?: { readonly text: string };
}

export interface SarifNotification {
  readonly descriptor: { readonly id: string };
  readonly level: Severity;
  readonly message: { readonly text: string };
}

export interface SarifLog {
  readonly version: typeof sarifVersion;
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly name: 'gordian';
          readonly semanticVersion: string;
          readonly rules: readonly SarifRule[];
        };
      };
      readonly columnKind: 'utf16CodeUnits';
      readonly invocations: readonly [
        { readonly executionSuccessful: boolean; readonly toolExecutionNotifications: readonly SarifNotification[] },
      ];
      readonly results: readonly SarifResult[];
    },
  ];
}

/** Problems with a place are results (3.27), those without one are notifications of the run (3.58). */
export function toSarif(report: Report): SarifLog {
  const ruleIds: string[] = [];
  const results: SarifResult[] = [];
  const notifications: SarifNotification[] = [];
  for (const problem of [...report.problems, ...report.findings.map(asDiagnostic)]) {
    const location = problem.span === null ? null : sarifLocation(report, problem.span);
    if (location === null) {
      const text = messageText(problem);
      notifications.push({ descriptor: { id: problem.rule }, level: problem.severity, message: { text } });
      continue;
    }
    let ruleIndex = ruleIds.indexOf(problem.rule);
    if (ruleIndex < 0) ruleIndex = ruleIds.push(problem.rule) - 1;
    results.push(sarifResult(report, problem, ruleIndex, location));
  }
  return {
    version: sarifVersion,
    runs: [
      {
        tool: {
          driver: {
            name: 'gordian',
            semanticVersion: report.version,
            rules: ruleIds.map((id) => sarifRule(report, id)),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: !report.problems.some((problem) => problem.severity === 'error'),
            toolExecutionNotifications: notifications,
          },
        ],
        results,
      },
    ],
  };
}

/** A finding as what every result is made from; blocked goroutines are related places. */
function asDiagnostic(finding: Finding): Diagnostic {
  const blocked = finding.trace.blocked.filter(({ span }) => span.pos !== finding.span.pos);
  return {
    rule: finding.rule,
    severity: finding.severity,
    span: finding.span,
    message: finding.message,
    related: [
      ...finding.related,
      ...blocked.map((b) => ({ span: b.span, message: `${b.goroutine} is blocked at ${b.operation}: ${b.because}` })),
    ],
    notes: finding.notes,
    fixes: [],
  };
}

export function renderSarif(report: Report): string {
  return `${JSON.stringify(toSarif(report), null, 2)}\n`;
}

function sarifRule(report: Report, id: string): SarifRule {
  const rule = report.rules.get(id);
  if (rule === undefined) return { id };
  const shown = { id, shortDescription: { text: rule.title } };
  return rule.explanation === '' ? shown : { ...shown, help: { text: rule.explanation } };
}

function sarifResult(report: Report, problem: Diagnostic, ruleIndex: number, location: SarifLocation): SarifResult {
  const result = {
    ruleId: problem.rule,
    ruleIndex,
    level: problem.severity,
    message: { text: messageText(problem) },
    locations: [location],
  };
  const related: SarifLocation[] = [];
  for (const { span, message } of problem.related) {
    const place = sarifLocation(report, span);
    if (place !== null) related.push({ ...place, message: { text: message } });
  }
  return related.length === 0 ? result : { ...result, relatedLocations: related };
}

function messageText(problem: Diagnostic): string {
  return [problem.message, ...problem.notes].join('\n');
}

function sarifLocation(report: Report, span: Span): SarifLocation | null {
  const file = report.sources.fileOf(span.pos);
  if (file === null) return null;
  const region = sarifRegion(file, span);
  const path = shownPath(report.folder, file.path);
  const uri = path.split('/').map(encodeURIComponent).join('/');
  const artifactLocation = path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' as const };
  return { physicalLocation: { artifactLocation, region } };
}

function sarifRegion(file: SourceFile, span: Span): SarifRegion {
  const start = sarifPlace(file, span.pos - file.base);
  const end = sarifPlace(file, Math.min(Math.max(span.end, span.pos) - file.base, file.text.length));
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Columns in UTF-16 code units (3.14.11), unlike those that Go's tools and our other reports count. */
function sarifPlace(file: SourceFile, offset: number): { line: number; column: number } {
  const { line } = positionIn(file, offset);
  return { line, column: offset - (file.lines()[line - 1] as number) + 1 };
}
