// Runs of the model as data: from the start to a state, step by step, and why each goroutine that is left is blocked.

import { must } from '../base/assert.ts';
import type { Operation } from '../base/operation.ts';
import type { Blocked } from '../base/trace.ts';
import { type Effect, noChange, noEffect, type StateChange, type Trace, type TraceStep } from '../base/trace.ts';
import type { Site } from '../comm/comm.ts';
import { Cast, type ModelGoroutine, type ModelObject } from './cast.ts';
import { type Component, type Config, Op } from './component.ts';
import type { Choice, LocalEvent, Result } from './machine.ts';
import { operationOf, slotOf } from './operations.ts';
import { type Action, loadState, type Search } from './search.ts';
import { expand } from './step.ts';
import { vectorOf } from './table.ts';
import { callsOf, siteOfConfig } from './thread.ts';

/** One synchronization step of one goroutine. A rendezvous is two of them, the second with `joint`. */
export interface ModelStep extends TraceStep<Site> {
  /** Free choices that the goroutine made on its way to its next operation. */
  readonly choices: readonly Choice[];
  readonly joint: boolean;
  /** The procedure in which it happens; -1 for the clock. */
  readonly proc: number;
  /** Where a lock, or a place in a buffer, is taken: the calls that led there, innermost first, as far as they are known. */
  readonly calls: readonly Site[];
}

/** A goroutine that never moves again. */
export interface ModelBlocked extends Blocked<Site> {
  /** The procedure in which it waits, and the calls that led there, innermost first, as far as they are known. */
  readonly proc: number;
  readonly calls: readonly Site[];
  /** Whether it waits in a deferred call that may have stopped a panic. */
  readonly recovering: boolean;
  /** The panic that its deferred calls hold up by waiting; null without. */
  readonly unwinding: { readonly rule: string; readonly what: string; readonly site: Site } | null;
}

/** One step as data: goroutines by order of creation from 0, -1 for none; -2 as a case is the default. */
export interface ScheduleStep {
  readonly mover: number;
  readonly partner: number;
  readonly moverCase: number;
  readonly partnerCase: number;
  readonly choices: readonly number[];
}

export interface ModelTrace extends Trace<Site> {
  readonly goroutines: readonly ModelGoroutine[];
  readonly objects: readonly ModelObject[];
  readonly steps: readonly ModelStep[];
  readonly blocked: readonly ModelBlocked[];
  /** Free choices before the first step, and then all steps: enough to run it again. */
  readonly start: readonly number[];
  /** The same choices with what they stand for. */
  readonly opening: readonly Choice[];
  readonly schedule: readonly ScheduleStep[];
}

/** A state as a run reached it: which goroutine stands where, and which holds which lock. */
export interface Scene {
  readonly search: Search;
  readonly state: number;
  /** Goroutines in the order of the state's vector: their numbers by creation. */
  readonly who: readonly number[];
  readonly cast: Cast;
  /** Goroutines that took each lock and have not given it back. */
  readonly holders: ReadonlyMap<number, readonly number[]>;
}

interface Teller {
  readonly search: Search;
  who: number[];
  readonly cast: Cast;
  readonly holders: Map<number, number[]>;
  readonly steps: ModelStep[];
  readonly schedule: ScheduleStep[];
}

export interface Telling {
  readonly steps: readonly ModelStep[];
  readonly start: readonly number[];
  /** The same choices with what they stand for. */
  readonly opening: readonly Choice[];
  readonly schedule: readonly ScheduleStep[];
  readonly scene: Scene;
}

/** The shortest run to a state; with a fault, one step further, to where that happens. */
export function tell(s: Search, state: number, fault: number | null): Telling {
  const path: number[] = [];
  for (let at = state; at >= 0; at = s.parents[at] as number) path.push(at);
  path.reverse();
  const first = path[0] ?? 0;
  // A fault before the first step has no state of its own.
  const starts =
    path.length === 0 && fault !== null ? s.initial.filter((one) => one.result.faults.includes(fault)) : s.initial;
  const begin = must(starts.find((one) => one.state === first) ?? starts[0]);
  const t: Teller = { search: s, who: [], cast: new Cast(s), holders: new Map(), steps: [], schedule: [] };
  settleIn(t, [], begin.result, 0, true);
  for (let i = 0; i + 1 < path.length; i++) follow(t, path[i] as number, path[i + 1] as number, null);
  if (fault !== null && state >= 0) follow(t, state, -1, fault);
  const { who, cast, holders } = t;
  const start = begin.result.choices.map((choice) => choice.branch);
  const opening = begin.result.choices;
  return { steps: t.steps, start, opening, schedule: t.schedule, scene: { search: s, state, who, cast, holders } };
}

/** Numbers new goroutines, records where they start and which return, and puts all into the order of the state's vector. */
function settleIn(
  t: Teller,
  old: readonly (readonly [config: number, who: number])[],
  result: Result,
  mover: number,
  root: boolean,
): [number, number][] {
  const all = old.map(([config, who]): [number, number] => [config, who]);
  if (root) {
    t.cast.enterRoot();
    all.push([result.config, 0]);
  }
  const started: number[] = [];
  const gos = result.events.filter((event) => event.kind === 'go');
  result.spawned.forEach((config, i) => {
    const event = gos[i];
    const entry = event?.proc ?? (config === 0 ? -1 : (t.search.machine.comps.list[config] as Config).entry);
    const who = t.cast.enter(entry, event?.site ?? null);
    started.push(who);
    if (config !== 0) all.push([config, who]);
  });
  let next = 0;
  for (const event of result.events) {
    const who = event.by < 0 ? mover : must(started[event.by]);
    t.steps.push(localStep(t, event, who, event.kind === 'go' ? must(started[next++]) : -1));
  }
  arrange(t, all);
  return all;
}

function localStep(t: Teller, { kind, site, by }: LocalEvent, who: number, started: number): ModelStep {
  return {
    goroutine: t.cast.idOf(who),
    operation: { kind, inSelect: false, delta: null, text: '' },
    object: 0,
    span: site,
    effect: kind === 'go' ? { kind: 'starts', goroutine: t.cast.idOf(started) } : noEffect,
    state: noChange,
    value: '',
    choices: [],
    joint: by >= 0,
    proc: t.cast.entryOf(who),
    calls: [],
  };
}

function arrange(t: Teller, all: readonly [number, number][]): void {
  const sorted = t.search.reductions.symmetry
    ? all.filter(([config]) => config !== 0).sort((a, b) => a[0] - b[0])
    : all;
  t.who = sorted.map(([, who]) => who);
}

/** Finds the step between two states again, and tells it. */
function follow(t: Teller, from: number, to: number, fault: number | null): void {
  const { search: s } = t;
  const wanted = to < 0 ? new Int32Array(0) : vectorOf(s.table, to);
  loadState(s, from);
  const before = s.cur.slice(0, s.length);
  let found: Action | null = null;
  let after: Int32Array | null = null;
  s.inspect = (vec, length) => {
    if (found !== null) return;
    if (fault === null) {
      if (length !== wanted.length) return;
      for (let k = 0; k < length; k++) if (vec[k] !== wanted[k]) return;
    } else if (!breaks(s, s.action, fault)) return;
    found = { ...s.action };
    after = vec.slice(0, length);
  };
  expand(s);
  s.inspect = null;
  tellStep(t, before, must<Action>(found, 'step'), must<Int32Array>(after), fault !== null);
}

function breaks(s: Search, action: Action, fault: number): boolean {
  if (action.moverResult?.faults.includes(fault) || action.partnerResult?.faults.includes(fault)) return true;
  if (action.moverResult !== null || action.mover === 0) return false;
  const config = s.machine.comps.list[s.cur[action.mover] as number] as Config;
  const { op, value } = config.operation;
  if (op === Op.crash || op === Op.fatal) return value === fault;
  const { rule, site } = must(s.machine.faults[fault]);
  if (rule !== 'unlock-unlocked' || (op !== Op.unlock && op !== Op.runlock && op !== Op.condWait)) return false;
  const here = siteOfConfig(s.machine, s.cur[action.mover] as number);
  return here.file === site.file && here.start === site.start && here.end === site.end;
}

function tellStep(t: Teller, before: Int32Array, action: Action, after: Int32Array, last: boolean): void {
  const { comps } = t.search.machine;
  const first = (before[0] as number) + 1;
  const whoAt = (position: number): number => (position === 0 ? -1 : (t.who[position - first] as number));
  const mover = whoAt(action.mover);
  const partner = action.timer !== 0 ? action.timer : whoAt(action.partner);
  const choices = [...(action.moverResult?.choices ?? []), ...(action.partnerResult?.choices ?? [])];
  t.schedule.push({
    mover,
    partner,
    moverCase: action.moverCase,
    partnerCase: action.partnerCase,
    choices: choices.map((choice) => choice.branch),
  });
  if (action.mover === 0) tellClock(t, before, action.timer, after);
  else {
    const config = before[action.mover] as number;
    const joint = action.partner !== 0;
    const faults = action.moverResult?.faults ?? [];
    holding(t, before, config, mover, after);
    t.steps.push({
      ...standsBefore(t.search, t.cast, before, config, action.moverCase),
      goroutine: t.cast.idOf(mover),
      effect: after[0] === 0 ? endOf(t.search, action) : effectOf(t, before, config, action, after, partner),
      state: faults.length > 0 ? noChange : stateOf(t, before, config, action.moverCase, after),
      choices: action.moverResult?.choices ?? [],
      joint: false,
      proc: procOf(comps.list[config] as Config),
      calls: takes(comps.op[config] as number) ? callsOf(t.search.machine, comps.list[config] as Config) : [],
    });
    if (joint) {
      const other = before[action.partner] as number;
      const by = t.cast.idOf(mover);
      t.steps.push({
        ...standsBefore(t.search, t.cast, before, other, action.partnerCase),
        goroutine: t.cast.idOf(partner),
        effect: comps.op[other] === Op.parked ? { kind: 'woken', goroutine: by } : { kind: 'from', goroutine: by },
        state: noChange,
        choices: action.partnerResult?.choices ?? [],
        joint: true,
        proc: procOf(comps.list[other] as Config),
        calls: [],
      });
    }
  }
  // What breaks a rule is the last step that is shown, whatever its goroutine did afterwards.
  const told = t.steps.length;
  moveOn(t, before, action, after);
  if (last) t.steps.length = told;
  t.cast.forget(after);
}

function tellClock(t: Teller, before: Int32Array, timer: number, after: Int32Array): void {
  const object = t.cast.objectAt(before, timer);
  t.steps.push({
    goroutine: 0,
    operation: { kind: 'timer-fire', inSelect: false, delta: null, text: '' },
    object,
    span: t.cast.madeAt(object),
    effect: noEffect,
    state: bufferChange(t.search, before, timer, after, Op.send),
    value: '',
    choices: [],
    joint: false,
    proc: -1,
    calls: [],
  });
}

function takes(op: number): boolean {
  return (
    op === Op.send || op === Op.lock || op === Op.rlock || op === Op.lockWait || op === Op.trylock || op === Op.tryrlock
  );
}

/** The procedure that a goroutine is in; -1 behind its end. */
export function procOf({ frames }: Config): number {
  return frames.at(-1)?.proc ?? -1;
}

/** The goroutines after a step. */
function moveOn(t: Teller, before: Int32Array, action: Action, after: Int32Array): void {
  if (after[0] === 0) return;
  const { comps } = t.search.machine;
  const first = (before[0] as number) + 1;
  const woken = comps.op[before[action.mover] as number] === Op.broadcast && action.mover !== 0;
  let all: [number, number][] = [];
  for (let k = first; k < before.length; k++) {
    const who = t.who[k - first] as number;
    let config = before[k] as number;
    if (k === action.mover && action.moverResult !== null) config = action.moverResult.config;
    else if (k === action.partner && action.partnerResult !== null) config = action.partnerResult.config;
    else if (
      woken &&
      comps.op[config] === Op.parked &&
      comps.slot[config] === comps.slot[before[action.mover] as number]
    ) {
      config = wokenConfig(t, config, after);
    }
    all.push([config, who]);
  }
  const whoAt = (position: number): number => t.who[position - first] as number;
  const [mover, partner] = [whoAt(action.mover), whoAt(action.partner)];
  if (action.moverResult !== null) all = settleIn(t, all, action.moverResult, mover, false);
  if (action.partnerResult !== null) settleIn(t, all, action.partnerResult, partner, false);
  else arrange(t, all);
}

/** What a parked goroutine became in a broadcast. */
function wokenConfig(t: Teller, parked: number, after: Int32Array): number {
  const { comps } = t.search.machine;
  const old = comps.list[parked] as Config;
  for (let k = (after[0] as number) + 1; k < after.length; k++) {
    const c = comps.list[after[k] as number];
    if (c?.kind === 'config' && c.phase === 3 && JSON.stringify(c.frames) === JSON.stringify(old.frames))
      return after[k] as number;
  }
  return parked;
}

/** Records which goroutine holds which lock. */
function holding(t: Teller, before: Int32Array, config: number, who: number, after: Int32Array): void {
  const { comps } = t.search.machine;
  const { op, slot: at, value } = (comps.list[config] as Config).operation;
  const slot = op === Op.condWait ? value : at;
  // Nothing waits for an object that is gone.
  if (slot <= 0 || slot > (after[0] as number)) return;
  const was = comps.list[before[slot] as number] as Component;
  const is = comps.list[after[slot] as number] as Component;
  const holders = t.holders.get(slot) ?? [];
  switch (op) {
    case Op.lock:
    case Op.lockWait:
    case Op.rlock:
    case Op.trylock:
    case Op.tryrlock: {
      const taken =
        (is.kind === 'mutex' && was.kind === 'mutex' && is.locked && !was.locked) ||
        (is.kind === 'rwmutex' &&
          was.kind === 'rwmutex' &&
          (is.readers > was.readers || (is.writer === 2 && was.writer !== 2)));
      if (taken) t.holders.set(slot, [...holders, who]);
      return;
    }
    case Op.unlock:
    case Op.runlock:
    case Op.condWait: {
      const gone = holders.includes(who) ? who : holders[0];
      const left = holders.slice();
      left.splice(left.indexOf(gone as number), 1);
      t.holders.set(slot, left);
      return;
    }
    default:
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Steps

/** What a goroutine stands before, or the case `which` of it. */
export function standsBefore(
  s: Search,
  cast: Cast,
  vec: Int32Array,
  config: number,
  which: number,
): { readonly operation: Operation; readonly object: number; readonly span: Site; readonly value: string } {
  const c = s.machine.comps.list[config] as Config;
  const slot = slotOf(c.operation, which);
  return {
    operation: operationOf(s.machine, c.operation, which),
    object: slot === 0 ? 0 : cast.objectAt(vec, slot),
    span: caseSite(s, c, which) ?? siteOfConfig(s.machine, config),
    value: valueText(s, c, which),
  };
}

/** The place of a case of a select; null for everything else. */
function caseSite(s: Search, { frames, operation: { op } }: Config, which: number): Site | null {
  const frame = frames.at(-1);
  if (op !== Op.select || which < 0 || frame === undefined || frame.pc < 0) return null;
  const instr = must(s.machine.code.procs[frame.proc]).code[frame.pc];
  return instr?.kind === 'select' ? (instr.stmt.cases[which]?.comm.site ?? null) : null;
}

/** A value that is sent, where it is known. */
function valueText(s: Search, { operation: { op, value, cases } }: Config, which: number): string {
  const one = op === Op.select ? cases[which] : undefined;
  const sent = op === Op.send ? value : one?.send === true ? one.value : null;
  const known = sent === null ? undefined : s.machine.comps.values.data[sent];
  return known?.kind === 'int' || known?.kind === 'bool' ? String(known.value) : '';
}

/** How the process ends. */
function endOf(s: Search, { mover }: Action): Effect {
  const { operation } = s.machine.comps.list[s.cur[mover] as number] as Config;
  if (operation.op !== Op.fatal && operation.op !== Op.crash) return { kind: 'ends-process' };
  return { kind: 'panics', what: s.machine.faults[operation.value]?.what ?? '' };
}

function effectOf(
  t: Teller,
  before: Int32Array,
  config: number,
  action: Action,
  after: Int32Array,
  partner: number,
): Effect {
  const { machine } = t.search;
  const [fault] = action.moverResult?.faults ?? [];
  if (fault !== undefined) return { kind: 'panics', what: machine.faults[fault]?.what ?? '' };
  const c = (machine.comps.list[config] as Config).operation;
  if (action.partner !== 0) return { kind: c.op === Op.signal ? 'wakes' : 'to', goroutine: t.cast.idOf(partner) };
  const slot = slotOf(c, action.moverCase);
  const was = machine.comps.list[before[slot] as number];
  const is = slot > 0 && slot <= (after[0] as number) ? machine.comps.list[after[slot] as number] : undefined;
  const receives = c.op === Op.recv || (c.op === Op.select && c.cases[action.moverCase]?.send === false);
  if (slot > 0 && receives && was?.kind === 'chan' && was.closed && was.buffer.length === 0)
    return { kind: 'zero-value' };
  if (c.op === Op.lock && is?.kind === 'rwmutex' && is.writer === 1) return { kind: 'announces' };
  return noEffect;
}

/** How the object of a step is changed by it. */
function stateOf(t: Teller, before: Int32Array, config: number, which: number, after: Int32Array): StateChange {
  const c = (t.search.machine.comps.list[config] as Config).operation;
  const slot = slotOf(c, which);
  if (slot <= 0) return noChange;
  const was = t.search.machine.comps.list[before[slot] as number];
  const is = slot <= (after[0] as number) ? t.search.machine.comps.list[after[slot] as number] : undefined;
  switch (was?.kind) {
    case 'chan': {
      if (c.op === Op.close) return was.closed ? noChange : { kind: 'closed' };
      const sends = c.op === Op.send || (c.op === Op.select && c.cases[which]?.send === true);
      return bufferChange(t.search, before, slot, after, sends ? Op.send : Op.recv);
    }
    case 'waitgroup':
      if (c.op !== Op.add) return noChange;
      return { kind: 'counter', before: was.count, after: is?.kind === 'waitgroup' ? is.count : 0 };
    case 'mutex':
    case 'rwmutex': {
      const by = (t.holders.get(slot) ?? []).map((who) => t.cast.idOf(who));
      return { kind: 'held', by, read: is?.kind === 'rwmutex' && is.readers > 0 };
    }
    default:
      return noChange;
  }
}

function bufferChange(s: Search, before: Int32Array, slot: number, after: Int32Array, op: number): StateChange {
  const was = s.machine.comps.list[before[slot] as number];
  if (was?.kind !== 'chan' || was.capacity === 0) return noChange;
  const is = slot <= (after[0] as number) ? s.machine.comps.list[after[slot] as number] : undefined;
  const count = was.buffer.length;
  // An object that nothing refers to is gone after the step.
  const left =
    is?.kind === 'chan' && is.origin === was.origin ? is.buffer.length : op === Op.send ? count + 1 : count - 1;
  if (left === count || left < 0) return noChange;
  return { kind: 'buffer', before: count, after: left, capacity: was.capacity };
}
