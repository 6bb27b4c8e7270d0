// The steps of a run: the operation as Go writes it, and what it changes.

import { type Effect, goroutineOf, objectOf, type StateChange, type Trace, type TraceStep } from '../../base/trace.ts';
import { codeOf, goroutineName, nameIn, objectName, type PlaceText } from './names.ts';

/** A step in its lane: `results <- r  to g1; 1/2 buffered`. */
export function stepText<P>(trace: Trace<P>, step: TraceStep<P>, place: PlaceText<P>): string {
  const object = objectOf(trace, step.object);
  const name = object === null ? '' : objectName(object);
  const code = codeText(trace, step, place);
  const remarks = [effectMark(step.effect), object?.kind === 'timer' ? '' : stateText(step.state, name)].filter(
    (text) => text !== '',
  );
  return remarks.length === 0 ? code : `${code}  ${remarks.join('; ')}`;
}

/** The operation alone, as Go writes it: `results <- r`. */
export function codeText<P>(trace: Trace<P>, step: TraceStep<P>, place: PlaceText<P>): string {
  if (step.operation.kind === 'go') return goText(trace, step, place);
  const object = objectOf(trace, step.object);
  return codeOf(step.operation, object === null ? '' : objectName(object), step.value);
}

function goText<P>(trace: Trace<P>, { effect }: TraceStep<P>, place: PlaceText<P>): string {
  if (effect.kind !== 'starts') return 'go';
  const started = goroutineOf(trace, effect.goroutine);
  return started.function === ''
    ? `go func  starts g${started.id}`
    : `go ${goroutineName(started, place)}  starts g${started.id}`;
}

/** The effect of a step on others, with short names. */
export function effectMark(effect: Effect): string {
  switch (effect.kind) {
    case 'none':
    case 'starts':
      return '';
    case 'to':
      return `to g${effect.goroutine}`;
    case 'from':
      return `from g${effect.goroutine}`;
    case 'wakes':
      return `wakes g${effect.goroutine}`;
    case 'woken':
      return `woken by g${effect.goroutine}`;
    case 'zero-value':
      return 'closed: zero value';
    case 'announces':
      return 'waits for readers';
    case 'panics':
      return `panic: ${effect.what}`;
    case 'ends-process':
      return 'the program ends';
    case 'blocks':
      return 'blocked forever';
  }
}

/** How an object changes: `results 0/2 -> 1/2`, `wg 2 -> 1`, `mu: held by g2`. */
export function stateText(state: StateChange, name: string): string {
  switch (state.kind) {
    case 'none':
      return '';
    case 'buffer':
    case 'counter':
      return `${name} ${stateBefore(state)} -> ${stateAfter(state)}`;
    case 'closed':
      return `${name} ${stateAfter(state)}`;
    case 'held':
      return `${name}: ${stateAfter(state)}`;
  }
}

/** What an object is after a step that changes it: `1/2`, `closed`, `held by g2`; '' where the step changes nothing. */
export function stateAfter(state: StateChange): string {
  switch (state.kind) {
    case 'none':
      return '';
    case 'buffer':
      return `${state.after}/${state.capacity}`;
    case 'closed':
      return 'closed';
    case 'counter':
      return `${state.after ?? '?'}`;
    case 'held': {
      if (state.by.length === 0) return 'unlocked';
      const holders = state.by.map((id) => `g${id}`).join(', ');
      return `${state.read ? 'read-locked' : 'held'} by ${holders}`;
    }
  }
}

/** What the object was before, where the step says it: `0/2`, `2`. */
export function stateBefore(state: StateChange): string {
  switch (state.kind) {
    case 'buffer':
      return `${state.before}/${state.capacity}`;
    case 'counter':
      return `${state.before ?? '?'}`;
    case 'none':
    case 'closed':
    case 'held':
      return '';
  }
}

/** The effect of a step in a sentence of its own, as JSON has it; '' for none. */
export function effectText<P>(trace: Trace<P>, step: TraceStep<P>, place: PlaceText<P>): string {
  const { effect } = step;
  switch (effect.kind) {
    case 'starts':
      return `starts ${nameIn(trace, effect.goroutine, place)}`;
    case 'to':
    case 'from':
      return `${effect.kind} ${nameIn(trace, effect.goroutine, place)}`;
    case 'wakes':
      return `wakes ${nameIn(trace, effect.goroutine, place)}`;
    case 'woken':
      return `woken by ${nameIn(trace, effect.goroutine, place)}`;
    default:
      return effectMark(effect);
  }
}
