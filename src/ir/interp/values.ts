// Values of the interpreter and what depends on their types only: zeros, copies, equality, keys of maps, integers.
//
// Structs and arrays are JavaScript arrays, changed in place; a pointer to one is the array itself, any other pointer is
// a Ptr. Integers of up to 32 bits are numbers; those of 64 bits are numbers where these are exact, else bigints.
// Strings have one character of code 0 to 255 for each byte. Nil is null.

import { typeHash, typeSet, typeString, unalias, under } from '../../types/index.ts';
import { isExported } from '../../types/object.ts';
import type { BasicName, MathKind, Type } from '../../types/type.ts';
import type { Code } from './machine.ts';

export type Agg = unknown[];

export class Ptr {
  readonly o: unknown[];
  readonly k: number;
  constructor(o: unknown[], k: number) {
    this.o = o;
    this.k = k;
  }
}

export class Slice {
  readonly arr: unknown[];
  readonly off: number;
  readonly len: number;
  readonly cap: number;
  constructor(arr: unknown[], off: number, len: number, cap: number) {
    this.arr = arr;
    this.off = off;
    this.len = len;
    this.cap = cap;
  }
}

export class Complex {
  readonly re: number;
  readonly im: number;
  constructor(re: number, im: number) {
    this.re = re;
    this.im = im;
  }
}

export class Closure {
  readonly code: Code;
  readonly captured: readonly unknown[];
  constructor(code: Code, captured: readonly unknown[]) {
    this.code = code;
    this.captured = captured;
  }
}

export class GoMap {
  readonly entries = new Map<unknown, [key: unknown, value: unknown]>();
}

/** A value of a mathematical type; it never changes. Equal values have equal keys. */
export class MathValue {
  readonly kind: MathKind;
  /** The constructor of an algebraic value; '' for others. */
  readonly clause: string;
  /** Elements: of sets and multisets in the order of their keys, of a dictionary `[key, value]`, of an option none or one, else in order. */
  readonly elems: readonly unknown[];
  /** What identifies each element; of a dictionary, each key. */
  readonly keys: readonly string[];
  readonly key: string;
  constructor(kind: MathKind, clause: string, elems: readonly unknown[], keys: readonly string[], key: string) {
    this.kind = kind;
    this.clause = clause;
    this.elems = elems;
    this.keys = keys;
    this.key = key;
  }
}

/** A dynamic type: equal types have one RType. */
export interface RType {
  readonly type: Type;
  readonly name: string;
  readonly comparable: boolean;
  readonly implements: Map<Type, string | null>;
}

export class Iface {
  readonly t: RType;
  readonly v: unknown;
  constructor(t: RType, v: unknown) {
    this.t = t;
    this.v = v;
  }
}

/** Something that the interpreter does not have. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

// ---------------------------------------------------------------------------------------------------------------
// Types

const rtypes = new Map<string, RType>();
const rtypeOfType = new WeakMap<Type, RType>();

export function rtype(t: Type): RType {
  let found = rtypeOfType.get(t);
  if (found !== undefined) return found;
  const hash = typeHash(t);
  found = rtypes.get(hash);
  if (found === undefined) {
    found = { type: t, name: nameOf(t), comparable: isComparable(t), implements: new Map() };
    rtypes.set(hash, found);
  }
  rtypeOfType.set(t, found);
  return found;
}

/** The type as reflection spells it. */
function nameOf(type: Type): string {
  const t = unalias(type);
  switch (t.kind) {
    case 'Basic':
      return t.basic;
    case 'Pointer':
      return `*${nameOf(t.elem)}`;
    case 'Slice':
      return `[]${nameOf(t.elem)}`;
    case 'Array':
      return `[${t.len}]${nameOf(t.elem)}`;
    case 'Map':
      return `map[${nameOf(t.key)}]${nameOf(t.elem)}`;
    case 'Chan':
      return `${t.dir === 'both' ? 'chan' : t.dir === 'send' ? 'chan<-' : '<-chan'} ${nameOf(t.elem)}`;
    case 'Struct': {
      const fields = t.fields.map((f, i) => {
        const tag = t.tags[i] ?? '';
        return `${f.embedded ? '' : `${f.name} `}${nameOf(f.type as Type)}${tag === '' ? '' : ` ${JSON.stringify(tag)}`}`;
      });
      return fields.length === 0 ? 'struct {}' : `struct { ${fields.join('; ')} }`;
    }
    case 'Interface': {
      const methods = typeSet(t).methods.map((m) => {
        const name = isExported(m.name) ? m.name : `${m.pkg?.name ?? ''}.${m.name}`;
        return `${name}${nameOf(m.type as Type).slice('func'.length)}`;
      });
      return methods.length === 0 ? 'interface {}' : `interface { ${methods.join('; ')} }`;
    }
    case 'Signature': {
      const params = t.params.vars.map((v, i) => {
        const last = t.variadic && i === t.params.vars.length - 1;
        return last ? `...${nameOf(v.type as Type).slice(2)}` : nameOf(v.type as Type);
      });
      const results = t.results.vars.map((v) => nameOf(v.type as Type));
      const tail = results.length === 0 ? '' : results.length === 1 ? ` ${results[0]}` : ` (${results.join(', ')})`;
      return `func(${params.join(', ')})${tail}`;
    }
    case 'Named': {
      const args = t.inst === null ? '' : `[${t.inst.typeArgs.map((a) => typeString(a, null)).join(',')}]`;
      return `${t.obj.pkg === null ? '' : `${t.obj.pkg.name}.`}${t.obj.name}${args}`;
    }
    default:
      return typeString(t, (pkg) => pkg.name);
  }
}

function isComparable(t: Type): boolean {
  const u = under(t);
  switch (u.kind) {
    case 'Slice':
    case 'Map':
    case 'Signature':
      return false;
    case 'Array':
      return isComparable(u.elem);
    case 'Struct':
      return u.fields.every((f) => isComparable(f.type as Type));
    default:
      return true;
  }
}

export function isAgg(t: Type): boolean {
  const kind = under(t).kind;
  return kind === 'Struct' || kind === 'Array';
}

/** Width and sign of an integer type; null for others. */
export interface IntKind {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

const intKinds: Partial<Record<BasicName, IntKind>> = {
  int: { bits: 64, signed: true },
  int8: { bits: 8, signed: true },
  int16: { bits: 16, signed: true },
  int32: { bits: 32, signed: true },
  int64: { bits: 64, signed: true },
  uint: { bits: 64, signed: false },
  uint8: { bits: 8, signed: false },
  uint16: { bits: 16, signed: false },
  uint32: { bits: 32, signed: false },
  uint64: { bits: 64, signed: false },
  uintptr: { bits: 64, signed: false },
};

export function intKind(t: Type): IntKind | null {
  const u = under(t);
  return u.kind === 'Basic' ? (intKinds[u.basic] ?? null) : null;
}

export function basicOf(t: Type): BasicName | null {
  const u = under(t);
  return u.kind === 'Basic' ? u.basic : null;
}

const zeros = new WeakMap<Type, () => unknown>();

/** Makes zero values of a type. */
export function zeroOf(t: Type): () => unknown {
  let make = zeros.get(t);
  if (make === undefined) {
    // The type may contain itself through a pointer; those need no zero of it.
    make = makeZero(t);
    zeros.set(t, make);
  }
  return make;
}

function makeZero(t: Type): () => unknown {
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
      if (u.basic === 'string') return () => '';
      if (u.basic === 'bool') return () => false;
      if (u.basic === 'complex64' || u.basic === 'complex128') {
        const c = new Complex(0, 0);
        return () => c;
      }
      if (u.basic === 'unsafe.Pointer') return () => null;
      return () => 0;
    case 'Struct': {
      const fields = u.fields.map((f) => zeroOf(f.type as Type));
      return () => {
        const a = new Array<unknown>(fields.length);
        for (let i = 0; i < fields.length; i++) a[i] = (fields[i] as () => unknown)();
        return a;
      };
    }
    case 'Array': {
      const elem = zeroOf(u.elem);
      const agg = isAgg(u.elem);
      const n = u.len;
      return () => {
        if (n > 50_000_000) throw new Unsupported('an array of that size');
        const a = new Array<unknown>(n);
        if (agg) for (let i = 0; i < n; i++) a[i] = elem();
        else a.fill(elem());
        return a;
      };
    }
    case 'Math': {
      const isEmpty = u.math === 'seq' || u.math === 'set' || u.math === 'mset' || u.math === 'dict';
      if (!isEmpty && u.math !== 'option') return () => null;
      const empty = new MathValue(u.math, '', [], [], `${u.math}()`);
      return () => empty;
    }
    default:
      return () => null;
  }
}

const copiers = new WeakMap<Type, ((v: unknown) => unknown) | { none: true }>();

/** Copies values of a type; null if these need no copy. */
export function copier(t: Type): ((v: unknown) => unknown) | null {
  const known = copiers.get(t);
  if (known !== undefined) return 'none' in known ? null : known;
  const made = makeCopier(t);
  copiers.set(t, made ?? { none: true });
  return made;
}

function makeCopier(t: Type): ((v: unknown) => unknown) | null {
  const u = under(t);
  if (u.kind === 'Struct') {
    const inner: [number, (v: unknown) => unknown][] = [];
    for (const [i, f] of u.fields.entries()) {
      const copy = copier(f.type as Type);
      if (copy !== null) inner.push([i, copy]);
    }
    if (inner.length === 0) return (v) => (v as Agg).slice();
    return (v) => {
      const a = (v as Agg).slice();
      for (const [i, copy] of inner) a[i] = copy(a[i]);
      return a;
    };
  }
  if (u.kind === 'Array') {
    const elem = copier(u.elem);
    return elem === null ? (v) => (v as Agg).slice() : (v) => (v as Agg).map(elem);
  }
  return null;
}

const assigners = new WeakMap<Type, (to: Agg, from: Agg) => void>();

/** Overwrites a struct or array with another one of its type, so that pointers into it stay valid. */
export function assigner(t: Type): (to: Agg, from: Agg) => void {
  let made = assigners.get(t);
  if (made === undefined) {
    made = makeAssigner(t);
    assigners.set(t, made);
  }
  return made;
}

function makeAssigner(t: Type): (to: Agg, from: Agg) => void {
  const u = under(t);
  if (u.kind === 'Struct') {
    const inner = u.fields.map((f) => (isAgg(f.type as Type) ? assigner(f.type as Type) : null));
    return (to, from) => {
      if (to === from) return;
      for (let i = 0; i < inner.length; i++) {
        const assign = inner[i];
        if (assign === null || assign === undefined) to[i] = from[i];
        else assign(to[i] as Agg, from[i] as Agg);
      }
    };
  }
  if (u.kind === 'Array') {
    const assign = isAgg(u.elem) ? assigner(u.elem) : null;
    return (to, from) => {
      if (to === from) return;
      for (let i = 0; i < from.length; i++) {
        if (assign === null) to[i] = from[i];
        else assign(to[i] as Agg, from[i] as Agg);
      }
    };
  }
  throw new Unsupported('assignment in place');
}

// ---------------------------------------------------------------------------------------------------------------
// Equality and keys

/** Compares values of one type; throws through `fail` where Go panics. */
export function equal(t: Type): (a: unknown, b: unknown) => boolean {
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
      if (u.basic === 'complex64' || u.basic === 'complex128') {
        return (a, b) => (a as Complex).re === (b as Complex).re && (a as Complex).im === (b as Complex).im;
      }
      return samePointer;
    case 'Pointer':
      return samePointer;
    case 'Interface':
      return equalInterfaces;
    case 'Math':
      return (a, b) => a === b || (a as MathValue | null)?.key === (b as MathValue | null)?.key;
    case 'Struct': {
      const fields = u.fields.flatMap((f, i) => (f.name === '_' ? [] : [[i, equal(f.type as Type)] as const]));
      return (a, b) => fields.every(([i, eq]) => eq((a as Agg)[i], (b as Agg)[i]));
    }
    case 'Array': {
      const eq = equal(u.elem);
      return (a, b) => {
        for (let i = 0; i < (a as Agg).length; i++) if (!eq((a as Agg)[i], (b as Agg)[i])) return false;
        return true;
      };
    }
    default:
      return (a, b) => a === b;
  }
}

export function samePointer(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return a instanceof Ptr && b instanceof Ptr && a.o === b.o && a.k === b.k;
}

/** Thrown where values of a type that has no == are compared or hashed; the machine makes a panic of it. */
export class Uncomparable {
  readonly type: RType;
  readonly what: 'comparing' | 'hash of';
  constructor(type: RType, what: 'comparing' | 'hash of') {
    this.type = type;
    this.what = what;
  }
}

const equalMemo = new WeakMap<RType, (a: unknown, b: unknown) => boolean>();

export function equalInterfaces(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return a === b;
  const x = a as Iface;
  const y = b as Iface;
  if (x.t !== y.t) return false;
  if (!x.t.comparable) throw new Uncomparable(x.t, 'comparing');
  let eq = equalMemo.get(x.t);
  if (eq === undefined) equalMemo.set(x.t, (eq = equal(x.t.type)));
  return eq(x.v, y.v);
}

const ids = new WeakMap<object, number>();
let nextId = 0xc000010000;

/** A number for an object, for printing and hashing. */
export function idOf(o: object): number {
  let id = ids.get(o);
  if (id === undefined) {
    id = nextId;
    nextId += 16;
    ids.set(o, id);
  }
  return id;
}

/** What identifies a key in a JavaScript Map. */
export function keyOf(t: Type): (v: unknown) => unknown {
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
      if (u.basic === 'float32' || u.basic === 'float64') return (v) => (Number.isNaN(v) ? Symbol('NaN') : v);
      if (u.basic === 'complex64' || u.basic === 'complex128') {
        return (v) => {
          const c = v as Complex;
          return Number.isNaN(c.re) || Number.isNaN(c.im) ? Symbol('NaN') : `${c.re + 0},${c.im + 0}`;
        };
      }
      if (u.basic === 'unsafe.Pointer') return pointerKey;
      return (v) => v;
    case 'Pointer':
      return pointerKey;
    case 'Math':
      return (v) => (v as MathValue | null)?.key ?? null;
    case 'Interface':
      return (v) => {
        if (v === null) return null;
        const { t: rt, v: value } = v as Iface;
        if (!rt.comparable) throw new Uncomparable(rt, 'hash of');
        const key = keyOf(rt.type)(value);
        if (typeof key === 'symbol') return key;
        return `${idOf(rt)}:${textOf(key)}`;
      };
    case 'Struct': {
      const fields = u.fields.flatMap((f, i) => (f.name === '_' ? [] : [[i, keyOf(f.type as Type)] as const]));
      return (v) => joined(fields.map(([i, key]) => key((v as Agg)[i])));
    }
    case 'Array': {
      const key = keyOf(u.elem);
      return (v) => joined((v as Agg).map(key));
    }
    default:
      return (v) => v;
  }
}

function pointerKey(v: unknown): unknown {
  return v instanceof Ptr ? `*${idOf(v.o)}.${v.k}` : v;
}

function joined(parts: readonly unknown[]): unknown {
  for (const part of parts) if (typeof part === 'symbol') return part;
  return parts.map(textOf).join('|');
}

/** What identifies a value of a type, as text. In ghost code any value has it: those that Go cannot compare by identity. */
export function keyText(t: Type): (v: unknown) => string {
  const key = keyOf(t);
  return (v) => {
    if (v instanceof Slice) return `[${idOf(v.arr)}:${v.off}:${v.len}]`;
    if (v instanceof Iface && !v.t.comparable) return `${idOf(v.t)}:${textOf(v.v)}`;
    return textOf(key(v));
  };
}

function textOf(key: unknown): string {
  if (typeof key === 'object' && key !== null) return `o${idOf(key)}`;
  if (typeof key === 'function') return `o${idOf(key)}`;
  if (typeof key === 'string') return JSON.stringify(key);
  if (typeof key === 'number') return String(key + 0);
  return String(key);
}

// ---------------------------------------------------------------------------------------------------------------
// Strings

export function utf8Encode(rune: number): string {
  let r = rune;
  if (r < 0 || r > 0x10ffff || (r >= 0xd800 && r <= 0xdfff)) r = 0xfffd;
  if (r < 0x80) return String.fromCharCode(r);
  if (r < 0x800) return String.fromCharCode(0xc0 | (r >> 6), 0x80 | (r & 63));
  if (r < 0x10000) return String.fromCharCode(0xe0 | (r >> 12), 0x80 | ((r >> 6) & 63), 0x80 | (r & 63));
  return String.fromCharCode(0xf0 | (r >> 18), 0x80 | ((r >> 12) & 63), 0x80 | ((r >> 6) & 63), 0x80 | (r & 63));
}

/** The rune at a place of a byte string, and how many bytes it takes. */
export function utf8Decode(s: string, i: number): [rune: number, width: number] {
  const c = s.charCodeAt(i);
  if (c < 0x80) return [c, 1];
  const at = (k: number): number => {
    const d = s.charCodeAt(i + k);
    return d >= 0x80 && d < 0xc0 ? d & 63 : -1;
  };
  const a = at(1);
  if (a < 0 || c < 0xc2 || c > 0xf4) return [0xfffd, 1];
  if (c < 0xe0) return [((c & 31) << 6) | a, 2];
  const b = at(2);
  if (b < 0) return [0xfffd, 1];
  if (c < 0xf0) {
    const r = ((c & 15) << 12) | (a << 6) | b;
    return r < 0x800 || (r >= 0xd800 && r <= 0xdfff) ? [0xfffd, 1] : [r, 3];
  }
  const d = at(3);
  if (d < 0) return [0xfffd, 1];
  const r = ((c & 7) << 18) | (a << 12) | (b << 6) | d;
  return r < 0x10000 || r > 0x10ffff ? [0xfffd, 1] : [r, 4];
}

export function bytesToString(s: Slice | null): string {
  if (s === null) return '';
  let text = '';
  for (let i = 0; i < s.len; i += 8192) {
    text += String.fromCharCode(...(s.arr.slice(s.off + i, s.off + Math.min(s.len, i + 8192)) as number[]));
  }
  return text;
}

export function stringToBytes(s: string): Slice {
  const arr = new Array<unknown>(s.length);
  for (let i = 0; i < s.length; i++) arr[i] = s.charCodeAt(i);
  return new Slice(arr, 0, arr.length, arr.length);
}
