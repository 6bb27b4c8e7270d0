// Programs that are hard on the engine or on the solver: a verdict, never `proved` without a proof, and nothing hangs.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { verifyProgram } from '../../src/proof/index.ts';
import { type Expr, type Method, readProgram } from '../../src/vil/index.ts';
import { host, verdicts } from './support.ts';

/** Small, so that what runs away is stopped soon: verdicts may not depend on how fast the machine is. */
const options = { prover: { resources: 200_000, memberResources: 2_000_000 } };

describe('what runs away is stopped', () => {
  test('axioms that make new terms forever', () => {
    const text = `domain D {
  function f(i: Int): Int
  function g(i: Int): Int
  axiom { forall i: Int :: { f(i) } f(i) > f(i + 1) + g(f(i)) }
  axiom { forall i: Int :: { g(i) } g(i) == f(g(i + 1)) }
}
method m() { assert f(1) == 7 }
method n(i: Int) { assert i == i + 0 }`;
    const [m, n] = verdicts(text, options);
    expect(m).not.toBe('m: proved');
    expect(n).toBe('n: proved');
  });

  test('a function in its own contract', () => {
    const text = `function f(i: Int): Int
  requires i > 0 ==> f(i - 1) > 0
  ensures result > f(i)
{ i }
method m() { assert f(1) == 1  assert false }
method n() { assert 1 + 1 == 2 }`;
    const results = verdicts(text, options);
    expect(results[0]).not.toBe('f: proved');
    expect(results[2]).toBe('n: proved');
  });

  test('a predicate that unfolds itself', () => {
    const text = `field next: Ref
predicate list(r: Ref) { acc(r.next) && (r.next != null ==> list(r.next) && unfolding list(r.next) in r.next.next != r) }
function length(r: Ref): Int requires list(r) ensures result > 0
{ unfolding list(r) in r.next == null ? 1 : 1 + length(r.next) }
method m(r: Ref) requires list(r) { assert length(r) > 3 }`;
    const results = verdicts(text, options);
    expect(results.find((line) => line.startsWith('m: '))).not.toBe('m: proved');
  });

  test('more paths than can be followed', () => {
    const ifs = Array.from({ length: 24 }, (_, i) => `if (b[${i}] > 0) { s := s + b[${i}] } else { s := s - b[${i}] }`);
    const text = `method m(b: Seq[Int]) requires |b| == 24 { var s: Int := 0 ${ifs.join('\n')} assert s >= 0 }`;
    expect(verdicts(text, { prover: { resources: 200_000, memberResources: 1_000_000 } })).toEqual(['m: timeout']);
  });
});

test('triggers that cannot match do not make a proof', () => {
  const text = `function f(i: Int): Int
method m() requires forall i: Int :: { i } f(i) > 0 { assert f(3) > 0  assert f(3) > 1 }
method n() requires forall i: Int, j: Int :: { f(i) } i < j ==> f(i) == 0 { assert f(3) == 1 }`;
  for (const line of verdicts(text, options).slice(1)) expect(line).not.toMatch(/proved/);
});

test('what is nested too deeply costs one member', () => {
  const text = `method m(i: Int) { assert i + 1 > i }
method n(i: Int) { assert i + 1 > i }`;
  const { program } = readProgram('test.vpr', text, new SourceSet(), () => null);
  const methods = program.methods.map((method): Method => {
    const [stmt] = method.body?.stmts ?? [];
    if (method.name !== 'm' || stmt?.kind !== 'Assert') return method;
    let assertion: Expr = stmt.assertion;
    for (let i = 0; i < 100_000; i++)
      assertion = { ...assertion, kind: 'Unary', op: 'not', operand: assertion } as Expr;
    return { ...method, body: { kind: 'Block', src: method.src, stmts: [{ ...stmt, assertion }] } };
  });
  const results = [...verifyProgram({ ...program, methods }, host)];
  expect(results.map(({ verdict }) => verdict)).toEqual([
    { kind: 'unknown', reason: 'it is nested too deeply' },
    { kind: 'proved' },
  ]);
});
