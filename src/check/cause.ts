// Where a wait comes from: the operation or the way out that has to change, rather than the wait that suffers from it.
//
//	go func() {
//		defer wg.Done()
//		c, err := dial()
//		if err != nil {
//			return
//		}
//		ready <- c
//	}()
//	<-ready
//
// Where dial fails the receive blocks. What it waits for is a send; the goroutine that does it has ended, and left through the return above
// it: that is the place to repair. A goroutine that waits for another one that is itself blocked has no fault of its own: the other one is
// looked at instead, until one waits for nothing that is blocked, or all wait for each other.

import type { CauseKind, Completion } from '../base/headline.ts';
import type { Proc, Site } from '../comm/comm.ts';
import type { ModelBlocked, ModelFinding, ModelObject, ModelStep, ModelTrace } from '../model/index.ts';
import type { Completers, Need, Skip } from './completers.ts';
import { contextChannel } from './goroutine-names.ts';

/** What is at fault in a run. */
export type ModelCause =
  /** What a blocked goroutine waits at; the place is its operation, or the call that leads to it from where it holds a lock. */
  | { readonly kind: 'wait'; readonly site: Site; readonly blocked: ModelBlocked }
  | {
      readonly kind: CauseKind;
      readonly site: Site;
      readonly object: ModelObject;
      /** Of what is skipped. */
      readonly skip: Skip | null;
      /** Of a channel without room: how many values it would have to hold. */
      readonly room: Room | null;
    };

/** As many values as a number says, or as something has elements. */
export type Room = { readonly kind: 'number'; readonly count: number } | { readonly kind: 'loop'; readonly site: Site };

function causeAt(kind: CauseKind, site: Site, object: ModelObject): ModelCause {
  return { kind, site, object, skip: null, room: null };
}

function causeOfSkip(skip: Skip, object: ModelObject): ModelCause {
  return { kind: skip.returns ? 'return-skips' : 'condition-skips', site: skip.site, object, skip, room: null };
}

/** What is known about places of the program. */
export interface Known {
  readonly isModel: (site: Site) => boolean;
  /** Whether it waits for a lock that the root has left held. */
  readonly isNextCaller: (blocked: ModelBlocked) => boolean;
  /** 0 in the product's code, 1 in that of tests, 2 in a test function itself. */
  readonly isTest: (blocked: ModelBlocked) => number;
}

/** The cause of a finding; null where it is the operation that the finding names. */
export function causeOf(found: ModelFinding, completers: () => Completers, known: Known): ModelCause | null {
  const { trace, site, rule } = found;
  const first = trace.blocked.find((one) => isAt(one.span, site));
  if (first === undefined) return faultCause(found, completers, known);
  if (known.isNextCaller(first)) return leftLocked(trace, first, completers(), known);
  if (rule === 'nil-channel') return null;
  if (rule === 'double-lock') return lockedAgain(trace, first, completers, known);
  if (rule === 'lock-order') return inCycle(trace, first, completers, known);
  const circle = sourceOf(trace, first, completers);
  for (const one of circle) {
    const cause =
      skipOf(trace, one, completers, known) ??
      wokenOf(trace, one) ??
      givenUp(trace, one, completers) ??
      notClosed(trace, one, completers, known) ??
      notCancelled(trace, one, known);
    if (cause !== null) return cause;
  }
  const waiting = best(trace, circle, known);
  const room = circle.length === 1 ? noRoom(trace, waiting, completers, known) : null;
  if (room !== null) return room;
  return waiting === first ? null : { kind: 'wait', site: waiting.span, blocked: waiting };
}

export function isAt(a: Site, b: Site): boolean {
  return a.file === b.file && a.start === b.start;
}

// ---------------------------------------------------------------------------------------------------------------
// Locks: the call made with the lock held

/** A lock that is taken again: where that is called, or where a function has returned with it before. */
function lockedAgain(
  trace: ModelTrace,
  blocked: ModelBlocked,
  completers: () => Completers,
  known: Known,
): ModelCause | null {
  const object = trace.objects.find(({ id }) => id === blocked.object);
  const entry = entryOf(trace, blocked.goroutine);
  if (object !== undefined && entry >= 0) {
    const skip = behind(trace, blocked, { object, by: ['unlock'] }, completers(), known);
    if (skip !== null) return causeOfSkip(skip, object);
  }
  const at = callUnderLock(trace, blocked, known);
  return at === null ? null : { kind: 'wait', site: at, blocked };
}

/** Of goroutines that wait for each other's locks one that calls something with a lock held: it takes the second lock out of its own sight. */
function inCycle(
  trace: ModelTrace,
  first: ModelBlocked,
  completers: () => Completers,
  known: Known,
): ModelCause | null {
  const members = trace.blocked.filter((one) => takes.has(one.operation.kind) && lastHeld(trace, one) !== null);
  const ways = [first, ...members.filter((one) => one !== first)].flatMap((blocked) => {
    const site = callUnderLock(trace, blocked, known);
    return site === null ? [] : [{ blocked, site }];
  });
  const calls = ways.filter(({ blocked, site }) => !isAt(site, blocked.span));
  const chosen = calls.find(({ site }) => completers().isOpenCall(site)) ?? calls[0] ?? ways[0];
  return chosen === undefined ? null : { kind: 'wait', site: chosen.site, blocked: chosen.blocked };
}

/**
 * Where the function that holds a lock goes on to what blocks: the operation, or the call that leads to it, in the innermost function that
 * was running both when the lock was taken and now.
 */
function callUnderLock(trace: ModelTrace, blocked: ModelBlocked, { isModel }: Known): Site | null {
  const held = lastHeld(trace, blocked);
  if (held === null) return null;
  const now = [...blocked.calls].reverse().concat([blocked.span]);
  const then = [...held.calls].reverse().concat([held.span]);
  let at = 0;
  while (at + 1 < now.length && at + 1 < then.length && isAt(now[at] as Site, then[at] as Site)) at++;
  return now.slice(at).find((site) => site.end > 0 && !isModel(site)) ?? null;
}

/** The step with which a goroutine took a lock that it still holds: the one that it waits for again, or the last one. */
function lastHeld({ steps }: ModelTrace, { goroutine, object }: ModelBlocked): ModelStep | null {
  const own = steps.filter((step) => step.goroutine === goroutine);
  const isHeld = (step: ModelStep, i: number): boolean =>
    takes.has(step.operation.kind) &&
    !own.slice(i + 1).some((later) => later.object === step.object && releases.has(later.operation.kind));
  const held = own.filter(isHeld);
  return held.find((step) => step.object === object) ?? held.at(-1) ?? null;
}

const takes: ReadonlySet<string> = new Set(['lock', 'rlock', 'lock-wait']);
const releases: ReadonlySet<string> = new Set(['unlock', 'runlock']);

/** The way out on which a lock stays held, or where it is taken if there is none that releases it. */
function leftLocked(trace: ModelTrace, blocked: ModelBlocked, completers: Completers, known: Known): ModelCause | null {
  const object = trace.objects.find(({ id }) => id === blocked.object);
  if (object === undefined) return null;
  const need: Need = { object, by: ['unlock'] };
  const skip = taken(trace, completers.skips(completers.program.entry, need, isOwnProc(known)));
  if (skip !== null) return causeOfSkip(skip, object);
  const held = trace.steps.findLast((step) => step.object === object.id && takes.has(step.operation.kind));
  return held === undefined || known.isModel(held.span) ? null : { kind: 'wait', site: held.span, blocked };
}

function isOwnProc(known: Known): (proc: { readonly site: Site }) => boolean {
  return (proc) => proc.site.end > 0 && !known.isModel(proc.site);
}

// ---------------------------------------------------------------------------------------------------------------
// Who waits for whom

/** Where the wait of the first one comes from: a goroutine that waits for nothing that is blocked, or several that wait for each other. */
function sourceOf(trace: ModelTrace, first: ModelBlocked, completers: () => Completers): readonly ModelBlocked[] {
  const way: ModelBlocked[] = [first];
  for (let at = first; ; ) {
    const next = trace.blocked.filter((other) => other !== at && waitsForGoroutine(trace, at, other, completers));
    const fresh = next.find((other) => !way.includes(other));
    if (fresh !== undefined) {
      way.push(fresh);
      at = fresh;
      continue;
    }
    const back = next.find((other) => way.includes(other));
    return back === undefined ? [at] : way.slice(way.indexOf(back));
  }
}

/** Code before tests, what holds a lock before what waits for one, sends before receives before the rest; else the one that was told. */
function best(trace: ModelTrace, circle: readonly ModelBlocked[], known: Known): ModelBlocked {
  const weight = (one: ModelBlocked): readonly number[] => [
    known.isModel(one.span) ? 1 : 0,
    known.isTest(one),
    takes.has(one.operation.kind) ? 1 : 0,
    lastHeld(trace, one) === null ? 1 : 0,
    one.operation.kind === 'send' ? 0 : one.operation.kind === 'wg-wait' ? 2 : 1,
  ];
  return circle.reduce((a, b) => (isLess(weight(b), weight(a)) ? b : a));
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((n, i) => n !== b[i]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}

function waitsForGoroutine(
  trace: ModelTrace,
  { goroutine, because, operation, object }: ModelBlocked,
  other: ModelBlocked,
  completers: () => Completers,
): boolean {
  if (other.goroutine === goroutine) return false;
  if (because.kind === 'held') return because.by.includes(other.goroutine);
  if (because.kind === 'writer-waits' || because.kind === 'held-by-itself') return false;
  const entry = entryOf(trace, other.goroutine);
  if (entry < 0 || other.operation.kind === 'block-forever') return false;
  return needsOf(trace, { because, operation, object }).some((need) => completers().mayComplete(entry, need));
}

/** What would complete a wait. Of locks that is what their holders do: see `because`. */
function needsOf(
  trace: ModelTrace,
  { because, operation, object }: Pick<ModelBlocked, 'because' | 'operation' | 'object'>,
): readonly Need[] {
  const of = (id: number, by: readonly Completion[]): readonly Need[] => {
    const found = trace.objects.find((one) => one.id === id);
    return found === undefined || found.kind === 'outside' ? [] : [{ object: found, by }];
  };
  switch (because.kind) {
    case 'no-receiver':
    case 'buffer-full':
      return of(object, ['receive']);
    case 'no-sender':
      return of(object, ['send', 'close']);
    case 'no-case':
      return because.cases.flatMap((one) => of(one.object, one.send ? ['receive'] : ['send', 'close']));
    case 'counter':
      return of(object, ['done']);
    case 'no-signal':
      return of(object, ['signal']);
    case 'held':
      return of(object, ['unlock']);
    default:
      return operation.kind === 'lock' ? of(object, ['unlock']) : [];
  }
}

function entryOf({ goroutines }: ModelTrace, id: number): number {
  return goroutines.find((one) => one.id === id)?.entry ?? -1;
}

// ---------------------------------------------------------------------------------------------------------------
// Goroutines that have ended without doing it

/** The way out through which a goroutine that has ended left out what is waited for. */
function skipOf(
  trace: ModelTrace,
  blocked: ModelBlocked,
  completers: () => Completers,
  known: Known,
): ModelCause | null {
  for (const need of needsOf(trace, blocked)) {
    // Contexts are cancelled in the library, which does so for reasons of its own.
    if (need.object.label === contextChannel || known.isModel(need.object.made ?? blocked.span)) continue;
    // A goroutine that has stopped receiving is rarely at fault; one that takes places in a buffer gives them back.
    const ended = endedIn(trace, blocked).filter((id) => !need.by.includes('receive') || hasTaken(trace, id, need));
    for (const id of ended) {
      const entry = entryOf(trace, id);
      if (entry < 0) continue;
      const skips = completers().skips(entry, need, isOwnProc(known));
      const skip = taken(trace, skips);
      if (skip !== null) return causeOfSkip(skip, need.object);
    }
    for (const stuck of trace.blocked) {
      const skip = behind(trace, stuck, need, completers(), known);
      if (skip !== null) return causeOfSkip(skip, need.object);
    }
  }
  return null;
}

/** The same of a goroutine that is blocked itself, in a function that it has left by then. */
function behind(
  trace: ModelTrace,
  { goroutine, calls, span }: ModelBlocked,
  need: Need,
  completers: Completers,
  known: Known,
): Skip | null {
  const entry = entryOf(trace, goroutine);
  if (entry < 0 || (need.by.includes('receive') && !hasTaken(trace, goroutine, need))) return null;
  const seen = trace.steps
    .filter((step) => step.goroutine === goroutine)
    .flatMap((step) => [step.span, ...step.calls, ...step.choices.map(({ site }) => site)]);
  const holds = (sites: readonly Site[], proc: Proc): boolean => sites.some((site) => isWithin(site, proc.site));
  // Who waits to take a place in a buffer has not taken it this time, but may have the time before.
  const isLeft = (proc: Proc): boolean => need.by.includes('receive') || !holds([...calls, span], proc);
  const isOver = (proc: Proc): boolean => isOwnProc(known)(proc) && holds(seen, proc) && isLeft(proc);
  return taken(trace, completers.skipsAmong(entry, need, isOver));
}

function isWithin(inner: Site, outer: Site): boolean {
  return inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;
}

/** Goroutines that are neither blocked nor left: the root counts once it has returned. */
function endedIn({ goroutines, steps, blocked }: ModelTrace, waiting: ModelBlocked): readonly number[] {
  const stuck = new Set(blocked.map(({ goroutine }) => goroutine));
  return goroutines
    .filter(({ id }) => id !== waiting.goroutine && !stuck.has(id))
    .filter(
      ({ id, kind }) =>
        kind === 'root' || steps.some((step) => step.goroutine === id && step.operation.kind === 'return'),
    )
    .map(({ id }) => id);
}

/** Whether it has put a value into the channel and did not take one out. */
function hasTaken({ steps }: ModelTrace, id: number, { object }: Need): boolean {
  const own = steps.filter((step) => step.goroutine === id && step.object === object.id);
  const count = (kind: string): number => own.filter((step) => step.operation.kind === kind).length;
  return count('send') > count('receive');
}

/** The one of several ways out that a run took: the next one behind a choice that the run made. */
function taken({ steps, opening }: ModelTrace, skips: readonly Skip[]): Skip | null {
  const asked = [...opening, ...steps.flatMap((step) => step.choices)].map(({ site }) => site);
  const distance = ({ site }: Skip): number => {
    const before = asked.filter((one) => one.file === site.file && one.start < site.start);
    const nearest = Math.max(-1, ...before.map(({ start }) => start));
    const isNext = !skips.some((other) => other.site.start > nearest && other.site.start < site.start);
    return nearest < 0 || !isNext ? Number.POSITIVE_INFINITY : site.start - nearest;
  };
  return skips.reduce<Skip | null>((a, b) => (a === null || distance(b) <= distance(a) ? b : a), null);
}

// ---------------------------------------------------------------------------------------------------------------
// What came too early, or to another one

/** The Signal after which a goroutine goes on to wait beside the one that was woken. */
function wokenOf({ steps, objects }: ModelTrace, blocked: ModelBlocked): ModelCause | null {
  if (blocked.operation.kind !== 'cond-wait') return null;
  const signal = steps.findLast((step) => step.object === blocked.object && step.operation.kind === 'cond-signal');
  const object = objects.find(({ id }) => id === blocked.object);
  if (signal === undefined || object === undefined) return null;
  return causeAt('one-woken', signal.span, object);
}

/** A select that took its default while the goroutine was not yet there. */
function givenUp(trace: ModelTrace, blocked: ModelBlocked, completers: () => Completers): ModelCause | null {
  const defaults = trace.steps.filter((step) => step.operation.kind === 'select-default');
  if (defaults.length === 0) return null;
  for (const need of needsOf(trace, blocked)) {
    if (!need.by.includes('send')) continue;
    const at = completers()
      .optional({ ...need, by: ['send'] })
      .find((site) => defaults.some(({ span }) => isAt(span, site)));
    if (at !== undefined) return causeAt('given-up', at, need.object);
  }
  return null;
}

/** The context that a goroutine waits for, and for nothing else. */
function notCancelled(trace: ModelTrace, blocked: ModelBlocked, { isModel }: Known): ModelCause | null {
  const object = trace.objects.find(({ id }) => id === blocked.object);
  if (object?.label !== contextChannel || object.made === null || isModel(object.made)) return null;
  return blocked.operation.kind === 'receive' ? causeAt('not-cancelled', object.made, object) : null;
}

/** The last send on a channel that a goroutine waits to be closed, where nothing in the program closes it. */
function notClosed(
  trace: ModelTrace,
  blocked: ModelBlocked,
  completers: () => Completers,
  known: Known,
): ModelCause | null {
  const object = trace.objects.find(({ id }) => id === blocked.object);
  if (object === undefined || object.kind !== 'channel' || blocked.operation.kind !== 'receive') return null;
  if (known.isModel(object.made ?? blocked.span) || !completers().isRanged(blocked.span)) return null;
  if (completers().exists({ object, by: ['close'] })) return null;
  const send = completers()
    .places({ object, by: ['send'] })
    .at(-1);
  return send === undefined || known.isModel(send) ? null : causeAt('not-closed', send, object);
}

/** The channel in which a goroutine that sends once finds no room, because the one that would receive does so no more. */
function noRoom(
  trace: ModelTrace,
  blocked: ModelBlocked,
  completers: () => Completers,
  known: Known,
): ModelCause | null {
  const { operation, because } = blocked;
  if (operation.kind !== 'send' || operation.inSelect || lastHeld(trace, blocked) !== null) return null;
  const object = trace.objects.find(({ id }) => id === blocked.object);
  const made = object?.made ?? null;
  if (object === undefined || made === null || made.end === 0 || known.isModel(made)) return null;
  const isGiven = trace.goroutines.some(({ id, kind }) => id === blocked.goroutine && kind === 'go');
  const entry = entryOf(trace, blocked.goroutine);
  if (!isGiven || !completers().isGivenUp(object, entry) || !completers().sendsOnce(object)) return null;
  const loop = completers().startedIn(entry);
  const waiting = trace.blocked.filter((one) => one.object === object.id && one.operation.kind === 'send').length;
  const capacity = because.kind === 'buffer-full' ? because.capacity : 0;
  const room: Room = loop === null ? { kind: 'number', count: capacity + waiting } : { kind: 'loop', site: loop };
  return { kind: 'no-room', site: made, object, skip: null, room };
}

// ---------------------------------------------------------------------------------------------------------------
// Steps that break a rule

/** What is at fault where a step panics or ends the program. */
function faultCause(found: ModelFinding, completers: () => Completers, known: Known): ModelCause | null {
  const { trace, site, rule } = found;
  const last = trace.steps.at(-1);
  const object = trace.objects.find(({ id }) => id === last?.object);
  if (last === undefined || object === undefined) return null;
  const before = trace.steps.slice(0, -1).filter((step) => step.object === object.id);
  switch (rule) {
    case 'double-close': {
      const first = before.findLast((step) => step.operation.kind === 'close');
      if (first === undefined || first.goroutine === last.goroutine || !isAt(first.span, last.span)) return null;
      const check = completers().checkBefore(site);
      return check === null || known.isModel(check) ? null : causeAt('racy-check', check, object);
    }
    case 'send-on-closed': {
      const close = before.findLast((step) => step.operation.kind === 'close');
      if (close === undefined || close.goroutine === last.goroutine || known.isModel(close.span)) return null;
      const held = trace.steps
        .slice(0, trace.steps.indexOf(close))
        .filter((step) => step.goroutine === close.goroutine)
        .reduce((n, { operation: { kind } }) => n + (takes.has(kind) ? 1 : releases.has(kind) ? -1 : 0), 0);
      // What is closed with a lock held is to be sent on with the lock held.
      if (held > 0) return null;
      const entry = entryOf(trace, close.goroutine);
      const receives = entry >= 0 && completers().mayComplete(entry, { object, by: ['receive'] });
      return receives ? causeAt('closed-early', close.span, object) : null;
    }
    case 'unlock-unlocked': {
      const first = before.findLast((step) => releases.has(step.operation.kind));
      if (first === undefined || first.goroutine !== last.goroutine || known.isModel(first.span)) return null;
      return completers().isDeferred(last.span) && !completers().isDeferred(first.span)
        ? causeAt('unlocked-before', first.span, object)
        : null;
    }
    default:
      return null;
  }
}
