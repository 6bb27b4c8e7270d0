// Loops with conditions.
//
//   [inv I  for s; c; p { S }]     { [s] C   while ([c]) invariant [I] { { [S] } label next  [p] C } label end }
//
// where C are the statements that the condition needs. Of what the loop assigns only the invariants are known.

import type * as ast from '../../syntax/nodes.ts';
import type { Expr, Stmt } from '../../vil/index.ts';
import { invariants, measures } from '../contracts/contracts.ts';
import { block, bool } from '../core/build.ts';
import { blockOf, emit, expr, keep, source, statement, statements } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { newTarget, targeted } from './control.ts';

export function forStmt(k: Code, node: ast.ForStmt): void {
  const src = source(k, node);
  const target = newTarget(k, node, true);
  emit(
    k,
    blockOf(k, src, (outer) => {
      if (node.init !== null) statement(outer, node.init);
      if (node.init !== null && k.info.perIteration.has(node) && declaresShared(k, node.init)) {
        unsupported('a loop variable in memory, which is another one in each iteration', node);
      }
      const condition = conditionOf(outer, node);
      // What the condition needs is computed before the loop and at the end of each iteration, into the same variables.
      for (const stmt of condition.before) emit(outer, stmt);
      const again = condition.before.filter((stmt) => stmt.kind !== 'VarDecl');
      const invs = invariants(outer, node.spec);
      const decreases = measures(outer, node.spec?.clauses ?? []);
      const out: Stmt[] = [];
      const inner: Code = { ...outer, out };
      targeted(inner, target, () =>
        emit(
          inner,
          blockOf(inner, src, (b) => statements(b, node.body.list)),
        ),
      );
      if (target.continues) emit(inner, { kind: 'Label', name: target.continueTo as string, invariants: [], src });
      if (node.post !== null) statement(inner, node.post);
      for (const stmt of again) emit(inner, stmt);
      emit(outer, {
        kind: 'While',
        name: null,
        cond: condition.value,
        invariants: invs,
        measures: decreases,
        body: block(out, src),
        src,
      });
      if (target.breaks) emit(outer, { kind: 'Label', name: target.breakTo, invariants: [], src });
    }),
  );
}

function conditionOf(k: Code, node: ast.ForStmt): { readonly value: Expr; readonly before: readonly Stmt[] } {
  if (node.cond === null) return { value: bool(true, source(k, node)), before: [] };
  const before: Stmt[] = [];
  const inner: Code = { ...k, out: before };
  if (!k.e.options.checkOverflow) return { value: expr(inner, node.cond), before };
  // Where a body begins the condition holds already: its operations are checked before the loop and at the end of each iteration.
  const value = expr({ ...inner, ghost: true }, node.cond);
  const isPlain = before.length === 0;
  before.length = 0;
  const checked = expr(inner, node.cond);
  if (!isPlain) return { value: checked, before };
  keep(inner, checked, 'condition', source(k, node.cond));
  return { value, before };
}

function declaresShared(k: Code, init: ast.Stmt): boolean {
  if (init.kind !== 'AssignStmt') return false;
  return (
    init.shared.length > 0 ||
    init.lhs.some((e) => {
      const obj = e.kind === 'Ident' ? k.info.defs.get(e) : null;
      return obj?.kind === 'Var' && k.e.facts.shared.has(obj);
    })
  );
}
