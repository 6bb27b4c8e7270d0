// Arrays. Exclusive ones are sequences of fixed length, shared ones blocks of locations.
//
//   value [n]T   = $Array_n[value T], with $elements(a): Seq[value T] of length n and its inverse $array
//   [a[i]]       = $elements([a])[[i]]                 a := $array($elements(a)[i := v]) to store
//   loc[i]       = memory $location(loc, [i]): T
//   read(loc)    = $load(loc), whose elements are those at the locations
//   footprint(loc, p) = forall i :: 0 <= i < n ==> footprint($location(loc, i), p)
//   write(loc, v)     = exhale footprint; inhale footprint, and that the elements are those of v

import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { ArrayType, Type as GoType, PointerType } from '../../types/type.ts';
import type { Expr, Source, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import {
  all,
  amount,
  apply,
  applyDomain,
  decl,
  domainType,
  eq,
  exhale,
  inhale,
  int,
  local,
  typeKey,
} from '../core/build.ts';
import { encodingOf, expr, place, read, source, valuePlace } from '../core/code.ts';
import type { Code, Encoder, Part, Place, TypeEncoding } from '../core/context.ts';
import { named } from '../core/origins.ts';
import { addTheory } from '../core/theories.ts';
import { unsupported } from '../core/unsupported.ts';
import { indexValue, literalElements } from './literals.ts';
import { blockType, forEach, locationAt, nilBlock, zeroIndex } from './locations.ts';

/** Up to this length elements are spelled out. */
const small = 8;

function arrayOf(t: GoType): ArrayType {
  return under(t) as ArrayType;
}

function elemEncoding(e: Encoder, t: GoType): TypeEncoding {
  return e.tables.types(arrayOf(t).elem);
}

export const arrays: TypeEncoding = {
  value: (e, t) => {
    const { len, elem } = arrayOf(t);
    addTheory(e, arrayTheory(len));
    return domainType(`$Array${len}`, [e.tables.types(elem).value(e, elem)]);
  },
  address: (e, t) => blockType(e, elemEncoding(e, t).address(e, arrayOf(t).elem)),
  zero: (e, t, src) => {
    const { len, elem } = arrayOf(t);
    return fromElements(e, t, repeated(e, elemEncoding(e, t).zero(e, elem, src), len, src), src);
  },
  nilAddress: (e, t, src) => nilBlock(e, elemEncoding(e, t).address(e, arrayOf(t).elem), src),
  read: (e, t, address, src) => {
    const meanings = [{ on: 'application.precondition', key: 'load_error', reasons: null }] as const;
    return apply(load(e, t), [address], arrays.value(e, t), named(e.origins, src, meanings));
  },
  footprint: (e, t, address, perm, src) => {
    const { len, elem } = arrayOf(t);
    return block(e, elem, address, zeroIndex, int(len, src), perm, src);
  },
  write: (e, t, address, value, src) => {
    const { len, elem } = arrayOf(t);
    const footprint = arrays.footprint(e, t, address, amount('write', src), src);
    if (footprint.kind === 'BoolLit') return [];
    const seq = elements(e, t, value, src);
    const same = forEach(
      e,
      zeroIndex,
      int(len, src),
      (i) => eq(elemEncoding(e, t).read(e, elem, locationAt(address, i, src), src), at(seq, i, src), src),
      (i) => [[locationAt(address, i, src)]],
      src,
    );
    const meanings = [{ on: 'exhale.failed', key: 'assignment_error', reasons: null }] as const;
    return [exhale(footprint, named(e.origins, src, meanings)), inhale(footprint, src), inhale(same, src)];
  },
  equal: (e, t, left, right, ghost, src) => {
    const { len, elem } = arrayOf(t);
    const [a, b] = [elements(e, t, left, src), elements(e, t, right, src)];
    const same = (i: Expr): Expr => elemEncoding(e, t).equal(e, elem, at(a, i, src), at(b, i, src), ghost, src);
    if (isPlain(same(zeroIndex))) return eq(a, b, src);
    if (len <= small)
      return all(
        Array.from({ length: len }, (_, i) => same(int(i, src))),
        src,
      );
    return forEach(e, zeroIndex, int(len, src), same, (i) => [[at(a, i, src)], [at(b, i, src)]], src);
  },
  comparable: (e, t, value, src) => {
    const { len, elem } = arrayOf(t);
    const seq = elements(e, t, value, src);
    const one = (i: Expr): boolean | Expr => elemEncoding(e, t).comparable(e, elem, at(seq, i, src), src);
    const first = one(zeroIndex);
    if (typeof first === 'boolean') return first;
    return forEach(
      e,
      zeroIndex,
      int(len, src),
      (i) => one(i) as Expr,
      (i) => [[at(seq, i, src)]],
      src,
    );
  },
  literal: (k, lit, t) => {
    const { len, elem } = arrayOf(t);
    const src = source(k, lit);
    const given = literalElements(k, lit, elem);
    if (given.size === 0) return arrays.zero(k.e, t, src);
    return fromElements(k.e, t, sequence(k, given, len, elem, src), src);
  },
  index: (k, node, t) => elementPlace(k, arrayPlace(k, node.x), indexValue(k, node), t, node),
  len: (k, _, t, node) => int(arrayOf(t).len, source(k, node)),
  cap: (k, _, t, node) => int(arrayOf(t).len, source(k, node)),
  view: (k, to, x, t, node) => (to === 'seq' ? elements(k.e, t, expr(k, x), source(k, node)) : null),
};

/** Elements by index and zero values between them. */
export function sequence(k: Code, given: ReadonlyMap<number, Expr>, len: number, elem: GoType, src: Source): Expr {
  const type: Type = { kind: 'Seq', elem: encodingOf(k, elem).value(k.e, elem) };
  const zero = (): Expr => encodingOf(k, elem).zero(k.e, elem, src);
  if (len <= small || given.size * 2 >= len) {
    const elems = Array.from({ length: len }, (_, i) => given.get(i) ?? zero());
    return { kind: 'SeqLit', elems, type, src };
  }
  return [...given].reduce<Expr>(
    (seq, [i, value]) => ({ kind: 'SeqUpdate', seq, index: int(i, src), value, type, src }),
    repeated(k.e, zero(), len, src),
  );
}

/** Whether an equality is that of the values themselves. */
function isPlain(e: Expr): boolean {
  return e.kind === 'Binary' && e.op === 'eq' && e.left.kind === 'SeqIndex' && e.right.kind === 'SeqIndex';
}

function at(seq: Expr, index: Expr, src: Source): Expr {
  return { kind: 'SeqIndex', seq, index, type: (seq.type as Type & { readonly kind: 'Seq' }).elem, src };
}

// ---------------------------------------------------------------------------------------------------------------
// Values

function arrayTheory(n: number): string {
  return `
domain $Array${n}[T] {
  function $elements${n}(a: $Array${n}[T]): Seq[T]
  function $array${n}(s: Seq[T]): $Array${n}[T]
  axiom { forall a: $Array${n}[T] :: { $elements${n}(a) } |$elements${n}(a)| == ${n} && $array${n}($elements${n}(a)) == a }
  axiom { forall s: Seq[T] :: { $array${n}(s) } |s| == ${n} ==> $elements${n}($array${n}(s)) == s }
}
`;
}

const repeatTheory = `
domain $Repeat[T] {
  function $repeat(x: T, n: Int): Seq[T]
  axiom { forall x: T, n: Int :: { $repeat(x, n) } 0 <= n ==> |$repeat(x, n)| == n }
  axiom { forall x: T, n: Int, i: Int :: { $repeat(x, n)[i] } 0 <= i && i < n ==> $repeat(x, n)[i] == x }
}
`;

/** A sequence of `n` times the same value. */
function repeated(e: Encoder, x: Expr, n: number, src: Source): Expr {
  const type: Type = { kind: 'Seq', elem: x.type };
  if (n <= small) return { kind: 'SeqLit', elems: Array.from({ length: n }, () => x), type, src };
  addTheory(e, repeatTheory);
  return applyDomain('$Repeat', '$repeat', [x, int(n, src)], [x.type], type, src);
}

/** The elements of the value of an array. */
export function elements(e: Encoder, t: GoType, value: Expr, src: Source): Expr {
  const type = arrays.value(e, t) as Type & { readonly kind: 'Domain' };
  const n = arrayOf(t).len;
  if (value.kind === 'DomainFuncApp' && value.func === `$array${n}`) return value.args[0] as Expr;
  return applyDomain(type.name, `$elements${n}`, [value], type.args, { kind: 'Seq', elem: type.args[0] as Type }, src);
}

/** The array with these elements, which are as many as it has. */
export function fromElements(e: Encoder, t: GoType, seq: Expr, src: Source): Expr {
  const type = arrays.value(e, t) as Type & { readonly kind: 'Domain' };
  return applyDomain(type.name, `$array${arrayOf(t).len}`, [seq], type.args, type, src);
}

// ---------------------------------------------------------------------------------------------------------------
// Memory

/** Permission to the locations of a block in a range. */
export function block(e: Encoder, elem: GoType, address: Expr, from: Expr, to: Expr, perm: Expr, src: Source): Expr {
  const encoding = e.tables.types(elem);
  return forEach(
    e,
    from,
    to,
    (i) => encoding.footprint(e, elem, locationAt(address, i, src), perm, src),
    (i) => [[locationAt(address, i, src)]],
    src,
  );
}

// function $load(a): value [n]T
//   requires footprint(a, wildcard)
//   ensures forall i :: 0 <= i < n ==> $elements(result)[i] == read($location(a, i))
function load(e: Encoder, t: GoType): string {
  const { len, elem } = arrayOf(t);
  const encoding = elemEncoding(e, t);
  const type = arrays.value(e, t);
  const param = decl('a', arrays.address(e, t), noSource);
  const name = `$load${len}$${typeKey(encoding.value(e, elem))}$${typeKey(encoding.address(e, elem))}`;
  if (e.helpers.has(name)) return name;
  const a = local('a', param.type, noSource);
  const seq = elements(e, t, { kind: 'Result', type, src: noSource }, noSource);
  const post = forEach(
    e,
    zeroIndex,
    int(len, noSource),
    (i) => eq(at(seq, i, noSource), encoding.read(e, elem, locationAt(a, i, noSource), noSource), noSource),
    (i) => [[at(seq, i, noSource)], [locationAt(a, i, noSource)]],
    noSource,
  );
  e.helpers.set(name, {
    kind: 'Function',
    name,
    params: [param],
    type,
    pres: [arrays.footprint(e, t, a, amount('wildcard', noSource), noSource)],
    posts: [post],
    measures: [{ kind: 'WildcardMeasure', condition: null, src: noSource }],
    body: null,
    src: noSource,
  });
  return name;
}

// ---------------------------------------------------------------------------------------------------------------
// Places

/** The place of an array, where pointers to it stand for it. */
export function arrayPlace(k: Code, x: ast.Expr): Place {
  const of = place(k, x);
  const t = under(of.type);
  return t.kind === 'Pointer' ? { kind: 'memory', address: read(k, of, source(k, x)), type: t.elem } : of;
}

function elementPlace(k: Code, of: Place, index: Expr, t: GoType, node: ast.NodeBase): Place {
  const src = source(k, node);
  const type = arrayOf(t).elem;
  switch (of.kind) {
    case 'blank':
      return unsupported('an element of this', node);
    case 'memory':
      return { kind: 'memory', address: locationAt(of.address, index, src), type };
    case 'value':
      return valuePlace(at(elements(k.e, t, of.value, src), index, src), type);
    case 'variable':
    case 'part':
      return {
        kind: 'part',
        of,
        type,
        part: elementPart(k.e, t, index),
      };
  }
}

function elementPart(e: Encoder, t: GoType, index: Expr): Part {
  return {
    get: (whole, src) => at(elements(e, t, whole, src), index, src),
    put: (whole, value, src) => {
      const seq = elements(e, t, whole, src);
      return fromElements(e, t, { kind: 'SeqUpdate', seq, index, value, type: seq.type, src }, src);
    },
    settled: (keep) => elementPart(e, t, keep(index)),
  };
}

// p[i], len(p) and the like of pointers to arrays: those of *p
export const arrayPointers: Partial<TypeEncoding> = {
  index: (k, node, t) => elementPlace(k, arrayPlace(k, node.x), indexValue(k, node), pointed(t), node),
  len: (k, _, t, node) => int(arrayOf(pointed(t)).len, source(k, node)),
  cap: (k, _, t, node) => int(arrayOf(pointed(t)).len, source(k, node)),
};

function pointed(t: GoType): GoType {
  return (under(t) as PointerType).elem;
}

/** What slicing an array needs to know, which has to be in memory. */
export function fromBlock(e: Encoder, of: Place, node: ast.NodeBase) {
  if (of.kind !== 'memory') return unsupported('slicing an array that is not in memory', node);
  const { len, elem } = arrayOf(of.type);
  return { length: len, address: of.address, elem: e.tables.types(elem).address(e, elem) };
}
