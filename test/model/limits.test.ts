// Searches without end: limits on memory and states stop them, and what they found still counts.

import { describe, expect, test } from 'vitest';
import { parseProgram } from '../../src/comm/index.ts';
import { checkProgram, type ModelOptions, type ModelResult } from '../../src/model/index.ts';

function check(text: string, options: Partial<ModelOptions>): ModelResult {
  const parsed = parseProgram(`program "p" function\n${text}`, 'p.comm');
  if (!parsed.ok) throw new Error(parsed.message);
  return checkProgram(parsed.program, { maxStates: 1e9, ...options });
}

const counter = `
  proc main() {
    c = chan 0
    go take(c)
    i = 0
    loop count {
      i = i + 1
      send c, i
    }
  }
  proc take(c) {
    loop take {
      x = recv c
    }
  }`;

const buffer = `
  proc main() {
    c = chan 1000000
    i = 0
    loop fill {
      i = i + 1
      send c, i
    }
  }`;

const spawner = `
  proc main() {
    c = chan 0
    d = chan 1
    loop start {
      go wait(c)
      send d, 1
      recv d
    }
  }
  proc wait(c) {
    recv c
  }`;

describe('a limit of memory', () => {
  const megabyte = 1 << 20;
  const programs = { 'a counter': counter, 'a buffer': buffer, 'new goroutines': spawner };

  test.each(Object.entries(programs))('ends a search that %s would never end', (_name, text) => {
    const before = process.memoryUsage();
    const result = check(text, { maxMemory: 8 * megabyte });
    const after = process.memoryUsage();
    expect(result.limits).toEqual(['memory']);
    expect(result.verdicts.get('global-deadlock')?.kind).toBe('bounded');
    expect(result.states).toBeGreaterThan(50);
    // The estimate is rough, and garbage comes on top; without a limit each of these takes gigabytes.
    const used = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    expect(used).toBeLessThan(80 * megabyte);
  });
});

test('a limit of states ends a search close to it', () => {
  const result = check(counter, { maxStates: 1000 });
  expect(result.limits).toEqual(['states']);
  expect(result.states).toBeGreaterThan(1000);
  expect(result.states).toBeLessThan(1600);
});

test('a formula that takes too long is given up', () => {
  const ring = `
    proc main() {
      c = chan 0
      go give(c)
      x = recv c
    }
    proc give(c) {
      send c, 1
    }`;
  const properties = ['liveness'] as const;
  expect(check(ring, { properties }).verdicts.get('liveness')?.kind).toBe('proved');
  let calls = 0;
  const result = check(ring, { properties, expired: () => calls++ > 2 });
  expect(result.verdicts.get('liveness')?.kind).toBe('bounded');
  expect(result.limits).toEqual(['time']);
});

describe('a limit of work', () => {
  test('ends a search at the same state each time, and says so', () => {
    const [one, other] = [1, 2].map(() => check(counter, { maxWork: 10_000 }));
    expect(one?.limits).toEqual(['work']);
    expect(one?.verdicts.get('goroutine-leak')?.kind).toBe('bounded');
    expect(one?.states).toBeGreaterThan(100);
    expect(other).toEqual(one);
  });

  test('is one for all values of the parameters together', () => {
    const text = counter.replace('proc main() {', 'param n int\nproc main() {\n    if $n == 7 { yield }');
    const once = check(text, { maxWork: 200_000, params: [['n', [1]]] });
    const often = check(text, { maxWork: 200_000, params: [['n', [1, 2, 3, 4, 5, 6, 7]]] });
    expect(often.work).toBeLessThan(2 * once.work);
  });

  test('does not depend on the time, which is a backstop of its own', () => {
    const slow = check(counter, { maxWork: 10_000, expired: () => true });
    expect(slow.limits).toEqual(['time']);
    expect(slow.work).toBeLessThan(10_000);
  });

  test('counts what it takes to look through the states that were found', () => {
    const one = check(spawner, { maxStates: 50 });
    const steps = check(spawner, { maxStates: 50, properties: ['panic'] });
    expect(one.work).toBeGreaterThan(steps.work);
  });
});

describe('something that is not followed', () => {
  const more = 'gap notFollowed "f"';
  const far = 'gap beyondHorizon "f"';

  test('leaves a search a part of its states', () => {
    expect(check(`${more}\n${counter}`, { maxStates: 1000, openShare: 0.1 }).states).toBeLessThan(110);
    expect(check(counter, { maxStates: 1000, openShare: 0.1 }).states).toBeGreaterThan(1000);
  });

  test('is none of that if it would be followed from further away', () => {
    expect(check(`${far}\n${counter}`, { maxStates: 1000, openShare: 0.1 }).states).toBeGreaterThan(1000);
  });
});
