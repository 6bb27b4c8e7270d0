// Where there are many fragments, all get a look from nearby before some are followed further.

import { expect, test } from 'vitest';
import { type Analysis, analyse, prepare } from '../../src/check/analyse.ts';
import { loadSource } from '../support/analysis.ts';
import { assumptionsOf } from '../support/words.ts';

/** F blocks forever, but further away than a first look goes; G does so nearby. */
const text = `package p

${Array.from({ length: 110 }, (_, i) => `func Small${i}() { c := make(chan int, 1); c <- ${i} }`).join('\n')}
func F() { c := make(chan int); d0(c) }
${Array.from({ length: 20 }, (_, i) => `func d${i}(c chan int) { d${i + 1}(c) }`).join('\n')}
func d20(c chan int) { <-c }
func G() { <-make(chan int) }
`;

const plenty = 1_000_000_000;

function run(totalWork = plenty, source = text): Analysis {
  const limits = { states: 1000, work: plenty, totalWork, milliseconds: 1 };
  return analyse({ ...loadSource(source), limits, now: () => 0, progress: () => {}, only: null });
}

/** With as much work as first looks take, and no more. */
function runOnce(source = text): Analysis {
  const stage = prepare({
    ...loadSource(source),
    limits: { states: 1000, work: plenty, totalWork: plenty, milliseconds: 1 },
    now: () => 0,
    progress: () => {},
    only: null,
  });
  const worked = stage.roots.map((_, at) => stage.look({ at, round: 1, position: at, work: plenty }).worked);
  return run(
    worked.reduce((sum, one) => sum + one, 0),
    source,
  );
}

const verdictOf = ({ fragments }: Analysis, name: string): readonly string[] =>
  fragments.filter((one) => one.function === name).flatMap((one) => [one.verdict, ...assumptionsOf(one)]);

test('all of them, then those that need it from further away', () => {
  const found = run();
  expect(verdictOf(found, 'F')[0]).toBe('violated');
  expect(verdictOf(found, 'G')[0]).toBe('violated');
  expect(found.fragments.some(({ verdict }) => verdict === 'unknown')).toBe(false);
});

test('what the first look has shown stays where there is no work left for another', () => {
  const found = runOnce();
  expect(found.fragments).toHaveLength(run().fragments.length);
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
  expect(runOnce(ring).findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(run(plenty, ring).findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});
