// Reports for code-scanning services: SARIF 2.1.0, section numbers of the standard in the comments.

import type { Diagnostic, Fix, Severity } from '../base/diagnostic.ts';
import type { Finding } from '../base/finding.ts';
import { recordOf } from '../base/named.ts';
import { positionIn, type SourceFile, type Span } from '../base/source.ts';
import type { Blocked, Trace } from '../base/trace.ts';
import { jsonText } from './escape.ts';
import { identities } from './fingerprint.ts';
import { placeIn } from './places.ts';
import { type Report, shownPath } from './report.ts';
import {
  becauseText,
  choiceText,
  doingText,
  headlineText,
  nameIn,
  noteText,
  type PlaceText,
  relatedText,
  stepText,
} from './words.ts';

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

export interface SarifMessage {
  readonly text: string;
}

/** One step of a run (3.38). Steps of all goroutines count in one order. */
export interface SarifStep {
  readonly location: SarifLocation;
  readonly executionOrder: number;
  readonly importance: 'important' | 'essential';
  readonly kinds: readonly string[];
}

/** One goroutine (3.37). */
export interface SarifThread {
  readonly id: string;
  readonly message: SarifMessage;
  readonly locations: readonly SarifStep[];
}

/** A change of files that would resolve a result (3.55). */
export interface SarifFix {
  readonly description: SarifMessage;
  readonly artifactChanges: readonly {
    readonly artifactLocation: SarifLocation['physicalLocation']['artifactLocation'];
    readonly replacements: readonly {
      readonly deletedRegion: SarifRegion;
      readonly insertedContent: SarifMessage;
    }[];
  }[];
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: Severity;
  readonly message: SarifMessage;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly fixes?: readonly SarifFix[];
  readonly codeFlows?: readonly { readonly message: SarifMessage; readonly threadFlows: readonly SarifThread[] }[];
  readonly suppressions?: readonly { readonly kind: 'inSource' | 'external'; readonly justification?: string }[];
  readonly partialFingerprints?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A reporting descriptor (3.49). */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription?: SarifMessage;
  readonly fullDescription?: SarifMessage;
  readonly help?: SarifMessage;
  readonly properties?: { readonly tags: readonly string[] };
}

export interface SarifNotification {
  readonly descriptor: { readonly id: string };
  readonly level: Severity;
  readonly message: SarifMessage;
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
  const indexOf = (id: string): number => {
    const known = ruleIds.indexOf(id);
    return known >= 0 ? known : ruleIds.push(id) - 1;
  };
  const results: SarifResult[] = [];
  const notifications: SarifNotification[] = [];
  for (const problem of report.problems) {
    const location = problem.span === null ? null : sarifLocation(report, problem.span);
    if (location !== null) results.push(sarifResult(report, problem, indexOf(problem.rule), location));
    else {
      const text = messageText(problem);
      notifications.push({ descriptor: { id: problem.rule }, level: problem.severity, message: { text } });
    }
  }
  const identityOf = identities(report);
  for (const [findings, silenced] of [[report.findings, false] as const, [report.silenced ?? [], true] as const]) {
    for (const finding of findings) {
      const location = sarifLocation(report, finding.span);
      if (location === null) continue;
      const base = sarifResult(report, asDiagnostic(report, finding), indexOf(finding.rule), location);
      results.push({
        ...base,
        ...flowsOf(report, finding),
        ...extrasOf(finding, silenced, identityOf.get(finding) ?? ''),
      });
    }
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

/** The run that leads to a finding, one thread for each goroutine; `executionOrder` says how they interleave (3.38.11). */
function flowsOf(report: Report, finding: Finding): Pick<SarifResult, 'codeFlows'> {
  const { trace } = finding;
  const place = placeIn(report);
  const threads = new Map<number, SarifStep[]>();
  const add = (goroutine: number, span: Span, text: string, order: number, last: boolean): void => {
    const location = sarifLocation(report, span);
    if (location === null) return;
    const steps = threads.get(goroutine) ?? [];
    threads.set(goroutine, steps);
    steps.push({
      location: { ...location, message: { text } },
      executionOrder: order,
      importance: last ? 'essential' : 'important',
      kinds: [last ? 'blocked' : 'synchronization'],
    });
  };
  trace.steps.forEach((step, i) => {
    add(step.goroutine, step.span, stepText(trace, step, place), i + 1, false);
  });
  for (const one of trace.blocked)
    add(one.goroutine, one.span, blockedText(trace, one, place), trace.steps.length + 1, true);
  if (threads.size === 0) return {};
  const threadFlows = [...threads].map(([id, locations]) => {
    const name = nameIn(trace, id, place);
    return { id: id === 0 ? 'clock' : `g${id}`, message: { text: name }, locations };
  });
  return { codeFlows: [{ message: { text: `a run of ${finding.function}` }, threadFlows }] };
}

/** `blocked sending on c: no remaining goroutine receives from c`. */
function blockedText(trace: Trace, one: Blocked, place: PlaceText<Span>): string {
  const because = becauseText(trace, one, place);
  return `blocked ${doingText(trace, one)}${because === '' ? '' : `: ${because}`}`;
}

/** What tells a finding from others even when lines move, what silences it, and the values that it needs. */
function extrasOf(
  finding: Finding,
  silenced: boolean,
  identity: string,
): Pick<SarifResult, 'suppressions' | 'partialFingerprints' | 'properties'> {
  const properties = {
    function: finding.function,
    confirmed: finding.confirmed,
    ...(finding.valuation.length === 0 ? {} : { valuation: recordOf(finding.valuation) }),
    ...(finding.choices.length === 0 ? {} : { choices: finding.choices.map(({ reason }) => choiceText(reason)) }),
  };
  return {
    partialFingerprints: { 'gordian/v1': identity },
    properties,
    ...(silenced ? { suppressions: [suppression(finding)] } : {}),
  };
}

/** What silences a finding, and why (3.35). */
function suppression({ silencedBy }: Finding): NonNullable<SarifResult['suppressions']>[number] {
  const kind = (silencedBy?.kind ?? 'directive') === 'directive' ? ('inSource' as const) : ('external' as const);
  const reason = silencedBy?.reason ?? '';
  return reason === '' ? { kind } : { kind, justification: reason };
}

/** A finding as what every result is made from; blocked goroutines are related places. */
function asDiagnostic(report: Report, finding: Finding): Diagnostic {
  const { trace } = finding;
  const place = placeIn(report);
  const blocked = trace.blocked.filter(({ span }) => span.pos !== finding.span.pos);
  return {
    rule: finding.rule,
    severity: finding.severity,
    span: finding.span,
    message: headlineText(finding.message, place),
    related: [
      ...finding.related.map(({ span, message }) => ({ span, message: relatedText(message, place) })),
      ...blocked.map((b) => ({
        span: b.span,
        message: `${nameIn(trace, b.goroutine, place)} is ${blockedText(trace, b, place)}`,
      })),
    ],
    notes: finding.notes.map((note) => noteText(note, place)),
    fixes: finding.fixes,
  };
}

export function renderSarif(report: Report): string {
  return jsonText(toSarif(report));
}

function sarifRule(report: Report, id: string): SarifRule {
  const rule = report.rules.get(id);
  if (rule === undefined) return { id };
  const example = rule.bad === '' ? '' : `For example:\n\n${rule.bad}`;
  const help = [rule.explanation, example].filter((part) => part !== '').join('\n\n');
  return {
    id,
    shortDescription: { text: rule.title },
    ...(rule.explanation === '' ? {} : { fullDescription: { text: rule.explanation } }),
    ...(help === '' ? {} : { help: { text: help } }),
    properties: { tags: [rule.group] },
  };
}

function sarifResult(report: Report, problem: Diagnostic, ruleIndex: number, location: SarifLocation): SarifResult {
  const fixes = problem.fixes.flatMap((fix) => sarifFix(report, fix));
  const result = {
    ruleId: problem.rule,
    ruleIndex,
    level: problem.severity,
    message: { text: messageText(problem) },
    locations: [location],
    ...(fixes.length === 0 ? {} : { fixes }),
  };
  const related: SarifLocation[] = [];
  for (const { span, message } of problem.related) {
    const place = sarifLocation(report, span);
    if (place !== null) related.push({ ...place, message: { text: message } });
  }
  return related.length === 0 ? result : { ...result, relatedLocations: related };
}

/** None where a fix only says in words what to do: the standard wants at least one change. */
function sarifFix(report: Report, { message, edits }: Fix): readonly SarifFix[] {
  const artifactChanges = edits.flatMap(({ span, text }) => {
    const { artifactLocation, region } = sarifLocation(report, span)?.physicalLocation ?? {};
    if (artifactLocation === undefined || region === undefined) return [];
    return [{ artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text } }] }];
  });
  return artifactChanges.length === 0 ? [] : [{ description: { text: message }, artifactChanges }];
}

function messageText(problem: Diagnostic): string {
  return [problem.message, ...problem.notes].join('\n');
}

function sarifLocation(report: Report, span: Span): SarifLocation | null {
  const file = report.sources.fileOf(span.pos);
  if (file === null) return null;
  const region = sarifRegion(file, span);
  const path = shownPath(rootOf(report), file.path);
  const uri = path.split('/').map(encodeURIComponent).join('/');
  const artifactLocation = path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' as const };
  return { physicalLocation: { artifactLocation, region } };
}

function rootOf(report: Report): string {
  return report.repository ?? report.folder;
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
