// WaitGroups of the module's own that a fragment is given: what is added to their counters is exact, and whether others are done is left to them.
//
//   wait s.wg   ~>   wait ?"s.wg"
//
// The counter begins at zero: where a fragment takes more off it than it has put on, some caller sees it go below zero.

import { goValue } from '../../base/reasons.ts';
import type { CommProgram, Proc, Stmt } from '../comm.ts';
import { blocksOf, withBlocks } from '../walk.ts';
import { pointsTo } from './points-to.ts';

/** The program in which waiting for such a group goes on at any time. */
export function waitingForOthers(program: CommProgram): CommProgram {
  if (!program.procs.some(({ body }) => body.some(waits))) return program;
  const pts = pointsTo(program);
  const rewrite = (body: readonly Stmt[], proc: number): readonly Stmt[] =>
    body.map((stmt): Stmt => {
      if (!isWait(stmt)) return blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, (inner) => rewrite(inner, proc));
      const objects = [...pts.of(proc, stmt.group)].flatMap((id) => pts.objects[id] ?? []);
      const given = objects.find(({ maker }) => maker === program.entry);
      if (given === undefined) return stmt;
      const label = given.stmt?.kind === 'new' ? given.stmt.label : '';
      return { ...stmt, group: { kind: 'unknown', why: goValue(label) } };
    });
  const procs = program.procs.map((proc, i): Proc => ({ ...proc, body: rewrite(proc.body, i) }));
  return { ...program, procs };
}

function isWait(stmt: Stmt): stmt is Extract<Stmt, { kind: 'waitgroup' }> {
  return stmt.kind === 'waitgroup' && stmt.op === 'wait';
}

function waits(stmt: Stmt): boolean {
  return isWait(stmt) || blocksOf(stmt).some((body) => body.some(waits));
}
