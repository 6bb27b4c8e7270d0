// Type sets of interfaces, constraint satisfaction, and underlying types of type parameters.

import { describe, expect, test } from 'vitest';
import { implements_ } from '../../src/types/instantiate.ts';
import { newChan, newSlice } from '../../src/types/newtypes.ts';
import type { InterfaceType, Type } from '../../src/types/type.ts';
import { hasTerms, isAllSet, isComparableSet, isEmptySet, isMethodSet, typeSet } from '../../src/types/typeset.ts';
import { commonUnder, typeset, under } from '../../src/types/under.ts';
import { Typ, universeComparable, universeError } from '../../src/types/universe.ts';
import { defined, func, Ints, iface, MyInt, MyString, method, typeParam, union } from './sample-types.ts';

const comparable = universeComparable.type as Type;
const tilde = (type: Type) => ({ tilde: true, type });
const just = (type: Type) => ({ tilde: false, type });

function satisfies(v: Type, constraint: InterfaceType): string {
  const cause = { text: '' };
  return implements_(null, v, constraint, true, cause) ? 'yes' : cause.text;
}

describe('type sets', () => {
  test('of methods are sorted and flattened', () => {
    const inner = iface({ b: func([]), A: func([]) });
    const set = typeSet(iface({ Z: func([]), c: func([]) }, inner, universeError));
    expect(set.methods.map((m) => m.name)).toEqual(['A', 'Error', 'Z', 'b', 'c']);
    expect(isMethodSet(set)).toBe(true);
    expect(isAllSet(set)).toBe(false);
  });

  test('of elements are intersected', () => {
    const set = typeSet(iface({}, union(tilde(Typ.int), tilde(Typ.string)), union(just(MyInt), just(Typ.bool))));
    expect(set.terms).toEqual([{ tilde: false, type: MyInt }]);
    expect(hasTerms(set)).toBe(true);
    expect(isEmptySet(typeSet(iface({}, union(just(Typ.int)), union(just(Typ.string)))))).toBe(true);
  });

  test('with comparable keep comparable terms only', () => {
    expect(isComparableSet(typeSet(iface({}, comparable)), null)).toBe(true);
    const set = typeSet(iface({}, comparable, union(tilde(newSlice(Typ.int)), just(Typ.int))));
    expect(set.terms).toEqual([{ tilde: false, type: Typ.int }]);
    expect(set.comparable).toBe(false);
  });

  test('are met by types, with a reason if not', () => {
    const signed = union(tilde(Typ.int), tilde(Typ.int8));
    expect(satisfies(Typ.int, signed)).toBe('yes');
    expect(satisfies(MyInt, signed)).toBe('yes');
    expect(satisfies(Typ.string, signed)).toMatch(/string does not satisfy .* \(string missing in ~int \| ~int8\)/);
    expect(satisfies(MyInt, union(just(Typ.int)))).toMatch(/possibly missing ~ for int/);
    expect(satisfies(newSlice(Typ.int), iface({}, comparable))).toBe('[]int does not satisfy comparable');
    expect(satisfies(universeError, iface({}, comparable))).toBe('yes');
    const stringer = defined('Stringer', Typ.int);
    method(stringer, 'String', () => Typ.string);
    expect(satisfies(stringer, iface({ String: func([], [Typ.string]) }))).toBe('yes');
    expect(satisfies(MyInt, iface({ String: func([], [Typ.string]) }))).toMatch(/missing method String/);
  });
});

describe('underlying types', () => {
  test('of type parameters come from their constraint', () => {
    const P = typeParam('P', 0, union(tilde(newSlice(Typ.int)), just(Ints)));
    expect(under(P).kind).toBe('Interface');
    expect(commonUnder(P, null)[0]).toMatchObject({ kind: 'Slice' });
    const Q = typeParam('Q', 0, union(just(MyInt), just(MyString)));
    expect(typeset(Q)).toEqual([
      [MyInt, Typ.int],
      [MyString, Typ.string],
    ]);
    expect(commonUnder(Q, null)[1]?.format).toMatch(/different underlying types/);
    expect(commonUnder(typeParam('R', 0), null)[1]?.format).toBe('no specific type');
  });

  test('of channels may differ in direction', () => {
    const both = newChan('both', Typ.int);
    const recv = newChan('recv', Typ.int);
    expect(commonUnder(typeParam('P', 0, union(just(both), just(recv))), null)[0]).toBe(recv);
    const conflict = typeParam('P', 0, union(just(newChan('send', Typ.int)), just(recv)));
    expect(commonUnder(conflict, null)[1]?.format).toMatch(/conflicting directions/);
  });
});
