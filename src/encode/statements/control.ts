// Control flow: if, switch, labels, jumps, return.
//
//   [if s; c { A } else { B }]      { [s] if ([c]) { [A] } else { [B] } }
//   [switch s; t { case a: A ... }] { [s] t' := [t]  if (t' == [a]) { [A] } else ... label end }
//   [fallthrough]                   the statements of the next case, once more
//   [break], [continue]             goto the end of the statement, or of the loop's body
//   [return e]                      r := [e]; goto exit, where what is left to do is done

import type * as ast from '../../syntax/nodes.ts';
import { isBoolean, isInterface } from '../../types/index.ts';
import type { Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Stmt } from '../../vil/index.ts';
import { bool, relation } from '../core/build.ts';
import {
  blockOf,
  converted,
  emit,
  encodingOf,
  expr,
  exprAs,
  keep,
  source,
  statement,
  statements,
  store,
  typeOf,
  valueFor,
} from '../core/code.ts';
import type { Body, Code, Target } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import { unsupported } from '../core/unsupported.ts';
import { spread } from '../expressions/calls.ts';
import { shortCircuit } from '../types/booleans.ts';

export function ifStmt(k: Code, node: ast.IfStmt): void {
  const src = source(k, node);
  emit(
    k,
    blockOf(k, src, (inner) => {
      if (node.init !== null) statement(inner, node.init);
      const condition = expr(inner, node.cond);
      const then = blockOf(inner, src, (b) => statements(b, node.body.list));
      const other = blockOf(inner, src, (b) => {
        if (node.else?.kind === 'BlockStmt') statements(b, node.else.list);
        else if (node.else !== null) statement(b, node.else);
      });
      emit(inner, { kind: 'If', cond: condition, then, else: other, src });
    }),
  );
}

export function switchStmt(k: Code, node: ast.SwitchStmt): void {
  const src = source(k, node);
  const target = newTarget(k, node, false);
  emit(
    k,
    blockOf(k, src, (inner) => {
      if (node.init !== null) statement(inner, node.init);
      const tag = node.tag === null ? null : { e: node.tag, type: typeOf(inner, node.tag) };
      const value = tag === null ? null : keep(inner, exprAs(inner, tag.e, tag.type), 'tag', source(k, tag.e));
      const cases = node.clauses.filter((c) => c.list !== null);
      const rest = node.clauses.find((c) => c.list === null);
      const runs = (b: Code, clause: ast.CaseClause): void => clauseBody(b, node.clauses, clause);
      targeted(inner, target, () =>
        chain(inner, cases, rest ?? null, tag === null ? null : tag.type, value, src, runs),
      );
      if (target.breaks) emit(inner, { kind: 'Label', name: target.breakTo, invariants: [], src });
    }),
  );
}

function chain(
  k: Code,
  cases: readonly ast.CaseClause[],
  otherwise: ast.CaseClause | null,
  type: GoType | null,
  tag: Expr | null,
  src: Stmt['src'],
  runs: (k: Code, clause: ast.CaseClause) => void,
): void {
  const [first, ...rest] = cases;
  if (first === undefined) {
    if (otherwise !== null)
      emit(
        k,
        blockOf(k, src, (b) => runs(b, otherwise)),
      );
    return;
  }
  const at = source(k, first);
  // What a case lists is evaluated one after the other, until one is right.
  const condition = (first.list ?? []).reduce<Expr | null>(
    (sum, e) =>
      sum === null ? matched(k, e, type, tag) : shortCircuit(k, 'or', sum, (b) => matched(b, e, type, tag), at),
    null,
  );
  const then = blockOf(k, at, (b) => runs(b, first));
  const other = blockOf(k, at, (b) => chain(b, rest, otherwise, type, tag, src, runs));
  emit(k, { kind: 'If', cond: condition ?? bool(false, at), then, else: other, src: at });
}

// [A; fallthrough] = [A] { [B] }     with B, the statements of the next clause, once more
function clauseBody(k: Code, clauses: readonly ast.CaseClause[], clause: ast.CaseClause): void {
  const last = clause.body.at(-1);
  const falls = last?.kind === 'BranchStmt' && last.keyword === 'fallthrough';
  statements(k, falls ? clause.body.slice(0, -1) : clause.body);
  if (!falls) return;
  const next = clauses[clauses.indexOf(clause) + 1] ?? unsupported('fallthrough here', last);
  emit(
    k,
    blockOf(k, source(k, last), (b) => clauseBody(b, clauses, next)),
  );
}

function matched(k: Code, e: ast.Expr, type: GoType | null, tag: Expr | null): Expr {
  if (type === null || tag === null) return expr(k, e);
  if (isInterface(type) || isInterface(typeOf(k, e))) return unsupported('a switch over interface values', e);
  const value = exprAs(k, e, type);
  const src = source(k, e);
  if (isBoolean(type)) return relation('eq', tag, value, src);
  return encodingOf(k, type).equal(k.e, type, tag, value, false, src);
}

// ---------------------------------------------------------------------------------------------------------------
// Jumps

export function bodyFor(k: Code, node: ast.NodeBase): Body {
  return k.body ?? unsupported('a jump here', node);
}

/** What jumps in `node` can mean; the label around it is its own. */
export function newTarget(k: Code, _: ast.NodeBase, loop: boolean): Target {
  return {
    label: k.label ?? null,
    loop,
    breakTo: freshName(k.names, 'end'),
    continueTo: loop ? freshName(k.names, 'next') : null,
    breaks: false,
    continues: false,
  };
}

export function targeted(k: Code, target: Target, job: () => void): void {
  const targets = k.body?.targets;
  targets?.push(target);
  try {
    job();
  } finally {
    targets?.pop();
  }
}

/** `L: s` */
export function labeled(k: Code, node: ast.LabeledStmt): void {
  const { name } = node.label;
  const label = freshName(k.names, name);
  bodyFor(k, node).labels.set(name, label);
  emit(k, { kind: 'Label', name: label, invariants: [], src: source(k, node) });
  statement({ ...k, label: name }, node.stmt);
}

export function branch(k: Code, node: ast.BranchStmt): void {
  if (node.keyword === 'goto' || node.keyword === 'fallthrough') unsupported(node.keyword, node);
  const { targets } = bodyFor(k, node);
  const wanted = node.label?.name ?? null;
  const loop = node.keyword === 'continue';
  const target = [...targets].reverse().find((t) => (wanted === null ? t.loop || !loop : t.label === wanted));
  if (target === undefined) unsupported('this jump', node);
  const src = source(k, node);
  if (loop) {
    if (target.continueTo === null) unsupported('this jump', node);
    target.continues = true;
    emit(k, { kind: 'Goto', label: target.continueTo, src });
  } else {
    target.breaks = true;
    emit(k, { kind: 'Goto', label: target.breakTo, src });
  }
}

export function returnStmt(k: Code, node: ast.ReturnStmt): void {
  const body = bodyFor(k, node);
  const { results } = body;
  const src = source(k, node);
  const places = results.map((v) => k.places.get(v) ?? unsupported('this return', node));
  const type = (i: number): GoType => (results[i] as { readonly type: GoType | null }).type as GoType;
  let values: readonly Expr[] = [];
  if (node.results.length === results.length) {
    values = node.results.map((e, i) => exprAs(valueFor(k, results[i] as Var), e, type(i)));
    // Results may be named in what is returned.
    if (values.length > 1) values = values.map((v) => keep(k, v, 'ret', src));
  } else if (node.results.length === 1) {
    const [only] = node.results;
    values = spread(k, only as ast.Expr).map((v, i) => converted(k, v.value, v.type, type(i), node));
  }
  for (const [i, value] of values.entries()) store(k, places[i] as (typeof places)[number], value, src);
  leave(k, body, src);
}

/** To the end of the function. */
export function leave(k: Code, body: Body, src: Stmt['src']): void {
  body.exits = true;
  emit(k, { kind: 'Goto', label: body.exit, src });
}
