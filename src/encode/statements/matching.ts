// match: values taken apart by patterns, of which the first that fits counts.
//
//   fits(_, v) = fits(?x, v) = true      fits(C{p, q}, v) = v.isC && fits(p, v.f) && fits(q, v.g)      fits(e, v) = v == [e]
//   [match x { case p: e  default: d }] = let v == ([x]) in fits(p, v) ? let bound(p, v) in [e] : [d]
//   [match x { case p: S  default: D }]   v := [x]   if (fits(p, v)) { bound(p, v) [S] } else { [D] }
//
// Without a default case, some pattern has to fit.

import type * as ast from '../../syntax/nodes.ts';
import { isBoolean } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import { type Expr, isPure, type LocalVar, type Source } from '../../vil/index.ts';
import { all, assertStmt, bool, cond, decl, inhale, local, relation } from '../core/build.ts';
import {
  blockOf,
  emit,
  encodingOf,
  expr,
  exprAs,
  initialize,
  isBlank,
  keep,
  objectOf,
  source,
  statements,
  typeOf,
  unparen,
  valuePlace,
} from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { clauseOf, fieldOf, isMadeBy } from '../types/algebraic-types.ts';

interface Binding {
  readonly variable: Var;
  readonly value: Expr;
}

/** Whether `value` of type `t` fits a pattern. */
function fits(k: Code, written: ast.Expr, value: Expr, t: GoType): Expr {
  const p = unparen(written);
  const src = source(k, p);
  if (alwaysFits(p)) return bool(true, src);
  const clause = p.kind === 'CompositeLit' ? clauseOf(k, p) : null;
  if (p.kind === 'CompositeLit' && clause !== null) {
    const parts = p.elts.map((elt, i) => {
      const f = clause.fields[i] as Var;
      return fits(k, inside(elt), fieldOf(k.e, clause, f, value, src), f.type as GoType);
    });
    return all([isMadeBy(k.e, clause, value, src), ...parts], src);
  }
  const wanted = exprAs({ ...k, out: null }, p, t);
  return isBoolean(t) ? relation('eq', value, wanted, src) : encodingOf(k, t).equal(k.e, t, value, wanted, true, src);
}

/** What a pattern binds in `value`. */
function bindings(k: Code, written: ast.Expr, value: Expr): readonly Binding[] {
  const p = unparen(written);
  if (p.kind === 'BindExpr') {
    const variable = objectOf(k, p.name);
    return variable?.kind === 'Var' ? [{ variable, value }] : [];
  }
  const clause = p.kind === 'CompositeLit' ? clauseOf(k, p) : null;
  if (p.kind !== 'CompositeLit' || clause === null) return [];
  const src = source(k, p);
  return p.elts.flatMap((elt, i) =>
    bindings(k, inside(elt), fieldOf(k.e, clause, clause.fields[i] as Var, value, src)),
  );
}

function alwaysFits(written: ast.Expr): boolean {
  const p = unparen(written);
  return p.kind === 'BindExpr' || isBlank(p);
}

function inside(elt: ast.Expr): ast.Expr {
  return elt.kind === 'KeyValueExpr' ? elt.value : elt;
}

/** Where no pattern fits. */
function unmatched(k: Code, node: ast.NodeBase, on: 'asserting' | 'assert.failed'): Source {
  return source(k, node, { meanings: [{ on, key: 'match_error', reasons: [] }] });
}

export function matchExpr(k: Code, node: ast.MatchExpr): Place {
  const inner: Code = { ...k, out: null };
  const src = source(k, node);
  const type = typeOf(k, node);
  const t = typeOf(k, node.x);
  const subject = expr(inner, node.x);
  const variable = decl(freshName(k.names, 'subject'), subject.type, src);
  const value = local(variable.name, variable.type, src);
  const isAssertion = type.kind === 'Basic' && type.basic === 'assertion';
  const result = (there: Code, e: ast.Expr): Expr => (isAssertion ? expr(there, e) : exprAs(there, e, type));
  const rest = node.clauses.find((c) => c.pattern === null);
  const cases = node.clauses.filter((c) => c.pattern !== null);
  const zero = (): Expr => (isAssertion ? bool(true, src) : encodingOf(k, type).zero(k.e, type, src));
  const whole = cases.reduceRight<Expr>(
    (otherwise, c) => {
      const pattern = c.pattern as ast.Expr;
      const places = new Map(k.places);
      for (const b of bindings(inner, pattern, value)) {
        places.set(b.variable, valuePlace(b.value, b.variable.type as GoType));
      }
      return cond(fits(inner, pattern, value, t), result({ ...inner, places }, c.x), otherwise, source(k, c));
    },
    rest === undefined ? zero() : result(inner, rest.x),
  );
  let body = whole;
  if (rest === undefined && !cases.some((c) => alwaysFits(c.pattern as ast.Expr))) {
    const at = unmatched(k, node, 'asserting');
    const some = cases
      .map((c) => fits(inner, c.pattern as ast.Expr, value, t))
      .reduceRight<Expr>((sum, one) => relation('or', one, sum, at), bool(false, at));
    // What states permissions stands beside what has to hold.
    const [inside, beside] = isPure(whole) ? [whole, null] : [bool(true, src), whole];
    body = { kind: 'Asserting', assertion: { ...some, src: at }, body: inside, type: inside.type, src };
    if (beside !== null) body = relation('and', body, beside, src);
  }
  return valuePlace({ kind: 'Let', variable, value: subject, body, type: body.type, src }, type);
}

export function matchStmt(k: Code, node: ast.MatchStmt): void {
  const src = source(k, node);
  emit(
    k,
    blockOf(k, src, (inner) => {
      const value = keep(inner, expr(inner, node.x), 'subject', source(inner, node.x));
      const rest = node.clauses.find((c) => c.pattern === null) ?? null;
      const cases = node.clauses.filter((c) => c.pattern !== null);
      chain(inner, node, cases, rest, value);
    }),
  );
}

function chain(
  k: Code,
  node: ast.MatchStmt,
  cases: readonly ast.MatchClause[],
  rest: ast.MatchClause | null,
  value: LocalVar,
): void {
  const [first, ...others] = cases;
  if (first === undefined) {
    if (rest !== null) {
      const { body } = rest;
      const block = blockOf(k, source(k, rest), (b) => statements(b, body));
      emit(k, block);
      return;
    }
    const src = unmatched(k, node, 'assert.failed');
    emit(k, assertStmt(bool(false, src), src));
    emit(k, inhale(bool(false, src), src));
    return;
  }
  const src = source(k, first);
  const pattern = first.pattern as ast.Expr;
  const then = blockOf(k, src, (b) => {
    for (const { variable, value: part } of bindings(b, pattern, value)) initialize(b, variable, { ...part, src });
    statements(b, first.body);
  });
  const other = blockOf(k, src, (b) => chain(b, node, others, rest, value));
  emit(k, { kind: 'If', cond: fits(k, pattern, value, typeOf(k, node.x)), then, else: other, src });
}
