// Shorthands for axioms.

import { forall, type Term, type Var } from '../../smt/index.ts';

/** `forall vars :: { trigger } ... body`, under a name that statistics show. */
export function axiom(name: string, vars: readonly Var[], triggers: readonly (readonly Term[])[], body: Term): Term {
  return forall(vars, body, { triggers, name });
}
