// Variables of packages. Not encoded yet.

import type * as ast from '../syntax/nodes.ts';
import type { Var } from '../types/object.ts';
import type { Code, Place } from './context.ts';
import { unsupported } from './unsupported.ts';

export function globalPlace(_: Code, __: Var, node: ast.NodeBase): Place {
  return unsupported('variables of packages', node);
}
