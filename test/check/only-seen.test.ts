// A condition that was only seen with some values is no `conditional`: what was seen, and why it is not proved, is told.

import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { assumptionText } from '../../src/report/index.ts';
import { folderWith } from '../support/cli.ts';
import { reasonOf } from '../support/words.ts';

// With n = 256 the sender waits forever: no value that is tried shows it.
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
  const said = fragments.map((one) => [
    one.function,
    one.verdict,
    one.precondition,
    one.weakest,
    one.assumptions.filter(({ kind }) => kind === 'values').map(assumptionText),
    reasonOf(one),
  ]);
  expect(said).toEqual([
    [
      'Low',
      'unknown',
      null,
      false,
      [],
      expect.stringMatching(/^does not happen if n >= 0, for the values tried; not proved for every value: ./),
    ],
    // What is found is excluded by what is proved, far beyond the values that were tried.
    ['Limited', 'conditional', 'n >= 0 && n <= 100', true, [], ''],
    ['All', 'conditional', 'n >= 0', true, [], ''],
  ]);
  // It stays no alarm.
  expect(findings.map((one) => [one.function, one.severity, one.notes])).toEqual([
    ['Low', 'note', [{ kind: 'fine-if', precondition: 'n >= 0', complete: false }]],
    ['Limited', 'warning', [{ kind: 'fine-if', precondition: 'n >= 0 && n <= 100', complete: true }]],
    ['All', 'note', [{ kind: 'fine-if', precondition: 'n >= 0', complete: true }]],
  ]);
});
