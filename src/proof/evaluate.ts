// Evaluating expressions: sigma |- e => t. One state in, one state out: branches inside an expression become one term.

import {
  add,
  and,
  apply,
  bool,
  conj,
  div,
  Int,
  implies,
  int,
  ite,
  le,
  lt,
  mod,
  mul,
  ne,
  neg,
  not,
  or,
  quotient,
  Real,
  real,
  sub,
  type Term,
  toReal,
} from '../smt/index.ts';
import { type Axiom, type Binary, type Expr, type Node, substituteType, type Type } from '../vil/index.ts';
import { check, under } from './check.ts';
import { equalTerms, evaluateCollection } from './collections.ts';
import { consumeAll } from './consume.ts';
import { type Context, lookup } from './context.ts';
import { applyFunction } from './functions.ts';
import { type Blame, fail, unsupported } from './obligations.ts';
import { currentPerm, evaluateForPerm } from './perms.ts';
import { evaluateUnfolding } from './predicates.ts';
import { project } from './projections.ts';
import { evaluateQuantifier } from './quantifiers.ts';
import { readField } from './read.ts';
import { Null } from './sorts.ts';
import { emptyState, fresh, type State, show, withStore } from './state.ts';
import { adtConstructor, domainFunction, sortOf } from './types.ts';
import { evaluateApplying, lhsLabel } from './wands.ts';

export type Evaluated = readonly [State, Term];

/** Evaluates from left to right. */
export function evaluateAll(
  ctx: Context,
  s: State,
  exprs: readonly Expr[],
  blame: Blame,
): readonly [State, readonly Term[]] {
  let state = s;
  const terms: Term[] = [];
  for (const e of exprs) {
    const [next, term] = evaluate(ctx, state, e, blame);
    state = next;
    terms.push(term);
  }
  return [state, terms];
}

/** The value of `e` in `s`, and `s` with what was learned. Whatever must hold for `e` to have a value is checked. */
export function evaluate(ctx: Context, s: State, e: Expr, blame: Blame): Evaluated {
  switch (e.kind) {
    case 'IntLit':
      return [s, int(e.value)];
    case 'BoolLit':
      return [s, bool(e.value)];
    case 'NullLit':
      return [s, Null];
    case 'PermLit':
      return evaluatePermLit(ctx, s, e.value, e);
    case 'LocalVar':
      return [s, lookup(s.store, e.name)];
    case 'Result':
      return [s, lookup(s.store, 'result')];
    case 'Unary': {
      const [s1, operand] = evaluate(ctx, s, e.operand, blame);
      return [s1, e.op === 'not' ? not(operand) : neg(operand)];
    }
    case 'Binary':
      return evaluateBinary(ctx, s, e, blame);
    case 'Cond': {
      // sigma |- c => tc;  sigma, tc |- e1 => t1;  sigma, !tc |- e2 => t2  gives  tc ? t1 : t2
      const [s1, cond] = evaluate(ctx, s, e.cond, blame);
      if (cond.kind === 'bool') return evaluate(ctx, s1, cond.value ? e.then : e.else, blame);
      const [s2, yes] = under(s1, cond, (inner) => evaluate(ctx, inner, e.then, blame));
      const [s3, no] = under(s2, not(cond), (inner) => evaluate(ctx, inner, e.else, blame));
      return [s3, ite(cond, yes, no)];
    }
    case 'FieldAccess': {
      const [s1, receiver] = evaluate(ctx, s, e.receiver, blame);
      return readField(ctx, s1, e.field, receiver, blame, e);
    }
    case 'CurrentPerm':
      return currentPerm(ctx, s, e, blame);
    case 'ForPerm':
      return evaluateForPerm(ctx, s, e, blame);
    case 'Forall':
    case 'Exists':
      return evaluateQuantifier(ctx, s, e, blame);
    case 'InhaleExhale':
      return evaluate(ctx, s, e.inhale, blame);
    case 'Let': {
      const [s1, value] = evaluate(ctx, s, e.value, blame);
      const seen = show(ctx, s1, e.variable.name, value);
      const [s2, body] = evaluate(ctx, withStore(seen, e.variable.name, value), e.body, blame);
      return [{ ...s2, store: s.store }, body];
    }
    case 'Old':
      return evaluateOld(ctx, s, e, blame);
    case 'Unfolding':
      return evaluateUnfolding(ctx, s, e, blame);
    case 'Asserting': {
      // The assertion is exhaled from a copy; every way of doing that must succeed.
      const s1 = ctx.isTrusted ? s : consumeAll(ctx, s, e.assertion, blame);
      const [s2, body] = evaluate(ctx, s1, e.body, blame);
      return [{ ...s2, heap: s.heap }, body];
    }
    case 'Low':
    case 'LowContext':
    case 'InExecution':
      return unsupported('property of two executions of this form', e);
    case 'FuncApp': {
      const [s1, args] = evaluateAll(ctx, s, e.args, blame);
      return applyFunction(ctx, s1, e, args, blame);
    }
    case 'DomainFuncApp': {
      const [s1, args] = evaluateAll(ctx, s, e.args, blame);
      const fn = domainFunction(ctx, lookup(ctx.table.domainFunctions, e.func), e.typeArgs);
      return project(ctx, s1, fn, args);
    }
    case 'AdtConstruct': {
      const [s1, args] = evaluateAll(ctx, s, e.args, blame);
      return [s1, apply(adtConstructor(ctx, e.type, e.constructorName).make, ...args)];
    }
    case 'AdtDestruct': {
      const [s1, receiver] = evaluate(ctx, s, e.receiver, blame);
      const adt = lookup(ctx.table.adts, e.adt);
      for (const made of adt.constructors) {
        const index = made.params.findIndex((param) => param.name === e.field);
        const selector = index < 0 ? undefined : adtConstructor(ctx, e.receiver.type, made.name).fields[index];
        if (selector !== undefined) return [s1, apply(selector, receiver)];
      }
      throw new Error(`the adt ${e.adt} has no field ${e.field}`);
    }
    case 'AdtDiscriminate': {
      const [s1, receiver] = evaluate(ctx, s, e.receiver, blame);
      return [s1, apply(adtConstructor(ctx, e.receiver.type, e.constructorName).test, receiver)];
    }
    case 'Applying':
      return evaluateApplying(ctx, s, e, blame);
    case 'MagicWand':
    case 'AccField':
    case 'AccPredicate':
    case 'PredicateAccess':
      return unsupported('permission in a place that must be pure', e);
    default:
      return evaluateCollection(ctx, s, e, blame);
  }
}

function evaluatePermLit(ctx: Context, s: State, value: string, e: Expr): Evaluated {
  switch (value) {
    case 'write':
      return [s, real(1)];
    case 'none':
      return [s, real(0)];
    case 'wildcard': {
      const wildcard = fresh(ctx, s, 'wildcard', Real);
      ctx.wildcards.add(wildcard);
      ctx.positive.add(wildcard.kind === 'apply' ? wildcard.fn : wildcard);
      return [{ ...s, path: definePositive(s, wildcard).path }, wildcard];
    }
    default:
      return unsupported('epsilon', e);
  }
}

function definePositive(s: State, wildcard: Term): State {
  const positive = lt(real(0), wildcard);
  return { ...s, path: { before: s.path, depth: (s.path?.depth ?? 0) + 1, term: positive, kind: 'definition' } };
}

function evaluateOld(ctx: Context, s: State, e: Expr & { readonly kind: 'Old' }, blame: Blame): Evaluated {
  const heap = s.olds.get(e.state.kind === 'label' ? e.state.name : e.state.kind === 'lhs' ? lhsLabel : '');
  if (heap === undefined) return fail(blame, 'labelled.state.not.reached', e);
  const [s1, value] = evaluate(ctx, { ...s, heap, left: null }, e.body, blame);
  return [{ ...s1, heap: s.heap, left: s.left }, value];
}

function evaluateBinary(ctx: Context, s: State, e: Binary, blame: Blame): Evaluated {
  const [s1, left] = evaluate(ctx, s, e.left, blame);
  switch (e.op) {
    // The right side is evaluated, and has to be well defined, only where it counts.
    case 'and': {
      const [s2, right] = under(s1, left, (inner) => evaluate(ctx, inner, e.right, blame));
      return [s2, and(left, right)];
    }
    case 'or': {
      const [s2, right] = under(s1, not(left), (inner) => evaluate(ctx, inner, e.right, blame));
      return [s2, or(left, right)];
    }
    case 'implies': {
      const [s2, right] = under(s1, left, (inner) => evaluate(ctx, inner, e.right, blame));
      return [s2, implies(left, right)];
    }
    default: {
      const [s2, right] = evaluate(ctx, s1, e.right, blame);
      return strictBinary(ctx, s2, e, left, right, blame);
    }
  }
}

function nonZero(ctx: Context, s: State, divisor: Term, blame: Blame, offending: Node): State {
  const zero = divisor.sort === Int ? int(0) : real(0);
  return check(ctx, s, ne(divisor, zero), blame, 'division.by.zero', offending);
}

function strictBinary(ctx: Context, s: State, e: Binary, left: Term, right: Term, blame: Blame): Evaluated {
  switch (e.op) {
    case 'add':
    case 'permAdd':
      return [s, add(left, right)];
    case 'sub':
    case 'permSub':
      return [s, sub(left, right)];
    case 'mul':
    case 'permMul':
      return [s, mul(left, right)];
    case 'div':
      return [nonZero(ctx, s, right, blame, e.right), div(left, right)];
    case 'mod':
      return [nonZero(ctx, s, right, blame, e.right), mod(left, right)];
    case 'lt':
    case 'permLt':
      return [s, lt(left, right)];
    case 'le':
    case 'permLe':
      return [s, le(left, right)];
    case 'gt':
    case 'permGt':
      return [s, lt(right, left)];
    case 'ge':
    case 'permGe':
      return [s, le(right, left)];
    case 'frac':
      return [nonZero(ctx, s, right, blame, e.right), quotient(toReal(left), toReal(right))];
    case 'intPermMul':
      return [s, mul(left.sort === Int ? toReal(left) : left, right.sort === Int ? toReal(right) : right)];
    case 'permDivInt':
      return [nonZero(ctx, s, right, blame, e.right), quotient(left, toReal(right))];
    case 'permDiv':
      return [nonZero(ctx, s, right, blame, e.right), quotient(left, right)];
    case 'eq':
      return [s, equalTerms(ctx, substituteType(e.left.type, ctx.types), left, right)];
    case 'ne':
      return [s, not(equalTerms(ctx, substituteType(e.left.type, ctx.types), left, right))];
    case 'and':
    case 'or':
    case 'implies':
      throw new Error('connectives are evaluated lazily');
  }
}

/** What an axiom of a domain says. Axioms have no state and are trusted to be well defined. */
export function readAxiom(ctx: Context, axiom: Axiom): Term {
  const { isTrusted, isAxiom } = ctx;
  ctx.isTrusted = true;
  ctx.isAxiom = true;
  try {
    const [state, term] = evaluate(ctx, emptyState, axiom.body, { id: 'not.wellformed', node: axiom });
    const learned: Term[] = [];
    for (let at = state.path; at !== null; at = at.before) learned.push(at.term);
    return learned.length === 0 ? term : conj([...learned.reverse(), term]);
  } finally {
    ctx.isTrusted = isTrusted;
    ctx.isAxiom = isAxiom;
  }
}

/** An arbitrary value of a type. */
export function anything(ctx: Context, s: State, name: string, type: Type): Term {
  return fresh(ctx, s, name, sortOf(ctx, type));
}
