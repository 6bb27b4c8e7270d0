// Which fragments get a second look: those to which it can show more than the first.

import { expect, test } from 'vitest';
import { type Another, type Turn, Turns } from '../../src/check/turns.ts';

const limits = { states: 1, work: 2_000_000, totalWork: 10_000_000, milliseconds: 600_000 };

/** Those that are looked at twice, where each takes all that it gets; `wishes` are told after the first look. */
function twice(total: number, wishes: readonly (Another | null)[]): readonly Turn[] {
  const turns = new Turns(wishes.length, { ...limits, totalWork: total });
  const again: Turn[] = [];
  for (let turn = turns.next(); turn !== null && turn !== 'later'; turn = turns.next()) {
    if (turn.round === 2) again.push(turn);
    turns.done(turn, turn.work, turn.round === 1 ? (wishes[turn.at] ?? null) : null);
  }
  return again;
}

test('none where there would be less work than it needs', () => {
  const wish = { urgency: 1, work: 1_500_000 };
  expect(twice(3_000_000, [wish, wish])).toEqual([]);
});

test('the work goes to those that are left', () => {
  const wish = { urgency: 1, work: 1_500_000 };
  // Four first looks take 2,000,000 each, of 9,900,000; what is left is enough for one.
  expect(twice(9_900_000, [wish, wish, null, null]).map(({ at }) => at)).toEqual([1]);
});

test('those first that are more urgent', () => {
  const later = { urgency: 2, work: 0 };
  const sooner = { urgency: 1, work: 0 };
  expect(twice(40_000_000, [later, sooner, null]).map(({ at }) => at)).toEqual([1, 0]);
});

/** All turns, where each look takes what `took` says; `inOrder` picks which of those under way is done next. */
function shares(fragments: number, atOnce: number, pick: (underWay: number) => number): readonly string[] {
  const turns = new Turns(fragments, { ...limits, totalWork: 26_000_000 });
  const underWay: Turn[] = [];
  const seen: string[] = [];
  for (;;) {
    const turn = underWay.length < atOnce ? turns.next() : 'later';
    if (turn === null && underWay.length === 0) break;
    if (turn !== null && turn !== 'later') {
      seen.push(`${turn.round} ${turn.at} ${turn.work}`);
      underWay.push(turn);
      continue;
    }
    const [done] = underWay.splice(pick(underWay.length), 1);
    if (done === undefined) throw new Error('nothing is under way');
    const worked = Math.min(done.work, 40_000 * (done.at % 7));
    turns.done(done, worked, done.at % 5 === 0 ? { urgency: done.at % 2, work: 0 } : null);
  }
  return seen.sort();
}

test('shares do not depend on how many are under way, nor on which is done first', () => {
  const alone = shares(200, 1, () => 0);
  expect(alone.length).toBeGreaterThan(200);
  expect(new Set(alone.map((turn) => turn.split(' ')[2])).size).toBeGreaterThan(10);
  expect(shares(200, 3, (n) => n - 1)).toEqual(alone);
  expect(shares(200, 50, (n) => n - 1)).toEqual(alone);
  expect(shares(200, 17, (n) => (n * 7) % n)).toEqual(alone);
});

test('a turn that is given back is the same for whichever process takes it next', () => {
  const turns = new Turns(3, limits);
  const turn = turns.next();
  if (turn === null || turn === 'later') throw new Error('no turn');
  turns.giveBack(turn);
  expect(turns.waiting).toBe(3);
  expect(turns.next()).toEqual(turn);
});

test('second looks that take little are all made, although each could take more than its share', () => {
  const turns = new Turns(110, { states: 1, work: 3_000_000, totalWork: 76_500_000, milliseconds: 600_000 });
  const again = new Set<number>();
  for (let turn = turns.next(); turn !== null && turn !== 'later'; turn = turns.next()) {
    if (turn.round === 2) again.add(turn.at);
    const worked = turn.round === 2 ? 20_000 : turn.at % 10 < 9 ? Math.min(turn.work, 700_000) : 5_000;
    turns.done(turn, worked, { urgency: 0, work: 0 });
  }
  expect(again.size).toBe(110);
});
