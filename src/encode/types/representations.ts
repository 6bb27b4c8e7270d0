// Representations that several types share, and lookups by type.

import { under } from '../../types/index.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Source, Stmt, Type } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { accField, eq, field, nil, Ref, typeKey } from '../core/build.ts';
import type { Encoder, TypeEncoding } from '../core/context.ts';

/** The field in which locations with values of a vil type keep them. */
export function valueField(e: Encoder, type: Type): string {
  const name = `val$${typeKey(type)}`;
  if (!e.fields.has(name)) e.fields.set(name, { kind: 'Field', name, type, src: noSource });
  return name;
}

// A leaf: its locations are references with one field.
//
//   value T = X      address T = Ref      nil = null
//   read(r) = r.val_X      footprint(r, p) = acc(r.val_X, p)      write(r, v) = r.val_X := v
export function leaf(own: Pick<TypeEncoding, 'value' | 'zero'> & Partial<TypeEncoding>): TypeEncoding {
  const location = (e: Encoder, t: GoType, address: Expr, src: Source) => {
    const type = own.value(e, t);
    return field(address, valueField(e, type), type, src);
  };
  return {
    address: () => Ref,
    nilAddress: (_, __, src) => nil(src),
    read: location,
    footprint: (e, t, address, perm, src) => accField(location(e, t, address, src), perm, src),
    write: (e, t, address, value, src): readonly Stmt[] => [
      { kind: 'FieldAssign', target: location(e, t, address, src), value, src },
    ],
    equal: (_, __, left, right, ___, src) => eq(left, right, src),
    comparable: () => true,
    ...own,
  };
}

/** Whether values of the type occupy no memory, so that pointers to different ones may be equal. */
export function isZeroSized(t: GoType): boolean {
  const u = under(t);
  switch (u.kind) {
    case 'Struct':
      return u.fields.every((f) => isZeroSized(f.type as GoType));
    case 'Array':
      return u.len === 0 || isZeroSized(u.elem);
    default:
      return false;
  }
}
