// Evaluating sequences, sets, multisets and maps: operations of the background theories, and the bounds they need.

import { apply, eq, gt, int, le, lt, type Sort, type Term, True } from '../smt/index.ts';
import type { CollectionExpr, Expr, Node, Type } from '../vil/index.ts';
import { check } from './check.ts';
import type { Context } from './context.ts';
import { type Evaluated, evaluate, evaluateAll } from './evaluate.ts';
import type { Blame } from './obligations.ts';
import type { State } from './state.ts';
import { mapFunctions } from './theories/map.ts';
import { multisetFunctions } from './theories/multiset.ts';
import { type SeqFunctions, seqFunctions, seqRange } from './theories/seq.ts';
import { setFunctions } from './theories/set.ts';
import { sortOf } from './types.ts';

function elemSort(ctx: Context, type: Type): Sort {
  sortOf(ctx, type);
  switch (type.kind) {
    case 'Seq':
    case 'Set':
    case 'Multiset':
      return sortOf(ctx, type.elem);
    default:
      throw new Error('the type has no elements');
  }
}

function mapOf(ctx: Context, type: Type) {
  sortOf(ctx, type);
  if (type.kind !== 'Map') throw new Error('the type is no map');
  return mapFunctions(sortOf(ctx, type.key), sortOf(ctx, type.value));
}

/** Equality of two values of one type: collections are equal when they have the same elements. */
export function equalTerms(ctx: Context, type: Type, a: Term, b: Term): Term {
  if (a === b) return True;
  switch (type.kind) {
    case 'Seq':
      return apply(seqFunctions(elemSort(ctx, type)).equal, a, b);
    case 'Set':
      return apply(setFunctions(elemSort(ctx, type)).equal, a, b);
    case 'Multiset':
      return apply(multisetFunctions(elemSort(ctx, type)).equal, a, b);
    case 'Map':
      return apply(mapOf(ctx, type).equal, a, b);
    default:
      return eq(a, b);
  }
}

/** 0 <= index < |seq| */
function inBounds(
  ctx: Context,
  s: State,
  f: SeqFunctions,
  seq: Term,
  index: Term,
  blame: Blame,
  offending: Node,
): State {
  const s1 = check(ctx, s, le(int(0), index), blame, 'seq.index.negative', offending);
  return check(ctx, s1, lt(index, apply(f.length, seq)), blame, 'seq.index.length', offending);
}

export function evaluateCollection(ctx: Context, s: State, e: CollectionExpr, blame: Blame): Evaluated {
  switch (e.kind) {
    case 'SeqLit': {
      const f = seqFunctions(elemSort(ctx, e.type));
      const [s1, elems] = evaluateAll(ctx, s, e.elems, blame);
      const [first, ...rest] = elems.map((elem) => apply(f.single, elem));
      if (first === undefined) return [s1, apply(f.empty)];
      return [s1, rest.reduce((seq: Term, single) => apply(f.append, seq, single), first)];
    }
    case 'SeqRange': {
      sortOf(ctx, e.type);
      const [s1, [low, high]] = evaluatePair(ctx, s, e.low, e.high, blame);
      return [s1, apply(seqRange, low, high)];
    }
    case 'SeqAppend': {
      const f = seqFunctions(elemSort(ctx, e.type));
      const [s1, [left, right]] = evaluatePair(ctx, s, e.left, e.right, blame);
      return [s1, apply(f.append, left, right)];
    }
    case 'SeqIndex': {
      const f = seqFunctions(elemSort(ctx, e.seq.type));
      const [s1, [seq, index]] = evaluatePair(ctx, s, e.seq, e.index, blame);
      return [inBounds(ctx, s1, f, seq, index, blame, e), apply(f.index, seq, index)];
    }
    case 'SeqTake': {
      const f = seqFunctions(elemSort(ctx, e.type));
      const [s1, [seq, count]] = evaluatePair(ctx, s, e.seq, e.count, blame);
      return [s1, apply(f.take, seq, count)];
    }
    case 'SeqDrop': {
      const f = seqFunctions(elemSort(ctx, e.type));
      const [s1, [seq, count]] = evaluatePair(ctx, s, e.seq, e.count, blame);
      return [s1, apply(f.drop, seq, count)];
    }
    case 'SeqUpdate': {
      const f = seqFunctions(elemSort(ctx, e.type));
      const [s1, [seq, index]] = evaluatePair(ctx, s, e.seq, e.index, blame);
      const [s2, value] = evaluate(ctx, s1, e.value, blame);
      return [inBounds(ctx, s2, f, seq, index, blame, e), apply(f.update, seq, index, value)];
    }
    case 'SeqContains': {
      const f = seqFunctions(elemSort(ctx, e.seq.type));
      const [s1, [elem, seq]] = evaluatePair(ctx, s, e.elem, e.seq, blame);
      return [s1, apply(f.contains, seq, elem)];
    }
    case 'SetLit': {
      const f = setFunctions(elemSort(ctx, e.type));
      const [s1, elems] = evaluateAll(ctx, s, e.elems, blame);
      const [first, ...rest] = elems;
      if (first === undefined) return [s1, apply(f.empty)];
      return [s1, rest.reduce((set: Term, elem) => apply(f.insert, set, elem), apply(f.single, first))];
    }
    case 'MultisetLit': {
      const f = multisetFunctions(elemSort(ctx, e.type));
      const [s1, elems] = evaluateAll(ctx, s, e.elems, blame);
      const [first, ...rest] = elems;
      if (first === undefined) return [s1, apply(f.empty)];
      return [s1, rest.reduce((set: Term, elem) => apply(f.insert, set, elem), apply(f.single, first))];
    }
    case 'SetBinary': {
      const elem = elemSort(ctx, e.left.type);
      const f = e.left.type.kind === 'Set' ? setFunctions(elem) : multisetFunctions(elem);
      const [s1, [left, right]] = evaluatePair(ctx, s, e.left, e.right, blame);
      switch (e.op) {
        case 'union':
          return [s1, apply(f.union, left, right)];
        case 'intersection':
          return [s1, apply(f.intersection, left, right)];
        case 'setminus':
          return [s1, apply(f.difference, left, right)];
        case 'subset':
          return [s1, apply(f.subset, left, right)];
      }
      throw new Error('unreachable');
    }
    case 'SetContains': {
      const elem = elemSort(ctx, e.set.type);
      const [s1, [value, set]] = evaluatePair(ctx, s, e.elem, e.set, blame);
      if (e.set.type.kind === 'Set') return [s1, apply(setFunctions(elem).contains, value, set)];
      const count = apply(multisetFunctions(elem).count, set, value);
      return [s1, e.type.kind === 'Bool' ? gt(count, int(0)) : count];
    }
    case 'Cardinality':
      return cardinality(ctx, s, e.operand, blame);
    case 'MapLit': {
      const f = mapOf(ctx, e.type);
      let state = s;
      let map: Term = apply(f.empty);
      for (const { key, value } of e.entries) {
        const [s1, [k, v]] = evaluatePair(ctx, state, key, value, blame);
        state = s1;
        map = apply(f.update, map, k, v);
      }
      return [state, map];
    }
    case 'MapUpdate': {
      const f = mapOf(ctx, e.type);
      const [s1, [map, key]] = evaluatePair(ctx, s, e.map, e.key, blame);
      const [s2, value] = evaluate(ctx, s1, e.value, blame);
      return [s2, apply(f.update, map, key, value)];
    }
    case 'MapLookup': {
      const f = mapOf(ctx, e.map.type);
      const [s1, [map, key]] = evaluatePair(ctx, s, e.map, e.key, blame);
      const has = apply(setFunctions(key.sort).contains, key, apply(f.domain, map));
      return [check(ctx, s1, has, blame, 'map.key.contains', e), apply(f.lookup, map, key)];
    }
    case 'MapContains': {
      const f = mapOf(ctx, e.map.type);
      const [s1, [key, map]] = evaluatePair(ctx, s, e.key, e.map, blame);
      return [s1, apply(setFunctions(key.sort).contains, key, apply(f.domain, map))];
    }
    case 'MapDomain': {
      const f = mapOf(ctx, e.map.type);
      const [s1, map] = evaluate(ctx, s, e.map, blame);
      return [s1, apply(f.domain, map)];
    }
    case 'MapRange': {
      const f = mapOf(ctx, e.map.type);
      const [s1, map] = evaluate(ctx, s, e.map, blame);
      return [s1, apply(f.range, map)];
    }
  }
}

function evaluatePair(ctx: Context, s: State, a: Expr, b: Expr, blame: Blame): readonly [State, readonly [Term, Term]] {
  const [s1, first] = evaluate(ctx, s, a, blame);
  const [s2, second] = evaluate(ctx, s1, b, blame);
  return [s2, [first, second]];
}

function cardinality(ctx: Context, s: State, operand: Expr, blame: Blame): Evaluated {
  const [s1, value] = evaluate(ctx, s, operand, blame);
  const { type } = operand;
  switch (type.kind) {
    case 'Seq':
      return [s1, apply(seqFunctions(elemSort(ctx, type)).length, value)];
    case 'Set':
      return [s1, apply(setFunctions(elemSort(ctx, type)).size, value)];
    case 'Multiset':
      return [s1, apply(multisetFunctions(elemSort(ctx, type)).size, value)];
    case 'Map': {
      const f = mapOf(ctx, type);
      return [s1, apply(setFunctions(sortOf(ctx, type.key)).size, apply(f.domain, value))];
    }
    default:
      throw new Error('the type has no size');
  }
}
