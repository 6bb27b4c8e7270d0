// A record of a real run as partial-order reduction sees it: which transitions there were, and what they touched.

import { type Alternative, type Choice, choiceOf, type EventLine, type RunRecord } from './protocol.ts';
import { type Execution, everything, type Moment, type Pending, type Touch, type Transition } from './transition.ts';

/** The name of a decision: the decision itself. */
export function keyOf(choice: Choice): string {
  return JSON.stringify([choice.g, choice.op, choice.site, choice.arm, choice.with, choice.warm ?? null]);
}

export function choiceOfKey(key: string): Choice {
  const [g, op, site, arm, partner, warm] = JSON.parse(key) as [
    string,
    Choice['op'],
    number,
    number | null,
    string,
    number | null,
  ];
  return { g, op, site, arm, with: partner, warm };
}

/** Records of level `full` only. */
export function executionOf(record: RunRecord): Execution {
  const reader = newReader(record);
  const { events } = record;
  const moments: Moment[] = [];
  let pending: readonly Pending[] = [];
  for (const [i, event] of events.entries()) {
    const alternatives = event.alts ?? [event];
    if (i === 0) pending = reader.pending(waitingAt(event));
    const before = new Set(pending.map(({ goroutine }) => goroutine));
    const taken = reader.transition(event);
    const enabled = alternatives.map((one) => reader.transition(one));
    reader.passed(event);
    const next = events[i + 1];
    const after = next === undefined ? pendingAtEnd(reader, record) : reader.pending(waitingAt(next));
    // A goroutine that is there now and was not before was started by this step, or let go on, as a test is by its subtests; so was a
    // timer, if the step sets one.
    const started = after.map((one) => one.goroutine).filter((name) => !before.has(name));
    if (event.op === 'sleep' || event.op === 'timer') started.push(clockName);
    const moved = new Set([...taken.goroutines, ...started]);
    moments.push({
      enabled,
      taken: {
        ...taken,
        goroutines: [...moved],
        touches: [...taken.touches, ...(next === undefined ? endTouches(record) : arrivals(after, moved))],
      },
      pending,
    });
    pending = after;
  }
  return { moments, pending };
}

const clockName = 'clock';

/** All that goroutines stand at before an event, whether it can happen or not. */
function waitingAt(event: EventLine): readonly Alternative[] {
  return [...(event.alts ?? [event]), ...(event.blocked ?? [])];
}

/** Where the goroutines that moved wait now, for operations that look whether another goroutine is there. */
function arrivals(after: readonly Pending[], moved: ReadonlySet<string>): readonly Touch[] {
  return after
    .filter((one) => moved.has(one.goroutine))
    .flatMap((one) => one.touches.filter((touch) => touch.mode === 'use' && touch.object !== everything))
    .map(({ object }): Touch => ({ object, mode: 'arrive' }));
}

/** A step that ended the process kept all others from continuing. */
function endTouches(record: RunRecord): readonly Touch[] {
  const kind = record.end?.kind;
  return kind === 'passed' || kind === 'leak' || kind === 'deadlock' ? [] : [{ object: everything, mode: 'use' }];
}

interface Reader {
  readonly transition: (one: Alternative) => Transition;
  readonly pending: (all: readonly Alternative[]) => readonly Pending[];
  /** Takes note of locks that come to be held or free. */
  readonly passed: (event: EventLine) => void;
}

function newReader(record: RunRecord): Reader {
  const name = (g: number): string => (g === 0 ? clockName : (record.goroutines.get(g)?.path ?? `#${g}`));
  const object = (o: number): string => {
    const known = record.objects.get(o);
    // A context ends with those above it: for the order of steps, they are one.
    return known === undefined ? `#${o}` : known.of === undefined ? known.name : object(known.of);
  };
  const held = new Map<number, Set<number>>();
  const touchesOf = (one: Alternative): Touch[] => {
    const touches = ownTouches(one, object);
    if (one.op === 'cond-wait')
      for (const lock of held.get(one.g) ?? []) touches.push({ object: object(lock), mode: 'use' });
    return touches;
  };
  return {
    transition: (one) => ({
      key: keyOf(choiceOf(record, one)),
      goroutines: one.with === 0 ? [name(one.g)] : [name(one.g), name(one.with)],
      touches: touchesOf(one),
    }),
    pending: (all) => {
      const byGoroutine = new Map<string, Touch[]>();
      for (const one of all) {
        // Alone, the clock moves because nothing else can: it could not have come before anything.
        if (one.g === 0 && all.length === 1) continue;
        for (const g of one.with === 0 ? [one.g] : [one.g, one.with]) {
          const touches = byGoroutine.get(name(g)) ?? [];
          touches.push(...pendingTouches(one, g, object, touchesOf(one)));
          byGoroutine.set(name(g), touches);
        }
      }
      return [...byGoroutine].map(([goroutine, touches]) => ({ goroutine, touches }));
    },
    passed: (event) => {
      const locks = held.get(event.g) ?? new Set<number>();
      if (event.op === 'lock' || event.op === 'rlock') locks.add(event.o);
      if ((event.op === 'trylock' || event.op === 'tryrlock') && event.ok === true) locks.add(event.o);
      if (event.op === 'unlock' || event.op === 'runlock') locks.delete(event.o);
      held.set(event.g, locks);
    },
  };
}

function ownTouches(one: Alternative, object: (o: number) => string): Touch[] {
  // What a select on the other side did not choose.
  const theirs = (one.warms ?? []).filter((o) => o !== 0 && o !== one.o);
  return [...touchesOfOp(one, object), ...theirs.map((o): Touch => ({ object: object(o), mode: 'offer' }))];
}

function touchesOfOp(one: Alternative, object: (o: number) => string): Touch[] {
  switch (one.op) {
    case 'select': {
      const arms = one.arms ?? [];
      if (one.arm === -1) return arms.filter((o) => o !== 0).map((o) => ({ object: object(o), mode: 'poll' }));
      return [
        { object: object(one.o), mode: 'use' },
        ...arms.filter((o) => o !== 0 && o !== one.o).map((o): Touch => ({ object: object(o), mode: 'offer' })),
      ];
    }
    case 'rlock':
    case 'wg-wait':
    case 'atomic-load':
      return [{ object: object(one.o), mode: 'look' }];
    case 'fire':
    // When the function of a Once returns, its waiters go on: that is no step of its own.
    case 'once':
      return [{ object: everything, mode: 'use' }];
    case 'sleep':
    case 'timer':
      // Of timers that are due at the same time, the one that was set first may be served first.
      return [
        { object: 'timers', mode: 'use' },
        ...(one.o === 0 ? [] : [{ object: object(one.o), mode: 'use' } as const]),
      ];
    case 'start':
    case 'go':
    case 'make':
    case 'yield':
    case 'return':
      return [];
    case 'send':
    case 'recv':
    case 'close':
    case 'lock':
    case 'lock-wait':
    case 'unlock':
    case 'runlock':
    case 'trylock':
    case 'tryrlock':
    case 'wg-add':
    case 'wg-done':
    case 'cond-wait':
    case 'cond-wake':
    case 'cond-signal':
    case 'cond-broadcast':
    case 'atomic-store':
    case 'atomic-rmw':
    case 'test':
      return one.o === 0 ? [] : [{ object: object(one.o), mode: 'use' }];
  }
}

/** What a select waits for may become any of its arms; on the other side of a rendezvous there is a plain operation or a select. */
function pendingTouches(
  one: Alternative,
  g: number,
  object: (o: number) => string,
  own: readonly Touch[],
): readonly Touch[] {
  const arms = g === one.g ? (one.op === 'select' ? (one.arms ?? []) : null) : (one.warms ?? null);
  if (arms === null) return g === one.g ? own : [{ object: object(one.o), mode: 'use' }];
  return arms
    .filter((o) => o !== 0)
    .flatMap((o): Touch[] => [
      { object: object(o), mode: 'use' },
      ...(g === one.g && one.arm === -1 ? [{ object: object(o), mode: 'poll' } as const] : []),
    ]);
}

/** Goroutines that are stuck, or that the end of the process cut off. */
function pendingAtEnd(reader: Reader, record: RunRecord): readonly Pending[] {
  const last = record.events.at(-1);
  if (last === undefined) return [];
  const stuck = (record.end?.stuck ?? []).map(
    (one): Alternative => ({
      g: one.g,
      op: one.op,
      o: one.o,
      s: one.s,
      arm: null,
      with: 0,
      ws: 0,
      warm: null,
      arms: one.arms,
    }),
  );
  const moved = new Set(reader.transition(last).goroutines);
  const left = [...(last.alts ?? [last]), ...(last.blocked ?? [])];
  const waiting = reader.pending(left).filter((one) => !moved.has(one.goroutine));
  const stuckNames = new Set(waiting.map((one) => one.goroutine));
  return [...waiting, ...reader.pending(stuck).filter((one) => !stuckNames.has(one.goroutine))];
}
