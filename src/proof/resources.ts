// Fields, predicates and wands as resources: the variables for their locations, and the maps that hold the values of many.

import {
  and,
  apply,
  Bool,
  eq,
  type FuncDecl,
  forall,
  func,
  iff,
  implies,
  type Sort,
  type Term,
  uninterpretedSort,
  type Var,
  variable,
} from '../smt/index.ts';
import { type Context, lookup, need } from './context.ts';
import { type ResourceId, resourceKey } from './heap.ts';
import { boxAxiom, Ref, Snap, sortName, toSnap } from './sorts.ts';
import { sortOf } from './types.ts';

export interface ResourceInfo {
  /** What permissions of quantified chunks are terms over. */
  readonly formals: readonly Var[];
  readonly value: Sort;
  readonly map: Sort;
  /** `lookup(map, location)`: the value that the map has there. */
  readonly lookup: FuncDecl;
  /** `within(map, location)`: whether the map is about the location. */
  readonly within: FuncDecl;
}

/** The sort of what a resource's locations hold, which can be put into snapshots. */
export function valueSort(ctx: Context, resource: ResourceId): Sort {
  if (resource.kind !== 'field') return Snap;
  const sort = sortOf(ctx, lookup(ctx.table.fields, resource.name).type);
  needBox(ctx, sort);
  return sort;
}

export function needBox(ctx: Context, sort: Sort): void {
  if (sort !== Snap) need(ctx, `box ${sortName(sort)}`, () => [boxAxiom(sort)]);
}

function argumentSorts(ctx: Context, resource: ResourceId): readonly Sort[] {
  switch (resource.kind) {
    case 'field':
      return [Ref];
    case 'predicate':
      return lookup(ctx.table.predicates, resource.name).params.map((param) => sortOf(ctx, param.type));
    case 'wand':
      return resource.args.map((type) => sortOf(ctx, type));
  }
}

export function resourceInfo(ctx: Context, resource: ResourceId): ResourceInfo {
  const value = valueSort(ctx, resource);
  const sorts = argumentSorts(ctx, resource);
  const key = resourceKey(resource);
  const map = uninterpretedSort(`values<${key}>`);
  const info: ResourceInfo = {
    formals: sorts.map((sort, i) => variable(`at ${i} ${key}`, sort)),
    value,
    map,
    lookup: func(`lookup<${key}>`, [map, ...sorts], value),
    within: func(`within<${key}>`, [map, ...sorts], Bool),
  };
  needBox(ctx, map);
  need(ctx, `values ${key}`, () => [extensionality(info)]);
  return info;
}

/** Two maps about the same locations, with the same values there, are one; asked for when both are put into snapshots. */
function extensionality({ formals, map, lookup: at, within }: ResourceInfo): Term {
  const m = variable('m', map);
  const n = variable('n', map);
  const [inM, inN] = [apply(within, m, ...formals), apply(within, n, ...formals)];
  const [ofM, ofN] = [apply(at, m, ...formals), apply(at, n, ...formals)];
  const same = and(
    forall(formals, iff(inM, inN), { triggers: [[inM], [inN]] }),
    forall(formals, implies(inM, eq(ofM, ofN)), { triggers: [[ofM], [ofN]] }),
  );
  return forall([m, n], implies(same, eq(m, n)), { triggers: [[toSnap(m), toSnap(n)]], name: 'equal value maps' });
}
