// The grammar of the statements that only the specification language has.

import { noPos, type Pos } from '../base/source.ts';
import type { Expr, FoldStmt, GenDecl, MatchClause, ProofStmt, Specification, Stmt } from './nodes.ts';
import { parseBinary, parseBlock, parseExpr, parseExprList, unparen } from './parser-exprs.ts';
import { atSpecification, checkClauses, parseSpecification } from './parser-spec.ts';
import { checkPredicate, parseClosureSpec, parseMatched, parsePattern, parseWithValues } from './parser-spec-exprs.ts';
import {
  advance,
  badExpr,
  clauseStart,
  errorAt,
  errorExpected,
  expect,
  expectSemi,
  next,
  noBodyLevel,
  type Parser,
  parseIdentList,
  push,
  take,
} from './parser-state.ts';
import { parseFor, parseSimpleStmtHere, parseStmt, parseStmtList } from './parser-stmts.ts';
import {
  T_ASSIGN,
  T_CASE,
  T_DEFAULT,
  T_DEFINE,
  T_EOF,
  T_FOR,
  T_FUNC,
  T_LBRACE,
  T_LPAREN,
  T_RBRACE,
  T_RPAREN,
  T_SEMICOLON,
} from './token.ts';
import {
  precedence,
  T_APPLY,
  T_ASSERT,
  T_ASSUME,
  T_BY,
  T_CONTRA,
  T_CRITICAL,
  T_EXHALE,
  T_FOLD,
  T_GHOST,
  T_IMPLEMENTS,
  T_INHALE,
  T_MATCH,
  T_OPEN_DUP_PKG_INV,
  T_OUTLINE,
  T_PROOF,
  T_REFUTE,
  T_SHARE,
  T_UNFOLD,
  textOfToken,
  wordTokens,
} from './token-spec.ts';

/** A statement that begins with a word of the specification language, with its semicolon; null if there is none. */
export function parseSpecStmt(p: Parser): Stmt | null {
  const { pos } = p;
  switch (p.tok) {
    case T_GHOST: {
      next(p);
      const stmt = parseStmt(p);
      if (stmt.kind === 'EmptyStmt') errorAt(p, 'SyntaxError', pos, 'ghost needs a statement after it');
      return { kind: 'GhostStmt', id: p.nextId++, pos, end: stmt.end, stmt };
    }
    case T_ASSERT:
    case T_ASSUME:
    case T_INHALE:
    case T_EXHALE:
    case T_REFUTE:
      return parseProofStmt(p);
    case T_FOLD:
    case T_UNFOLD: {
      const fold = parseFold(p);
      expectSemi(p);
      return fold;
    }
    case T_APPLY: {
      next(p);
      const wand = parseWand(p, 'apply');
      expectSemi(p);
      return { kind: 'ApplyStmt', id: p.nextId++, pos, end: wand.end, wand };
    }
    case T_OUTLINE:
      return parseOutline(p, pos, null);
    case T_CRITICAL:
      return parseCritical(p);
    case T_SHARE: {
      next(p);
      const names = parseIdentList(p);
      const end = p.prevEnd;
      expectSemi(p);
      return { kind: 'ShareStmt', id: p.nextId++, pos, end, names };
    }
    case T_OPEN_DUP_PKG_INV: {
      next(p);
      const end = p.prevEnd;
      expectSemi(p);
      return { kind: 'OpenStmt', id: p.nextId++, pos, end };
    }
    case T_PROOF:
      return parseClosureProof(p);
    case T_MATCH:
      return parseMatch(p);
    default:
      return atSpecification(p) ? parseSpecifiedStmt(p) : null;
  }
}

/** A loop, an outline block or a call of a closure after its specification. */
function parseSpecifiedStmt(p: Parser): Stmt {
  const { pos } = p;
  const spec = parseSpecification(p);
  switch (p.tok) {
    case T_FOR:
      checkClauses(p, spec, 'loop');
      return parseFor(p, pos, spec);
    case T_OUTLINE:
      checkClauses(p, spec, 'function');
      return parseOutline(p, pos, spec);
    case T_FUNC:
      checkClauses(p, spec, 'function');
      return parseSimpleStmtHere(p, spec);
    default:
      errorExpected(p, p.pos, 'loop, outline block or function literal for the specification above');
      return { kind: 'BadStmt', id: p.nextId++, pos, end: Math.max(p.prevEnd, pos) };
  }
}

function parseProofStmt(p: Parser): Stmt {
  const { pos } = p;
  const word = textOfToken(p.tok) as ProofStmt['word'];
  next(p);
  const x = parseExpr(p);
  if (word === 'assert' && p.tok === T_BY) {
    next(p);
    const contra = p.tok === T_CONTRA;
    if (contra) next(p);
    const body = parseBlock(p);
    expectSemi(p);
    return { kind: 'AssertByStmt', id: p.nextId++, pos, end: body.end, x, contra, body };
  }
  expectSemi(p);
  return { kind: 'ProofStmt', id: p.nextId++, pos, end: x.end, word, x };
}

/** `fold P(x)` or `unfold P(x)`, without a semicolon */
export function parseFold(p: Parser): FoldStmt {
  const { pos } = p;
  const word = p.tok === T_FOLD ? 'fold' : 'unfold';
  next(p);
  const pred = parseExpr(p);
  checkPredicate(p, pred, word);
  return { kind: 'FoldStmt', id: p.nextId++, pos, end: pred.end, word, pred };
}

/** The magic wand after `package` or `apply` */
export function parseWand(p: Parser, word: string): Expr {
  const x = parseExpr(p);
  const wand = unparen(x);
  if (wand.kind !== 'BadExpr' && (wand.kind !== 'SpecBinaryExpr' || wand.op !== '--*')) {
    errorAt(p, 'NotAWand', x.pos, `${word} needs a magic wand: P --* Q`);
  }
  return x;
}

/** `"package" Expression [ Block ]` */
export function parsePackage(p: Parser): Stmt {
  const { pos } = p;
  next(p);
  const wand = parseWand(p, 'package');
  const body = p.tok === T_LBRACE ? parseBlock(p) : null;
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'PackageStmt', id: p.nextId++, pos, end, wand, body };
}

function parseOutline(p: Parser, pos: Pos, spec: Specification | null): Stmt {
  next(p);
  const list = parseParenthesised(p);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'OutlineStmt', id: p.nextId++, pos, end, spec, list };
}

/** `"(" StatementList ")"` */
function parseParenthesised(p: Parser): readonly Stmt[] {
  if (p.tok === T_LBRACE) {
    errorExpected(p, p.pos, "'(' before the statements");
    return parseBlock(p).list;
  }
  expect(p, T_LPAREN);
  const oldLevel = p.exprLevel;
  p.exprLevel = 0;
  const from = p.stackTop;
  while (p.tok !== T_RPAREN && p.tok !== T_RBRACE && p.tok !== T_EOF) push(p, parseStmt(p));
  const list = take<Stmt>(p, from);
  p.exprLevel = oldLevel;
  // Before the parenthesis a word is a name, as it is in a call; as a statement it says nothing.
  const last = list.at(-1);
  if (p.words && last?.kind === 'ExprStmt' && last.x.kind === 'Ident' && wordTokens.has(last.x.name))
    errorAt(p, 'SyntaxError', last.pos, `${last.x.name} is not a statement`);
  expect(p, T_RPAREN);
  return list;
}

/** `"critical" Expression "(" StatementList ")"` */
function parseCritical(p: Parser): Stmt {
  const { pos, spec } = p;
  next(p);
  const old = spec?.bodyLevel ?? noBodyLevel;
  if (spec !== null) spec.bodyLevel = p.exprLevel;
  const x = parseExpr(p);
  if (spec !== null) spec.bodyLevel = old;
  const list = parseParenthesised(p);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'CriticalStmt', id: p.nextId++, pos, end, x, list };
}

function parseClosureProof(p: Parser): Stmt {
  const { pos } = p;
  next(p);
  const implemented = parseBinary(p, (precedence[T_IMPLEMENTS] as number) + 1);
  expect(p, T_IMPLEMENTS);
  const spec = parseClosureSpec(p, true);
  const body = parseBlock(p);
  expectSemi(p);
  return { kind: 'ClosureProofStmt', id: p.nextId++, pos, end: body.end, x: implemented, spec, body };
}

function parseMatch(p: Parser): Stmt {
  const { pos } = p;
  next(p);
  const x = parseMatched(p);
  expect(p, T_LBRACE);
  const from = p.stackTop;
  for (;;) {
    if (p.tok !== T_CASE && p.tok !== T_DEFAULT && p.tok !== T_RBRACE && p.tok !== T_EOF) {
      errorExpected(p, p.pos, "'case'");
      advance(p, clauseStart);
    }
    if (p.tok !== T_CASE && p.tok !== T_DEFAULT) break;
    push(p, parseMatchClause(p));
  }
  const clauses = take<MatchClause>(p, from);
  expect(p, T_RBRACE);
  const end = p.prevEnd;
  expectSemi(p);
  return { kind: 'MatchStmt', id: p.nextId++, pos, end, x, clauses };
}

function parseMatchClause(p: Parser): MatchClause {
  const { pos } = p;
  const pattern = parsePattern(p);
  const afterColon = p.prevEnd;
  const body = parseStmtList(p);
  const end = body.length > 0 ? (body[body.length - 1] as Stmt).end : afterColon;
  return { kind: 'MatchClause', id: p.nextId++, pos, end, pattern, body };
}

// ---------------------------------------------------------------------------------------------------------------
// Assignments

/** What `//@ with: g := x` adds to an assignment. */
export interface GhostAssignment {
  readonly lhs: readonly Expr[];
  readonly rhs: readonly Expr[];
}

/** The rest of the line after `with:`, at that mark. */
export function parseGhostAssignment(p: Parser): GhostAssignment {
  const lhs = parseWithValues(p);
  if (p.tok !== T_ASSIGN && p.tok !== T_DEFINE) {
    errorExpected(p, p.pos, "':=' or '='");
    return { lhs: [], rhs: [] };
  }
  next(p);
  const rhs = p.tok === T_SEMICOLON ? [] : parseExprList(p, false);
  return { lhs, rhs };
}

/** `var x T :| P`, which was read as the declaration of a variable without a value */
export function makeSuchThat(p: Parser, decl: GenDecl): Stmt {
  const { pos } = decl;
  const x = p.spec?.suchThat ?? badExpr(p, pos, pos);
  if (p.spec !== null) p.spec.suchThat = null;
  const [spec] = decl.specs;
  const name = spec?.kind === 'ValueSpec' ? spec.names[0] : undefined;
  if (spec?.kind !== 'ValueSpec' || name === undefined || spec.type === null || decl.lparen !== noPos) {
    errorAt(p, 'InvalidSuchThat', x.pos, ':| follows the name and the type of one variable: var x T :| condition');
    return { kind: 'BadStmt', id: p.nextId++, pos, end: decl.end };
  }
  if (spec.names.length > 1) {
    errorAt(
      p,
      'InvalidSuchThat',
      spec.pos,
      ':| gives a value to one variable: declare each with a condition of its own',
    );
  }
  return { kind: 'SuchThatStmt', id: p.nextId++, pos, end: decl.end, name, type: spec.type, x };
}
