// Answers of the tools: what an agent needs of a report, and no more. Long lists are cut, and say how long they are.

import { z } from 'zod';
import type { JsonFinding, JsonReport } from '../../report/index.ts';

const place = { file: z.string().nullable(), line: z.number().nullable() };

const findingShape = {
  id: z.string().describe('for trace and confirm'),
  rule: z.string().describe('for explain'),
  severity: z.string(),
  message: z.string(),
  function: z.string(),
  ...place,
  notes: z.array(z.string()).describe('when it cannot happen, what it depends on'),
};

const problems = z.array(z.object({ code: z.string(), message: z.string(), ...place }));

export const checkShape = {
  total: z.number().describe('findings that fit the request'),
  findings: z.array(z.object(findingShape)).describe('the first of them'),
  functions: z.record(z.string(), z.number()).describe('how many functions have which verdict'),
  problems: problems.describe('what could not be read, and errors in the code'),
};

export const traceShape = {
  ...findingShape,
  values: z.record(z.string(), z.union([z.number(), z.boolean()])).describe('parameters of the function in this run'),
  goroutines: z.array(z.object({ name: z.string(), created: z.string() })),
  steps: z.array(z.object({ goroutine: z.string(), operation: z.string(), state: z.string(), at: z.string() })),
  leftOut: z.number().describe('steps between the first and the last ones that are shown'),
  blocked: z.array(z.object({ goroutine: z.string(), at: z.string(), because: z.string(), freedBy: z.string() })),
};

export const confirmShape = {
  confirmed: z.boolean().describe('whether a run of the real program did it'),
  message: z.string(),
  notes: z.array(z.string()).describe('how it was shown, or why not'),
};

export const explainShape = {
  name: z.string(),
  group: z.string(),
  title: z.string(),
  explanation: z.string(),
  bad: z.string().describe('an example that breaks the rule'),
  good: z.string().describe('the example corrected'),
};

export const replayShape = {
  outcome: z
    .enum(['fails', 'passes', 'changed', 'problem'])
    .describe('passes: no longer goes wrong; changed: the code changed'),
  message: z.string(),
  test: z.string(),
  steps: z.array(z.object({ goroutine: z.string(), operation: z.string(), at: z.string() })),
  leftOut: z.number(),
  blocked: z.array(
    z.object({
      goroutine: z.string(),
      at: z.string(),
      because: z.string(),
      freedBy: z.string(),
      stack: z.array(z.string()),
    }),
  ),
  changed: z.object({ event: z.number(), of: z.number(), recorded: z.string(), now: z.string() }).nullable(),
  problems: z.array(z.string()),
};

export const testShape = {
  total: z.number(),
  findings: z.array(z.object(findingShape)).describe('notes name the schedule file for replay'),
  tests: z.array(z.object({ test: z.string(), verdict: z.string(), coverage: z.string() })),
  problems,
};

export const verifyShape = {
  verdicts: z.record(z.string(), z.number()).describe('how many members have which verdict'),
  open: z
    .array(
      z.object({
        function: z.string(),
        verdict: z.string(),
        reason: z.string(),
        ...place,
        errors: z.array(z.object({ id: z.string(), message: z.string(), ...place })),
      }),
    )
    .describe('the first members that are not proved'),
  problems,
};

const most = { problems: 10, notes: 6, goroutines: 20, steps: 30, blocked: 10, tests: 50, members: 20, errors: 5 };

export function findingAnswer(one: JsonFinding) {
  const { fingerprint: id, rule, severity, message, function: name, file, line, notes } = one;
  return { id, rule, severity, message, function: name, file, line, notes: notes.slice(0, most.notes) };
}

export function problemsAnswer(report: JsonReport) {
  return report.problems
    .slice(0, most.problems)
    .map(({ code, message, file, line }) => ({ code, message, file, line }));
}

/** How often each occurs. */
export function tally(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries(counts);
}

export function atText({ file, line }: { readonly file: string | null; readonly line: number | null }): string {
  return file === null || file === '' ? '' : `${file}:${line}`;
}

/** The first and the last of many. */
export function ends<T>(all: readonly T[]): { readonly shown: readonly T[]; readonly leftOut: number } {
  if (all.length <= most.steps) return { shown: all, leftOut: 0 };
  return {
    shown: [...all.slice(0, most.steps / 2), ...all.slice(-most.steps / 2)],
    leftOut: all.length - most.steps,
  };
}

export function traceAnswer(one: JsonFinding) {
  const { shown, leftOut } = ends(one.trace);
  return {
    ...findingAnswer(one),
    values: { ...one.valuation },
    goroutines: one.goroutines.slice(0, most.goroutines).map((g) => ({ name: g.name, created: atText(g) })),
    steps: shown.map((step) => ({
      goroutine: step.goroutine,
      operation: [step.operation, step.object, step.effect].filter((word) => word !== '').join(' '),
      state: step.state,
      at: atText(step),
    })),
    leftOut,
    blocked: one.blocked
      .slice(0, most.blocked)
      .map((b) => ({ goroutine: b.goroutine, at: atText(b), because: b.because, freedBy: b.freedBy })),
  };
}

export function testsAnswer(report: JsonReport) {
  return report.fragments
    .slice(0, most.tests)
    .map(({ function: test, verdict, reason }) => ({ test, verdict, coverage: reason }));
}

export function verifyAnswer(report: JsonReport) {
  const members = report.members ?? [];
  const open = members.filter(({ verdict }) => verdict !== 'proved' && verdict !== 'trusted');
  return {
    verdicts: tally(members.map(({ verdict }) => verdict)),
    open: open.slice(0, most.members).map((one) => ({
      function: one.function,
      verdict: one.verdict,
      reason: one.reason,
      file: one.file,
      line: one.line,
      errors: one.errors.slice(0, most.errors).map(({ id, message, file, line }) => ({ id, message, file, line })),
    })),
    problems: problemsAnswer(report),
  };
}
