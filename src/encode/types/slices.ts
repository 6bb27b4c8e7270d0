// Slices: a block of locations, an offset, a length and a capacity. Two slices of one block share its locations.
//
//   value []T    = $Slice[address T]            nil = $nilSlice()
//   [s[i]]       = memory $location($block(s), $at($offset(s), [i])): T      where $at(o, i) is o + i
//   [s[i:j:k]]   = $slice(block, offset + i, j - i, k - i)     which requires 0 <= i <= j <= k <= cap(s)
//   [acc(s, p)]  = forall i :: 0 <= i < len(s) ==> footprint(s[i], p)
//   [make([]T, n, m)]  a new block of m locations with zero values; exhale 0 <= n <= m before
//   [[]T{v...}]        a new block with these values

import type * as ast from '../../syntax/nodes.ts';
import { Typ, under } from '../../types/index.ts';
import type { Type as GoType, SliceType } from '../../types/type.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import {
  all,
  amount,
  apply,
  applyDomain,
  assertStmt,
  decl,
  domainType,
  eq,
  exhale,
  Int,
  inhale,
  int,
  local,
  ne,
  operation,
  relation,
  typeKey,
} from '../core/build.ts';
import { emit, encodingOf, expr, exprAs, freshLocal, needsStatements, source } from '../core/code.ts';
import type { Code, Encoder, TypeEncoding } from '../core/context.ts';
import { addTheory } from '../core/theories.ts';
import { arrayPlace, block, fromBlock } from './arrays.ts';
import { indexValue, literalElements } from './literals.ts';
import { blockType, forEach, locationAt, locationsTheory, nilBlock, zeroIndex } from './locations.ts';
import { isZeroSized, leaf } from './representations.ts';

const slicesTheory = `${locationsTheory}
domain $Slice[T] {
  function $block(s: $Slice[T]): $Locations[T]
  function $offset(s: $Slice[T]): Int
  function $length(s: $Slice[T]): Int
  function $capacity(s: $Slice[T]): Int
  function $slice(a: $Locations[T], offset: Int, length: Int, capacity: Int): $Slice[T]
  function $nilSlice(): $Slice[T]
  axiom { forall s: $Slice[T] :: { $length(s) } { $capacity(s) } 0 <= $length(s) && $length(s) <= $capacity(s) }
  axiom { forall s: $Slice[T] :: { $offset(s) } 0 <= $offset(s) }
  axiom { forall s: $Slice[T] :: { $block(s) } $slice($block(s), $offset(s), $length(s), $capacity(s)) == s }
  axiom { forall a: $Locations[T], o: Int, l: Int, c: Int :: { $slice(a, o, l, c) }
    0 <= o && 0 <= l && l <= c ==>
      $block($slice(a, o, l, c)) == a && $offset($slice(a, o, l, c)) == o &&
      $length($slice(a, o, l, c)) == l && $capacity($slice(a, o, l, c)) == c }
  axiom { ($nilSlice(): $Slice[T]) == $slice($nilBlock(), 0, 0, 0) }
}
domain $Index {
  function $at(offset: Int, i: Int): Int
  axiom { forall o: Int, i: Int :: { $at(o, i) } $at(o, i) == o + i }
}
`;

export function elemOf(t: GoType): GoType {
  return (under(t) as SliceType).elem;
}

function addressOfElem(e: Encoder, t: GoType): Type {
  return e.tables.types(elemOf(t)).address(e, elemOf(t));
}

function sliceType(e: Encoder, elem: Type): Type {
  addTheory(e, slicesTheory);
  return domainType('$Slice', [elem]);
}

/** A function of slices. */
function component(name: string, s: Expr, type: Type, src: Source): Expr {
  const args = (s.type as Type & { readonly kind: 'Domain' }).args;
  return applyDomain('$Slice', name, [s], args, type, src);
}

export function blockOf(e: Encoder, s: Expr, src: Source): Expr {
  if (s.kind === 'DomainFuncApp' && s.func === '$slice') return s.args[0] as Expr;
  const [elem] = (s.type as Type & { readonly kind: 'Domain' }).args;
  return component('$block', s, blockType(e, elem as Type), src);
}

export function offsetOf(s: Expr, src: Source): Expr {
  if (s.kind === 'DomainFuncApp' && s.func === '$slice') return s.args[1] as Expr;
  return component('$offset', s, Int, src);
}

export function lengthOf(s: Expr, src: Source): Expr {
  if (s.kind === 'DomainFuncApp' && s.func === '$slice') return s.args[2] as Expr;
  return component('$length', s, Int, src);
}

export function capacityOf(s: Expr, src: Source): Expr {
  if (s.kind === 'DomainFuncApp' && s.func === '$slice') return s.args[3] as Expr;
  return component('$capacity', s, Int, src);
}

/** The location of `s[i]`. Its index is no plain sum, which the solver could not match. */
export function elementOf(e: Encoder, s: Expr, i: Expr, src: Source): Expr {
  const offset = offsetOf(s, src);
  const isFirst = offset.kind === 'IntLit' && offset.value === 0n;
  return locationAt(blockOf(e, s, src), isFirst ? i : applyDomain('$Index', '$at', [offset, i], [], Int, src), src);
}

function plus(a: Expr, b: Expr, src: Source): Expr {
  if (a.kind === 'IntLit' && a.value === 0n) return b;
  if (b.kind === 'IntLit' && b.value === 0n) return a;
  return operation('add', a, b, Int, src);
}

function minus(a: Expr, b: Expr, src: Source): Expr {
  return b.kind === 'IntLit' && b.value === 0n ? a : operation('sub', a, b, Int, src);
}

/** Permission to the elements from `from` to `to`. */
export function cells(e: Encoder, t: GoType, s: Expr, from: Expr, to: Expr, perm: Expr, src: Source): Expr {
  const elem = elemOf(t);
  const encoding = e.tables.types(elem);
  return forEach(
    e,
    from,
    to,
    (i) => encoding.footprint(e, elem, elementOf(e, s, i, src), perm, src),
    (i) => [[elementOf(e, s, i, src)]],
    src,
  );
}

export const slices: TypeEncoding = leaf({
  value: (e, t) => sliceType(e, addressOfElem(e, t)),
  zero: (e, t, src) => {
    const elem = addressOfElem(e, t);
    return applyDomain('$Slice', '$nilSlice', [], [elem], sliceType(e, elem), src);
  },
  comparable: () => false,
  index: (k, node, t) => {
    const s = expr(k, node.x);
    return { kind: 'memory', address: checkedElement(k, s, indexValue(k, node), elemOf(t), node), type: elemOf(t) };
  },
  bounds: (k, node) => inRange(expr(k, node.x), indexValue(k, node), source(k, node)),
  len: (k, x, _, node) => lengthOf(expr(k, x), source(k, node)),
  cap: (k, x, _, node) => capacityOf(expr(k, x), source(k, node)),
  access: (k, x, perm, t, node) => {
    const s = expr(k, x);
    const src = source(k, node);
    return cells(k.e, t, s, zeroIndex, lengthOf(s, src), perm, src);
  },
  slice: (k, node, t) => {
    const s = expr(k, node.x);
    const src = source(k, node);
    return subslice(k, node, addressOfElem(k.e, t), {
      block: blockOf(k.e, s, src),
      offset: offsetOf(s, src),
      length: lengthOf(s, src),
      capacity: capacityOf(s, src),
    });
  },
  literal: (k, lit, t) => {
    needsStatements(k, 'a literal of a slice', lit);
    const given = literalElements(k, lit, elemOf(t));
    const size = Math.max(-1, ...given.keys()) + 1;
    return newSlice(k, t, given, int(size, source(k, lit)), source(k, lit));
  },
  make: (k, node, t) => make(k, node, t),
  view: (k, to, x, t, node) => {
    if (to !== 'seq') return null;
    const meanings = [{ on: 'application.precondition', key: 'load_error', reasons: null }] as const;
    const elem = elemOf(t);
    const type: Type = { kind: 'Seq', elem: encodingOf(k, elem).value(k.e, elem) };
    return apply(valuesOf(k.e, t), [expr(k, x)], type, source(k, node, { meanings }));
  },
});

// function $values(s): Seq[value T]
//   requires acc(s, wildcard)
//   ensures |result| == len(s) && forall i :: 0 <= i < len(s) ==> result[i] == s[i]
function valuesOf(e: Encoder, t: GoType): string {
  const elem = elemOf(t);
  const encoding = e.tables.types(elem);
  const type: Type & { readonly kind: 'Seq' } = { kind: 'Seq', elem: encoding.value(e, elem) };
  const name = `$values$${typeKey(encoding.value(e, elem))}$${typeKey(encoding.address(e, elem))}`;
  if (e.helpers.has(name)) return name;
  const s = local('s', slices.value(e, t), noSource);
  const result: Expr = { kind: 'Result', type, src: noSource };
  const length = lengthOf(s, noSource);
  const at = (index: Expr): Expr => ({ kind: 'SeqIndex', seq: result, index, type: type.elem, src: noSource });
  const same = forEach(
    e,
    zeroIndex,
    length,
    (i) => eq(at(i), encoding.read(e, elem, elementOf(e, s, i, noSource), noSource), noSource),
    (i) => [[at(i)], [elementOf(e, s, i, noSource)]],
    noSource,
  );
  e.helpers.set(name, {
    kind: 'Function',
    name,
    params: [decl('s', s.type, noSource)],
    type,
    pres: [cells(e, t, s, zeroIndex, length, amount('wildcard', noSource), noSource)],
    posts: [eq({ kind: 'Cardinality', operand: result, type: Int, src: noSource }, length, noSource), same],
    measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
    body: null,
    src: noSource,
  });
  return name;
}

/**
 * The location of `s[i]`. Go panics beyond the length, also where there is permission up to the capacity: the index is checked,
 * and called a missing permission like any other index out of range. (Quantifiers have conditions for their indices.)
 */
function checkedElement(k: Code, s: Expr, i: Expr, elem: GoType, node: ast.NodeBase): Expr {
  const src = source(k, node);
  const address = elementOf(k.e, s, i, src);
  if (k.anyIndex === true) return address;
  const assertion = inRange(s, i, source(k, node, { reason: 'permission_error' }));
  if (k.out !== null && isZeroSized(elem)) {
    // Nothing is read, so nothing else would be checked.
    const meanings = [{ on: 'assert.failed', key: 'assignment_error', reasons: null }] as const;
    emit(k, assertStmt(assertion, source(k, node, { meanings })));
  }
  return { kind: 'Asserting', assertion, body: address, type: address.type, src };
}

function inRange(s: Expr, i: Expr, src: Source): Expr {
  return all([relation('le', zeroIndex, i, src), relation('lt', i, lengthOf(s, src), src)], src);
}

/** What is sliced. */
interface Sliced {
  readonly block: Expr;
  readonly offset: Expr;
  readonly length: Expr;
  readonly capacity: Expr;
}

/** `x[i:j:k]` */
function subslice(k: Code, node: ast.SliceExpr, elem: Type, of: Sliced): Expr {
  const { e } = k;
  const src = source(k, node);
  const low = node.low === null ? zeroIndex : exprAs(k, node.low, Typ.int);
  const high = node.high === null ? of.length : exprAs(k, node.high, Typ.int);
  const max = node.max === null ? of.capacity : exprAs(k, node.max, Typ.int);
  const type = sliceType(e, elem);
  if (node.low === null && node.high === null && node.max === null) {
    return applyDomain('$Slice', '$slice', [of.block, of.offset, of.length, of.capacity], [elem], type, src);
  }
  return apply(slicing(e, elem), [of.block, of.offset, of.capacity, low, high, max], type, src);
}

// function $slicing(a, o, n, i, j, k) requires 0 <= i <= j <= k <= n { $slice(a, o + i, j - i, k - i) }
function slicing(e: Encoder, elem: Type): string {
  const name = `$slicing$${typeKey(elem)}`;
  if (e.helpers.has(name)) return name;
  const type = sliceType(e, elem);
  const params = [
    decl('a', blockType(e, elem), noSource),
    ...['o', 'n', 'i', 'j', 'k'].map((p) => decl(p, Int, noSource)),
  ];
  const [a, o, n, i, j, k] = params.map((p) => local(p.name, p.type, noSource)) as [Expr, Expr, Expr, Expr, Expr, Expr];
  const le = (x: Expr, y: Expr): Expr => relation('le', x, y, noSource);
  const args = [a, plus(o, i, noSource), minus(j, i, noSource), minus(k, i, noSource)];
  e.helpers.set(name, {
    kind: 'Function',
    name,
    params,
    type,
    pres: [le(zeroIndex, i), le(i, j), le(j, k), le(k, n)],
    posts: [],
    measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
    body: applyDomain('$Slice', '$slice', args, [elem], type, noSource),
    annotations: [{ key: 'inline', values: [] }],
    src: noSource,
  });
  return name;
}

// ---------------------------------------------------------------------------------------------------------------
// New slices

/** A slice of `size` new locations: `given` elements, and zero values where there are none; null: any values. */
export function newSlice(
  k: Code,
  t: GoType,
  given: ReadonlyMap<number, Expr> | null,
  size: Expr,
  src: Source,
  capacity: Expr = size,
): Expr {
  const { e } = k;
  const elem = elemOf(t);
  const encoding = encodingOf(k, elem);
  const address = addressOfElem(e, t);
  const made = freshLocal(k, 'block', blockType(e, address), src);
  const footprint = block(e, elem, made, zeroIndex, capacity, amount('write', src), src);
  if (footprint.kind !== 'BoolLit') emit(k, inhale(footprint, src));
  emit(k, inhale(ne(made, nilBlock(e, address, src), src), src));
  const value = (i: Expr): Expr => encoding.read(e, elem, locationAt(made, i, src), src);
  for (const [i, v] of given ?? []) {
    emit(k, inhale(eq(value(int(i, src)), v, src), src));
  }
  const isFull = given === null || (size.kind === 'IntLit' && BigInt(given.size) === size.value);
  if (!isFull) {
    const zero = encoding.zero(e, elem, src);
    const others = (i: Expr): Expr => {
      const known = [...given.keys()].map((at) => ne(i, int(at, src), src));
      const same = eq(value(i), zero, src);
      return known.length === 0 ? same : relation('implies', all(known, src), same, src);
    };
    emit(
      k,
      inhale(
        forEach(e, zeroIndex, capacity, others, (i) => [[locationAt(made, i, src)]], src),
        src,
      ),
    );
  }
  const type = sliceType(e, address);
  return applyDomain('$Slice', '$slice', [made, zeroIndex, size, capacity], [address], type, src);
}

function make(k: Code, node: ast.CallExpr, t: GoType): Expr {
  needsStatements(k, 'make', node);
  const src = source(k, node);
  const [, first, second] = node.args;
  const kept = (arg: ast.Expr): Expr => {
    const value = exprAs(k, arg, Typ.int);
    if (value.kind === 'IntLit' || value.kind === 'LocalVar') return value;
    const variable = freshLocal(k, 'size', Int, src);
    emit(k, { kind: 'LocalAssign', target: variable, value, src });
    return variable;
  };
  const size = kept(first as ast.Expr);
  const capacity = second === undefined ? size : kept(second);
  const meanings = [{ on: 'exhale.failed', key: 'make_precondition_error', reasons: [] }] as const;
  const limits = all([relation('le', zeroIndex, size, src), relation('le', size, capacity, src)], src);
  emit(k, exhale(limits, source(k, node, { meanings })));
  return newSlice(k, t, new Map(), size, src, capacity);
}

// a[i:j] of an array in memory, or of a pointer to one
export function arraySlicing(k: Code, node: ast.SliceExpr): Expr {
  const { e } = k;
  const of = arrayPlace(k, node.x);
  const { length, address, elem } = fromBlock(e, of, node);
  const size = int(length, source(k, node));
  return subslice(k, node, elem, { block: address, offset: zeroIndex, length: size, capacity: size });
}
