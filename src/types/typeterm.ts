// Terms: the elementary sets of types `T` and `~t`, with their algebra.
//
//   null                          ∅   no type
//   { tilde: false, type: null }  𝓤   all types
//   { tilde: false, type: T }     T   { T }
//   { tilde: true, type: t }      ~t  { T | under(T) = t }

import { identical } from './predicates.ts';
import type { Type } from './type.ts';
import { under } from './under.ts';

export interface TypeTerm {
  readonly tilde: boolean;
  readonly type: Type | null;
}

/** Whether x = y. */
export function termEqual(x: TypeTerm | null, y: TypeTerm | null): boolean {
  if (x === null || y === null) return x === y;
  if (x.type === null || y.type === null) return x.type === y.type;
  return x.tilde === y.tilde && identical(x.type, y.type);
}

/** x ∪ y as up to two terms: the second is not null only if x and y are disjoint. */
export function termUnion(x: TypeTerm | null, y: TypeTerm | null): [TypeTerm | null, TypeTerm | null] {
  if (x === null) return [y, null];
  if (y === null || x.type === null) return [x, null];
  if (y.type === null) return [y, null];
  if (disjoint(x, y, x.type, y.type)) return [x, y];
  return x.tilde || !y.tilde ? [x, null] : [y, null];
}

/** x ∩ y */
export function termIntersect(x: TypeTerm | null, y: TypeTerm | null): TypeTerm | null {
  if (x === null || y === null) return null;
  if (x.type === null) return y;
  if (y.type === null) return x;
  if (disjoint(x, y, x.type, y.type)) return null;
  return !x.tilde || y.tilde ? x : y;
}

/** Whether t ∈ x. */
export function termIncludes(x: TypeTerm | null, t: Type): boolean {
  if (x === null) return false;
  if (x.type === null) return true;
  return identical(x.type, x.tilde ? under(t) : t);
}

/** Whether x ⊆ y. */
export function termSubsetOf(x: TypeTerm | null, y: TypeTerm | null): boolean {
  if (x === null) return true;
  if (y === null) return false;
  if (y.type === null) return true;
  if (x.type === null) return false;
  return !disjoint(x, y, x.type, y.type) && (!x.tilde || y.tilde);
}

/** Whether x ∩ y = ∅. Two terms that meet have the same type, up to tildes. */
function disjoint(x: TypeTerm, y: TypeTerm, xtype: Type, ytype: Type): boolean {
  return !identical(y.tilde ? under(xtype) : xtype, x.tilde ? under(ytype) : ytype);
}
