// Steps that depend on one goroutine and one object, or on two goroutines that meet: found once by `step.ts`, then
// remembered by their numbers. What depends on more (memory, signals, ends of the process) is left to `step.ts`.

import { must } from '../base/assert.ts';
import { Op } from './component.ts';
import { isWide } from './emit.ts';
import { faultIndex, type Result } from './machine.ts';
import { Arm, addArm, addStep, beginRow, dropRow, Row, remember, reserveConfig } from './quick-data.ts';
import { results } from './run.ts';
import type { Search } from './search.ts';
import { gotOutcome, operation, selectCase, selectDefault, sentOutcome, stepsOf } from './step.ts';
import { siteOfConfig } from './thread.ts';

/** Slots from 31 on share a bit. */
export function bitOf(slot: number): number {
  return slot < 31 ? 1 << slot : 1 << 31;
}

/** Finds the arms of a configuration. */
export function plan(s: Search, c: number): void {
  const q = s.quick;
  const t = s.machine.comps;
  reserveConfig(q, c);
  const arm = q.armCount;
  const slot = Math.max(t.slot[c] as number, 0);
  let receives = 0;
  switch (t.op[c]) {
    case Op.send:
      addArm(q, Arm.send, slot, -1, slot);
      break;
    case Op.recv:
      addArm(q, Arm.recv, slot, -1, slot);
      receives = bitOf(slot);
      break;
    case Op.select: {
      const op = operation(s, c);
      op.cases.forEach((one, x) => {
        if (one.slot > 0) addArm(q, one.send ? Arm.send : Arm.recv, one.slot, x, one.slot);
        else if (one.slot < 0) addArm(q, Arm.environment, 0, x, 0);
        if (one.slot > 0 && !one.send) receives |= bitOf(one.slot);
      });
      if (op.hasDefault) addArm(q, Arm.otherwise, 0, -2, 0);
      q.polls[c] = op.hasDefault ? 1 : 0;
      break;
    }
    case Op.close:
    case Op.lock:
    case Op.lockWait:
    case Op.rlock:
    case Op.unlock:
    case Op.runlock:
    case Op.trylock:
    case Op.tryrlock:
    case Op.add:
    case Op.wait:
    case Op.timer:
    case Op.stopTimer:
    case Op.yield:
      addArm(q, Arm.plain, slot, -1, 0);
      break;
    case Op.never:
      noteNilChannel(s, c);
      break;
    case Op.parked:
      break;
    default:
      q.first[c] = -1;
      return;
  }
  q.first[c] = arm;
  q.arms[c] = q.armCount - arm;
  q.receives[c] = receives;
}

/** Notes a goroutine that stands before an operation on a nil channel in the current state. */
export function noteNilChannel(s: Search, c: number): void {
  if (operation(s, c).value !== 1) return;
  const fault = faultIndex(s.machine, 'nil-channel', 'operation on a nil channel', siteOfConfig(s.machine, c));
  if (!s.faultAt.has(fault)) s.faultAt.set(fault, s.state);
}

/** Finds the steps of an arm of goroutine i beside the object in its slot, in the state in `s.cur`, and remembers them: true. */
export function learn(s: Search, i: number, arm: number): boolean {
  const { quick: q, cur } = s;
  const t = s.machine.comps;
  const object = cur[q.armSlot[arm] as number] as number;
  const kind = q.armKind[arm];
  let row: number = Row.slow;
  if (kind === Arm.send && t.a[object] === 0 && t.b[object] === 0) row = Row.meets;
  else if (kind !== Arm.environment) row = listOf(s, i, arm, object);
  return remember(q, arm, object, row);
}

function listOf(s: Search, i: number, arm: number, object: number): number {
  const q = s.quick;
  const c = s.cur[i] as number;
  const which = q.armCase[arm] as number;
  const record: NonNullable<Search['record']> = [];
  s.record = record;
  if (which === -1) stepsOf(s, i);
  else if (which === -2) selectDefault(s, i);
  else selectCase(s, i, operation(s, c), which);
  s.record = null;
  if (record.length === 0) return Row.none;
  const row = beginRow(q);
  for (const { out, slot, object: after } of record) {
    const found = out < 0 || (slot !== 0 && slot !== q.armSlot[arm]) ? null : pure(s, c, out);
    if (found === null) {
      dropRow(q, row);
      return Row.slow;
    }
    for (const r of found) {
      addStep(q, row, slot === 0 ? object : after, r.config, r.drops, q.rows[row] === 0, r.rounds, r.exits);
    }
  }
  return row;
}

/** Results of a run that looked at nothing, wrote nothing, started no goroutine and broke nothing; null if it did. */
function pure(s: Search, c: number, out: number): readonly Result[] | null {
  const found = results(s.machine, s.cur, c, out);
  if (s.machine.runs[c]?.get(out)?.kind !== 'done') return null;
  return found.some((r) => isWide(r) || r.faults.length > 0) ? null : found;
}

/** Finds what a sender and one that may receive do after they have met, and remembers it: true. */
export function learnPair(s: Search, i: number, arm: number, j: number): boolean {
  const q = s.quick;
  const partner = s.cur[j] as number;
  return remember(q, arm, -1 - partner, meetings(s, i, arm, j));
}

/** The list of all ways in which goroutine i sends by an arm what goroutine j receives. */
function meetings(s: Search, i: number, arm: number, j: number): number {
  const { quick: q, cur } = s;
  const sender = cur[i] as number;
  const receiver = cur[j] as number;
  // Two that poll never wait for one another.
  if (q.polls[sender] === 1 && q.polls[receiver] === 1) return Row.none;
  const first = q.first[receiver] as number;
  const fitting = Array.from({ length: q.arms[receiver] as number }, (_, k) => first + k).filter(
    (other) => q.armKind[other] === Arm.recv && q.armSlot[other] === q.armSlot[arm],
  );
  if (fitting.length === 0) return Row.none;
  const which = q.armCase[arm] as number;
  const { value, cases } = operation(s, sender);
  const sent = which < 0 ? value : must(cases[which]).value;
  const senders = pure(s, sender, sentOutcome(which));
  if (senders === null) return Row.slow;
  const row = beginRow(q);
  for (const other of fitting) {
    const receivers = pure(s, receiver, gotOutcome(q.armCase[other] as number, sent));
    if (receivers === null) {
      dropRow(q, row);
      return Row.slow;
    }
    let begins = true;
    for (const a of senders) {
      for (const b of receivers) {
        addStep(q, row, b.config, a.config, a.drops | b.drops, begins, a.rounds | b.rounds, a.exits | b.exits);
        begins = false;
      }
    }
  }
  return row;
}
