// Contracts whose inhaled and exhaled sides differ: both must be well defined.

import { describe, expect, test } from 'vitest';
import { verdicts } from './support.ts';

describe('the exhaled side', () => {
  test('of a precondition is framed by itself, not by the inhaled one', () => {
    expect(
      verdicts(`field f: Int
method right(x: Ref)
  requires [acc(x.f) && x.f > 0, acc(x.f) && x.f > 1]
{}
method wrong(x: Ref)
  requires [acc(x.f), true]
  requires [true, x.f > 0]
{}`),
    ).toEqual(['right: proved', 'wrong: not.wellformed:insufficient.permission@7']);
  });

  test('of a postcondition is framed by itself, whatever the body holds', () => {
    expect(
      verdicts(`field f: Int
method m(x: Ref)
  ensures [true, x.f == 0]
{ inhale acc(x.f) && x.f == 0 }`),
    ).toEqual(['m: not.wellformed:insufficient.permission@3']);
  });

  test('of a precondition of a function is checked too', () => {
    expect(verdicts('function g(i: Int): Int\n  requires [i != 0, true]\n  requires 1 \\ i == 1')).toEqual([
      'g: not.wellformed:division.by.zero@3',
    ]);
  });
});
