// What a channel has for specifications: predicates about its state, and functions for what its messages carry.
//
//   IsChannel(c)      just made, not in use yet                     SendChannel(c), RecvChannel(c)   may be sent to, received from
//   Closed(c)         is closed                                     ClosureDebt(c, p, n, d)          n/d of SendChannel(c), due at close with p()
//   Token(c, p)       exchanged for p() once c is closed
//
//   SendGivenPerm(c): Pred(T)   what a sender gives with a message      SendGotPerm(c): Pred()     what it gets
//   RecvGotPerm(c): Pred(T)     what a receiver gets with a message     RecvGivenPerm(c): Pred()   what it gives
//   BufferSize(c): Int

import { tableOf } from '../../base/named.ts';
import type { Expr, LocalDecl, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { accPredicate, amount, apply, decl, Int, local, Ref, typeKey } from '../core/build.ts';
import type { Encoder } from '../core/context.ts';

/** The type of predicate values over these types, which the caller provides: they are encoded elsewhere. */
export type ValuesOver = (e: Encoder, args: readonly Type[]) => Type;

/** The vil predicate of this name. */
export function channelPredicate(e: Encoder, name: string, values: ValuesOver): string {
  const full = `${name}$chan`;
  if (!e.helperPredicates.has(full)) {
    const params = [decl('c', Ref, noSource), ...moreParameters(e, name, values)];
    e.helperPredicates.set(full, { kind: 'Predicate', name: full, params, body: null, src: noSource });
  }
  return full;
}

function moreParameters(e: Encoder, name: string, values: ValuesOver): readonly LocalDecl[] {
  if (name !== 'Token' && name !== 'ClosureDebt') return [];
  const p = decl('p', values(e, []), noSource);
  return name === 'Token' ? [p] : [p, decl('n', Int, noSource), decl('d', Int, noSource)];
}

interface Property {
  /** What has to be held in part. */
  readonly of: 'IsChannel' | 'SendChannel' | 'RecvChannel';
  readonly type: (e: Encoder, elem: Type, values: ValuesOver) => Type;
}

const properties = tableOf<Property>({
  BufferSize: { of: 'IsChannel', type: () => Int },
  SendGivenPerm: { of: 'SendChannel', type: (e, elem, values) => values(e, [elem]) },
  SendGotPerm: { of: 'SendChannel', type: (e, _, values) => values(e, []) },
  RecvGivenPerm: { of: 'RecvChannel', type: (e, _, values) => values(e, []) },
  RecvGotPerm: { of: 'RecvChannel', type: (e, elem, values) => values(e, [elem]) },
});

export function isProperty(name: string): boolean {
  return properties.has(name);
}

/** `name(c)` for a channel of elements that are `elem` in vil. */
export function property(e: Encoder, name: string, elem: Type, c: Expr, values: ValuesOver, src: Source): Expr {
  const { of, type } = properties.get(name) as Property;
  const result = type(e, elem, values);
  const full = `${name}$chan$${typeKey(elem)}`;
  if (!e.helpers.has(full)) {
    const own = local('c', Ref, noSource);
    e.helpers.set(full, {
      kind: 'Function',
      name: full,
      params: [decl('c', Ref, noSource)],
      type: result,
      pres: [accPredicate(channelPredicate(e, of, values), [own], amount('wildcard', noSource), noSource)],
      posts: [],
      measures: [{ kind: 'TupleMeasure', exprs: [], condition: null, src: noSource }],
      body: null,
      src: noSource,
    });
  }
  return apply(full, [c], result, src);
}
