// The litmus suite: small Go programs, each with the set of the outcomes that it can have.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a run ends. */
export type End =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'deadlock' }
  /** It goes on forever without getting anywhere. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'panic' | 'fatal'; readonly text: string }
  /** The function has returned, and this many goroutines stay blocked forever. */
  | { readonly kind: 'leak'; readonly count: number };

export interface Outcome {
  readonly output: string;
  readonly end: End;
}

export interface Litmus {
  readonly name: string;
  readonly text: string;
  /** `main`, or `Litmus`: a function after whose return the process goes on. */
  readonly entry: 'main' | 'Litmus';
  readonly outcomes: readonly Outcome[];
  /** Verdicts of rules other than those that follow from the outcomes. */
  readonly verdicts: ReadonlyMap<string, string>;
}

/** All litmus programs, given where the repository lies. */
export function litmusSuite(root: string): readonly Litmus[] {
  return readSuite(join(root, 'testdata', 'litmus'));
}

/** Programs with a bug that can be reached, none of which may be proved to be without it. */
export function unsoundSuite(root: string): readonly Litmus[] {
  return readSuite(join(root, 'testdata', 'check', 'unsound'));
}

function readSuite(folder: string): readonly Litmus[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.go'))
    .sort()
    .map((name) => parseLitmus(name, readFileSync(join(folder, name), 'utf8')));
}

export function parseLitmus(name: string, text: string): Litmus {
  const outcomes = [...text.matchAll(/^\/\/ outcome: "([^"]*)" (.*)$/gm)].map(
    ([, output = '', end = '']): Outcome => ({ output: squeeze(output), end: parseEnd(name, end) }),
  );
  const verdicts = new Map(
    [...text.matchAll(/^\/\/ check: (\S+) (\S+)/gm)].map(([, rule = '', verdict = '']) => [rule, verdict]),
  );
  const entry = /^func main\(\)/m.test(text) ? 'main' : 'Litmus';
  if (outcomes.length === 0) throw new Error(`${name} has no outcome`);
  if (entry === 'Litmus' && !/^func Litmus\(\)/m.test(text)) throw new Error(`${name} has neither main nor Litmus`);
  return { name, text, entry, outcomes, verdicts };
}

function parseEnd(name: string, text: string): End {
  const [, word = '', rest = ''] = /^(\w+):? ?(.*)$/.exec(text) ?? [];
  switch (word) {
    case 'exit':
      return { kind: 'exit', code: Number(rest || '0') };
    case 'deadlock':
    case 'hang':
      return { kind: word };
    case 'panic':
    case 'fatal':
      return { kind: word, text: rest };
    case 'leak':
      return { kind: 'leak', count: Number(rest) };
    default:
      throw new Error(`${name}: an outcome ends in ${text}`);
  }
}

/** Output without what spaces differ in. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What one run of a program did, as an outcome in the notation of the files. */
export function outcomeOf(stdout: string, stderr: string, exitCode: number, left: number | null): Outcome {
  return { output: squeeze(stdout), end: endOf(stderr, exitCode, left) };
}

function endOf(stderr: string, exitCode: number, left: number | null): End {
  if (stderr.includes('fatal error: all goroutines are asleep - deadlock!')) return { kind: 'deadlock' };
  const fatal = /^fatal error: (.*)$/m.exec(stderr);
  if (fatal !== null) return { kind: 'fatal', text: fatal[1] ?? '' };
  const panics = [...stderr.matchAll(/^\s*panic: (.*)$/gm)];
  if (panics.length > 0) return { kind: 'panic', text: panics.at(-1)?.[1] ?? '' };
  if (left !== null && exitCode === 0) return { kind: 'leak', count: left };
  return { kind: 'exit', code: exitCode };
}

/** The place of an observed outcome in the set of a program, or -1. */
export function indexOfOutcome(litmus: Litmus, seen: Outcome): number {
  return litmus.outcomes.findIndex(({ output, end }) => output === seen.output && isSameEnd(end, seen.end));
}

/** Messages of panics only have to contain what was said. */
function isSameEnd(wanted: End, seen: End): boolean {
  switch (wanted.kind) {
    case 'exit':
      return seen.kind === 'exit' && seen.code === wanted.code;
    case 'leak':
      return seen.kind === 'leak' && seen.count === wanted.count;
    case 'panic':
    case 'fatal':
      return seen.kind === wanted.kind && seen.text.includes(wanted.text);
    case 'deadlock':
    case 'hang':
      return seen.kind === wanted.kind;
  }
}

export function showOutcome({ output, end }: Outcome): string {
  const rest =
    end.kind === 'exit' ? ` ${end.code}` : end.kind === 'leak' ? ` ${end.count}` : 'text' in end ? `: ${end.text}` : '';
  return `${JSON.stringify(output)} ${end.kind}${rest}`;
}
