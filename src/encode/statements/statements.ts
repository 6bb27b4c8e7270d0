// Statements: dispatch, blocks, expressions as statements, and statements of specifications about the state.

import { exprString } from '../../syntax/index.ts';
import type * as ast from '../../syntax/nodes.ts';
import type { Expr, Source, Stmt } from '../../vil/index.ts';
import { assertStmt, bool, exhale, inhale, not } from '../core/build.ts';
import { blockOf, choice, emit, expr, keep, source, statement, statements, unparen } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { spread } from '../expressions/calls.ts';

export function blockStmt(k: Code, node: ast.BlockStmt): void {
  emit(
    k,
    blockOf(k, source(k, node), (inner) => statements(inner, node.list)),
  );
}

/** A call whose results are dropped, or an expression that has to be well defined. */
export function exprStmt(k: Code, node: ast.ExprStmt): void {
  const e = unparen(node.x);
  const values = valuesOf(k, e);
  for (const value of values) if (value.kind !== 'LocalVar') keep(k, value, 'dropped', source(k, node));
}

function valuesOf(k: Code, e: ast.Expr): readonly Expr[] {
  if (e.kind === 'CallExpr' || e.kind === 'CallAsExpr') return spread(k, e).map(({ value }) => value);
  return [expr(k, e)];
}

export function ghostStmt(k: Code, node: ast.GhostStmt): void {
  statement({ ...k, ghost: true }, node.stmt);
}

// [assert A] = assert [A], and the like
export function proofStmt(k: Code, node: ast.ProofStmt): void {
  const assertion = expr({ ...k, out: null }, node.x);
  const src = source(k, node);
  if (node.word === 'assume' || node.word === 'inhale') k.unit.assumptions.add(`assumed: ${exprString(node.x)}`);
  emit(k, checked(node.word, assertion, src));
}

function checked(word: ast.ProofStmt['word'], assertion: Expr, src: Source): Stmt {
  switch (word) {
    case 'assert':
      return assertStmt(assertion, src);
    case 'assume':
      return { kind: 'Assume', assertion, src };
    case 'inhale':
      return inhale(assertion, src);
    case 'exhale':
      return exhale(assertion, src);
    case 'refute':
      return { kind: 'Refute', assertion, src };
  }
}

// [assert P by contra { S }] = if (![P]) { [S] assert false }
// [assert P by { S }]        = var b; if (b) { [S] assert [P]; assume false }; assume [P]
export function assertBy(around: Code, node: ast.AssertByStmt): void {
  const k: Code = { ...around, ghost: true };
  const src = source(k, node);
  const named = (reason: string) =>
    source(k, node, { meanings: [{ on: 'assert.failed', key: 'assert_by_error', reasons: [reason] }] });
  const claim = expr({ ...k, out: null }, node.x);
  const none = blockOf(k, src, () => undefined);
  if (node.contra) {
    const then = blockOf(k, src, (inner) => {
      statements(inner, node.body.list);
      emit(inner, assertStmt(bool(false, src), named('assert_by_contra_body_error')));
    });
    emit(k, { kind: 'If', cond: not(claim, src), then, else: none, src });
    return;
  }
  const cond = choice(k, 'by', src);
  const then = blockOf(k, src, (inner) => {
    statements(inner, node.body.list);
    emit(inner, assertStmt(claim, named('assert_by_proof_body_error')));
    emit(inner, { kind: 'Assume', assertion: bool(false, src), src });
  });
  emit(k, { kind: 'If', cond, then, else: none, src });
  emit(k, { kind: 'Assume', assertion: claim, src });
}
