// Loops that wait for an atomic variable that nothing sets.

import type { Span } from '../base/source.ts';
import type { Expr, Function as IrFunction, LoopStmt, Stmt } from '../ir/ir.ts';
import type { Var } from '../types/object.ts';
import { Paths } from './paths.ts';
import type { FlowProgram } from './program.ts';
import { functionsInSight } from './shared-objects.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';

export interface Spin {
  readonly fn: IrFunction;
  readonly span: Span;
}

const atomicMethod = /^sync\/atomic\.\(\*\w+(?:\[.*\])?\)\.(\w+)$/;
const passive: ReadonlySet<string> = new Set(['runtime.Gosched', 'time.Sleep']);

/** Loops over a local variable of an atomic type in which nothing is done but to load it, and which nothing stores to. */
export function spins(program: FlowProgram, wanted: (fn: IrFunction) => boolean): readonly Spin[] {
  const loops: { readonly spin: Spin; readonly variable: Var }[] = [];
  const set = new Set<Var>();
  for (const fn of functionsInSight(program)) {
    if (fn.body === null) continue;
    const paths = new Paths(fn);
    const rootOf = (expr: Expr): Var | null => paths.of(expr)?.root.obj ?? null;
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind === 'Loop' && wanted(fn)) {
        const variable = waitedFor(stmt, rootOf);
        if (variable !== null) loops.push({ spin: { fn, span: stmt.span }, variable });
      }
      if (isLoad(stmt) || stmt.kind === 'Declare') return;
      walkStmtExprs(stmt, (expr) => {
        if (expr.kind !== 'AddrOf') return;
        const variable = rootOf(expr);
        if (variable !== null) set.add(variable);
      });
    });
  }
  return loops.filter(({ variable }) => !set.has(variable)).map(({ spin }) => spin);
}

function isLoad(stmt: Stmt): boolean {
  return methodOf(stmt) === 'Load';
}

function methodOf(stmt: Stmt): string | null {
  if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static') return null;
  return atomicMethod.exec(stmt.callee.func.id)?.[1] ?? null;
}

/** The one variable that a loop loads, if it does nothing else that could end it. */
function waitedFor(loop: LoopStmt, rootOf: (expr: Expr) => Var | null): Var | null {
  const roots = new Set<Var | null>();
  let other = false;
  walkBlock(loop.body, (stmt) => {
    if (isLoad(stmt) && stmt.kind === 'Call') roots.add(stmt.args[0] === undefined ? null : rootOf(stmt.args[0]));
    else if (stmt.kind === 'Call' && stmt.callee.kind === 'static' && passive.has(stmt.callee.func.id)) return;
    else if (stmt.kind !== 'If' && stmt.kind !== 'Break' && stmt.kind !== 'Assign' && stmt.kind !== 'Declare')
      other = true;
  });
  const [root = null] = roots;
  return other || roots.size !== 1 ? null : root;
}
