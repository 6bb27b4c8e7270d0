// The grammar of the expressions and types that only the specification language has.

import { noPos, type Pos } from '../base/source.ts';
import type {
  AccessExpr,
  CallExpr,
  ClosureSpec,
  Expr,
  Field,
  FieldList,
  Ident,
  IndexExpr,
  MatchExprClause,
  OldExpr,
  QuantExpr,
  SelectorExpr,
  SliceExpr,
  SpecBinaryExpr,
  SpecBinaryOp,
  Trigger,
  TypeAssertExpr,
  Update,
  UpdateExpr,
} from './nodes.ts';
import {
  parseBinary,
  parseElement,
  parseExpr,
  parseExprList,
  parseExprOnly,
  parseFuncTypeOrLit,
  parseLiteralValue,
  parseOperand,
  parsePrimaryFrom,
  unparen,
} from './parser-exprs.ts';
import { atSpecification, checkClauses, parseSpecification } from './parser-spec.ts';
import { specTypeAt } from './parser-spec-types.ts';
import {
  advance,
  afterMatching,
  badExpr,
  clauseStart,
  endFrom,
  errorAt,
  errorExpected,
  errorHere,
  expect,
  expectClosing,
  expectSemi,
  makeIdent,
  matchLevel,
  maxDepth,
  moreElements,
  next,
  operandEnd,
  type Parser,
  parseIdent,
  parseIdentList,
  peek,
  push,
  take,
  tooDeep,
} from './parser-state.ts';
import { parseType } from './parser-types.ts';
import {
  isLiteralToken,
  T_ADD,
  T_AND,
  T_ARROW,
  T_ASSIGN,
  T_CASE,
  T_COLON,
  T_COMMA,
  T_DEFAULT,
  T_DEFINE,
  T_EOF,
  T_FUNC,
  T_INC,
  T_LBRACE,
  T_LBRACK,
  T_LPAREN,
  T_MAP,
  T_MUL,
  T_NOT,
  T_PERIOD,
  T_RANGE,
  T_RBRACE,
  T_RBRACK,
  T_RPAREN,
  T_SEMICOLON,
  T_STRUCT,
  T_SUB,
  T_TYPE,
  T_XOR,
} from './token.ts';
import {
  concatPrecedence,
  condPrecedence,
  firstWord,
  precedence,
  T_ACC,
  T_AS,
  T_ASSERTING,
  T_AT,
  T_BEFORE,
  T_DICT,
  T_EXISTS,
  T_FORALL,
  T_GPOINTER,
  T_IMPLEMENTS,
  T_IMPLIES,
  T_IN,
  T_LET,
  T_LHS,
  T_LPRED,
  T_MATCH,
  T_MSET,
  T_OLD,
  T_OPTION,
  T_PRED,
  T_QUESTION,
  T_REVEAL,
  T_RPRED,
  T_SEQ,
  T_SET,
  T_UNFOLDING,
  T_UNFOLDING_MARK,
  T_WITH_ARGS,
  T_WITH_VALUES,
  textOfToken,
} from './token-spec.ts';

/** How much more of the stack a level of a specification takes than one of an expression. */
export const extraDepth = 2;

/** An operand that only specifications have; null if none begins here. */
export function parseSpecOperand(p: Parser): Expr | null {
  p.depth += extraDepth;
  if (p.depth > maxDepth) tooDeep(p);
  const x = specOperandAt(p);
  p.depth -= extraDepth;
  return x;
}

function specOperandAt(p: Parser): Expr | null {
  switch (p.tok) {
    case T_OLD:
    case T_BEFORE:
      return parseOld(p);
    case T_ACC:
      return parseAccess(p);
    case T_FORALL:
    case T_EXISTS:
      return parseQuantifier(p);
    case T_LET:
      return parseLet(p);
    case T_UNFOLDING:
    case T_UNFOLDING_MARK:
      return parseUnfolding(p);
    case T_ASSERTING: {
      const { pos } = p;
      next(p);
      const assertion = parseExpr(p);
      expect(p, T_IN);
      const x = parseExpr(p);
      return { kind: 'AssertingExpr', id: p.nextId++, pos, end: x.end, assertion, x };
    }
    case T_REVEAL:
      return parseReveal(p);
    case T_MATCH:
      return parseMatchExpr(p);
    case T_QUESTION: {
      const { pos } = p;
      next(p);
      const name = parseIdent(p);
      return { kind: 'BindExpr', id: p.nextId++, pos, end: name.end, name };
    }
    case T_TYPE:
      return p.words ? parseTypeExpr(p) : null;
    case T_RANGE: {
      // `range(d)` is the set of a dictionary's values.
      if (!p.words || peek(p) !== T_LPAREN) return null;
      const ident = makeIdent(p, p.pos, p.end, 'range');
      next(p);
      return ident;
    }
    default:
      if (atSpecification(p)) return parseSpecifiedLiteral(p);
      return specTypeAt(p);
  }
}

/** Whether an operand begins here that only specifications have. */
export function beginsSpecOperand(p: Parser): boolean {
  switch (p.tok) {
    case T_OLD:
    case T_BEFORE:
    case T_ACC:
    case T_FORALL:
    case T_EXISTS:
    case T_LET:
    case T_UNFOLDING:
    case T_UNFOLDING_MARK:
    case T_ASSERTING:
    case T_REVEAL:
    case T_SEQ:
    case T_SET:
    case T_MSET:
    case T_OPTION:
    case T_GPOINTER:
    case T_DICT:
    case T_PRED:
      return true;
    default:
      return false;
  }
}

/** A function literal with its specification. */
function parseSpecifiedLiteral(p: Parser): Expr {
  const { pos } = p;
  const oldLevel = p.exprLevel;
  p.exprLevel = 0;
  const spec = parseSpecification(p);
  p.exprLevel = oldLevel;
  if (p.tok === T_FUNC) {
    checkClauses(p, spec, 'function');
    return parseFuncTypeOrLit(p, pos, spec);
  }
  errorExpected(p, p.pos, 'function literal for the specification');
  advance(p, operandEnd);
  return badExpr(p, pos, p.pos);
}

/** `old(x)`, `old[label](x)` or `before(x)` */
function parseOld(p: Parser): OldExpr {
  const { pos } = p;
  const word = p.tok === T_OLD ? 'old' : 'before';
  let label: Ident | null = null;
  next(p);
  if (p.tok === T_LBRACK) {
    next(p);
    if (p.tok === T_LHS) {
      label = makeIdent(p, p.pos, p.end, '#lhs');
      next(p);
    } else {
      label = parseIdent(p);
    }
    expect(p, T_RBRACK);
  }
  expect(p, T_LPAREN);
  p.exprLevel++;
  const x = parseExpr(p);
  p.exprLevel--;
  expect(p, T_RPAREN);
  return { kind: 'OldExpr', id: p.nextId++, pos, end: p.prevEnd, word, label, x };
}

function parseAccess(p: Parser): AccessExpr {
  const { pos } = p;
  next(p);
  expect(p, T_LPAREN);
  p.exprLevel++;
  const x = parseExpr(p);
  let perm: Expr | null = null;
  if (p.tok === T_COMMA) {
    next(p);
    perm = parseExpr(p);
  }
  p.exprLevel--;
  expect(p, T_RPAREN);
  return { kind: 'AccessExpr', id: p.nextId++, pos, end: p.prevEnd, x, perm };
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions that go as far as they can

/** `( "forall" | "exists" ) BoundVariables "::" { Trigger } Expression` */
function parseQuantifier(p: Parser): QuantExpr {
  const { pos } = p;
  const word = p.tok === T_FORALL ? 'forall' : 'exists';
  next(p);
  const varsPos = p.pos;
  const from = p.stackTop;
  do {
    const names = parseIdentList(p);
    const type = parseType(p);
    const first = names[0] as Ident;
    const field: Field = {
      kind: 'Field',
      id: p.nextId++,
      pos: first.pos,
      end: type.end,
      doc: null,
      ghost: noPos,
      spec: null,
      names,
      type,
      tag: null,
    };
    push(p, field);
    if (p.tok !== T_COMMA) break;
    next(p);
  } while (p.tok !== T_COLON && p.tok !== T_EOF);
  const list = take<Field>(p, from);
  const vars: FieldList = {
    kind: 'FieldList',
    id: p.nextId++,
    pos: varsPos,
    end: (list[list.length - 1] as Field).end,
    opening: noPos,
    list,
    closing: noPos,
  };
  if (p.tok === T_COLON) {
    next(p);
    expect(p, T_COLON);
  } else {
    errorExpected(p, p.pos, "'::' after the variables of the quantifier");
    advance(p, operandEnd);
    while (p.tok === T_COLON) next(p);
  }
  const triggersFrom = p.stackTop;
  while (p.tok === T_LBRACE) push(p, parseTrigger(p));
  const triggers = take<Trigger>(p, triggersFrom);
  // A line may end after a trigger.
  if (triggers.length > 0 && p.tok === T_SEMICOLON && p.implicit) next(p);
  const x = parseExpr(p);
  return { kind: 'QuantExpr', id: p.nextId++, pos, end: x.end, word, vars, triggers, x };
}

function parseTrigger(p: Parser): Trigger {
  const { pos } = p;
  next(p);
  p.exprLevel++;
  const from = p.stackTop;
  while (p.tok !== T_RBRACE && p.tok !== T_EOF) {
    push(p, parseExpr(p));
    if (p.tok !== T_COMMA) break;
    next(p);
    if (p.tok === T_RBRACE) errorHere(p, 'InvalidTrigger', "a trigger ends with an expression: remove the ','");
  }
  p.exprLevel--;
  const exprs = take<Expr>(p, from);
  if (exprs.length === 0) {
    errorHere(p, 'InvalidTrigger', 'a trigger needs an expression: leave the braces out to have triggers inferred');
  }
  expect(p, T_RBRACE);
  return { kind: 'Trigger', id: p.nextId++, pos, end: p.prevEnd, exprs };
}

function parseLet(p: Parser): Expr {
  const { pos } = p;
  next(p);
  const names = parseIdentList(p);
  expect(p, T_DEFINE);
  const values = parseExprList(p, false);
  expect(p, T_IN);
  const x = parseExpr(p);
  return { kind: 'LetExpr', id: p.nextId++, pos, end: x.end, names, values, x };
}

/** `unfolding P in x`, or `unfolding: P` in an annotation before `x` */
function parseUnfolding(p: Parser): Expr {
  const { pos } = p;
  const mark = p.tok === T_UNFOLDING_MARK;
  next(p);
  const pred = parsePrimaryFrom(p, parseOperand(p));
  checkPredicate(p, pred, 'unfolding');
  if (!mark || p.tok === T_IN) expect(p, T_IN);
  const x = parseExpr(p);
  return { kind: 'UnfoldingExpr', id: p.nextId++, pos, end: x.end, pred, x };
}

/** Complains unless `x` is a predicate with arguments, perhaps with a permission. */
export function checkPredicate(p: Parser, x: Expr, word: string): void {
  const inner = x.kind === 'AccessExpr' ? unparen(x.x) : unparen(x);
  if (inner.kind === 'CallExpr' || inner.kind === 'RevealExpr' || inner.kind === 'BadExpr') return;
  errorAt(p, 'NotAPredicate', x.pos, `${word} needs a predicate with its arguments, such as P(x) or acc(P(x), 1/2)`);
}

function parseReveal(p: Parser): Expr {
  const { pos } = p;
  next(p);
  const x = parsePrimaryFrom(p, parseOperand(p));
  // What follows the call belongs to its result.
  const spine: Selection[] = [];
  let call = x;
  while (isSelection(call)) {
    spine.push(call);
    call = call.x;
  }
  if (call.kind !== 'CallExpr') {
    if (call.kind !== 'BadExpr') errorAt(p, 'NotACall', x.pos, 'reveal needs a call of an opaque function');
    return x;
  }
  let result: Expr = { kind: 'RevealExpr', id: p.nextId++, pos, end: call.end, call };
  for (const selection of spine.reverse()) result = { ...selection, pos, x: result };
  return result;
}

type Selection = SelectorExpr | IndexExpr | SliceExpr | TypeAssertExpr | UpdateExpr;

function isSelection(x: Expr): x is Selection {
  switch (x.kind) {
    case 'SelectorExpr':
    case 'IndexExpr':
    case 'SliceExpr':
    case 'TypeAssertExpr':
    case 'UpdateExpr':
      return true;
    default:
      return false;
  }
}

/** `match x { case pattern: y; default: z }` as an expression */
function parseMatchExpr(p: Parser): Expr {
  if (++p.depth > maxDepth) tooDeep(p);
  const { pos } = p;
  next(p);
  const x = parseMatched(p);
  expect(p, T_LBRACE);
  const oldLevel = p.exprLevel;
  p.exprLevel = 0;
  const from = p.stackTop;
  while (p.tok === T_CASE || p.tok === T_DEFAULT) {
    const start = p.pos;
    const pattern = parsePattern(p);
    const value = parseExpr(p);
    const clause: MatchExprClause = {
      kind: 'MatchExprClause',
      id: p.nextId++,
      pos: start,
      end: value.end,
      pattern,
      x: value,
    };
    push(p, clause);
    if (p.tok !== T_RBRACE) expectSemi(p);
    if (p.tok !== T_CASE && p.tok !== T_DEFAULT && p.tok !== T_RBRACE) {
      errorExpected(p, p.pos, "'case'");
      advance(p, clauseStart);
    }
  }
  p.exprLevel = oldLevel;
  const clauses = take<MatchExprClause>(p, from);
  expect(p, T_RBRACE);
  p.depth--;
  return { kind: 'MatchExpr', id: p.nextId++, pos, end: p.prevEnd, x, clauses };
}

/** The expression after `match`: a brace begins the cases. */
export function parseMatched(p: Parser): Expr {
  const oldLevel = p.exprLevel;
  p.exprLevel = matchLevel;
  const x = parseExpr(p);
  p.exprLevel = oldLevel;
  return x;
}

/** `"case" Pattern ":"` or `"default" ":"`; null for the latter. */
export function parsePattern(p: Parser): Expr | null {
  const isDefault = p.tok === T_DEFAULT;
  next(p);
  const oldLevel = p.exprLevel;
  p.exprLevel = 0;
  const pattern = isDefault ? null : parseExpr(p);
  p.exprLevel = oldLevel;
  expect(p, T_COLON);
  return pattern;
}

function parseTypeExpr(p: Parser): Expr {
  const { pos } = p;
  next(p);
  expect(p, T_LBRACK);
  const type = parseType(p);
  expect(p, T_RBRACK);
  return { kind: 'TypeExpr', id: p.nextId++, pos, end: p.prevEnd, type };
}

// ---------------------------------------------------------------------------------------------------------------
// Operators

/** Whether `++` here joins two sequences instead of ending a statement. */
export function isConcatenation(p: Parser): boolean {
  if (!p.words) return false;
  const following = peek(p);
  if (isLiteralToken(following) || following >= firstWord) return true;
  switch (following) {
    case T_LPAREN:
    case T_LBRACK:
    case T_MUL:
    case T_SUB:
    case T_ADD:
    case T_NOT:
    case T_XOR:
    case T_AND:
    case T_ARROW:
    case T_MAP:
    case T_STRUCT:
    case T_FUNC:
      return true;
    default:
      return false;
  }
}

/** The rest of an expression whose left operand is `x`, at an operator that Go does not have. */
export function parseSpecBinary(p: Parser, x: Expr): Expr {
  if (++p.depth > maxDepth) tooDeep(p);
  const { tok, pos: opPos } = p;
  next(p);
  let result: Expr;
  if (tok === T_QUESTION) {
    const then = parseBinary(p, condPrecedence);
    expect(p, T_COLON);
    const otherwise = parseBinary(p, condPrecedence);
    const { pos } = x;
    result = { kind: 'CondExpr', id: p.nextId++, pos, end: otherwise.end, cond: x, then, else: otherwise };
  } else if (tok === T_IMPLEMENTS) {
    const spec = parseClosureSpec(p, false);
    result = { kind: 'ImplementsExpr', id: p.nextId++, pos: x.pos, end: spec.end, x, spec };
  } else {
    const strength = tok === T_INC ? concatPrecedence : (precedence[tok] as number);
    // Implications nest to the right.
    const y = parseBinary(p, tok === T_IMPLIES ? strength : strength + 1);
    const binary: SpecBinaryExpr = {
      kind: 'SpecBinaryExpr',
      id: p.nextId++,
      pos: x.pos,
      end: y.end,
      x,
      opPos,
      op: textOfToken(tok) as SpecBinaryOp,
      y,
    };
    result = binary;
  }
  p.depth--;
  return result;
}

/** What may follow an operand in specifications only; `x` itself if there is nothing of that kind. */
export function parseSpecPostfix(p: Parser, x: Expr): Expr {
  switch (p.tok) {
    case T_AS:
      return parseCallAs(p, x);
    case T_AT:
      if (x.kind !== 'Ident' || p.spec === null) {
        errorHere(p, 'MisplacedMark', '@ marks a variable where it is declared');
      } else {
        p.spec.marked.push(x);
      }
      next(p);
      return x;
    case T_LPRED:
      return parseLiteralValue(p, x, T_LPRED, T_RPRED);
    case T_WITH_VALUES:
      if (p.spec?.returning === true) return x;
      return parseGhostArguments(p, x);
    case T_WITH_ARGS:
      return parseGhostArguments(p, x);
    default:
      return x;
  }
}

/** Where words are reserved, `rel(x, n)` names one of the executions that are compared by a number as it is written. */
export function checkRel(p: Parser, fun: Expr, args: readonly Expr[]): void {
  if (p.spec?.reserved !== true || fun.kind !== 'Ident' || fun.name !== 'rel') return;
  const second = args[1];
  if (args.length === 2 && second?.kind === 'BasicLit' && second.lit === 'int') return;
  errorAt(
    p,
    'SyntaxError',
    second?.pos ?? fun.pos,
    'rel needs an expression and the number of an execution: rel(x, 0) or rel(x, 1)',
  );
}

function parseCallAs(p: Parser, call: Expr): Expr {
  if (call.kind !== 'CallExpr') {
    errorHere(p, 'NotACall', 'as names the specification of a call');
    next(p);
    parseClosureSpec(p, false);
    return call;
  }
  next(p);
  const spec = parseClosureSpec(p, false);
  return { kind: 'CallAsExpr', id: p.nextId++, pos: call.pos, end: spec.end, call, spec };
}

/** `f(x) //@ with: y, z`: more arguments for the call. */
function parseGhostArguments(p: Parser, x: Expr): Expr {
  const call = x.kind === 'CallAsExpr' ? x.call : x;
  if (call.kind !== 'CallExpr') {
    errorHere(p, 'MisplacedAnnotation', 'with: belongs after a call, a return or an assignment');
  }
  const more = parseWithValues(p);
  if (call.kind !== 'CallExpr') return x;
  const longer: CallExpr = { ...call, args: [...call.args, ...more], end: p.prevEnd };
  return x.kind === 'CallAsExpr' ? { ...x, call: longer, end: p.prevEnd } : longer;
}

/** The expressions after `with:`; there may be none. */
export function parseWithValues(p: Parser): readonly Expr[] {
  next(p);
  const oldLevel = p.exprLevel;
  p.exprLevel = 0;
  const list = parseExprList(p, false);
  p.exprLevel = oldLevel;
  return list;
}

/** `name` or `pkg.name`, with arguments between braces; with `block`, a lone pair of braces is the block that follows. */
export function parseClosureSpec(p: Parser, block: boolean): ClosureSpec {
  const { pos } = p;
  let name: Expr = parseIdent(p);
  while (p.tok === T_PERIOD) {
    next(p);
    const sel = parseIdent(p);
    name = { kind: 'SelectorExpr', id: p.nextId++, pos, end: sel.end, x: name, sel };
  }
  let lbrace: Pos = noPos;
  let params: readonly Expr[] = [];
  if (p.tok === T_LBRACE && (!block || afterMatching(p) === T_LBRACE)) {
    lbrace = p.pos;
    next(p);
    p.exprLevel++;
    const from = p.stackTop;
    while (p.tok !== T_RBRACE && p.tok !== T_EOF) {
      push(p, parseElement(p));
      if (!moreElements(p, 'arguments of a specification', T_RBRACE)) break;
    }
    p.exprLevel--;
    params = take<Expr>(p, from);
    expectClosing(p, T_RBRACE);
  }
  return { kind: 'ClosureSpec', id: p.nextId++, pos, end: endFrom(p, pos), name, lbrace, params };
}

/** `s[k = v, ...]`, after its first key */
export function parseUpdates(p: Parser, x: Expr, first: Expr): Expr {
  const from = p.stackTop;
  let key = first;
  for (;;) {
    expect(p, T_ASSIGN);
    const value = parseExprOnly(p);
    const update: Update = { kind: 'Update', id: p.nextId++, pos: key.pos, end: value.end, key, value };
    push(p, update);
    if (p.tok !== T_COMMA) break;
    next(p);
    key = parseExprOnly(p);
  }
  const updates = take<Update>(p, from);
  p.exprLevel--;
  expect(p, T_RBRACK);
  return { kind: 'UpdateExpr', id: p.nextId++, pos: x.pos, end: p.prevEnd, x, updates };
}
