// What specifications say about two executions at once: low, lowContext, rel.
//
//   [low(e)] = low([e])      [lowContext()] = lowEvent      [rel(e, i)] = rel([e], i)
//
// Where only one execution is looked at, low and lowContext hold.

import type * as ast from '../../syntax/nodes.ts';
import { Bool, bool } from '../core/build.ts';
import { expr, source } from '../core/code.ts';
import type { CallRule } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';

export const lowCall: CallRule = (k, node) => {
  const src = source(k, node);
  const [x] = node.args as readonly [ast.Expr];
  const operand = expr(k, x);
  return k.e.options.hyper === 'off' ? bool(true, src) : { kind: 'Low', operand, type: Bool, src };
};

export const lowContextCall: CallRule = (k, node) => {
  const src = source(k, node);
  return k.e.options.hyper === 'off' ? bool(true, src) : { kind: 'LowContext', type: Bool, src };
};

export const relCall: CallRule = (k, node) => {
  const [x, which] = node.args as readonly [ast.Expr, ast.Expr];
  if (k.e.options.hyper === 'off') unsupported('rel where only one execution is looked at', node);
  const operand = expr(k, x);
  const execution = which.kind === 'BasicLit' && which.value === '1' ? 1 : 0;
  return { kind: 'InExecution', operand, execution, type: operand.type, src: source(k, node) };
};
