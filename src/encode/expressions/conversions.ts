// Conversions `T(x)`: the same value where both types have the same representation, else by the type that is wanted.

import type * as ast from '../../syntax/nodes.ts';
import { isInteger, isInterface, isUntyped, under } from '../../types/index.ts';
import type { Expr } from '../../vil/index.ts';
import { sameType } from '../core/build.ts';
import { constantOf, encodingOf, expr, exprAs, typeOf, vilType } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { isAmount } from '../types/amounts.ts';
import { fitting } from '../types/overflow.ts';

export function conversion(k: Code, node: ast.CallExpr): Expr {
  const type = typeOf(k, node);
  const [arg] = node.args;
  if (arg === undefined || node.args.length !== 1) return unsupported('this conversion', node);
  const from = typeOf(k, arg);
  const encoding = encodingOf(k, type);
  if (isAmount(type)) return encoding.convert?.(k, arg, from, type, node) ?? unsupported('this conversion', node);
  if (isInterface(type) || isUntyped(from)) return exprAs(k, arg, type);
  const [to, of] = [under(type), under(from)];
  const alike = to.kind === of.kind && to.kind !== 'Basic' && sameType(vilType(k, type), vilType(k, from));
  if (isInteger(type) && isInteger(from)) {
    return fitting(k, [{ value: expr(k, arg), type: from }], ([x]) => x as Expr, type, node);
  }
  if (alike) return expr(k, arg);
  if (to.kind === 'Basic' && of.kind === 'Basic' && to.basic === of.basic) return expr(k, arg);
  if (constantOf(k, node) !== null) {
    const value = encoding.constant?.(k, node, type) ?? null;
    if (value !== null) return value;
  }
  return encoding.convert?.(k, arg, from, type, node) ?? unsupported('this conversion', node);
}
