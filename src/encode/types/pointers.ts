// Pointers: the location that they point to. nil is the location that the type has for it.
//
//   value *T = address T      [*p] = memory [p]: T      [&x] = a where x is in memory at a
//   [p == q] = [p] == [q]     for zero-sized T only where one of them is nil: the language leaves the rest open

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { Type as GoType, PointerType } from '../../types/type.ts';
import { noSource } from '../../vil/index.ts';
import { applyDomain, Bool, cond, eq, relation } from '../core/build.ts';
import {
  allocate,
  encodingOf,
  expr,
  freshLocal,
  needsStatements,
  place,
  source,
  typeOf,
  unparen,
  valuePlace,
} from '../core/code.ts';
import type { Code, Encoder, Place } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { unsupported } from '../core/unsupported.ts';
import { isZeroSized, leaf } from './representations.ts';

function elem(t: GoType): GoType {
  return (under(t) as PointerType).elem;
}

export const pointers = leaf({
  value: (e, t) => e.tables.types(elem(t)).address(e, elem(t)),
  zero: (e, t, src) => e.tables.types(elem(t)).nilAddress(e, elem(t), src),
  equal: (e, t, left, right, ghost, src) => {
    const same = eq(left, right, src);
    if (ghost || !isZeroSized(elem(t))) return same;
    const none = e.tables.types(elem(t)).nilAddress(e, elem(t), src);
    const isNil = relation('or', eq(left, none, src), eq(right, none, src), src);
    return cond(isNil, same, applyDomain('Unknown', unknown(e), [], [], Bool, src), src);
  },
  // acc(p) = footprint of *p
  access: (k, x, perm, t, node) => encodingOf(k, elem(t)).footprint(k.e, elem(t), expr(k, x), perm, source(k, node)),
});

/** A constant of which nothing is known, another one each time. */
function unknown(e: Encoder): string {
  const domain = e.domains.get('Unknown') ?? {
    kind: 'Domain',
    name: 'Unknown',
    typeParams: [],
    functions: [],
    axioms: [],
    interpretation: null,
    src: noSource,
  };
  const name = freshName(e.names, 'unknown');
  const func = {
    kind: 'DomainFunction',
    domain: 'Unknown',
    name,
    params: [],
    type: Bool,
    unique: false,
    interpretation: null,
    src: noSource,
  } as const;
  e.domains.set('Unknown', { ...domain, functions: [...domain.functions, func] });
  return name;
}

/** `*p` */
export function dereference(k: Code, node: ast.StarExpr): Place {
  return { kind: 'memory', address: expr(k, node.x), type: typeOf(k, node) };
}

/** `&x`; of a literal: a new location with its value. */
export function reference(k: Code, node: ast.UnaryExpr): Place {
  const inner = unparen(node.x);
  if (inner.kind === 'CompositeLit') return newLiteral(k, inner, typeOf(k, inner), node, typeOf(k, node));
  // Code that runs panics, specifications may speak about any location.
  const at = place(k.out === null ? { ...k, anyIndex: true } : k, inner);
  if (at.kind !== 'memory') return unsupported('the address of something that is not in memory', node);
  return valuePlace(at.address, typeOf(k, node));
}

/** A new location with the value of a literal; within other literals `{...}` is `&T{...}` where a `*T` is wanted. */
export function newLiteral(k: Code, lit: ast.CompositeLit, type: GoType, node: ast.NodeBase, pointer: GoType): Place {
  needsStatements(k, 'the address of a literal', node);
  const src = source(k, node);
  const encoding = encodingOf(k, type);
  const value = encoding.literal?.(k, lit, type) ?? unsupported('a literal of this type', lit);
  const address = freshLocal(k, 'lit', encoding.address(k.e, type), src);
  allocate(k, type, address, value, src);
  return valuePlace(address, pointer);
}
