// Shrinking, directions, coverage and findings, on records that are written by hand.

import { describe, expect, test } from 'vitest';
import { type OperationKind, operation } from '../../src/base/operation.ts';
import type { Sites } from '../../src/explore/cast.ts';
import { newCoverage } from '../../src/explore/coverage.ts';
import { directionsTo } from '../../src/explore/directed.ts';
import { type Found, findingsOf, panicRule, placeInStack, type RunOutcome } from '../../src/explore/findings.ts';
import { newMix } from '../../src/explore/mix.ts';
import type { EndLine, EventLine, Op, RunRecord, Site, StrategySpec, Stuck } from '../../src/explore/protocol.ts';
import { costOf, shrink } from '../../src/explore/shrink.ts';
import { nameIn } from '../../src/report/words.ts';
import { foundMessage, foundPlace } from '../support/said.ts';

function site(id: number, op: Op, line: number, label: string, more: Partial<Site> = {}): Site {
  const base = { id, file: '/p/a.go', line, column: 2, function: 'p.F', op, ordinal: id, label };
  return { ...base, arms: [], hasDefault: false, ...more };
}

function event(i: number, g: number, op: Op, o: number, s: number, more: Partial<EventLine> = {}): EventLine {
  return { t: 'e', i, g, op, o, s, arm: null, with: 0, ws: 0, warm: null, n: 2, ...more };
}

const passed: EndLine = {
  t: 'end',
  kind: 'passed',
  message: '',
  g: 0,
  s: 0,
  stack: '',
  steps: 0,
  now: 0,
  stuck: [],
  effect: -1,
  uncontrolled: false,
  timed: false,
  random: false,
  early: false,
  failed: [],
};

function record(events: readonly EventLine[], end: Partial<EndLine> = {}): RunRecord {
  return {
    fault: null,
    head: { t: 'head', v: 1, go: 'go1.26', race: false },
    goroutines: new Map([
      [1, { t: 'g', g: 1, parent: 0, path: '0', s: 0 }],
      [2, { t: 'g', g: 2, parent: 1, path: '0.0', s: 9 }],
      [3, { t: 'g', g: 3, parent: 1, path: '0.1', s: 9 }],
    ]),
    objects: new Map([
      [1, { t: 'o', o: 1, kind: 'mutex', name: '0#0', cap: 0, s: 1 }],
      [2, { t: 'o', o: 2, kind: 'mutex', name: '0#1', cap: 0, s: 2 }],
    ]),
    events,
    uncontrolled: [],
    defects: [],
    end: { ...passed, ...end },
  };
}

const sites: Sites = new Map(
  [
    site(1, 'lock', 10, 'a'),
    site(2, 'lock', 11, 'b'),
    site(3, 'select', 20, '', {
      arms: [
        { op: 'recv', line: 21, column: 7, label: 'c' },
        { op: 'send', line: 23, column: 7, label: 'd' },
      ],
      hasDefault: true,
    }),
    site(9, 'go', 5, 'work'),
  ].map((one) => [one.id, one]),
);

function outcome(of: RunRecord, more: Partial<RunOutcome> = {}): RunOutcome {
  return { record: of, stdout: '', stderr: '', exitCode: 0, timedOut: false, ...more };
}

function stuckAt(g: number, o: number, s: number, holder: number): Stuck {
  const state = 'sync.Mutex.Lock';
  const base = { g, path: '', op: 'lock' as const, o, object: '', s, arms: [], stack: '', state };
  return { ...base, holder, excused: '' };
}

describe('findings', () => {
  test('a goroutine that waits for itself', () => {
    const [found] = findingsOf(outcome(record([], { kind: 'leak', stuck: [stuckAt(2, 1, 1, 2)] })), sites, 'TestX');
    expect(found).toMatchObject({ rule: 'double-lock', severity: 'error', place: { line: 10 } });
    expect(found?.trace.blocked[0]?.because).toEqual({ kind: 'held-by-itself', read: false });
  });

  test('goroutines that wait for each other’s locks', () => {
    const stuck = [stuckAt(2, 1, 1, 3), stuckAt(3, 2, 2, 2)];
    const found = findingsOf(outcome(record([], { kind: 'leak', stuck })), sites, 'TestX');
    expect(found.map((one) => one.rule)).toEqual(['lock-order']);
    const { trace } = found[0] as Found;
    const names = trace.blocked.map(({ goroutine }) => nameIn(trace, goroutine, foundPlace));
    expect(names).toEqual(['work (g2)', 'work (g3)']);
  });

  test('causes that have nothing to do with each other are two findings', () => {
    const stuck = [stuckAt(2, 1, 1, 0), stuckAt(3, 2, 2, 0)];
    expect(findingsOf(outcome(record([], { kind: 'leak', stuck })), sites, 'TestX')).toHaveLength(2);
  });

  test('goroutines that may stay are none', () => {
    const stuck = [{ ...stuckAt(2, 1, 1, 0), excused: 'allowed' }];
    expect(findingsOf(outcome(record([], { kind: 'leak', stuck })), sites, 'TestX')).toEqual([]);
  });

  test('what takes an early timer ranks lower, and a test that fails by its own time-out is none', () => {
    const stuck = [stuckAt(2, 1, 1, 0)];
    const early = findingsOf(outcome(record([], { kind: 'leak', stuck, early: true })), sites, 'TestX');
    expect(early[0]?.severity).toBe('warning');
    expect(findingsOf(outcome(record([], { kind: 'failed', early: true })), sites, 'TestX')).toEqual([]);
    expect(findingsOf(outcome(record([], { kind: 'failed' })), sites, 'TestX')[0]?.rule).toBe('flaky-test');
  });

  test('texts of Go’s runtime have their rules', () => {
    expect(panicRule('send on closed channel')).toBe('send-on-closed');
    expect(panicRule('sync: unlock of unlocked mutex')).toBe('unlock-unlocked');
    expect(panicRule('sync: RUnlock of unlocked RWMutex')).toBe('unlock-unlocked');
    expect(panicRule('sync: negative WaitGroup counter')).toBe('negative-waitgroup');
    expect(panicRule('index out of range')).toBe('panic');
  });

  test('the place of a panic is the user’s, not the library’s', () => {
    const stack = 'goroutine 1:\npanic()\n\t/go/src/debug/chan.go:7 +0x1\np.F()\n\t/p/a.go:20 +0x2\n';
    expect(placeInStack(stack, sites)).toEqual({ file: '/p/a.go', line: 20, column: 1 });
  });

  test('races come from the race detector’s own words', () => {
    const report = `==================\nWARNING: DATA RACE\nRead at 0x1 by goroutine 7:\n  p.F()\n      /p/a.go:10 +0x1\n
Previous write at 0x1 by goroutine 6:\n  p.G()\n      /p/a.go:11 +0x1\n==================\n`;
    const found = findingsOf(outcome(record([]), { stderr: report }), sites, 'TestX');
    expect(found.map((one) => [one.rule, one.place?.line])).toEqual([['data-race', 10]]);
    expect(found.map(foundMessage)[0]).toContain('at a.go:11');
  });
});

test('coverage counts arms, pairs and lock orders', () => {
  const coverage = newCoverage(sites);
  const first = record([
    event(1, 2, 'lock', 1, 1),
    event(2, 2, 'lock', 2, 2),
    event(3, 3, 'lock', 1, 1),
    event(4, 2, 'select', 0, 3, { arm: 0 }),
  ]);
  expect(coverage.add(first)).toBeGreaterThan(0);
  expect(coverage.add(first)).toBe(0);
  expect(coverage.result()).toMatchObject({
    arms: { seen: 1, all: 3, missing: ['/p/a.go:23 send d', '/p/a.go:20 default'] },
    pairs: { seen: 1 },
    lockOrders: { seen: 1, opposite: [] },
  });
  coverage.add(record([event(1, 3, 'lock', 2, 2), event(2, 3, 'lock', 1, 1)]));
  expect(coverage.result().lockOrders.opposite).toEqual(['a -> b', 'b -> a']);
  // Two objects of one name, one inside the other.
  coverage.add(record([event(1, 3, 'lock', 2, 2), event(2, 3, 'lock', 5, 2)]));
  expect(coverage.result().lockOrders).toEqual({ seen: 3, opposite: ['a -> b', 'b -> a'] });
});

test('directions name places and arms, and say what they cannot place', () => {
  const step = (line: number, kind: OperationKind, inSelect = false) => ({
    file: '/p/a.go',
    line,
    column: 2,
    operation: operation(kind, { inSelect }),
  });
  const { patterns, unmatched } = directionsTo(
    [step(10, 'lock'), step(21, 'receive', true), step(20, 'select-default'), step(99, 'send')],
    sites,
  );
  expect(patterns.map(({ site: at, arm }) => [at, arm])).toEqual([
    [1, null],
    [3, 0],
    [3, -1],
  ]);
  expect(unmatched.map((one) => one.line)).toEqual([99]);
});

describe('shrinking', () => {
  // Fails whenever goroutine 3 takes lock 1 before goroutine 2 does.
  const natural = [event(1, 2, 'lock', 1, 1), event(2, 2, 'lock', 2, 2), event(3, 3, 'lock', 1, 1)];
  const long = [
    event(1, 2, 'lock', 2, 2),
    event(2, 1, 'lock', 2, 2),
    event(3, 3, 'lock', 1, 1),
    event(4, 1, 'lock', 2, 2),
    event(5, 2, 'lock', 1, 1),
  ];
  const short = [event(1, 3, 'lock', 1, 1), event(2, 2, 'lock', 1, 1)];

  test('keeps the failure and takes away what it does not need', async () => {
    let attempts = 0;
    const attempt = async (spec: StrategySpec) => {
      attempts++;
      const needed = spec.kind === 'chain' && spec.ops.some((op) => op.g === '0.1' && op.site === 1);
      const fails = needed || spec.kind === 'prefix';
      return { record: record(fails ? (spec.kind === 'chain' && spec.ops.length < 3 ? short : long) : natural), fails };
    };
    const best = await shrink(record(long), attempt, 50);
    expect(best.events).toEqual(short);
    expect(attempts).toBeLessThanOrEqual(50);
  });

  test('never gives a run that does not fail', async () => {
    const original = record(long);
    expect(await shrink(original, async () => ({ record: record(natural), fails: false }), 50)).toBe(original);
    expect(await shrink(original, async () => null, 50)).toBe(original);
  });

  test('counts changes of goroutine that nothing forced', () => {
    expect(costOf(record(natural))).toEqual([1, 3]);
    expect(costOf(record(long))[0]).toBe(4);
  });
});

test('the default leaves nearly everything to the systematic search where there is hardly anything to decide', () => {
  const mix = newMix(3);
  const kinds: string[] = [];
  for (let i = 0; i < 9; i++) {
    const assignment = mix.next();
    if (assignment === null) break;
    kinds.push(assignment.spec.kind);
    mix.observe(assignment, record([event(1, 2, 'lock', 1, 1), event(2, 3, 'lock', 1, 1)]));
  }
  // Two goroutines that never could do anything else: the search is over, and so is the test.
  expect(kinds).toEqual(['first', 'prefix']);
});

test('the default begins with the natural run and mixes the others', () => {
  const mix = newMix(3);
  const kinds = new Set<string>();
  for (let i = 0; i < 30; i++) {
    const assignment = mix.next();
    if (assignment === null) break;
    if (i === 0) expect(assignment.spec.kind).toBe('first');
    kinds.add(assignment.spec.kind);
    // Too many decisions for the systematic search.
    const events = Array.from({ length: 70 }, (_, k) => event(k + 1, 2 + (k % 2), 'lock', 1, 1));
    mix.observe(assignment, record(events));
  }
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['first', 'pct', 'pos', 'random']));
});
