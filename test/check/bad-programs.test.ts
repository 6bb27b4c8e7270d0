// Programs that could keep a checker busy forever: each ends with bounded work, and a verdict or the reason why there is none.

import { describe, expect, test } from 'vitest';
import type { Fragment } from '../../src/base/finding.ts';
import { namedValue } from '../../src/base/named.ts';
import { checkSource } from '../support/analysis.ts';

function only(text: string, states = 300): Fragment {
  const { fragments } = checkSource(text, 'p.go', 1_000_000, states);
  const [fragment] = fragments.filter((each) => each.function === 'F');
  if (fragment === undefined) throw new Error('F is no fragment');
  return fragment;
}

/** Nothing is claimed for all runs. */
function isModest({ verdict, reasons, bounds }: Fragment): boolean {
  return verdict === 'unknown'
    ? reasons.length > 0
    : verdict === 'violated' || (verdict === 'bounded' && namedValue(bounds, 'states') !== undefined);
}

describe('without end', () => {
  test.each([
    ['recursion', 'func F() { c := make(chan int, 1); c <- 1; F(); <-c }'],
    ['recursion through another function', 'func F() { c := make(chan int, 1); c <- 1; g(); <-c }\nfunc g() { F() }'],
    ['recursion that starts goroutines', 'func F() { c := make(chan int); go F(); <-c }'],
    ['a loop that starts goroutines', 'func F() { c := make(chan int); for { go func() { c <- 1 }() } }'],
    ['a loop that makes channels', 'func F() { for { c := make(chan int); go func() { c <- 1 }() } }'],
    [
      'a chain of goroutines',
      'func F() { a := make(chan int)\nfor { b := make(chan int); go func(x, y chan int) { for v := range x { y <- v } }(a, b); a = b } }',
    ],
    ['a slice that grows', 'func F() { var all []chan int; for { all = append(all, make(chan int)); all[0] <- 1 } }'],
  ])('%s', (_, body) => {
    expect(isModest(only(`package p\n\n${body}\n`))).toBe(true);
  });
});

test('a fragment with 200 goroutines', () => {
  const starts = Array.from({ length: 200 }, (_, i) => `\tgo func() { c <- ${i}; d <- ${i} }()`).join('\n');
  const text = `package p\n\nfunc F() {\n\tc, d := make(chan int), make(chan int)\n${starts}\n\tfor i := 0; i < 200; i++ {\n\t\t<-c\n\t\t<-d\n\t}\n}\n`;
  const fragment = only(text);
  expect(isModest(fragment)).toBe(true);
});

test('200 equal goroutines are few states', () => {
  const fragment = only(`package p

func F() {
	c := make(chan int)
	for i := 0; i < 200; i++ {
		go func() { c <- 1 }()
	}
	for i := 0; i < 200; i++ {
		<-c
	}
}
`);
  expect(fragment.verdict).toBe('proved');
  expect(fragment.states).toBeLessThan(300);
});

test('channels in a map keyed by strings', () => {
  const text = (key: string): string => `package p

func F(name string) {
	channels := map[string]chan int{"a": make(chan int, 1), "b": make(chan int, 1)}
	channels["a"] <- 1
	<-channels[${key}]
}
`;
  expect(only(text('"a"')).verdict).toBe('proved');
  expect(only(text('"b"')).verdict).toBe('violated');
  // Which entry it is, or none, is not known.
  expect(only(text('name')).verdict).not.toBe('proved');
});

test('many fragments', () => {
  const count = 300;
  const functions = Array.from({ length: count }, (_, i) => `func F${i}() { c := make(chan int, 1); c <- ${i} }`);
  const { fragments, findings } = checkSource(`package p\n\n${functions.join('\n')}\n`);
  expect(fragments).toHaveLength(count);
  expect(fragments.every(({ verdict }) => verdict === 'proved')).toBe(true);
  expect(findings).toEqual([]);
});
