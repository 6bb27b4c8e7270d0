// Calls of functions with a variable number of arguments. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Var } from '../types/object.ts';
import type { Expr } from '../vil/index.ts';
import type { Code } from './context.ts';
import { unsupported } from './unsupported.ts';

export function variadicArguments(_: Code, node: ast.CallExpr, __: readonly Var[]): readonly Expr[] {
  return unsupported('variadic calls', node);
}
