// Where `?` can turn up while a communication program runs, and what follows for loops.
//
// A loop that can end by a free choice and does nothing visible gets a scheduling point: each round is then a step, so
// that rounds without a difference are one state instead of a computation without end.

import type { CommProgram, Expr, Place, Proc, RecvStmt, Stmt } from '../comm.ts';
import { blocksOf, exprsOf, someExpr, visitExpr, visitStmts, withBlocks } from '../walk.ts';
import { type PointsTo, pointsTo } from './points-to.ts';

export interface Taint {
  /** Which values count as unknown where they are written. */
  readonly counts: (expr: Expr) => boolean;
  /** Whether a part of a slice counts if its bounds do; what is read from it is the program's own all the same. */
  readonly bounds: boolean;
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly vars: Uint8Array[];
  readonly fields: Set<string>;
  readonly globals: Set<number>;
  readonly elements: Set<number>;
  changed: boolean;
}

/** The program with scheduling points in loops that need them. */
export function interruptLoops(program: CommProgram): CommProgram {
  if (!program.procs.some((proc) => proc.body.some(holdsLoop))) return program;
  const t = findUnknowns(program, isFree);
  const procs = program.procs.map((proc, i): Proc => ({ ...proc, body: rewrite(t, i, proc.body) }));
  return { ...program, procs };
}

/** So many free choices may follow each other in one step. */
const choicesInStep = 6;

/**
 * The program with scheduling points in lists of statements where many free choices follow each other: what comes out
 * the same is then one state, instead of being computed again for each combination.
 */
export function interruptChoices(program: CommProgram): CommProgram {
  const t = findUnknowns(program, isFree);
  const inProc = new Map<number, number>();
  const countAll = (proc: number, body: readonly Stmt[], depth: number): number => {
    let most = 0;
    let here = 0;
    for (const stmt of body) {
      here = isVisible(stmt) ? 0 : here + count(proc, stmt, depth);
      most = Math.max(most, here);
    }
    return most;
  };
  const count = (proc: number, stmt: Stmt, depth: number): number => {
    switch (stmt.kind) {
      case 'if':
      case 'choice': {
        const free = stmt.kind === 'choice' || isTainted(t, proc, stmt.cond) ? 1 : 0;
        return free + Math.max(...blocksOf(stmt).map((inner) => countAll(proc, inner, depth)));
      }
      case 'loop':
        return countAll(proc, stmt.body, depth);
      case 'call': {
        if (depth === 0) return 0;
        let most = 0;
        for (const callee of t.pts.callees.get(stmt) ?? []) {
          let known = inProc.get(callee);
          if (known === undefined) {
            inProc.set(callee, 0);
            known = countAll(callee, (program.procs[callee] as Proc).body, depth - 1);
            inProc.set(callee, known);
          }
          most = Math.max(most, known);
        }
        return most;
      }
      default:
        return 0;
    }
  };
  const interrupt = (proc: number, body: readonly Stmt[]): readonly Stmt[] => {
    const out: Stmt[] = [];
    let sum = 0;
    for (const stmt of body) {
      const more = count(proc, stmt, 8);
      if (sum > 0 && sum + more > choicesInStep) {
        out.push({ kind: 'yield', site: stmt.site });
        sum = 0;
      }
      sum = isVisible(stmt) ? 0 : sum + more;
      out.push(blocksOf(stmt).length === 0 ? stmt : withBlocks(stmt, (inner) => interrupt(proc, inner)));
    }
    return out;
  };
  const procs = program.procs.map((proc, i): Proc => {
    // What begins with a scheduling point may be one indivisible step of a model.
    if (proc.body[0]?.kind === 'yield' || countAll(i, proc.body, 8) <= choicesInStep) return proc;
    return { ...proc, body: interrupt(i, proc.body) };
  });
  return { ...program, procs };
}

/** The atom that stands for whatever was thrown: not nil, and nothing else is known of it. */
export const thrown = 'panic';

/** Conditions, and keys of maps, that ask for a part of a state which is not tracked, as `file:start`: either answer may be impossible. */
export function stateConditions(program: CommProgram): ReadonlySet<string> {
  const t = findUnknowns(program, isOwn);
  const found = new Set<string>();
  const visitAll = (proc: number, body: readonly Stmt[]): void => {
    for (const stmt of body) {
      const asked = stmt.kind === 'if' ? stmt.cond : stmt.kind === 'map' ? stmt.args[1] : undefined;
      if (asked !== undefined && isTainted(t, proc, asked)) found.add(`${stmt.site.file}:${stmt.site.start}`);
      for (const inner of blocksOf(stmt)) visitAll(proc, inner);
    }
  };
  for (const proc of t.pts.reached) visitAll(proc, (program.procs[proc] as Proc).body);
  return found;
}

/** What was thrown is something of the program's own, too. */
function isOwn(e: Expr): boolean {
  // Texts that grow too long are not tracked.
  if (isThrown(e) || (e.kind === 'binary' && e.op === '++')) return true;
  if (e.kind !== 'unknown') return false;
  const { kind, standing } = e.why;
  return standing === 'state' || kind === 'growing' || kind === 'large';
}

function holdsLoop(stmt: Stmt): boolean {
  return stmt.kind === 'loop' || blocksOf(stmt).some((block) => block.some(holdsLoop));
}

function rewrite(t: Taint, proc: number, body: readonly Stmt[]): readonly Stmt[] {
  return body.map((stmt): Stmt => {
    switch (stmt.kind) {
      case 'if':
        return { ...stmt, then: rewrite(t, proc, stmt.then), otherwise: rewrite(t, proc, stmt.otherwise) };
      case 'choice':
        return { ...stmt, branches: stmt.branches.map((branch) => rewrite(t, proc, branch)) };
      case 'select':
        return {
          ...stmt,
          cases: stmt.cases.map((c) => ({ ...c, body: rewrite(t, proc, c.body) })),
          otherwise: stmt.otherwise === null ? null : rewrite(t, proc, stmt.otherwise),
        };
      case 'loop': {
        const inner = { ...stmt, body: rewrite(t, proc, stmt.body), next: rewrite(t, proc, stmt.next) };
        if (isOnce(stmt) || [...stmt.body, ...stmt.next].some(isVisible)) return inner;
        if (stmt.termination === 'terminates' && !hasFreeExit(t, proc, stmt.body)) return inner;
        return { ...inner, body: [{ kind: 'yield', site: stmt.site }, ...inner.body] };
      }
      default:
        return stmt;
    }
  });
}

/** A block that ends by leaving itself. */
function isOnce(loop: Extract<Stmt, { kind: 'loop' }>): boolean {
  const last = loop.body.at(-1);
  return last?.kind === 'branch' && last.op === 'break' && last.label === loop.label;
}

/** Whether every run of the statement is a scheduling point; what is only sometimes one does not count. */
function isVisible(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'send':
    case 'recv':
    case 'close':
    case 'select':
    case 'lock':
    case 'waitgroup':
    case 'cond':
    case 'timer':
    case 'atomic':
    case 'yield':
      return true;
    case 'if':
      return stmt.then.some(isVisible) && stmt.otherwise.some(isVisible);
    default:
      return false;
  }
}

/** Whether some condition or choice in the loop is free. */
function hasFreeExit(t: Taint, proc: number, body: readonly Stmt[]): boolean {
  return body.some((stmt) => {
    if (stmt.kind === 'choice') return true;
    if (stmt.kind === 'if' && isTainted(t, proc, stmt.cond)) return true;
    if (stmt.kind === 'load' && stmt.place.kind === 'element' && isTainted(t, proc, stmt.place.index)) return true;
    return blocksOf(stmt).some((inner) => hasFreeExit(t, proc, inner));
  });
}

// ---------------------------------------------------------------------------------------------------------------
// The analysis: forwards, flow-insensitive

/** Whether an expression is what was thrown. */
export function isThrown(e: Expr): boolean {
  return e.kind === 'atom' && e.value === thrown;
}

/** Whether an expression is `?`. */
export function isFree(e: Expr): boolean {
  return e.kind === 'unknown';
}

/** `captured`: also what functions capture where they are made. */
export function findUnknowns(
  program: CommProgram,
  counts: (expr: Expr) => boolean,
  captured = false,
  bounds = true,
): Taint {
  const t: Taint = {
    counts,
    bounds,
    program,
    pts: pointsTo(program),
    vars: program.procs.map((proc) => new Uint8Array(proc.vars.length)),
    fields: new Set(),
    globals: new Set(),
    elements: new Set(),
    changed: true,
  };
  program.classes.forEach(({ fields }, c) => {
    fields.forEach(({ init }, f) => {
      if (init.kind === 'value' && counts(init.value)) t.fields.add(`${c}.${f}`);
    });
  });
  while (t.changed) {
    t.changed = false;
    for (const proc of t.pts.reached) {
      const { body } = program.procs[proc] as Proc;
      block(t, proc, body);
      if (captured) visitStmts(body, (stmt) => capture(t, proc, stmt));
    }
  }
  return t;
}

function capture(t: Taint, proc: number, stmt: Stmt): void {
  for (const expr of exprsOf(stmt)) {
    visitExpr(expr, (part) => {
      if (part.kind !== 'func') return;
      part.captured.forEach((e, i) => {
        if (isTainted(t, proc, e)) taint(t, part.proc, i);
      });
    });
  }
}

export function isTainted(t: Taint, proc: number, expr: Expr): boolean {
  return someExpr(expr, (e) => t.counts(e) || (e.kind === 'var' && t.vars[proc]?.[e.index] === 1));
}

function taint(t: Taint, proc: number, index: number | null | undefined): void {
  const vars = t.vars[proc] as Uint8Array;
  if (index === null || index === undefined || vars[index] === 1) return;
  vars[index] = 1;
  t.changed = true;
}

function mark<T>(t: Taint, set: Set<T>, value: T): void {
  if (set.has(value)) return;
  set.add(value);
  t.changed = true;
}

function placeTainted(t: Taint, proc: number, place: Place): boolean {
  if (place.kind === 'global') return t.globals.has(place.index);
  if (place.kind === 'field') {
    return isTainted(t, proc, place.object) || t.fields.has(`${place.class}.${place.field}`);
  }
  return isTainted(t, proc, place.array) || elementsTainted(t, proc, place.array);
}

function elementsTainted(t: Taint, proc: number, container: Expr): boolean {
  for (const o of t.pts.of(proc, container)) if (t.elements.has(o)) return true;
  return false;
}

function taintPlace(t: Taint, proc: number, place: Place): void {
  if (place.kind === 'global') mark(t, t.globals, place.index);
  else if (place.kind === 'field') mark(t, t.fields, `${place.class}.${place.field}`);
  else taintElements(t, proc, place.array);
}

function taintElements(t: Taint, proc: number, container: Expr): void {
  for (const o of t.pts.of(proc, container)) mark(t, t.elements, o);
}

function block(t: Taint, proc: number, body: readonly Stmt[]): void {
  for (const stmt of body) {
    visit(t, proc, stmt);
    for (const inner of blocksOf(stmt)) block(t, proc, inner);
  }
}

function visit(t: Taint, proc: number, stmt: Stmt): void {
  const tainted = (expr: Expr): boolean => isTainted(t, proc, expr);
  switch (stmt.kind) {
    case 'assign':
      if (tainted(stmt.value)) taint(t, proc, stmt.target);
      return;
    case 'load':
      if (placeTainted(t, proc, stmt.place)) taint(t, proc, stmt.target);
      return;
    case 'store':
      if (tainted(stmt.value)) taintPlace(t, proc, stmt.place);
      return;
    case 'atomic':
      if (stmt.args.some(tainted)) taintPlace(t, proc, stmt.place);
      if (placeTainted(t, proc, stmt.place)) taint(t, proc, stmt.target);
      return;
    case 'array':
      if ((stmt.op === 'slice' && !t.bounds ? stmt.args.slice(0, 1) : stmt.args).some(tainted)) {
        taint(t, proc, stmt.target);
        taintElements(t, proc, { kind: 'var', index: stmt.target });
        if (stmt.op === 'append' && stmt.args[0] !== undefined) taintElements(t, proc, stmt.args[0]);
      } else if (stmt.op !== 'len' && stmt.args.some((arg) => elementsTainted(t, proc, arg))) {
        taintElements(t, proc, { kind: 'var', index: stmt.target });
      }
      return;
    case 'map':
      map(t, proc, stmt);
      return;
    case 'chan':
      if (tainted(stmt.capacity)) taint(t, proc, stmt.target);
      return;
    case 'send':
      if (tainted(stmt.value)) taintElements(t, proc, stmt.chan);
      return;
    case 'recv':
      receive(t, proc, stmt);
      return;
    case 'select':
      for (const { comm } of stmt.cases) {
        if (comm.kind === 'recv') receive(t, proc, comm);
        else if (tainted(comm.value)) taintElements(t, proc, comm.chan);
      }
      return;
    case 'lock':
      if (tainted(stmt.lock)) taint(t, proc, stmt.target);
      return;
    case 'go':
    case 'call':
    case 'defer':
      call(t, proc, stmt);
      return;
    default:
      return;
  }
}

function map(t: Taint, proc: number, stmt: Extract<Stmt, { kind: 'map' }>): void {
  const [container, key, value] = stmt.args;
  if (stmt.op === 'make' || container === undefined) return;
  const vague = stmt.args.some((arg) => isTainted(t, proc, arg)) || elementsTainted(t, proc, container);
  if (!vague) return;
  // A key that is not known makes everything about the map open.
  if (stmt.op === 'set' && [key, value].some((e) => e !== undefined && isTainted(t, proc, e)))
    taintElements(t, proc, container);
  taint(t, proc, stmt.target);
  taint(t, proc, stmt.ok);
}

function receive(t: Taint, proc: number, stmt: RecvStmt): void {
  if (!isTainted(t, proc, stmt.chan) && !elementsTainted(t, proc, stmt.chan)) return;
  taint(t, proc, stmt.target);
  if (isTainted(t, proc, stmt.chan)) taint(t, proc, stmt.ok);
}

function call(t: Taint, proc: number, stmt: Extract<Stmt, { kind: 'go' | 'call' | 'defer' }>): void {
  const callees = t.pts.callees.get(stmt) ?? new Set<number>();
  const { callee } = stmt;
  const vague =
    (callee.kind === 'value' && isTainted(t, proc, callee.func)) ||
    (callee.kind === 'method' && isTainted(t, proc, callee.recv));
  if (stmt.kind === 'call' && vague) for (const target of stmt.targets) taint(t, proc, target);
  for (const to of callees) {
    const target = t.program.procs[to] as Proc;
    const first =
      callee.kind === 'method' ? 1 : callee.kind === 'value' ? Math.max(0, target.params - stmt.args.length) : 0;
    stmt.args.forEach((arg, i) => {
      if (isTainted(t, proc, arg)) taint(t, to, first + i);
    });
    if (callee.kind === 'method' && isTainted(t, proc, callee.recv)) taint(t, to, 0);
    if (stmt.kind !== 'call') continue;
    stmt.targets.forEach((targetVar, i) => {
      const result = target.results[i];
      if (result !== undefined && t.vars[to]?.[result] === 1) taint(t, proc, targetVar);
    });
  }
}
