// Reports for programs. The shape is described by docs/output.schema.json.

import type { Diagnostic, Fix } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Ledger } from '../base/ledger.ts';
import type { Member } from '../base/member.ts';
import { recordOf } from '../base/named.ts';
import type { Span } from '../base/source.ts';
import { shownSteps, type Trace, type TraceStep } from '../base/trace.ts';
import { jsonText } from './escape.ts';
import { fingerprintOf, identities } from './fingerprint.ts';
import { placeIn } from './places.ts';
import { type Report, shownPosition } from './report.ts';
import {
  assumptionText,
  becauseText,
  choiceText,
  effectText,
  freedByText,
  headlineText,
  memberErrorText,
  memberReasonText,
  nameIn,
  noteText,
  objectIn,
  operationText,
  operationWord,
  type PlaceText,
  reasonsText,
  relatedText,
  stateText,
} from './words.ts';

export const schemaVersion = 1;

export interface JsonPlace {
  /** All three are null where there is no place in a file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** A change of text; the text between the two places is replaced. */
export interface JsonEdit extends JsonPlace {
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly text: string;
}

export interface JsonFix {
  readonly message: string;
  readonly edits: readonly JsonEdit[];
}

export interface JsonProblem extends JsonPlace {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly related: readonly (JsonPlace & { readonly message: string })[];
  readonly notes: readonly string[];
  /** Left out where there are none. */
  readonly fixes?: readonly JsonFix[];
}

export interface JsonFragment
  extends JsonPlace,
    Omit<Fragment, 'span' | 'ms' | 'assumptions' | 'reasons' | 'bounds' | 'properties'> {
  readonly bounds: Readonly<Record<string, readonly number[]>>;
  /** Verdicts by property. */
  readonly properties: Readonly<Record<string, string>>;
  /** Only where it was asked for: it differs from run to run. */
  readonly ms?: number;
  readonly assumptions: readonly string[];
  readonly reason: string;
}

/** A goroutine of a run, by the number that steps and blocked operations have in `goroutineId`. */
export interface JsonGoroutine extends JsonPlace {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  /** '' for a function literal. The place is that of its `go` statement. */
  readonly function: string;
}

/** What goroutines synchronize with. The place is where it was made. */
export interface JsonObject extends JsonPlace {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
}

export interface JsonStep extends JsonPlace {
  readonly goroutine: string;
  readonly goroutineId: number;
  readonly operation: string;
  /** The name that all engines have for the operation. */
  readonly kind: string;
  readonly object: string;
  /** 0 for none. */
  readonly objectId: number;
  readonly effect: string;
  /** The goroutine that the step starts, wakes or meets; null for none. */
  readonly other: number | null;
  readonly value: string;
  /** How the object changes: `wg 2 -> 1`. */
  readonly state: string;
}

export interface JsonBlocked extends JsonPlace {
  readonly goroutine: string;
  readonly goroutineId: number;
  readonly operation: string;
  readonly kind: string;
  readonly objectId: number;
  readonly because: string;
  /** The kind of reason, for programs. */
  readonly reason: string;
  readonly freedBy: string;
}

export interface JsonFinding
  extends JsonPlace,
    Omit<Finding, 'span' | 'choices' | 'trace' | 'related' | 'message' | 'notes' | 'fixes' | 'valuation'> {
  /** The same as long as the finding is, wherever its lines move. */
  readonly fingerprint: string;
  readonly valuation: Readonly<Record<string, number | boolean>>;
  readonly message: string;
  readonly choices: readonly (JsonPlace & { readonly why: string })[];
  readonly goroutines: readonly JsonGoroutine[];
  readonly objects: readonly JsonObject[];
  readonly trace: readonly JsonStep[];
  readonly blocked: readonly JsonBlocked[];
  readonly related: readonly (JsonPlace & { readonly message: string })[];
  readonly notes: readonly string[];
  /** Left out where there are none. */
  readonly fixes?: readonly JsonFix[];
}

/** A member of an annotated package, and what proving it came to. */
export interface JsonMember extends JsonPlace {
  readonly function: string;
  readonly package: string;
  readonly verdict: string;
  readonly assumptions: readonly string[];
  /** '' where the verdict says it all. */
  readonly reason: string;
  readonly errors: readonly (JsonPlace & {
    readonly id: string;
    readonly message: string;
    /** A case that the proof leaves open, which may or may not be possible. */
    readonly values: readonly { readonly name: string; readonly value: string }[];
  })[];
  /** Null for what is no function that is executed. */
  readonly ledger: Ledger | null;
}

export interface JsonReport {
  readonly tool: 'gordian';
  readonly version: string;
  readonly schema: typeof schemaVersion;
  readonly fragments: readonly JsonFragment[];
  readonly findings: readonly JsonFinding[];
  readonly problems: readonly JsonProblem[];
  readonly members: readonly JsonMember[];
}

export function toJson(report: Report): JsonReport {
  const identityOf = identities(report);
  return {
    tool: 'gordian',
    version: report.version,
    schema: schemaVersion,
    fragments: report.fragments.map((fragment) => jsonFragment(report, fragment)),
    findings: report.findings.map((finding) =>
      jsonFinding(report, finding, fingerprintOf(identityOf.get(finding) ?? '')),
    ),
    problems: report.problems.map((problem) => jsonProblem(report, problem)),
    members: (report.members ?? []).map((member) => jsonMember(report, member)),
  };
}

function jsonMember(report: Report, member: Member): JsonMember {
  const { verdict, assumptions, reason } = member;
  return {
    function: member.function,
    package: member.package,
    ...jsonPlace(report, member.span),
    verdict,
    assumptions,
    reason: reason === null ? '' : memberReasonText(member, placeIn(report)),
    errors: member.errors.map((error) => ({
      id: error.id.join(':'),
      ...jsonPlace(report, error.span),
      message: memberErrorText(error),
      values: error.values,
    })),
    ledger: member.ledger,
  };
}

export function renderJson(report: Report): string {
  return jsonText(toJson(report));
}

function jsonProblem(report: Report, problem: Diagnostic): JsonProblem {
  return {
    code: problem.rule,
    severity: problem.severity,
    message: problem.message,
    ...jsonPlace(report, problem.span),
    related: problem.related.map(({ span, message }) => ({ ...jsonPlace(report, span), message })),
    notes: problem.notes,
    ...jsonFixes(report, problem.fixes),
  };
}

function jsonFragment(report: Report, fragment: Fragment): JsonFragment {
  const { span, ms, assumptions, reasons, bounds, properties, ...rest } = fragment;
  return {
    ...rest,
    bounds: recordOf(bounds),
    properties: recordOf(properties),
    ...(report.timings === true ? { ms } : {}),
    assumptions: [...new Set(assumptions.map(assumptionText))],
    reason: reasonsText(reasons, placeIn(report)),
    ...jsonPlace(report, span),
  };
}

function jsonFinding(report: Report, finding: Finding, fingerprint: string): JsonFinding {
  const { rule, severity, span, choices, trace, related, message, notes, valuation, confirmed } = finding;
  const place = placeIn(report);
  return {
    rule,
    severity,
    fingerprint,
    message: headlineText(message, place),
    function: finding.function,
    valuation: recordOf(valuation),
    confirmed,
    ...jsonPlace(report, span),
    choices: choices.map((choice) => ({ ...jsonPlace(report, choice.span), why: choiceText(choice.reason) })),
    goroutines: trace.goroutines.map((one) => ({
      id: one.id,
      kind: one.kind,
      name: nameIn(trace, one.id, place),
      function: one.function,
      ...jsonPlace(report, one.created),
    })),
    objects: trace.objects.map((one) => ({
      id: one.id,
      kind: one.kind,
      name: one.name,
      ...jsonPlace(report, one.made),
    })),
    trace: shownSteps(trace).map((step) => jsonStep(report, trace, step, place)),
    blocked: trace.blocked.map((one) => ({
      goroutine: nameIn(trace, one.goroutine, place),
      goroutineId: one.goroutine,
      operation: operationText(trace, one),
      kind: one.operation.kind,
      objectId: one.object,
      because: becauseText(trace, one, place),
      reason: one.because.kind,
      freedBy: freedByText(trace, one),
      ...jsonPlace(report, one.span),
    })),
    related: related.map((one) => ({ ...jsonPlace(report, one.span), message: relatedText(one.message, place) })),
    notes: notes.map((note) => noteText(note, place)),
    ...jsonFixes(report, finding.fixes),
  };
}

function jsonFixes(report: Report, fixes: readonly Fix[]): { readonly fixes?: readonly JsonFix[] } {
  if (fixes.length === 0) return {};
  const edit = ({ span, text }: Fix['edits'][number]): JsonEdit => {
    const { line, column } = jsonPlace(report, { pos: span.end, end: span.end });
    return { ...jsonPlace(report, span), endLine: line, endColumn: column, text };
  };
  return { fixes: fixes.map(({ message, edits }) => ({ message, edits: edits.map(edit) })) };
}

function jsonStep(report: Report, trace: Trace, step: TraceStep, place: PlaceText<Span>): JsonStep {
  const object = step.object === 0 ? '' : objectIn(trace, step.object);
  return {
    goroutine: nameIn(trace, step.goroutine, place),
    goroutineId: step.goroutine,
    operation: operationWord(step.operation),
    kind: step.operation.kind,
    object,
    objectId: step.object,
    effect: effectText(trace, step, place),
    other: 'goroutine' in step.effect ? step.effect.goroutine : null,
    value: step.value,
    state: stateText(step.state, object),
    ...jsonPlace(report, step.span),
  };
}

function jsonPlace(report: Report, span: Diagnostic['span']): JsonPlace {
  const position = shownPosition(report, span);
  if (position === null) return { file: null, line: null, column: null };
  return { file: position.file, line: position.line, column: position.column };
}
