// Reports for people: a line that editors can jump to, a code frame, and what else helps.

import pico from 'picocolors';
import type { Diagnostic, Severity } from '../base/diagnostic.ts';
import type { Finding } from '../base/finding.ts';
import type { Span } from '../base/source.ts';
import { escapeText } from './escape.ts';
import { codeFrame } from './frame.ts';
import { lanes } from './lanes.ts';
import { type Report, shownPosition } from './report.ts';

export interface TextOptions {
  readonly color: boolean;
}

type Colors = ReturnType<typeof pico.createColors>;

/** All problems and findings with their frames, and a closing line that counts them; nothing where there are none. */
export function renderText(report: Report, options: TextOptions): string {
  const colors = pico.createColors(options.color);
  const blocks = [
    ...report.problems.map((problem) => renderDiagnostic(report, problem, colors)),
    ...report.findings.map((finding) => renderFinding(report, finding, colors)),
  ];
  if (blocks.length === 0) return '';
  return `${blocks.join('\n')}\n${summary([...report.problems, ...report.findings])}\n`;
}

/** The operation at fault, the run that leads there, and why each goroutine that is left is blocked. */
function renderFinding(report: Report, finding: Finding, colors: Colors): string {
  const head = `${colors.bold(placeText(report, finding.span))}: ${severityText(finding.severity, colors)}`;
  const lines = [`${head}${colors.bold(escapeText(finding.message))} ${colors.dim(`[${escapeText(finding.rule)}]`)}`];
  lines.push(...frameText(report, finding.span, 1, 1, finding.severity, colors));
  const values = Object.entries(finding.valuation).map(([name, value]) => `${name} = ${value}`);
  const where = values.length === 0 ? '' : ` with ${values.join(', ')}`;
  lines.push(`  in ${escapeText(finding.function)}${escapeText(where)}:`);
  lines.push(...lanes(report, finding.trace).map((line) => `    ${line}`));
  for (const blocked of finding.trace.blocked) {
    const place = colors.dim(`(${placeText(report, blocked.span)})`);
    lines.push(`  ${escapeText(blocked.goroutine)} stays at ${escapeText(blocked.operation)} ${place}`);
    if (blocked.because !== '') lines.push(`    because ${escapeText(blocked.because)}`);
    if (blocked.freedBy !== '') lines.push(`    it would go on by ${escapeText(blocked.freedBy)}`);
  }
  for (const { span, why } of finding.choices.slice(0, 5)) {
    lines.push(`  ${colors.cyan('note')}: relies on ${escapeText(why)} (${placeText(report, span)})`);
  }
  for (const note of finding.notes) lines.push(`  ${colors.cyan('note')}: ${escapeText(note)}`);
  return `${lines.join('\n')}\n`;
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

function summary(problems: readonly { readonly severity: Severity }[]): string {
  const counts: string[] = [];
  for (const severity of ['error', 'warning', 'note'] as const) {
    const count = problems.filter((problem) => problem.severity === severity).length;
    if (count > 0) counts.push(`${count} ${severity}${count === 1 ? '' : 's'}`);
  }
  return counts.join(', ');
}
