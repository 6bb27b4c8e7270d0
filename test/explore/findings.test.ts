// What runs show: races beside the failures that they cause.

import { describe, expect, test } from 'vitest';
import { findingsOf, type RunOutcome } from '../../src/explore/findings.ts';
import { parseRecord } from '../../src/explore/protocol.ts';
import { foundMessage } from '../support/said.ts';

const race = `==================
WARNING: DATA RACE
Write at 0x00c0000124d8 by goroutine 8:
  example.com/p.TestX.func1()
      /src/p/x_test.go:12 +0x33

Previous read at 0x00c0000124d8 by goroutine 7:
  example.com/p.TestX()
      /src/p/x_test.go:14 +0x11
==================
`;

function outcomeEnd(kind: string): string {
  return `{"t":"end","kind":"${kind}","message":"","g":1,"s":0,"stack":"","steps":3,"now":0,"stuck":[],"effect":-1,"uncontrolled":false,"early":false,"failed":["TestX"]}`;
}

function outcome(kind: string, stdout: string, stderr: string): RunOutcome {
  return { record: parseRecord(`${outcomeEnd(kind)}\n`), stdout, stderr, exitCode: 1, timedOut: false };
}

const detected = '    testing.go:1617: race detected during execution of test\n';

describe('a failing run', () => {
  test('that failed because of a race is told as the race', () => {
    const found = findingsOf(outcome('failed', `--- FAIL: TestX (0.00s)\n${detected}`, race), new Map(), 'TestX');
    expect(found.map(({ rule }) => rule)).toEqual(['data-race']);
    expect(found.map(foundMessage)[0]).toContain('x_test.go:14');
  });

  test('is told by what its own file said last, not by what was logged', () => {
    const log =
      '    server.go:12: starting\n    x_test.go:5: ready\n    x_test.go:9: too late\n    server.go:80: stopped\n';
    expect(findingsOf(outcome('failed', log, ''), new Map(), 'TestX').map(foundMessage)).toEqual([
      'TestX fails under this schedule: too late',
    ]);
  });

  test('that failed for another reason too is told as both', () => {
    const own = '    x_test.go:20: not what was wanted\n';
    const found = findingsOf(outcome('failed', `--- FAIL: TestX (0.00s)\n${own}${detected}`, race), new Map(), 'TestX');
    expect(found.map(({ rule }) => rule)).toEqual(['data-race', 'flaky-test']);
  });
});

describe('a deadlock', () => {
  const stuck = (g: number, op: string, o: number): string =>
    `{"g":${g},"path":"0","op":"${op}","o":${o},"object":"0#${o}","s":0,"arms":[],"stack":"","state":"","holder":0,"excused":""}`;
  const run = (kind: string, ...list: readonly string[]): RunOutcome => {
    const lines = [
      '{"t":"g","g":1,"parent":0,"path":"0","s":0}',
      '{"t":"g","g":2,"parent":1,"path":"0.0","s":0}',
      outcomeEnd(kind).replace('"stuck":[]', `"stuck":[${list.join(',')}]`),
    ];
    return { record: parseRecord(`${lines.join('\n')}\n`), stdout: '', stderr: '', exitCode: 88, timedOut: false };
  };

  test('of the test is one finding, with those who wait to be stopped beside it', () => {
    const found = findingsOf(run('deadlock', stuck(1, 'send', 1), stuck(2, 'recv', 2)), new Map(), 'TestX');
    expect(found.map(({ rule, trace }) => [rule, trace.blocked.length])).toEqual([['global-deadlock', 2]]);
  });

  test('of one that nobody wakes is told as the wait that it is in', () => {
    const found = findingsOf(run('deadlock', stuck(1, 'cond-wake', 1)), new Map(), 'TestX');
    expect(found.map(foundMessage)).toEqual([
      expect.stringMatching(/every goroutine is blocked, TestX in .*\.Wait\(\)$/),
    ]);
    expect(found[0]?.trace.blocked[0]?.operation.kind).toBe('cond-wait');
  });

  test('of two senders on different channels is two', () => {
    const list = [stuck(1, 'send', 1), stuck(2, 'send', 2).replace('"s":0', '"s":1')];
    expect(findingsOf(run('deadlock', ...list), new Map(), 'TestX')).toHaveLength(2);
  });

  test('is not told of goroutines that a failing test has left', () => {
    const found = findingsOf(run('failed', stuck(2, 'recv', 2)), new Map(), 'TestX');
    expect(found.map(({ rule }) => rule)).toEqual(['flaky-test']);
  });
});

describe('a panic after a timer that fired early', () => {
  const early = (message: string, failed = ''): RunOutcome => {
    const end = outcomeEnd('panic')
      .replace('"failed":["TestX"]', `"failed":[${failed}]`)
      .replace('"early":false', '"early":true')
      .replace('"message":""', `"message":"${message}"`);
    return { record: parseRecord(`${end}\n`), stdout: '', stderr: '', exitCode: 2, timedOut: false };
  };

  test('is told where it is an error of Go', () => {
    const messages = ['runtime error: index out of range [1] with length 1', 'send on closed channel'];
    const rules = messages.flatMap((message) => findingsOf(early(message), new Map(), 'TestX').map(({ rule }) => rule));
    expect(rules).toEqual(['panic', 'send-on-closed']);
  });

  test('is not told where the test had failed before', () => {
    expect(
      findingsOf(early('runtime error: index out of range [1] with length 1', '"TestX"'), new Map(), 'TestX'),
    ).toEqual([]);
  });

  test('is not told where the program decided on it', () => {
    expect(findingsOf(early('timed out waiting for shutdown'), new Map(), 'TestX')).toEqual([]);
  });
});

describe('a run that passes', () => {
  test('shows nothing', () => {
    expect(findingsOf(outcome('passed', '', ''), new Map(), 'TestX')).toEqual([]);
  });

  test('still shows its races', () => {
    expect(findingsOf(outcome('passed', '', race), new Map(), 'TestX').map(({ rule }) => rule)).toEqual(['data-race']);
  });
});
