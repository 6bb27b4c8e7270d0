// Ctrl-C in the midst of a check: what was found is reported, what was left is unknown, and no process goes on working.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonReport } from '../../src/report/index.ts';
import { folderWith } from '../support/cli.ts';
import { root } from '../support/repository.ts';

/** Goroutines over two channels and a condition, which are searched state by state: a search reaches its limit. */
function slow(i: number): string {
  return `func Slow${i}() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	a, b := make(chan int, ${i + 3}), make(chan int, 5)
	for range 12 {
		go func() {
			for k := range 4 {
				select {
				case a <- k:
				case b <- k:
				case v := <-a:
					if v == 2 {
						cond.Signal()
					}
				case v := <-b:
					if v == 3 {
						cond.Broadcast()
					}
				}
			}
		}()
	}
}
`;
}

/** Each fragment takes a part of a second, and all of them a minute. */
const limits = ['--states', '20000', '--work', '400000'];

const folder = folderWith({
  'go.mod': 'module example.com/slow\n\ngo 1.26\n',
  'a.go': `package slow\n\nfunc Stuck() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n}\n`,
  'b.go': `package slow\n\nimport "sync"\n\n${Array.from({ length: 120 }, (_, i) => slow(i)).join('\n')}`,
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Processes that it had started when the signal came. */
  readonly others: readonly number[];
}

/** The processes that a process has started, in whichever of its threads, where the system lists them. */
function startedBy(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends the signal after some time; `toAll`: to the others as well, as a terminal does. */
function interrupted(jobs: number, signal: NodeJS.Signals, toAll: boolean, milliseconds: number): Promise<Ended> {
  return new Promise((resolve) => {
    const args = ['check', '--format', 'json', '--no-cache', '--jobs', String(jobs), ...limits, './...'];
    const child = spawn(process.execPath, [join(root, 'bin', 'gordian'), ...args], { cwd: folder, detached: true });
    const pid = child.pid ?? 0;
    const texts = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => {
      texts.stdout += data;
    });
    child.stderr.on('data', (data) => {
      texts.stderr += data;
    });
    let others: readonly number[] = [];
    setTimeout(() => {
      others = startedBy(pid);
      process.kill(toAll ? -pid : pid, signal);
    }, milliseconds);
    child.on('close', (code, by) => resolve({ code, signal: by, ...texts, others }));
  });
}

test.skipIf(process.platform === 'win32').each([
  [1, 'SIGINT', false],
  [1, 'SIGTERM', false],
  [2, 'SIGINT', true],
  [2, 'SIGTERM', true],
] as const)(
  'with %d processes, by %s',
  async (jobs, signal, toAll) => {
    // Before there is anything to tell, the signal ends the process as usual: how long that takes depends on the machine.
    // Other processes start a while later.
    const tooEarly = ({ signal, others }: Ended): boolean =>
      signal !== null || (jobs > 1 && process.platform === 'linux' && others.length === 0);
    let wait = 1500;
    let ended = await interrupted(jobs, signal, toAll, wait);
    while (tooEarly(ended) && wait < 60_000) {
      wait *= 1.6;
      ended = await interrupted(jobs, signal, toAll, wait);
    }
    expect(ended.signal).toBeNull();
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^gordian: interrupted; \d+ of 121 fragments were not looked at$/m);
    const report: JsonReport = JSON.parse(ended.stdout);
    expect(report.findings).toMatchObject([{ rule: 'goroutine-leak', function: 'Stuck' }]);
    expect(report.fragments).toHaveLength(121);
    const left = report.fragments.filter(({ reason }) => reason === 'the run was interrupted');
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ verdict }) => verdict === 'unknown')).toBe(true);
    expect(ended.others.filter(isAlive)).toEqual([]);
    // It makes no fragment fail.
    expect(report.fragments.filter(({ reason }) => reason.includes('failed'))).toEqual([]);
  },
  180_000,
);
