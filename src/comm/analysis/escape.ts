// Objects that leave a fragment: others may use them, so that nothing is known about them from then on.

import { allAssumptions, assumption, gapReason, goValue } from '../../base/reasons.ts';
import type { CommProgram, Expr, Proc, ProcRole, Site, Stmt } from '../comm.ts';
import { blocksOf, visitStmts, withBlocks } from '../walk.ts';
import { type AbstractObject, type PointsTo, pointsTo } from './points-to.ts';
import { findUnknowns, isFree, isTainted } from './unknowns.ts';

/**
 * For a fragment whose root returns to code that is not in sight: channels, wait groups and condition variables that the
 * root returns, stores where others find them, or hands to functions from outside become those of the environment.
 * Of a whole program only those that it hands to a call which nothing in sight answers, as of a value from a registry that
 * others fill. Locks stay: other code that locks them also unlocks them.
 */
export function releaseEscaping(
  program: CommProgram,
  {
    modelProcs,
    modelGlobals,
  }: { readonly modelProcs: ReadonlySet<number>; readonly modelGlobals: ReadonlySet<number> },
): CommProgram {
  const pts = pointsTo(program);
  const found = program.root === 'function' ? escapingRoots(program, pts, modelGlobals) : new Set<number>();
  // Models call what may not be there; they know whether it is.
  for (const { proc, objects } of pts.unanswered) {
    if (!modelProcs.has(proc)) for (const id of objects) found.add(id);
  }
  return releaseObjects(program, pts, reachableFrom(pts, found));
}

/**
 * The program with a gap where a channel that it makes is kept in variables which others cannot name, and nowhere else: only the module
 * can use it, and how it does is not known.
 */
export function keptPrivately(program: CommProgram, privateGlobals: ReadonlySet<number>): CommProgram {
  if (privateGlobals.size === 0) return program;
  const pts = pointsTo(program);
  const kept = reachableFrom(
    pts,
    pts.globals.flatMap((objects, i) => (privateGlobals.has(i) ? objects : [])),
  );
  if (![...kept].some((id) => isOwnChannel(program, pts.objects[id] as AbstractObject))) return program;
  const roots = escapingRoots(program, pts, privateGlobals);
  for (const id of kept) if (pts.objects[id]?.maker === program.entry) roots.delete(id);
  const published = reachableFrom(pts, roots);
  const found = [...kept].find((id) => !published.has(id) && isOwnChannel(program, pts.objects[id] as AbstractObject));
  const site = found === undefined ? null : (pts.objects[found]?.stmt?.site ?? null);
  if (site === null) return program;
  return { ...program, gaps: [...program.gaps, { reason: gapReason('putOutside'), site }] };
}

function isOwnChannel(program: CommProgram, { kind, maker }: AbstractObject): boolean {
  return kind === 'chan' && maker !== program.entry;
}

/** The same for given objects, whatever the root is. */
export function releaseObjects(program: CommProgram, pts: PointsTo, escaping: ReadonlySet<number>): CommProgram {
  if (escaping.size === 0) return program;
  const released = new Map<Stmt, AbstractObject[]>();
  const names = new Set<string>();
  for (const id of escaping) {
    const object = pts.objects[id] as AbstractObject;
    if (object.stmt === null || object.maker === program.entry) continue;
    const list = released.get(object.stmt) ?? [];
    list.push(object);
    released.set(object.stmt, list);
  }
  const rewrite = (body: readonly Stmt[], proc: Proc): readonly Stmt[] =>
    body.flatMap((stmt): readonly Stmt[] => {
      const here = released.get(stmt);
      if (here !== undefined) return release(program, proc, stmt, names);
      return [blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, (inner) => rewrite(inner, proc))];
    });
  const procs = program.procs.map((proc, i): Proc => {
    if (i === program.entry) return proc;
    const vars = [...proc.vars];
    const grown: Proc = { ...proc, vars };
    return { ...grown, body: rewrite(proc.body, grown) };
  });
  const assumed = [...names].map((name) => assumption('environment', name));
  return { ...program, procs, assumptions: allAssumptions(program.assumptions, assumed) };
}

/** Everything that can be reached from results, from objects that came from outside, and from variables of packages. */
export function escapingObjects(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  return reachableFrom(pts, escapingRoots(program, pts, new Set()));
}

/** `own`: variables that only a model uses, which gives nothing away that it keeps there. */
function escapingRoots(program: CommProgram, pts: PointsTo, own: ReadonlySet<number>): Set<number> {
  const shared = pts.globals.flatMap((objects, i) => (own.has(i) ? [] : objects));
  const found = new Set<number>([...shared, ...pts.given]);
  for (const { objects } of putOutside(program, pts)) for (const id of objects) found.add(id);
  const entry = program.procs[program.entry] as Proc;
  for (const result of entry.results)
    for (const id of pts.of(program.entry, { kind: 'var', index: result })) found.add(id);
  for (const object of pts.objects) if (object.maker === program.entry && object.kind !== 'func') found.add(object.id);
  program.procs.forEach((proc, i) => {
    if (!isOutside(proc) || !pts.reached.has(i)) return;
    for (let p = 0; p < proc.params; p++) for (const id of pts.of(i, { kind: 'var', index: p })) found.add(id);
  });
  return found;
}

/** Objects, and all that lies in them. */
export function reachableFrom(pts: PointsTo, objects: Iterable<number>): ReadonlySet<number> {
  const found = new Set(objects);
  // A set gives what is added while it is gone through.
  for (const id of found) for (const inner of pts.inside(id)) found.add(inner);
  return found;
}

interface PutOutside {
  readonly stmt: Stmt;
  readonly objects: readonly number[];
}

/** Objects that are put into records, arrays and maps of which nothing is known; into what is nothing but nil nothing is ever put. */
export function putOutside(program: CommProgram, pts: PointsTo): readonly PutOutside[] {
  const found: (PutOutside & { readonly proc: number; readonly holder: Expr })[] = [];
  for (const proc of pts.reached) {
    const { role, body } = program.procs[proc] as Proc;
    // The model of contexts has one map, which it makes itself.
    if (isOfModel(role, 'context')) continue;
    visitStmts(body, (stmt) => {
      const [holder, ...put] = intoOf(stmt);
      if (holder === undefined || pts.of(proc, holder).size > 0) return;
      const objects = put.flatMap((arg) => [...pts.of(proc, arg)]);
      if (objects.length > 0) found.push({ proc, stmt, holder, objects });
    });
  }
  if (found.length === 0) return [];
  const unknown = findUnknowns(program, isFree, true);
  return found.filter(({ proc, holder }) => isTainted(unknown, proc, holder));
}

/** What a statement puts something into, and that. */
function intoOf(stmt: Stmt): readonly Expr[] {
  if (stmt.kind === 'map') return stmt.op === 'set' ? stmt.args : [];
  if (stmt.kind !== 'store' || stmt.place.kind === 'global') return [];
  return [stmt.place.kind === 'field' ? stmt.place.object : stmt.place.array, stmt.value];
}

/** Procedures that stand for functions of the environment. */
export function isOutside(proc: Proc): boolean {
  return proc.role.kind === 'environment';
}

/** Whether a procedure belongs to the model of a standard package. */
export function isOfModel(role: ProcRole, path: string): boolean {
  return role.kind === 'function' && role.model === path;
}

function release(program: CommProgram, proc: Proc, stmt: Stmt, names: Set<string>): readonly Stmt[] {
  switch (stmt.kind) {
    case 'chan':
      names.add(stmt.label);
      return [
        { kind: 'assign', target: stmt.target, value: { kind: 'unknown', why: goValue(stmt.label) }, site: stmt.site },
      ];
    case 'new': {
      const { what } = stmt;
      if (what.kind === 'cond' || (what.kind === 'sync' && what.sync === 'waitgroup')) {
        names.add(stmt.label);
        return [
          {
            kind: 'assign',
            target: stmt.target,
            value: { kind: 'unknown', why: goValue(stmt.label) },
            site: stmt.site,
          },
        ];
      }
      if (what.kind !== 'record') return [stmt];
      const out: Stmt[] = [stmt];
      releaseFields(program, proc, what.class, stmt.target, stmt.label, stmt.site, out, names);
      return out;
    }
    default:
      return [stmt];
  }
}

/** Wait groups that lie in a record. */
function releaseFields(
  program: CommProgram,
  proc: Proc,
  classIndex: number,
  record: number,
  name: string,
  site: Site,
  out: Stmt[],
  names: Set<string>,
): void {
  program.classes[classIndex]?.fields.forEach(({ name: field, init }, i) => {
    const place = { kind: 'field', object: { kind: 'var', index: record }, class: classIndex, field: i } as const;
    const label = `${name}.${field}`;
    if (init.kind === 'sync' && init.sync === 'waitgroup') {
      names.add(label);
      out.push({ kind: 'store', place, value: { kind: 'unknown', why: goValue(label) }, site });
    } else if (init.kind === 'record' && holdsWaitGroup(program, init.class)) {
      const target = proc.vars.length;
      (proc.vars as { name: string; site: Site }[]).push({ name: label, site });
      out.push({ kind: 'load', target, place, site });
      releaseFields(program, proc, init.class, target, label, site, out, names);
    }
  });
}

function holdsWaitGroup(program: CommProgram, classIndex: number): boolean {
  return (
    program.classes[classIndex]?.fields.some(
      ({ init }) =>
        (init.kind === 'sync' && init.sync === 'waitgroup') ||
        (init.kind === 'record' && holdsWaitGroup(program, init.class)),
    ) ?? false
  );
}
