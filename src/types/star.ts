// `*x`: a dereference, or a pointer type where x is a type.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { invalidOp, reportError } from './errors.ts';
import { exprOrType } from './expr.ts';
import { newPointer } from './newtypes.ts';
import { at, type Operand, operandString } from './operand.ts';
import { identical } from './predicates.ts';
import type { Type } from './type.ts';
import { validVarType } from './typexpr.ts';
import { under, underIs } from './under.ts';

export function starExpr(c: Checker, x: Operand, e: ast.StarExpr): void {
  exprOrType(c, x, e.x, false);
  if (x.mode === 'invalid') return;
  const t = x.type as Type;
  if (x.mode === 'typexpr') {
    validVarType(c, e.x, t);
    x.type = newPointer(t);
    return;
  }
  const u = under(t);
  const base = u.kind === 'Pointer' ? u.elem : commonBase(c, x);
  if (base === null) {
    x.mode = 'invalid';
    return;
  }
  x.mode = 'variable';
  x.type = base;
}

/** What the pointers in the type set of x's type all point to; null after an error. */
function commonBase(c: Checker, x: Operand): Type | null {
  let base: Type | null = null;
  const ok = underIs(x.type as Type, (u) => {
    if (u === null || u.kind !== 'Pointer') {
      reportError(c, at(x), 'InvalidIndirection', `${invalidOp}cannot indirect ${operandString(c, x)}`);
      return false;
    }
    if (base !== null && !identical(u.elem, base)) {
      reportError(
        c,
        at(x),
        'InvalidIndirection',
        `${invalidOp}pointers of ${operandString(c, x)} must have identical base types`,
      );
      return false;
    }
    base = u.elem;
    return true;
  });
  return ok ? base : null;
}
