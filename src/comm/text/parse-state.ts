// The parser of the text form of `comm`: its tokens, the names in scope, and the smallest pieces of its grammar.

import type { Site, VarDecl } from '../comm.ts';
import { TextError, type Token } from './lex.ts';
import { unquoteName } from './names.ts';

/** The state of the parser: tokens, a place among them, and the names in scope. */
export interface Parser {
  readonly tokens: readonly Token[];
  at: number;
  /** Whether places are given in the text; else the text is the source. */
  explicitSites: boolean;
  readonly params: NameTable;
  readonly globals: NameTable;
  readonly classes: NameTable;
  readonly procs: NameTable;
  /** Fields of each class; known before any body is read. */
  readonly fields: NameTable[];
  /** Variables of the procedure being read. */
  vars: NameTable;
  varDecls: VarDecl[];
}

/** Names of one list of declarations, with their indices. */
export interface NameTable {
  readonly byName: Map<string, number[]>;
  count: number;
}

export function newTable(): NameTable {
  return { byName: new Map(), count: 0 };
}

export function peek(p: Parser): Token {
  return p.tokens[p.at] as Token;
}

export function fail(p: Parser, message: string, at = p.at): TextError {
  const token = p.tokens[Math.min(at, p.tokens.length - 1)] as Token;
  return new TextError(message, token.start, Math.max(token.end, token.start));
}

/** Whether the next token is this word or sign; takes it if so. */
export function eat(p: Parser, text: string): boolean {
  const token = peek(p);
  if ((token.kind !== 'name' && token.kind !== 'punct') || token.text !== text) return false;
  p.at++;
  return true;
}

export function expect(p: Parser, text: string): void {
  if (!eat(p, text)) throw fail(p, `expected ${text}`);
}

/** Takes a word. */
export function word(p: Parser): string {
  const token = peek(p);
  if (token.kind !== 'name') throw fail(p, 'expected a word');
  p.at++;
  return token.text;
}

export function oneOf<T extends string>(p: Parser, words: readonly T[]): T {
  const found = words.find((w) => eat(p, w));
  if (found === undefined) throw fail(p, `expected ${words.join(' or ')}`);
  return found;
}

export function string(p: Parser): string {
  const token = peek(p);
  const value = token.kind === 'string' ? unquoteName(token.text) : null;
  if (value === null) throw fail(p, 'expected a string');
  p.at++;
  return value;
}

export function integer(p: Parser): number {
  const negative = eat(p, '-');
  const token = peek(p);
  if (token.kind !== 'int') throw fail(p, 'expected a number');
  const value = Number(token.text);
  if (!Number.isSafeInteger(value)) throw fail(p, 'the number is too large');
  p.at++;
  return negative && value !== 0 ? -value : value;
}

/** Statements and declarations end with their line, or before the brace that closes their block. */
export function endOfLine(p: Parser): void {
  const token = peek(p);
  if (!token.first && token.kind !== 'end' && token.text !== '}') throw fail(p, 'expected the end of the line');
}

/** A name as it is declared; the number behind `#` is only checked where it is used. */
export function declaredName(p: Parser): string {
  const token = peek(p);
  const name = token.kind === 'name' ? token.text : token.kind === 'quoted' ? unquoteName(token.text) : null;
  if (name === null) throw fail(p, 'expected a name');
  p.at++;
  if (eat(p, '#')) integer(p);
  return name;
}

/** The index that a name refers to, or null if there is none of that name; takes the name. */
export function lookup(p: Parser, table: NameTable): number | null {
  const from = p.at;
  const name = declaredName(p);
  const known = table.byName.get(name);
  const last = p.tokens[p.at - 1] as Token;
  const numbered = p.at - from > 1;
  if (known === undefined) return null;
  if (!numbered) {
    if (known.length > 1) throw fail(p, `there are several ${name}: say which, as in ${name}#${known[0]}`, from);
    return known[0] as number;
  }
  const index = Number(last.text);
  if (!known.includes(index)) throw fail(p, `${name}#${index} is not declared`, from);
  return index;
}

export function reference(p: Parser, table: NameTable, what: string): number {
  const from = p.at;
  const index = lookup(p, table);
  if (index === null) throw fail(p, `there is no ${what} of this name`, from);
  return index;
}

/** The place that stands here, or else the text read since `start`. */
export function site(p: Parser, start: number): Site {
  if (eat(p, '@')) {
    const file = integer(p);
    expect(p, ':');
    const from = integer(p);
    expect(p, '-');
    return { file, start: from, end: integer(p) };
  }
  if (p.explicitSites) return { file: 0, start: 0, end: 0 };
  return { file: 0, start, end: p.at > 0 ? (p.tokens[p.at - 1] as Token).end : start };
}

/** Adds a name to a table; a second one of the same name must carry its number. */
export function declare(p: Parser, table: NameTable, name: string, at: number): void {
  const known = table.byName.get(name);
  if (known === undefined) table.byName.set(name, [table.count]);
  else if ((p.tokens[at + 1] as Token).text !== '#') throw fail(p, `${name} is declared twice`, at);
  else known.push(table.count);
  table.count++;
}
