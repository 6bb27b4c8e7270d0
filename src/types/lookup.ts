// Lookup of fields and methods through embedded fields, and which methods a type lacks for an interface.

import { asNamed, unalias } from './alias.ts';
import type { Cause, Checker } from './checker.ts';
import { objDecl } from './decl.ts';
import { qualifierOf, str } from './format.ts';
import { lookupMethod } from './named.ts';
import { type Func, type GoObject, type Package, sameId, type Var } from './object.ts';
import { identical, isInterface, isTypeParam, isValid } from './predicates.ts';
import { adtMember } from './spec-adt.ts';
import { isOptional } from './spec-state.ts';
import { visibleIn } from './spec-types.ts';
import type { InterfaceType, Named, PointerType, Signature, StructType, Type } from './type.ts';
import { lookupSetMethod, typeSet } from './typeset.ts';
import { newTypeWriter, writeSignature } from './typestring.ts';
import { under } from './under.ts';

/**
 * What a lookup found. Without an object, `index` tells an ambiguous name (not null) from a missing one, and
 * `indirect` says that there is a method, but with a pointer receiver that cannot be had.
 */
export interface LookupResult {
  readonly obj: Var | Func | null;
  /** Indices of embedded fields, and last that of the field or method in the type that declares it. */
  readonly index: readonly number[] | null;
  /** A pointer is followed on the way. */
  readonly indirect: boolean;
}

const notFound: LookupResult = { obj: null, index: null, indirect: false };
const pointerNeeded: LookupResult = { obj: null, index: null, indirect: true };

/**
 * Finds field or method `name`, seen from `pkg`, in a value of type T, which is `addressable` or not. With `foldCase`,
 * case and package are ignored. The signature of a method found may not be set up yet: see objDecl.
 */
export function lookupFieldOrMethod(
  T: Type,
  addressable: boolean,
  pkg: Package | null,
  name: string,
  foldCase: boolean,
): LookupResult {
  // A defined pointer type has the fields of its base, but none of its methods.
  const t = unalias(T);
  if (t.kind === 'Named') {
    const u = under(t);
    if (u.kind === 'Pointer') {
      // Only specifications let a defined pointer type have methods.
      const own = t.methods.length === 0 ? null : lookupMethod(t, pkg, name, foldCase);
      if (own !== null) return foundMethod(own[1], [own[0]], false, addressable);
      const result = lookupFieldOrMethodImpl(u, false, pkg, name, foldCase);
      return result.obj !== null && result.obj.kind === 'Func' ? notFound : result;
    }
  }
  return lookupFieldOrMethodImpl(T, addressable, pkg, name, foldCase);
}

/** A type at the current depth of the search. */
export interface EmbeddedType {
  readonly type: Type;
  /** Path to it; null at depth 0. */
  readonly index: readonly number[] | null;
  readonly indirect: boolean;
  /** The type occurs several times at this depth, so whatever is found in it is ambiguous. */
  multiples: boolean;
}

/** Like lookupFieldOrMethod, but finds nothing in a defined pointer type. */
function lookupFieldOrMethodImpl(
  T: Type,
  addressable: boolean,
  pkg: Package | null,
  name: string,
  foldCase: boolean,
): LookupResult {
  if (name === '_') return notFound;
  // Underlying types must not be taken before the pointer is followed: a defined pointer type has no methods.
  const t0 = unalias(T);
  const isPtr = t0.kind === 'Pointer';
  const base = isPtr ? t0.elem : T;
  if (isPtr && under(base).kind === 'Interface') return notFound;

  // Depth 0 decides most lookups, and there is but one type.
  const named = asNamed(base);
  if (named !== null) {
    const found = lookupMethod(named, pkg, name, foldCase);
    if (found !== null) return foundMethod(found[1], [found[0]], isPtr, addressable);
  }
  const u = under(base);
  if (u.kind === 'Interface') {
    const found = lookupSetMethod(typeSet(u), pkg, name, foldCase);
    return found === null ? notFound : foundMethod(found[1], [found[0]], isPtr, addressable);
  }
  if (u.kind === 'Math') {
    const member = adtMember(u, name);
    return member === null ? notFound : { obj: member, index: [0], indirect: isPtr };
  }
  if (u.kind !== 'Struct') return notFound;
  const fields = u.fields;
  let embeds = false;
  for (let i = 0; i < fields.length; i++) {
    const f = fields[i] as Var;
    if (f.name === name ? foldCase || sameId(f, pkg, name) : foldCase && equalFold(f.name, name)) {
      // Fields of one struct have different names, unless case is ignored.
      return { obj: f, index: [i], indirect: isPtr };
    }
    embeds ||= f.embedded;
  }
  if (!embeds) return notFound;
  return lookupEmbedded(u, named, isPtr, addressable, pkg, name, foldCase);
}

/** Goes on with depth 1. */
function lookupEmbedded(
  struct: StructType,
  named: Named | null,
  isPtr: boolean,
  addressable: boolean,
  pkg: Package | null,
  name: string,
  foldCase: boolean,
): LookupResult {
  // Instances may be identical without being the same object, so a set of types seen would not do.
  const seen: Named[] = named === null ? [] : [named];
  let current: EmbeddedType[] = [];
  collectEmbedded(struct, null, isPtr, false, current);
  current = consolidateMultiples(current);
  while (current.length > 0) {
    const next: EmbeddedType[] = [];
    let obj: Var | Func | null = null;
    let index: readonly number[] | null = null;
    let indirect = false;
    for (const e of current) {
      const type = asNamed(e.type);
      if (type !== null) {
        // A type that was met less deep hides this one.
        if (hasSeen(seen, type)) continue;
        seen.push(type);
        const found = lookupMethod(type, pkg, name, foldCase);
        if (found !== null) {
          index = concat(e.index, found[0]);
          if (obj !== null || e.multiples) return { obj: null, index, indirect: false };
          obj = found[1];
          indirect = e.indirect;
          continue;
        }
      }
      const u = under(e.type);
      if (u.kind === 'Struct') {
        const fields = u.fields;
        for (let i = 0; i < fields.length; i++) {
          const f = fields[i] as Var;
          if (sameIdFold(f, pkg, name, foldCase)) {
            index = concat(e.index, i);
            if (obj !== null || e.multiples) return { obj: null, index, indirect: false };
            obj = f;
            indirect = e.indirect;
          }
        }
        if (obj === null) collectEmbedded(u, e.index, e.indirect, e.multiples, next);
      } else if (u.kind === 'Interface') {
        const found = lookupSetMethod(typeSet(u), pkg, name, foldCase);
        if (found !== null) {
          index = concat(e.index, found[0]);
          if (obj !== null || e.multiples) return { obj: null, index, indirect: false };
          obj = found[1];
          indirect = e.indirect;
        }
      }
    }
    if (obj !== null) {
      return obj.kind === 'Func' ? foundMethod(obj, index, indirect, addressable) : { obj, index, indirect };
    }
    current = consolidateMultiples(next);
  }
  return notFound;
}

function foundMethod(
  obj: Func,
  index: readonly number[] | null,
  indirect: boolean,
  addressable: boolean,
): LookupResult {
  if (!indirect && !addressable && hasPtrRecv(obj)) return pointerNeeded;
  return { obj, index, indirect };
}

/** Adds the embedded fields of a struct that was reached by `index`. */
export function collectEmbedded(
  struct: StructType,
  index: readonly number[] | null,
  indirect: boolean,
  multiples: boolean,
  into: EmbeddedType[],
): void {
  const fields = struct.fields;
  for (let i = 0; i < fields.length; i++) {
    const f = fields[i] as Var;
    if (!f.embedded) continue;
    const type = f.type as Type;
    const p = unalias(type);
    const isPtr = p.kind === 'Pointer';
    into.push({ type: isPtr ? p.elem : type, index: concat(index, i), indirect: indirect || isPtr, multiples });
  }
}

export function hasSeen(seen: readonly Named[], type: Named): boolean {
  for (const t of seen) if (t === type || identical(t, type)) return true;
  return false;
}

/** Entries with the same type become one that is marked as occurring several times. */
export function consolidateMultiples(list: EmbeddedType[]): EmbeddedType[] {
  if (list.length <= 1) return list;
  const result: EmbeddedType[] = [];
  for (const e of list) {
    let same: EmbeddedType | null = null;
    for (const other of result) {
      if (identical(other.type, e.type)) {
        same = other;
        break;
      }
    }
    if (same === null) result.push(e);
    else same.multiples = true;
  }
  return result;
}

function concat(list: readonly number[] | null, i: number): number[] {
  return list === null ? [i] : [...list, i];
}

/** Whether a method's receiver is a pointer. The signature decides if it is there, else what the declaration says. */
export function hasPtrRecv(f: Func): boolean {
  const sig = f.type;
  if (sig !== null && sig.kind === 'Signature' && sig.recv !== null) {
    const t = sig.recv.type;
    return t !== null && unalias(t).kind === 'Pointer';
  }
  return f.hasPtrRecv;
}

/** Whether `obj` has this name seen from `pkg`; with `foldCase`, also if the names differ in case only. */
function sameIdFold(obj: GoObject, pkg: Package | null, name: string, foldCase: boolean): boolean {
  if (foldCase && equalFold(obj.name, name)) return true;
  return sameId(obj, pkg, name);
}

function equalFold(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());
}

/** Index of the field with this name, or -1. */
export function fieldIndex(fields: readonly Var[], pkg: Package | null, name: string, foldCase: boolean): number {
  if (name === '_') return -1;
  for (let i = 0; i < fields.length; i++) if (sameIdFold(fields[i] as Var, pkg, name, foldCase)) return i;
  return -1;
}

/** Index of the method with this name, or -1. */
export function methodIndex(methods: readonly Func[], pkg: Package | null, name: string, foldCase: boolean): number {
  if (name === '_') return -1;
  for (let i = 0; i < methods.length; i++) if (sameIdFold(methods[i] as Func, pkg, name, foldCase)) return i;
  return -1;
}

// ---------------------------------------------------------------------------------------------------------------
// Missing methods

/** Compares the types of two methods. */
type Equivalence = (x: Type, y: Type) => boolean;

type Mismatch = 'notFound' | 'wrongName' | 'unexported' | 'wrongSig' | 'ambigSel' | 'ptrRecv' | 'field';

/**
 * A method that V lacks for implementing interface T, and whether it is there with a wrong type; null if V has all.
 * Unless `static` is set, an interface V may lack methods, but must not have them with another type.
 * The checker is null once all methods are checked.
 */
export function missingMethod(
  c: Checker | null,
  V: Type,
  T: Type,
  isStatic: boolean,
  equivalent: Equivalence,
  cause: Cause | null,
): [method: Func, wrongType: boolean] | null {
  const methods = typeSet(under(T) as InterfaceType).methods;
  if (methods.length === 0) return null;
  const Vu = under(V);
  const vset = Vu.kind === 'Interface' ? typeSet(Vu) : null;
  for (let i = 0; i < methods.length; i++) {
    const m = methods[i] as Func;
    if (c !== null && c.spec !== null && isOptional(c.spec, m, V)) continue;
    let mismatch: Mismatch;
    let f: Func | null = null;
    if (vset !== null) {
      const found = lookupSetMethod(vset, m.pkg, m.name, false);
      if (found === null) {
        if (!isStatic) continue;
        mismatch = 'notFound';
      } else {
        f = found[1];
        if (equivalent(f.type as Type, m.type as Type)) continue;
        mismatch = 'wrongSig';
      }
    } else {
      const seen = c === null || c.spec === null ? m.pkg : visibleIn(V, m.pkg);
      const { obj, index, indirect } = lookupFieldOrMethodImpl(V, false, seen, m.name, false);
      if (obj === null) {
        if (index !== null) mismatch = 'ambigSel';
        else if (indirect) mismatch = 'ptrRecv';
        else {
          mismatch = 'notFound';
          const similar = lookupFieldOrMethodImpl(V, false, m.pkg, m.name, true).obj;
          if (similar !== null && similar.kind === 'Func') {
            f = similar;
            // Equal names that do not match are unexported ones of different packages.
            mismatch = f.name === m.name ? 'unexported' : 'wrongName';
          }
        }
      } else if (obj.kind !== 'Func') {
        mismatch = 'field';
      } else {
        f = obj;
        if (c !== null) objDecl(c, f);
        if (equivalent(f.type as Type, m.type as Type)) continue;
        mismatch = 'wrongSig';
      }
    }
    if (cause !== null) {
      if (f !== null && c !== null) objDecl(c, f);
      cause.text = mismatchText(c, V, T, m, f, mismatch);
    }
    return [m, mismatch === 'wrongSig' || mismatch === 'ptrRecv'];
  }
  return null;
}

function mismatchText(c: Checker | null, V: Type, T: Type, m: Func, f: Func | null, mismatch: Mismatch): string {
  switch (mismatch) {
    case 'notFound':
      if (isInterfacePtr(V)) return `(${interfacePtrError(c, V)})`;
      if (isInterfacePtr(T)) return `(${interfacePtrError(c, T)})`;
      return `(missing method ${m.name})`;
    case 'wrongName':
      return `(missing method ${m.name})\n\t\thave ${funcString(c, f as Func, false)}\n\t\twant ${funcString(c, m, false)}`;
    case 'unexported':
      return `(unexported method ${m.name})`;
    case 'wrongSig': {
      let have = funcString(c, f as Func, false);
      let want = funcString(c, m, false);
      if (have === want) {
        have = funcString(c, f as Func, true);
        want = funcString(c, m, true);
      }
      // Type parameters of the same name print alike; then the difference cannot be shown.
      if (have === want) return `(wrong type for method ${m.name})`;
      return `(wrong type for method ${m.name})\n\t\thave ${have}\n\t\twant ${want}`;
    }
    case 'ambigSel':
      return `(ambiguous selector ${str(c, V)}.${m.name})`;
    case 'ptrRecv':
      return `(method ${m.name} has pointer receiver)`;
    case 'field':
      return `(${str(c, V)}.${m.name} is a field, not a method)`;
  }
}

/**
 * Whether V has all methods of T. True also where that cannot be known: V is invalid or embeds something invalid.
 */
export function hasAllMethods(
  c: Checker | null,
  V: Type,
  T: Type,
  isStatic: boolean,
  equivalent: Equivalence,
  cause: Cause | null,
): boolean {
  if (!isValid(V)) return true;
  return missingMethod(c, V, T, isStatic, equivalent, cause) === null || embedsInvalid(V, null);
}

/** Whether T, a struct or interface or a pointer to a struct, embeds something invalid: then it may have any method. */
export function embedsInvalid(T: Type, seen: Set<Type> | null): boolean {
  const S = under(derefStructPtr(T));
  if ((S.kind !== 'Struct' && S.kind !== 'Interface') || seen?.has(S)) return false;
  const visited = seen ?? new Set<Type>();
  visited.add(S);
  if (S.kind === 'Interface') {
    for (const type of S.embeddeds) if (!isValid(type) || embedsInvalid(type, visited)) return true;
    return false;
  }
  for (const f of S.fields) {
    const type = f.type as Type;
    if (f.embedded && (!isValid(type) || embedsInvalid(type, visited))) return true;
  }
  return false;
}

export function isInterfacePtr(T: Type): boolean {
  const p = under(T);
  return p.kind === 'Pointer' && isInterface(p.elem);
}

/** For a T that satisfies isInterfacePtr. */
export function interfacePtrError(c: Checker | null, T: Type): string {
  const p = under(T) as PointerType;
  const what = isTypeParam(p.elem) ? 'type parameter' : 'interface';
  return `type ${str(c, T)} is pointer to ${what}, not ${what}`;
}

/** Name and signature of a function; `pkgInfo` says where the first unexported field comes from. */
function funcString(c: Checker | null, f: Func, pkgInfo: boolean): string {
  const w = newTypeWriter(c !== null && !pkgInfo ? qualifierOf(c) : null);
  w.out = f.name;
  w.pkgInfo = pkgInfo;
  w.paramNames = false;
  writeSignature(w, f.type as Signature);
  return w.out;
}

/** Whether a value of interface type V may be asserted to have type T. */
export function assertableTo(c: Checker | null, V: Type, T: Type, cause: Cause | null): boolean {
  if (isInterface(T)) return true;
  return hasAllMethods(c, T, V, false, identical, cause);
}

/** The base of an unnamed pointer type, and that it was one; otherwise the type itself. */
export function deref(t: Type): [type: Type, isPtr: boolean] {
  const p = unalias(t);
  return p.kind === 'Pointer' ? [p.elem, true] : [t, false];
}

/** The struct type that `t`, named or not, points to; `t` if it is no pointer to a struct. */
export function derefStructPtr(t: Type): Type {
  const p = under(t);
  return p.kind === 'Pointer' && under(p.elem).kind === 'Struct' ? p.elem : t;
}
