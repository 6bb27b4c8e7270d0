// The litmus suite under controlled schedules: no outcome but the stated ones, and each of these found.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../src/explore/protocol.ts';
import { indexOfOutcome, type Litmus, litmusSuite, type Outcome, showOutcome, squeeze } from '../litmus/suite.ts';
import { type Build, buildFolder, dispose, goEnv, planOf, type Run, runBuild } from '../support/explore.ts';
import { makeFolder } from '../support/folder.ts';
import { root } from '../support/repository.ts';

const suite = litmusSuite(root);

/** Outcomes that no schedule of instrumented code shows, each with the reason. */
const outOfReach: Readonly<Record<string, string>> = {
  'nil-func-go.go "" panic: invalid memory address or nil pointer dereference': 'this depends on the version of Go',
  'timer-stop.go "" deadlock': 'since Go 1.23 Stop takes back what nobody has received yet',
  'close-wakes-sender-with-panic.go "" panic: send on closed channel': 'printing is no scheduling point',
  'atomic-check-then-close.go "" panic: close of closed channel': 'printing is no scheduling point',
};

/** Schedules that are tried for an outcome before it counts as not found. */
const tries = 400;

/** Outcomes within reach that were not seen yet. */
function missing(litmus: Litmus, found: ReadonlySet<number>): string[] {
  const missed = litmus.outcomes.filter((_, i) => !found.has(i)).map(showOutcome);
  return missed.filter((text) => outOfReach[`${litmus.name} ${text}`] === undefined);
}

function packageName(litmus: Litmus): string {
  return `p${suite.indexOf(litmus)}`;
}

/** All programs in one module: each a package, called by a program (`main`) or by a test (`Litmus`). */
function moduleOf(programs: readonly Litmus[]): Record<string, string> {
  const files: Record<string, string> = { 'go.mod': 'module example.com/litmus\n\ngo 1.26\n' };
  for (const litmus of programs) {
    const name = packageName(litmus);
    files[`${name}/${litmus.name}`] = litmus.text
      .replace(/^package main$/m, `package ${name}`)
      .replace(/^func main\(\)/m, 'func Main()');
  }
  const mains = programs.filter(({ entry }) => entry === 'main');
  const tests = programs.filter(({ entry }) => entry === 'Litmus');
  const imports = (list: readonly Litmus[]): string =>
    list.map((litmus) => `\t"example.com/litmus/${packageName(litmus)}"\n`).join('');
  files['mains/main.go'] =
    `package main\n\nimport (\n\t"os"\n${imports(mains)})\n\nfunc main() {\n\tswitch os.Args[1] {\n` +
    `${mains.map((litmus) => `\tcase "${packageName(litmus)}":\n\t\t${packageName(litmus)}.Main()\n`).join('')}\t}\n}\n`;
  files['tests/all_test.go'] =
    `package tests\n\nimport (\n\t"testing"\n${imports(tests)})\n\n` +
    tests
      .map((litmus) => `func Test_${packageName(litmus)}(*testing.T) { ${packageName(litmus)}.Litmus() }\n`)
      .join('');
  return files;
}

/** What a run did, in the words of the suite. */
function outcomeOf(litmus: Litmus, run: Run): Outcome {
  const output = squeeze(litmus.entry === 'main' ? run.stdout : run.stdout.replace(/(PASS|ok .*)\s*$/, ''));
  const end = run.record.end;
  switch (end?.kind) {
    case 'deadlock':
      return { output, end: { kind: 'deadlock' } };
    case 'panic':
    case 'fatal':
      return { output, end: { kind: end.kind, text: end.message } };
    case 'exit':
      return { output, end: { kind: 'exit', code: Number(end.message) } };
    case 'passed':
      if (litmus.entry === 'main') return { output, end: { kind: 'exit', code: 0 } };
      return { output, end: { kind: 'leak', count: 0 } };
    case 'leak':
      return { output, end: { kind: 'leak', count: end.stuck.length } };
    default: {
      const fatal = /^fatal error: (.*)$/m.exec(run.stderr)?.[1];
      if (fatal !== undefined) return { output, end: { kind: 'fatal', text: fatal } };
      return { output, end: { kind: 'fatal', text: `no end: ${end?.kind} ${end?.message} ${run.stderr}` } };
    }
  }
}

function planNumber(seed: number): Plan {
  const strategies: readonly Plan['strategy'][] = [
    { kind: 'first' },
    { kind: 'random' },
    { kind: 'pct', depth: 3, length: 20 },
    { kind: 'pos' },
    { kind: 'random' },
  ];
  return planOf({
    seed,
    strategy: strategies[seed % strategies.length] ?? { kind: 'random' },
    // Every third run lets timers fire before others have done what they could.
    earlyNs: seed % 3 === 2 ? 1e9 : 0,
    record: 'end',
  });
}

describe.skipIf(goEnv === null)('the litmus suite (needs Go)', () => {
  let folder = '';
  let mains: Build | null = null;
  let tests: Build | null = null;

  beforeAll(() => {
    folder = makeFolder(moduleOf(suite));
    mains = buildFolder(folder, { mode: 'build', patterns: ['./mains'], also: ['./...'] });
    expect(mains.output).toBe('');
    tests = buildFolder(folder, { mode: 'test', patterns: ['./tests'], also: ['./...'] });
    expect(tests.output).toBe('');
  });

  afterAll(() => {
    for (const build of [mains, tests]) if (build !== null) dispose(build);
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  test.each(suite)('$name', (litmus) => {
    const build = (litmus.entry === 'main' ? mains : tests) as Build;
    const args = litmus.entry === 'main' ? [packageName(litmus)] : [`-test.run=^Test_${packageName(litmus)}$`];
    const found = new Set<number>();
    for (let seed = 0; seed < tries; seed++) {
      if (seed >= 4 && missing(litmus, found).length === 0) break;
      const run = runBuild(build, args, planNumber(seed));
      const seen = outcomeOf(litmus, run);
      const index = indexOfOutcome(litmus, seen);
      expect(index, `seed ${seed}: ${showOutcome(seen)}`).toBeGreaterThanOrEqual(0);
      expect(run.record.defects).toEqual([]);
      found.add(index);
    }
    const missed = litmus.outcomes.filter((_, i) => !found.has(i)).map(showOutcome);
    expect(missed.filter((text) => outOfReach[`${litmus.name} ${text}`] === undefined)).toEqual([]);
  });
});
