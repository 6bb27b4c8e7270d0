// Loops that look at an atomic value again and again until others have changed it: they wait, although no operation in them blocks.
//
// Whether a loop waits so is decided by what its exits ask. One that only tries again, because what it has read is what it wants to
// replace (`v.CompareAndSwap(old, old+1)`), ends as soon as no other goroutine comes in between.

import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { blocksOf, exprsOf, targetsOf, visitExpr, visitStmts } from '../walk.ts';
import type { PointsTo } from './points-to.ts';

type Loop = Extract<Stmt, { kind: 'loop' }>;
type Call = Extract<Stmt, { kind: 'call' }>;

export interface Polling {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  /** By procedure: whether its results come from an atomic value that the program has made. */
  readonly answers: Map<number, boolean>;
}

export function newPolling(program: CommProgram, pts: PointsTo): Polling {
  return { program, pts, answers: new Map() };
}

/** Whether a loop waits for an atomic value that the program has made. */
export function polls(p: Polling, proc: number, loop: Loop): boolean {
  if (loop.termination !== 'unknown') return false;
  const body = [...loop.body, ...loop.next];
  const exits: Expr[] = [];
  conditions(body, (stmt) => stmt.kind === 'return' || (stmt.kind === 'branch' && stmt.op === 'break'), exits);
  const asked = atomicCalls(p, proc, body, exits);
  return asked.length > 0 && !asked.some((stmt) => triesAgain(p, proc, body, stmt));
}

/** Adds the conditions around statements of a kind. Whether there is one. */
function conditions(body: readonly Stmt[], isWanted: (stmt: Stmt) => boolean, found: Expr[]): boolean {
  let any = false;
  for (const stmt of body) {
    let inside = isWanted(stmt);
    for (const inner of blocksOf(stmt)) if (conditions(inner, isWanted, found)) inside = true;
    if (inside && stmt.kind === 'if') found.push(stmt.cond);
    any ||= inside;
  }
  return any;
}

/** The calls in a block by which atomic values come into these expressions. */
function atomicCalls(p: Polling, proc: number, body: readonly Stmt[], exprs: readonly Expr[]): readonly Call[] {
  const givers = new Map<number, Stmt[]>();
  visitStmts(body, (stmt) => {
    for (const target of targetsOf(stmt)) {
      const known = givers.get(target);
      if (known === undefined) givers.set(target, [stmt]);
      else known.push(stmt);
    }
  });
  const found = new Set<Call>();
  const seen = new Set<number>();
  const look = (expr: Expr): void =>
    visitExpr(expr, (e) => {
      if (e.kind !== 'var' || seen.has(e.index)) return;
      seen.add(e.index);
      for (const stmt of givers.get(e.index) ?? []) {
        if (stmt.kind === 'call' && isAnswered(p, proc, stmt)) found.add(stmt);
        else for (const part of exprsOf(stmt)) look(part);
      }
    });
  for (const expr of exprs) look(expr);
  return [...found];
}

/** Whether a call gives what an atomic value of the program holds. */
function isAnswered(p: Polling, proc: number, stmt: Call): boolean {
  for (const callee of p.pts.callees.get(stmt) ?? []) {
    const target = p.program.procs[callee] as Proc;
    // Only what is one step of a model begins with a pause and gives something.
    if (target.body[0]?.kind === 'yield') {
      if (stmt.args.some((arg) => p.pts.of(proc, arg).size > 0)) return true;
    } else if (givesAtomic(p, callee, target)) return true;
  }
  return false;
}

function givesAtomic(p: Polling, index: number, proc: Proc): boolean {
  const known = p.answers.get(index);
  if (known !== undefined) return known;
  // For a function that calls itself, its other ways count.
  p.answers.set(index, false);
  const exprs: Expr[] = proc.results.map((result): Expr => ({ kind: 'var', index: result }));
  conditions(proc.body, (stmt) => stmt.kind === 'return' || targetsOf(stmt).length > 0, exprs);
  const gives = atomicCalls(p, index, proc.body, exprs).length > 0;
  p.answers.set(index, gives);
  return gives;
}

/** Whether a call is given what another atomic operation in the loop has read. */
function triesAgain(p: Polling, proc: number, body: readonly Stmt[], stmt: Call): boolean {
  return atomicCalls(p, proc, body, stmt.args).some((other) => other !== stmt);
}
