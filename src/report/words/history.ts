// How a finding came about and how a verdict did, in words: for `gordian check -v`.

import type { FindingChange, Fragment, HistoryStep, PassName } from '../../base/finding.ts';
import type { Span } from '../../base/source.ts';
import type { PlaceText } from './names.ts';
import { fineIfText } from './notes.ts';
import { assumedText, reasonsText } from './reasons.ts';

/** What each pass is. */
const passes: Readonly<Record<PassName, string>> = {
  search: 'the search of its fragment',
  worth: 'the rule for what is worth reporting',
  untracked: 'the rule for values that Gordian does not track',
  purpose: 'the rule for goroutines that are meant to wait',
  prove: 'proofs for all values',
  calls: 'the check of calls in sight',
  tried: 'the check of the values that were tried',
  certain: 'the analysis of what happens in every run',
  ways: 'the analysis of ways through single functions',
  merge: 'the search for findings with the same cause',
  cause: 'the search for what a wait comes from',
  'ignore-calls': 'a gordian:ignore comment at a call',
  ignore: 'a gordian:ignore comment',
  confirm: 'runs of the program',
};

function changeText(change: FindingChange): string {
  switch (change.kind) {
    case 'found':
      return `found as ${change.severity === 'error' ? 'an' : 'a'} ${change.severity}`;
    case 'severity':
      return `changed from ${change.from} to ${change.to}`;
    case 'moved':
      return 'moved to its cause';
    case 'notes':
      return 'given other notes';
    case 'merged':
      return `joined with ${change.places} more ${change.places === 1 ? 'place' : 'places'}`;
    case 'confirmed':
      return 'confirmed';
  }
}

/** `found as an error by the search of its fragment (search)` */
export function historyText({ pass, change }: HistoryStep): string {
  return `${changeText(change)} by ${passes[pass]} (${pass})`;
}

/** A verdict with what it rests on: a line for the verdict, one for each assumption, one for the reasons. */
export function verdictLines(fragment: Fragment, place: PlaceText<Span>): readonly string[] {
  const { function: name, span, verdict, precondition, assumptions, reasons } = fragment;
  const said = reasonsText(reasons, place);
  return [
    `${name} (${place(span)}): ${verdict}`,
    ...(precondition === null ? [] : [`  ${fineIfText(precondition, true)}`]),
    ...new Set(assumptions.map((one) => `  assuming ${assumedText(one)}`)),
    ...(said === '' ? [] : [`  because ${said}`]),
  ];
}
