// Slices as a local run sees them: arrays, parts of arrays, and arrays that an append made of others.
//
// An append to a part with room behind it writes into the array. Whether there is room behind an array that an append made is not
// known: the old one and the new one may share their elements or not. So the old one knows the new one, and what is read or
// written through it is chosen to be shared or not; the new one, which nearly always takes the old one's place, is as it seems.

import { gapReason, why } from '../base/reasons.ts';
import type { ArrayStmt, Site } from '../comm/comm.ts';
import type { ArrayComponent } from './component.ts';
import { allocate, component, type Memory, valuesOf, write } from './heap.ts';
import { noteUntracked } from './machine.ts';
import {
  asHolder,
  asInt,
  asSlot,
  asText,
  intValue,
  isAstray,
  lost,
  nil,
  refValue,
  textValue,
  unknown,
  type Value,
  type ValueTable,
  zero,
} from './value.ts';

export interface Elements {
  readonly slot: number;
  readonly elements: readonly Value[];
  readonly low: number;
  readonly high: number;
  /** How far it may grow; -1: as far as the array goes. */
  readonly max: number;
}

const noArray: ArrayComponent = { kind: 'array', elements: [], open: false, next: zero, shift: 0 };

/** The elements of an array or slice; null if it is unknown. A nil slice has none. */
export function elementsOf(mem: Memory, array: Value): Elements | null {
  const slot = asSlot(mem.machine.comps.values, array);
  if (slot === 0) return { slot: 0, elements: [], low: 0, high: 0, max: -1 };
  if (slot < 0) return null;
  const c = component(mem, slot);
  if (c.kind === 'array') return { slot, elements: c.elements, low: 0, high: c.elements.length, max: -1 };
  if (c.kind !== 'view') return null;
  const base = asSlot(mem.machine.comps.values, c.base);
  const array0 = component(mem, base);
  return array0.kind === 'array'
    ? { slot: base, elements: array0.elements, low: c.low, high: c.high, max: c.max }
    : null;
}

function arrayAt(mem: Memory, slot: number): ArrayComponent {
  const c = slot === 0 ? noArray : component(mem, slot);
  return c.kind === 'array' ? c : noArray;
}

/** An element of an array; where a longer array may share it and has another, one of the two. */
export function elementAt(mem: Memory, slot: number, at: number, site: Site): Value {
  const { elements, next, shift } = arrayAt(mem, slot);
  const own = elements[at] as Value;
  const longer = asSlot(mem.machine.comps.values, next);
  if (longer <= 0 || at < shift || at - shift >= arrayAt(mem, longer).elements.length) return own;
  const other = elementAt(mem, longer, at - shift, site);
  return other === own || mem.choose(2, site, why('slicePart')) === 0 ? own : other;
}

export function putElement(mem: Memory, slot: number, at: number, value: Value, site: Site): void {
  const c = arrayAt(mem, slot);
  write(mem, slot, { ...c, elements: c.elements.map((v, i) => (i === at ? value : v)) });
  const longer = asSlot(mem.machine.comps.values, c.next);
  if (longer <= 0 || at < c.shift || at - c.shift >= arrayAt(mem, longer).elements.length) return;
  if (mem.choose(2, site, why('slicePart')) === 1) putElement(mem, longer, at - c.shift, value, site);
}

/** Bounds of a slice with room for so many elements; of those that are not known any that fit are chosen. */
function partOf(
  [low, high]: readonly [number | null, number | null],
  length: number,
  choose: (count: number) => number,
): readonly [number, number] {
  const most = high ?? length;
  // Without room for a choice it is out of range.
  const from = low ?? (most < 0 || most > length ? 0 : choose(most + 1));
  return [from, high ?? (from < 0 || from > length ? length : from + choose(length - from + 1))];
}

/** More elements than this are not tracked. */
const maxLength = 4096;

/** The result of an array statement, or why it panics. */
export function makeArrayValue(mem: Memory, vars: readonly Value[], stmt: ArrayStmt): Value | string {
  const { values } = mem.machine.comps;
  const args = valuesOf(mem, vars, stmt.args);
  const first = asHolder(values, args[0] ?? unknown);
  if (stmt.op === 'make') {
    const length = asInt(values, first);
    if (length === null || length > maxLength) return lost;
    if (length < 0) return 'makeslice: len out of range';
    return allocate(mem, { ...noArray, elements: new Array<Value>(length).fill(args[1] ?? zero) });
  }
  const text = asText(values, first);
  if (text !== null) return ofText(mem, text, args, stmt);
  const found = elementsOf(mem, first);
  if (found === null) return isAstray(first) && stmt.op !== 'len' ? first : unknown;
  switch (stmt.op) {
    case 'len':
      return intValue(values, found.high - found.low);
    case 'append':
      return append(mem, found, args.slice(1), stmt.site);
    case 'slice':
      // No part of what is nothing yet is more than that, whatever it would be.
      return first === zero && args.length < 4 && isNothing(values, args) ? zero : part(mem, found, args, stmt);
  }
}

function isNothing(values: ValueTable, [, low, high]: readonly Value[]): boolean {
  return [low, high].every((bound) => bound === undefined || asInt(values, bound) === 0);
}

/** The length of a text, or a part of it. */
function ofText(mem: Memory, text: string, args: readonly Value[], stmt: ArrayStmt): Value | string {
  const { values } = mem.machine.comps;
  if (stmt.op === 'len') return intValue(values, text.length);
  if (stmt.op !== 'slice') return unknown;
  const low = args.length > 1 ? asInt(values, args[1] as Value) : 0;
  const high = args.length > 2 ? asInt(values, args[2] as Value) : text.length;
  if (low === null || high === null) return unknown;
  return low < 0 || high < low || high > text.length ? outOfBounds : textValue(values, text.slice(low, high));
}

function append(mem: Memory, found: Elements, added: readonly Value[], site: Site): Value {
  const { slot, low, high, max } = found;
  const base = arrayAt(mem, slot);
  if (high - low + added.length > maxLength) return lost;
  const end = high + added.length;
  if (added.length > 0 && slot !== 0 && end <= (max < 0 ? base.elements.length : max)) {
    added.forEach((value, i) => {
      putElement(mem, slot, high + i, value, site);
    });
    return partAt(mem, slot, low, end, max);
  }
  const kept = Array.from({ length: high - low }, (_, i) => elementAt(mem, slot, low + i, site));
  const longer = allocate(mem, { ...noArray, elements: [...kept, ...added], open: true });
  if (slot === 0 || !base.open || max >= 0) return longer;
  // Where something lies behind the part, or two appends went on from one place, what they share is too much to follow.
  if (high < base.elements.length || base.next !== zero) noteUntracked(mem.machine, gapReason('sharedElements'), site);
  else write(mem, slot, { ...arrayAt(mem, slot), next: longer, shift: low });
  return longer;
}

/** A part of an array; all of it is the array itself. */
function partAt(mem: Memory, slot: number, low: number, high: number, max: number): Value {
  const { values } = mem.machine.comps;
  const base = refValue(values, slot);
  if (low === 0 && max < 0 && high === arrayAt(mem, slot).elements.length) return base;
  return allocate(mem, { kind: 'view', base, low, high, max });
}

function part(mem: Memory, found: Elements, args: readonly Value[], stmt: ArrayStmt): Value | string {
  const { values } = mem.machine.comps;
  const { slot, low: from, high: to, max } = found;
  const given = [
    args.length > 1 ? asInt(values, args[1] as Value) : 0,
    args.length > 2 ? asInt(values, args[2] as Value) : to - from,
  ] as const;
  const base = arrayAt(mem, slot);
  const room = (max < 0 ? base.elements.length : max) - from;
  // A slice may be cut longer than it is, as far as there is room: how far that is, is not always known.
  const isOpen = base.open && max < 0;
  // What is written through any part of it is written to the whole: so the part must be a known one.
  const most = isOpen && given[1] === null ? room + 1 : room;
  const [low, high] = partOf(given, most, (count) => mem.choose(count, stmt.site, why('slicePart')));
  if (low < 0 || high < low) return outOfBounds;
  if (high > room) return isOpen ? lost : outOfBounds;
  if (slot === 0) return nil;
  const limit = args.length > 3 ? asInt(values, args[3] as Value) : null;
  if (args.length > 3 && limit === null) return lost;
  if (limit !== null && (limit < high || (limit > room && !isOpen))) return outOfBounds;
  return partAt(mem, slot, from + low, from + high, limit === null || limit > room ? max : from + limit);
}

const outOfBounds = 'slice bounds out of range';
