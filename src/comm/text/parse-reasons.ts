// Reads reasons: why a value is `?`, gaps and assumptions.

import type { Assumption, AssumptionKind, GapKind, GapReason, Standing, Why, WhyKind } from '../../base/reasons.ts';
import { assumptionKinds, gapKinds, noWhy, why, whyKinds } from '../../base/reasons.ts';
import { eat, expect, fail, type Parser, peek, string, word } from './parse-state.ts';

/** `"x"`, `(kind)` or `(state kind "x")`, or nothing. */
export function readWhy(p: Parser): Why {
  if (peek(p).kind === 'string') return why('value', string(p));
  if (!eat(p, '(')) return noWhy;
  const standing: Standing = eat(p, 'state') ? 'state' : eat(p, 'lost') ? 'lost' : 'open';
  const kind: WhyKind = known(p, whyKinds, 'reason');
  const reason = why(kind, ofAt(p), standing);
  expect(p, ')');
  return reason;
}

/** `notFollowed "p.F"` */
export function readGap(p: Parser): GapReason {
  const kind: GapKind = known(p, gapKinds, 'gap');
  return { kind, of: ofAt(p) };
}

/** `"no-panic" "p.F"` */
export function readAssumption(p: Parser): Assumption {
  const from = p.at;
  const kind: AssumptionKind = among(p, assumptionKinds, 'assumption', string(p), from);
  return { kind, of: ofAt(p) };
}

function ofAt(p: Parser): string {
  return peek(p).kind === 'string' ? string(p) : '';
}

function known<T extends string>(p: Parser, kinds: readonly T[], what: string): T {
  const from = p.at;
  return among(p, kinds, what, word(p), from);
}

function among<T extends string>(p: Parser, kinds: readonly T[], what: string, text: string, from: number): T {
  const kind = kinds.find((one) => one === text);
  if (kind === undefined) throw fail(p, `there is no ${what} ${text}`, from);
  return kind;
}
