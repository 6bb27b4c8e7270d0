// Findings in small programs: `// want [SEVERITY] RULE "regexp"` on the line of the operation at fault, and nothing else, not even a note.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLocking } from '../../src/base/operation.ts';
import { assumes } from '../../src/base/reasons.ts';
import { objectOf } from '../../src/base/trace.ts';
import { checkSource } from '../support/analysis.ts';
import { readText, root } from '../support/repository.ts';
import { blockedIn, choicesOf, messageOf, notesOf } from '../support/said.ts';
import { compareFindings } from '../support/want.ts';
import { reasonOf } from '../support/words.ts';

describe('testdata/check', () => {
  const files = readdirSync(join(root, 'testdata/check')).filter((name) => name.endsWith('.go'));
  test.each(files)('%s', (name) => {
    const text = readText(`testdata/check/${name}`);
    const { sources, findings, fragments } = checkSource(text);
    expect(compareFindings(text, findings, sources)).toEqual([]);
    for (const fragment of fragments) expect(reasonOf(fragment)).not.toContain('failed');
  });
});

test('a cleanup may run at any time or never: what holds either way is proved, what rests on it is a note', () => {
  const { fragments, findings } = checkSource(readText('testdata/check/cleanup.go'));
  expect(fragments.map((fragment) => [fragment.function, fragment.verdict])).toEqual([
    ['ClosedByBoth', 'proved'],
    ['ClosedTwiceInTheory', 'unknown'],
    ['Forgotten', 'violated'],
  ]);
  expect(findings.map((finding) => [finding.function, finding.rule, finding.severity])).toEqual([
    ['ClosedTwiceInTheory', 'double-close', 'note'],
    ['Forgotten', 'goroutine-leak', 'error'],
  ]);
});

test('equal questions about data that stays the same have one answer, and nothing else is proved by that', () => {
  const { fragments } = checkSource(readText('testdata/check/one-answer.go'));
  const proved = fragments.filter(({ verdict }) => verdict === 'proved').map((fragment) => fragment.function);
  expect(proved).toEqual(['Prefix', 'Opposite', 'Within', 'Rounds', 'Twice', 'starts']);
});

describe('what is not looked at is unknown', () => {
  test('behind unsafe', () => {
    const { fragments, findings } = checkSource(`package p
import "unsafe"
func Odd() {
  c := make(chan int)
  d := *(*chan int)(unsafe.Pointer(&c))
  go func() { d <- 1 }()
  <-c
}`);
    expect(findings).toEqual([]);
    expect(fragments.map((fragment) => [fragment.verdict, reasonOf(fragment)])).toEqual([
      ['unknown', expect.stringContaining('unsafe')],
    ]);
  });

  test('when the work for all is used up', () => {
    const { fragments } = checkSource(
      'package p\nfunc F() { <-make(chan int) }\nfunc G() { <-make(chan int) }\n',
      'p.go',
      -1,
    );
    expect(fragments.map((fragment) => [fragment.function, fragment.verdict, fragment.reasons])).toEqual([
      ['F', 'unknown', [{ kind: 'outOfWork' }]],
      ['G', 'unknown', [{ kind: 'outOfWork' }]],
    ]);
  });
});

describe('what leads to no object leaves a fragment decided', () => {
  test('bytes that are read as a string without a copy', () => {
    const { fragments } = checkSource(`package p
import ("sync"; "unsafe")
type box struct { mu sync.Mutex }
func asText(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
func Find(data []byte) {
  named := map[string]*box{"a": {}, "b": {}}
  if b := named[asText(data)]; b != nil {
    b.mu.Lock()
    b.mu.Unlock()
  }
}`);
    expect(fragments.map((fragment) => [fragment.function, fragment.verdict])).toEqual([['Find', 'proved']]);
    expect(fragments[0]?.assumptions).toContainEqual({ kind: 'no-unsafe', of: 'p.asText' });
  });
});

test('that what is given leads to different objects is said where something rests on it', () => {
  const { fragments } = checkSource(`package p
import "sync"
type account struct { mu sync.Mutex; n int }
type limit struct { n int }
var total int
func transfer(from, to *account) { from.mu.Lock(); to.mu.Lock(); to.mu.Unlock(); from.mu.Unlock() }
func count(n *int) {
  total = 1
  *n = 2
  c := make(chan int)
  go func() { if total == 1 { c <- 1 } }()
  <-c
}
func single(a *account) { a.mu.Lock(); a.n++; a.mu.Unlock() }
func unlike(a *account, l *limit) { a.mu.Lock(); a.n = l.n; a.mu.Unlock() }`);
  expect(fragments.map((one) => [one.function, one.verdict, assumes(one.assumptions, 'no-alias')])).toEqual([
    ['transfer', 'proved', true],
    // Others may write the variable meanwhile.
    ['count', 'bounded', true],
    ['single', 'proved', false],
    ['unlike', 'proved', false],
  ]);
});

test('structs in a slice may move where nobody notices', () => {
  const { fragments } = checkSource(readText('testdata/check/appended-structs.go'));
  expect(fragments.map(({ function: name, verdict }) => `${name} ${verdict}`)).toEqual([
    'Returned proved',
    'InStruct proved',
    'NeverWritten proved',
    'Cut proved',
  ]);
});

test('what is written through some part of a slice is written to the slice', () => {
  const { fragments } = checkSource(readText('testdata/check/slice-part.go'));
  expect(Object.fromEntries(fragments.map((fragment) => [fragment.function, fragment.verdict]))).toEqual({
    Part: 'unknown',
    Copied: 'unknown',
    Front: 'unknown',
    Kept: 'proved',
  });
});

describe('words of a finding', () => {
  test('what the run relies on, for which of the tried values it is fine, and no step of a model', () => {
    const { sources, findings, fragments } = checkSource(readText('testdata/check/timeout-leak.go'));
    const told = findings.filter((finding) => finding.function === 'First');
    expect(told.map((one) => [one.severity, choicesOf(one), notesOf(one, sources)])).toEqual([
      [
        'warning',
        ['get() returns no error', 'get() returns an error'],
        ['does not happen if len(servers) == 0, for the values tried'],
      ],
      ['warning', ['get() returns no error'], ['does not happen if len(servers) == 0, for the values tried']],
    ]);
    for (const { trace } of told) {
      expect(trace.steps.filter(({ operation }) => isLocking(operation))).toEqual([]);
    }
    const first = fragments.find((fragment) => fragment.function === 'First');
    expect(first?.assumptions).toContainEqual({ kind: 'values', of: 'len(servers) = 0, 1, 2, 3' });
  });

  test('a context is cancelled where its function is called, and waited for as a context', () => {
    const { sources, findings } = checkSource(`package p
import "context"
type job struct { stop context.CancelFunc; done chan bool }
func Stopped() {
  ctx, cancel := context.WithCancel(context.Background())
  j := &job{stop: cancel, done: make(chan bool)}
  go func() {
    <-ctx.Done()
    j.done <- true
  }()
  j.stop()
}
func Deferred() {
  ctx, cancel := context.WithCancel(context.Background())
  defer cancel()
  c := make(chan bool)
  go func() {
    <-ctx.Done()
    c <- true
  }()
}
func Kept() {
  ctx, cancel := context.WithCancel(context.Background())
  _ = cancel
  go func() { <-ctx.Done() }()
}`);
    const line = (pos: number): number | undefined => sources.position(pos)?.line;
    const steps = findings.map(({ trace }) =>
      trace.steps.map(
        (one) => `${line(one.span.pos)}: ${one.operation.kind} ${objectOf(trace, one.object)?.name ?? ''}`,
      ),
    );
    expect(steps).toEqual([
      ['7: go ', '11: cancel ctx.Done()', '8: receive ctx.Done()'],
      ['17: go ', '15: cancel ctx.Done()', '18: receive ctx.Done()'],
      ['25: go ', '26: return '],
    ]);
    expect(findings.slice(2).flatMap((one) => blockedIn(one, sources))).toMatchObject([
      {
        operation: 'receive ctx.Done()',
        because: 'no remaining goroutine cancels the context',
        freedBy: 'call the cancel function of its context',
      },
    ]);
  });

  test('a Once is no lock, and what is put into an interface has the name of its place', () => {
    const { sources, findings } = checkSource(`package p
import "sync"
type config struct { once sync.Once; n int }
func (c *config) get() int {
  c.once.Do(func() { c.n = c.get() + 1 })
  return c.n
}
func Twice() int { return (&config{}).get() }
type part interface { again() }
type wheel struct { mu sync.Mutex; turns chan int }
func (w *wheel) again() {
  w.mu.Lock()
  defer w.mu.Unlock()
  <-w.turns
}
type car struct { front part }
func Drive() {
  c := &car{}
  c.front = &wheel{turns: make(chan int)}
  go c.front.again()
  c.front.again()
}`);
    const blocked = findings.flatMap((finding) =>
      blockedIn(finding, sources).map(({ operation, because }) => [finding.function, operation, because]),
    );
    expect(blocked).toContainEqual([
      'Twice',
      'Do config.once',
      'the function passed to config.once.Do() does not return',
    ]);
    expect(blocked).toContainEqual([
      'Drive',
      'Lock front.mu',
      expect.stringContaining('holds front.mu and never unlocks it'),
    ]);
  });

  test('which side of a read-write lock is held, and the answer to a condition', () => {
    const { sources, findings } = checkSource(`package p
import "sync"
type Cache struct { mu sync.RWMutex; m map[string]int; hits int }
func (c *Cache) Get(k string) int {
  c.mu.RLock()
  defer c.mu.RUnlock()
  v, ok := c.m[k]
  if ok {
    c.note()
  }
  return v
}
func (c *Cache) note() { c.mu.Lock(); c.hits++; c.mu.Unlock() }
`);
    const told = findings.map((finding) => [
      choicesOf(finding),
      blockedIn(finding, sources).map(({ because, freedBy }) => [because, freedBy]),
    ]);
    expect(told).toEqual([[['ok'], [['it already holds the read lock of c.mu', 'call c.mu.RUnlock() before this']]]]);
  });
});

test('a lock that is left held is told as what it is, and a Once by its own name', () => {
  const { sources, findings } = checkSource(`package p
import ("errors"; "sync")
type Store struct { mu sync.Mutex; m map[string]int }
func (s *Store) Take(k string) error {
  s.mu.Lock()
  if _, ok := s.m[k]; !ok {
    return errors.New("no such key")
  }
  s.mu.Unlock()
  return nil
}
type Lazy struct { once sync.Once; n int }
func (l *Lazy) Get() int {
  l.once.Do(func() { l.n = l.Get() })
  return l.n
}
`);
  const told = findings.map((one) => [messageOf(one, sources), blockedIn(one, sources).map(({ because }) => because)]);
  expect(told).toEqual([
    ['(*Store).Take can return with s.mu locked', ['(*Store).Take has returned without unlocking s.mu']],
    [
      '(*Lazy).Get can block forever in l.once.Do(): the function passed to it calls it again',
      ['the function passed to l.once.Do() does not return'],
    ],
  ]);
});

test('the calls that led to an operation are told with it, innermost first', () => {
  const { sources, findings } = checkSource(`package p
import "sync"
type Cell struct { mu sync.Mutex; n int }
func (c *Cell) get() int {
  c.mu.Lock()
  defer c.mu.Unlock()
  return c.n
}
func (c *Cell) twice() int { n := c.get(); return 2 * n }
func (c *Cell) Grow() {
  c.mu.Lock()
  defer c.mu.Unlock()
  c.n = c.twice() + 1
}
`);
  const line = (pos: number): number => sources.position(pos)?.line ?? 0;
  const told = findings.map(({ span, related }) => [line(span.pos), ...related.map((one) => line(one.span.pos))]);
  expect(told).toEqual([[5, 9, 13]]);
});

test('what is given to functions from outside may be changed there', () => {
  const { fragments } = checkSource(readText('testdata/check/outside.go'));
  const verdicts = fragments.map((fragment) => [fragment.function, `${fragment.verdict} ${reasonOf(fragment)}`.trim()]);
  expect(Object.fromEntries(verdicts)).toMatchObject({
    Map: 'unknown fill() may change its arguments',
    Field: 'unknown set() may change its arguments',
    Method: 'unknown p.filler.Fill() may change its arguments',
    Literal: 'unknown each() may call its arguments',
    Told: 'proved',
    Else: 'proved',
  });
});

test('a panic that data decides is no condition of a verdict', () => {
  const { fragments } = checkSource(`package p
type Worker struct { jobs chan func() }
func New(n int) *Worker {
  w := &Worker{jobs: make(chan func())}
  for i := 0; i < n; i++ {
    go func() {
      for { (<-w.jobs)() }
    }()
  }
  return w
}
`);
  const [made] = fragments;
  expect(made?.precondition).toBeNull();
  expect(made?.verdict).toBe('bounded');
});
