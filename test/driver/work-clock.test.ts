// The clock of the analysis: work done, not time waited.

import { describe, expect, test } from 'vitest';
import { workClock } from '../../src/driver/host/work-clock.ts';

function clockAt(): { readonly read: () => number; set(wall: number, processor: number): void } {
  let now = { wall: 500, processor: 70 };
  const read = workClock({ wall: () => now.wall, processor: () => now.processor });
  return {
    read,
    set: (wall, processor) => {
      now = { wall: 500 + wall, processor: 70 + processor };
    },
  };
}

describe('the clock of the analysis', () => {
  test('is the one on the wall where nothing else runs', () => {
    const { read, set } = clockAt();
    expect(read()).toBe(0);
    // Compiler and collector have threads of their own.
    set(1000, 1300);
    expect(read()).toBe(1000);
  });

  test('counts what was worked where other programs take the processors', () => {
    const { read, set } = clockAt();
    set(1000, 400);
    expect(read()).toBe(400);
  });

  test('does not stand still, however little was worked', () => {
    const { read, set } = clockAt();
    set(1000, 1);
    expect(read()).toBe(250);
  });

  test('of this process goes on', () => {
    const read = workClock();
    const first = read();
    const end = performance.now() + 20;
    while (performance.now() < end);
    expect(read()).toBeGreaterThan(first);
  });
});
