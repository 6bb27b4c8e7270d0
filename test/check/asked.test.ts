// Runs that get two answers to one question about data from outside: mostly no program has them, so they are notes.

import { expect, test } from 'vitest';
import { check } from '../../src/driver/check.ts';
import { folderWith } from '../support/cli.ts';

const text = `package p

import "os"

func Number(f func() int) {
	c := make(chan int)
	n := f()
	if n > 0 {
		go func() { c <- 1 }()
	}
	if n <= 0 {
		return
	}
	<-c
}

func Text() {
	c := make(chan int)
	mode := os.Getenv("MODE")
	if mode != "" {
		go func() { c <- 1 }()
	}
	if mode == "" {
		return
	}
	<-c
}

func Rounds(m map[string]int) {
	c := make(chan int)
	for _, v := range m {
		go func() { c <- v }()
	}
	for range m {
		<-c
	}
}

func Once(mode string) {
	c := make(chan int)
	go func() { c <- 1 }()
	if mode == "fast" {
		return
	}
	<-c
}

func Calls(f func() bool) {
	c := make(chan int)
	if f() {
		go func() { c <- 1 }()
	}
	if f() {
		<-c
	}
}

func OneLoop(m map[string]int) {
	c := make(chan int)
	for range m {
		go func() { c <- 1 }()
	}
	<-c
}

func TwoQuestions(mode string) {
	c := make(chan int)
	if mode == "fast" {
		go func() { c <- 1 }()
	}
	if mode != "slow" {
		<-c
	}
}
`;

test('the same question at two places has one answer', { timeout: 60_000 }, async () => {
  const { findings } = await check({
    folder: folderWith({ 'go.mod': 'module example.com/p\n\ngo 1.26\n', 'p.go': text }),
    patterns: ['.'],
    tags: [],
    goos: null,
    goarch: null,
    tests: false,
    modelsOnly: true,
    limits: { states: 5_000, work: 1_000_000, totalWork: 20_000_000, milliseconds: 600_000 },
    progress: () => {},
  });
  const severities = new Map<string, Set<string>>();
  for (const { function: name, severity } of findings)
    severities.set(name, (severities.get(name) ?? new Set()).add(severity));
  expect(Object.fromEntries([...severities].map(([name, found]) => [name, [...found].join(' ')]))).toEqual({
    Number: 'note',
    Text: 'note',
    Rounds: 'note',
    Once: 'error',
    Calls: 'error',
    OneLoop: 'error',
    TwoQuestions: 'error',
  });
});
