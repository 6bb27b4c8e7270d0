// Outline blocks: code with a contract of its own. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function outline(_: Code, node: ast.OutlineStmt): void {
  unsupported('outline', node);
}
