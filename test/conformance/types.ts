// Go's own tests of its type checkers: which lines have errors, as `/* ERROR "..." */` comments say, and which we report.
//
//   npm run conformance:types [-- NAME ...]    only files whose names contain one of NAME

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SourceSet } from '../../src/base/source.ts';
import { Scanner } from '../../src/syntax/scan-state.ts';
import { scan } from '../../src/syntax/scanner.ts';
import { T_COMMENT, T_EOF, T_SEMICOLON } from '../../src/syntax/token.ts';
import { defPredeclaredTestFuncs } from '../../src/types/universe.ts';
import { checkSources, type GoSource, stdImporter } from '../support/check.ts';
import { installedGo } from '../support/go.ts';

/** An ERROR comment: the place of the token before it. */
interface Expected {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly regexp: boolean;
}

interface Outcome {
  readonly name: string;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  /** Lines agree, but not the number of errors on each. */
  readonly counts: boolean;
  /** Comments whose line has an error of ours with that text. */
  readonly texts: number;
  readonly columns: number;
  readonly expected: number;
  readonly crash: string | null;
  /** Why a difference is none of ours; null if nothing is known. */
  readonly explanation: string | null;
}

const withoutAliases = 'expects the errors of a checker that does not represent aliases, a former mode of go/types';

/** Reads the ERROR comments of a file. */
function expectedErrors(sources: SourceSet, source: GoSource): Expected[] {
  const file = sources.add(source.path, source.text);
  const s = new Scanner(file, true);
  const found: Expected[] = [];
  let previous = 0;
  for (scan(s); s.tok !== T_EOF; scan(s)) {
    if (s.tok !== T_COMMENT) {
      if (s.tok !== T_SEMICOLON || !s.implicit) previous = s.pos;
      continue;
    }
    const comment = file.text.slice(s.pos - file.base, s.end - file.base);
    const text = comment.startsWith('/*') ? comment.slice(2, -2) : comment.slice(2);
    const match = /^ ERROR(x?) ([\s\S]*)$/.exec(text);
    if (match === null) continue;
    const position = sources.position(previous);
    if (position === null) continue;
    const quoted = (match[2] as string).trim();
    found.push({
      file: basename(source.path),
      line: position.line,
      column: position.column,
      text: quoted.startsWith('`') ? quoted.slice(1, -1) : unescaped(quoted.slice(1, -1)),
      regexp: match[1] === 'x',
    });
  }
  return found;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c === 't' ? '\t' : c));
}

function flagsOf(text: string): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  const match = /^\/\/\s*(-.*)/.exec(text.slice(0, text.indexOf('\n')));
  for (const flag of match?.[1]?.split(/\s+/) ?? []) {
    const [name = '', value = 'true'] = flag.replace(/^-+/, '').split('=');
    flags.set(name, value);
  }
  return flags;
}

function matches(expected: Expected, message: string): boolean {
  if (!expected.regexp) return message.includes(expected.text);
  try {
    return new RegExp(expected.text).test(message);
  } catch {
    return false;
  }
}

const std = new SourceSet();
let importStd = stdImporter('', std);

function runPackage(name: string, paths: readonly string[]): Outcome {
  const texts = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const expected = texts.flatMap((text) => expectedErrors(new SourceSet(), text));
  const flags = flagsOf(texts[0]?.text ?? '');
  const actual: { file: string; line: number; column: number; message: string }[] = [];
  let crash: string | null = null;
  try {
    const checked = checkSources(
      texts,
      {
        importPackage: importStd,
        goVersion: flags.get('lang') ?? '',
        fakeImportC: flags.get('fakeImportC') === 'true',
      },
      std,
    );
    for (const d of checked.diagnostics) {
      const p = d.span === null ? null : checked.sources.position(d.span.pos);
      actual.push({
        file: basename(p?.file ?? ''),
        line: p?.line ?? 0,
        column: p?.column ?? 0,
        message: `${d.message} [${d.rule}]`,
      });
    }
  } catch (error) {
    crash = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }

  const key = (e: { file: string; line: number }) => `${e.file}:${e.line}`;
  const count = (list: readonly { file: string; line: number }[]) => {
    const counts = new Map<string, number>();
    for (const e of list) counts.set(key(e), (counts.get(key(e)) ?? 0) + 1);
    return counts;
  };
  const wanted = count(expected);
  const got = count(actual);
  const missing = expected.filter((e) => !got.has(key(e))).map((e) => `${key(e)}:${e.column}: ${e.text}`);
  const extra = actual.filter((e) => !wanted.has(key(e))).map((e) => `${key(e)}:${e.column}: ${e.message}`);
  let counts = true;
  for (const [line, n] of wanted) if (got.has(line) && got.get(line) !== n) counts = false;
  let textMatches = 0;
  let columns = 0;
  for (const e of expected) {
    const there = actual.filter((a) => key(a) === key(e));
    if (there.some((a) => matches(e, a.message))) textMatches++;
    if (there.some((a) => a.column === e.column)) columns++;
  }
  const explanation = flags.get('gotypesalias') === '0' ? withoutAliases : null;
  return { name, missing, extra, counts, texts: textMatches, columns, expected: expected.length, crash, explanation };
}

function main(): void {
  if (installedGo === null) {
    console.log('Go 1.26 is not installed: its test files cannot be read');
    process.exitCode = 2;
    return;
  }
  const only = process.argv.slice(2);
  defPredeclaredTestFuncs();
  importStd = stdImporter(installedGo.goroot, std);
  const outcomes: Outcome[] = [];
  for (const group of ['check', 'examples', 'fixedbugs', 'spec']) {
    const dir = join(installedGo.goroot, 'src/internal/types/testdata', group);
    for (const entry of readdirSync(dir)) {
      const name = `${group}/${entry}`;
      if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
      const path = join(dir, entry);
      const paths = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
      outcomes.push(runPackage(name, paths));
    }
  }

  const failed = outcomes.filter((o) => o.crash !== null || o.missing.length > 0 || o.extra.length > 0);
  const report: string[] = [];
  for (const o of failed) {
    report.push(`== ${o.name}`);
    if (o.crash !== null) report.push(`  crash: ${o.crash.split('\n').slice(0, 8).join('\n    ')}`);
    for (const line of o.missing) report.push(`  missing ${line}`);
    for (const line of o.extra) report.push(`  extra   ${line}`);
  }
  const buildDir = join(process.env.GORDIAN_ROOT ?? '.', 'build');
  mkdirSync(buildDir, { recursive: true });
  writeFileSync(join(buildDir, 'conformance-types.txt'), `${report.join('\n')}\n`);
  if (only.length > 0) console.log(report.join('\n'));

  const passed = outcomes.length - failed.length;
  const sum = (f: (o: Outcome) => number) => outcomes.reduce((n, o) => n + f(o), 0);
  console.log(
    JSON.stringify({
      files: outcomes.length,
      passed,
      rate: passed / outcomes.length,
      /** Files in which also the number of errors on each line agrees. */
      strict: outcomes.filter((o) => !failed.includes(o) && o.counts).length,
      errors: sum((o) => o.expected),
      sameColumn: sum((o) => o.columns),
      sameText: sum((o) => o.texts),
      crashes: outcomes.filter((o) => o.crash !== null).length,
      failed: failed.map((o) => o.name),
      explained: Object.fromEntries(failed.filter((o) => o.explanation !== null).map((o) => [o.name, o.explanation])),
    }),
  );
  if (failed.some((o) => o.explanation === null)) process.exitCode = 1;
}

main();
