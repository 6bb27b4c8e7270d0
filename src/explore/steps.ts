// The steps of a record as a trace: what each goroutine does, to what, and how that changes it.

import { type Goroutine, isUnlocking, type Operation, operation } from '../base/operation.ts';
import { type Effect, noChange, noEffect, type StateChange, type TraceStep } from '../base/trace.ts';
import { operationOf, type Place, placeOf, type Sites, valueAt } from './cast.ts';
import type { EventLine, RunRecord } from './protocol.ts';

export function stepsOf(
  record: RunRecord,
  sites: Sites,
  goroutines: readonly Goroutine<Place>[],
): readonly TraceStep<Place>[] {
  const steps: TraceStep<Place>[] = [];
  const objects = new Objects(record);
  const born = [...record.goroutines.values()].filter(({ parent }) => parent !== 0);
  let next = 0;
  const start = (before: number): void => {
    for (; next < born.length && (born[next]?.after ?? 0) <= before; next++) {
      const { g, parent } = born[next] as (typeof born)[number];
      const created = goroutines.find(({ id }) => id === g)?.created ?? null;
      if (created === null) continue;
      const effect: Effect = { kind: 'starts', goroutine: g };
      steps.push({ ...plain(parent, operation('go'), 0, created), effect });
    }
  };
  record.events.forEach((event, i) => {
    start(i);
    steps.push(...stepsOfEvent(event, sites, objects));
  });
  start(record.events.length);
  return steps;
}

function plain(goroutine: number, what: Operation, object: number, span: Place): TraceStep<Place> {
  return { goroutine, operation: what, object, span, effect: noEffect, state: noChange, value: '' };
}

function stepsOfEvent(event: EventLine, sites: Sites, objects: Objects): readonly TraceStep<Place>[] {
  const site = sites.get(event.s);
  const arm = event.op === 'select' ? event.arm : null;
  const what = operationOf(event.op, site, arm);
  const other = sites.get(event.ws);
  if (what === null) return [];
  const met = event.with !== 0 && other !== undefined;
  const { state, effect } = objects.apply(event, what, met);
  const own = { ...plain(event.g, what, event.o, placeOf(site, arm)), state, effect, value: valueAt(site, arm) };
  if (!met) return [own];
  const otherArm = other.op === 'select' ? event.warm : null;
  const theirs = operationOf(other.op, other, otherArm);
  if (theirs === null) return [own];
  const partner = plain(event.with, theirs, event.o, placeOf(other, otherArm));
  return [own, { ...partner, effect: meeting(theirs, event.g), value: valueAt(other, otherArm) }];
}

/** How a step meets the goroutine on the other side. */
function meeting(what: Operation, goroutine: number): Effect {
  switch (what.kind) {
    case 'send':
      return { kind: 'to', goroutine };
    case 'receive':
      return { kind: 'from', goroutine };
    case 'cond-signal':
      return { kind: 'wakes', goroutine };
    default:
      return { kind: 'woken', goroutine };
  }
}

/** What is in channels and what holds locks, as far as the steps of a record tell. */
class Objects {
  readonly #record: RunRecord;
  readonly #buffers = new Map<number, number>();
  readonly #closed = new Set<number>();
  readonly #holders = new Map<number, readonly number[]>();

  constructor(record: RunRecord) {
    this.#record = record;
  }

  apply(event: EventLine, what: Operation, met: boolean): { readonly state: StateChange; readonly effect: Effect } {
    const { o, g } = event;
    const effect = met ? meeting(what, event.with) : noEffect;
    if (o === 0) return { state: noChange, effect };
    switch (what.kind) {
      case 'send':
      case 'receive': {
        const capacity = this.#record.objects.get(o)?.cap ?? 0;
        const before = this.#buffers.get(o) ?? 0;
        if (what.kind === 'receive' && before === 0 && this.#closed.has(o))
          return { state: noChange, effect: { kind: 'zero-value' } };
        const after = what.kind === 'send' ? before + 1 : before - 1;
        if (met || capacity === 0 || after < 0 || after > capacity) return { state: noChange, effect };
        this.#buffers.set(o, after);
        return { state: { kind: 'buffer', before, after, capacity }, effect };
      }
      case 'close':
        this.#closed.add(o);
        return { state: { kind: 'closed' }, effect };
      case 'lock':
      case 'rlock':
      case 'trylock':
      case 'tryrlock': {
        if (event.ok === false) return { state: noChange, effect };
        const by = [...(this.#holders.get(o) ?? []), g];
        this.#holders.set(o, by);
        return { state: { kind: 'held', by, read: what.kind === 'rlock' || what.kind === 'tryrlock' }, effect };
      }
      case 'unlock':
      case 'runlock':
        return { state: this.#release(o, g, what), effect };
      default:
        return { state: noChange, effect };
    }
  }

  #release(o: number, g: number, what: Operation): StateChange {
    const holders = this.#holders.get(o) ?? [];
    const at = holders.includes(g) ? holders.indexOf(g) : 0;
    const by = holders.filter((_, i) => i !== at);
    this.#holders.set(o, by);
    return { kind: 'held', by, read: isUnlocking(what) && what.kind === 'runlock' };
  }
}
