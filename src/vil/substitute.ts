// Expressions with other expressions in place of variables, without capture.

import type { Expr, LocalDecl, Trigger } from './vil.ts';
import { mapChildren, mapTrigger, visitExpr } from './walk.ts';

/** The variables that an expression binds somewhere. */
export function boundNames(expr: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  visitExpr(expr, (part) => {
    for (const { name } of bindersOf(part)) names.add(name);
    return true;
  });
  return names;
}

function bindersOf(expr: Expr): readonly LocalDecl[] {
  switch (expr.kind) {
    case 'Forall':
    case 'Exists':
    case 'ForPerm':
      return expr.vars;
    case 'Let':
      return [expr.variable];
    default:
      return [];
  }
}

/**
 * The expression with `values` in place of variables. `fresh` gives a name that nothing else has: variables that the
 * expression binds get such names, so that it can stand wherever the values can.
 */
export function substitute(expr: Expr, values: ReadonlyMap<string, Expr>, fresh: (hint: string) => string): Expr {
  if (expr.kind === 'LocalVar') return values.get(expr.name) ?? expr;
  const binders = bindersOf(expr);
  if (binders.length === 0) return mapChildren(expr, (child) => substitute(child, values, fresh));

  const inner = new Map(values);
  const renamed = binders.map((decl): LocalDecl => {
    const name = fresh(decl.name);
    inner.set(decl.name, { kind: 'LocalVar', name, type: decl.type, src: decl.src });
    return { ...decl, name };
  });
  const inside = (child: Expr): Expr => substitute(child, inner, fresh);
  switch (expr.kind) {
    case 'Forall':
    case 'Exists': {
      const triggers = expr.triggers.map((trigger): Trigger => mapTrigger(trigger, inside));
      return { ...expr, vars: renamed, triggers, body: inside(expr.body) };
    }
    case 'ForPerm':
      return { ...(mapChildren(expr, inside) as typeof expr), vars: renamed };
    case 'Let': {
      const value = substitute(expr.value, values, fresh);
      return { ...expr, variable: renamed[0] as LocalDecl, value, body: inside(expr.body) };
    }
    default:
      return expr;
  }
}
