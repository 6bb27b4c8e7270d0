// Interface values: calls of their methods, type assertions, types as values. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Callee, Typed } from './calls.ts';
import type { Code, Place } from './context.ts';
import { unsupported } from './unsupported.ts';

export function interfaceCall(_: Code, node: ast.CallExpr, __: Callee & { readonly kind: 'func' }): readonly Typed[] {
  return unsupported('methods of interfaces', node);
}

export function typeAssertion(_: Code, node: ast.TypeAssertExpr): Place {
  return unsupported('type assertions', node);
}

export function typeSwitch(_: Code, node: ast.TypeSwitchStmt): void {
  unsupported('type switches', node);
}

export function typeValue(_: Code, node: ast.TypeExpr): Place {
  return unsupported('types as values', node);
}
