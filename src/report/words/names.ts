// What goroutines, objects and operations are called in sentences and in lanes.

import type { Goroutine, Operation, SharedObject } from '../../base/operation.ts';
import { goroutineOf, objectOf, type Trace } from '../../base/trace.ts';

/** A place as a sentence names it: `ask.go:13`; '' where there is none. */
export type PlaceText<P> = (at: P) => string;

/** A goroutine as the subject of a sentence. */
export function goroutineName<P>(one: Goroutine<P>, place: PlaceText<P>): string {
  switch (one.kind) {
    case 'clock':
      return 'the clock';
    case 'next-caller':
      return 'the next caller';
    case 'timer':
      return 'the goroutine of a timer';
    case 'deadline':
      return 'the goroutine of a deadline';
    case 'callback':
      return 'a callback';
    case 'root':
    case 'go': {
      if (one.function !== '') return one.function;
      const created = one.created === null ? '' : place(one.created);
      return created === '' ? `goroutine ${one.id}` : `goroutine started at ${created}`;
    }
  }
}

/** The same, told apart from others of its trace that would be called the same. */
export function nameIn<P>(trace: Pick<Trace<P>, 'goroutines'>, id: number, place: PlaceText<P>): string {
  const name = goroutineName(goroutineOf(trace, id), place);
  const same = trace.goroutines.filter((other) => goroutineName(other, place) === name);
  return same.length > 1 ? `${name} (g${id})` : name;
}

/** A goroutine as the head of its lane: `g2 worker`, `g3 ask.go:13`. */
export function laneName<P>(one: Goroutine<P>, place: PlaceText<P>): string {
  if (one.kind === 'clock') return 'clock';
  if (one.kind === 'go' && one.function === '') {
    const created = one.created === null ? '' : place(one.created);
    return `g${one.id} ${created}`.trimEnd();
  }
  return `g${one.id} ${goroutineName(one, place)}`;
}

/** An object in a sentence, with a word for what has no name. */
export function objectName<P>(one: SharedObject<P> | null): string {
  if (one === null) return 'a nil channel';
  if (one.name !== '') return one.name;
  switch (one.kind) {
    case 'channel':
      return 'a channel';
    case 'mutex':
      return 'a Mutex';
    case 'rwmutex':
      return 'an RWMutex';
    case 'waitgroup':
      return 'a WaitGroup';
    case 'cond':
      return 'a Cond';
    case 'once':
      return 'a Once';
    case 'timer':
      return 'a timer';
    case 'context':
      return 'a context';
    case 'atomic':
      return 'an atomic value';
    case 'map':
      return 'a map';
    case 'test':
      return 'a test';
    case 'outside':
      return 'a channel from outside';
  }
}

export function objectIn<P>(trace: Pick<Trace<P>, 'objects'>, id: number): string {
  return objectName(objectOf(trace, id));
}

/** What a blocked goroutine does, after "is blocked" and "can block forever": `sending on answers`. */
export function blockedAt<P>({ kind, text }: Operation, objects: readonly (SharedObject<P> | null)[]): string {
  const name = objectName(objects[0] ?? null);
  switch (kind) {
    case 'send':
      return `sending on ${name}`;
    case 'receive':
      return objects[0]?.kind === 'context' ? 'waiting for its context to be cancelled' : `receiving from ${name}`;
    case 'select':
      return selecting(objects);
    case 'block-forever':
      return 'in a select without cases';
    case 'nil-channel':
      return 'on a nil channel';
    case 'lock':
    case 'lock-wait':
      return `locking ${name}`;
    case 'rlock':
      return `read-locking ${name}`;
    case 'wg-wait':
      return `in ${name}.Wait()`;
    case 'cond-wait':
      return `in ${name}.Wait()`;
    case 'once-do':
      return `in ${name}.Do()`;
    default:
      return `at ${text === '' ? codeOf({ kind, inSelect: false, delta: null, text }, name, '') : text}`;
  }
}

function selecting<P>(objects: readonly (SharedObject<P> | null)[]): string {
  const names = [...new Set(objects.filter((one) => one !== null).map((one) => objectName(one)))];
  return names.length === 0 ? 'in a select on nil channels' : `in a select on ${names.join(', ')}`;
}

/** An operation as Go writes it: `answers <- v`, `<-done`, `wg.Add(2)`. */
export function codeOf({ kind, inSelect, delta, text }: Operation, object: string, value: string): string {
  const before = inSelect ? 'case ' : '';
  switch (kind) {
    case 'go':
      return 'go';
    case 'return':
      return 'return';
    case 'exit':
      return 'exit';
    case 'panic':
      return 'panic';
    case 'fatal':
      return 'fatal error';
    case 'make':
      return `${object} = make(chan)`;
    case 'send':
      return `${before}${object} <- ${value === '' ? '...' : value}`;
    case 'receive':
      return `${before}<-${object}`;
    case 'close':
      return `close(${object})`;
    case 'select':
      return 'select';
    case 'select-default':
      return 'select: default';
    case 'block-forever':
      return 'select {}';
    case 'nil-channel':
      return text === '' ? 'nil channel' : text;
    case 'lock':
    case 'lock-wait':
      return `${object}.Lock()`;
    case 'unlock':
      return `${object}.Unlock()`;
    case 'rlock':
      return `${object}.RLock()`;
    case 'runlock':
      return `${object}.RUnlock()`;
    case 'trylock':
      return `${object}.TryLock()`;
    case 'tryrlock':
      return `${object}.TryRLock()`;
    case 'wg-add':
      return `${object}.Add(${delta ?? '...'})`;
    case 'wg-done':
      return `${object}.Done()`;
    case 'wg-wait':
    case 'cond-wait':
      return `${object}.Wait()`;
    case 'cond-wake':
      return `${object}.Wait() returns`;
    case 'cond-signal':
      return `${object}.Signal()`;
    case 'cond-broadcast':
      return `${object}.Broadcast()`;
    case 'once-do':
      return `${object}.Do()`;
    case 'once-end':
      return `${object}.Do() returns`;
    case 'cancel':
      return 'cancel()';
    case 'timer-start':
      return 'start timer';
    case 'timer-stop':
      return 'stop timer';
    case 'timer-fire':
      return 'timer fires';
    case 'sleep':
      return 'time.Sleep()';
    case 'atomic':
      return 'atomic operation';
    case 'atomic-load':
      return `load ${object}`;
    case 'atomic-store':
      return `store ${object}`;
    case 'atomic-update':
      return `update ${object}`;
    case 'yield':
      return 'is interrupted';
    case 'test':
      return 'test';
    case 'outside':
      return text === '' ? 'call' : text;
  }
}

/** The word for an operation where the object stands beside it, as in JSON. */
export function operationWord(operation: Operation): string {
  const { kind, inSelect, delta, text } = operation;
  switch (kind) {
    case 'send':
    case 'receive':
      return inSelect ? `select ${kind}` : kind;
    case 'select-default':
      return 'select default';
    case 'block-forever':
      return 'select {}';
    case 'nil-channel':
      return 'use of a nil channel';
    case 'lock':
    case 'lock-wait':
      return 'Lock';
    case 'unlock':
      return 'Unlock';
    case 'rlock':
      return 'RLock';
    case 'runlock':
      return 'RUnlock';
    case 'trylock':
      return 'TryLock';
    case 'tryrlock':
      return 'TryRLock';
    case 'wg-add':
      return delta === null ? 'Add' : `Add(${delta})`;
    case 'wg-done':
      return 'Done';
    case 'wg-wait':
      return 'Wait';
    case 'cond-wait':
      return 'Cond.Wait';
    case 'cond-wake':
      return 'Cond.Wait returns';
    case 'cond-signal':
      return 'Signal';
    case 'cond-broadcast':
      return 'Broadcast';
    case 'once-do':
      return 'Do';
    case 'once-end':
      return 'Do returns';
    case 'timer-start':
      return 'start timer';
    case 'timer-stop':
      return 'stop timer';
    case 'timer-fire':
      return 'fire';
    case 'atomic':
      return 'atomic operation';
    case 'atomic-load':
      return 'atomic load';
    case 'atomic-store':
      return 'atomic store';
    case 'atomic-update':
      return 'atomic update';
    case 'outside':
      return text === '' ? 'operation' : text;
    case 'fatal':
      return 'fatal error';
    case 'go':
    case 'return':
    case 'exit':
    case 'panic':
    case 'make':
    case 'close':
    case 'select':
    case 'cancel':
    case 'sleep':
    case 'yield':
    case 'test':
      return kind;
  }
}

/** The call that releases a lock. */
export function unlockCall(name: string, read: boolean): string {
  return `${name}.${read ? 'RUnlock' : 'Unlock'}()`;
}
