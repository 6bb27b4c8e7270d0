// Time is a backstop: what it cuts says so, and nothing is proved by it; what work cuts ends at the same place however long it takes.

import { expect, test } from 'vitest';
import { prepare } from '../../src/check/analyse.ts';
import type { Checked } from '../../src/check/fragment-check.ts';
import { loadSource } from '../support/analysis.ts';

/** More states than anything here may look at, with a second fragment that is done at once. */
const text = `package p
func Large(n int) {
	a, b := make(chan int, 3), make(chan int, 5)
	for range 10 {
		go func() {
			for k := range 40 {
				select {
				case a <- k:
				case b <- k:
				case <-a:
				case <-b:
				}
			}
		}()
	}
}
func Small() { c := make(chan int, 1); c <- 1 }
`;

/** Looks at all fragments with a clock that goes on by so many milliseconds whenever it is read. */
function look(work: number, step: number): ReadonlyMap<string, Checked> {
  let time = 0;
  const stage = prepare({
    ...loadSource(text),
    limits: { states: 1_000_000_000, work, totalWork: null, milliseconds: 1_000 },
    now: () => (time += step),
    progress: () => {},
    only: null,
  });
  const looks = stage.roots.map((_, at) => stage.look({ at, round: 1, position: at, work }).checked);
  return new Map(looks.flatMap((one) => (one === null ? [] : [[one.fragment.function, one] as const])));
}

test('a search that takes too long for its work is ended, and the verdict says so', () => {
  const found = look(1_000_000_000, 100);
  const large = found.get('Large');
  expect(large?.late).toBe(true);
  expect(large?.fragment.verdict).not.toBe('proved');
  expect(large?.fragment.reasons).toContainEqual({ kind: 'late' });
  expect(found.get('Small')).toMatchObject({ late: false, fragment: { verdict: 'proved', reasons: [] } });
});

test('how long a search takes does not matter as long as it is not too long', () => {
  const [slow, quick] = [look(200_000, 0.5), look(200_000, 0)];
  const large = slow.get('Large');
  expect(large).toMatchObject({ late: false, cut: true });
  expect(large?.fragment.reasons).not.toContainEqual({ kind: 'late' });
  expect({ ...large?.fragment, ms: 0 }).toEqual({ ...quick.get('Large')?.fragment, ms: 0 });
});
