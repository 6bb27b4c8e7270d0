// Loops over ranges: their shape; what is ranged over decides by its type.

import type * as ast from '../syntax/nodes.ts';
import { encodingOf, typeOf } from './code.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function rangeLoop(k: Code, node: ast.RangeStmt): void {
  const t = typeOf(k, node.x);
  const rule = encodingOf(k, t).range;
  if (rule === undefined) unsupported('a loop over this range', node);
  else rule(k, node, t);
}
