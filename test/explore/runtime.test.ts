// The runtime under instrumented tests: how runs end, what is stuck, replays, the race detector, and runtime/'s own tests.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choiceOf, type EndLine, type Plan } from '../../src/explore/protocol.ts';
import { type Build, buildFolder, dispose, goEnv, planOf, type Run, runBuild } from '../support/explore.ts';
import { root } from '../support/repository.ts';

const folder = join(root, 'testdata', 'explore', 'endings');

function runTest(build: Build, name: string, changes: Partial<Plan> = {}): Run {
  return runBuild(build, [`-test.run=^${name}$`, '-test.parallel=1000'], planOf(changes), folder);
}

function endOf(run: Run): EndLine {
  if (run.record.end === null) throw new Error(`no end: ${run.stderr}`);
  expect(run.record.defects).toEqual([]);
  return run.record.end;
}

/** Those who are stuck without an excuse: the package has a worker of its own that waits forever. */
function blamed(end: EndLine): EndLine['stuck'] {
  return end.stuck.filter(({ excused }) => excused === '');
}

describe.skipIf(goEnv === null)('a run (needs Go)', () => {
  let build: Build;

  beforeAll(() => {
    build = buildFolder(folder);
    expect(build.output).toBe('');
    expect(build.instrumented.untouched).toEqual([]);
  });

  afterAll(() => dispose(build));

  test.each<[name: string, kind: EndLine['kind'], message: RegExp]>([
    ['TestPasses', 'passed', /^$/],
    ['TestFails', 'failed', /^$/],
    ['TestSkips', 'skipped', /^$/],
    ['TestPanics', 'panic', /assignment to entry in nil map/],
    ['TestUnlocks', 'fatal', /sync: unlock of unlocked mutex/],
    ['TestExits', 'exit', /^7$/],
    ['TestDeadlocks', 'deadlock', /nothing can move/],
    ['TestLeaks', 'leak', /^$/],
    ['TestTickerLives', 'passed', /^$/],
    ['TestSignalsLive', 'passed', /^$/],
    ['TestWorkerOfThePackage', 'passed', /^$/],
    ['TestDeadlocksBesidesTicker', 'deadlock', /nothing can move/],
    ['TestSubtests', 'passed', /^$/],
    ['TestParallelAtTop', 'passed', /^$/],
    ['TestLeaksLate', 'passed', /^$/],
  ])('%s ends: %s', (name, kind, message) => {
    for (const strategy of [{ kind: 'first' }, { kind: 'random' }] as const) {
      const run = runTest(build, name, { strategy });
      const end = endOf(run);
      expect([end.kind, run.record.uncontrolled]).toEqual([kind, []]);
      expect(end.message).toMatch(message);
    }
  });

  test('names the test that had failed before it panicked', () => {
    const end = endOf(runTest(build, 'TestPanicsAfterFailing'));
    expect([end.kind, end.failed]).toEqual(['panic', ['TestPanicsAfterFailing']]);
    expect(endOf(runTest(build, 'TestPanics')).failed).toEqual([]);
  });

  test('names the subtests that failed', () => {
    expect(endOf(runTest(build, 'TestFails')).failed).toEqual(['TestFails/sub', 'TestFails']);
  });

  test('shows who is stuck in the real runtime, with the line of the user', () => {
    const [stuck] = blamed(endOf(runTest(build, 'TestLeaks')));
    expect(stuck).toMatchObject({ path: '0.0', op: 'send', state: 'chan send', excused: '' });
    expect(stuck?.stack).toContain('endings_test.go:53');
    const [locked] = blamed(endOf(runTest(build, 'TestDeadlocks')));
    expect(locked).toMatchObject({ path: '0', op: 'lock', holder: locked?.g });
    expect(locked?.stack).toContain('endings_test.go:48');
  });

  test('lets go of what is allowed to stay', () => {
    const end = endOf(runTest(build, 'TestLeaks', { allow: ['*endings.TestLeaks.func1'] }));
    expect([end.kind, end.stuck.map(({ excused }) => excused)]).toEqual([
      'passed',
      ['started before the test', 'allowed: *endings.TestLeaks.func1'],
    ]);
  });

  test('takes deadlines early only if the plan says so', () => {
    const kinds = (earlyNs: number): Set<string> =>
      new Set(
        Array.from({ length: 30 }, (_, i) =>
          endOf(runTest(build, 'TestLeaksLate', { seed: i + 1, strategy: { kind: 'random' }, earlyNs })),
        ).map((end) => `${end.kind} ${end.early}`),
      );
    expect(kinds(0)).toEqual(new Set(['passed false']));
    expect(kinds(2e9)).toContain('leak true');
  });

  test('tells of waits that are not under control, and goes on', () => {
    const run = runTest(build, 'TestPipe', { limits: { ...planOf().limits, uncontrolledMs: 40 } });
    expect(endOf(run)).toMatchObject({ kind: 'passed', uncontrolled: true });
    expect(run.record.uncontrolled[0]?.stack).toContain('endings_test.go');
  });

  test.each([
    'TestNamesFromTheClock',
    'TestGuardBesidesWork',
    'TestLogsOften',
    'TestTimerRunsOutBesidesWork',
    'TestShortTimersLetOthersRun',
  ])('%s passes as it does on a real machine, whose time is neither too fast nor too slow', (name) => {
    expect(endOf(runTest(build, name))).toMatchObject({ kind: 'passed', early: false });
    for (let seed = 1; seed <= 3; seed++)
      expect(endOf(runTest(build, name, { seed, strategy: { kind: 'random' } })).kind).toBe('passed');
  });

  test.each<[name: string, kind: EndLine['kind']]>([
    ['TestNetDeadlines', 'passed'],
    ['TestTimerBesidesNetwork', 'passed'],
    ['TestCallLasts', 'passed'],
    ['TestListensOn', 'passed'],
    ['TestSpinsOn', 'passed'],
    ['TestSpinnersWait', 'passed'],
    ['TestTimersGoOn', 'passed'],
    ['TestWaitsForDays', 'passed'],
    ['TestDeadlocksBesidesTimers', 'deadlock'],
    ['TestManyTimers', 'passed'],
    ['TestDeadlocksBesidesNever', 'deadlock'],
    ['TestCrowd', 'passed'],
    ['TestCrowdLeaks', 'leak'],
    ['TestSpinLockInCrowd', 'passed'],
    ['TestChainOfGoroutines', 'passed'],
  ])('%s, which is not all under control or has very many goroutines, ends: %s', (name, kind) => {
    for (const strategy of [{ kind: 'first' }, { kind: 'random' }] as const) {
      const run = runTest(build, name, { strategy, record: 'end' });
      expect(endOf(run)).toMatchObject({ kind });
    }
  });

  test('can be repeated event by event', () => {
    for (const name of ['TestSubtests', 'TestDeadlocks', 'TestLeaks', 'TestWorkerOfThePackage', 'TestCrowdLeaks']) {
      const first = runTest(build, name, { seed: 7, strategy: { kind: 'random' }, record: 'full' });
      const choices = first.record.events.map((event) => choiceOf(first.record, event));
      const strategy = { kind: 'prefix', strict: true, choices, then: { kind: 'first' } } as const;
      const second = runTest(build, name, { seed: 7, strategy, record: 'full' });
      expect(second.record.events).toEqual(first.record.events);
      expect(endOf(second).kind).toBe(endOf(first).kind);
    }
  });

  test('lets those who wait for the network go on, and repeats when they did', () => {
    for (let i = 0; i < 3; i++) {
      const first = runTest(build, 'TestReadersKeepUp', { record: 'full' });
      expect([endOf(first).kind, first.stdout]).toEqual(['passed', 'PASS\n']);
      const choices = first.record.events.map((event) => choiceOf(first.record, event));
      const strategy = { kind: 'prefix', strict: true, choices, then: { kind: 'first' } } as const;
      const second = runTest(build, 'TestReadersKeepUp', { strategy, record: 'full' });
      expect(endOf(second).kind).toBe('passed');
      expect(second.record.events.map((event) => choiceOf(second.record, event))).toEqual(choices);
    }
  });

  test('ends at the first choice that does not fit', () => {
    const first = runTest(build, 'TestPasses', { record: 'full' });
    const choices = first.record.events.map((event) => choiceOf(first.record, event));
    const wrong = choices.map((choice, i) => (i === 2 ? { ...choice, site: 999 } : choice));
    const strategy = { kind: 'prefix', strict: true, choices: wrong, then: { kind: 'first' } } as const;
    const end = endOf(runTest(build, 'TestPasses', { strategy }));
    expect(end.kind).toBe('divergence');
    expect(end.message).toMatch(/^choice 2 does not fit: .*site 999.*possible were:/);
  });

  test('without a plan is as if nothing had been instrumented', () => {
    const run = runBuild(build, ['-test.run=^(TestPasses|TestSubtests)$', '-test.v'], null, folder);
    expect([run.status, run.text]).toEqual([0, '']);
    expect(run.stdout).toContain('--- PASS: TestSubtests');
  });
});

describe.skipIf(goEnv === null)('the race detector (needs Go)', () => {
  test('finds races although the scheduler hands over, and only races', () => {
    const build = buildFolder(folder, { race: true });
    try {
      expect(build.output).toBe('');
      for (let seed = 1; seed <= 6; seed++) {
        const strategy = { kind: seed % 2 === 0 ? 'random' : 'first' } as const;
        const racy = runTest(build, 'TestRacy', { seed, strategy });
        expect(racy.stderr + racy.stdout).toContain('DATA RACE');
        expect(racy.stderr + racy.stdout).toContain('races_test.go:22');
        const fine = runTest(build, 'TestNotRacy', { seed, strategy });
        expect(fine.stderr + fine.stdout).not.toContain('DATA RACE');
        expect(endOf(fine).kind).toBe('passed');
      }
      for (const name of ['TestCrowd', 'TestNetDeadlines', 'TestTimerBesidesNetwork', 'TestSpinsOn']) {
        const fine = runTest(build, name, { strategy: { kind: 'random' }, record: 'end' });
        expect([name, fine.stderr + fine.stdout]).toEqual([name, 'PASS\n']);
      }
    } finally {
      dispose(build);
    }
  });
});

describe.skipIf(goEnv === null)('runtime/ (needs Go)', () => {
  test('passes its own tests', () => {
    const result = spawnSync('go', ['test', './...'], {
      cwd: join(root, 'runtime'),
      encoding: 'utf8',
      timeout: 170_000,
    });
    expect(result.stdout + result.stderr).toMatch(/^ok\s/m);
    expect(result.status).toBe(0);
  });
});
