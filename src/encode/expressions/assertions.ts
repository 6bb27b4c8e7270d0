// Expressions that only specifications have: old, acc, quantifiers, let, conditionals, asserting, reveal.

import type * as ast from '../../syntax/nodes.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import { type Expr, type LocalDecl, mapChildren, type Source, someExpr, type Type } from '../../vil/index.ts';
import { all, amount, Bool, cond, decl, local } from '../core/build.ts';
import {
  encodingOf,
  expr,
  exprAs,
  objectOf,
  place,
  source,
  statedType,
  typeOf,
  unparen,
  valuePlace,
  vilType,
} from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { unsupported } from '../core/unsupported.ts';
import { amountOf } from '../types/amounts.ts';
import { isPredicateCall } from './calls.ts';

// [old(e)] = old([e])      [old[L](e)] = old[L]([e])      [before(e)] = old([e]) of the outline block's own member
export function old(k: Code, node: ast.OldExpr): Place {
  const src = source(k, node);
  if (node.word === 'before') {
    const there = k.before;
    if (there === undefined) return unsupported('before, which is not in an outline block', node);
    const places = new Map([...k.places, ...there.places]);
    const body = expr({ ...there, within: k.within, places }, node.x);
    return valuePlace({ kind: 'Old', state: { kind: 'pre' }, body, type: body.type, src }, typeOf(k, node));
  }
  const body = expr({ ...k, out: null }, node.x);
  const type = typeOf(k, node);
  if (node.label === null) {
    const start = k.labels.get('old');
    if (start !== undefined) {
      const state = { kind: 'label', name: start } as const;
      return valuePlace({ kind: 'Old', state, body, type: body.type, src }, type);
    }
    if (k.before !== undefined) return unsupported('old in an outline block', node);
    return valuePlace({ kind: 'Old', state: { kind: 'pre' }, body, type: body.type, src }, type);
  }
  if (node.label.name === '#lhs') {
    return valuePlace({ kind: 'Old', state: { kind: 'lhs' }, body, type: body.type, src }, type);
  }
  const name = k.body?.labels.get(node.label.name);
  if (name === undefined) return unsupported('old with this label', node);
  return valuePlace({ kind: 'Old', state: { kind: 'label', name }, body, type: body.type, src }, type);
}

// [acc(p(e), q)] = acc(p([e]), [q])      [acc(&x, q)] = footprint of x      [acc(e, q)]: by the type of e
// [acc(&s[i], q)] of a slice also says that 0 <= i < len(s)
export function access(k: Code, node: ast.AccessExpr): Place {
  const src = source(k, node);
  const type = statedType(k, node);
  const perm = node.perm === null ? amount('write', src) : amountOf(k, node.perm);
  const what = unparen(node.x);
  if (what.kind === 'UnaryExpr' && what.op === '&') {
    const at = place({ ...k, anyIndex: true }, what.x);
    if (at.kind !== 'memory') return unsupported('permission to something that is not in memory', node);
    const footprint = encodingOf(k, at.type).footprint(k.e, at.type, at.address, perm, src);
    return valuePlace(all([...bounds(k, unparen(what.x)), footprint], src), type);
  }
  if (what.kind === 'CallExpr' && isPredicateCall(k, what)) {
    const value = expr(k, what);
    if (value.kind !== 'AccPredicate') return unsupported('permission to this', node);
    return valuePlace({ ...value, perm, src }, type);
  }
  const t = typeOf(k, what);
  const rule = encodingOf(k, t).access;
  if (rule === undefined) return unsupported('permission to this', node);
  return valuePlace(rule(k, what, perm, t, node), type);
}

/** Holding an element says that it is one. (Quantifiers say it by their conditions.) */
function bounds(k: Code, x: ast.Expr): readonly Expr[] {
  if (x.kind === 'SelectorExpr') return bounds(k, unparen(x.x));
  if (x.kind !== 'IndexExpr' || k.anyIndex === true) return [];
  const type = typeOf(k, x.x);
  const rule = encodingOf(k, type).bounds;
  return rule === undefined ? [] : [rule(k, x, type)];
}

// [forall x T :: { t } A] = forall x: value T :: { [t] } [A]
export function quantifier(k: Code, node: ast.QuantExpr): Place {
  const src = source(k, node);
  const vars: LocalDecl[] = [];
  const places = new Map(k.places);
  for (const field of node.vars.list) {
    for (const id of field.names) {
      const v = objectOf(k, id);
      if (v?.kind !== 'Var') return unsupported('this quantified variable', id);
      const variable = bound(k, v, source(k, id));
      vars.push(variable.declared);
      places.set(v, variable.place);
    }
  }
  const inner: Code = { ...k, places, out: null, ghost: true, anyIndex: true };
  const triggers = node.triggers.map((trigger) => ({
    kind: 'Trigger' as const,
    exprs: trigger.exprs.map((e) => triggerTerm(expr(inner, e), vars)),
    src: source(k, trigger),
  }));
  const body = expr(inner, node.x);
  const kind = node.word === 'forall' ? 'Forall' : 'Exists';
  return valuePlace({ kind, vars, triggers, body, type: Bool, src }, typeOf(k, node));
}

/**
 * What stands in a trigger: of a predicate instance its location, of a conditional (a lookup in a map that may be nil, or
 * lack the key) the case that is about the variables, of a comparison the side that is. Solvers match no others.
 */
function triggerTerm(e: Expr, vars: readonly LocalDecl[]): Expr {
  if (e.kind === 'AccPredicate') return triggerTerm(e.loc, vars);
  if (e.kind === 'Cond') return triggerTerm(isAbout(e.else, vars) ? e.else : e.then, vars);
  if (e.kind === 'Binary' && e.type.kind === 'Bool') return triggerTerm(isAbout(e.left, vars) ? e.left : e.right, vars);
  return mapChildren(e, (part) => triggerTerm(part, vars));
}

function isAbout(e: Expr, vars: readonly LocalDecl[]): boolean {
  return someExpr(e, (part) => part.kind === 'LocalVar' && vars.some(({ name }) => name === part.name));
}

/** A bound variable of the vil expression for one of Go. */
export function bound(k: Code, v: Var, src: Source): { readonly declared: LocalDecl; readonly place: Place } {
  const type = v.type as GoType;
  return boundAs(k, v.name, vilType(k, type), type, src);
}

function boundAs(k: Code, wanted: string, vil: Type, type: GoType, src: Source) {
  const name = freshName(k.names, wanted === '_' ? 'x' : wanted);
  return {
    declared: decl(name, vil, src),
    place: { kind: 'variable', variable: local(name, vil, src), type } as const,
  };
}

// [let x := e in f] = let x == ([e]) in [f]      each value is in the scope of the names before it
export function letExpr(k: Code, node: ast.LetExpr): Place {
  if (node.values.length !== node.names.length) return unsupported('let with two names for one lookup', node);
  const src = source(k, node);
  const places = new Map(k.places);
  const inner: Code = { ...k, places, out: null };
  const bindings = node.names.map((id, i) => {
    const v = objectOf(k, id);
    const written = node.values[i] as ast.Expr;
    if (v?.kind !== 'Var') {
      const value = expr(inner, written);
      return { variable: boundAs(k, 'x', value.type, typeOf(k, written), src).declared, value };
    }
    const value = exprAs(inner, written, v.type as GoType);
    const { declared, place: at } = bound(k, v, source(k, id));
    places.set(v, at);
    return { variable: declared, value };
  });
  const body = expr(inner, node.x);
  const whole = bindings.reduceRight<Expr>(
    (rest, { variable, value }) => ({ kind: 'Let', variable, value, body: rest, type: rest.type, src }),
    body,
  );
  return valuePlace(whole, typeOf(k, node));
}

// [c ? a : b] = [c] ? [a] : [b]
export function conditional(k: Code, node: ast.CondExpr): Place {
  const type = typeOf(k, node);
  const inner: Code = { ...k, out: null };
  const branch = (e: ast.Expr): Expr =>
    type.kind === 'Basic' && type.basic === 'assertion' ? expr(inner, e) : exprAs(inner, e, type);
  return valuePlace(cond(expr(inner, node.cond), branch(node.then), branch(node.else), source(k, node)), type);
}

export function asserting(k: Code, node: ast.AssertingExpr): Place {
  const inner: Code = { ...k, out: null };
  const body = expr(inner, node.x);
  const assertion = expr({ ...inner, ghost: true }, node.assertion);
  return valuePlace({ kind: 'Asserting', assertion, body, type: body.type, src: source(k, node) }, typeOf(k, node));
}

// [reveal f(e)] = @reveal() f([e])
export function reveal(k: Code, node: ast.RevealExpr): Place {
  const value = expr(k, node.call);
  if (value.kind !== 'FuncApp') return unsupported('reveal of this call', node);
  return valuePlace({ ...value, annotations: [{ key: 'reveal', values: [] }] }, typeOf(k, node));
}
