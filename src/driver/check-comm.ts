// Checks communication programs that are given as text.

import { positionIn, type SourceFile } from '../base/source.ts';
import { fineWhere, type Question, Usage } from '../check/index.ts';
import type { Site } from '../comm/comm.ts';
import { checkProgram, type ModelResult, type ModelVerdict } from '../model/index.ts';
import { readCommFile } from './comm-text.ts';
import { wallClock } from './host/clock.ts';

export interface CommCheck {
  readonly ok: boolean;
  /** Lines for people: one for each property, and each finding with its run. */
  readonly lines: readonly string[];
  readonly findings: number;
}

/** Reads and checks one file; unreadable ones give a line that says why. */
export function checkCommFile(path: string, question: Question): CommCheck {
  const file = readCommFile(path);
  if (!file.ok) return { ok: false, lines: [file.message], findings: 0 };
  const usage = new Usage();
  const params = usage.valuesFor(file.program, file.program.name, question);
  const misunderstood = usage.problem(question);
  if (misunderstood !== null) return { ok: false, lines: [misunderstood], findings: 0 };
  const { properties, formulas } = question;
  const result = checkProgram(file.program, { now: wallClock, properties, formulas, params });
  const [source] = file.sources.files();
  const serious = result.findings.filter((finding) => finding.severity !== 'note').length;
  return { ok: true, lines: source === undefined ? [] : describe(source, result), findings: serious };
}

function describe(source: SourceFile, result: ModelResult): readonly string[] {
  const at = (site: Site): string => {
    const { file, line, column } = positionIn(source, Math.min(site.start, source.length));
    return `${file}:${line}:${column}`;
  };
  const lines: string[] = [];
  for (const finding of result.findings) {
    lines.push(`${at(finding.site)}: ${finding.severity}: ${finding.message} [${finding.rule}]`);
    for (const step of finding.trace.steps) {
      const effect = step.effect === '' ? '' : ` (${step.effect})`;
      lines.push(`    ${at(step.site)}: ${step.goroutine}: ${step.operation} ${step.object}${effect}`.trimEnd());
    }
    for (const blocked of finding.trace.blocked) {
      lines.push(`    ${at(blocked.site)}: ${blocked.goroutine} is blocked: ${blocked.because}; ${blocked.freedBy}`);
    }
  }
  for (const [name, verdict] of result.verdicts) lines.push(`${name}: ${verdictText(verdict)}`);
  lines.push(`${result.states} states, ${result.transitions} steps`);
  return lines;
}

function verdictText(verdict: ModelVerdict): string {
  switch (verdict.kind) {
    case 'conditional':
      return `conditional: ${fineWhere(verdict.precondition, verdict.complete)}`;
    case 'unknown':
      return `unknown: ${verdict.reason}`;
    default:
      return verdict.kind;
  }
}
