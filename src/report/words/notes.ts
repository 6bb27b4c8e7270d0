// What else is said about a finding: conditions, what it depends on, related places, runs that showed it.

import type { ChoiceReason, NotConfirmed, Note, RelatedReason } from '../../base/finding.ts';
import type { CallTally } from '../../base/reasons.ts';
import type { Span } from '../../base/source.ts';
import { headlineText } from './headlines.ts';
import type { PlaceText } from './names.ts';
import { whyText } from './whys.ts';

/** When it does not happen. */
export function fineIfText(precondition: string, complete: boolean): string {
  return complete ? `cannot happen if ${precondition}` : `does not happen if ${precondition}, for the values tried`;
}

export function noteText(note: Note, place: PlaceText<Span>): string {
  switch (note.kind) {
    case 'fine-if':
      return fineIfText(note.precondition, note.complete);
    case 'one-way':
      return 'seen on one way through the function: it supposes that the conditions on the way can hold together';
    case 'untracked-values':
      return 'depends on values Gordian does not track; this interleaving may be infeasible';
    case 'calls':
      return callsText(note, place);
    case 'left-behind':
      return `it is still blocked when ${note.test} is over`;
    case 'early-timer':
      return 'a timer fired while goroutines could still run: this needs a slow machine or a long pause';
    case 'first-shown':
      return `first shown by schedule ${note.schedule} of ${note.test}`;
    case 'also-in':
      return `also in ${note.test}`;
    case 'replay':
      return `replay it with: gordian replay ${note.path}`;
    case 'not-stored':
      return `the schedule could not be saved: ${note.problem}`;
    case 'confirmed':
      return `confirmed: schedule ${note.schedules} of ${note.test} reached it`;
    case 'not-confirmed':
      return notConfirmedText(note.reason);
  }
}

function notConfirmedText(reason: NotConfirmed): string {
  switch (reason.kind) {
    case 'no-test':
      return 'not confirmed: no test reaches it, and none could be generated';
    case 'problem':
      return `not confirmed: ${reason.text}`;
    case 'not-reached': {
      const seen = reason.instead.map(({ rule, line }) => `${rule} at line ${line}`);
      const instead = seen.length === 0 ? 'nothing went wrong in them' : `they showed ${seen.join(', ')}`;
      return `not confirmed by ${reason.schedules} schedules: ${instead}`;
    }
  }
}

/** Whether the calls in sight keep the condition. */
export function callsText({ established, broken, open }: CallTally, place: PlaceText<Span>): string {
  const all = established + broken + open.length;
  if (all === 0) return '';
  if (established === all)
    return all === 1 ? 'the only visible call ensures that' : `all ${all} visible calls ensure that`;
  const parts = [
    ...(established > 0 ? [`${established} of ${all} visible calls ensure that`] : []),
    ...(broken > 0 ? [all === 1 ? 'the only visible call violates it' : `${broken} of ${all} calls violate it`] : []),
    ...(open.length > 0 ? [`undecided at ${placesText(open, place)}`] : []),
  ];
  return parts.join('; ');
}

const maxPlaces = 3;

function placesText(spans: readonly Span[], place: PlaceText<Span>): string {
  const places = spans.slice(0, maxPlaces).map(place);
  return `${places.join(', ')}${spans.length > maxPlaces ? ', ...' : ''}`;
}

export function relatedText(reason: RelatedReason, place: PlaceText<Span>): string {
  switch (reason.kind) {
    case 'called-here':
      return 'called here';
    case 'arguments-passed':
      return 'the arguments are passed on here';
    case 'required-here':
      return 'required here';
    case 'first-close':
      return 'first closed here';
    case 'started-here':
      return 'the goroutine is started here';
    case 'made-here':
      return 'the channel is made here';
    case 'used-here':
      return 'it is used here';
    case 'counter-raised':
      return 'the counter is raised here';
    case 'locked-here':
      return 'locked here';
    case 'locked-inside':
      return 'the called function locks it here';
    case 'left-here':
      return 'the function can return here';
    case 'done-here':
      return 'Done is called here on another way';
    case 'closed-here':
      return 'also closed here';
    case 'waits-here':
      return 'the goroutine waits here';
    case 'skipped-here':
      return 'this is skipped';
    case 'other-order':
      return 'the other order is here';
    case 'sent-here':
      return 'the goroutine sends here';
    case 'would-end':
      return 'what would end the wait is here';
    case 'leads-to':
      return headlineText(reason.headline, place);
    case 'same-cause':
      return `same cause: ${headlineText(reason.headline, place)}`;
  }
}

/** What a run takes for granted, as a clause: `parse returns an error`. */
export function choiceText(reason: ChoiceReason): string {
  switch (reason.kind) {
    case 'error':
      return `${reason.call} returns ${reason.fails ? 'an error' : 'no error'}`;
    case 'condition':
      return reason.holds ? reason.text : `${reason.text} is false`;
    case 'operation':
      return reason.text;
    case 'other':
      return whyText(reason.why);
  }
}

/** The same as a note. */
export function choiceNote(reason: ChoiceReason): string {
  const isOpen = reason.kind === 'operation' || reason.kind === 'other';
  return `${isOpen ? 'depends on' : 'happens if'} ${choiceText(reason)}`;
}
