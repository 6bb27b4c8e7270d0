// Not a number: the one value of Go that differs from itself. Interfaces that hold one, and maps with such keys, are encoded as
// if there were none, and what compares them lists `no-nan`. (Floating-point numbers themselves have an equality of their own.)

import { isComplex, isFloat, isInterface, under } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Code } from '../core/context.ts';

/** Whether comparing values of the type compares what an interface holds. */
export function holdsInterface(t: GoType): boolean {
  return someLeaf(t, isInterface);
}

/** Whether a value of the type may differ from itself. */
export function mayBeNaN(t: GoType): boolean {
  return someLeaf(t, (leaf) => isInterface(leaf) || isFloat(leaf) || isComplex(leaf));
}

function someLeaf(t: GoType, is: (leaf: GoType) => boolean): boolean {
  const u = under(t);
  switch (u.kind) {
    case 'Struct':
      return u.fields.some((field) => field.type !== null && someLeaf(field.type, is));
    case 'Array':
      return someLeaf(u.elem, is);
    default:
      return is(t);
  }
}

/** Notes with the member that no key of the type is taken to be NaN. */
export function assumeKeysAreNumbers(k: Code, key: GoType): void {
  if (mayBeNaN(key)) k.unit.assumptions.add('no-nan');
}
