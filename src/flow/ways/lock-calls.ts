// Calls that take or release a lock: of package sync, or through an interface with such methods.

import type { CallInstr, DeferInstr, Expr, GoInstr } from '../../ir/ir.ts';

export interface LockCall {
  /** Null where it has no name at all. */
  readonly receiver: Expr | null;
  readonly takes: boolean;
  readonly shared: boolean;
  /** TryLock and the like: it may take it or not. */
  readonly tries: boolean;
}

const ofSync = /^sync\.\(\*(?:RW)?Mutex\)\.(Try)?(R?)(Lock|Unlock)$/;

/** Null for other calls. */
export function lockCall({ callee, args }: CallInstr | GoInstr | DeferInstr): LockCall | null {
  if (callee.kind === 'static') {
    const [, tries, shared, what] = ofSync.exec(callee.func.id) ?? [];
    if (what === undefined) return null;
    return { receiver: args[0] ?? null, takes: what === 'Lock', shared: shared === 'R', tries: tries !== undefined };
  }
  if (callee.kind !== 'method' || args.length > 0) return null;
  const [, shared, what] = /^(R?)(Lock|Unlock)$/.exec(callee.method.name) ?? [];
  if (what === undefined || callee.method.type?.kind !== 'Signature') return null;
  if (callee.method.type.results.vars.length > 0) return null;
  return { receiver: callee.recv, takes: what === 'Lock', shared: shared === 'R', tries: false };
}
