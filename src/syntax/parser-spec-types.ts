// The grammar of the types that only the specification language has.

import { noPos } from '../base/source.ts';
import type { AdtClause, AdtType, CollectionWord, DomainAxiom, DomainFunc, DomainType, Expr, Field } from './nodes.ts';
import { parseExpr } from './parser-exprs.ts';
import { parseParameters, parseSignature } from './parser-params.ts';
import { closeBraces, parseBraced } from './parser-spec.ts';
import { extraDepth } from './parser-spec-exprs.ts';
import {
  advance,
  badExpr,
  errorAt,
  errorExpected,
  expect,
  expectSemi,
  maxDepth,
  next,
  operandEnd,
  type Parser,
  parseIdent,
  push,
  take,
  tooDeep,
} from './parser-state.ts';
import { makeFieldList, parseFieldDecl, parseType } from './parser-types.ts';
import { T_EOF, T_FUNC, T_IDENT, T_LBRACE, T_LBRACK, T_RBRACE, T_RBRACK, T_SEMICOLON, T_STRUCT } from './token.ts';
import {
  T_ADT,
  T_AXIOM,
  T_DICT,
  T_DOMAIN,
  T_DOT_DOT,
  T_GHOST,
  T_GPOINTER,
  T_MSET,
  T_OPTION,
  T_PRED,
  T_SEQ,
  T_SET,
  textOfToken,
} from './token-spec.ts';

/** A type that only specifications have, or a range literal; null if none begins here. */
export function parseSpecType(p: Parser): Expr | null {
  p.depth += extraDepth;
  if (p.depth > maxDepth) tooDeep(p);
  const type = specTypeAt(p);
  p.depth -= extraDepth;
  return type;
}

export function specTypeAt(p: Parser): Expr | null {
  const { pos } = p;
  switch (p.tok) {
    case T_SEQ:
    case T_SET:
    case T_MSET:
    case T_OPTION:
    case T_GPOINTER:
      return parseCollection(p);
    case T_DICT: {
      next(p);
      expect(p, T_LBRACK);
      const key = parseType(p);
      expect(p, T_RBRACK);
      const value = parseType(p);
      return { kind: 'DictType', id: p.nextId++, pos, end: value.end, key, value };
    }
    case T_PRED: {
      next(p);
      const params = parseParameters(p);
      return { kind: 'PredType', id: p.nextId++, pos, end: p.prevEnd, params };
    }
    case T_GHOST: {
      next(p);
      if (p.tok !== T_STRUCT && p.tok !== T_LBRACK) {
        errorExpected(p, p.pos, 'struct or slice type after ghost');
        advance(p, operandEnd);
        return badExpr(p, pos, p.pos);
      }
      const type = parseType(p);
      if (type.kind === 'ArrayType' && type.len !== null) {
        errorAt(p, 'SyntaxError', type.pos, 'ghost types are structs and slices, found array');
      }
      return { kind: 'GhostType', id: p.nextId++, pos, end: type.end, type };
    }
    case T_DOMAIN:
      return parseDomain(p);
    case T_ADT:
      return parseAdt(p);
    default:
      return null;
  }
}

/** `seq[T]` and its like, or the range `seq[a..b]` */
function parseCollection(p: Parser): Expr {
  const { pos } = p;
  const word = textOfToken(p.tok) as CollectionWord;
  next(p);
  expect(p, T_LBRACK);
  p.exprLevel++;
  const elt = word === 'option' || word === 'gpointer' ? parseType(p) : parseExpr(p);
  if (p.tok === T_DOT_DOT && (word === 'seq' || word === 'set' || word === 'mset')) {
    next(p);
    const high = parseExpr(p);
    p.exprLevel--;
    expect(p, T_RBRACK);
    return { kind: 'RangeLit', id: p.nextId++, pos, end: p.prevEnd, word, low: elt, high };
  }
  p.exprLevel--;
  expect(p, T_RBRACK);
  return { kind: 'CollectionType', id: p.nextId++, pos, end: p.prevEnd, word, elt };
}

function parseDomain(p: Parser): DomainType {
  const { pos } = p;
  next(p);
  expect(p, T_LBRACE);
  const from = p.stackTop;
  for (;;) {
    const start = p.pos;
    if (p.tok === T_FUNC) {
      next(p);
      const name = parseIdent(p);
      const type = parseSignature(p, p.pos, noPos, null);
      const func: DomainFunc = { kind: 'DomainFunc', id: p.nextId++, pos: start, end: p.prevEnd, name, type };
      push(p, func);
    } else if (p.tok === T_AXIOM) {
      next(p);
      const x = parseBraced(p);
      const axiom: DomainAxiom = { kind: 'DomainAxiom', id: p.nextId++, pos: start, end: p.prevEnd, x };
      push(p, axiom);
    } else {
      break;
    }
    expectSemi(p);
  }
  const clauses = take<DomainFunc | DomainAxiom>(p, from);
  if (p.tok !== T_RBRACE) errorExpected(p, p.pos, "'func' or 'axiom'");
  closeBraces(p);
  return { kind: 'DomainType', id: p.nextId++, pos, end: p.prevEnd, clauses };
}

function parseAdt(p: Parser): AdtType {
  const { pos } = p;
  next(p);
  expect(p, T_LBRACE);
  const from = p.stackTop;
  while (p.tok === T_IDENT) {
    push(p, parseAdtClause(p));
    expectSemi(p);
  }
  const clauses = take<AdtClause>(p, from);
  if (p.tok !== T_RBRACE) errorExpected(p, p.pos, 'name of a constructor');
  closeBraces(p);
  return { kind: 'AdtType', id: p.nextId++, pos, end: p.prevEnd, clauses };
}

function parseAdtClause(p: Parser): AdtClause {
  p.depth += extraDepth;
  const name = parseIdent(p);
  const opening = expect(p, T_LBRACE);
  const from = p.stackTop;
  while (p.tok !== T_RBRACE && p.tok !== T_EOF) {
    const { pos } = p;
    push(p, p.tok === T_IDENT ? parseFieldDecl(p) : parseUnnamedField(p));
    if (p.pos === pos) break;
  }
  const list = take<Field>(p, from);
  const closing = expect(p, T_RBRACE);
  const fields = makeFieldList(p, opening, list, closing);
  p.depth -= extraDepth;
  return { kind: 'AdtClause', id: p.nextId++, pos: name.pos, end: p.prevEnd, name, fields };
}

function parseUnnamedField(p: Parser): Field {
  const { pos } = p;
  const type = parseType(p);
  if (p.tok === T_SEMICOLON) next(p);
  else if (p.tok !== T_RBRACE) errorExpected(p, p.pos, "';'");
  return {
    kind: 'Field',
    id: p.nextId++,
    pos,
    end: type.end,
    doc: null,
    ghost: noPos,
    spec: null,
    names: [],
    type,
    tag: null,
  };
}
