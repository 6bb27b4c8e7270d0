// Two findings with one cause are one finding, and the other places are named.

import { describe, expect, test } from 'vitest';
import { recordOf } from '../../src/base/named.ts';
import { checkSource } from '../support/analysis.ts';
import { blockedIn } from '../support/said.ts';

function linesOf(source: string): readonly { readonly line: number; readonly related: readonly number[] }[] {
  const { sources, findings } = checkSource(source);
  const line = (pos: number): number => sources.position(pos)?.line ?? 0;
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => ({ line: line(finding.span.pos), related: finding.related.map(({ span }) => line(span.pos)) }));
}

test('values that are fine for one of two are not said to be fine for both', () => {
  const { findings } = checkSource(`package p

func F(keys []string) {
	m := map[string]chan int{"a": make(chan int)}
	for _, c := range m {
		go func() { c <- 1 }()
	}
	for _, k := range keys {
		<-m[k]
	}
}
`);
  expect(findings).not.toEqual([]);
  // Without keys nobody receives what the goroutine sends.
  expect(
    findings
      .flatMap(({ notes }) => notes)
      .filter((note) => note.kind === 'fine-if' && note.precondition === 'len(keys) == 0'),
  ).toEqual([]);
});

test('where something is not followed, what one goroutine does to its lock says nothing about deadlocks', () => {
  const { fragments } = checkSource(`package p

import (
	"sync"
	"unsafe"
)

func F() {
	a, b := make(chan int), make(chan int)
	q := a
	*(*chan int)(unsafe.Pointer(&q)) = b
	var n sync.Mutex
	go func() { a <- 1 }()
	go func() { <-b; close(a) }()
	q <- 1
	n.Lock()
	n.Lock()
}
`);
  const properties = recordOf(fragments.find((one) => one.function === 'F')?.properties ?? []);
  expect(properties).toMatchObject({ 'double-lock': 'violated', 'global-deadlock': 'unknown' });
});

test('a leak that is certain says nothing about a deadlock that needs a panic by data', () => {
  const { fragments } = checkSource(`package p

func F(pick func() chan int) {
	a, b := make(chan int), make(chan int)
	go func() {
		func() {
			defer func() { recover() }()
			<-b
			close(first(b, pick()))
			b <- 1
		}()
		<-a
	}()
	go func() { b <- 1 }()
	<-b
}

func first(x, _ chan int) chan int { return x }
`);
  const properties = recordOf(fragments.find((one) => one.function === 'F')?.properties ?? []);
  expect(properties).toMatchObject({ 'goroutine-leak': 'violated', 'global-deadlock': 'unknown' });
});

test('what a goroutine does to its own lock says nothing about the others where data decides that', () => {
  const { fragments } = checkSource(`package p

import "sync"

func F() {
	c := make(chan int)
	var m sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		m.Lock()
		m.Lock()
	}()
	close(c)
	if len(c) == 0 {
		c <- 1
	}
	wg.Wait()
}
`);
  const properties = recordOf(fragments.find((one) => one.function === 'F')?.properties ?? []);
  expect(properties).toMatchObject({ 'double-lock': 'violated', 'global-deadlock': 'unknown' });
});

describe('one finding', () => {
  test('for each of two places beside others that only wait for work', () => {
    const source = `package p

func F(early bool) {
	work, first, second := make(chan int), make(chan int), make(chan int)
	go func() {
		for range work {
		}
	}()
	if early {
		<-first
	}
	<-second
}
`;
    expect(linesOf(source).map(({ line }) => line)).toEqual([10, 12]);
  });

  test('for goroutines that wait in the same way for the same channel', () => {
    const source = `package p

func Either(a, b func() int) int {
	found := make(chan int)
	go func() { found <- a() }()
	go func() { found <- b() }()
	return <-found
}
`;
    expect(linesOf(source)).toEqual([{ line: 5, related: [6] }]);
  });

  test('for a channel that either side may close first', () => {
    const source = `package p

func Both() {
	c := make(chan bool)
	go func() { close(c) }()
	close(c)
}
`;
    const [finding, ...others] = linesOf(source);
    expect(others).toEqual([]);
    expect([finding?.line, ...(finding?.related ?? [])].sort()).toEqual([5, 6]);
  });

  test('for a function and the test that calls it: the test is told', () => {
    const source = `package p

import "testing"

func Start() {
	c := make(chan int)
	go func() { c <- 1 }()
}

func TestStart(t *testing.T) {
	Start()
}
`;
    const { findings } = checkSource(source, 'p_test.go');
    expect(findings.map((finding) => finding.function)).toEqual(['TestStart']);
  });
});

test('different causes stay apart', () => {
  const source = `package p

func One() {
	c := make(chan int)
	go func() { c <- 1 }()
}

func Two() {
	c := make(chan int)
	go func() { c <- 1 }()
}
`;
  expect(linesOf(source)).toEqual([
    { line: 5, related: [] },
    { line: 10, related: [] },
  ]);
});

test('goroutines are named as the source has them', () => {
  const { sources, findings } = checkSource(`package p

type T struct{ c chan int }

func (t *T) run() { t.c <- 1 }

func Start() {
	t := &T{c: make(chan int)}
	go t.run()
	go func() { t.c <- 2 }()
}
`);
  const names = findings.flatMap((one) => blockedIn(one, sources).map(({ goroutine }) => goroutine));
  expect(new Set(names)).toEqual(new Set(['(*T).run', 'goroutine started at p.go:10']));
});
