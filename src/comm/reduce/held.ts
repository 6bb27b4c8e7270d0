// Locks that a root leaves held: the next goroutine waits for them forever.
//
// Behind the call of the root the entry takes each lock that it gave to the root once more, if the fragment takes it at all:
// that is what the next call would do. Locks that one function releases for others are not among those that are given.

import { type PointsTo, pointsTo } from '../analysis/points-to.ts';
import type { CommProgram, Proc, Stmt } from '../comm.ts';
import { visitStmts } from '../walk.ts';

/** The program with those questions for locks left that make sense. */
export function askForHeldLocks(program: CommProgram): CommProgram {
  const entry = program.procs[program.entry] as Proc;
  if (!entry.body.some((stmt) => asksForLock(program, stmt))) return program;
  const pts = pointsTo(program);
  const body = entry.body.flatMap((stmt): readonly Stmt[] => {
    if (stmt.kind !== 'call' || !asksForLock(program, stmt)) return [stmt];
    const arg = stmt.args[0];
    const taken = firstTaken(program, pts, stmt);
    if (taken === null || arg === undefined) return [];
    const { site } = taken;
    return [
      { kind: 'lock', op: 'lock', lock: arg, target: null, site },
      { kind: 'lock', op: 'unlock', lock: arg, target: null, site },
    ];
  });
  return { ...program, procs: program.procs.map((proc, i) => (i === program.entry ? { ...proc, body } : proc)) };
}

function asksForLock(program: CommProgram, stmt: Stmt): boolean {
  if (stmt.kind !== 'call' || stmt.callee.kind !== 'proc') return false;
  return program.procs[stmt.callee.proc]?.role.kind === 'held';
}

/** The first statement that takes the same lock; null if none does. */
function firstTaken(program: CommProgram, pts: PointsTo, asked: Extract<Stmt, { kind: 'call' }>): Stmt | null {
  const objects = pts.of(program.entry, asked.args[0] ?? { kind: 'nil' });
  let found: Stmt | null = null;
  for (const index of pts.reached) {
    const proc = program.procs[index] as Proc;
    if (proc.role.kind === 'held') continue;
    visitStmts(proc.body, (stmt) => {
      if (found !== null || stmt.kind !== 'lock' || stmt.op === 'unlock' || stmt.op === 'runlock') return;
      for (const object of pts.of(index, stmt.lock)) if (objects.has(object)) found = stmt;
    });
    if (found !== null) break;
  }
  return found;
}
