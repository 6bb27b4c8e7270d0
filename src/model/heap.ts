// Expressions and shared memory as a local run sees them: records, arrays, maps, globals.

import { assertNever, must } from '../base/assert.ts';
import { type GapReason, gapReason, type Why, why } from '../base/reasons.ts';
import type { Expr, FieldInit, MapStmt, NewStmt, Place, Site, SyncKind } from '../comm/comm.ts';
import { type Component, intern } from './component.ts';
import { type Machine, noteUntracked } from './machine.ts';
import { elementAt, elementsOf, putElement } from './slices.ts';
import {
  asHolder,
  asInt,
  asSlot,
  asText,
  astray,
  atomValue,
  binary,
  boolValue,
  datum,
  equal,
  funcValue,
  intValue,
  isAstray,
  lost,
  nil,
  no,
  refValue,
  unary,
  unknown,
  type Value,
  yes,
  zero,
} from './value.ts';

/** The state as a run sees and changes it. */
export interface Memory {
  readonly machine: Machine;
  /** The component in a slot, or for negative numbers a free slot; remembered as something the run depends on. */
  readonly ask: (question: number) => number;
  /** Slots that the run has written. */
  readonly written: Map<number, number>;
  allocated: number;
  readonly choose: (count: number, site: Site, why: Why) => number;
}

export function component(mem: Memory, slot: number): Component {
  return mem.machine.comps.list[mem.written.get(slot) ?? mem.ask(slot)] as Component;
}

export function write(mem: Memory, slot: number, c: Component): void {
  mem.written.set(slot, intern(mem.machine.comps, c));
}

/** Puts a new object into the next free slot. */
export function allocate(mem: Memory, c: Component): Value {
  const slot = mem.ask(-++mem.allocated);
  write(mem, slot, c);
  return refValue(mem.machine.comps.values, slot);
}

/** The value of an expression; throws where a division by zero panics. */
export function evaluate(mem: Memory, vars: readonly Value[], expr: Expr): Value {
  const { values } = mem.machine.comps;
  switch (expr.kind) {
    case 'int':
      return intValue(values, expr.value);
    case 'bool':
      return boolValue(expr.value);
    case 'atom':
      return atomValue(values, expr.value);
    case 'nil':
      return nil;
    case 'unknown':
      return expr.why.standing === 'lost' ? lost : unknown;
    case 'param':
      return mem.machine.params[expr.index] ?? unknown;
    case 'var':
      return vars[expr.index] as Value;
    case 'unary':
      return unary(values, expr.op, evaluate(mem, vars, expr.x));
    case 'binary': {
      const x = evaluate(mem, vars, expr.x);
      // What the left side decides, the right side is not evaluated for.
      if ((expr.op === '&&' && (x === no || x === zero)) || (expr.op === '||' && x === yes)) return x === zero ? no : x;
      const y = evaluate(mem, vars, expr.y);
      return binary(values, expr.op, x, y);
    }
    case 'func':
      return funcValue(values, expr.proc, valuesOf(mem, vars, expr.captured));
    default:
      return assertNever(expr);
  }
}

export function valuesOf(mem: Memory, vars: readonly Value[], all: readonly Expr[]): Value[] {
  const out: Value[] = [];
  for (const one of all) out.push(evaluate(mem, vars, one));
  return out;
}

/** A new record with all that it holds by value, lock, WaitGroup or cond. */
export function newObject(mem: Memory, vars: readonly Value[], stmt: NewStmt, origin: number): Value {
  switch (stmt.what.kind) {
    case 'record':
      return newRecord(mem, stmt.what.class, origin);
    case 'sync':
      return newSync(mem, stmt.what.sync, origin);
    case 'cond':
      return allocate(mem, { kind: 'cond', locker: evaluate(mem, vars, stmt.what.locker), origin });
  }
}

function newSync(mem: Memory, sync: SyncKind, origin: number): Value {
  switch (sync) {
    case 'mutex':
      return allocate(mem, { kind: 'mutex', locked: false, origin });
    case 'rwmutex':
      return allocate(mem, { kind: 'rwmutex', readers: 0, writer: 0, origin });
    case 'waitgroup':
      return allocate(mem, { kind: 'waitgroup', count: 0, origin });
  }
}

function initial(mem: Memory, init: FieldInit, origin: number): Value {
  switch (init.kind) {
    case 'value':
      return evaluate(mem, [], init.value);
    case 'sync':
      return newSync(mem, init.sync, origin);
    case 'record':
      return newRecord(mem, init.class, origin);
  }
}

function newRecord(mem: Memory, classIndex: number, origin: number): Value {
  const { fields } = must(mem.machine.code.program.classes[classIndex]);
  const origins = mem.machine.code.fieldOrigins.get(origin);
  const values = fields.map(({ init }, i) => initial(mem, init, origins?.[i] ?? origin));
  return allocate(mem, { kind: 'record', class: classIndex, fields: values, origin });
}

// ---------------------------------------------------------------------------------------------------------------
// Places

/** What is done with a place besides reading it. The result is the value that the statement gives. */
export type Access =
  | { readonly kind: 'store'; readonly value: Value }
  | { readonly kind: 'load' | 'store' | 'add' | 'swap' | 'cas'; readonly args: readonly Value[] };

const outOfRange = 'index out of range';
const nilPointer = 'nil pointer dereference';

/** Reads or changes a place. A string says why that panics. */
export function place(
  mem: Memory,
  vars: readonly Value[],
  where: Place,
  site: Site,
  access: Access | null,
): Value | string {
  switch (where.kind) {
    case 'global': {
      const c = component(mem, 1);
      if (c.kind !== 'globals') return unknown;
      return cell(mem, c.values, where.index, site, access, (values) => write(mem, 1, { ...c, values }));
    }
    case 'field': {
      const object = evaluate(mem, vars, where.object);
      const slot = asSlot(mem.machine.comps.values, object);
      if (slot === 0) return nilPointer;
      if (slot < 0)
        return unknownPlace(
          mem,
          asHolder(mem.machine.comps.values, object),
          gapReason('untrackedPointer'),
          site,
          access,
        );
      const c = component(mem, slot);
      if (c.kind !== 'record' || where.field >= c.fields.length)
        return unknownPlace(mem, astray, gapReason('untrackedPointer'), site, access);
      return cell(mem, c.fields, where.field, site, access, (fields) => write(mem, slot, { ...c, fields }));
    }
    case 'element': {
      const array = evaluate(mem, vars, where.array);
      const index = evaluate(mem, vars, where.index);
      const text = asText(mem.machine.comps.values, array);
      if (text !== null) return byteOf(mem, text, index);
      const found = elementsOf(mem, array);
      if (found === null)
        return unknownPlace(mem, asHolder(mem.machine.comps.values, array), gapReason('untrackedSlice'), site, access);
      const known = asInt(mem.machine.comps.values, index);
      const length = found.high - found.low;
      if (length === 0 || (known !== null && (known < 0 || known >= length))) return outOfRange;
      const at = found.low + (known ?? mem.choose(length, site, why('element')));
      const isRead = access === null || access.kind !== 'store';
      const old = isRead ? elementAt(mem, found.slot, at, site) : (found.elements[at] as Value);
      const seen = found.elements.map((v, i) => (i === at ? old : v));
      return cell(mem, seen, at, site, access, (elements) => {
        putElement(mem, found.slot, at, elements[at] as Value, site);
      });
    }
  }
}

function unknownPlace(mem: Memory, holder: Value, what: GapReason, site: Site, access: Access | null): Value {
  // What is put into a container that is not tracked stays in there; but what comes out may be any object, with other names.
  if (holder === astray && access !== null && access.kind !== 'load') noteUntracked(mem.machine, what, site);
  if (access === null || access.kind !== 'store') return isAstray(holder) ? astray : unknown;
  // A compare-and-swap on something unknown may or may not succeed, as may everything that reads it.
  return zero;
}

/** A byte of a string, which is never written. */
function byteOf(mem: Memory, text: string, index: Value): Value | string {
  const at = asInt(mem.machine.comps.values, index);
  if (at === null) return text === '' ? outOfRange : unknown;
  return at < 0 || at >= text.length ? outOfRange : intValue(mem.machine.comps.values, text.charCodeAt(at));
}

/** Reads or changes one of several values. */
function cell(
  mem: Memory,
  all: readonly Value[],
  index: number,
  site: Site,
  access: Access | null,
  put: (values: readonly Value[]) => void,
): Value {
  const { values } = mem.machine.comps;
  const old = all[index] as Value;
  const set = (value: Value): void => put(all.map((v, i) => (i === index ? value : v)));
  if (access === null || access.kind === 'load') return old;
  if ('value' in access) {
    set(access.value);
    return old;
  }
  const first = access.args[0] ?? unknown;
  switch (access.kind) {
    case 'store':
      set(first);
      return old;
    case 'swap':
      set(first);
      return old;
    case 'add': {
      const sum = binary(values, '+', old, first);
      set(sum);
      return sum;
    }
    case 'cas': {
      const same = equal(values, old, first);
      const done = same === unknown ? mem.choose(2, site, why('swap')) === 0 : same === yes;
      if (done) set(access.args[1] ?? unknown);
      return boolValue(done);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Maps

type MapComponent = Extract<Component, { kind: 'map' }>;

/** Executes a map statement. A string says why it panics. */
export function mapOperation(mem: Memory, vars: Value[], stmt: MapStmt): string | null {
  const { values } = mem.machine.comps;
  const args = valuesOf(mem, vars, stmt.args);
  const give = (value: Value, ok: Value): null => {
    if (stmt.target !== null) vars[stmt.target] = value;
    if (stmt.ok !== null) vars[stmt.ok] = ok;
    return null;
  };
  if (stmt.op === 'make') return give(allocate(mem, { kind: 'map', keys: [], values: [], others: [] }), yes);
  const map = asHolder(values, args[0] ?? unknown);
  const slot = asSlot(values, map);
  if (slot < 0) {
    if (isAstray(map) && (stmt.op === 'set' || stmt.op === 'delete'))
      noteUntracked(mem.machine, gapReason('untrackedMap'), stmt.site);
    return give(isAstray(map) ? astray : unknown, unknown);
  }
  const found: Component = slot === 0 ? { kind: 'map', keys: [], values: [], others: [] } : component(mem, slot);
  if (found.kind !== 'map') return give(unknown, unknown);
  const key = args[1] ?? unknown;
  switch (stmt.op) {
    case 'get':
      return get(mem, found, key, stmt.site, give);
    case 'set': {
      if (slot === 0) return 'assignment to entry in nil map';
      write(mem, slot, withEntry(mem, found, key, args[2] ?? unknown));
      return null;
    }
    case 'delete': {
      if (slot === 0) return null;
      const gone = keyIndex(mem, found, key, stmt.site, true);
      if (gone >= 0) write(mem, slot, without(found, gone));
      return null;
    }
    case 'len':
      return give(found.others.length > 0 ? unknown : intValue(values, found.keys.length), yes);
    case 'key': {
      const at = asInt(values, key);
      // A key at a fixed position is taken where every key is as good as another.
      if (stmt.args[1]?.kind !== 'int' && found.keys.length + found.others.length > 1) mem.machine.oneOrder = true;
      if (found.others.length === 0 && at !== null)
        return give(found.keys[at] ?? unknown, boolValue(at < found.keys.length));
      const pick = mem.choose(found.keys.length + 1, stmt.site, why('nextKey'));
      return give(found.keys[pick] ?? unknown, yes);
    }
  }
}

/** The index of the entry that a key means, or -1 for none. What is not certain is chosen. */
function keyIndex(mem: Memory, m: MapComponent, key: Value, site: Site, mayMiss: boolean): number {
  const { values } = mem.machine.comps;
  const certain = m.keys.findIndex((k) => equal(values, k, key) === yes);
  if (certain >= 0) return certain;
  const possible: number[] = [];
  m.keys.forEach((k, i) => {
    if (equal(values, k, key) === unknown) possible.push(i);
  });
  if (possible.length === 0) return -1;
  const pick = mem.choose(possible.length + (mayMiss ? 1 : 0), site, why('entry'));
  return possible[pick] ?? -1;
}

function get(mem: Memory, m: MapComponent, key: Value, site: Site, give: (value: Value, ok: Value) => null): null {
  const at = keyIndex(mem, m, key, site, true);
  const others = m.others.length;
  if (others === 0) return at < 0 ? give(zero, no) : give(m.values[at] as Value, yes);
  // Entries under unknown keys may hide or stand for this one.
  const pick = mem.choose(others + 1, site, why('entry'));
  if (pick < others) return give(m.others[pick] as Value, yes);
  return at < 0 ? give(zero, no) : give(m.values[at] as Value, yes);
}

function withEntry(mem: Memory, m: MapComponent, key: Value, value: Value): MapComponent {
  const { values } = mem.machine.comps;
  if (datum(values, key).kind === 'unknown') {
    return m.others.includes(value) ? m : { ...m, others: [...m.others, value].sort((a, b) => a - b) };
  }
  const at = m.keys.findIndex((k) => equal(values, k, key) === yes);
  if (at >= 0) return { ...m, values: m.values.map((v, i) => (i === at ? value : v)) };
  return { ...m, keys: [...m.keys, key], values: [...m.values, value] };
}

function without(m: MapComponent, at: number): MapComponent {
  return { ...m, keys: m.keys.filter((_, i) => i !== at), values: m.values.filter((_, i) => i !== at) };
}
