// Counters that a goroutine raises for itself: Wait may come first, and does not wait for it.

import type { Span } from '../base/source.ts';
import type { Function as IrFunction, Local } from '../ir/ir.ts';
import { Paths } from './paths.ts';
import { type FlowProgram, functionOf } from './program.ts';
import { waitGroupMethod } from './shared-objects.ts';
import { walkBlock } from './walk.ts';

export interface EarlyWait {
  readonly fn: IrFunction;
  /** The Add. */
  readonly span: Span;
  readonly wait: Span;
}

/** Of goroutines that a function starts as literals, which lower the counter as well, and whose WaitGroup it waits for and does not raise itself. */
export function earlyWaits(program: FlowProgram, fn: IrFunction): readonly EarlyWait[] {
  const { body } = fn;
  if (body === null) return [];
  const literals = new Map<Local, { readonly id: string; readonly captured: readonly Local[] }>();
  const started = new Set<Local>();
  const waits = new Map<string, Span>();
  const raised = new Set<string>();
  const paths = new Paths(fn);
  walkBlock(body, (stmt) => {
    if (stmt.kind === 'Closure') literals.set(stmt.target, { id: stmt.func.id, captured: stmt.captured });
    if (stmt.kind === 'Go' && stmt.callee.kind === 'value' && stmt.callee.func.kind === 'LocalRef')
      started.add(stmt.callee.func.local);
    if (stmt.kind !== 'Call') return;
    const method = waitGroupMethod(stmt.callee);
    const path = method === null || stmt.args[0] === undefined ? null : paths.of(stmt.args[0]);
    if (path === null) return;
    const key = `${path.root.id}${path.fields}`;
    if (method === 'Wait') waits.set(key, stmt.span);
    else raised.add(key);
  });
  if (waits.size === 0) return [];
  const found: EarlyWait[] = [];
  for (const target of started) {
    const literal = literals.get(target);
    if (literal === undefined) continue;
    const inner = functionOf(program, { id: literal.id, name: literal.id });
    if (inner.body === null) continue;
    const own = new Paths(inner);
    const adds: { readonly key: string; readonly span: Span }[] = [];
    const dones = new Set<string>();
    walkBlock(inner.body, (stmt) => {
      if ((stmt.kind !== 'Call' && stmt.kind !== 'Defer') || stmt.args[0] === undefined) return;
      const method = waitGroupMethod(stmt.callee);
      const path = method === null ? null : own.of(stmt.args[0]);
      const outer = path === null ? undefined : literal.captured[inner.captures.indexOf(path.root)];
      if (path === null || outer?.role !== 'var') return;
      const key = `${outer.id}${path.fields}`;
      if (method === 'Done') dones.add(key);
      if (method === 'Add') adds.push({ key, span: stmt.span });
    });
    for (const { key, span } of adds) {
      const wait = waits.get(key);
      if (wait !== undefined && dones.has(key) && !raised.has(key)) found.push({ fn, span, wait });
    }
  }
  return found;
}
