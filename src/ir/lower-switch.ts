// Switch and type switch: chains of conditions.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { Typ, unalias } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import {
  assign,
  binary,
  blockOf,
  boolConst,
  declareVar,
  emit,
  emptyBlock,
  intConst,
  newTemp,
  ref,
  spanOf,
  steady,
  toTemp,
  typeOf,
  zero,
} from './build.ts';
import type { Block, Expr } from './ir.ts';
import { expr, logical, operate } from './lower-expr.ts';
import { breakable, stmt, stmtList } from './lower-stmt.ts';
import type { Fn } from './lowerer.ts';

/** Longer chains are written one after the other instead of one inside the other. */
const deepest = 50;

interface Arm {
  /** Emits what is needed and gives the condition; null for default. */
  readonly condition: (() => Expr) | null;
  readonly body: () => void;
  readonly span: Span;
}

export function switchStmt(fn: Fn, s: ast.SwitchStmt, name: string | null): void {
  const span = spanOf(s);
  if (s.init !== null) stmt(fn, s.init);
  const tag = s.tag === null ? null : steady(fn, expr(fn, s.tag));
  const arms = s.clauses.map((clause): Arm => {
    const { list } = clause;
    return {
      condition: list === null ? null : () => matches(fn, tag, list, spanOf(clause)),
      body: () => stmtList(fn, withoutFallthrough(clause.body)),
      span: spanOf(clause),
    };
  });
  breakable(fn, 'switch', name, span, () => {
    if (s.clauses.some((clause) => fallsThrough(clause.body))) fallthroughChain(fn, s, arms, span);
    else chain(fn, arms, span);
  });
}

function fallsThrough(body: readonly ast.Stmt[]): boolean {
  return withoutFallthrough(body) !== body;
}

/** The statements before a final `fallthrough`; the list itself if there is none. */
function withoutFallthrough(body: readonly ast.Stmt[]): readonly ast.Stmt[] {
  let n = body.length;
  while (n > 0 && body[n - 1]?.kind === 'EmptyStmt') n--;
  let last = body[n - 1];
  while (last?.kind === 'LabeledStmt') last = last.stmt;
  return last?.kind === 'BranchStmt' && last.keyword === 'fallthrough' ? body.slice(0, n - 1) : body;
}

/** Whether the tag equals one of the list, which is evaluated as far as needed. */
function matches(fn: Fn, tag: Expr | null, list: readonly ast.Expr[], span: Span): Expr {
  const one = (e: ast.Expr): Expr => {
    const value = expr(fn, e);
    if (tag === null) return value;
    return operate(fn, '==', tag, value, Typ.bool, spanOf(e));
  };
  let cond = one(must(list[0]));
  for (const e of list.slice(1)) cond = logical(fn, '||', cond, () => one(e), Typ.bool, span);
  return cond;
}

/** The arms in order, with the default wherever it stands as the last resort. */
function chain(fn: Fn, arms: readonly Arm[], span: Span): void {
  const tested = arms.filter((arm) => arm.condition !== null);
  const otherwise = arms.find((arm) => arm.condition === null) ?? null;
  if (tested.length > deepest) {
    const choice = choose(fn, arms, span);
    for (const [i, arm] of arms.entries()) {
      const cond = binary('==', choice, intConst(i, arm.span), Typ.bool, arm.span);
      emit(fn, { kind: 'If', cond, then: blockOf(fn, arm.body), otherwise: emptyBlock, span: arm.span });
    }
    return;
  }
  const from = (i: number): void => {
    const arm = tested[i];
    if (arm === undefined) {
      otherwise?.body();
      return;
    }
    const cond = must(arm.condition)();
    const then = blockOf(fn, arm.body);
    emit(fn, { kind: 'If', cond, then, otherwise: blockOf(fn, () => from(i + 1)), span: arm.span });
  };
  from(0);
}

/** The index of the arm to take, or -1. */
function choose(fn: Fn, arms: readonly Arm[], span: Span): Expr {
  const fallback = arms.findIndex((arm) => arm.condition === null);
  const choice = toTemp(fn, intConst(-1, span));
  const undecided = (): Expr => binary('<', ref(choice), intConst(0, span), Typ.bool, span);
  const set = (i: number): Block => blockOf(fn, () => assign(fn, choice, intConst(i, span), span));
  for (const [i, arm] of arms.entries()) {
    const { condition } = arm;
    if (condition === null) continue;
    const test = blockOf(fn, () => {
      const cond = condition();
      emit(fn, { kind: 'If', cond, then: set(i), otherwise: emptyBlock, span: arm.span });
    });
    emit(fn, { kind: 'If', cond: undecided(), then: test, otherwise: emptyBlock, span: arm.span });
  }
  if (fallback >= 0) emit(fn, { kind: 'If', cond: undecided(), then: set(fallback), otherwise: emptyBlock, span });
  return ref(choice);
}

function fallthroughChain(fn: Fn, s: ast.SwitchStmt, arms: readonly Arm[], span: Span): void {
  const choice = choose(fn, arms, span);
  const local = choice.kind === 'LocalRef' ? choice.local : null;
  for (const [i, arm] of arms.entries()) {
    const clause = must(s.clauses[i]);
    const then = blockOf(fn, () => {
      arm.body();
      if (fallsThrough(clause.body)) assign(fn, must(local), intConst(i + 1, arm.span), arm.span);
    });
    const cond = binary('==', choice, intConst(i, arm.span), Typ.bool, arm.span);
    emit(fn, { kind: 'If', cond, then, otherwise: emptyBlock, span: arm.span });
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Type switch

export function typeSwitchStmt(fn: Fn, s: ast.TypeSwitchStmt, name: string | null): void {
  const span = spanOf(s);
  if (s.init !== null) stmt(fn, s.init);
  const x = steady(fn, expr(fn, guarded(s)));
  const arms = s.clauses.map((clause) => typeArm(fn, x, clause));
  breakable(fn, 'switch', name, span, () => chain(fn, arms, span));
}

/** The x of `x.(type)`. */
function guarded(s: ast.TypeSwitchStmt): ast.Expr {
  let e = s.assign.kind === 'ExprStmt' ? s.assign.x : must(s.assign.rhs[0]);
  while (e.kind === 'ParenExpr') e = e.x;
  return e.kind === 'TypeAssertExpr' ? e.x : e;
}

function typeArm(fn: Fn, x: Expr, clause: ast.CaseClause): Arm {
  const span = spanOf(clause);
  const { list } = clause;
  const symbol = fn.info.implicits.get(clause);
  const obj = symbol?.kind === 'Var' ? symbol : null;
  let value: Expr = x;
  const bind = (): void => {
    if (obj === null) return;
    const local = declareVar(fn, obj, 'var', span);
    emit(fn, { kind: 'Declare', local, value, span });
  };
  const body = (): void => {
    bind();
    stmtList(fn, clause.body);
  };
  if (list === null) return { condition: null, body, span };
  const condition = (): Expr => {
    const only = list[0];
    if (list.length === 1 && only !== undefined) {
      const type = caseType(fn, only);
      if (type === null) return isNil(x, spanOf(only));
      const target = obj === null ? null : newTemp(fn, type, spanOf(only));
      if (target !== null) value = ref(target);
      return holds(fn, x, type, target, spanOf(only));
    }
    let cond: Expr | null = null;
    for (const e of list) {
      const type = caseType(fn, e);
      const one = type === null ? isNil(x, spanOf(e)) : holds(fn, x, type, null, spanOf(e));
      cond = cond === null ? one : binary('||', cond, one, Typ.bool, span);
    }
    return cond ?? boolConst(false, span);
  };
  return { condition, body, span };
}

/** Null for `nil`. */
function caseType(fn: Fn, e: ast.Expr): Type | null {
  const tv = fn.info.types.get(e);
  if (tv !== undefined && tv.mode !== 'typexpr') return null;
  const type = typeOf(fn, e);
  const t = unalias(type);
  return t.kind === 'Basic' && t.basic === 'untyped nil' ? null : type;
}

function isNil(x: Expr, span: Span): Expr {
  return binary('==', x, zero(x.type, span), Typ.bool, span);
}

function holds(fn: Fn, x: Expr, type: Type, target: ReturnType<typeof newTemp> | null, span: Span): Expr {
  const ok = newTemp(fn, Typ.bool, span);
  emit(fn, { kind: 'TypeAssert', target, ok, x, asserted: type, span });
  return ref(ok);
}
