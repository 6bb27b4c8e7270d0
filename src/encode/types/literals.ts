// What literals and indices of all types with elements share.

import type * as ast from '../../syntax/nodes.ts';
import { intOf, Typ, toInt } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import { constantOf, exprAs, keep, source } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';

/** The elements of a literal by index, evaluated in the order of the source. */
export function literalElements(k: Code, lit: ast.CompositeLit, elem: GoType): ReadonlyMap<number, Expr> {
  const values = new Map<number, Expr>();
  let next = 0;
  for (const written of lit.elts) {
    let value = written;
    if (written.kind === 'KeyValueExpr') {
      const index = constantOf(k, written.key);
      const whole = index === null ? null : toInt(index);
      if (whole?.kind !== 'int') return unsupported('this index in a literal', written.key);
      next = Number(intOf(whole));
      value = written.value;
    }
    values.set(next, settledValue(k, exprAs(k, value, elem), value));
    next++;
  }
  return values;
}

/** Later elements may have effects: what was computed before must not see them. */
export function settledValue(k: Code, value: Expr, node: ast.NodeBase): Expr {
  return k.out === null || isSimple(value) ? value : keep(k, value, 'elem', source(k, node));
}

function isSimple(e: Expr): boolean {
  return e.kind === 'LocalVar' || e.kind === 'IntLit' || e.kind === 'BoolLit' || e.kind === 'NullLit';
}

/** The `i` of `x[i]`. */
export function indexOf(node: ast.IndexExpr): ast.Expr {
  const [index] = node.indices;
  if (index === undefined || node.indices.length !== 1) return unsupported('this index', node);
  return index;
}

/** The value of `i` in `x[i]`. */
export function indexValue(k: Code, node: ast.IndexExpr): Expr {
  return exprAs(k, indexOf(node), Typ.int);
}
