// Unification: finds types for type parameters so that two types become equal in structure.
//
// Unification is looser than identity where the mode allows: a defined type matches its underlying type, channel
// directions are ignored, an interface matches what has its methods, and a type parameter that is not solved for
// matches its core type. Whether the types found really fit is checked when they are used.

import { assert } from '../base/assert.ts';
import { asNamed, unalias } from './alias.ts';
import { lookupFieldOrMethod } from './lookup.ts';
import { type Func, objectId, sameId, type Var } from './object.ts';
import { identical, identicalOrigin, isInterface, isTypeLit, isTypeParam } from './predicates.ts';
import { termsEqual } from './termlist.ts';
import type { InterfaceType, Named, StructType, Tuple, Type, TypeParam } from './type.ts';
import { typeSet } from './typeset.ts';
import { commonUnder, under } from './under.ts';

/** Deeper nesting than this is taken to be endless. */
const depthLimit = 50;

// Modes are bits; 0 is inexact throughout.
/** Types of an assignment: inexact at the top, exact in their elements. */
export const assignMode = 1;
/** Types must become identical. */
export const exactMode = 2;

/** The type found for a parameter, or null. Parameters that were unified with each other share one. */
interface Handle {
  type: Type | null;
}

export interface Unifier {
  readonly tparams: readonly TypeParam[];
  /** By index of tparams. */
  readonly handles: Handle[];
  depth: number;
  /** Methods of interfaces take part. */
  readonly enableInterfaceInference: boolean;
}

/** Interfaces whose unification is under way, innermost first. */
interface Pair {
  readonly x: InterfaceType;
  readonly y: InterfaceType;
  readonly prev: Pair | null;
}

/** A unifier that solves for `tparams`; targs[i], if there is one, is the known type of tparams[i]. */
export function newUnifier(
  tparams: readonly TypeParam[],
  targs: readonly (Type | null)[],
  enableInterfaceInference: boolean,
): Unifier {
  assert(tparams.length >= targs.length);
  const handles: Handle[] = [];
  for (let i = 0; i < tparams.length; i++) handles.push({ type: targs[i] ?? null });
  return { tparams, handles, depth: 0, enableInterfaceInference };
}

/** Unifies x and y. Types may have been found even if that fails. */
export function unify(u: Unifier, x: Type, y: Type, mode: number): boolean {
  return nify(u, x, y, mode, null);
}

/** The type found for tparams[i], or null. */
export function inferredAt(u: Unifier, i: number): Type | null {
  return (u.handles[i] as Handle).type;
}

export function setInferred(u: Unifier, i: number, t: Type): void {
  (u.handles[i] as Handle).type = t;
}

/** How many parameters have no type yet. */
export function unknowns(u: Unifier): number {
  let n = 0;
  for (const h of u.handles) if (h.type === null) n++;
  return n;
}

/** The types found, by index of tparams. */
export function inferred(u: Unifier): (Type | null)[] {
  return u.handles.map((h) => h.type);
}

/** Index of the parameter that `t` denotes, if it is solved for; otherwise -1. */
function boundIndex(u: Unifier, t: Type): number {
  const p = unalias(t);
  if (p.kind !== 'TypeParam') return -1;
  return u.tparams[p.index] === p ? p.index : u.tparams.indexOf(p);
}

/** Makes two parameters equal. Fails if both have a type already. */
function join(u: Unifier, i: number, j: number): boolean {
  const hi = u.handles[i] as Handle;
  const hj = u.handles[j] as Handle;
  if (hi === hj) return true;
  if (hi.type !== null && hj.type !== null) return false;
  const [from, to] = hi.type !== null ? [hj, hi] : [hi, hj];
  for (let k = 0; k < u.handles.length; k++) {
    if (u.handles[k] === from) u.handles[k] = to;
  }
  return true;
}

/** The interface that is the underlying type of x, unless x is a type parameter. */
function asInterface(x: Type): InterfaceType | null {
  if (unalias(x).kind === 'TypeParam') return null;
  const t = under(x);
  return t.kind === 'Interface' ? t : null;
}

function nify(u: Unifier, x: Type, y: Type, mode: number, pairs: Pair | null): boolean {
  if (x === y || unalias(x) === unalias(y)) return true;
  if (u.depth >= depthLimit) return false;
  u.depth++;
  const ok = nifyDifferent(u, x, y, mode, pairs);
  u.depth--;
  return ok;
}

function nifyDifferent(u: Unifier, x0: Type, y0: Type, mode: number, pairs: Pair | null): boolean {
  // Whatever the order: a defined type is in y, and a parameter that is solved for is in x.
  let x = x0;
  let y = y0;
  if (asNamed(x) !== null || boundIndex(u, y) >= 0) {
    x = y0;
    y = x0;
  }

  // A defined type matches a type literal, or a basic type, through its underlying type.
  if ((mode & exactMode) === 0) {
    const ny = asNamed(y);
    if (ny !== null && isTypeLit(x) && !(u.enableInterfaceInference && isInterface(x))) {
      y = under(ny);
      if (x === y || unalias(x) === unalias(y)) return true;
    }
  }

  const px = boundIndex(u, x);
  if (px >= 0) {
    const py = boundIndex(u, y);
    if (py >= 0) {
      if (join(u, px, py)) return true;
      return nify(u, inferredAt(u, px) as Type, inferredAt(u, py) as Type, mode, pairs);
    }
    const known = inferredAt(u, px);
    if (known !== null) return nifyKnown(u, px, known, y, mode, pairs);
    setInferred(u, px, y);
    return true;
  }

  if (u.enableInterfaceInference && (mode & exactMode) === 0) {
    const xi = asInterface(x);
    const yi = asInterface(y);
    if (xi !== null && yi !== null) return nifyInterfacesInexactly(u, xi, yi, pairs);
    if (xi !== null) return nifyMethods(u, xi, y, pairs);
    if (yi !== null) return nifyMethods(u, yi, x, pairs);
  }

  // A parameter that is not solved for goes to x.
  return isTypeParam(y) ? nifyStructure(u, y, x, mode, pairs) : nifyStructure(u, x, y, mode, pairs);
}

/** Unifies y with the type x that was found for parameter px, and keeps the better of both. */
function nifyKnown(u: Unifier, px: number, x: Type, y: Type, mode: number, pairs: Pair | null): boolean {
  if (!nify(u, x, y, mode, pairs)) return false;
  const xi = asInterface(x);
  const yi = asInterface(y);
  const xn = asNamed(x) !== null;
  const yn = asNamed(y) !== null;
  if (xi !== null && yi !== null) {
    if (xn && yn) return identical(x, y);
    // Common methods match, so the numbers tell whether the method sets do.
    if (typeSet(xi).methods.length !== typeSet(yi).methods.length) return false;
  } else if (xi !== null || yi !== null) {
    // Either could be meant, and the choice must not depend on the order of arguments.
    return false;
  }
  if ((mode & exactMode) !== 0 || xn) return true;
  // Of a defined type and a literal the former is kept, and of channel types a directed one: the other is assignable.
  if (yn) setInferred(u, px, y);
  else {
    const yu = under(y);
    if (yu.kind === 'Chan' && yu.dir !== 'both') setInferred(u, px, y);
  }
  return true;
}

function samePairs(pairs: Pair | null, x: InterfaceType, y: InterfaceType): boolean {
  for (let p = pairs; p !== null; p = p.prev) {
    if ((p.x === x && p.y === y) || (p.x === y && p.y === x)) return true;
  }
  return false;
}

/** Terms must be equal; methods of one interface must be a subset of the other's, and match. */
function nifyInterfacesInexactly(u: Unifier, x: InterfaceType, y: InterfaceType, pairs: Pair | null): boolean {
  const xset = typeSet(x);
  const yset = typeSet(y);
  if (xset.comparable !== yset.comparable || !termsEqual(xset.terms, yset.terms)) return false;
  if (samePairs(pairs, x, y)) return true;
  const pair: Pair = { x, y, prev: pairs };
  const swap = xset.methods.length > yset.methods.length;
  const few = swap ? yset.methods : xset.methods;
  const many = new Map<string, Func>();
  for (const m of swap ? xset.methods : yset.methods) many.set(objectId(m.pkg, m.name), m);
  for (const m of few) {
    const other = many.get(objectId(m.pkg, m.name));
    if (other === undefined || !nify(u, m.type as Type, other.type as Type, exactMode, pair)) return false;
  }
  return true;
}

/** All methods of the interface must be there in y, and match. */
function nifyMethods(u: Unifier, xi: InterfaceType, y: Type, pairs: Pair | null): boolean {
  for (const xm of typeSet(xi).methods) {
    const ym = lookupFieldOrMethod(y, false, xm.pkg, xm.name, false).obj;
    if (ym === null || ym.kind !== 'Func') return false;
    if (!nify(u, xm.type as Type, ym.type as Type, exactMode, pairs)) return false;
  }
  return true;
}

function nifyStructure(u: Unifier, xorig: Type, yorig: Type, mode: number, pairs: Pair | null): boolean {
  const x = unalias(xorig);
  const y = unalias(yorig);
  // Elements of types in an assignment must match exactly.
  const emode = (mode & assignMode) !== 0 ? mode | exactMode : mode;
  switch (x.kind) {
    case 'Basic':
      return y.kind === 'Basic' && x.basic === y.basic;
    case 'Array':
      // An unknown length comes from an error and matches any.
      return y.kind === 'Array' && (x.len < 0 || y.len < 0 || x.len === y.len) && nify(u, x.elem, y.elem, emode, pairs);
    case 'Slice':
      return y.kind === 'Slice' && x.ghost === y.ghost && nify(u, x.elem, y.elem, emode, pairs);
    case 'Struct':
      return y.kind === 'Struct' && nifyStructs(u, x, y, emode, pairs);
    case 'Pointer':
      return y.kind === 'Pointer' && x.ghost === y.ghost && nify(u, x.elem, y.elem, emode, pairs);
    case 'Tuple':
      return y.kind === 'Tuple' && nifyTuples(u, x, y, mode, pairs);
    case 'Signature':
      return (
        y.kind === 'Signature' &&
        x.variadic === y.variadic &&
        nifyTuples(u, x.params, y.params, emode, pairs) &&
        nifyTuples(u, x.results, y.results, emode, pairs)
      );
    case 'Interface':
      return y.kind === 'Interface' && nifyInterfaces(u, x, y, pairs);
    case 'Map':
      return y.kind === 'Map' && nify(u, x.key, y.key, emode, pairs) && nify(u, x.elem, y.elem, emode, pairs);
    case 'Chan':
      return (
        y.kind === 'Chan' && ((mode & exactMode) === 0 || x.dir === y.dir) && nify(u, x.elem, y.elem, emode, pairs)
      );
    case 'Named':
      return y.kind === 'Named' && nifyNamed(u, x, y, mode, pairs);
    case 'TypeParam': {
      // Valid type arguments have the core type as their underlying type, if there is one.
      const core = commonUnder(x, null)[0];
      return core !== null && nify(u, core, yorig, assignMode, pairs);
    }
    case 'Union':
      return false;
    case 'Math': {
      if (x === y) return true;
      if (y.kind !== 'Math' || x.math !== y.math || x.args.length !== y.args.length || x.args.length === 0)
        return false;
      return x.args.every((t, i) => nify(u, t, y.args[i] as Type, emode, pairs));
    }
  }
}

function nifyStructs(u: Unifier, x: StructType, y: StructType, emode: number, pairs: Pair | null): boolean {
  if (x.fields.length !== y.fields.length) return false;
  for (let i = 0; i < x.fields.length; i++) {
    const f = x.fields[i] as Var;
    const g = y.fields[i] as Var;
    if (f.embedded !== g.embedded || (x.tags[i] ?? '') !== (y.tags[i] ?? '') || !sameId(f, g.pkg, g.name)) return false;
    if (!nify(u, f.type as Type, g.type as Type, emode, pairs)) return false;
  }
  return true;
}

function nifyTuples(u: Unifier, x: Tuple, y: Tuple, mode: number, pairs: Pair | null): boolean {
  if (x.vars.length !== y.vars.length) return false;
  for (let i = 0; i < x.vars.length; i++) {
    if (!nify(u, (x.vars[i] as Var).type as Type, (y.vars[i] as Var).type as Type, mode, pairs)) return false;
  }
  return true;
}

function nifyInterfaces(u: Unifier, x: InterfaceType, y: InterfaceType, pairs: Pair | null): boolean {
  const xset = typeSet(x);
  const yset = typeSet(y);
  if (xset.comparable !== yset.comparable || xset.methods.length !== yset.methods.length) return false;
  if (!termsEqual(xset.terms, yset.terms)) return false;
  if (samePairs(pairs, x, y)) return true;
  const pair: Pair = { x, y, prev: pairs };
  for (let i = 0; i < xset.methods.length; i++) {
    const f = xset.methods[i] as Func;
    const g = yset.methods[i] as Func;
    if (!sameId(f, g.pkg, g.name) || !nify(u, f.type as Type, g.type as Type, exactMode, pair)) return false;
  }
  return true;
}

function nifyNamed(u: Unifier, x: Named, y: Named, mode: number, pairs: Pair | null): boolean {
  const xargs = x.inst === null ? [] : x.inst.typeArgs;
  const yargs = y.inst === null ? [] : y.inst.typeArgs;
  if (xargs.length !== yargs.length) return false;
  // Arguments come before origins: what they reveal makes better messages.
  for (let i = 0; i < xargs.length; i++) {
    if (!nify(u, xargs[i] as Type, yargs[i] as Type, mode, pairs)) return false;
  }
  return identicalOrigin(x, y);
}
