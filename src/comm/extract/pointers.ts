// Pointers to elements of slices and arrays: `&s[i]`.
//
// A pointer to what is no object of its own leads to a cell. Where a fragment takes the address of an element, cells of the element's
// type have two fields more, so that one of them can stand for the element: what goes through the pointer then goes to the array.

import { why } from '../../base/reasons.ts';
import { cellKey, elementKey } from '../../flow/index.ts';
import type { Type } from '../../types/type.ts';
import type { Expr, Place } from '../comm.ts';
import { isInPlace, shapeOf } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  cellClass,
  type Extraction,
  emit,
  ifElse,
  leadsToElements,
  load,
  nil,
  pointedMark,
  store,
  temp,
  unknown,
  variable,
} from './state.ts';

/** Where a cell keeps its content, and what it needs to stand for an element. */
const fields = { value: 0, array: 1, index: 2 } as const;

function fieldOfCell(x: Extraction, cell: Expr, type: Type, field: keyof typeof fields): Place {
  return { kind: 'field', object: cell, class: cellClass(x, type).index, field: fields[field] };
}

/** The content of what is known to be no element: a variable, a field. */
export function cellPlace(x: Extraction, cell: Expr, type: Type): Place {
  return fieldOfCell(x, cell, type, 'value');
}

/** `&array[index]`; null while cells of this type cannot stand for elements: then the fragment is translated again. */
export function elementPointer(b: Builder, array: Expr, index: Expr, type: Type): Expr | null {
  b.x.learned.noteAddressed(pointedMark + cellKey(type));
  b.x.learned.notePointed(elementKey(type), cellKey(type));
  if (!leadsToElements(b.x, type)) return null;
  const target = temp(b);
  const { index: made } = cellClass(b.x, type);
  emit(b, { kind: 'new', target, what: { kind: 'record', class: made }, label: b.label || 'element', site: b.site });
  store(b, fieldOfCell(b.x, variable(target), type, 'array'), array);
  store(b, fieldOfCell(b.x, variable(target), type, 'index'), index);
  return variable(target);
}

/** `*pointer`, of a type that is no object of its own. */
export function readThrough(b: Builder, pointer: Expr, type: Type): Expr {
  const own = cellPlace(b.x, pointer, type);
  if (!leadsToElements(b.x, type)) return load(b, own);
  const target = temp(b);
  atElement(
    b,
    pointer,
    type,
    (element) => assign(b, target, load(b, element)),
    () => assign(b, target, load(b, own)),
  );
  return variable(target);
}

/** `*pointer = v` */
export function writeThrough(b: Builder, pointer: Expr, type: Type, v: Expr): void {
  const own = cellPlace(b.x, pointer, type);
  if (!leadsToElements(b.x, type)) store(b, own, v);
  else
    atElement(
      b,
      pointer,
      type,
      (element) => store(b, element, v),
      () => store(b, own, v),
    );
}

function atElement(
  b: Builder,
  pointer: Expr,
  type: Type,
  element: (place: Place) => void,
  otherwise: () => void,
): void {
  const array = load(b, fieldOfCell(b.x, pointer, type, 'array'));
  ifElse(b, binary('==', array, nil), otherwise, () =>
    element({ kind: 'element', array, index: load(b, fieldOfCell(b.x, pointer, type, 'index')) }),
  );
}

/** Whether pointers to this type may be equal although they are different cells. */
export function mayPointTwice(x: Extraction, pointer: Type): boolean {
  const shape = shapeOf(pointer);
  return shape.kind === 'pointer' && !isInPlace(shapeOf(shape.elem)) && leadsToElements(x, shape.elem);
}

/** Whether two pointers are equal. Which elements of which array two of them lead to is not compared. */
export function samePointer(b: Builder, x: Expr, y: Expr, elem: Type): Expr {
  if (x.kind === 'unknown') return x;
  if (y.kind === 'unknown') return y;
  const target = temp(b);
  const nothing = (p: Expr): Expr => binary('==', p, nil);
  const plain = (p: Expr): Expr => nothing(load(b, fieldOfCell(b.x, p, elem, 'array')));
  assign(b, target, binary('==', x, y));
  ifElse(b, { kind: 'unary', op: '!', x: variable(target) }, () =>
    ifElse(
      b,
      { kind: 'binary', op: '||', x: nothing(x), y: nothing(y) },
      () => {},
      () =>
        ifElse(
          b,
          { kind: 'binary', op: '||', x: plain(x), y: plain(y) },
          () => {},
          () => assign(b, target, unknown(why('pointers', '', 'state'))),
        ),
    ),
  );
  return variable(target);
}
