// What others may change: nothing of what only the fragment has.

import type { CommProgram, Proc, Stmt } from '../comm.ts';
import { blocksOf, withBlocks } from '../walk.ts';
import { pointsTo } from './points-to.ts';

/** The program without calls of `others`, procedures in which other goroutines change an object, for objects that the fragment made. */
export function sparingOwn(program: CommProgram, others: ReadonlySet<number>): CommProgram {
  if (others.size === 0) return program;
  const pts = pointsTo(program);
  const rewrite = (body: readonly Stmt[], proc: number): readonly Stmt[] =>
    body.flatMap((stmt): readonly Stmt[] => {
      if (stmt.kind === 'call' && stmt.callee.kind === 'proc' && others.has(stmt.callee.proc)) {
        const objects = stmt.args.flatMap((arg) => [...pts.of(proc, arg)]);
        return objects.some((id) => pts.objects[id]?.maker === program.entry) ? [stmt] : [];
      }
      return [blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, (inner) => rewrite(inner, proc))];
    });
  const procs = program.procs.map((proc, i): Proc => ({ ...proc, body: rewrite(proc.body, i) }));
  return { ...program, procs };
}
