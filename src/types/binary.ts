// Binary operators.

import type { Pos } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { comparison } from './comparison.ts';
import { convertUntyped, overflow } from './const.ts';
import { binaryOp, imag, makeUnknown, real, sign, type Value } from './constant.ts';
import { invalidOp, reportError } from './errors.ts';
import { expr, finishExpr } from './expr.ts';
import { str } from './format.ts';
import { at, isNil, newOperand, type Operand, operandString } from './operand.ts';
import {
  allBoolean,
  allInteger,
  allNumeric,
  allNumericOrString,
  allString,
  hasNil,
  identical,
  isComplex,
  isInteger,
  isNonTypeParamInterface,
  isPointer,
  isTyped,
  isValid,
} from './predicates.ts';
import { shift } from './shift.ts';
import { operandOrType, shiftsUnbounded, specOperands } from './spec-operators.ts';
import type { Type } from './type.ts';

export function isShift(op: ast.BinaryOp): boolean {
  return op === '<<' || op === '>>';
}

export function isComparison(op: ast.BinaryOp): boolean {
  switch (op) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return true;
    default:
      return false;
  }
}

/** `lhs op rhs`; `e` is null for the operation that an assignment such as `lhs += rhs` implies. */
export function binary(
  c: Checker,
  x: Operand,
  e: ast.BinaryExpr | null,
  lhs: ast.Expr,
  rhs: ast.Expr,
  op: ast.BinaryOp,
  opPos: Pos,
): void {
  if (lhs.kind === 'BinaryExpr') leftChain(c, x, lhs);
  else expr(c, null, x, lhs);
  operate(c, x, e, lhs, rhs, op, opPos);
}

/**
 * Does what `expr` does for a left operand that is itself an operation, without recursion: generated code adds up
 * thousands of terms, which lean to the left.
 */
function leftChain(c: Checker, x: Operand, outermost: ast.BinaryExpr): void {
  const chain: ast.BinaryExpr[] = [outermost];
  let first = outermost.x;
  while (first.kind === 'BinaryExpr') {
    chain.push(first);
    first = first.x;
  }
  expr(c, null, x, first);
  for (let i = chain.length - 1; i >= 0; i--) {
    const e = chain[i] as ast.BinaryExpr;
    operate(c, x, e, e.x, e.y, e.op, e.opPos);
    x.expr = e;
    finishExpr(c, null, x, false);
  }
}

/** Combines the left operand in `x` with `rhs`. */
function operate(
  c: Checker,
  x: Operand,
  e: ast.BinaryExpr | null,
  lhs: ast.Expr,
  rhs: ast.Expr,
  op: ast.BinaryOp,
  opPos: Pos,
): void {
  const y = newOperand();
  if (c.spec !== null && (op === '==' || op === '!=')) operandOrType(c, y, rhs);
  else expr(c, null, y, rhs);

  if (x.mode === 'invalid') return;
  if (y.mode === 'invalid') {
    x.mode = 'invalid';
    x.expr = y.expr;
    return;
  }

  if (isShift(op)) {
    if (c.spec !== null && shiftsUnbounded(c, x, e, op)) return;
    shift(c, x, y, e, op as '<<' | '>>');
    return;
  }

  if (c.spec !== null && specOperands(c, x, y, op)) return;
  matchTypes(c, x, y);
  if ((x.mode as Operand['mode']) === 'invalid') return;

  if (isComparison(op)) {
    comparison(c, x, y, op, false);
    return;
  }

  const tx = x.type as Type;
  const ty = y.type as Type;
  if (tx !== ty && !identical(tx, ty)) {
    if (isValid(tx) && isValid(ty)) {
      const what = e !== null ? exprString(e) : `${exprString(lhs)} ${op}= ${exprString(rhs)}`;
      const mismatch = `mismatched types ${str(c, tx)} and ${str(c, ty)}`;
      reportError(c, e ?? at(x), 'MismatchedTypes', `${invalidOp}${what} (${mismatch})`);
    }
    x.mode = 'invalid';
    return;
  }

  if (!binaryDefined(op, tx)) {
    reportError(c, at(x), 'UndefinedOp', `${invalidOp}operator ${op} not defined on ${operandString(c, x)}`);
    x.mode = 'invalid';
    return;
  }

  if ((op === '/' || op === '%') && y.mode === 'constant' && dividesByZero(x, y)) {
    reportError(c, at(y), 'DivByZero', `${invalidOp}division by zero`);
    x.mode = 'invalid';
    return;
  }

  if (x.mode === 'constant' && y.mode === 'constant') {
    const xv = x.val as Value;
    const yv = y.val as Value;
    if (xv.kind === 'unknown' || yv.kind === 'unknown') {
      x.val = makeUnknown();
      return;
    }
    x.val = binaryOp(xv, op, yv, op === '/' && isInteger(tx));
    x.expr = e;
    overflow(c, x, opPos);
    return;
  }
  x.mode = 'value';
}

/** Whether the constant y is zero, or so small that a complex division by it is one. */
function dividesByZero(x: Operand, y: Operand): boolean {
  const t = x.type as Type;
  const v = y.val as Value;
  if ((x.mode === 'constant' || allInteger(t)) && sign(v) === 0) return true;
  if (x.mode === 'constant' && isComplex(t)) {
    const re = real(v);
    const im = imag(v);
    return sign(binaryOp(re, '*', re)) === 0 && sign(binaryOp(im, '*', im)) === 0;
  }
  return false;
}

function binaryDefined(op: ast.BinaryOp, t: Type): boolean {
  switch (op) {
    case '+':
      return allNumericOrString(t);
    case '-':
    case '*':
    case '/':
      return allNumeric(t);
    case '%':
    case '&':
    case '|':
    case '^':
    case '&^':
      return allInteger(t);
    case '&&':
    case '||':
      return allBoolean(t);
    default:
      return false;
  }
}

/** Converts untyped operands to each other's types where that may succeed; x becomes invalid after an error. */
export function matchTypes(c: Checker, x: Operand, y: Operand): void {
  if (!mayConvert(x, y)) return;
  convertUntyped(c, x, y.type as Type);
  if (x.mode === 'invalid') return;
  convertUntyped(c, y, x.type as Type);
  if (y.mode === 'invalid') x.mode = 'invalid';
}

/** Where this says no, the operands are left alone and the caller reports mismatched types. */
function mayConvert(x: Operand, y: Operand): boolean {
  const tx = x.type as Type;
  const ty = y.type as Type;
  if (isTyped(tx) && isTyped(ty)) return false;
  if (allNumeric(tx) !== allNumeric(ty)) return false;
  if (isNonTypeParamInterface(tx) || isNonTypeParamInterface(ty)) return true;
  if (allBoolean(tx) !== allBoolean(ty)) return false;
  if (allString(tx) !== allString(ty)) return false;
  if (isNil(x)) return hasNil(ty);
  if (isNil(y)) return hasNil(tx);
  return !isPointer(tx) && !isPointer(ty);
}
