// The litmus suite: the outcomes that docs/semantics.md allows are those of the interpreter and of real Go, and `check` says
// what follows from them. `npm run litmus` does the same at length.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedGo } from '../support/go.ts';
import type { Library } from '../support/interp.ts';
import { root } from '../support/repository.ts';
import { interpret, litmusLibrary } from './interpreted.ts';
import { judge } from './model.ts';
import { type BuiltSuite, buildSuite, runCase } from './real-go.ts';
import { indexOfOutcome, litmusSuite, showOutcome } from './suite.ts';

const suite = litmusSuite(root);
/** Programs that use parts of the library which the interpreter does not have. */
const notInterpreted: ReadonlySet<string> = new Set([
  'context-value.go',
  'syncmap-load-or-store.go',
  'syncmap-load-then-store.go',
]);

describe('check says what the outcomes imply', () => {
  test.each(suite.map((litmus) => [litmus.name, litmus] as const))('%s', (_, litmus) => {
    expect(judge(litmus)).toEqual([]);
  });
});

describe.runIf(installedGo !== null)('the interpreter has no other outcomes', () => {
  let library: Library;
  beforeAll(() => {
    library = litmusLibrary(root);
  });
  test.each(suite.map((litmus) => [litmus.name, litmus] as const))('%s', (name, litmus) => {
    for (let seed = 0; seed < 6; seed++) {
      const seen = interpret(library, litmus, seed);
      if (typeof seen === 'string') {
        expect(notInterpreted).toContain(name);
        return;
      }
      if (indexOfOutcome(litmus, seen) < 0) expect.fail(`seed ${seed}: ${showOutcome(seen)}`);
    }
    expect(notInterpreted).not.toContain(name);
  });
});

describe.runIf(installedGo !== null)('real Go has no other outcomes', () => {
  let built: BuiltSuite;
  beforeAll(() => {
    built = buildSuite(suite);
  });
  afterAll(() => {
    built.remove();
  });
  test('in a few runs of each', async () => {
    const problems: string[] = [];
    for (const [i, litmus] of suite.entries()) {
      const seen = await Promise.all([1, 4].map((processors) => runCase(built.binary, i, processors)));
      for (const outcome of seen) {
        if (indexOfOutcome(litmus, outcome) < 0) problems.push(`${litmus.name}: ${showOutcome(outcome)}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
