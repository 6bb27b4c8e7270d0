// Termination measures: `decreases`.
//
//   [decreases]           = decreases true... : a constant measure      [decreases _ if c] = decreases _ if [c]
//   [decreases e, f if c] = decreases [e], [f] if [c]

import type * as ast from '../syntax/nodes.ts';
import type { Expr, Measure } from '../vil/index.ts';
import { expr, isBlank, source } from './code.ts';
import type { Code } from './context.ts';

export function measure(k: Code, clause: ast.DecreasesClause): Measure {
  const src = source(k, clause);
  const condition = clause.cond === null ? null : expr(k, clause.cond);
  const [first] = clause.measures;
  if (first !== undefined && isBlank(first)) return { kind: 'WildcardMeasure', condition, src };
  return { kind: 'TupleMeasure', exprs: clause.measures.map((e) => measured(k, e)), condition, src };
}

/** A predicate instance stands for itself, not for permission to it. */
function measured(k: Code, e: ast.Expr): Expr {
  const value = expr(k, e);
  return value.kind === 'AccPredicate' ? value.loc : value;
}
