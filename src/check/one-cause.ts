// Two findings with one cause are one finding: the others become places to look at.

import type { Severity } from '../base/diagnostic.ts';
import type { Finding, Note, RelatedPlace } from '../base/finding.ts';
import { isLocking } from '../base/operation.ts';
import { type Blocked, lengthOf, objectOf, waitsFor } from '../base/trace.ts';
import { classesOf } from './finding-rules.ts';

/** A finding, and whether its fragment begins where a program or a test does rather than with some function. */
export interface Candidate {
  readonly finding: Finding;
  readonly entry: boolean;
  /** The fragment, by number. */
  readonly fragment: number;
}

/**
 * One cause is assumed where the same operation is at fault, where goroutines of one fragment wait in the same way for the
 * same object, or beside the same others that are stuck, and where what is at fault in one finding is among what is blocked in another.
 */
export function withoutRepetition(candidates: readonly Candidate[]): readonly Finding[] {
  const groups = new Groups(candidates.length);
  const owners = new Map<string, number>();
  candidates.forEach((candidate, i) => {
    for (const key of causesOf(candidate)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, i);
      else groups.join(owner, i);
    }
  });
  // What blocks elsewhere too only joins those whose own fault it is.
  candidates.forEach(({ finding }, i) => {
    if (!isBlocked(finding)) return;
    for (const { span } of finding.trace.blocked) {
      const owner = owners.get(`blocked ${span.pos}`);
      if (owner !== undefined) groups.join(owner, i);
    }
  });
  const members = new Map<number, Candidate[]>();
  candidates.forEach((candidate, i) => {
    const root = groups.rootOf(i);
    members.set(root, [...(members.get(root) ?? []), candidate]);
  });
  return [...members.values()].map(merged).sort((a, b) => a.span.pos - b.span.pos);
}

function causesOf({ finding, fragment }: Candidate): readonly string[] {
  if (!isBlocked(finding)) {
    const object = objectOf(finding.trace, finding.trace.steps.at(-1)?.object ?? 0)?.label ?? '';
    const where = `${finding.rule} ${finding.span.pos}`;
    return object === '' ? [where] : [where, `${finding.rule} ${object} in ${fragment}`];
  }
  const at = finding.trace.blocked.find(({ span }) => span.pos === finding.span.pos);
  const here = `blocked ${finding.span.pos}`;
  const beside = finding.trace.blocked.filter((other) => other !== at);
  return [
    here,
    ...(at === undefined ? [] : [`blocked ${waitOf(finding, at)} in ${fragment}`]),
    ...(beside.some(isStuck) ? [`beside ${placesOf(beside)} in ${fragment}`] : []),
  ];
}

/** How a goroutine waits, and for what: objects that were made for the same count as one. */
function waitOf({ trace }: Finding, at: Blocked): string {
  // What is not known is called as the source calls it.
  const text = at.operation.kind === 'outside' ? at.operation.text : '';
  return `${at.operation.kind} ${text} ${waitsFor(trace, at).join()}`;
}

/** A goroutine that cannot get rid of something is at fault itself; one that waits to be given something may just have nothing to do. */
function isStuck({ operation }: Blocked): boolean {
  return operation.kind === 'send' || isLocking(operation);
}

function placesOf(blocked: readonly Blocked[]): string {
  return blocked
    .map(({ span }) => span.pos)
    .sort((a, b) => a - b)
    .join(' ');
}

const severities: readonly Severity[] = ['note', 'warning', 'error'];

/** The best of them, as serious as the worst. */
function merged(group: readonly Candidate[]): Finding {
  const told = group.reduce((a, b) => (isBetter(b, a) ? b : a));
  const best = told.finding;
  // Of values that are fine for one of them another may say something else.
  const isShared = (note: Note): boolean =>
    group.every(
      ({ finding, fragment }) => fragment !== told.fragment || finding.notes.some((other) => isEqual(other, note)),
    );
  const notes = best.notes.filter((note) => note.kind !== 'fine-if' || isShared(note));
  const severity = group.reduce(
    (worst, { finding }) =>
      severities.indexOf(finding.severity) > severities.indexOf(worst) ? finding.severity : worst,
    best.severity,
  );
  const shown = new Set([best.span.pos, ...best.trace.blocked.map(({ span }) => span.pos)]);
  const related: RelatedPlace[] = [...best.related];
  for (const { finding } of group) {
    if (shown.has(finding.span.pos)) continue;
    shown.add(finding.span.pos);
    related.push({ span: finding.span, message: { kind: 'same-cause', headline: finding.message } });
  }
  return { ...best, severity, related, notes };
}

function isEqual(a: Note, b: Note): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isBetter(a: Candidate, b: Candidate): boolean {
  const differences = [
    severities.indexOf(b.finding.severity) - severities.indexOf(a.finding.severity),
    rank(a.finding) - rank(b.finding),
    // What happens to a whole program or test needs no caller to be imagined.
    Number(b.entry) - Number(a.entry),
    lengthOf(a.finding.trace) - lengthOf(b.finding.trace),
    a.finding.span.pos - b.finding.span.pos,
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}

/** Whether it is about a goroutine that stays blocked. */
function isBlocked({ rule }: Finding): boolean {
  return classesOf(rule).blocked !== null;
}

/** What panics comes first, then what says most about a blocked goroutine. */
function rank({ rule }: Finding): number {
  return classesOf(rule).blocked ?? -1;
}

/** Disjoint sets of the numbers below `count`. */
class Groups {
  readonly #parents: number[];

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, i) => i);
  }

  rootOf(i: number): number {
    let root = i;
    for (let up = this.#parents[root]; up !== undefined && up !== root; up = this.#parents[root]) root = up;
    this.#parents[i] = root;
    return root;
  }

  join(a: number, b: number): void {
    this.#parents[this.rootOf(b)] = this.rootOf(a);
  }
}
