// Verification together with termination: a member is proved only if it terminates where it says so.

import { describe, expect, test } from 'vitest';
import { SourceSet } from '../../src/base/source.ts';
import { verifyTerminating } from '../../src/proof/index.ts';
import { errorSpan, fullId, readProgram } from '../../src/vil/index.ts';
import { host } from './support.ts';

function verdicts(text: string): readonly string[] {
  const sources = new SourceSet();
  const { program } = readProgram('m.vpr', text, sources, () => null);
  const results = [...verifyTerminating(program, host)].map(({ member, verdict }) => {
    if (verdict.kind !== 'failed') return `${member.name}: ${verdict.kind}`;
    const errors = verdict.errors.map((error) => `${sources.position(errorSpan(error).pos)?.line} ${fullId(error)}`);
    return `${member.name}: ${errors.join(', ')}`;
  });
  return results.sort();
}

describe('termination', () => {
  test('of functions by numbers, also mutual', () => {
    expect(
      verdicts(`function f(n: Int): Int
  requires n >= 0
  decreases n
{ n == 0 ? 0 : g(n - 1) }
function g(n: Int): Int
  requires n >= 0
  decreases n
{ n == 0 ? 0 : f(n) }`),
    ).toEqual(['f: proved', 'g: 8 termination.failed:tuple.false']);
  });

  test('of functions by predicate instances', () => {
    expect(
      verdicts(`field next: Ref
predicate list(r: Ref) { acc(r.next) && (r.next != null ==> list(r.next)) }
function length(r: Ref): Int
  requires list(r)
  decreases list(r)
{ unfolding list(r) in r.next == null ? 1 : 1 + length(r.next) }
function endless(r: Ref): Int
  requires list(r)
  decreases list(r)
{ endless(r) }`),
    ).toEqual(['endless: 10 termination.failed:tuple.false', 'length: proved', 'list: proved']);
  });

  test('of functions by parts of adts', () => {
    expect(
      verdicts(`adt List { Nil() Cons(tail: List) }
function length(l: List): Int
  decreases l
{ l.isNil ? 0 : 1 + length(l.tail) }
function grow(l: List): Int
  decreases l
{ grow(Cons(l)) }`),
    ).toEqual(['grow: 7 termination.failed:tuple.false', 'length: proved']);
  });

  test('of methods and loops', () => {
    expect(
      verdicts(`method down(n: Int)
  decreases n
{
  if (n > 0) { down(n - 1) }
  var i: Int := 0
  while (i < n)
    decreases n - i
  { i := i + 1 }
}
method stuck(n: Int)
  decreases n
{
  var i: Int := 0
  while (i < n)
    decreases n - i
  { i := i - 1 }
}`),
    ).toEqual(['down: proved', 'stuck: 15 termination.failed:tuple.false']);
  });

  test('does not hide what is wrong otherwise', () => {
    expect(verdicts('function f(n: Int): Int\n  decreases n\n{ n > 0 ? f(n - 1) : 1 / 0 > none ? 1 : 2 }')).toEqual([
      'f: 1 function.not.wellformed:division.by.zero',
    ]);
  });
});
