// Contexts whose cancel function is never called: what waits for them, and what the library keeps for them, stays.

import type { Span } from '../base/source.ts';
import type { Expr, Function as IrFunction, Local, Stmt } from '../ir/ir.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';

export interface LostCancel {
  readonly fn: IrFunction;
  readonly span: Span;
  /** The function of package context. */
  readonly made: string;
}

const makers: ReadonlySet<string> = new Set([
  'context.WithCancel',
  'context.WithCancelCause',
  'context.WithTimeout',
  'context.WithTimeoutCause',
  'context.WithDeadline',
  'context.WithDeadlineCause',
]);

export function lostCancels(fn: IrFunction): readonly LostCancel[] {
  const { body } = fn;
  if (body === null) return [];
  const found: LostCancel[] = [];
  walkBlock(body, (stmt) => {
    if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static' || !makers.has(stmt.callee.func.id)) return;
    const cancel = stmt.targets[1] ?? null;
    if (cancel !== null && isUsed(fn, cancel, new Set())) return;
    found.push({ fn, span: stmt.span, made: stmt.callee.func.id });
  });
  return found;
}

/** Whether anything is done with a variable but to put it into others with which nothing is done. */
function isUsed(fn: IrFunction, local: Local, seen: Set<Local>): boolean {
  if (seen.has(local)) return false;
  seen.add(local);
  if (local.role === 'result' || local.role === 'capture') return true;
  let used = false;
  if (fn.body === null) return true;
  walkBlock(fn.body, (stmt) => {
    if (used) return;
    if (stmt.kind === 'Closure' && stmt.captured.includes(local)) used = true;
    let mentions = false;
    walkStmtExprs(stmt, (expr) => {
      mentions ||= isMention(expr, local);
    });
    if (!mentions) return;
    const to = copiedTo(stmt, local);
    used ||= to === null || isUsed(fn, to, seen);
  });
  return used;
}

function isMention(expr: Expr, local: Local): boolean {
  if (expr.kind === 'LocalRef') return expr.local === local;
  return expr.kind === 'AddrOf' && expr.place.kind === 'LocalPlace' && expr.place.local === local;
}

/** The variable that a statement copies another into; null where it does something else with it. */
function copiedTo(stmt: Stmt, local: Local): Local | null {
  if (stmt.kind !== 'Declare' && stmt.kind !== 'Assign') return null;
  const { value } = stmt;
  return value !== null && value.kind === 'LocalRef' && value.local === local ? stmt.local : null;
}
