// Shifts. An untyped constant shifted by a variable count gets its type from the context: its check is delayed.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { convertUntyped, overflow, representable } from './const.ts';
import { makeUnknown, shift as shiftConst, sign, toInt, uint64Val, type Value } from './constant.ts';
import { invalidOp, reportError } from './errors.ts';

import { at, type Operand, operandString } from './operand.ts';
import { allInteger, allUnsigned, isInteger, isUntyped } from './predicates.ts';
import type { Type } from './type.ts';
import { Typ } from './universe.ts';
import { allowVersion, go1_13, verifyVersion } from './version.ts';

// Large enough to write the smallest float64 as a shift.
const maxShift = 1023n - 1n + 52n;

/** `x op y`; `e`, the shift expression, may be null only if the shift is not constant. */
export function shift(c: Checker, x: Operand, y: Operand, e: ast.BinaryExpr | null, op: '<<' | '>>'): void {
  const xval = x.mode === 'constant' ? toInt(x.val as Value) : null;
  if (!allInteger(x.type as Type) && !(isUntyped(x.type as Type) && xval !== null && xval.kind === 'int')) {
    reportError(c, at(x), 'InvalidShiftOperand', `${invalidOp}shifted operand ${operandString(c, x)} must be integer`);
    x.mode = 'invalid';
    return;
  }

  if (!checkCount(c, y)) {
    x.mode = 'invalid';
    return;
  }

  if (x.mode === 'constant') {
    if (y.mode === 'constant') {
      constantShift(c, x, y, xval as Value, e, op);
      return;
    }
    if (isUntyped(x.type as Type)) {
      // The entry can be gone: a declaration cycle may check an expression twice.
      const info = x.expr === null ? undefined : c.untyped.get(x.expr);
      if (info !== undefined) info.isLhs = true;
      x.mode = 'value';
      return;
    }
  }

  if (!allInteger(x.type as Type)) {
    reportError(c, at(x), 'InvalidShiftOperand', `${invalidOp}shifted operand ${operandString(c, x)} must be integer`);
    x.mode = 'invalid';
    return;
  }
  x.mode = 'value';
}

/** Whether the count is an integer, or a constant that uint can represent; it is not converted if it is a constant. */
function checkCount(c: Checker, y: Operand): boolean {
  const t = y.type as Type;
  if (y.mode === 'constant') {
    // -1 and 1.0 are judged here, -1.1 below.
    const yval = toInt(y.val as Value);
    if (yval.kind === 'int' && sign(yval) < 0) {
      reportError(c, at(y), 'InvalidShiftCount', `${invalidOp}negative shift count ${operandString(c, y)}`);
      return false;
    }
    if (isUntyped(t)) {
      representable(c, y, Typ.uint);
      return (y.mode as Operand['mode']) !== 'invalid';
    }
    // The value of a typed constant that is no integer is refused by the shift itself.
    return true;
  }
  if (allInteger(t)) {
    if (allUnsigned(t) || allowVersion(c, go1_13)) return true;
    return verifyVersion(c, at(y), go1_13, `${invalidOp}signed shift count ${operandString(c, y)}`);
  }
  if (isUntyped(t)) {
    convertUntyped(c, y, Typ.uint);
    return y.mode !== 'invalid';
  }
  reportError(c, at(y), 'InvalidShiftCount', `${invalidOp}shift count ${operandString(c, y)} must be integer`);
  return false;
}

function constantShift(
  c: Checker,
  x: Operand,
  y: Operand,
  xval: Value,
  e: ast.BinaryExpr | null,
  op: '<<' | '>>',
): void {
  const yval = toInt(y.val as Value);
  if ((x.val as Value).kind === 'unknown' || (y.val as Value).kind === 'unknown') {
    x.val = makeUnknown();
    if (!isInteger(x.type as Type)) x.type = Typ['untyped int'];
    return;
  }
  const [count, exact] = uint64Val(yval);
  if (!exact || count > maxShift) {
    reportError(c, at(y), 'InvalidShiftCount', `${invalidOp}invalid shift count ${operandString(c, y)}`);
    x.mode = 'invalid';
    return;
  }
  // 2.0 << 1 is an integer.
  if (!isInteger(x.type as Type)) x.type = Typ['untyped int'];
  x.val = shiftConst(xval, op, Number(count));
  x.expr = e;
  overflow(c, x, e === null ? at(x).pos : e.opPos);
}
