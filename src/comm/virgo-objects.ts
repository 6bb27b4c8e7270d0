// Objects and memory while a communication program is followed symbolically; see virgo-from-comm.ts.

import { must } from '../base/assert.ts';
import type { Expr, Place, RecvStmt, SendStmt, Site, Stmt, SyncKind } from './comm.ts';
import type { VirgoComm, VirgoStmt, VirgoTau } from './virgo.ts';
import {
  type Frame,
  isEnvironment,
  type Machine,
  NotVirgo,
  type State,
  settled,
  settledFrom,
  settledValue,
} from './virgo-follow.ts';
import { binaryVal, constant, evaluate, joinVal, lost, nil, numberOf, sameVal, type Val } from './virgo-values.ts';

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
    if (array.kind === 'array') return m.overwritten(f.proc, place.array) ? lost('an element') : array.element;
    return array.kind === 'unknown' ? array : lost('an element');
  }
  const cell = cellOf(m, f, s, place, site);
  if (cell === 'outside') return loadOutside(m, f, s, place, site);
  if (cell === 'any' || m.racy.has(anyCell(place))) return lost('a field of one of several structs');
  const value = s.cells.get(cell.key) ?? nil;
  if (s.concurrent && cell.shared && m.racy.has(cell.key)) return lost('shared data');
  return value;
}

/** What lies in a record of the environment: the same each time, if nothing of the program writes to such fields. */
function loadOutside(m: Machine, f: Frame, s: State, place: Place, site: Site): Val {
  const outside = 'what code from outside gives';
  if (place.kind !== 'field') return settled(m, f, outside, null, site);
  const object = evaluate(s.vars, place.object);
  const field = `${place.class}.${place.field}`;
  const name = must(must(m.program.classes[place.class]).fields[place.field]).name;
  const why = object.kind === 'unknown' && object.why !== outside ? `${object.why}.${name}` : outside;
  return m.written.has(field) ? settled(m, f, why, null, site) : settledFrom(m, object, field, why, null, site);
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
    // Whoever reads this field of any struct may read what is stored here: now, before, or in another goroutine.
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
      return first.kind === 'unknown' ? settledFrom(m, first, 'len', `len(${first.why})`, 0, site) : lost('a length');
    case 'append': {
      const added = args[1] ?? nil;
      if (first.kind === 'nil') return { kind: 'array', length: constant(1), element: added };
      if (first.kind !== 'array') return first.kind === 'unknown' ? first : lost('a slice');
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

export function execMap(s: State, stmt: Stmt & { readonly kind: 'map' }): void {
  const [map = nil] = stmt.args.map((arg) => evaluate(s.vars, arg));
  const absent = map.kind === 'nil';
  // What lies in a map of the environment is the environment's.
  const theirs = map.kind === 'unknown' && !map.lossy;
  const some = (why: string): Val => (theirs ? { kind: 'unknown', why, lossy: false } : lost(why));
  if (stmt.ok !== null) s.vars[stmt.ok] = absent ? constant(false) : some('whether a map has a key');
  if (stmt.target === null) return;
  if (stmt.op === 'make') s.vars[stmt.target] = { kind: 'map' };
  else if (stmt.op === 'len') s.vars[stmt.target] = absent ? constant(0) : some('the size of a map');
  else s.vars[stmt.target] = absent ? nil : some('an entry of a map');
}

// ---------------------------------------------------------------------------------------------------------------
// Channels

/** Null for channels of the environment. */
export function send(m: Machine, s: State, stmt: SendStmt): VirgoComm | null {
  const chan = evaluate(s.vars, stmt.chan);
  const value = evaluate(s.vars, stmt.value);
  if (isEnvironment(m, chan, 'a channel')) return null;
  if (chan.kind === 'nil') throw new NotVirgo('a nil channel', stmt.site);
  if (chan.kind !== 'chan') throw new NotVirgo('a channel that is not known', stmt.site);
  share(m, s, value);
  const old = m.sent.get(chan.index);
  m.sent.set(chan.index, old === undefined ? value : joinVal(old, value));
  return { kind: 'send', chan: chan.index, site: stmt.site };
}

export function receive(m: Machine, f: Frame, s: State, stmt: RecvStmt): VirgoComm | VirgoTau | null {
  const chan = evaluate(s.vars, stmt.chan);
  if (isEnvironment(m, chan, 'a channel')) return null;
  if (chan.kind === 'nil') throw new NotVirgo('a nil channel', stmt.site);
  if (chan.kind === 'timer') {
    const timer = must(m.timers[chan.index]);
    const key = `t${chan.index}`;
    const before = s.cells.get(key);
    // A timer fires once; a ticker again and again; after a stop neither does.
    if (timer.ticker ? before !== undefined : before !== undefined || f.loops > timer.loop) {
      throw new NotVirgo('a timer that may have fired or been stopped', stmt.site);
    }
    if (!timer.ticker) s.cells.set(key, nil);
    if (timer.thread !== f.thread) throw new NotVirgo('a timer of another goroutine', stmt.site);
    return { kind: 'tau', site: stmt.site };
  }
  if (chan.kind !== 'chan') throw new NotVirgo('a channel that is not known', stmt.site);
  return { kind: 'recv', chan: chan.index, site: stmt.site };
}

/** Sets the target of a receive. */
export function received(m: Machine, s: State, stmt: RecvStmt, comm: VirgoComm | VirgoTau | null): void {
  if (stmt.target === null) return;
  if (comm === null) {
    s.vars[stmt.target] = { kind: 'unknown', why: 'what code from outside gives', lossy: false };
    return;
  }
  const value = comm.kind === 'tau' ? undefined : m.payload.get(comm.chan);
  const plain = value !== undefined && (value.kind === 'unknown' || sameVal(value, nil));
  // References are not followed through channels: whose they are depends on the schedule.
  if (value === undefined || !plain) s.vars[stmt.target] = lost('a received value');
  // A closed channel gives zero instead.
  else s.vars[stmt.target] = value.kind === 'unknown' ? { kind: 'unknown', why: value.why, lossy: value.lossy } : value;
}

export function execTimer(m: Machine, f: Frame, s: State, stmt: Stmt & { readonly kind: 'timer' }): State {
  const chan = evaluate(s.vars, stmt.chan);
  if (stmt.op === 'stop') {
    if (chan.kind !== 'timer' && chan.kind !== 'nil') throw new NotVirgo('a timer that is not known', stmt.site);
    // Stopped means never again: whoever waits for it after that is not followed.
    if (chan.kind === 'timer') {
      const timer = must(m.timers[chan.index]);
      if (timer.thread !== f.thread) throw new NotVirgo('a timer of another goroutine', stmt.site);
      s.cells.set(`t${chan.index}`, constant(false));
    }
    if (stmt.target !== null) s.vars[stmt.target] = { kind: 'unknown', why: 'whether a timer has fired', lossy: false };
    return s;
  }
  if (chan.kind !== 'chan') throw new NotVirgo('a timer on a channel that is not known', stmt.site);
  m.timers.push({ loop: f.loops, ticker: stmt.op === 'ticker', thread: f.thread });
  m.timerChannels.add(chan.index);
  const timer: Val = { kind: 'timer', index: m.timers.length - 1 };
  const swap = (v: Val): Val => (v.kind === 'chan' && v.index === chan.index ? timer : v);
  s.vars = s.vars.map(swap);
  for (const [key, value] of s.cells) s.cells.set(key, swap(value));
  return s;
}
