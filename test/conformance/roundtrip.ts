// Print and parse again: every file that go/parser accepts must be accepted, and give the same tree after printing.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { positionIn, SourceSet } from '../../src/base/source.ts';
import { decodeSource, difference, type ParseResult, parseFile, printFile } from '../../src/syntax/index.ts';

/** What go/parser says of a file: the line of the first error, or null if it has none. */
export interface ParserVerdict {
  readonly path: string;
  readonly errorLine: number | null;
}

export interface RoundTripResult {
  /** Files that go/parser accepts. */
  readonly accepted: number;
  /** Files among them that we accept and that come back as the same tree. */
  readonly same: number;
  /** Files that go/parser rejects. */
  readonly rejected: number;
  /** Files among them that we reject. */
  readonly alsoRejected: number;
  /** Files among those whose first error we report on the same line. */
  readonly sameLine: number;
  /** One sentence for each file that is different. */
  readonly failures: readonly string[];
}

/** Asks go/parser of the installed toolchain about each file. `root` is the repository's root. */
export function parserVerdicts(root: string, paths: readonly string[]): ParserVerdict[] {
  const oracle = spawnSync('go', ['run', 'main.go'], {
    cwd: join(root, 'test', 'oracle', 'parse'),
    input: `${paths.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (oracle.status !== 0) throw new Error(`the parser oracle failed: ${oracle.stderr}`);
  return oracle.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [path = '', verdict = ''] = line.split('\t');
      return { path, errorLine: verdict === 'ok' ? null : Number(verdict.slice('err '.length)) };
    });
}

/** Parses, prints and parses each file, and compares our verdict with that of go/parser. */
export function roundTrip(verdicts: readonly ParserVerdict[]): RoundTripResult {
  let accepted = 0;
  let same = 0;
  let rejected = 0;
  let alsoRejected = 0;
  let sameLine = 0;
  const failures: string[] = [];
  for (const { path, errorLine } of verdicts) {
    const result = parsePath(path);
    if (errorLine === null) {
      accepted++;
      const failure = result.line === null ? roundTripFailure(result.parsed) : `line ${result.line}: ${result.message}`;
      if (failure === null) same++;
      else failures.push(`${path}: ${failure}`);
    } else {
      rejected++;
      if (result.line !== null) alsoRejected++;
      if (result.line === errorLine) sameLine++;
      else failures.push(`${path}: go/parser reports line ${errorLine}, we report ${result.line ?? 'nothing'}`);
    }
  }
  return { accepted, same, rejected, alsoRejected, sameLine, failures };
}

interface Parsed {
  readonly parsed: ParseResult;
  /** Line and text of the first error; null without. */
  readonly line: number | null;
  readonly message: string;
}

function parsePath(path: string): Parsed {
  const { text, invalid } = decodeSource(readFileSync(path));
  const source = new SourceSet().add(path, text);
  const parsed = parseFile(source, 1, { invalidUtf8: invalid });
  const [first] = parsed.diagnostics;
  if (first === undefined || first.span === null) return { parsed, line: null, message: '' };
  return { parsed, line: positionIn(source, first.span.pos - source.base).line, message: first.message };
}

/** How a file differs from what its printed form parses to, or null. */
export function roundTripFailure({ file }: ParseResult): string | null {
  const source = new SourceSet().add(file.path, printFile(file));
  const again = parseFile(source, 1);
  const [error] = again.diagnostics;
  if (error !== undefined) {
    const { line } = positionIn(source, (error.span?.pos ?? source.base) - source.base);
    return `the printed form has an error in line ${line}: ${error.message}`;
  }
  return difference(file, again.file);
}
