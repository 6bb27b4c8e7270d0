// Magic wands: what packaging takes, what applying gives, and what they must not prove.

import { describe, expect, test } from 'vitest';
import { verdicts } from './support.ts';

const cases: readonly (readonly [name: string, program: string, expected: readonly string[]])[] = [
  [
    'keep the values of what they hold, and of their left side',
    `field f: Int
     field g: Int
     method m(x: Ref) requires acc(x.f) && acc(x.g) && x.g == 3
     {
       package acc(x.f) --* acc(x.f) && acc(x.g) && x.f == old[lhs](x.f) && x.g == 3
       x.f := 7
       apply acc(x.f) --* acc(x.f) && acc(x.g) && x.f == old[lhs](x.f) && x.g == 3
       assert x.f == 7 && x.g == 3
       assert false
     }`,
    ['m: assert.failed:assertion.false@9'],
  ],
  [
    'take what they need from the state',
    `field f: Int
     method m(x: Ref) requires acc(x.f)
     { package true --* acc(x.f)  assert acc(x.f) }`,
    ['m: assert.failed:insufficient.permission@3'],
  ],
  [
    'can be applied once',
    `field f: Int
     method m(x: Ref) requires acc(x.f)
     { package true --* acc(x.f)
       apply true --* acc(x.f)
       apply true --* acc(x.f) }`,
    ['m: apply.failed:wand.not.found@5'],
  ],
  [
    'have to hold for every left side, so they take what any of them needs',
    `field a: Int
     field b: Int
     field c: Int
     method m(x: Ref) requires acc(x.a) && acc(x.b) && acc(x.c)
     {
       package acc(x.a) --* acc(x.a) && (x.a == 0 ? acc(x.b) : acc(x.c))
       x.a := 1
       apply acc(x.a) --* acc(x.a) && (x.a == 0 ? acc(x.b) : acc(x.c))
       assert acc(x.c)
       assert acc(x.b)
     }`,
    ['m: assert.failed:insufficient.permission@10'],
  ],
  [
    'made under a condition of the state around take what each case needs',
    `field f: Int
     method m(x: Ref, y: Ref, b: Bool) requires acc(x.f) && acc(y.f)
     {
       package true --* true { if (b) { exhale acc(x.f) } else { exhale acc(y.f) } }
       if (b) { assert acc(y.f) } else { assert acc(x.f) }
       if (b) { assert acc(x.f) }
     }`,
    ['m: assert.failed:insufficient.permission@6'],
  ],
  [
    'with an amount that depends on the left side take everything',
    `field f: Bool
     field g: Int
     method m(x: Ref) requires acc(x.f) && acc(x.g)
     {
       package acc(x.f) --* acc(x.f) && acc(x.g, x.f ? 1/2 : 1/4)
       assert acc(x.g, 1/2)
     }`,
    ['m: assert.failed:insufficient.permission@6'],
  ],
  [
    'that differ in what their holes say are others',
    `field f: Int
     method m(x: Ref, y: Ref, i: Int, j: Int) requires acc(x.f) --* acc(x.f) && x.f == i + 1
     {
       if (y == x && j == i + 1) { assert acc(y.f) --* acc(y.f) && y.f == j }
       else { assert acc(y.f) --* acc(y.f) && y.f == j }
     }`,
    ['m: assert.failed:wand.not.found@5'],
  ],
  [
    'packaged and inhaled are two instances, and the one that was made first is used first',
    `field f: Int
     predicate P(i: Int)
     method m(x: Ref, y: Ref) requires acc(x.f) && x.f == 1 && acc(y.f) && y.f == 2
     {
       package true --* acc(x.f)
       inhale true --* acc(x.f)
       apply true --* acc(x.f)
       assert x.f == 1
       assert false
     }`,
    ['P: trusted', 'm: assert.failed:assertion.false@9'],
  ],
  [
    'are read by applying without being used',
    `field f: Int
     method m(x: Ref, y: Ref) requires acc(x.f) && acc(y.f) && x.f == 1
     {
       package acc(y.f) --* acc(x.f) && acc(y.f)
       assert applying (acc(y.f) --* acc(x.f) && acc(y.f)) in x.f == 1
       assert acc(y.f) && (acc(y.f) --* acc(x.f) && acc(y.f))
       assert applying (acc(y.f) --* acc(x.f) && acc(y.f)) in x.f == 2
     }`,
    ['m: assert.failed:assertion.false@7'],
  ],
  [
    'may be made of wands, and by folding',
    `field f: Int
     predicate P(x: Ref) { acc(x.f) && x.f > 0 }
     method m(x: Ref)
     {
       package acc(x.f) && x.f > 5 --* (acc(x.f, 1/2) --* P(x) && acc(x.f, 1/2)) { 
         package acc(x.f, 1/2) --* P(x) && acc(x.f, 1/2) { fold P(x) }
       }
       inhale acc(x.f)
       x.f := 5
       apply acc(x.f) && x.f > 5 --* (acc(x.f, 1/2) --* P(x) && acc(x.f, 1/2))
     }`,
    ['P: proved', 'm: apply.failed:assertion.false@10'],
  ],
  [
    'whose left side cannot be prove nothing else',
    `field f: Int
     method m(x: Ref)
     { package false --* acc(x.f)  assert false }`,
    ['m: assert.failed:assertion.false@3'],
  ],
  [
    'of many receivers are quantified permissions',
    `field f: Int
     field g: Int
     method m(xs: Set[Ref], y: Ref)
       requires forall x: Ref :: x in xs ==> (acc(x.f) --* acc(x.f) && acc(x.g))
       requires y in xs && acc(y.f)
     {
       apply acc(y.f) --* acc(y.f) && acc(y.g)
       y.g := y.f
       apply acc(y.f) --* acc(y.f) && acc(y.g)
     }`,
    ['m: apply.failed:wand.not.found@9'],
  ],
];

describe('magic wands', () => {
  for (const [name, program, expected] of cases) {
    test(name, () => {
      expect(verdicts(program)).toEqual(expected);
    });
  }
});
