// Scans the specification language: its words, its symbols, and the annotations of Go files that hold it.
//
// In a .gobra file the words are tokens everywhere. In a Go file they are tokens in annotations only, which are the
// regions `//@ ...`, `// @ ...`, `/*@ ... @*/` and `/* @ ... @ */`: their marks are skipped like white space.

import { noRegion, reportAt, type Scanner } from './scan-state.ts';
import {
  T_BREAK,
  T_COLON,
  T_COMMENT,
  T_ELSE,
  T_EOF,
  T_IDENT,
  T_LBRACE,
  T_LPAREN,
  T_PERIOD,
  T_RBRACE,
  T_SEMICOLON,
  T_STRING,
} from './token.ts';
import {
  T_AT,
  T_BACKEND,
  T_DOT_DOT,
  T_GHOST_EQL,
  T_GHOST_NEQ,
  T_GHOST_PARAMS,
  T_GHOST_RESULTS,
  T_HASH,
  T_IMPLIES,
  T_LHS,
  T_LPRED,
  T_QUESTION,
  T_RPRED,
  T_SUCH_THAT,
  T_UNFOLDING_MARK,
  T_WAND,
  T_WITH_ARGS,
  T_WITH_ASSIGN,
  T_WITH_VALUES,
  wordInfo,
  wordTokens,
} from './token-spec.ts';

// ---------------------------------------------------------------------------------------------------------------
// Words

/** The token that the name `s.name`, which ends at offset `end`, is: T_IDENT, or a word. `s` still has the token before it. */
export function wordOrName(s: Scanner, end: number): number {
  const tok = wordTokens.get(s.name);
  return tok !== undefined && isWordHere(s, tok, end) ? tok : T_IDENT;
}

/** Whether a line break after a word ends the line. */
export function wordEndsLine(tok: number): boolean {
  return wordInfo(tok).endsLine;
}

function isWordHere(s: Scanner, tok: number, end: number): boolean {
  const before = s.tok;
  if (before === T_PERIOD) return false;
  const c = charAfter(s, end);
  switch (wordInfo(tok).class) {
    case 'call':
      return c === 0x28;
    case 'labelledCall':
      return c === 0x28 || (c === 0x5b && labelled(s, end));
    case 'bracket':
      return c === 0x5b && !emptyBrackets(s, end);
    case 'brace':
      return c === 0x7b;
    case 'infix':
      return s.insertSemi && !goesOnWithName(c);
    case 'prefix':
      return !followsOperand(s) && beginsOperand(c);
    case 'statement':
      return beginsStatement(before) && !goesOnWithName(c);
    case 'modifier':
      return !goesOnWithName(c);
    case 'clause':
      return !followsOperand(s) && !goesOnWithName(c);
  }
}

/** Whether a label in brackets and a parenthesis follow. */
function labelled(s: Scanner, i: number): boolean {
  label.lastIndex = i;
  return label.test(s.text);
}

const label = /\s*\[\s*(?:#lhs|[\p{L}_][\p{L}\p{Nd}_]*)\s*\]\s*\(/uy;

/** Whether `[]` follows, which only a type begins with. */
function emptyBrackets(s: Scanner, i: number): boolean {
  return charAfter(s, s.text.indexOf('[', i) + 1) === 0x5d;
}

/** The first character after offset `i` that is no blank; 0 at the end of the file. */
function charAfter(s: Scanner, i: number): number {
  let c = s.src[i] as number;
  while (c === 0x20 || c === 0x09 || c === 0x0d) c = s.src[++i] as number;
  return c;
}

/** Whether the token before ends an operand, on the same line. The path of a friend package is none. */
function followsOperand(s: Scanner): boolean {
  return s.insertSemi && s.tok < T_BREAK && s.tok !== T_RBRACE && s.tok !== T_STRING;
}

function beginsStatement(before: number): boolean {
  switch (before) {
    case T_SEMICOLON:
    case T_LBRACE:
    case T_RBRACE:
    case T_LPAREN:
    case T_COLON:
    case T_COMMENT:
    case T_EOF:
    case T_ELSE:
      return true;
    default:
      return before >= T_BREAK;
  }
}

function isLetter(c: number): boolean {
  return (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f || c >= 0x80;
}

function beginsOperand(c: number): boolean {
  if (isLetter(c) || (c >= 0x30 && c <= 0x39)) return true;
  switch (c) {
    case 0: // the end of the file, which says what a line break says
    case 0x0a: // newline
    case 0x21: // !
    case 0x22: // "
    case 0x26: // &
    case 0x27: // '
    case 0x28: // (
    case 0x2a: // *
    case 0x2d: // -
    case 0x2f: // / of a comment
    case 0x5b: // [
    case 0x60: // `
      return true;
    default:
      return false;
  }
}

/** Whether the character after a word makes a name of it: it is assigned to, selected from, or an element of a list. */
function goesOnWithName(c: number): boolean {
  return c === 0x3d || c === 0x3a || c === 0x2e || c === 0x2c || c === 0x29;
}

// ---------------------------------------------------------------------------------------------------------------
// Symbols

/** Scans a symbol that Go does not have, at offset `i`; false if there is none. */
export function scanSpecSymbol(s: Scanner, i: number, c: number, c1: number): boolean {
  const { src } = s;
  const c2 = src[i + 2] as number;
  switch (c) {
    case 0x3d: // =
      if (c1 !== 0x3d) return false;
      if (c2 === 0x3d) return symbol(s, i, T_GHOST_EQL, 3);
      return c2 === 0x3e && symbol(s, i, T_IMPLIES, 3);
    case 0x21: // !
      if (s.insertSemi && c1 === 0x3c) return symbol(s, i, T_LPRED, 2);
      if (c1 === 0x3e) {
        symbol(s, i, T_RPRED, 2);
        s.insertSemi = true;
        return true;
      }
      return c1 === 0x3d && c2 === 0x3d && symbol(s, i, T_GHOST_NEQ, 3);
    case 0x2d: // -
      return c1 === 0x2d && c2 === 0x2a && symbol(s, i, T_WAND, 3);
    case 0x3a: // :
      return c1 === 0x7c && c2 !== 0x7c && symbol(s, i, T_SUCH_THAT, 2);
    case 0x2e: // .
      return c1 === 0x2e && c2 !== 0x2e && symbol(s, i, T_DOT_DOT, 2);
    case 0x3f: // ?
      return symbol(s, i, T_QUESTION, 1);
    case 0x40: // @
      symbol(s, i, T_AT, 1);
      s.insertSemi = true;
      return true;
    case 0x23: // #
      if (s.text.startsWith('#lhs', i)) return symbol(s, i, T_LHS, 4);
      if (s.text.startsWith('#backend', i)) return symbol(s, i, T_BACKEND, 8);
      return symbol(s, i, T_HASH, 1);
    default:
      return false;
  }
}

function symbol(s: Scanner, i: number, tok: number, size: number): true {
  s.tok = tok;
  s.offset = i + size;
  s.end = s.base + i + size;
  s.insertSemi = false;
  return true;
}

// ---------------------------------------------------------------------------------------------------------------
// Annotations in Go files

const openMark = /(?:\/\/|\/\*)[ \t]?@[ \t]*/y;
/** Behind the values of `with:`. */
const addressableRest = /;[ \t]*addressable:/;
const marks = /(?:(with)|(unfolding)|(ghost-parameters)|(ghost-results)|(addressable)):/y;
/** An assignment somewhere before the next `;` or comment. */
const assignment = /^[^;=]*?(?::=|[^=!<>]=(?!=))/;

/**
 * At the comment at offset `i`: whether it is an annotation. If so, what is in it is scanned next, and its mark as a
 * token if it has one of its own.
 */
export function openAnnotation(s: Scanner, i: number, block: boolean): boolean {
  openMark.lastIndex = i;
  const open = openMark.exec(s.text);
  if (open === null) return false;
  if (s.words) {
    reportAt(s, 'MisplacedAnnotation', i, i + open[0].length, 'annotation inside an annotation');
    return false;
  }
  const start = i + open[0].length;
  let end = lineEnd(s, start);
  let skip = end;
  if (block) {
    const close = s.text.indexOf('*/', start - 1);
    if (close < 0) {
      reportAt(s, 'UnterminatedAnnotation', i, start, 'annotation not terminated: its line ends with @*/');
    } else {
      end = closeOf(s, start, close);
      skip = close + 2;
    }
  }
  marks.lastIndex = start;
  const mark = marks.exec(s.text);
  const after = mark === null ? start : start + mark[0].length;
  // One that says nothing, or what was read before, is a comment like others.
  if (mark?.[5] !== undefined || s.text.slice(after, end).trim() === '') return false;
  if (mark?.[1] !== undefined) end = start + trimmedEnd(s.text.slice(start, end));
  s.words = true;
  s.regionEnd = end;
  s.regionSkip = skip;
  s.offset = after;
  if (mark !== null) {
    s.tok = markToken(s, mark, after, end, block);
    s.pos = s.base + start;
    s.end = s.base + after;
  }
  return true;
}

/** Where text ends of which names to be made addressable, which are read by themselves, are left out. */
function trimmedEnd(text: string): number {
  const rest = text.search(addressableRest);
  return rest < 0 ? text.length : rest;
}

function markToken(s: Scanner, mark: RegExpExecArray, start: number, end: number, block: boolean): number {
  if (mark[1] !== undefined) {
    if (block) return T_WITH_ARGS;
    return assignment.test(s.text.slice(start, end)) ? T_WITH_ASSIGN : T_WITH_VALUES;
  }
  s.insertSemi = false;
  if (mark[2] !== undefined) return T_UNFOLDING_MARK;
  return mark[3] !== undefined ? T_GHOST_PARAMS : T_GHOST_RESULTS;
}

function lineEnd(s: Scanner, start: number): number {
  const newline = s.text.indexOf('\n', start);
  return newline < 0 ? s.length : newline;
}

/** Where the text of a `/*@` annotation ends whose comment is closed at `close`. */
function closeOf(s: Scanner, start: number, close: number): number {
  let at = close - 1;
  if (at >= start && (s.src[at] === 0x20 || s.src[at] === 0x09)) at--;
  if (at >= start - 1 && s.src[at] === 0x40) return Math.max(at, start);
  reportAt(s, 'UnterminatedAnnotation', close, close + 2, 'annotation ends with @*/, found */');
  return close;
}

/** Behind an annotation, at offset `i`: where scanning goes on. */
export function leaveAnnotation(s: Scanner, i: number): number {
  s.words = false;
  s.regionEnd = noRegion;
  return Math.max(i, s.regionSkip);
}

const addressableMark = /(?:\/\/[ \t]?@|;)[ \t]*addressable:([^\n]*)/g;
const anyName = /[\p{L}_][\p{L}\p{Nd}_]*/gu;

/** The names after `addressable:` in a Go file, by line. */
export function addressableLines(text: string): ReadonlyMap<number, Map<string, number>> {
  const result = new Map<number, Map<string, number>>();
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(addressableMark)) {
    for (let i = text.indexOf('\n', from); i >= 0 && i < match.index; i = text.indexOf('\n', from)) {
      line++;
      from = i + 1;
    }
    const [list = ''] = (match[1] ?? '').split('//', 1);
    const start = match.index + match[0].length - (match[1] ?? '').length;
    const names = result.get(line) ?? new Map<string, number>();
    for (const name of list.matchAll(anyName)) names.set(name[0], start + name.index);
    result.set(line, names);
  }
  return result;
}
