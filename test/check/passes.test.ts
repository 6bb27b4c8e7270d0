// What findings go through after the looks at fragments; and that a defect in one place costs nothing elsewhere.

import { describe, expect, test } from 'vitest';
import type { Fragment } from '../../src/base/finding.ts';
import { type AnalysisInput, examine } from '../../src/check/analyse.ts';
import { gradings } from '../../src/check/gradings.ts';
import {
  confirming,
  type Pass,
  type PassContext,
  type Passing,
  passes,
  runPasses,
  withAttempts,
} from '../../src/check/passes.ts';
import { parametricDefaults } from '../../src/check/prove-fragments.ts';
import type { LoadResult } from '../../src/load/index.ts';
import { loadFiles } from '../support/analysis.ts';

const leak = (name: string): string => `package p

func ${name}() {
	c := make(chan int)
	go func() { c <- 1 }()
}

func ${name}Fine() {
	c := make(chan int, 1)
	c <- 1
}
`;

const files = { 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'a.go': leak('A'), 'b.go': leak('B') };

function inputOf(loaded: LoadResult): AnalysisInput {
  const limits = { states: 10_000, work: 1_000_000_000, totalWork: 1_000_000_000, milliseconds: 1 };
  return { ...loaded, limits, now: () => 0, progress: () => {}, only: null };
}

async function pass(rows: readonly Pass[]): Promise<Passing> {
  const loaded = loadFiles(files);
  const examined = examine(inputOf(loaded));
  const context: PassContext = {
    flow: examined.flow,
    packages: loaded.packages,
    sources: loaded.sources,
    rules: new Map(),
    groups: new Set(),
    isOwn: () => true,
    isRequested: () => false,
    solver: null,
    parametric: { ...parametricDefaults, now: () => 0, progress: () => {}, isRequested: () => false },
    explicit: false,
  };
  return runPasses(rows, examined.checked, context);
}

const verdicts = (all: readonly Fragment[]): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map((one) => [one.function, one.verdict]));

const expected = { A: 'violated', AFine: 'proved', B: 'violated', BFine: 'proved' };

describe('a defect', () => {
  test.each(passes.map(({ name }) => name))('in the pass %s loses no fragment and no finding', async (name) => {
    const broken = passes.map(
      (row): Pass =>
        row.name === name
          ? {
              ...row,
              run: () => {
                throw new Error('a defect');
              },
            }
          : row,
    );
    const { checked, findings, problems } = await pass(broken);
    expect(verdicts(checked.map(({ fragment }) => fragment))).toEqual(expected);
    // Where merging fails each is told twice.
    expect([...new Set(findings.map(({ function: root }) => root))]).toEqual(['A', 'B']);
    expect(problems.map(({ rule }) => rule)).toEqual(['internal-error']);
  });

  test('while a fragment is judged leaves that one unknown, and no other', () => {
    const loaded = loadFiles(files);
    const named = (path: string): ReturnType<typeof loaded.sources.named> => {
      if (path.endsWith('/a.go')) throw new Error('a defect');
      return loaded.sources.named(path);
    };
    const sources = Object.assign(Object.create(loaded.sources), {
      named,
      fileOf: loaded.sources.fileOf.bind(loaded.sources),
      position: loaded.sources.position.bind(loaded.sources),
    });
    const { checked } = examine({ ...inputOf(loaded), sources });
    expect(verdicts(checked.map(({ fragment }) => fragment))).toEqual({ ...expected, A: 'unknown', AFine: 'unknown' });
    const [first] = checked.filter(({ fragment }) => fragment.function === 'A');
    expect(first?.fragment.reasons).toEqual([{ kind: 'failed', message: 'a defect' }]);
  });
});

test('the history of a finding says which passes made it what it is', async () => {
  const lower: Pass = {
    name: 'prove',
    because: 'for this test',
    run: (passing) => ({
      ...passing,
      checked: passing.checked.map((one) => ({
        ...one,
        findings: one.findings.map((finding) => ({ ...finding, severity: 'note' as const })),
      })),
    }),
  };
  const { findings } = await pass(
    passes.flatMap((row) => (row.name === 'prove' ? lower : row.name === 'certain' ? [] : row)),
  );
  expect(findings[0]?.history).toEqual([
    { pass: 'search', change: { kind: 'found', severity: 'error' } },
    { pass: 'prove', change: { kind: 'severity', from: 'error', to: 'note' } },
  ]);
});

test('how a finding is graded is part of its history', () => {
  const served = `package p

import "time"

func Serve(ready chan bool) {
	go func() { <-ready }()
	select {}
}

func Deadline(at time.Time) {
	tick := make(chan struct{}, 1)
	now := time.Now()
	if at.After(now) {
		tick <- struct{}{}
	}
	if at.After(now) {
		<-tick
	}
}
`;
  const loaded = loadFiles({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'a.go': served });
  const { checked } = examine(inputOf(loaded));
  const found = (name: string) => checked.find(({ fragment }) => fragment.function === name)?.findings ?? [];
  const toNote = (pass: string) => ({ pass, change: { kind: 'severity', from: 'error', to: 'note' } });
  expect(found('Serve').map(({ history }) => history)).toEqual([
    [{ pass: 'search', change: { kind: 'found', severity: 'error' } }, toNote('purpose')],
  ]);
  expect(found('Deadline').map(({ history }) => history)).toEqual([
    [
      { pass: 'search', change: { kind: 'found', severity: 'error' } },
      toNote('untracked'),
      { pass: 'untracked', change: { kind: 'notes' } },
    ],
  ]);
});

test('what real runs showed is part of the history, and comes first', async () => {
  const { findings } = await pass(passes);
  const [first, second] = withAttempts(findings, [
    { kind: 'not-shown', reason: { kind: 'no-test' } },
    { kind: 'shown', schedules: 3, test: 'TestB' },
  ]);
  expect(first).toMatchObject({ function: 'B', confirmed: true });
  expect(first?.notes.at(-1)).toEqual({ kind: 'confirmed', schedules: 3, test: 'TestB' });
  expect(first?.history?.at(-1)).toEqual({ pass: 'confirm', change: { kind: 'confirmed' } });
  expect(second).toMatchObject({ function: 'A', confirmed: false });
  expect(second?.history?.at(-1)).toEqual({ pass: 'confirm', change: { kind: 'notes' } });
});

test('each pass has its own name, and says why it stands where it does', () => {
  const rows = [...gradings, ...passes, confirming];
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  for (const table of [gradings, passes]) {
    const before: string[] = [];
    for (const { name, because } of table) {
      const [, stated] = /^(?:first|after ([\w ]+)): /.exec(because) ?? [];
      // What a row says that it comes after does come before it.
      const named = stated?.split(/, | and /).filter((word) => rows.some((row) => row.name === word)) ?? [];
      expect([because, named.filter((word) => !before.includes(word))]).toEqual([because, []]);
      expect(because).toMatch(before.length === 0 ? /^first: / : /^after /);
      before.push(name);
    }
  }
});
