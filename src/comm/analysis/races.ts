// Whether a communication program relies on the absence of data races: memory that several goroutines use, and one writes,
// without atomic operations.

import { assumes, assumption } from '../../base/reasons.ts';
import type { CommProgram, Place, Proc, Stmt } from '../comm.ts';
import { blocksOf } from '../walk.ts';
import { type PointsTo, pointsTo } from './points-to.ts';

/** The program, with the assumption where it is needed. */
export function assumingNoRaces(program: CommProgram): CommProgram {
  if (assumes(program.assumptions, 'no-data-race') || !sharesMemory(program)) return program;
  return { ...program, assumptions: [...program.assumptions, assumption('no-data-race')] };
}

interface Use {
  readonly goroutines: Set<number>;
  written: boolean;
}

function sharesMemory(program: CommProgram): boolean {
  const pts = pointsTo(program);
  const started = new Map<number, boolean>();
  for (const proc of pts.reached) {
    visit((program.procs[proc] as Proc).body, false, (stmt, inLoop) => {
      if (stmt.kind !== 'go') return;
      for (const callee of pts.callees.get(stmt) ?? []) {
        // One that is started twice, or in a loop, races with itself.
        started.set(callee, started.has(callee) || inLoop);
      }
    });
  }
  if (started.size === 0) return false;
  const uses = new Map<string, Use>();
  const goroutines = [program.entry, ...started.keys()];
  goroutines.forEach((entry, number) => {
    const many = started.get(entry) === true;
    for (const proc of reachable(program, pts, entry)) {
      visit((program.procs[proc] as Proc).body, false, (stmt) => {
        for (const { key, write } of accesses(pts, proc, stmt)) {
          const use = uses.get(key) ?? { goroutines: new Set(), written: false };
          uses.set(key, use);
          use.goroutines.add(number);
          if (many) use.goroutines.add(-1 - number);
          if (write) use.written = true;
        }
      });
    }
  });
  return [...uses.values()].some((use) => use.written && use.goroutines.size > 1);
}

/** The procedures that a goroutine runs. */
function reachable(program: CommProgram, pts: PointsTo, entry: number): ReadonlySet<number> {
  const found = new Set([entry]);
  for (const proc of found) {
    visit((program.procs[proc] as Proc).body, false, (stmt) => {
      if (stmt.kind === 'call' || stmt.kind === 'defer') for (const to of pts.callees.get(stmt) ?? []) found.add(to);
    });
  }
  return found;
}

function visit(body: readonly Stmt[], inLoop: boolean, then: (stmt: Stmt, inLoop: boolean) => void): void {
  for (const stmt of body) {
    then(stmt, inLoop);
    for (const inner of blocksOf(stmt)) visit(inner, inLoop || stmt.kind === 'loop', then);
  }
}

interface Access {
  readonly key: string;
  readonly write: boolean;
}

function accesses(pts: PointsTo, proc: number, stmt: Stmt): readonly Access[] {
  const ofPlace = (place: Place, write: boolean): readonly Access[] => {
    if (place.kind === 'global') return [{ key: `global ${place.index}`, write }];
    const of = place.kind === 'field' ? place.object : place.array;
    const part = place.kind === 'field' ? `.${place.field}` : '[]';
    return [...pts.of(proc, of)].map((id) => ({ key: `${id}${part}`, write }));
  };
  switch (stmt.kind) {
    case 'load':
      return ofPlace(stmt.place, false);
    case 'store':
      return ofPlace(stmt.place, true);
    case 'array':
      return stmt.op === 'append' && stmt.args[0] !== undefined
        ? [...pts.of(proc, stmt.args[0])].map((id) => ({ key: `${id}[]`, write: true }))
        : [];
    case 'map': {
      const container = stmt.args[0];
      if (container === undefined || stmt.op === 'make') return [];
      const write = stmt.op === 'set' || stmt.op === 'delete';
      return [...pts.of(proc, container)].map((id) => ({ key: `${id}{}`, write }));
    }
    default:
      return [];
  }
}
