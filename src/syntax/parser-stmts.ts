// The grammar of statements.

import { noPos, type Pos } from '../base/source.ts';
import type {
  AssignOp,
  AssignStmt,
  BlockStmt,
  BranchStmt,
  CaseClause,
  CommClause,
  Expr,
  ExprStmt,
  Ident,
  IfStmt,
  RangeStmt,
  ReturnStmt,
  SelectStmt,
  SendStmt,
  Specification,
  Stmt,
} from './nodes.ts';
import { parseDeclInFunction } from './parser-decls.ts';
import { parseBlock, parseExprList, parseRhs, unparen } from './parser-exprs.ts';
import { leftMarks, sharedNames } from './parser-spec.ts';
import { beginsSpecOperand, parseWithValues } from './parser-spec-exprs.ts';
import { makeSuchThat, parseFold, parseGhostAssignment, parsePackage, parseSpecStmt } from './parser-spec-stmts.ts';
import {
  advance,
  badExpr,
  clauseStart,
  errorAt,
  errorExpected,
  errorHere,
  expect,
  expectSemi,
  maxDepth,
  next,
  none,
  type Parser,
  parseIdent,
  push,
  type SpecState,
  stmtEnd,
  take,
  tooDeep,
} from './parser-state.ts';
import {
  T_ADD,
  T_AND,
  T_AND_NOT_ASSIGN,
  T_ARROW,
  T_ASSIGN,
  T_BREAK,
  T_CASE,
  T_CHAN,
  T_CHAR,
  T_COLON,
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
  T_INC,
  T_INT,
  T_INTERFACE,
  T_LBRACE,
  T_LBRACK,
  T_LPAREN,
  T_MAP,
  T_MUL,
  T_NOT,
  T_PACKAGE,
  T_RANGE,
  T_RBRACE,
  T_RETURN,
  T_RPAREN,
  T_SELECT,
  T_SEMICOLON,
  T_STRING,
  T_STRUCT,
  T_SUB,
  T_SWITCH,
  T_TYPE,
  T_VAR,
  T_XOR,
  tokenText,
} from './token.ts';
import { T_FOLD, T_UNFOLD, T_WITH, T_WITH_ASSIGN, T_WITH_VALUES } from './token-spec.ts';

/** `StatementList = { Statement ";" } .` */
export function parseStmtList(p: Parser): readonly Stmt[] {
  const from = p.stackTop;
  while (p.tok !== T_RBRACE && p.tok !== T_CASE && p.tok !== T_DEFAULT && p.tok !== T_EOF) push(p, parseStmt(p));
  return take(p, from);
}

/** A statement with its semicolon. */
export function parseStmt(p: Parser): Stmt {
  if (++p.depth > maxDepth) tooDeep(p);
  const stmt = stmtAt(p);
  if (p.spec !== null) leftMarks(p);
  p.depth--;
  return stmt;
}

function stmtAt(p: Parser): Stmt {
  const { pos } = p;
  switch (p.tok) {
    case T_IDENT:
    case T_INT:
    case T_FLOAT:
    case T_IMAG:
    case T_CHAR:
    case T_STRING:
    case T_FUNC:
    case T_LPAREN:
    case T_LBRACK:
    case T_STRUCT:
    case T_MAP:
    case T_CHAN:
    case T_INTERFACE:
    case T_ADD:
    case T_SUB:
    case T_MUL:
    case T_AND:
    case T_XOR:
    case T_ARROW:
    case T_NOT: {
      const stmt = parseSimpleStmt(p, labelAllowed) as Stmt;
      // The statement after a label took its own semicolon.
      if (stmt.kind !== 'LabeledStmt') expectSemi(p);
      return stmt;
    }
    case T_CONST:
    case T_TYPE:
    case T_VAR: {
      const decl = parseDeclInFunction(p);
      if (p.spec !== null && p.spec.suchThat !== null) return makeSuchThat(p, decl);
      return { kind: 'DeclStmt', id: p.nextId++, pos, end: decl.end, decl };
    }
    case T_IF:
      return parseIf(p);
    case T_RETURN:
      return parseReturn(p);
    case T_FOR:
      return parseFor(p, pos, null);
    case T_SWITCH:
      return parseSwitch(p);
    case T_SELECT:
      return parseSelect(p);
    case T_GO:
    case T_DEFER:
      return parseGoOrDefer(p);
    case T_BREAK:
    case T_CONTINUE:
    case T_GOTO:
    case T_FALLTHROUGH:
      return parseBranch(p);
    case T_LBRACE: {
      const block = parseBlock(p);
      expectSemi(p);
      return block;
    }
    case T_SEMICOLON: {
      const { implicit, end } = p;
      next(p);
      return { kind: 'EmptyStmt', id: p.nextId++, pos, end: implicit ? pos : end, implicit };
    }
    case T_RBRACE:
      return { kind: 'EmptyStmt', id: p.nextId++, pos, end: pos, implicit: true };
    default: {
      const stmt = p.spec === null ? null : parseStmtOfSpec(p);
      if (stmt !== null) return stmt;
      errorExpected(p, pos, 'statement');
      advance(p, stmtEnd);
      if (p.tok === T_SEMICOLON) next(p);
      return { kind: 'BadStmt', id: p.nextId++, pos, end: Math.max(p.prevEnd, pos) };
    }
  }
}

/** A statement at a token with which none of plain Go begins; null if there is none. */
function parseStmtOfSpec(p: Parser): Stmt | null {
  if (p.tok === T_PACKAGE && p.words) return parsePackage(p);
  const stmt = parseSpecStmt(p);
  if (stmt !== null) return stmt;
  return beginsSpecOperand(p) ? parseSimpleStmtHere(p, null) : null;
}

/** A simple statement with its semicolon; the function literal with which it may begin has a specification. */
export function parseSimpleStmtHere(p: Parser, spec: Specification | null): Stmt {
  if (p.spec !== null) p.spec.pending = spec;
  const stmt = parseSimpleStmt(p, plain) as Stmt;
  expectSemi(p);
  return stmt;
}

// ---------------------------------------------------------------------------------------------------------------
// Simple statements

const plain = 0;
const labelAllowed = 1;
const rangeAllowed = 2;

/** A simple statement, or null for a range clause, whose parts are left in the state (`rangeAllowed` only). */
function parseSimpleStmt(p: Parser, mode: 0 | 1 | 2): Stmt | null {
  const list = parseExprList(p, false);
  const x = list[0] as Expr;
  const { pos: opPos, tok } = p;
  if (tok >= T_ASSIGN && tok <= T_AND_NOT_ASSIGN) {
    const op = tokenText[tok] as AssignOp;
    const shared = p.spec !== null && tok === T_DEFINE ? sharedNames(p, list) : none;
    next(p);
    if (mode === rangeAllowed && p.tok === T_RANGE && (op === ':=' || op === '=')) {
      parseRangeClause(p, list, opPos, op, shared);
      return null;
    }
    const rhs = parseExprList(p, true);
    if (p.tok === T_WITH_ASSIGN) return makeGhostAssign(p, list, opPos, op, rhs, shared);
    const end = (rhs[rhs.length - 1] as Expr).end;
    const assign: AssignStmt = {
      kind: 'AssignStmt',
      id: p.nextId++,
      pos: x.pos,
      end,
      lhs: list,
      opPos,
      op,
      rhs,
      shared,
    };
    return assign;
  }
  if (list.length > 1) errorExpected(p, x.pos, '1 expression');
  switch (tok) {
    case T_COLON:
      return parseLabeled(p, x, mode === labelAllowed);
    case T_ARROW: {
      next(p);
      const value = parseRhs(p);
      return makeSend(p, x, opPos, value);
    }
    case T_INC:
    case T_DEC:
      next(p);
      return {
        kind: 'IncDecStmt',
        id: p.nextId++,
        pos: x.pos,
        end: p.prevEnd,
        x,
        op: tok === T_INC ? '++' : '--',
        opPos,
      };
    default:
      return makeExprStmt(p, x);
  }
}

/** An assignment to which an annotation adds variables and values. */
function makeGhostAssign(
  p: Parser,
  lhs: readonly Expr[],
  opPos: Pos,
  op: AssignOp,
  rhs: readonly Expr[],
  shared: readonly Ident[],
): AssignStmt {
  const more = parseGhostAssignment(p);
  return {
    kind: 'AssignStmt',
    id: p.nextId++,
    pos: (lhs[0] as Expr).pos,
    end: p.prevEnd,
    lhs: [...lhs, ...more.lhs],
    opPos,
    op,
    rhs: [...rhs, ...more.rhs],
    shared: op === ':=' ? [...shared, ...sharedNames(p, more.lhs)] : shared,
  };
}

function makeExprStmt(p: Parser, x: Expr): ExprStmt {
  return { kind: 'ExprStmt', id: p.nextId++, pos: x.pos, end: x.end, x };
}

function makeSend(p: Parser, chan: Expr, arrow: Pos, value: Expr): SendStmt {
  return { kind: 'SendStmt', id: p.nextId++, pos: chan.pos, end: value.end, chan, arrow, value };
}

/** `LabeledStmt = Label ":" Statement .`, at the colon. */
function parseLabeled(p: Parser, label: Expr, allowed: boolean): Stmt {
  const colon = p.pos;
  next(p);
  if (!allowed || label.kind !== 'Ident') {
    // The label itself may have been reported already; its line shows one error only, so the colon is the place.
    errorAt(p, 'InvalidLabel', colon, 'illegal label declaration');
    return { kind: 'BadStmt', id: p.nextId++, pos: label.pos, end: colon + 1 };
  }
  const stmt = parseStmt(p);
  return { kind: 'LabeledStmt', id: p.nextId++, pos: label.pos, end: stmt.end, label, stmt };
}

/** `"range" Expression`, after `lhs` and its operator. */
function parseRangeClause(
  p: Parser,
  lhs: readonly Expr[],
  opPos: Pos,
  op: '=' | ':=' | null,
  shared: readonly Ident[],
): void {
  const rangePos = p.pos;
  next(p);
  const x = parseRhs(p);
  p.rangeWith = null;
  if (p.tok === T_WITH) {
    next(p);
    p.rangeWith = parseIdent(p);
  }
  p.rangeShared = shared;
  p.rangeLhs = lhs;
  p.rangeOpPos = opPos;
  p.rangeOp = op;
  p.rangePos = rangePos;
  p.rangeX = x;
}

/** The expression that a statement in a header should be; null if there is none. */
function headerExpr(p: Parser, stmt: Stmt | null, what: string): Expr | null {
  if (stmt === null) return null;
  if (stmt.kind === 'ExprStmt') return stmt.x;
  const kind = stmt.kind === 'AssignStmt' ? 'assignment' : 'simple statement';
  errorAt(
    p,
    'InvalidHeader',
    stmt.pos,
    `expected ${what}, found ${kind} (missing parentheses around composite literal?)`,
  );
  return badExpr(p, stmt.pos, stmt.end);
}

// ---------------------------------------------------------------------------------------------------------------
// Go, defer, return, branches

function parseGoOrDefer(p: Parser): Stmt {
  const { pos, tok } = p;
  const word = tokenText[tok] as string;
  next(p);
  if (tok === T_DEFER && (p.tok === T_FOLD || p.tok === T_UNFOLD)) {
    const fold = parseFold(p);
    expectSemi(p);
    return { kind: 'DeferFoldStmt', id: p.nextId++, pos, end: fold.end, fold };
  }
  const x = parseRhs(p);
  const call = unparen(x);
  if (call !== x) errorAt(p, 'NotACall', x.pos, `expression in ${word} must not be parenthesized`);
  if (call.kind !== 'CallExpr' && call.kind !== 'CallAsExpr' && call.kind !== 'BadExpr') {
    errorAt(p, 'NotACall', call.end, `expression in ${word} must be function call`);
  }
  expectSemi(p);
  return tok === T_GO
    ? { kind: 'GoStmt', id: p.nextId++, pos, end: x.end, call }
    : { kind: 'DeferStmt', id: p.nextId++, pos, end: x.end, call };
}

function parseReturn(p: Parser): ReturnStmt {
  const { pos } = p;
  next(p);
  const results = p.spec === null ? parseResultValues(p) : parseSpecResults(p);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'ReturnStmt', id: p.nextId++, pos, end, results };
}

function parseResultValues(p: Parser): readonly Expr[] {
  return p.tok === T_SEMICOLON || p.tok === T_RBRACE ? none : parseExprList(p, true);
}

/** The results of a return, of which an annotation on the line may hold more. */
function parseSpecResults(p: Parser): readonly Expr[] {
  const spec = p.spec as SpecState;
  const old = spec.returning;
  spec.returning = true;
  const results = p.tok === T_WITH_VALUES || p.tok === T_RPAREN ? none : parseResultValues(p);
  spec.returning = old;
  return p.tok === T_WITH_VALUES ? [...results, ...parseWithValues(p)] : results;
}

function parseBranch(p: Parser): BranchStmt {
  const { pos, tok } = p;
  next(p);
  const labeled = tok === T_GOTO || (tok !== T_FALLTHROUGH && p.tok === T_IDENT);
  const label = labeled ? parseIdent(p) : null;
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'BranchStmt', id: p.nextId++, pos, end, keyword: tokenText[tok] as BranchStmt['keyword'], label };
}

// ---------------------------------------------------------------------------------------------------------------
// If

function parseIf(p: Parser): IfStmt {
  if (++p.depth > maxDepth) tooDeep(p);
  const { pos } = p;
  next(p);
  let init: Stmt | null = null;
  let cond: Expr | null = null;
  if (p.tok === T_LBRACE) {
    errorHere(p, 'InvalidHeader', 'missing condition in if statement');
  } else {
    const oldLevel = p.exprLevel;
    p.exprLevel = -1;
    if (p.tok !== T_SEMICOLON) {
      if (p.tok === T_VAR) {
        next(p);
        errorHere(p, 'InvalidHeader', 'var declaration not allowed in if initializer');
      }
      init = parseSimpleStmt(p, plain);
    }
    if (p.tok === T_LBRACE) {
      cond = headerExpr(p, init, 'boolean expression');
      init = null;
    } else {
      cond = parseIfCondition(p);
    }
    p.exprLevel = oldLevel;
  }
  if (cond === null) cond = badExpr(p, p.pos, p.pos);
  const body = parseBlock(p);
  let orElse: Stmt | null = null;
  let end = p.prevEnd;
  if (p.tok === T_ELSE) {
    next(p);
    orElse = parseElse(p);
    end = orElse.end;
  } else {
    expectSemi(p);
  }
  p.depth--;
  return { kind: 'IfStmt', id: p.nextId++, pos, end, init, cond, body, else: orElse };
}

/** What follows the first statement of an if header: `";" Expression`. */
function parseIfCondition(p: Parser): Expr | null {
  let semiPos: Pos = noPos;
  const { implicit } = p;
  if (p.tok === T_SEMICOLON) {
    semiPos = p.pos;
    next(p);
  } else {
    expect(p, T_SEMICOLON);
  }
  if (p.tok !== T_LBRACE) return headerExpr(p, parseSimpleStmt(p, plain), 'boolean expression');
  if (semiPos !== noPos) {
    const message = implicit ? 'unexpected newline, expecting { after if clause' : 'missing condition in if statement';
    errorAt(p, 'InvalidHeader', semiPos, message);
  }
  return null;
}

function parseElse(p: Parser): Stmt {
  if (p.tok === T_IF) return parseIf(p);
  if (p.tok === T_LBRACE) {
    const block = parseBlock(p);
    expectSemi(p);
    return block;
  }
  errorExpected(p, p.pos, 'if statement or block');
  return { kind: 'BadStmt', id: p.nextId++, pos: p.pos, end: p.pos };
}

// ---------------------------------------------------------------------------------------------------------------
// Switch and select

function parseSwitch(p: Parser): Stmt {
  const { pos } = p;
  next(p);
  let init: Stmt | null = null;
  let tag: Stmt | null = null;
  if (p.tok !== T_LBRACE) {
    const oldLevel = p.exprLevel;
    p.exprLevel = -1;
    if (p.tok !== T_SEMICOLON) tag = parseSimpleStmt(p, plain);
    if (p.tok === T_SEMICOLON) {
      next(p);
      init = tag;
      tag = p.tok === T_LBRACE ? null : parseSimpleStmt(p, plain);
    }
    p.exprLevel = oldLevel;
  }
  const guard = typeSwitchGuard(p, tag);
  const lbrace = expect(p, T_LBRACE);
  const from = p.stackTop;
  while (atClause(p)) push(p, parseCaseClause(p));
  const clauses = take<CaseClause>(p, from);
  const rbrace = expect(p, T_RBRACE);
  const end = p.prevEnd;
  expectSemi(p);
  if (guard !== null) {
    return { kind: 'TypeSwitchStmt', id: p.nextId++, pos, end, init, assign: guard, lbrace, clauses, rbrace };
  }
  const x = headerExpr(p, tag, 'switch expression');
  return { kind: 'SwitchStmt', id: p.nextId++, pos, end, init, tag: x, lbrace, clauses, rbrace };
}

/** The statement if it is `y.(type)` or `x := y.(type)`, else null. */
function typeSwitchGuard(p: Parser, stmt: Stmt | null): AssignStmt | ExprStmt | null {
  if (stmt === null) return null;
  if (stmt.kind === 'ExprStmt') return isTypeGuard(stmt.x) ? stmt : null;
  if (stmt.kind !== 'AssignStmt' || stmt.lhs.length !== 1 || stmt.rhs.length !== 1) return null;
  if (!isTypeGuard(stmt.rhs[0] as Expr)) return null;
  if (stmt.op === '=') errorAt(p, 'SyntaxError', stmt.opPos, "expected ':=', found '='");
  return stmt.op === ':=' || stmt.op === '=' ? stmt : null;
}

function isTypeGuard(x: Expr): boolean {
  return x.kind === 'TypeAssertExpr' && x.type === null;
}

/** Whether a clause begins; skips what stands before it in the body of a switch or select. */
function atClause(p: Parser): boolean {
  if (p.tok !== T_CASE && p.tok !== T_DEFAULT && p.tok !== T_RBRACE) {
    errorExpected(p, p.pos, "'}'");
    advance(p, clauseStart);
  }
  return p.tok === T_CASE || p.tok === T_DEFAULT;
}

function parseCaseClause(p: Parser): CaseClause {
  const { pos } = p;
  let list: readonly Expr[] | null = null;
  if (p.tok === T_CASE) {
    next(p);
    list = parseExprList(p, true);
  } else {
    next(p);
  }
  const colon = expect(p, T_COLON);
  const afterColon = p.prevEnd;
  const body = parseStmtList(p);
  const end = body.length > 0 ? (body[body.length - 1] as Stmt).end : afterColon;
  return { kind: 'CaseClause', id: p.nextId++, pos, end, list, colon, body };
}

function parseSelect(p: Parser): SelectStmt {
  const { pos } = p;
  next(p);
  const lbrace = expect(p, T_LBRACE);
  const from = p.stackTop;
  while (atClause(p)) push(p, parseCommClause(p));
  const clauses = take<CommClause>(p, from);
  const rbrace = expect(p, T_RBRACE);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'SelectStmt', id: p.nextId++, pos, end, lbrace, clauses, rbrace };
}

function parseCommClause(p: Parser): CommClause {
  const { pos } = p;
  let comm: Stmt | null = null;
  if (p.tok === T_CASE) {
    next(p);
    p.depth++;
    comm = parseComm(p);
    p.depth--;
  } else {
    next(p);
  }
  const colon = expect(p, T_COLON);
  const afterColon = p.prevEnd;
  const body = parseStmtList(p);
  const end = body.length > 0 ? (body[body.length - 1] as Stmt).end : afterColon;
  return { kind: 'CommClause', id: p.nextId++, pos, end, comm, colon, body };
}

/** `SendStmt | RecvStmt`; that it is one of them the checker decides. */
function parseComm(p: Parser): Stmt {
  let lhs = parseExprList(p, false);
  const first = lhs[0] as Expr;
  const { pos: opPos, tok } = p;
  if (tok === T_ASSIGN || tok === T_DEFINE) {
    if (lhs.length > 2) {
      errorExpected(p, first.pos, '1 or 2 expressions');
      lhs = lhs.slice(0, 2);
    }
    next(p);
    const x = parseRhs(p);
    const op: AssignOp = tok === T_ASSIGN ? '=' : ':=';
    return { kind: 'AssignStmt', id: p.nextId++, pos: first.pos, end: x.end, lhs, opPos, op, rhs: [x], shared: none };
  }
  if (lhs.length > 1) errorExpected(p, first.pos, '1 expression');
  if (tok !== T_ARROW) return makeExprStmt(p, first);
  next(p);
  const value = parseRhs(p);
  return makeSend(p, first, opPos, value);
}

// ---------------------------------------------------------------------------------------------------------------
// For

/** A for statement whose specification, if it has one, began at `pos`. */
export function parseFor(p: Parser, pos: Pos, spec: Specification | null): Stmt {
  next(p);
  let init: Stmt | null = null;
  let cond: Stmt | null = null;
  let post: Stmt | null = null;
  let isRange = false;
  if (p.tok !== T_LBRACE) {
    const oldLevel = p.exprLevel;
    p.exprLevel = -1;
    if (p.tok === T_RANGE) {
      parseRangeClause(p, none, noPos, null, none);
      isRange = true;
    } else if (p.tok !== T_SEMICOLON) {
      cond = parseSimpleStmt(p, rangeAllowed);
      isRange = cond === null;
    }
    if (!isRange && p.tok === T_SEMICOLON) {
      next(p);
      init = cond;
      cond = p.tok === T_SEMICOLON ? null : parseSimpleStmt(p, plain);
      expectSemi(p);
      post = p.tok === T_LBRACE ? null : parseSimpleStmt(p, plain);
    }
    p.exprLevel = oldLevel;
  }
  if (isRange) return parseRangeBody(p, pos, spec);
  const body = parseBlock(p);
  expectSemi(p);
  const x = headerExpr(p, cond, 'boolean or range expression');
  return { kind: 'ForStmt', id: p.nextId++, pos, end: body.end, spec, init, cond: x, post, body };
}

/** The rest of a for statement whose range clause was just parsed. */
function parseRangeBody(p: Parser, pos: Pos, spec: Specification | null): RangeStmt {
  const { rangeLhs: lhs, rangeOpPos: opPos, rangeOp: op, rangePos, rangeShared: shared, rangeWith } = p;
  const x = p.rangeX as Expr;
  const body: BlockStmt = parseBlock(p);
  expectSemi(p);
  return {
    kind: 'RangeStmt',
    id: p.nextId++,
    pos,
    end: body.end,
    spec,
    key: lhs.length > 0 ? (lhs[0] as Expr) : null,
    value: lhs.length > 1 ? (lhs[1] as Expr) : null,
    extra: lhs.length > 2 ? lhs.slice(2) : none,
    opPos,
    op,
    rangePos,
    x,
    shared,
    with: rangeWith,
    body,
  };
}
