// Data that functions beyond the horizon may change is forgotten in a focused program; see focus.ts.
//
// Such a function writes only what it can reach: what lies in variables of packages, came from outside, or was handed over. Its writes
// are known by their names (`flow/writes.ts`). A load of a place with such a name, from a record that is not the fragment's alone,
// gives `?` instead. That adds runs and takes none, as long as nothing that counts hides behind the `?`:
// - no object that counts may come out of such a load, for operations on it would be taken for ones of the environment;
// - no lock either that the program still has: whether it is held elsewhere is then unknown;
// - what is stored through an unknown pointer may be stored in any record of that class: its loads are forgotten as well.

import { must } from '../../base/assert.ts';
import { why } from '../../base/reasons.ts';
import { type PointsTo, pointsTo } from '../analysis/points-to.ts';
import { type Relevance, relevance } from '../analysis/relevance.ts';
import { findUnknowns, isFree, isTainted } from '../analysis/unknowns.ts';
import type { CommProgram, Expr, Place, Proc, Stmt } from '../comm.ts';
import { blocksOf, visitStmts, withBlocks } from '../walk.ts';

/** What is known about the variables of a focused program. */
export interface Sight {
  /** Whether an expression may lead to an object that counts. */
  readonly counts: (proc: number, expr: Expr) => boolean;
  /** Whether it is seen what an expression refers to, and no other code can reach it. */
  readonly isPrivate: (proc: number, expr: Expr) => boolean;
}

/** Names of places, and whether functions that are not followed write one. */
export interface Names {
  readonly ofField: (place: Place & { readonly kind: 'field' }) => string;
  readonly ofGlobal: (index: number) => string;
  /** Of the elements or entries of a container, by the statement that makes it. */
  readonly ofElements: (maker: Stmt) => string | null;
  readonly isWritten: (name: string) => boolean;
}

export interface Forgotten {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly rel: Relevance;
}

const changed = why('changed');

/** The program without data that others may change; null where that cannot be told apart from what counts. */
export function forget(source: CommProgram, sight: Sight, names: Names): Forgotten | null {
  let program = source;
  for (;;) {
    const pts = pointsTo(program);
    const rel = relevance(program, pts);
    const isLost = changing(program, pts, rel, sight, names);
    let found = false;
    let wrong = false;
    const procs = program.procs.map((proc, index): Proc => {
      if (!pts.reached.has(index)) return proc;
      const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
        body.flatMap((stmt): readonly Stmt[] => {
          if (blocksOf(stmt).length > 0) return [withBlocks(stmt, rewrite)];
          if (!rel.kept.has(stmt) || !isLost(index, stmt)) return [stmt];
          found = true;
          const targets = 'ok' in stmt ? [stmt.target, stmt.ok] : 'target' in stmt ? [stmt.target] : [];
          return targets.flatMap((target): readonly Stmt[] => {
            if (typeof target !== 'number') return [];
            if (sight.counts(index, { kind: 'var', index: target })) wrong = true;
            return [{ kind: 'assign', target, value: { kind: 'unknown', why: changed }, site: stmt.site }];
          });
        });
      return { ...proc, body: rewrite(proc.body) };
    });
    if (wrong) return null;
    if (!found) return program === source || locksAreKnown(program, pts, rel) ? { program, pts, rel } : null;
    program = { ...program, procs };
  }
}

/** Which reads may give something else than what this program has put there. */
function changing(
  program: CommProgram,
  pts: PointsTo,
  rel: Relevance,
  sight: Sight,
  names: Names,
): (proc: number, stmt: Stmt) => boolean {
  const vague = storedVaguely(program, pts, rel);
  const fieldIsLost = (proc: number, place: Place & { readonly kind: 'field' }): boolean => {
    // What lies in a record by itself is made with it, and stays there.
    if (must(must(program.classes[place.class]).fields[place.field]).init.kind === 'record') return false;
    if (vague.fields.has(`${place.class}.${place.field}`)) return true;
    return names.isWritten(names.ofField(place)) && !sight.isPrivate(proc, place.object);
  };
  const elementsAreLost = (proc: number, container: Expr | undefined): boolean => {
    if (container === undefined) return false;
    if (vague.elements) return true;
    const written = [...pts.of(proc, container)].some((id) => {
      const { stmt } = must(pts.objects[id]);
      const name = stmt === null ? null : names.ofElements(stmt);
      return name !== null && names.isWritten(name);
    });
    return written && !sight.isPrivate(proc, container);
  };
  return (proc, stmt) => {
    switch (stmt.kind) {
      case 'load':
        if (stmt.place.kind === 'global') return names.isWritten(names.ofGlobal(stmt.place.index));
        if (stmt.place.kind === 'field') return fieldIsLost(proc, stmt.place);
        return elementsAreLost(proc, stmt.place.array);
      case 'map':
        if (stmt.op === 'make' || stmt.op === 'set' || stmt.op === 'delete') return false;
        return elementsAreLost(proc, stmt.args[0]);
      default:
        return false;
    }
  };
}

interface Vague {
  readonly fields: ReadonlySet<string>;
  readonly elements: boolean;
}

/** Fields that are stored to through unknown pointers, and whether elements are. */
function storedVaguely(program: CommProgram, pts: PointsTo, rel: Relevance): Vague {
  const unknown = findUnknowns(program, isFree, true);
  const fields = new Set<string>();
  let elements = false;
  for (const index of pts.reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind !== 'store' || !rel.kept.has(stmt)) return;
      const { place } = stmt;
      if (place.kind === 'field' && isTainted(unknown, index, place.object))
        fields.add(`${place.class}.${place.field}`);
      if (place.kind === 'element' && isTainted(unknown, index, place.array)) elements = true;
    });
  }
  return { fields, elements };
}

function locksAreKnown(program: CommProgram, pts: PointsTo, rel: Relevance): boolean {
  let known = true;
  for (const index of pts.reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (!rel.kept.has(stmt)) return;
      if (stmt.kind === 'lock' && pts.of(index, stmt.lock).size === 0) known = false;
      if (stmt.kind === 'cond' && pts.of(index, stmt.cond).size === 0) known = false;
    });
  }
  return known;
}
