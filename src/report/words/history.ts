// How a finding came about and how a verdict did, in words: for `gordian check -v`.

import type { FindingChange, Fragment, HistoryStep, PassName } from '../../base/finding.ts';
import type { Span } from '../../base/source.ts';
import type { PlaceText } from './names.ts';
import { fineIfText } from './notes.ts';
import { assumptionText, reasonsText } from './reasons.ts';

/** What each pass is about. */
const passes: Readonly<Record<PassName, string>> = {
  search: 'the search of its fragment',
  worth: 'what is reported at all',
  untracked: 'values that Gordian does not track',
  purpose: 'goroutines that are meant to wait',
  prove: 'proofs for all values',
  calls: 'calls in sight',
  tried: 'values that were tried',
  certain: 'what happens in every run',
  merge: 'findings with the same cause',
  ignore: 'gordian:ignore',
  confirm: 'runs of the program',
};

function changeText(change: FindingChange): string {
  switch (change.kind) {
    case 'found':
      return `found, ${change.severity}`;
    case 'severity':
      return `${change.from} becomes ${change.to}`;
    case 'notes':
      return 'notes changed';
    case 'merged':
      return `${change.places} more ${change.places === 1 ? 'place' : 'places'}`;
    case 'confirmed':
      return 'confirmed';
  }
}

/** `search (the search of its fragment): found, error` */
export function historyText({ pass, change }: HistoryStep): string {
  return `${pass} (${passes[pass]}): ${changeText(change)}`;
}

/** A verdict with what it rests on: a line for the verdict, one for each assumption, one for the reasons. */
export function verdictLines(fragment: Fragment, place: PlaceText<Span>): readonly string[] {
  const { function: name, span, verdict, precondition, assumptions, reasons } = fragment;
  const said = reasonsText(reasons, place);
  return [
    `${name} (${place(span)}): ${verdict}`,
    ...(precondition === null ? [] : [`  ${fineIfText(precondition, true)}`]),
    ...assumptions.map((one) => `  assuming ${assumptionText(one)}`),
    ...(said === '' ? [] : [`  because ${said}`]),
  ];
}
