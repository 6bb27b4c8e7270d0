// Calls of functions with a variable number of arguments.
//
//   [f(a, b, c)] = f([a], s)      where s is a new slice of b and c, nil where there are none
//   [f(a, s...)] = f([a], [s])

import type * as ast from '../../syntax/nodes.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import { int } from '../core/build.ts';
import { encodingOf, exprAs, needsStatements, source } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { settledValue } from '../types/literals.ts';
import { elemOf, newSlice } from '../types/slices.ts';

export function variadicArguments(k: Code, node: ast.CallExpr, params: readonly Var[]): readonly Expr[] {
  const fixed = params.slice(0, -1);
  const last = params.at(-1);
  if (last === undefined || node.args.length < fixed.length) return unsupported('this call', node);
  const values = fixed.map((param, i) => exprAs(k, node.args[i] as ast.Expr, param.type as GoType));
  return [...values, variadicSlice(k, node, node.args.slice(fixed.length), last.type as GoType)];
}

/** The slice of the last arguments, as a value of type `t`. */
export function variadicSlice(k: Code, node: ast.CallExpr, args: readonly ast.Expr[], t: GoType): Expr {
  const [only] = args;
  if (node.ellipsis > 0 && only !== undefined && args.length === 1) return exprAs(k, only, t);
  const src = source(k, node);
  if (args.length === 0) return encodingOf(k, t).zero(k.e, t, src);
  needsStatements(k, 'a variadic call', node);
  const given = new Map(args.map((arg, i) => [i, settledValue(k, exprAs(k, arg, elemOf(t)), arg)]));
  return newSlice(k, t, given, int(given.size, src), src);
}
