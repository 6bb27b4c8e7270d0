// What the parser's files share: the tokens, where it is, and how it says that it expected something else.

import { type Diagnostic, diagnostic } from '../../base/diagnostic.ts';
import type { Pos, SourceFile, Span } from '../../base/source.ts';
import { type Token, tokensOf } from './lex.ts';
import type { Name } from './syntax.ts';

/** Ends the parsing of one member; the file's parser goes on with the next one. */
export class SyntaxFault extends Error {
  readonly diagnostic: Diagnostic;

  constructor(found: Diagnostic) {
    super(found.message);
    this.diagnostic = found;
  }
}

export interface Parser {
  readonly tokens: readonly Token[];
  at: number;
  /** The `(` whose expression may be `f(x): T`; -1 where none may. */
  typedCallAt: number;
}

/** Words that no declaration may use as its name. */
const reserved: ReadonlySet<string> = new Set(
  (
    'result Int Perm Bool Ref Rational true false null import method function predicate domain axiom var returns field ' +
    'define interpretation requires ensures invariant fold unfold inhale exhale new assert assume package apply quasihavoc ' +
    'quasihavocall while if elseif else goto label Seq Set Multiset union intersection setminus subset Map range unfolding in ' +
    'applying asserting old lhs let forall exists forperm acc wildcard write none epsilon perm unique ' +
    'adt derives without decreases refute'
  ).split(' '),
);

export function createParser(file: SourceFile): Parser {
  return { tokens: tokensOf(file), at: 0, typedCallAt: -1 };
}

export function peek(parser: Parser, ahead = 0): Token {
  const { tokens } = parser;
  return tokens[Math.min(parser.at + ahead, tokens.length - 1)] as Token;
}

export function next(parser: Parser): Token {
  const token = peek(parser);
  parser.at++;
  return token;
}

/** The end of the last token read. */
export function lastEnd(parser: Parser): Pos {
  return (parser.tokens[parser.at - 1] ?? peek(parser)).end;
}

export function spanFrom(parser: Parser, pos: Pos): Span {
  return { pos, end: lastEnd(parser) };
}

export function isSymbol(parser: Parser, text: string, ahead = 0): boolean {
  const token = peek(parser, ahead);
  return token.kind === 'symbol' && token.text === text;
}

export function isWord(parser: Parser, text: string, ahead = 0): boolean {
  const token = peek(parser, ahead);
  return token.kind === 'word' && token.text === text;
}

/** Reads the symbol if it comes next. */
export function accept(parser: Parser, symbol: string): boolean {
  if (!isSymbol(parser, symbol)) return false;
  parser.at++;
  return true;
}

export function acceptWord(parser: Parser, word: string): boolean {
  if (!isWord(parser, word)) return false;
  parser.at++;
  return true;
}

export function expect(parser: Parser, symbol: string): Token {
  if (!isSymbol(parser, symbol)) throw expected(parser, `"${symbol}"`);
  return next(parser);
}

export function expectWord(parser: Parser, word: string): Token {
  if (!isWord(parser, word)) throw expected(parser, `"${word}"`);
  return next(parser);
}

export function expected(parser: Parser, what: string): SyntaxFault {
  const token = peek(parser);
  const found = token.kind === 'end' ? 'the file ends' : `found "${token.text}"`;
  return new SyntaxFault(diagnostic('VilSyntax', token, `expected ${what}, ${found}`));
}

export function isName(parser: Parser, ahead = 0): boolean {
  const token = peek(parser, ahead);
  return token.kind === 'word' && !reserved.has(token.text);
}

export function parseName(parser: Parser): Name {
  if (!isName(parser)) throw expected(parser, 'a name');
  const { pos, end, text } = next(parser);
  return { pos, end, text };
}

/** `open item separator item ... close` */
export function parseList<T>(parser: Parser, open: string, close: string, item: () => T): T[] {
  expect(parser, open);
  const items: T[] = [];
  if (!isSymbol(parser, close)) {
    do items.push(item());
    while (accept(parser, ','));
  }
  expect(parser, close);
  return items;
}

/** Reads with `attempt`; null, and nothing read, if that fails. */
export function attempt<T>(parser: Parser, read: () => T): T | null {
  const { at, typedCallAt } = parser;
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    parser.at = at;
    parser.typedCallAt = typedCallAt;
    return null;
  }
}
