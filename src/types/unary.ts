// Unary operators, address-of and receive.

import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { overflow } from './const.ts';
import { unaryOp } from './constant.ts';
import { invalidOp, reportError } from './errors.ts';
import { expr } from './expr.ts';
import { newPointer } from './newtypes.ts';
import { at, type Operand, operandString } from './operand.ts';
import { allBoolean, allInteger, allNumeric, isTypeParam, isUnsigned } from './predicates.ts';
import { sizeof } from './sizes.ts';
import { isGhostLocation } from './spec-ghost.ts';
import type { ChanType, Type } from './type.ts';
import { commonUnder, formatTypeErr, typeErrorf, under } from './under.ts';
import { SpecTyp } from './universe.ts';

export function unary(c: Checker, x: Operand, e: ast.UnaryExpr): void {
  expr(c, null, x, e.x);
  if (x.mode === 'invalid') return;

  let op = e.op;
  switch (op) {
    case '&':
      if (x.mode !== 'variable' && unparen(e.x).kind !== 'CompositeLit') {
        const what = operandString(c, x);
        reportError(c, at(x), 'UnaddressableOperand', `${invalidOp}cannot take address of ${what}`);
        x.mode = 'invalid';
        return;
      }
      x.mode = 'value';
      x.type = newPointer(x.type as Type, c.spec !== null && isGhostLocation(c, e.x));
      return;

    case '<-': {
      const elem = chanElem(c, at(x), x, true);
      if (elem === null) {
        x.mode = 'invalid';
        return;
      }
      x.mode = 'commaok';
      x.type = elem;
      c.env.hasCallOrRecv = true;
      return;
    }

    case '~':
      if (!allInteger(x.type as Type)) {
        reportError(c, e, 'UndefinedOp', 'cannot use ~ outside of interface or type constraint');
        x.mode = 'invalid';
        return;
      }
      reportError(
        c,
        e,
        'UndefinedOp',
        'cannot use ~ outside of interface or type constraint (use ^ for bitwise complement)',
      );
      op = '^';
      break;
  }

  if (!unaryDefined(op, x.type as Type) || (op === '^' && x.type === SpecTyp.integer)) {
    const what = operandString(c, x);
    reportError(c, at(x), 'UndefinedOp', `${invalidOp}operator ${op} not defined on ${what}`);
    x.mode = 'invalid';
    return;
  }

  if (x.mode === 'constant') {
    // An unknown value is the trace of an earlier error.
    if (x.val === null || x.val.kind === 'unknown') return;
    const t = x.type as Type;
    const prec = isUnsigned(t) ? sizeof(c, t) * 8 : 0;
    x.val = unaryOp(op, x.val, prec);
    x.expr = e;
    overflow(c, x, e.pos);
    return;
  }
  x.mode = 'value';
}

function unaryDefined(op: ast.UnaryOp, t: Type): boolean {
  switch (op) {
    case '+':
    case '-':
      return allNumeric(t);
    case '^':
      return allInteger(t);
    case '!':
      return allBoolean(t);
    case '&':
    case '<-':
    case '~':
      return false;
  }
}

/** The element type of channel `x`, from which is received or to which is sent; null after an error. */
export function chanElem(c: Checker, where: Span, x: Operand, recv: boolean): Type | null {
  const t = x.type as Type;
  const u = under(t);
  if (u.kind === 'Chan' && u.dir !== (recv ? 'send' : 'recv')) return u.elem;

  const [common, err] = commonUnder(t, (t, u) => {
    if (u === null) return typeErrorf('no specific channel type');
    if (u.kind !== 'Chan') return typeErrorf('non-channel %s', t);
    if (recv && u.dir === 'send') return typeErrorf('send-only channel %s', t);
    if (!recv && u.dir === 'recv') return typeErrorf('receive-only channel %s', t);
    return null;
  });
  if (common !== null) return (common as ChanType).elem;

  const what = operandString(c, x);
  let text: string;
  if (isTypeParam(t)) {
    text = `${what}: ${err === null ? 'no specific channel type' : formatTypeErr(c, err)}`;
  } else {
    const kind = u.kind !== 'Chan' ? 'non-channel' : recv ? 'send-only channel' : 'receive-only channel';
    text = `${kind} ${what}`;
  }
  if (recv) reportError(c, where, 'InvalidReceive', `${invalidOp}cannot receive from ${text}`);
  else reportError(c, where, 'InvalidSend', `${invalidOp}cannot send to ${text}`);
  return null;
}

/** The expression without its parentheses. */
export function unparen(e: ast.Expr): ast.Expr {
  let inner = e;
  while (inner.kind === 'ParenExpr') inner = inner.x;
  return inner;
}
