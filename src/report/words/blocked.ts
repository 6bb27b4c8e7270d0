// Why a goroutine can never move again, and what would unblock it.

import type { Blocked, BlockReason, Remedy, Trace } from '../../base/trace.ts';
import { objectOf } from '../../base/trace.ts';
import { neverText } from './headlines.ts';
import { blockedAt, nameIn, objectIn, operationWord, type PlaceText, unlockCall } from './names.ts';

type Cast<P> = Pick<Trace<P>, 'goroutines' | 'objects'>;

/** What a goroutine is blocked doing: `sending on answers`. */
export function doingText<P>(cast: Cast<P>, { operation, object, because }: Blocked<P>): string {
  const ids = because.kind === 'no-case' ? because.cases.map((one) => one.object) : [object];
  return blockedAt(
    operation,
    ids.map((id) => objectOf(cast, id)),
  );
}

/** The operation with what it is about, as JSON has it: `send answers`. */
export function operationText<P>(cast: Cast<P>, { operation, object, because }: Blocked<P>): string {
  const ids = because.kind === 'no-case' ? because.cases.map((one) => one.object) : object === 0 ? [] : [object];
  const names = ids.map((id) => (id === 0 ? 'nil' : objectIn(cast, id)));
  return `${operationWord(operation)} ${names.join(', ')}`.trimEnd();
}

/** Why a goroutine does not run, in the words of a stack trace of Go: `chan send`; '' where the runtime has none. */
export function waitReason<P>(cast: Cast<P>, { operation, object, because }: Blocked<P>): string {
  const nil = because.kind === 'nil-channel' ? ' (nil chan)' : '';
  switch (operation.kind) {
    case 'send':
      return `chan send${nil}`;
    case 'receive':
      return `chan receive${nil}`;
    case 'select':
      return because.kind === 'no-cases' ? 'select (no cases)' : 'select';
    case 'block-forever':
      return 'select (no cases)';
    case 'lock':
    case 'lock-wait':
      return objectOf(cast, object)?.kind === 'rwmutex' ? 'sync.RWMutex.Lock' : 'sync.Mutex.Lock';
    case 'rlock':
      return 'sync.RWMutex.RLock';
    case 'wg-wait':
      return 'sync.WaitGroup.Wait';
    case 'cond-wait':
      return 'sync.Cond.Wait';
    // Later callers wait for the lock in it.
    case 'once-do':
      return 'sync.Mutex.Lock';
    case 'sleep':
      return 'sleep';
    default:
      return '';
  }
}

/** A clause: `no remaining goroutine sends on c or closes it`. */
export function becauseText<P>(cast: Cast<P>, blocked: Blocked<P>, place: PlaceText<P>): string {
  const clause = reasonText(cast, blocked, place);
  return blocked.panic === '' ? clause : `${clause}, while it is panicking: ${blocked.panic}`;
}

function reasonText<P>(cast: Cast<P>, { because, object }: Blocked<P>, place: PlaceText<P>): string {
  const name = objectIn(cast, object);
  switch (because.kind) {
    case 'no-receiver':
      return `no remaining goroutine receives from ${name}`;
    case 'buffer-full':
      return `the buffer of ${name} is full, and no remaining goroutine receives from it`;
    case 'no-sender':
      return `no remaining goroutine sends on ${name} or closes it`;
    case 'not-cancelled':
      return 'no remaining goroutine cancels the context';
    case 'stopped-timer':
      return `nothing sends on ${name}: the timer is stopped or has fired`;
    case 'no-case':
      return 'no remaining goroutine makes one of its cases ready';
    case 'nil-channel':
      return 'a send or receive on a nil channel never proceeds';
    case 'no-cases':
      return 'the select has no case that can proceed';
    case 'held-by-itself':
      return because.read ? `it already holds the read lock of ${name}` : `it already holds ${name}`;
    case 'held':
      return heldText(cast, because, name, place);
    case 'writer-waits':
      return because.reads
        ? `a waiting writer blocks new readers of ${name}, and it waits for the read lock that this goroutine holds`
        : `a waiting writer blocks new readers of ${name}`;
    case 'left-locked':
      return `${nameIn(cast, because.by, place)} has returned without unlocking ${name}`;
    case 'counter':
      return counterText(because.count, name);
    case 'no-signal':
      return `no remaining goroutine calls ${name}.Signal() or ${name}.Broadcast()`;
    case 'once-running':
      return `the function passed to ${name}.Do() does not return`;
    case 'never':
      return neverText(because.operation);
    case 'unknown':
      return '';
  }
}

function heldText<P>(
  cast: Cast<P>,
  { by, read }: Extract<BlockReason, { kind: 'held' }>,
  name: string,
  place: PlaceText<P>,
): string {
  if (by.length === 0) return `${name} is locked, and no remaining goroutine unlocks it`;
  const lock = read ? `the read lock of ${name}` : name;
  const holders = by.map((id) => nameIn(cast, id, place)).join(', ');
  return by.length === 1
    ? `${holders} holds ${lock} and never unlocks it`
    : `${holders} hold ${lock} and never unlock it`;
}

function counterText(count: number | null, name: string): string {
  if (count === null) return `no remaining goroutine calls ${name}.Done()`;
  return `the counter of ${name} is ${count}, and no remaining goroutine calls ${name}.Done()`;
}

/** What would unblock it, as orders joined by "or"; '' where nothing is known to. */
export function freedByText<P>(cast: Cast<P>, { freedBy }: Blocked<P>): string {
  return freedBy.map((one) => remedyText(cast, one)).join(', or ');
}

function remedyText<P>(cast: Cast<P>, remedy: Remedy): string {
  switch (remedy.kind) {
    case 'receive':
      return `receive from ${objectIn(cast, remedy.object)}`;
    case 'send':
      return `send on ${objectIn(cast, remedy.object)}`;
    case 'close':
      return `close(${objectIn(cast, remedy.object)})`;
    case 'buffer': {
      const name = objectIn(cast, remedy.object);
      return remedy.larger ? `give ${name} a larger buffer` : `give ${name} a buffer with room for every send`;
    }
    case 'make-channel':
      return 'make the channel before it is used';
    case 'cancel':
      return 'call the cancel function of its context';
    case 'wait-for-end':
      return 'also wait for a channel that is closed when the timer is stopped';
    case 'unlock': {
      const call = unlockCall(objectIn(cast, remedy.object), remedy.read);
      switch (remedy.when) {
        case 'by-holder':
          return `call ${call} in the goroutine that holds it`;
        case 'before':
          return `call ${call} before this`;
        case 'on-every-return':
          return `call ${call} before every return, or defer it`;
      }
      return call;
    }
    case 'done': {
      const call = `${objectIn(cast, remedy.object)}.Done()`;
      if (remedy.count === null) return `call ${call} once for every Add`;
      return remedy.count === 1 ? `call ${call} once more` : `call ${call} ${remedy.count} more times`;
    }
    case 'signal': {
      const name = objectIn(cast, remedy.object);
      return `call ${name}.Signal() or ${name}.Broadcast() after it starts waiting`;
    }
    case 'return-from-once': {
      const name = objectIn(cast, remedy.object);
      return `let the function passed to ${name}.Do() return: it must not call ${name}.Do() itself`;
    }
  }
}
