// Calls that have nothing to do with the objects that count are left out of a focused program; see focus.ts.
//
// What such a call gives is `?`. That is sound if it writes nothing that the rest reads: so calls are left out, what the rest then
// depends on is found, and a call that could write some of it comes back, until nothing changes.

import { must } from '../../base/assert.ts';
import { allAssumptions, assumption, goValue, noWhy } from '../../base/reasons.ts';
import { isOutside } from '../analysis/escape.ts';
import { strangeOperation } from '../analysis/gaps.ts';
import type { PointsTo } from '../analysis/points-to.ts';
import { type Relevance, relevance } from '../analysis/relevance.ts';
import { isTainted, type Taint } from '../analysis/unknowns.ts';
import type { CommProgram, Expr, Place, Proc, Stmt } from '../comm.ts';
import { blocksOf, visitStmts, withBlocks } from '../walk.ts';

type CallLike = Extract<Stmt, { kind: 'go' | 'call' | 'defer' }>;

/**
 * `keep` are the procedures that work on the objects that count; `counts` tells whether one of several objects leads to one that
 * does. `pts` may be that of a program with the same procedures, variables and calls.
 */
export function withoutCalls(
  program: CommProgram,
  pts: PointsTo,
  unknown: Taint,
  keep: ReadonlySet<number>,
  counts: (objects: Iterable<number>) => boolean,
): CommProgram {
  const kept = new Set(keep);
  const gives = (proc: number, stmt: CallLike): boolean =>
    stmt.kind === 'call' &&
    stmt.targets.some((target) => target !== null && counts(pts.of(proc, { kind: 'var', index: target })));
  for (;;) {
    const left = leaveCalls(program, pts, (proc, stmt) => {
      const callees = pts.callees.get(stmt) ?? new Set();
      if (callees.size === 0 && isForeign(unknown, proc, stmt)) {
        // Others may have what they are given, and give it back: what counts is not among it.
        const given = stmt.args.some((arg) => counts(pts.of(proc, arg)));
        return !given && !gives(proc, stmt);
      }
      // A loop over a map is known by it.
      if (stmt.callee.kind === 'proc' && must(program.procs[stmt.callee.proc]).role.kind === 'key') return false;
      // What an operation that is not followed does to its arguments is asked of what is left: see comm/analysis/gaps.ts.
      const operation = strangeOperation(program, stmt);
      if (operation !== null && operation.reason.kind !== 'beyondHorizon') return false;
      // What nothing is known of is no call of a procedure, and functions from outside do nothing but give something.
      const known = [...callees].some((callee) => !isOutside(must(program.procs[callee])));
      return known && ![...callees].some((callee) => kept.has(callee)) && !gives(proc, stmt);
    });
    const reached = reachable(left, pts);
    const gone = new Set([...pts.reached].filter((proc) => !reached.has(proc)));
    const rel = relevance(left, { ...pts, reached });
    const reads = readsOf(left, pts, unknown, rel, reached);
    const writers = [...gone].filter((proc) => writes(program, pts, unknown, rel, reads, proc));
    if (writers.length === 0) {
      const assumptions = namesOf(program, pts, gone, reached).map((name) => assumption('terminates', name));
      if (callsForeign(program, pts, unknown, reached)) assumptions.push(assumption('environment-functions'));
      return { ...left, assumptions: allAssumptions(left.assumptions, assumptions) };
    }
    for (const proc of callersOf(program, pts, writers)) kept.add(proc);
  }
}

/** Whether a call runs what only others know: a method of what comes from outside, or a function from there. */
function isForeign(unknown: Taint, proc: number, stmt: CallLike): boolean {
  const { callee } = stmt;
  if (callee.kind === 'proc') return false;
  return isTainted(unknown, proc, callee.kind === 'method' ? callee.recv : callee.func);
}

function leaveCalls(
  program: CommProgram,
  pts: PointsTo,
  isLeft: (proc: number, stmt: CallLike) => boolean,
): CommProgram {
  const procs = program.procs.map((proc, index): Proc => {
    if (!pts.reached.has(index)) return proc;
    const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
      body.flatMap((stmt): readonly Stmt[] => {
        if (stmt.kind === 'call' || stmt.kind === 'go' || stmt.kind === 'defer') {
          return isLeft(index, stmt) ? results(program, pts, stmt) : [stmt];
        }
        return [blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewrite)];
      });
    return { ...proc, body: rewrite(proc.body) };
  });
  return { ...program, procs };
}

function results(program: CommProgram, pts: PointsTo, stmt: CallLike): readonly Stmt[] {
  if (stmt.kind !== 'call') return [];
  const [callee] = pts.callees.get(stmt) ?? [];
  const reason = callee === undefined ? noWhy : goValue(`${must(program.procs[callee]).name}()`);
  return stmt.targets.flatMap((target): readonly Stmt[] =>
    target === null ? [] : [{ kind: 'assign', target, value: { kind: 'unknown', why: reason }, site: stmt.site }],
  );
}

function callsForeign(program: CommProgram, pts: PointsTo, unknown: Taint, reached: ReadonlySet<number>): boolean {
  let found = false;
  for (const index of reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind !== 'call' && stmt.kind !== 'go' && stmt.kind !== 'defer') return;
      found ||= (pts.callees.get(stmt)?.size ?? 0) === 0 && isForeign(unknown, index, stmt);
    });
  }
  return found;
}

/** Procedures that are left out and were called by some that are not. */
function namesOf(
  program: CommProgram,
  pts: PointsTo,
  gone: ReadonlySet<number>,
  reached: ReadonlySet<number>,
): string[] {
  const found = new Set<string>();
  for (const index of reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind !== 'call' && stmt.kind !== 'defer') return;
      for (const callee of pts.callees.get(stmt) ?? []) {
        if (gone.has(callee)) found.add(must(program.procs[callee]).name);
      }
    });
  }
  return [...found];
}

function reachable(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  const found = new Set<number>();
  const todo = [program.entry];
  for (let index = todo.pop(); index !== undefined; index = todo.pop()) {
    if (found.has(index)) continue;
    found.add(index);
    visitStmts(must(program.procs[index]).body, (stmt) => {
      todo.push(...(pts.callees.get(stmt) ?? []));
    });
  }
  return found;
}

/** All procedures from which a call can lead to one of those given. */
function callersOf(program: CommProgram, pts: PointsTo, procs: readonly number[]): ReadonlySet<number> {
  const found = new Set(procs);
  for (let changed = true; changed; ) {
    changed = false;
    for (const index of pts.reached) {
      if (found.has(index)) continue;
      visitStmts(must(program.procs[index]).body, (stmt) => {
        if (found.has(index)) return;
        for (const callee of pts.callees.get(stmt) ?? []) {
          if (!found.has(callee)) continue;
          found.add(index);
          changed = true;
          break;
        }
      });
    }
  }
  return found;
}

/** Fields that are read, with the objects in which they lie; null among them means unknown records. */
type Reads = ReadonlyMap<string, ReadonlySet<number | null>>;

function readsOf(
  program: CommProgram,
  pts: PointsTo,
  unknown: Taint,
  rel: Relevance,
  reached: Iterable<number>,
): Reads {
  const reads = new Map<string, Set<number | null>>();
  for (const index of reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind !== 'load' || stmt.place.kind !== 'field' || !rel.kept.has(stmt)) return;
      const { object } = stmt.place;
      const key = `${stmt.place.class}.${stmt.place.field}`;
      const found = reads.get(key) ?? new Set<number | null>();
      reads.set(key, found);
      for (const id of pts.of(index, object)) found.add(id);
      if (isTainted(unknown, index, object)) found.add(null);
    });
  }
  return reads;
}

/** Whether a procedure itself writes what is read. */
function writes(
  program: CommProgram,
  pts: PointsTo,
  unknown: Taint,
  rel: Relevance,
  reads: Reads,
  index: number,
): boolean {
  const element = (container: Expr | undefined): boolean => {
    if (container === undefined) return false;
    for (const id of pts.of(index, container)) if (rel.elements.has(id) || rel.keys.has(id)) return true;
    return false;
  };
  const place = (p: Place): boolean => {
    if (p.kind === 'global') return rel.globals.has(p.index);
    if (p.kind !== 'field') return element(p.array);
    const read = reads.get(`${p.class}.${p.field}`);
    if (read === undefined) return false;
    for (const id of pts.of(index, p.object)) if (read.has(id)) return true;
    return read.has(null) && isTainted(unknown, index, p.object);
  };
  let found = false;
  visitStmts(must(program.procs[index]).body, (stmt) => {
    if (stmt.kind === 'store' || stmt.kind === 'atomic') found ||= place(stmt.place);
    if (stmt.kind === 'map' && (stmt.op === 'set' || stmt.op === 'delete')) found ||= element(stmt.args[0]);
  });
  return found || handsOver(program, pts, rel, reads, index);
}

/**
 * Whether a procedure gives what is read to an operation that is not followed. Functions that are not followed for want of room are
 * none: what they write is known by its names, and looked at elsewhere.
 */
function handsOver(program: CommProgram, pts: PointsTo, rel: Relevance, reads: Reads, index: number): boolean {
  const todo: number[] = [];
  visitStmts(must(program.procs[index]).body, (stmt) => {
    const operation = strangeOperation(program, stmt);
    if (operation === null || operation.reason.kind === 'beyondHorizon' || stmt.kind !== 'call') return;
    for (const arg of stmt.args) todo.push(...pts.of(index, arg));
  });
  const seen = new Set<number>();
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (rel.elements.has(id) || rel.keys.has(id)) return true;
    const object = must(pts.objects[id]);
    const fields = object.kind === 'record' ? must(program.classes[object.class]).fields : [];
    if (fields.some((_, i) => reads.get(`${object.class}.${i}`)?.has(object.id) === true)) return true;
    todo.push(...pts.inside(id));
  }
  return false;
}
