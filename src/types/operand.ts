// Operands: intermediate results of checking expressions.

import type * as ast from '../syntax/nodes.ts';
import type { Value } from './constant.ts';
import type { BuiltinId } from './object.ts';
import type { Type } from './type.ts';

export type OperandMode =
  | 'invalid'
  /** A call without result. */
  | 'novalue'
  | 'builtin'
  | 'typexpr'
  | 'constant'
  /** Addressable. */
  | 'variable'
  /** `m[k]`: assignable, and may be used with `, ok`. */
  | 'mapindex'
  | 'value'
  /** A value that may be used with `, ok`. */
  | 'commaok'
  /** A value that may be used with `, err` (cgo). */
  | 'commaerr'
  | 'cgofunc';

export interface Operand {
  mode: OperandMode;
  expr: ast.Expr | null;
  type: Type | null;
  /** Null unless mode is constant. */
  val: Value | null;
  /** Null unless mode is builtin. */
  builtin: BuiltinId | null;
}

export function newOperand(): Operand {
  return { mode: 'invalid', expr: null, type: null, val: null, builtin: null };
}
