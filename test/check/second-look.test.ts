// A second look, at locks only, is for what locks: other fragments are searched once.

import { expect, test } from 'vitest';
import { analyse } from '../../src/check/analyse.ts';
import { loadSource } from '../support/analysis.ts';

/** How many programs were searched, and what came of it. */
function searches(body: string): readonly [number, string | undefined] {
  let asked = 0;
  const cache = {
    keyOf: () => '',
    get: () => {
      asked++;
      return null;
    },
    put: () => {},
  };
  const limits = { states: 100_000, work: 1_000_000_000, totalWork: 1_000_000_000, milliseconds: 600_000 };
  const { fragments } = analyse({
    ...loadSource(`package p\n\nimport "sync"\n\nvar mu sync.Mutex\n\nfunc F(n int) {\n${body}\n}\n`),
    limits,
    now: () => 0,
    progress: () => {},
    only: null,
    earlier: () => cache,
  });
  return [asked, fragments[0]?.verdict];
}

const loop = 'c := make(chan int)\ngo func() { for i := 0; i < n; i++ { c <- i } }()\nfor i := 0; i < n; i++ { <-c }';

test('where there is a lock', () => {
  expect(searches(`mu.Lock()\n${loop}\nmu.Unlock()`)).toEqual([2, 'bounded']);
});

test('and not where there is none', () => {
  expect(searches(loop)).toEqual([1, 'bounded']);
});
