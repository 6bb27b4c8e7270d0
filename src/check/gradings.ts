// How what the search of a fragment finds is graded: one row a pass, in the order in which they run. The rows of passes.ts come after.

import type { Finding, Note, PassName } from '../base/finding.ts';
import type { Site } from '../comm/comm.ts';
import type { ModelFinding, ModelResult } from '../model/index.ts';
import { isOnPurpose } from './findings.ts';
import { noted } from './history.ts';
import { isVague, type JudgedProgram, worthReporting } from './judge.ts';
import type { Question } from './question.ts';

/** What a violation of the model is graded by. */
export interface Seen extends JudgedProgram {
  readonly found: ModelFinding;
  readonly result: ModelResult;
  readonly question: Question;
  readonly isModel: (site: Site) => boolean;
}

/** What a row says of a violation: that it stays as it is, that it is not told, or that it becomes a note. */
export type Grade =
  | { readonly kind: 'keep' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'note'; readonly notes: readonly Note[] };

export interface Grading {
  readonly name: PassName;
  /** Why it stands where it does. */
  readonly because: string;
  readonly run: (seen: Seen) => Grade;
}

const keep: Grade = { kind: 'keep' };

export const gradings: readonly Grading[] = [
  {
    name: 'worth',
    because: 'first: what is not reported needs no grade',
    run: (seen) => (worthReporting(seen) ? keep : { kind: 'drop' }),
  },
  {
    name: 'untracked',
    because: 'after worth: a run that the program may rule out is worth a note at most',
    run: (seen) => (isVague(seen, seen.found) ? { kind: 'note', notes: [{ kind: 'untracked-values' }] } : keep),
  },
  {
    name: 'purpose',
    because: 'after untracked: whether something is meant to wait matters where it does wait',
    run: ({ found }) => (isOnPurpose(found) ? { kind: 'note', notes: [] } : keep),
  },
];

/** What the rows make of a violation, which `make` tells as a finding; null where it is not told. */
export function graded(rows: readonly Grading[], seen: Seen, make: () => Finding): Finding | null {
  const grades: (readonly [PassName, Grade])[] = [];
  for (const { name, run } of rows) {
    const grade = run(seen);
    if (grade.kind === 'drop') return null;
    grades.push([name, grade]);
  }
  let finding = noted('search', null, make());
  for (const [name, grade] of grades) {
    if (grade.kind !== 'note') continue;
    finding = noted(name, finding, { ...finding, severity: 'note', notes: [...finding.notes, ...grade.notes] });
  }
  return finding;
}
