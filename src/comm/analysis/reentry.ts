// Functions from outside that are called while a lock is held which others can take: they must not come back for it.
//
//   lock s.mu; call f(); unlock s.mu      ~>  no-reentry: f
//
// What may be held is found along all paths: a lock counts as released only where exactly one is meant. Deferred calls run at the end, last first.

import { allAssumptions, assumption, gapReason } from '../../base/reasons.ts';
import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { blocksOf, visitStmts } from '../walk.ts';
import { escapingObjects, isOutside } from './escape.ts';
import { madeOnce } from './locksets.ts';
import { type PointsTo, pointsTo } from './points-to.ts';

/** Abstract objects; those that are not tracked are numbers below zero, one for each that is taken. */
type Held = ReadonlySet<number>;

const none: Held = new Set();

interface Search {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  /** Locks that others can take, and those of which there is one. */
  readonly shared: ReadonlySet<number>;
  readonly single: ReadonlySet<number>;
  readonly known: Map<string, Held>;
  readonly within: Set<number>;
  readonly called: Set<number>;
  /** Procedures that call functions which are not tracked. */
  readonly unknown: Set<number>;
}

/** So many locks that are not tracked are told apart. */
const mostUntracked = 4;

/** So many ways to enter procedures are looked at; behind that every function from outside counts. */
const mostWays = 4_000;

/** What is known about functions from outside: the names of procedures that stand for them; those that the module itself has put there, and that may take locks. */
interface Outside {
  readonly program: CommProgram;
  readonly outside: ReadonlyMap<number, string>;
  readonly locking: ReadonlySet<string>;
}

/** The program with an assumption for each such function. */
export function assumingNoReentry(
  program: CommProgram,
  { program: whole, outside: names, locking }: Outside,
  hostile: boolean,
): CommProgram {
  if (whole.root !== 'function') return program;
  const pts = pointsTo(whole);
  if (![...pts.reached].some((proc) => isOutside(whole.procs[proc] as Proc) || callsUnknown(whole, pts, proc)))
    return program;
  const s: Search = {
    program: whole,
    pts,
    shared: escapingObjects(whole, pts),
    single: madeOnce(whole, pts),
    known: new Map(),
    within: new Set(),
    called: new Set(),
    unknown: new Set(),
  };
  inside(s, whole.entry, none);
  const found = [
    ...[...s.called].map((proc) => names.get(proc) ?? ''),
    ...[...s.unknown].map((proc) => (whole.procs[proc] as Proc).name),
  ];
  const assumptions = allAssumptions(
    program.assumptions,
    found.sort().map((name) => assumption('no-reentry', name)),
  );
  const own = hostile ? found.find((name) => locking.has(name)) : undefined;
  const site = whole.procs[whole.entry]?.site;
  if (own === undefined || site === undefined) return { ...program, assumptions };
  return { ...program, assumptions, gaps: [...program.gaps, { reason: gapReason('callsBack', own), site }] };
}

function callsUnknown(program: CommProgram, pts: PointsTo, proc: number): boolean {
  let found = false;
  visitStmts((program.procs[proc] as Proc).body, (stmt) => {
    if (stmt.kind !== 'call' || stmt.callee.kind !== 'value' || stmt.callee.func.kind === 'nil') return;
    found ||= (pts.callees.get(stmt)?.size ?? 0) === 0;
  });
  return found;
}

/** One way through a body: what is held at its ends. */
interface Ends {
  readonly returns: Held[];
  readonly breaks: Map<string, Held[]>;
  readonly continues: Map<string, Held[]>;
  readonly deferred: { readonly stmt: Extract<Stmt, { kind: 'defer' }>; readonly always: boolean }[];
}

/** What may be held behind a procedure. */
function inside(s: Search, proc: number, held: Held): Held {
  const { body } = s.program.procs[proc] as Proc;
  if (isOutside(s.program.procs[proc] as Proc) && held.size > 0) s.called.add(proc);
  if (s.within.has(proc)) return held;
  const key = `${proc} ${[...held].sort((a, b) => a - b).join(' ')}`;
  const known = s.known.get(key);
  if (known !== undefined) return known;
  if (s.known.size > mostWays) {
    for (const one of s.pts.reached) if (isOutside(s.program.procs[one] as Proc)) s.called.add(one);
    return held;
  }
  s.within.add(proc);
  const ends: Ends = { returns: [], breaks: new Map(), continues: new Map(), deferred: [] };
  const falls = block(s, proc, body, held, ends);
  let after = union([...ends.returns, ...(falls === null ? [] : [falls])]) ?? held;
  for (const { stmt, always } of [...ends.deferred].reverse()) {
    const behind = call(s, stmt, proc, after);
    after = always ? behind : (union([after, behind]) ?? after);
  }
  s.within.delete(proc);
  s.known.set(key, after);
  return after;
}

function union(all: readonly Held[]): Held | null {
  const [first, ...rest] = all;
  if (first === undefined) return null;
  return rest.length === 0 ? first : new Set(all.flatMap((one) => [...one]));
}

function block(s: Search, proc: number, body: readonly Stmt[], from: Held, ends: Ends): Held | null {
  let held: Held | null = from;
  for (const stmt of body) {
    if (held === null) return null;
    held = step(s, proc, stmt, held, ends);
  }
  return held;
}

function step(s: Search, proc: number, stmt: Stmt, held: Held, ends: Ends): Held | null {
  switch (stmt.kind) {
    case 'lock':
      return stmt.op === 'unlock' || stmt.op === 'runlock'
        ? released(s, s.pts.of(proc, stmt.lock), held)
        : taken(s, proc, stmt.lock, held);
    case 'call':
      return call(s, stmt, proc, held);
    case 'go':
      call(s, stmt, proc, none);
      return held;
    case 'defer':
      ends.deferred.push({ stmt, always: (s.program.procs[proc] as Proc).body.includes(stmt) });
      return held;
    case 'loop':
      return loop(s, proc, stmt, held, ends);
    case 'branch': {
      const left = stmt.op === 'break' ? ends.breaks : ends.continues;
      left.set(stmt.label, [...(left.get(stmt.label) ?? []), held]);
      return null;
    }
    case 'return':
    case 'panic':
      ends.returns.push(held);
      return null;
    case 'exit':
      return null;
    default: {
      const ways = blocksOf(stmt).map((inner) => block(s, proc, inner, held, ends));
      return ways.length === 0 ? held : union(ways.flatMap((one) => one ?? []));
    }
  }
}

/** Until nothing more is held where the loop begins anew. */
function loop(s: Search, proc: number, stmt: Extract<Stmt, { kind: 'loop' }>, held: Held, ends: Ends): Held | null {
  for (let from = held; ; ) {
    const end = block(s, proc, stmt.body, from, ends);
    const nexts = [...(ends.continues.get(stmt.label) ?? []), ...(end === null ? [] : [end])];
    ends.continues.delete(stmt.label);
    const next = union(nexts);
    const again = next === null ? null : block(s, proc, stmt.next, next, ends);
    const more = again === null ? from : (union([from, again]) ?? from);
    if (more.size === from.size) break;
    from = more;
  }
  const out = union(ends.breaks.get(stmt.label) ?? []);
  ends.breaks.delete(stmt.label);
  return out;
}

function call(s: Search, stmt: Extract<Stmt, { kind: 'call' | 'go' | 'defer' }>, proc: number, held: Held): Held {
  // Of a function that is not tracked it is not known what it does: it comes from outside, as far as that matters.
  if (stmt.callee.kind === 'value' && held.size > 0 && (s.pts.callees.get(stmt)?.size ?? 0) === 0) s.unknown.add(proc);
  return union([...(s.pts.callees.get(stmt) ?? [])].map((callee) => inside(s, callee, held))) ?? held;
}

function taken(s: Search, proc: number, lock: Expr, held: Held): Held {
  const objects = [...s.pts.of(proc, lock)];
  if (objects.length > 0) {
    const shared = objects.filter((id) => s.shared.has(id));
    return shared.length === 0 ? held : new Set([...held, ...shared]);
  }
  const untracked = [...held].filter((id) => id < 0).length;
  return untracked >= mostUntracked ? held : new Set([...held, -1 - untracked]);
}

function released(s: Search, objects: ReadonlySet<number>, held: Held): Held {
  const [id] = objects;
  if (id === undefined) {
    const last = Math.min(...held, 0);
    return last === 0 ? held : new Set([...held].filter((one) => one !== last));
  }
  if (objects.size > 1 || !s.single.has(id)) return held;
  return new Set([...held].filter((one) => one !== id));
}
