// Dictionaries: maps of vil.
//
//   value dict[K]V = Map[value K, value V]      [d[k]] = [d][[k]]      [d[k = v]] = [d][k := v]      [k elem d] = [k] in [d]
//   [dict[K]V{a: b, c: d}] = Map(a := b, c := d)      where keys are computed, they have to differ

import type * as ast from '../../syntax/nodes.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { assertStmt, cond, Int, ne } from '../core/build.ts';
import { constantOf, emit, encodingOf, expr, exprAs, place, read, source } from '../core/code.ts';
import type { Code, Part, TypeEncoding } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { argument, argumentType, contains } from './collections.ts';
import { indexOf, settledValue } from './literals.ts';
import { leaf } from './representations.ts';

export const dictionaries: TypeEncoding = leaf({
  value: (e, t) => ({ kind: 'Map', key: argumentType(e, t, 0), value: argumentType(e, t, 1) }),
  zero: (e, t, src) => ({ kind: 'MapLit', entries: [], type: dictionaries.value(e, t), src }),
  literal: (k, lit, t) => entries(k, lit, t),
  index: (k, node, t) => {
    const of = place(k, node.x);
    const key = exprAs(k, indexOf(node), argument(t, 0));
    const type = argument(t, 1);
    if (of.kind === 'blank') return unsupported('an element of this', node);
    if (of.kind === 'value') return { kind: 'value', value: valueAt(of.value, key, source(k, node)), type };
    return { kind: 'part', of, part: entryPart(key), type };
  },
  update: (k, node, t) =>
    node.updates.reduce<Expr>(
      (map, { key, value }) => {
        const [at, what] = [exprAs(k, key, argument(t, 0)), exprAs(k, value, argument(t, 1))];
        return updated(map, at, what, source(k, node));
      },
      expr(k, node.x),
    ),
  len: (k, x, _, node) => ({ kind: 'Cardinality', operand: expr(k, x), type: Int, src: source(k, node) }),
  lookup: (k, node, t) => {
    if (node.kind !== 'IndexExpr') return unsupported('two values of this expression', node);
    const src = source(k, node);
    const map = read(k, place(k, node.x), src);
    const key = exprAs(k, indexOf(node), argument(t, 0));
    return [valueOrZero(k, map, key, argument(t, 1), src), hasKey(map, key, src)];
  },
  specBinary: (k, node, t) => {
    const src = source(k, node);
    if (node.op === 'elem') return hasKey(expr(k, node.y), exprAs(k, node.x, argument(t, 0)), src);
    return unsupported(`the operator ${node.op} on dictionaries`, node);
  },
  view: (k, to, x, _, node) => viewOfMap(to, expr(k, x), source(k, node)),
});

function entryPart(key: Expr): Part {
  return {
    get: (whole, src) => valueAt(whole, key, src),
    put: (whole, value, src) => updated(whole, key, value, src),
    settled: (keep) => entryPart(keep(key)),
  };
}

/** What a map of vil can be seen as. */
export function viewOfMap(to: string, map: Expr, src: Source): Expr | null {
  const { key, value } = map.type as Type & { readonly kind: 'Map' };
  switch (to) {
    case 'dict':
      return map;
    case 'domain':
      return { kind: 'MapDomain', map, type: { kind: 'Set', elem: key }, src };
    case 'range':
      return { kind: 'MapRange', map, type: { kind: 'Set', elem: value }, src };
    default:
      return null;
  }
}

export function hasKey(map: Expr, key: Expr, src: Source): Expr {
  if (map.kind === 'Cond') return cond(map.cond, hasKey(map.then, key, src), hasKey(map.else, key, src), src);
  return contains(key, viewOfMap('domain', map, src) as Expr, src);
}

export function valueAt(map: Expr, key: Expr, src: Source): Expr {
  const { value } = map.type as Type & { readonly kind: 'Map' };
  return { kind: 'MapLookup', map, key, type: value, src };
}

/** The value of a key, the zero value where it has none. */
export function valueOrZero(k: Code, map: Expr, key: Expr, elem: GoType, src: Source): Expr {
  return cond(hasKey(map, key, src), valueAt(map, key, src), encodingOf(k, elem).zero(k.e, elem, src), src);
}

export function updated(map: Expr, key: Expr, value: Expr, src: Source): Expr {
  return { kind: 'MapUpdate', map, key, value, type: map.type, src };
}

/** The entries of a literal. Keys that only run time knows have to differ from the ones before. */
export function entries(
  k: Code,
  lit: ast.CompositeLit,
  t: GoType,
  checkKey: (key: Expr, node: ast.Expr) => void = () => undefined,
): Expr {
  const [keyType, elem] = [argument(t, 0), argument(t, 1)];
  const src = source(k, lit);
  const meanings = [{ on: 'assert.failed', key: 'assert_error', reasons: ['repeated_map_key_reason'] }] as const;
  const computed: { readonly key: Expr; readonly isConstant: boolean }[] = [];
  const found = lit.elts.map((elt) => {
    if (elt.kind !== 'KeyValueExpr') return unsupported('this entry', elt);
    const key = settledValue(k, exprAs(k, elt.key, keyType), elt.key);
    checkKey(key, elt.key);
    const value = settledValue(k, exprAs(k, elt.value, elem), elt.value);
    computed.push({ key, isConstant: constantOf(k, elt.key) !== null });
    return { key, value };
  });
  if (k.out !== null) {
    for (const [i, a] of computed.entries()) {
      for (const b of computed.slice(0, i)) {
        if (a.isConstant && b.isConstant) continue;
        emit(k, assertStmt(ne(b.key, a.key, src), source(k, lit, { meanings })));
      }
    }
  }
  return { kind: 'MapLit', entries: found, type: dictionaries.value(k.e, t), src };
}
