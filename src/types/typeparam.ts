// Type parameters and their constraints.

import { noPos } from '../base/source.ts';
import { unalias } from './alias.ts';
import type { Checker } from './checker.ts';
import { newInterfaceType } from './newtypes.ts';
import type { TypeName } from './object.ts';
import { emptyInterface, nextId } from './shared.ts';
import type { InterfaceType, Type, TypeParam } from './type.ts';
import { computeInterfaceTypeSet, isSet, typeSet } from './typeset.ts';
import type { TypeTerm } from './typeterm.ts';
import { under } from './under.ts';

/** A new type parameter, which becomes the type of `obj` unless that has one. Without a constraint, it is set later. */
export function newTypeParam(c: Checker | null, obj: TypeName, constraint: Type | null): TypeParam {
  const typ: TypeParam = {
    kind: 'TypeParam',
    check: c,
    id: nextId(),
    obj,
    index: -1,
    bound: constraint ?? emptyInterface,
  };
  obj.type ??= typ;
  // The bound may have to be wrapped into an interface, which must have happened before others see the parameter.
  if (c !== null) c.cleaners.push(typ);
  else if (constraint !== null) iface(typ);
  return typ;
}

/** Gives each parameter its place in the list. */
export function bindTParams(list: readonly TypeParam[]): readonly TypeParam[] | null {
  if (list.length === 0) return null;
  for (let i = 0; i < list.length; i++) (list[i] as TypeParam).index = i;
  return list;
}

/** To be called once the package is checked. */
export function cleanupTypeParam(t: TypeParam): void {
  iface(t);
  t.check = null;
}

/** The constraint of `t` as an interface. A constraint that is none (`~int`) is wrapped into one on first use. */
export function iface(t: TypeParam): InterfaceType {
  const bound = t.bound;
  if (bound.kind === 'Interface' && bound.tset !== null) return bound;
  const u = under(bound);
  let ityp: InterfaceType;
  if (u.kind === 'Basic' && u.basic === 'invalid') return emptyInterface;
  if (u.kind === 'Interface') {
    // A type parameter as constraint was reported where it is declared.
    if (unalias(bound).kind === 'TypeParam') return emptyInterface;
    ityp = u;
  } else {
    ityp = newInterfaceType([], [bound]);
    ityp.implicit = true;
    t.bound = ityp;
  }
  if (ityp.tset === null) computeInterfaceTypeSet(t.check, noPos, ityp);
  return ityp;
}

/** Whether `f` holds for all specific terms of the constraint of `t`; without any, the result of f(null). */
export function is(t: TypeParam, f: (term: TypeTerm | null) => boolean): boolean {
  return isSet(typeSet(iface(t)), f);
}
