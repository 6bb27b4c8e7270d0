// Operators of Go on the types that specifications add: permissions, unbounded integers and assertions.

import type * as ast from '../syntax/nodes.ts';
import { isComparison } from './binary.ts';
import type { Checker } from './checker.ts';
import { convertUntyped, representableConst } from './const.ts';
import { reportError } from './errors.ts';
import { exclude, exprOrType, notAValue } from './expr.ts';
import { at, type Operand, operandString } from './operand.ts';
import { allBoolean, isInteger, isUntyped } from './predicates.ts';
import { settle, toBool } from './spec-expr.ts';
import { isAssertion, isPerm, isUnbounded } from './spec-types.ts';
import type { Type } from './type.ts';
import { under } from './under.ts';
import { SpecTyp } from './universe.ts';

/** Prepares the operands of `x op y`; true if the result is in x already, or an error was reported. */
export function specOperands(c: Checker, x: Operand, y: Operand, op: ast.BinaryOp): boolean {
  if (c.env.ghost && isComparison(op)) wideConstants(c, x, y);
  const tx = x.type as Type;
  const ty = y.type as Type;
  if (isAssertion(tx) || isAssertion(ty)) return assertions(c, x, y, op);
  if (isPerm(tx) || isPerm(ty)) return permissions(c, x, y, op);
  if (isUnbounded(tx) || isUnbounded(ty)) return integers(c, x, y, op);
  return false;
}

/** In specifications a number is compared with any constant, also one that its type does not have. */
function wideConstants(c: Checker, x: Operand, y: Operand): void {
  for (const [k, other] of [
    [x, y],
    [y, x],
  ] as const) {
    if (k.mode !== 'constant' || k.val === null || !isUntyped(k.type as Type) || !isInteger(k.type as Type)) continue;
    const u = under(other.type as Type);
    if (u.kind !== 'Basic' || isUntyped(u) || !isInteger(u)) continue;
    if (!representableConst(k.val, c, u, null)) settle(c, k);
  }
}

/** The right operand of a comparison, which in specifications may be a type. */
export function operandOrType(c: Checker, y: Operand, e: ast.Expr): void {
  exprOrType(c, y, e, false);
  if (y.mode !== 'typexpr') {
    exclude(c, y, notAValue);
    return;
  }
  y.mode = 'value';
  y.type = SpecTyp.type;
}

function assertions(c: Checker, x: Operand, y: Operand, op: ast.BinaryOp): boolean {
  if (op !== '&&' && op !== '||') {
    reportError(c, at(x), 'UndefinedOp', `operator ${op} not defined on ${operandString(c, x)}`);
    x.mode = 'invalid';
    return true;
  }
  for (const operand of [x, y]) {
    if (isAssertion(operand.type as Type)) continue;
    if (allBoolean(operand.type as Type)) {
      toBool(c, operand);
      continue;
    }
    reportError(c, at(operand), 'SpecNotAssertion', `${operandString(c, operand)} is not an assertion`);
    x.mode = 'invalid';
    return true;
  }
  x.mode = 'value';
  x.type = SpecTyp.assertion;
  return true;
}

/** Amounts are compared and computed with; integers among them are whole permissions. */
function permissions(c: Checker, x: Operand, y: Operand, op: ast.BinaryOp): boolean {
  for (const operand of [x, y]) {
    if (isPerm(operand.type as Type)) continue;
    if (!isInteger(operand.type as Type)) return false;
    if (isUntyped(operand.type as Type)) convertUntyped(c, operand, SpecTyp.perm);
    operand.type = SpecTyp.perm;
    operand.mode = 'value';
  }
  switch (op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      x.mode = 'value';
      x.type = SpecTyp.perm;
      return true;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return false;
    default:
      reportError(c, at(x), 'UndefinedOp', `operator ${op} not defined on ${operandString(c, x)}`);
      x.mode = 'invalid';
      return true;
  }
}

/** An unbounded integer takes on the type of the other operand; bits are defined for types with a size only. */
function integers(c: Checker, x: Operand, y: Operand, op: ast.BinaryOp): boolean {
  switch (op) {
    case '&':
    case '|':
    case '^':
    case '&^':
      for (const operand of [x, y]) {
        if (!isUnbounded(operand.type as Type)) continue;
        reportError(
          c,
          operand.expr ?? at(x),
          'SpecUnboundedBits',
          `operator ${op} not defined on ${operandString(c, operand)}`,
        );
        x.mode = 'invalid';
        return true;
      }
      break;
    default:
      break;
  }
  if (!isInteger(x.type as Type) || !isInteger(y.type as Type)) return false;
  if (isUntyped(x.type as Type) || isUntyped(y.type as Type)) return false;
  settle(c, x);
  settle(c, y);
  if (isUnbounded(x.type as Type)) x.type = y.type;
  else y.type = x.type;
  return false;
}

/** Reports a shift of an unbounded integer, which has no bits. */
export function shiftsUnbounded(c: Checker, x: Operand, e: ast.BinaryExpr | null, op: ast.BinaryOp): boolean {
  if (!isUnbounded(x.type as Type)) return false;
  reportError(c, e ?? at(x), 'SpecUnboundedBits', `operator ${op} not defined on ${operandString(c, x)}`);
  x.mode = 'invalid';
  return true;
}
