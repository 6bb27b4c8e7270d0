// Findings told where they come from, once it is settled which of them have one cause.

import type { Finding, RelatedPlace } from '../base/finding.ts';

/** A finding at its cause; the place where it showed becomes a related one. */
export function atCause(finding: Finding): Finding {
  const { cause, ...rest } = finding;
  if (cause === undefined) return rest;
  const shown = new Set([cause.span.pos]);
  const related: RelatedPlace[] = [];
  for (const one of [...cause.related, ...rest.related]) {
    if (shown.has(one.span.pos)) continue;
    shown.add(one.span.pos);
    related.push(one);
  }
  return { ...rest, span: cause.span, message: cause.message, related, shows: finding.span };
}

/** All findings at their causes, by place: two that come from one place are one. */
export function atCauses(findings: readonly Finding[]): readonly Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const finding of findings.map(atCause)) {
    const key = `${finding.rule} ${finding.span.pos}`;
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, finding);
    else if (weight(finding) > weight(known)) byPlace.set(key, joined(finding, known));
    else byPlace.set(key, joined(known, finding));
  }
  // What waits for a context says more than that nothing cancels it.
  const waitedFor = new Set(
    [...byPlace.values()].flatMap(({ message, span }) =>
      message.kind === 'cause' && message.cause === 'not-cancelled' ? [span.pos] : [],
    ),
  );
  const told = [...byPlace.values()].filter(
    ({ message, span }) => message.kind !== 'lost-cancel' || !waitedFor.has(span.pos),
  );
  return told.sort((a, b) => a.span.pos - b.span.pos);
}

function weight({ severity }: Finding): number {
  return severity === 'error' ? 2 : severity === 'warning' ? 1 : 0;
}

function joined(told: Finding, other: Finding): Finding {
  const known = new Set([told.span.pos, ...told.related.map(({ span }) => span.pos)]);
  const more = other.related.filter(({ span }) => !known.has(span.pos));
  return { ...told, related: [...told.related, ...more] };
}
