// What surrounds a piece of checked code: data that the rules hand down.

import type * as ast from '../syntax/nodes.ts';
import type { FuncFacts } from './spec-facts.ts';
import type { Signature } from './type.ts';

export interface Context {
  /** In code that exists for specifications only. */
  readonly ghost: boolean;
  /** May run before the package is initialised. */
  readonly mayInit: boolean;
  /** Contract of the function or method around; null outside them. */
  readonly func: FuncFacts | null;
  /** Of the function or literal around; null outside them. */
  readonly sig: Signature | null;
  /** Function literals around, innermost last. */
  readonly literals: readonly ast.FuncLit[];
  readonly critical: boolean;
  readonly outline: boolean;
  /** In the block of a proof that a closure implements a specification. */
  readonly closureProof: boolean;
  /** Labels of the function around. */
  readonly labels: ReadonlySet<string>;
  /** Loops around up to the next function or outline block, with their labels; '' without. */
  readonly loops: readonly string[];
  /** An outline block stands between here and the next loop. */
  readonly outlined: boolean;
  /** A ghost statement in code that runs is around: erased, it takes its jumps with it. */
  readonly erased: boolean;
  /** Switches and selects around: an unlabeled break leaves them. */
  readonly breakable: boolean;
}

export const topLevel: Context = {
  ghost: false,
  mayInit: false,
  func: null,
  sig: null,
  literals: [],
  critical: false,
  outline: false,
  closureProof: false,
  labels: new Set(),
  loops: [],
  outlined: false,
  erased: false,
  breakable: false,
};
