// Progress: how much is done, and a guess of what is left that is only made once there is something to go by.

import { expect, test } from 'vitest';
import { newCounter } from '../../src/cli/progress.ts';

test('what is left is guessed from what was done', () => {
  let clock = 0;
  const text = newCounter(() => clock);
  expect(text('loading a')).toBe('loading a');
  expect(text('F', 0, 100)).toBe('0/100: F');
  clock = 1000;
  expect(text('G', 10, 100)).toBe('10/100: G');
  clock = 5000;
  expect(text('H', 20, 100)).toBe('20/100, about 20s left: H');
  clock = 10_000;
  expect(text('H', 4, 100)).toBe('4/100: H');
  clock = 100_000;
  expect(text('H', 50, 100)).toBe('50/100, about 1m40s left: H');
  expect(text('H', 100, 100)).toBe('100/100: H');
});
