// Modules of generated subjects: one for the referee, and one with the same subjects in other company, whose verdicts must be the same.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragment } from '../../../src/base/finding.ts';
import type { SourceSet } from '../../../src/base/source.ts';
import type { Children } from '../../../src/driver/explore/process.ts';
import { newRandom } from '../../../src/explore/random.ts';
import { assumptionText } from '../../../src/report/words/reasons.ts';
import { type Attack, attack, constantsIn, type Refutation, verdictsOf } from './referee.ts';
import { belongsTo, generateSubject, packageText, type Subject } from './subjects.ts';

/** Subjects in one package: Go links once for all of them. */
export const perPackage = 40;
const perSmallPackage = 5;

export interface ChunkOptions {
  readonly first: number;
  readonly count: number;
  readonly seed: number;
  readonly clients: number;
  readonly schedules: number;
  /** Compare verdicts with those in other company. */
  readonly locality: boolean;
  readonly scratch: string;
  readonly children: Children;
  readonly progress: (text: string) => void;
}

/** A function whose verdict is another one beside other code, with what is said only here and only there. */
export interface Moved {
  readonly subject: string;
  readonly function: string;
  readonly here: string;
  readonly there: string;
}

export interface ChunkResult {
  readonly programs: number;
  readonly proved: number;
  readonly called: number;
  readonly clients: number;
  readonly runs: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Functions of subjects without a mistake that are violated. */
  readonly blamed: readonly string[];
  readonly refutations: readonly (Refutation & { readonly kinds: readonly string[]; readonly source: string })[];
  readonly moved: readonly Moved[];
}

function writeModule(folder: string, packages: readonly (readonly Subject[])[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), 'module generated\n\ngo 1.24\n');
  for (const [i, subjects] of packages.entries()) {
    // All are called the same: names of functions are part of what is said.
    const directory = join(folder, String(i), 'p');
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'p.go'), packageText('p', subjects));
  }
}

export async function attackGenerated(options: ChunkOptions): Promise<ChunkResult> {
  const { first, count, seed, scratch } = options;
  const subjects = Array.from({ length: count }, (_, i) => generateSubject(first + i, seed));
  const folder = join(scratch, 'module');
  writeModule(folder, [subjects]);
  const result = await attack({
    ...options,
    folder,
    patterns: ['./...'],
    strict: true,
    targets: () =>
      subjects.map(({ name, hidden, text }) => ({
        name,
        hidden,
        belongs: (one) => belongsTo(one, name),
        constants: constantsIn(text),
      })),
  });
  const moved = options.locality ? await movedOf(subjects, result, join(scratch, 'other'), seed) : [];
  const of = (name: string): Subject => subjects.find((one) => one.name === name) as Subject;
  const verdicts: Record<string, number> = {};
  for (const { verdict } of result.fragments) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const { proved, called, clients, runs } = result;
  return {
    programs: count,
    proved,
    called,
    clients,
    runs,
    verdicts,
    blamed: blamed(subjects, result),
    refutations: result.refutations.map((one) => ({
      ...one,
      kinds: of(one.target).kinds,
      source: of(one.target).text,
    })),
    moved,
  };
}

/** Functions by what the source calls them, with what is said of them. */
function said(
  subjects: readonly Subject[],
  { fragments, sources }: { readonly fragments: readonly Fragment[]; readonly sources: SourceSet },
): ReadonlyMap<string, { readonly subject: Subject; readonly fragment: Fragment; readonly parts: readonly string[] }> {
  const found = new Map<string, { subject: Subject; fragment: Fragment; parts: readonly string[] }>();
  for (const fragment of fragments) {
    const line =
      sources.fileOf(fragment.span.pos)?.text.split('\n')[(sources.position(fragment.span.pos)?.line ?? 1) - 1] ?? '';
    const subject = subjects.find(({ name }) => belongsTo(line, name));
    if (subject === undefined) continue;
    const assumptions = fragment.assumptions.map(assumptionText).sort();
    const properties = fragment.properties.map(([property, verdict]) => `${property} ${verdict}`);
    found.set(line, { subject, fragment, parts: [fragment.verdict, ...properties, ...assumptions] });
  }
  return found;
}

/** Functions of which a finding was made although their subject is right. */
function blamed(subjects: readonly Subject[], result: Attack): readonly string[] {
  return [...said(subjects, result).values()].flatMap(({ subject, fragment }) =>
    subject.right && fragment.verdict === 'violated'
      ? [`${subject.name}.${fragment.function} (${subject.kinds.join(', ')})`]
      : [],
  );
}

async function movedOf(
  subjects: readonly Subject[],
  here: Attack,
  folder: string,
  seed: number,
): Promise<readonly Moved[]> {
  const random = newRandom(seed ^ 0x2545f491);
  const rest = [...subjects];
  const packages: Subject[][] = [];
  while (rest.length > 0) {
    const some: Subject[] = [];
    for (let i = 0; i < perSmallPackage && rest.length > 0; i++)
      some.push(...rest.splice(random.below(rest.length), 1));
    packages.push(some);
  }
  writeModule(folder, packages);
  const there = said(subjects, await verdictsOf(folder, ['./...']));
  return [...said(subjects, here)].flatMap(([line, { subject, fragment, parts }]): readonly Moved[] => {
    const other = there.get(line);
    if (other === undefined || other.parts.join() === parts.join()) return [];
    const onlyHere = parts.filter((one) => !other.parts.includes(one)).join('; ');
    const onlyThere = other.parts.filter((one) => !parts.includes(one)).join('; ');
    return [{ subject: subject.name, function: fragment.function, here: onlyHere, there: onlyThere }];
  });
}
