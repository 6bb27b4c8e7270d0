// The grammar of expressions.

import { noPos, type Pos } from '../base/source.ts';
import type {
  BinaryExpr,
  BinaryOp,
  BlockStmt,
  CallExpr,
  ChanDir,
  ChanType,
  CompositeLit,
  Expr,
  FuncType,
  Ident,
  KeyValueExpr,
  SelectorExpr,
  SliceExpr,
  Specification,
  Stmt,
  UnaryExpr,
  UnaryOp,
} from './nodes.ts';
import { parseFuncType, parseFuncTypeFrom } from './parser-params.ts';
import { isPure, withGhosts } from './parser-spec.ts';
import {
  checkRel,
  isConcatenation,
  parseSpecBinary,
  parseSpecOperand,
  parseSpecPostfix,
  parseUpdates,
} from './parser-spec-exprs.ts';
import {
  advance,
  afterMatching,
  badExpr,
  endFrom,
  errorAt,
  errorExpected,
  errorHere,
  expect,
  expectClosing,
  expectOrNone,
  makeIdent,
  matchLevel,
  maxChain,
  maxDepth,
  moreElements,
  next,
  operandEnd,
  type Parser,
  parseBasicLit,
  parseIdent,
  peek,
  push,
  take,
  tooDeep,
} from './parser-state.ts';
import { parseStmtList } from './parser-stmts.ts';
import { makeIndex, makeStar, parseType, tryType } from './parser-types.ts';
import { skipBody } from './scanner.ts';
import {
  goTokenCount,
  T_ADD,
  T_AND,
  T_ARROW,
  T_ASSIGN,
  T_CHAR,
  T_COLON,
  T_COMMA,
  T_ELLIPSIS,
  T_EOF,
  T_EQL,
  T_FLOAT,
  T_FUNC,
  T_IDENT,
  T_IMAG,
  T_INC,
  T_INT,
  T_LBRACE,
  T_LBRACK,
  T_LPAREN,
  T_MUL,
  T_NOT,
  T_PERIOD,
  T_RBRACE,
  T_RBRACK,
  T_RPAREN,
  T_SEMICOLON,
  T_STRING,
  T_SUB,
  T_TILDE,
  T_TYPE,
  T_XOR,
  tokenText,
} from './token.ts';
import { concatPrecedence, precedence } from './token-spec.ts';

/** An expression, or a type where one may stand. */
export function parseExpr(p: Parser): Expr {
  return parseBinary(p, 1);
}

/** An expression that ends before `=`. */
export function parseExprOnly(p: Parser): Expr {
  const old = p.inRhs;
  p.inRhs = false;
  const x = parseBinary(p, 1);
  p.inRhs = old;
  return x;
}

/** An expression in which `=` is taken for a mistaken `==`. */
export function parseRhs(p: Parser): Expr {
  const old = p.inRhs;
  p.inRhs = true;
  const x = parseBinary(p, 1);
  p.inRhs = old;
  return x;
}

/** `ExpressionList = Expression { "," Expression } .` */
export function parseExprList(p: Parser, inRhs: boolean): readonly Expr[] {
  const old = p.inRhs;
  p.inRhs = inRhs;
  const x = parseBinary(p, 1);
  let list: readonly Expr[];
  if (p.tok === T_COMMA) {
    const from = p.stackTop;
    push(p, x);
    while (p.tok === T_COMMA) {
      next(p);
      push(p, parseBinary(p, 1));
    }
    list = take(p, from);
  } else {
    list = [x];
  }
  p.inRhs = old;
  return list;
}

/** An expression of operators that bind at least as strongly as `lowest`. */
export function parseBinary(p: Parser, lowest: number): Expr {
  return parseBinaryFrom(p, parseUnary(p), lowest);
}

/** The rest of an expression whose first operand is `x`. */
export function parseBinaryFrom(p: Parser, x: Expr, lowest: number): Expr {
  for (let length = 0; ; length++) {
    let op = p.tok;
    if (op === T_ASSIGN && p.inRhs) op = T_EQL;
    const strength = precedence[op] as number;
    if (strength < lowest && (op !== T_INC || lowest > concatPrecedence || !isConcatenation(p))) return x;
    if (length >= maxChain) tooDeep(p);
    if (op >= goTokenCount || op === T_INC) {
      x = parseSpecBinary(p, x);
      continue;
    }
    const opPos = expect(p, op);
    const y = parseBinary(p, strength + 1);
    const binary: BinaryExpr = {
      kind: 'BinaryExpr',
      id: p.nextId++,
      pos: x.pos,
      end: y.end,
      x,
      opPos,
      op: tokenText[op] as BinaryOp,
      y,
    };
    x = binary;
  }
}

function parseUnary(p: Parser): Expr {
  if (++p.depth > maxDepth) tooDeep(p);
  let x: Expr;
  switch (p.tok) {
    case T_ADD:
    case T_SUB:
    case T_NOT:
    case T_XOR:
    case T_AND:
    case T_TILDE: {
      const { pos } = p;
      const op = tokenText[p.tok] as UnaryOp;
      next(p);
      x = makeUnary(p, pos, op, parseUnary(p));
      break;
    }
    case T_ARROW:
      x = parseArrow(p);
      break;
    case T_MUL: {
      const { pos } = p;
      next(p);
      x = makeStar(p, pos, parseUnary(p));
      break;
    }
    default:
      x = parsePrimaryFrom(p, parseOperand(p));
  }
  p.depth--;
  return x;
}

function makeUnary(p: Parser, pos: Pos, op: UnaryOp, x: Expr): UnaryExpr {
  return { kind: 'UnaryExpr', id: p.nextId++, pos, end: x.end, op, x };
}

/** `<-` begins a receive operation, or a channel type if what follows turns out to be one. */
function parseArrow(p: Parser): Expr {
  const arrow = p.pos;
  next(p);
  const x = parseUnary(p);
  return x.kind === 'ChanType' ? receiveOnly(p, arrow, x) : makeUnary(p, arrow, '<-', x);
}

/**
 * Binds `<-` at `arrow` to the channel type after it. `<-chan T` is simple; `<-chan<- T` was parsed as a type of
 * which one can only send, so its own arrow belongs to the type inside: `<-chan (<-T)`, and so on.
 */
function receiveOnly(p: Parser, arrow: Pos, type: ChanType): ChanType {
  const types: ChanType[] = [];
  const arrows: Pos[] = [];
  let inner: Expr = type;
  let pending = arrow;
  let dir: ChanDir = 'send';
  while (inner.kind === 'ChanType' && dir === 'send') {
    if (inner.dir === 'recv') errorExpected(p, inner.arrow, "'chan'");
    types.push(inner);
    arrows.push(pending);
    dir = inner.dir;
    pending = inner.arrow;
    inner = inner.value;
  }
  if (dir === 'send') errorExpected(p, pending, 'channel type');
  let value = inner;
  for (let i = types.length - 1; i >= 0; i--) {
    const { id, end } = types[i] as ChanType;
    const pos = arrows[i] as Pos;
    value = { kind: 'ChanType', id, pos, end, dir: 'recv', arrow: pos, value };
  }
  return value as ChanType;
}

/** `Operand = Literal | OperandName | "(" Expression ")" .`, or a type. */
export function parseOperand(p: Parser): Expr {
  switch (p.tok) {
    case T_IDENT:
      return parseIdent(p);
    case T_INT:
    case T_FLOAT:
    case T_IMAG:
    case T_CHAR:
    case T_STRING:
      return parseBasicLit(p);
    case T_LPAREN: {
      const { pos } = p;
      next(p);
      p.exprLevel++;
      const x = parseRhs(p);
      p.exprLevel--;
      expect(p, T_RPAREN);
      return { kind: 'ParenExpr', id: p.nextId++, pos, end: p.prevEnd, x };
    }
    case T_FUNC:
      return parseFuncTypeOrLit(p, p.pos, null);
    default:
      return (p.spec === null ? null : parseSpecOperand(p)) ?? tryType(p) ?? missingOperand(p);
  }
}

function missingOperand(p: Parser): Expr {
  const { pos } = p;
  errorExpected(p, pos, 'operand');
  advance(p, operandEnd);
  return badExpr(p, pos, p.pos);
}

/** A function type or literal, at `func`; its specification, if it has one, began at `pos`. */
export function parseFuncTypeOrLit(p: Parser, pos: Pos, spec: Specification | null): Expr {
  let name: Ident | null = null;
  let type: FuncType;
  if (p.spec !== null) {
    if (p.spec.pending !== null) {
      spec = p.spec.pending;
      ({ pos } = spec);
      p.spec.pending = null;
    }
    const funcPos = p.pos;
    next(p);
    if (p.tok === T_IDENT && p.words) name = parseIdent(p);
    type = withGhosts(p, parseFuncTypeFrom(p, funcPos));
  } else {
    type = parseFuncType(p);
  }
  if (p.tok !== T_LBRACE) {
    if (spec === null && name === null) return type;
    errorExpected(p, p.pos, 'body of the function literal');
    return badExpr(p, pos, p.prevEnd);
  }
  p.exprLevel++;
  const body = isPure(spec) ? parseBlock(p) : parseBody(p);
  p.exprLevel--;
  return { kind: 'FuncLit', id: p.nextId++, pos, end: p.prevEnd, spec, name, type, body };
}

/** The block of a function, at `{`. */
export function parseBody(p: Parser): BlockStmt {
  if (!p.skipBodies) return parseBlock(p);
  const { pos } = p;
  skipBody(p);
  const rbrace = expectOrNone(p, T_RBRACE);
  return { kind: 'BlockStmt', id: p.nextId++, pos, end: p.prevEnd, list: [], rbrace };
}

/** `Block = "{" StatementList "}" .` */
export function parseBlock(p: Parser): BlockStmt {
  if (p.tok === T_SEMICOLON && p.implicit && peek(p) === T_LBRACE) {
    errorHere(p, 'SyntaxError', 'unexpected newline, expected {');
    next(p);
  }
  const annotated = p.words;
  const pos = expect(p, T_LBRACE);
  let list = parseStmtList(p);
  if (p.words !== annotated && p.tok === T_RBRACE) {
    list = [...list, ...afterStrayBraces(p, annotated)];
    // The brace that stands here closes a block of the code around this one.
    if (p.words !== annotated && p.tok === T_RBRACE) {
      return { kind: 'BlockStmt', id: p.nextId++, pos, end: endFrom(p, pos), list, rbrace: noPos };
    }
  }
  const rbrace = expectOrNone(p, T_RBRACE);
  return { kind: 'BlockStmt', id: p.nextId++, pos, end: endFrom(p, pos), list, rbrace };
}

/** At a `}` in an annotation that cannot close a block of code, or the other way round: the rest of the block. */
function afterStrayBraces(p: Parser, annotated: boolean): readonly Stmt[] {
  const list: Stmt[] = [];
  while (p.words && !annotated && p.tok === T_RBRACE) {
    errorHere(p, 'MisplacedAnnotation', 'a block of code needs its } outside annotations');
    next(p);
    if (p.tok === T_SEMICOLON) next(p);
    list.push(...parseStmtList(p));
  }
  if (annotated && !p.words && p.tok === T_RBRACE) {
    errorHere(p, 'MisplacedAnnotation', 'a block that begins in an annotation needs its } in an annotation');
  }
  return list;
}

/** The selectors, indices, calls and literal values that follow the operand `x`. */
export function parsePrimaryFrom(p: Parser, x: Expr): Expr {
  for (let length = 0; ; length++) {
    switch (p.tok) {
      case T_PERIOD:
        x = parseSelectorOrAssertion(p, x);
        break;
      case T_LBRACK:
        x = parseIndexOrSlice(p, x);
        break;
      case T_LPAREN:
        if (p.spec !== null && p.spec.bodyLevel === p.exprLevel && beginsBody(p)) return x;
        x = parseCall(p, x);
        break;
      case T_LBRACE:
        if (!beginsLiteral(p, x)) return x;
        x = parseLiteralValue(p, x);
        break;
      default: {
        if (p.tok < goTokenCount) return x;
        const longer = parseSpecPostfix(p, x);
        // The mark of a name leaves the name as it is.
        if (longer === x && p.tok >= goTokenCount) return x;
        x = longer;
      }
    }
    if (length >= maxChain) tooDeep(p);
  }
}

/** Whether `(` begins the body of a critical block: nothing follows its closing parenthesis on the line. */
function beginsBody(p: Parser): boolean {
  const following = afterMatching(p);
  return following === T_SEMICOLON || following === T_RBRACE || following === T_RPAREN || following === T_EOF;
}

/** Whether `{` after `x` begins a literal value rather than a block. */
function beginsLiteral(p: Parser, x: Expr): boolean {
  const type = unparen(x);
  switch (type.kind) {
    case 'BadExpr':
    case 'Ident':
    case 'SelectorExpr':
    case 'IndexExpr':
      if (p.exprLevel < 0 && (p.exprLevel !== matchLevel || afterMatching(p) !== T_LBRACE)) return false;
      break;
    case 'ArrayType':
    case 'StructType':
    case 'MapType':
    case 'CollectionType':
    case 'DictType':
    case 'GhostType':
    case 'AdtType':
    case 'DomainType':
      break;
    default:
      return false;
  }
  // Parentheses say that a name is that of a predicate.
  if (type !== x && !p.words) errorAt(p, 'SyntaxError', type.pos, 'cannot parenthesize type in composite literal');
  return true;
}

export function unparen(x: Expr): Expr {
  while (x.kind === 'ParenExpr') x = x.x;
  return x;
}

function parseSelectorOrAssertion(p: Parser, x: Expr): Expr {
  next(p);
  if (p.tok === T_IDENT) {
    const sel = parseIdent(p);
    const selector: SelectorExpr = { kind: 'SelectorExpr', id: p.nextId++, pos: x.pos, end: sel.end, x, sel };
    return selector;
  }
  if (p.tok === T_LPAREN) {
    const lparen = p.pos;
    next(p);
    let type: Expr | null = null;
    if (p.tok === T_TYPE) next(p);
    else type = parseType(p);
    expect(p, T_RPAREN);
    return { kind: 'TypeAssertExpr', id: p.nextId++, pos: x.pos, end: p.prevEnd, x, lparen, type };
  }
  const { pos } = p;
  errorExpected(p, pos, 'selector or type assertion');
  if (p.tok !== T_RBRACE) next(p);
  const sel = makeIdent(p, pos, pos, '_');
  return { kind: 'SelectorExpr', id: p.nextId++, pos: x.pos, end: pos, x, sel };
}

function parseIndexOrSlice(p: Parser, x: Expr): Expr {
  const lbrack = p.pos;
  next(p);
  if (p.tok === T_RBRACK) {
    errorExpected(p, p.pos, 'operand');
    const rbrack = p.pos;
    next(p);
    return makeIndex(p, x, lbrack, [badExpr(p, rbrack, rbrack)], rbrack);
  }
  p.exprLevel++;
  const first = p.tok === T_COLON ? null : p.words ? parseExprOnly(p) : parseRhs(p);
  if (p.tok === T_COLON) return parseSliceFrom(p, x, lbrack, first);
  if (p.tok === T_ASSIGN && first !== null && p.words) return parseUpdates(p, x, first);
  let indices: readonly Expr[];
  if (p.tok === T_COMMA) {
    const from = p.stackTop;
    push(p, first);
    while (p.tok === T_COMMA) {
      next(p);
      if (p.tok !== T_RBRACK && p.tok !== T_EOF) push(p, parseType(p));
    }
    indices = take(p, from);
  } else {
    indices = [first as Expr];
  }
  p.exprLevel--;
  const rbrack = expect(p, T_RBRACK);
  return makeIndex(p, x, lbrack, indices, rbrack);
}

/** A slice expression, at its first colon. */
function parseSliceFrom(p: Parser, x: Expr, lbrack: Pos, low: Expr | null): SliceExpr {
  const colon1 = p.pos;
  next(p);
  let high = parseSliceIndex(p);
  let max: Expr | null = null;
  const slice3 = p.tok === T_COLON;
  let colon2: Pos = noPos;
  if (slice3) {
    colon2 = p.pos;
    next(p);
    max = parseSliceIndex(p);
  }
  p.exprLevel--;
  const rbrack = expect(p, T_RBRACK);
  const end = p.prevEnd;
  if (slice3 && high === null) {
    errorAt(p, 'InvalidSlice', colon1, 'middle index required in 3-index slice');
    high = badExpr(p, colon1 + 1, colon2);
  }
  if (slice3 && max === null) {
    errorAt(p, 'InvalidSlice', colon2, 'final index required in 3-index slice');
    max = badExpr(p, colon2 + 1, rbrack);
  }
  return { kind: 'SliceExpr', id: p.nextId++, pos: x.pos, end, x, lbrack, low, high, max, slice3, rbrack };
}

function parseSliceIndex(p: Parser): Expr | null {
  return p.tok === T_COLON || p.tok === T_RBRACK || p.tok === T_EOF ? null : parseRhs(p);
}

function parseCall(p: Parser, fun: Expr): CallExpr {
  const lparen = p.pos;
  next(p);
  p.exprLevel++;
  let ellipsis: Pos = noPos;
  const from = p.stackTop;
  while (p.tok !== T_RPAREN && p.tok !== T_EOF && ellipsis === noPos) {
    push(p, parseRhs(p));
    if (p.tok === T_ELLIPSIS) {
      ellipsis = p.pos;
      next(p);
    }
    if (!moreElements(p, 'argument list', T_RPAREN)) break;
  }
  p.exprLevel--;
  const args = take<Expr>(p, from);
  const rparen = expectClosing(p, T_RPAREN);
  if (p.spec !== null) checkRel(p, fun, args);
  return { kind: 'CallExpr', id: p.nextId++, pos: fun.pos, end: p.prevEnd, fun, lparen, args, ellipsis, rparen };
}

/** `LiteralValue = "{" [ ElementList [ "," ] ] "}" .` of the type `type`, or of an elided one. */
export function parseLiteralValue(
  p: Parser,
  type: Expr | null,
  opening: number = T_LBRACE,
  closing: number = T_RBRACE,
): CompositeLit {
  if (++p.depth > maxDepth) tooDeep(p);
  const lbrace = expect(p, opening);
  p.exprLevel++;
  const from = p.stackTop;
  while (p.tok !== closing && p.tok !== T_EOF) {
    push(p, parseElement(p));
    if (!moreElements(p, 'composite literal', closing)) break;
  }
  p.exprLevel--;
  const elts = take<Expr>(p, from);
  const rbrace = expectClosing(p, closing);
  p.depth--;
  const pos = type === null ? lbrace : type.pos;
  return { kind: 'CompositeLit', id: p.nextId++, pos, end: p.prevEnd, type, lbrace, elts, rbrace };
}

/** `KeyedElement = [ Key ":" ] Element .` */
export function parseElement(p: Parser): Expr {
  const x = p.tok === T_LBRACE ? parseLiteralValue(p, null) : parseExpr(p);
  if (p.tok !== T_COLON) return x;
  const colon = p.pos;
  next(p);
  const value = p.tok === T_LBRACE ? parseLiteralValue(p, null) : parseExpr(p);
  const pair: KeyValueExpr = { kind: 'KeyValueExpr', id: p.nextId++, pos: x.pos, end: value.end, key: x, colon, value };
  return pair;
}
