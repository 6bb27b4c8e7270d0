// Blocks of memory: the locations of an array's elements, which slices share.
//
//   address [n]T = $Locations[address T]      the address of a[i] is $location(a, i)

import type { Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { all, applyDomain, decl, domainType, Int, implies, int, local, relation } from '../core/build.ts';
import type { Encoder } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { addTheory } from '../core/theories.ts';

// Different indices have different locations, and different blocks too.
export const locationsTheory = `
domain $Locations[T] {
  @inverse("$blockOf", "$indexOf")
  function $location(a: $Locations[T], i: Int): T
  function $blockOf(x: T): $Locations[T]
  function $indexOf(x: T): Int
  function $nilBlock(): $Locations[T]
  axiom { forall a: $Locations[T], i: Int :: { $location(a, i) }
    $blockOf($location(a, i)) == a && $indexOf($location(a, i)) == i }
}
`;

export function blockType(e: Encoder, elem: Type): Type {
  addTheory(e, locationsTheory);
  return domainType('$Locations', [elem]);
}

/** The type of the locations in a block. */
function elementType(block: Expr): Type {
  return (block.type as Type & { readonly kind: 'Domain' }).args[0] as Type;
}

export function locationAt(block: Expr, i: Expr, src: Source): Expr {
  const elem = elementType(block);
  return applyDomain('$Locations', '$location', [block, i], [elem], elem, src);
}

export function nilBlock(e: Encoder, elem: Type, src: Source): Expr {
  return applyDomain('$Locations', '$nilBlock', [], [elem], blockType(e, elem), src);
}

/** `forall i :: { location(i) } from <= i < to ==> body(i)`; true where there is nothing to say. */
export function forEach(
  e: Encoder,
  from: Expr,
  to: Expr,
  body: (i: Expr) => Expr,
  triggers: (i: Expr) => readonly (readonly Expr[])[],
  src: Source,
): Expr {
  const name = freshName(e.names, '$i');
  const i = local(name, Int, src);
  const inner = body(i);
  if (inner.kind === 'BoolLit' && inner.value) return inner;
  const inRange = all([relation('le', from, i, src), relation('lt', i, to, src)], src);
  return {
    kind: 'Forall',
    vars: [decl(name, Int, src)],
    triggers: triggers(i).map((exprs) => ({ kind: 'Trigger', exprs, src })),
    body: implies(inRange, inner, src),
    type: { kind: 'Bool' },
    src,
  };
}

export const zeroIndex = int(0, noSource);
