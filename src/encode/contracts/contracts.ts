// Contracts: the clauses of a specification as vil's preconditions, postconditions, invariants and measures.

import type * as ast from '../../syntax/nodes.ts';
import type { Expr, Measure } from '../../vil/index.ts';
import { expr, source, within } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import type { Special } from '../core/origins.ts';
import { measure } from './measures.ts';

export interface Contract {
  readonly pres: readonly Expr[];
  readonly posts: readonly Expr[];
  readonly measures: readonly Measure[];
}

/**
 * The contract in `spec`: preconditions in the code `before`, postconditions in `after`, where results are known.
 * `preserves` counts as both.
 */
export function contract(before: Code, after: Code, spec: ast.Specification | null): Contract {
  const clauses = spec?.clauses ?? [];
  return {
    pres: conditions(before, clauses, ['requires', 'preserves']),
    posts: conditions(after, clauses, ['ensures', 'preserves']),
    measures: measures(before, clauses),
  };
}

/** What has to hold before a call. */
export function preconditions(k: Code, spec: ast.Specification | null): readonly Expr[] {
  return conditions(k, spec?.clauses ?? [], ['requires', 'preserves']);
}

function conditions(k: Code, clauses: readonly ast.SpecClause[], words: readonly ast.ContractWord[]): readonly Expr[] {
  return clauses.flatMap((c) => (c.kind === 'ContractClause' && words.includes(c.word) ? [clause(k, c.x)] : []));
}

/** One clause; a failure in it is one of its own place. */
function clause(k: Code, x: ast.Expr): Expr {
  return expr({ ...within(k, x), out: null, ghost: true }, x);
}

/** What an invariant that is not well defined is called. */
const invariantMeanings: Special = {
  meanings: [{ on: 'not.wellformed', key: 'invariant_not_well_formed', reasons: null }],
};

/** The invariants of a loop. */
export function invariants(k: Code, spec: ast.Specification | null): readonly Expr[] {
  return (spec?.clauses ?? []).flatMap((c) => {
    if (c.kind !== 'ContractClause' || c.word !== 'invariant') return [];
    return [renamed(k, clause(k, c.x), c.x)];
  });
}

/** The conjuncts of an invariant with what they are called when they fail. */
function renamed(k: Code, e: Expr, node: ast.NodeBase): Expr {
  if (e.kind === 'Binary' && e.op === 'and') {
    return { ...e, left: renamed(k, e.left, node), right: renamed(k, e.right, node), src: special(k, e, node) };
  }
  return { ...e, src: special(k, e, node) };
}

function special(k: Code, e: Expr, node: ast.NodeBase) {
  const known = k.e.origins.entries[e.src.origin - 1]?.node ?? node;
  return source(k, known, invariantMeanings);
}

export function measures(k: Code, clauses: readonly ast.SpecClause[]): readonly Measure[] {
  return clauses.flatMap((c) =>
    c.kind === 'DecreasesClause' ? [measure({ ...within(k, c), out: null, ghost: true }, c)] : [],
  );
}
