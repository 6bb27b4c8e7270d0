// What a function of the standard library writes through a pointer of known type: unknown data, as decoders do.

import type { Expr as IrExpr } from '../../ir/ir.ts';
import type { Type } from '../../types/type.ts';
import type { ConstExpr, Expr, Place } from '../comm.ts';
import { mayPointTwice } from './pointers.ts';
import { isPlainData, shapeOf } from './shape.ts';
import { type Builder, cellClass, isBoxed, load, store, structClass } from './state.ts';
import { emitValue } from './values.ts';

/**
 * Forgets the data that the argument points to, and gives what it led to before: that may have been written in place.
 * Channels, functions and locks are not decoded. Null where the type that is pointed to is not known.
 */
export function decodeInto(b: Builder, arg: IrExpr, unknown: ConstExpr): readonly Expr[] | null {
  const pointer = arg.kind === 'MakeInterface' ? arg.x : arg;
  const shape = shapeOf(pointer.type);
  if (shape.kind !== 'pointer') return null;
  const led: Expr[] = [];
  const elem = shapeOf(shape.elem);
  if (elem.kind === 'sync' || elem.kind === 'array') return null;
  const object = emitValue(b, pointer);
  if (object.kind !== 'var' || mayPointTwice(b.x, pointer.type)) return null;
  if (elem.kind === 'struct') forgetFields(b, object, shape.elem, unknown, led);
  else
    forget(b, { kind: 'field', object, class: cellClass(b.x, shape.elem).index, field: 0 }, shape.elem, unknown, led);
  return led;
}

function forgetFields(b: Builder, record: Expr, type: Type, unknown: ConstExpr, led: Expr[]): void {
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return;
  const owner = structClass(b.x, type);
  shape.fields.forEach((field, i) => {
    if (field.name === '_') return;
    const fieldType = field.type as Type;
    const place: Place = { kind: 'field', object: record, class: owner.index, field: i };
    const init = owner.fields[i]?.init;
    if (shapeOf(fieldType).kind === 'struct') forgetFields(b, load(b, place), fieldType, unknown, led);
    else if (isBoxed(b.x, owner, i)) {
      if (init?.kind !== 'record') return;
      forget(b, { kind: 'field', object: load(b, place), class: init.class, field: 0 }, fieldType, unknown, led);
    } else forget(b, place, fieldType, unknown, led);
  });
}

function forget(b: Builder, place: Place, type: Type, unknown: ConstExpr, led: Expr[]): void {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'sync':
    case 'chan':
    case 'func':
    case 'struct':
      return;
    case 'array':
      led.push(load(b, place));
      return;
    default:
      if (!isPlainData(shape)) led.push(load(b, place));
      store(b, place, unknown);
  }
}
