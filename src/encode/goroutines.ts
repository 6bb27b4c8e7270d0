// Go statements: the precondition of what is started leaves, nothing comes back. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function goStatement(_: Code, node: ast.GoStmt): void {
  unsupported('go', node);
}
