// Unions `~A | B` in constraints.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { later } from './check.ts';
import type { Checker } from './checker.ts';
import { reportError, softError } from './errors.ts';
import { str } from './format.ts';
import { newUnion } from './newtypes.ts';
import { identical, isInterface, isTypeParam, isValid } from './predicates.ts';
import { recordTypeAndValue } from './recording.ts';
import type { Term, Type } from './type.ts';
import { typeSet } from './typeset.ts';
import { termIntersect } from './typeterm.ts';
import { typ } from './typexpr.ts';
import { under } from './under.ts';
import { Typ, universeComparable } from './universe.ts';

/** Operations on term lists are quadratic: longer unions are refused, as by Go's own compiler. */
export const maxTermCount = 100;

/** The union that `e` denotes; a single type without `~` is that type. */
export function parseUnion(c: Checker, e: ast.Expr): Type {
  const operators: ast.BinaryExpr[] = [];
  const parts = flattenUnion(e, operators);
  const terms: Term[] = [];
  let u: Type = Typ.invalid;
  let tooMany = false;

  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as ast.Expr;
    const term = parseTilde(c, part);
    if (parts.length === 1 && !term.tilde) return term.type;
    if (terms.length < maxTermCount) {
      terms.push(term);
      u = newUnion([...terms]);
    } else if (!tooMany) {
      const message = `cannot handle more than ${maxTermCount} union terms (implementation limitation)`;
      reportError(c, part, 'InvalidUnion', message);
      tooMany = true;
      u = Typ.invalid;
    }
    if (i > 0) recordTypeAndValue(c, operators[i - 1] as ast.Expr, 'typexpr', u, null);
  }
  if (tooMany) return Typ.invalid;
  later(c, () => checkTerms(c, terms, parts));
  return u;
}

/** Reports terms that are no sets of types or overlap with an earlier one. */
function checkTerms(c: Checker, terms: readonly Term[], parts: readonly ast.Expr[]): void {
  for (let i = 0; i < terms.length; i++) {
    const t = terms[i] as Term;
    const at = parts[i] as ast.Expr;
    if (!isValid(t.type)) continue;
    const u = under(t.type);
    if (t.tilde) {
      if (u.kind === 'Interface') {
        reportError(c, at, 'InvalidUnion', `invalid use of ~ (${str(c, t.type)} is an interface)`);
        continue;
      }
      if (!identical(u, t.type)) {
        const message = `invalid use of ~ (underlying type of ${str(c, t.type)} is ${str(c, u)})`;
        reportError(c, at, 'InvalidUnion', message);
        continue;
      }
    }
    if (u.kind === 'Interface') {
      const tset = typeSet(u);
      const name = termText(c, t);
      if (tset.methods.length > 0) {
        reportError(c, at, 'InvalidUnion', `cannot use ${name} in union (${name} contains methods)`);
      } else if (t.type === universeComparable.type) {
        reportError(c, at, 'InvalidUnion', 'cannot use comparable in union');
      } else if (tset.comparable) {
        reportError(c, at, 'InvalidUnion', `cannot use ${name} in union (${name} embeds comparable)`);
      }
      continue; // interfaces may overlap
    }
    const j = overlappingTerm(terms, i, t);
    if (j >= 0) {
      const other = termText(c, terms[j] as Term);
      softError(c, at, 'InvalidUnion', `overlapping terms ${termText(c, t)} and ${other}`);
    }
  }
}

function termText(c: Checker, t: Term): string {
  return t.tilde ? `~${str(c, t.type)}` : str(c, t.type);
}

function parseTilde(c: Checker, e: ast.Expr): Term {
  const tilde = e.kind === 'UnaryExpr' && e.op === '~';
  const x = tilde ? e.x : e;
  let type = typ(c, x);
  if (isTypeParam(type)) {
    const message = tilde
      ? `type in term ${exprString(e)} cannot be a type parameter`
      : 'term cannot be a type parameter';
    reportError(c, x, 'MisplacedTypeParam', message);
    type = Typ.invalid;
  }
  const term: Term = { tilde, type };
  if (tilde) recordTypeAndValue(c, e, 'typexpr', newUnion([term]), null);
  return term;
}

/** Index below `end` of a term that has a type in common with y, which is no interface; or -1. */
function overlappingTerm(terms: readonly Term[], end: number, y: Term): number {
  for (let i = 0; i < end; i++) {
    const x = terms[i] as Term;
    if (!isInterface(x.type) && termIntersect(x, y) !== null) return i;
  }
  return -1;
}

/** The operands of `A | B | C` from left to right; the operators are added to `operators`. */
function flattenUnion(e: ast.Expr, operators: ast.BinaryExpr[]): ast.Expr[] {
  const parts: ast.Expr[] = [];
  let x = e;
  while (x.kind === 'BinaryExpr' && x.op === '|') {
    operators.push(x);
    parts.push(x.y);
    x = x.x;
  }
  parts.push(x);
  operators.reverse();
  return parts.reverse();
}
