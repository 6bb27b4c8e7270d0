// Findings as workflow commands of GitHub Actions: annotations beside the changed lines.

import type { Severity } from '../base/diagnostic.ts';
import type { Span } from '../base/source.ts';
import { escapeText } from './escape.ts';
import { placeIn } from './places.ts';
import { messageLines, type Report, shownPath } from './report.ts';
import { headlineText, memberErrorText, memberReasonText, noteText } from './words.ts';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** One line for each problem, failed proof and finding. */
export function renderGithub(report: Report): string {
  const place = placeIn(report);
  const lines = [
    ...report.problems.map((problem) => {
      const { severity, span, rule, notes } = problem;
      return command(report, severity, span, rule, [...messageLines(problem), ...notes]);
    }),
    ...(report.members ?? []).flatMap((member) => [
      ...member.errors.map((error) =>
        command(report, 'error', error.span, error.id.join(':'), [memberErrorText(error), `in ${member.function}`]),
      ),
      ...(member.reason === null || member.errors.length > 0
        ? []
        : [command(report, 'warning', member.span, member.verdict, [memberReasonText(member, place)])]),
    ]),
    ...report.findings.map(({ severity, span, rule, message, notes }) =>
      command(report, severity, span, rule, [
        headlineText(message, place),
        ...notes.map((note) => noteText(note, place)),
      ]),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function command(
  report: Report,
  severity: Severity,
  span: Span | null,
  title: string,
  texts: readonly string[],
): string {
  const properties: string[] = [];
  const start = span === null ? null : report.sources.position(span.pos);
  const end = span === null ? null : report.sources.position(Math.max(span.pos, span.end));
  if (start !== null) {
    properties.push(`file=${property(shownPath(report.repository ?? report.folder, start.file))}`);
    properties.push(`line=${start.line}`);
    if (end !== null && end.file === start.file) properties.push(`endLine=${end.line}`);
    properties.push(`col=${start.column}`);
    // A column at the end is taken for one of the first line.
    if (end !== null && end.line === start.line) properties.push(`endColumn=${end.column}`);
  }
  properties.push(`title=${property(title)}`);
  const text = texts.map((one) => value(escapeText(one))).join('%0A');
  return `::${commands[severity]} ${properties.join(',')}::${text}`;
}

/** Characters that would end the command. */
function value(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return value(escapeText(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
