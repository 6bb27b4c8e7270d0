// The rules by which Viper's own test suite scores a file: which files are scored, what they expect, whether reports match.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { targetLine } from './gobra-suite.ts';

export interface Expectation {
  readonly line: number;
  readonly key: string;
  /** Null: any reason. */
  readonly reason: string | null;
  /** The suite notes that Silicon does not report it either. */
  readonly missingInSilicon: boolean;
}

/** A failed obligation, as `key:reason`. File and line null: without a place. */
export interface ViperReport {
  readonly file: string | null;
  readonly line: number | null;
  readonly id: string;
}

/** Why a file is not scored. */
export type LeftOut =
  | 'other-tool-tests' // trees, printers and control flow graphs of the tool itself, or other options than the usual ones
  | 'ignored' // for Silicon, or for all
  | 'rejected' // a parser, type or consistency error is expected
  | 'plug-in'; // needs a plug-in that changes the language

export interface ViperFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly expected: readonly Expectation[];
  /** What the suite notes that Silicon reports where it should not, by line and id. */
  readonly alsoInSilicon: readonly { readonly line: number; readonly id: string }[];
  /** Null if it is scored. */
  readonly leftOut: LeftOut | null;
}

/** Directories whose files are verified by the suite with the usual options. */
const verified: ReadonlySet<string> = new Set([
  'adt',
  'all',
  'examples',
  'quantifiedcombinations',
  'quantifiedpermissions',
  'quantifiedpredicates',
  'quasihavoc',
  'refute',
  'termination',
  'tutorial',
  'wands',
]);

const plugIns: ReadonlySet<string> = new Set(['plugintests', 'sif', 'smoke']);

export function viperFiles(dir: string): readonly ViperFile[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.vpr'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((name) => {
      const path = join(dir, name);
      const text = readFileSync(path, 'utf8');
      const { expected, alsoInSilicon, ignored } = annotationsOf(text);
      return { name, path, text, expected, alsoInSilicon, leftOut: leftOut(name, expected, ignored) };
    });
}

function leftOut(name: string, expected: readonly Expectation[], ignored: boolean): LeftOut | null {
  const [top = ''] = name.split('/');
  if (plugIns.has(top)) return 'plug-in';
  if (!verified.has(top)) return 'other-tool-tests';
  if (ignored) return 'ignored';
  const rejections = new Set(['parser.error', 'typechecker.error', 'consistency.error']);
  return expected.some(({ key }) => rejections.has(key)) ? 'rejected' : null;
}

/** What a file expects of every verifier, and whether Silicon leaves it out. What is expected of single tools does not count. */
export function annotationsOf(content: string): {
  readonly expected: readonly Expectation[];
  readonly alsoInSilicon: ViperFile['alsoInSilicon'];
  readonly ignored: boolean;
} {
  const lines = content.split('\n');
  const expected: Omit<Expectation, 'missingInSilicon'>[] = [];
  const missed = new Set<string>();
  const alsoInSilicon: { readonly line: number; readonly id: string }[] = [];
  let ignored = false;
  lines.forEach((raw, index) => {
    const text = raw.trim();
    if (!text.startsWith('//:: ')) return;
    const rest = text.slice('//:: '.length);
    if (/^IgnoreFile(List)?\(\/(silicon|silver)\/issue\/\d+\/\)$/i.test(rest)) ignored = true;
    const line = targetLine(lines, index, (comment) => comment.trim().startsWith('//'));
    const missing = /^MissingOutput\(([^,]*), \/silicon\//i.exec(rest);
    if (missing !== null) missed.add(`${line} ${missing[1]}`);
    const also = /^UnexpectedOutput\(([^,]*), \/silicon\//i.exec(rest);
    if (also !== null) alsoInSilicon.push({ line, id: also[1] as string });
    const match = /^ExpectedOutput\(([^:]*)(?::(.*))?\)$/.exec(rest);
    if (match === null) return;
    expected.push({ line, key: match[1] as string, reason: match[2] ?? null });
  });
  const missingInSilicon = (e: Omit<Expectation, 'missingInSilicon'>): boolean =>
    missed.has(`${e.line} ${e.key}${e.reason === null ? '' : `:${e.reason}`}`);
  return { expected: expected.map((e) => ({ ...e, missingInSilicon: missingInSilicon(e) })), alsoInSilicon, ignored };
}

export function matches(expectation: Expectation, report: ViperReport, path: string): boolean {
  const [key, reason = ''] = report.id.split(':');
  return (
    report.file === path &&
    report.line === expectation.line &&
    key === expectation.key &&
    (expectation.reason === null || expectation.reason === reason)
  );
}

export function showExpectation({ line, key, reason }: Expectation): string {
  return `${line}: ${key}${reason === null ? '' : `:${reason}`}`;
}
