// Names that the language predeclares, as a checked expression uses them.

import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { specOf } from './spec-state.ts';

/** The predeclared name that a checked identifier denotes; null for any other expression. */
export function predeclared(c: Checker, e: ast.Expr): string | null {
  if (e.kind !== 'Ident') return null;
  const obj = c.info.uses.get(e);
  return obj !== undefined && obj.parent === specOf(c).facts.outer ? obj.name : null;
}
