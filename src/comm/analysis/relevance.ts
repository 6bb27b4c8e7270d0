// Which statements and data of a communication program can decide what synchronises with what.
//
// A fixed point: an operation that can block, panic or end something is kept; what is kept needs the data it uses and the
// conditions around it; needed data needs the statements that give it. Everything else may go.
//
//	total := 0
//	for range jobs {            loop `loop$2` terminates {
//		total += <-results        if i < n {} else { break `loop$2` }
//	}                             recv results
//	return total                } next { i = i + 1 }
//
// The receive can block, so it is kept; the loop around it decides how often it happens, so `i`, `n` and what gives `n` are. Nothing that
// is kept needs `total`: neither what is received nor the sum is kept.

import type { CommProgram, Expr, Place, Proc, RecvStmt, SendStmt, Stmt } from '../comm.ts';
import { blocksOf, exprsOf, visitExpr } from '../walk.ts';
import type { PointsTo } from './points-to.ts';
import { newPolling, type Polling, polls } from './polling.ts';

export interface Relevance {
  /** By procedure and variable. */
  readonly vars: readonly Uint8Array[];
  /** `class.field` */
  readonly fields: ReadonlySet<string>;
  readonly globals: ReadonlySet<number>;
  /** Objects whose elements matter, by the numbers of the points-to analysis. */
  readonly elements: ReadonlySet<number>;
  /** Maps whose set of keys matters. */
  readonly keys: ReadonlySet<number>;
  readonly kept: ReadonlySet<Stmt>;
  /** Procedures with an effect that matters. */
  readonly live: ReadonlySet<number>;
  /** Classes of which some field matters. */
  readonly classes: ReadonlySet<number>;
}

interface Slicer {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly vars: Uint8Array[];
  readonly fields: Set<string>;
  readonly globals: Set<number>;
  readonly elements: Set<number>;
  /** Maps whose set of keys matters. */
  readonly keys: Set<number>;
  readonly kept: Set<Stmt>;
  readonly live: Set<number>;
  readonly order: Map<Stmt, number>;
  /** The last statement of a procedure that is kept for its own sake, by position. */
  readonly last: number[];
  /** Procedures to look at again, and those to look at again when something turns out to matter. */
  readonly dirty: Set<number>;
  readonly users: Users;
  readonly polling: Polling;
}

export function relevance(program: CommProgram, pts: PointsTo): Relevance {
  const s: Slicer = {
    program,
    pts,
    vars: program.procs.map((proc) => new Uint8Array(proc.vars.length)),
    fields: new Set(),
    globals: new Set(),
    elements: new Set(),
    keys: new Set(),
    kept: new Set(),
    live: new Set(),
    order: new Map(),
    last: program.procs.map(() => -1),
    dirty: new Set(pts.reached),
    users: findUsers(program, pts),
    polling: newPolling(program, pts),
  };
  for (const proc of pts.reached) number(s, program.procs[proc] as Proc);
  for (const proc of s.dirty) {
    s.dirty.delete(proc);
    block(s, proc, (program.procs[proc] as Proc).body, []);
  }
  return { ...s, classes: new Set([...s.fields].map((field) => Number(field.slice(0, field.indexOf('.'))))) };
}

function number(s: Slicer, proc: Proc): void {
  let next = 0;
  const visit = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      s.order.set(stmt, next++);
      for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visit(proc.body);
}

// ---------------------------------------------------------------------------------------------------------------
// Uses

interface Users {
  /** By procedure: those that call it or make values of it. */
  readonly procs: readonly ReadonlySet<number>[];
  readonly fields: ReadonlyMap<string, ReadonlySet<number>>;
  readonly globals: ReadonlyMap<number, ReadonlySet<number>>;
  /** Channels, arrays and maps, by the numbers of the points-to analysis. */
  readonly containers: ReadonlyMap<number, ReadonlySet<number>>;
}

function findUsers(program: CommProgram, pts: PointsTo): Users {
  const procs = program.procs.map(() => new Set<number>());
  const fields = new Map<string, Set<number>>();
  const globals = new Map<number, Set<number>>();
  const containers = new Map<number, Set<number>>();
  const put = <K>(map: Map<K, Set<number>>, key: K, user: number): void => {
    const set = map.get(key);
    if (set === undefined) map.set(key, new Set([user]));
    else set.add(user);
  };
  for (const user of pts.reached) {
    const contained = (expr: Expr | undefined): void => {
      if (expr !== undefined) for (const o of pts.of(user, expr)) put(containers, o, user);
    };
    const place = (p: Place): void => {
      if (p.kind === 'field') put(fields, `${p.class}.${p.field}`, user);
      else if (p.kind === 'global') put(globals, p.index, user);
      else contained(p.array);
    };
    const visitAll = (body: readonly Stmt[]): void => {
      for (const stmt of body) {
        for (const expr of exprsOf(stmt)) {
          visitExpr(expr, (e) => {
            if (e.kind === 'func') procs[e.proc]?.add(user);
          });
        }
        switch (stmt.kind) {
          case 'load':
          case 'store':
          case 'atomic':
            place(stmt.place);
            break;
          case 'array':
            contained(stmt.args[0]);
            contained({ kind: 'var', index: stmt.target });
            break;
          case 'map':
            contained(stmt.args[0]);
            break;
          case 'send':
          case 'recv':
            contained(stmt.chan);
            break;
          case 'select':
            for (const { comm } of stmt.cases) contained(comm.chan);
            break;
          case 'go':
          case 'call':
          case 'defer':
            for (const callee of pts.callees.get(stmt) ?? []) procs[callee]?.add(user);
            break;
          default:
            break;
        }
        for (const inner of blocksOf(stmt)) visitAll(inner);
      }
    };
    visitAll((program.procs[user] as Proc).body);
  }
  return { procs, fields, globals, containers };
}

// ---------------------------------------------------------------------------------------------------------------
// Needs

function needVar(s: Slicer, proc: number, index: number): void {
  const vars = s.vars[proc] as Uint8Array;
  if (vars[index] === 1) return;
  vars[index] = 1;
  s.dirty.add(proc);
  for (const user of s.users.procs[proc] ?? []) s.dirty.add(user);
}

function need(s: Slicer, proc: number, expr: Expr): void {
  visitExpr(expr, (part) => {
    if (part.kind === 'var') needVar(s, proc, part.index);
    if (part.kind === 'func') {
      // Captured values are needed where the function uses them.
      part.captured.forEach((e, i) => {
        if (isNeeded(s, part.proc, i)) need(s, proc, e);
      });
    }
  });
}

/** As `need`, for the captured values of functions only as far as those are used. */
function needShallow(s: Slicer, proc: number, expr: Expr): void {
  if (expr.kind === 'func') {
    expr.captured.forEach((e, i) => {
      if (isNeeded(s, expr.proc, i)) needShallow(s, proc, e);
    });
  } else if (expr.kind === 'unary') needShallow(s, proc, expr.x);
  else if (expr.kind === 'binary') {
    needShallow(s, proc, expr.x);
    needShallow(s, proc, expr.y);
  } else need(s, proc, expr);
}

function isNeeded(s: Slicer, proc: number, index: number): boolean {
  return s.vars[proc]?.[index] === 1;
}

function add<T>(s: Slicer, set: Set<T>, value: T, users: ReadonlyMap<T, ReadonlySet<number>>): void {
  if (set.has(value)) return;
  set.add(value);
  for (const user of users.get(value) ?? []) s.dirty.add(user);
}

function needElements(s: Slicer, proc: number, container: Expr): void {
  for (const o of s.pts.of(proc, container)) add(s, s.elements, o, s.users.containers);
}

function elementsNeeded(s: Slicer, proc: number, container: Expr): boolean {
  for (const o of s.pts.of(proc, container)) if (s.elements.has(o)) return true;
  return false;
}

function keysNeeded(s: Slicer, proc: number, container: Expr): boolean {
  for (const o of s.pts.of(proc, container)) if (s.keys.has(o) || s.elements.has(o)) return true;
  return false;
}

function needPlace(s: Slicer, proc: number, place: Place): void {
  if (place.kind === 'global') add(s, s.globals, place.index, s.users.globals);
  else if (place.kind === 'field') {
    add(s, s.fields, `${place.class}.${place.field}`, s.users.fields);
    needShallow(s, proc, place.object);
  } else {
    needElements(s, proc, place.array);
    needShallow(s, proc, place.array);
    needShallow(s, proc, place.index);
  }
}

function placeNeeded(s: Slicer, proc: number, place: Place): boolean {
  if (place.kind === 'global') return s.globals.has(place.index);
  if (place.kind === 'field') return s.fields.has(`${place.class}.${place.field}`);
  return elementsNeeded(s, proc, place.array);
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

/** Whether something in the block is kept. */
function block(s: Slicer, proc: number, body: readonly Stmt[], loops: readonly Stmt[]): boolean {
  let any = false;
  for (const stmt of body) if (visit(s, proc, stmt, loops)) any = true;
  return any;
}

/** How much a statement matters. */
type Weight =
  /** Not at all. */
  | 0
  /** It gives data that is needed in this procedure. */
  | 1
  /** Callers must keep the call because of it. */
  | 2;

function visit(s: Slicer, proc: number, stmt: Stmt, loops: readonly Stmt[]): boolean {
  const weight = weigh(s, proc, stmt, loops);
  if (weight === 0) return s.kept.has(stmt);
  if (!s.kept.has(stmt)) {
    s.kept.add(stmt);
    s.dirty.add(proc);
  }
  if (weight === 2 && !s.live.has(proc)) {
    s.live.add(proc);
    s.dirty.add(proc);
    for (const user of s.users.procs[proc] ?? []) s.dirty.add(user);
  }
  if (stmt.kind !== 'return' && stmt.kind !== 'branch') {
    const at = s.order.get(stmt) as number;
    if (at > (s.last[proc] as number)) {
      s.last[proc] = at;
      s.dirty.add(proc);
    }
  }
  return true;
}

function weigh(s: Slicer, proc: number, stmt: Stmt, loops: readonly Stmt[]): Weight {
  const needed = (target: number | null): boolean => target !== null && isNeeded(s, proc, target);
  switch (stmt.kind) {
    case 'assign':
      if (!needed(stmt.target)) return 0;
      needShallow(s, proc, stmt.value);
      return 1;
    case 'new':
      if (!needed(stmt.target)) return 0;
      if (stmt.what.kind === 'cond') needShallow(s, proc, stmt.what.locker);
      return 1;
    case 'load':
      if (!needed(stmt.target)) return 0;
      needPlace(s, proc, stmt.place);
      return 1;
    case 'store':
      if (!placeNeeded(s, proc, stmt.place)) return 0;
      needPlace(s, proc, stmt.place);
      needShallow(s, proc, stmt.value);
      return 2;
    case 'atomic':
      needPlace(s, proc, stmt.place);
      for (const arg of stmt.args) needShallow(s, proc, arg);
      return 2;
    case 'array':
      return array(s, proc, stmt, needed(stmt.target));
    case 'map':
      return map(s, proc, stmt, needed(stmt.target), needed(stmt.ok));
    case 'chan':
      if (!needed(stmt.target)) {
        // Nothing uses it, but to make it with a negative capacity is a panic.
        const { capacity } = stmt;
        if (capacity.kind === 'nil' || (capacity.kind === 'int' && capacity.value >= 0)) return 0;
        if (capacity.kind === 'unknown') return 0;
        needShallow(s, proc, { kind: 'var', index: stmt.target });
      }
      needShallow(s, proc, stmt.capacity);
      return 1;
    case 'send':
    case 'recv':
      communication(s, proc, stmt);
      return 2;
    case 'select':
      for (const { comm } of stmt.cases) communication(s, proc, comm);
      for (const inner of blocksOf(stmt)) block(s, proc, inner, loops);
      return 2;
    case 'close':
    case 'timer':
      needShallow(s, proc, stmt.chan);
      return 2;
    case 'lock':
      needShallow(s, proc, stmt.lock);
      return 2;
    case 'waitgroup':
      needShallow(s, proc, stmt.group);
      if (stmt.delta !== null) needShallow(s, proc, stmt.delta);
      return 2;
    case 'cond':
      needShallow(s, proc, stmt.cond);
      return 2;
    case 'exit':
    case 'panic':
      return 2;
    case 'recover':
      // Whether a panic goes on decides what its goroutine does next.
      return 2;
    case 'yield':
      // A pause alone changes nothing; it stays where the procedure does something, or what it reads behind it is needed.
      return s.live.has(proc) || s.program.procs[proc]?.results.some((r) => isNeeded(s, proc, r)) === true ? 1 : 0;
    case 'go':
    case 'call':
    case 'defer':
      return call(s, proc, stmt);
    case 'if': {
      const then = block(s, proc, stmt.then, loops);
      const otherwise = block(s, proc, stmt.otherwise, loops);
      if (!then && !otherwise) return 0;
      needShallow(s, proc, stmt.cond);
      return 1;
    }
    case 'choice': {
      let any = false;
      for (const branch of stmt.branches) if (block(s, proc, branch, loops)) any = true;
      return any ? 1 : 0;
    }
    case 'loop': {
      const inner = [...loops, stmt];
      const body = block(s, proc, stmt.body, inner);
      const next = block(s, proc, stmt.next, inner);
      if (isEndless(stmt) || polls(s.polling, proc, stmt)) return 2;
      return body || next ? 1 : 0;
    }
    case 'branch': {
      const target = loops.find((loop) => loop.kind === 'loop' && loop.label === stmt.label);
      return target !== undefined && matters(s, proc, stmt, target) ? 1 : 0;
    }
    case 'return':
      return (s.last[proc] as number) > (s.order.get(stmt) as number) || loops.some((loop) => s.kept.has(loop)) ? 1 : 0;
  }
}

/** A jump matters if its loop is kept. */
function matters(s: Slicer, _proc: number, _stmt: Stmt, loop: Stmt): boolean {
  return s.kept.has(loop);
}

/** A loop that ends, if at all, by data that is tracked: what follows depends on it. One that runs once is a block. */
function isEndless(loop: Extract<Stmt, { kind: 'loop' }>): boolean {
  if (loop.termination !== 'exact') return false;
  const last = loop.body.at(-1);
  return !(last?.kind === 'branch' && last.op === 'break' && last.label === loop.label);
}

function array(s: Slicer, proc: number, stmt: Extract<Stmt, { kind: 'array' }>, needed: boolean): Weight {
  const [first, ...rest] = stmt.args;
  // What it adds may be written over elements that others see.
  const writes = stmt.op === 'append' && first !== undefined && elementsNeeded(s, proc, first);
  if (!needed && !writes) return 0;
  if (first !== undefined) needShallow(s, proc, first);
  const elements = writes || elementsNeeded(s, proc, { kind: 'var', index: stmt.target });
  if (stmt.op === 'slice' || elements) for (const arg of rest) needShallow(s, proc, arg);
  if ((stmt.op === 'append' || stmt.op === 'slice') && elements && first !== undefined) needElements(s, proc, first);
  return writes ? 2 : 1;
}

function map(s: Slicer, proc: number, stmt: Extract<Stmt, { kind: 'map' }>, target: boolean, ok: boolean): Weight {
  const [container, key, value] = stmt.args;
  if (stmt.op === 'make') return target ? 1 : 0;
  if (container === undefined) return 0;
  if (stmt.op === 'set' || stmt.op === 'delete') {
    if (!keysNeeded(s, proc, container)) return 0;
    needShallow(s, proc, container);
    if (key !== undefined) needShallow(s, proc, key);
    if (value !== undefined && elementsNeeded(s, proc, container)) needShallow(s, proc, value);
    return 2;
  }
  if (!target && !ok) return 0;
  needShallow(s, proc, container);
  if (key !== undefined) needShallow(s, proc, key);
  for (const o of s.pts.of(proc, container)) add(s, s.keys, o, s.users.containers);
  if (stmt.op === 'get' && target) needElements(s, proc, container);
  return 1;
}

function communication(s: Slicer, proc: number, stmt: SendStmt | RecvStmt): void {
  needShallow(s, proc, stmt.chan);
  if (stmt.kind === 'send') {
    if (elementsNeeded(s, proc, stmt.chan)) needShallow(s, proc, stmt.value);
  } else if (stmt.target !== null && isNeeded(s, proc, stmt.target)) needElements(s, proc, stmt.chan);
}

function call(s: Slicer, proc: number, stmt: Extract<Stmt, { kind: 'go' | 'call' | 'defer' }>): Weight {
  const callees = s.pts.callees.get(stmt) ?? new Set();
  let live = false;
  for (const callee of callees) if (s.live.has(callee)) live = true;
  let wanted = false;
  if (stmt.kind === 'call') {
    stmt.targets.forEach((target, i) => {
      if (target === null || !isNeeded(s, proc, target)) return;
      wanted = true;
      for (const callee of callees) {
        const result = s.program.procs[callee]?.results[i];
        if (result !== undefined) needVar(s, callee, result);
      }
    });
  }
  // A function that nothing is known of may be nil, and then panics.
  if (stmt.callee.kind === 'value' && callees.size === 0 && stmt.kind !== 'defer') live = true;
  if (!live && !wanted) return 0;
  if (stmt.callee.kind === 'value') needShallow(s, proc, stmt.callee.func);
  if (stmt.callee.kind === 'method') needShallow(s, proc, stmt.callee.recv);
  for (const callee of callees) {
    const target = s.program.procs[callee] as Proc;
    const first =
      stmt.callee.kind === 'method'
        ? 1
        : stmt.callee.kind === 'value'
          ? Math.max(0, target.params - stmt.args.length)
          : 0;
    stmt.args.forEach((arg, i) => {
      if (isNeeded(s, callee, first + i)) needShallow(s, proc, arg);
    });
  }
  return live ? 2 : 1;
}
