// Calls of function values that are known where they stand become calls of their procedures: foreign languages have no
// function values, and `go func() { ... }()` is how most goroutines begin.

import type { Callee, CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { exprsOf, targetsOf, visitExpr, visitStmts } from '../walk.ts';

type FuncValue = Extract<Expr, { kind: 'func' }>;
type Known = Map<number, FuncValue>;

/** The same program; what is called through a variable that was set before it in the same run of statements is named. */
export function callDirectly(program: CommProgram): CommProgram {
  return { ...program, procs: program.procs.map(directProc) };
}

function directProc(proc: Proc): Proc {
  let body = block(proc.body, new Map());
  // Without one assignment another one may be dead.
  for (let before = -1; before !== countOf(body); ) {
    before = countOf(body);
    body = withoutDead(body, readIn(proc, body));
  }
  return { ...proc, body };
}

function countOf(body: readonly Stmt[]): number {
  let count = 0;
  visitStmts(body, () => count++);
  return count;
}

function readIn(proc: Proc, body: readonly Stmt[]): ReadonlySet<number> {
  const read = new Set(proc.results);
  visitStmts(body, (stmt) => {
    for (const expr of exprsOf(stmt)) {
      visitExpr(expr, (part) => {
        if (part.kind === 'var') read.add(part.index);
      });
    }
  });
  return read;
}

/** Leaves out assignments to variables that are never read: expressions have no effect. */
function withoutDead(body: readonly Stmt[], read: ReadonlySet<number>): readonly Stmt[] {
  return body
    .filter((stmt) => stmt.kind !== 'assign' || read.has(stmt.target))
    .map((stmt) => mapBlocks(stmt, (inner) => withoutDead(inner, read)));
}

function mapBlocks(stmt: Stmt, inner: (body: readonly Stmt[]) => readonly Stmt[]): Stmt {
  switch (stmt.kind) {
    case 'if':
      return { ...stmt, then: inner(stmt.then), otherwise: inner(stmt.otherwise) };
    case 'choice':
      return { ...stmt, branches: stmt.branches.map(inner) };
    case 'loop':
      return { ...stmt, body: inner(stmt.body), next: inner(stmt.next) };
    case 'select': {
      const cases = stmt.cases.map((one) => ({ ...one, body: inner(one.body) }));
      return { ...stmt, cases, otherwise: stmt.otherwise === null ? null : inner(stmt.otherwise) };
    }
    default:
      return stmt;
  }
}

function block(body: readonly Stmt[], known: Known): readonly Stmt[] {
  const out: Stmt[] = [];
  for (const stmt of body) {
    // A later round finds what earlier ones have assigned.
    if (stmt.kind === 'loop') forget(known, stmt);
    out.push(within(named(stmt, known), known));
    forget(known, stmt);
    if (stmt.kind !== 'assign') continue;
    const value = stmt.value.kind === 'var' ? known.get(stmt.value.index) : stmt.value;
    if (value?.kind === 'func' && !reads(value, stmt.target)) known.set(stmt.target, value);
  }
  return out;
}

function within(stmt: Stmt, known: Known): Stmt {
  if (stmt.kind !== 'select') return mapBlocks(stmt, (body) => block(body, new Map(known)));
  const cases = stmt.cases.map((one) => {
    const after = new Map(known);
    forget(after, one.comm);
    return { ...one, body: block(one.body, after) };
  });
  const otherwise = stmt.otherwise === null ? null : block(stmt.otherwise, new Map(known));
  return { ...stmt, cases, otherwise };
}

function named(stmt: Stmt, known: Known): Stmt {
  if (stmt.kind !== 'go' && stmt.kind !== 'call' && stmt.kind !== 'defer') return stmt;
  const { callee } = stmt;
  if (callee.kind !== 'value') return stmt;
  const value = callee.func.kind === 'var' ? known.get(callee.func.index) : callee.func;
  if (value?.kind !== 'func') return stmt;
  const direct: Callee = { kind: 'proc', proc: value.proc };
  return { ...stmt, callee: direct, args: [...value.captured, ...stmt.args] };
}

/** Drops what a statement, or one inside it, changes: the variable, or one whose value was captured. */
function forget(known: Known, stmt: Stmt): void {
  const changed = new Set<number>();
  visitStmts([stmt], (inner) => {
    for (const target of targetsOf(inner)) changed.add(target);
  });
  for (const [variable, value] of known) {
    if (changed.has(variable) || [...changed].some((index) => reads(value, index))) known.delete(variable);
  }
}

function reads(value: Expr, index: number): boolean {
  let found = false;
  visitExpr(value, (part) => {
    if (part.kind === 'var' && part.index === index) found = true;
  });
  return found;
}
