// The parser's state and what all its parts need: the next token, comments, expectations, recovery and depth.

import { noPos, type Pos, type SourceFile } from '../base/source.ts';
import { LazyCommentGroup } from './comments.ts';
import { goVersionOf, parseConstraint } from './constraint.ts';
import type { SyntaxErrorCode } from './errors.ts';
import type {
  BadDecl,
  BadExpr,
  BasicLit,
  CommentGroup,
  Expr,
  Field,
  Ident,
  ImportSpec,
  LitKind,
  Specification,
} from './nodes.ts';
import { addressableLines } from './scan-spec.ts';
import { report, Scanner, stop } from './scan-state.ts';
import { scan } from './scanner.ts';
import {
  isLiteralToken,
  T_ASSIGN,
  T_BREAK,
  T_CASE,
  T_CHAR,
  T_COLON,
  T_COMMA,
  T_COMMENT,
  T_CONST,
  T_CONTINUE,
  T_DEC,
  T_DEFAULT,
  T_DEFER,
  T_DEFINE,
  T_ELSE,
  T_EOF,
  T_FALLTHROUGH,
  T_FLOAT,
  T_FOR,
  T_FUNC,
  T_GO,
  T_GOTO,
  T_IDENT,
  T_IF,
  T_IMAG,
  T_IMPORT,
  T_INC,
  T_LBRACE,
  T_LBRACK,
  T_LPAREN,
  T_RBRACE,
  T_RBRACK,
  T_RETURN,
  T_RPAREN,
  T_SELECT,
  T_SEMICOLON,
  T_STRING,
  T_SWITCH,
  T_TYPE,
  T_VAR,
} from './token.ts';
import { declWords, stmtWords, T_AT, textOfToken, tokenCount } from './token-spec.ts';

export interface ParseOptions {
  /** Whether function bodies become trees, or blocks without statements that cover the body's text. */
  readonly bodies?: 'parse' | 'skip';
  /** Report every error, not only the first of a line and the first ten of a file. */
  readonly allErrors?: boolean;
  /** Whether comments are kept. Without them nodes have no `doc`. */
  readonly comments?: 'keep' | 'drop';
  /**
   * Whether specifications are part of the language: everywhere (`tokens`, for .gobra files), in the comments that
   * begin with `@` (`annotations`, for Go files), or nowhere, which is what plain Go wants.
   */
  readonly specifications?: 'tokens' | 'annotations' | 'none';
  /** Offsets in the text at which bytes were no UTF-8, as `decodeSource` gives them. */
  readonly invalidUtf8?: readonly number[];
}

/**
 * How deep constructs may nest. A level takes a few frames of the JavaScript stack, of which Node gives about one
 * megabyte: at least 1250 levels of any kind fit, those that take more frames being counted more than once.
 * A test goes beyond this depth with every kind of nesting.
 */
export const maxDepth = 1050;

/** How many operators, calls or selectors may follow one another: they nest to the left without recursion here. */
export const maxChain = 10_000;

/** The list without elements, of which one is enough. */
export const none: readonly never[] = [];

/** What the parser knows about specifications. */
export interface SpecState {
  /** The words are reserved: the file is no Go file. */
  readonly reserved: boolean;
  /** Parameters and results in annotations above the function they belong to. */
  ghostParams: readonly Field[];
  ghostResults: readonly Field[];
  /** Names after which `@` stood, until their declaration takes them. */
  readonly marked: Ident[];
  /** The names that annotations of a line make addressable, with their places, until their declarations take them. */
  readonly addressable: ReadonlyMap<number, Map<string, Pos>>;
  /** The specification of the function literal that begins the statement. */
  pending: Specification | null;
  /** The condition of `var x T :| P`. */
  suchThat: Expr | null;
  /** In the results of a return statement, to which `with:` belongs. */
  returning: boolean;
  /** The tokens after the brackets that close those at the places, as far as they were looked for. */
  readonly following: Map<Pos, number>;
  /** The level at which `(` begins the body of a critical block. */
  bodyLevel: number;
}

export const noBodyLevel: number = -1000;

/** The level of the expression after `match`: a literal may stand there, if braces follow it. */
export const matchLevel: number = -2;

function newSpecState(source: SourceFile, reserved: boolean): SpecState {
  return {
    reserved,
    ghostParams: none,
    ghostResults: none,
    marked: [],
    addressable: reserved ? new Map() : addressableLines(source.text),
    pending: null,
    suchThat: null,
    returning: false,
    following: new Map(),
    bodyLevel: noBodyLevel,
  };
}

export class Parser extends Scanner {
  /** Null in plain Go. */
  readonly spec: SpecState | null = null;
  /** Place after the token before the current one. */
  prevEnd: Pos = 0;
  nextId: number;
  /** Negative inside the header of if, for and switch, where `{` begins the block. */
  exprLevel = 0;
  /** In an expression where `=` can only be a mistaken `==`. */
  inRhs = false;
  depth = 0;
  readonly skipBodies: boolean;
  readonly keepComments: boolean;

  /** The comments that stand directly before the current token, on lines of their own. */
  lead: CommentGroup | null = null;
  /** The line on which the group of comments read last ends. */
  groupEndLine = 0;
  /** No token but comments was seen yet. */
  top = true;
  goVersion = '';
  readonly comments: CommentGroup[] = [];
  readonly imports: ImportSpec[] = [];

  /** The parameter that was just parsed: a name, a type, or both. */
  paramName: Ident | null = null;
  paramType: Expr | null = null;

  /** Lists under construction; `take` cuts the finished one off. */
  readonly stack: unknown[] = [];
  stackTop = 0;

  /** A list ended without its closing token, which was reported. */
  unclosed = false;

  /** Where recovery stopped last, and how often without progress. */
  syncPos: Pos = 0;
  syncCount = 0;

  /** The parts of a range clause that was just parsed. */
  rangeLhs: readonly Expr[] = [];
  rangeOpPos: Pos = noPos;
  rangeOp: '=' | ':=' | null = null;
  rangePos: Pos = noPos;
  rangeX: Expr | null = null;
  rangeShared: readonly Ident[] = none;
  rangeWith: Ident | null = null;

  constructor(source: SourceFile, firstId: number, options: ParseOptions) {
    super(source, options.allErrors ?? false);
    this.nextId = firstId;
    this.skipBodies = options.bodies === 'skip';
    this.keepComments = options.comments !== 'drop';
    const { specifications = 'none' } = options;
    if (specifications === 'none') return;
    this.words = specifications === 'tokens';
    this.annotations = !this.words;
    this.spec = newSpecState(source, this.words);
  }
}

/** Puts an element on the list under construction. */
export function push(p: Parser, element: unknown): void {
  p.stack[p.stackTop++] = element;
}

/** The elements pushed since `stackTop` was `from`, in an array of exactly that size. */
export function take<T>(p: Parser, from: number): readonly T[] {
  const { stack } = p;
  const count = p.stackTop - from;
  p.stackTop = from;
  if (count === 0) return none;
  if (count === 1) return [stack[from] as T];
  if (count === 2) return [stack[from] as T, stack[from + 1] as T];
  return stack.slice(from, from + count) as T[];
}

// ---------------------------------------------------------------------------------------------------------------
// Tokens and comments

/** Goes to the next token that is no comment; `p.lead` holds the comments directly above it. */
export function next(p: Parser): void {
  p.prevEnd = p.end;
  p.lead = null;
  const prevLine = p.line;
  scan(p);
  if (p.tok === T_COMMENT) nextAfterComments(p, prevLine);
  else p.top = false;
}

function nextAfterComments(p: Parser, prevLine: number): void {
  if (p.top) noteGoVersion(p);
  if (!p.keepComments) {
    do {
      scan(p);
      if (p.top && p.tok === T_COMMENT) noteGoVersion(p);
    } while (p.tok === T_COMMENT);
    p.top = false;
    return;
  }
  // Comments after a token on its line are a group of their own and document nothing below.
  if (p.line === prevLine) readGroup(p, 0);
  let group: CommentGroup | null = null;
  let endLine = -1;
  while (p.tok === T_COMMENT) {
    group = readGroup(p, 1);
    endLine = p.groupEndLine;
  }
  if (endLine + 1 === p.line) p.lead = group;
  p.top = false;
}

/** Reads comments of which each begins at most `gap` lines below the end of the one before. */
function readGroup(p: Parser, gap: number): CommentGroup {
  const { pos } = p;
  let { end } = p;
  let endLine = p.line;
  do {
    if (p.top) noteGoVersion(p);
    end = p.end;
    endLine = p.nextLine;
    scan(p);
  } while (p.tok === T_COMMENT && p.line <= endLine + gap);
  p.groupEndLine = endLine;
  const group = new LazyCommentGroup(p.source, pos, end);
  p.comments.push(group);
  return group;
}

function noteGoVersion(p: Parser): void {
  const start = p.pos - p.base;
  if (!p.text.startsWith('//go:build', start)) return;
  const constraint = parseConstraint(p.text.slice(start, p.end - p.base));
  if (constraint !== null) p.goVersion = goVersionOf(constraint);
}

// ---------------------------------------------------------------------------------------------------------------
// Errors and recovery

/** Reports an error at the current token. */
export function errorHere(p: Parser, code: SyntaxErrorCode, message: string): void {
  report(p, code, p.pos, p.end, message);
}

/** Reports an error at one character. */
export function errorAt(p: Parser, code: SyntaxErrorCode, pos: Pos, message: string): void {
  report(p, code, pos, pos === p.pos ? p.end : pos + 1, message);
}

/** Reports that `what` should stand at `pos`, and what stands there if that is the current token. */
export function errorExpected(p: Parser, pos: Pos, what: string): void {
  if (p.quiet) return;
  if (pos === p.pos && beginsAnnotation(p)) {
    errorAt(p, 'MisplacedAnnotation', pos, `unexpected annotation, expected ${what}: put it on a line of its own`);
    return;
  }
  errorAt(p, 'SyntaxError', pos, pos === p.pos ? `expected ${what}, found ${found(p)}` : `expected ${what}`);
}

/** The current token is the first one of an annotation in code. */
function beginsAnnotation(p: Parser): boolean {
  if (!p.words || p.spec === null || p.spec.reserved) return false;
  const start = p.pos - p.base;
  const open = /\/[/*][ \t]?@[ \t]*$/.exec(p.text.slice(Math.max(0, start - 40), start));
  if (open === null) return false;
  const line = p.text.slice(p.text.lastIndexOf('\n', start - 1) + 1, start - open[0].length);
  return line.trim() !== '';
}

function found(p: Parser): string {
  if (p.tok === T_SEMICOLON && p.implicit) return 'newline';
  if (isLiteralToken(p.tok)) return p.text.slice(p.pos - p.base, Math.min(p.end - p.base, p.pos - p.base + 60));
  return `'${textOfToken(p.tok)}'`;
}

/** Consumes one token, complaining if it is not `tok`; returns its place. A newline stays, as the end of its line. */
export function expect(p: Parser, tok: number): Pos {
  const { pos } = p;
  if (p.tok !== tok) {
    errorExpected(p, pos, `'${textOfToken(tok)}'`);
    if (p.tok === T_SEMICOLON && p.implicit) return pos;
  }
  next(p);
  return pos;
}

/** As `expect`, but returns noPos if another token stands there. */
export function expectOrNone(p: Parser, tok: number): Pos {
  const pos = p.tok === tok ? p.pos : noPos;
  expect(p, tok);
  return pos;
}

/** The token that closes a list. Where `moreElements` found that it is missing, nothing is consumed. */
export function expectClosing(p: Parser, tok: number): Pos {
  if (!p.unclosed) return expect(p, tok);
  p.unclosed = false;
  return p.pos;
}

/** Consumes a semicolon; before `)` and `}` there need not be one. */
export function expectSemi(p: Parser): void {
  switch (p.tok) {
    case T_SEMICOLON:
      next(p);
      return;
    case T_RPAREN:
    case T_RBRACE:
      return;
    case T_COMMA:
      errorExpected(p, p.pos, "';'");
      next(p);
      return;
    default:
      // What is missing at the end of the file was reported already.
      if (p.tok === T_EOF && p.errors.length > 0) return;
      errorExpected(p, p.pos, "';'");
      advance(p, stmtEnd);
      if (p.tok === T_SEMICOLON) next(p);
  }
}

/**
 * Behind an element of a list: whether another one follows. Consumes the comma, or complains that it is missing.
 * Where what follows cannot belong to the list, that ends it, and the closing token is taken for granted.
 */
export function moreElements(p: Parser, context: string, closing: number): boolean {
  if (p.tok === T_COMMA) {
    next(p);
    return true;
  }
  if (p.tok === closing) return false;
  let following = p.tok;
  if (p.tok === T_SEMICOLON && p.implicit) {
    errorHere(p, 'MissingComma', `missing ',' before newline in ${context}`);
    following = peek(p);
    if (following === closing || !endsList(following, closing)) next(p);
    if (following === closing) return false;
  } else {
    errorHere(p, 'MissingComma', `missing ',' in ${context}`);
  }
  p.unclosed = endsList(following, closing);
  return !p.unclosed;
}

function endsList(tok: number, closing: number): boolean {
  if (tok === T_LBRACE) return closing !== T_RBRACE;
  return listEnd[tok] === 1;
}

/** The token after the current one, for recovery only: it scans the text again. */
export function peek(p: Parser): number {
  return lookAhead(p, () => {
    scanToken(p);
    return p.tok;
  });
}

/**
 * The token after the bracket that closes the one that is the current token. It scans the text again, and notes the
 * answers for all brackets on the way, so that no part of the text is scanned for every level of nesting.
 */
export function afterMatching(p: Parser): number {
  const known = p.spec?.following;
  if (known === undefined) return T_EOF;
  const start = p.pos;
  if (!known.has(start)) {
    lookAhead(p, () => {
      const open: Pos[] = [];
      do {
        const { tok } = p;
        if (tok === T_LPAREN || tok === T_LBRACK || tok === T_LBRACE) open.push(p.pos);
        const closed = tok === T_RPAREN || tok === T_RBRACK || tok === T_RBRACE ? open.pop() : undefined;
        scanToken(p);
        if (closed !== undefined) known.set(closed, p.tok);
      } while (open.length > 0 && p.tok !== T_EOF);
      for (const pos of open) known.set(pos, T_EOF);
      return p.tok;
    });
  }
  return known.get(start) ?? T_EOF;
}

function scanToken(p: Parser): void {
  do scan(p);
  while (p.tok === T_COMMENT);
}

function lookAhead(p: Parser, look: () => number): number {
  const { offset, nextLine, newlineAt, insertSemi, tok, pos, end, line, name, implicit, quiet } = p;
  const { words, regionEnd, regionSkip } = p;
  p.quiet = true;
  const result = look();
  p.offset = offset;
  p.nextLine = nextLine;
  p.newlineAt = newlineAt;
  p.insertSemi = insertSemi;
  p.tok = tok;
  p.pos = pos;
  p.end = end;
  p.line = line;
  p.name = name;
  p.implicit = implicit;
  p.quiet = quiet;
  p.words = words;
  p.regionEnd = regionEnd;
  p.regionSkip = regionSkip;
  return result;
}

function tokenSet(...tokens: number[]): Uint8Array {
  const set = new Uint8Array(tokenCount);
  for (const tok of tokens) set[tok] = 1;
  return set;
}

const stmtKeywords = [
  T_BREAK,
  T_CONST,
  T_CONTINUE,
  T_DEFER,
  T_FALLTHROUGH,
  T_FOR,
  T_GO,
  T_GOTO,
  T_IF,
  T_RETURN,
  T_SELECT,
  T_SWITCH,
  T_TYPE,
  T_VAR,
];
const closers = [T_COMMA, T_COLON, T_SEMICOLON, T_RPAREN, T_RBRACK, T_RBRACE];

/** Tokens at which parsing goes on after an error: in a statement, a declaration, a type, an operand. */
export const stmtEnd = tokenSet(...stmtKeywords, ...stmtWords, T_SEMICOLON, T_LBRACE, T_RBRACE);
export const declStart = tokenSet(T_IMPORT, T_CONST, T_FUNC, T_TYPE, T_VAR, ...declWords);
/** The end of a line, or a declaration that begins on it. */
export const lineEnd = tokenSet(T_SEMICOLON, T_IMPORT, T_CONST, T_FUNC, T_TYPE, T_VAR, ...declWords);
export const exprEnd = tokenSet(...closers);
export const clauseStart = tokenSet(T_CASE, T_DEFAULT, T_RBRACE);
export const fieldEnd = tokenSet(T_SEMICOLON, T_RBRACE, T_FUNC, T_TYPE, T_VAR, T_CONST);
export const operandEnd = tokenSet(...stmtKeywords, ...stmtWords, ...closers);
const listEnd = tokenSet(
  ...stmtKeywords,
  ...closers,
  T_EOF,
  T_CASE,
  T_DEFAULT,
  T_ELSE,
  T_ASSIGN,
  T_DEFINE,
  T_INC,
  T_DEC,
);

/** Skips tokens up to one in `set`. Stops at the same place ten times at most, so that callers cannot loop. */
export function advance(p: Parser, set: Uint8Array): void {
  for (; p.tok !== T_EOF; next(p)) {
    if (set[p.tok] === 0) continue;
    if (p.pos === p.syncPos && p.syncCount < 10) {
      p.syncCount++;
      return;
    }
    if (p.pos > p.syncPos) {
      p.syncPos = p.pos;
      p.syncCount = 0;
      return;
    }
  }
}

/** Gives the rest of the file up: it is nested too deep. */
export function tooDeep(p: Parser): void {
  errorHere(p, 'NestingTooDeep', 'exceeded max nesting depth');
  stop(p);
}

// ---------------------------------------------------------------------------------------------------------------
// Nodes that several parts build

/** The end of a node that begins at `pos`: after the last token, or empty if not even its first one was there. */
export function endFrom(p: Parser, pos: Pos): Pos {
  return Math.max(p.prevEnd, pos);
}

/** Skips to the next declaration; what is skipped began at `pos`. */
export function badDecl(p: Parser, pos: Pos): BadDecl {
  advance(p, declStart);
  return { kind: 'BadDecl', id: p.nextId++, pos, end: p.pos };
}

export function badExpr(p: Parser, pos: Pos, end: Pos): BadExpr {
  return { kind: 'BadExpr', id: p.nextId++, pos, end: end > pos ? end : pos };
}

export function makeIdent(p: Parser, pos: Pos, end: Pos, name: string): Ident {
  return { kind: 'Ident', id: p.nextId++, pos, end, name };
}

export function parseIdent(p: Parser): Ident {
  const { pos } = p;
  if (p.tok === T_IDENT) {
    const ident: Ident = { kind: 'Ident', id: p.nextId++, pos, end: p.end, name: p.name };
    next(p);
    return ident;
  }
  expect(p, T_IDENT);
  return makeIdent(p, pos, pos, '_');
}

export function parseIdentList(p: Parser): readonly Ident[] {
  const from = p.stackTop;
  push(p, parseMarkedIdent(p));
  while (p.tok === T_COMMA) {
    next(p);
    push(p, parseMarkedIdent(p));
  }
  return take(p, from);
}

/** A name, after which may stand the mark that it is addressable. */
export function parseMarkedIdent(p: Parser): Ident {
  const name = parseIdent(p);
  if (p.tok === T_AT && p.spec !== null) {
    p.spec.marked.push(name);
    next(p);
  }
  return name;
}

const litKinds: readonly LitKind[] = litKindTable();

function litKindTable(): LitKind[] {
  const kinds = new Array<LitKind>(T_STRING + 1).fill('int');
  kinds[T_FLOAT] = 'float';
  kinds[T_IMAG] = 'imag';
  kinds[T_CHAR] = 'char';
  kinds[T_STRING] = 'string';
  return kinds;
}

/** The literal that is the current token. */
export function parseBasicLit(p: Parser): BasicLit {
  const { pos, end, base } = p;
  let value = p.text.slice(pos - base, end - base);
  if (p.tok === T_STRING && p.implicit) value = value.replaceAll('\r', '');
  const lit: BasicLit = { kind: 'BasicLit', id: p.nextId++, pos, end, lit: litKinds[p.tok] as LitKind, value };
  next(p);
  return lit;
}
