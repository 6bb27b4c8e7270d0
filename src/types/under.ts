// Underlying types, also of all types that a type parameter may stand for at once.

import { unalias } from './alias.ts';
import type { Checker } from './checker.ts';
import { str } from './format.ts';
import { namedUnderlying } from './named.ts';
import { identical } from './predicates.ts';
import { hasUnderBit } from './shared.ts';
import type { Type } from './type.ts';
import { iface } from './typeparam.ts';
import { typeSet, typeSetPairs } from './typeset.ts';

/** The underlying type: never a Named, an Alias or a TypeParam. That of a type parameter is its constraint interface. */
export function under(t: Type): Type {
  switch (t.kind) {
    case 'Named':
      return (t.state & hasUnderBit) !== 0 ? (t.underlying as Type) : namedUnderlying(t);
    case 'Alias':
      return under(unalias(t));
    case 'TypeParam':
      return iface(t);
    case 'Basic':
    case 'Array':
    case 'Slice':
    case 'Struct':
    case 'Pointer':
    case 'Tuple':
    case 'Signature':
    case 'Interface':
    case 'Map':
    case 'Chan':
    case 'Union':
    case 'Math':
      return t;
  }
}

/** A type of a type set and its underlying type; both are null where the set has no specific types. */
export type TypePair = readonly [type: Type | null, under: Type | null];

/** The pairs of all specific types in the set that `t` implies; at least one. A type other than a parameter implies itself. */
export function typeset(t: Type): readonly TypePair[] {
  const p = unalias(t);
  if (p.kind === 'TypeParam') return typeSetPairs(typeSet(iface(p)));
  return [[t, under(t)]];
}

/** Whether `f` holds for every pair of `typeset(t)`. */
export function all(t: Type, f: (t: Type | null, u: Type | null) => boolean): boolean {
  if (unalias(t).kind !== 'TypeParam') return f(t, under(t));
  for (const pair of typeset(t)) {
    if (!f(pair[0], pair[1])) return false;
  }
  return true;
}

/** Whether `f` holds for every underlying type of `typeset(t)`; it is called with null if there is no specific type. */
export function underIs(t: Type, f: (u: Type | null) => boolean): boolean {
  if (unalias(t).kind !== 'TypeParam') return f(under(t));
  for (const pair of typeset(t)) {
    if (!f(pair[1])) return false;
  }
  return true;
}

/** Why a type does not fit. It is put into words by `formatTypeErr` only, since most are never read. */
export interface TypeErr {
  /** Each `%s` stands for the next argument. */
  readonly format: string;
  readonly args: readonly (Type | string | null)[];
}

export function typeErrorf(format: string, ...args: (Type | string | null)[]): TypeErr {
  return { format, args };
}

export function formatTypeErr(c: Checker | null, err: TypeErr): string {
  const parts = err.format.split('%s');
  let text = parts[0] as string;
  for (let i = 1; i < parts.length; i++) {
    const arg = err.args[i - 1];
    text += typeof arg === 'string' ? arg : arg === null || arg === undefined ? 'nil' : str(c, arg);
    text += parts[i] as string;
  }
  return text;
}

/**
 * The one underlying type of all types that `t` may stand for, or null and the reason. Channel types need to agree in
 * their elements only, and the most restricted of them is taken, unless directions conflict.
 * With `cond`, it must moreover give null for each pair of `typeset(t)`; it is asked first.
 */
export function commonUnder(
  t: Type,
  cond: ((t: Type | null, u: Type | null) => TypeErr | null) | null,
): [Type | null, TypeErr | null] {
  if (t.kind !== 'TypeParam' && unalias(t).kind !== 'TypeParam') {
    const u = under(t);
    const err = cond === null ? null : cond(t, u);
    return err === null ? [u, null] : [null, err];
  }
  let ct: Type | null = null;
  let cu: Type | null = null;
  for (const [t1, u1] of typeset(t)) {
    const err = cond === null ? null : cond(t1, u1);
    if (err !== null) return [null, err];
    if (t1 === null || u1 === null) return [null, typeErrorf('no specific type')];
    if (cu === null) {
      ct = t1;
      cu = u1;
      continue;
    }
    if (cu.kind === 'Chan' && u1.kind === 'Chan') {
      if (!identical(cu.elem, u1.elem)) {
        return [null, typeErrorf('channels %s and %s have different element types', ct, t1)];
      }
      if (cu.dir === u1.dir) continue;
      if (cu.dir === 'both') {
        ct = t1;
        cu = u1;
      } else if (u1.dir !== 'both') {
        return [null, typeErrorf('channels %s and %s have conflicting directions', ct, t1)];
      }
      continue;
    }
    if (!identical(cu, u1)) return [null, typeErrorf('%s and %s have different underlying types', ct, t1)];
  }
  return [cu, null];
}
