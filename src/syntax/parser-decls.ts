// The grammar of declarations.

import { noPos, type Pos } from '../base/source.ts';
import type {
  BasicLit,
  BinaryExpr,
  BlockStmt,
  CommentGroup,
  ContractClause,
  Decl,
  Expr,
  FieldList,
  FuncDecl,
  FuncType,
  GenDecl,
  Ident,
  ImportSpec,
  ParenExpr,
  Spec,
  Specification,
  TypeSpec,
  ValueSpec,
} from './nodes.ts';
import { parseBinaryFrom, parseBlock, parseBody, parseExpr, parseExprList, parsePrimaryFrom } from './parser-exprs.ts';
import { parseParameters, parseSignature, parseTypeParameters, parseTypeParametersFrom } from './parser-params.ts';
import {
  checkReceiver,
  isPure,
  parseImportClauses,
  parseSpecDecl,
  sharedNames,
  sharedReceiver,
  withGhosts,
} from './parser-spec.ts';
import {
  advance,
  badDecl,
  errorAt,
  errorExpected,
  errorHere,
  expect,
  expectSemi,
  exprEnd,
  makeIdent,
  next,
  none,
  type Parser,
  parseBasicLit,
  parseIdent,
  parseIdentList,
  push,
  take,
} from './parser-state.ts';
import { makeStar, parseArrayType, parseType, tryType } from './parser-types.ts';
import {
  isLiteralToken,
  T_ASSIGN,
  T_COMMA,
  T_CONST,
  T_EOF,
  T_FUNC,
  T_IDENT,
  T_IMPORT,
  T_LBRACE,
  T_LBRACK,
  T_LPAREN,
  T_PERIOD,
  T_RBRACE,
  T_RBRACK,
  T_RPAREN,
  T_SEMICOLON,
  T_STRING,
  T_TYPE,
  T_VAR,
} from './token.ts';
import { T_IMPORT_REQUIRES, T_SUCH_THAT } from './token-spec.ts';

/** A declaration of the file. */
export function parseDecl(p: Parser): Decl {
  switch (p.tok) {
    case T_FUNC:
      return parseFuncDecl(p, p.pos, p.lead, noPos, null);
    case T_IMPORT:
    case T_CONST:
    case T_TYPE:
    case T_VAR:
      return parseGenDecl(p, p.pos, noPos, none);
    default: {
      const { pos } = p;
      const decl = p.spec === null ? null : parseSpecDecl(p);
      if (decl !== null) return decl;
      // After an error inside a body of a specified file its end is found too early: the brace that is left is no second mistake.
      if (p.spec === null || p.tok !== T_RBRACE || p.errors.length === 0) errorExpected(p, pos, 'declaration');
      return badDecl(p, pos);
    }
  }
}

/** A declaration inside a function, at `const`, `type` or `var`. */
export function parseDeclInFunction(p: Parser): GenDecl {
  p.depth++;
  const decl = parseGenDecl(p, p.pos, noPos, none);
  p.depth--;
  return decl;
}

/** A declaration at its keyword, before which stood `ghost` or clauses for an import, at `pos`. */
export function parseGenDecl(p: Parser, pos: Pos, ghost: Pos, requires: readonly ContractClause[]): GenDecl {
  const { lead: doc, tok } = p;
  const keyword: GenDecl['keyword'] =
    tok === T_IMPORT ? 'import' : tok === T_CONST ? 'const' : tok === T_TYPE ? 'type' : 'var';
  next(p);
  if (p.tok !== T_LPAREN) {
    const spec = parseSpec(p, tok, null, 0, requires);
    const { end } = spec;
    return { kind: 'GenDecl', id: p.nextId++, pos, end, doc, ghost, keyword, specs: [spec], lparen: noPos };
  }
  const lparen = p.pos;
  next(p);
  const from = p.stackTop;
  for (let iota = 0; p.tok !== T_RPAREN && p.tok !== T_EOF; iota++) push(p, parseSpec(p, tok, p.lead, iota, none));
  let specs = take<Spec>(p, from);
  if (requires.length > 0) specs = withClauses(p, specs, requires);
  expect(p, T_RPAREN);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'GenDecl', id: p.nextId++, pos, end, doc, ghost, keyword, specs, lparen };
}

/** The lone import of a group gets the clauses above the group. */
function withClauses(p: Parser, specs: readonly Spec[], requires: readonly ContractClause[]): readonly Spec[] {
  const [only] = specs;
  if (specs.length === 1 && only?.kind === 'ImportSpec' && only.requires.length === 0) {
    const spec: ImportSpec = { ...only, requires };
    p.imports[p.imports.length - 1] = spec;
    return [spec];
  }
  const message = 'importRequires above a group needs a group of one import without clauses: move it into the group';
  errorAt(p, 'MisplacedSpecification', (requires[0] as ContractClause).pos, message);
  return specs;
}

function parseSpec(
  p: Parser,
  keyword: number,
  doc: CommentGroup | null,
  iota: number,
  requires: readonly ContractClause[],
): Spec {
  if (keyword === T_IMPORT) {
    return parseImportSpec(p, doc, p.tok === T_IMPORT_REQUIRES ? parseImportClauses(p) : requires);
  }
  if (keyword === T_TYPE) return parseTypeSpec(p, doc);
  return parseValueSpec(p, doc, keyword, iota);
}

function parseImportSpec(p: Parser, doc: CommentGroup | null, requires: readonly ContractClause[]): ImportSpec {
  const pos = requires[0]?.pos ?? p.pos;
  let name: Ident | null = null;
  if (p.tok === T_IDENT) {
    name = parseIdent(p);
  } else if (p.tok === T_PERIOD) {
    name = makeIdent(p, p.pos, p.end, '.');
    next(p);
  }
  let path: BasicLit;
  if (p.tok === T_STRING) {
    path = parseBasicLit(p);
  } else {
    path = { kind: 'BasicLit', id: p.nextId++, pos: p.pos, end: p.pos, lit: 'string', value: '' };
    if (isLiteralToken(p.tok)) {
      errorHere(p, 'SyntaxError', 'import path must be a string');
      next(p);
    } else {
      errorHere(p, 'SyntaxError', 'missing import path');
      advance(p, exprEnd);
    }
  }
  expectSemi(p);
  const spec: ImportSpec = { kind: 'ImportSpec', id: p.nextId++, pos, end: path.end, doc, requires, name, path };
  p.imports.push(spec);
  return spec;
}

function parseValueSpec(p: Parser, doc: CommentGroup | null, keyword: number, iota: number): ValueSpec {
  const { pos } = p;
  const names = parseIdentList(p);
  const shared = p.spec === null ? none : sharedNames(p, names);
  let type: Expr | null = null;
  if (keyword === T_VAR) {
    if (p.tok !== T_ASSIGN) type = parseType(p);
  } else if (p.tok !== T_EOF && p.tok !== T_SEMICOLON && p.tok !== T_RPAREN && p.tok !== T_ASSIGN) {
    type = tryType(p);
  }
  let values: readonly Expr[] = none;
  if (p.tok === T_ASSIGN) {
    next(p);
    values = parseExprList(p, true);
  } else if (p.tok === T_SUCH_THAT && p.spec !== null) {
    next(p);
    p.spec.suchThat = parseExpr(p);
  }
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'ValueSpec', id: p.nextId++, pos, end, doc, names, shared, type, values, iota };
}

function parseTypeSpec(p: Parser, doc: CommentGroup | null): TypeSpec {
  const { pos } = p;
  const name = parseIdent(p);
  let typeParams: FieldList | null = null;
  let array: Expr | null = null;
  if (p.tok === T_LBRACK) {
    // An array or slice type, or type parameters.
    const lbrack = p.pos;
    next(p);
    if (p.tok === T_IDENT) {
      const x = parseLengthOrParameter(p);
      const param = splitParameter(p, x, p.tok === T_COMMA);
      // A lone name in brackets is an array length.
      if (param !== null && (param.constraint !== null || p.tok !== T_RBRACK)) {
        typeParams = parseTypeParametersFrom(p, lbrack, param.name, param.constraint);
      } else {
        array = parseArrayType(p, lbrack, x);
      }
    } else {
      array = parseArrayType(p, lbrack, null);
    }
  }
  let assign: Pos = noPos;
  let type: Expr | null = array;
  if (type === null) {
    if (p.tok === T_ASSIGN) {
      assign = p.pos;
      next(p);
    }
    type = parseType(p);
  }
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'TypeSpec', id: p.nextId++, pos, end, doc, name, typeParams, assign, type };
}

/**
 * Behind `type T [`, at a name: an expression that is an array length, or the first type parameter, perhaps with its
 * constraint. A name before `[` must be a parameter: index expressions are never constant.
 */
function parseLengthOrParameter(p: Parser): Expr {
  const ident = parseIdent(p);
  if (p.tok === T_LBRACK) return ident;
  p.exprLevel++;
  const x = parseBinaryFrom(p, parsePrimaryFrom(p, ident), 1);
  p.exprLevel--;
  return x;
}

interface SplitParameter {
  readonly name: Ident;
  /** Null if `x` is the name alone. */
  readonly constraint: Expr | null;
}

/**
 * Reads `x` as a type parameter with its constraint: `P *C` looks like a product, `P (C)` like a call.
 * Where both readings make sense, only `force` (a comma follows) decides for the parameter; null if it is none.
 */
function splitParameter(p: Parser, x: Expr, force: boolean): SplitParameter | null {
  switch (x.kind) {
    case 'Ident':
      return { name: x, constraint: null };
    case 'BinaryExpr':
      if (x.op === '*') {
        if (x.x.kind !== 'Ident' || !(force || isTypeElem(x.y))) return null;
        return { name: x.x, constraint: makeStar(p, x.opPos, x.y) };
      }
      if (x.op === '|') {
        const left = splitParameter(p, x.x, force || isTypeElem(x.y));
        if (left === null || left.constraint === null) return null;
        const { pos } = left.constraint;
        const union: BinaryExpr = {
          kind: 'BinaryExpr',
          id: p.nextId++,
          pos,
          end: x.end,
          x: left.constraint,
          opPos: x.opPos,
          op: '|',
          y: x.y,
        };
        return { name: left.name, constraint: union };
      }
      return null;
    case 'CallExpr': {
      const [arg] = x.args;
      if (x.fun.kind !== 'Ident' || arg === undefined || x.args.length !== 1 || x.ellipsis !== noPos) return null;
      if (!force && !isTypeElem(arg)) return null;
      const paren: ParenExpr = { kind: 'ParenExpr', id: p.nextId++, pos: x.lparen, end: x.end, x: arg };
      return { name: x.fun, constraint: paren };
    }
    default:
      return null;
  }
}

/** Whether `x` can only be a type, or a union with such a type in it. */
function isTypeElem(x: Expr): boolean {
  switch (x.kind) {
    case 'ArrayType':
    case 'StructType':
    case 'FuncType':
    case 'InterfaceType':
    case 'MapType':
    case 'ChanType':
      return true;
    case 'BinaryExpr':
      return isTypeElem(x.x) || isTypeElem(x.y);
    case 'UnaryExpr':
      return x.op === '~';
    case 'ParenExpr':
      return isTypeElem(x.x);
    default:
      return false;
  }
}

/** A function or method at `func`; what stood before it begins at `pos`. */
export function parseFuncDecl(
  p: Parser,
  pos: Pos,
  doc: CommentGroup | null,
  ghost: Pos,
  spec: Specification | null,
): FuncDecl {
  const funcPos = p.pos;
  next(p);
  const recv = p.tok === T_LPAREN ? parseParameters(p) : null;
  const shared = p.spec === null ? none : sharedReceiver(p, recv);
  const name = parseIdent(p);
  let typeParams: FieldList | null = null;
  if (p.tok === T_LBRACK) {
    typeParams = parseTypeParameters(p);
    if (recv !== null && typeParams !== null) {
      errorAt(p, 'MisplacedTypeParameters', typeParams.opening, 'method must have no type parameters');
      typeParams = null;
    }
  }
  let type = parseSignature(p, funcPos, funcPos, typeParams);
  if (p.spec !== null) {
    type = withGhosts(p, type);
    if (recv !== null) checkReceiver(p, recv);
  }
  let body: BlockStmt | null = null;
  let end = p.prevEnd;
  if (p.tok === T_SEMICOLON) {
    next(p);
    if (p.tok === T_LBRACE) errorHere(p, 'SyntaxError', 'unexpected semicolon or newline before {');
  } else if (p.tok !== T_LBRACE) {
    expectSemi(p);
    return makeFuncDecl(p, pos, end, doc, ghost, spec, recv, shared, name, type, body);
  }
  if (p.tok === T_LBRACE) {
    body = isPure(spec) ? parseBlock(p) : parseBody(p);
    end = p.prevEnd;
    expectSemi(p);
  }
  return makeFuncDecl(p, pos, end, doc, ghost, spec, recv, shared, name, type, body);
}

function makeFuncDecl(
  p: Parser,
  pos: Pos,
  end: Pos,
  doc: CommentGroup | null,
  ghost: Pos,
  spec: Specification | null,
  recv: FieldList | null,
  shared: readonly Ident[],
  name: Ident,
  type: FuncType,
  body: BlockStmt | null,
): FuncDecl {
  const id = p.nextId++;
  return { kind: 'FuncDecl', id, pos, end, doc, ghost, spec, recv, shared, name, type, body };
}
