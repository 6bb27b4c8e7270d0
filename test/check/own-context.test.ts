// A package of the user's own may have the name of a standard one: what is true of the standard package's model is not true of it.

import { expect, test } from 'vitest';
import { analyse } from '../../src/check/analyse.ts';
import { loadFiles } from '../support/analysis.ts';
import { reasonOf } from '../support/words.ts';

/** A program that puts a channel where a plugin finds it, by a function of a package with this name. */
function verdictWith(name: string): string | undefined {
  const loaded = loadFiles({
    'go.mod': 'module example.com/app\n\ngo 1.26\n',
    [`${name}/put.go`]: `package ${name}

import "plugin"

type Holder struct{ C chan int }

func Put(symbol plugin.Symbol, c chan int) {
	holder := symbol.(*Holder)
	holder.C = c
}
`,
    'main.go': `package main

import (
	"plugin"

	"example.com/app/${name}"
)

func main() {
	p, err := plugin.Open("x.so")
	if err != nil {
		return
	}
	symbol, err := p.Lookup("Symbol")
	if err != nil {
		return
	}
	c := make(chan int, 1)
	c <- 1
	${name}.Put(symbol, c)
	<-c
}
`,
  });
  const limits = { states: 100_000, work: 1_000_000_000, totalWork: 1_000_000_000, milliseconds: 1 };
  const { fragments } = analyse({ ...loaded, limits, now: () => 0, progress: () => {}, only: 'main' });
  return fragments.map((one) => `${one.verdict}: ${reasonOf(one)}`)[0];
}

test('a package called context hides nothing', () => {
  const open = 'unknown: a value is stored in an object from outside';
  expect(verdictWith('registry')).toBe(open);
  expect(verdictWith('context')).toBe(open);
});
