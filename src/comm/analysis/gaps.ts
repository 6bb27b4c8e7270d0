// Gaps: operations that no analysis follows, and whether a fragment depends on them.

import { must } from '../../base/assert.ts';
import { gapReason } from '../../base/reasons.ts';
import type { CommProgram, Gap, Proc, ProcRole, Stmt } from '../comm.ts';
import { blocksOf, visitStmts } from '../walk.ts';
import { putOutside, reachableFrom } from './escape.ts';
import type { AbstractObject, PointsTo } from './points-to.ts';
import type { Relevance } from './relevance.ts';

/** Whether something is not followed, and would not be if more functions were. */
export function isIncomplete(gaps: readonly Gap[]): boolean {
  return gaps.some(({ reason }) => reason.kind !== 'beyondHorizon');
}

/** The gaps that matter: what is needed comes out of such an operation, or goes into it. */
export function gapsThatMatter(program: CommProgram, pts: PointsTo, rel: Relevance): readonly Gap[] {
  const found: Gap[] = [];
  const visit = (proc: number, body: readonly Stmt[]): void => {
    for (const stmt of body) {
      const operation = strangeOperation(program, stmt);
      if (operation !== null && stmt.kind === 'call') {
        const { kind, reason } = operation;
        const does =
          kind === 'calls'
            ? writtenBy(program, pts, rel, proc, stmt)
            : matters(program, pts, rel, proc, stmt, kind === 'writes');
        if (does) found.push({ reason, site: stmt.site });
      }
      for (const inner of blocksOf(stmt)) visit(proc, inner);
    }
  };
  for (const proc of pts.reached) visit(proc, (program.procs[proc] as Proc).body);
  // What a function puts there is left to its callers.
  if (program.root === 'function') return found;
  for (const { stmt, objects } of putOutside(program, pts)) {
    const led = [...reachableFrom(pts, objects)].map((id) => pts.objects[id] as AbstractObject);
    if (led.some((object) => isRelevant(rel, object))) found.push({ reason: gapReason('putOutside'), site: stmt.site });
  }
  return found;
}

/** What an operation is that no analysis follows, and what it may do with its arguments; null for others. */
export function strangeOperation(
  program: CommProgram,
  stmt: Stmt,
): Extract<ProcRole, { readonly kind: 'anything' | 'writes' | 'calls' }> | null {
  if (stmt.kind !== 'call' || stmt.callee.kind !== 'proc') return null;
  const { role } = must(program.procs[stmt.callee.proc]);
  return role.kind === 'anything' || role.kind === 'writes' || role.kind === 'calls' ? role : null;
}

/** Whether functions among the arguments write data that matters. */
function writtenBy(
  program: CommProgram,
  pts: PointsTo,
  rel: Relevance,
  proc: number,
  call: Extract<Stmt, { kind: 'call' }>,
): boolean {
  const given = call.args.flatMap((arg) => [...pts.of(proc, arg)]).map((id) => pts.objects[id] as AbstractObject);
  const procs = new Set(given.flatMap((object) => (object.kind === 'func' ? [object.proc] : [])));
  let found = false;
  // A set gives what is added while it is gone through.
  for (const one of procs) {
    visitStmts(program.procs[one]?.body ?? [], (stmt) => {
      for (const callee of pts.callees.get(stmt) ?? []) procs.add(callee);
      for (const id of writes(pts, one, stmt)) found ||= isData(program, rel, pts.objects[id] as AbstractObject);
    });
  }
  return found;
}

/** The objects whose data a statement writes. */
function writes(pts: PointsTo, proc: number, stmt: Stmt): Iterable<number> {
  switch (stmt.kind) {
    case 'store':
    case 'atomic':
      if (stmt.place.kind === 'global') return [];
      return pts.of(proc, stmt.place.kind === 'field' ? stmt.place.object : stmt.place.array);
    case 'map':
      return stmt.op === 'set' || stmt.op === 'delete' ? pts.of(proc, stmt.args[0] ?? { kind: 'nil' }) : [];
    default:
      return [];
  }
}

function matters(
  program: CommProgram,
  pts: PointsTo,
  rel: Relevance,
  proc: number,
  stmt: Extract<Stmt, { kind: 'call' }>,
  writes: boolean,
): boolean {
  if (stmt.targets.some((target) => target !== null && rel.vars[proc]?.[target] === 1)) return true;
  const seen = new Set<number>();
  const todo = stmt.args.flatMap((arg) => [...pts.of(proc, arg)]);
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const object = pts.objects[id] as AbstractObject;
    if (writes ? isData(program, rel, object) : isRelevant(rel, object)) return true;
    // What a function does with its captured variables is its own matter.
    if (!writes || object.kind !== 'func') todo.push(...pts.inside(id));
  }
  return false;
}

/** Whether data in an object matters, as distinct from the locks that lie in it. */
function isData(program: CommProgram, rel: Relevance, object: AbstractObject): boolean {
  switch (object.kind) {
    case 'chan':
    case 'sync':
    case 'cond':
    case 'func':
      return false;
    case 'array':
    case 'map':
      return isRelevant(rel, object);
    case 'record':
      return (
        program.classes[object.class]?.fields.some(
          ({ init }, i) => init.kind === 'value' && rel.fields.has(`${object.class}.${i}`),
        ) ?? false
      );
  }
}

function isRelevant(rel: Relevance, object: AbstractObject): boolean {
  switch (object.kind) {
    case 'chan':
    case 'sync':
    case 'cond':
      return true;
    case 'array':
    case 'map':
      return rel.elements.has(object.id) || rel.keys.has(object.id);
    case 'func':
      return rel.live.has(object.proc);
    case 'record':
      return rel.classes.has(object.class);
  }
}
