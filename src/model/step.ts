// All steps of a state. The vector of a state is: number of slots, objects in slots 1.., then goroutines.

import {
  addTo,
  type Chan,
  Change,
  type Config,
  change,
  fire,
  Op,
  type Operation,
  pop,
  push,
  startTimer,
  Tag,
} from './component.ts';
import { End, emit, emitEnd, emitMany } from './emit.ts';
import { faultIndex, type Result } from './machine.ts';
import { results } from './run.ts';
import type { Search } from './search.ts';
import { Outcome, outcome, siteOfConfig } from './thread.ts';
import { asInt, zero } from './value.ts';

/** Enters all successors of the state in `s.cur`. Returns how many steps there are. */
export function expand(s: Search): number {
  const { cur } = s;
  const first = (cur[0] as number) + 1;
  const before = s.transitions;
  if (first === 1) return 0;
  const sorted = s.reductions.symmetry;
  for (let i = first; i < s.length; i++) {
    if (sorted && i > first && cur[i] === cur[i - 1]) continue;
    stepsOf(s, i);
  }
  if (s.timers) timers(s, first);
  return s.transitions - before;
}

/** Enters the successors by one goroutine, and by the rendezvous that it sends in. */
export function stepsOf(s: Search, i: number): void {
  const { cur, machine } = s;
  const t = machine.comps;
  const c = cur[i] as number;
  const slot = t.slot[c] as number;
  const object = slot > 0 ? (cur[slot] as number) : 0;
  s.label = 0;
  switch (t.op[c]) {
    case Op.send: {
      s.label = slot;
      const room = t.a[object] as number;
      if (room > 0) single(s, i, Outcome.proceed, slot, push(t, object, operation(s, c).value));
      else if (room < 0) single(s, i, Outcome.sendOnClosed, 0, 0);
      else if (t.b[object] === 0) rendezvous(s, i, -1, slot, operation(s, c).value, false);
      return;
    }
    case Op.recv:
      s.label = slot;
      if ((t.b[object] as number) > 0) {
        const value = (t.list[object] as Chan).buffer[0] as number;
        single(s, i, outcome(Outcome.received, 0, value, true), slot, pop(t, object));
      } else if ((t.a[object] as number) < 0) single(s, i, outcome(Outcome.received, 0, zero, false), 0, 0);
      return;
    case Op.select:
      select(s, i, operation(s, c));
      return;
    case Op.close:
      if ((t.a[object] as number) < 0) single(s, i, Outcome.closeOfClosed, 0, 0);
      else single(s, i, Outcome.proceed, slot, change(t, object, Change.close));
      return;
    case Op.lock:
      if (t.tag[object] === Tag.mutex) {
        if (t.a[object] === 0) single(s, i, Outcome.proceed, slot, change(t, object, Change.lock));
      } else if (t.b[object] === 0) {
        if (t.a[object] === 0) single(s, i, Outcome.proceed, slot, change(t, object, Change.lock));
        else single(s, i, Outcome.announced, slot, change(t, object, Change.announce));
      }
      return;
    case Op.lockWait:
      if (t.a[object] === 0) single(s, i, Outcome.proceed, slot, change(t, object, Change.lock));
      return;
    case Op.rlock:
      if (t.tag[object] === Tag.mutex) {
        if (t.a[object] === 0) single(s, i, Outcome.proceed, slot, change(t, object, Change.lock));
      } else if (t.b[object] === 0) single(s, i, Outcome.proceed, slot, change(t, object, Change.rlock));
      return;
    case Op.unlock:
    case Op.runlock: {
      const next = unlocked(s, object, t.op[c] === Op.runlock);
      if (next < 0) emitEnd(s, i, End.fatal, fatalUnlock(s, c));
      else single(s, i, Outcome.proceed, slot, next);
      return;
    }
    case Op.trylock: {
      const free = t.a[object] === 0 && t.b[object] === 0;
      if (free) single(s, i, Outcome.yes, slot, change(t, object, Change.lock));
      else single(s, i, Outcome.no, 0, 0);
      return;
    }
    case Op.tryrlock: {
      const mutex = t.tag[object] === Tag.mutex;
      const free = mutex ? t.a[object] === 0 : t.b[object] === 0;
      if (free) single(s, i, Outcome.yes, slot, change(t, object, mutex ? Change.lock : Change.rlock));
      else single(s, i, Outcome.no, 0, 0);
      return;
    }
    case Op.add: {
      const delta = asInt(t.values, operation(s, c).value);
      const next = addTo(t, object, delta);
      if ((t.a[next] as number) < 0) single(s, i, Outcome.negative, 0, 0);
      else single(s, i, Outcome.proceed, slot, next);
      return;
    }
    case Op.wait:
      if (t.a[object] === 0) single(s, i, Outcome.proceed, 0, 0);
      return;
    case Op.condWait: {
      const locker = operation(s, c).value;
      const next = unlocked(s, cur[locker] as number, false);
      if (next < 0) emitEnd(s, i, End.fatal, fatalUnlock(s, c));
      else single(s, i, Outcome.parked, locker, next);
      return;
    }
    case Op.signal:
      signal(s, i, slot);
      return;
    case Op.broadcast:
      broadcast(s, i, slot);
      return;
    case Op.timer: {
      const { value } = operation(s, c);
      const rank = (value >> 2) - 1;
      single(s, i, Outcome.proceed, slot, startTimer(t, object, value & 3, rank < 0 ? null : rank));
      return;
    }
    case Op.stopTimer:
      if (t.tag[object] === Tag.timer) single(s, i, Outcome.yes, slot, change(t, object, Change.stop));
      else single(s, i, Outcome.no, 0, 0);
      return;
    case Op.atomic:
    case Op.yield:
    case Op.environment:
      single(s, i, Outcome.proceed, 0, 0);
      return;
    case Op.exit:
    case Op.mainEnd:
      emitEnd(s, i, End.exit, -1);
      return;
    case Op.fatal:
      emitEnd(s, i, End.fatal, operation(s, c).value);
      return;
    case Op.crash:
      emitEnd(s, i, End.crash, operation(s, c).value);
      return;
    case Op.gap:
      s.cut.add(s.state);
      return;
    default:
  }
}

export function operation(s: Search, c: number): Operation {
  return (s.machine.comps.list[c] as Config).operation;
}

/** The lock after an unlock, or -1 if it was not locked. */
function unlocked(s: Search, object: number, reader: boolean): number {
  const t = s.machine.comps;
  if (t.tag[object] === Tag.mutex) return t.a[object] === 1 ? change(t, object, Change.unlock) : -1;
  if (reader) return (t.a[object] as number) > 0 ? change(t, object, Change.runlock) : -1;
  return t.b[object] === 2 ? change(t, object, Change.unlock) : -1;
}

/** The fault that unlocking something unlocked is. */
function fatalUnlock(s: Search, c: number): number {
  return faultIndex(s.machine, 'unlock-unlocked', 'unlock of an unlocked lock', siteOfConfig(s.machine, c));
}

/** A step of one goroutine that changes at most one object. */
function single(s: Search, i: number, out: number, slot: number, object: number): void {
  singleCase(s, i, -1, out, slot, object);
}

/** A step of one case of a select. */
function singleCase(s: Search, i: number, which: number, out: number, slot: number, object: number): void {
  if (s.record !== null) {
    s.record.push({ out, slot, object });
    return;
  }
  s.moved[i] = 1;
  s.beginsAction = true;
  const all = results(s.machine, s.cur, s.cur[i] as number, out);
  for (let k = 0; k < all.length; k++) emit(s, i, all[k] as Result, 0, null, slot, object, which, -1);
}

function select(s: Search, i: number, op: Operation): void {
  let ready = false;
  for (let x = 0; x < op.cases.length; x++) if (selectCase(s, i, op, x)) ready = true;
  if (op.hasDefault && !ready) selectDefault(s, i);
}

/** Enters the successors by one case of a select. Whether the channel alone lets it go on. */
export function selectCase(s: Search, i: number, op: Operation, x: number): boolean {
  const t = s.machine.comps;
  const one = op.cases[x] as Operation['cases'][number];
  const { slot } = one;
  if (slot === 0) return false;
  if (slot < 0) {
    s.label = 0;
    singleCase(s, i, x, outcome(Outcome.sent, x), 0, 0);
    return false;
  }
  const object = s.cur[slot] as number;
  s.label = slot;
  const room = t.a[object] as number;
  const there = t.b[object] as number;
  if (one.send) {
    if (room > 0) singleCase(s, i, x, outcome(Outcome.sent, x), slot, push(t, object, one.value));
    else if (room < 0) singleCase(s, i, x, Outcome.sendOnClosed, 0, 0);
    else if (there === 0) rendezvous(s, i, x, slot, one.value, op.hasDefault);
    return room !== 0;
  }
  if (there > 0) {
    const value = (t.list[object] as Chan).buffer[0] as number;
    singleCase(s, i, x, outcome(Outcome.received, x, value, true), slot, pop(t, object));
    return true;
  }
  if (room < 0) {
    singleCase(s, i, x, outcome(Outcome.received, x, zero, false), 0, 0);
    return true;
  }
  return false;
}

/** A partner that stands before its operation may not have begun to wait: then the default is taken. */
export function selectDefault(s: Search, i: number): void {
  s.label = 0;
  singleCase(s, i, -2, Outcome.otherwise, 0, 0);
}

/** All ways in which goroutine i sends on an unbuffered channel. */
function rendezvous(s: Search, i: number, which: number, slot: number, value: number, hasDefault: boolean): void {
  const { cur } = s;
  const t = s.machine.comps;
  const first = (cur[0] as number) + 1;
  const sorted = s.reductions.symmetry;
  for (let j = first; j < s.length; j++) {
    const c = cur[j] as number;
    if (j === i) continue;
    const op = t.op[c];
    if (op === Op.recv) {
      if (t.slot[c] !== slot) continue;
      if (sorted && j > first && cur[j - 1] === c && j - 1 !== i) continue;
      meet(s, i, which, j, -1, value);
    } else if (op === Op.select) {
      if (sorted && j > first && cur[j - 1] === c && j - 1 !== i) continue;
      const other = operation(s, c);
      if (hasDefault && other.hasDefault) continue;
      for (let y = 0; y < other.cases.length; y++) {
        const one = other.cases[y] as Operation['cases'][number];
        if (!one.send && one.slot === slot) meet(s, i, which, j, y, value);
      }
    }
  }
}

/** How a rendezvous goes for its sender and its receiver. */
export function sentOutcome(which: number): number {
  return which < 0 ? Outcome.proceed : outcome(Outcome.sent, which);
}

export function gotOutcome(other: number, value: number): number {
  return outcome(Outcome.received, Math.max(other, 0), value, true);
}

/** One rendezvous: the sender runs on first. */
export function meet(s: Search, i: number, which: number, j: number, other: number, value: number): void {
  s.moved[i] = 1;
  s.moved[j] = 1;
  s.beginsAction = true;
  const m = s.machine;
  const got = gotOutcome(other, value);
  const senders = results(m, s.cur, s.cur[i] as number, sentOutcome(which));
  for (let k = 0; k < senders.length; k++) {
    const sender = senders[k] as Result;
    const view = sender.writes.length === 0 ? s.cur : withWrites(s, sender.writes);
    const receivers = results(m, view, s.cur[j] as number, got);
    for (let l = 0; l < receivers.length; l++) emit(s, i, sender, j, receivers[l] as Result, 0, 0, which, other);
  }
}

/** The objects of the current state with some of them written. */
function withWrites(s: Search, writes: readonly number[]): Int32Array {
  const count = s.cur[0] as number;
  let most = count;
  for (let k = 0; k < writes.length; k += 2) most = Math.max(most, writes[k] as number);
  if (s.tmp.length <= most) s.tmp = new Int32Array(most * 2);
  const { tmp, cur } = s;
  for (let k = 0; k <= count; k++) tmp[k] = cur[k] as number;
  for (let k = count + 1; k <= most; k++) tmp[k] = 0;
  tmp[0] = most;
  for (let k = 0; k < writes.length; k += 2) tmp[writes[k] as number] = writes[k + 1] as number;
  return tmp;
}

function signal(s: Search, i: number, slot: number): void {
  const { cur } = s;
  const t = s.machine.comps;
  const first = (cur[0] as number) + 1;
  let any = false;
  for (let j = first; j < s.length; j++) {
    const c = cur[j] as number;
    if (t.op[c] !== Op.parked || t.slot[c] !== slot) continue;
    any = true;
    if (s.reductions.symmetry && j > first && cur[j - 1] === c) continue;
    s.moved[i] = 1;
    s.moved[j] = 1;
    s.beginsAction = true;
    for (const mine of results(s.machine, cur, cur[i] as number, Outcome.proceed)) {
      const view = mine.writes.length === 0 ? cur : withWrites(s, mine.writes);
      for (const woken of results(s.machine, view, c, Outcome.woken)) emit(s, i, mine, j, woken, 0, 0, -1, -1);
    }
  }
  if (!any) single(s, i, Outcome.proceed, 0, 0);
}

function broadcast(s: Search, i: number, slot: number): void {
  const { cur } = s;
  const t = s.machine.comps;
  const woken: number[] = [];
  const becomes: Result[] = [];
  for (let j = (cur[0] as number) + 1; j < s.length; j++) {
    const c = cur[j] as number;
    if (t.op[c] !== Op.parked || t.slot[c] !== slot) continue;
    woken.push(j);
    s.moved[j] = 1;
    // Waking is a step without choice: the goroutine then stands before the lock.
    becomes.push(results(s.machine, cur, c, Outcome.woken)[0] as Result);
  }
  if (woken.length === 0) {
    single(s, i, Outcome.proceed, 0, 0);
    return;
  }
  s.moved[i] = 1;
  s.beginsAction = true;
  for (const mine of results(s.machine, cur, cur[i] as number, Outcome.proceed)) emitMany(s, i, mine, woken, becomes);
}

/** Timers that fire: steps of no goroutine. A ticker whose channel is full has nothing to do. */
export function timers(s: Search, first: number): void {
  const { cur } = s;
  const t = s.machine.comps;
  s.label = 0;
  for (let slot = 2; slot < first; slot++) {
    const object = cur[slot] as number;
    if (t.tag[object] !== Tag.timer) continue;
    const next = fire(t, object);
    if (next === object) continue;
    s.beginsAction = true;
    s.action.timer = slot;
    emit(s, 0, null, 0, null, slot, next, -1, -1);
    s.action.timer = 0;
  }
}
