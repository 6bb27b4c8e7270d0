// The engine on small programs: what holds is proved, what does not fails with its identifier at its line.

import { describe, expect, test } from 'vitest';
import { verdicts } from './support.ts';

/** Programs, and what has to come of their members. */
const programs: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  [
    'two full permissions are two locations',
    `field f: Int
     method m(x: Ref, y: Ref) returns (r: Int)
       requires acc(x.f) && acc(y.f) && x.f > 0
       ensures acc(x.f) && x.f == old(x.f) + 1 && r > 1
     { assert x != y  x.f := x.f + 1  r := x.f }`,
    ['m: proved'],
  ],
  [
    'half a permission does not allow a write',
    `field f: Int
     method m(x: Ref) requires acc(x.f, 1/2)
     { x.f := 3 }`,
    ['m: assignment.failed:insufficient.permission@3'],
  ],
  [
    'what an invariant leaves out survives the loop',
    `field f: Int
     method m(x: Ref, y: Ref) requires acc(x.f) && acc(y.f) && y.f == 7 ensures acc(x.f) && acc(y.f) && y.f == 7
     { var i: Int := 0
       while (i < 10) invariant acc(x.f) && 0 <= i && i <= 10 { x.f := i  i := i + 1 }
       assert i == 10
       assert y.f == 7
       assert x.f == 9 }`,
    ['m: assert.failed:assertion.false@7'],
  ],
  [
    'the postcondition of a lemma holds although its value is not used',
    `function sum(n: Int): Int requires n >= 0 { n == 0 ? 0 : n + sum(n - 1) }
     function lemma(n: Int): Bool requires n >= 0 ensures 2 * sum(n) == n * n + n { n == 0 ? true : lemma(n - 1) }
     function wrong(n: Int): Bool requires n >= 0 ensures 2 * sum(n) == n * n { n == 0 ? true : wrong(n - 1) }
     method m(n: Int) requires n >= 2 { var b: Bool  b := lemma(n)  assert sum(n) >= n  assert sum(n) > n * n }`,
    [
      'sum: proved',
      'lemma: proved',
      'wrong: postcondition.violated:assertion.false@3',
      'm: assert.failed:assertion.false@4',
    ],
  ],
  [
    'functions of what a quantifier does not bind are known in its body',
    `function start(a: Int, o: Int): Int requires 0 <= o { a + o }
     method m(a: Int, o: Int, n: Int) requires 0 <= o && o <= n
     { assert forall i: Int :: 0 <= i && i < n - o ==> start(a, o) + i == a + o + i
       assert forall i: Int :: 0 <= i && i < n - o ==> start(a, o) + i == a + i }`,
    ['start: proved', 'm: assert.failed:assertion.false@4'],
  ],
  [
    'dropping more than there is comes to an end',
    `function flat(xs: Seq[Seq[Int]]): Seq[Int] { |xs| == 0 ? Seq[Int]() : xs[0] ++ flat(xs[1..]) }
     method m(xs: Seq[Int]) { assert flat(Seq(xs)[1..]) == Seq[Int]()  assert flat(Seq(xs)) == xs
       assert flat(Seq(xs, xs)) == xs }`,
    ['flat: proved', 'm: assert.failed:assertion.false@3'],
  ],
  [
    'a recursive predicate and a function over it',
    `field f: Int
     field next: Ref
     predicate list(x: Ref) { acc(x.f) && acc(x.next) && (x.next != null ==> list(x.next)) }
     function len(x: Ref): Int requires list(x) ensures result > 0
     { unfolding list(x) in (x.next == null ? 1 : 1 + len(x.next)) }
     method keep(x: Ref) requires list(x) ensures list(x) && len(x) == old(len(x))
     { unfold list(x)  x.f := 3  fold list(x) }
     method lose(x: Ref) requires list(x) ensures list(x) && len(x) == old(len(x))
     { unfold list(x)  x.next := null  fold list(x) }`,
    ['len: proved', 'list: proved', 'keep: proved', 'lose: postcondition.violated:assertion.false@8'],
  ],
  [
    'quantified permissions over the elements of a sequence',
    `field f: Int
     method m(s: Seq[Ref])
       requires forall i: Int, j: Int :: 0 <= i && i < j && j < |s| ==> s[i] != s[j]
       requires forall i: Int :: 0 <= i && i < |s| ==> acc(s[i].f)
       ensures forall i: Int :: 0 <= i && i < |s| ==> acc(s[i].f)
     { if (|s| > 3) { s[1].f := 5  s[2].f := 6  assert s[1].f == 5  assert s[2].f == 5 } }`,
    ['m: assert.failed:assertion.false@6'],
  ],
  [
    'a receiver that is there twice',
    `field f: Int
     method m(s: Seq[Ref]) requires forall i: Int :: 0 <= i && i < |s| ==> acc(s[i].f)
     { }`,
    ['m: not.wellformed:qp.not.injective@2'],
  ],
  [
    'what is left of a permission that may be nothing does not keep its value',
    `field f: Int
     method m(x: Ref, b: Bool) requires acc(x.f, 1/2)
     { var v: Int := x.f
       exhale acc(x.f, b ? 1/2 : none)
       inhale acc(x.f, 1/2)
       assert !b ==> v == x.f
       assert v == x.f }`,
    ['m: assert.failed:assertion.false@7'],
  ],
  [
    'a function does not depend on what its precondition names with no permission',
    `field f: Int
     function g(x: Ref, y: Ref, b: Bool): Int requires acc(x.f, b ? write : none) && acc(y.f)
     method m(x: Ref, y: Ref) requires acc(x.f) && acc(y.f)
     { var v: Int := g(x, y, false)
       var w: Int := g(x, y, true)
       x.f := x.f + 1
       assert v == g(x, y, false)
       assert w == g(x, y, true) }`,
    ['g: trusted', 'm: assert.failed:assertion.false@8'],
  ],
  [
    'a function that reads two locations may read one twice',
    `field f: Int
     function g(x: Ref, y: Ref): Bool requires acc(x.f) && acc(y.f) ensures result == (x != y) { x != y }
     method m(x: Ref) requires acc(x.f) { assert !g(x, x)  assert false }`,
    ['g: proved', 'm: assert.failed:assertion.false@3'],
  ],
  [
    'wildcards leave something',
    `field f: Int
     method m(x: Ref) requires acc(x.f) && x.f == 1
     { exhale acc(x.f, wildcard)  assert x.f == 1  x.f := 2 }`,
    ['m: assignment.failed:insufficient.permission@3'],
  ],
  [
    'what is not verified is unsupported, and other members are verified',
    `method m() { assert epsilon > none }
     method n() { assert 1 + 1 == 2 }`,
    ['m: unsupported epsilon', 'n: proved'],
  ],
  [
    'a contract that is not well defined comes first',
    `field f: Int
     method m(x: Ref) ensures x.f == 1 { assert false }`,
    ['m: not.wellformed:insufficient.permission@2'],
  ],
  [
    'refuted where one path fails',
    `method m(b: Bool, i: Int) requires i > 0
     { if (b) { refute i > 1 } else { refute i > 0 } }`,
    ['m: refute.failed:refutation.true@2'],
  ],
  [
    'axioms of a domain about the functions of another',
    `domain A { function a(i: Int): Int }
     domain B[T] { function b(t: T): Int  axiom { forall t: T :: { b(t) } b(t) > 0 } }
     domain C { axiom { forall i: Int :: { a(i) } a(i) == b(i) + 1 } }
     method m() { assert a(3) > 1  assert a(3) > 2 }`,
    ['m: assert.failed:assertion.false@4'],
  ],
  [
    'old values at a label',
    `field f: Int
     method m(x: Ref) requires acc(x.f) && x.f == 1
     { label here  x.f := 2  assert old[here](x.f) == 1  assert old(x.f) == 2 }`,
    ['m: assert.failed:assertion.false@3'],
  ],
  [
    'collections',
    `method m(s: Seq[Int], t: Set[Int])
     { assert (s ++ Seq(1, 2))[|s|] == 1
       assert 3 in (t union Set(3))
       assert |Multiset(1, 1)| == 2 && (1 in Multiset(1, 1)) == 2
       assert Map(1 := 2)[1] == 2
       assert t == t union Set(3) }`,
    ['m: assert.failed:assertion.false@6'],
  ],
  [
    'unfolding within a part of a predicate',
    `field next: Ref
     field data: Int
     predicate list(x: Ref) {
       acc(x.next) && acc(x.data) && (x.next != null ==> list(x.next) && unfolding list(x.next) in x.data <= x.next.data) }
     method m(x: Ref) requires list(x) { unfold acc(list(x), 1/2)  assert perm(x.next) == 1/2  x.data := 1 }
     method n(x: Ref) requires list(x) { assert unfolding list(x) in perm(x.next) == write  assert perm(x.next) == write }`,
    ['list: proved', 'm: assignment.failed:insufficient.permission@5', 'n: assert.failed:assertion.false@6'],
  ],
  [
    'triggers of locations and with sums',
    `field f: Int
     domain Array { function loc(a: Array, i: Int): Ref  function first(r: Ref): Array  function second(r: Ref): Int
       axiom { forall a: Array, i: Int :: { loc(a, i) } first(loc(a, i)) == a && second(loc(a, i)) == i } }
     method m(a: Array, k: Int)
       requires forall i: Int :: { loc(a, i).f } 0 <= i && i < 9 ==> acc(loc(a, i).f)
       requires forall i: Int :: 0 <= i && i < 8 ==> loc(a, i + 1).f == i
     { assert loc(a, 5).f == 4
       exhale forall i: Int :: 0 <= i && i < 5 ==> acc(loc(a, i + 2).f)
       loc(a, 1).f := 7
       loc(a, 2).f := 7 }`,
    ['m: assignment.failed:insufficient.permission@10'],
  ],
  [
    'a function of many locations depends on those alone',
    `field f: Int
     function g(x: Ref, s: Seq[Ref]): Int requires acc(x.f)
       requires forall i: Int, j: Int :: 0 <= i && i < j && j < |s| ==> s[i] != s[j]
       requires forall i: Int :: 0 <= i && i < |s| ==> acc(s[i].f)
     method m(x: Ref, y: Ref, s: Seq[Ref])
       requires acc(x.f) && acc(y.f)
       requires forall i: Int, j: Int :: 0 <= i && i < j && j < |s| ==> s[i] != s[j]
       requires forall i: Int :: 0 <= i && i < |s| ==> acc(s[i].f)
     { var v: Int := g(x, s)
       y.f := y.f + 1
       assert v == g(x, s)
       x.f := x.f + 1
       assert v == g(x, s) }`,
    ['g: trusted', 'm: assert.failed:assertion.false@13'],
  ],
  [
    'elements of a part of a sequence',
    `method m() { assert 2 in Seq(1, 2, 3)[1..]  assert Seq(1, 2, 3)[1..][0] == 2 }`,
    ['m: proved'],
  ],
];

describe('members', () => {
  for (const [name, text, expected] of programs) {
    test(name, () => {
      expect(verdicts(text)).toEqual(expected);
    });
  }
});
