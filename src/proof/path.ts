// Path conditions: what is assumed in a state, as persistent lists that share their beginnings.

import type { Term } from '../smt/index.ts';

/**
 * What an assumption is. `branch`: the condition of the branch taken. `fact`: holds because of the branches before it.
 * `lemma`: a fact that was proved, so that nothing is lost without it. `definition`: says what a fresh symbol is, so that it can be assumed anywhere.
 */
export type PathKind = 'branch' | 'fact' | 'lemma' | 'definition';

/** One assumption and those before it; null is the path without any. */
export interface Path {
  readonly before: Path | null;
  readonly depth: number;
  readonly term: Term;
  readonly kind: PathKind;
}

export function extend(before: Path | null, term: Term, kind: PathKind): Path {
  return { before, depth: (before?.depth ?? 0) + 1, term, kind };
}

/** The assumptions of `path` that `outer`, a beginning of it, lacks; first ones first. */
export function since(outer: Path | null, path: Path | null): readonly Path[] {
  const result: Path[] = [];
  for (let at = path; at !== outer && at !== null; at = at.before) result.push(at);
  return result.reverse();
}
