// Unification: exact against substitution and identity, inexact by example.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noPos } from '../../src/base/source.ts';
import { newContext } from '../../src/types/context.ts';
import { isParameterized } from '../../src/types/infer.ts';
import { newChan, newMap, newPointer, newSlice } from '../../src/types/newtypes.ts';
import { identical } from '../../src/types/predicates.ts';
import { makeSubstMap, subst } from '../../src/types/subst.ts';
import type { Type, TypeParam } from '../../src/types/type.ts';
import { typeString } from '../../src/types/typestring.ts';
import { assignMode, exactMode, inferred, newUnifier, unify } from '../../src/types/unify.ts';
import { Typ } from '../../src/types/universe.ts';
import {
  arbitraryType,
  defined,
  func,
  Ints,
  iface,
  instantiated,
  List,
  MyInt,
  method,
  Pair,
  typeParam,
  union,
} from './sample-types.ts';

const P = typeParam('P', 0);
const Q = typeParam('Q', 1);
const closed = arbitraryType([Typ.int, Typ.string, MyInt]);
const open = arbitraryType([Typ.int, MyInt, P, Q]);

/** The types found for P and Q, as text; `-` if none, null if unification fails. */
function solve(mode: number, ...pairs: [Type, Type][]): string | null {
  const u = newUnifier([P, Q], [], true);
  for (const [x, y] of pairs) if (!unify(u, x, y, mode)) return null;
  return inferred(u)
    .map((t) => (t === null ? '-' : typeString(t, () => '')))
    .join(' ');
}

describe('exact unification', () => {
  test('finds the types that were put in', () => {
    fc.assert(
      fc.property(open, closed, closed, (x, a, b) => {
        const y = subst(null, noPos, x, makeSubstMap([P, Q], [a, b]), null, newContext());
        const u = newUnifier([P, Q], [], true);
        expect(unify(u, x, y, exactMode)).toBe(true);
        const found = inferred(u);
        const put = [a, b];
        [P, Q].forEach((p: TypeParam, i) => {
          const t = found[i] ?? null;
          expect(t !== null).toBe(isParameterized([p], x));
          if (t !== null) expect(identical(t, put[i] as Type)).toBe(true);
        });
      }),
    );
  });

  test('of types without parameters is identity', () => {
    fc.assert(
      fc.property(closed, closed, (x, y) => {
        expect(unify(newUnifier([P, Q], [], true), x, y, exactMode)).toBe(identical(x, y));
      }),
    );
  });

  test('is symmetric', () => {
    fc.assert(
      fc.property(open, closed, (x, y) => {
        expect(solve(exactMode, [x, y])).toBe(solve(exactMode, [y, x]));
      }),
    );
  });

  test('fails where a parameter would need two types', () => {
    expect(solve(exactMode, [newMap(P, P), newMap(Typ.int, Typ.string)])).toBeNull();
    expect(solve(exactMode, [newMap(P, Q), newMap(Typ.int, Typ.string)])).toBe('int string');
  });
});

describe('inexact unification', () => {
  test('joins parameters', () => {
    expect(solve(0, [P, Q])).toBe('- -');
    expect(solve(0, [P, Q], [Q, Typ.int])).toBe('int int');
    expect(solve(0, [P, Typ.int], [Q, Typ.string], [P, Q])).toBeNull();
  });

  test('looks under a defined type, and keeps its name', () => {
    expect(solve(assignMode, [newSlice(P), Ints])).toBe('int -');
    expect(solve(assignMode, [P, newSlice(Typ.int)], [P, Ints])).toBe('Ints -');
    expect(solve(assignMode, [P, Ints], [P, newSlice(Typ.int)])).toBe('Ints -');
    expect(solve(exactMode, [newSlice(P), Ints])).toBeNull();
  });

  test('ignores channel directions at the top only', () => {
    const both = newChan('both', Typ.int);
    const recv = newChan('recv', Typ.int);
    expect(solve(assignMode, [newChan('recv', P), both])).toBe('int -');
    expect(solve(assignMode, [P, both], [P, recv])).toBe('<-chan int -');
    expect(solve(assignMode, [newSlice(newChan('recv', P)), newSlice(both)])).toBeNull();
  });

  test('matches instances by their arguments', () => {
    expect(solve(assignMode, [instantiated(Pair, [P, Q]), instantiated(Pair, [Typ.int, MyInt])])).toBe('int MyInt');
    expect(solve(assignMode, [instantiated(List, [P]), instantiated(Pair, [Typ.int, MyInt])])).toBeNull();
  });

  test('matches an interface with what has its methods', () => {
    const source = defined('Source', Typ.int);
    method(source, 'Next', () => Typ.string);
    const iterator = iface({ Next: func([], [P]) });
    expect(solve(assignMode, [iterator, source])).toBe('string -');
    expect(solve(assignMode, [iterator, MyInt])).toBeNull();
    expect(solve(assignMode, [iterator, iface({ Next: func([], [Typ.int]), More: func([]) })])).toBe('int -');
  });

  test('uses the core type of a parameter that is not solved for', () => {
    const S = typeParam('S', 0, union({ tilde: true, type: newSlice(Typ.int) }));
    expect(solve(assignMode, [newSlice(P), S])).toBe('int -');
    expect(solve(assignMode, [newPointer(P), S])).toBeNull();
  });

  test('gives up on endless nesting', () => {
    let deep: Type = P;
    let other: Type = Typ.int;
    for (let i = 0; i < 100; i++) {
      deep = newPointer(deep);
      other = newPointer(other);
    }
    expect(solve(assignMode, [deep, other])).toBeNull();
  });
});
