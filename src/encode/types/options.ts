// Options: an adt.
//
//   value option[T] = $Option[value T], none or some(x)      [get(o)] = the x of some(x)      [seq(o)] = o == none ? [] : [x]

import type * as ast from '../../syntax/nodes.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { cond, eq } from '../core/build.ts';
import { expr, exprAs, source, typeOf, valuePlace, vilType } from '../core/code.ts';
import type { CallRule, Code, Encoder, Place, TypeEncoding } from '../core/context.ts';
import { addTheory } from '../core/theories.ts';
import { unsupported } from '../core/unsupported.ts';
import { argument, argumentType } from './collections.ts';
import { leaf } from './representations.ts';

const theory = 'adt $Option[T] { $none() $some($value: T) }';

export const options: TypeEncoding = leaf({
  value: (e, t) => optionType(e, argumentType(e, t)),
  zero: (e, t, src) => none(e, argumentType(e, t), src),
  view: (k, to, x, t, node) => {
    const src = source(k, node);
    const elem = argumentType(k.e, t);
    const option = expr(k, x);
    const isNone = eq(option, none(k.e, elem, src), src);
    const elems = [heldBy(option, elem, src)];
    switch (to) {
      case 'seq': {
        const type: Type = { kind: 'Seq', elem };
        return cond(isNone, { kind: 'SeqLit', elems: [], type, src }, { kind: 'SeqLit', elems, type, src }, src);
      }
      case 'set': {
        const type: Type = { kind: 'Set', elem };
        return cond(isNone, { kind: 'SetLit', elems: [], type, src }, { kind: 'SetLit', elems, type, src }, src);
      }
      case 'mset': {
        const type: Type = { kind: 'Multiset', elem };
        return cond(
          isNone,
          { kind: 'MultisetLit', elems: [], type, src },
          { kind: 'MultisetLit', elems, type, src },
          src,
        );
      }
      default:
        return null;
    }
  },
});

function optionType(e: Encoder, elem: Type): Type {
  addTheory(e, theory);
  return { kind: 'Adt', name: '$Option', args: [elem] };
}

function construct(e: Encoder, constructorName: string, args: readonly Expr[], elem: Type, src: Source): Expr {
  const type = optionType(e, elem);
  return { kind: 'AdtConstruct', adt: '$Option', constructorName, args, typeArgs: [elem], type, src };
}

function none(e: Encoder, elem: Type, src: Source): Expr {
  return construct(e, '$none', [], elem, src);
}

function heldBy(option: Expr, elem: Type, src: Source): Expr {
  return { kind: 'AdtDestruct', adt: '$Option', field: '$value', receiver: option, type: elem, src };
}

/** `some(x)` */
export const someCall: CallRule = (k, node) => {
  const [x] = node.args;
  if (x === undefined) return unsupported('some without a value', node);
  const elem = argument(typeOf(k, node));
  return construct(k.e, '$some', [exprAs(k, x, elem)], vilType(k, elem), source(k, node));
};

/** `get(o)`: any value for none. */
export const getCall: CallRule = (k, node) => {
  const [x] = node.args;
  if (x === undefined) return unsupported('get without an option', node);
  return heldBy(expr(k, x), vilType(k, argument(typeOf(k, x))), source(k, node));
};

/** `none[T]` */
export function noneOf(k: Code, node: ast.IndexExpr): Place {
  const type = typeOf(k, node);
  return valuePlace(none(k.e, argumentType(k.e, type), source(k, node)), type);
}
