// Formulas over parameters as Dafny expressions, for the preconditions of emitted programs.

import { must } from '../base/assert.ts';
import { tableOf } from '../base/named.ts';
import type { Term, Var } from '../smt/index.ts';

const infix = tableOf<string>({
  and: '&&',
  or: '||',
  implies: '==>',
  eq: '==',
  add: '+',
  mul: '*',
  le: '<=',
  lt: '<',
  // Both are Euclidean.
  div: '/',
  mod: '%',
});

/** `names` says what parameters are called there. Null for what has no form. */
export function dafnyText(term: Term, names: ReadonlyMap<Var, string>): string | null {
  switch (term.kind) {
    case 'bool':
      return `${term.value}`;
    case 'int':
      return term.value < 0n ? `(${term.value})` : `${term.value}`;
    case 'var':
      return names.get(term) ?? null;
    case 'op': {
      const args = term.args.map((arg) => dafnyText(arg, names));
      if (args.some((arg) => arg === null)) return null;
      const [x, y, z] = args as string[];
      if (term.op === 'not') return `!(${x})`;
      if (term.op === 'ite') return `(if ${x} then ${y} else ${z})`;
      const op = infix.get(term.op);
      return op === undefined ? null : `(${(args as string[]).join(` ${op} `)})`;
    }
    case 'apply':
    case 'quantified':
    case 'real':
      return null;
  }
}

/** Names for parameters in their order. */
export function namesOf(params: readonly Var[], names: readonly string[]): ReadonlyMap<Var, string> {
  return new Map(params.map((param, i) => [param, must(names[i])]));
}
