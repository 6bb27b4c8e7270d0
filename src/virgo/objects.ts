// Objects and memory while a communication program is followed symbolically; see from-comm.ts.

import { must } from '../base/assert.ts';
import { goText, goValue, type Why, why } from '../base/reasons.ts';
import type { Expr, Place, RecvStmt, SendStmt, Site, Stmt, SyncKind } from '../comm/comm.ts';
import {
  type Frame,
  isEnvironment,
  type Machine,
  NotVirgo,
  type State,
  settled,
  settledFrom,
  settledValue,
  someNumber,
} from './follow.ts';
import { takeFromTimer } from './timers.ts';
import { binaryVal, constant, evaluate, joinVal, lost, nil, numberOf, sameVal, type Val } from './values.ts';
import type { VirgoComm, VirgoStmt, VirgoTau } from './virgo.ts';

export function uniqueName(m: Machine, label: string): string {
  const base = label === '' ? 'c' : label;
  const n = (m.names.get(base) ?? 0) + 1;
  m.names.set(base, n);
  return n === 1 ? base : `${base}'${n}`;
}

export function makeChannel(
  m: Machine,
  label: string,
  capacity: Expr,
  mutex: boolean,
  site: Site,
  out: VirgoStmt[],
): Val {
  m.channels.push({ name: uniqueName(m, label), site, mutex });
  const index = m.channels.length - 1;
  out.push({ kind: 'chan', target: index, capacity, site });
  return { kind: 'chan', index };
}

export function execNew(
  m: Machine,
  f: Frame,
  s: State,
  what: (Stmt & { readonly kind: 'new' })['what'],
  label: string,
  site: Site,
  out: VirgoStmt[],
): Val {
  if (what.kind === 'cond') throw new NotVirgo('a condition variable', site);
  if (what.kind === 'record') return makeRecord(m, f, s, what.class, label, site, out);
  return makeSync(m, what.sync, label, site, out);
}

export function makeSync(m: Machine, sync: SyncKind, label: string, site: Site, out: VirgoStmt[]): Val {
  switch (sync) {
    case 'mutex':
      return makeChannel(m, label, { kind: 'int', value: 1 }, true, site, out);
    case 'waitgroup':
      m.groups.push({ name: uniqueName(m, label), site });
      out.push({ kind: 'group', target: m.groups.length - 1, site });
      return { kind: 'group', index: m.groups.length - 1 };
    case 'rwmutex':
      m.locks.push({ name: uniqueName(m, label), site });
      out.push({ kind: 'rwlock', target: m.locks.length - 1, site });
      return { kind: 'rwlock', index: m.locks.length - 1 };
  }
}

export function makeRecord(
  m: Machine,
  f: Frame,
  s: State,
  cls: number,
  label: string,
  site: Site,
  out: VirgoStmt[],
): Val {
  const id = m.records.length;
  m.records.push({ id, class: cls, shared: false, thread: f.thread, inLoop: f.loops });
  must(m.program.classes[cls]).fields.forEach((field, i) => {
    const { init } = field;
    const name = label === '' ? field.name : `${label}.${field.name}`;
    let value: Val;
    if (init.kind === 'value') value = settledValue(m, f, s, init.value, site);
    else if (init.kind === 'sync') value = makeSync(m, init.sync, name, site, out);
    else value = makeRecord(m, f, s, init.class, name, site, out);
    s.cells.set(`${id}.${i}`, value);
  });
  return { kind: 'record', id };
}

export interface Cell {
  readonly key: string;
  readonly shared: boolean;
}

/** The cell that a place means: `outside` for those of the environment, `any` if it is one of several. */
export function cellOf(m: Machine, f: Frame, s: State, place: Place, site: Site): Cell | 'outside' | 'any' {
  if (place.kind === 'global') return { key: `g${place.index}`, shared: true };
  if (place.kind === 'element') return 'outside';
  const object = evaluate(s.vars, place.object);
  if (object.kind === 'nil') return 'outside';
  if (object.kind === 'unknown') return object.lossy ? 'any' : 'outside';
  if (object.kind !== 'record') throw new NotVirgo('a struct that is not known', site);
  const info = must(m.records[object.id]);
  return { key: `${object.id}.${place.field}`, shared: info.shared || info.thread !== f.thread };
}

/** Stands for a field in all structs of its class; for no other kind of place. */
function anyCell(place: Place): string {
  return place.kind === 'field' ? `any ${place.class}.${place.field}` : '';
}

export function load(m: Machine, f: Frame, s: State, place: Place, site: Site): Val {
  if (place.kind === 'element') {
    const array = evaluate(s.vars, place.array);
    if (array.kind === 'array') return m.overwritten(f.proc, place.array) ? lost(why('element')) : array.element;
    return array.kind === 'unknown' ? array : lost(why('element'));
  }
  const cell = cellOf(m, f, s, place, site);
  if (cell === 'outside') return loadOutside(m, f, s, place, site);
  if (cell === 'any' || m.racy.has(anyCell(place))) return lost(why('field'));
  const value = s.cells.get(cell.key) ?? nil;
  if (s.concurrent && cell.shared && m.racy.has(cell.key)) return lost(why('shared'));
  return value;
}

/** What lies in a record of the environment: the same each time, if nothing of the program writes to such fields. */
function loadOutside(m: Machine, f: Frame, s: State, place: Place, site: Site): Val {
  const outside = why('outside');
  if (place.kind !== 'field') return settled(m, f, outside, null, site);
  const object = evaluate(s.vars, place.object);
  const field = `${place.class}.${place.field}`;
  const name = must(must(m.program.classes[place.class]).fields[place.field]).name;
  const holder = object.kind === 'unknown' ? goText(object.why) : null;
  const reason = holder === null ? outside : goValue(`${holder}.${name}`);
  return m.written.has(field) ? settled(m, f, reason, null, site) : settledFrom(m, object, field, reason, null, site);
}

export function store(m: Machine, f: Frame, s: State, place: Place, value: Val, site: Site): void {
  if (place.kind === 'element') {
    if (place.array.kind === 'var') {
      const array = must(s.vars[place.array.index]);
      if (array.kind === 'array') {
        s.vars[place.array.index] = { ...array, element: joinVal(array.element, value) };
      }
    }
    return;
  }
  const cell = cellOf(m, f, s, place, site);
  if (cell === 'outside') return;
  if (cell === 'any') {
    // Code that reads this field of any struct may read what is stored here: now, before, or in another goroutine.
    share(m, s, value);
    if (!m.racy.has(anyCell(place))) m.newRacy.add(anyCell(place));
    return;
  }
  s.cells.set(cell.key, value);
  const kept = place.kind === 'global' || cell.shared;
  if (kept) share(m, s, value);
  if (s.concurrent && cell.shared && !m.racy.has(cell.key)) m.newRacy.add(cell.key);
}

/** Marks everything that can be reached from a value as reached by several goroutines. */
export function share(m: Machine, s: State, v: Val): void {
  if (v.kind === 'array') share(m, s, v.element);
  if (v.kind === 'func') for (const inner of v.captured) share(m, s, inner);
  if (v.kind === 'map') must(m.records[v.id]).shared = true;
  if (v.kind !== 'record') return;
  const info = must(m.records[v.id]);
  if (info.shared) return;
  info.shared = true;
  must(m.program.classes[info.class]).fields.forEach((_, i) => {
    const value = s.cells.get(`${v.id}.${i}`);
    if (value !== undefined) share(m, s, value);
  });
}

export function execArray(m: Machine, f: Frame, s: State, stmt: Stmt & { readonly kind: 'array' }): Val {
  const { site } = stmt;
  const args = stmt.args.map((arg) => settledValue(m, f, s, arg, site));
  const first = args[0] ?? nil;
  switch (stmt.op) {
    case 'make':
      return { kind: 'array', length: first.kind === 'nil' ? constant(0) : first, element: args[1] ?? nil };
    case 'len':
      if (first.kind === 'array') return first.length;
      if (first.kind === 'nil') return constant(0);
      return first.kind === 'unknown' ? settledFrom(m, first, 'len', lengthOf(first.why), 0, site) : lost(why('slice'));
    case 'append': {
      if (stmt.args.length < 2) return first;
      const added = args[1] ?? nil;
      if (first.kind === 'nil') return { kind: 'array', length: constant(1), element: added };
      if (first.kind !== 'array') return first.kind === 'unknown' ? first : lost(why('slice'));
      const empty = numberOf(first.length) === 0;
      const element = empty ? added : joinVal(first.element, added);
      return { kind: 'array', length: binaryVal('+', first.length, constant(1)), element };
    }
    case 'slice': {
      if (first.kind !== 'array') return first;
      const high = args[2] ?? first.length;
      return { ...first, length: binaryVal('-', high, args[1] ?? constant(0)) };
    }
  }
}

export function execMap(m: Machine, f: Frame, s: State, stmt: Stmt & { readonly kind: 'map' }): void {
  const [map = nil] = stmt.args.map((arg) => evaluate(s.vars, arg));
  const absent = map.kind === 'nil';
  // What lies in a map of the environment is the environment's.
  const theirs = map.kind === 'unknown' && !map.lossy;
  const some = (reason: Why): Val => (theirs ? { kind: 'unknown', why: reason, lossy: false } : lost(reason));
  if (stmt.ok !== null) s.vars[stmt.ok] = absent ? constant(false) : some(why('key'));
  if (stmt.op === 'set' || stmt.op === 'delete') {
    changeSize(m, f, s, map, stmt.site);
    return;
  }
  if (stmt.target === null) return;
  if (stmt.op === 'make') {
    const id = m.records.length;
    m.records.push({ id, class: -1, shared: false, thread: f.thread, inLoop: f.loops });
    s.cells.set(sizeCell(id), constant(0));
    s.vars[stmt.target] = { kind: 'map', id };
  } else if (stmt.op === 'len') {
    s.vars[stmt.target] = mapLen(m, f, s, map, stmt.site);
  } else s.vars[stmt.target] = absent ? nil : some(why('entry'));
}

/** The length of what stands for this reason. */
function lengthOf(reason: Why): Why {
  const text = goText(reason);
  return text === null ? why('outside') : why('length', text);
}

/** The size of a map, as a person would write it: by a variable that holds it. */
function sizeOf(f: Frame, s: State, map: Val): Why {
  const at = s.vars.findIndex((v, i) => sameVal(v, map) && !/^(t\d+|map|)$/.test(f.proc.vars[i]?.name ?? ''));
  return at < 0 ? why('keys') : why('length', must(f.proc.vars[at]).name);
}

function sizeCell(map: number): string {
  return `${map}.size`;
}

/** How many entries a map has; null where that is not followed: in maps of others, and in those that goroutines change. */
export function sizeOfMap(m: Machine, f: Frame, s: State, map: Val): Val | null {
  if (map.kind === 'nil') return constant(0);
  if (map.kind !== 'map' || m.racy.has(anyMap)) return null;
  const { shared, thread } = must(m.records[map.id]);
  const key = sizeCell(map.id);
  const apart = s.concurrent && (shared || thread !== f.thread) && m.racy.has(key);
  const size = s.cells.get(key);
  return apart || size === undefined || (size.kind === 'unknown' && size.id === undefined) ? null : size;
}

/** Where the size is not known but stays what it is until something changes it, it is known from now on. */
function mapLen(m: Machine, f: Frame, s: State, map: Val, site: Site): Val {
  const size = sizeOfMap(m, f, s, map);
  if (size !== null) return size;
  const reason = sizeOf(f, s, map);
  if (map.kind === 'unknown' && !map.lossy) return settled(m, f, reason, 0, site);
  const some = someNumber(m, f, reason, 0, site);
  if (map.kind === 'map') s.cells.set(sizeCell(map.id), some);
  return some;
}

/** Stands for the sizes of all maps: something changes one of several. */
const anyMap = 'any map';

/** An entry is set, which may have been there, or removed, which may not have been. */
function changeSize(m: Machine, f: Frame, s: State, map: Val, site: Site): void {
  if (map.kind === 'unknown' && map.lossy && !m.racy.has(anyMap)) m.newRacy.add(anyMap);
  if (map.kind !== 'map') return;
  const { shared, thread } = must(m.records[map.id]);
  const key = sizeCell(map.id);
  s.cells.set(key, someNumber(m, f, sizeOf(f, s, map), 0, site));
  if (s.concurrent && (shared || thread !== f.thread) && !m.racy.has(key)) m.newRacy.add(key);
}

// ---------------------------------------------------------------------------------------------------------------
// Channels

/** Null for channels of the environment. */
export function send(m: Machine, s: State, stmt: SendStmt): VirgoComm | null {
  const chan = evaluate(s.vars, stmt.chan);
  const value = evaluate(s.vars, stmt.value);
  if (isEnvironment(m, chan, 'environment-channel')) return null;
  if (chan.kind === 'nil') throw new NotVirgo('a nil channel', stmt.site);
  if (chan.kind !== 'chan') throw new NotVirgo('a channel that is not known', stmt.site);
  share(m, s, value);
  const old = m.sent.get(chan.index);
  m.sent.set(chan.index, old === undefined ? value : joinVal(old, value));
  return { kind: 'send', chan: chan.index, site: stmt.site };
}

export function receive(m: Machine, f: Frame, s: State, stmt: RecvStmt): VirgoComm | VirgoTau | null {
  const chan = evaluate(s.vars, stmt.chan);
  if (isEnvironment(m, chan, 'environment-channel')) return null;
  if (chan.kind === 'nil') throw new NotVirgo('a nil channel', stmt.site);
  if (chan.kind === 'timer') {
    takeFromTimer(m, f, s, chan.index, stmt.site);
    return { kind: 'tau', site: stmt.site };
  }
  if (chan.kind !== 'chan') throw new NotVirgo('a channel that is not known', stmt.site);
  return { kind: 'recv', chan: chan.index, site: stmt.site };
}

/** Sets the target of a receive. */
export function received(m: Machine, s: State, stmt: RecvStmt, comm: VirgoComm | VirgoTau | null): void {
  if (stmt.target === null) return;
  if (comm === null) {
    s.vars[stmt.target] = { kind: 'unknown', why: why('outside'), lossy: false };
    return;
  }
  const value = comm.kind === 'tau' ? undefined : m.payload.get(comm.chan);
  const plain = value !== undefined && (value.kind === 'unknown' || sameVal(value, nil));
  // References are not followed through channels: whose they are depends on the schedule.
  if (value === undefined || !plain) s.vars[stmt.target] = lost(why('received'));
  // A closed channel gives zero instead.
  else s.vars[stmt.target] = value.kind === 'unknown' ? { kind: 'unknown', why: value.why, lossy: value.lossy } : value;
}
