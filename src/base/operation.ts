// What goroutines do, and to what: the one vocabulary of the model checker, of proofs and of controlled runs.

import type { Span } from './source.ts';

/** Kinds of operations. All engines name them like this; what a reader sees is made from them in `report`. */
export type OperationKind =
  /** A `go` statement, the end of the function that a goroutine runs, the end of the process. */
  | 'go'
  | 'return'
  | 'exit'
  | 'panic'
  | 'fatal'
  | 'make'
  | 'send'
  | 'receive'
  | 'close'
  /** A select that waits; one that has chosen a case is a send or a receive with `inSelect`. */
  | 'select'
  | 'select-default'
  /** `select {}`, or a select whose channels are all nil. */
  | 'block-forever'
  /** A send or receive on a nil channel. */
  | 'nil-channel'
  | 'lock'
  | 'unlock'
  | 'rlock'
  | 'runlock'
  | 'trylock'
  | 'tryrlock'
  /** A writer that waits for readers: new readers wait for it. */
  | 'lock-wait'
  | 'wg-add'
  | 'wg-done'
  | 'wg-wait'
  | 'cond-wait'
  | 'cond-wake'
  | 'cond-signal'
  | 'cond-broadcast'
  | 'once-do'
  | 'once-end'
  /** Cancels a context. */
  | 'cancel'
  | 'timer-start'
  | 'timer-stop'
  | 'timer-fire'
  | 'sleep'
  | 'atomic'
  | 'atomic-load'
  | 'atomic-store'
  | 'atomic-update'
  | 'yield'
  | 'test'
  /** An operation on something that the analyzed code did not make; `text` says which. */
  | 'outside';

export interface Operation {
  readonly kind: OperationKind;
  /** Of a send or receive: whether it is a case of a select. */
  readonly inSelect: boolean;
  /** What `Add` adds, where it is known. */
  readonly delta: number | null;
  /** The source, where the kind does not say what is done; '' elsewhere. */
  readonly text: string;
}

export function operation(kind: OperationKind, extra: Partial<Omit<Operation, 'kind'>> = {}): Operation {
  return { kind, inSelect: false, delta: null, text: '', ...extra };
}

/** Whether it takes a lock and waits until it can. */
export function isLocking({ kind }: Operation): boolean {
  return kind === 'lock' || kind === 'rlock' || kind === 'lock-wait';
}

export function isUnlocking({ kind }: Operation): boolean {
  return kind === 'unlock' || kind === 'runlock';
}

/** Whether it is about a lock's readers. */
export function isReading({ kind }: Operation): boolean {
  return kind === 'rlock' || kind === 'runlock' || kind === 'tryrlock';
}

/** Steps of a goroutine by itself, which tell where it comes from and where it ends; nothing waits for them. */
export function isLocal({ kind }: Operation): boolean {
  return kind === 'go' || kind === 'return';
}

export type GoroutineKind =
  /** Runs the function that the run begins with. */
  | 'root'
  /** Started by a `go` statement. */
  | 'go'
  /** Started by the standard library when a timer fires or a deadline is reached. */
  | 'timer'
  | 'deadline'
  /** Called by code that is not under control. */
  | 'callback'
  /** Any later caller of the function, which meets the state that the function left. */
  | 'next-caller'
  /** Not a goroutine: time passes. */
  | 'clock';

/** A goroutine of one run. `P` is how the engine names places in the source. */
export interface Goroutine<P = Span> {
  /** Counts from 1 in the order in which a run creates them; 0 is the clock. */
  readonly id: number;
  readonly kind: GoroutineKind;
  /** The function that it runs, without its package; '' for a function literal. */
  readonly function: string;
  /** The `go` statement that created it; null for a root, and where it is not known. */
  readonly created: P | null;
}

export type ObjectKind =
  | 'channel'
  | 'mutex'
  | 'rwmutex'
  | 'waitgroup'
  | 'cond'
  | 'once'
  | 'timer'
  | 'context'
  | 'atomic'
  | 'map'
  | 'test'
  /** Made by code that is not analyzed. */
  | 'outside';

/** What goroutines of one run synchronize with. */
export interface SharedObject<P = Span> {
  /** Counts from 1 in the order in which a run first uses them. */
  readonly id: number;
  readonly kind: ObjectKind;
  /** As the source calls it where it is used; no two objects of one run share a name. '' where it has none. */
  readonly name: string;
  /** After the variable or the type that it was made for: several objects of a run may share it. */
  readonly label: string;
  /** Where it was made; null where that is not known. */
  readonly made: P | null;
}

export function mapGoroutine<P, Q>(one: Goroutine<P>, place: (at: P) => Q): Goroutine<Q> {
  return { ...one, created: one.created === null ? null : place(one.created) };
}

export function mapObject<P, Q>(one: SharedObject<P>, place: (at: P) => Q): SharedObject<Q> {
  return { ...one, made: one.made === null ? null : place(one.made) };
}
