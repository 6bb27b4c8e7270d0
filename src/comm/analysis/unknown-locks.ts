// Locks that are not tracked, such as elements of slices from outside: whether as many are released as are taken, on every path.
//
// Such a lock counts as the environment's, and operations on it may always go on. Where a path leaves one held nothing is proved. Where some
// operation is about a lock that is tracked on some paths only, such as those of a list, all locks are counted.

import { gapReason } from '../../base/reasons.ts';
import type { CommProgram, Proc, Site, Stmt } from '../comm.ts';
import { blocksOf, visitStmts } from '../walk.ts';
import { type PointsTo, pointsTo } from './points-to.ts';
import { findUnknowns, isFree, isTainted } from './unknowns.ts';

/** The program, with a gap where a lock that is not tracked may stay held. */
export function askingForUnknownLocks(program: CommProgram): CommProgram {
  if (!program.procs.some(({ body }) => takesLocks(body))) return program;
  const s: Search = {
    program,
    pts: pointsTo(program),
    all: hasMixed(program),
    nets: new Map(),
    found: null,
  };
  for (const proc of startsOf(s)) {
    const net = netOf(s, proc);
    if (net !== 0) s.found ??= (program.procs[proc] as Proc).site;
  }
  if (s.found === null) return program;
  return { ...program, gaps: [...program.gaps, { reason: gapReason('untracked', 'a lock'), site: s.found }] };
}

interface Search {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  /** Whether locks that are tracked count as well. */
  readonly all: boolean;
  /** How many such locks more are held behind a procedure than before it. */
  readonly nets: Map<number, number>;
  found: Site | null;
}

/** Whether some operation may be about a lock that is tracked, or about one that is not. */
function hasMixed(program: CommProgram): boolean {
  const unknown = findUnknowns(program, isFree, true, false);
  let found = false;
  for (const proc of unknown.pts.reached) {
    visitStmts((program.procs[proc] as Proc).body, (stmt) => {
      if (stmt.kind !== 'lock' || found || unknown.pts.of(proc, stmt.lock).size === 0) return;
      found = isTainted(unknown, proc, stmt.lock);
    });
  }
  return found;
}

function takesLocks(body: readonly Stmt[]): boolean {
  return body.some((stmt) => stmt.kind === 'lock' || blocksOf(stmt).some(takesLocks));
}

/** The procedures that goroutines begin with. */
function startsOf(s: Search): ReadonlySet<number> {
  const found = new Set([s.program.entry]);
  const visit = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      if (stmt.kind === 'go') for (const callee of s.pts.callees.get(stmt) ?? []) found.add(callee);
      for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  for (const proc of s.pts.reached) visit((s.program.procs[proc] as Proc).body);
  return found;
}

function netOf(s: Search, proc: number): number {
  const known = s.nets.get(proc);
  if (known !== undefined) return known;
  s.nets.set(proc, 0);
  const { body, site } = s.program.procs[proc] as Proc;
  const walk: Walk = { proc, deferred: 0, exits: [], breaks: new Map(), site };
  const end = block(s, walk, body, 0);
  const exits = end === null ? walk.exits : [...walk.exits, end + walk.deferred];
  const net = exits[0] ?? 0;
  if (exits.some((one) => one !== net)) s.found ??= site;
  s.nets.set(proc, net);
  return net;
}

interface Walk {
  readonly proc: number;
  /** What deferred calls do at the end, as far as they were met. */
  deferred: number;
  readonly exits: number[];
  readonly breaks: Map<string, number[]>;
  readonly site: Site;
}

function block(s: Search, w: Walk, body: readonly Stmt[], from: number): number | null {
  let held: number | null = from;
  for (const stmt of body) {
    if (held === null) return null;
    held = step(s, w, stmt, held);
  }
  return held;
}

/** Two ways to one place must hold the same. */
function joined(s: Search, w: Walk, ends: readonly (number | null)[]): number | null {
  const open = ends.filter((one) => one !== null);
  if (open.some((one) => one !== open[0])) s.found ??= w.site;
  return open[0] ?? null;
}

function step(s: Search, w: Walk, stmt: Stmt, held: number): number | null {
  switch (stmt.kind) {
    case 'lock': {
      if (stmt.target !== null || (!s.all && s.pts.of(w.proc, stmt.lock).size > 0)) return held;
      return stmt.op === 'lock' || stmt.op === 'rlock' ? held + 1 : held - 1;
    }
    case 'call':
      return held + calleesNet(s, w, stmt);
    case 'defer':
      w.deferred += calleesNet(s, w, stmt);
      return held;
    case 'if':
    case 'choice':
    case 'select':
      return joined(
        s,
        w,
        blocksOf(stmt).map((inner) => block(s, w, inner, held)),
      );
    case 'loop': {
      const end = block(s, w, stmt.body, held);
      const next = end === null ? null : block(s, w, stmt.next, end);
      if (next !== null && next !== held) s.found ??= stmt.site;
      const out = w.breaks.get(stmt.label) ?? [];
      w.breaks.delete(stmt.label);
      return joined(s, w, out);
    }
    case 'branch':
      if (stmt.op === 'break') w.breaks.set(stmt.label, [...(w.breaks.get(stmt.label) ?? []), held]);
      return null;
    case 'return':
      w.exits.push(held + w.deferred);
      return null;
    case 'panic':
    case 'exit':
      return null;
    default:
      return held;
  }
}

function calleesNet(s: Search, w: Walk, stmt: Stmt): number {
  const nets = [...(s.pts.callees.get(stmt) ?? [])].map((callee) => netOf(s, callee));
  if (nets.some((net) => net !== nets[0])) s.found ??= w.site;
  return nets[0] ?? 0;
}
