// Memory that several goroutines of a communication program use, and one writes, without atomic operations.
//
// Where one lock is held at every access, the accesses are local steps: the program relies on the absence of data races. Where none is,
// each access of a field or variable is a step of its own, as if it were atomic.

import { assumes, assumption } from '../../base/reasons.ts';
import type { CommProgram, Place, Proc, Stmt } from '../comm.ts';
import { blocksOf, withBlocks } from '../walk.ts';
import { heldLocks } from './locksets.ts';
import { type PointsTo, pointsTo } from './points-to.ts';

/** The program with a step for each access that may race, and with the assumption where others are taken not to. */
export function assumingNoRaces(program: CommProgram): CommProgram {
  const { racing, guarded } = sharedMemory(program);
  const apart = racing.size === 0 ? program : { ...program, procs: withSteps(program, racing) };
  if (!guarded || assumes(program.assumptions, 'no-data-race')) return apart;
  return { ...apart, assumptions: [...program.assumptions, assumption('no-data-race')] };
}

interface Use {
  readonly goroutines: Set<number>;
  written: boolean;
  /** Locks that are held at all accesses so far. */
  locks: ReadonlySet<number> | null;
  readonly stmts: Set<Stmt>;
  /** Whether all accesses are such that each can be a step. */
  simple: boolean;
}

interface SharedMemory {
  /** Accesses that no lock keeps apart. */
  readonly racing: ReadonlySet<Stmt>;
  /** Whether others are taken to be kept apart. */
  readonly guarded: boolean;
}

function sharedMemory(program: CommProgram): SharedMemory {
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
  if (started.size === 0) return { racing: new Set(), guarded: false };
  const goroutines = [program.entry, ...started.keys()];
  const held = heldLocks(program, pts, goroutines);
  const uses = new Map<string, Use>();
  goroutines.forEach((entry, number) => {
    const many = started.get(entry) === true;
    for (const proc of reachable(program, pts, entry)) {
      const fresh = new Set<number>();
      visit((program.procs[proc] as Proc).body, false, (stmt) => {
        // What is done before another goroutine exists races with nothing.
        if (number === 0 && held.alone.has(stmt)) return;
        noteFresh(pts, proc, stmt, fresh);
        for (const { key, of, write } of accesses(pts, proc, stmt)) {
          if (of !== null && fresh.has(of)) continue;
          const use: Use = uses.get(key) ?? {
            goroutines: new Set(),
            written: false,
            locks: null,
            stmts: new Set(),
            simple: true,
          };
          uses.set(key, use);
          use.goroutines.add(number);
          if (many) use.goroutines.add(-1 - number);
          if (write) use.written = true;
          const locks = held.at.get(stmt) ?? new Set<number>();
          use.locks = use.locks === null ? locks : new Set([...use.locks].filter((id) => locks.has(id)));
          use.stmts.add(stmt);
          const isPlain = (stmt.kind === 'load' || stmt.kind === 'store') && stmt.place.kind !== 'element';
          use.simple &&= isPlain && !isOfLibrary(program, proc);
        }
      });
    }
  });
  const shared = [...uses.values()].filter((use) => use.written && use.goroutines.size > 1);
  const open = shared.filter(({ locks, simple }) => (locks?.size ?? 0) === 0 && simple);
  return {
    racing: new Set(open.flatMap(({ stmts }) => [...stmts])),
    guarded: shared.length > open.length,
  };
}

/** What a procedure has just made nothing else has, until it calls, starts or sends something. */
function noteFresh(pts: PointsTo, proc: number, stmt: Stmt, fresh: Set<number>): void {
  switch (stmt.kind) {
    case 'new':
      for (const { id, stmt: made, parent } of pts.objects) if (made === stmt || parent?.stmt === stmt) fresh.add(id);
      return;
    case 'call':
    case 'go':
    case 'defer':
    case 'send':
    case 'select':
    case 'loop':
      fresh.clear();
      return;
    case 'store':
      // Put where others may find it.
      if (stmt.value.kind === 'var' || stmt.value.kind === 'func') {
        const into = stmt.place.kind === 'field' ? [...pts.of(proc, stmt.place.object)] : [];
        const isInside = into.length > 0 && into.every((id) => fresh.has(id));
        if (!isInside) for (const id of pts.of(proc, stmt.value)) fresh.delete(id);
      }
      return;
    default:
      return;
  }
}

/** What a model does is one step wherever the library sees to that. */
function isOfLibrary({ procs }: CommProgram, proc: number): boolean {
  const role = procs[proc]?.role;
  return role?.kind === 'function' && role.model !== null;
}

function withSteps(program: CommProgram, racing: ReadonlySet<Stmt>): readonly Proc[] {
  const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt): Stmt => {
      if (!racing.has(stmt)) return blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewrite);
      const { site } = stmt;
      if (stmt.kind === 'load')
        return { kind: 'atomic', op: 'load', target: stmt.target, place: stmt.place, args: [], site };
      if (stmt.kind !== 'store') return stmt;
      return { kind: 'atomic', op: 'store', target: null, place: stmt.place, args: [stmt.value], site };
    });
  return program.procs.map((proc) => ({ ...proc, body: rewrite(proc.body) }));
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
  /** The object; null for a variable. */
  readonly of: number | null;
  readonly write: boolean;
}

function accesses(pts: PointsTo, proc: number, stmt: Stmt): readonly Access[] {
  const ofPlace = (place: Place, write: boolean): readonly Access[] => {
    if (place.kind === 'global') return [{ key: `global ${place.index}`, of: null, write }];
    const of = place.kind === 'field' ? place.object : place.array;
    const part = place.kind === 'field' ? `.${place.field}` : '[]';
    return [...pts.of(proc, of)].map((id) => ({ key: `${id}${part}`, of: id, write }));
  };
  switch (stmt.kind) {
    case 'load':
      return ofPlace(stmt.place, false);
    case 'store':
      return ofPlace(stmt.place, true);
    case 'array':
      return stmt.op === 'append' && stmt.args[0] !== undefined
        ? [...pts.of(proc, stmt.args[0])].map((id) => ({ key: `${id}[]`, of: id, write: true }))
        : [];
    case 'map': {
      const container = stmt.args[0];
      if (container === undefined || stmt.op === 'make') return [];
      const write = stmt.op === 'set' || stmt.op === 'delete';
      return [...pts.of(proc, container)].map((id) => ({ key: `${id}{}`, of: id, write }));
    }
    default:
      return [];
  }
}
