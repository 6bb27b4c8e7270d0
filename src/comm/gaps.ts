// Gaps: operations that no analysis follows, and whether a fragment depends on them.

import type { CommProgram, Gap, Proc, Stmt } from './comm.ts';
import type { AbstractObject, PointsTo } from './points-to.ts';
import type { Relevance } from './relevance.ts';
import { blocksOf } from './walk.ts';

/** How the name of a procedure begins that stands for such an operation; the reason follows. */
export const strangeMark = 'strange: ';

/** The gaps that matter: what is needed comes out of such an operation, or goes into it. */
export function gapsThatMatter(program: CommProgram, pts: PointsTo, rel: Relevance): readonly Gap[] {
  const found: Gap[] = [];
  const visit = (proc: number, body: readonly Stmt[]): void => {
    for (const stmt of body) {
      const reason = strangeReason(program, stmt);
      if (reason !== null && stmt.kind === 'call' && matters(pts, rel, proc, stmt)) {
        found.push({ reason, site: stmt.site });
      }
      for (const inner of blocksOf(stmt)) visit(proc, inner);
    }
  };
  for (const proc of pts.reached) visit(proc, (program.procs[proc] as Proc).body);
  return found;
}

function strangeReason(program: CommProgram, stmt: Stmt): string | null {
  if (stmt.kind !== 'call' || stmt.callee.kind !== 'proc') return null;
  const name = program.procs[stmt.callee.proc]?.name ?? '';
  return name.startsWith(strangeMark) ? name.slice(strangeMark.length) : null;
}

function matters(pts: PointsTo, rel: Relevance, proc: number, stmt: Extract<Stmt, { kind: 'call' }>): boolean {
  if (stmt.targets.some((target) => target !== null && rel.vars[proc]?.[target] === 1)) return true;
  const seen = new Set<number>();
  const todo = stmt.args.flatMap((arg) => [...pts.of(proc, arg)]);
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (isRelevant(rel, pts.objects[id] as AbstractObject)) return true;
    todo.push(...pts.inside(id));
  }
  return false;
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
