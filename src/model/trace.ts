// Runs of the model in words: from the start to a state, step by step, and why each goroutine that is left is blocked.

import { must } from '../base/assert.ts';
import type { Site } from '../comm/comm.ts';
import { type Component, type Config, Op, type SelectCase } from './component.ts';
import type { Choice, Result } from './machine.ts';
import { type Action, loadState, type Search } from './search.ts';
import { expand } from './step.ts';
import { vectorOf } from './table.ts';
import { siteOfConfig } from './thread.ts';

/** One synchronisation step of one goroutine. A rendezvous is two of them, the second with `joint`. */
export interface ModelStep {
  readonly goroutine: string;
  readonly operation: string;
  readonly object: string;
  readonly site: Site;
  readonly effect: string;
  /** Free choices that the goroutine made on its way to its next operation. */
  readonly choices: readonly Choice[];
  readonly joint: boolean;
  /** The procedure in which it happens; -1 for the clock. */
  readonly proc: number;
}

/** The operation of those who are written to wait for ever. */
export const forEver = 'select {}';

/** A goroutine that never moves again. */
export interface ModelBlocked {
  readonly goroutine: string;
  readonly operation: string;
  readonly object: string;
  readonly site: Site;
  readonly because: string;
  readonly freedBy: string;
  /** The procedure in which it waits, and the calls that led there, innermost first, as far as they are known. */
  readonly proc: number;
  readonly calls: readonly Site[];
  /** Whether it waits in a deferred call that may have stopped a panic. */
  readonly recovering: boolean;
  /** The panic that its deferred calls hold up by waiting; null without. */
  readonly panic: { readonly rule: string; readonly what: string; readonly site: Site } | null;
}

/** One step as data: goroutines by order of creation from 0, -1 for none; -2 as a case is the default. */
export interface ScheduleStep {
  readonly mover: number;
  readonly partner: number;
  readonly moverCase: number;
  readonly partnerCase: number;
  readonly choices: readonly number[];
}

export interface ModelTrace {
  readonly steps: readonly ModelStep[];
  readonly blocked: readonly ModelBlocked[];
  /** Free choices before the first step, and then all steps: enough to run it again. */
  readonly start: readonly number[];
  /** The same choices with what they stand for. */
  readonly opening: readonly Choice[];
  readonly schedule: readonly ScheduleStep[];
}

/** A state as a run reached it: who is who, and who holds which lock. */
export interface Scene {
  readonly search: Search;
  readonly state: number;
  /** Goroutines in the order of the state's vector: their numbers by creation. */
  readonly who: readonly number[];
  /** Names by number. */
  readonly names: readonly string[];
  /** Goroutines that took each lock and have not given it back. */
  readonly holders: ReadonlyMap<number, readonly number[]>;
}

interface Teller {
  readonly search: Search;
  who: number[];
  readonly names: string[];
  readonly entries: number[];
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
  const t: Teller = { search: s, who: [], names: [], entries: [], holders: new Map(), steps: [], schedule: [] };
  settleIn(t, [], begin.result, true);
  for (let i = 0; i + 1 < path.length; i++) follow(t, path[i] as number, path[i + 1] as number, null);
  if (fault !== null && state >= 0) follow(t, state, -1, fault);
  const { who, names, holders } = t;
  const start = begin.result.choices.map((choice) => choice.branch);
  const opening = begin.result.choices;
  return { steps: t.steps, start, opening, schedule: t.schedule, scene: { search: s, state, who, names, holders } };
}

/** Numbers new goroutines and puts all into the order of the state's vector. */
function settleIn(
  t: Teller,
  old: readonly (readonly [config: number, who: number])[],
  result: Result,
  root: boolean,
): [number, number][] {
  const all = old.map(([config, who]): [number, number] => [config, who]);
  const enter = (config: number, name: string): void => {
    t.names.push(name);
    if (config !== 0) all.push([config, t.names.length - 1]);
  };
  const { program } = t.search.machine.code;
  if (root) {
    t.entries.push(program.entry);
    t.names.push(program.name);
    all.push([result.config, 0]);
  }
  for (const config of result.spawned) enter(config, nameFor(t, config));
  arrange(t, all);
  return all;
}

function arrange(t: Teller, all: readonly [number, number][]): void {
  const sorted = t.search.reductions.symmetry
    ? all.filter(([config]) => config !== 0).sort((a, b) => a[0] - b[0])
    : all;
  t.who = sorted.map(([, who]) => who);
}

/** The name of a goroutine: its procedure, numbered from the second one on. */
function nameFor(t: Teller, config: number): string {
  if (config === 0) {
    t.entries.push(-1);
    return 'a goroutine that ended';
  }
  const { entry } = t.search.machine.comps.list[config] as Config;
  const earlier = t.entries.filter((e) => e === entry).length;
  t.entries.push(entry);
  const { name } = must(t.search.machine.code.procs[entry]).proc;
  return earlier === 0 ? name : `${name} #${earlier + 1}`;
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
  tellStep(t, before, must<Action>(found, 'step'), must<Int32Array>(after));
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

function tellStep(t: Teller, before: Int32Array, action: Action, after: Int32Array): void {
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
  if (action.mover === 0) {
    const object = labelOf(t.search, before[action.timer] as number);
    const site = originSite(t.search, before[action.timer] as number);
    const fires = { goroutine: 'the clock', operation: 'fires', object, site, effect: '' };
    t.steps.push({ ...fires, choices: [], joint: false, proc: -1 });
  } else {
    const config = before[action.mover] as number;
    const over = after[0] === 0;
    const meets = partner < 0 ? '' : t.names[partner];
    const joint = action.partner !== 0;
    t.steps.push({
      ...wording(t.search, before, config, action.moverCase),
      goroutine: t.names[mover] as string,
      effect: over ? 'the process ends' : effectOf(t.search, before, config, action, after, meets ?? ''),
      choices: action.moverResult?.choices ?? [],
      joint: false,
      proc: procOf(comps.list[config] as Config),
    });
    if (joint) {
      const other = before[action.partner] as number;
      t.steps.push({
        ...wording(t.search, before, other, action.partnerCase),
        goroutine: t.names[partner] as string,
        effect: comps.op[other] === Op.parked ? `woken by ${t.names[mover]}` : `from ${t.names[mover]}`,
        choices: action.partnerResult?.choices ?? [],
        joint: true,
        proc: procOf(comps.list[other] as Config),
      });
    }
    holding(t, before, config, mover, after);
  }
  moveOn(t, before, action, after);
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
  if (action.moverResult !== null) all = settleIn(t, all, action.moverResult, false);
  if (action.partnerResult !== null) settleIn(t, all, action.partnerResult, false);
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

/** Keeps account of who holds which lock. */
function holding(t: Teller, before: Int32Array, config: number, who: number, after: Int32Array): void {
  const { comps } = t.search.machine;
  const { op, slot: at, value } = (comps.list[config] as Config).operation;
  const slot = op === Op.condWait ? value : at;
  // Nobody waits for an object that is gone.
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
// Words

/** The label of an object, as users call it. */
export function labelOf(s: Search, component: number): string {
  const c = s.machine.comps.list[component];
  if (c === undefined || !('origin' in c)) return 'an object';
  const label = s.machine.code.origins[c.origin]?.label ?? '';
  return label === '' ? `a ${c.kind === 'chan' ? 'channel' : c.kind}` : label;
}

function originSite(s: Search, component: number): Site {
  const c = s.machine.comps.list[component];
  const origin = c !== undefined && 'origin' in c ? s.machine.code.origins[c.origin] : undefined;
  return origin?.site ?? { file: 0, start: 0, end: 0 };
}

interface Wording {
  readonly operation: string;
  readonly object: string;
  readonly site: Site;
}

const verbs: Readonly<Record<number, string>> = {
  [Op.send]: 'send',
  [Op.recv]: 'receive',
  [Op.close]: 'close',
  [Op.lock]: 'Lock',
  [Op.lockWait]: 'Lock',
  [Op.unlock]: 'Unlock',
  [Op.rlock]: 'RLock',
  [Op.runlock]: 'RUnlock',
  [Op.trylock]: 'TryLock',
  [Op.tryrlock]: 'TryRLock',
  [Op.add]: 'Add',
  [Op.wait]: 'Wait',
  [Op.condWait]: 'Cond.Wait',
  [Op.parked]: 'Cond.Wait',
  [Op.signal]: 'Signal',
  [Op.broadcast]: 'Broadcast',
  [Op.timer]: 'start timer',
  [Op.stopTimer]: 'stop timer',
  [Op.atomic]: 'atomic operation',
  [Op.yield]: 'go on',
  [Op.exit]: 'exit',
  [Op.fatal]: 'fatal error',
  [Op.crash]: 'panic',
  [Op.mainEnd]: 'return from main',
  [Op.environment]: 'operation on the environment',
};

/** What a goroutine stands before, in words. */
export function wording(s: Search, vec: Int32Array, config: number, which: number): Wording {
  const { comps } = s.machine;
  const c = comps.list[config] as Config;
  const site = siteOfConfig(s.machine, config);
  const { op, slot, cases } = c.operation;
  if (op === Op.select) {
    if (which === -2) return { operation: 'select default', object: '', site };
    const one = cases[which];
    if (one !== undefined) {
      return { operation: one.send ? 'select send' : 'select receive', object: caseLabel(s, vec, one), site };
    }
    return { operation: 'select', object: cases.map((x) => caseLabel(s, vec, x)).join(', '), site };
  }
  if (op === Op.never)
    return { operation: c.operation.value === 1 ? 'use of a nil channel' : forEver, object: '', site };
  if (op === Op.add) {
    const delta = comps.values.data[c.operation.value];
    const object = labelOf(s, vec[slot] as number);
    if (delta?.kind === 'int' && delta.value === -1) return { operation: 'Done', object, site };
    return { operation: delta?.kind === 'int' ? `Add(${delta.value})` : 'Add', object, site };
  }
  return { operation: verbs[op] ?? 'operation', object: slot > 0 ? labelOf(s, vec[slot] as number) : '', site };
}

function caseLabel(s: Search, vec: Int32Array, one: SelectCase): string {
  return one.slot > 0 ? labelOf(s, vec[one.slot] as number) : one.slot === 0 ? 'nil' : 'the environment';
}

function effectOf(
  s: Search,
  before: Int32Array,
  config: number,
  action: Action,
  after: Int32Array,
  partner: string,
): string {
  const { comps } = s.machine;
  const faults = action.moverResult?.faults ?? [];
  if (faults.length > 0) return s.machine.faults[faults[0] as number]?.what ?? '';
  if (partner !== '') return comps.op[config] === Op.signal ? `wakes ${partner}` : `to ${partner}`;
  const c = (comps.list[config] as Config).operation;
  const slot = c.op === Op.select ? (c.cases[action.moverCase]?.slot ?? 0) : c.slot;
  const started = (action.moverResult?.spawned ?? [])
    .filter((id) => id !== 0)
    .map((id) => must(s.machine.code.procs[(comps.list[id] as Config).entry]).proc.name);
  const parts: string[] = [];
  const was = comps.list[before[slot] as number];
  const is = slot > 0 && slot <= (after[0] as number) ? comps.list[after[slot] as number] : undefined;
  if (was?.kind === 'chan') {
    if (was.closed) parts.push('closed: no value');
    else if (is?.kind === 'chan' && was.capacity > 0 && !is.closed)
      parts.push(`${is.buffer.length} of ${is.capacity} buffered`);
  } else if (is?.kind === 'waitgroup') parts.push(`counter ${is.count ?? 'unknown'}`);
  else if (c.op === Op.lock && is?.kind === 'rwmutex' && is.writer === 1)
    parts.push('announces itself, waits for readers');
  if (started.length > 0) parts.push(`starts ${started.join(', ')}`);
  return parts.join('; ');
}
