// Values to call functions with: as data, as values of the interpreter, and as Go writes them.

import { quoteBytes, typeString, unalias, under } from '../../types/index.ts';
import type { StructType, Type } from '../../types/type.ts';
import { norm } from './integers.ts';
import { GoMap, intKind, isAgg, keyOf, Ptr, Slice, Unsupported, zeroOf } from './values.ts';

/** A value of a type that is known from elsewhere. */
export type Sample =
  /** Also the zero value of what is not made: functions, channels, interfaces. */
  | { readonly kind: 'zero' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: string }
  /** Of a slice or an array. */
  | { readonly kind: 'list'; readonly elems: readonly Sample[] }
  | { readonly kind: 'struct'; readonly fields: readonly Sample[] }
  /** To a variable of its own. */
  | { readonly kind: 'pointer'; readonly to: Sample }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Sample, Sample])[] };

/** How samples are drawn: `draw(n)` is a number below n. */
export interface Sampling {
  readonly draw: (bound: number) => number;
  /** How many pointers and collections lie inside each other. */
  readonly depth: number;
  /** The most elements of a collection. */
  readonly size: number;
}

/** Some value of a type; mostly small, and at times at the limits of it. */
export function drawSample(t: Type, s: Sampling): Sample {
  const u = under(t);
  const inner = { ...s, depth: s.depth - 1 };
  const several = (elem: Type): Sample[] => Array.from({ length: s.draw(s.size + 1) }, () => drawSample(elem, inner));
  switch (u.kind) {
    case 'Basic': {
      if (u.basic === 'bool') return { kind: 'bool', value: s.draw(2) === 1 };
      if (u.basic === 'string') {
        const text = Array.from({ length: s.draw(s.size + 1) }, () => String.fromCharCode(97 + s.draw(3)));
        return { kind: 'string', value: text.join('') };
      }
      const k = intKind(u);
      if (k !== null) return { kind: 'int', value: drawInteger(s, k.bits, k.signed) };
      if (u.basic === 'integer') return { kind: 'int', value: BigInt(s.draw(12) - 4) };
      return { kind: 'zero' };
    }
    case 'Array':
      return { kind: 'list', elems: Array.from({ length: u.len }, () => drawSample(u.elem, inner)) };
    case 'Struct':
      return { kind: 'struct', fields: u.fields.map((field) => drawSample(field.type as Type, s)) };
    case 'Slice':
      return s.depth <= 0 || s.draw(6) === 0 ? { kind: 'zero' } : { kind: 'list', elems: several(u.elem) };
    case 'Pointer':
      return s.depth <= 0 || s.draw(4) === 0 ? { kind: 'zero' } : { kind: 'pointer', to: drawSample(u.elem, inner) };
    case 'Map':
      if (s.depth <= 0 || s.draw(6) === 0) return { kind: 'zero' };
      return { kind: 'map', entries: several(u.key).map((key) => [key, drawSample(u.elem, inner)] as const) };
    default:
      return { kind: 'zero' };
  }
}

function drawInteger(s: Sampling, bits: number, signed: boolean): bigint {
  const most = signed ? 2n ** BigInt(bits - 1) - 1n : 2n ** BigInt(bits) - 1n;
  const least = signed ? -most - 1n : 0n;
  // Limits now and then: most contracts are about small numbers.
  if (s.draw(40) === 0) return s.draw(2) === 0 ? most : least;
  const small = BigInt(s.draw(12) - (signed ? 4 : 0));
  // Eight bits hold each of these.
  return small;
}

/** The value in the interpreter. */
export function sampleValue(t: Type, x: Sample): unknown {
  const u = under(t);
  switch (x.kind) {
    case 'zero':
      return zeroOf(t)();
    case 'bool':
    case 'string':
      return x.value;
    case 'int':
      return norm(x.value);
    case 'list': {
      if (u.kind !== 'Slice' && u.kind !== 'Array') throw new Unsupported('a list that is neither slice nor array');
      const elems = x.elems.map((elem) => sampleValue(u.elem, elem));
      return u.kind === 'Array' ? elems : new Slice(elems, 0, elems.length, elems.length);
    }
    case 'struct':
      return x.fields.map((field, i) => sampleValue(fieldType(u, i), field));
    case 'pointer': {
      if (u.kind !== 'Pointer') throw new Unsupported('a pointer to what has none');
      const to = sampleValue(u.elem, x.to);
      return isAgg(u.elem) ? to : new Ptr([to], 0);
    }
    case 'map': {
      if (u.kind !== 'Map') throw new Unsupported('entries of what is no map');
      const map = new GoMap();
      const hash = keyOf(u.key);
      for (const [key, value] of x.entries) {
        const k = sampleValue(u.key, key);
        map.entries.set(hash(k), [k, sampleValue(u.elem, value)]);
      }
      return map;
    }
  }
}

function fieldType(u: Type, i: number): Type {
  const type = (u as StructType).fields[i]?.type;
  if (type == null) throw new Unsupported('fields of what is no struct');
  return type;
}

/** The value as a Go expression in the package that declares the types; null for what cannot be written as one. */
export function sampleText(t: Type, x: Sample): string | null {
  const name = (type: Type): string => typeString(type, () => '');
  const u = under(t);
  const all = (list: readonly (string | null)[]): string | null =>
    list.every((text) => text !== null) ? list.join(', ') : null;
  switch (x.kind) {
    case 'zero':
      return `*new(${name(t)})`;
    case 'bool':
      return `${name(t)}(${x.value})`;
    case 'int':
      return `${name(t)}(${x.value})`;
    case 'string':
      return `${name(t)}(${quoteBytes(x.value)})`;
    case 'list': {
      if (u.kind !== 'Slice' && u.kind !== 'Array') return null;
      const elems = all(x.elems.map((elem) => sampleText(u.elem, elem)));
      return elems === null ? null : `${name(t)}{${elems}}`;
    }
    case 'struct': {
      const fields = all(x.fields.map((field, i) => sampleText(fieldType(u, i), field)));
      return fields === null ? null : `${name(t)}{${fields}}`;
    }
    case 'pointer': {
      const to = u.kind === 'Pointer' ? sampleText(u.elem, x.to) : null;
      if (to === null || u.kind !== 'Pointer') return null;
      const made = `func() *${name(u.elem)} { v := ${to}; return &v }()`;
      return unalias(t).kind === 'Pointer' ? made : `${name(t)}(${made})`;
    }
    case 'map': {
      if (u.kind !== 'Map') return null;
      const entries = x.entries.map(([key, value]) => all([sampleText(u.key, key), sampleText(u.elem, value)]));
      if (entries.includes(null)) return null;
      // Keys may be there twice, which a literal must not have.
      const sets = entries.map((entry) => `m[${(entry as string).replace(', ', '] = ')}`).join('; ');
      return `func() ${name(t)} { m := ${name(t)}{}; ${sets}; return m }()`;
    }
  }
}
