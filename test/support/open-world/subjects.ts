// Generated packages with exported types, as code that others call: what the open-world referee attacks.

import { newRandom } from '../../../src/explore/random.ts';
import { newDraft, oneIn, pick, textOf } from './draft.ts';
import { idioms } from './idioms.ts';

/** One exported type with all that belongs to it. */
export interface Subject {
  /** Everything that belongs to it has this in its name. */
  readonly name: string;
  readonly imports: readonly string[];
  readonly text: string;
  /** What it is about, by the names of the parts it was put together from. */
  readonly kinds: readonly string[];
  /** It was made without a mistake. */
  readonly right: boolean;
  /** Objects that no client can reach, as the source writes them. */
  readonly hidden: ReadonlySet<string>;
}

/** The subject with this number of the run with this seed. */
export function generateSubject(number: number, seed: number): Subject {
  const random = newRandom(seed * 1_000_003 + number);
  const draft = newDraft(`S${number}`, random);
  const right = oneIn(random, 2);
  pick(random, idioms)(draft, right);
  return {
    name: draft.type,
    imports: [...draft.imports],
    text: textOf(draft),
    kinds: [...draft.kinds].sort(),
    right,
    hidden: draft.hidden,
  };
}

/** Whether a name of the package belongs to the subject. */
export function belongsTo(name: string, subject: string): boolean {
  return new RegExp(`${subject}(?!\\d)`, 'i').test(name);
}

/** A file of the package with all of the subjects. */
export function packageText(name: string, subjects: readonly Subject[]): string {
  const imports = [...new Set(subjects.flatMap((subject) => subject.imports))].sort();
  // What a subject may import without using it.
  const used = ['var _ sync.Mutex'];
  const lines = imports.map((path) => `\t"${path}"\n`).join('');
  return `package ${name}\n\nimport (\n${lines})\n\n${used.join('\n')}\n\n${subjects.map(({ text }) => text).join('\n')}`;
}
