// From Go to communication programs: what is kept, what becomes `?`, what goes.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommProgram, Stmt } from '../../src/comm/comm.ts';
import { extract } from '../../src/comm/extract/extract.ts';
import { prepare } from '../../src/comm/reduce/prepare.ts';
import { printProgram } from '../../src/comm/text/print.ts';
import { visitProgram } from '../../src/comm/walk.ts';
import { wellFormed } from '../../src/comm/wellformed.ts';
import { findRoots } from '../../src/flow/roots.ts';
import { commOf, flowOf } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';

function textOf(source: string, name: string): string {
  return printProgram(commOf(flowOf(source), name), { sites: false });
}

function kinds(program: CommProgram): readonly Stmt['kind'][] {
  const found: Stmt['kind'][] = [];
  visitProgram(program, (stmt) => {
    found.push(stmt.kind);
  });
  return found;
}

describe('every program of testdata/check', () => {
  const files = readdirSync(join(root, 'testdata/check')).filter((name) => name.endsWith('.go'));
  test.each(files)('%s is well-formed before and after slicing', (name) => {
    const flow = flowOf(readText(`testdata/check/${name}`));
    for (const found of findRoots(flow)) {
      expect(wellFormed(extract(flow, found)), found.fn.name).toEqual([]);
      expect(wellFormed(prepare(commOf(flow, found.fn.name))), found.fn.name).toEqual([]);
    }
  });
});

test.each([
  ['v.n << 2 > w.n', 2],
  ['v.n * w.n + 1 > 3', 2],
  ['v.n / w.n == 1', 2],
  ['len(v.s) > 1', 1],
  ['v.s + w.s == "ab"', 2],
  ['v.s[v.n] == 97', 2],
])('the operands of %s are read once', (condition, reads) => {
  const source = `package p

type T struct {
	n int
	s string
}

func F(c chan bool, give func() T) {
	v, w := give(), give()
	if ${condition} {
		close(c)
	}
}
`;
  const flow = flowOf(source);
  const [found] = findRoots(flow);
  if (found === undefined) throw new Error('no root');
  const fields: string[] = [];
  visitProgram(extract(flow, found), (stmt) => {
    if (stmt.kind === 'load' && stmt.place.kind === 'field') fields.push(JSON.stringify(stmt.place));
  });
  expect(fields).toHaveLength(reads);
});

describe('slicing', () => {
  test('takes out what does not decide', () => {
    const text = textOf(
      `package p

func F(names []string) {
	c := make(chan string, 2)
	total := 0
	for _, name := range names {
		total += len(name)
	}
	if total > 3 {
		total = 0
	}
	c <- "x"
}
`,
      'F',
    );
    expect(text).not.toContain('total');
    expect(text).toContain('chan 2');
    expect(text).toContain('send c, nil');
  });

  test('keeps conditions around operations', () => {
    const text = textOf(
      `package p

func F(n int, on bool) {
	c := make(chan int, 1)
	if on && n > 2 {
		c <- n
	}
}
`,
      'F',
    );
    expect(text).toContain('param on bool');
    expect(text).toContain('param n int');
    expect(text).toMatch(/if on && n > 2/);
  });

  test('keeps what flows through fields, maps and closures', () => {
    const text = textOf(
      `package p

type s struct {
	name string
	by   map[string]chan int
}

func F() {
	x := &s{name: "x", by: map[string]chan int{}}
	x.by["a"] = make(chan int)
	get := func() chan int { return x.by["a"] }
	get() <- 1
}
`,
      'F',
    );
    expect(text).toMatch(/map set .*"\\"a\\""/);
    expect(text).toMatch(/map get .*"\\"a\\""/);
    expect(text).not.toMatch(/^ {2}name/m);
  });
});

describe('the environment', () => {
  test('gives lengths and numbers as parameters', () => {
    const program = commOf(
      flowOf(`package p

func F(files []string, n int) {
	c := make(chan bool, n)
	for range files {
		c <- true
	}
}
`),
      'F',
    );
    expect(program.params.map(({ name, min }) => `${name} ${min}`).sort()).toEqual(['len(files) 0', 'n null']);
  });

  test('owns channels that come from outside, and those that leave', () => {
    const program = commOf(
      flowOf(`package p

func F(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for x := range in {
			out <- x
		}
	}()
	return out
}
`),
      'F',
    );
    expect(program.assumptions).toContainEqual({ kind: 'environment', of: 'out' });
    expect(kinds(program)).not.toContain('chan');
  });
});

describe('the standard library', () => {
  test('does what its models say, at the place that uses it', () => {
    const source = `package p

import (
	"sync"
	"time"
)

func F() {
	var once sync.Once
	once.Do(func() {})
	<-time.After(time.Second)
}
`;
    const program = commOf(flowOf(source), 'F');
    expect(kinds(program)).toEqual(expect.arrayContaining(['lock', 'timer', 'recv']));
    visitProgram(program, (stmt) => {
      if (stmt.kind === 'lock') expect(source.slice(stmt.site.start, stmt.site.end)).toContain('once.Do');
    });
  });
});
