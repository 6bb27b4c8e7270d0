// Unbuffered channels that are given to signal.Notify, which never waits: a signal that finds no receiver is lost.

import type { Span } from '../base/source.ts';
import type { Expr, Function as IrFunction, Local } from '../ir/ir.ts';
import { sign } from '../types/index.ts';
import { targetsOf, walkBlock } from './walk.ts';

export interface LostSignal {
  readonly fn: IrFunction;
  readonly span: Span;
  readonly made: Span;
}

export function lostSignals(fn: IrFunction): readonly LostSignal[] {
  const found: LostSignal[] = [];
  if (fn.body === null) return found;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static' || stmt.callee.func.id !== 'os/signal.Notify') return;
    const made = stmt.args[0] === undefined ? null : unbuffered(fn, stmt.args[0], 4);
    if (made !== null) found.push({ fn, span: stmt.span, made });
  });
  return found;
}

/** Where the channel of an expression is made, if it is one that this function made without room. */
function unbuffered(fn: IrFunction, chan: Expr, depth: number): Span | null {
  if (chan.kind === 'Convert') return unbuffered(fn, chan.x, depth);
  if (chan.kind !== 'LocalRef' || depth === 0 || fn.body === null) return null;
  const { local } = chan;
  if (local.role !== 'var' && local.role !== 'temp') return null;
  let only: { readonly made: Span } | { readonly from: Expr } | null = null;
  let times = 0;
  walkBlock(fn.body, (stmt) => {
    if (!(targetsOf(stmt) as readonly Local[]).includes(local)) return;
    times++;
    if (stmt.kind === 'MakeChan' && (stmt.cap === null || isZero(stmt.cap))) only = { made: stmt.span };
    if (stmt.kind === 'Declare' || stmt.kind === 'Assign') only = { from: stmt.value };
  });
  if (times !== 1 || only === null) return null;
  const known = only as { readonly made: Span } | { readonly from: Expr };
  return 'made' in known ? known.made : unbuffered(fn, known.from, depth - 1);
}

function isZero(expr: Expr): boolean {
  return expr.kind === 'Const' && sign(expr.value) === 0;
}
