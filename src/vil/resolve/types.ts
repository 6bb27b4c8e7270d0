// Types while they are being found out: with unknowns, which unification fills in and a failed attempt empties again.

import type { Type } from '../vil.ts';

/** What is not known yet. */
interface Unknown {
  readonly kind: 'Unknown';
  known: Ty | null;
  /** What it is if nothing says otherwise; null: Int. */
  readonly fallback: Ty | null;
}

/** A Type with unknowns: the name is that of a domain, adt or type parameter, the arguments follow the kind. */
interface Known {
  readonly kind: Type['kind'];
  readonly name: string;
  readonly args: readonly Ty[];
}

export type Ty = Unknown | Known;

function known(kind: Type['kind'], name = '', args: readonly Ty[] = []): Known {
  return { kind, name, args };
}

export const intTy: Ty = known('Int');
export const boolTy: Ty = known('Bool');
export const permTy: Ty = known('Perm');
export const refTy: Ty = known('Ref');
export const seqTy = (elem: Ty): Ty => known('Seq', '', [elem]);
export const setTy = (elem: Ty): Ty => known('Set', '', [elem]);
export const multisetTy = (elem: Ty): Ty => known('Multiset', '', [elem]);
export const mapTy = (key: Ty, value: Ty): Ty => known('Map', '', [key, value]);
export const domainTy = (name: string, args: readonly Ty[]): Ty => known('Domain', name, args);
export const adtTy = (name: string, args: readonly Ty[]): Ty => known('Adt', name, args);
export const typeVarTy = (name: string): Ty => known('TypeVar', name);

export function unknownTy(fallback: Ty | null = null): Ty {
  return { kind: 'Unknown', known: null, fallback };
}

/** The unknowns that were filled in, in order. */
export type Trail = Unknown[];

/** Empties what was filled in since the trail had this length. */
export function undo(trail: Trail, length: number): void {
  for (const unknown of trail.splice(length)) unknown.known = null;
}

/** The type itself where it is known. */
export function shallow(ty: Ty): Ty {
  let current = ty;
  while (current.kind === 'Unknown' && current.known !== null) current = current.known;
  return current;
}

/** Makes the two equal if they can be; otherwise some unknowns may have been filled in, and the caller undoes that. */
export function unify(left: Ty, right: Ty, trail: Trail): boolean {
  const a = shallow(left);
  const b = shallow(right);
  if (a === b) return true;
  if (a.kind === 'Unknown') return fill(a, b, trail);
  if (b.kind === 'Unknown') return fill(b, a, trail);
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.args.length === b.args.length &&
    a.args.every((arg, i) => unify(arg, b.args[i] as Ty, trail))
  );
}

function fill(unknown: Unknown, ty: Ty, trail: Trail): boolean {
  if (occurs(unknown, ty)) return false;
  unknown.known = ty;
  trail.push(unknown);
  return true;
}

function occurs(unknown: Unknown, ty: Ty): boolean {
  const found = shallow(ty);
  return found === unknown || (found.kind !== 'Unknown' && found.args.some((arg) => occurs(unknown, arg)));
}

/** The Type; what is still unknown gets its fallback. */
export function toType(ty: Ty): Type {
  const found = shallow(ty);
  if (found.kind === 'Unknown') return found.fallback === null ? { kind: 'Int' } : toType(found.fallback);
  const args = found.args.map(toType);
  const [first, second] = args;
  switch (found.kind) {
    case 'Int':
    case 'Bool':
    case 'Perm':
    case 'Ref':
    case 'Predicate':
    case 'Wand':
      return { kind: found.kind };
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return { kind: found.kind, elem: first as Type };
    case 'Map':
      return { kind: 'Map', key: first as Type, value: second as Type };
    case 'Domain':
    case 'Adt':
      return { kind: found.kind, name: found.name, args };
    case 'TypeVar':
      return { kind: 'TypeVar', name: found.name };
  }
}

/** The type with type parameters replaced. */
export function instantiate(ty: Ty, params: ReadonlyMap<string, Ty>): Ty {
  const found = shallow(ty);
  if (found.kind === 'Unknown') return found;
  if (found.kind === 'TypeVar') return params.get(found.name) ?? found;
  return known(
    found.kind,
    found.name,
    found.args.map((arg) => instantiate(arg, params)),
  );
}
