// Statements of ghost code, and what is stated in code: assertions, assumptions and invariants.

import type { Span } from '../base/source.ts';
import { exprString, walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { Typ } from '../types/index.ts';
import { blockOf, convertTo, declareVar, emit, localOf, ref, spanOf, toTemp, zero } from './build.ts';
import type { Clause, ClauseWord, GhostOp, GhostReason } from './ghost.ts';
import type { Expr } from './ir.ts';
import { expr } from './lower-expr.ts';
import { conjuncts } from './lower-quantifier.ts';
import { attempt, matchAll, NotExecutable } from './lower-spec.ts';
import { stmt, stmtList } from './lower-stmt.ts';
import type { Fn } from './lowerer.ts';

function ghost(fn: Fn, op: GhostOp, span: Span): void {
  emit(fn, { kind: 'Ghost', op, span });
}

/** A statement that Go does not have. */
export function ghostStmt(fn: Fn, s: ast.SpecStmt): void {
  const span = spanOf(s);
  switch (s.kind) {
    case 'GhostStmt':
      ghostBlock(fn, s.stmt, () => stmt(fn, s.stmt), span);
      return;
    case 'ProofStmt':
      // That something fails in some execution is not for one execution to say.
      if (s.word !== 'refute') check(fn, s.word, s.x);
      return;
    case 'AssertByStmt':
      if (!s.contra) ghostBlock(fn, s.body, () => stmtList(fn, s.body.list), span);
      check(fn, 'assert', s.x);
      return;
    case 'SuchThatStmt':
      declareZero(fn, s);
      ghost(fn, { kind: 'skip', reason: 'choice' }, span);
      return;
    case 'OutlineStmt':
      for (const clause of s.spec?.clauses ?? [])
        if (clause.kind === 'ContractClause' && (clause.word === 'requires' || clause.word === 'preserves'))
          check(fn, 'assert', clause.x);
      stmtList(fn, s.list);
      for (const clause of s.spec?.clauses ?? [])
        if (clause.kind === 'ContractClause' && (clause.word === 'ensures' || clause.word === 'preserves'))
          check(fn, 'assert', clause.x);
      return;
    case 'CriticalStmt':
      stmtList(fn, s.list);
      return;
    case 'MatchStmt': {
      const done = attempt(fn, () => {
        const subject = ref(toTemp(fn, expr(fn, s.x)), span);
        matchAll(fn, subject, s.clauses, span, (clause) => stmtList(fn, clause.body));
      });
      if (done instanceof NotExecutable) failed(fn, s, done.reason, span);
      return;
    }
    case 'ShareStmt':
    case 'FoldStmt':
    case 'DeferFoldStmt':
    case 'PackageStmt':
    case 'ApplyStmt':
    case 'OpenStmt':
    case 'ClosureProofStmt':
      // Proof steps about permissions and predicates change no value.
      return;
  }
}

function ghostBlock(fn: Fn, node: ast.Node, run: () => void, span: Span): void {
  const body = attempt(fn, () => blockOf(fn, run));
  if (body instanceof NotExecutable) failed(fn, node, body.reason, span);
  else ghost(fn, { kind: 'block', body }, span);
}

/** In place of a statement that cannot be executed: its variables are there, and what depends on them is not known. */
function failed(fn: Fn, node: ast.Node, reason: GhostReason, span: Span): void {
  declareZero(fn, node);
  ghost(fn, { kind: 'skip', reason }, span);
}

/** Declares what a statement declares outside function literals, unless it is declared. */
export function declareZero(fn: Fn, node: ast.Node): void {
  walk(node, (inner) => {
    if (inner.kind === 'FuncLit') return false;
    const obj = inner.kind === 'Ident' ? fn.info.defs.get(inner) : undefined;
    if (obj?.kind !== 'Var' || obj.name === '_' || obj.var !== 'local' || localOf(fn, obj) !== null) return true;
    const local = declareVar(fn, obj, 'var', spanOf(inner));
    emit(fn, { kind: 'Declare', local, value: zero(local.type, spanOf(inner)), span: spanOf(inner) });
    return true;
  });
}

// ---------------------------------------------------------------------------------------------------------------
// What is stated

/** The conjuncts of a condition as clauses, so that one that cannot be executed does not take the others with it. */
export function clausesOf(fn: Fn, word: ClauseWord, x: ast.Expr): readonly Clause[] {
  return conjuncts(x).map((part) => clauseOf(fn, word, part, spanOf(part)));
}

function clauseOf(fn: Fn, word: ClauseWord, x: ast.Expr, span: Span): Clause {
  const common = { word, text: exprString(x), origin: 'contract', span } as const;
  let cond: Expr | null = null;
  const body = attempt(fn, () =>
    blockOf(fn, () => {
      cond = convertTo(expr(fn, x), Typ.bool);
    }),
  );
  if (body instanceof NotExecutable) {
    return { ...common, body: { kind: 'Block', list: [] }, cond: null, reason: body.reason };
  }
  return { ...common, body, cond, reason: null };
}

export function check(fn: Fn, word: ClauseWord, x: ast.Expr): void {
  for (const clause of clausesOf(fn, word, x)) ghost(fn, { kind: 'check', clause }, clause.span);
}

/** The invariants of a loop, at its head. */
export function invariants(fn: Fn, spec: ast.Specification | null): void {
  for (const clause of spec?.clauses ?? []) {
    if (clause.kind === 'ContractClause' && clause.word === 'invariant') check(fn, 'invariant', clause.x);
  }
}

/** Remembers memory where a label stands that some `old[label]` names. */
export function labelled(fn: Fn, label: string, span: Span): void {
  if (fn.oldLabels.has(label)) ghost(fn, { kind: 'state', label }, span);
}

/** Labels that `old[label]` names in a function. */
export function oldLabels(node: ast.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(node, (inner) => {
    if (inner.kind === 'OldExpr' && inner.label !== null) names.add(inner.label.name);
    return true;
  });
  return names;
}
