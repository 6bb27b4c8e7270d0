// Reports for people: a line that editors can jump to, a code frame, and what else helps.

import pico from 'picocolors';
import type { Diagnostic, Severity } from '../base/diagnostic.ts';
import type { Finding, Fragment } from '../base/finding.ts';
import type { Member, MemberError } from '../base/member.ts';
import type { Span } from '../base/source.ts';
import type { Blocked, Trace } from '../base/trace.ts';
import { escapeText } from './escape.ts';
import { codeFrame } from './frame.ts';
import { lanes } from './lanes.ts';
import { ledgerTable } from './ledger.ts';
import { placeIn, placesIn } from './places.ts';
import { messageLines, type Report, shownPosition } from './report.ts';
import { summary } from './summary.ts';
import {
  becauseText,
  choiceNote,
  doingText,
  fineIfText,
  freedByText,
  headlineText,
  historyText,
  memberErrorText,
  memberReasonText,
  nameIn,
  noteText,
  reasonsText,
  relatedText,
  valuesText,
  verdictLines,
} from './words.ts';

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
    ...(report.members ?? []).flatMap((member) => renderMember(report, member, colors)),
    ...report.findings.map((finding) => renderFinding(report, finding, options, colors)),
    ...(report.asked ? report.fragments.map((fragment) => renderAnswers(report, fragment, colors)) : []),
    ...(report.verbose === true ? report.fragments.map((fragment) => renderVerdict(report, fragment)) : []),
  ];
  const table = report.quiet === true ? [] : ledgerTable(report.members ?? [], colors).map((line) => `${line}\n`);
  const end = report.quiet === true ? [] : summary(report).map((line) => `${line}\n`);
  return [blocks.join('\n'), table.join(''), end.join('')].filter((part) => part !== '').join('\n');
}

/** What is wrong with a member, or why it is not known; nothing for what is proved. */
function renderMember(report: Report, member: Member, colors: Colors): readonly string[] {
  const place = placeIn(report);
  if (member.verdict === 'failed') {
    return member.errors.map((error) => {
      const name = member.function === '' ? [] : [`  in ${escapeText(member.function)}`];
      return `${[
        `${colors.bold(placeText(report, error.span))}: ${severityText('error', colors)}${colors.bold(
          memberErrorText(error),
        )} ${colors.dim(`[${error.id.join(':')}]`)}`,
        ...frameText(report, error.span, 1, 1, 'error', colors),
        ...toBlame(report, error, colors),
        ...valuesText(error).map((line) => `  ${escapeText(line)}`),
        ...name,
      ].join('\n')}\n`;
    });
  }
  if (member.reason === null) return [];
  const head = `${colors.bold(placeText(report, member.span))}: ${severityText('warning', colors)}`;
  return [`${head}${escapeText(memberReasonText(member, place))} ${colors.dim(`[${member.verdict}]`)}\n`];
}

/** The part of a contract or predicate that is to blame, where it stands elsewhere. */
function toBlame(report: Report, { span, offending }: MemberError, colors: Colors): readonly string[] {
  const isWithin = span.pos <= offending.pos && offending.end <= span.end;
  if (isWithin || placeText(report, offending) === '') return [];
  return [
    `  ${colors.bold(placeText(report, offending))}: this is what might not hold`,
    ...frameText(report, offending, 0, 0, 'note', colors),
  ];
}

/** A fragment's verdict, with what it rests on. */
function renderVerdict(report: Report, fragment: Fragment): string {
  return `${verdictLines(fragment, placeIn(report)).map(escapeText).join('\n')}\n`;
}

/** What a fragment answers to each property. */
function renderAnswers(report: Report, fragment: Fragment, colors: Colors): string {
  const place = colors.dim(`(${placeText(report, fragment.span)})`);
  const rows = [...fragment.properties];
  const width = Math.min(40, Math.max(0, ...rows.map(([name]) => name.length)));
  const lines = rows.map(([name, verdict]) => {
    const shown = verdict === 'violated' ? colors.red(verdict) : verdict === 'proved' ? colors.green(verdict) : verdict;
    // What depends on values is known only where the whole is.
    const open = verdict === 'unknown' || (verdict === 'conditional' && fragment.precondition === null);
    const said = reasonsText(fragment.reasons, placeIn(report));
    const reason = open && said !== '' ? `: ${escapeText(said)}` : '';
    return `  ${escapeText(name).padEnd(width)}  ${shown}${reason}`;
  });
  const condition = fragment.precondition === null ? [] : [`  ${escapeText(fineIfText(fragment.precondition, true))}`];
  return `${[`${colors.bold(escapeText(fragment.function))} ${place}`, ...lines, ...condition].join('\n')}\n`;
}

/** The operation at fault, the run that leads there, and why each goroutine that is left is blocked. */
function renderFinding(report: Report, finding: Finding, options: TextOptions, colors: Colors): string {
  const place = placeIn(report);
  const columns = options.columns ?? 120;
  const head = `${colors.bold(placeText(report, finding.span))}: ${severityText(finding.severity, colors)}`;
  const headline = escapeText(headlineText(finding.message, place));
  const lines = [`${head}${colors.bold(headline)} ${colors.dim(`[${escapeText(finding.rule)}]`)}`];
  lines.push(...frameText(report, finding.span, 1, 1, finding.severity, colors));
  const values = finding.valuation.map(([name, value]) => `${name} = ${value}`);
  const run = lanes(report, finding.trace, columns - 4);
  if (run.length > 0 || values.length > 0) {
    const where = values.length === 0 ? '' : `, with ${values.join(', ')}`;
    lines.push(`  in ${escapeText(finding.function)}${escapeText(where)}${run.length > 0 ? ':' : ''}`);
  }
  lines.push(...run.map((line) => `    ${line}`));
  lines.push(...blockedText(report, finding.trace, columns));
  const say = (kind: string, text: string, after = ': '): void => {
    const [first = '', ...more] = wrapped(`${kind}${after}${escapeText(text)}`, columns, 2, 4);
    lines.push(first.replace(kind, colors.cyan(kind)), ...more);
  };
  for (const { span, message } of finding.related) {
    say('see', `${placeText(report, span)}: ${relatedText(message, place)}`, ' ');
  }
  for (const { span, reason } of finding.choices.slice(0, maxChoices)) {
    const at = place(span);
    say('note', `${choiceNote(reason)}${at === '' ? '' : ` (${at})`}`);
  }
  for (const note of finding.notes) say('note', noteText(note, place));
  for (const fix of finding.fixes) say('help', fix.message);
  if (report.verbose === true) for (const step of finding.history ?? []) say('why', historyText(step));
  return `${lines.join('\n')}\n`;
}

/** More of what a run depends on is no help. */
const maxChoices = 5;

/** Which goroutine is blocked where, and why. What several goroutines have in common is said once. */
function blockedText(report: Report, trace: Trace, columns: number): readonly string[] {
  const place = placesIn(report, []);
  const groups: Blocked[][] = [];
  for (const one of trace.blocked) {
    const like = groups.find(([first]) => first !== undefined && isLike(first, one));
    if (like === undefined) groups.push([one]);
    else like.push(one);
  }
  return groups.flatMap((group, i) => {
    const one = group[0] as Blocked;
    const others = group.length - 1;
    const who = `${nameIn(trace, one.goroutine, place)}${others === 0 ? '' : ` and ${others} more like it`}`;
    const at = place(one.span);
    const state = `${who} ${others === 0 ? 'is' : 'are'} blocked ${doingText(trace, one)}${at === '' ? '' : ` (${at})`}`;
    const because = becauseText(trace, one, place);
    const lines = wrapped(escapeText(because === '' ? state : `${state}: ${because}`), columns, 2, 4);
    const next = groups[i + 1]?.[0];
    if (next !== undefined && isSameReason(next, one)) return lines;
    const freedBy = freedByText(trace, one);
    if (freedBy === '') return lines;
    return [...lines, ...wrapped(escapeText(`to unblock it: ${freedBy}`), columns, 4, 6)];
  });
}

function isSameReason(a: Blocked, b: Blocked): boolean {
  return JSON.stringify([a.because, a.freedBy]) === JSON.stringify([b.because, b.freedBy]);
}

function isLike(a: Blocked, b: Blocked): boolean {
  return a.span.pos === b.span.pos && a.object === b.object && isSameReason(a, b);
}

/** Text on lines of at most `columns`, the first one indented by `first`, the others by `rest`. */
function wrapped(text: string, columns: number, first: number, rest: number): readonly string[] {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = ' '.repeat(rest);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

function renderDiagnostic(report: Report, problem: Diagnostic, colors: Colors): string {
  const place = placeText(report, problem.span);
  const [message = '', ...more] = messageLines(problem);
  const lines = [
    `${place === '' ? '' : `${colors.bold(place)}: `}${severityText(problem.severity, colors)}${colors.bold(
      escapeText(message),
    )} ${colors.dim(`[${escapeText(problem.rule)}]`)}`,
    ...more.map((line) => `    ${escapeText(line)}`),
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
