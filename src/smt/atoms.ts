// Formulas over atoms: choices between numbers lifted out of comparisons, and the list of what is compared.

import { and, buildOp, not, or } from './build.ts';
import { Bool } from './sorts.ts';
import type { Op, Term } from './terms.ts';
import { forEachPart, hasQuantifier, partsOf, rewrite } from './traverse.ts';

/** The first choice between numbers inside an atom, innermost condition first. What a quantifier binds stays under it. */
function choiceIn(atom: Term): Term | null {
  if (hasQuantifier(atom)) return null;
  let found: Term | null = null;
  forEachPart([atom], (part) => {
    if (found === null && part.kind === 'op' && part.op === 'ite' && part.sort !== Bool) found = part;
  });
  return found;
}

/**
 * An equivalent formula in which no comparison contains a choice: `ite(c, 1, 0) + x = 1` becomes
 * `c && x = 0 || !c && x = 1`. Null where that would take more than `limit` steps.
 */
export function liftChoices(formula: Term, limit = 2000): Term | null {
  let budget = limit;
  const done = new Map<Term, Term>();
  const lift = (atom: Term): Term => {
    const known = done.get(atom);
    if (known !== undefined) return known;
    const choice = choiceIn(atom);
    if (choice === null || choice.kind !== 'op') return atom;
    if (--budget < 0) return atom;
    const [condition, yes, no] = choice.args;
    if (condition === undefined || yes === undefined || no === undefined) return atom;
    const inner = liftFormula(condition);
    const chosen = lift(rewrite(atom, (part) => (part === choice ? yes : null)));
    const other = lift(rewrite(atom, (part) => (part === choice ? no : null)));
    const result = or(and(inner, chosen), and(not(inner), other));
    done.set(atom, result);
    return result;
  };
  const liftFormula = (term: Term): Term => {
    if (isConnective(term)) {
      const parts = partsOf(term).map(liftFormula);
      return term.kind === 'op' ? buildOp(term.op, parts, term.sort) : term;
    }
    return lift(term);
  };
  const result = liftFormula(formula);
  return budget < 0 ? null : result;
}

const connectives: ReadonlySet<Op> = new Set<Op>(['not', 'and', 'or', 'implies']);

/** Whether the term combines formulas, rather than being an atom. */
export function isConnective(term: Term): boolean {
  if (term.kind !== 'op') return false;
  if (term.op === 'ite') return term.sort === Bool;
  if (term.op === 'eq') return term.args[0]?.sort === Bool;
  return connectives.has(term.op);
}

/** The atoms of a formula in the order of their first occurrence. A negated comparison is another comparison. */
export function atomsOf(formula: Term): readonly Term[] {
  const atoms = new Set<Term>();
  const seen = new Set<Term>();
  const visit = (term: Term) => {
    if (seen.has(term)) return;
    seen.add(term);
    if (isConnective(term)) for (const part of partsOf(term)) visit(part);
    else if (term.kind !== 'bool') atoms.add(term);
  };
  visit(formula);
  return [...atoms];
}
