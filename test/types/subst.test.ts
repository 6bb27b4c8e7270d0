// Substitution, hashes of types, and instances with what is expanded of them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { noPos } from '../../src/base/source.ts';
import { newContext, typeHash } from '../../src/types/context.ts';
import { isParameterized } from '../../src/types/infer.ts';
import { methodAt, methodsOf } from '../../src/types/named.ts';
import { newMap, newPointer, newSlice } from '../../src/types/newtypes.ts';
import type { Func } from '../../src/types/object.ts';
import { identical } from '../../src/types/predicates.ts';
import { makeSubstMap, subst } from '../../src/types/subst.ts';
import type { Named, PointerType, Signature, StructType, Type, TypeParam } from '../../src/types/type.ts';
import { typeString } from '../../src/types/typestring.ts';
import { under } from '../../src/types/under.ts';
import { Typ } from '../../src/types/universe.ts';
import {
  arbitraryType,
  func,
  generic,
  iface,
  instantiated,
  List,
  MyInt,
  method,
  struct,
  typeParam,
} from './sample-types.ts';

const P = typeParam('P', 0);
const Q = typeParam('Q', 1);
const closed = arbitraryType([Typ.int, Typ.string, MyInt]);
const open = arbitraryType([Typ.int, MyInt, P, Q]);

function apply(t: Type, from: TypeParam[], to: Type[]): Type {
  return subst(null, noPos, t, makeSubstMap(from, to), null, newContext());
}

function show(t: Type): string {
  return typeString(t, () => '');
}

describe('substitution', () => {
  test('leaves a type without the parameters as it is', () => {
    fc.assert(
      fc.property(closed, (t) => {
        expect(apply(t, [P, Q], [Typ.int, Typ.string])).toBe(t);
      }),
    );
  });

  test('removes the parameters', () => {
    fc.assert(
      fc.property(open, closed, closed, (t, a, b) => {
        const result = apply(t, [P, Q], [a, b]);
        expect(isParameterized([P, Q], result)).toBe(false);
        expect(result === t).toBe(!isParameterized([P, Q], t));
      }),
    );
  });

  test('in two steps is the same as in one', () => {
    fc.assert(
      fc.property(open, closed, closed, (t, a, b) => {
        expect(identical(apply(apply(t, [P], [a]), [Q], [b]), apply(t, [P, Q], [a, b]))).toBe(true);
      }),
    );
  });

  test('swaps parameters at the same time', () => {
    expect(show(apply(newMap(P, newSlice(Q)), [P, Q], [Q, P]))).toBe('map[Q][]P');
  });
});

describe('hashes', () => {
  test('are equal for identical types only', () => {
    fc.assert(
      fc.property(open, open, (x, y) => {
        expect(typeHash(x) === typeHash(y)).toBe(identical(x, y));
      }),
      { numRuns: 1000 },
    );
  });

  test('of a type and a copy of it are equal', () => {
    fc.assert(
      fc.property(open, (t) => {
        const R = typeParam('R', 0);
        const copy = apply(apply(t, [P], [R]), [R], [P]);
        expect(typeHash(copy)).toBe(typeHash(t));
        expect(identical(copy, t)).toBe(true);
      }),
    );
  });

  test('of an interface that mentions itself end', () => {
    const sig = func([], []);
    const self = iface({ m: sig });
    sig.params = func([newPointer(self)]).params;
    expect(typeHash(self)).toBe('interface{example.com/p.m(*^0,)();}');
  });
});

describe('instances', () => {
  test('are made once in a context', () => {
    const ctxt = newContext();
    expect(instantiated(List, [Typ.int], ctxt)).toBe(instantiated(List, [Typ.int], ctxt));
    expect(instantiated(List, [newSlice(Typ.int)], ctxt)).toBe(instantiated(List, [newSlice(Typ.int)], ctxt));
    expect(instantiated(List, [Typ.int], ctxt)).not.toBe(instantiated(List, [MyInt], ctxt));
    expect(identical(instantiated(List, [Typ.int]), instantiated(List, [Typ.int]))).toBe(true);
  });

  test('of recursive types contain themselves', () => {
    const list = instantiated(List, [Typ.int]);
    const fields = (under(list) as StructType).fields;
    expect(fields[0]?.type).toBe(Typ.int);
    expect((must(fields[1]).type as PointerType).elem).toBe(list);
  });

  test('that grow for ever are expanded as far as they are used', () => {
    const Grow = generic('Grow', ['T'], ([T], self) =>
      struct({ next: newPointer(instantiated(self, [newPointer(T as Type)])) }),
    );
    let t: Type = instantiated(Grow, [Typ.int]);
    for (let i = 0; i < 10; i++) t = (must((under(t) as StructType).fields[0]).type as PointerType).elem;
    expect(show(t)).toBe(`Grow[${'*'.repeat(10)}int]`);
  });

  test('have their own methods, each made once', () => {
    const Box = generic('Box', ['T'], ([T]) => struct({ v: T as Type }));
    method(Box, 'Get', ([T]) => T as Type);
    method(Box, 'Self', ([T]) => instantiated(Box, [T as Type]));
    const ctxt = newContext();
    const box = instantiated(Box, [MyInt], ctxt);
    const get = methodAt(box, 0);
    expect(methodAt(box, 0)).toBe(get);
    expect(get.origin).toBe(Box.methods[0]);
    expect((get.type as Signature).results.vars[0]?.type).toBe(MyInt);
    expect((get.type as Signature).recv?.type).toBe(box);
    const self = methodsOf(box)[1] as Func;
    expect((self.type as Signature).results.vars[0]?.type).toBe(box);
  });

  test('of interfaces are the receivers of their methods', () => {
    const Getter = generic('Getter', ['T'], ([T]) => iface({ Get: func([], [T as Type]), m: func([]) }));
    for (const m of (Getter.underlying as { methods: Named['methods'] }).methods) {
      const sig = m?.type as Signature;
      sig.recv = { ...(func([Getter]).params.vars[0] as NonNullable<Signature['recv']>) };
    }
    const getter = instantiated(Getter, [Typ.int]);
    const u = under(getter);
    expect(u.kind === 'Interface' && u.methods.map((m) => (m.type as Signature).recv?.type)).toEqual([getter, getter]);
  });

  test('with a wrong number of arguments are invalid', () => {
    expect(under(instantiated(List, [Typ.int, Typ.int]))).toBe(Typ.invalid);
  });
});
