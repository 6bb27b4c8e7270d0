// Channels: sending, receiving, select. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function send(_: Code, node: ast.SendStmt): void {
  unsupported('sending', node);
}

export function select(_: Code, node: ast.SelectStmt): void {
  unsupported('select', node);
}
