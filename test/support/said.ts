// What a report says about a finding, for tests that read it.

import type { Finding } from '../../src/base/finding.ts';
import type { Headline } from '../../src/base/headline.ts';
import type { SourceSet, Span } from '../../src/base/source.ts';
import type { Place } from '../../src/explore/cast.ts';
import { placesIn } from '../../src/report/places.ts';
import {
  becauseText,
  choiceText,
  freedByText,
  headlineText,
  nameIn,
  noteText,
  operationText,
} from '../../src/report/words.ts';

function placeIn(sources: SourceSet): (at: Span) => string {
  return placesIn({ sources, folder: '' }, []);
}

/** The first line of a finding. */
export function messageOf({ message }: Pick<Finding, 'message'>, sources: SourceSet): string {
  return headlineText(message, placeIn(sources));
}

/** The first line of what a run of the real program shows. */
export function foundMessage({ headline }: { readonly headline: Headline<Place> }): string {
  return headlineText(headline, foundPlace);
}

export function foundPlace({ file, line }: Place): string {
  return line === 0 ? '' : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}

/** Of each blocked goroutine its name, operation, reason and remedy. */
export function blockedIn(
  { trace }: Pick<Finding, 'trace'>,
  sources: SourceSet,
): readonly {
  readonly goroutine: string;
  readonly operation: string;
  readonly because: string;
  readonly freedBy: string;
}[] {
  const place = placeIn(sources);
  return trace.blocked.map((one) => ({
    goroutine: nameIn(trace, one.goroutine, place),
    operation: operationText(trace, one),
    because: becauseText(trace, one, place),
    freedBy: freedByText(trace, one),
  }));
}

/** The first line, and what is said about blocked goroutines: what `// want` patterns are held against. */
export function saidOf(finding: Finding, sources: SourceSet): string {
  return [
    messageOf(finding, sources),
    ...blockedIn(finding, sources).flatMap(({ goroutine, operation, because, freedBy }) => [
      `${goroutine} at ${operation}`,
      because,
      freedBy,
    ]),
  ].join('; ');
}

export function choicesOf(finding: Finding): readonly string[] {
  return finding.choices.map(({ reason }) => choiceText(reason));
}

export function notesOf(finding: Finding, sources: SourceSet): readonly string[] {
  return finding.notes.map((note) => noteText(note, placeIn(sources)));
}
