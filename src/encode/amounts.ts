// Amounts of permission: Perm. Integers among them are whole permissions.
//
//   [m / n] = [m] / [n] of Ints      [p / n] = [p] / [n]      [n * p] = [n] * [p]      [n] = [n] / 1      [_] = wildcard

import type * as ast from '../syntax/nodes.ts';
import { isInteger, under } from '../types/index.ts';
import type { Type as GoType } from '../types/type.ts';
import type { BinaryOp, Expr } from '../vil/index.ts';
import { amount, Int, int, operation, Perm, relation } from './build.ts';
import { constantOf, expr, isBlank, source, typeOf, unparen } from './code.ts';
import type { Code } from './context.ts';
import { integers } from './integers.ts';
import { leaf } from './types.ts';
import { unsupported } from './unsupported.ts';

export const amounts = leaf({
  value: () => Perm,
  zero: (_, __, src) => amount('none', src),
  constant: (k, node) => amountOf(k, node),
  binary: (k, node) => compute(k, node),
  unary: (k, node) => amountOf(k, node),
  convert: (k, x) => amountOf(k, x),
  implicit: (k, value, from, _, node) =>
    isInteger(from) && value.type.kind === 'Int'
      ? operation('frac', value, int(1, value.src), Perm, source(k, node))
      : value,
});

export function isAmount(t: GoType): boolean {
  const u = under(t);
  return u.kind === 'Basic' && u.basic === 'perm';
}

const comparisons: Partial<Readonly<Record<ast.BinaryOp, BinaryOp>>> = {
  '<': 'permLt',
  '<=': 'permLe',
  '>': 'permGt',
  '>=': 'permGe',
};

function compute(k: Code, node: ast.BinaryExpr): Expr {
  const compare = comparisons[node.op];
  if (compare === undefined) return amountOf(k, node);
  return relation(compare, amountOf(k, node.x), amountOf(k, node.y), source(k, node));
}

/** An expression that stands for an amount. */
export function amountOf(k: Code, written: ast.Expr): Expr {
  const e = unparen(written);
  const src = source(k, e);
  if (isBlank(e)) return amount('wildcard', src);
  if (e.kind === 'UnaryExpr' && e.op === '-') {
    return { kind: 'Unary', op: 'permNeg', operand: amountOf(k, e.x), type: Perm, src };
  }
  if (e.kind === 'BinaryExpr') {
    switch (e.op) {
      case '+':
      case '-':
        return operation(e.op === '+' ? 'permAdd' : 'permSub', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
      case '*':
        if (isProper(k, e.x) && isProper(k, e.y)) {
          return operation('permMul', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
        }
        if (isProper(k, e.x)) return operation('intPermMul', whole(k, e.y), amountOf(k, e.x), Perm, src);
        return operation('intPermMul', whole(k, e.x), amountOf(k, e.y), Perm, src);
      case '/':
        if (!isProper(k, e.x)) {
          if (isProper(k, e.y)) return operation('permDiv', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
          return operation('frac', whole(k, e.x), whole(k, e.y), Perm, src);
        }
        if (isProper(k, e.y)) return operation('permDiv', amountOf(k, e.x), amountOf(k, e.y), Perm, src);
        return operation('permDivInt', amountOf(k, e.x), whole(k, e.y), Perm, src);
      default:
        return unsupported(`the operator ${e.op} on amounts of permission`, e);
    }
  }
  if (constantOf(k, e) !== null) {
    const value = whole(k, e);
    if (value.kind === 'IntLit' && value.value === 1n) return amount('write', src);
    if (value.kind === 'IntLit' && value.value === 0n) return amount('none', src);
    return operation('frac', value, int(1, src), Perm, src);
  }
  const value = expr(k, e);
  return value.type.kind === 'Int' ? operation('frac', value, int(1, src), Perm, src) : value;
}

/** Whether an expression is an amount by itself, not an integer that stands for one. */
function isProper(k: Code, written: ast.Expr): boolean {
  const e = unparen(written);
  if (e.kind === 'BinaryExpr' && e.op === '/') return isAmount(typeOf(k, e));
  return constantOf(k, e) === null && isAmount(typeOf(k, e));
}

function whole(k: Code, written: ast.Expr): Expr {
  const e = unparen(written);
  const value = constantOf(k, e) === null ? expr(k, e) : integers.constant?.(k, e, typeOf(k, e));
  if (value == null || value.type !== Int) return unsupported('this amount of permission', e);
  return value;
}
