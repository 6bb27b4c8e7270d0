// Values: expressions, places, copies of structs, values in interfaces.

import { gapReason, goValue, type Standing, type Why, why } from '../../base/reasons.ts';
import type { Span } from '../../base/source.ts';
import { elementKey, functionOf, sourceText } from '../../flow/index.ts';
import type { Expr as IrExpr, Place as IrPlace, Local } from '../../ir/ir.ts';
import { boolVal, isUnsafePointer, safeInteger, stringVal, unalias } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import type { BinOp, ConstExpr, Expr, Place, Proc, SyncKind } from '../comm.ts';
import { textAtom } from '../texts.ts';
import { hiddenFields, makeQueue } from './cond.ts';
import { registerDynamic, sameValue } from './dispatch.ts';
import { isNew } from './new.ts';
import { asInteger, complement, largest, product, shiftedLeft, wrapped } from './numbers.ts';
import { oneAnswer } from './one-answer.ts';
import { cellPlace, elementPointer, mayPointTwice, readThrough, samePointer, writeThrough } from './pointers.ts';
import { procUsed } from './proc.ts';
import { isByte, isInPlace, keyOf, namedOf, shapeOf, shownType } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  boxClass,
  type ClassInfo,
  cellClass,
  type Extraction,
  emit,
  emitContainer,
  ifElse,
  int,
  isBoxed,
  load,
  newVar,
  nil,
  noSite,
  noteCompared,
  procFor,
  siteOf,
  someValue,
  store,
  structClass,
  synthetic,
  temp,
  unknown,
  unknownAt,
  variable,
  yes,
  zeroConst,
} from './state.ts';
import { strange } from './strange.ts';

// ---------------------------------------------------------------------------------------------------------------
// Expressions

/**
 * Adds the statements that compute an expression, and gives its value: once for each operand, as in Go. A struct's value is a record that
 * may be shared: see `emitOwnValue`.
 */
export function emitValue(b: Builder, e: IrExpr): Expr {
  switch (e.kind) {
    case 'Const':
      return constant(e);
    case 'Zero':
      return zeroValue(b, e.type, typeName(e.type));
    case 'LocalRef':
      return readLocal(b, e.local);
    case 'FuncRef': {
      const fn = functionOf(b.x.flow, e.func);
      return { kind: 'func', proc: procUsed(b, fn), captured: [] };
    }
    case 'AddrOf':
      return addressOf(b, e.place);
    case 'Unary':
      if (e.op === '!') return unary('!', emitValue(b, e.x));
      if (e.op === '-' && shapeOf(e.type).kind === 'int') return wrapped(b, '-', unary('-', emitValue(b, e.x)), e.type);
      if (e.op === '+') return emitValue(b, e.x);
      return (e.op === '^' ? complement(emitValue(b, e.x), e.type) : null) ?? unknownAt(b, e.span);
    case 'Binary':
      return oneAnswer(b, e, () => binaryValue(b, e.op, e.x, e.y, e)) ?? binaryValue(b, e.op, e.x, e.y, e);
    case 'Convert':
      return converted(b, e);
    case 'MakeInterface':
      return asInterface(b, e.x);
    case 'Field':
      return fieldOf(b, emitValue(b, e.x), e.x.type, e.index);
    case 'Len':
      return lengthOf(b, e);
    case 'MinMax':
      return minMax(b, e);
    case 'Complex':
      return unknownAt(b, e.span);
    case 'Struct':
      return structValue(b, e);
    case 'ArrayLit': {
      const array = zeroValue(b, e.type, 'array');
      for (const { index, value: elem } of e.elems) {
        store(b, { kind: 'element', array, index: int(index) }, emitOwnValue(b, elem));
      }
      return array;
    }
  }
}

/** As `emitValue`; but a struct or array that other code may change is copied. */
export function emitOwnValue(b: Builder, e: IrExpr): Expr {
  const v = emitValue(b, e);
  return isInPlace(shapeOf(e.type)) && !isFresh(e) ? copyOf(b, v, e.type) : v;
}

function isFresh(e: IrExpr): boolean {
  return (
    e.kind === 'Struct' ||
    e.kind === 'Zero' ||
    e.kind === 'ArrayLit' ||
    (e.kind === 'LocalRef' && e.local.role === 'temp' && !e.local.shared)
  );
}

function constant(e: Extract<IrExpr, { kind: 'Const' }>): ConstExpr {
  switch (shapeOf(e.type).kind) {
    case 'int': {
      const n = safeInteger(e.value);
      return n === null || Math.abs(n) > largest ? unknown(why('large')) : int(n);
    }
    case 'bool':
      return { kind: 'bool', value: boolVal(e.value) };
    case 'string':
      return { kind: 'atom', value: textAtom(stringVal(e.value)) };
    default:
      return unknown(why('type', shownType(e.type), 'state'));
  }
}

function unary(op: '!' | '-', x: Expr): Expr {
  return x.kind === 'unknown' ? x : { kind: 'unary', op, x };
}

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '&^', '<<', '>>']);
const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** `x op y`; the operator cannot fail, or the caller has seen to it. */
export function binaryValue(b: Builder, op: string, x: IrExpr, y: IrExpr, e: Pick<IrExpr, 'span'>): Expr {
  const shape = shapeOf(x.type);
  const free = (): Expr => unknownAt(b, e.span);
  // What is computed here from known data is known to the program: it may rule out either answer.
  const computed = (): Expr => {
    const outside = emitValue(b, x).kind === 'unknown' || emitValue(b, y).kind === 'unknown';
    return outside ? free() : unknownAt(b, e.span, 'state');
  };
  if (op === '&&' || op === '||') return { kind: 'binary', op, x: emitValue(b, x), y: emitValue(b, y) };
  const against = x.kind === 'Const' ? y : y.kind === 'Const' ? x : null;
  if (shape.kind === 'opaque' && against !== null && !isNilLiteral(x) && !isNilLiteral(y))
    return withConstant(emitValue(b, against), free());
  if (arithmetic.has(op) || orders.has(op)) {
    if (shape.kind === 'string') {
      const text = textValue(op, emitValue(b, x), emitValue(b, y));
      return text.kind === 'unknown' ? free() : text;
    }
    if (shape.kind !== 'int') return shape.kind === 'opaque' ? free() : computed();
    const left = emitValue(b, x);
    const right = emitValue(b, y);
    const result = binary(op as BinOp, left, right);
    if (!arithmetic.has(op)) return result;
    if (result.kind === 'unknown') return computedFrom(b, result, e.span);
    if (op === '<<') return shiftedLeft(b, left, right, x.type);
    return op === '*' ? product(b, left, right, x.type) : wrapped(b, op, result, x.type);
  }
  if (op !== '==' && op !== '!=') return shape.kind === 'opaque' ? free() : computed();
  if (isNilLiteral(y)) return compareNil(b, op, x);
  if (isNilLiteral(x)) return compareNil(b, op, y);
  if (shape.kind === 'opaque') return free();
  const same = equal(b, emitValue(b, x), emitValue(b, y), x.type);
  return op === '==' ? same : unary('!', same);
}

/** What an untracked value and a constant give: unknown here, but known to the program if it knows the value. */
function withConstant(v: Expr, open: Expr): Expr {
  if (v.kind === 'unknown') return v.why.standing === 'state' ? v : open;
  return { kind: 'binary', op: '==', x: v, y: open };
}

/** One text behind another, or which of them comes first. */
function textValue(op: string, x: Expr, y: Expr): Expr {
  switch (op) {
    case '<':
      return binary('.<', x, y);
    case '>':
      return binary('.<', y, x);
    case '<=':
      return unary('!', binary('.<', y, x));
    case '>=':
      return unary('!', binary('.<', x, y));
    default:
      return binary('++', x, y);
  }
}

/** What is computed from an unknown number is another one, and goes by another name. */
function computedFrom(b: Builder, from: ConstExpr & { readonly kind: 'unknown' }, span: Span): Expr {
  const { kind, standing } = from.why;
  if (standing === 'lost' || kind === 'growing') return from;
  const text = sourceText(b.x.flow, span);
  return text === '' ? from : someValue(text, standing);
}

/** More elements than this are not compared one by one. */
const mostCompared = 8;

/** Whether two values of a type are equal: structs and arrays are if all their parts are. */
export function equal(b: Builder, x: Expr, y: Expr, type: Type): Expr {
  const shape = shapeOf(type);
  const open = unknown(why('comparison', shownType(type), 'state'));
  // Two values that are nil are equal.
  if (shape.kind === 'pointer' || shape.kind === 'iface') noteCompared(b.x, type);
  switch (shape.kind) {
    case 'struct': {
      const parts = shape.fields.map((field, i) => ({ type: field.type as Type, index: i, name: field.name }));
      return all(
        parts
          .filter((part) => part.name !== '_')
          .map((part) => equal(b, fieldOf(b, x, type, part.index), fieldOf(b, y, type, part.index), part.type)),
      );
    }
    case 'array': {
      if (shape.len > mostCompared || isByte(shape.elem)) return open;
      const element = (array: Expr, i: number): Expr => load(b, { kind: 'element', array, index: int(i) });
      return all(Array.from({ length: shape.len }, (_, i) => equal(b, element(x, i), element(y, i), shape.elem)));
    }
    case 'iface':
      return sameValue(b, x, y);
    case 'unit':
      return yes;
    case 'pointer':
      return mayPointTwice(b.x, type) ? samePointer(b, x, y, shape.elem) : binary('==', x, y);
    // Numbers that are not whole are not tracked; locks cannot be compared in any way that says something.
    case 'opaque':
    case 'sync':
      return open;
    default:
      return binary('==', x, y);
  }
}

function all(parts: readonly Expr[]): Expr {
  return parts.reduce((x, y) => (x === yes ? y : { kind: 'binary', op: '&&', x, y }), yes as Expr);
}

function isNilLiteral(e: IrExpr): boolean {
  return (
    e.kind === 'Zero' && !['int', 'bool', 'string', 'struct', 'array', 'opaque', 'sync'].includes(shapeOf(e.type).kind)
  );
}

function compareNil(b: Builder, op: '==' | '!=', x: IrExpr): Expr {
  noteCompared(b.x, x.type);
  return binary(op, emitValue(b, x), nil);
}

function converted(b: Builder, e: Extract<IrExpr, { kind: 'Convert' }>): Expr {
  const from = shapeOf(e.x.type);
  const to = shapeOf(e.type);
  // Who has an unsafe pointer may do anything with what it leads to.
  if (isUnsafePointer(e.type) && from.kind === 'pointer')
    strange(b, gapReason('code', 'conversion to an unsafe pointer'), [emitValue(b, e.x)]);
  if (from.kind !== to.kind) return to.kind === 'opaque' ? zeroConst(e.type) : unknownAt(b, e.span);
  if (from.kind === 'struct' && keyOf(e.x.type) !== keyOf(e.type))
    return convertStruct(b, emitValue(b, e.x), e.x.type, e.type);
  if (
    from.kind === 'pointer' &&
    to.kind === 'pointer' &&
    isInPlace(shapeOf(to.elem)) &&
    keyOf(from.elem) !== keyOf(to.elem)
  ) {
    const converted = unknown(why('conversion', '', 'lost'));
    return strange(b, gapReason('conversion'), [emitValue(b, e.x)], 1, converted)[0] ?? converted;
  }
  if (to.kind === 'int') return asInteger(b, emitValue(b, e.x), e.x.type, e.type);
  return emitValue(b, e.x);
}

/** A struct as one of another type with the same fields. */
function convertStruct(b: Builder, from: Expr, fromType: Type, toType: Type): Expr {
  const to = zeroValue(b, toType, 'value');
  const shape = shapeOf(toType);
  if (shape.kind === 'struct') {
    shape.fields.forEach((field, i) => {
      writeField(b, to, structClass(b.x, toType), i, field.type as Type, fieldOf(b, from, fromType, i));
    });
  }
  return to;
}

function lengthOf(b: Builder, e: Extract<IrExpr, { kind: 'Len' }>): Expr {
  const shape = shapeOf(e.x.type);
  if (shape.kind === 'array') return int(shape.len);
  if (shape.kind === 'pointer') {
    const elem = shapeOf(shape.elem);
    if (elem.kind === 'array') return int(elem.len);
  }
  if (shape.kind !== 'slice' || e.op === 'cap') {
    if (e.x.kind === 'Const' && e.op === 'len') return int(stringVal(e.x.value).length);
    // How much room there is, the program knows.
    if (shape.kind === 'slice') return unknown(measured(b, e, 'state'));
    if (shape.kind !== 'string') return unknown(measured(b, e));
  }
  const list = emitValue(b, e.x);
  if (shape.kind === 'string' && list.kind === 'unknown') return unknown(measured(b, e));
  const target = temp(b);
  emit(b, { kind: 'array', op: 'len', target, args: [list], site: b.site });
  return variable(target);
}

/** A length as a Go expression: of what was written, which the place of an implicit one does not show. */
export function measured(
  b: Builder,
  e: { readonly op: 'len' | 'cap'; readonly x: IrExpr; readonly span: Span },
  standing: Standing = 'open',
): Why {
  const text = sourceText(b.x.flow, e.span);
  const of = sourceText(b.x.flow, e.x.span);
  return e.op === 'len' && text === `len(${of})` ? why('length', of, standing) : goValue(text, standing);
}

function minMax(b: Builder, e: Extract<IrExpr, { kind: 'MinMax' }>): Expr {
  if (shapeOf(e.type).kind !== 'int') return unknownAt(b, e.span);
  const target = temp(b);
  e.args.forEach((arg, i) => {
    const v = emitValue(b, arg);
    if (i === 0) assign(b, target, v);
    else ifElse(b, binary(e.op === 'min' ? '<' : '>', v, variable(target)), () => assign(b, target, v));
  });
  return variable(target);
}

/** What an object without a name of its own is called. */
function typeName(type: Type): string {
  return namedOf(type)?.obj.name ?? 'value';
}

function structValue(b: Builder, e: Extract<IrExpr, { kind: 'Struct' }>): Expr {
  const record = zeroValue(b, e.type, typeName(e.type));
  const shape = shapeOf(e.type);
  if (shape.kind !== 'struct') return record;
  const owner = structClass(b.x, e.type);
  e.fields.forEach((field, i) => {
    if (field.kind === 'Zero') return;
    const place: Place = { kind: 'field', object: record, class: owner.index, field: i };
    if (isNew(b.x.flow, b.fn, field)) initialise(b, load(b, place), emitValue(b, field), field.type);
    else
      writeField(
        b,
        record,
        owner,
        i,
        field.type,
        isInPlace(shapeOf(field.type)) ? emitValue(b, field) : emitOwnValue(b, field),
      );
  });
  return record;
}

// ---------------------------------------------------------------------------------------------------------------
// Objects

/** The zero value of any type; structs, arrays and locks are made. */
export function zeroValue(b: Builder, type: Type, name: string): Expr {
  const shape = shapeOf(type);
  const label = b.label || name;
  switch (shape.kind) {
    case 'struct': {
      const target = temp(b);
      const made = structClass(b.x, type);
      emit(b, { kind: 'new', target, what: { kind: 'record', class: made.index }, label, site: b.site });
      makeArrays(b, variable(target), type);
      return variable(target);
    }
    case 'sync': {
      const target = temp(b);
      emit(b, { kind: 'new', target, what: { kind: 'sync', sync: shape.sync }, label, site: b.site });
      return variable(target);
    }
    case 'array': {
      const target = temp(b);
      if (shape.len > 64 || shape.len < 0) return unknown(why('type', shownType(type), 'lost'));
      emitContainer(
        b,
        { kind: 'array', op: 'make', target, args: [int(shape.len)], site: b.site },
        elementKey(shape.elem),
      );
      if (isInPlace(shapeOf(shape.elem))) {
        for (let i = 0; i < shape.len; i++) {
          const elem = zeroValue(b, shape.elem, label);
          store(b, { kind: 'element', array: variable(target), index: int(i) }, elem);
        }
      }
      return variable(target);
    }
    default:
      return zeroConst(type);
  }
}

/** Arrays in a new record are no part of its class: they are made here. */
function makeArrays(b: Builder, record: Expr, type: Type): void {
  if (!hasArrays(type)) return;
  const shape = shapeOf(type);
  if (shape.kind !== 'struct') return;
  const owner = structClass(b.x, type);
  shape.fields.forEach((field, i) => {
    const fieldType = field.type as Type;
    const fieldShape = shapeOf(fieldType);
    const place: Place = { kind: 'field', object: record, class: owner.index, field: i };
    if (fieldShape.kind === 'array') store(b, place, zeroValue(b, fieldType, field.name));
    else if (fieldShape.kind === 'struct' && hasArrays(fieldType)) makeArrays(b, load(b, place), fieldType);
  });
}

function hasArrays(type: Type): boolean {
  const shape = shapeOf(type);
  if (shape.kind === 'array') return true;
  return shape.kind === 'struct' && shape.fields.some((f) => hasArrays(f.type as Type));
}

/** A new object with the given content. `content` is owned by it. */
export function newCell(b: Builder, type: Type, content: Expr, label: string): Expr {
  const target = temp(b);
  const made = cellClass(b.x, type);
  emit(b, { kind: 'new', target, what: { kind: 'record', class: made.index }, label, site: b.site });
  store(b, { kind: 'field', object: variable(target), class: made.index, field: 0 }, content);
  return variable(target);
}

/** A copy of a struct or array. */
export function copyOf(b: Builder, from: Expr, type: Type): Expr {
  const shape = shapeOf(type);
  if (shape.kind === 'sync') {
    const to = zeroValue(b, type, 'copy');
    copySync(b, to, from, shape.sync);
    return to;
  }
  if (shape.kind === 'array') {
    const to = zeroValue(b, type, 'copy');
    overwrite(b, to, from, type);
    return to;
  }
  if (shape.kind !== 'struct') return from;
  const to = zeroValue(b, type, 'copy');
  assignStruct(b, to, from, type);
  return to;
}

/** Elements that are objects stay the same objects: there may be pointers to them. */
function overwriteElements(b: Builder, to: Expr, from: Expr, elem: Type, len: number): void {
  for (let i = 0; i < len; i++) {
    const place: Place = { kind: 'element', array: to, index: int(i) };
    const v = load(b, { kind: 'element', array: from, index: int(i) });
    if (isInPlace(shapeOf(elem))) overwrite(b, load(b, place), v, elem);
    else store(b, place, v);
  }
}

/** `*to = *from` for structs. */
function assignStruct(b: Builder, to: Expr, from: Expr, type: Type, fresh = false): void {
  const proc = procFor(b.x, `${fresh ? 'initialise' : 'assign'} ${keyOf(type)}`, () => assignProc(b.x, type, fresh));
  emit(b, { kind: 'call', callee: { kind: 'proc', proc }, args: [to, from], targets: [], site: b.site });
}

/** Puts a new value into what is as new as that: locks need no copying. */
export function initialise(b: Builder, to: Expr, from: Expr, type: Type): void {
  const shape = shapeOf(type);
  if (shape.kind === 'struct') assignStruct(b, to, from, type, true);
  else if (shape.kind !== 'sync') overwrite(b, to, from, type);
}

function assignProc(x: Extraction, type: Type, fresh: boolean): Proc {
  return synthetic(x, `copy ${shownType(type)}`, noSite, ['to', 'from'], (b, [to, from]) => {
    const shape = shapeOf(type);
    const owner = structClass(x, type);
    if (shape.kind === 'struct') {
      shape.fields.forEach((field, i) => {
        const fieldType = field.type as Type;
        const held = fieldOf(b, from as Expr, type, i);
        if (fresh && isInPlace(shapeOf(fieldType))) {
          initialise(b, load(b, fieldPlace(b, to as Expr, type, i)), held, fieldType);
        } else writeField(b, to as Expr, owner, i, fieldType, held);
      });
      for (const field of hiddenFields(owner)) {
        const queue = load(b, { kind: 'field', object: from as Expr, class: owner.index, field });
        store(b, { kind: 'field', object: to as Expr, class: owner.index, field }, queue);
      }
    }
    return [];
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Locals

export function varOf(b: Builder, local: Local): number {
  let index = b.locals.get(local);
  if (index === undefined) {
    index = newVar(b, local.name);
    b.locals.set(local, index);
  }
  return index;
}

/** Whether a local lives in a cell: shared ones whose value is no object of its own. */
export function inCell(local: Local): boolean {
  return local.shared && !isInPlace(shapeOf(local.type));
}

export function readLocal(b: Builder, local: Local): Expr {
  const v = variable(varOf(b, local));
  if (!inCell(local)) return v;
  return load(b, { kind: 'field', object: v, class: cellClass(b.x, local.type).index, field: 0 });
}

/** Assigns a value that the local will own. */
export function writeLocal(b: Builder, local: Local, v: Expr): void {
  if (inCell(local)) {
    const place: Place = {
      kind: 'field',
      object: variable(varOf(b, local)),
      class: cellClass(b.x, local.type).index,
      field: 0,
    };
    store(b, place, v);
  } else if (local.shared) overwrite(b, variable(varOf(b, local)), v, local.type);
  else assign(b, varOf(b, local), v);
}

/** Begins the life of a local with a value that it will own. */
export function declareLocal(b: Builder, local: Local, v: Expr): void {
  if (inCell(local)) assign(b, varOf(b, local), newCell(b, local.type, v, local.name));
  else assign(b, varOf(b, local), v);
}

/** Puts the content of one struct, array or lock into another. */
export function overwrite(b: Builder, to: Expr, from: Expr, type: Type): void {
  const shape = shapeOf(type);
  if (shape.kind === 'struct') assignStruct(b, to, from, type);
  else if (shape.kind === 'array' && shape.len <= 64) overwriteElements(b, to, from, shape.elem, shape.len);
  else if (shape.kind === 'sync') copySync(b, to, from, shape.sync);
}

/** A mutex takes over the state of another. How often others were locked or added to cannot be asked. */
function copySync(b: Builder, to: Expr, from: Expr, sync: SyncKind): void {
  if (sync !== 'mutex') {
    strange(b, gapReason('copied', sync === 'rwmutex' ? 'RWMutex' : 'WaitGroup'), [to, from]);
    return;
  }
  const { site } = b;
  const free = temp(b);
  const was = temp(b);
  emit(b, { kind: 'lock', op: 'trylock', lock: from, target: free, site });
  emit(b, { kind: 'lock', op: 'trylock', lock: to, target: was, site });
  ifElse(b, variable(free), () => {
    emit(b, { kind: 'lock', op: 'unlock', lock: from, target: null, site });
    emit(b, { kind: 'lock', op: 'unlock', lock: to, target: null, site });
  });
}

// ---------------------------------------------------------------------------------------------------------------
// Places

/** The object that stands at a place: a struct, an array or a lock. */
export function objectAt(b: Builder, place: IrPlace): Expr {
  switch (place.kind) {
    case 'LocalPlace':
      return readLocal(b, place.local);
    case 'GlobalPlace':
      return load(b, { kind: 'global', index: globalIndex(b.x, place.global) });
    case 'Deref':
      return emitValue(b, place.pointer);
    case 'FieldPlace':
      return load(b, fieldPlace(b, objectAt(b, place.base), place.base.type, place.index));
    case 'IndexPlace':
      return load(b, elementPlace(b, place));
  }
}

export function elementPlace(
  b: Builder,
  place: Extract<IrPlace, { kind: 'IndexPlace' }>,
): Extract<Place, { kind: 'element' }> {
  const array = place.base.kind === 'array' ? objectAt(b, place.base.place) : emitValue(b, place.base.slice);
  return { kind: 'element', array, index: emitValue(b, place.index) };
}

function fieldPlace(b: Builder, object: Expr, type: Type, index: number): Place {
  return { kind: 'field', object, class: structClass(b.x, type).index, field: index };
}

export function globalIndex(x: Extraction, global: Extract<IrPlace, { kind: 'GlobalPlace' }>['global']): number {
  let index = x.globals.index.get(global);
  if (index === undefined) {
    index = x.globals.decls.length;
    x.globals.decls.push({
      name: global.obj.name,
      site: siteOf(x, { pos: global.obj.pos, end: global.obj.pos + global.obj.name.length }),
    });
    x.globals.index.set(global, index);
    x.globals.list.push(global);
  }
  return index;
}

export function isBoxedGlobal(x: Extraction, global: Extract<IrPlace, { kind: 'GlobalPlace' }>['global']): boolean {
  return x.boxed.has(`global ${global.id}`);
}

/** Reads a place. Structs are not copied. */
export function readPlace(b: Builder, place: IrPlace): Expr {
  const shape = shapeOf(place.type);
  if (isInPlace(shape)) return objectAt(b, place);
  switch (place.kind) {
    case 'LocalPlace':
      return readLocal(b, place.local);
    case 'GlobalPlace': {
      const held = load(b, { kind: 'global', index: globalIndex(b.x, place.global) });
      return isBoxedGlobal(b.x, place.global) ? load(b, cellPlace(b.x, held, place.type)) : held;
    }
    case 'Deref':
      return readThrough(b, emitValue(b, place.pointer), place.type);
    case 'FieldPlace':
      return fieldOf(b, objectAt(b, place.base), place.base.type, place.index);
    case 'IndexPlace':
      return isByte(place.type) ? unknownAt(b, place.span) : load(b, elementPlace(b, place));
  }
}

/** Reads a field of a struct. */
export function fieldOf(b: Builder, object: Expr, type: Type, index: number): Expr {
  if (object.kind === 'unknown') return object;
  const owner = structClass(b.x, type);
  const held = load(b, fieldPlace(b, object, type, index));
  if (!isBoxed(b.x, owner, index)) return held;
  const shape = shapeOf(type);
  return shape.kind === 'struct' ? load(b, cellPlace(b.x, held, shape.fields[index]?.type as Type)) : held;
}

/** Writes a field. A struct is copied into it. */
function writeField(b: Builder, object: Expr, owner: ClassInfo, index: number, type: Type, v: Expr): void {
  const place: Place = { kind: 'field', object, class: owner.index, field: index };
  if (isInPlace(shapeOf(type))) overwrite(b, load(b, place), v, type);
  else if (isBoxed(b.x, owner, index)) store(b, cellPlace(b.x, load(b, place), type), v);
  else store(b, place, v);
  if (owner.name === 'sync.Cond' && owner.fields[index]?.name === 'L') makeQueue(b, object, owner);
}

/** Writes a place with a value that it will own. */
export function writePlace(b: Builder, place: IrPlace, v: Expr): void {
  switch (place.kind) {
    case 'LocalPlace':
      writeLocal(b, place.local, v);
      return;
    case 'FieldPlace':
      writeField(b, objectAt(b, place.base), structClass(b.x, place.base.type), place.index, place.type, v);
      return;
    default:
      break;
  }
  if (isInPlace(shapeOf(place.type)) && place.kind !== 'IndexPlace') {
    overwrite(b, objectAt(b, place), v, place.type);
    return;
  }
  switch (place.kind) {
    case 'GlobalPlace': {
      const index = globalIndex(b.x, place.global);
      if (isBoxedGlobal(b.x, place.global)) {
        store(b, cellPlace(b.x, load(b, { kind: 'global', index }), place.type), v);
      } else store(b, { kind: 'global', index }, v);
      return;
    }
    case 'Deref':
      writeThrough(b, emitValue(b, place.pointer), place.type, v);
      return;
    case 'IndexPlace':
      if (isInPlace(shapeOf(place.type))) overwrite(b, objectAt(b, place), v, place.type);
      else store(b, elementPlace(b, place), v);
      return;
  }
}

/** `&place` */
export function addressOf(b: Builder, place: IrPlace): Expr {
  if (isInPlace(shapeOf(place.type))) return objectAt(b, place);
  switch (place.kind) {
    case 'LocalPlace':
      return variable(varOf(b, place.local));
    case 'GlobalPlace':
      b.x.learned.noteAddressed(`global ${place.global.id}`);
      return load(b, { kind: 'global', index: globalIndex(b.x, place.global) });
    case 'Deref':
      return emitValue(b, place.pointer);
    case 'FieldPlace':
      b.x.learned.noteAddressed(`${structClass(b.x, place.base.type).key}.${place.index}`);
      return load(b, fieldPlace(b, objectAt(b, place.base), place.base.type, place.index));
    case 'IndexPlace': {
      const { array, index } = elementPlace(b, place);
      const pointer = isByte(place.type) ? null : elementPointer(b, array, index, place.type);
      if (pointer !== null) return pointer;
      const address = someValue(`&${sourceText(b.x.flow, place.span)}`);
      return strange(b, gapReason('address'), [array], 1, address)[0] ?? address;
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Interfaces

/** How values of a type lie in an interface: as they are, in a box, or without a class because they are plain data. */
export function dynamicForm(type: Type): 'record' | 'box' | 'plain' {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'pointer':
      return shapeOf(shape.elem).kind === 'struct' ? 'record' : 'box';
    case 'int':
    case 'bool':
    case 'string':
    case 'opaque':
      return isPlainDefault(type) ? 'plain' : 'box';
    default:
      return 'box';
  }
}

/** The class of values of a type in interfaces; null for plain data. */
export function dynamicClass(x: Extraction, type: Type): ClassInfo | null {
  switch (dynamicForm(type)) {
    case 'record': {
      const shape = shapeOf(type);
      return structClass(x, shape.kind === 'pointer' ? shape.elem : type);
    }
    case 'box':
      return boxClass(x, type);
    case 'plain':
      return null;
  }
}

function asInterface(b: Builder, e: IrExpr): Expr {
  const type = e.type;
  if (shapeOf(type).kind === 'iface') return emitValue(b, e);
  const v = emitOwnValue(b, e);
  const made = dynamicClass(b.x, type);
  if (made === null) return v;
  registerDynamic(b.x, { type, class: made });
  const target = temp(b);
  if (dynamicForm(type) === 'record') {
    if (e.kind === 'AddrOf') return v;
    // A nil pointer in an interface is not nil, and not a record either.
    assign(b, target, v);
    ifElse(b, binary('==', v, nil), () => assign(b, target, unknown(why('nilPointer', '', 'state'))));
    return variable(target);
  }
  emit(b, { kind: 'new', target, what: { kind: 'record', class: made.index }, label: shownType(type), site: b.site });
  store(b, { kind: 'field', object: variable(target), class: made.index, field: 0 }, v);
  return variable(target);
}

/** Whether plain data in interfaces is known by its value: that of other types must not be taken for it. */
function isPlainDefault(type: Type): boolean {
  const t = unalias(type);
  return t.kind === 'Basic' && ['int', 'bool', 'string'].includes(t.name);
}

/** The value that an interface holds, known to be of this type. */
export function fromInterface(b: Builder, held: Expr, type: Type): Expr {
  if (shapeOf(type).kind === 'iface' || dynamicForm(type) !== 'box') return held;
  const v = load(b, { kind: 'field', object: held, class: boxClass(b.x, type).index, field: 0 });
  return isInPlace(shapeOf(type)) ? copyOf(b, v, type) : v;
}
