// Sizes, alignments and offsets as the gc compiler lays values out.
//
// They are numbers: what exceeds 2^53 is not exact, and what would not fit 63 bits is -1, as for types too large.

import { tableOf } from '../base/named.ts';
import { asNamed } from './alias.ts';
import type { Checker } from './checker.ts';
import type { Var } from './object.ts';
import type { BasicName, StructType, Type } from './type.ts';
import { under } from './under.ts';

/** Of a target architecture. */
export interface Sizes {
  /** Size of int, uint, uintptr and pointers in bytes: 4 or 8. */
  readonly wordSize: number;
  /** Largest alignment of any type in bytes. */
  readonly maxAlign: number;
}

const words4: Sizes = { wordSize: 4, maxAlign: 4 };
const words8: Sizes = { wordSize: 8, maxAlign: 8 };

const archSizes = tableOf<Sizes>({
  '386': words4,
  amd64: words8,
  amd64p32: { wordSize: 4, maxAlign: 8 },
  arm: words4,
  arm64: words8,
  loong64: words8,
  mips: words4,
  mipsle: words4,
  mips64: words8,
  mips64le: words8,
  ppc64: words8,
  ppc64le: words8,
  riscv64: words8,
  s390x: words8,
  sparc64: words8,
  wasm: words8,
});

/** Sizes on a GOARCH; those of amd64 if it is not known. */
export function sizesFor(arch: string): Sizes {
  return archSizes.get(arch) ?? words8;
}

const basicSizes: Partial<Record<BasicName, number>> = {
  bool: 1,
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  float32: 4,
  float64: 8,
  complex64: 8,
  complex128: 16,
};

const tooLarge = 2 ** 63;

function sizesOf(c: Checker | null): Sizes {
  return c === null ? words8 : c.conf.sizes;
}

export function alignof(c: Checker | null, T: Type): number {
  return typeAlign(sizesOf(c), T);
}

/** -1 if the type is too large. */
export function sizeof(c: Checker | null, T: Type): number {
  return typeSize(sizesOf(c), T);
}

/** Offsets of all fields; -1 for those that are too far away. */
function offsetsof(c: Checker | null, T: StructType): number[] {
  return fieldOffsets(sizesOf(c), T.fields);
}

/** Offset of the field that `index` leads to through embedded fields; -1 if it is too far away. */
export function offsetof(c: Checker | null, T: Type, index: readonly number[]): number {
  let offset = 0;
  let type = T;
  for (const i of index) {
    const s = under(type) as StructType;
    const d = offsetsof(c, s)[i] as number;
    if (d < 0) return -1;
    offset += d;
    if (offset >= tooLarge) return -1;
    type = (s.fields[i] as Var).type as Type;
  }
  return offset;
}

/** Alignment of a type, at least 1. */
export function typeAlign(sizes: Sizes, T: Type): number {
  const t = under(T);
  if (t.kind === 'Array') return typeAlign(sizes, t.elem);
  if (t.kind === 'Struct') {
    if (t.fields.length === 0 && isAlign64(T)) return 8;
    let max = 1;
    for (const f of t.fields) {
      const a = typeAlign(sizes, f.type as Type);
      if (a > max) max = a;
    }
    return max;
  }
  if (t.kind === 'Slice' || t.kind === 'Interface') return sizes.wordSize;
  if (t.kind === 'Basic' && t.basic === 'string') return sizes.wordSize;
  let a = typeSize(sizes, T);
  if (a < 1) return 1;
  // Complex numbers are laid out like two floats.
  if (t.kind === 'Basic' && (t.basic === 'complex64' || t.basic === 'complex128')) a /= 2;
  return Math.min(a, sizes.maxAlign);
}

/** The empty struct by which the atomic packages force 8-byte alignment of what contains it. */
function isAlign64(T: Type): boolean {
  const named = asNamed(T);
  if (named === null || named.obj.name !== 'align64' || named.obj.pkg === null) return false;
  return named.obj.pkg.path === 'sync/atomic' || named.obj.pkg.path === 'internal/runtime/atomic';
}

function fieldOffsets(sizes: Sizes, fields: readonly Var[]): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const f of fields) {
    if (offset < 0) {
      offsets.push(-1);
      continue;
    }
    const type = f.type as Type;
    offset = align(offset, typeAlign(sizes, type));
    offsets.push(offset);
    const size = typeSize(sizes, type);
    offset = size < 0 || offset < 0 || offset + size >= tooLarge ? -1 : offset + size;
  }
  return offsets;
}

/** Size of a type; -1 if it is too large. */
export function typeSize(sizes: Sizes, T: Type): number {
  const t = under(T);
  switch (t.kind) {
    case 'Basic':
      if (t.basic === 'string') return 2 * sizes.wordSize;
      return basicSizes[t.basic] ?? sizes.wordSize;
    case 'Array': {
      if (t.len <= 0) return 0;
      const size = typeSize(sizes, t.elem);
      if (size < 0) return -1;
      return size * t.len >= tooLarge ? -1 : size * t.len;
    }
    case 'Slice':
      return 3 * sizes.wordSize;
    case 'Struct': {
      const last = t.fields.at(-1);
      if (last === undefined) return 0;
      const offset = fieldOffsets(sizes, t.fields).at(-1) as number;
      let size = typeSize(sizes, last.type as Type);
      if (offset < 0 || size < 0) return -1;
      // A pointer to a last field without size must not point beyond the struct.
      if (offset > 0 && size === 0) size = 1;
      return align(offset + size, typeAlign(sizes, t));
    }
    case 'Interface':
      return 2 * sizes.wordSize;
    case 'Pointer':
    case 'Signature':
    case 'Map':
    case 'Chan':
    case 'Tuple':
    case 'Union':
    case 'Named':
    case 'Alias':
    case 'TypeParam':
    case 'Math':
      return sizes.wordSize;
  }
}

/** The next multiple of `a`, or -1. */
function align(x: number, a: number): number {
  const result = Math.ceil(x / a) * a;
  return result >= tooLarge ? -1 : result;
}
