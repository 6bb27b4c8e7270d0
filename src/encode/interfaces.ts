// What calls say about interface values: their methods, `typeOf`, `isComparable`, and types as values.

import type * as ast from '../syntax/nodes.ts';
import { isInterface } from '../types/index.ts';
import type { Callee, Typed } from './calls.ts';
import { expr, source, typeOf, valuePlace } from './code.ts';
import type { CallRule, Code, Place } from './context.ts';
import { typeTerm } from './go-types.ts';
import { comparableType, comparableValue, dynamicType } from './interface-values.ts';
import { unsupported } from './unsupported.ts';

export function interfaceCall(_: Code, node: ast.CallExpr, __: Callee & { readonly kind: 'func' }): readonly Typed[] {
  return unsupported('methods of interfaces', node);
}

/** `type[T]` */
export function typeValue(k: Code, node: ast.TypeExpr): Place {
  return valuePlace(typeTerm(k.e, typeOf(k, node.type), source(k, node)), typeOf(k, node));
}

export const typeOfCall: CallRule = (k, node) => {
  const [x] = node.args as [ast.Expr];
  const src = source(k, node);
  if (!isInterface(typeOf(k, x))) return unsupported('typeOf of this', node);
  return dynamicType(k.e, expr(k, x), src);
};

export const isComparableCall: CallRule = (k, node) => {
  const [x] = node.args as [ast.Expr];
  const src = source(k, node);
  const value = expr(k, x);
  return isInterface(typeOf(k, x)) ? comparableValue(k.e, value, src) : comparableType(k.e, value, src);
};
