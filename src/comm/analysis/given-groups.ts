// WaitGroups of the module's own that a fragment is given: what is added to their counters is exact, and whether others are done is left to them.
//
//   wait s.wg   ~>   wait ?"s.wg"
//
// A fragment that adds to such a counter and takes off again itself waits for what it has added.
//
// The counter begins at zero: where a fragment takes more off it than it has put on, some caller sees it go below zero.

import { goValue } from '../../base/reasons.ts';
import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { blocksOf, visitStmts, withBlocks } from '../walk.ts';
import { type PointsTo, pointsTo } from './points-to.ts';

/** The program in which waiting for such a group goes on at any time. */
export function waitingForOthers(program: CommProgram): CommProgram {
  if (!program.procs.some(({ body }) => body.some(waits))) return program;
  const pts = pointsTo(program);
  const own = balanced(program, pts);
  const rewrite = (body: readonly Stmt[], proc: number): readonly Stmt[] =>
    body.map((stmt): Stmt => {
      if (!isWait(stmt)) return blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, (inner) => rewrite(inner, proc));
      const objects = [...pts.of(proc, stmt.group)].flatMap((id) => pts.objects[id] ?? []);
      const given = objects.find(({ maker }) => maker === program.entry);
      if (given === undefined || own.has(given.id)) return stmt;
      const label = given.stmt?.kind === 'new' ? given.stmt.label : '';
      return { ...stmt, group: { kind: 'unknown', why: goValue(label) } };
    });
  const procs = program.procs.map((proc, i): Proc => ({ ...proc, body: rewrite(proc.body, i) }));
  return { ...program, procs };
}

/** Groups that the fragment itself adds to, and is done with. */
function balanced(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  const up = new Set<number>();
  const down = new Set<number>();
  for (const proc of pts.reached) {
    visitStmts((program.procs[proc] as Proc).body, (stmt) => {
      if (stmt.kind !== 'waitgroup' || stmt.op === 'wait') return;
      const isDown = isNegative(stmt.delta);
      for (const id of pts.of(proc, stmt.group)) (isDown ? down : up).add(id);
    });
  }
  return new Set([...up].filter((id) => down.has(id)));
}

function isNegative(delta: Expr | null): boolean {
  return delta?.kind === 'int' ? delta.value < 0 : delta?.kind === 'unary';
}

function isWait(stmt: Stmt): stmt is Extract<Stmt, { kind: 'waitgroup' }> {
  return stmt.kind === 'waitgroup' && stmt.op === 'wait';
}

function waits(stmt: Stmt): boolean {
  return isWait(stmt) || blocksOf(stmt).some((body) => body.some(waits));
}
