// Values at run time, each interned to a small number, and the operators on them.

import type { BinOp, UnOp } from '../comm/comm.ts';
import { bitOperation, isBitOp, joined, textAtom, textOf, thrown } from '../comm/index.ts';

/** Index into a ValueTable. */
export type Value = number;

/**
 * The zero value of a type that `comm` does not name: equal to 0, false and nil. Variables start with it, and a receive
 * from a closed channel gives it.
 */
export const zero: Value = 0;
/** `?` */
export const unknown: Value = 1;
export const nil: Value = 2;
export const no: Value = 3;
export const yes: Value = 4;
/** As `?`: a container of the program's own whose content is not tracked. */
export const lost: Value = 5;
/** As `?`, but it came out of such a container: it may be any object of the program itself, not only one from outside. */
export const astray: Value = 6;

export type Datum =
  | { readonly kind: 'zero' | 'unknown' | 'nil' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'atom'; readonly value: string }
  | { readonly kind: 'ref'; readonly slot: number }
  | { readonly kind: 'func'; readonly proc: number; readonly captured: readonly Value[] };

export interface ValueTable {
  readonly data: Datum[];
  readonly ints: Map<number, Value>;
  readonly atoms: Map<string, Value>;
  readonly refs: Value[];
  readonly funcs: Map<string, Value>;
}

export function newValueTable(): ValueTable {
  return {
    data: [
      { kind: 'zero' },
      { kind: 'unknown' },
      { kind: 'nil' },
      { kind: 'bool', value: false },
      { kind: 'bool', value: true },
      { kind: 'unknown' },
      { kind: 'unknown' },
    ],
    ints: new Map(),
    atoms: new Map(),
    refs: [],
    funcs: new Map(),
  };
}

export function intValue(t: ValueTable, value: number): Value {
  if (!Number.isSafeInteger(value)) return unknown;
  let id = t.ints.get(value);
  if (id === undefined) {
    id = t.data.push({ kind: 'int', value: value === 0 ? 0 : value }) - 1;
    t.ints.set(value, id);
  }
  return id;
}

/** Whether nothing is known of a value. */
export function isUnknown(value: Value): boolean {
  return value === unknown || value === lost || value === astray;
}

/** A value as what it leads to: what was thrown may be anything of the program's own. */
export function asHolder(t: ValueTable, value: Value): Value {
  return isThrown(datum(t, value)) ? astray : value;
}

function isThrown(d: Datum): boolean {
  return d.kind === 'atom' && d.value === thrown;
}

/** Whether what a value refers to may be an object of the program's own that is not tracked. */
export function isAstray(value: Value): boolean {
  return value === lost || value === astray;
}

export function boolValue(value: boolean): Value {
  return value ? yes : no;
}

export function atomValue(t: ValueTable, value: string): Value {
  let id = t.atoms.get(value);
  if (id === undefined) {
    id = t.data.push({ kind: 'atom', value }) - 1;
    t.atoms.set(value, id);
  }
  return id;
}

/** The text that a value is, as its bytes; null for other values. The zero value of no type is none. */
export function asText(t: ValueTable, value: Value): string | null {
  const d = datum(t, value);
  return d.kind === 'atom' ? textOf(d.value) : null;
}

/** A part of a text. */
export function textValue(t: ValueTable, bytes: string): Value {
  return atomValue(t, textAtom(bytes));
}

export function refValue(t: ValueTable, slot: number): Value {
  let id = t.refs[slot];
  if (id === undefined) {
    id = t.data.push({ kind: 'ref', slot }) - 1;
    t.refs[slot] = id;
  }
  return id;
}

export function funcValue(t: ValueTable, proc: number, captured: readonly Value[]): Value {
  const key = `${proc}:${captured.join(',')}`;
  let id = t.funcs.get(key);
  if (id === undefined) {
    id = t.data.push({ kind: 'func', proc, captured }) - 1;
    t.funcs.set(key, id);
  }
  return id;
}

export function datum(t: ValueTable, value: Value): Datum {
  return t.data[value] as Datum;
}

/** The integer that a value stands for, or null where it is none that is known. */
export function asInt(t: ValueTable, value: Value): number | null {
  const d = datum(t, value);
  return d.kind === 'int' ? d.value : d.kind === 'zero' ? 0 : null;
}

/** The boolean that a value stands for, or null where it is none that is known. */
export function asBool(t: ValueTable, value: Value): boolean | null {
  const d = datum(t, value);
  return d.kind === 'bool' ? d.value : d.kind === 'zero' ? false : null;
}

/** The slot that a value refers to: 0 for nil, -1 for anything that is not known. */
export function asSlot(t: ValueTable, value: Value): number {
  const d = datum(t, value);
  return d.kind === 'ref' ? d.slot : d.kind === 'nil' || d.kind === 'zero' ? 0 : -1;
}

export function unary(t: ValueTable, op: UnOp, x: Value): Value {
  if (op === '!') {
    const b = asBool(t, x);
    return b === null ? unknown : boolValue(!b);
  }
  const n = asInt(t, x);
  return n === null ? unknown : intValue(t, -n);
}

/**
 * Thrown where an operator panics, as Go's runtime does: no user of a value can take it for one. The step that executes the statement raises
 * the panic in its goroutine.
 */
export class DivisionByZero extends Error {}

export function binary(t: ValueTable, op: BinOp, x: Value, y: Value): Value {
  switch (op) {
    case '==':
      return equal(t, x, y);
    case '!=': {
      const e = equal(t, x, y);
      return e === unknown ? unknown : e === yes ? no : yes;
    }
    case '&&': {
      const a = asBool(t, x);
      const b = asBool(t, y);
      if (a === false || b === false) return no;
      return a === null || b === null ? unknown : yes;
    }
    case '||': {
      const a = asBool(t, x);
      const b = asBool(t, y);
      if (a === true || b === true) return yes;
      return a === null || b === null ? unknown : no;
    }
    case '++':
    case '.<':
      return onTexts(t, op, operandText(t, x), operandText(t, y));
    default:
  }
  const a = asInt(t, x);
  const b = asInt(t, y);
  if (b === 0 && (op === '/' || op === '%')) throw new DivisionByZero();
  if (a === null || b === null) return unknown;
  if (isBitOp(op)) {
    const result = bitOperation(op, a, b);
    return result === null ? unknown : intValue(t, result);
  }
  switch (op) {
    case '+':
      return intValue(t, a + b);
    case '-':
      return intValue(t, a - b);
    case '*':
      return intValue(t, a * b);
    case '/':
      return intValue(t, Math.trunc(a / b));
    case '%':
      return intValue(t, a % b);
    case '<':
      return boolValue(a < b);
    case '<=':
      return boolValue(a <= b);
    case '>':
      return boolValue(a > b);
    case '>=':
      return boolValue(a >= b);
  }
}

function operandText(t: ValueTable, value: Value): string | null {
  return value === zero ? '' : asText(t, value);
}

function onTexts(t: ValueTable, op: '++' | '.<', x: string | null, y: string | null): Value {
  if (x === null || y === null) return unknown;
  if (op === '.<') return boolValue(x < y);
  const both = joined(x, y);
  return both === null ? unknown : atomValue(t, both);
}

/** yes, no or unknown. */
export function equal(t: ValueTable, x: Value, y: Value): Value {
  if (isUnknown(x) || isUnknown(y)) return unknown;
  const a = datum(t, x);
  if (x === y) return isThrown(a) ? unknown : yes;
  const b = datum(t, y);
  if (a.kind === 'zero') return isZero(b);
  if (b.kind === 'zero') return isZero(a);
  if (isThrown(a)) return b.kind === 'nil' ? no : unknown;
  if (isThrown(b)) return a.kind === 'nil' ? no : unknown;
  return no;
}

function isZero(d: Datum): Value {
  switch (d.kind) {
    case 'nil':
    case 'zero':
      return yes;
    case 'int':
      return boolValue(d.value === 0);
    case 'bool':
      return boolValue(!d.value);
    // Of other atoms it is not known here which of them stands for nothing.
    case 'atom': {
      const text = textOf(d.value);
      return text !== null ? boolValue(text === '') : isThrown(d) ? no : unknown;
    }
    case 'unknown':
      return unknown;
    case 'ref':
    case 'func':
      return no;
  }
}

/** Adds the slots that a value refers to, also through what a function captured. */
export function slotsOf(t: ValueTable, value: Value, into: number[]): void {
  const d = datum(t, value);
  if (d.kind === 'ref') into.push(d.slot);
  else if (d.kind === 'func') for (const captured of d.captured) slotsOf(t, captured, into);
}
