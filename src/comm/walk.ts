// Walks over the statements and expressions of a communication program.

import { assertNever } from '../base/assert.ts';
import type { Callee, CommProgram, Expr, Place, Proc, Stmt } from './comm.ts';

/** The statement lists directly inside a statement. */
export function blocksOf(stmt: Stmt): readonly (readonly Stmt[])[] {
  switch (stmt.kind) {
    case 'select':
      return [...stmt.cases.map((c) => c.body), ...(stmt.otherwise === null ? [] : [stmt.otherwise])];
    case 'if':
      return [stmt.then, stmt.otherwise];
    case 'choice':
      return stmt.branches;
    case 'loop':
      return [stmt.body, stmt.next];
    default:
      return [];
  }
}

/** Calls `visit` for every statement of a list, outer ones first. */
export function visitStmts(body: readonly Stmt[], visit: (stmt: Stmt) => void): void {
  for (const stmt of body) {
    visit(stmt);
    for (const block of blocksOf(stmt)) visitStmts(block, visit);
  }
}

/** Calls `visit` for every statement of every procedure. */
export function visitProgram(program: CommProgram, visit: (stmt: Stmt, proc: Proc) => void): void {
  for (const proc of program.procs) visitStmts(proc.body, (stmt) => visit(stmt, proc));
}

/** The expressions directly inside a statement, blocks left out. */
export function exprsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'assign':
      return [stmt.value];
    case 'new':
      return stmt.what.kind === 'cond' ? [stmt.what.locker] : [];
    case 'load':
      return placeExprs(stmt.place);
    case 'store':
      return [...placeExprs(stmt.place), stmt.value];
    case 'array':
    case 'map':
      return stmt.args;
    case 'chan':
      return [stmt.capacity];
    case 'send':
      return [stmt.chan, stmt.value];
    case 'recv':
    case 'close':
    case 'timer':
      return [stmt.chan];
    case 'select':
      return stmt.cases.flatMap((c) => exprsOf(c.comm));
    case 'lock':
      return [stmt.lock];
    case 'waitgroup':
      return stmt.delta === null ? [stmt.group] : [stmt.group, stmt.delta];
    case 'cond':
      return [stmt.cond];
    case 'atomic':
      return [...placeExprs(stmt.place), ...stmt.args];
    case 'go':
    case 'call':
    case 'defer':
      return [...calleeExprs(stmt.callee), ...stmt.args];
    case 'if':
      return [stmt.cond];
    case 'return':
    case 'panic':
    case 'recover':
    case 'exit':
    case 'choice':
    case 'loop':
    case 'branch':
    case 'yield':
      return [];
    default:
      return assertNever(stmt, 'statement');
  }
}

/** The variables that a statement assigns, blocks left out. */
export function targetsOf(stmt: Stmt): readonly number[] {
  switch (stmt.kind) {
    case 'assign':
    case 'new':
    case 'load':
    case 'array':
    case 'chan':
      return [stmt.target];
    case 'map':
    case 'recv':
      return [stmt.target, stmt.ok].filter((v) => v !== null);
    case 'lock':
    case 'timer':
    case 'atomic':
    case 'recover':
      return stmt.target === null ? [] : [stmt.target];
    case 'call':
      return stmt.targets.filter((v) => v !== null);
    case 'select':
      return stmt.cases.flatMap((c) => targetsOf(c.comm));
    default:
      return [];
  }
}

export function placeExprs(place: Place): readonly Expr[] {
  switch (place.kind) {
    case 'global':
      return [];
    case 'field':
      return [place.object];
    case 'element':
      return [place.array, place.index];
    default:
      return assertNever(place, 'place');
  }
}

function calleeExprs(callee: Callee): readonly Expr[] {
  switch (callee.kind) {
    case 'proc':
      return [];
    case 'value':
      return [callee.func];
    case 'method':
      return [callee.recv];
    default:
      return assertNever(callee, 'callee');
  }
}

/** Calls `visit` for an expression and all its parts. */
export function visitExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  if (expr.kind === 'unary') visitExpr(expr.x, visit);
  else if (expr.kind === 'binary') {
    visitExpr(expr.x, visit);
    visitExpr(expr.y, visit);
  } else if (expr.kind === 'func') for (const captured of expr.captured) visitExpr(captured, visit);
}

/** Whether some part of an expression satisfies a condition. */
export function someExpr(expr: Expr, holds: (expr: Expr) => boolean): boolean {
  let found = false;
  visitExpr(expr, (part) => {
    found ||= holds(part);
  });
  return found;
}

/** The statement with each of its blocks replaced. */
export function withBlocks(stmt: Stmt, change: (body: readonly Stmt[]) => readonly Stmt[]): Stmt {
  switch (stmt.kind) {
    case 'if':
      return { ...stmt, then: change(stmt.then), otherwise: change(stmt.otherwise) };
    case 'choice':
      return { ...stmt, branches: stmt.branches.map(change) };
    case 'loop':
      return { ...stmt, body: change(stmt.body), next: change(stmt.next) };
    case 'select':
      return {
        ...stmt,
        cases: stmt.cases.map((c) => ({ ...c, body: change(c.body) })),
        otherwise: stmt.otherwise === null ? null : change(stmt.otherwise),
      };
    default:
      return stmt;
  }
}

export function holdsRecover(stmt: Stmt): boolean {
  return stmt.kind === 'recover' || blocksOf(stmt).some((body) => body.some(holdsRecover));
}
