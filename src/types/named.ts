// Defined types and instances of generic ones.
//
// A Named exists before its declaration is checked, so that types can refer to themselves; an instance exists before
// its right-hand side and its methods are substituted, which happens on first use, possibly long after the package
// was checked (`check` is null then). Therefore everything beyond `obj` and `inst` is read through this file.
// Instances made while another one is expanded are looked up in its context first, so that cycles close.

import { assert } from '../base/assert.ts';
import type { Pos } from '../base/source.ts';
import { asNamed, unalias } from './alias.ts';
import type { Checker } from './checker.ts';
import { type Context, instanceHash, newContext, updateContext } from './context.ts';
import { objDecl } from './decl.ts';
import { newPointer } from './newtypes.ts';
import { type Func, isExported, newTypeName, type Package, samePkg, type TypeName, type Var } from './object.ts';
import { hasMethodsBit, hasUnderBit, nextId, unpackedBit } from './shared.ts';
import {
  cloneFunc,
  cloneVar,
  copySignature,
  makeSubstMap,
  newSubstInterface,
  replaceRecvType,
  subst,
} from './subst.ts';
import type { Instance, Named, Signature, Type, TypeParam } from './type.ts';
import { bindTParams } from './typeparam.ts';
import { typeSet } from './typeset.ts';
import { Typ } from './universe.ts';

/** A declared type, which becomes the type of `obj` unless that has one. Without a right-hand side, it is set later. */
export function newNamed(c: Checker | null, obj: TypeName, fromRHS: Type | null, methods: Func[] = []): Named {
  const typ = makeNamed(c, obj, null, fromRHS, methods);
  obj.type ??= typ;
  return typ;
}

/** The unexpanded instance `orig[targs]`; `pos` is where errors about it are reported. */
export function newNamedInstance(
  c: Checker | null,
  pos: Pos,
  orig: Named,
  targs: readonly Type[],
  ctxt: Context | null,
): Named {
  assert(targs.length > 0);
  const obj = newTypeName(pos, orig.obj.pkg, orig.obj.name, null);
  const typ = makeNamed(c, obj, { orig, typeArgs: targs, expandedMethods: 0, ctxt }, null, []);
  obj.type = typ;
  return typ;
}

function makeNamed(
  c: Checker | null,
  obj: TypeName,
  inst: Instance | null,
  fromRHS: Type | null,
  methods: Func[],
): Named {
  const typ: Named = {
    kind: 'Named',
    id: nextId(),
    check: c,
    obj,
    inst,
    state: 0,
    fromRHS,
    typeParams: null,
    underlying: null,
    finite: false,
    methods,
  };
  if (c !== null) c.cleaners.push(typ);
  return typ;
}

/** To be called once the package is checked. Instances are left unexpanded: most are never looked into. */
export function cleanupNamed(n: Named): void {
  if (n.inst === null) namedUnderlying(n);
  n.check = null;
}

/** Makes type parameters and right-hand side readable. */
export function unpack(n: Named): Named {
  if ((n.state & unpackedBit) !== 0) return n;
  const inst = n.inst;
  if (inst === null) {
    n.state |= unpackedBit | hasMethodsBit;
    return n;
  }
  const orig = unpack(inst.orig);
  const rhs = expandRHS(n, inst);
  // A type that is in the way of its own expansion is unpacked by now.
  if ((n.state & unpackedBit) !== 0) return n;
  n.fromRHS = rhs;
  n.typeParams = orig.typeParams;
  n.state |= unpackedBit;
  if (orig.methods.length === 0) {
    n.state |= hasMethodsBit;
    inst.ctxt = null;
  }
  return n;
}

/** The generic type that `t` is an instance of, or `t` itself. */
export function originOf(t: Named): Named {
  return t.inst === null ? t : t.inst.orig;
}

/** Type parameters of a generic type, also if `t` is an instance of it. */
export function typeParamsOf(t: Named): readonly TypeParam[] | null {
  return unpack(t).typeParams;
}

export function setTypeParams(t: Named, tparams: readonly TypeParam[]): void {
  assert(t.inst === null);
  unpack(t).typeParams = bindTParams(tparams);
}

/** Type arguments of an instance; null otherwise. */
export function typeArgsOf(t: Named): readonly Type[] | null {
  return t.inst === null ? null : t.inst.typeArgs;
}

/** How many methods are declared for `t`. */
function numMethods(t: Named): number {
  return unpack(originOf(t)).methods.length;
}

/** The i'th declared method. That of an instance has its type arguments substituted. */
export function methodAt(t: Named, i: number): Func {
  unpack(t);
  const known = t.methods[i];
  if (known !== undefined) return known;
  const inst = t.inst;
  assert(inst !== null, 'only instances have methods to be expanded');
  const count = inst.orig.methods.length;
  if (t.methods.length !== count) t.methods = new Array<Func | undefined>(count).fill(undefined);
  const method = expandMethod(t, inst, i);
  // Expansion may have come back for this very method.
  const other = t.methods[i];
  if (other !== undefined) return other;
  t.methods[i] = method;
  inst.expandedMethods++;
  if (inst.expandedMethods === count) {
    t.state |= hasMethodsBit;
    inst.ctxt = null;
  }
  return method;
}

/** All declared methods, expanded. */
export function methodsOf(t: Named): readonly Func[] {
  const count = numMethods(t);
  for (let i = 0; i < count; i++) methodAt(t, i);
  return t.methods as Func[];
}

function expandMethod(t: Named, inst: Instance, i: number): Func {
  const origm = methodAt(inst.orig, i);
  const c = t.check;
  if (c !== null) objDecl(c, origm);
  const origSig = origm.type as Signature;
  const recvType = unalias((origSig.recv as Var).type as Type);
  const isPtr = recvType.kind === 'Pointer';
  // Instantiated with the receiver's own type parameters, the method is its own instance: `func (r T[P]) m() { r.m() }`.
  if ((isPtr ? unalias(recvType.elem) : recvType) === t) return origm;

  let sig = origSig;
  const rparams = origSig.recvTypeParams;
  // Numbers differ in invalid code.
  if (rparams !== null && rparams.length === inst.typeArgs.length) {
    inst.ctxt ??= newContext();
    const smap = makeSubstMap(rparams, inst.typeArgs);
    sig = subst(c, origm.pos, origSig, smap, t, c === null ? null : c.ctxt) as Signature;
  }
  if (sig === origSig) sig = copySignature(origSig);
  sig.recv = cloneVar(origSig.recv as Var, isPtr ? newPointer(t) : t);
  return cloneFunc(origm, sig);
}

/** Completes a declared type whose underlying type is known. */
export function setUnderlying(t: Named, u: Type): void {
  assert(t.inst === null && asNamed(u) === null);
  t.fromRHS = u;
  t.underlying = u;
  t.state |= unpackedBit | hasMethodsBit | hasUnderBit;
}

/** Adds a method to a declared type unless it has one of that name. */
export function addMethod(t: Named, m: Func): void {
  assert(t.inst === null);
  unpack(t);
  if (namedMethodIndex(t, m.name, false) < 0) t.methods.push(m);
}

/** The index of the declared method, or -1. With `foldCase`, capitalisation does not matter. */
function namedMethodIndex(t: Named, name: string, foldCase: boolean): number {
  if (name === '_') return -1;
  const methods = t.methods;
  for (let i = 0; i < methods.length; i++) {
    if ((methods[i] as Func).name === name) return i;
  }
  if (foldCase) {
    const folded = name.toLowerCase();
    for (let i = 0; i < methods.length; i++) {
      if ((methods[i] as Func).name.toLowerCase() === folded) return i;
    }
  }
  return -1;
}

/** The declared method of that name with its index, or null. */
export function lookupMethod(n: Named, pkg: Package | null, name: string, foldCase: boolean): [number, Func] | null {
  unpack(n);
  if (!foldCase && !isExported(name) && !samePkg(n.obj.pkg, pkg)) return null;
  const i = namedMethodIndex(originOf(n), name, foldCase);
  return i < 0 ? null : [i, methodAt(n, i)];
}

/** The underlying type of a defined type; `under` is the usual way to ask. */
export function namedUnderlying(n: Named): Type {
  if ((n.state & hasUnderBit) !== 0) return n.underlying as Type;
  const path: Named[] = [];
  let u: Type | null = null;
  let rhs: Type | null = n;
  while (u === null) {
    // A type that is asked for in the middle of its own declaration is no use: the cycle is an error.
    if (rhs === null) u = Typ.invalid;
    else if (rhs.kind === 'Alias') rhs = unalias(rhs);
    else if (rhs.kind !== 'Named') u = rhs;
    else if ((rhs.state & hasUnderBit) !== 0) u = rhs.underlying as Type;
    else if (path.includes(rhs)) u = Typ.invalid;
    else {
      path.push(rhs);
      rhs = unpack(rhs).fromRHS;
    }
  }
  for (const t of path) {
    if ((t.state & hasUnderBit) === 0) {
      t.underlying = u;
      t.state |= hasUnderBit;
    }
  }
  return u;
}

/** The underlying type as far as it is known, without expanding an instance. */
export function safeUnderlying(t: Named): Type | null {
  return t.underlying;
}

/** The right-hand side that a declaration of this very instance would have. */
function expandRHS(n: Named, inst: Instance): Type {
  const c = n.check;
  const orig = inst.orig;
  const tparams = orig.typeParams;
  const targs = inst.typeArgs;
  const origRHS = orig.fromRHS;
  if (tparams === null || targs.length !== tparams.length || origRHS === null) return Typ.invalid;

  // With the instance on record, the expansion finds it instead of making it again forever.
  inst.ctxt ??= newContext();
  updateContext(inst.ctxt, instanceHash(inst.ctxt, orig, targs), orig, targs, n);
  const rhs = subst(c, n.obj.pos, origRHS, makeSubstMap(tparams, targs), n, c === null ? inst.ctxt : c.ctxt);
  if (rhs.kind !== 'Interface') return rhs;

  // Methods of an interface have the defined type as their receiver.
  const [methods, copied] = replaceRecvType(rhs.methods, orig, n);
  if (!copied) return rhs;
  let iface = rhs;
  if (rhs === origRHS) iface = newSubstInterface(c, rhs.methods, rhs.embeddeds);
  iface.methods = methods;
  iface.tset = null;
  if (c === null) typeSet(iface);
  return iface;
}
