// Types built by hand, and arbitrary ones, for tests of the algorithms on types.

import fc from 'fast-check';
import { noPos } from '../../src/base/source.ts';
import { type Context, newContext } from '../../src/types/context.ts';
import { instance } from '../../src/types/instantiate.ts';
import { addMethod, newNamed, setTypeParams, setUnderlying } from '../../src/types/named.ts';
import {
  emptyTuple,
  newArray,
  newChan,
  newInterfaceType,
  newMap,
  newPackage,
  newPointer,
  newSignature,
  newSlice,
  newStruct,
  newTuple,
  newUnion,
} from '../../src/types/newtypes.ts';
import { newField, newFunc, newParam, newTypeName, newVar, type Package } from '../../src/types/object.ts';
import type { InterfaceType, Named, Signature, Term, Type, TypeParam } from '../../src/types/type.ts';
import { newTypeParam } from '../../src/types/typeparam.ts';
import { Typ, universeAny } from '../../src/types/universe.ts';

export const pkg: Package = newPackage('example.com/p', 'p');

/** `type name underlying` */
export function defined(name: string, underlying: Type): Named {
  const t = newNamed(null, newTypeName(noPos, pkg, name, null), null);
  setUnderlying(t, underlying);
  return t;
}

export function typeParam(name: string, index: number, constraint: Type = universeAny): TypeParam {
  const t = newTypeParam(null, newTypeName(noPos, pkg, name, null), constraint);
  t.index = index;
  return t;
}

/** `type name[params] underlying(params)` */
export function generic(name: string, params: string[], underlying: (params: TypeParam[], self: Named) => Type): Named {
  const t = newNamed(null, newTypeName(noPos, pkg, name, null), null);
  const tparams = params.map((p, i) => typeParam(p, i));
  setTypeParams(t, tparams);
  setUnderlying(t, underlying(tparams, t));
  return t;
}

export function instantiated(orig: Named, targs: Type[], ctxt: Context = newContext()): Named {
  return instance(null, noPos, orig, targs, null, ctxt) as Named;
}

export function func(params: Type[], results: Type[] = []): Signature {
  const tuple = (types: Type[]) => newTuple(types.map((t) => newParam(pkg, '', t)));
  return newSignature(null, null, null, tuple(params), tuple(results), false);
}

/** `interface { methods; embeddeds }` */
export function iface(methods: Record<string, Signature>, ...embeddeds: Type[]): InterfaceType {
  const list = Object.entries(methods).map(([name, sig]) => newFunc(noPos, pkg, name, sig));
  return newInterfaceType(list, embeddeds);
}

export function union(...terms: Term[]): InterfaceType {
  return newInterfaceType([], [newUnion(terms)]);
}

export function struct(fields: Record<string, Type>): Type {
  return newStruct(Object.entries(fields).map(([name, t]) => newField(noPos, pkg, name, t, false)));
}

/** Declares `func (recv T) name() result`, where T is generic or not; the result may use the receiver's parameters. */
export function method(t: Named, name: string, result: (params: TypeParam[]) => Type): void {
  const rparams = (t.typeParams ?? []).map((p, i) => typeParam(p.obj.name, i));
  const recvType = rparams.length > 0 ? instantiated(t, rparams) : t;
  const recv = newVar('receiver', noPos, pkg, '', recvType);
  const results = newTuple([newParam(pkg, '', result(rparams))]);
  const recvTypeParams = rparams.length > 0 ? rparams : null;
  addMethod(t, newFunc(noPos, pkg, name, newSignature(recvTypeParams, null, recv, emptyTuple, results, false)));
}

export const MyInt = defined('MyInt', Typ.int);
export const MyString = defined('MyString', Typ.string);
export const Ints = defined('Ints', newSlice(Typ.int));
export const List = generic('List', ['E'], ([E], self) =>
  struct({ elem: E as Type, next: newPointer(instantiated(self, [E as Type])) }),
);
export const Pair = generic('Pair', ['A', 'B'], ([A, B]) => struct({ a: A as Type, b: B as Type }));

/** Arbitrary types over the given leaves. */
export function arbitraryType(leaves: Type[]): fc.Arbitrary<Type> {
  const leaf = fc.constantFrom<Type>(...leaves);
  const { type } = fc.letrec<{ type: Type }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      tie('type').map((t) => newPointer(t)),
      tie('type').map((t) => newSlice(t)),
      fc.tuple(fc.nat(2), tie('type')).map(([n, t]) => newArray(n, t)),
      fc.tuple(tie('type'), tie('type')).map(([k, v]) => newMap(k, v)),
      fc
        .tuple(fc.constantFrom('both' as const, 'send' as const, 'recv' as const), tie('type'))
        .map(([dir, t]) => newChan(dir, t)),
      fc
        .tuple(fc.array(tie('type'), { maxLength: 2 }), fc.array(tie('type'), { maxLength: 2 }))
        .map(([p, r]) => func(p, r)),
      fc.dictionary(fc.constantFrom('a', 'b', 'C'), tie('type'), { maxKeys: 2 }).map(struct),
      fc.dictionary(fc.constantFrom('m', 'N'), tie('type'), { maxKeys: 2 }).map((types) => {
        return iface(Object.fromEntries(Object.entries(types).map(([name, t]) => [name, func([t])])));
      }),
      tie('type').map((t) => instantiated(List, [t])),
      fc.tuple(tie('type'), tie('type')).map(([a, b]) => instantiated(Pair, [a, b])),
    ),
  }));
  return type;
}
