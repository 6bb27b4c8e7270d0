// Deferred calls and folds. Not encoded yet: bodies with them are unsupported.

import type * as ast from '../syntax/nodes.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function deferCall(_: Code, node: ast.DeferStmt): void {
  unsupported('defer', node);
}

export function deferFold(_: Code, node: ast.DeferFoldStmt): void {
  unsupported('defer fold', node);
}

/** What the end of a function has to do. */
export function runDeferred(_: Code): void {}
