// The one walker over expressions: their parts, in the order of evaluation, and the same expression with other parts.

import type { Expr, MagicWand, PredicateAccess, Resource, Trigger } from './vil.ts';

/** The parts of an expression, triggers not among them. */
export function childrenOf(expr: Expr): readonly Expr[] {
  const children: Expr[] = [];
  mapChildren(expr, (child) => {
    children.push(child);
    return child;
  });
  return children;
}

/** Calls `visit` for the expression and everything in it; where it gives false, not for the parts. */
export function visitExpr(expr: Expr, visit: (expr: Expr) => boolean): void {
  if (!visit(expr)) return;
  for (const child of childrenOf(expr)) visitExpr(child, visit);
}

/** Whether `is` holds for the expression or something in it. */
export function someExpr(expr: Expr, is: (expr: Expr) => boolean): boolean {
  return is(expr) || childrenOf(expr).some((child) => someExpr(child, is));
}

/** Whether the expression says something of permissions: then it is an assertion and has no value. */
export function isPure(expr: Expr): boolean {
  switch (expr.kind) {
    case 'AccField':
    case 'AccPredicate':
    case 'MagicWand':
      return false;
    case 'CurrentPerm':
      return true;
    case 'ForPerm':
    case 'Unfolding':
    case 'Applying':
    case 'Asserting':
      return isPure(expr.body);
    case 'Let':
      return isPure(expr.value) && isPure(expr.body);
    default:
      return childrenOf(expr).every(isPure);
  }
}

type Change = (child: Expr) => Expr;

function mapPredicate(loc: PredicateAccess, change: Change): PredicateAccess {
  return { ...loc, args: loc.args.map(change) };
}

function mapWand(wand: MagicWand, change: Change): MagicWand {
  return { ...wand, left: change(wand.left), right: change(wand.right) };
}

export function mapTrigger(trigger: Trigger, change: Change): Trigger {
  return { ...trigger, exprs: trigger.exprs.map(change) };
}

/**
 * The expression with its parts changed. What must stay a location, predicate or wand is not offered itself, only its parts;
 * triggers are not offered (`mapTrigger`).
 */
export function mapChildren(expr: Expr, change: Change): Expr {
  switch (expr.kind) {
    case 'IntLit':
    case 'BoolLit':
    case 'NullLit':
    case 'PermLit':
    case 'LocalVar':
    case 'Result':
    case 'LowContext':
      return expr;
    case 'Unary':
    case 'Cardinality':
    case 'Low':
    case 'InExecution':
      return { ...expr, operand: change(expr.operand) };
    case 'Binary':
    case 'MagicWand':
    case 'SeqAppend':
    case 'SetBinary':
      return { ...expr, left: change(expr.left), right: change(expr.right) };
    case 'Cond':
      return { ...expr, cond: change(expr.cond), then: change(expr.then), else: change(expr.else) };
    case 'FieldAccess':
    case 'AdtDestruct':
    case 'AdtDiscriminate':
      return { ...expr, receiver: change(expr.receiver) };
    case 'PredicateAccess':
    case 'FuncApp':
    case 'DomainFuncApp':
    case 'AdtConstruct':
      return { ...expr, args: expr.args.map(change) };
    case 'AccField': {
      const loc = { ...expr.loc, receiver: change(expr.loc.receiver) };
      return { ...expr, loc, perm: expr.perm === null ? null : change(expr.perm) };
    }
    case 'AccPredicate': {
      const loc = mapPredicate(expr.loc, change);
      return { ...expr, loc, perm: expr.perm === null ? null : change(expr.perm) };
    }
    case 'CurrentPerm':
      return { ...expr, resource: mapParts(expr.resource, change) };
    case 'ForPerm':
      return { ...expr, resource: mapParts(expr.resource, change), body: change(expr.body) };
    case 'InhaleExhale':
      return { ...expr, inhale: change(expr.inhale), exhale: change(expr.exhale) };
    case 'Forall':
    case 'Exists':
    case 'Old':
      return { ...expr, body: change(expr.body) };
    case 'Let':
      return { ...expr, value: change(expr.value), body: change(expr.body) };
    case 'Unfolding': {
      const perm = expr.acc.perm === null ? null : change(expr.acc.perm);
      return { ...expr, acc: { ...expr.acc, loc: mapPredicate(expr.acc.loc, change), perm }, body: change(expr.body) };
    }
    case 'Applying':
      return { ...expr, wand: mapWand(expr.wand, change), body: change(expr.body) };
    case 'Asserting':
      return { ...expr, assertion: change(expr.assertion), body: change(expr.body) };
    case 'SeqLit':
    case 'SetLit':
    case 'MultisetLit':
      return { ...expr, elems: expr.elems.map(change) };
    case 'SeqRange':
      return { ...expr, low: change(expr.low), high: change(expr.high) };
    case 'SeqIndex':
      return { ...expr, seq: change(expr.seq), index: change(expr.index) };
    case 'SeqTake':
    case 'SeqDrop':
      return { ...expr, seq: change(expr.seq), count: change(expr.count) };
    case 'SeqUpdate':
      return { ...expr, seq: change(expr.seq), index: change(expr.index), value: change(expr.value) };
    case 'SeqContains':
      return { ...expr, elem: change(expr.elem), seq: change(expr.seq) };
    case 'SetContains':
      return { ...expr, elem: change(expr.elem), set: change(expr.set) };
    case 'MapLit':
      return { ...expr, entries: expr.entries.map(({ key, value }) => ({ key: change(key), value: change(value) })) };
    case 'MapUpdate':
      return { ...expr, map: change(expr.map), key: change(expr.key), value: change(expr.value) };
    case 'MapLookup':
      return { ...expr, map: change(expr.map), key: change(expr.key) };
    case 'MapContains':
      return { ...expr, key: change(expr.key), map: change(expr.map) };
    case 'MapDomain':
    case 'MapRange':
      return { ...expr, map: change(expr.map) };
  }
}

function mapParts(resource: Resource, change: Change): Resource {
  switch (resource.kind) {
    case 'FieldAccess':
      return { ...resource, receiver: change(resource.receiver) };
    case 'PredicateAccess':
      return mapPredicate(resource, change);
    case 'MagicWand':
      return mapWand(resource, change);
  }
}
