// A condition that was only seen with some values is no `conditional`: what was seen, and why it is not proved, is told.

import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { folderWith } from '../support/cli.ts';

// With n = 256 the sender waits for ever: no value that is tried shows it.
const text = `package p

func Low(n int) {
	c := make(chan int)
	go func() {
		for i := 0; i < int(uint8(n)); i++ {
			<-c
		}
	}()
	for i := 0; i < n; i++ {
		c <- i
	}
}

func Limited(n int) {
	size := n
	if size > 100 {
		size = 100
	}
	c := make(chan int, size)
	for i := 0; i < n; i++ {
		c <- i
	}
}

func All(n int) {
	c := make(chan int, n)
	for i := 0; i < n; i++ {
		c <- i
	}
}
`;

test('what holds for the values that were tried is no precondition', { timeout: 60_000 }, async () => {
  const { fragments, findings } = await check({
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
  const said = fragments.map(({ function: name, verdict, precondition, weakest, assumptions, reason }) => [
    name,
    verdict,
    precondition,
    weakest,
    assumptions.filter((one) => one.startsWith('values')),
    reason,
  ]);
  expect(said).toEqual([
    [
      'Low',
      'unknown',
      null,
      false,
      [],
      expect.stringMatching(/^fine where n >= 0, of the values that were tried; not proved for every value: ./),
    ],
    // What is found is excluded by what is proved, far beyond the values that were tried.
    ['Limited', 'conditional', 'n >= 0 && n <= 100', true, [], ''],
    ['All', 'conditional', 'n >= 0', true, [], ''],
  ]);
  // It stays no alarm.
  expect(findings.map(({ function: name, severity, notes }) => [name, severity, notes])).toEqual([
    ['Low', 'note', ['fine where n >= 0, of the values that were tried']],
    ['Limited', 'warning', ['fine where n >= 0 && n <= 100']],
    ['All', 'note', ['fine where n >= 0']],
  ]);
});
