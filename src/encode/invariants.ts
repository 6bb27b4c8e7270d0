// Invariants that several goroutines share, and packages have: critical regions. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function critical(_: Code, node: ast.CriticalStmt): void {
  unsupported('critical', node);
}
