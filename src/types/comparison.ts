// Comparisons: == != < <= > >=, and the implicit ones of switch cases.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';
import { compare, makeBool, type Value } from './constant.ts';
import { invalidOp, reportError } from './errors.ts';

import { str } from './format.ts';
import { assignableTo, at, compositeKind, isNil, type Operand } from './operand.ts';
import { allOrdered, comparable, comparableType, defaultType, hasNil, isTypeParam, isValid } from './predicates.ts';
import type { Type } from './type.ts';
import { formatTypeErr, under } from './under.ts';
import { Typ } from './universe.ts';
import { updateExprType } from './untyped.ts';

/** `x op y`; for a switch case the operator is always ==. */
export function comparison(c: Checker, x: Operand, y: Operand, op: ast.BinaryOp, switchCase: boolean): void {
  const tx = x.type as Type;
  const ty = y.type as Type;
  if (!isValid(tx) || !isValid(ty)) {
    x.mode = 'invalid';
    return;
  }
  const operator = switchCase ? '==' : op;

  if (tx !== ty && !assignableTo(c, x, ty, null)[0] && !assignableTo(c, y, tx, null)[0]) {
    const cause = `mismatched types ${str(c, tx)} and ${str(c, ty)}`;
    mismatch(c, x, y, y, operator, switchCase, 'MismatchedTypes', cause);
    return;
  }
  const culprit = incomparable(x, y, operator);
  if (culprit !== null) {
    const plain = (operator !== '==' && operator !== '!=') || isNil(x) || isNil(y);
    const cause = plain ? '' : incomparableCause(c, culprit.type as Type);
    mismatch(c, x, y, culprit, operator, switchCase, 'UndefinedOp', cause);
    return;
  }

  if (x.mode === 'constant' && y.mode === 'constant') {
    x.val = makeBool(compare(x.val as Value, operator, y.val as Value));
  } else {
    x.mode = 'value';
    // The operands exist at run time: their types are final now.
    if (x.expr !== null) updateExprType(c, x.expr, defaultType(tx), true);
    if (y.expr !== null) updateExprType(c, y.expr, defaultType(ty), true);
  }
  x.type = Typ['untyped bool'];
}

/** The operand for whose type the operator is not defined, or null. */
function incomparable(x: Operand, y: Operand, op: ast.BinaryOp): Operand | null {
  const tx = x.type as Type;
  const ty = y.type as Type;
  if (op === '==' || op === '!=') {
    const xNil = isNil(x);
    // Only `nil == nil` can fail here.
    if (xNil || isNil(y)) return hasNil(xNil ? ty : tx) ? null : y;
    if (!comparable(tx)) return x;
    return tx === ty || comparable(ty) ? null : y;
  }
  if (!allOrdered(tx)) return x;
  return tx === ty || allOrdered(ty) ? null : y;
}

function mismatch(
  c: Checker,
  x: Operand,
  y: Operand,
  culprit: Operand,
  op: ast.BinaryOp,
  switchCase: boolean,
  code: Code,
  specific: string,
): void {
  let cause = specific;
  let where = culprit;
  if (cause === '') {
    if (isTypeParam(x.type as Type) || isTypeParam(y.type as Type)) {
      if (!isTypeParam(x.type as Type)) where = y;
      cause = `type parameter ${str(c, where.type as Type)} cannot use operator ${op}`;
    } else {
      const kind = compositeKind(where.type as Type);
      cause = `operator ${op} not defined on ${kind === '' ? str(c, where.type as Type) : kind}`;
    }
  }
  const xs = exprString(x.expr as ast.Expr);
  const ys = exprString(y.expr as ast.Expr);
  if (switchCase) reportError(c, at(x), code, `invalid case ${xs} in switch on ${ys} (${cause})`);
  else reportError(c, at(where), code, `${invalidOp}${xs} ${op} ${ys} (${cause})`);
  x.mode = 'invalid';
}

/** Why values of the type cannot be compared; '' where there is nothing particular to say. */
function incomparableCause(c: Checker, t: Type): string {
  switch (under(t).kind) {
    case 'Slice':
    case 'Signature':
    case 'Map':
      return `${compositeKind(t)} can only be compared to nil`;
    default: {
      const err = comparableType(t, true, null);
      return err === null ? '' : formatTypeErr(c, err);
    }
  }
}
