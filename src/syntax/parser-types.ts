// The grammar of types other than signatures, and of the lists of fields that structs and declarations share.

import { noPos, type Pos } from '../base/source.ts';
import type {
  ArrayType,
  BinaryExpr,
  ChanDir,
  ChanType,
  CommentGroup,
  Expr,
  Field,
  FieldList,
  Ident,
  IndexExpr,
  InterfaceType,
  MapType,
  ParenExpr,
  PredType,
  SelectorExpr,
  StarExpr,
  StructType,
  UnaryExpr,
} from './nodes.ts';
import { parseExpr, parseRhs } from './parser-exprs.ts';
import { parseFuncType, parseParameterList, parseParameters, parseSignature } from './parser-params.ts';
import { atSpecification, checkClauses, parseSpecification, withGhosts } from './parser-spec.ts';
import { parseSpecType } from './parser-spec-types.ts';
import {
  advance,
  badExpr,
  endFrom,
  errorAt,
  errorExpected,
  errorHere,
  expect,
  expectClosing,
  expectSemi,
  exprEnd,
  fieldEnd,
  maxDepth,
  moreElements,
  next,
  type Parser,
  parseBasicLit,
  parseIdent,
  push,
  take,
  tooDeep,
} from './parser-state.ts';
import {
  T_ARROW,
  T_CHAN,
  T_COMMA,
  T_ELLIPSIS,
  T_EOF,
  T_FUNC,
  T_IDENT,
  T_INTERFACE,
  T_LBRACE,
  T_LBRACK,
  T_LPAREN,
  T_MAP,
  T_MUL,
  T_OR,
  T_PERIOD,
  T_RBRACE,
  T_RBRACK,
  T_RPAREN,
  T_SEMICOLON,
  T_STRING,
  T_STRUCT,
  T_TILDE,
} from './token.ts';
import { T_GHOST, T_PRED } from './token-spec.ts';

/** A type; complains if there is none. */
export function parseType(p: Parser): Expr {
  const type = tryType(p);
  if (type !== null) return type;
  const { pos } = p;
  errorExpected(p, pos, 'type');
  advance(p, exprEnd);
  return badExpr(p, pos, p.pos);
}

/** A type, or null if the current token cannot begin one. */
export function tryType(p: Parser): Expr | null {
  if (++p.depth > maxDepth) tooDeep(p);
  const type = typeAt(p);
  p.depth--;
  return type;
}

function typeAt(p: Parser): Expr | null {
  switch (p.tok) {
    case T_IDENT:
      return parseNamedType(p);
    case T_LBRACK: {
      const lbrack = p.pos;
      next(p);
      return parseArrayType(p, lbrack, null);
    }
    case T_STRUCT:
      return parseStructType(p);
    case T_MUL: {
      const { pos } = p;
      next(p);
      return makeStar(p, pos, parseType(p));
    }
    case T_FUNC:
      return parseFuncType(p);
    case T_INTERFACE:
      return parseInterfaceType(p);
    case T_MAP:
      return parseMapType(p);
    case T_CHAN:
    case T_ARROW:
      return parseChanType(p);
    case T_LPAREN: {
      const { pos } = p;
      next(p);
      const x = parseType(p);
      expect(p, T_RPAREN);
      const paren: ParenExpr = { kind: 'ParenExpr', id: p.nextId++, pos, end: p.prevEnd, x };
      return paren;
    }
    default:
      return p.spec === null ? null : parseSpecType(p);
  }
}

/** `TypeName [ TypeArgs ]` */
function parseNamedType(p: Parser): Expr {
  return parseQualified(p, parseIdent(p));
}

/** The rest of a type name that begins with `ident`, with its type arguments. */
export function parseQualified(p: Parser, ident: Ident): Expr {
  const type = p.tok === T_PERIOD ? parseSelected(p, ident) : ident;
  return p.tok === T_LBRACK ? parseTypeInstance(p, type) : type;
}

function parseSelected(p: Parser, ident: Ident): SelectorExpr {
  next(p);
  const sel = parseIdent(p);
  return { kind: 'SelectorExpr', id: p.nextId++, pos: ident.pos, end: sel.end, x: ident, sel };
}

export function makeStar(p: Parser, pos: Pos, x: Expr): StarExpr {
  return { kind: 'StarExpr', id: p.nextId++, pos, end: x.end, x };
}

export function makeIndex(p: Parser, x: Expr, lbrack: Pos, indices: readonly Expr[], rbrack: Pos): IndexExpr {
  return { kind: 'IndexExpr', id: p.nextId++, pos: x.pos, end: p.prevEnd, x, lbrack, indices, rbrack };
}

/** An array or slice type whose `[`, and whose length if `len` is given, are consumed. */
export function parseArrayType(p: Parser, lbrack: Pos, len: Expr | null): ArrayType {
  if (len === null) {
    p.exprLevel++;
    if (p.tok === T_ELLIPSIS) {
      len = { kind: 'EllipsisExpr', id: p.nextId++, pos: p.pos, end: p.end, elt: null };
      next(p);
    } else if (p.tok !== T_RBRACK) {
      len = parseRhs(p);
    }
    p.exprLevel--;
  }
  if (p.tok === T_COMMA) {
    errorHere(p, 'SyntaxError', 'unexpected comma; expecting ]');
    next(p);
  }
  expect(p, T_RBRACK);
  return makeArray(p, lbrack, len, parseType(p));
}

function makeArray(p: Parser, lbrack: Pos, len: Expr | null, elt: Expr): ArrayType {
  if (p.spec?.reserved === true && elt.kind === 'ArrayType' && elt.len?.kind === 'EllipsisExpr') {
    errorAt(p, 'SyntaxError', elt.pos, 'only the outermost array of a literal can have [...] as its length');
  }
  return { kind: 'ArrayType', id: p.nextId++, pos: lbrack, end: elt.end, len, elt };
}

/**
 * Behind a name, at `[`: either the name is that of a field or parameter of array type, or of a generic type.
 * Leaves the name (null in the second case) and the type in `p.paramName` and `p.paramType`.
 */
export function parseArrayOrInstance(p: Parser, name: Ident): void {
  const lbrack = expect(p, T_LBRACK);
  let trailingComma: Pos = noPos;
  const from = p.stackTop;
  if (p.tok !== T_RBRACK) {
    p.exprLevel++;
    push(p, parseRhs(p));
    while (p.tok === T_COMMA) {
      const comma = p.pos;
      next(p);
      if (p.tok === T_RBRACK) {
        trailingComma = comma;
        break;
      }
      push(p, parseRhs(p));
    }
    p.exprLevel--;
  }
  const args = take<Expr>(p, from);
  const rbrack = expect(p, T_RBRACK);
  const afterRbrack = p.prevEnd;
  if (args.length === 0) {
    p.paramType = makeArray(p, lbrack, null, parseType(p));
    p.paramName = name;
    return;
  }
  if (args.length === 1) {
    const elt = tryType(p);
    if (elt !== null) {
      if (trailingComma !== noPos) errorAt(p, 'SyntaxError', trailingComma, 'unexpected comma; expecting ]');
      p.paramType = makeArray(p, lbrack, args[0] as Expr, elt);
      p.paramName = name;
      return;
    }
  }
  p.paramType = {
    kind: 'IndexExpr',
    id: p.nextId++,
    pos: name.pos,
    end: afterRbrack,
    x: name,
    lbrack,
    indices: args,
    rbrack,
  };
  p.paramName = null;
}

/** `TypeArgs = "[" TypeList [ "," ] "]" .` after `x` */
function parseTypeInstance(p: Parser, x: Expr): IndexExpr {
  const lbrack = expect(p, T_LBRACK);
  p.exprLevel++;
  const from = p.stackTop;
  while (p.tok !== T_RBRACK && p.tok !== T_EOF) {
    push(p, parseType(p));
    if (!moreElements(p, 'type argument list', T_RBRACK)) break;
  }
  p.exprLevel--;
  let args = take<Expr>(p, from);
  const rbrack = expectClosing(p, T_RBRACK);
  if (args.length === 0) {
    errorExpected(p, rbrack, 'type argument list');
    args = [badExpr(p, lbrack + 1, rbrack)];
  }
  return makeIndex(p, x, lbrack, args, rbrack);
}

function parseMapType(p: Parser): MapType {
  const { pos } = p;
  next(p);
  expect(p, T_LBRACK);
  const key = parseType(p);
  expect(p, T_RBRACK);
  const value = parseType(p);
  return { kind: 'MapType', id: p.nextId++, pos, end: value.end, key, value };
}

function parseChanType(p: Parser): ChanType {
  const { pos } = p;
  let dir: ChanDir = 'both';
  let arrow: Pos = noPos;
  if (p.tok === T_CHAN) {
    next(p);
    if (p.tok === T_ARROW) {
      arrow = p.pos;
      next(p);
      dir = 'send';
    }
  } else {
    arrow = pos;
    next(p);
    expect(p, T_CHAN);
    dir = 'recv';
  }
  const value = parseType(p);
  return { kind: 'ChanType', id: p.nextId++, pos, end: value.end, dir, arrow, value };
}

// ---------------------------------------------------------------------------------------------------------------
// Structs

function parseStructType(p: Parser): StructType {
  const { pos } = p;
  next(p);
  const opening = expect(p, T_LBRACE);
  const from = p.stackTop;
  // No field begins with a parenthesis, but the mistake is common and easy to recover from.
  for (;;) {
    if (p.tok === T_IDENT || p.tok === T_MUL || p.tok === T_LPAREN || p.tok === T_GHOST) push(p, parseFieldDecl(p));
    else if (!skipToField(p)) break;
  }
  const list = take<Field>(p, from);
  const closing = expectClosing(p, T_RBRACE);
  const fields = makeFieldList(p, opening, list, closing);
  return { kind: 'StructType', id: p.nextId++, pos, end: p.prevEnd, fields };
}

/**
 * At a token that begins no field or element: false at the closing brace, or where it is missing; otherwise skips
 * the rest of the line and returns true.
 */
function skipToField(p: Parser): boolean {
  if (p.tok === T_RBRACE) return false;
  errorExpected(p, p.pos, "'}'");
  advance(p, fieldEnd);
  if (p.tok === T_SEMICOLON) {
    next(p);
    return true;
  }
  p.unclosed = p.tok !== T_RBRACE;
  return false;
}

export function makeFieldList(p: Parser, opening: Pos, list: readonly Field[], closing: Pos): FieldList {
  return { kind: 'FieldList', id: p.nextId++, pos: opening, end: endFrom(p, opening), opening, list, closing };
}

export const noNames: readonly Ident[] = [];

export function parseFieldDecl(p: Parser): Field {
  const { pos, lead: doc } = p;
  const ghost = parseGhost(p);
  let names: readonly Ident[] = noNames;
  let type: Expr;
  if (p.tok === T_IDENT) {
    const name = parseIdent(p);
    if (p.tok === T_PERIOD) {
      type = parseQualified(p, name);
    } else if (p.tok === T_STRING || p.tok === T_SEMICOLON || p.tok === T_RBRACE) {
      type = name;
    } else if (p.tok === T_LBRACK) {
      parseArrayOrInstance(p, name);
      if (p.paramName !== null) names = [name];
      type = p.paramType as Expr;
    } else {
      if (p.tok === T_COMMA) {
        const from = p.stackTop;
        push(p, name);
        while (p.tok === T_COMMA) {
          next(p);
          push(p, parseIdent(p));
        }
        names = take(p, from);
      } else {
        names = [name];
      }
      type = parseType(p);
    }
  } else {
    type = parseEmbeddedPointer(p);
  }
  const tag = p.tok === T_STRING ? parseBasicLit(p) : null;
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'Field', id: p.nextId++, pos, end, doc, ghost, spec: null, names, type, tag };
}

/** `"*" TypeName [ TypeArgs ]`, and the forms with parentheses that are not allowed. */
function parseEmbeddedPointer(p: Parser): Expr {
  let parens = parseForbiddenParen(p);
  let star: Pos = noPos;
  if (p.tok === T_MUL) {
    star = p.pos;
    next(p);
    parens = parseForbiddenParen(p) || parens;
  }
  const type = parseNamedType(p);
  if (parens && p.tok === T_RPAREN) next(p);
  return star === noPos ? type : makeStar(p, star, type);
}

function parseForbiddenParen(p: Parser): boolean {
  if (p.tok !== T_LPAREN) return false;
  errorHere(p, 'InvalidEmbedding', 'cannot parenthesize embedded type');
  next(p);
  return true;
}

// ---------------------------------------------------------------------------------------------------------------
// Interfaces

function parseInterfaceType(p: Parser): InterfaceType {
  const { pos } = p;
  next(p);
  const opening = expect(p, T_LBRACE);
  const from = p.stackTop;
  for (;;) {
    const start = p.pos;
    const doc = p.lead;
    if (p.tok === T_IDENT) {
      push(p, parseMethodOrElem(p, start, doc));
    } else if (p.spec !== null && (p.tok === T_GHOST || p.tok === T_PRED || atSpecification(p))) {
      push(p, parseSpecElem(p, start, doc));
    } else {
      const term = p.tok === T_TILDE ? parseTerm(p) : tryType(p);
      if (term !== null) push(p, finishElem(p, start, doc, noNames, parseUnion(p, term)));
      else if (!skipToField(p)) break;
    }
  }
  const list = take<Field>(p, from);
  const closing = expectClosing(p, T_RBRACE);
  const methods = makeFieldList(p, opening, list, closing);
  return { kind: 'InterfaceType', id: p.nextId++, pos, end: p.prevEnd, methods };
}

function finishElem(p: Parser, pos: Pos, doc: CommentGroup | null, names: readonly Ident[], type: Expr): Field {
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'Field', id: p.nextId++, pos, end, doc, ghost: noPos, spec: null, names, type, tag: null };
}

/** A method with its specification, or a predicate. */
function parseSpecElem(p: Parser, pos: Pos, doc: CommentGroup | null): Field {
  if (p.tok === T_PRED) {
    const predPos = p.pos;
    next(p);
    const name = parseIdent(p);
    const params = parseParameters(p);
    const type: PredType = { kind: 'PredType', id: p.nextId++, pos: predPos, end: p.prevEnd, params };
    return finishElem(p, pos, doc, [name], type);
  }
  let ghost = parseGhost(p);
  const spec = parseSpecification(p);
  checkClauses(p, spec, 'function');
  if (ghost === noPos) ghost = parseGhost(p);
  const field = parseMethodOrElem(p, pos, doc);
  if (field.names.length === 0) {
    const from = ghost === noPos ? pos : ghost;
    errorAt(p, 'MisplacedSpecification', from, 'only methods of an interface have specifications or are ghost');
  }
  return { ...field, ghost, spec, type: field.type?.kind === 'FuncType' ? withGhosts(p, field.type) : field.type };
}

/** Consumes `ghost` and returns its place; noPos if it does not stand here. */
export function parseGhost(p: Parser): Pos {
  if (p.tok !== T_GHOST) return noPos;
  const { pos } = p;
  next(p);
  return pos;
}

/** An element that begins with a name: a method, or a type with what it is united with. */
function parseMethodOrElem(p: Parser, pos: Pos, doc: CommentGroup | null): Field {
  const ident = parseIdent(p);
  if (p.tok === T_LPAREN) return finishElem(p, pos, doc, [ident], parseSignature(p, p.pos, noPos, null));
  if (p.tok === T_PERIOD) return finishElem(p, pos, doc, noNames, parseUnion(p, parseQualified(p, ident)));
  if (p.tok !== T_LBRACK) return finishElem(p, pos, doc, noNames, parseUnion(p, ident));

  // A generic type with its arguments, or a method with type parameters, which is not allowed.
  const lbrack = p.pos;
  next(p);
  p.exprLevel++;
  const x = parseExpr(p);
  p.exprLevel--;
  if (x.kind === 'Ident' && p.tok !== T_COMMA && p.tok !== T_RBRACK) {
    parseParameterList(p, x, null, T_RBRACK, false);
    expectClosing(p, T_RBRACK);
    errorAt(p, 'MisplacedTypeParameters', lbrack, 'interface method must have no type parameters');
    return finishElem(p, pos, doc, [ident], parseSignature(p, p.pos, noPos, null));
  }
  const from = p.stackTop;
  push(p, x);
  if (moreElements(p, 'type argument list', T_RBRACK)) {
    p.exprLevel++;
    while (p.tok !== T_RBRACK && p.tok !== T_EOF) {
      push(p, parseType(p));
      if (!moreElements(p, 'type argument list', T_RBRACK)) break;
    }
    p.exprLevel--;
  }
  const args = take<Expr>(p, from);
  const rbrack = expectClosing(p, T_RBRACK);
  return finishElem(p, pos, doc, noNames, parseUnion(p, makeIndex(p, ident, lbrack, args, rbrack)));
}

/** `Union = Term { "|" Term } .` whose first term is parsed. */
export function parseUnion(p: Parser, x: Expr): Expr {
  while (p.tok === T_OR) {
    const opPos = p.pos;
    next(p);
    const y = parseTerm(p);
    const union: BinaryExpr = {
      kind: 'BinaryExpr',
      id: p.nextId++,
      pos: x.pos,
      end: y.end,
      x,
      opPos,
      op: '|',
      y,
    };
    x = union;
  }
  return x;
}

/** `Term = [ "~" ] Type .` */
export function parseTerm(p: Parser): Expr {
  const { pos } = p;
  if (p.tok === T_TILDE) {
    next(p);
    const x = parseType(p);
    const term: UnaryExpr = { kind: 'UnaryExpr', id: p.nextId++, pos, end: x.end, op: '~', x };
    return term;
  }
  const type = tryType(p);
  if (type !== null) return type;
  errorExpected(p, pos, '~ term or type');
  advance(p, exprEnd);
  return badExpr(p, pos, p.pos);
}
