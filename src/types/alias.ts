// Aliases: `type A = R`, and instances of generic ones.

import { assert } from '../base/assert.ts';
import type { Pos } from '../base/source.ts';
import type { Checker } from './checker.ts';
import type { Context } from './context.ts';
import { newTypeName, type TypeName } from './object.ts';
import { makeSubstMap, subst } from './subst.ts';
import type { Alias, Named, Type } from './type.ts';
import { Typ } from './universe.ts';

/** What `t` denotes, never an Alias. An alias whose declaration is still being checked denotes an invalid type. */
export function unalias(t: Type): Exclude<Type, Alias> {
  if (t.kind !== 'Alias') return t;
  if (t.actual !== null) return t.actual as Exclude<Type, Alias>;
  let actual: Type | null = t;
  while (actual !== null && actual.kind === 'Alias') actual = actual.fromRHS;
  // An incomplete alias is not remembered, since its meaning is yet to come.
  if (actual === null) return Typ.invalid;
  t.actual = actual;
  return actual as Exclude<Type, Alias>;
}

/** The defined type that `t` denotes, or null. */
export function asNamed(t: Type | null): Named | null {
  if (t === null) return null;
  const u = unalias(t);
  return u.kind === 'Named' ? u : null;
}

/** A new alias, incomplete if `rhs` is null. It becomes the type of `obj` unless that has one. */
export function newAlias(obj: TypeName, rhs: Type | null): Alias {
  const a = {
    kind: 'Alias',
    obj,
    orig: null as unknown as Alias,
    typeParams: null,
    typeArgs: null,
    fromRHS: rhs,
    actual: null,
  } as Alias;
  a.orig = a;
  obj.type ??= a;
  return a;
}

/** The instance of a generic alias; `pos` is where errors about it are reported. */
export function newAliasInstance(
  c: Checker | null,
  pos: Pos,
  orig: Alias,
  targs: readonly Type[],
  expanding: Named | null,
  ctxt: Context | null,
): Alias {
  assert(targs.length > 0);
  const obj = newTypeName(pos, orig.obj.pkg, orig.obj.name, null);
  const rhs = subst(c, pos, orig.fromRHS ?? Typ.invalid, makeSubstMap(orig.typeParams ?? [], targs), expanding, ctxt);
  const res = newAlias(obj, rhs);
  res.orig = orig;
  res.typeParams = orig.typeParams;
  res.typeArgs = targs;
  return res;
}
