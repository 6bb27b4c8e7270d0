// Single executions: a program's parts as the first or the second execution sees them.
//
// The first one keeps all names. In the second one variables, fields, predicates, functions of the heap and methods have names of
// their own; domains, adts and functions of values alone are those of both.

import type { Expr, LocalDecl, Node, Resource, Stmt, Trigger } from '../../vil.ts';
import { mapChildren, mapTrigger } from '../../walk.ts';
import { mapStmt } from '../../walk-stmts.ts';

export interface Copies {
  /** Functions that do not read the heap. */
  readonly shared: ReadonlySet<string>;
  /** Labels that both executions do not pass together: each has its own. */
  readonly apart: ReadonlySet<string>;
  /** What nodes of copies were made from. */
  readonly originals: Map<Node, Node>;
}

export function second(name: string): string {
  return `${name}$second`;
}

export function secondDecl(decl: LocalDecl): LocalDecl {
  return { ...decl, name: second(decl.name) };
}

/** The expression in the second execution. */
export function secondExpr(c: Copies, e: Expr): Expr {
  const copy = renamed(
    c,
    mapChildren(e, (child) => secondExpr(c, child)),
  );
  if (copy !== e) c.originals.set(copy, c.originals.get(e) ?? e);
  return copy;
}

/** Parts have their new names already; here are those that walkers do not offer. */
function renamed(c: Copies, e: Expr): Expr {
  switch (e.kind) {
    case 'LocalVar':
      return { ...e, name: second(e.name) };
    case 'FieldAccess':
      return { ...e, field: second(e.field) };
    case 'PredicateAccess':
      return { ...e, predicate: second(e.predicate) };
    case 'AccField':
      return { ...e, loc: { ...e.loc, field: second(e.loc.field) } };
    case 'AccPredicate':
      return { ...e, loc: { ...e.loc, predicate: second(e.loc.predicate) } };
    case 'Unfolding':
      return { ...e, acc: { ...e.acc, loc: { ...e.acc.loc, predicate: second(e.acc.loc.predicate) } } };
    case 'FuncApp':
      return c.shared.has(e.func) ? e : { ...e, func: second(e.func) };
    case 'Old':
      return e.state.kind === 'label' ? { ...e, state: { ...e.state, name: ownLabel(c, e.state.name) } } : e;
    case 'CurrentPerm':
      return { ...e, resource: renamedResource(e.resource) };
    case 'ForPerm':
      return { ...e, vars: e.vars.map(secondDecl), resource: renamedResource(e.resource) };
    case 'Forall':
    case 'Exists':
      return {
        ...e,
        vars: e.vars.map(secondDecl),
        triggers: e.triggers.map((t): Trigger => mapTrigger(t, (x) => secondExpr(c, x))),
      };
    case 'Let':
      return { ...e, variable: secondDecl(e.variable) };
    default:
      return e;
  }
}

function ownLabel(c: Copies, name: string): string {
  return c.apart.has(name) ? second(name) : name;
}

function renamedResource(resource: Resource): Resource {
  switch (resource.kind) {
    case 'FieldAccess':
      return { ...resource, field: second(resource.field) };
    case 'PredicateAccess':
      return { ...resource, predicate: second(resource.predicate) };
    case 'MagicWand':
      return resource;
  }
}

/** The statement in the second execution; methods are called under the names that they have there. */
export function secondStmt(c: Copies, stmt: Stmt): Stmt {
  const change = { expr: <E extends Expr>(e: E): E => secondExpr(c, e) as E, stmt: (s: Stmt) => secondStmt(c, s) };
  const copy = renamedStmt(c, mapStmt(stmt, change));
  c.originals.set(copy, c.originals.get(stmt) ?? stmt);
  return copy;
}

function renamedStmt(c: Copies, stmt: Stmt): Stmt {
  switch (stmt.kind) {
    case 'VarDecl':
      return { ...stmt, decl: secondDecl(stmt.decl) };
    case 'MethodCall':
      return { ...stmt, method: second(stmt.method) };
    case 'New':
      return { ...stmt, fields: stmt.fields.map(second) };
    case 'While':
      return { ...stmt, name: stmt.name === null ? null : ownLabel(c, stmt.name), measures: [] };
    case 'Break':
    case 'Continue':
      return { ...stmt, loop: stmt.loop === null ? null : ownLabel(c, stmt.loop) };
    case 'Label':
      return { ...stmt, name: ownLabel(c, stmt.name) };
    case 'Goto':
      return { ...stmt, label: ownLabel(c, stmt.label) };
    case 'Quasihavocall':
      return { ...stmt, vars: stmt.vars.map(secondDecl) };
    default:
      return { ...stmt };
  }
}
