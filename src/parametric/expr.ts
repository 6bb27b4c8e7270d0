// Expressions over parameters as SMT terms. Numbers are unbounded: verdicts assume `no-overflow`.

import { must } from '../base/assert.ts';
import { goText } from '../base/reasons.ts';
import type { Expr, Site } from '../comm/comm.ts';
import {
  add,
  and,
  bool,
  eq,
  ge,
  goDiv,
  goRem,
  gt,
  iff,
  int,
  le,
  lt,
  mul,
  neg,
  not,
  or,
  sub,
  type Term,
  True,
  type Var,
} from '../smt/index.ts';

/** What the proof cannot express: the fragment stays unknown, for this reason. */
export class Inexpressible extends Error {
  readonly site: Site | null;

  constructor(message: string, site: Site | null) {
    super(message);
    this.site = site;
  }
}

/** Terms of expressions, for the parameters that stand for theirs: every part of a long expression is asked about, too. */
const known = new WeakMap<readonly Var[], WeakMap<Expr, Term>>();

/** A number. */
export function intTerm(e: Expr, params: readonly Var[], site: Site): Term {
  if (e.kind !== 'binary' && e.kind !== 'unary') return newIntTerm(e, params, site);
  let terms = known.get(params);
  if (terms === undefined) known.set(params, (terms = new WeakMap()));
  let term = terms.get(e);
  if (term === undefined) terms.set(e, (term = newIntTerm(e, params, site)));
  return term;
}

function newIntTerm(e: Expr, params: readonly Var[], site: Site): Term {
  switch (e.kind) {
    case 'int':
      return int(e.value);
    case 'param': {
      const param = must(params[e.index], 'parameter');
      if (param.sort.kind !== 'int') throw new Inexpressible('a condition where a number is needed', site);
      return param;
    }
    case 'unary':
      if (e.op === '-') return neg(intTerm(e.x, params, site));
      break;
    case 'binary': {
      if (!'+-*/%'.includes(e.op)) break;
      const x = intTerm(e.x, params, site);
      const y = intTerm(e.y, params, site);
      switch (e.op) {
        case '+':
          return add(x, y);
        case '-':
          return sub(x, y);
        case '*':
          return mul(x, y);
        case '/':
        case '%':
          if (y.kind !== 'int' || y.value === 0n) throw new Inexpressible('a division by a parameter', site);
          return e.op === '/' ? goDiv(x, y) : goRem(x, y);
      }
      break;
    }
    case 'unknown':
      throw new Inexpressible(
        ['a number that is not known', goText(e.why)].filter((part) => part !== null).join(': '),
        site,
      );
  }
  throw new Inexpressible('an expression that is no number', site);
}

/** When a condition may hold, and when it may fail: both, where a free choice decides. */
export interface Condition {
  readonly mayHold: Term;
  readonly mayFail: Term;
}

export function condition(e: Expr, params: readonly Var[], site: Site): Condition {
  switch (e.kind) {
    case 'bool':
      return { mayHold: bool(e.value), mayFail: bool(!e.value) };
    case 'unknown':
      return { mayHold: True, mayFail: True };
    case 'param': {
      const param = must(params[e.index], 'parameter');
      if (param.sort.kind !== 'bool') throw new Inexpressible('a number where a condition is needed', site);
      return { mayHold: param, mayFail: not(param) };
    }
    case 'unary':
      if (e.op === '!') {
        const x = condition(e.x, params, site);
        return { mayHold: x.mayFail, mayFail: x.mayHold };
      }
      break;
    case 'binary':
      return binary(e, params, site);
  }
  throw new Inexpressible('an expression that is no condition', site);
}

function binary(e: Expr & { readonly kind: 'binary' }, params: readonly Var[], site: Site): Condition {
  if (e.op === '&&' || e.op === '||') {
    const x = condition(e.x, params, site);
    const y = condition(e.y, params, site);
    return e.op === '&&'
      ? { mayHold: and(x.mayHold, y.mayHold), mayFail: or(x.mayFail, and(x.mayHold, y.mayFail)) }
      : { mayHold: or(x.mayHold, and(x.mayFail, y.mayHold)), mayFail: and(x.mayFail, y.mayFail) };
  }
  if (hasUnknown(e)) return { mayHold: True, mayFail: True };
  const exactly = (term: Term): Condition => ({ mayHold: term, mayFail: not(term) });
  if ((e.op === '==' || e.op === '!=') && isCondition(e.x, params)) {
    const same = iff(condition(e.x, params, site).mayHold, condition(e.y, params, site).mayHold);
    return exactly(e.op === '==' ? same : not(same));
  }
  const x = intTerm(e.x, params, site);
  const y = intTerm(e.y, params, site);
  switch (e.op) {
    case '==':
      return exactly(eq(x, y));
    case '!=':
      return exactly(not(eq(x, y)));
    case '<':
      return exactly(lt(x, y));
    case '<=':
      return exactly(le(x, y));
    case '>':
      return exactly(gt(x, y));
    case '>=':
      return exactly(ge(x, y));
    default:
      throw new Inexpressible('a number where a condition is needed', site);
  }
}

function isCondition(e: Expr, params: readonly Var[]): boolean {
  if (e.kind === 'param') return params[e.index]?.sort.kind === 'bool';
  if (e.kind === 'unary') return e.op === '!';
  return e.kind === 'bool' || (e.kind === 'binary' && !'+-*/%'.includes(e.op));
}

function hasUnknown(e: Expr): boolean {
  if (e.kind === 'unary') return hasUnknown(e.x);
  if (e.kind === 'binary') return hasUnknown(e.x) || hasUnknown(e.y);
  return e.kind === 'unknown';
}
