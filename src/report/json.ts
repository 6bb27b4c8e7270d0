// Reports for programs. The shape is described by docs/output.schema.json.

import type { Diagnostic } from '../base/diagnostic.ts';
import { type Report, shownPosition } from './report.ts';

export const schemaVersion = 1;

export interface JsonPlace {
  /** All three are null where there is no place in a file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

export interface JsonProblem extends JsonPlace {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly related: readonly (JsonPlace & { readonly message: string })[];
  readonly notes: readonly string[];
}

export interface JsonReport {
  readonly tool: 'gordian';
  readonly version: string;
  readonly schema: typeof schemaVersion;
  readonly fragments: readonly never[];
  readonly findings: readonly never[];
  readonly problems: readonly JsonProblem[];
  readonly members: readonly never[];
}

export function toJson(report: Report): JsonReport {
  return {
    tool: 'gordian',
    version: report.version,
    schema: schemaVersion,
    fragments: [],
    findings: [],
    problems: report.problems.map((problem) => jsonProblem(report, problem)),
    members: [],
  };
}

export function renderJson(report: Report): string {
  return `${JSON.stringify(toJson(report), null, 2)}\n`;
}

function jsonProblem(report: Report, problem: Diagnostic): JsonProblem {
  return {
    code: problem.rule,
    severity: problem.severity,
    message: problem.message,
    ...jsonPlace(report, problem.span),
    related: problem.related.map(({ span, message }) => ({ ...jsonPlace(report, span), message })),
    notes: problem.notes,
  };
}

function jsonPlace(report: Report, span: Diagnostic['span']): JsonPlace {
  const position = shownPosition(report, span);
  if (position === null) return { file: null, line: null, column: null };
  return { file: position.file, line: position.line, column: position.column };
}
