// States of symbolic execution: store, heap and path condition, and the operations that make new ones of them.

import { apply, eq, freeVars, func, real, type Sort, type Term, True, type Var, variable } from '../smt/index.ts';
import type { Context } from './context.ts';
import { emptyHeap, type Heap } from './heap.ts';
import { extend, type Path, type PathKind } from './path.ts';

/**
 * The state around a wand that is being made: what its heap still holds, and the state around that. `lhs` is the snapshot
 * of the wand's left side, on which everything inside may depend and nothing outside.
 */
export interface Outer {
  readonly heap: Heap;
  readonly lhs: Var;
  readonly next: Outer | null;
}

export interface State {
  readonly store: ReadonlyMap<string, Term>;
  readonly heap: Heap;
  readonly path: Path | null;
  /** The heaps that `old` names: by label, and `''` for where the member began. */
  readonly olds: ReadonlyMap<string, Heap>;
  /** The variables of the quantifiers around what is evaluated: fresh symbols depend on them. */
  readonly bound: readonly Var[];
  /** In the middle of an exhale: what is left, which is what `perm` speaks about. Null elsewhere. */
  readonly left: Heap | null;
  /**
   * What amounts in expressions are multiplied by: in the body of a predicate of which a part is unfolded or folded, an
   * `unfolding` needs no more than that part.
   */
  readonly scale: Term;
  /** Set while a wand is made: where its permissions come from. */
  readonly outer: Outer | null;
}

export const emptyState: State = {
  store: new Map(),
  heap: emptyHeap,
  path: null,
  olds: new Map(),
  bound: [],
  left: null,
  scale: real(1),
  outer: null,
};

type Store = State['store'];

/** Stores of contracts and predicates that a member uses, with the store of the member: their names are not its names. */
const stores = new WeakMap<Store, Store>();

/** `store` belongs to something that is used where `user` is the store. */
export function usedFrom(user: Store, store: Map<string, Term>): Map<string, Term> {
  stores.set(store, storeOfMember(user));
  return store;
}

export function copyOf(store: Store): Map<string, Term> {
  const copy = new Map(store);
  const own = stores.get(store);
  if (own !== undefined) stores.set(copy, own);
  return copy;
}

/** The store whose names are those of the member that is verified. */
export function storeOfMember(store: Store): Store {
  return stores.get(store) ?? store;
}

/** `s` with `term` assumed; parts of a conjunction one by one. */
export function assume(s: State, term: Term, kind: PathKind = 'fact'): State {
  if (term === True) return s;
  if (kind !== 'branch' && term.kind === 'op' && term.op === 'and') {
    let path = s.path;
    for (const part of term.args) path = extend(path, part, kind);
    return { ...s, path };
  }
  return { ...s, path: extend(s.path, term, kind) };
}

export function define(s: State, term: Term): State {
  return assume(s, term, 'definition');
}

export function withStore(s: State, name: string, value: Term): State {
  const store = copyOf(s.store);
  store.set(name, value);
  return { ...s, store };
}

/** A value about which nothing is known; inside quantifiers one for each value of their variables. */
export function fresh(ctx: Context, s: State, name: string, sort: Sort): Term {
  const symbol = `${name}@${ctx.counter.next++}`;
  if (s.bound.length === 0) return variable(symbol, sort);
  return apply(
    func(
      symbol,
      s.bound.map((bound) => bound.sort),
      sort,
    ),
    ...s.bound,
  );
}

/** Makes the solver see `term`, a value that may never be asked about: applications in it can match triggers. */
export function show(ctx: Context, s: State, name: string, term: Term): State {
  if (term.kind !== 'apply' || term.args.length === 0) return s;
  return define(s, eq(fresh(ctx, s, name, term.sort), term));
}

/** A name for a conditional, which cannot stand in a trigger itself; other terms as they are. */
export function named(ctx: Context, s: State, term: Term): readonly [State, Term] {
  if (term.kind !== 'op' || term.op !== 'ite') return [s, term];
  const free = freeVars(term);
  const bound = s.bound.filter((v) => free.has(v));
  let name = ctx.names.get(term);
  if (name === undefined) {
    name = fresh(ctx, { ...s, bound }, 'choice', term.sort);
    ctx.names.set(term, name);
  }
  const definition = eq(name, term);
  return [ctx.prover.isKnown(s.path, definition) ? s : define(s, definition), name];
}

/**
 * The variable of a quantifier inside `depth` others: different from theirs, and the same in quantifiers that say the
 * same, so that those are one term.
 */
export function freshBound(name: string, sort: Sort, depth: number): Var {
  return variable(`${name}@q${depth}`, sort);
}
