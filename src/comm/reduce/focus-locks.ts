// Which locks of others a fragment cannot do without; see focus.ts.
//
// A lock can be left out if each holder gives it back without waiting for anything that counts on the way: then nothing waits for
// it forever, and no goroutine is stuck because of it. So a lock stays
// - if it may be held where a goroutine waits for an object that counts;
// - if it lies on a cycle of locks that are taken while others are held: goroutines could wait for each other;
// - if it may be held where a goroutine, or the root, ends, or where a panic may be recovered from.
// What procedures do among themselves that work on no object that counts is assumed to come to its end, like everything in them: order
// and ends are looked at where the others take locks, or hold them in a call. Such a procedure counts as leaving a lock held if it is
// seen which one; where that cannot be told, it is assumed to give back what it takes.
// All of this is found by one walk over each procedure, which keeps what may be held. What a procedure does for its callers is put
// together in a summary, until nothing changes. "May" is taken widely: a lock counts as given back only if it certainly is the one
// that was taken.

import { must } from '../../base/assert.ts';
import type { PointsTo } from '../analysis/points-to.ts';
import type { CommProgram, Expr, Stmt } from '../comm.ts';
import { blocksOf, targetsOf, visitStmts } from '../walk.ts';

/** What may be held: a key that says which lock it is within one procedure, and the objects that it may be. */
type Held = ReadonlyMap<Key, ReadonlySet<number>>;

interface State {
  readonly held: Held;
  /** Keys of locks that deferred calls give back, whatever path was taken. */
  readonly pending: ReadonlySet<Key>;
  /** Keys of locks that were given back without having been taken here, whatever path was taken. */
  readonly freed: ReadonlySet<Key>;
}

/** An object of which there is only one, by its number; or a way that leads to the same lock wherever it stands in a procedure. */
type Key = number | string;

interface Summary {
  /** May still be held at its end, and was not before. */
  readonly gen: Set<number>;
  /** May be given back without having been taken here. */
  readonly frees: Set<number>;
  /** Certainly given back: only objects of which there is one. */
  readonly kill: Set<number>;
  readonly acquires: Set<number>;
  waits: boolean;
  panics: boolean;
}

interface Walk {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly isOwn: (proc: number, object: Expr) => boolean;
  readonly touching: ReadonlySet<number>;
  readonly summaries: Map<number, Summary>;
  readonly kept: Set<number>;
  /** Which locks are taken while others are held. */
  readonly order: Map<number, Set<number>>;
  readonly recovers: boolean;
  readonly keys: Map<number, ReadonlyMap<number, string>>;
}

/** Locks among the objects that must be kept. */
export function locksThatMatter(
  program: CommProgram,
  pts: PointsTo,
  isOwn: (proc: number, object: Expr) => boolean,
  touching: ReadonlySet<number>,
): ReadonlySet<number> {
  let recovers = false;
  for (const index of pts.reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind === 'recover') recovers = true;
    });
  }
  const w: Walk = {
    program,
    touching,
    pts,
    isOwn,
    summaries: new Map(),
    kept: new Set(),
    order: new Map(),
    recovers,
    keys: new Map(),
  };
  for (let changed = true; changed; ) {
    changed = false;
    w.kept.clear();
    w.order.clear();
    for (const index of pts.reached) if (walkProc(w, index)) changed = true;
  }
  const alone = (index: number): void => {
    const summary = w.summaries.get(index);
    keep(w, [...(summary?.gen ?? []), ...(summary?.frees ?? [])]);
  };
  alone(program.entry);
  for (const index of pts.reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind !== 'go') return;
      for (const callee of pts.callees.get(stmt) ?? []) if (touching.has(callee)) alone(callee);
    });
  }
  for (const lock of onCycles(w.order)) w.kept.add(lock);
  return w.kept;
}

function keep(w: Walk, locks: Iterable<number>): void {
  for (const lock of locks) w.kept.add(lock);
}

function walkProc(w: Walk, index: number): boolean {
  const old = w.summaries.get(index);
  const summary: Summary = {
    gen: new Set(),
    frees: new Set(),
    kill: new Set(),
    acquires: new Set(),
    waits: false,
    panics: false,
  };
  const p: Procedure = { w, index, summary, exits: [], labels: new Map(), vague: new Set() };
  const start: State = { held: new Map(), pending: new Set(), freed: new Set() };
  const end = walkBlock(p, must(w.program.procs[index]).body, start);
  if (end !== null) p.exits.push(end);
  for (const { held, pending, freed } of p.exits) {
    for (const [key, objects] of held) {
      // Given back and taken again: for callers nothing has changed.
      if (pending.has(key) || freed.has(key) || (p.vague.has(key) && !w.touching.has(index))) continue;
      for (const id of objects) summary.gen.add(id);
    }
  }
  const gives = (s: State, key: Key): boolean => (s.freed.has(key) || s.pending.has(key)) && !s.held.has(key);
  const [first] = p.exits;
  for (const key of [...(first?.freed ?? []), ...(first?.pending ?? [])]) {
    if (typeof key !== 'number' || !p.exits.every((exit) => gives(exit, key))) continue;
    summary.kill.add(key);
  }
  w.summaries.set(index, summary);
  return old === undefined || !same(old, summary);
}

function same(a: Summary, b: Summary): boolean {
  const equal = (x: Set<number>, y: Set<number>): boolean => x.size === y.size && [...x].every((v) => y.has(v));
  return (
    equal(a.gen, b.gen) &&
    equal(a.frees, b.frees) &&
    equal(a.kill, b.kill) &&
    equal(a.acquires, b.acquires) &&
    a.waits === b.waits &&
    a.panics === b.panics
  );
}

interface Procedure {
  readonly w: Walk;
  readonly index: number;
  readonly summary: Summary;
  readonly exits: State[];
  readonly labels: Map<string, { breaks: State | null; continues: State | null }>;
  /** Keys of locks of which it is not seen which they are. */
  readonly vague: Set<Key>;
}

function join(a: State | null, b: State | null): State | null {
  if (a === null) return b;
  if (b === null) return a;
  const held = new Map(a.held);
  for (const [key, objects] of b.held) held.set(key, new Set([...(held.get(key) ?? []), ...objects]));
  const both = (x: ReadonlySet<Key>, y: ReadonlySet<Key>): ReadonlySet<Key> =>
    new Set([...x].filter((key) => y.has(key)));
  return { held, pending: both(a.pending, b.pending), freed: both(a.freed, b.freed) };
}

function walkBlock(p: Procedure, body: readonly Stmt[], start: State): State | null {
  let s: State | null = start;
  for (const stmt of body) {
    if (s === null) return null;
    s = walkStmt(p, stmt, s);
  }
  return s;
}

function walkStmt(p: Procedure, stmt: Stmt, s: State): State | null {
  const { w, index } = p;
  const wait = (object: Expr): State => {
    if (w.isOwn(index, object)) waits(p, s);
    return s;
  };
  switch (stmt.kind) {
    case 'send':
    case 'recv':
      return wait(stmt.chan);
    case 'waitgroup':
      return stmt.op === 'wait' ? wait(stmt.group) : s;
    case 'cond':
      return stmt.op === 'wait' ? wait(stmt.cond) : s;
    case 'select': {
      if (stmt.otherwise === null) {
        if (stmt.cases.length === 0) waits(p, s);
        for (const { comm } of stmt.cases) wait(comm.chan);
      }
      let after: State | null = null;
      for (const block of blocksOf(stmt)) after = join(after, walkBlock(p, block, s));
      return after;
    }
    case 'lock':
      return lock(p, stmt, s);
    case 'go':
      return s;
    case 'call':
      return call(p, stmt, s);
    case 'defer':
      return defer(p, stmt, s);
    case 'return':
      p.exits.push(s);
      return null;
    case 'panic':
      p.summary.panics = true;
      panics(p, s);
      return null;
    case 'exit':
      return null;
    case 'if':
      return join(walkBlock(p, stmt.then, s), walkBlock(p, stmt.otherwise, s));
    case 'choice': {
      let after: State | null = null;
      for (const branch of stmt.branches) after = join(after, walkBlock(p, branch, s));
      return after;
    }
    case 'loop':
      return loop(p, stmt, s);
    case 'branch': {
      const label = must(p.labels.get(stmt.label), 'a label');
      if (stmt.op === 'break') label.breaks = join(label.breaks, s);
      else label.continues = join(label.continues, s);
      return null;
    }
    default:
      return s;
  }
}

function loop(p: Procedure, stmt: Stmt & { readonly kind: 'loop' }, s: State): State | null {
  const outer = p.labels.get(stmt.label);
  let begin: State = s;
  let breaks: State | null = null;
  for (;;) {
    const label: { breaks: State | null; continues: State | null } = { breaks: null, continues: null };
    p.labels.set(stmt.label, label);
    const end = join(walkBlock(p, stmt.body, begin), label.continues);
    const next = end === null ? null : walkBlock(p, stmt.next, end);
    breaks = label.breaks;
    const again = must(join(begin, next));
    if (
      size(again) === size(begin) &&
      again.pending.size === begin.pending.size &&
      again.freed.size === begin.freed.size
    )
      break;
    begin = again;
  }
  if (outer === undefined) p.labels.delete(stmt.label);
  else p.labels.set(stmt.label, outer);
  return breaks;
}

function size(s: State): number {
  let n = 0;
  for (const objects of s.held.values()) n += 1 + objects.size;
  return n;
}

function waits(p: Procedure, s: State): void {
  p.summary.waits = true;
  for (const objects of s.held.values()) keep(p.w, objects);
}

/** Where a panic may be recovered from, what is held then and not given back by a deferred call stays held. */
function panics(p: Procedure, s: State): void {
  if (!p.w.recovers || !p.w.touching.has(p.index)) return;
  for (const [key, objects] of s.held) if (!s.pending.has(key)) keep(p.w, objects);
}

function taken(p: Procedure, s: State, locks: Iterable<number>): void {
  for (const lock of locks) {
    p.summary.acquires.add(lock);
    if (!p.w.touching.has(p.index)) continue;
    for (const objects of s.held.values()) {
      for (const held of objects) {
        const after = p.w.order.get(held) ?? new Set();
        after.add(lock);
        p.w.order.set(held, after);
      }
    }
  }
}

function lock(p: Procedure, stmt: Stmt & { readonly kind: 'lock' }, s: State): State {
  const objects = p.w.pts.of(p.index, stmt.lock);
  const key = keyOf(p, stmt.lock);
  if (stmt.op === 'unlock' || stmt.op === 'runlock') {
    if (key !== null && !s.held.has(key)) for (const id of objects) p.summary.frees.add(id);
    return release(s, key);
  }
  if (stmt.op === 'lock' || stmt.op === 'rlock') taken(p, s, objects);
  const held = new Map(s.held);
  const name = key ?? `${stmt.site.file}:${stmt.site.start}`;
  if (key === null) p.vague.add(name);
  held.set(name, new Set([...(held.get(name) ?? []), ...objects]));
  return { ...s, held };
}

function release(s: State, key: Key | null): State {
  if (key === null) return s;
  const held = new Map(s.held);
  // What was not taken here is given back for a caller.
  if (!held.delete(key)) return { ...s, freed: new Set([...s.freed, key]) };
  return { ...s, held };
}

function call(p: Procedure, stmt: Stmt & { readonly kind: 'call' }, s: State): State {
  let after: State | null = null;
  for (const callee of p.w.pts.callees.get(stmt) ?? []) {
    const summary = p.w.summaries.get(callee);
    if (summary === undefined) continue;
    if (summary.waits) waits(p, s);
    if (summary.panics) {
      p.summary.panics = true;
      panics(p, s);
    }
    taken(p, s, summary.acquires);
    after = join(after, applied(s, summary));
  }
  return after ?? s;
}

function applied(s: State, summary: Summary): State {
  let next = s;
  for (const id of summary.kill) next = release(next, id);
  const held = new Map(next.held);
  for (const id of summary.gen) held.set(id, new Set([id]));
  return { ...next, held };
}

function defer(p: Procedure, stmt: Stmt & { readonly kind: 'defer' }, s: State): State {
  const callees = [...(p.w.pts.callees.get(stmt) ?? [])];
  let next = s;
  for (const callee of callees) {
    const summary = p.w.summaries.get(callee);
    // A deferred call that takes or waits does so while all that is held is still held: widely speaking.
    if (summary?.waits === true) waits(p, s);
    if (summary !== undefined) taken(p, s, summary.acquires);
    if (p.w.touching.has(p.index)) keep(p.w, summary?.gen ?? []);
  }
  const [only] = callees;
  if (callees.length !== 1 || only === undefined) return next;
  const pending = new Set(next.pending);
  for (const id of p.w.summaries.get(only)?.kill ?? []) pending.add(id);
  // `defer mu.Unlock()`: a procedure that does nothing but give back its argument.
  const [arg] = stmt.args;
  const body = must(p.w.program.procs[only]).body;
  const [first] = body;
  if (
    arg !== undefined &&
    body.length === 1 &&
    first?.kind === 'lock' &&
    first.lock.kind === 'var' &&
    first.lock.index === 0
  ) {
    const key = keyOf(p, arg);
    if (key !== null && (first.op === 'unlock' || first.op === 'runlock')) pending.add(key);
  }
  next = { ...next, pending };
  return next;
}

// ---------------------------------------------------------------------------------------------------------------
// Which lock it is

/** A name under which a lock is the same wherever it stands in a procedure; null if there is none. */
function keyOf(p: Procedure, object: Expr): Key | null {
  const { w, index } = p;
  const found = w.pts.of(index, object);
  const [only] = found;
  if (
    found.size === 1 &&
    only !== undefined &&
    must(w.pts.objects[only]).maker === w.program.entry &&
    isMadeOnce(w, only)
  ) {
    return only;
  }
  if (object.kind !== 'var') return null;
  let paths = w.keys.get(index);
  if (paths === undefined) {
    paths = pathsIn(w.program, index);
    w.keys.set(index, paths);
  }
  return paths.get(object.index) ?? null;
}

/** The entry runs once; in its loops it may make many objects by one statement. */
function isMadeOnce(w: Walk, id: number): boolean {
  const { stmt } = must(w.pts.objects[id]);
  return stmt !== null && must(w.program.procs[w.program.entry]).body.includes(stmt);
}

/** Variables that are set once, by what path they are reached: from parameters over fields, which nothing stores to in this procedure. */
function pathsIn(program: CommProgram, index: number): ReadonlyMap<number, string> {
  const proc = must(program.procs[index]);
  const sets = new Map<number, number>();
  const loads = new Map<number, Stmt & { readonly kind: 'load' | 'assign' }>();
  const stored = new Set<string>();
  visitStmts(proc.body, (stmt) => {
    for (const target of targetsOf(stmt)) sets.set(target, (sets.get(target) ?? 0) + 1);
    if (stmt.kind === 'load' || stmt.kind === 'assign') loads.set(stmt.target, stmt);
  });
  // The entry fills what it gives before anything else runs.
  for (const [i, other] of program.procs.entries()) {
    if (i === program.entry) continue;
    visitStmts(other.body, (stmt) => {
      if (stmt.kind === 'store' && stmt.place.kind === 'field') stored.add(`${stmt.place.class}.${stmt.place.field}`);
    });
  }
  const paths = new Map<number, string>();
  for (let i = 0; i < proc.params; i++) if (!sets.has(i)) paths.set(i, `p${i}`);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [target, stmt] of loads) {
      if (paths.has(target) || sets.get(target) !== 1) continue;
      let path: string | undefined;
      if (stmt.kind === 'assign') path = stmt.value.kind === 'var' ? paths.get(stmt.value.index) : undefined;
      else if (stmt.place.kind === 'field' && stmt.place.object.kind === 'var') {
        const base = paths.get(stmt.place.object.index);
        const field = `${stmt.place.class}.${stmt.place.field}`;
        if (base !== undefined && !stored.has(field)) path = `${base}/${field}`;
      }
      if (path === undefined) continue;
      paths.set(target, path);
      changed = true;
    }
  }
  return paths;
}

// ---------------------------------------------------------------------------------------------------------------
// Order

/** Locks from which a way leads back to themselves. */
function onCycles(order: ReadonlyMap<number, ReadonlySet<number>>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const start of order.keys()) {
    const seen = new Set<number>();
    const todo = [...(order.get(start) ?? [])];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      todo.push(...(order.get(at) ?? []));
    }
    if (seen.has(start)) found.add(start);
  }
  return found;
}
