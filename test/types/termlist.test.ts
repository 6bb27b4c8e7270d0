// The algebra of terms and term lists, against sets of types.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Termlist,
  termsAll,
  termsEmpty,
  termsEqual,
  termsInclude,
  termsIntersect,
  termsNorm,
  termsString,
  termsSubsetOf,
  termsUnion,
} from '../../src/types/termlist.ts';
import type { Type } from '../../src/types/type.ts';
import { typeString } from '../../src/types/typestring.ts';
import {
  type TypeTerm,
  termEqual,
  termIncludes,
  termIntersect,
  termSubsetOf,
  termUnion,
} from '../../src/types/typeterm.ts';
import { Typ } from '../../src/types/universe.ts';
import { defined, Ints, MyInt, MyString } from './sample-types.ts';

// Terms mention some types. The world has others as well, one for each underlying type and one beyond all, so that a
// list of single types never covers ~t, nor all types.
const mentioned: Type[] = [Typ.int, Typ.string, MyInt, MyString, Ints];
const world: Type[] = [...mentioned, defined('OtherInt', Typ.int), defined('OtherString', Typ.string), Typ.bool];

const term: fc.Arbitrary<TypeTerm | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, { tilde: false, type: null }) },
  { weight: 6, arbitrary: fc.constantFrom(...mentioned).map((type) => ({ tilde: false, type })) },
  { weight: 3, arbitrary: fc.constantFrom<Type>(Typ.int, Typ.string).map((type) => ({ tilde: true, type })) },
);
const termlist: fc.Arbitrary<Termlist> = fc.array(term, { maxLength: 5 });

function members(xl: Termlist): boolean[] {
  return world.map((t) => termsInclude(xl, t));
}

function show(xl: Termlist): string {
  return termsString(xl, (t) => typeString(t, () => ''));
}

describe('terms are sets of types', () => {
  test('union and intersection', () => {
    fc.assert(
      fc.property(term, term, fc.constantFrom(...world), (x, y, t) => {
        const inX = termIncludes(x, t);
        const inY = termIncludes(y, t);
        expect(termsInclude(termUnion(x, y), t)).toBe(inX || inY);
        expect(termIncludes(termIntersect(x, y), t)).toBe(inX && inY);
      }),
    );
  });

  test('inclusion and equality', () => {
    fc.assert(
      fc.property(term, term, (x, y) => {
        const subset = world.every((t) => !termIncludes(x, t) || termIncludes(y, t));
        expect(termSubsetOf(x, y)).toBe(subset);
        expect(termEqual(x, y)).toBe(termSubsetOf(x, y) && termSubsetOf(y, x));
      }),
    );
  });
});

describe('term lists are unions of terms', () => {
  test('the normal form means the same, and no type is in two of its terms', () => {
    fc.assert(
      fc.property(termlist, (xl) => {
        const norm = termsNorm(xl);
        expect(members(norm)).toEqual(members(xl));
        for (const t of world) expect(norm.filter((x) => termIncludes(x, t)).length).toBeLessThanOrEqual(1);
        expect(norm).not.toContain(null);
      }),
    );
  });

  test('union and intersection', () => {
    fc.assert(
      fc.property(termlist, termlist, (xl, yl) => {
        const inX = members(xl);
        const inY = members(yl);
        expect(members(termsUnion(xl, yl))).toEqual(inX.map((x, i) => x || inY[i]));
        expect(members(termsIntersect(xl, yl))).toEqual(inX.map((x, i) => x && inY[i]));
      }),
    );
  });

  test('inclusion, equality, the empty list and the list of all', () => {
    fc.assert(
      fc.property(termlist, termlist, (xl, yl) => {
        const inX = members(xl);
        const inY = members(yl);
        expect(termsSubsetOf(xl, yl)).toBe(inX.every((x, i) => !x || inY[i]));
        expect(termsEqual(xl, yl)).toBe(inX.every((x, i) => x === inY[i]));
        expect(termsEmpty(xl)).toBe(inX.every((x) => !x));
        expect(termsAll(xl)).toBe(inX.every((x) => x));
      }),
    );
  });

  test('are printed with their tildes', () => {
    expect(show([])).toBe('∅');
    expect(show([null, { tilde: false, type: null }])).toBe('∅ | 𝓤');
    expect(
      show([
        { tilde: true, type: Typ.int },
        { tilde: false, type: MyString },
      ]),
    ).toBe('~int | MyString');
  });
});
