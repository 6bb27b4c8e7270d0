// What a page in a browser shows: everything in words already, in plain data, with nothing hidden in any text.

import type { Finding } from '../base/finding.ts';
import type { SourceFile, Span } from '../base/source.ts';
import { escapeLines, escapeText } from './escape.ts';
import { fingerprintOf, identities, packages } from './fingerprint.ts';
import { type JsonFinding, type JsonFragment, type JsonMember, type JsonProblem, toJson } from './json.ts';
import { placeIn } from './places.ts';
import { type Player, type PlayerPlace, playerOf } from './player.ts';
import { type Report, shownPath, shownPosition } from './report.ts';
import { historyText } from './words.ts';

export interface PageFinding
  extends Omit<JsonFinding, 'fingerprint' | 'trace' | 'blocked' | 'goroutines' | 'objects' | 'history' | 'valuation'> {
  /** The same as long as the finding is, for links. */
  readonly id: string;
  /** Lines from the first to the last that the place spans, and the column behind it. */
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly package: string;
  readonly silenced: boolean;
  readonly values: readonly string[];
  readonly player: Player | null;
  readonly why: readonly string[];
}

export interface PageFragment extends Omit<JsonFragment, 'bounds' | 'properties'> {
  readonly bounds: readonly string[];
  readonly properties: readonly (readonly [name: string, verdict: string])[];
}

export interface PageRule {
  readonly name: string;
  readonly title: string;
  readonly explanation: string;
}

/** Lines of a file that stand together. */
export interface Excerpt {
  readonly first: number;
  readonly lines: readonly string[];
}

export interface PageSource {
  readonly file: string;
  readonly excerpts: readonly Excerpt[];
}

export interface Page {
  readonly version: string;
  /** The last part of the directory that was checked. */
  readonly title: string;
  readonly findings: readonly PageFinding[];
  readonly fragments: readonly PageFragment[];
  readonly members: readonly JsonMember[];
  readonly problems: readonly JsonProblem[];
  readonly rules: readonly PageRule[];
  readonly sources: readonly PageSource[];
}

export function toPage(report: Report): Page {
  const json = toJson(report);
  const silenced = toJson({ ...report, findings: report.silenced ?? [], fragments: [], problems: [], members: [] });
  const all = [...report.findings, ...(report.silenced ?? [])];
  const identityOf = identities(report);
  const packageOf = packages(report);
  const findings = [...json.findings, ...silenced.findings].map((one, i) => {
    const finding = all[i] as Finding;
    return pageFinding(report, finding, one, {
      id: fingerprintOf(identityOf.get(finding) ?? ''),
      package: packageOf(finding),
      silenced: i >= report.findings.length,
    });
  });
  const names = new Set([...findings.map(({ rule }) => rule), ...json.problems.map(({ code }) => code)]);
  const page: Page = {
    version: report.version,
    title: report.folder.slice(report.folder.lastIndexOf('/') + 1),
    findings,
    fragments: json.fragments.map(({ bounds, properties, ...rest }) => ({
      ...rest,
      bounds: Object.entries(bounds).map(([name, values]) => `${name} = ${values.join(', ')}`),
      properties: Object.entries(properties),
    })),
    members: json.members,
    problems: json.problems,
    rules: [...names].sort().flatMap((name) => {
      const rule = report.rules.get(name);
      return rule === undefined ? [] : [{ name, title: rule.title, explanation: rule.explanation }];
    }),
    sources: [],
  };
  // Lines of source keep their tabs.
  return { ...(visible(page) as Page), sources: sourcesOf(report, all) };
}

function pageFinding(
  report: Report,
  finding: Finding,
  json: JsonFinding,
  extra: Pick<PageFinding, 'id' | 'package' | 'silenced'>,
): PageFinding {
  const {
    trace: _trace,
    blocked: _blocked,
    goroutines: _goroutines,
    objects: _objects,
    valuation,
    fingerprint: _fingerprint,
    ...rest
  } = json;
  const end = shownPosition(report, { pos: finding.span.end, end: finding.span.end });
  return {
    ...rest,
    ...extra,
    endLine: end?.line ?? null,
    endColumn: end?.column ?? null,
    values: Object.entries(valuation).map(([name, value]) => `${name} = ${value}`),
    player: playerOf(finding.trace, placeIn(report), (span) => playerPlace(report, span)),
    why: (finding.history ?? []).map(historyText),
  };
}

function playerPlace(report: Report, span: Span): PlayerPlace | null {
  const position = span.pos === 0 ? null : shownPosition(report, span);
  return position === null ? null : { file: position.file, line: position.line, column: position.column };
}

/** Lines that are shown around each one that something names. */
const context = 7;

function sourcesOf(report: Report, findings: readonly Finding[]): readonly PageSource[] {
  const wanted = new Map<SourceFile, Set<number>>();
  const want = (span: Span | null): void => {
    if (span === null || span.pos === 0) return;
    const file = report.sources.fileOf(span.pos);
    const line = report.sources.position(span.pos)?.line;
    if (file === null || line === undefined) return;
    const lines = wanted.get(file) ?? new Set();
    wanted.set(file, lines);
    for (let at = line - context; at <= line + context; at++) if (at >= 1) lines.add(at);
  };
  for (const { span, trace, related, choices } of findings) {
    want(span);
    for (const one of [...trace.steps, ...trace.blocked, ...related, ...choices]) want(one.span);
    for (const { created } of trace.goroutines) want(created);
  }
  const problems = [
    ...report.problems,
    ...(report.members ?? []),
    ...(report.members ?? []).flatMap((one) => one.errors),
  ];
  for (const { span } of problems) want(span);
  return [...wanted].map(([file, lines]) => ({
    file: escapeText(shownPath(report.folder, file.path)),
    excerpts: excerptsOf(
      file,
      [...lines].sort((a, b) => a - b),
    ),
  }));
}

function excerptsOf(file: SourceFile, lines: readonly number[]): readonly Excerpt[] {
  const texts = file.text.split(/\r?\n/);
  const excerpts: { readonly first: number; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const text = texts[line - 1];
    if (text === undefined || (line === texts.length && text === '')) continue;
    const last = excerpts.at(-1);
    if (last !== undefined && last.first + last.lines.length === line) last.lines.push(shownLine(text));
    else excerpts.push({ first: line, lines: [shownLine(text)] });
  }
  return excerpts;
}

/** Longer lines are cut: they were not written by people. */
const maxLine = 400;

function shownLine(text: string): string {
  return escapeLines(text.length > maxLine ? `${text.slice(0, maxLine)}…` : text);
}

/** The same data with everything in its texts visible; line ends stay, for explanations of rules. */
function visible(value: unknown): unknown {
  if (typeof value === 'string') return escapeLines(value);
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visible(part)]));
}
