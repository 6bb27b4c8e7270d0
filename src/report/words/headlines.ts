// The first line of a finding: what happens, to which goroutine, at what.

import { assertNever } from '../../base/assert.ts';
import type { Completion, Headline } from '../../base/headline.ts';
import { blockedAt, goroutineName, objectName, type PlaceText } from './names.ts';

export function headlineText<P>(headline: Headline<P>, place: PlaceText<P>): string {
  switch (headline.kind) {
    case 'blocked':
      return blockedText(headline, place);
    case 'returns-locked':
      return `${goroutineName(headline.goroutine, place)} can return with ${objectName(headline.object)} locked`;
    case 'fault':
      return faultText(headline, place);
    case 'cause':
      return `${causeText(headline)}: ${headlineText(headline.symptom, place)}`;
    case 'unreceived':
      return `a value in the buffer of ${objectName(headline.object)} is never received`;
    case 'formula':
      return `${headline.name} does not hold`;
    case 'closed-twice':
      return `${headline.function} closes ${headline.operand} twice, which panics`;
    case 'late-add':
      return `${headline.text} runs after the goroutine is started: Done may run first and make the counter negative, which panics`;
    case 'lost-signal':
      return 'signal.Notify is given an unbuffered channel: a signal that arrives while nothing is receiving is lost';
    case 'copied-lock':
      return `${headline.name} is a copy of the caller's value: the ${headline.type} in it is another one than the caller's`;
    case 'lost-cancel':
      return 'nothing ever calls the cancel function of this context: what waits for the context waits forever';
    case 'early-wait':
      return `${headline.text} runs in the goroutine that it counts: Wait may come first, and does not wait for it`;
    case 'single-wait':
      return `${headline.text} is not in a loop: when it returns, what it waited for may not hold`;
    case 'endless-spin':
      return 'this loop waits for an atomic variable that nothing sets';
    case 'dead-case':
      return `this case can never be chosen: nothing else uses the channel of ${headline.text} in a way that lets it proceed`;
    case 'never-completes':
      return `${headline.function} blocks forever at ${headline.text}: ${neverText(headline.operation)}`;
    case 'way':
      return wayText(headline);
    case 'call':
      return callText(headline);
    case 'run-panicked':
      return `${headline.fatal ? 'fatal error' : 'panic'}: ${headline.message}`;
    case 'race': {
      const other = headline.other === null ? '' : `, and at ${place(headline.other)}`;
      return `data race: two goroutines access the same memory here${other}, and nothing orders the two accesses`;
    }
    case 'test-fails': {
      const reason = headline.message === '' ? '' : `: ${headline.message}`;
      return `${headline.tests.join(', ')} fails under this schedule${reason}`;
    }
    default:
      return assertNever(headline, 'headline');
  }
}

function causeText<P>({ cause, object, what, code }: Extract<Headline<P>, { kind: 'cause' }>): string {
  const name = objectName(object);
  switch (cause) {
    case 'return-skips':
      return `this return can skip ${undone(what, name)}`;
    case 'condition-skips':
      return `this condition can skip ${undone(what, name)}`;
    case 'not-closed':
      return `nothing closes ${name} after the last value is sent`;
    case 'one-woken':
      return `Signal wakes only one of the goroutines that wait for ${name}; Broadcast wakes all`;
    case 'given-up':
      return `this select takes its default if nothing receives from ${name} yet, and the value is lost`;
    case 'no-room':
      return `${name} needs a buffer with room for every send${code === '' ? '' : `, ${code}`}`;
    case 'not-cancelled':
      return 'nothing cancels this context';
    case 'racy-check':
      return 'two goroutines can both get past this check';
    case 'closed-early':
      return `${name} is closed while other goroutines can still send on it`;
    case 'unlocked-before':
      return `a deferred call unlocks ${name} as well`;
  }
}

/** What is left undone, as a call or in words. */
function undone(what: Completion, name: string): string {
  switch (what) {
    case 'send':
      return `the send on ${name}`;
    case 'receive':
      return `the receive from ${name}`;
    case 'close':
      return `close(${name})`;
    case 'done':
      return `${name}.Done()`;
    case 'unlock':
      return `the unlock of ${name}`;
    case 'signal':
      return `the wake-up of ${name}`;
  }
}

function blockedText<P>(headline: Extract<Headline<P>, { kind: 'blocked' }>, place: PlaceText<P>): string {
  const { rule, operation, objects } = headline;
  const name = goroutineName(headline.goroutine, place);
  const at = blockedAt(operation, objects);
  switch (rule) {
    case 'global-deadlock':
      return `deadlock: every goroutine is blocked, ${name} ${at}`;
    case 'goroutine-leak':
      return `${name} can block forever ${at}`;
    case 'double-lock':
      if (operation.kind === 'once-do')
        return `${name} can block forever ${at}: the function passed to it calls it again`;
      return `${name} can block forever ${at}, which it already holds`;
    case 'lock-order':
      return `${name} can block forever ${at}: each goroutine in the cycle waits for a lock that another one holds`;
    case 'nil-channel':
      return `${name} blocks forever ${at}`;
    case 'deadlock-ignoring-main-exit':
      return `${name} is still blocked ${at} when main returns`;
    case 'formula':
      return `${name} can never get past ${at}`;
  }
}

function faultText<P>(headline: Extract<Headline<P>, { kind: 'fault' }>, place: PlaceText<P>): string {
  const { rule, what, goroutine, object } = headline;
  if (goroutine === null) return anonymousFault(rule, what);
  const subject = goroutineName(goroutine, place);
  const name = object === null ? '' : objectName(object);
  switch (rule) {
    case 'send-on-closed':
      return `${subject} can send on ${name === '' ? 'a channel' : name} after it is closed, which panics`;
    case 'double-close':
      return `${subject} can close ${name === '' ? 'a channel' : name} a second time, which panics`;
    case 'close-nil':
      return `${subject} can close a nil channel, which panics`;
    case 'negative-capacity':
      return `${subject} can make a channel with a negative capacity, which panics`;
    case 'negative-waitgroup':
      return `${subject} can make the counter of ${name === '' ? 'a WaitGroup' : name} negative, which panics`;
    case 'unlock-unlocked':
      return `${subject} can unlock ${name === '' ? 'a mutex' : name} while it is not locked, which crashes the program`;
    default:
      return `${subject} can panic: ${what}`;
  }
}

/** Where it is not known which goroutine does it. */
function anonymousFault(rule: string, what: string): string {
  switch (rule) {
    case 'send-on-closed':
      return 'a value can be sent on a closed channel here, which panics';
    case 'double-close':
      return 'a channel can be closed a second time here, which panics';
    case 'close-nil':
      return 'a nil channel can be closed here, which panics';
    case 'negative-capacity':
      return 'a channel can be made with a negative capacity here, which panics';
    case 'negative-waitgroup':
      return 'the counter of a WaitGroup can become negative here, which panics';
    case 'unlock-unlocked':
      return 'a mutex can be unlocked here while it is not locked, which crashes the program';
    default:
      return `the program can panic here: ${what}`;
  }
}

/** Why nothing can complete an operation. */
export function neverText(operation: 'receive' | 'send' | 'select' | 'wait'): string {
  switch (operation) {
    case 'receive':
      return 'nothing ever sends on its channel or closes it';
    case 'send':
      return 'nothing ever receives from its channel';
    case 'select':
      return 'none of its cases can ever proceed';
    case 'wait':
      return 'nothing lowers the counter once it is raised';
  }
}

function wayText({ what, function: name, text, other }: Extract<Headline<never>, { kind: 'way' }>): string {
  switch (what) {
    case 'keeps-lock':
      return `${name} can return here with ${other} locked, which it unlocks on other ways`;
    case 'locks-again':
      return `${name} can block forever at ${text}: it has locked ${other} already`;
    case 'call-locks-again':
      return `${name} can block forever at ${text}, which locks ${other}: ${name} has locked it already`;
    case 'reads-again':
      return `${name} can block forever at ${text}: it holds the read lock of ${other}, and a writer that waits in between keeps it from getting it again`;
    case 'result-given-up':
      return `this goroutine can block forever at ${text}: ${name} can return without receiving it${other === '' ? '' : `, which ${other} would allow`}`;
    case 'skips-done':
      return `${name} can return here without ${other}: who waits then blocks forever`;
    case 'closes-unasked':
      return `${text} can close the channel a second time, which panics: the flag is set but not asked, as it is elsewhere`;
    case 'closes-racily':
      return `${text} can close the channel a second time, which panics: two goroutines can both find it open, because no lock is held`;
    case 'turns-order':
      return `${name} can block forever at ${text}: it holds ${other}, and elsewhere the two are locked in the other order`;
    case 'adds-while-waiting':
      return `${text} can come after the Wait of a goroutine that was started before: it does not wait for what is added then`;
    case 'closes-early':
      return `${text} does not wait for a goroutine that was started before and may still send: that panics`;
    case 'waits-for-taker':
      return `${name} can block forever at ${text}: it holds ${other}, which what would end the wait locks first`;
    case 'waits-for-once':
      return `${name} can block forever at ${text} with ${other} locked: what receives does so only once`;
    case 'keeps-ticker':
      return 'this ticker is never stopped: before Go 1.23 it stays for as long as the process runs';
    case 'closes-kept':
      return `${text} can close the channel a second time, which panics: on one way ${other} is not set to nil after it`;
  }
}

function callText({ callee, needs, through, values }: Extract<Headline<never>, { kind: 'call' }>): string {
  const given = values.map(([name, value]) => `${name} = ${value}`).join(', ');
  const called = through === null ? 'is called' : `is called through ${through}`;
  return `${callee} requires ${needs}, but ${called} with ${given === '' ? 'other values' : given}`;
}
