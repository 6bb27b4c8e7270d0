// Maps of Go: references to dictionaries in memory. A nil map is an empty one that cannot be written.
//
//   value map[K]V = Ref         acc(m, p) = footprint of the dictionary at m       contents(m) = m == nil ? Map() : *m
//   [m[k]]     = [k] in contents(m) ? contents(m)[k] : zero_V                      [m[k] = v]  *m := *m[k := v]
//   [len(m)]   = |contents(m)|      [domain(m)] = domain(contents(m))              [make(map[K]V)]: a new, empty one
//
// Keys of interface types have to be comparable: `key_not_comparable_reason`.

import type * as ast from '../../syntax/nodes.ts';
import { Typ, under } from '../../types/index.ts';
import type { Type as GoType, MapType, MathType } from '../../types/type.ts';
import type { Expr, Source } from '../../vil/index.ts';
import { assertStmt, cond, eq, exhale, Int, nil, Ref, relation } from '../core/build.ts';
import { allocate, emit, encodingOf, expr, exprAs, freshLocal, needsStatements, source } from '../core/code.ts';
import type { Code, Encoder, Part, TypeEncoding } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { dictionaries, entries, hasKey, updated, valueAt, valueOrZero, viewOfMap } from './dictionaries.ts';
import { indexOf, settledValue } from './literals.ts';
import { zeroIndex } from './locations.ts';
import { assumeKeysAreNumbers } from './not-a-number.ts';
import { leaf } from './representations.ts';

/** The dictionary that a map refers to. */
export function dictOf(t: GoType): MathType {
  const { key, elem } = under(t) as MapType;
  return { kind: 'Math', math: 'dict', args: [key, elem], clauses: [], funcs: [], fields: [], owner: null };
}

/** What a map holds. */
export function contents(e: Encoder, t: GoType, map: Expr, src: Source): Expr {
  const dict = dictOf(t);
  const there = dictionaries.read(e, dict, map, src);
  return cond(eq(map, nil(src), src), dictionaries.zero(e, dict, src), there, src);
}

export const maps: TypeEncoding = leaf({
  value: () => Ref,
  zero: (_, __, src) => nil(src),
  comparable: () => false,
  literal: (k, lit, t) => {
    needsStatements(k, 'a literal of a map', lit);
    const { key } = under(t) as MapType;
    const value = entries(k, lit, dictOf(t), (at, node) => checkKey(k, at, key, node));
    return newMap(k, t, value, source(k, lit));
  },
  make: (k, node, t) => {
    needsStatements(k, 'make', node);
    const src = source(k, node);
    const [, size] = node.args;
    if (size !== undefined) {
      const meanings = [{ on: 'exhale.failed', key: 'make_precondition_error', reasons: [] }] as const;
      emit(k, exhale(relation('le', zeroIndex, exprAs(k, size, Typ.int), src), source(k, node, { meanings })));
    }
    return newMap(k, t, dictionaries.zero(k.e, dictOf(t), src), src);
  },
  index: (k, node, t) => {
    const { key: keyType, elem } = under(t) as MapType;
    const map = expr(k, node.x);
    const key = keyOf(k, indexOf(node), keyType);
    const zero = (src: Source): Expr => encodingOf(k, elem).zero(k.e, elem, src);
    return {
      kind: 'part',
      of: { kind: 'memory', address: map, type: dictOf(t) },
      part: entryPart(map, key, zero),
      type: elem,
    };
  },
  lookup: (k, node, t) => {
    if (node.kind !== 'IndexExpr') return unsupported('two values of this expression', node);
    const { key: keyType, elem } = under(t) as MapType;
    const src = source(k, node);
    const map = contents(k.e, t, expr(k, node.x), src);
    const key = keyOf(k, indexOf(node), keyType);
    return [valueOrZero(k, map, key, elem, src), hasKey(map, key, src)];
  },
  len: (k, x, t, node) => {
    const src = source(k, node);
    return { kind: 'Cardinality', operand: contents(k.e, t, expr(k, x), src), type: Int, src };
  },
  access: (k, x, perm, t, node) => dictionaries.footprint(k.e, dictOf(t), expr(k, x), perm, source(k, node)),
  specBinary: (k, node, t) => {
    if (node.op !== 'elem') return unsupported(`the operator ${node.op} on maps`, node);
    const src = source(k, node);
    const map = contents(k.e, t, expr(k, node.y), src);
    const { key } = under(t) as MapType;
    assumeKeysAreNumbers(k, key);
    return hasKey(map, exprAs(k, node.x, key), src);
  },
  view: (k, to, x, t, node) => {
    const src = source(k, node);
    const map = contents(k.e, t, expr(k, x), src);
    if (map.kind !== 'Cond') return viewOfMap(to, map, src);
    const [none, some] = [viewOfMap(to, map.then, src), viewOfMap(to, map.else, src)];
    return none === null || some === null ? null : cond(map.cond, none, some, src);
  },
});

function entryPart(map: Expr, key: Expr, zero: (src: Source) => Expr): Part {
  return {
    get: (whole, src) => {
      const there = cond(hasKey(whole, key, src), valueAt(whole, key, src), zero(src), src);
      return cond(eq(map, nil(src), src), zero(src), there, src);
    },
    put: (whole, value, src) => updated(whole, key, value, src),
    settled: (keep) => entryPart(keep(map), keep(key), zero),
  };
}

function newMap(k: Code, t: GoType, value: Expr, src: Source): Expr {
  const address = freshLocal(k, 'map', Ref, src);
  allocate(k, dictOf(t), address, value, src);
  return address;
}

/** A key, checked to be comparable where that is not known from its type. */
function keyOf(k: Code, written: ast.Expr, type: GoType): Expr {
  if (k.out === null) {
    assumeKeysAreNumbers(k, type);
    return exprAs(k, written, type);
  }
  const key = settledValue(k, exprAs(k, written, type), written);
  checkKey(k, key, type, written);
  return key;
}

/** Checks that a key can be compared, where that is not known from its type. */
export function checkKey(k: Code, key: Expr, type: GoType, node: ast.NodeBase): void {
  assumeKeysAreNumbers(k, type);
  if (k.out === null) return;
  const src = source(k, node);
  const isComparable = encodingOf(k, type).comparable(k.e, type, key, src);
  if (typeof isComparable === 'boolean') return;
  const meanings = [{ on: 'assert.failed', key: 'assert_error', reasons: ['key_not_comparable_reason'] }] as const;
  emit(k, assertStmt(isComparable, source(k, node, { meanings })));
}
