// Termination measures: `decreases`.
//
//   [decreases]           = decreases true... : a constant measure      [decreases _ if c] = decreases _ if [c]
//   [decreases e, f if c] = decreases [e], [f] if [c]

import type * as ast from '../../syntax/nodes.ts';
import type { Expr, Measure } from '../../vil/index.ts';
import { int } from '../core/build.ts';
import { expr, isBlank, source } from '../core/code.ts';
import type { Code } from '../core/context.ts';

/**
 * Measures of which `depth` more parts follow: of two tuples, the one that ends first is the bigger one. So a method of an interface is
 * above the proofs of its implementations, and those are above the methods, whose measures may be equal otherwise.
 */
export function below(measures: readonly Measure[], depth: number): readonly Measure[] {
  return measures.map((m) => {
    if (m.kind !== 'TupleMeasure') return m;
    return { ...m, exprs: [...m.exprs, ...Array.from({ length: depth }, () => int(0, m.src))] };
  });
}

export function measure(k: Code, clause: ast.DecreasesClause): Measure {
  const src = source(k, clause);
  const condition = clause.cond === null ? null : expr(k, clause.cond);
  const [first] = clause.measures;
  if (first !== undefined && isBlank(first)) {
    k.unit.ends = 'assumed';
    return { kind: 'WildcardMeasure', condition, src };
  }
  if (k.unit.ends === 'unsaid') k.unit.ends = 'proved';
  return { kind: 'TupleMeasure', exprs: clause.measures.map((e) => measured(k, e)), condition, src };
}

/** A predicate instance stands for itself, not for permission to it. */
function measured(k: Code, e: ast.Expr): Expr {
  const value = expr(k, e);
  return value.kind === 'AccPredicate' ? value.loc : value;
}
