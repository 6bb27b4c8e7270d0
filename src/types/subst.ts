// Substitution of type arguments for type parameters.
//
// Types are never changed: a type in which something is replaced is a new one, and any other is returned as it is.

import { assert } from '../base/assert.ts';
import type { Pos } from '../base/source.ts';
import { newAliasInstance } from './alias.ts';
import type { Checker } from './checker.ts';
import type { Context } from './context.ts';
import { instance } from './instantiate.ts';
import {
  newArray,
  newChan,
  newInterfaceType,
  newMap,
  newMath,
  newPointer,
  newSignature,
  newSlice,
  newStruct,
  newUnion,
} from './newtypes.ts';
import type { Func, Var } from './object.ts';
import type { InterfaceType, Named, Signature, Term, Tuple, Type, TypeParam } from './type.ts';
import { typeSet } from './typeset.ts';
import { Typ } from './universe.ts';

/** from[i] is replaced by to[i], unless that is null. */
export interface SubstMap {
  readonly from: readonly TypeParam[];
  readonly to: readonly (Type | null)[];
  /** Types declared in the body of a generic function, by what stands for them in an instance of it. */
  readonly local?: ReadonlyMap<Named, Named>;
}

export function makeSubstMap(tpars: readonly TypeParam[], targs: readonly (Type | null)[]): SubstMap {
  assert(tpars.length === targs.length);
  return { from: tpars, to: targs };
}

/** A map that gives type parameters new names. */
export function makeRenameMap(from: readonly TypeParam[], to: readonly TypeParam[]): SubstMap {
  return makeSubstMap(from, to);
}

function lookup(smap: SubstMap, t: TypeParam): Type {
  const from = smap.from;
  // Mostly `from` is the list that the parameter is declared in.
  if (from[t.index] === t) return smap.to[t.index] ?? t;
  const i = from.indexOf(t);
  return i < 0 ? t : (smap.to[i] ?? t);
}

/** What stays the same during one substitution. */
interface Subster {
  readonly check: Checker | null;
  readonly pos: Pos;
  readonly smap: SubstMap;
  /** The instance being expanded, or null. */
  readonly expanding: Named | null;
  readonly ctxt: Context | null;
}

/** `typ` with type parameters replaced. At least one of `expanding`, the instance being expanded, and `ctxt` is needed. */
export function subst(
  c: Checker | null,
  pos: Pos,
  typ: Type,
  smap: SubstMap,
  expanding: Named | null,
  ctxt: Context | null,
): Type {
  assert(expanding !== null || ctxt !== null);
  if (smap.from.length === 0 || typ.kind === 'Basic') return typ;
  if (typ.kind === 'TypeParam') return lookup(smap, typ);
  return substType({ check: c, pos, smap, expanding, ctxt }, typ);
}

function substType(s: Subster, t: Type): Type {
  switch (t.kind) {
    case 'Basic':
      return t;
    case 'TypeParam':
      return lookup(s.smap, t);
    case 'Named': {
      const inst = t.inst;
      // The origin's type parameters are asked for without unpacking: `t` may just be on its way to be expanded.
      const orig = inst === null ? t : inst.orig;
      const n = orig.typeParams === null ? 0 : orig.typeParams.length;
      if (n === 0) return s.smap.local?.get(t) ?? t;
      if (inst === null || inst.typeArgs.length !== n) return Typ.invalid;
      const targs = substTypes(s, inst.typeArgs);
      return targs === null ? t : instance(s.check, s.pos, orig, targs, s.expanding, s.ctxt);
    }
    case 'Alias': {
      const n = t.orig.typeParams === null ? 0 : t.orig.typeParams.length;
      if (n === 0) {
        // Only an alias inside a function can mention type parameters that are not its own.
        if (t.obj.parent === null || t.obj.parent === t.obj.pkg?.scope || t.actual === null) return t;
        const actual = substType(s, t.actual);
        return actual === t.actual ? t : actual;
      }
      if (t.typeArgs === null || t.typeArgs.length !== n) return Typ.invalid;
      const targs = substTypes(s, t.typeArgs);
      return targs === null ? t : newAliasInstance(s.check, s.pos, t.orig, targs, s.expanding, s.ctxt);
    }
    case 'Array': {
      const elem = substElem(s, t.elem);
      return elem === t.elem ? t : newArray(t.len, elem);
    }
    case 'Slice': {
      const elem = substElem(s, t.elem);
      return elem === t.elem ? t : newSlice(elem, t.ghost);
    }
    case 'Pointer': {
      const elem = substElem(s, t.elem);
      return elem === t.elem ? t : newPointer(elem, t.ghost);
    }
    case 'Map': {
      const key = substElem(s, t.key);
      const elem = substElem(s, t.elem);
      return key === t.key && elem === t.elem ? t : newMap(key, elem);
    }
    case 'Chan': {
      const elem = substElem(s, t.elem);
      return elem === t.elem ? t : newChan(t.dir, elem);
    }
    case 'Struct': {
      const fields = substVars(s, t.fields);
      return fields === null ? t : newStruct(fields, t.tags, t.ghost);
    }
    case 'Tuple':
      return substTuple(s, t);
    case 'Signature': {
      // The receiver is left alone: substitution in an interface or a defined type replaces it afterwards.
      const params = substTuple(s, t.params);
      const results = substTuple(s, t.results);
      if (params === t.params && results === t.results) return t;
      return newSignature(t.recvTypeParams, t.typeParams, t.recv, params, results, t.variadic);
    }
    case 'Union': {
      const terms = substTerms(s, t.terms);
      return terms === null ? t : newUnion(terms);
    }
    case 'Interface':
      return substInterface(s, t);
    case 'Math': {
      const args = substTypes(s, t.args);
      return args === null ? t : newMath(t.math, args);
    }
  }
}

/** Elements may be missing while the type around them is being declared. */
function substElem(s: Subster, t: Type | null): Type {
  return t === null ? Typ.invalid : substType(s, t);
}

function substInterface(s: Subster, t: InterfaceType): InterfaceType {
  const methods = substFuncs(s, t.methods);
  const embeddeds = substTypes(s, t.embeddeds);
  if (methods === null && embeddeds === null) return t;
  const iface = newSubstInterface(s.check, t.methods, embeddeds ?? t.embeddeds);
  iface.embedPos = t.embedPos;
  iface.implicit = t.implicit;
  iface.complete = t.complete;
  // An interface without name is the receiver of its own methods.
  iface.methods = replaceRecvType(methods ?? t.methods, t, iface)[0];
  // With a checker, the type set is computed at the end of the check at the latest.
  if (s.check === null) typeSet(iface);
  return iface;
}

/** A complete interface that is finished together with the package being checked, if there is one. */
export function newSubstInterface(c: Checker | null, methods: Func[], embeddeds: Type[]): InterfaceType {
  const iface = newInterfaceType(methods, embeddeds);
  if (c !== null) {
    iface.check = c;
    c.cleaners.push(iface);
  }
  return iface;
}

/** A new list if at least one element changes; null otherwise. The same goes for the lists below. */
function substTypes(s: Subster, list: readonly Type[]): Type[] | null {
  let out: Type[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const t = list[i] as Type;
    const u = substType(s, t);
    if (u !== t) {
      out ??= list.slice();
      out[i] = u;
    }
  }
  return out;
}

function substVars(s: Subster, list: readonly Var[]): Var[] | null {
  let out: Var[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const v = list[i] as Var;
    if (v.type === null) continue;
    const u = substType(s, v.type);
    if (u !== v.type) {
      out ??= list.slice();
      out[i] = cloneVar(v, u);
    }
  }
  return out;
}

function substFuncs(s: Subster, list: readonly Func[]): Func[] | null {
  let out: Func[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const f = list[i] as Func;
    if (f.type === null) continue;
    const u = substType(s, f.type);
    if (u !== f.type) {
      out ??= list.slice();
      out[i] = cloneFunc(f, u);
    }
  }
  return out;
}

function substTerms(s: Subster, list: readonly Term[]): Term[] | null {
  let out: Term[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const t = list[i] as Term;
    const u = substType(s, t.type);
    if (u !== t.type) {
      out ??= list.slice();
      out[i] = { tilde: t.tilde, type: u };
    }
  }
  return out;
}

function substTuple(s: Subster, t: Tuple): Tuple {
  const vars = substVars(s, t.vars);
  return vars === null ? t : { kind: 'Tuple', vars };
}

/** The same variable with another type. */
export function cloneVar(v: Var, type: Type): Var {
  return {
    kind: 'Var',
    name: v.name,
    pos: v.pos,
    pkg: v.pkg,
    type,
    parent: v.parent,
    order: v.order,
    scopePos: v.scopePos,
    var: v.var,
    embedded: v.embedded,
    origin: v.origin ?? v,
  };
}

/** The same function with another signature. */
export function cloneFunc(f: Func, type: Type): Func {
  return {
    kind: 'Func',
    name: f.name,
    pos: f.pos,
    pkg: f.pkg,
    type,
    parent: f.parent,
    order: f.order,
    scopePos: f.scopePos,
    hasPtrRecv: f.hasPtrRecv,
    origin: f.origin ?? f,
  };
}

export function copySignature(sig: Signature): Signature {
  return {
    kind: 'Signature',
    recvTypeParams: sig.recvTypeParams,
    typeParams: sig.typeParams,
    scope: sig.scope,
    recv: sig.recv,
    params: sig.params,
    results: sig.results,
    variadic: sig.variadic,
  };
}

/** The methods with receivers of type `from` replaced by `to`, and whether there was any. */
export function replaceRecvType(list: Func[], from: Type, to: Type): [Func[], boolean] {
  let out = list;
  for (let i = 0; i < list.length; i++) {
    const method = list[i] as Func;
    const sig = method.type as Signature | null;
    if (sig === null || sig.recv === null || sig.recv.type !== from) continue;
    if (out === list) out = list.slice();
    const newSig = copySignature(sig);
    newSig.recv = cloneVar(sig.recv, to);
    out[i] = cloneFunc(method, newSig);
  }
  return [out, out !== list];
}
