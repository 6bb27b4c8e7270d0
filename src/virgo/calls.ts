// Calls of which it is not known which of several functions they run, on the way to VirGo; see from-comm.ts.
//
// Where none of the functions in sight synchronises, starts or ends anything, or writes what others see, it does not matter which it is:
// the call gives something. At least one must be in sight, for what no callee in sight answers may do anything; and nothing that
// synchronises may be handed over, for a function from outside could be among them.
// Where it matters, each of those in sight is followed, with what they captured unknown, and so is one from outside that only gives something.

import type { CommProgram, Stmt } from '../comm/comm.ts';
import { type PointsTo, pointsTo, visitStmts } from '../comm/index.ts';

type Call = Stmt & { readonly kind: 'call' };

export function harmlessCalls(program: CommProgram): (call: Call) => boolean {
  let pts: PointsTo | null = null;
  return (call) => {
    pts ??= pointsTo(program);
    return givesOnly(program, pts, call) && handsOverData(program, pts, call);
  };
}

/** The procedures that a call may run, if nothing that synchronises is handed over; else null. */
export function severalCallees(program: CommProgram): (call: Call) => readonly number[] | null {
  let pts: PointsTo | null = null;
  return (call) => {
    pts ??= pointsTo(program);
    const found = [...(pts.callees.get(call) ?? [])];
    return found.length > 0 && handsOverData(program, pts, call) ? found : null;
  };
}

/** Whether nothing but harmless statements can be reached through a call. */
function givesOnly(program: CommProgram, pts: PointsTo, call: Call): boolean {
  const seen = new Set<number>();
  const todo: Stmt[] = [call];
  let harmless = true;
  for (let next = todo.pop(); next !== undefined && harmless; next = todo.pop()) {
    const callees = pts.callees.get(next) ?? new Set();
    if (callees.size === 0) return false;
    for (const index of callees) {
      if (seen.has(index)) continue;
      seen.add(index);
      visitStmts(program.procs[index]?.body ?? [], (stmt) => {
        if (stmt.kind === 'call') todo.push(stmt);
        else harmless &&= isHarmless(stmt);
      });
    }
  }
  return harmless;
}

function isHarmless(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'assign':
    case 'load':
    case 'array':
    case 'if':
    case 'choice':
    case 'branch':
    case 'return':
    case 'yield':
      return true;
    case 'new':
      return stmt.what.kind === 'record';
    case 'map':
      return stmt.op !== 'set' && stmt.op !== 'delete';
    case 'loop':
      return stmt.termination !== 'exact';
    default:
      return false;
  }
}

/** Whether no argument leads to an object that synchronises. */
function handsOverData(program: CommProgram, pts: PointsTo, call: Call): boolean {
  const todo: number[] = [];
  for (const index of pts.reached) {
    visitStmts(program.procs[index]?.body ?? [], (stmt) => {
      if (stmt === call) for (const arg of call.args) todo.push(...pts.of(index, arg));
    });
  }
  const seen = new Set<number>();
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const kind = pts.objects[id]?.kind;
    if (kind === 'chan' || kind === 'sync' || kind === 'cond') return false;
    todo.push(...pts.inside(id));
  }
  return true;
}
