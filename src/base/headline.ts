// What a finding says in its first line, as data.

import type { Named } from './named.ts';
import { type Goroutine, mapGoroutine, mapObject, type Operation, type SharedObject } from './operation.ts';
import type { Span } from './source.ts';
import { type Blocked, goroutineOf, objectOf, type Trace } from './trace.ts';

/** What one goroutine does so that another one can go on. */
export type Completion = 'send' | 'receive' | 'close' | 'done' | 'unlock' | 'signal';

/** What can be at fault at a place. */
export type CauseKind =
  /** A return, or a condition, leaves undone what another goroutine waits for. */
  | 'return-skips'
  | 'condition-skips'
  /** Nothing closes a channel once all values are sent. */
  | 'not-closed'
  /** A context that nothing cancels. */
  | 'not-cancelled'
  /** A Signal wakes one of several that wait. */
  | 'one-woken'
  /** A select with a default does not wait for who would receive. */
  | 'given-up'
  /** A channel has no room for values that are not received after all. */
  | 'no-room'
  /** Two goroutines get past the same check, and then do what only one may. */
  | 'racy-check'
  /** A channel is closed while others still send on it. */
  | 'closed-early'
  /** A mutex is unlocked although a deferred call unlocks it as well. */
  | 'unlocked-before';

/** Ways in which goroutines can stay blocked. */
export type BlockedRule =
  | 'global-deadlock'
  | 'goroutine-leak'
  | 'double-lock'
  | 'lock-order'
  | 'nil-channel'
  /** Only when asked for. */
  | 'deadlock-ignoring-main-exit'
  | 'formula';

/** What can go wrong on a way through a function. */
export type WayKind =
  /** It leaves the function with a lock held. */
  | 'keeps-lock'
  /** It takes a lock that is held: itself, or in what it calls; to read, a second time. */
  | 'locks-again'
  | 'call-locks-again'
  | 'reads-again'
  /** A result is sent that the function does not wait for. */
  | 'result-given-up'
  /** It leaves the function without Done. */
  | 'skips-done'
  /** A channel is closed twice: whether it was closed is not asked, asked without a lock, or asked of a field that keeps it. */
  | 'closes-unasked'
  | 'closes-racily'
  | 'closes-kept'
  /** Two locks are taken in one order here and in the other elsewhere. */
  | 'turns-order'
  /** A counter is raised, or a channel closed, too early for goroutines that were started. */
  | 'adds-while-waiting'
  | 'closes-early'
  /** A wait with a lock held: for who takes it, or for who comes only once. */
  | 'waits-for-taker'
  | 'waits-for-once'
  /** A ticker is never stopped. */
  | 'keeps-ticker';

export type Headline<P = Span> =
  | {
      readonly kind: 'blocked';
      readonly rule: BlockedRule;
      readonly goroutine: Goroutine<P>;
      readonly operation: Operation;
      /** What it waits for: several for a select. Null is a nil channel. */
      readonly objects: readonly (SharedObject<P> | null)[];
    }
  | {
      readonly kind: 'returns-locked';
      readonly goroutine: Goroutine<P>;
      readonly object: SharedObject<P> | null;
    }
  /** A step breaks a rule, which panics or ends the program. */
  | {
      readonly kind: 'fault';
      readonly rule: string;
      /** In the words of Go's runtime. */
      readonly what: string;
      /** Null where the step at fault is not one with others. */
      readonly goroutine: Goroutine<P> | null;
      readonly object: SharedObject<P> | null;
    }
  /** What goes wrong elsewhere because of this place: `symptom` says what. */
  | {
      readonly kind: 'cause';
      readonly cause: CauseKind;
      readonly object: SharedObject<P>;
      /** Of what is skipped: what that is. */
      readonly what: Completion;
      /** Go code to write instead; '' where there is none to propose. */
      readonly code: string;
      readonly symptom: Headline<P>;
    }
  | { readonly kind: 'unreceived'; readonly object: SharedObject<P> }
  | { readonly kind: 'formula'; readonly name: string }
  | { readonly kind: 'closed-twice'; readonly function: string; readonly operand: string }
  | { readonly kind: 'late-add'; readonly text: string }
  | { readonly kind: 'lost-signal' }
  /** A lock or WaitGroup is used that a function was given by value. */
  | { readonly kind: 'copied-lock'; readonly name: string; readonly type: string }
  | { readonly kind: 'lost-cancel' }
  /** A goroutine raises a counter that others may have waited for by then. */
  | { readonly kind: 'early-wait'; readonly text: string }
  | { readonly kind: 'single-wait'; readonly text: string }
  | { readonly kind: 'endless-spin' }
  | { readonly kind: 'dead-case'; readonly text: string }
  /** No other part of the program can complete the operation. */
  | {
      readonly kind: 'never-completes';
      readonly function: string;
      readonly text: string;
      readonly operation: 'receive' | 'send' | 'select' | 'wait';
    }
  /** What happens on some way through a function: `text` is what stands there, `other` what it is about. */
  | {
      readonly kind: 'way';
      readonly what: WayKind;
      readonly function: string;
      readonly text: string;
      readonly other: string;
    }
  /** A call breaks what the function needs; `through` passes the arguments on. */
  | {
      readonly kind: 'call';
      readonly callee: string;
      readonly needs: string;
      readonly through: string | null;
      readonly values: Named<number | boolean>;
    }
  /** A run of the real program ended like this. */
  | { readonly kind: 'run-panicked'; readonly fatal: boolean; readonly message: string }
  | { readonly kind: 'race'; readonly other: P | null }
  | { readonly kind: 'test-fails'; readonly tests: readonly string[]; readonly message: string };

/** The headline about a goroutine that stays blocked. */
export function blockedHeadline<P>(
  rule: BlockedRule,
  trace: Pick<Trace<P>, 'goroutines' | 'objects'>,
  blocked: Blocked<P>,
): Headline<P> {
  const ids = blocked.because.kind === 'no-case' ? blocked.because.cases.map(({ object }) => object) : [blocked.object];
  return {
    kind: 'blocked',
    rule,
    goroutine: goroutineOf(trace, blocked.goroutine),
    operation: blocked.operation,
    objects: ids.map((id) => objectOf(trace, id)),
  };
}

export function mapHeadline<P, Q>(headline: Headline<P>, place: (at: P) => Q): Headline<Q> {
  switch (headline.kind) {
    case 'blocked':
      return {
        ...headline,
        goroutine: mapGoroutine(headline.goroutine, place),
        objects: headline.objects.map((one) => (one === null ? null : mapObject(one, place))),
      };
    case 'returns-locked':
      return {
        ...headline,
        goroutine: mapGoroutine(headline.goroutine, place),
        object: headline.object === null ? null : mapObject(headline.object, place),
      };
    case 'fault':
      return {
        ...headline,
        goroutine: headline.goroutine === null ? null : mapGoroutine(headline.goroutine, place),
        object: headline.object === null ? null : mapObject(headline.object, place),
      };
    case 'unreceived':
      return { ...headline, object: mapObject(headline.object, place) };
    case 'cause':
      return {
        ...headline,
        object: mapObject(headline.object, place),
        symptom: mapHeadline(headline.symptom, place),
      };
    case 'race':
      return { ...headline, other: headline.other === null ? null : place(headline.other) };
    case 'formula':
    case 'closed-twice':
    case 'late-add':
    case 'lost-signal':
    case 'copied-lock':
    case 'lost-cancel':
    case 'early-wait':
    case 'single-wait':
    case 'endless-spin':
    case 'dead-case':
    case 'never-completes':
    case 'way':
    case 'call':
    case 'run-panicked':
    case 'test-fails':
      return headline;
  }
}
