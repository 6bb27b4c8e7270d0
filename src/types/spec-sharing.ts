// Which expressions denote memory that others can refer to: only what is shared has an address.
//
// A variable is shared if it is marked with @, or with `share` for parameters. What a pointer leads to and elements of slices
// are shared; fields and elements of arrays are as their struct or array is.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { specOf } from './spec-state.ts';
import type { Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';

/** Whether the address of what a checked expression denotes can be taken. */
export function isSharedLocation(c: Checker, e: ast.Expr): boolean {
  const inner = unparen(e);
  switch (inner.kind) {
    case 'Ident': {
      const obj = c.info.uses.get(inner) ?? c.info.defs.get(inner);
      return obj?.kind === 'Var' && specOf(c).facts.shared.has(obj);
    }
    case 'StarExpr':
      return true;
    case 'IndexExpr': {
      const base = c.info.types.get(inner.x)?.type;
      return base !== undefined && isSharedElement(c, inner.x, base);
    }
    case 'SelectorExpr':
      return isSharedSelection(c, inner);
    case 'UnfoldingExpr':
    case 'AssertingExpr':
    case 'LetExpr':
      return isSharedLocation(c, inner.x);
    default:
      return false;
  }
}

function isSharedElement(c: Checker, x: ast.Expr, base: Type): boolean {
  const u = under(base);
  switch (u.kind) {
    case 'Slice':
    case 'Pointer':
      return true;
    case 'Array':
      return isSharedLocation(c, x);
    default:
      return false;
  }
}

function isSharedSelection(c: Checker, e: ast.SelectorExpr): boolean {
  const obj = c.info.uses.get(e.sel);
  if (obj?.kind !== 'Var') return false;
  const selection = c.info.selections.get(e);
  // A variable of another package.
  if (selection === undefined) return specOf(c).facts.shared.has(obj);
  if (selection.indirect) return true;
  return isSharedLocation(c, e.x);
}

/** What `&` can be applied to: a literal, which is put into fresh memory, or something shared. */
export function hasAddress(c: Checker, e: ast.Expr): boolean {
  return unparen(e).kind === 'CompositeLit' || isSharedLocation(c, e);
}

/** Whether Go itself lets the address be taken, so that only the mark is missing. */
export function hasGoAddress(c: Checker, e: ast.Expr): boolean {
  return c.info.types.get(unparen(e))?.mode === 'variable' || unparen(e).kind === 'CompositeLit';
}
