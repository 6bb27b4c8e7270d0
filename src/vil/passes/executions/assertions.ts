// Assertions about two executions: what they say about each of them, and what they say about both.
//
//   both(A)         = unary(A) in the first && unary(A) in the second && relation(A)
//   unary(A)        A without what relates: low(e), rel(e, i) and whatever depends on them is true
//   relation(low(e))      = e == e'                                  where e' is e in the second execution
//   relation(b ==> A)     = b && b' ==> relation(A)
//   relation(forall x :: A) = forall x, x' :: relation(A)
//   relation(acc(P(e)))   = P$both(e, e')                            for a predicate whose body relates
//
// What can be told from both executions only, `low(x) ==> A`, is a condition on both: relation(low(x)) ==> both(A).

import { and, implies, not } from '../../build.ts';
import type { AccPredicate, Expr, Source, Trigger } from '../../vil.ts';
import { childrenOf, isPure, mapChildren, mapTrigger, someExpr } from '../../walk.ts';
import { type Copies, secondDecl, secondExpr } from './copies.ts';

export interface Relations extends Copies {
  /** Predicates whose bodies relate two executions. */
  readonly relational: ReadonlySet<string>;
}

export function bothName(predicate: string): string {
  return `${predicate}$both`;
}

/** Whether an expression itself says something about two executions. */
export function relates(e: Expr): boolean {
  return someExpr(e, ({ kind }) => kind === 'Low' || kind === 'LowContext' || kind === 'InExecution');
}

export function isRelational(r: Relations, e: Expr): boolean {
  return relates(e) || someExpr(e, (part) => part.kind === 'AccPredicate' && r.relational.has(part.loc.predicate));
}

function truth(src: Source): Expr {
  return { kind: 'BoolLit', value: true, type: { kind: 'Bool' }, src };
}

function conj(parts: readonly Expr[], src: Source): Expr {
  return parts.reduceRight((rest, part) => and(part, rest, src), truth(src));
}

// ---------------------------------------------------------------------------------------------------------------

/** The assertion of both executions. What has no meaning here keeps its `low`, which the engine does not verify. */
export function both(r: Relations, e: Expr): Expr {
  if (!isRelational(r, e)) return and(e, secondExpr(r, e), e.src);
  if (e.kind === 'Binary' && e.op === 'and') return and(both(r, e.left), both(r, e.right), e.src);
  if (e.kind === 'Binary' && e.op === 'implies' && relates(e.left)) {
    return implies(formula(r, e.left), both(r, e.right), e.src);
  }
  if (e.kind === 'Cond' && relates(e.cond)) {
    return { ...e, cond: formula(r, e.cond), then: both(r, e.then), else: both(r, e.else) };
  }
  const own = unary(r, e);
  return conj([own, secondExpr(r, own), relation(r, e)], e.src);
}

/** What an assertion says about one execution. */
export function unary(r: Relations, e: Expr): Expr {
  if (!relates(e)) return e;
  const { src } = e;
  switch (e.kind) {
    case 'Binary':
      if (e.op === 'and') return and(unary(r, e.left), unary(r, e.right), src);
      return e.op === 'implies' && !relates(e.left) ? implies(e.left, unary(r, e.right), src) : truth(src);
    case 'Cond': {
      if (relates(e.cond)) return truth(src);
      const [then, otherwise] = [unary(r, e.then), unary(r, e.else)];
      return isTruth(then) && isTruth(otherwise) ? truth(src) : { ...e, then, else: otherwise };
    }
    case 'Forall':
    case 'Let':
    case 'Unfolding':
    case 'Applying': {
      const body = unary(r, e.body);
      return isTruth(body) ? body : { ...e, body };
    }
    default:
      return truth(src);
  }
}

function isTruth(e: Expr): boolean {
  return e.kind === 'BoolLit' && e.value;
}

/** What an assertion says about both executions together. */
export function relation(r: Relations, e: Expr): Expr {
  if (!isRelational(r, e)) return truth(e.src);
  const { src } = e;
  switch (e.kind) {
    case 'Binary':
      if (e.op === 'and') return and(relation(r, e.left), relation(r, e.right), src);
      if (e.op !== 'implies') return formula(r, e);
      if (!relates(e.left)) return implies(and(e.left, secondExpr(r, e.left), src), relation(r, e.right), src);
      return isPure(e.right) ? implies(formula(r, e.left), both(r, e.right), src) : e;
    case 'Cond': {
      if (relates(e.cond)) {
        if (!isPure(e.then) || !isPure(e.else)) return e;
        return { ...e, cond: formula(r, e.cond), then: both(r, e.then), else: both(r, e.else) };
      }
      const other = secondExpr(r, e.cond);
      return and(
        implies(and(e.cond, other, src), relation(r, e.then), src),
        implies(and(not(e.cond, src), not(other, src), src), relation(r, e.else), src),
        src,
      );
    }
    case 'AccPredicate':
      return related(r, e);
    case 'Forall': {
      const vars = [...e.vars, ...e.vars.map(secondDecl)];
      const triggers = e.triggers
        .filter((trigger) => !trigger.exprs.some(relates))
        .map((trigger): Trigger => {
          const others = mapTrigger(trigger, (x) => secondExpr(r, x)).exprs;
          return { ...trigger, exprs: [...trigger.exprs, ...others] };
        });
      return { ...e, vars, triggers, body: relation(r, e.body) };
    }
    case 'Let': {
      const inner: Expr = {
        ...e,
        variable: secondDecl(e.variable),
        value: secondExpr(r, e.value),
        body: relation(r, e.body),
      };
      return relates(e.value) ? e : { ...e, body: inner };
    }
    case 'Unfolding': {
      const acc = secondExpr(r, e.acc) as AccPredicate;
      const inner: Expr = { ...e, acc, body: relation(r, e.body) };
      return { ...e, body: inner };
    }
    default:
      return formula(r, e);
  }
}

/** That two instances of a predicate are related as its body says. */
export function related(r: Relations, { loc, src }: AccPredicate): Expr {
  const args = [...loc.args, ...loc.args.map((arg) => secondExpr(r, arg))];
  return { kind: 'FuncApp', func: bothName(loc.predicate), args, type: { kind: 'Bool' }, src };
}

// ---------------------------------------------------------------------------------------------------------------
// Formulas that relate, anywhere in a Bool

/** The formula as one of both executions: what does not relate holds in each of them. */
export function formula(r: Relations, e: Expr): Expr {
  if (!relates(e)) {
    if (e.type.kind === 'Bool') return and(e, secondExpr(r, e), e.src);
    // A value in neither of the executions has to be the same in both.
    return isConstant(e) ? e : { kind: 'Low', operand: e, type: e.type, src: e.src };
  }
  switch (e.kind) {
    case 'Low':
      return relates(e.operand) ? e : { ...equal(e.operand, secondExpr(r, e.operand), e.src) };
    case 'LowContext':
      return truth(e.src);
    case 'InExecution':
      if (relates(e.operand)) return e;
      return e.execution === 0 ? e.operand : secondExpr(r, e.operand);
    case 'Unary':
    case 'Binary':
    case 'Cond':
    case 'Old':
      return mapChildren(e, (child) => formula(r, child));
    default:
      return e;
  }
}

function equal(left: Expr, right: Expr, src: Source): Expr {
  return { kind: 'Binary', op: 'eq', left, right, type: { kind: 'Bool' }, src };
}

function isConstant(e: Expr): boolean {
  switch (e.kind) {
    case 'LocalVar':
    case 'Result':
    case 'FieldAccess':
    case 'FuncApp':
    case 'CurrentPerm':
    case 'ForPerm':
      return false;
    default:
      return childrenOf(e).every(isConstant);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// One execution alone

/**
 * The expression where the other execution is somewhere else, and not known: whatever relates to it holds. `isEvent`: whether it may be
 * at the same place.
 */
export function alone(e: Expr, isEvent: boolean): Expr {
  if (!relates(e)) return e;
  const inside = (child: Expr): Expr => alone(child, isEvent);
  switch (e.kind) {
    case 'Low':
      return truth(e.src);
    case 'LowContext':
      return { kind: 'BoolLit', value: isEvent, type: { kind: 'Bool' }, src: e.src };
    case 'InExecution':
      return inside(e.operand);
    case 'Forall':
    case 'Exists': {
      const triggers = e.triggers.filter((trigger) => !trigger.exprs.some(relates));
      return { ...e, triggers, body: inside(e.body) };
    }
    default:
      return mapChildren(e, inside);
  }
}
