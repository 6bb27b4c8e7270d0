// The state with which the check of a package with specifications begins.

import { NodeTable } from '../base/node-table.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker, SpecificationRules } from './checker.ts';
import type { Context } from './context.ts';
import type { SpecState } from './spec-facts.ts';
import { newFacts } from './spec-universe.ts';

export function newSpecState(rules: SpecificationRules, ctxt: Context): SpecState {
  ctxt.facts ??= newFacts();
  return {
    rules,
    facts: ctxt.facts,
    closures: new Map(),
    ambiguous: new Set(),
    uses: new NodeTable(),
    memo: null,
    members: new Map(),
  };
}

/** Prepares the check of a package. A file with specifications, in contracts or elsewhere, makes it an annotated one. */
export function beginSpec(c: Checker, spec: SpecState, files: readonly ast.File[]): void {
  c.info.facts = spec.facts;
  if (files.some(({ annotated }) => annotated)) spec.facts.annotated.add(c.pkg);
}
