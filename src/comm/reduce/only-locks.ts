// A program of which only locks are left: nothing else makes a goroutine wait, and numbers that objects hold do not count on.

import { why } from '../../base/reasons.ts';
import { releaseObjects } from '../analysis/escape.ts';
import { pointsTo } from '../analysis/points-to.ts';
import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { blocksOf, visitStmts, withBlocks } from '../walk.ts';

/** Channels, wait groups and condition variables become those of the environment, and what is counted in objects becomes `?`. */
export function onlyLocks(program: CommProgram): CommProgram {
  const pts = pointsTo(program);
  const released = releaseObjects(program, pts, new Set(pts.objects.map(({ id }) => id)));
  return { ...released, procs: released.procs.map(withoutCounting) };
}

function withoutCounting(proc: Proc): Proc {
  const stored = new Set<number>();
  visitStmts(proc.body, (stmt) => {
    if (stmt.kind === 'store' && stmt.place.kind === 'field' && stmt.value.kind === 'var') stored.add(stmt.value.index);
  });
  const open: Expr = { kind: 'unknown', why: why('number', '', 'state') };
  const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt): Stmt => {
      if (stmt.kind === 'assign' && stored.has(stmt.target) && isSum(stmt.value)) return { ...stmt, value: open };
      if (stmt.kind === 'store' && stmt.place.kind === 'field' && isSum(stmt.value)) return { ...stmt, value: open };
      return blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewrite);
    });
  return { ...proc, body: rewrite(proc.body) };
}

function isSum(value: Expr): boolean {
  return value.kind === 'binary' && (value.op === '+' || value.op === '-');
}
