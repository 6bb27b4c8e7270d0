// `[inhaled, exhaled]`: which of the two counts is decided where an assertion is inhaled or exhaled, at any depth.

import type { Expr } from '../vil/index.ts';

export type Side = 'inhale' | 'exhale';

const sided: Readonly<Record<Side, WeakMap<Expr, Expr>>> = { inhale: new WeakMap(), exhale: new WeakMap() };

/** The expression with one side of every pair; the same object where there is none. */
export function sideOf(e: Expr, side: Side): Expr {
  let result = sided[side].get(e);
  if (result === undefined) {
    result = mapped(e, side) as Expr;
    sided[side].set(e, result);
    sided[side].set(result, result);
  }
  return result;
}

/** The assertions as they are exhaled; null where that is how they are inhaled as well. */
export function exhaledSides(assertions: readonly Expr[]): readonly Expr[] | null {
  const sides = assertions.map((assertion) => sideOf(assertion, 'exhale'));
  return sides.every((side, i) => side === assertions[i]) ? null : sides;
}

function mapped(value: unknown, side: Side): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, side));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Expr;
  if (node.kind === 'InhaleExhale') return mapped(side === 'inhale' ? node.inhale : node.exhale, side);
  const copy: Record<string, unknown> = {};
  let isSame = true;
  for (const [key, part] of Object.entries(value)) {
    copy[key] = key === 'src' || key === 'type' ? part : mapped(part, side);
    if (copy[key] !== part) isSame = false;
  }
  return isSame ? value : copy;
}
