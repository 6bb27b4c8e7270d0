// Parameters for values that nobody knows but that stay what they are: section 6.2 of the paper.

import { must } from '../base/assert.ts';
import type { Expr, ParamDecl } from './comm.ts';
import { type VirgoBlock, type VirgoStmt, virgoExprs, visitVirgo, withVirgoBlocks } from './virgo.ts';
import { freshParams } from './virgo-values.ts';

export interface WithParams {
  readonly params: readonly ParamDecl[];
  readonly body: VirgoBlock;
}

/** The program with those values that it mentions as parameters behind its own. */
export function withFreshParams(own: readonly ParamDecl[], fresh: readonly ParamDecl[], body: VirgoBlock): WithParams {
  const used = new Map<number, number>();
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
  };
  visitVirgo(body, (stmt) => {
    for (const e of virgoExprs(stmt)) collect(e);
  });
  return used.size === 0 ? { params: own, body } : { params, body: renumber(body, used) };
}

function renumber(block: VirgoBlock, used: ReadonlyMap<number, number>): VirgoBlock {
  const expr = (e: Expr): Expr => {
    if (e.kind === 'param') return { kind: 'param', index: used.get(e.index) ?? e.index };
    if (e.kind === 'unary') return { ...e, x: expr(e.x) };
    return e.kind === 'binary' ? { ...e, x: expr(e.x), y: expr(e.y) } : e;
  };
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
        return { ...loop, lo: expr(stmt.lo), hi: expr(stmt.hi) };
      }
      default:
        return withVirgoBlocks(stmt, (inner) => renumber(inner, used));
    }
  });
}
