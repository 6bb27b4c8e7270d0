// Locks and WaitGroups that a function is given by value, and uses: what it locks is a copy that no other goroutine knows.

import type { Span } from '../base/source.ts';
import type { Expr, Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { under } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import { walkBlock } from './walk.ts';

export interface CopiedLock {
  readonly fn: IrFunction;
  /** The parameter. */
  readonly span: Span;
  readonly name: string;
  /** The type of package sync. */
  readonly type: string;
  readonly used: Span;
}

const noCopies: ReadonlySet<string> = new Set(['Mutex', 'RWMutex', 'WaitGroup', 'Cond', 'Once']);

/** Parameters, receivers among them, that hold such a value themselves and on which a method of it is called. */
export function copiedLocks(fn: IrFunction): readonly CopiedLock[] {
  if (fn.body === null || fn.origin !== 'declared') return [];
  const copies = fn.params.filter(({ type }) => under(type).kind === 'Struct');
  if (copies.length === 0) return [];
  const found = new Map<Local, CopiedLock>();
  walkBlock(fn.body, (stmt) => {
    const used = usedBy(stmt);
    if (used === null || !copies.includes(used.root) || found.has(used.root)) return;
    found.set(used.root, { fn, span: used.root.span, name: used.root.name, type: used.type, used: stmt.span });
  });
  return [...found.values()];
}

/** The variable in which a call finds the lock that it is about. */
function usedBy(stmt: Stmt): { readonly root: Local; readonly type: string } | null {
  if (stmt.kind !== 'Call' && stmt.kind !== 'Defer') return null;
  const { callee, args } = stmt;
  const type = callee.kind === 'static' ? /^sync\.\(\*(\w+)\)\./.exec(callee.func.id)?.[1] : undefined;
  const root = args[0] === undefined ? null : rootOf(args[0]);
  return type !== undefined && noCopies.has(type) && root !== null ? { root, type } : null;
}

/** The variable that an address lies in, without a pointer on the way. */
function rootOf(expr: Expr): Local | null {
  return expr.kind === 'AddrOf' ? within(expr.place) : null;
}

function within(place: Place): Local | null {
  if (place.kind === 'LocalPlace') return isPointer(place.local.type) ? null : place.local;
  return place.kind === 'FieldPlace' ? within(place.base) : null;
}

function isPointer(type: Type): boolean {
  return under(type).kind === 'Pointer';
}
