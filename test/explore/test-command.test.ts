// `gordian test` and `gordian replay` on real tests, and on tests that misbehave.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { replayed as replayedText, stepLines } from '../../src/cli/replayed.ts';
import { findToolchain } from '../../src/driver/explore/go-toolchain.ts';
import { Children } from '../../src/driver/explore/process.ts';
import { type ReplayResult, replay, replayTest } from '../../src/driver/replay.ts';
import { type ExploreRequest, type ExploreResult, explore } from '../../src/driver/test.ts';
import { parseSchedule, printSchedule, type ScheduleFile } from '../../src/explore/schedule-file.ts';
import { headlineText } from '../../src/report/words.ts';
import { makeFolder } from '../support/folder.ts';
import { installedGo } from '../support/go.ts';
import { processesWith } from '../support/hostile-tests.ts';
import { root } from '../support/repository.ts';
import { blockedIn, foundMessage, foundPlace, messageOf } from '../support/said.ts';
import { reasonOf } from '../support/words.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gordian-test-command-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const never = { isRequested: () => false, onRequest: () => {} };

function request(folder: string, more: Partial<ExploreRequest> = {}): ExploreRequest {
  return {
    folder,
    patterns: ['./...'],
    tags: [],
    run: null,
    milliseconds: 60_000,
    schedules: 60,
    strategy: 'mix',
    seed: 1,
    race: false,
    instrument: [],
    allow: [],
    workers: 2,
    save: join(scratch, 'schedules'),
    describe: (headline) => headlineText(headline, foundPlace),
    progress: () => {},
    interruption: never,
    ...more,
  };
}

function replayed(folder: string, file: string, shrink = false): Promise<ReplayResult> {
  return replay({ folder, file, tags: [], shrink, progress: () => {}, interruption: never });
}

/** Everything below a folder, by path. */
function contents(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

describe.skipIf(installedGo === null)('the example of the paper', () => {
  const folder = join(scratch, 'status');
  cpSync(join(root, 'testdata', 'explore', 'status'), folder, { recursive: true });
  const before = contents(folder);
  let result: ExploreResult;
  let file = '';

  test('is found, with the operations of its section III-E', { timeout: 240_000 }, async () => {
    result = await explore(request(folder));
    expect(result.diagnostics).toEqual([]);
    expect(result.findings.map((finding) => finding.rule)).toEqual(['goroutine-leak']);
    const [found] = result.findings;
    const lines = found?.trace.blocked.map(({ span }) => result.sources.position(span.pos)?.line);
    const said = found === undefined ? [] : blockedIn(found, result.sources);
    expect(said.map(({ goroutine, operation }, i) => `${goroutine} ${operation} ${lines?.[i]}`)).toEqual([
      'k.listen Lock k.mu 18',
      expect.stringMatching(/^k\.report \(g\d\) send k\.reports 26$/),
    ]);
    const stuck = result.results[0]?.shown[0]?.found.trace.blocked.map((one) => one.state);
    expect(stuck, "in the words of Go's own runtime").toEqual(['sync.Mutex.Lock', 'chan send']);
    expect(result.fragments.map(reasonOf)[0]).toContain('all interleavings of synchronization operations were run');
    expect(result.findings[0]?.confirmed).toBe(true);
  });

  test('leaves the user’s files alone', () => {
    expect(contents(folder)).toEqual(before);
  });

  test('is the same with the same seed', { timeout: 240_000 }, async () => {
    const summary = ({ findings, results }: ExploreResult) => [
      findings.map(({ message, notes }) => [message, notes]),
      results.map(({ schedules, ends, coverage }) => ({ schedules, ends, coverage })),
    ];
    expect(summary(await explore(request(folder, { workers: 1 })))).toEqual(summary(result));
  });

  test('can be replayed, event by event', { timeout: 240_000 }, async () => {
    file = join(scratch, 'schedules', readdirSync(join(scratch, 'schedules'))[0] as string);
    const again = await replayed(folder, file);
    expect(again.kind === 'ran' && again.found?.rule).toBe('goroutine-leak');
    const { outcome, message, steps, blocked } = replayedText(again);
    expect([outcome, message]).toEqual(['fails', expect.stringMatching(/^k\.listen can block forever/)]);
    expect(stepLines(steps).join('\n')).toMatch(
      /^ +\d+ {2}k\.report \(g\d\) {2}k\.reports <- text {2}to g\d {2}\(status_test\.go:26\)$/m,
    );
    expect(blocked.map(({ stack }) => stack)).toEqual([
      [expect.stringMatching(/^status\.\(\*keeper\)\.listen \(status_test\.go:18\)$/)],
      [expect.stringMatching(/^status\.\(\*keeper\)\.report \(status_test\.go:26\)$/)],
    ]);
  });

  test('is never longer after it was made shorter', { timeout: 240_000 }, async () => {
    const copy = join(scratch, 'shorter.json');
    cpSync(file, copy);
    const again = await replayed(folder, copy, true);
    const [before, after] = again.kind === 'ran' && again.shrunk !== null ? again.shrunk : [0, 1];
    expect(after).toBeLessThanOrEqual(before);
    expect((await replayed(folder, copy)).kind).toBe('ran');
  });

  test('still fits when lines have moved', { timeout: 240_000 }, async () => {
    const moved = join(scratch, 'moved');
    cpSync(folder, moved, { recursive: true });
    const path = join(moved, 'status_test.go');
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace('\tk.mu.Lock()\n', '\t// A remark.\n\n\tk.mu.Lock()\n').replace('package', '\n\npackage'),
    );
    const again = await replayed(moved, file);
    expect(again.kind === 'ran' && again.found?.rule).toBe('goroutine-leak');
  });

  test('no longer goes wrong once it is put right, and says where it differs', { timeout: 240_000 }, async () => {
    const fixed = join(scratch, 'fixed');
    cpSync(folder, fixed, { recursive: true });
    const path = join(fixed, 'status_test.go');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('\tk.reports <- text\n\tk.mu.Unlock()', '\tk.mu.Unlock()\n\tk.reports <- text'));
    const again = await replayed(fixed, file);
    expect(again.kind).toBe('diverged');
    if (again.kind !== 'diverged') return;
    expect(again.expected).toMatchObject({ operation: { kind: 'send' }, function: 'status.(*keeper).report' });
    expect(again.found).toMatchObject({ kind: 'event', event: { operation: { kind: 'unlock' } } });
    const { changed, steps } = replayedText(again);
    expect(changed?.recorded).toMatch(
      /^k\.report( \(g\d\))?: send in status\.\(\*keeper\)\.report \(status_test\.go:26\)$/,
    );
    expect(changed?.now).toMatch(/^k\.report( \(g\d\))?: Unlock in status\.\(\*keeper\)\.report/);
    expect(steps.at(-1)?.operation).toContain('k.mu.Lock()');
  });

  test('becomes a Go test that compiles', { timeout: 240_000 }, async () => {
    const schedule = parseSchedule(readFileSync(file, 'utf8')) as ScheduleFile;
    const withTest = join(scratch, 'with-test');
    cpSync(folder, withTest, { recursive: true });
    writeFileSync(join(withTest, 'replay_test.go'), replayTest(schedule, 'status'));
    const { diagnostics, results } = await explore(
      request(withTest, { run: /^TestReplayReports/, schedules: 1, strategy: 'random' }),
    );
    expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
    expect(results.map((one) => one.target.name)).toEqual(['TestReplayReportsgoroutineleak']);
    expect(results[0]?.ends).toEqual({ skipped: 1 });
  });
});

describe.skipIf(installedGo === null)('what a program was built with', () => {
  test('goes into the schedule, and a replay uses it', { timeout: 240_000 }, async () => {
    const folder = makeFolder({
      'go.mod': 'module example.com/tagged\n\ngo 1.22\n',
      'leak_test.go':
        '//go:build slow\n\npackage tagged\n\nimport "testing"\n\nfunc TestLeaks(t *testing.T) {\n\tc := make(chan int)\n\tgo first(c)\n\tgo second(c)\n}\n\nfunc first(c chan int) { c <- 1 }\n\nfunc second(c chan int) { c <- 2 }\n',
    });
    const save = join(scratch, 'tagged');
    const more = { tags: ['slow'], allow: ['*.first'], schedules: 4, save };
    const { findings, sources } = await explore(request(folder, more));
    expect(findings.map((one) => messageOf(one, sources))).toEqual(['second can block forever sending on c']);
    const file = join(save, readdirSync(save)[0] as string);
    expect(parseSchedule(readFileSync(file, 'utf8'))).toMatchObject({ tags: ['slow'], allow: ['*.first'] });
    const again = await replayed(folder, file);
    rmSync(folder, { recursive: true, force: true });
    expect(again.kind === 'ran' && again.found !== null && [foundMessage(again.found), again.others]).toEqual([
      'second can block forever sending on c',
      [],
    ]);
  });
});

describe.skipIf(installedGo === null)('tests that misbehave', () => {
  // Nobody else sleeps exactly that long.
  const nap = `300.${process.pid}`;
  const folder = makeFolder({
    'go.mod': 'module example.com/bad\n\ngo 1.22\n',
    'bad_test.go': `package bad

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestExits(t *testing.T) { os.Exit(3) }

func TestFloods(t *testing.T) {
	for i := 0; i < 100000; i++ {
		fmt.Println("a line that nobody wants to read, again and again and again")
	}
}

func TestStartsProcesses(t *testing.T) {
	if err := exec.Command("sleep", "${nap}").Start(); err != nil {
		t.Skip(err)
	}
}

func TestFails(t *testing.T) { t.Error("always") }

func TestFlaky(t *testing.T) {
	var mu sync.Mutex
	first := ""
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if first == "" {
				first = name
			}
		}()
	}
	wg.Wait()
	if first != "a" {
		t.Fatalf("b came first")
	}
}

func TestSpins(t *testing.T) {
	for {
	}
}

func TestWaitsLong(t *testing.T) { time.Sleep(10 * time.Hour) }

// A second is long enough, although the loop never rests.
func TestLooksOn(t *testing.T) {
	open := make(chan int)
	close(open)
	var done int32
	go func() {
		for i := 0; i < 1500; i++ {
			runtime.Gosched()
		}
		atomic.StoreInt32(&done, 1)
	}()
	late := time.After(time.Second)
	for {
		select {
		case <-late:
			t.Fatal("too late")
		case <-open:
			if atomic.LoadInt32(&done) == 1 {
				return
			}
		}
	}
}

func TestPanics(t *testing.T) {
	c := make(chan int)
	go func() { close(c) }()
	select {
	case <-c:
		close(c)
	default:
	}
}
`,
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let result: ExploreResult;
  const find = (name: string) => result.results.find((one) => one.target.name === name);

  test('are all explored, each as far as it can be', { timeout: 300_000 }, async () => {
    result = await explore(request(folder, { schedules: 16, milliseconds: 40_000, run: /^Test(?!Spins)/ }));
    expect(result.results.map((one) => one.target.name)).toHaveLength(8);
  });

  test('a process that ends itself is told of', () => {
    expect(find('TestExits')?.ends.exit).toBeGreaterThan(0);
    expect(result.diagnostics.some((one) => one.rule === 'TestExits')).toBe(true);
  });

  test('output without end is dropped', () => {
    expect(find('TestFloods')?.ends).toEqual({ passed: find('TestFloods')?.schedules });
  });

  test('processes that a test starts do not outlive it', () => {
    expect(find('TestStartsProcesses')?.schedules).toBeGreaterThan(0);
    expect(processesWith(nap)).toEqual([]);
  });

  test('a test that always fails is no flaky one', () => {
    expect(find('TestFails')?.shown).toEqual([]);
    expect(result.diagnostics.some((one) => one.rule === 'TestFails')).toBe(true);
  });

  test('a test that some schedules fail is', () => {
    expect(find('TestFlaky')?.shown.map((one) => one.found.rule)).toEqual(['flaky-test']);
    expect(find('TestFlaky')?.shown.map(({ found }) => foundMessage(found))[0]).toContain('b came first');
  });

  test('time is virtual', () => {
    expect(find('TestWaitsLong')?.ends).toEqual({ passed: find('TestWaitsLong')?.schedules });
    expect(find('TestWaitsLong')?.milliseconds).toBeLessThan(60_000);
  });

  test('time that a loop could not have taken fails no test', () => {
    expect(find('TestLooksOn')?.shown).toEqual([]);
    expect(find('TestLooksOn')?.ends.passed).toBeGreaterThan(0);
  });

  test('panics that need a schedule are found', () => {
    expect(find('TestPanics')?.shown.map((one) => one.found.rule)).toEqual(['double-close']);
    expect(find('TestPanics')?.shown[0]?.found.place?.file).toBe(join(folder, 'bad_test.go'));
  });

  test('a test that never comes back is ended', { timeout: 120_000 }, async () => {
    const spins = await explore(request(folder, { schedules: 1, milliseconds: 1000, run: /^TestSpins$/ }));
    expect(spins.findings).toEqual([]);
    expect(Object.keys(spins.results[0]?.ends ?? {})).toHaveLength(1);
    expect(spins.results[0]?.ends.passed).toBeUndefined();
  });
});

describe.skipIf(installedGo === null)('a test that hangs', () => {
  test('does not use up the time of those behind it', { timeout: 120_000 }, async () => {
    const folder = makeFolder({
      'go.mod': 'module example.com/hangs\n\ngo 1.22\n',
      'a_test.go':
        'package hangs\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tfor {\n\t}\n}\n\nfunc TestB(t *testing.T) {}\n',
    });
    const result = await explore(request(folder, { schedules: 100, milliseconds: 12_000 }));
    rmSync(folder, { recursive: true, force: true });
    expect(result.results[1]?.ends.passed).toBeGreaterThan(0);
  });
});

describe.skipIf(installedGo === null)('what cannot be run', () => {
  test('tests that do not compile', { timeout: 120_000 }, async () => {
    const folder = makeFolder({
      'go.mod': 'module example.com/broken\n\ngo 1.22\n',
      'a_test.go': 'package broken\n\nimport "testing"\n\nfunc TestA(t *testing.T) { undefined() }\n',
    });
    const result = await explore(request(folder));
    rmSync(folder, { recursive: true, force: true });
    expect(result.results).toEqual([]);
    expect(result.diagnostics.some((one) => one.severity === 'error')).toBe(true);
  });

  test('an interruption ends the run and keeps what was found', { timeout: 240_000 }, async () => {
    const folder = join(scratch, 'interrupted');
    cpSync(join(root, 'testdata', 'explore', 'status'), folder, { recursive: true });
    let requested = false;
    const ends: (() => void)[] = [];
    const result = await explore(
      request(folder, {
        schedules: 100_000,
        strategy: 'random',
        progress: (message) => {
          if (!message.includes('1 findings')) return;
          requested = true;
          for (const end of ends) end();
        },
        interruption: { isRequested: () => requested, onRequest: (end) => ends.push(end) },
      }),
    );
    expect(result.findings).toHaveLength(1);
    expect(result.results[0]?.schedules).toBeLessThan(100_000);
  });
});

describe('without Go', () => {
  test('says what to install', async () => {
    const path = process.env.PATH;
    process.env.PATH = scratch;
    try {
      expect(await findToolchain(new Children(), scratch)).toContain('install');
    } finally {
      process.env.PATH = path;
    }
  });
});

describe('schedule files', () => {
  const schedule: ScheduleFile = {
    gordian: 'schedule',
    version: 1,
    package: 'p',
    test: 'TestX',
    rule: 'goroutine-leak',
    message: 'm',
    cause: 'c',
    seed: 1,
    earlyNs: 0,
    processors: 2,
    race: false,
    events: [{ g: '0', op: 'send', site: 'p.F send#0', arm: null, with: '', warm: null, object: '0#0', at: 'x.go:1' }],
  };

  test('are read as they were written', () => {
    expect(parseSchedule(printSchedule(schedule))).toEqual(schedule);
    expect(parseSchedule(printSchedule({ ...schedule, events: [] }))).toEqual({ ...schedule, events: [] });
  });

  test('that are none are refused with a reason', () => {
    expect(parseSchedule('{')).toBe('it is not JSON');
    expect(parseSchedule('[]')).toBe('it is not a schedule of gordian');
    expect(parseSchedule(JSON.stringify({ ...schedule, version: 9 }))).toContain('version is 9');
    expect(parseSchedule(JSON.stringify({ ...schedule, events: [{ g: 1 }] }))).toBe(
      'event 1: g must be the path of a goroutine',
    );
  });

  test.each([
    ['package', '../evil', 'an import path'],
    ['package', '/etc', 'an import path'],
    ['package', 'a/../../b', 'an import path'],
    ['package', './...', 'an import path'],
    ['package', 'a\n-exec=sh', 'an import path'],
    ['package', '-toolexec=sh', 'an import path'],
    ['test', 5, 'the name of a test function'],
    ['test', 'TestX|.*', 'the name of a test function'],
    ['test', 'TestX\u001b[2J', 'the name of a test function'],
    ['rule', 'x\n', 'the name of a rule'],
    ['seed', 1e300, 'a whole number'],
    ['seed', '1', 'a whole number'],
    ['earlyNs', -1, 'a whole number of nanoseconds'],
    ['processors', 1e9, 'a whole number from 1 to 1024'],
    ['race', 'yes', 'true or false'],
    ['short', 1, 'true or false'],
    ['allow', [1], 'a list of strings'],
    ['tags', ['x,y -toolexec=sh'], 'a list of build tags'],
    ['instrument', ['-x'], 'a list of patterns of packages'],
    ['events', {}, 'a list'],
  ])('with %s %j are refused', (name, value, wanted) => {
    expect(parseSchedule(JSON.stringify({ ...schedule, [name]: value }))).toBe(`${name} must be ${wanted}`);
  });

  test.each(['package', 'test', 'rule', 'message', 'cause', 'seed', 'earlyNs', 'processors', 'race', 'events'])(
    'without %s are refused',
    (name) => {
      const { [name as keyof ScheduleFile]: _, ...rest } = schedule;
      expect(parseSchedule(JSON.stringify(rest))).toBe(`${name} is missing`);
    },
  );

  test('of packages outside the module are not run', async () => {
    const folder = makeFolder({
      'mine/go.mod':
        'module example.com/mine\n\ngo 1.22\n\nrequire example.com/evil v0.0.0\n\nreplace example.com/evil => ../evil\n',
      'mine/a.go': 'package mine\n\nimport _ "example.com/evil"\n',
      'evil/go.mod': 'module example.com/evil\n\ngo 1.22\n',
      'evil/e.go': 'package evil\n',
      'evil/e_test.go':
        'package evil\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestX(t *testing.T) { os.WriteFile("ran", nil, 0o600) }\n',
      'schedule.json': printSchedule({ ...schedule, package: 'example.com/evil' }),
    });
    const result = await replayed(join(folder, 'mine'), join(folder, 'schedule.json'));
    const ran = existsSync(join(folder, 'evil', 'ran'));
    rmSync(folder, { recursive: true, force: true });
    expect(ran).toBe(false);
    expect(result.kind === 'problem' && result.problems.map(({ message }) => message)).toEqual(
      installedGo === null
        ? [expect.stringContaining('install')]
        : ['example.com/evil does not belong to the module in this directory, so its tests are not run'],
    );
  });

  test('that cannot be read are a problem', async () => {
    const result = await replayed(scratch, join(scratch, 'nothing.json'));
    expect(result.kind).toBe('problem');
    expect(existsSync(join(scratch, 'nothing.json'))).toBe(false);
  });
});

test.skipIf(installedGo === null)(
  'claims all interleavings only where all that the test needs is under control',
  { timeout: 240_000 },
  async () => {
    const folder = join(scratch, 'control');
    const files: Readonly<Record<string, string>> = {
      'go.mod': 'module example.com/control\n\ngo 1.19\n',
      'own/own_test.go':
        'package own\n\nimport "testing"\n\nfunc TestOwn(t *testing.T) {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\t<-c\n}\n',
      'starts/starts.go':
        'package starts\n\nimport "os/exec"\n\nfunc Run() error { return exec.Command("true").Run() }\n',
      'uses/uses_test.go':
        'package uses\n\nimport (\n\t"testing"\n\n\t"example.com/control/starts"\n)\n\nfunc TestUses(t *testing.T) {\n\tif err := starts.Run(); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n',
      'wrong/wrong_test.go': 'package wrong\n\nimport "testing"\n\nfunc TestWrong(t *testing.T) { var x int = "" }\n',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const result = await explore(request(folder, { schedules: 10 }));
    const reasons = new Map(result.fragments.map((one) => [one.function, reasonOf(one)]));
    expect(reasons.get('TestOwn')).toContain('all interleavings of synchronization operations were run');
    expect(reasons.get('TestUses')).toContain('example.com/control/starts uses os/exec');
    // What does not compile is told once, by the front end.
    expect(result.diagnostics.map((one) => one.rule)).not.toContain('TestsDoNotBuild');
    expect(result.diagnostics.map((one) => one.rule)).toContain('IncompatibleAssign');
  },
);
