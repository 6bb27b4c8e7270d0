// Reports for people: a line that editors can jump to, a code frame, and what else helps.

import pico from 'picocolors';
import type { Diagnostic, Severity } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Span } from '../base/source.ts';
import type { Blocked } from '../base/trace.ts';
import { escapeText } from './escape.ts';
import { codeFrame } from './frame.ts';
import { lanes } from './lanes.ts';
import { type Report, shownPosition } from './report.ts';
import { summary } from './summary.ts';

export interface TextOptions {
  readonly color: boolean;
  /** The width of the terminal, where there is one. */
  readonly columns?: number;
}

type Colors = ReturnType<typeof pico.createColors>;

/** All problems and findings with their frames, answers that were asked for, and a summary; nothing where there is nothing. */
export function renderText(report: Report, options: TextOptions): string {
  const colors = pico.createColors(options.color);
  const blocks = [
    ...report.problems.map((problem) => renderDiagnostic(report, problem, colors)),
    ...report.findings.map((finding) => renderFinding(report, finding, options, colors)),
    ...(report.asked ? report.fragments.map((fragment) => renderAnswers(report, fragment, colors)) : []),
  ];
  const end = report.quiet === true ? [] : summary(report).map((line) => `${line}\n`);
  return [blocks.join('\n'), end.join('')].filter((part) => part !== '').join('\n');
}

/** What a fragment answers to each property. */
function renderAnswers(report: Report, fragment: Fragment, colors: Colors): string {
  const place = colors.dim(`(${placeText(report, fragment.span)})`);
  const rows = Object.entries(fragment.properties);
  const width = Math.min(40, Math.max(0, ...rows.map(([name]) => name.length)));
  const lines = rows.map(([name, verdict]) => {
    const shown = verdict === 'violated' ? colors.red(verdict) : verdict === 'proved' ? colors.green(verdict) : verdict;
    // What depends on values is known only where the whole is.
    const open = verdict === 'unknown' || (verdict === 'conditional' && fragment.precondition === null);
    const reason = open && fragment.reason !== '' ? `: ${escapeText(fragment.reason)}` : '';
    return `  ${escapeText(name).padEnd(width)}  ${shown}${reason}`;
  });
  const condition = fragment.precondition === null ? [] : [`  fine where ${escapeText(fragment.precondition)}`];
  return `${[`${colors.bold(escapeText(fragment.function))} ${place}`, ...lines, ...condition].join('\n')}\n`;
}

/** The operation at fault, the run that leads there, and why each goroutine that is left is blocked. */
function renderFinding(report: Report, finding: Finding, options: TextOptions, colors: Colors): string {
  const head = `${colors.bold(placeText(report, finding.span))}: ${severityText(finding.severity, colors)}`;
  const lines = [`${head}${colors.bold(escapeText(finding.message))} ${colors.dim(`[${escapeText(finding.rule)}]`)}`];
  lines.push(...frameText(report, finding.span, 1, 1, finding.severity, colors));
  const values = Object.entries(finding.valuation).map(([name, value]) => `${name} = ${value}`);
  const where = values.length === 0 ? '' : ` with ${values.join(', ')}`;
  lines.push(`  in ${escapeText(finding.function)}${escapeText(where)}:`);
  lines.push(...lanes(report, finding.trace, (options.columns ?? 120) - 4).map((line) => `    ${line}`));
  lines.push(...blockedText(report, finding.trace.blocked, colors));
  for (const { span, message } of finding.related) {
    lines.push(`  ${colors.cyan('see')} ${placeText(report, span)}: ${escapeText(message)}`);
  }
  for (const { span, why } of finding.choices.slice(0, 5)) {
    lines.push(`  ${colors.cyan('note')}: relies on ${escapeText(why)} (${placeText(report, span)})`);
  }
  for (const note of finding.notes) lines.push(`  ${colors.cyan('note')}: ${escapeText(note)}`);
  return `${lines.join('\n')}\n`;
}

/** Who stays where, and why. What several goroutines have in common is said once. */
function blockedText(report: Report, blocked: readonly Blocked[], colors: Colors): readonly string[] {
  const groups: Blocked[][] = [];
  for (const one of blocked) {
    const like = groups.find(([first]) => first !== undefined && isLike(first, one));
    if (like === undefined) groups.push([one]);
    else like.push(one);
  }
  return groups.flatMap((group, i) => {
    const { goroutine, operation, span, because, freedBy } = group[0] as Blocked;
    const others = group.length - 1;
    const who = `${escapeText(goroutine)}${others === 0 ? '' : ` and ${others} more like it`}`;
    const place = colors.dim(`(${placeText(report, span)})`);
    const lines = [`  ${who} ${others === 0 ? 'stays' : 'stay'} at ${escapeText(operation)} ${place}`];
    const next = groups[i + 1]?.[0];
    if (next?.because === because && next.freedBy === freedBy) return lines;
    if (because !== '') lines.push(`    because ${escapeText(because)}`);
    if (freedBy !== '') lines.push(`    it would go on by ${escapeText(freedBy)}`);
    return lines;
  });
}

function isLike(a: Blocked, b: Blocked): boolean {
  return a.span.pos === b.span.pos && a.operation === b.operation && a.because === b.because && a.freedBy === b.freedBy;
}

function renderDiagnostic(report: Report, problem: Diagnostic, colors: Colors): string {
  const place = placeText(report, problem.span);
  const lines = [
    `${place === '' ? '' : `${colors.bold(place)}: `}${severityText(problem.severity, colors)}${colors.bold(
      escapeText(problem.message),
    )} ${colors.dim(`[${escapeText(problem.rule)}]`)}`,
  ];
  if (problem.span !== null) lines.push(...frameText(report, problem.span, 1, 1, problem.severity, colors));
  for (const related of problem.related) {
    lines.push(`  ${placeText(report, related.span)}: ${escapeText(related.message)}`);
    lines.push(...frameText(report, related.span, 0, 0, 'note', colors));
  }
  for (const note of problem.notes) lines.push(`  ${colors.cyan('note')}: ${escapeText(note)}`);
  for (const fix of problem.fixes) lines.push(`  ${colors.green('help')}: ${escapeText(fix.message)}`);
  return `${lines.join('\n')}\n`;
}

function placeText(report: Report, span: Span | null): string {
  const position = shownPosition(report, span);
  return position === null ? '' : `${escapeText(position.file)}:${position.line}:${position.column}`;
}

function severityColor(severity: Severity, colors: Colors): (text: string) => string {
  switch (severity) {
    case 'error':
      return colors.red;
    case 'warning':
      return colors.yellow;
    case 'note':
      return colors.cyan;
  }
}

function severityText(severity: Severity, colors: Colors): string {
  return `${severityColor(severity, colors)(severity)}: `;
}

function frameText(
  report: Report,
  span: Span,
  before: number,
  after: number,
  severity: Severity,
  colors: Colors,
): readonly string[] {
  const file = report.sources.fileOf(span.pos);
  if (file === null) return [];
  const frame = codeFrame(file, span, before, after);
  const width = Math.max(4, ...frame.map((line) => String(line.number ?? '').length + 2));
  return frame.map((line) => {
    const gutter = colors.dim(`${String(line.number ?? '').padStart(width)} |`);
    if (line.number !== null) return line.text === '' ? gutter : `${gutter} ${line.text}`;
    return `${gutter} ${severityColor(severity, colors)(line.text)}`;
  });
}
