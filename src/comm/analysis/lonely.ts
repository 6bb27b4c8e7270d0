// Operations on objects that only the module has, where nothing else in it can complete them: there are no others to leave it to.

import { gapReason } from '../../base/reasons.ts';
import type { CommProgram, Expr, Gap, Proc, Site, Stmt } from '../comm.ts';
import { visitStmts } from '../walk.ts';
import { findUnknowns, isFree, isTainted } from './unknowns.ts';

/** Where something stands, as one text. */
export function siteKey({ file, start }: Site): string {
  return `${file}:${start}`;
}

/**
 * The program with a gap where such an operation may be about an object from outside. Those of the fragment's own are checked as they are.
 * `lonely`: the operations, with their texts.
 */
export function withoutHelp(program: CommProgram, lonely: ReadonlyMap<string, string>): CommProgram {
  if (lonely.size === 0) return program;
  const unknown = findUnknowns(program, isFree, true, false);
  const gaps: Gap[] = [];
  for (const proc of unknown.pts.reached) {
    visitStmts((program.procs[proc] as Proc).body, (stmt) => {
      const text = lonely.get(siteKey(stmt.site));
      if (text === undefined || !waitsAt(stmt).some((object) => isTainted(unknown, proc, object))) return;
      gaps.push({ reason: gapReason('withoutHelp', text), site: stmt.site });
    });
  }
  return gaps.length === 0 ? program : { ...program, gaps: [...program.gaps, ...gaps] };
}

/** The objects that a statement waits for. */
function waitsAt(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'send':
    case 'recv':
      return [stmt.chan];
    case 'select':
      return stmt.otherwise === null ? stmt.cases.map(({ comm }) => comm.chan) : [];
    case 'waitgroup':
      return stmt.op === 'wait' ? [stmt.group] : [];
    case 'cond':
      return stmt.op === 'wait' ? [stmt.cond] : [];
    default:
      return [];
  }
}
