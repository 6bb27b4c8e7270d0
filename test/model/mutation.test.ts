// Mutants of proved programs lose their proof: with an operation left out, what is still proved must be true.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommProgram } from '../../src/comm/comm.ts';
import { checkProgram, type ModelResult } from '../../src/model/index.ts';
import { interpret, litmusLibrary } from '../litmus/interpreted.ts';
import { type Litmus, litmusSuite, type Outcome, parseLitmus, showOutcome } from '../litmus/suite.ts';
import { checkSource } from '../support/analysis.ts';
import { allFeatures, type Features, generateProgram } from '../support/generate-comm.ts';
import { installedGo } from '../support/go.ts';
import type { Library } from '../support/interp.ts';
import { commMutants, goMutants } from '../support/mutate.ts';
import { root } from '../support/repository.ts';
import { naiveGraph, TooLarge } from './naive.ts';
import { naiveVerdicts } from './naive-properties.ts';

const plain: Features = {
  ...allFeatures,
  locks: false,
  groups: false,
  conds: false,
  timers: false,
  memory: false,
  unwinding: false,
};

/** Whether a second engine finds nothing wrong: no fault, nobody left blocked. Null where the program is too large for it. */
function isRight(program: CommProgram): boolean | null {
  try {
    const { faults, deadlock, leak } = naiveVerdicts(naiveGraph(program, [], program.root, 350));
    return faults.size === 0 && !deadlock && leak === 'proved';
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

function isProved(result: ModelResult): boolean {
  return [...result.verdicts.values()].every(({ kind }) => kind === 'proved');
}

describe('generated communication programs', () => {
  const families: Readonly<Record<string, { readonly features: Features; readonly count: number }>> = {
    balanced: { features: { ...plain, balanced: true }, count: 100 },
    channels: { features: plain, count: 100 },
    locks: { features: { ...plain, locks: true }, count: 80 },
    groups: { features: { ...plain, groups: true }, count: 80 },
  };
  test.each(Object.entries(families))('%s', (_, { features, count }) => {
    const wrong: string[] = [];
    let proved = 0;
    let mutants = 0;
    let lost = 0;
    for (let seed = 0; seed < count; seed++) {
      const program = { ...generateProgram(seed + 5000, features, 3), gaps: [] };
      if (!isProved(checkProgram(program, { maxStates: 2000 }))) continue;
      proved++;
      for (const { without, program: mutant } of commMutants(program)) {
        mutants++;
        if (!isProved(checkProgram(mutant, { maxStates: 2000 }))) lost++;
        else if (isRight(mutant) === false) wrong.push(`seed ${seed + 5000} without ${without}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(proved).toBeGreaterThan(2);
    // Where all mutants kept their proof, the test would show nothing.
    expect(mutants).toBeGreaterThan(0);
    expect(lost).toBeGreaterThan(0);
  });
});

interface Source {
  readonly name: string;
  readonly text: string;
  readonly entry: string;
}

/** Tables' programs that are checked in no time. */
const small: ReadonlySet<string> = new Set([
  'alt-bit',
  'cond-recur',
  'fanin',
  'fixed',
  'forselect',
  'jobsched',
  'selFixed',
]);

/** What is proved of the examples, and of a part of the litmus programs. */
function sources(): readonly Source[] {
  const file = (path: string): Source => ({ name: path, text: readFileSync(join(root, path), 'utf8'), entry: 'main' });
  const tables = readdirSync(join(root, 'examples/tables'))
    .filter((name) => small.has(name))
    .map((name) => file(`examples/tables/${name}/main.go`));
  const suite = litmusSuite(root).filter((_, i) => i % 6 === 0);
  return [file('examples/healthy/pool.go'), ...tables, ...suite];
}

function isProvedGo({ text, entry }: Source): boolean {
  const fragment = checkSource(text, 'p.go', 1_000_000, 3_000).fragments.find((one) => one.function === entry);
  return fragment?.verdict === 'proved';
}

/** Runs of a program that went wrong, under schedules by seed. What runs on forever, or cannot be interpreted, tells nothing. */
function wrongRuns(library: Library, source: Source): readonly string[] {
  const litmus = parseLitmus(source.name, `// outcome: "" exit\n${source.text}`);
  for (let seed = 0; seed < 8; seed++) {
    const seen = runOnce(library, litmus, seed);
    if (typeof seen === 'string') return [];
    const { end } = seen;
    if (end.kind !== 'exit' && !(end.kind === 'leak' && end.count === 0)) return [`seed ${seed}: ${showOutcome(seen)}`];
  }
  return [];
}

/** As `interpret`; a mutant that does not type-check, because something is no longer used, is not run. */
function runOnce(library: Library, litmus: Litmus, seed: number): Outcome | string {
  try {
    return interpret(library, litmus, seed, 100_000);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('does not type-check')) return error.message;
    throw error;
  }
}

describe.runIf(installedGo !== null)('Go programs', () => {
  test('lose their proof, or no schedule that was tried shows anything wrong', () => {
    const library = litmusLibrary(root);
    const wrong: string[] = [];
    let proved = 0;
    let lost = 0;
    for (const source of sources()) {
      const changed = goMutants(source.text);
      if (changed.length === 0 || !isProvedGo(source)) continue;
      proved++;
      for (const { line, without, text } of changed) {
        const mutant: Source = { ...source, text };
        if (!isProvedGo(mutant)) lost++;
        else for (const run of wrongRuns(library, mutant)) wrong.push(`${source.name}:${line} ${without}: ${run}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(proved).toBeGreaterThan(10);
    expect(lost).toBeGreaterThan(10);
  });
});
