// Multisets: how often each element occurs says everything.

import {
  add,
  and,
  apply,
  Bool,
  eq,
  type FuncDecl,
  func,
  ge,
  gt,
  Int,
  iff,
  implies,
  int,
  ite,
  le,
  min,
  not,
  type Sort,
  sub,
  type Term,
  variable,
} from '../../smt/index.ts';
import { axiom } from './build.ts';
import { multisetSort, symbol } from './names.ts';

export interface MultisetFunctions {
  readonly sort: Sort;
  readonly count: FuncDecl;
  readonly size: FuncDecl;
  readonly empty: FuncDecl;
  readonly single: FuncDecl;
  readonly insert: FuncDecl;
  readonly union: FuncDecl;
  readonly intersection: FuncDecl;
  readonly difference: FuncDecl;
  readonly subset: FuncDecl;
  readonly equal: FuncDecl;
  /** An element of a multiset that is not empty. */
  readonly witness: FuncDecl;
}

export function multisetFunctions(elem: Sort): MultisetFunctions {
  const sort = multisetSort(elem);
  const name = (base: string) => symbol(`multiset.${base}`, elem);
  return {
    sort,
    count: func(name('count'), [sort, elem], Int),
    size: func(name('size'), [sort], Int),
    empty: func(name('empty'), [], sort),
    single: func(name('single'), [elem], sort),
    insert: func(name('insert'), [sort, elem], sort),
    union: func(name('union'), [sort, sort], sort),
    intersection: func(name('intersection'), [sort, sort], sort),
    difference: func(name('difference'), [sort, sort], sort),
    subset: func(name('subset'), [sort, sort], Bool),
    equal: func(name('equal'), [sort, sort], Bool),
    witness: func(name('witness'), [sort], elem),
  };
}

export function multisetAxioms(elem: Sort): readonly Term[] {
  const f = multisetFunctions(elem);
  const a = variable('a', f.sort);
  const b = variable('b', f.sort);
  const x = variable('x', elem);
  const y = variable('y', elem);
  const zero = int(0);
  const one = int(1);
  const count = (m: Term, e: Term) => apply(f.count, m, e);
  const size = (m: Term) => apply(f.size, m);
  const empty = apply(f.empty);
  const single = apply(f.single, x);
  const insert = apply(f.insert, a, x);
  const union = apply(f.union, a, b);
  const inter = apply(f.intersection, a, b);
  const diff = apply(f.difference, a, b);
  const label = (text: string) => `multiset ${text}`;
  return [
    axiom(label('count not negative'), [a, x], [[count(a, x)]], ge(count(a, x), zero)),
    axiom(label('count at most size'), [a, x], [[count(a, x), size(a)]], le(count(a, x), size(a))),
    axiom(label('size not negative'), [a], [[size(a)]], ge(size(a), zero)),
    axiom(label('empty'), [x], [[count(empty, x)]], eq(count(empty, x), zero)),
    axiom(
      label('size zero'),
      [a],
      [[size(a)]],
      and(
        iff(eq(size(a), zero), eq(a, empty)),
        implies(not(eq(size(a), zero)), gt(count(a, apply(f.witness, a)), zero)),
      ),
    ),
    axiom(label('single'), [x, y], [[count(single, y)]], eq(count(single, y), ite(eq(x, y), one, zero))),
    axiom(label('single has its element'), [x], [[single]], and(eq(count(single, x), one), eq(size(single), one))),
    axiom(
      label('insert'),
      [a, x, y],
      [[count(insert, y)], [count(a, y), insert]],
      eq(count(insert, y), ite(eq(x, y), add(count(a, y), one), count(a, y))),
    ),
    axiom(
      label('insert has its element'),
      [a, x],
      [[insert]],
      and(eq(count(insert, x), add(count(a, x), one)), eq(size(insert), add(size(a), one))),
    ),
    axiom(
      label('union'),
      [a, b, x],
      [[count(union, x)], [count(a, x), union], [count(b, x), union]],
      eq(count(union, x), add(count(a, x), count(b, x))),
    ),
    axiom(
      label('size of union'),
      [a, b],
      [[size(union)], [size(a), union], [size(b), union]],
      eq(size(union), add(size(a), size(b))),
    ),
    axiom(
      label('intersection'),
      [a, b, x],
      [[count(inter, x)], [count(a, x), inter], [count(b, x), inter]],
      eq(count(inter, x), min(count(a, x), count(b, x))),
    ),
    axiom(
      label('difference'),
      [a, b, x],
      [[count(diff, x)], [count(a, x), diff], [count(b, x), diff]],
      eq(count(diff, x), ite(le(count(a, x), count(b, x)), zero, sub(count(a, x), count(b, x)))),
    ),
    axiom(
      label('size of difference'),
      [a, b],
      [[size(diff)]],
      and(
        eq(add(size(diff), size(inter)), size(a)),
        eq(add(size(diff), add(size(apply(f.difference, b, a)), add(size(inter), size(inter)))), size(union)),
      ),
    ),
    axiom(
      label('subset'),
      [a, b],
      [[apply(f.subset, a, b)]],
      iff(
        apply(f.subset, a, b),
        axiom(label('subset counts'), [x], [[count(a, x)], [count(b, x)]], le(count(a, x), count(b, x))),
      ),
    ),
    axiom(
      label('equal'),
      [a, b],
      [[apply(f.equal, a, b)]],
      and(
        iff(
          apply(f.equal, a, b),
          axiom(label('equal counts'), [x], [[count(a, x)], [count(b, x)]], eq(count(a, x), count(b, x))),
        ),
        implies(apply(f.equal, a, b), eq(a, b)),
      ),
    ),
  ];
}
