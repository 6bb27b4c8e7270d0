// A run prepared for a reader who steps through it: lanes, steps, arrows between them, and what every object is after each step.

import { isLocking, isUnlocking } from '../base/operation.ts';
import type { Span } from '../base/source.ts';
import {
  type Blocked,
  type Effect,
  goroutineOf,
  type StateChange,
  shownSteps,
  type Trace,
  type TraceStep,
} from '../base/trace.ts';
import {
  becauseText,
  codeText,
  doingText,
  effectMark,
  freedByText,
  laneName,
  nameIn,
  objectIn,
  type PlaceText,
  stateAfter,
  stateBefore,
  waitReason,
} from './words.ts';

/** A place in a file, as shown. */
export interface PlayerPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One goroutine, or the clock. */
export interface Lane {
  /** `g2`, or `clock`. */
  readonly short: string;
  readonly title: string;
  readonly name: string;
  readonly created: PlayerPlace | null;
  /** The step that starts it; -1 for one that is there from the beginning. */
  readonly startedBy: number;
  /** Why it waits at the end, as Go's runtime says it; '' for one that is not blocked. */
  readonly wait: string;
  /** The step with which it ends; -1 where it does not. */
  readonly ends: number;
}

export interface PlayerStep {
  /** Indices into `lanes` and `objects`; -1 for no object. */
  readonly lane: number;
  readonly object: number;
  readonly at: PlayerPlace | null;
  readonly code: string;
  /** `to g2`, `wakes g3`; '' for none. */
  readonly mark: string;
  /** The object's state before and after; '' for none. */
  readonly before: string;
  readonly after: string;
  readonly change: StateChange['kind'];
  /** `blocks` where the goroutine stays forever. */
  readonly effect: Effect['kind'];
}

/** What one step makes possible: from and to are indices of steps. */
export interface Arrow {
  readonly kind: 'go' | 'message' | 'close' | 'unlock' | 'done' | 'wake';
  readonly from: number;
  readonly to: number;
}

export interface PlayerObject {
  readonly name: string;
  readonly kind: string;
  readonly made: PlayerPlace | null;
  /** Before the first step; '' where there is nothing to say. */
  readonly initial: string;
}

/** Who waits for what, and who holds it. */
export interface WaitEdge {
  readonly from: { readonly lane: number } | { readonly object: number };
  readonly to: { readonly lane: number } | { readonly object: number };
}

export interface StuckGoroutine {
  readonly lane: number;
  readonly at: PlayerPlace | null;
  readonly doing: string;
  readonly because: string;
  readonly freedBy: string;
}

export interface Player {
  readonly lanes: readonly Lane[];
  readonly steps: readonly PlayerStep[];
  readonly arrows: readonly Arrow[];
  readonly objects: readonly PlayerObject[];
  readonly stuck: readonly StuckGoroutine[];
  readonly waits: readonly WaitEdge[];
  /** The step that takes the last lock of a cycle of locks; -1 where there is no such cycle. */
  readonly closes: number;
}

/** Null for a finding without a run. */
export function playerOf(trace: Trace, place: PlaceText<Span>, shown: (at: Span) => PlayerPlace | null): Player | null {
  const steps = shownSteps(trace);
  if (steps.length === 0) return null;
  const ids = lanesOf(trace, steps);
  const laneOf = new Map(ids.map((id, lane) => [id, lane]));
  const objectOf = new Map(trace.objects.map(({ id }, i) => [id, i]));
  const lane = (id: number): number => laneOf.get(id) ?? -1;
  const arrows = arrowsOf(steps, lane);
  return {
    lanes: ids.map((id): Lane => {
      const one = goroutineOf(trace, id);
      const blocked = trace.blocked.find(({ goroutine }) => goroutine === id);
      return {
        short: id === 0 ? 'clock' : `g${id}`,
        title: laneName(one, place),
        name: nameIn(trace, id, place),
        created: one.created === null ? null : shown(one.created),
        startedBy: steps.findIndex(({ effect }) => effect.kind === 'starts' && effect.goroutine === id),
        wait: blocked === undefined ? '' : waitReason(trace, blocked),
        ends: steps.findIndex(({ goroutine, operation }) => goroutine === id && operation.kind === 'return'),
      };
    }),
    steps: steps.map(
      (step): PlayerStep => ({
        lane: lane(step.goroutine),
        object: objectOf.get(step.object) ?? -1,
        at: shown(step.span),
        code: codeText(trace, step, place),
        mark: effectMark(step.effect),
        before: stateBefore(step.state),
        after: stateAfter(step.state),
        change: step.state.kind,
        effect: step.effect.kind,
      }),
    ),
    arrows,
    objects: trace.objects.map((one) => ({
      name: objectIn(trace, one.id),
      kind: one.kind,
      made: one.made === null ? null : shown(one.made),
      initial: initialState(
        one.id,
        steps.filter(({ object }) => object === one.id),
        trace.blocked,
      ),
    })),
    stuck: trace.blocked.map((one) => ({
      lane: lane(one.goroutine),
      at: shown(one.span),
      doing: doingText(trace, one),
      because: becauseText(trace, one, place),
      freedBy: freedByText(trace, one),
    })),
    waits: trace.blocked.flatMap((one) => waitsOf(one, lane, (id) => objectOf.get(id) ?? -1)),
    closes: cycleCloses(trace),
  };
}

/** Those that take steps or are started; the clock comes last. */
function lanesOf(trace: Trace, steps: readonly TraceStep[]): readonly number[] {
  const ids = new Set(steps.map(({ goroutine }) => goroutine));
  for (const { effect } of steps) if (effect.kind === 'starts') ids.add(effect.goroutine);
  for (const { because } of trace.blocked) {
    if (because.kind === 'held') for (const id of because.by) ids.add(id);
    if (because.kind === 'left-locked') ids.add(because.by);
  }
  return [...ids].sort((a, b) => (a === 0 ? 1 : b === 0 ? -1 : a - b));
}

/** What an object was before its first change; a channel without a buffer never changes otherwise. */
function initialState(id: number, steps: readonly TraceStep[], blocked: readonly Blocked[]): string {
  const changes = steps.map(({ state }) => state);
  const first = changes.find(({ kind }) => kind !== 'none' && kind !== 'closed');
  if (first !== undefined) return first.kind === 'held' ? 'unlocked' : stateBefore(first);
  const meet = steps.some(({ effect }) => effect.kind === 'to' || effect.kind === 'from');
  if (meet || blocked.some(({ object, because }) => object === id && because.kind === 'no-receiver')) return '0/0';
  return changes.some(({ kind }) => kind === 'closed') ? 'open' : '';
}

function arrowsOf(steps: readonly TraceStep[], lane: (id: number) => number): readonly Arrow[] {
  const arrows: Arrow[] = [];
  const add = (kind: Arrow['kind'], from: number | undefined, to: number): void => {
    if (from === undefined || to < 0) return;
    if (steps[from]?.goroutine !== steps[to]?.goroutine) arrows.push({ kind, from, to });
  };
  const nextOf = (goroutine: number, after: number): number =>
    steps.findIndex((step, i) => i > after && step.goroutine === goroutine);
  /** By object: sends that are in its buffer, its close, its last unlock and its last Done. */
  const buffered = new Map<number, number[]>();
  const closes = new Map<number, number>();
  const unlocks = new Map<number, number>();
  const dones = new Map<number, number>();
  steps.forEach((step, i) => {
    const { operation, object, effect, state } = step;
    if (effect.kind === 'starts' && lane(effect.goroutine) >= 0) add('go', i, nextOf(effect.goroutine, i));
    if (effect.kind === 'wakes') add('wake', i, nextOf(effect.goroutine, i));
    if (effect.kind === 'to') add('message', i, meets(steps, i, effect.goroutine));
    if (effect.kind === 'zero-value') add('close', closes.get(object), i);
    if (state.kind === 'buffer' && state.after > state.before) queue(buffered, object).push(i);
    if (state.kind === 'buffer' && state.after < state.before) add('message', queue(buffered, object).shift(), i);
    if (operation.kind === 'close' || operation.kind === 'cancel') closes.set(object, i);
    if (effect.kind === 'blocks') return;
    if (isLocking(operation)) add('unlock', unlocks.get(object), i);
    if (isUnlocking(operation)) unlocks.set(object, i);
    if (operation.kind === 'wg-wait') add('done', dones.get(object), i);
    if (operation.kind === 'wg-done') dones.set(object, i);
  });
  return arrows;
}

/** The step with which the other side of a rendezvous takes part. */
function meets(steps: readonly TraceStep[], send: number, receiver: number): number {
  const sender = steps[send]?.goroutine;
  const isOther = ({ goroutine, effect }: TraceStep): boolean =>
    goroutine === receiver && effect.kind === 'from' && effect.goroutine === sender;
  const after = steps.findIndex((step, i) => i > send && isOther(step));
  return after >= 0 ? after : steps.slice(0, send).findLastIndex(isOther);
}

function queue(queues: Map<number, number[]>, object: number): number[] {
  const known = queues.get(object);
  if (known !== undefined) return known;
  const made: number[] = [];
  queues.set(object, made);
  return made;
}

function waitsOf(one: Blocked, lane: (id: number) => number, objectOf: (id: number) => number): readonly WaitEdge[] {
  const { because } = one;
  const ids = because.kind === 'no-case' ? because.cases.map(({ object }) => object) : [one.object];
  const objects = [...new Set(ids.map(objectOf))].filter((object) => object >= 0);
  const waiting = objects.map((object): WaitEdge => ({ from: { lane: lane(one.goroutine) }, to: { object } }));
  const holders = holdersOf(one).filter((id) => lane(id) >= 0);
  const held = objects.flatMap((object) =>
    holders.map((id): WaitEdge => ({ from: { object }, to: { lane: lane(id) } })),
  );
  return [...waiting, ...held];
}

function holdersOf({ goroutine, because }: Blocked): readonly number[] {
  if (because.kind === 'held') return because.by;
  if (because.kind === 'left-locked') return [because.by];
  return because.kind === 'held-by-itself' ? [goroutine] : [];
}

/** In a cycle of locks: the step that takes the last one, after which each goroutine waits for another one's. */
function cycleCloses(trace: Trace): number {
  const waitsFor = new Map(trace.blocked.map((one) => [one.goroutine, holdersOf(one)]));
  const reaches = (from: number, to: number): boolean => {
    const seen = new Set<number>();
    const work = [...(waitsFor.get(from) ?? [])];
    for (let id = work.pop(); id !== undefined; id = work.pop()) {
      if (id === to) return true;
      if (seen.has(id)) continue;
      seen.add(id);
      work.push(...(waitsFor.get(id) ?? []));
    }
    return false;
  };
  const inCycle = trace.blocked.filter(({ goroutine }) => reaches(goroutine, goroutine));
  const locks = new Set(inCycle.map(({ object }) => object));
  const holders = new Set(inCycle.flatMap(holdersOf));
  return trace.steps.findLastIndex(
    ({ operation, object, goroutine }) => isLocking(operation) && locks.has(object) && holders.has(goroutine),
  );
}

/** The states of all objects after so many steps, by index. */
export function statesAfter(player: Player, count: number): readonly string[] {
  const states = player.objects.map(({ initial }) => initial);
  const closed = new Set<number>();
  for (const { object, after, change } of player.steps.slice(0, count)) {
    if (object < 0 || after === '') continue;
    // A closed channel can still hold values.
    states[object] = closed.has(object) ? `${after}, closed` : after;
    if (change === 'closed') closed.add(object);
  }
  return states;
}

export type LaneState = 'not-started' | 'runs' | 'waits' | 'stuck' | 'ended';

/** What every lane does after so many steps. One whose next step is the one at which it stays waits there already. */
export function laneStates(player: Player, count: number): readonly LaneState[] {
  return player.lanes.map((one, lane): LaneState => {
    if (one.startedBy >= count) return 'not-started';
    if (one.ends >= 0 && one.ends < count) return 'ended';
    const next = player.steps.findIndex((step, i) => i >= count && step.lane === lane);
    if (next < 0) return player.steps.some((step) => step.lane === lane && step.effect === 'blocks') ? 'stuck' : 'runs';
    const effect = player.steps[next]?.effect;
    return effect === 'blocks' || effect === 'woken' ? 'waits' : 'runs';
  });
}
