// Reports for programs. The shape is described by docs/output.schema.json.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
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

export interface JsonFragment extends JsonPlace, Omit<Fragment, 'span'> {}

export interface JsonStep extends JsonPlace {
  readonly goroutine: string;
  readonly operation: string;
  readonly object: string;
  readonly effect: string;
}

export interface JsonBlocked extends JsonPlace {
  readonly goroutine: string;
  readonly operation: string;
  readonly because: string;
  readonly freedBy: string;
}

export interface JsonFinding extends JsonPlace, Omit<Finding, 'span' | 'choices' | 'trace' | 'related'> {
  readonly choices: readonly (JsonPlace & { readonly why: string })[];
  readonly trace: readonly JsonStep[];
  readonly blocked: readonly JsonBlocked[];
  readonly related: readonly (JsonPlace & { readonly message: string })[];
}

export interface JsonReport {
  readonly tool: 'gordian';
  readonly version: string;
  readonly schema: typeof schemaVersion;
  readonly fragments: readonly JsonFragment[];
  readonly findings: readonly JsonFinding[];
  readonly problems: readonly JsonProblem[];
  readonly members: readonly never[];
}

export function toJson(report: Report): JsonReport {
  return {
    tool: 'gordian',
    version: report.version,
    schema: schemaVersion,
    fragments: report.fragments.map((fragment) => jsonFragment(report, fragment)),
    findings: report.findings.map((finding) => jsonFinding(report, finding)),
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

function jsonFragment(report: Report, { span, ...rest }: Fragment): JsonFragment {
  return { ...rest, ...jsonPlace(report, span) };
}

function jsonFinding(report: Report, finding: Finding): JsonFinding {
  const { span, choices, trace, related, ...rest } = finding;
  return {
    ...rest,
    ...jsonPlace(report, span),
    choices: choices.map((choice) => ({ ...jsonPlace(report, choice.span), why: choice.why })),
    trace: trace.steps.map(({ span: at, ...step }) => ({ ...step, ...jsonPlace(report, at) })),
    blocked: trace.blocked.map(({ span: at, ...blocked }) => ({ ...blocked, ...jsonPlace(report, at) })),
    related: related.map(({ span: at, message }) => ({ ...jsonPlace(report, at), message })),
  };
}

function jsonPlace(report: Report, span: Diagnostic['span']): JsonPlace {
  const position = shownPosition(report, span);
  if (position === null) return { file: null, line: null, column: null };
  return { file: position.file, line: position.line, column: position.column };
}
