// Where there are many fragments, all get a look from nearby before some are followed further.

import { expect, test } from 'vitest';
import { type Analysis, analyse } from '../../src/check/analyse.ts';
import { loadSource } from '../support/analysis.ts';

/** F blocks for ever, but further away than a first look goes; G does so nearby. */
const text = `package p

${Array.from({ length: 110 }, (_, i) => `func Small${i}() { c := make(chan int, 1); c <- ${i} }`).join('\n')}
func F() { c := make(chan int); d0(c) }
${Array.from({ length: 20 }, (_, i) => `func d${i}(c chan int) { d${i + 1}(c) }`).join('\n')}
func d20(c chan int) { <-c }
func G() { <-make(chan int) }
`;

function run(totalMilliseconds: number, now: (fragments: number) => number, source = text): Analysis {
  let fragments = 0;
  const limits = { states: 1000, milliseconds: 1_000_000, totalMilliseconds };
  return analyse({
    ...loadSource(source),
    limits,
    now: () => now(fragments),
    progress: () => fragments++,
    only: null,
  });
}

const verdictOf = ({ fragments }: Analysis, name: string): readonly string[] =>
  fragments.filter((one) => one.function === name).flatMap((one) => [one.verdict, ...one.assumptions]);

test('all of them, then those that need it from further away', () => {
  const found = run(1000, () => 0);
  expect(verdictOf(found, 'F')[0]).toBe('violated');
  expect(verdictOf(found, 'G')[0]).toBe('violated');
  expect(found.fragments.some(({ verdict }) => verdict === 'unknown')).toBe(false);
});

test('what the first look has shown stays where there is no time for another', () => {
  // Time is over once as many fragments were looked at as there are.
  const roots = run(1000, () => 0).fragments.length;
  const found = run(1000, (fragments) => (fragments < roots ? 0 : 999));
  expect(found.fragments).toHaveLength(roots);
  expect(verdictOf(found, 'F')).toEqual(['bounded', 'followed: 8 functions']);
  expect(verdictOf(found, 'G')[0]).toBe('violated');
});

test('that a panic came is not known where what made room was not followed', () => {
  // Put makes room by a function that a first look does not reach: it seems to panic with its lock held, and takes it again.
  const ring = `package p
import "sync"
type Ring struct { mu sync.Mutex; buf []int; n int }
func (r *Ring) push(x int) {
  r.mu.Lock()
  g0(r)
  r.buf[r.n%len(r.buf)] = x
  r.n++
  r.mu.Unlock()
}
${Array.from({ length: 20 }, (_, i) => `func g${i}(r *Ring) { g${i + 1}(r) }`).join('\n')}
func g20(r *Ring) { r.buf = make([]int, 8) }
func Put() {
  r := &Ring{}
  pushed := false
  defer func() {
    recover()
    if !pushed { r.push(2) }
  }()
  r.push(1)
  pushed = true
}
${Array.from({ length: 110 }, (_, i) => `func Small${i}() { c := make(chan int, 1); c <- ${i} }`).join('\n')}
`;
  const roots = run(1000, () => 0, ring).fragments.length;
  const nearby = run(1000, (fragments) => (fragments < roots ? 0 : 999), ring);
  expect(nearby.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(run(1000, () => 0, ring).findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});
