// Which locks are certainly held where, and what is done before a second goroutine exists.

import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { blocksOf } from '../walk.ts';
import type { PointsTo } from './points-to.ts';

export interface HeldLocks {
  /** The locks, by abstract object, that are held at a statement whenever it runs. */
  readonly at: ReadonlyMap<Stmt, ReadonlySet<number>>;
  /** Statements that the first goroutine does before it starts another. */
  readonly alone: ReadonlySet<Stmt>;
}

type Locks = ReadonlySet<number>;

interface Search {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly at: Map<Stmt, Locks>;
  readonly alone: Set<Stmt>;
  readonly crowded: Set<Stmt>;
  readonly results: Map<string, { readonly held: Locks; readonly starts: boolean }>;
  readonly todo: Set<number>;
  readonly once: ReadonlySet<number>;
  started: boolean;
}

/** Calls deeper than this are taken to change no lock. */
const maxDepth = 12;

/** `goroutines`: the procedures that they begin with; the first is the program's own. */
export function heldLocks(program: CommProgram, pts: PointsTo, goroutines: readonly number[]): HeldLocks {
  const s: Search = {
    program,
    pts,
    at: new Map(),
    alone: new Set(),
    crowded: new Set(),
    results: new Map(),
    todo: new Set(),
    once: madeOnce(program, pts),
    started: false,
  };
  goroutines.forEach((entry, i) => {
    s.started = i > 0;
    inside(s, entry, new Set(), 0);
  });
  for (const stmt of s.crowded) s.alone.delete(stmt);
  return { at: s.at, alone: s.alone };
}

/** Objects of which there is one: their maker runs once. */
export function madeOnce(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  const entry = program.procs[program.entry] as Proc;
  const inEntry = new Set<Stmt>(entry.body);
  /** How often each procedure is called, and from where first. */
  const calls = new Map<number, { readonly caller: number; times: number }>();
  const count = (caller: number, body: readonly Stmt[], weight: number): void => {
    for (const stmt of body) {
      for (const callee of pts.callees.get(stmt) ?? []) {
        const known = calls.get(callee);
        if (known === undefined) calls.set(callee, { caller, times: weight });
        else known.times += weight;
      }
      for (const inner of blocksOf(stmt)) count(caller, inner, stmt.kind === 'loop' ? 2 : weight);
    }
  };
  for (const proc of pts.reached) count(proc, (program.procs[proc] as Proc).body, 1);
  const single = (proc: number, depth = 0): boolean => {
    if (proc === program.entry) return true;
    const called = calls.get(proc);
    return depth <= maxDepth && called?.times === 1 && single(called.caller, depth + 1);
  };
  const outsideLoops = new Map<number, ReadonlySet<Stmt>>();
  const isInLoop = (stmt: Stmt, maker: number): boolean => {
    let found = outsideLoops.get(maker);
    if (found === undefined) outsideLoops.set(maker, (found = topLevel(program, maker)));
    return !found.has(stmt);
  };
  return new Set(
    pts.objects.flatMap(({ id, stmt, maker, parent }) => {
      const made = stmt ?? parent?.stmt ?? null;
      const inLoop = made !== null && maker >= 0 && isInLoop(made, maker);
      const is = (made !== null && inEntry.has(made)) || (!inLoop && maker >= 0 && single(maker));
      return is ? [id] : [];
    }),
  );
}

function topLevel(program: CommProgram, proc: number): ReadonlySet<Stmt> {
  const found = new Set<Stmt>();
  const visit = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      found.add(stmt);
      if (stmt.kind !== 'loop') for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visit(program.procs[proc]?.body ?? []);
  return found;
}

/** The locks that are held behind a procedure. */
function inside(s: Search, proc: number, held: Locks, depth: number): Locks {
  if (depth > maxDepth || s.todo.has(proc)) return held;
  const key = `${proc} ${s.started} ${[...held].sort((a, b) => a - b).join(' ')}`;
  const known = s.results.get(key);
  if (known !== undefined) {
    s.started ||= known.starts;
    return known.held;
  }
  s.todo.add(proc);
  const left: Locks[] = [];
  const { body } = s.program.procs[proc] as Proc;
  const end = block(s, proc, body, held, depth, left, new Map());
  s.todo.delete(proc);
  const after =
    [...left, ...(end === null ? [] : [end])].reduce<Locks | null>((all, one) => join(all, one), null) ?? held;
  // What is deferred releases locks that it took.
  const result = { held: defers(body) ? meet(held, after) : after, starts: s.started };
  s.results.set(key, result);
  return result.held;
}

function defers(body: readonly Stmt[]): boolean {
  return body.some((stmt) => stmt.kind === 'defer' || blocksOf(stmt).some(defers));
}

function meet(a: Locks, b: Locks): Locks {
  return new Set([...a].filter((id) => b.has(id)));
}

function join(a: Locks | null, b: Locks | null): Locks | null {
  if (a === null) return b;
  return b === null ? a : meet(a, b);
}

function block(
  s: Search,
  proc: number,
  body: readonly Stmt[],
  from: Locks,
  depth: number,
  left: Locks[],
  breaks: Map<string, Locks[]>,
): Locks | null {
  let held: Locks | null = from;
  for (const stmt of body) {
    if (held === null) return null;
    held = step(s, proc, stmt, held, depth, left, breaks);
  }
  return held;
}

function step(
  s: Search,
  proc: number,
  stmt: Stmt,
  held: Locks,
  depth: number,
  left: Locks[],
  breaks: Map<string, Locks[]>,
): Locks | null {
  const known = s.at.get(stmt);
  s.at.set(stmt, known === undefined ? held : meet(known, held));
  (s.started ? s.crowded : s.alone).add(stmt);
  const inner = (body: readonly Stmt[], from = held): Locks | null => block(s, proc, body, from, depth, left, breaks);
  switch (stmt.kind) {
    case 'lock': {
      const id = lockOf(s, proc, stmt.lock);
      if (stmt.op === 'lock') return id === null ? held : new Set([...held, id]);
      if (stmt.op !== 'unlock') return held;
      return id === null ? new Set() : new Set([...held].filter((one) => one !== id));
    }
    case 'call': {
      const ends = [...(s.pts.callees.get(stmt) ?? [])].map((callee) => inside(s, callee, held, depth + 1));
      return ends.reduce<Locks | null>((all, one) => join(all, one), null) ?? held;
    }
    case 'defer':
      // It runs later, with what is held then: nothing, to be safe.
      for (const callee of s.pts.callees.get(stmt) ?? []) inside(s, callee, new Set(), depth + 1);
      return held;
    case 'go':
      s.started = true;
      return held;
    case 'if':
      return join(inner(stmt.then), inner(stmt.otherwise));
    case 'choice':
      return stmt.branches.map((branch) => inner(branch)).reduce<Locks | null>((all, one) => join(all, one), null);
    case 'select': {
      const ends = stmt.cases.map(({ body }) => inner(body));
      if (stmt.otherwise !== null) ends.push(inner(stmt.otherwise));
      return ends.reduce<Locks | null>((all, one) => join(all, one), null);
    }
    case 'loop': {
      const startedBefore = s.started;
      const end = inner(stmt.body);
      inner(stmt.next, end ?? held);
      // What the first turn has started runs beside the second.
      if (!startedBefore && s.started) {
        inner(stmt.body);
        inner(stmt.next, end ?? held);
      }
      const out = breaks.get(stmt.label) ?? [];
      breaks.delete(stmt.label);
      return out.reduce<Locks | null>((all, one) => join(all, one), null);
    }
    case 'branch': {
      if (stmt.op === 'break') breaks.set(stmt.label, [...(breaks.get(stmt.label) ?? []), held]);
      return null;
    }
    case 'return':
      left.push(held);
      return null;
    case 'panic':
    case 'exit':
      return null;
    default:
      return held;
  }
}

/** The one lock that is meant; null where it may be one of several. */
function lockOf(s: Search, proc: number, lock: Expr): number | null {
  const objects = [...s.pts.of(proc, lock)];
  const [id] = objects;
  return objects.length === 1 && id !== undefined && s.once.has(id) ? id : null;
}
