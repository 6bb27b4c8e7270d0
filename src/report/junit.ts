// Reports as JUnit's XML, which most CI systems show: a suite for each package, a case for each function that was checked.

import type { Finding, Fragment } from '../base/finding.ts';
import type { Member } from '../base/member.ts';
import type { Span } from '../base/source.ts';
import { escapeText } from './escape.ts';
import { placeIn } from './places.ts';
import { messageLines, type Report, shownPosition } from './report.ts';
import {
  becauseText,
  doingText,
  freedByText,
  headlineText,
  memberErrorText,
  memberReasonText,
  nameIn,
  noteText,
  reasonsText,
} from './words.ts';

/** What a case came to: elements in it, in the order that the schema wants. */
interface Case {
  readonly name: string;
  readonly suite: string;
  readonly file: string;
  readonly results: readonly Result[];
}

interface Result {
  readonly kind: 'skipped' | 'error' | 'failure' | 'system-out';
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

const order: readonly Result['kind'][] = ['skipped', 'error', 'failure', 'system-out'];

export function renderJunit(report: Report): string {
  const cases = [...problemCases(report), ...checkCases(report), ...memberCases(report)];
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) =>
    cases.filter((one) => one.suite === suite),
  );
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gordian" ${counts(cases)}>`,
    ...suites.flatMap((own) => [
      `  <testsuite name="${xml(own[0]?.suite ?? '')}" ${counts(own)} skipped="${count(own, 'skipped')}">`,
      ...own.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function counts(cases: readonly Case[]): string {
  return `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}"`;
}

function count(cases: readonly Case[], kind: Result['kind']): number {
  return cases.filter(({ results }) => results.some((one) => one.kind === kind)).length;
}

function caseLines({ name, suite, file, results }: Case): readonly string[] {
  const where = file === '' ? '' : ` file="${xml(file)}"`;
  const start = `    <testcase name="${xml(name)}" classname="${xml(suite)}"${where}`;
  if (results.length === 0) return [`${start}/>`];
  const sorted = order.flatMap((kind) => results.filter((one) => one.kind === kind));
  return [`${start}>`, ...sorted.map(resultLine), '    </testcase>'];
}

function resultLine({ kind, type, message, text }: Result): string {
  switch (kind) {
    case 'skipped':
      return `      <skipped message="${xml(message)}"/>`;
    case 'system-out':
      return `      <system-out>${xml(text)}</system-out>`;
    case 'error':
    case 'failure':
      return `      <${kind} type="${xml(type)}" message="${xml(message)}">${xml(text)}</${kind}>`;
  }
}

function checkCases(report: Report): readonly Case[] {
  const place = placeIn(report);
  const left = new Set(report.findings);
  const cases = report.fragments.map((fragment): Case => {
    const own = report.findings.filter((finding) => left.has(finding) && belongs(report, finding, fragment));
    for (const finding of own) left.delete(finding);
    const why = reasonsText(fragment.reasons, place);
    const unknown: readonly Result[] =
      fragment.verdict === 'unknown' && own.length === 0
        ? [{ kind: 'skipped', type: '', message: why === '' ? 'unknown' : `unknown: ${why}`, text: '' }]
        : [];
    return {
      name: fragment.function,
      suite: fragment.package,
      file: fileOf(report, fragment.span),
      results: [...unknown, ...own.map((finding) => findingResult(report, finding))],
    };
  });
  const rest = [...left].map(
    (finding): Case => ({
      name: finding.function === '' ? finding.rule : finding.function,
      suite: 'gordian',
      file: fileOf(report, finding.span),
      results: [findingResult(report, finding)],
    }),
  );
  return [...cases, ...rest];
}

/** A finding names the function that its fragment begins with, and stands in a file of the same package most of the time. */
function belongs(report: Report, finding: Finding, fragment: Fragment): boolean {
  if (finding.function !== fragment.function) return false;
  const same = report.fragments.filter((one) => one.function === fragment.function);
  if (same.length === 1) return true;
  const folder = (span: Span): string => fileOf(report, span).replace(/[^/]*$/, '');
  return folder(finding.span) === folder(fragment.span);
}

function findingResult(report: Report, finding: Finding): Result {
  const place = placeIn(report);
  const { trace } = finding;
  const blocked = trace.blocked.flatMap((one) => {
    const because = becauseText(trace, one, place);
    const freedBy = freedByText(trace, one);
    const state = `${nameIn(trace, one.goroutine, place)} is blocked ${doingText(trace, one)} (${place(one.span)})`;
    return [
      because === '' ? state : `${state}: ${because}`,
      ...(freedBy === '' ? [] : [`  to unblock it: ${freedBy}`]),
    ];
  });
  const lines = [placeText(report, finding.span), ...blocked, ...finding.notes.map((note) => noteText(note, place))];
  const message = headlineText(finding.message, place);
  const text = lines.filter((line) => line !== '').join('\n');
  if (finding.severity === 'note') {
    return { kind: 'system-out', type: '', message: '', text: `note: ${message} [${finding.rule}]\n${text}` };
  }
  return { kind: 'failure', type: finding.rule, message: `${finding.severity}: ${message}`, text };
}

function memberCases(report: Report): readonly Case[] {
  return (report.members ?? []).map((member) => ({
    name: member.function === '' ? 'without a name' : member.function,
    suite: member.package,
    file: fileOf(report, member.span),
    results: memberResults(report, member),
  }));
}

function memberResults(report: Report, member: Member): readonly Result[] {
  const errors = member.errors.map(
    (error): Result => ({
      kind: 'failure',
      type: error.id.join(':'),
      message: memberErrorText(error),
      text: placeText(report, error.span),
    }),
  );
  if (errors.length > 0 || member.verdict === 'proved' || member.verdict === 'trusted') return errors;
  const why = member.reason === null ? member.verdict : memberReasonText(member, placeIn(report));
  return [{ kind: 'failure', type: member.verdict, message: why, text: placeText(report, member.span) }];
}

/** What kept code from being checked: cases of a suite of their own. */
function problemCases(report: Report): readonly Case[] {
  return report.problems.map((problem) => {
    const [message = '', ...more] = messageLines(problem);
    const text = [...more, ...problem.notes].join('\n');
    return {
      name: `${problem.rule} ${placeText(report, problem.span)}`.trim(),
      suite: 'problems',
      file: fileOf(report, problem.span),
      results: problem.severity === 'note' ? [] : [{ kind: 'error', type: problem.rule, message, text }],
    };
  });
}

function fileOf(report: Report, span: Span | null): string {
  return shownPosition(report, span)?.file ?? '';
}

function placeText(report: Report, span: Span | null): string {
  const position = shownPosition(report, span);
  return position === null ? '' : `${position.file}:${position.line}:${position.column}`;
}

function xml(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeText(line).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`))
    .join('\n');
}
