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
  at: number;
}

/** Reads the header of a file. What is malformed ends the reading: the parser will report it. */
export function scanHeader(text: string): FileHeader {
  const c: Cursor = { text, at: text.startsWith('\ufeff') ? 1 : 0 };
  const imports: ImportClause[] = [];
  skipSpace(c);
  const clause = c.at;
  if (!word(c, 'package')) return { packageName: '', clause, imports };
  skipSpace(c);
  const packageName = name(c);
  for (;;) {
    separators(c);
    if (!word(c, 'import')) return { packageName, clause, imports };
    skipSpace(c);
    if (c.text[c.at] !== '(') {
      if (!spec(c, imports)) return { packageName, clause, imports };
      continue;
    }
    c.at++;
    separators(c);
    while (c.text[c.at] !== ')') {
      if (!spec(c, imports)) return { packageName, clause, imports };
      separators(c);
    }
    c.at++;
  }
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

/** Letters beyond ASCII are all taken for name characters. NaN, behind the end, is none. */
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
