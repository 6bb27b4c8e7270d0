// Which fragments get a second look: those to which it can show more than the first.

import { expect, test } from 'vitest';
import { type Another, type Turn, Turns } from '../../src/check/turns.ts';

const limits = { states: 1, milliseconds: 2000, totalMilliseconds: 10_000 };

/** Those that are looked at twice, where each takes all that it gets; `wishes` are told after the first look. */
function twice(total: number, wishes: readonly (Another | null)[]): readonly Turn[] {
  const turns = new Turns(wishes.length, { ...limits, totalMilliseconds: total });
  const again: Turn[] = [];
  for (let turn = turns.next(); turn !== null && turn !== 'later'; turn = turns.next()) {
    if (turn.round === 2) again.push(turn);
    turns.done(turn, turn.milliseconds, turn.round === 1 ? (wishes[turn.at] ?? null) : null);
  }
  return again;
}

test('none where there would be less time than it needs', () => {
  const wish = { urgency: 1, milliseconds: 1500 };
  expect(twice(3000, [wish, wish])).toEqual([]);
});

test('the time goes to those that are left', () => {
  const wish = { urgency: 1, milliseconds: 1500 };
  // Four first looks take 2000 each, of 9900; what is left is enough for one.
  expect(twice(9900, [wish, wish, null, null]).map(({ at }) => at)).toEqual([1]);
});

test('those first that are more urgent', () => {
  const later = { urgency: 2, milliseconds: 0 };
  const sooner = { urgency: 1, milliseconds: 0 };
  expect(twice(40_000, [later, sooner, null]).map(({ at }) => at)).toEqual([1, 0]);
});
