// Sets and multisets: those of vil.
//
//   value set[T] = Set[value T]      value mset[T] = Multiset[value T]
//   [x elem m] = ([x] in [m]) > 0    [x # s] = [x] in [s] ? 1 : 0       for a multiset m and a set s

import { Typ } from '../../types/index.ts';
import type { Expr, SetBinary } from '../../vil/index.ts';
import { Bool, cond, Int, int } from '../core/build.ts';
import { expr, exprAs, source } from '../core/code.ts';
import type { TypeEncoding } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { argument, argumentType, contains, seqToMultiset, seqToSet } from './collections.ts';
import { settledValue } from './literals.ts';
import { leaf } from './representations.ts';

function setsOf(kind: 'Set' | 'Multiset'): TypeEncoding {
  const lit = kind === 'Set' ? 'SetLit' : 'MultisetLit';
  const encoding: TypeEncoding = leaf({
    value: (e, t) => ({ kind, elem: argumentType(e, t) }),
    zero: (e, t, src) => ({ kind: lit, elems: [], type: encoding.value(e, t), src }),
    literal: (k, node, t) => {
      const elems = node.elts.map((elt) => settledValue(k, exprAs(k, elt, argument(t)), elt));
      return { kind: lit, elems, type: encoding.value(k.e, t), src: source(k, node) };
    },
    rangeLiteral: (k, node, t) => {
      const src = source(k, node);
      const [low, high] = [exprAs(k, node.low, Typ.int), exprAs(k, node.high, Typ.int)];
      const range: Expr = { kind: 'SeqRange', low, high, type: { kind: 'Seq', elem: argumentType(k.e, t) }, src };
      return kind === 'Set' ? seqToSet(k.e, range, src) : seqToMultiset(k.e, range, src);
    },
    len: (k, x, _, node) => ({ kind: 'Cardinality', operand: expr(k, x), type: Int, src: source(k, node) }),
    specBinary: (k, node, t) => {
      const src = source(k, node);
      const combine = (op: SetBinary['op']): Expr => {
        const type = op === 'subset' ? Bool : encoding.value(k.e, t);
        return { kind: 'SetBinary', op, left: exprAs(k, node.x, t), right: expr(k, node.y), type, src };
      };
      switch (node.op) {
        case 'union':
        case 'intersection':
        case 'setminus':
        case 'subset':
          return combine(node.op);
        case 'elem':
          return contains(exprAs(k, node.x, argument(t)), expr(k, node.y), src);
        case '#': {
          const elem = exprAs(k, node.x, argument(t));
          const set = expr(k, node.y);
          if (kind === 'Multiset') return { kind: 'SetContains', elem, set, type: Int, src };
          return cond(contains(elem, set, src), int(1, src), int(0, src), src);
        }
        default:
          return unsupported(`the operator ${node.op} on sets`, node);
      }
    },
    view: (k, to, x) => (to === 'set' || to === 'mset' ? expr(k, x) : null),
  });
  return encoding;
}

export const sets = setsOf('Set');
export const multisets = setsOf('Multiset');
