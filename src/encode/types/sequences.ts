// Sequences: those of vil.
//
//   value seq[T] = Seq[value T]     [s[a:b]] = [s][..b][a..]     [s[i = v]] = [s][i := v]     [seq[a..b]] = [a..b)

import { Typ } from '../../types/index.ts';
import type { Expr } from '../../vil/index.ts';
import { Bool, Int } from '../core/build.ts';
import { expr, exprAs, source, valuePlace } from '../core/code.ts';
import type { TypeEncoding } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { sequence } from './arrays.ts';
import { argument, argumentType, multiplicity, seqToMultiset, seqToSet } from './collections.ts';
import { indexValue, literalElements } from './literals.ts';
import { leaf } from './representations.ts';

export const sequences: TypeEncoding = leaf({
  value: (e, t) => ({ kind: 'Seq', elem: argumentType(e, t) }),
  zero: (e, t, src) => ({ kind: 'SeqLit', elems: [], type: sequences.value(e, t), src }),
  literal: (k, lit, t) => {
    const elem = argument(t);
    const given = literalElements(k, lit, elem);
    return sequence(k, given, Math.max(-1, ...given.keys()) + 1, elem, source(k, lit));
  },
  index: (k, node, t) => {
    const src = source(k, node);
    const seq = expr(k, node.x);
    const index = indexValue(k, node);
    return valuePlace({ kind: 'SeqIndex', seq, index, type: argumentType(k.e, t), src }, argument(t));
  },
  slice: (k, node, t) => {
    const src = source(k, node);
    const type = sequences.value(k.e, t);
    let seq = expr(k, node.x);
    if (node.high !== null) seq = { kind: 'SeqTake', seq, count: exprAs(k, node.high, Typ.int), type, src };
    if (node.low !== null) seq = { kind: 'SeqDrop', seq, count: exprAs(k, node.low, Typ.int), type, src };
    return seq;
  },
  update: (k, node, t) => {
    const src = source(k, node);
    const type = sequences.value(k.e, t);
    return node.updates.reduce<Expr>(
      (seq, { key, value }) => {
        const index = exprAs(k, key, Typ.int);
        return { kind: 'SeqUpdate', seq, index, value: exprAs(k, value, argument(t)), type, src };
      },
      expr(k, node.x),
    );
  },
  rangeLiteral: (k, node, t) => ({
    kind: 'SeqRange',
    low: exprAs(k, node.low, Typ.int),
    high: exprAs(k, node.high, Typ.int),
    type: sequences.value(k.e, t),
    src: source(k, node),
  }),
  len: (k, x, _, node) => ({ kind: 'Cardinality', operand: expr(k, x), type: Int, src: source(k, node) }),
  specBinary: (k, node, t) => {
    const src = source(k, node);
    switch (node.op) {
      case '++':
        return {
          kind: 'SeqAppend',
          left: exprAs(k, node.x, t),
          right: expr(k, node.y),
          type: sequences.value(k.e, t),
          src,
        };
      case 'elem':
        return { kind: 'SeqContains', elem: exprAs(k, node.x, argument(t)), seq: expr(k, node.y), type: Bool, src };
      case '#':
        return multiplicity(k.e, exprAs(k, node.x, argument(t)), expr(k, node.y), src);
      default:
        return unsupported(`the operator ${node.op} on sequences`, node);
    }
  },
  view: (k, to, x, _, node) => {
    const seq = expr(k, x);
    const src = source(k, node);
    switch (to) {
      case 'seq':
        return seq;
      case 'set':
        return seqToSet(k.e, seq, src);
      case 'mset':
        return seqToMultiset(k.e, seq, src);
      default:
        return null;
    }
  },
});
