// Reports for people: a line that editors can jump to, a code frame, and what else helps.

import pico from 'picocolors';
import type { Diagnostic, Severity } from '../base/diagnostic.ts';
import type { Span } from '../base/source.ts';
import { escapeText } from './escape.ts';
import { codeFrame } from './frame.ts';
import { type Report, shownPosition } from './report.ts';

export interface TextOptions {
  readonly color: boolean;
}

type Colors = ReturnType<typeof pico.createColors>;

/** All problems with their frames, and a closing line that counts them; nothing where there are none. */
export function renderText(report: Report, options: TextOptions): string {
  const colors = pico.createColors(options.color);
  const blocks = report.problems.map((problem) => renderDiagnostic(report, problem, colors));
  if (blocks.length === 0) return '';
  return `${blocks.join('\n')}\n${summary(report.problems)}\n`;
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

function summary(problems: readonly Diagnostic[]): string {
  const counts: string[] = [];
  for (const severity of ['error', 'warning', 'note'] as const) {
    const count = problems.filter((problem) => problem.severity === severity).length;
    if (count > 0) counts.push(`${count} ${severity}${count === 1 ? '' : 's'}`);
  }
  return counts.join(', ');
}
