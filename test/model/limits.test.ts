// Searches without end: limits on memory and states stop them, and what they found still counts.

import { describe, expect, test } from 'vitest';
import { parseProgram } from '../../src/comm/index.ts';
import { checkProgram, type ModelOptions, type ModelResult } from '../../src/model/index.ts';

function check(text: string, options: Partial<ModelOptions>): ModelResult {
  const parsed = parseProgram(`program "p" function\n${text}`, 'p.comm');
  if (!parsed.ok) throw new Error(parsed.message);
  return checkProgram(parsed.program, { now: () => 0, maxStates: 1e9, ...options });
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
  let time = 0;
  const now = (): number => (time += 10_000);
  const result = check(ring, { properties, now, maxMilliseconds: 1 });
  expect(result.verdicts.get('liveness')?.kind).toBe('bounded');
  expect(result.limits).toEqual(['time']);
});

describe('something that is not followed', () => {
  const more = 'gap "a function is not followed"';
  const far = 'gap "f lies beyond the functions that are followed"';

  test('leaves a search a part of its states', () => {
    expect(check(`${more}\n${counter}`, { maxStates: 1000, openShare: 0.1 }).states).toBeLessThan(110);
    expect(check(counter, { maxStates: 1000, openShare: 0.1 }).states).toBeGreaterThan(1000);
  });

  test('is none of that if it would be followed from further away', () => {
    expect(check(`${far}\n${counter}`, { maxStates: 1000, openShare: 0.1 }).states).toBeGreaterThan(1000);
  });
});
