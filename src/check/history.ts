// What passes do to findings, kept in each finding's history. It is found out by comparing: no pass has to say what it did.

import type { Finding, FindingChange, PassName } from '../base/finding.ts';

/** A finding after a pass; `before` is null where the pass has made it. */
export function noted(pass: PassName, before: Finding | null, after: Finding): Finding {
  const changes = changesOf(before, after);
  if (changes.length === 0) return after;
  return { ...after, history: [...(after.history ?? []), ...changes.map((change) => ({ pass, change }))] };
}

function changesOf(old: Finding | null, now: Finding): readonly FindingChange[] {
  if (old === null) return [{ kind: 'found', severity: now.severity }];
  if (now.confirmed && !old.confirmed) return [{ kind: 'confirmed' }];
  const merged = now.related.length - old.related.length;
  return [
    ...(old.span.pos === now.span.pos ? [] : [{ kind: 'moved' } as const]),
    ...(old.severity === now.severity ? [] : [{ kind: 'severity', from: old.severity, to: now.severity } as const]),
    ...(JSON.stringify(old.notes) === JSON.stringify(now.notes) ? [] : [{ kind: 'notes' } as const]),
    ...(merged > 0 ? [{ kind: 'merged', places: merged } as const] : []),
  ];
}
