// `gordian check FILE.comm|FILE.migo`: communication programs given as text.

import { resolve } from 'node:path';
import { shownSteps } from '../base/trace.ts';
import { type CommCheck, checkCommFile, readQuestion } from '../driver/index.ts';
import {
  becauseText,
  doingText,
  escapeText,
  fineIfText,
  freedByText,
  headlineText,
  nameIn,
  reasonText,
  stepText,
} from '../report/index.ts';
import { UsageError, writeResult } from './output.ts';
import { say } from './say.ts';

export interface CheckCommFlags {
  readonly C?: string;
  readonly out?: string;
  readonly property: readonly string[];
  readonly formula: readonly string[];
  readonly param: readonly string[];
}

export function checkCommCommand(paths: readonly string[], flags: CheckCommFlags): number {
  const read = readQuestion(flags.property, flags.formula, flags.param);
  if (!read.ok) throw new UsageError(read.message);
  let exitCode = 0;
  const lines: string[] = [];
  for (const path of paths) {
    const checked = checkCommFile(resolve(flags.C ?? '.', path), read.question);
    if (checked.kind === 'unreadable') {
      say(checked.message);
      exitCode = 2;
    } else {
      lines.push(...describe(checked));
      exitCode = Math.max(exitCode, Math.min(1, checked.serious));
    }
  }
  writeResult(lines.map((line) => `${escapeText(line)}\n`).join(''), flags.out);
  return exitCode;
}

type Checked = Extract<CommCheck, { kind: 'checked' }>;

/** One line for each property, and each finding with its run. */
function describe({ result, place }: Checked): readonly string[] {
  const lines: string[] = [];
  for (const { site, severity, headline, rule, trace } of result.findings) {
    lines.push(`${place(site)}: ${severity}: ${headlineText(headline, place)} [${rule}]`);
    for (const step of shownSteps(trace)) {
      lines.push(`    ${place(step.span)}: ${nameIn(trace, step.goroutine, place)}: ${stepText(trace, step, place)}`);
    }
    for (const one of trace.blocked) {
      const reasons = [becauseText(trace, one, place), freedByText(trace, one)].filter((text) => text !== '');
      const why = reasons.length === 0 ? '' : `: ${reasons.join('; to unblock it: ')}`;
      lines.push(`    ${nameIn(trace, one.goroutine, place)} is blocked ${doingText(trace, one)}${why}`);
    }
  }
  for (const [name, verdict] of result.verdicts) lines.push(`${name}: ${verdictText(verdict)}`);
  lines.push(`${result.states} states, ${result.transitions} steps`);
  return lines;
}

type Verdict = Checked['result']['verdicts'] extends ReadonlyMap<string, infer V> ? V : never;

function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'conditional':
      return `conditional: ${fineIfText(verdict.precondition, verdict.complete)}`;
    case 'unknown':
      return `unknown: ${reasonText(verdict.reason, () => '')}`;
    default:
      return verdict.kind;
  }
}
