// The rules by which Gobra's regression suite scores a file: what a file expects, its options, and whether reports match.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HyperMode, hyperMode } from '../../src/base/hyper-mode.ts';

/** One expected report: a key such as `type_error`, perhaps with a reason, on a line. */
export interface Expectation {
  readonly line: number;
  readonly key: string;
  /** Null if any report with this key, and without a reason, is meant. */
  readonly reason: string | null;
}

/** What was reported: an id such as `assert_error:assertion_error`. Null where it has no place. */
export interface Report {
  readonly line: number | null;
  readonly id: readonly string[];
  readonly message: string;
}

export type Column = 'reject' | 'verify-fail' | 'verify-ok';

/** The options that a file asks for. */
export interface SuiteOptions {
  readonly include: readonly string[];
  readonly hyperMode: HyperMode;
  readonly experimentalHyper: boolean;
  readonly friendClauses: boolean;
  readonly onlyFilesWithHeader: boolean;
  readonly overflow: boolean;
  readonly int32: boolean;
  readonly injectivity: boolean;
}

export interface SuiteFile {
  /** Relative to the folder of the suite. */
  readonly name: string;
  readonly path: string;
  readonly expected: readonly Expectation[];
  readonly column: Column;
  readonly options: SuiteOptions;
}

/** Every file of the suite that is scored, in the order of names. */
export function suiteFiles(dir: string): readonly SuiteFile[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gobra') || name.endsWith('.go'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
  const files: SuiteFile[] = [];
  for (const name of names) {
    const path = join(dir, name);
    const text = readFileSync(path, 'utf8');
    const annotations = annotationsOf(text);
    if (annotations === null) continue;
    files.push({ name, path, expected: annotations, column: columnOf(annotations), options: optionsOf(text, path) });
  }
  return files;
}

/** What a file expects; null if it is to be left out. A malformed annotation throws: the suite has none. */
export function annotationsOf(text: string): readonly Expectation[] | null {
  const lines = text.split('\n');
  const found: Expectation[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (!line.startsWith('//:: ')) continue;
    const rest = line.slice('//:: '.length).trim();
    if (/^IgnoreFile\(\/gobra\/issue\/\d+\/\)$/i.test(rest)) return null;
    const match = /^ExpectedOutput\(([a-z_.]+)(?::([a-z_.]+))?\)$/.exec(rest);
    if (match === null) throw new Error(`line ${index + 1}: cannot read ${line}`);
    found.push({ line: targetLine(lines, index), key: match[1] as string, reason: match[2] ?? null });
  }
  return found;
}

/** The first line after an annotation that is neither an annotation nor a comment, from 1. An empty line counts. */
export function targetLine(lines: readonly string[], annotation: number, skipped = isComment): number {
  let at = annotation + 1;
  while (at < lines.length && skipped(lines[at] as string)) at++;
  return at + 1;
}

function isComment(raw: string): boolean {
  const line = raw.trim();
  return line.startsWith('//') && !line.startsWith('//@');
}

function columnOf(expected: readonly Expectation[]): Column {
  if (expected.length === 0) return 'verify-ok';
  return expected.some((e) => e.key === 'type_error' || e.key === 'parser_error') ? 'reject' : 'verify-fail';
}

/** The options in `##(...)` anywhere in the text; include directories are relative to the file. */
export function optionsOf(text: string, path: string): SuiteOptions {
  const words: string[] = [];
  for (const match of text.matchAll(/##\(([^)]*)\)/g)) words.push(...(match[1] as string).trim().split(/\s+/));
  const include: string[] = [];
  for (let i = 0; i < words.length; i++) if (words[i] === '-I') include.push(join(dirname(path), words[++i] ?? '.'));
  const flagValue = (flag: string): string => words[words.indexOf(flag) + 1] ?? '';
  return {
    include,
    hyperMode: hyperMode(words.includes('--hyperMode') ? flagValue('--hyperMode') : 'off') ?? 'off',
    experimentalHyper: words.includes('--enableExperimentalHyperFeatures'),
    friendClauses: words.includes('--experimentalFriendClauses'),
    onlyFilesWithHeader: words.includes('--onlyFilesWithHeader'),
    overflow: words.includes('--overflow'),
    int32: words.includes('--int32'),
    injectivity: !words.includes('--noassumeInjectivityOnInhale'),
  };
}

/** What is wrong with the reports about a file; empty if it passes. */
export function differences(expected: readonly Expectation[], reports: readonly Report[]): readonly string[] {
  const wrong: string[] = [];
  for (const report of reports) {
    if (!expected.some((e) => matches(e, report))) {
      wrong.push(`${report.line ?? '?'}: unexpected ${report.id.join(':')}: ${report.message}`);
    }
  }
  for (const e of expected) {
    if (!reports.some((report) => matches(e, report))) {
      wrong.push(`${e.line}: missing ${e.key}${e.reason === null ? '' : `:${e.reason}`}`);
    }
  }
  return wrong;
}

function matches(e: Expectation, report: Report): boolean {
  if (report.line !== e.line || report.id[0] !== e.key) return false;
  if (report.id.length === 1) return e.reason === null;
  return e.reason === null || e.reason === report.id[1];
}
