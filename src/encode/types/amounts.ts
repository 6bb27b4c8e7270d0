// Amounts of permission: Perm. Integers among them are whole permissions.
//
//   [m / n] = [m] / [n] of Ints      [p / n] = [p] / [n]      [n * p] = [n] * [p]      [n] = [n] / 1      [_] = wildcard

import type * as ast from '../../syntax/nodes.ts';
import { isInteger, under } from '../../types/index.ts';
import type { Const } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { BinaryOp, Expr } from '../../vil/index.ts';
import { amount, Int, int, operation, Perm, relation } from '../core/build.ts';
import { expr, isBlank, objectOf, source, typeOf, unparen } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { fractionOf, integerOf } from './constant-amounts.ts';
import { arithmetic } from './integers.ts';
import { leaf } from './representations.ts';

export const amounts = leaf({
  value: () => Perm,
  zero: (_, __, src) => amount('none', src),
  constant: (k, node) => amountOf(k, node),
  binary: (k, node) => compute(k, node),
  combine: (k, op, left, right, _, node) => {
    const own = ({ '+': 'permAdd', '-': 'permSub', '*': 'permMul' } as const)[op as '+' | '-' | '*'];
    return own === undefined
      ? unsupported(`the operator ${op}= on amounts of permission`, node)
      : operation(own, left, right, Perm, source(k, node));
  },
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
  const known = integerOf(k.info, e);
  if (known !== null) {
    if (known === 1n) return amount('write', src);
    if (known === 0n) return amount('none', src);
    return operation('frac', int(known, src), int(1, src), Perm, src);
  }
  const obj = e.kind === 'Ident' ? objectOf(k, e) : e.kind === 'SelectorExpr' ? k.info.uses.get(e.sel) : null;
  if (obj?.kind === 'Const') return constantAmount(k, obj, e);
  const value = expr(k, e);
  return value.type.kind === 'Int' ? operation('frac', value, int(1, src), Perm, src) : value;
}

/** Whether an expression is an amount by itself, not an integer that stands for one. */
function isProper(k: Code, written: ast.Expr): boolean {
  const e = unparen(written);
  // The quotient of two integers is an integer where another operator uses it: (1/2)/4 is 0/4.
  if (e.kind === 'BinaryExpr' && e.op === '/') return isProper(k, e.x) || isProper(k, e.y);
  return integerOf(k.info, e) === null && isAmount(typeOf(k, e));
}

function whole(k: Code, written: ast.Expr): Expr {
  const e = unparen(written);
  const known = e.kind === 'BinaryExpr' && e.op === '/' ? null : integerOf(k.info, e);
  if (known !== null) return int(known, source(k, e));
  if (e.kind === 'BinaryExpr') return arithmetic(k, e.op, whole(k, e.x), whole(k, e.y), e);
  const value = expr(k, e);
  return value.type === Int ? value : unsupported('this amount of permission', e);
}

function constantAmount(k: Code, obj: Const, node: ast.Expr): Expr {
  const src = source(k, node);
  const value = fractionOf(k.e, obj) ?? unsupported('this constant amount of permission', node);
  return operation('frac', int(value.above, src), int(value.below, src), Perm, src);
}
