// `==` where an operand is an interface value: it may panic. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Expr } from '../vil/index.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function comparison(_: Code, __: ast.Expr, ___: ast.Expr, ____: boolean, node: ast.NodeBase): Expr {
  return unsupported('comparing interface values', node);
}
