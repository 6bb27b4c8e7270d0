// Type switches.
//
//   [switch v := x.(type) { case T: A  case T, U: B  default: C }]
//     x' := [x]   if (typeOf(x') == T) { v := unbox_T(x') [A] } else if (typeOf(x') == T || ...) { v := x' [B] } else { ... }

import type * as ast from '../../syntax/nodes.ts';
import { isInterface } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, LocalVar } from '../../vil/index.ts';
import { bool, eq, relation } from '../core/build.ts';
import {
  blockOf,
  emit,
  expr,
  initialize,
  isNil,
  keep,
  source,
  statement,
  statements,
  typeOf,
  unparen,
} from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { fits, nilInterface, unbox } from '../types/interface-values.ts';
import { newTarget, targeted } from './control.ts';

export function typeSwitch(k: Code, node: ast.TypeSwitchStmt): void {
  const src = source(k, node);
  const target = newTarget(k, node, false);
  const asserted = unparen(node.assign.kind === 'ExprStmt' ? node.assign.x : (node.assign.rhs[0] as ast.Expr));
  if (asserted.kind !== 'TypeAssertExpr') unsupported('this type switch', node);
  emit(
    k,
    blockOf(k, src, (inner) => {
      if (node.init !== null) statement(inner, node.init);
      const value = keep(inner, expr(inner, asserted.x), 'tag', source(inner, asserted.x));
      const cases = node.clauses.filter((c) => c.list !== null);
      const rest = node.clauses.find((c) => c.list === null) ?? null;
      const from = typeOf(inner, asserted.x);
      targeted(inner, target, () => chain(inner, cases, rest, value, from));
      if (target.breaks) emit(inner, { kind: 'Label', name: target.breakTo, invariants: [], src });
    }),
  );
}

function chain(
  k: Code,
  cases: readonly ast.CaseClause[],
  otherwise: ast.CaseClause | null,
  value: LocalVar,
  from: GoType,
): void {
  const [first, ...rest] = cases;
  if (first === undefined) {
    if (otherwise !== null)
      emit(
        k,
        blockOf(k, source(k, otherwise), (b) => clauseBody(b, otherwise, value)),
      );
    return;
  }
  const src = source(k, first);
  const matches = (first.list ?? []).map((e) => matched(k, e, value, from));
  const condition = matches.reduce<Expr | null>((sum, m) => (sum === null ? m : relation('or', sum, m, src)), null);
  const then = blockOf(k, src, (b) => clauseBody(b, first, value));
  const other = blockOf(k, src, (b) => chain(b, rest, otherwise, value, from));
  emit(k, { kind: 'If', cond: condition ?? bool(false, src), then, else: other, src });
}

function matched(k: Code, e: ast.Expr, value: Expr, from: GoType): Expr {
  const src = source(k, e);
  if (isNil(k, unparen(e))) return eq(value, nilInterface(k.e, src), src);
  const type = typeOf(k, e);
  if (isInterface(type)) return unsupported('an interface as a case of a type switch', e);
  return fits(k, value, from, type, src);
}

function clauseBody(k: Code, clause: ast.CaseClause, value: Expr): void {
  const v = k.info.implicits.get(clause);
  if (v?.kind === 'Var') {
    const src = source(k, clause);
    const type = v.type as GoType;
    const only = clause.list?.length === 1 ? (clause.list[0] as ast.Expr) : null;
    const single = only !== null && !isNil(k, unparen(only)) && !isInterface(type);
    initialize(k, v, single ? unbox(k.e, type, value, src) : { ...value, src });
  }
  statements(k, clause.body);
}
