// What mathematical collections share: conversions between them, elements of every kind, and the types of their parts.
//
//   [seq(a)], [seq(s)], [seq(o)]   elements of an array, a slice, an option
//   [set(s)] = $seqToSet([s])      [mset(s)] = $seqToMultiset([s])
//   [x # s]  = [x] in $seqToMultiset([s])

import { under } from '../../types/index.ts';
import type { Type as GoType, MathType } from '../../types/type.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { applyDomain, Bool, cond, Int, int, relation } from '../core/build.ts';
import { typeOf } from '../core/code.ts';
import type { CallRule, Encoder, View } from '../core/context.ts';
import { addTheory } from '../core/theories.ts';
import { unsupported } from '../core/unsupported.ts';

/** Argument `i` of a mathematical type. */
export function argument(t: GoType, i = 0): GoType {
  return (under(t) as MathType).args[i] as GoType;
}

export function argumentType(e: Encoder, t: GoType, i = 0): Type {
  return e.tables.types(argument(t, i)).value(e, argument(t, i));
}

const conversionsTheory = `
domain $SeqConversions[T] {
  function $seqToSet(s: Seq[T]): Set[T]
  function $seqToMultiset(s: Seq[T]): Multiset[T]
  axiom { forall s: Seq[T], x: T :: { x in $seqToSet(s) } { x in s, $seqToSet(s) } x in $seqToSet(s) == (x in s) }
  axiom { forall s: Seq[T] :: { |$seqToSet(s)| } |$seqToSet(s)| <= |s| }
  axiom { forall s: Seq[T] :: { $seqToMultiset(s) } |$seqToMultiset(s)| == |s| }
  axiom { forall s: Seq[T], x: T :: { x in $seqToMultiset(s) } { x in s, $seqToMultiset(s) }
    (x in $seqToMultiset(s)) > 0 == (x in s) }
  axiom { $seqToMultiset(Seq[T]()) == Multiset[T]() }
  axiom { forall x: T :: { $seqToMultiset(Seq(x)) } $seqToMultiset(Seq(x)) == Multiset(x) }
  axiom { forall a: Seq[T], b: Seq[T] :: { $seqToMultiset(a ++ b) }
    $seqToMultiset(a ++ b) == ($seqToMultiset(a) union $seqToMultiset(b)) }
  axiom { forall s: Seq[T], i: Int, x: T :: { $seqToMultiset(s[i := x]) } 0 <= i && i < |s| ==>
    ($seqToMultiset(s[i := x]) union Multiset(s[i])) == ($seqToMultiset(s) union Multiset(x)) }
  axiom { forall s: Seq[T], n: Int :: { $seqToMultiset(s[..n]) } { $seqToMultiset(s[n..]) }
    ($seqToMultiset(s[..n]) union $seqToMultiset(s[n..])) == $seqToMultiset(s) }
}
`;

function converted(e: Encoder, func: '$seqToSet' | '$seqToMultiset', seq: Expr, src: Source): Expr {
  addTheory(e, conversionsTheory);
  const { elem } = seq.type as Type & { readonly kind: 'Seq' };
  const type: Type = func === '$seqToSet' ? { kind: 'Set', elem } : { kind: 'Multiset', elem };
  return applyDomain('$SeqConversions', func, [seq], [elem], type, src);
}

export function seqToSet(e: Encoder, seq: Expr, src: Source): Expr {
  return converted(e, '$seqToSet', seq, src);
}

export function seqToMultiset(e: Encoder, seq: Expr, src: Source): Expr {
  return converted(e, '$seqToMultiset', seq, src);
}

/** How often `x` is in a sequence. */
export function multiplicity(e: Encoder, x: Expr, seq: Expr, src: Source): Expr {
  return { kind: 'SetContains', elem: x, set: seqToMultiset(e, seq, src), type: Int, src };
}

export function contains(x: Expr, set: Expr, src: Source): Expr {
  if (set.kind === 'Cond') return cond(set.cond, contains(x, set.then, src), contains(x, set.else, src), src);
  if (set.type.kind !== 'Multiset') return { kind: 'SetContains', elem: x, set, type: Bool, src };
  return relation('gt', { kind: 'SetContains', elem: x, set, type: Int, src }, int(0, src), src);
}

/** `seq(x)`, `set(x)`, `mset(x)`, `dict(x)`, `domain(x)`, `range(x)`: by the type of x. */
export function viewCall(to: View): CallRule {
  return (k, node) => {
    const [x] = node.args;
    if (x === undefined) return unsupported('this conversion', node);
    const from = typeOf(k, x);
    const rule = k.e.tables.types(from).view;
    return rule?.(k, to, x, from, node) ?? unsupported('this conversion', node);
  };
}
