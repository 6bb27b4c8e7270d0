// Instantiation of generic types and functions, and the question whether type arguments satisfy their constraints.

import { assert } from '../base/assert.ts';
import { noPos, type Pos } from '../base/source.ts';
import { newAliasInstance } from './alias.ts';
import type { Cause, Checker } from './checker.ts';
import { type Context, type GenericType, instanceHash, lookupContext, newContext, updateContext } from './context.ts';
import { atPos, reportError } from './errors.ts';
import { str } from './format.ts';
import { hasAllMethods, isInterfacePtr } from './lookup.ts';
import { newNamedInstance } from './named.ts';
import { comparableType, identical, isValid } from './predicates.ts';
import { copySignature, makeSubstMap, subst } from './subst.ts';
import { termsString } from './termlist.ts';
import type { InterfaceType, Named, Signature, Type, TypeParam } from './type.ts';
import { iface } from './typeparam.ts';
import { hasTerms, isAllSet, isComparableSet, isEmptySet, subsetOf, type TypeSet, typeSet } from './typeset.ts';
import { type TypeTerm, termIncludes } from './typeterm.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';
import { allowVersion, go1_20 } from './version.ts';

/**
 * The instance orig[targs] outside a check; null if `validate` is set and the type arguments do not fit. Instances
 * are shared with others made in the same context.
 */
export function instantiate(ctxt: Context, orig: GenericType, targs: readonly Type[], validate: boolean): Type | null {
  if (validate) {
    const tparams = orig.typeParams ?? [];
    if (targs.length !== tparams.length || verify(null, noPos, tparams, targs, ctxt) !== null) return null;
  }
  const inst = instance(null, noPos, orig, targs, null, ctxt);
  return inst === Typ.invalid ? null : inst;
}

/**
 * The instance orig[targs]: an existing one if there is an identical one in the context of `expanding`, the instance
 * being expanded, or in `ctxt`, that of the check; at least one of both is needed. A new Named is not expanded yet.
 * Invalid if the number of type arguments is wrong, except for a Named, whose right-hand side is invalid then.
 */
export function instance(
  c: Checker | null,
  pos: Pos,
  orig: GenericType,
  targs: readonly Type[],
  expanding: Named | null,
  ctxt: Context | null,
): Type {
  // Instances of the expanding one's context come first, so that references close to the cycles they are.
  const inner = expanding?.inst?.ctxt ?? null;
  const outer = ctxt ?? inner ?? newContext();
  const outerHash = instanceHash(outer, orig, targs);
  if (inner === null || inner === outer) {
    const known = lookupContext(outer, outerHash, orig, targs);
    if (known !== null) return known;
    const made = newInstance(c, pos, orig, targs, expanding, outer);
    // An invalid type stands for an error, which is no instance.
    return made === Typ.invalid ? made : updateContext(outer, outerHash, orig, targs, made);
  }

  // Numbers of functions and aliases differ between contexts; hashes of all else do not.
  const innerHash = orig.kind === 'Named' ? outerHash : instanceHash(inner, orig, targs);
  let res = lookupContext(inner, innerHash, orig, targs) ?? lookupContext(outer, outerHash, orig, targs);
  res ??= newInstance(c, pos, orig, targs, expanding, outer);
  if (res === Typ.invalid) return res;
  return updateContext(inner, innerHash, orig, targs, updateContext(outer, outerHash, orig, targs, res));
}

function newInstance(
  c: Checker | null,
  pos: Pos,
  orig: GenericType,
  targs: readonly Type[],
  expanding: Named | null,
  ctxt: Context,
): Type {
  switch (orig.kind) {
    case 'Named':
      return newNamedInstance(c, pos, orig, targs, ctxt);
    case 'Alias': {
      const count = orig.typeParams === null ? 0 : orig.typeParams.length;
      if (!validateTArgLen(c, pos, orig.obj.name, count, targs.length)) return Typ.invalid;
      return newAliasInstance(c, pos, orig, targs, expanding, ctxt);
    }
    case 'Signature': {
      assert(expanding === null);
      const tparams = orig.typeParams ?? [];
      if (!validateTArgLen(c, pos, '', tparams.length, targs.length)) return Typ.invalid;
      const res = subst(c, pos, orig, makeSubstMap(tparams, targs), null, ctxt) as Signature;
      const sig = res === orig ? copySignature(orig) : res;
      sig.typeParams = null;
      return sig;
    }
  }
}

/** Reports a wrong number of type arguments for the type of that name. */
export function validateTArgLen(c: Checker | null, pos: Pos, name: string, want: number, got: number): boolean {
  if (got === want) return true;
  if (c !== null) {
    const qual = got < want ? 'not enough' : 'too many';
    const what = name === '' ? '' : ` for type ${name}`;
    reportError(c, atPos(pos), 'WrongTypeArgCount', `${qual} type arguments${what}: have ${got}, want ${want}`);
  }
  return false;
}

/** The first type argument that does not satisfy its constraint, and why; or null. */
export function verify(
  c: Checker | null,
  pos: Pos,
  tparams: readonly TypeParam[],
  targs: readonly Type[],
  ctxt: Context | null,
): { readonly index: number; readonly message: string } | null {
  const smap = makeSubstMap(tparams, targs);
  const cause: Cause = { text: '' };
  for (let i = 0; i < tparams.length; i++) {
    const tpar = tparams[i] as TypeParam;
    // Wraps a bound such as ~int into an interface.
    if (isAllSet(typeSet(iface(tpar)))) continue;
    const bound = subst(c, pos, tpar.bound, smap, null, ctxt);
    if (!implements_(c, targs[i] as Type, bound, true, cause)) return { index: i, message: cause.text };
  }
  return null;
}

/** Whether V implements T or, if `constraint` is set, satisfies the constraint T. */
export function implements_(c: Checker | null, V: Type, T: Type, constraint: boolean, cause: Cause | null): boolean {
  const Vu = under(V);
  const Tu = under(T);
  // What is invalid was reported.
  if (!isValid(Vu) || !isValid(Tu)) return true;
  if (Vu.kind === 'Pointer' && !isValid(under(Vu.elem))) return true;

  const verb = constraint ? 'satisfy' : 'implement';
  if (Tu.kind !== 'Interface') {
    if (cause !== null) {
      const detail = isInterfacePtr(Tu)
        ? `type ${str(c, T)} is pointer to interface, not interface`
        : `${str(c, T)} is not an interface`;
      cause.text = `${str(c, V)} does not ${verb} ${str(c, T)} (${detail})`;
    }
    return false;
  }

  const Tset = typeSet(Tu);
  if (isAllSet(Tset)) return true;
  const Vset = Vu.kind === 'Interface' ? typeSet(Vu) : null;
  if (Vset !== null && isEmptySet(Vset)) return true;
  if (isEmptySet(Tset)) {
    if (cause !== null) cause.text = `cannot ${verb} ${str(c, T)} (empty type set)`;
    return false;
  }

  if (Tset.methods.length > 0 && !hasAllMethods(c, V, T, true, identical, cause)) {
    if (cause !== null) cause.text = `${str(c, V)} does not ${verb} ${str(c, T)} ${cause.text}`;
    return false;
  }

  if (hasTerms(Tset)) {
    if (Vset !== null) {
      if (!subsetOf(Vset, Tset)) {
        if (cause !== null) cause.text = `${str(c, V)} does not ${verb} ${str(c, T)}`;
        return false;
      }
    } else if (!inTerms(V, Tset)) {
      if (cause !== null) {
        cause.text = `${str(c, V)} does not ${verb} ${str(c, T)} (${whyNotInTerms(c, V, T, Tu, Tset)})`;
      }
      return false;
    }
  }
  return checkComparability(c, V, Tset, constraint, verb, cause);
}

function checkComparability(
  c: Checker | null,
  V: Type,
  Tset: TypeSet,
  constraint: boolean,
  verb: string,
  cause: Cause | null,
): boolean {
  if (!isComparableSet(Tset, null)) return true;
  if (comparableType(V, false, null) === null) return true;
  // Ordinary interfaces satisfy comparable since 1.20, although their comparison may panic.
  if (constraint && comparableType(V, true, null) === null) {
    if (c === null || allowVersion(c, go1_20)) return true;
    if (cause !== null) cause.text = `${str(c, V)} to ${verb} comparable requires go1.20 or later`;
    return false;
  }
  if (cause !== null) cause.text = `${str(c, V)} does not ${verb} comparable`;
  return false;
}

function inTerms(V: Type, set: TypeSet): boolean {
  for (const t of set.terms) {
    if (termIncludes(t, V)) return true;
  }
  return false;
}

function whyNotInTerms(c: Checker | null, V: Type, T: Type, Ti: InterfaceType, Tset: TypeSet): string {
  for (const t of Tset.terms) {
    const { tilde, type } = t as TypeTerm;
    if (tilde || type === null || !identical(type, under(type))) continue;
    if (termIncludes({ tilde: true, type }, V)) return `possibly missing ~ for ${str(c, type)} in ${str(c, T)}`;
  }
  const v = str(c, V);
  if (mentions(Ti, V)) return `${str(c, T)} mentions ${v}, but ${v} is not in the type set of ${str(c, T)}`;
  return `${v} missing in ${termsString(Tset.terms, (t) => str(c, t))}`;
}

/** Whether `typ` is written somewhere in the elements of T. */
function mentions(T: Type, typ: Type): boolean {
  if (T.kind === 'Interface') return T.embeddeds.some((e) => mentions(e, typ));
  if (T.kind === 'Union') return T.terms.some((t) => mentions(t.type, typ));
  return identical(T, typ);
}
