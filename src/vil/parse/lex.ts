// Tokens of `.vpr` files.

import type { Pos, SourceFile, Span } from '../../base/source.ts';

export type TokenKind = 'word' | 'int' | 'string' | 'path' | 'symbol' | 'end' | 'bad';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** As written; of strings and paths what is between the quotes. */
  readonly text: string;
  /** A line ends between the token before and this one. */
  readonly afterLine: boolean;
}

/** The longest that matches is taken. */
const symbols: readonly string[] = [
  '<==>',
  '==>',
  '--*',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '++',
  '::',
  ':=',
  '..',
  ...'+-*/\\%!?:.,;()[]{}|@<>',
];

const space = /[ \t\r\n]/;
const wordStart = /[A-Za-z$_]/;
const wordPart = /[A-Za-z0-9$_]/;
const digit = /[0-9]/;

/** All tokens of the file; the last one has the kind `end`. */
export function tokensOf(file: SourceFile): readonly Token[] {
  const { text, base } = file;
  const tokens: Token[] = [];
  let at = 0;
  let afterLine = false;

  const push = (kind: TokenKind, start: number, value: string): void => {
    tokens.push({ kind, text: value, pos: (base + start) as Pos, end: (base + at) as Pos, afterLine });
    afterLine = false;
  };
  const skipTo = (end: number): void => {
    const to = end < 0 ? text.length : end;
    if (text.slice(at, to).includes('\n')) afterLine = true;
    at = to;
  };

  while (at < text.length) {
    const start = at;
    const char = text.charAt(at);
    if (space.test(char)) {
      skipTo(at + 1);
    } else if (text.startsWith('//', at)) {
      skipTo(text.indexOf('\n', at));
    } else if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      skipTo(close < 0 ? -1 : close + 2);
    } else if (wordStart.test(char)) {
      while (at < text.length && wordPart.test(text.charAt(at))) at++;
      push('word', start, text.slice(start, at));
    } else if (digit.test(char)) {
      while (at < text.length && digit.test(text.charAt(at))) at++;
      push('int', start, text.slice(start, at));
    } else if (char === '"' || (char === '<' && isImport(tokens.at(-1)))) {
      const close = text.indexOf(char === '"' ? '"' : '>', at + 1);
      at = close < 0 ? text.length : close + 1;
      push(close < 0 ? 'bad' : char === '"' ? 'string' : 'path', start, text.slice(start + 1, at - 1));
    } else {
      const symbol = symbols.find((candidate) => text.startsWith(candidate, at));
      at += symbol?.length ?? 1;
      push(symbol === undefined ? 'bad' : 'symbol', start, text.slice(start, at));
    }
  }
  push('end', text.length, '');
  return tokens;
}

function isImport(token: Token | undefined): boolean {
  return token?.kind === 'word' && token.text === 'import';
}
