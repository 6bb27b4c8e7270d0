// What is assumed about numbers that wrap around: only where something is computed from parameters that can leave its range.

import { afterAll, describe, expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { overflowAssumptions, prove } from '../../src/parametric/index.ts';
import { assumptionText } from '../../src/report/index.ts';
import { parseVirgo } from '../../src/virgo/index.ts';
import { folderWith } from '../support/cli.ts';
import { testSolver } from './solver.ts';

const solver = testSolver();
afterAll(() => solver.dispose());

async function assumed(text: string): Promise<readonly string[]> {
  const parsed = parseVirgo(text, 'test.virgo');
  if (!parsed.ok) throw new Error(parsed.message);
  const outcome = await prove(parsed.program, solver);
  if (outcome.kind !== 'proved') throw new Error(outcome.reason);
  const found = await overflowAssumptions(solver, outcome.proof.system, outcome.precondition, false);
  return found.map(assumptionText);
}

const cases: readonly (readonly [string, readonly string[]])[] = [
  // Nothing is computed.
  ['c = chan [n]; for 0 .. n { c! }', []],
  ['c = chan [n / 2]; close(c)', []],
  // The last value of n wraps around.
  ['c = chan [n + 1]; for 0 .. n { c! }', ['no-overflow: n + 1']],
  ['requires n < 1000; c = chan [n + 1]; for 0 .. n { c! }', []],
  ['requires n < 9007199254740991; c = chan [n + 1]; for 0 .. n { c! }', []],
  ['if n > 5 { return } else { skip }; c = chan [n + 1]; for 0 .. n { c! }', []],
  // The first one does.
  ['c = chan [n - 1]; close(c)', []],
  ['if n - 1 > 0 { return } else { skip }', ['no-overflow: n - 1']],
  ['c = chan [2 * n]; close(c)', ['no-overflow: 2*n']],
  ['requires n + m < 10; c = chan [n]; close(c); d = chan [m]; close(d)', ['no-overflow: m + n']],
  // The variable of a loop goes past the end.
  ['c = chan [n]; for 0 .. n step 3 { c! }', ['no-overflow: n + 2']],
  ['requires n < 50; c = chan [n]; for 0 .. n step 3 { c! }', []],
  // Counters of WaitGroups are smaller.
  ['w = WaitGroup; w.Add(n); for 0 .. n { go { w.Add(0 - 1) } }; w.Wait()', ['no-overflow: w.Add(n)']],
  ['requires n < 2147483648; w = WaitGroup; w.Add(n); for 0 .. n { go { w.Add(0 - 1) } }; w.Wait()', []],
];

describe('what is computed from parameters', () => {
  test.each(cases)('%s', { timeout: 60_000 }, async (text, expected) => {
    expect(await assumed(text)).toEqual(expected);
  });
});

test('verdicts say it', { timeout: 60_000 }, async () => {
  const text = `package p

func Plain(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	for i := 0; i < n; i++ {
		<-c
	}
}

func UpTo(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i <= n; i++ {
			c <- i
		}
	}()
	for i := 0; i <= n; i++ {
		<-c
	}
}

func Larger(n int) {
	c := make(chan int)
	if n+1 < n {
		<-c
	} else {
		go func() { <-c }()
		c <- 1
	}
}

func Converted(n uint) {
	c := make(chan int)
	go func() {
		for i := 0; i < int(n); i++ {
			c <- 1
		}
	}()
	for i := uint(0); i < n; i++ {
		<-c
	}
}

func Down(n int) {
	c := make(chan int)
	go func() {
		for i := n - 1; i >= 0; i-- {
			c <- i
		}
	}()
	for i := 0; i < n; i++ {
		<-c
	}
}

func DownFromSome(n int) {
	if n <= 0 {
		return
	}
	c := make(chan int)
	go func() {
		for i := n - 1; i >= 0; i-- {
			c <- i
		}
	}()
	for i := 0; i < n; i++ {
		<-c
	}
}

func DownByTwo(n int) {
	c := make(chan int, 2)
	for i := n; i > n-4; i -= 2 {
		c <- i
	}
}

func DownTo(n, m int) {
	c := make(chan int)
	go func() {
		for i := n; i >= m; i-- {
			c <- i
		}
		close(c)
	}()
	for range c {
	}
}

func Ahead(n, m int) {
	c := make(chan int)
	go func() {
		for i := m; i+1 < n; i++ {
			c <- i
		}
		close(c)
	}()
	for range c {
	}
}

func Few(n int) {
	c := make(chan int, 10)
	for i := 0; i < n+2; i++ {
		c <- i
	}
}

func Opposite(n int) {
	c := make(chan int)
	if n/-1 < 0 {
		go func() { c <- 1 }()
		<-c
	}
}

func OneMore(n int) {
	c := make(chan int, n+1)
	for i := 0; i < n; i++ {
		c <- i
	}
}
`;
  const { fragments } = await check({
    folder: folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': text }),
    patterns: ['.'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    limits: { states: 100_000, work: 20_000_000, totalWork: 60_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  const said = fragments.map(({ function: name, verdict, assumptions }) => [
    name,
    verdict,
    assumptions.map(assumptionText).filter((one) => one.startsWith('no-overflow')),
  ]);
  expect(said).toEqual([
    ['Plain', 'proved', []],
    ['UpTo', 'proved', ['no-overflow', 'no-overflow: n + 1']],
    ['Larger', 'proved', ['no-overflow: n + 1']],
    ['Converted', 'proved', ['no-overflow: a conversion to a signed number']],
    ['Down', 'proved', ['no-overflow: n - 1']],
    ['DownFromSome', 'proved', []],
    ['DownByTwo', 'proved', ['no-overflow', 'no-overflow: n - 4', 'no-overflow: n - 5']],
    ['DownTo', 'proved', ['no-overflow', 'no-overflow: m - 1']],
    ['Ahead', 'proved', ['no-overflow: m + 1', 'no-overflow: n - 1']],
    // With n <= 8 nothing wraps around; beyond, n + 2 may, to what is fine.
    ['Few', 'conditional', ['no-overflow: n + 2']],
    ['Opposite', 'proved', ['no-overflow: -n']],
    ['OneMore', 'conditional', ['no-overflow: n + 1']],
  ]);
});
