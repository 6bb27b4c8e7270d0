// How values of a Go type are represented in a communication program.
//
// Structs are records, also where Go has them by value: they are then copied. Locks and wait groups are objects of their
// own, so that their address is the object. A pointer to anything else leads to a cell: a record with one field.

import { tableOf } from '../../base/named.ts';
import { typeHash, typeString, unalias, under } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import {
  type ChanType,
  isBooleanBit,
  isIntegerBit,
  isStringBit,
  type MapType,
  type Named,
  type Signature,
  type Type,
} from '../../types/type.ts';
import type { SyncKind } from '../comm.ts';

/** Whether values of this shape lead to no object. */
export function isPlainData(shape: Shape): boolean {
  return ['int', 'bool', 'string', 'opaque', 'unit'].includes(shape.kind);
}

export type Shape =
  | { readonly kind: 'int' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'string' }
  /** Data that is not tracked. */
  | { readonly kind: 'opaque' }
  | { readonly kind: 'chan'; readonly chan: ChanType }
  | { readonly kind: 'func'; readonly signature: Signature }
  | { readonly kind: 'map'; readonly map: MapType }
  | { readonly kind: 'slice'; readonly elem: Type }
  | { readonly kind: 'array'; readonly elem: Type; readonly len: number }
  | { readonly kind: 'struct'; readonly fields: readonly Var[]; readonly special: 'cond' | null }
  | { readonly kind: 'sync'; readonly sync: SyncKind }
  | { readonly kind: 'pointer'; readonly elem: Type }
  /** `struct{}` */
  | { readonly kind: 'unit' }
  | { readonly kind: 'iface' };

const syncKinds = tableOf<SyncKind>({
  Mutex: 'mutex',
  RWMutex: 'rwmutex',
  WaitGroup: 'waitgroup',
});

const simple = {
  int: { kind: 'int' },
  bool: { kind: 'bool' },
  string: { kind: 'string' },
  opaque: { kind: 'opaque' },
  unit: { kind: 'unit' },
  iface: { kind: 'iface' },
} as const;

const cache = new WeakMap<Type, Shape>();

export function shapeOf(type: Type): Shape {
  let shape = cache.get(type);
  if (shape === undefined) {
    shape = computeShape(type);
    cache.set(type, shape);
  }
  return shape;
}

function computeShape(type: Type): Shape {
  const named = unalias(type);
  const inSync = named.kind === 'Named' && named.obj.pkg?.path === 'sync' ? named.obj.name : null;
  const sync = inSync === null ? undefined : syncKinds.get(inSync);
  if (sync !== undefined) return { kind: 'sync', sync };
  const u = under(type);
  switch (u.kind) {
    case 'Basic':
      if ((u.info & isIntegerBit) !== 0) return simple.int;
      if ((u.info & isBooleanBit) !== 0) return simple.bool;
      if ((u.info & isStringBit) !== 0) return simple.string;
      return simple.opaque;
    case 'Chan':
      return { kind: 'chan', chan: u };
    case 'Signature':
      return { kind: 'func', signature: u };
    case 'Map':
      return { kind: 'map', map: u };
    case 'Slice':
      return { kind: 'slice', elem: u.elem };
    case 'Array':
      return { kind: 'array', elem: u.elem, len: u.len };
    case 'Struct':
      // Values without content need no object; named ones may have methods.
      if (u.fields.length === 0 && named.kind !== 'Named') return simple.unit;
      return { kind: 'struct', fields: u.fields, special: inSync === 'Cond' ? 'cond' : null };
    case 'Pointer':
      return { kind: 'pointer', elem: u.elem };
    case 'Interface':
      return simple.iface;
    case 'Named':
    case 'Alias':
    case 'TypeParam':
    case 'Union':
    case 'Tuple':
    case 'Math':
      return simple.opaque;
  }
}

/** Whether the value is an object that lives where the variable lives: its address is the object itself. */
export function isInPlace(shape: Shape): boolean {
  return shape.kind === 'struct' || shape.kind === 'sync' || shape.kind === 'array';
}

const keys = new WeakMap<Type, string>();

/** A text that is equal for identical types only. */
export function keyOf(type: Type): string {
  let key = keys.get(type);
  if (key === undefined) {
    key = typeHash(type);
    keys.set(type, key);
  }
  return key;
}

/** A type as users write it: `pkg.T`. */
export function shownType(type: Type): string {
  return typeString(type, (pkg) => pkg.name);
}

/** The named type behind a type or a pointer to it. */
export function namedOf(type: Type): Named | null {
  let t = unalias(type);
  if (t.kind === 'Pointer') t = unalias(t.elem);
  return t.kind === 'Named' ? t : null;
}

/** Bytes in slices and arrays are text or messages: what they hold is not tracked, wherever they are written. */
export function isByte(type: Type): boolean {
  const u = under(type);
  return u.kind === 'Basic' && (u.name === 'byte' || u.name === 'uint8');
}
