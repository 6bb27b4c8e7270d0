// Domains: types and functions of which only axioms are known. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Func } from '../types/object.ts';
import type { Expr } from '../vil/index.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function domainCall(_: Code, node: ast.CallExpr, __: Func): Expr {
  return unsupported('functions of domains', node);
}
