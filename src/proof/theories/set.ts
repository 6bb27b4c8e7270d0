// Sets: membership says everything, and two sets with the same members are equal.

import {
  add,
  and,
  apply,
  Bool,
  eq,
  type FuncDecl,
  func,
  ge,
  Int,
  iff,
  implies,
  int,
  not,
  or,
  type Sort,
  sub,
  type Term,
  variable,
} from '../../smt/index.ts';
import { axiom } from './build.ts';
import { setSort, symbol } from './names.ts';

export interface SetFunctions {
  readonly sort: Sort;
  readonly contains: FuncDecl;
  readonly size: FuncDecl;
  readonly empty: FuncDecl;
  readonly single: FuncDecl;
  readonly insert: FuncDecl;
  readonly union: FuncDecl;
  readonly intersection: FuncDecl;
  readonly difference: FuncDecl;
  readonly subset: FuncDecl;
  readonly equal: FuncDecl;
  /** An element in one but not in the other of two sets. */
  readonly witness: FuncDecl;
}

export function setFunctions(elem: Sort): SetFunctions {
  const sort = setSort(elem);
  const name = (base: string) => symbol(`set.${base}`, elem);
  return {
    sort,
    contains: func(name('contains'), [elem, sort], Bool),
    size: func(name('size'), [sort], Int),
    empty: func(name('empty'), [], sort),
    single: func(name('single'), [elem], sort),
    insert: func(name('insert'), [sort, elem], sort),
    union: func(name('union'), [sort, sort], sort),
    intersection: func(name('intersection'), [sort, sort], sort),
    difference: func(name('difference'), [sort, sort], sort),
    subset: func(name('subset'), [sort, sort], Bool),
    equal: func(name('equal'), [sort, sort], Bool),
    witness: func(name('witness'), [sort, sort], elem),
  };
}

export function setAxioms(elem: Sort): readonly Term[] {
  const f = setFunctions(elem);
  const a = variable('a', f.sort);
  const b = variable('b', f.sort);
  const x = variable('x', elem);
  const y = variable('y', elem);
  const zero = int(0);
  const has = (e: Term, s: Term) => apply(f.contains, e, s);
  const size = (s: Term) => apply(f.size, s);
  const empty = apply(f.empty);
  const single = apply(f.single, x);
  const insert = apply(f.insert, a, x);
  const union = apply(f.union, a, b);
  const inter = apply(f.intersection, a, b);
  const diff = apply(f.difference, a, b);
  const witness = apply(f.witness, a, b);
  const label = (text: string) => `set ${text}`;
  return [
    axiom(label('size not negative'), [a], [[size(a)]], ge(size(a), zero)),
    axiom(label('empty'), [x], [[has(x, empty)]], not(has(x, empty))),
    axiom(
      label('size zero'),
      [a],
      [[size(a)]],
      and(iff(eq(size(a), zero), eq(a, empty)), implies(not(eq(size(a), zero)), has(apply(f.witness, a, empty), a))),
    ),
    axiom(label('size of single'), [x], [[size(single)]], eq(size(single), int(1))),
    axiom(label('single has its element'), [x], [[single]], has(x, single)),
    axiom(label('single'), [x, y], [[has(y, single)]], iff(has(y, single), eq(x, y))),
    axiom(label('insert'), [a, x, y], [[has(y, insert)]], iff(has(y, insert), or(eq(x, y), has(y, a)))),
    axiom(label('insert has its element'), [a, x], [[insert]], has(x, insert)),
    axiom(label('insert keeps'), [a, x, y], [[has(y, a), insert]], implies(has(y, a), has(y, insert))),
    axiom(label('insert again'), [a, x], [[size(insert)]], implies(has(x, a), eq(size(insert), size(a)))),
    axiom(
      label('insert new'),
      [a, x],
      [[size(insert)]],
      implies(not(has(x, a)), eq(size(insert), add(size(a), int(1)))),
    ),
    axiom(label('union'), [a, b, x], [[has(x, union)]], iff(has(x, union), or(has(x, a), has(x, b)))),
    axiom(label('union left'), [a, b, x], [[has(x, a), union]], implies(has(x, a), has(x, union))),
    axiom(label('union right'), [a, b, x], [[has(x, b), union]], implies(has(x, b), has(x, union))),
    axiom(label('union again right'), [a, b], [[apply(f.union, union, b)]], eq(apply(f.union, union, b), union)),
    axiom(label('union again left'), [a, b], [[apply(f.union, a, union)]], eq(apply(f.union, a, union), union)),
    axiom(
      label('intersection'),
      [a, b, x],
      [[has(x, inter)], [has(x, a), inter], [has(x, b), inter]],
      iff(has(x, inter), and(has(x, a), has(x, b))),
    ),
    axiom(
      label('intersection again right'),
      [a, b],
      [[apply(f.intersection, inter, b)]],
      eq(apply(f.intersection, inter, b), inter),
    ),
    axiom(
      label('intersection again left'),
      [a, b],
      [[apply(f.intersection, a, inter)]],
      eq(apply(f.intersection, a, inter), inter),
    ),
    axiom(
      label('size of union'),
      [a, b],
      [[size(union)], [size(inter)]],
      eq(add(size(union), size(inter)), add(size(a), size(b))),
    ),
    axiom(
      label('difference'),
      [a, b, x],
      [[has(x, diff)], [has(x, a), diff]],
      iff(has(x, diff), and(has(x, a), not(has(x, b)))),
    ),
    axiom(
      label('size of difference'),
      [a, b],
      [[size(diff)]],
      and(
        eq(add(add(size(diff), size(apply(f.difference, b, a))), size(inter)), size(union)),
        eq(size(diff), sub(size(a), size(inter))),
      ),
    ),
    axiom(
      label('subset'),
      [a, b],
      [[apply(f.subset, a, b)]],
      iff(
        apply(f.subset, a, b),
        axiom(label('subset members'), [x], [[has(x, a)], [has(x, b)]], implies(has(x, a), has(x, b))),
      ),
    ),
    axiom(
      label('equal'),
      [a, b],
      [[apply(f.equal, a, b)]],
      and(
        iff(
          apply(f.equal, a, b),
          axiom(label('equal members'), [x], [[has(x, a)], [has(x, b)]], iff(has(x, a), has(x, b))),
        ),
        implies(apply(f.equal, a, b), eq(a, b)),
        implies(not(apply(f.equal, a, b)), not(iff(has(witness, a), has(witness, b)))),
      ),
    ),
  ];
}
