// match: algebraic values taken apart by patterns. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Code, Place } from './context.ts';
import { unsupported } from './unsupported.ts';

export function matchExpr(_: Code, node: ast.MatchExpr): Place {
  return unsupported('match', node);
}

export function matchStmt(_: Code, node: ast.MatchStmt): void {
  unsupported('match', node);
}
