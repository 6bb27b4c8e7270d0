// Reads no more of a file than its package clause and imports: enough to build the import graph.

export interface ImportClause {
  /** As the string denotes it. */
  readonly path: string;
  /** Offsets of the string in the text. */
  readonly start: number;
  readonly end: number;
}

export interface FileHeader {
  /** '' if there is no package clause. */
  readonly packageName: string;
  /** Offset of the package clause, or of what stands in its place. */
  readonly clause: number;
  readonly imports: readonly ImportClause[];
}

interface Cursor {
  readonly text: string;
  /** Comments with specifications are part of the text. */
  readonly specifications: boolean;
  at: number;
}

/** Reads the header of a file. What is malformed ends the reading: the parser will report it. */
export function scanHeader(text: string, specifications = false): FileHeader {
  const c: Cursor = { text, specifications, at: text.startsWith('\ufeff') ? 1 : 0 };
  const imports: ImportClause[] = [];
  skipSpace(c);
  if (specifications) skipTo(c, beforePackage);
  const clause = c.at;
  if (!word(c, 'package')) return { packageName: '', clause, imports };
  skipSpace(c);
  const packageName = name(c);
  for (;;) {
    separators(c);
    if (specifications) skipTo(c, beforeImport);
    if (!word(c, 'import')) return { packageName, clause, imports };
    skipSpace(c);
    if (c.text[c.at] !== '(') {
      if (!spec(c, imports)) return { packageName, clause, imports };
      continue;
    }
    c.at++;
    separators(c);
    while (c.text[c.at] !== ')') {
      if (specifications && word(c, 'importRequires')) skipClause(c);
      else if (!spec(c, imports)) return { packageName, clause, imports };
      separators(c);
    }
    c.at++;
  }
}

const beforePackage: ReadonlySet<string> = new Set(['package']);
/** What ends the search for imports; clauses about them stand before each. */
const beforeImport: ReadonlySet<string> = new Set(['import', 'func', 'type', 'var', 'const', 'pred']);

/** Goes on to the first of some words, or to the end. */
function skipTo(c: Cursor, words: ReadonlySet<string>): void {
  for (skipSpace(c); c.at < c.text.length; skipSpace(c)) {
    const start = c.at;
    const found = name(c);
    if (words.has(found)) {
      c.at = start;
      return;
    }
    if (found !== '') continue;
    const quote = c.text[c.at];
    const end = quote === '"' || quote === '`' ? c.text.indexOf(quote, c.at + 1) : c.at;
    c.at = end < 0 ? c.text.length : end + 1;
  }
}

/** Goes on to the end of a clause: of the line, unless a bracket is open there or an operator wants more. */
function skipClause(c: Cursor): void {
  let depth = 0;
  let last = '';
  for (; c.at < c.text.length; c.at++) {
    const char = c.text[c.at] as string;
    if (char === '\n' && depth === 0 && last !== '' && !'&|=!<>+-*/%?:,@'.includes(last)) break;
    if (markAt(c) > 0) c.at += markAt(c) - 1;
    else if (char === '"' || char === '`') c.at = Math.max(c.at, c.text.indexOf(char, c.at + 1));
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    if (depth < 0) break;
    if (!' \t\r\n'.includes(char)) last = char;
  }
  separators(c);
}

/** Length of the mark that begins or ends a comment with specifications; 0 without. */
function markAt(c: Cursor): number {
  if (c.text.startsWith('//@', c.at) || c.text.startsWith('/*@', c.at) || c.text.startsWith('@*/', c.at)) return 3;
  return c.text.startsWith('// @', c.at) ? 4 : 0;
}

/** `[ "." | name ] string` */
function spec(c: Cursor, imports: ImportClause[]): boolean {
  if (c.text[c.at] === '.') c.at++;
  else name(c);
  skipSpace(c);
  const start = c.at;
  const quote = c.text[start];
  if (quote !== '"' && quote !== '`') return false;
  const end = c.text.indexOf(quote, start + 1);
  if (end < 0) return false;
  const path = c.text.slice(start + 1, end);
  if (quote === '"' && path.includes('\n')) return false;
  // Escapes in an import path are legal but never seen; such an import is resolved as written.
  imports.push({ path, start, end: end + 1 });
  c.at = end + 1;
  return true;
}

function word(c: Cursor, text: string): boolean {
  if (!c.text.startsWith(text, c.at) || isNameChar(c.text.charCodeAt(c.at + text.length))) return false;
  c.at += text.length;
  return true;
}

function name(c: Cursor): string {
  const start = c.at;
  while (isNameChar(c.text.charCodeAt(c.at))) c.at++;
  return c.text.slice(start, c.at);
}

/** Letters beyond ASCII are all taken for name characters. NaN, after the end, is none. */
function isNameChar(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    (code >= 0x30 && code <= 0x39) ||
    code >= 0x80
  );
}

function separators(c: Cursor): void {
  skipSpace(c);
  while (c.text[c.at] === ';') {
    c.at++;
    skipSpace(c);
  }
}

/** White space and comments. */
function skipSpace(c: Cursor): void {
  const { text } = c;
  for (;;) {
    const code = text.charCodeAt(c.at);
    if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
      c.at++;
    } else if (c.specifications && markAt(c) > 0) {
      c.at += markAt(c);
    } else if (code === 0x2f && text.charCodeAt(c.at + 1) === 0x2f) {
      const newline = text.indexOf('\n', c.at);
      c.at = newline < 0 ? text.length : newline + 1;
    } else if (code === 0x2f && text.charCodeAt(c.at + 1) === 0x2a) {
      const end = text.indexOf('*/', c.at + 2);
      c.at = end < 0 ? text.length : end + 2;
    } else {
      return;
    }
  }
}
