// Functions that give back what others were made of: what axioms say of them is used, and nothing more.

import { expect, test } from 'vitest';
import type { SyncSolverHost } from '../../src/smt/index.ts';
import { verdicts } from './support.ts';

const pairs = `domain Pair {
  function pair(a: Ref, n: Int): Pair
  function first(p: Pair): Ref
  function size(p: Pair): Int
  axiom { forall p: Pair :: { size(p) } 0 <= size(p) }
  axiom { forall a: Ref, n: Int :: { pair(a, n) } first(pair(a, n)) == a }
  axiom { forall a: Ref, n: Int :: { pair(a, n) } 0 <= n ==> size(pair(a, n)) == n }
}
`;

test('what holds everywhere, and what holds under a condition', () => {
  const text = `${pairs}
method always(a: Ref, b: Ref, n: Int) { assert first(pair(a, n)) == a  assert pair(a, n) == pair(b, n) ==> a == b }
method condition(a: Ref, n: Int) requires n > 3 { assert size(pair(a, n)) == n }
method branch(a: Ref, n: Int) { if (n > 3) { assert size(pair(a, n)) == n } else { assert n > 3 } }
method unguarded(a: Ref, n: Int) { assert size(pair(a, n)) == n }
method consistent(a: Ref) { var k: Int := size(pair(a, -1))  assert k >= 0  assert false }
method different(a: Ref, n: Int, m: Int) requires n >= 0 && m >= 0 { assert pair(a, n) == pair(a, m) ==> n == m }
method parts(a: Ref, n: Int, m: Int) { assert pair(a, n) == pair(a, m) ==> n == m }`;
  expect(verdicts(text)).toEqual([
    'always: proved',
    'condition: proved',
    'branch: assert.failed:assertion.false@12',
    'unguarded: assert.failed:assertion.false@13',
    'consistent: assert.failed:assertion.false@14',
    'different: proved',
    'parts: assert.failed:assertion.false@16',
  ]);
});

const cells = `field val: Int
domain Block {
  @inverse("blockOf", "indexOf")
  function cell(b: Block, i: Int): Ref
  function blockOf(r: Ref): Block
  function indexOf(r: Ref): Int
  axiom { forall b: Block, i: Int :: { cell(b, i) } blockOf(cell(b, i)) == b && indexOf(cell(b, i)) == i }
}
domain Part {
  function part(b: Block, o: Int): Part
  function of(p: Part): Block
  function start(p: Part): Int
  axiom { forall b: Block, o: Int :: { part(b, o) } of(part(b, o)) == b && start(part(b, o)) == o }
  function at(o: Int, i: Int): Int
  axiom { forall o: Int, i: Int :: { at(o, i) } at(o, i) == o + i }
}
`;

test('sums by name are sums, and are matched', () => {
  const held = 'forall i: Int :: 0 <= i && i < 9 ==> acc(cell(of(p), at(start(p), i)).val)';
  const text = `${cells}
method read(p: Part, q: Part)
  requires (${held}) && (forall i: Int :: 0 <= i && i < 9 ==> cell(of(p), at(start(p), i)).val == i)
  requires q == part(of(p), start(p) + 2)
{
  assert cell(of(p), at(start(p), 3)).val == 3
  assert cell(of(part(of(p), start(p) + 2)), at(start(part(of(p), start(p) + 2)), 1)).val == 3
  assert cell(of(q), at(start(q), 1)) == cell(of(p), at(start(p), 3))
}
method beyond(p: Part) requires ${held} { cell(of(p), at(start(p), 9)).val := 1 }
method before(p: Part) requires ${held} { cell(of(part(of(p), start(p) - 1)), at(start(p) - 1, 0)).val := 1 }`;
  expect(verdicts(text)).toEqual([
    'read: proved',
    'beyond: assignment.failed:insufficient.permission@26',
    'before: assignment.failed:insufficient.permission@27',
  ]);
});

test('a function that is written out needs its precondition, and is what its body says', () => {
  const text = `${pairs}
@inline()
function longer(p: Pair, n: Int): Pair requires 0 <= n { pair(first(p), size(p) + n) }
method m(p: Pair) { assert size(longer(p, 2)) == size(p) + 2  assert first(longer(longer(p, 1), 1)) == first(p) }
method n(p: Pair) { var q: Pair := longer(p, -1) }
method o(p: Pair) { assert size(longer(p, 2)) == size(p) + 3 }`;
  expect(verdicts(text)).toEqual([
    'longer: proved',
    'm: proved',
    'n: application.precondition:assertion.false@13',
    'o: assert.failed:assertion.false@14',
  ]);
});

test('a written trigger with a sum is matched, also where another one could be found', () => {
  const text = `domain D { function f(i: Int): Int function g(i: Int): Int }
method m(k: Int)
  requires forall i: Int :: { f(i + k) } f(i + k) == g(i)
  requires forall i: Int :: { g(i) } g(i) == i
{ assert f(7) == 7 - k  assert f(7) == 8 - k }`;
  expect(verdicts(text)).toEqual(['m: assert.failed:assertion.false@5']);
  expect(verdicts(text.replace('assert f(7) == 8 - k', ''))).toEqual(['m: proved']);
});

/** A solver whose channels answer in turn what `answers` says for them, and which notes what they were given. */
function scripted(answers: readonly string[], given: string[]): SyncSolverHost {
  let started = 0;
  return {
    name: 'scripted',
    start: () => {
      const mine = started++;
      return {
        name: 'scripted',
        run: (script) => {
          given.push(`${mine} ${script}`);
          return { kind: 'text', text: `${answers[mine] ?? 'unknown'}\n(:reason-unknown "canceled")\n(:rlimit 7)\n` };
        },
        close: () => undefined,
      };
    },
  };
}

test('where a solver runs out of resources, others get the whole question', () => {
  const text = 'method m(i: Int) requires i > 70 { assert i > 60 }';
  const given: string[] = [];
  expect(verdicts(text, {}, scripted(['unknown', 'unsat'], given))).toEqual(['m: proved']);
  const whole = given.filter((script) => script.startsWith('1 '));
  expect(whole.length).toBeGreaterThan(0);
  for (const script of whole) expect(script).toMatch(/71.*check-sat/s);
  expect(verdicts(text, {}, scripted(['unknown', 'unknown'], []))).toEqual(['m: timeout']);
  expect(verdicts(text, {}, scripted(['unknown', '(error "lost")', 'unsat'], []))).toEqual(['m: proved']);
});
