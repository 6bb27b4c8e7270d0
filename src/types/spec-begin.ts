// The state with which the check of a package with specifications begins.

import { NodeTable } from '../base/node-table.ts';
import type { SpecificationRules } from './checker.ts';
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
    proofs: new Map(),
    memo: null,
    members: new Map(),
  };
}
