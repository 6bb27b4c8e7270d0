// Finite maps: the domain, a set, and the values there say everything.

import {
  and,
  apply,
  Bool,
  eq,
  type FuncDecl,
  func,
  iff,
  implies,
  ite,
  or,
  type Sort,
  type Term,
  variable,
} from '../../smt/index.ts';
import { axiom } from './build.ts';
import { mapSort, symbol } from './names.ts';
import { setFunctions } from './set.ts';

export interface MapFunctions {
  readonly sort: Sort;
  readonly domain: FuncDecl;
  /** Arbitrary outside the domain. */
  readonly lookup: FuncDecl;
  readonly empty: FuncDecl;
  readonly update: FuncDecl;
  readonly range: FuncDecl;
  /** A key that has the value, where the range contains it. */
  readonly keyOf: FuncDecl;
  readonly equal: FuncDecl;
}

export function mapFunctions(key: Sort, value: Sort): MapFunctions {
  const sort = mapSort(key, value);
  const name = (base: string) => symbol(`map.${base}`, key, value);
  return {
    sort,
    domain: func(name('domain'), [sort], setFunctions(key).sort),
    lookup: func(name('lookup'), [sort, key], value),
    empty: func(name('empty'), [], sort),
    update: func(name('update'), [sort, key, value], sort),
    range: func(name('range'), [sort], setFunctions(value).sort),
    keyOf: func(name('keyOf'), [sort, value], key),
    equal: func(name('equal'), [sort, sort], Bool),
  };
}

export function mapAxioms(key: Sort, value: Sort): readonly Term[] {
  const f = mapFunctions(key, value);
  const keys = setFunctions(key);
  const values = setFunctions(value);
  const m = variable('m', f.sort);
  const n = variable('n', f.sort);
  const k = variable('k', key);
  const j = variable('j', key);
  const v = variable('v', value);
  const domain = (a: Term) => apply(f.domain, a);
  const lookup = (a: Term, at: Term) => apply(f.lookup, a, at);
  const has = (at: Term, a: Term) => apply(keys.contains, at, domain(a));
  const empty = apply(f.empty);
  const update = apply(f.update, m, k, v);
  const label = (text: string) => `map ${text}`;
  return [
    eq(domain(empty), apply(keys.empty)),
    axiom(label('empty domain'), [m], [[domain(m)]], implies(eq(domain(m), apply(keys.empty)), eq(m, empty))),
    axiom(label('update domain'), [m, k, v], [[update]], eq(domain(update), apply(keys.insert, domain(m), k))),
    axiom(label('update key'), [m, k, v], [[update]], and(has(k, update), eq(lookup(update, k), v))),
    axiom(
      label('update lookup'),
      [m, k, v, j],
      [[lookup(update, j)], [lookup(m, j), update]],
      eq(lookup(update, j), ite(eq(j, k), v, lookup(m, j))),
    ),
    axiom(label('update has'), [m, k, v, j], [[has(j, update)]], iff(has(j, update), or(eq(j, k), has(j, m)))),
    axiom(
      label('range'),
      [m, v],
      [[apply(values.contains, v, apply(f.range, m))]],
      implies(
        apply(values.contains, v, apply(f.range, m)),
        and(has(apply(f.keyOf, m, v), m), eq(lookup(m, apply(f.keyOf, m, v)), v)),
      ),
    ),
    axiom(
      label('range has values'),
      [m, k],
      [
        [apply(f.range, m), lookup(m, k)],
        [apply(f.range, m), has(k, m)],
      ],
      implies(has(k, m), apply(values.contains, lookup(m, k), apply(f.range, m))),
    ),
    axiom(
      label('equal'),
      [m, n],
      [[apply(f.equal, m, n)]],
      and(
        iff(
          apply(f.equal, m, n),
          and(
            axiom(label('equal keys'), [k], [[has(k, m)], [has(k, n)]], iff(has(k, m), has(k, n))),
            axiom(
              label('equal values'),
              [k],
              [[lookup(m, k)], [lookup(n, k)]],
              implies(has(k, m), eq(lookup(m, k), lookup(n, k))),
            ),
          ),
        ),
        implies(apply(f.equal, m, n), eq(m, n)),
      ),
    ),
  ];
}
