// `match`, as a statement and as an expression, and its patterns.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { matchTypes } from './binary.ts';
import { closeScope, openScope } from './check.ts';
import type { Checker } from './checker.ts';
import { declare } from './decl.ts';
import { reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { newVar } from './object.ts';
import { assignableTo, newOperand, type Operand, operandString } from './operand.ts';
import { comparable, identical, isUntyped } from './predicates.ts';
import { merge, value } from './spec-expr.ts';
import { stmt } from './stmt.ts';
import type { MathType, Type } from './type.ts';
import { typ } from './typexpr.ts';
import { Typ } from './universe.ts';

/** `match x { case pattern: e ... }` */
export function matchExpr(c: Checker, x: Operand, e: ast.MatchExpr): void {
  const subject = newOperand();
  value(c, subject, e.x);
  const type = subject.mode === 'invalid' ? null : (subject.type as Type);
  let defaults = 0;
  let ok = type !== null;
  let result: Operand | null = null;
  for (const clause of e.clauses) {
    openScope(c, clause, 'case');
    if (clause.pattern === null) defaults++;
    else if (!pattern(c, clause.pattern, type)) ok = false;
    const y = newOperand();
    expr(c, null, y, clause.x);
    closeScope(c);
    if (y.mode === 'invalid') ok = false;
    else if (result === null) result = y;
    else {
      const merged = merge(c, result, y);
      if (merged === null) {
        reportError(
          c,
          e.x,
          'SpecMergeTypes',
          `the cases of match have the types ${str(c, result.type)} and ${str(c, y.type)}`,
        );
        ok = false;
      } else result.type = merged;
    }
  }
  if (defaults > 1) reportError(c, e, 'DuplicateDefault', 'match has more than one default case');
  if (e.clauses.length === 0) reportError(c, e, 'SpecMatchEmpty', 'match needs a case');
  x.mode = ok && result !== null ? 'value' : 'invalid';
  x.type = result?.type ?? Typ.invalid;
}

/** The statement; `inner` is the context of the statements in it. */
export function matchStmt(c: Checker, inner: number, s: ast.MatchStmt): void {
  const subject = newOperand();
  value(c, subject, s.x);
  const type = subject.mode === 'invalid' ? null : (subject.type as Type);
  for (const clause of s.clauses) {
    openScope(c, clause, 'case');
    if (clause.pattern !== null) pattern(c, clause.pattern, type);
    for (const inside of clause.body) stmt(c, inner, inside);
    closeScope(c);
  }
}

/** Checks a pattern for values of a type, null if that is not known, and declares what it binds. */
function pattern(c: Checker, p: ast.Expr, type: Type | null): boolean {
  switch (p.kind) {
    case 'BindExpr': {
      const v = newVar('local', p.name.pos, c.pkg, p.name.name, type ?? Typ.invalid);
      c.usedVars.add(v);
      declare(c, c.env.scope, p.name, v, p.end);
      return type !== null;
    }
    case 'Ident':
      if (p.name === '_') return true;
      return valuePattern(c, p, type);
    case 'CompositeLit':
      return p.type === null ? valuePattern(c, p, type) : clausePattern(c, p, p.type, type);
    default:
      return valuePattern(c, p, type);
  }
}

/** `leaf{?x, _}`: a constructor with a pattern for each of its fields. */
function clausePattern(c: Checker, p: ast.CompositeLit, name: ast.Expr, type: Type | null): boolean {
  const t = typ(c, name);
  if (t.kind !== 'Math' || t.math !== 'clause') {
    for (const elt of p.elts) pattern(c, elt, null);
    if (t !== Typ.invalid) {
      reportError(c, name, 'SpecPattern', `${exprString(name)} is not a constructor of an adt`);
    }
    return false;
  }
  const clause: MathType = t;
  let ok = true;
  if (p.elts.length !== clause.fields.length) {
    const want = clause.fields.length;
    reportError(c, p, 'SpecPattern', `${exprString(name)} has ${want} fields, but the pattern has ${p.elts.length}`);
    ok = false;
  }
  if (type !== null && clause.owner !== null && !identical(clause.owner, type)) {
    reportError(c, p, 'SpecPattern', `a value of type ${str(c, type)} is never a ${exprString(name)}`);
    ok = false;
  }
  p.elts.forEach((elt, i) => {
    const field = clause.fields[i];
    const inside = elt.kind === 'KeyValueExpr' ? elt.value : elt;
    if (!pattern(c, inside, field?.type ?? null)) ok = false;
  });
  return ok;
}

function valuePattern(c: Checker, p: ast.Expr, type: Type | null): boolean {
  const x = newOperand();
  expr(c, null, x, p);
  if (x.mode === 'invalid' || type === null) return false;
  const y: Operand = { mode: 'value', expr: null, type, val: null, builtin: null };
  if (isUntyped(x.type as Type)) matchTypes(c, x, y);
  const fits =
    (x.mode as Operand['mode']) !== 'invalid' &&
    (assignableTo(c, x, type, null)[0] || assignableTo(c, y, x.type as Type, null)[0]) &&
    comparable(type);
  if (!fits)
    reportError(c, p, 'SpecPattern', `cannot compare ${operandString(c, x)} with a value of type ${str(c, type)}`);
  return fits;
}
