// The grammar of signatures: parameters, results, and type parameters.

import { noPos, type Pos } from '../base/source.ts';
import type { Expr, Field, FieldList, FuncType, Ident } from './nodes.ts';
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
  exprEnd,
  makeIdent,
  moreElements,
  next,
  type Parser,
  parseMarkedIdent,
  push,
  take,
} from './parser-state.ts';
import {
  makeFieldList,
  noNames,
  parseArrayOrInstance,
  parseGhost,
  parseQualified,
  parseTerm,
  parseType,
  parseUnion,
  tryType,
} from './parser-types.ts';
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
  T_RBRACK,
  T_RPAREN,
  T_SEMICOLON,
  T_STRUCT,
  T_TILDE,
} from './token.ts';
import { T_GHOST } from './token-spec.ts';

// Signatures

/** A function type, at `func`. */
export function parseFuncType(p: Parser): FuncType {
  const { pos } = p;
  next(p);
  return parseFuncTypeFrom(p, pos);
}

/** A function type whose `func`, at `pos`, is consumed. */
export function parseFuncTypeFrom(p: Parser, pos: Pos): FuncType {
  if (p.tok === T_LBRACK) {
    const typeParams = parseTypeParameters(p);
    if (typeParams !== null) {
      errorAt(p, 'MisplacedTypeParameters', typeParams.opening, 'function type must have no type parameters');
    }
  }
  return parseSignature(p, pos, pos, null);
}

/** `Signature = Parameters [ Result ] .` */
export function parseSignature(p: Parser, pos: Pos, funcPos: Pos, typeParams: FieldList | null): FuncType {
  const params = parseParameters(p);
  const results = parseResults(p);
  return { kind: 'FuncType', id: p.nextId++, pos, end: endFrom(p, pos), funcPos, typeParams, params, results };
}

/** `Parameters = "(" [ ParameterList [ "," ] ] ")" .` */
export function parseParameters(p: Parser): FieldList {
  return parseParenthesised(p, true);
}

function parseParenthesised(p: Parser, variadic: boolean): FieldList {
  p.depth += 2;
  const opening = expect(p, T_LPAREN);
  const list = p.tok === T_RPAREN ? noFields : parseParameterList(p, null, null, T_RPAREN, variadic);
  const closing = expectClosing(p, T_RPAREN);
  p.depth -= 2;
  return makeFieldList(p, opening, list, closing);
}

/** `Result = Parameters | Type .`, or null if there is none. */
function parseResults(p: Parser): FieldList | null {
  // These follow a signature without result most often.
  if (p.tok === T_LBRACE || p.tok === T_SEMICOLON || p.tok === T_RPAREN || p.tok === T_COMMA) return null;
  if (p.tok === T_LPAREN) return parseParenthesised(p, false);
  const type = tryType(p);
  if (type === null) return null;
  const { pos, end } = type;
  const list = [makeField(p, noNames, type)];
  return { kind: 'FieldList', id: p.nextId++, pos, end, opening: noPos, list, closing: noPos };
}

/** `TypeParameters = "[" TypeParamList [ "," ] "]" .`; null after the error that it is empty. */
export function parseTypeParameters(p: Parser): FieldList | null {
  const opening = expect(p, T_LBRACK);
  const list = p.tok === T_RBRACK ? noFields : parseParameterList(p, null, null, T_RBRACK, false);
  const closing = expectClosing(p, T_RBRACK);
  if (list.length === 0) {
    errorAt(p, 'MisplacedTypeParameters', closing, 'empty type parameter list');
    return null;
  }
  return makeFieldList(p, opening, list, closing);
}

/** The type parameters of a type declaration whose `[` and whose first name, perhaps with its constraint, are parsed. */
export function parseTypeParametersFrom(p: Parser, opening: Pos, name: Ident, constraint: Expr | null): FieldList {
  const list = parseParameterList(p, name, constraint, T_RBRACK, false);
  const closing = expectClosing(p, T_RBRACK);
  return makeFieldList(p, opening, list, closing);
}

const noFields: readonly Field[] = [];

function makeField(p: Parser, names: readonly Ident[], type: Expr): Field {
  const pos = names.length > 0 ? (names[0] as Ident).pos : type.pos;
  const id = p.nextId++;
  return { kind: 'Field', id, pos, end: type.end, doc: null, ghost: noPos, spec: null, names, type, tag: null };
}

/** One parameter, left in `p.paramName` and `p.paramType`; `name` was consumed before if it is given. */
function parseParamDecl(p: Parser, name: Ident | null, constraints: boolean): void {
  p.paramName = null;
  p.paramType = null;
  if (name === null && p.tok === T_IDENT) name = parseMarkedIdent(p);
  if (name !== null) {
    p.paramName = name;
    switch (p.tok) {
      case T_IDENT:
      case T_MUL:
      case T_ARROW:
      case T_FUNC:
      case T_CHAN:
      case T_MAP:
      case T_STRUCT:
      case T_INTERFACE:
      case T_LPAREN: {
        const type = parseType(p);
        p.paramName = name;
        p.paramType = type;
        break;
      }
      case T_LBRACK:
        parseArrayOrInstance(p, name);
        break;
      case T_ELLIPSIS: {
        const type = parseVariadic(p);
        p.paramName = name;
        p.paramType = type;
        return;
      }
      case T_PERIOD: {
        const type = parseQualified(p, name);
        p.paramName = null;
        p.paramType = type;
        break;
      }
      case T_TILDE:
        if (constraints) {
          const type = parseUnion(p, parseTerm(p));
          p.paramName = name;
          p.paramType = type;
          return;
        }
        break;
      case T_OR:
        if (constraints) {
          const type = parseUnion(p, name);
          p.paramName = null;
          p.paramType = type;
          return;
        }
        break;
      default: {
        const type = p.spec === null ? null : parseSpecType(p);
        p.paramName = name;
        p.paramType = type;
        return;
      }
    }
  } else {
    switch (p.tok) {
      case T_MUL:
      case T_ARROW:
      case T_FUNC:
      case T_LBRACK:
      case T_CHAN:
      case T_MAP:
      case T_STRUCT:
      case T_INTERFACE:
      case T_LPAREN: {
        const type = parseType(p);
        p.paramName = null;
        p.paramType = type;
        break;
      }
      case T_ELLIPSIS: {
        const type = parseVariadic(p);
        p.paramName = null;
        p.paramType = type;
        return;
      }
      default:
        if (constraints && p.tok === T_TILDE) {
          const type = parseUnion(p, parseTerm(p));
          p.paramName = null;
          p.paramType = type;
          return;
        }
        p.paramType = p.spec === null ? null : parseSpecType(p);
        if (p.paramType !== null) return;
        errorExpected(p, p.pos, constraints ? "']'" : "')'");
        advance(p, exprEnd);
        return;
    }
  }
  if (constraints && p.tok === T_OR && p.paramType !== null) {
    const paramName: Ident | null = p.paramName;
    const type = parseUnion(p, p.paramType);
    p.paramName = paramName;
    p.paramType = type;
  }
}

function parseVariadic(p: Parser): Expr {
  const { pos } = p;
  next(p);
  const elt = parseType(p);
  return { kind: 'EllipsisExpr', id: p.nextId++, pos, end: elt.end, elt };
}

/**
 * Parameters, results or type parameters up to their closing token, of which the first may be parsed already.
 * Whether a lone name is that of a parameter or of a type is known only when all of them are.
 */
export function parseParameterList(
  p: Parser,
  name0: Ident | null,
  type0: Expr | null,
  closing: number,
  variadic: boolean,
): readonly Field[] {
  const typeParams = closing === T_RBRACK;
  const pos0 = name0 !== null ? name0.pos : type0 !== null ? type0.pos : p.pos;
  const from = p.stackTop;
  let named = 0;
  let typed = 0;
  // For each parameter the place of its `ghost`; null if none has one.
  let ghosts: Pos[] | null = null;
  while (name0 !== null || (p.tok !== closing && p.tok !== T_EOF)) {
    if (type0 !== null) {
      const type: Expr = typeParams ? parseUnion(p, type0) : type0;
      p.paramName = name0;
      p.paramType = type;
    } else {
      if (p.tok === T_GHOST && isGhostParam(p)) {
        ghosts ??= [];
        ghosts[(p.stackTop - from) >> 1] = parseGhost(p);
      }
      parseParamDecl(p, name0, typeParams);
    }
    name0 = null;
    type0 = null;
    if (p.paramName !== null || p.paramType !== null) {
      push(p, p.paramName);
      push(p, p.paramType);
      if (p.paramType !== null) {
        typed++;
        if (p.paramName !== null) named++;
      }
    }
    if (!moreElements(p, 'parameter list', closing)) break;
  }
  const count = (p.stackTop - from) >> 1;
  if (count === 0) return noFields;

  const { stack } = p;
  if (named === 0) {
    for (let i = from; i < p.stackTop; i += 2) {
      if (stack[i] !== null) {
        stack[i + 1] = stack[i];
        stack[i] = null;
      }
    }
    if (typeParams) complainUnnamed(p, typed === 0, count, pos0);
  } else if (named !== count) {
    completeParams(p, from, named === typed, typeParams, count, ghosts);
  }
  checkVariadic(p, from, variadic);
  if (ghosts !== null) return ghostFields(p, from, ghosts, named > 0);
  return named === 0 ? unnamedFields(p, from) : namedFields(p, from);
}

/** Type parameters none of which has a name with a constraint. */
function complainUnnamed(p: Parser, onlyNames: boolean, count: number, pos: Pos): void {
  if (onlyNames) errorHere(p, 'InvalidParameterList', 'missing type constraint');
  else errorAt(p, 'InvalidParameterList', pos, missingTypeParameter(count));
}

function missingTypeParameter(count: number): string {
  return count === 1 ? 'missing type parameter name or invalid array length' : 'missing type parameter name';
}

/** Gives each lone name the type to its right, and complains if some parameters have no name or no type. */
function completeParams(
  p: Parser,
  from: number,
  lacksType: boolean,
  typeParams: boolean,
  count: number,
  ghosts: readonly Pos[] | null,
): void {
  const { stack } = p;
  // Gobra lets parameters with and without names stand beside one another.
  const mixed = !typeParams && (ghosts !== null || p.spec?.reserved === true);
  let errorPos: Pos = noPos;
  let type: Expr | null = null;
  for (let i = p.stackTop - 2; i >= from; i -= 2) {
    const own = stack[i + 1] as Expr | null;
    if (own !== null) {
      // Where those without names stand beside others, a name before one of them is a type of its own.
      type = mixed && stack[i] === null ? null : own;
      if (stack[i] === null) {
        stack[i] = makeIdent(p, own.pos, own.pos, '_');
        if (!mixed) errorPos = own.pos;
      }
    } else if (type !== null) {
      stack[i + 1] = type;
    } else if (mixed) {
      const { pos } = stack[i] as Ident;
      stack[i + 1] = stack[i];
      stack[i] = makeIdent(p, pos, pos, '_');
    } else {
      errorPos = (stack[i] as Ident).pos;
      stack[i + 1] = badExpr(p, errorPos, p.pos);
    }
    // Names before `ghost` do not get the type of what is after it.
    if (ghosts?.[(i - from) >> 1] !== undefined) type = null;
  }
  if (errorPos === noPos) return;
  if (lacksType) {
    errorHere(p, 'InvalidParameterList', typeParams ? 'missing type constraint' : 'missing parameter type');
  } else {
    const message = typeParams ? missingTypeParameter(count) : 'missing parameter name';
    errorAt(p, 'InvalidParameterList', errorPos, message);
  }
}

function checkVariadic(p: Parser, from: number, variadic: boolean): void {
  const { stack } = p;
  let reported = false;
  for (let i = from + 1; i < p.stackTop; i += 2) {
    const type = stack[i] as Expr;
    if (type.kind !== 'EllipsisExpr' || (variadic && i + 1 === p.stackTop)) continue;
    if (!reported) {
      const message = variadic ? 'can only use ... with final parameter' : 'invalid use of ...';
      errorAt(p, 'InvalidParameterList', type.pos, message);
      reported = true;
    }
    stack[i] = badExpr(p, type.pos, type.end);
  }
}

function unnamedFields(p: Parser, from: number): readonly Field[] {
  const { stack } = p;
  let to = from;
  for (let i = from + 1; i < p.stackTop; i += 2) stack[to++] = makeField(p, noNames, stack[i] as Expr);
  p.stackTop = to;
  return take(p, from);
}

/** Whether `ghost` here makes the parameter ghost, instead of beginning a type. */
function isGhostParam(p: Parser): boolean {
  ghostType.lastIndex = p.offset;
  return !ghostType.test(p.text);
}

/** What follows `ghost` in a type. */
const ghostType = /\s*(?:struct\b|\[\s*\])/y;

/** One field for each run of names with the same type, which are all ghost, or none of them is. */
function ghostFields(p: Parser, from: number, ghosts: readonly Pos[], named: boolean): readonly Field[] {
  const { stack } = p;
  const end = p.stackTop;
  let to = from;
  for (let i = from; i < end; ) {
    const type = stack[i + 1] as Expr;
    const ghost = ghosts[(i - from) >> 1] ?? noPos;
    const names: Ident[] = [];
    do {
      if (named) names.push(stack[i] as Ident);
      i += 2;
    } while (named && i < end && stack[i + 1] === type && ghosts[(i - from) >> 1] === undefined);
    const field = makeField(p, names, type);
    stack[to++] = ghost === noPos ? field : { ...field, pos: ghost, ghost };
  }
  p.stackTop = to;
  return take(p, from);
}

/** One field for each run of names with the same type. */
function namedFields(p: Parser, from: number): readonly Field[] {
  const { stack } = p;
  const end = p.stackTop;
  let to = from;
  for (let i = from; i < end; ) {
    const type = stack[i + 1] as Expr;
    let count = 1;
    while (i + 2 * count < end && stack[i + 2 * count + 1] === type) count++;
    const names = [stack[i] as Ident];
    for (let k = 1; k < count; k++) names.push(stack[i + 2 * k] as Ident);
    stack[to++] = makeField(p, names, type);
    i += 2 * count;
  }
  p.stackTop = to;
  return take(p, from);
}
