// Parameters for values that are unknown but stay what they are: section 6.2 of the paper.

import { must } from '../base/assert.ts';
import type { Expr, ParamDecl } from '../comm/comm.ts';
import { freshParams } from './values.ts';
import { type VirgoBlock, type VirgoStmt, virgoExprs, visitVirgo, withVirgoBlocks } from './virgo.ts';

/** What is known of such a value; `exact` if it is that value in no other run. */
export interface Fact {
  readonly expr: Expr;
  readonly exact: boolean;
}

export interface WithParams {
  readonly params: readonly ParamDecl[];
  readonly body: VirgoBlock;
  /** What is known of those that were added. */
  readonly facts: readonly Expr[];
  /** Whether all of these are exact. */
  readonly exact: boolean;
}

/** The program with those values that it mentions as parameters after its own. */
export function withFreshParams(
  own: readonly ParamDecl[],
  fresh: readonly ParamDecl[],
  known: ReadonlyMap<number, Fact>,
  body: VirgoBlock,
): WithParams {
  const used = new Map<number, number>();
  const facts: Expr[] = [];
  let exact = true;
  const params = [...own];
  const names = new Set(own.map(({ name }) => name));
  const collect = (e: Expr): void => {
    if (e.kind === 'unary') collect(e.x);
    if (e.kind === 'binary') {
      collect(e.x);
      collect(e.y);
    }
    if (e.kind !== 'param' || e.index < freshParams || used.has(e.index)) return;
    const decl = must(fresh[e.index - freshParams]);
    let name = decl.name;
    for (let n = 2; names.has(name); n++) name = `${decl.name}'${n}`;
    names.add(name);
    used.set(e.index, params.length);
    params.push({ ...decl, name });
    const fact = known.get(e.index - freshParams);
    if (fact === undefined) return;
    exact &&= fact.exact;
    if (fact.expr.kind === 'bool' && fact.expr.value) return;
    facts.push(fact.expr);
    collect(fact.expr);
  };
  visitVirgo(body, (stmt) => {
    for (const e of virgoExprs(stmt)) collect(e);
  });
  if (used.size === 0) return { params: own, body, facts, exact };
  return { params, body: renumber(body, used), facts: facts.map((fact) => renumbered(fact, used)), exact };
}

function renumbered(e: Expr, used: ReadonlyMap<number, number>): Expr {
  if (e.kind === 'param') return { kind: 'param', index: used.get(e.index) ?? e.index };
  if (e.kind === 'unary') return { ...e, x: renumbered(e.x, used) };
  return e.kind === 'binary' ? { ...e, x: renumbered(e.x, used), y: renumbered(e.y, used) } : e;
}

function renumber(block: VirgoBlock, used: ReadonlyMap<number, number>): VirgoBlock {
  const expr = (e: Expr): Expr => renumbered(e, used);
  return block.map((stmt): VirgoStmt => {
    switch (stmt.kind) {
      case 'chan':
        return { ...stmt, capacity: expr(stmt.capacity) };
      case 'add':
        return { ...stmt, delta: expr(stmt.delta) };
      case 'if':
        return { ...(withVirgoBlocks(stmt, (inner) => renumber(inner, used)) as typeof stmt), cond: expr(stmt.cond) };
      case 'for': {
        const loop = withVirgoBlocks(stmt, (inner) => renumber(inner, used)) as typeof stmt;
        return { ...loop, lo: expr(stmt.lo), hi: expr(stmt.hi), tested: stmt.tested.map(expr) };
      }
      default:
        return withVirgoBlocks(stmt, (inner) => renumber(inner, used));
    }
  });
}
