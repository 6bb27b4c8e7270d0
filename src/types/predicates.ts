// Predicates on types, and type identity.

import { unalias } from './alias.ts';
import { newContext } from './context.ts';
import { type Func, isExported, objectId, sameId } from './object.ts';
import { makeSubstMap, subst } from './subst.ts';
import { termsEqual } from './termlist.ts';
import {
  type BasicName,
  type InterfaceType,
  isBooleanBit,
  isComplexBit,
  isConstTypeBits,
  isFloatBit,
  isIntegerBit,
  isNumericBits,
  isOrderedBits,
  isStringBit,
  isUnsignedBit,
  isUntypedBit,
  type MathType,
  type Named,
  type Signature,
  type StructType,
  type Tuple,
  type Type,
  type Union,
} from './type.ts';
import { is } from './typeparam.ts';
import { computeUnionTypeSet, isComparableSet, isEmptySet, type TypeSet, typeSet } from './typeset.ts';
import { type TypeErr, typeErrorf, under, underIs } from './under.ts';
import { Typ, universeRune } from './universe.ts';

/** False for the type of something that was reported as wrong. */
export function isValid(t: Type): boolean {
  return t !== Typ.invalid && (t.kind !== 'Alias' || unalias(t) !== Typ.invalid);
}

// ---------------------------------------------------------------------------------------------------------------
// Basic types. The predicates isX are false for type parameters; allX hold for them if isX does for all their types.

/** Whether the underlying type is basic with one of these properties. */
export function isBasic(t: Type, info: number): boolean {
  const u = t.kind === 'Basic' ? t : under(t);
  return u.kind === 'Basic' && (u.info & info) !== 0;
}

export function isBoolean(t: Type): boolean {
  return isBasic(t, isBooleanBit);
}

export function isInteger(t: Type): boolean {
  return isBasic(t, isIntegerBit);
}

export function isUnsigned(t: Type): boolean {
  return isBasic(t, isUnsignedBit);
}

export function isFloat(t: Type): boolean {
  return isBasic(t, isFloatBit);
}

export function isComplex(t: Type): boolean {
  return isBasic(t, isComplexBit);
}

export function isNumeric(t: Type): boolean {
  return isBasic(t, isNumericBits);
}

export function isString(t: Type): boolean {
  return isBasic(t, isStringBit);
}

export function isIntegerOrFloat(t: Type): boolean {
  return isBasic(t, isIntegerBit | isFloatBit);
}

/** Whether constants may have this type. */
export function isConstType(t: Type): boolean {
  return isBasic(t, isConstTypeBits);
}

export function allBasic(t: Type, info: number): boolean {
  if (t.kind !== 'Basic') {
    const tpar = unalias(t);
    if (tpar.kind === 'TypeParam') {
      return is(tpar, (term) => term !== null && term.type !== null && isBasic(term.type, info));
    }
  }
  return isBasic(t, info);
}

export function allBoolean(t: Type): boolean {
  return allBasic(t, isBooleanBit);
}

export function allInteger(t: Type): boolean {
  return allBasic(t, isIntegerBit);
}

export function allUnsigned(t: Type): boolean {
  return allBasic(t, isUnsignedBit);
}

export function allNumeric(t: Type): boolean {
  return allBasic(t, isNumericBits);
}

export function allString(t: Type): boolean {
  return allBasic(t, isStringBit);
}

export function allOrdered(t: Type): boolean {
  return allBasic(t, isOrderedBits);
}

export function allNumericOrString(t: Type): boolean {
  return allBasic(t, isNumericBits | isStringBit);
}

// ---------------------------------------------------------------------------------------------------------------
// Other properties

/** Predeclared and defined types and type parameters have a name. Safe on types that are not set up. */
export function hasName(t: Type): boolean {
  const kind = unalias(t).kind;
  return kind === 'Basic' || kind === 'Named' || kind === 'TypeParam';
}

/** Everything but defined types and type parameters. Safe on types that are not set up. */
export function isTypeLit(t: Type): boolean {
  const kind = unalias(t).kind;
  return kind !== 'Named' && kind !== 'TypeParam';
}

/** Neither an untyped constant's type nor untyped bool or nil. Safe on types that are not set up. */
export function isTyped(t: Type): boolean {
  return t.kind !== 'Basic' || (t.info & isUntypedBit) === 0;
}

export function isUntyped(t: Type): boolean {
  return t.kind === 'Basic' && (t.info & isUntypedBit) !== 0;
}

export function isUntypedNumeric(t: Type): boolean {
  return t.kind === 'Basic' && (t.info & isUntypedBit) !== 0 && (t.info & isNumericBits) !== 0;
}

/** Holds for type parameters too: their underlying type is an interface. */
export function isInterface(t: Type): boolean {
  return under(t).kind === 'Interface';
}

export function isNonTypeParamInterface(t: Type): boolean {
  return !isTypeParam(t) && isInterface(t);
}

export function isTypeParam(t: Type): boolean {
  return t.kind === 'TypeParam' || (t.kind === 'Alias' && unalias(t).kind === 'TypeParam');
}

export function isPointer(t: Type): boolean {
  return under(t).kind === 'Pointer';
}

export function isUintptr(t: Type): boolean {
  const u = under(t);
  return u.kind === 'Basic' && u.basic === 'uintptr';
}

export function isUnsafePointer(t: Type): boolean {
  const u = under(t);
  return u.kind === 'Basic' && u.basic === 'unsafe.Pointer';
}

export function isBytesOrRunes(t: Type): boolean {
  const u = under(t);
  if (u.kind !== 'Slice') return false;
  const elem = under(u.elem);
  return elem.kind === 'Basic' && (elem.basic === 'uint8' || elem.basic === 'int32');
}

/** Whether a type parameter is known to stand for no type. Does not compute the type set. */
export function hasEmptyTypeset(t: Type): boolean {
  const tpar = unalias(t);
  if (tpar.kind !== 'TypeParam') return false;
  const bound = unalias(tpar.bound);
  const u = bound.kind === 'Named' ? bound.underlying : bound;
  return u !== null && u.kind === 'Interface' && u.tset !== null && isEmptySet(u.tset);
}

/** Whether `t` is a generic type that still needs type arguments. Signatures are not considered. */
export function isGeneric(t: Type): boolean {
  if (t.kind === 'Alias') {
    if (t.typeParams !== null && t.typeParams.length > 0 && t.typeArgs === null) return true;
    t = unalias(t);
  }
  return t.kind === 'Named' && t.inst === null && t.typeParams !== null && t.typeParams.length > 0;
}

export function comparable(t: Type): boolean {
  return comparableType(t, true, null) === null;
}

const incomparable: TypeErr = typeErrorf('');

/**
 * Null if values of type T can be compared, otherwise the reason. If `dynamic` is set, interfaces other than type
 * parameters are comparable, although the comparison may panic. `seen` holds types being looked at; null at first.
 */
export function comparableType(T: Type, dynamic: boolean, seen: Set<Type> | null): TypeErr | null {
  const u = under(T);
  switch (u.kind) {
    case 'Basic':
      return u.basic === 'untyped nil' ? incomparable : null;
    case 'Pointer':
    case 'Chan':
    case 'Math':
      return null;
    case 'Struct':
      if (seen?.has(T)) return null;
      for (const f of u.fields) {
        const type = f.type as Type;
        if (isPlainlyComparable(type)) continue;
        seen ??= new Set();
        seen.add(T);
        if (comparableType(type, dynamic, seen) !== null) {
          return typeErrorf('struct containing %s cannot be compared', type);
        }
      }
      return null;
    case 'Array':
      if (seen?.has(T)) return null;
      if (isPlainlyComparable(u.elem)) return null;
      seen ??= new Set();
      seen.add(T);
      return comparableType(u.elem, dynamic, seen) === null ? null : typeErrorf('%s cannot be compared', T);
    case 'Interface': {
      if (dynamic && !isTypeParam(T)) return null;
      if (seen?.has(T)) return null;
      seen ??= new Set();
      seen.add(T);
      const set = typeSet(u);
      if (isComparableSet(set, seen)) return null;
      return typeErrorf(isEmptySet(set) ? 'empty type set' : 'incomparable types in type set');
    }
    case 'Slice':
    case 'Signature':
    case 'Map':
    case 'Tuple':
    case 'Union':
    case 'Named':
    case 'Alias':
    case 'TypeParam':
      return incomparable;
  }
}

/** Comparable without a look at its parts; most fields are. */
function isPlainlyComparable(t: Type): boolean {
  const u = under(t);
  return u.kind === 'Basic' ? u.basic !== 'untyped nil' : u.kind === 'Pointer' || u.kind === 'Chan';
}

/** Whether nil is a value of type t. */
export function hasNil(t: Type): boolean {
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
      return u.basic === 'unsafe.Pointer';
    case 'Slice':
    case 'Pointer':
    case 'Signature':
    case 'Map':
    case 'Chan':
      return true;
    case 'Interface':
      return !isTypeParam(t) || underIs(t, (each) => each !== null && hasNil(each));
    case 'Array':
    case 'Struct':
    case 'Tuple':
    case 'Union':
    case 'Named':
    case 'Alias':
    case 'TypeParam':
    case 'Math':
      return false;
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Identity

/** A pair of interfaces whose comparison is under way; pairs form a stack. */
interface InterfacePair {
  readonly x: InterfaceType;
  readonly y: InterfaceType;
  readonly prev: InterfacePair | null;
}

/** Whether x and y are the same type. */
export function identical(x: Type, y: Type): boolean {
  return x === y || compare(x, y, false, null);
}

/** Whether x and y are the same type but for struct tags. */
export function identicalIgnoreTags(x: Type, y: Type): boolean {
  return x === y || compare(x, y, true, null);
}

function compare(x0: Type, y0: Type, ignoreTags: boolean, pairs: InterfacePair | null): boolean {
  const x = x0.kind === 'Alias' ? unalias(x0) : x0;
  const y = y0.kind === 'Alias' ? unalias(y0) : y0;
  if (x === y) return true;
  switch (x.kind) {
    case 'Basic':
      // byte and uint8 are different objects.
      return y.kind === 'Basic' && x.basic === y.basic;
    case 'Array':
      // An unknown length may be any, so that no error follows from it.
      return (
        y.kind === 'Array' && (x.len === y.len || x.len < 0 || y.len < 0) && compare(x.elem, y.elem, ignoreTags, pairs)
      );
    case 'Slice':
      return y.kind === 'Slice' && x.ghost === y.ghost && compare(x.elem, y.elem, ignoreTags, pairs);
    case 'Struct':
      return y.kind === 'Struct' && x.ghost === y.ghost && identicalStructs(x, y, ignoreTags, pairs);
    case 'Pointer':
      return y.kind === 'Pointer' && x.ghost === y.ghost && compare(x.elem, y.elem, ignoreTags, pairs);
    case 'Tuple':
      return y.kind === 'Tuple' && identicalTuples(x, y, ignoreTags, pairs);
    case 'Signature':
      return y.kind === 'Signature' && identicalSignatures(x, y, ignoreTags, pairs);
    case 'Union':
      return y.kind === 'Union' && identicalUnions(x, y);
    case 'Interface':
      return y.kind === 'Interface' && identicalInterfaces(x, y, ignoreTags, pairs);
    case 'Map':
      return y.kind === 'Map' && compare(x.key, y.key, ignoreTags, pairs) && compare(x.elem, y.elem, ignoreTags, pairs);
    case 'Chan':
      return y.kind === 'Chan' && x.dir === y.dir && compare(x.elem, y.elem, ignoreTags, pairs);
    case 'Named':
      return y.kind === 'Named' && identicalNamed(x, y);
    case 'TypeParam':
      return false;
    case 'Math':
      return y.kind === 'Math' && identicalMath(x, y, ignoreTags, pairs);
  }
}

/** Types that are composed of others; an adt, its clauses and a domain are themselves only. */
function identicalMath(x: MathType, y: MathType, ignoreTags: boolean, pairs: InterfacePair | null): boolean {
  if (x.math !== y.math || x.args.length !== y.args.length) return false;
  if (x.math === 'adt' || x.math === 'clause' || x.math === 'domain') return false;
  return x.args.every((t, i) => compare(t, y.args[i] as Type, ignoreTags, pairs));
}

function identicalStructs(x: StructType, y: StructType, ignoreTags: boolean, pairs: InterfacePair | null): boolean {
  const xs = x.fields;
  const ys = y.fields;
  if (xs.length !== ys.length) return false;
  const tags = !ignoreTags && (x.tags.length > 0 || y.tags.length > 0);
  for (let i = 0; i < xs.length; i++) {
    const f = xs[i] as (typeof xs)[number];
    const g = ys[i] as (typeof ys)[number];
    if (
      f.embedded !== g.embedded ||
      (tags && (x.tags[i] ?? '') !== (y.tags[i] ?? '')) ||
      !sameId(f, g.pkg, g.name) ||
      !compare(f.type as Type, g.type as Type, ignoreTags, pairs)
    ) {
      return false;
    }
  }
  return true;
}

function identicalTuples(x: Tuple, y: Tuple, ignoreTags: boolean, pairs: InterfacePair | null): boolean {
  const xs = x.vars;
  const ys = y.vars;
  if (xs.length !== ys.length) return false;
  for (let i = 0; i < xs.length; i++) {
    if (!compare(xs[i]?.type as Type, ys[i]?.type as Type, ignoreTags, pairs)) return false;
  }
  return true;
}

function identicalSignatures(x: Signature, y: Signature, ignoreTags: boolean, pairs: InterfacePair | null): boolean {
  const xtparams = x.typeParams ?? [];
  const ytparams = y.typeParams ?? [];
  if (xtparams.length !== ytparams.length) return false;
  let yparams = y.params;
  let yresults = y.results;
  if (xtparams.length > 0) {
    // Names of type parameters do not count: y is compared with those of x put in place of its own.
    const smap = makeSubstMap(ytparams, xtparams);
    const ctxt = newContext();
    for (let i = 0; i < xtparams.length; i++) {
      const xbound = (xtparams[i] as (typeof xtparams)[number]).bound;
      const ybound = subst(null, 0, (ytparams[i] as (typeof ytparams)[number]).bound, smap, null, ctxt);
      if (!compare(xbound, ybound, ignoreTags, pairs)) return false;
    }
    yparams = subst(null, 0, yparams, smap, null, ctxt) as Tuple;
    yresults = subst(null, 0, yresults, smap, null, ctxt) as Tuple;
  }
  return (
    x.variadic === y.variadic &&
    identicalTuples(x.params, yparams, ignoreTags, pairs) &&
    identicalTuples(x.results, yresults, ignoreTags, pairs)
  );
}

function identicalUnions(x: Union, y: Union): boolean {
  const sets = new Map<Union, TypeSet>();
  return termsEqual(computeUnionTypeSet(null, sets, 0, x).terms, computeUnionTypeSet(null, sets, 0, y).terms);
}

function identicalInterfaces(
  x: InterfaceType,
  y: InterfaceType,
  ignoreTags: boolean,
  pairs: InterfacePair | null,
): boolean {
  const xset = typeSet(x);
  const yset = typeSet(y);
  if (xset === yset) return true;
  if (xset.comparable !== yset.comparable) return false;
  if (xset.methods.length !== yset.methods.length) return false;
  if (xset.terms !== yset.terms && !termsEqual(xset.terms, yset.terms)) return false;
  if (xset.methods.length === 0) return true;
  // A cycle that no named type interrupts goes through method signatures of anonymous interfaces. A pair met again
  // was equal so far, or the comparison would have ended.
  for (let p = pairs; p !== null; p = p.prev) {
    if ((p.x === x && p.y === y) || (p.x === y && p.y === x)) return true;
  }
  const pair: InterfacePair = { x, y, prev: pairs };
  for (let i = 0; i < xset.methods.length; i++) {
    const f = xset.methods[i] as Func;
    const g = yset.methods[i] as Func;
    if (!sameMethodId(f, g) || !compare(f.type as Type, g.type as Type, ignoreTags, pair)) return false;
  }
  return true;
}

function sameMethodId(f: Func, g: Func): boolean {
  if (f.name !== g.name) return false;
  return f.pkg === g.pkg || isExported(f.name) || objectId(f.pkg, f.name) === objectId(g.pkg, g.name);
}

function identicalNamed(x: Named, y: Named): boolean {
  if (x.inst === null || y.inst === null) {
    return x.inst === y.inst && x.obj === y.obj;
  }
  const xargs = x.inst.typeArgs;
  const yargs = y.inst.typeArgs;
  if (xargs.length !== yargs.length || !identicalOrigin(x, y)) return false;
  for (let i = 0; i < xargs.length; i++) {
    if (!identical(xargs[i] as Type, yargs[i] as Type)) return false;
  }
  return true;
}

/** Whether x and y come from the same declaration. */
export function identicalOrigin(x: Named, y: Named): boolean {
  return (x.inst === null ? x : x.inst.orig).obj === (y.inst === null ? y : y.inst.orig).obj;
}

/** Whether two instantiations give identical types. */
export function identicalInstance(xorig: Type, xargs: readonly Type[], yorig: Type, yargs: readonly Type[]): boolean {
  if (xargs.length !== yargs.length) return false;
  for (let i = 0; i < xargs.length; i++) {
    if (!identical(xargs[i] as Type, yargs[i] as Type)) return false;
  }
  return identical(xorig, yorig);
}

// ---------------------------------------------------------------------------------------------------------------
// Untyped types

/** The type that an untyped value gets where nothing else decides; untyped nil and typed types stay what they are. */
export function defaultType(t: Type): Type {
  if (t.kind !== 'Basic' || (t.info & isUntypedBit) === 0) return t;
  switch (t.basic) {
    case 'untyped bool':
      return Typ.bool;
    case 'untyped int':
      return Typ.int;
    case 'untyped rune':
      return universeRune;
    case 'untyped float':
      return Typ.float64;
    case 'untyped complex':
      return Typ.complex128;
    case 'untyped string':
      return Typ.string;
    default:
      return t;
  }
}

const untypedRank: Partial<Record<BasicName, number>> = {
  'untyped int': 1,
  'untyped rune': 2,
  'untyped float': 3,
  'untyped complex': 4,
};

/** The later of two untyped numeric types in the order int, rune, float, complex; null for other types that differ. */
export function maxType(x: Type, y: Type): Type | null {
  if (x === y) return x;
  if (x.kind !== 'Basic' || y.kind !== 'Basic' || !isUntypedNumeric(x) || !isUntypedNumeric(y)) return null;
  return (untypedRank[x.basic] as number) > (untypedRank[y.basic] as number) ? x : y;
}

/** Whether `name` is an identifier. */
export function isValidName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name);
}
