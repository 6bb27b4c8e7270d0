// The solvers behind the engine: the same verdicts from each, and members that a broken one cannot harm.

import { describe, expect, test } from 'vitest';
import { nativeSyncHost } from '../../src/driver/solver/native-sync.ts';
import type { Reply, SyncSolverHost } from '../../src/smt/index.ts';
import { verdicts, wasm } from './support.ts';

const program = `field f: Int
domain D { function d(i: Int): Int  axiom { forall i: Int :: { d(i) } d(i) > i } }
predicate P(x: Ref) { acc(x.f) && x.f > 0 }
function get(x: Ref): Int requires P(x) ensures result > 0 { unfolding P(x) in x.f }
method sum(s: Seq[Ref]) returns (r: Int)
  requires forall i: Int, j: Int :: 0 <= i && i < j && j < |s| ==> s[i] != s[j]
  requires forall i: Int :: 0 <= i && i < |s| ==> acc(s[i].f)
  requires forall i: Int :: 0 <= i && i < |s| ==> s[i].f >= 0
  ensures r >= 0
{
  var i: Int := 0
  r := 0
  while (i < |s|)
    invariant 0 <= i && i <= |s| && r >= 0
    invariant forall k: Int :: 0 <= k && k < |s| ==> acc(s[k].f, 1/2)
    invariant forall k: Int :: 0 <= k && k < |s| ==> s[k].f >= 0
  { r := r + s[i].f  i := i + 1 }
}
method wrong(x: Ref) requires P(x) { assert get(x) > 0  assert get(x) == d(3) }
method right(x: Ref, y: Ref) requires acc(x.f) && acc(y.f) { x.f := 1  y.f := d(2)  assert x.f + y.f > 3 }`;

const expected = [
  'get: proved',
  'P: proved',
  'sum: proved',
  'wrong: assert.failed:assertion.false@19',
  'right: proved',
];

const native = nativeSyncHost();

describe('verdicts are the same with', () => {
  test('Z3 in WebAssembly', () => {
    expect(verdicts(program, {}, wasm)).toEqual(expected);
    // A second program in the same thread starts with nothing of the first.
    expect(verdicts(program, {}, wasm)).toEqual(expected);
  });

  test.skipIf(native === null)('the z3 on the PATH', () => {
    expect(verdicts(program, {}, native as SyncSolverHost)).toEqual(expected);
  });
});

/** A host whose answers are changed: `replace` gets the number of the call, from 1, and gives null to keep the answer. */
function tampering(replace: (call: number) => Reply | null): SyncSolverHost {
  let calls = 0;
  return {
    name: wasm.name,
    start: (options) => {
      const channel = wasm.start(options);
      return { ...channel, run: (script, limit, fresh) => replace(++calls) ?? channel.run(script, limit, fresh) };
    },
  };
}

const members = `method a(i: Int) requires i > 2 { assert i * i > 4 }
method b(i: Int) requires i > 2 { assert i * i > 4 }
method c(i: Int) requires i > 2 { assert i * i > 4 }`;

describe('a solver that', () => {
  const cases: readonly (readonly [string, Reply])[] = [
    ['dies', { kind: 'failed', reason: 'the solver ended by itself (code 3)' }],
    ['prints rubbish', { kind: 'text', text: ')) un(sat' }],
    ['prints nothing', { kind: 'text', text: '' }],
    ['reports an error and an answer', { kind: 'text', text: '(error "line 1: unknown constant x")\nunsat\n' }],
  ];
  test.each(cases)('%s costs one member', (_, reply) => {
    const host = tampering((call) => (call === 3 ? reply : null));
    expect(verdicts(members, {}, host)).toEqual(['a: proved', 'b: unknown', 'c: proved']);
  });
});

test('the end of the resources is a verdict of its own', () => {
  const hard = `method m(a: Int, b: Int, c: Int) requires a > 0 && b > 0 && c > 0 { assert a*a*a + b*b*b != c*c*c }
method n(i: Int) { assert i == i + 0 }`;
  expect(verdicts(hard, { prover: { resources: 20_000 } }, wasm)).toEqual(['m: timeout', 'n: proved']);
});
