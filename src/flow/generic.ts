// Forms of generic functions that can be looked at by themselves: with one list of type arguments that fits.

import { noPos } from '../base/source.ts';
import { funcRef, type Lowerer } from '../ir/index.ts';
import type { FuncRef } from '../ir/ir.ts';
import {
  hasTerms,
  instantiate,
  isParameterized,
  lookupMethod,
  makeSubstMap,
  originOf,
  subst,
  typeSet,
  typeString,
  unalias,
  under,
  universeAny,
  verify,
} from '../types/index.ts';
import type { Func } from '../types/object.ts';
import type { Signature, Type, TypeParam } from '../types/type.ts';

/** The type parameters of a function, or of its receiver. */
export function typeParamsOf(obj: Func): readonly TypeParam[] {
  const signature = obj.type as Signature;
  return signature.typeParams ?? signature.recvTypeParams ?? [];
}

/** A generic function with the type arguments of `sampleArguments`; null where none are known to fit. */
export function sampleInstance(lowerer: Lowerer, obj: Func): FuncRef | null {
  const params = typeParamsOf(obj);
  const args = sampleArguments(lowerer, params);
  if (args === null) return null;
  const { recv } = obj.type as Signature;
  if (recv === null) return funcRef(lowerer, obj, args);
  let type = unalias(recv.type as Type);
  if (type.kind === 'Pointer') type = unalias(type.elem);
  if (type.kind !== 'Named') return null;
  const instance = instantiate(lowerer.context, originOf(type), args, true);
  if (instance?.kind !== 'Named') return null;
  const method = lookupMethod(instance, obj.pkg, obj.name, false);
  return method === null ? null : funcRef(lowerer, method[1]);
}

/** `T = any`: what a verdict about such a form is about; empty for functions that are not generic. */
export function sampleText(lowerer: Lowerer, obj: Func): string {
  const params = typeParamsOf(obj);
  const args = params.length === 0 ? null : sampleArguments(lowerer, params);
  if (args === null) return '';
  return params.map(({ obj: { name } }, i) => `${name} = ${typeString(args[i] as Type, (pkg) => pkg.name)}`).join(', ');
}

/** For each parameter the first type that its constraint lists, or the constraint itself, as an interface. */
function sampleArguments(lowerer: Lowerer, params: readonly TypeParam[]): readonly Type[] | null {
  let args = params.map(({ bound }): Type => {
    const constraint = under(bound);
    if (constraint.kind !== 'Interface') return bound;
    const set = typeSet(constraint);
    return hasTerms(set) ? (set.terms[0]?.type ?? bound) : set.methods.length > 0 ? bound : universeAny;
  });
  // Constraints may speak of other parameters.
  for (let round = 0; round < params.length && args.some((arg) => isParameterized(params, arg)); round++) {
    const map = makeSubstMap(params, args);
    args = args.map((arg) => subst(null, noPos, arg, map, null, lowerer.context));
  }
  if (args.some((arg) => isParameterized(params, arg))) return null;
  return verify(null, noPos, params, args, lowerer.context) === null ? args : null;
}
