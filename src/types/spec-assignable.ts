// Assignability that the specification language adds to Go's.

import { unalias } from './alias.ts';
import { identical, isInteger } from './predicates.ts';
import type { Type } from './type.ts';
import { under } from './under.ts';
import { SpecTyp, Typ } from './universe.ts';

/** Whether a V may be used as a T where Go's own rules say no. */
export function specAssignable(V0: Type, T0: Type): boolean {
  const V = unalias(V0);
  const T = unalias(T0);
  if (T === SpecTyp.assertion) return V === Typ.bool || under(V) === Typ.bool;
  if (T === SpecTyp.perm) return isInteger(V);
  if (under(V) === SpecTyp.integer) return isInteger(T);
  if (under(T) === SpecTyp.integer) return isInteger(V);
  if (V.kind !== 'Math' || T.kind !== 'Math' || V.math !== T.math) return false;
  switch (V.math) {
    case 'seq':
    case 'set':
    case 'mset':
    case 'option':
      return elementAssignable(V.args[0] as Type, T.args[0] as Type);
    default:
      return false;
  }
}

function elementAssignable(V: Type, T: Type): boolean {
  return identical(V, T) || specAssignable(V, T);
}
