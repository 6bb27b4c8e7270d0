// Function literals, function values, and what they implement. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Typed } from './calls.ts';
import type { Code, Place } from './context.ts';
import { unsupported } from './unsupported.ts';

export function closureCall(_: Code, node: ast.CallExpr): readonly Typed[] {
  return unsupported('calls of function values', node);
}

export function functionLiteral(_: Code, node: ast.FuncLit): Place {
  return unsupported('function literals', node);
}

export function callAs(_: Code, node: ast.CallAsExpr): Place {
  return unsupported('calls by a specification', node);
}

export function implementsSpec(_: Code, node: ast.ImplementsExpr): Place {
  return unsupported('closures that implement a specification', node);
}

export function closureProof(_: Code, node: ast.ClosureProofStmt): void {
  unsupported('proofs about closures', node);
}
