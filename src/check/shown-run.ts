// A run of the model as the source tells it: operations of the library instead of what they are made of, names as written.

import { type Headline, mapHeadline } from '../base/headline.ts';
import {
  type Goroutine,
  isLocal,
  mapGoroutine,
  mapObject,
  type Operation,
  operation,
  type SharedObject,
} from '../base/operation.ts';
import { type Blocked, goroutineOf, objectOf, type Remedy, type Trace, type TraceStep } from '../base/trace.ts';
import type { CommProgram, Site } from '../comm/comm.ts';
import { guardLabel } from '../comm/index.ts';
import type { ModelBlocked, ModelFinding, ModelGoroutine, ModelStep, ModelTrace } from '../model/index.ts';
import type { Places } from './findings.ts';
import { contextChannel, rootName, startedIn } from './goroutine-names.ts';
import { withNames } from './object-names.ts';

export interface ShownRun {
  readonly trace: Trace;
  readonly headline: Headline;
}

export function shownRun(places: Places, found: ModelFinding, program: CommProgram): ShownRun {
  const { trace } = found;
  const span = (site: Site) => places.span(site);
  const left = found.rule === 'double-lock' ? trace.blocked.find((one) => places.isNextCaller(one)) : undefined;
  const caller = left === undefined ? null : nextCaller(trace);
  const steps = trace.steps.filter((step) => isTold(places, trace, step)).map((step) => shownStep(places, trace, step));
  const blocked = trace.blocked.map((one) =>
    one === left && caller !== null ? leftLocked(places, trace, one, caller) : shownBlocked(places, trace, one),
  );
  const all: Trace = {
    goroutines: [
      ...trace.goroutines.map((one) => shownGoroutine(places, program, one)),
      ...(caller === null ? [] : [caller]),
    ],
    objects: trace.objects.map((one) => mapObject(kindShown(places, trace, one), span)),
    steps,
    blocked,
  };
  const shown = withNames(onlyUsed(all), (at) => places.sourceAt(at));
  return { trace: shown, headline: shownHeadline(found, shown, left ?? null, span) };
}

/** That a goroutine was interrupted and went on tells nothing by itself; nor does what the models of the library do. */
function isTold(places: Places, trace: ModelTrace, step: ModelStep): boolean {
  if (step.operation.kind === 'yield' || objectOf(trace, step.object)?.label === guardLabel) return false;
  return !isLocal(step.operation) || (step.span.end > 0 && !places.isModel(step.span));
}

function shownStep(places: Places, trace: ModelTrace, step: ModelStep): TraceStep {
  const { goroutine, object, effect, state } = step;
  const shown = operationShown(places, trace, step);
  const sent = sentValue(places, step);
  return { goroutine, operation: shown, object, span: places.span(step.span), effect, state, value: sent };
}

/** A value that is not known is shown as the expression that gives it. */
function sentValue(places: Places, { operation: { kind }, value, span }: ModelStep | ModelBlocked): string {
  return kind === 'send' && value === '' ? places.sentAt(span) : value;
}

/** What the library's models are made of, told as what the source calls. */
function operationShown(places: Places, trace: ModelTrace, told: ModelStep | ModelBlocked): Operation {
  const { kind } = told.operation;
  if (places.isOnce(told) && kind === 'lock') return operation('once-do');
  if (places.isOnce(told) && kind === 'unlock') return operation('once-end');
  if (kind === 'outside' || kind === 'nil-channel') return operation(kind, { text: places.text(told.span) });
  if (kind === 'close' && objectOf(trace, told.object)?.label === contextChannel) return operation('cancel');
  return told.operation;
}

/** A Once is made of a lock, a context and a timer of a channel. */
function kindShown(places: Places, trace: ModelTrace, one: SharedObject<Site>): SharedObject<Site> {
  if (one.label === contextChannel) return { ...one, kind: 'context' };
  const uses: readonly (ModelStep | ModelBlocked)[] = [...trace.steps, ...trace.blocked];
  const isOnce = uses.some((use) => use.object === one.id && places.isOnce(use));
  if (isOnce) return { ...one, kind: 'once' };
  return isTimer(trace, one.id) ? { ...one, kind: 'timer' } : one;
}

function isTimer(trace: ModelTrace, object: number): boolean {
  return trace.steps.some((step) => step.object === object && startsTimer.has(step.operation.kind));
}

const startsTimer: ReadonlySet<string> = new Set(['timer-start', 'timer-fire']);

function shownBlocked(places: Places, trace: ModelTrace, one: ModelBlocked): Blocked {
  const { goroutine, object, because, freedBy, panic } = one;
  const isContext = (id: number): boolean => objectOf(trace, id)?.label === contextChannel;
  const base = {
    goroutine,
    object,
    panic,
    operation: operationShown(places, trace, one),
    span: places.span(one.span),
    value: sentValue(places, one),
  };
  if (places.isOnce(one))
    return { ...base, because: { kind: 'once-running' }, freedBy: [{ kind: 'return-from-once', object }] };
  // A context's channel is closed by cancelling it, and in no other way.
  if (because.kind === 'no-sender' && isContext(object))
    return { ...base, because: { kind: 'not-cancelled' }, freedBy: [{ kind: 'cancel' }] };
  if (because.kind === 'no-sender' && isTimer(trace, object))
    return { ...base, because: { kind: 'stopped-timer' }, freedBy: [{ kind: 'wait-for-end' }] };
  return {
    ...base,
    because,
    freedBy: freedBy.map(
      (remedy): Remedy => (remedy.kind === 'send' && isContext(remedy.object) ? { kind: 'cancel' } : remedy),
    ),
  };
}

/** The goroutine that next locks what the function has left locked. */
function nextCaller(trace: ModelTrace): Goroutine {
  const id = Math.max(...trace.goroutines.map((one) => one.id)) + 1;
  return { id, kind: 'next-caller', function: '', created: null };
}

function leftLocked(places: Places, trace: ModelTrace, one: ModelBlocked, caller: Goroutine): Blocked {
  const read = one.because.kind === 'held-by-itself' && one.because.read;
  return {
    ...shownBlocked(places, trace, one),
    goroutine: caller.id,
    because: { kind: 'left-locked', by: one.goroutine, read },
    freedBy: [{ kind: 'unlock', object: one.object, read, when: 'on-every-return' }],
  };
}

function shownGoroutine(places: Places, program: CommProgram, one: ModelGoroutine): Goroutine {
  const { id, entry, created } = one;
  if (one.kind === 'root') {
    const name = rootName(program);
    const proc = program.procs.find(({ name: own }) => own === program.name);
    const at = name === '' && proc !== undefined && proc.site.end > 0 ? places.span(proc.site) : null;
    return { id, kind: 'root', function: name, created: at };
  }
  const proc = program.procs[entry];
  const started = proc === undefined ? { kind: 'go' as const, function: '' } : startedIn(proc);
  const isKnown = created !== null && created.end > 0 && !places.isModel(created);
  return mapGoroutine({ id, ...started, created: isKnown ? created : null }, (site) => places.span(site));
}

/** Without goroutines and objects that the run does not mention. */
function onlyUsed(trace: Trace): Trace {
  const goroutines = new Set<number>();
  const objects = new Set<number>();
  for (const { goroutine, object, effect, state } of trace.steps) {
    goroutines.add(goroutine);
    objects.add(object);
    if ('goroutine' in effect) goroutines.add(effect.goroutine);
    if (state.kind === 'held') for (const id of state.by) goroutines.add(id);
  }
  for (const { goroutine, object, because } of trace.blocked) {
    goroutines.add(goroutine);
    objects.add(object);
    if (because.kind === 'no-case') for (const one of because.cases) objects.add(one.object);
    if (because.kind === 'held') for (const id of because.by) goroutines.add(id);
    if (because.kind === 'left-locked') goroutines.add(because.by);
  }
  return {
    ...trace,
    goroutines: trace.goroutines.filter(({ id }) => goroutines.has(id)),
    objects: trace.objects.filter(({ id }) => objects.has(id)),
  };
}

function shownHeadline(
  { headline }: ModelFinding,
  shown: Trace,
  left: ModelBlocked | null,
  span: (site: Site) => { readonly pos: number; readonly end: number },
): Headline {
  if (left !== null)
    return {
      kind: 'returns-locked',
      goroutine: goroutineOf(shown, left.goroutine),
      object: objectOf(shown, left.object),
    };
  const mapped = mapHeadline(headline, span);
  const object = (one: SharedObject | null): SharedObject | null =>
    one === null ? null : (objectOf(shown, one.id) ?? one);
  switch (mapped.kind) {
    case 'blocked': {
      const at = shown.blocked.find((one) => one.goroutine === mapped.goroutine.id);
      return {
        ...mapped,
        goroutine: goroutineOf(shown, mapped.goroutine.id),
        operation: at?.operation ?? mapped.operation,
        objects: mapped.objects.map(object),
      };
    }
    case 'fault':
      return {
        ...mapped,
        goroutine: mapped.goroutine === null ? null : goroutineOf(shown, mapped.goroutine.id),
        object: object(mapped.object),
      };
    case 'unreceived':
      return { ...mapped, object: object(mapped.object) ?? mapped.object };
    default:
      return mapped;
  }
}
