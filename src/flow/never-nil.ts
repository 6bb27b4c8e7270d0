// Results that are never nil: what is put into an interface at each return is a concrete value, and such an interface is not nil.

import type { Block, Function as IrFunction, Local } from '../ir/ir.ts';
import { under } from '../types/index.ts';
import { blocksOf } from './walk.ts';

/** Whether an interface that a function gives is never nil, by the assignments right before its returns. */
export function isNeverNil(fn: IrFunction, result: Local): boolean {
  return fn.body !== null && !fn.hasDefer && !result.shared && isSetAtReturns(fn.body, result);
}

function isSetAtReturns({ list }: Block, result: Local): boolean {
  return list.every((stmt, i) => {
    if (stmt.kind !== 'Return') return blocksOf(stmt).every((inner) => isSetAtReturns(inner, result));
    for (let at = i - 1; at >= 0; at--) {
      const before = list[at];
      if (before?.kind !== 'Assign') return false;
      if (before.local !== result) continue;
      const { value } = before;
      return value.kind === 'MakeInterface' && under(value.x.type).kind !== 'Interface';
    }
    return false;
  });
}
