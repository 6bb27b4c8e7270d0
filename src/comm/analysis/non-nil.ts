// What a communication program takes for granted of its callers: values that are not nil where it goes through them without asking,
// values that constructors have made, and one goroutine at a time where nothing synchronizes.

import { allAssumptions, assumption } from '../../base/reasons.ts';
import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { visitStmts } from '../walk.ts';
import { pointsTo } from './points-to.ts';

export interface GoodPointers {
  /** Labels of what the entry makes for pointers and interfaces from outside. */
  readonly pointers: ReadonlySet<string>;
  /** The same of fields that constructors set, with the types of these. */
  readonly constructed: ReadonlyMap<string, string>;
  /** Types of which one goroutine at a time uses a value, by class. */
  readonly alone: ReadonlyMap<number, string>;
  /** Names of functions from outside, by the procedures that stand for them. */
  readonly functions: ReadonlyMap<number, string>;
}

/** The program, with an assumption for each pointer, interface and function from outside that it uses. */
export function assumingGoodPointers(
  program: CommProgram,
  { pointers, constructed, functions, alone }: GoodPointers,
): CommProgram {
  if (program.root !== 'function' || pointers.size + constructed.size + functions.size + alone.size === 0)
    return program;
  const pts = pointsTo(program);
  const labels = new Map<number, string>();
  for (const object of pts.objects) {
    const { stmt, maker } = object;
    if (maker !== program.entry || stmt?.kind !== 'new') continue;
    if (!pointers.has(stmt.label) && !constructed.has(stmt.label)) continue;
    if (object.parent === null) labels.set(object.id, stmt.label);
  }
  const used = new Set<string>();
  const single = new Set<string>();
  for (const proc of pts.reached) {
    if (proc === program.entry) continue;
    visitStmts((program.procs[proc] as Proc).body, (stmt) => {
      for (const through of usedBy(stmt)) {
        for (const id of pts.of(proc, through)) {
          const label = labels.get(id);
          if (label !== undefined) used.add(label);
          const object = pts.objects[id];
          const type = object?.maker === program.entry ? alone.get(object.class) : undefined;
          if (type !== undefined) single.add(type);
        }
      }
      if (stmt.kind !== 'call' && stmt.kind !== 'go' && stmt.kind !== 'defer') return;
      for (const callee of pts.callees.get(stmt) ?? []) {
        const name = functions.get(callee);
        if (name !== undefined) used.add(name);
      }
    });
  }
  const assumed = [...used].sort().map((name) => {
    const type = constructed.get(name);
    return type === undefined ? assumption('non-nil', name) : assumption('constructed', type);
  });
  const callers = [...single].sort().map((type) => assumption('no-concurrent-callers', type));
  return { ...program, assumptions: allAssumptions(program.assumptions, assumed, callers) };
}

/** What a statement goes through, and cannot where that is nil. */
function usedBy(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'load':
    case 'store':
    case 'atomic':
      return stmt.place.kind === 'field' ? [stmt.place.object] : [];
    case 'lock':
      return [stmt.lock];
    case 'call':
    case 'go':
    case 'defer':
      return stmt.callee.kind === 'method' ? [stmt.callee.recv] : [];
    default:
      return [];
  }
}
