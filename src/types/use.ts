// Checking expressions for their own sake, where an error around them makes their values meaningless.

import type * as ast from '../syntax/nodes.ts';
import { lookup } from './check.ts';
import type { Checker } from './checker.ts';
import { exprOrType, rawExpr } from './expr.ts';
import type { Var } from './object.ts';
import { newOperand } from './operand.ts';
import { unparen } from './unary.ts';

/** Checks expressions, so that what they mention counts as used; whether all were without error. Null is skipped. */
export function use(c: Checker, args: readonly (ast.Expr | null)[]): boolean {
  return useAll(c, args, false);
}

/** Like `use` for the left side of an assignment: a variable that stands there is not used by it. */
export function useLHS(c: Checker, args: readonly ast.Expr[]): boolean {
  return useAll(c, args, true);
}

function useAll(c: Checker, args: readonly (ast.Expr | null)[], lhs: boolean): boolean {
  let ok = true;
  for (const e of args) {
    if (e !== null && !useOne(c, e, lhs)) ok = false;
  }
  return ok;
}

function useOne(c: Checker, e: ast.Expr, lhs: boolean): boolean {
  const x = newOperand();
  const inner = unparen(e);
  if (inner.kind === 'Ident') {
    if (inner.name === '_') return true;
    const v = lhs ? unusedVar(c, inner) : null;
    exprOrType(c, x, inner, true);
    if (v !== null) c.usedVars.delete(v);
  } else {
    rawExpr(c, null, x, e, null, true);
  }
  return x.mode !== 'invalid';
}

/** The variable of this package that `e` denotes and that has not been used so far, or null. */
export function unusedVar(c: Checker, e: ast.Ident): Var | null {
  const obj = lookup(c, e.name);
  // Variables of dot-imported packages are not ours to mark.
  if (obj === null || obj.kind !== 'Var' || obj.pkg !== c.pkg) return null;
  return c.usedVars.has(obj) ? null : obj;
}
