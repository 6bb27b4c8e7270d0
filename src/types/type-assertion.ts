// `x.(T)`.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Cause, Checker } from './checker.ts';
import { invalidOp, reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { assertableTo } from './lookup.ts';
import { at, type Operand, operandString } from './operand.ts';
import { isTypeParam, isValid } from './predicates.ts';
import { specAssertion } from './spec-implements.ts';
import type { Type } from './type.ts';
import { varType } from './typexpr.ts';
import { under } from './under.ts';

export function typeAssertExpr(c: Checker, x: Operand, e: ast.TypeAssertExpr): void {
  expr(c, null, x, e.x);
  if (x.mode === 'invalid') return;
  if (e.type === null) {
    // Type switches never come here.
    reportError(c, e, 'BadTypeKeyword', 'use of .(type) outside type switch');
    x.mode = 'invalid';
    return;
  }
  if (isTypeParam(x.type as Type)) {
    const what = operandString(c, x);
    reportError(c, at(x), 'InvalidAssert', `${invalidOp}cannot use type assertion on type parameter value ${what}`);
    x.mode = 'invalid';
    return;
  }
  if (under(x.type as Type).kind !== 'Interface') {
    reportError(c, at(x), 'InvalidAssert', `${invalidOp}${operandString(c, x)} is not an interface`);
    x.mode = 'invalid';
    return;
  }
  const T = varType(c, e.type);
  if (!isValid(T)) {
    x.mode = 'invalid';
    return;
  }
  typeAssertion(c, e, x, T, false);
  x.mode = 'commaok';
  x.type = T;
}

/** Checks that a value of x's type, an interface, can hold a T. */
export function typeAssertion(c: Checker, e: ast.Expr, x: Operand, T: Type, typeSwitch: boolean): void {
  const V = x.type as Type;
  if (assertableTo(c, V, T, null)) {
    if (c.spec !== null) specAssertion(c, e, V, T);
    return;
  }
  const cause: Cause = { text: '' };
  assertableTo(c, V, T, cause);
  const what = exprString(e);
  if (typeSwitch) {
    const can = `${operandString(c, x)} cannot have dynamic type ${str(c, T)} ${cause.text}`;
    reportError(c, e, 'ImpossibleAssert', `impossible type switch case: ${what}\n\t${can}`);
    return;
  }
  const does = `${str(c, T)} does not implement ${str(c, V)} ${cause.text}`;
  reportError(c, e, 'ImpossibleAssert', `impossible type assertion: ${what}\n\t${does}`);
}
