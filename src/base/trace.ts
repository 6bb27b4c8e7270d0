// One run of a program, as a model checker, a solver or a recording found it: data that every renderer puts into words.

import { type Goroutine, isLocal, mapGoroutine, mapObject, type Operation, type SharedObject } from './operation.ts';
import type { Span } from './source.ts';

/** What a step does to others, or to its own goroutine. Numbers are those of goroutines. */
export type Effect =
  | { readonly kind: 'none' }
  /** Both sides of a rendezvous. */
  | { readonly kind: 'to'; readonly goroutine: number }
  | { readonly kind: 'from'; readonly goroutine: number }
  | { readonly kind: 'starts'; readonly goroutine: number }
  | { readonly kind: 'wakes'; readonly goroutine: number }
  | { readonly kind: 'woken'; readonly goroutine: number }
  /** A receive from a closed channel: it gives the zero value. */
  | { readonly kind: 'zero-value' }
  /** A writer that found readers, and keeps new ones out from here on. */
  | { readonly kind: 'announces' }
  | { readonly kind: 'panics'; readonly what: string }
  | { readonly kind: 'ends-process' }
  /** The last step of a goroutine that never moves again. */
  | { readonly kind: 'blocks' };

/** How a step changes the object that it is about. */
export type StateChange =
  | { readonly kind: 'none' }
  /** How many values are in a channel's buffer. */
  | { readonly kind: 'buffer'; readonly before: number; readonly after: number; readonly capacity: number }
  | { readonly kind: 'closed' }
  /** A WaitGroup's counter; null where it is not known. */
  | { readonly kind: 'counter'; readonly before: number | null; readonly after: number | null }
  /** What holds a lock after the step: a writer, readers, or neither. */
  | { readonly kind: 'held'; readonly by: readonly number[]; readonly read: boolean };

/** One synchronization step of one goroutine. */
export interface TraceStep<P = Span> {
  /** The `id` of a goroutine of the trace. */
  readonly goroutine: number;
  readonly operation: Operation;
  /** The `id` of an object of the trace; 0 for none. */
  readonly object: number;
  readonly span: P;
  readonly effect: Effect;
  readonly state: StateChange;
  /** The value that is passed on, in Go: a constant, or the expression that gives it. '' for none. */
  readonly value: string;
}

/** A case that a blocked select waits for. The object is 0 for a nil channel. */
export interface WaitingCase {
  readonly send: boolean;
  readonly object: number;
}

/** Why a goroutine can never move again. */
export type BlockReason =
  /** A send: on an unbuffered channel, or on one whose buffer is full. */
  | { readonly kind: 'no-receiver' }
  | { readonly kind: 'buffer-full'; readonly capacity: number }
  | { readonly kind: 'no-sender' }
  | { readonly kind: 'not-cancelled' }
  /** A receive from a timer that no longer runs. */
  | { readonly kind: 'stopped-timer' }
  | { readonly kind: 'no-case'; readonly cases: readonly WaitingCase[] }
  | { readonly kind: 'nil-channel' }
  | { readonly kind: 'no-cases' }
  /** The goroutine waits for a lock that it holds. */
  | { readonly kind: 'held-by-itself'; readonly read: boolean }
  /** Others hold it; none where the holder has returned. */
  | { readonly kind: 'held'; readonly by: readonly number[]; readonly read: boolean }
  /** A writer waits, which keeps new readers out; `reads` if the goroutine itself is one of the readers it waits for. */
  | { readonly kind: 'writer-waits'; readonly reads: boolean }
  /** The function has returned without unlocking. */
  | { readonly kind: 'left-locked'; readonly by: number; readonly read: boolean }
  /** `count` is null where it is not known. */
  | { readonly kind: 'counter'; readonly count: number | null }
  | { readonly kind: 'no-signal' }
  | { readonly kind: 'once-running' }
  /** Nothing in the whole program can complete the operation, whatever else happens. */
  | { readonly kind: 'never'; readonly operation: 'receive' | 'send' | 'select' | 'wait' }
  | { readonly kind: 'unknown' };

/** What would let a blocked goroutine move. */
export type Remedy =
  | { readonly kind: 'receive'; readonly object: number }
  | { readonly kind: 'send'; readonly object: number }
  | { readonly kind: 'close'; readonly object: number }
  /** A buffer, or a larger one. */
  | { readonly kind: 'buffer'; readonly object: number; readonly larger: boolean }
  | { readonly kind: 'make-channel' }
  | { readonly kind: 'cancel' }
  /** The end of what the timer is for can be waited for as well. */
  | { readonly kind: 'wait-for-end' }
  | {
      readonly kind: 'unlock';
      readonly object: number;
      readonly read: boolean;
      readonly when: 'by-holder' | 'before' | 'on-every-return';
    }
  /** `count` is null where it is not known how often. */
  | { readonly kind: 'done'; readonly object: number; readonly count: number | null }
  | { readonly kind: 'signal'; readonly object: number }
  | { readonly kind: 'return-from-once'; readonly object: number };

/** A goroutine that can never move again. */
export interface Blocked<P = Span> {
  readonly goroutine: number;
  readonly operation: Operation;
  /** 0 for none, or several: see `no-case`. */
  readonly object: number;
  readonly span: P;
  readonly because: BlockReason;
  /** Each of them would do. */
  readonly freedBy: readonly Remedy[];
  /** The panic that its deferred calls hold up by waiting, in the words of Go's runtime; '' without. */
  readonly panic: string;
  /** Of a send: the value, as in a step. */
  readonly value: string;
}

export interface Trace<P = Span> {
  /** Those that steps and blocked operations name, by `id`. */
  readonly goroutines: readonly Goroutine<P>[];
  readonly objects: readonly SharedObject<P>[];
  readonly steps: readonly TraceStep<P>[];
  readonly blocked: readonly Blocked<P>[];
}

export const noTrace: Trace<never> = { goroutines: [], objects: [], steps: [], blocked: [] };

export const noEffect: Effect = { kind: 'none' };
export const noChange: StateChange = { kind: 'none' };

/** The same run with other names for places. */
export function mapTrace<P, Q>(trace: Trace<P>, place: (at: P) => Q): Trace<Q> {
  return {
    goroutines: trace.goroutines.map((one) => mapGoroutine(one, place)),
    objects: trace.objects.map((one) => mapObject(one, place)),
    steps: trace.steps.map((step) => ({ ...step, span: place(step.span) })),
    blocked: trace.blocked.map((one) => ({ ...one, span: place(one.span) })),
  };
}

/** The goroutine with a number; a trace names all that occur in it. */
export function goroutineOf<P>(trace: Pick<Trace<P>, 'goroutines'>, id: number): Goroutine<P> {
  const found = trace.goroutines.find((one) => one.id === id);
  return found ?? { id, kind: id === 0 ? 'clock' : 'go', function: '', created: null };
}

export function objectOf<P>(trace: Pick<Trace<P>, 'objects'>, id: number): SharedObject<P> | null {
  return trace.objects.find((one) => one.id === id) ?? null;
}

/** How many steps need others or could be delayed by them: a measure of how long a run is. */
export function lengthOf(trace: Pick<Trace<unknown>, 'steps'>): number {
  return trace.steps.reduce((count, step) => (isLocal(step.operation) ? count : count + 1), 0);
}

/** The steps of a run with the operations at which goroutines stay: how it is shown. */
export function shownSteps<P>(trace: Trace<P>): readonly TraceStep<P>[] {
  const last = trace.blocked.map(
    (one): TraceStep<P> => ({
      goroutine: one.goroutine,
      operation: one.operation,
      object: one.object,
      span: one.span,
      effect: { kind: 'blocks' },
      state: noChange,
      value: one.value,
    }),
  );
  return [...trace.steps, ...last];
}

/** The labels of what a goroutine waits for: equal for those that wait in the same way. */
export function waitsFor<P>(trace: Pick<Trace<P>, 'objects'>, blocked: Blocked<P>): readonly string[] {
  const ids = blocked.because.kind === 'no-case' ? blocked.because.cases.map(({ object }) => object) : [blocked.object];
  return ids.map((id) => objectOf(trace, id)?.label ?? '');
}
