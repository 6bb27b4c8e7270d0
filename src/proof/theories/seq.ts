// Sequences: length and elements say everything, and two sequences that agree in both are equal.

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
  ite,
  le,
  lt,
  not,
  or,
  type Sort,
  sub,
  type Term,
  variable,
} from '../../smt/index.ts';
import { axiom } from './build.ts';
import { seqSort, symbol } from './names.ts';

export interface SeqFunctions {
  readonly sort: Sort;
  readonly length: FuncDecl;
  readonly empty: FuncDecl;
  readonly single: FuncDecl;
  readonly append: FuncDecl;
  /** Arbitrary outside the sequence. */
  readonly index: FuncDecl;
  /** Total: counts below 0 and beyond the length are clipped. */
  readonly take: FuncDecl;
  readonly drop: FuncDecl;
  readonly update: FuncDecl;
  readonly contains: FuncDecl;
  /** `contains`, as triggers have it: elements that are at an index trigger too. */
  readonly containsTrigger: FuncDecl;
  /** Where an element is that the sequence contains. */
  readonly position: FuncDecl;
  /** Equality that compares element by element. */
  readonly equal: FuncDecl;
}

export function seqFunctions(elem: Sort): SeqFunctions {
  const sort = seqSort(elem);
  const name = (base: string) => symbol(`seq.${base}`, elem);
  return {
    sort,
    length: func(name('length'), [sort], Int),
    empty: func(name('empty'), [], sort),
    single: func(name('single'), [elem], sort),
    append: func(name('append'), [sort, sort], sort),
    index: func(name('index'), [sort, Int], elem),
    take: func(name('take'), [sort, Int], sort),
    drop: func(name('drop'), [sort, Int], sort),
    update: func(name('update'), [sort, Int, elem], sort),
    contains: func(name('contains'), [sort, elem], Bool),
    containsTrigger: func(name('contains%trigger'), [sort, elem], Bool),
    position: func(name('position'), [sort, elem], Int),
    equal: func(name('equal'), [sort, sort], Bool),
  };
}

/** `[low..high)` */
/**
 * Sums and differences of indices as terms of their own. Going from a sequence to a part and back gives the index it came
 * from by congruence; with plain arithmetic each round would make a new term, and there would be no end.
 */
const indexSum: FuncDecl = func('seq.indexSum', [Int, Int], Int);
const indexDifference: FuncDecl = func('seq.indexDifference', [Int, Int], Int);

function indexAxioms(): readonly Term[] {
  const i = variable('i', Int);
  const j = variable('j', Int);
  const sum = apply(indexSum, i, j);
  const difference = apply(indexDifference, i, j);
  const there = apply(indexDifference, sum, j);
  const back = apply(indexSum, difference, j);
  return [
    axiom('seq index sum', [i, j], [[sum]], eq(sum, add(i, j))),
    axiom('seq index difference', [i, j], [[difference]], eq(difference, sub(i, j))),
    axiom('seq index there and back', [i, j], [[there]], eq(there, i)),
    axiom('seq index back and there', [i, j], [[back]], eq(back, i)),
  ];
}

export const seqRange: FuncDecl = func('seq.range', [Int, Int], seqSort(Int));

export function seqAxioms(elem: Sort): readonly Term[] {
  const f = seqFunctions(elem);
  const s = variable('s', f.sort);
  const t = variable('t', f.sort);
  const x = variable('x', elem);
  const y = variable('y', elem);
  const i = variable('i', Int);
  const n = variable('n', Int);
  const m = variable('m', Int);
  const zero = int(0);
  const length = (a: Term) => apply(f.length, a);
  const index = (a: Term, k: Term) => apply(f.index, a, k);
  const contains = (a: Term, e: Term) => apply(f.contains, a, e);
  const empty = apply(f.empty);
  const append = apply(f.append, s, t);
  const take = apply(f.take, s, n);
  const drop = apply(f.drop, s, n);
  const update = apply(f.update, s, n, x);
  const within = (k: Term, a: Term) => and(le(zero, k), lt(k, length(a)));
  const label = (text: string) => `seq ${text}`;
  const axioms = [
    ...indexAxioms(),
    axiom(label('length not negative'), [s], [[length(s)]], ge(length(s), zero)),
    eq(length(empty), zero),
    axiom(label('length zero'), [s], [[length(s)]], implies(eq(length(s), zero), eq(s, empty))),

    axiom(
      label('single'),
      [x],
      [[apply(f.single, x)]],
      and(
        eq(length(apply(f.single, x)), int(1)),
        eq(index(apply(f.single, x), zero), x),
        contains(apply(f.single, x), x),
      ),
    ),
    axiom(
      label('single contains'),
      [x, y],
      [[contains(apply(f.single, x), y)]],
      iff(contains(apply(f.single, x), y), eq(x, y)),
    ),

    axiom(label('append length'), [s, t], [[append]], eq(length(append), add(length(s), length(t)))),
    axiom(label('append empty left'), [s], [[apply(f.append, empty, s)]], eq(apply(f.append, empty, s), s)),
    axiom(label('append empty right'), [s], [[apply(f.append, s, empty)]], eq(apply(f.append, s, empty), s)),
    axiom(
      label('append index'),
      [s, t, i],
      [[index(append, i)]],
      implies(
        within(i, append),
        eq(index(append, i), ite(lt(i, length(s)), index(s, i), index(t, apply(indexDifference, i, length(s))))),
      ),
    ),
    axiom(
      label('append index of the left'),
      [s, t, i],
      [[index(s, i), append]],
      implies(within(i, s), eq(index(append, i), index(s, i))),
    ),
    axiom(
      label('append index of the right'),
      [s, t, i],
      [[index(t, i), append]],
      implies(within(i, t), eq(index(append, apply(indexSum, i, length(s))), index(t, i))),
    ),
    axiom(
      label('append contains'),
      [s, t, x],
      [[contains(append, x)]],
      iff(contains(append, x), or(contains(s, x), contains(t, x))),
    ),
    axiom(
      label('append contains of a part'),
      [s, t, x],
      [
        [contains(s, x), append],
        [contains(t, x), append],
      ],
      implies(or(contains(s, x), contains(t, x)), contains(append, x)),
    ),

    axiom(
      label('take length'),
      [s, n],
      [[take]],
      eq(length(take), ite(le(n, zero), zero, ite(le(n, length(s)), n, length(s)))),
    ),
    axiom(
      label('take index'),
      [s, n, i],
      [[index(take, i)], [index(s, i), take]],
      implies(and(within(i, s), lt(i, n)), eq(index(take, i), index(s, i))),
    ),
    axiom(label('take all'), [s, n], [[take]], implies(le(length(s), n), eq(take, s))),
    axiom(label('take contains'), [s, n, x], [[contains(take, x)]], implies(contains(take, x), contains(s, x))),
    axiom(
      label('take of append'),
      [s, t, n],
      [[apply(f.take, append, n)]],
      eq(
        apply(f.take, append, n),
        ite(le(n, length(s)), take, apply(f.append, s, apply(f.take, t, apply(indexDifference, n, length(s))))),
      ),
    ),

    axiom(
      label('drop length'),
      [s, n],
      [[drop]],
      eq(length(drop), ite(le(n, zero), length(s), ite(le(n, length(s)), sub(length(s), n), zero))),
    ),
    axiom(
      label('drop index'),
      [s, n, i],
      [[index(drop, i)]],
      implies(and(le(zero, n), within(i, drop)), eq(index(drop, i), index(s, apply(indexSum, i, n)))),
    ),
    axiom(
      label('drop index of the whole'),
      [s, n, i],
      [[index(s, i), drop]],
      implies(and(le(zero, n), le(n, i), lt(i, length(s))), eq(index(drop, apply(indexDifference, i, n)), index(s, i))),
    ),
    axiom(label('drop none'), [s, n], [[drop]], implies(le(n, zero), eq(drop, s))),
    axiom(label('drop contains'), [s, n, x], [[contains(drop, x)]], implies(contains(drop, x), contains(s, x))),
    axiom(
      label('drop of append'),
      [s, t, n],
      [[apply(f.drop, append, n)]],
      eq(
        apply(f.drop, append, n),
        ite(le(n, length(s)), apply(f.append, drop, t), apply(f.drop, t, apply(indexDifference, n, length(s)))),
      ),
    ),
    // Beyond the end everything is empty, and dropping more of it would never come to an end.
    axiom(
      label('drop of drop'),
      [s, m, n],
      [[apply(f.drop, apply(f.drop, s, m), n)]],
      implies(
        and(le(zero, m), le(zero, n), le(add(m, n), length(s))),
        eq(apply(f.drop, apply(f.drop, s, m), n), apply(f.drop, s, apply(indexSum, n, m))),
      ),
    ),

    axiom(label('update length'), [s, n, x], [[update]], eq(length(update), length(s))),
    axiom(
      label('update index'),
      [s, n, x, i],
      [[index(update, i)], [index(s, i), update]],
      implies(within(i, s), eq(index(update, i), ite(eq(i, n), x, index(s, i)))),
    ),
    axiom(label('update contains'), [s, n, x], [[update]], implies(within(n, s), contains(update, x))),

    axiom(label('empty contains'), [x], [[contains(empty, x)]], not(contains(empty, x))),
    axiom(
      label('contains'),
      [s, x],
      [[contains(s, x)]],
      implies(contains(s, x), and(within(apply(f.position, s, x), s), eq(index(s, apply(f.position, s, x)), x))),
    ),
    axiom(
      label('contains what is at an index'),
      [s, x, i],
      [[contains(s, x), index(s, i)]],
      implies(and(within(i, s), eq(index(s, i), x)), contains(s, x)),
    ),

    axiom(label('contains trigger'), [s, x], [[contains(s, x)]], apply(f.containsTrigger, s, x)),
    axiom(
      label('index trigger'),
      [s, i],
      [[index(s, i)]],
      implies(within(i, s), apply(f.containsTrigger, s, index(s, i))),
    ),

    axiom(
      label('equal'),
      [s, t],
      [[apply(f.equal, s, t)]],
      and(
        iff(
          apply(f.equal, s, t),
          and(
            eq(length(s), length(t)),
            axiom(
              label('equal elements'),
              [i],
              [[index(s, i)], [index(t, i)]],
              implies(within(i, s), eq(index(s, i), index(t, i))),
            ),
          ),
        ),
        implies(apply(f.equal, s, t), eq(s, t)),
      ),
    ),
  ];
  return elem === Int ? [...axioms, ...rangeAxioms()] : axioms;
}

function rangeAxioms(): readonly Term[] {
  const f = seqFunctions(Int);
  const low = variable('low', Int);
  const high = variable('high', Int);
  const i = variable('i', Int);
  const range = apply(seqRange, low, high);
  const length = apply(f.length, range);
  return [
    axiom('seq range length', [low, high], [[range]], eq(length, ite(lt(low, high), sub(high, low), int(0)))),
    axiom(
      'seq range index',
      [low, high, i],
      [[apply(f.index, range, i)]],
      implies(and(le(int(0), i), lt(i, sub(high, low))), eq(apply(f.index, range, i), add(low, i))),
    ),
    axiom(
      'seq range contains',
      [low, high, i],
      [[apply(f.contains, range, i)]],
      iff(apply(f.contains, range, i), and(le(low, i), lt(i, high))),
    ),
  ];
}
