// What the scanner knows while it goes through a file, and how errors are reported.
//
// Characters are read from a byte array with an entry for each UTF-16 code unit: itself if ASCII, `nonAscii`
// otherwise, 0 after the end.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import { lineOf, type Pos, type SourceFile } from '../base/source.ts';
import type { SyntaxErrorCode } from './errors.ts';
import { T_EOF } from './token.ts';

/** Stands for every code unit beyond ASCII in `Scanner.src`. */
export const nonAscii = 0x80;

/** Behind the end of every file. */
export const noRegion = 0x7fffffff;

const maxErrors = 10;
/** With those that are not shown: a file that is no Go at all must take neither long nor much memory. */
const maxReports = 10_000;

export class Scanner {
  readonly source: SourceFile;
  readonly text: string;
  readonly src: Uint8Array;
  /** The number of code units of `text`; `src` is longer. */
  readonly length: number;
  readonly base: Pos;

  /** Where scanning goes on, and the line of that place. */
  offset = 0;
  nextLine = 1;
  /** A newline that ends a line inside the last comment, to be made a semicolon; -1 without. */
  newlineAt = -1;
  insertSemi = false;

  /** The current token: its code, its place, the line of its first character. */
  tok: number = T_EOF;
  pos: Pos = 0;
  end: Pos = 0;
  line = 0;
  /** The name, if the token is an identifier. */
  name = '';
  /** For a semicolon: it stands for a newline or the end of the file. For a raw string: it holds carriage returns. */
  implicit = false;

  /** The words of the specification language are tokens here. */
  words = false;
  /** Comments that begin with `@` hold specifications. */
  annotations = false;
  /** In such a comment: the offset at which its text ends, and the one at which the comment itself does. */
  regionEnd = noRegion;
  regionSkip = 0;

  readonly errors: Diagnostic[] = [];
  readonly allErrors: boolean;
  readonly errorLines = new Set<number>();
  /** How often something was reported, also what is not shown. */
  reports = 0;
  /** Set once enough is reported: nothing more is reported. */
  quiet = false;

  constructor(source: SourceFile, allErrors: boolean) {
    this.source = source;
    this.text = source.text;
    this.length = source.text.length;
    this.base = source.base;
    this.src = sourceBytes(source.text);
    this.allErrors = allErrors;
    if (this.text.charCodeAt(0) === 0xfeff) this.offset = 1;
  }
}

let scratch = new Uint8Array(1 << 16);
const encoder = new TextEncoder();

/** Valid until the next call: the array is used again for each file. */
function sourceBytes(text: string): Uint8Array {
  const length = text.length;
  if (scratch.length <= length) scratch = new Uint8Array(length * 2 + 1);
  const { read, written } = encoder.encodeInto(text, scratch);
  if (read !== length || written !== length) {
    for (let i = 0; i < length; i++) {
      scratch[i] = Math.min(text.charCodeAt(i), nonAscii);
    }
  }
  scratch[length] = 0;
  const bytes = scratch;
  // A file of unusual size must not hold its memory for the rest of the run.
  if (length > 1 << 22) scratch = new Uint8Array(1 << 16);
  return bytes;
}

/** Reports an error unless its line has one already. */
export function report(s: Scanner, code: SyntaxErrorCode, pos: Pos, end: Pos, message: string): void {
  if (s.quiet) return;
  s.reports++;
  const line = s.allErrors ? 0 : lineOf(s.source, pos - s.base);
  if (s.allErrors || !s.errorLines.has(line)) {
    s.errorLines.add(line);
    s.errors.push(diagnostic(code, { pos, end: Math.max(end, pos) }, message));
  }
  if (s.reports >= maxReports || (!s.allErrors && s.errors.length >= maxErrors)) stop(s);
}

/** Makes the end of the file the next token, and keeps what follows from that to itself. */
export function stop(s: Scanner): void {
  s.quiet = true;
  s.offset = s.length;
  s.newlineAt = -1;
  s.insertSemi = false;
  s.tok = T_EOF;
}

/** Reports an error at an offset of the text. */
export function reportAt(s: Scanner, code: SyntaxErrorCode, start: number, end: number, message: string): void {
  report(s, code, s.base + start, s.base + end, message);
}

/** Reports NUL characters and byte order marks wherever they stand; the scanner itself then steps over them. */
export function reportForbidden(s: Scanner): void {
  const { text } = s;
  for (let i = text.indexOf('\0'); i >= 0 && !s.quiet; i = text.indexOf('\0', i + 1)) {
    reportAt(s, 'InvalidCharacter', i, i + 1, 'illegal character NUL');
  }
  for (let i = text.indexOf('\ufeff', 1); i >= 0 && !s.quiet; i = text.indexOf('\ufeff', i + 1)) {
    reportAt(s, 'InvalidCharacter', i, i + 1, 'illegal byte order mark');
  }
}

/** A character as messages show it: `U+0040 '@'`. */
export function describeChar(code: number): string {
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code < 0x20 || code === 0x7f ? hex : `${hex} '${String.fromCodePoint(code)}'`;
}
