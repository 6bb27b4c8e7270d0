// Statements that Viper's files have and encodings of Go do not: jumps and quasihavoc.

import { describe, expect, test } from 'vitest';
import { verdicts } from './support.ts';

describe('jumps', () => {
  test('forward leave what is between out', () => {
    expect(
      verdicts(`method m(b: Bool) returns (r: Int)
{
  r := 1
  if (b) { goto end }
  r := 2
  label end
  assert b ==> r == 1
  assert !b ==> r == 2
  assert r == 2
}`),
    ).toEqual(['m: assert.failed:assertion.false@9']);
  });

  test('out of a loop take the permissions along that the loop left alone', () => {
    expect(
      verdicts(`field f: Int
method m(x: Ref, y: Ref) requires acc(x.f) && acc(y.f) && y.f == 3
{
  while (true) invariant acc(x.f)
  {
    x.f := 7
    goto out
  }
  label out
  assert x.f == 7 && y.f == 3
  assert false
}`),
    ).toEqual(['m: assert.failed:assertion.false@11']);
  });

  test('backward are loops with the invariants of their label', () => {
    expect(
      verdicts(`method m(n: Int) returns (i: Int)
{
  i := 0
  label head
    invariant i >= 0
  i := i + 1
  if (i < n) { goto head }
  assert i >= 1
  assert i >= n
  assert i == n
}`),
    ).toEqual(['m: assert.failed:assertion.false@10']);
  });
});

describe('quasihavoc', () => {
  test('forgets the value of one location and no other', () => {
    expect(
      verdicts(`field f: Int
method m(x: Ref, y: Ref, z: Ref)
  requires acc(x.f) && acc(y.f) && x.f == 1 && y.f == 2 && (z == x || z == y)
{
  quasihavoc z == x ==> z.f
  assert y.f == 2
  assert z == y ==> x.f == 1
  assert x.f == 1
}`),
    ).toEqual(['m: assert.failed:assertion.false@8']);
  });

  test('of many locations forgets those that the condition names', () => {
    expect(
      verdicts(`field f: Int
method m(s: Seq[Ref])
  requires |s| == 3
  requires forall i: Int, j: Int :: { s[i], s[j] } 0 <= i && i < j && j < |s| ==> s[i] != s[j]
  requires forall i: Int :: { s[i] } 0 <= i && i < |s| ==> acc(s[i].f) && s[i].f == i
{
  quasihavocall i: Int :: 0 <= i && i < 2 ==> s[i].f
  assert s[2].f == 2
  assert s[1].f == 1
}`),
    ).toEqual(['m: assert.failed:assertion.false@9']);
  });

  test('of many locations needs to know which is which', () => {
    expect(
      verdicts(`field f: Int
method m(s: Seq[Ref]) {
  quasihavocall i: Int :: 0 <= i && i < |s| ==> s[i].f
}`),
    ).toEqual(['m: quasihavocall.failed:quasihavocall.not.injective@3']);
  });
});
