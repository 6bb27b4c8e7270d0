// A communication program reduced to the objects that its root makes and keeps, for proofs: section 6.1 of the Ginger paper, where a
// fragment is what uses the concurrency primitives of one function, and nothing else.
//
// What synchronises by other objects is left out. Operations on them may then always go on, which the assumptions say: they are the
// environment's, as objects from outside are, and the functions that make them are fragments of their own. Runs are only added: no
// operation on an object that is left out can block, and data that it would give is `?`. So whatever is proved of the rest holds for
// every run of the program in which the others play their part. Two things keep an object that the root did not make:
// - a lock that may be held where an object of the root is waited for, or that is taken in no fixed order, or that is not given back
//   (focus-locks.ts): a goroutine could wait for it because of what the root does;
// - a channel or WaitGroup that the root itself works on, unless it is a context: no other function may play its part.
//
//	func (l *log) add() { l.mu.Lock(); l.lines++; l.mu.Unlock() }
//
//	func Serve(l *log, n int) {             proc Serve(l, n) {
//		done := make(chan bool)               done = chan 0 as "done"
//		for range n {                         loop ... {
//			go func() { l.add(); done <- true }()   go (func `Serve$1`(l, done))()
//		}                                     }
//		for range n {                         loop ... {
//			<-done                                recv done
//		}                                     }
//	}                                       }
//
//	                                        proc `Serve$1`(l, done) {
//	                                          send done, nil
//	                                        }
//
// The channel is made by the root and stays; the lock of the caller's log is taken and given back with nothing of the root in between, so
// both operations go, and with them the call of `add`.

import { must } from '../../base/assert.ts';
import {
  type Assumption,
  type Assumptions,
  allAssumptions,
  assume,
  assumes,
  assumption,
  goValue,
  type Why,
  why,
} from '../../base/reasons.ts';
import { escapingObjects, isOfModel, reachableFrom, releaseObjects } from '../analysis/escape.ts';
import { type AbstractObject, type PointsTo, pointsTo } from '../analysis/points-to.ts';
import { findUnknowns, isFree, isTainted } from '../analysis/unknowns.ts';
import type { CommProgram, Expr, Proc, RecvStmt, SendStmt, Site, Stmt } from '../comm.ts';
import { blocksOf, visitStmts, withBlocks } from '../walk.ts';
import { withoutCalls } from './focus-calls.ts';
import { locksThatMatter } from './focus-locks.ts';
import type { Sight } from './forget.ts';

/** Which objects count: all that are made in sight, or only those that the root makes or works on. */
export type Scope = 'fragment' | 'root';

export interface Focused {
  readonly program: CommProgram;
  readonly sight: Sight;
  /** Channels and WaitGroups that the root makes, timers left out: those that others cannot reach, and those that they can. */
  readonly kept: number;
  readonly given: number;
}

export function focus(source: CommProgram, scope: Scope): Focused {
  const isRoot = ({ role }: Proc): boolean => role.kind === 'function' && role.root;
  const before = pointsTo(source);
  const lost = leaving(source, before);
  const clocks = timerChannels(source, before);
  const made = before.objects.filter(
    (o) => (o.kind === 'chan' || o.sync === 'waitgroup') && !clocks.has(o.id) && isRoot(must(source.procs[o.maker])),
  );
  const given = made.filter((o) => lost.has(o.id));
  const whole = keepCapacities(source, new Set(given.flatMap((o) => o.stmt ?? [])));
  const released = pointsTo(whole);
  const program = releaseObjects(whole, released, leaving(whole, released));
  const pts = pointsTo(program);
  const gone = leaving(program, pts);
  const own = new Set<number>();
  for (const o of pts.objects) {
    if (!synchronises(o) || gone.has(o.id) || o.maker === program.entry) continue;
    if (scope === 'fragment' || (isRoot(must(program.procs[o.maker])) && !isLock(o))) own.add(o.id);
  }
  if (scope === 'root')
    for (const id of workedOn(program, pts, isRoot)) {
      if (!gone.has(id) && !isLock(must(pts.objects[id]))) own.add(id);
    }
  const loaded = fromMemory(program);
  const unknown = findUnknowns(program, isFree, true);
  const isOwn = (proc: number, object: Expr): boolean => {
    const found = pts.of(proc, object);
    for (const id of found) if (own.has(id)) return true;
    // What is nothing but nil is no matter of the environment; but for what others may have set.
    if (found.size > 0 || isTainted(unknown, proc, object)) return false;
    return isRoot(must(program.procs[proc])) || !loaded(proc, object);
  };
  const c: Context = { program, pts, isOwn, isRoot, left: new Map() };
  for (const lock of locksThatMatter(program, pts, isOwn, proceduresThatTouch(c, own))) {
    if (!isContext(program, must(pts.objects[lock]))) own.add(lock);
  }
  const touching = proceduresThatTouch(c, own);
  return {
    program: withoutCalls(withoutOthers(c, touching), pts, unknown, touching, (ids) => leadsTo(pts, ids, own)),
    sight: {
      counts: (proc, expr) => leadsTo(pts, pts.of(proc, expr), own),
      isPrivate: (proc, expr) => {
        const found = [...pts.of(proc, expr)];
        const isOthers = (id: number): boolean => gone.has(id) || must(pts.objects[id]).maker === program.entry;
        return found.length > 0 && !found.some(isOthers) && !isTainted(unknown, proc, expr);
      },
    },
    kept: made.length - given.length,
    given: given.length,
  };
}

/** The channels of timers and tickers: time sends on them, and how much they hold is not chosen. */
function timerChannels(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  const found = new Set<number>();
  for (const index of pts.reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind === 'timer') for (const id of pts.of(index, stmt.chan)) found.add(id);
    });
  }
  return found;
}

/** Objects that others can reach. */
function leaving(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  const handed = outOfReach(program, pts);
  return program.root === 'function' ? new Set([...handed, ...escapingObjects(program, pts)]) : handed;
}

/** Whether a variable of a procedure gets what it has from memory. */
function fromMemory(program: CommProgram): (proc: number, object: Expr) => boolean {
  const known = new Map<number, ReadonlySet<number>>();
  return (proc, object) => {
    if (object.kind !== 'var') return false;
    let found = known.get(proc);
    if (found === undefined) {
      const { body } = must(program.procs[proc]);
      const loads = new Set<number>();
      for (let size = -1; size !== loads.size; ) {
        size = loads.size;
        visitStmts(body, (stmt) => {
          if (stmt.kind === 'load') loads.add(stmt.target);
          if (stmt.kind === 'assign' && stmt.value.kind === 'var' && loads.has(stmt.value.index))
            loads.add(stmt.target);
        });
      }
      found = loads;
      known.set(proc, found);
    }
    return found.has(object.index);
  };
}

function synchronises(o: AbstractObject): boolean {
  return o.kind === 'chan' || o.kind === 'sync' || o.kind === 'cond';
}

function isLock(o: AbstractObject): boolean {
  return o.sync === 'mutex' || o.sync === 'rwmutex';
}

/** What was handed to operations that are not followed. */
function outOfReach(program: CommProgram, pts: PointsTo): ReadonlySet<number> {
  const handed: number[] = [];
  for (const index of pts.reached) {
    visitStmts(must(program.procs[index]).body, (stmt) => {
      if (stmt.kind !== 'call' || stmt.callee.kind !== 'proc') return;
      if (must(program.procs[stmt.callee.proc]).role.kind !== 'anything') return;
      for (const arg of stmt.args) handed.push(...pts.of(index, arg));
    });
  }
  // What is not followed for want of room can use variables of packages.
  if (assumes(program.assumptions, 'horizon')) handed.push(...pts.globals.flat());
  return reachableFrom(pts, handed);
}

/** Objects that code of the root sends on, waits for, closes: whatever made them. */
function workedOn(program: CommProgram, pts: PointsTo, isRoot: (proc: Proc) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  for (const index of pts.reached) {
    const proc = must(program.procs[index]);
    if (!isRoot(proc)) continue;
    visitStmts(proc.body, (stmt) => {
      for (const object of objectsOf(stmt)) {
        for (const id of pts.of(index, object)) if (!isContext(program, must(pts.objects[id]))) found.add(id);
      }
    });
  }
  return found;
}

/** Contexts end by what their callers do, or by time; the models of the standard library make them. */
function isContext(program: CommProgram, o: AbstractObject): boolean {
  return isOfModel(must(program.procs[o.maker]).role, 'context');
}

/** `select {}` waits forever, whatever others do. */
function waitsForNothing(stmt: Stmt): boolean {
  return stmt.kind === 'select' && stmt.cases.length === 0 && stmt.otherwise === null;
}

function objectsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'send':
    case 'recv':
    case 'close':
      return [stmt.chan];
    case 'select':
      return stmt.cases.map(({ comm }) => comm.chan);
    case 'lock':
      return [stmt.lock];
    case 'waitgroup':
      return [stmt.group];
    default:
      return [];
  }
}

/**
 * A channel that leaves the fragment is no longer followed, but its capacity must not be negative: the statement makes a channel of
 * its own, which is closed at once.
 */
function keepCapacities(program: CommProgram, leaving: ReadonlySet<Stmt>): CommProgram {
  if (leaving.size === 0) return program;
  const procs = program.procs.map((proc): Proc => {
    const vars = [...proc.vars];
    const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
      body.flatMap((stmt): readonly Stmt[] => {
        if (stmt.kind !== 'chan' || !leaving.has(stmt) || isFine(stmt.capacity)) {
          return [blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, rewrite)];
        }
        const { site, target, label } = stmt;
        vars.push({ name: label, site });
        const own: Expr = { kind: 'var', index: vars.length - 1 };
        return [
          { ...stmt, target: vars.length - 1 },
          { kind: 'close', chan: own, site },
          { kind: 'assign', target, value: { kind: 'unknown', why: goValue(label) }, site },
        ];
      });
    const body = rewrite(proc.body);
    return { ...proc, vars, body };
  });
  return { ...program, procs };
}

function isFine(capacity: Expr): boolean {
  return (capacity.kind === 'int' && capacity.value >= 0) || capacity.kind === 'unknown' || capacity.kind === 'nil';
}

// ---------------------------------------------------------------------------------------------------------------
// Leaving out

interface Context {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly isOwn: (proc: number, object: Expr) => boolean;
  readonly isRoot: (proc: Proc) => boolean;
  /** Assumptions about what is left out. */
  readonly left: Assumptions;
}

function withoutOthers(c: Context, touching: ReadonlySet<number>): CommProgram {
  const { program } = c;
  const procs = program.procs.map((proc, i): Proc => {
    if (!c.pts.reached.has(i)) return proc;
    return { ...proc, body: leave(c, i, touching.has(i), proc.body) };
  });
  return { ...program, procs, assumptions: allAssumptions(program.assumptions, c.left.values()) };
}

/** Whether one of the objects counts, or leads to one that does. */
function leadsTo(pts: PointsTo, from: Iterable<number>, own: ReadonlySet<number>): boolean {
  const seen = new Set<number>();
  const todo = [...from];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    if (own.has(id)) return true;
    seen.add(id);
    todo.push(...pts.inside(id));
  }
  return false;
}

/** Procedures that make objects that count or work on them, and those that call one that does; the root and the entry. */
function proceduresThatTouch(c: Context, own: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>([c.program.entry]);
  for (const id of own) found.add(must(c.pts.objects[id]).maker);
  for (const index of c.pts.reached) if (c.isRoot(must(c.program.procs[index]))) found.add(index);
  for (let changed = true; changed; ) {
    changed = false;
    for (const index of c.pts.reached) {
      if (found.has(index)) continue;
      visitStmts(must(c.program.procs[index]).body, (stmt) => {
        if (found.has(index)) return;
        const calls = stmt.kind === 'call' || stmt.kind === 'go' || stmt.kind === 'defer';
        if (
          objectsOf(stmt).some((object) => c.isOwn(index, object)) ||
          (stmt.kind === 'cond' && c.isOwn(index, stmt.cond)) ||
          waitsForNothing(stmt) ||
          (calls && [...(c.pts.callees.get(stmt) ?? [])].some((callee) => found.has(callee)))
        ) {
          found.add(index);
          changed = true;
        }
      });
    }
  }
  return found;
}

function leave(c: Context, proc: number, touches: boolean, body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((stmt) => leaveOne(c, proc, touches, stmt));
}

function leaveOne(c: Context, proc: number, touches: boolean, stmt: Stmt): readonly Stmt[] {
  const inner = (block: readonly Stmt[]): readonly Stmt[] => leave(c, proc, touches, block);
  const { site } = stmt;
  const others = (object: Expr, what: Outside): boolean => {
    if (c.isOwn(proc, object)) return false;
    assumeOthers(c, proc, object, what);
    return true;
  };
  switch (stmt.kind) {
    case 'send':
      return others(stmt.chan, 'environment-channel') ? [] : [stmt];
    case 'recv':
      return others(stmt.chan, 'environment-channel') ? anything(stmt, site) : [stmt];
    case 'close':
      return others(stmt.chan, 'environment-channel') ? [] : [stmt];
    case 'timer':
      return c.isOwn(proc, stmt.chan) ? [stmt] : assignAny(stmt.target, why('timerStopped'), site);
    case 'lock':
      return others(stmt.lock, 'environment-lock') ? assignAny(stmt.target, why('lockFree'), site) : [stmt];
    case 'waitgroup':
      return others(stmt.group, 'environment-group') ? [] : [stmt];
    case 'cond':
      return others(stmt.cond, 'environment-cond') ? [] : [stmt];
    case 'atomic':
      return atomic(stmt, site);
    case 'select':
      return [select(c, proc, stmt, inner)];
    case 'panic':
    case 'exit':
      if (touches) return [stmt];
      assume(c.left, 'no-panic', must(c.program.procs[proc]).name);
      return [];
    case 'recover':
      return touches ? [stmt] : assignAny(stmt.target, why('recover'), site);
    case 'loop': {
      const loop = withBlocks(stmt, inner) as typeof stmt;
      return [touches || loop.termination !== 'exact' ? loop : { ...loop, termination: 'unknown' }];
    }
    default:
      return [withBlocks(stmt, inner)];
  }
}

/** What an object of others is, where it has no name of its own. */
type Outside = 'environment-channel' | 'environment-lock' | 'environment-group' | 'environment-cond';

/** The object of others that an operation is on: by its name, or by what it lies in. */
function objectOfOthers(c: Context, proc: number, object: Expr, what: Outside): Assumption {
  for (const id of c.pts.of(proc, object)) {
    const { stmt, parent } = must(c.pts.objects[id]);
    if (stmt === null || !('label' in stmt) || stmt.label === '') continue;
    return assumption(parent === null ? 'environment' : what, stmt.label);
  }
  return assumption(what);
}

function assumeOthers(c: Context, proc: number, object: Expr, what: Outside): void {
  const { kind, of } = objectOfOthers(c, proc, object, what);
  assume(c.left, kind, of);
}

function assignAny(target: number | null, reason: Why, site: Site): readonly Stmt[] {
  return target === null ? [] : [{ kind: 'assign', target, value: { kind: 'unknown', why: reason }, site }];
}

function anything(stmt: RecvStmt, site: Site): readonly Stmt[] {
  return [...assignAny(stmt.target, why('outside'), site), ...assignAny(stmt.ok, why('closed'), site)];
}

/** Memory that goroutines share, without the points at which they meet: what it holds is not relied on while it changes. */
function atomic(stmt: Stmt & { readonly kind: 'atomic' }, site: Site): readonly Stmt[] {
  const { place, target } = stmt;
  if (stmt.op === 'load') return target === null ? [] : [{ kind: 'load', target, place, site }];
  const value: Expr = { kind: 'unknown', why: why('atomic') };
  return [{ kind: 'store', place, value, site }, ...assignAny(target, why('atomic'), site)];
}

/** Cases of others may be taken at any time; where all are, only the choice is left. */
function select(
  c: Context,
  proc: number,
  stmt: Stmt & { readonly kind: 'select' },
  inner: (block: readonly Stmt[]) => readonly Stmt[],
): Stmt {
  const { site } = stmt;
  const own = waitsForNothing(stmt) || stmt.cases.some(({ comm }) => c.isOwn(proc, comm.chan));
  if (own) {
    const cases = stmt.cases.map(({ comm, body }) => {
      const mine = c.isOwn(proc, comm.chan);
      if (mine) return { comm, body: inner(body) };
      assumeOthers(c, proc, comm.chan, 'environment-channel');
      const { of } = objectOfOthers(c, proc, comm.chan, 'environment-channel');
      const chan: Expr = { kind: 'unknown', why: goValue(of) };
      const changed: SendStmt | RecvStmt = { ...comm, chan };
      return { comm: changed, body: inner(body) };
    });
    return { ...stmt, cases, otherwise: stmt.otherwise === null ? null : inner(stmt.otherwise) };
  }
  const branches = stmt.cases.map(({ comm, body }): readonly Stmt[] => {
    assumeOthers(c, proc, comm.chan, 'environment-channel');
    return [...(comm.kind === 'recv' ? anything(comm, site) : []), ...inner(body)];
  });
  if (stmt.otherwise !== null) branches.push(inner(stmt.otherwise));
  return { kind: 'choice', why: why('case'), branches, site };
}
