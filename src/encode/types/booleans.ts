// Booleans: Bool. Operators evaluate from the left; a right operand with effects runs only where Go runs it.

import type * as ast from '../../syntax/nodes.ts';
import { boolVal } from '../../types/index.ts';
import type { Expr, Source } from '../../vil/index.ts';
import { assign, Bool, bool, not, relation } from '../core/build.ts';
import { blockOf, constantOf, emit, expr, freshLocal, place, read, source } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { leaf } from './representations.ts';

export const booleans = leaf({
  value: () => Bool,
  zero: (_, __, src) => bool(false, src),
  constant: (k, node) => {
    const value = constantOf(k, node);
    return value === null ? null : bool(boolVal(value), source(k, node));
  },
  binary: (k, node) => logical(k, node),
  // [!x] = ![x]
  unary: (k, node) => not(expr(k, node.x), source(k, node)),
});

function logical(k: Code, node: ast.BinaryExpr): Expr {
  const op = node.op === '&&' ? 'and' : 'or';
  const left = expr(k, node.x);
  if (k.out === null) return relation(op, left, expr(k, node.y), source(k, node));
  return shortCircuit(
    k,
    op,
    left,
    (inner) => read(inner, place(inner, node.y), source(inner, node.y)),
    source(k, node),
  );
}

// [x && y] = [x] && [y]                          where y needs no statements
// [x && y] = r := [x]; if (r) { r := [y] }; r    otherwise;   x || y with !r
export function shortCircuit(
  k: Code,
  op: 'and' | 'or',
  left: Expr,
  evaluate: (inner: Code) => Expr,
  src: Source,
): Expr {
  let right: Expr | null = null;
  const body = blockOf(k, src, (inner) => {
    right = evaluate(inner);
  });
  if (body.stmts.length === 0) return relation(op, left, right as unknown as Expr, src);
  const result = freshLocal(k, 'cond', Bool, src);
  emit(k, assign(result, left, src));
  const then = { ...body, stmts: [...body.stmts, assign(result, right as unknown as Expr, src)] };
  const empty = { ...body, stmts: [] };
  const [yes, no] = op === 'and' ? [then, empty] : [empty, then];
  emit(k, { kind: 'If', cond: result, then: yes, else: no, src });
  return result;
}
