// Condition variables. Their queue is an object of its own, made once the lock is known.
//
// To wait at a queue of `comm` unlocks a lock, parks and locks again. A Locker that is no lock itself (the read side of an RWMutex, a
// type of the program) does this by its methods. Where there are such Lockers, a queue has a lock of its own, its guard: it is held
// from before the Locker is unlocked until the goroutine is parked, and while another goroutine signals. So no signal comes in between, as in
// Go, where a goroutine joins the queue before it unlocks.

import { must } from '../../base/assert.ts';
import { noWhy, why } from '../../base/reasons.ts';
import type { Function as IrFunction } from '../../ir/ir.ts';
import { lookupFieldOrMethod } from '../../types/index.ts';
import type { Signature, Type } from '../../types/type.ts';
import type { Expr, LockStmt } from '../comm.ts';
import { tableFor } from './dispatch.ts';
import { namedOf, shapeOf } from './shape.ts';
import {
  type Builder,
  binary,
  type ClassInfo,
  type Extraction,
  emit,
  ifElse,
  int,
  load,
  type MethodTable,
  nil,
  noSite,
  otherLockers,
  procFor,
  store,
  structClass,
  synthetic,
  temp,
  unknown,
  variable,
} from './state.ts';

/** What the guard of a queue is called. No program has it: what is done to it is not told. */
export const guardLabel = 'the queue of a condition variable';

/** What a sync.Cond has beside the fields of its type: the queue, and its guard where there is one. */
export function hiddenFields(owner: ClassInfo): readonly number[] {
  const queue = owner.name === 'sync.Cond' ? owner.fields.findLastIndex(({ name }) => name === 'queue') : -1;
  return queue < 0 ? [] : owner.fields.map((_, i) => i).slice(queue);
}

/** The queue is made where the lock is written. */
export function makeQueue(b: Builder, object: Expr, owner: ClassInfo): void {
  const lockField = owner.fields.findIndex((f) => f.name === 'L');
  const [queue, guard] = hiddenFields(owner);
  if (lockField < 0 || queue === undefined) return;
  const locker = load(b, { kind: 'field', object, class: owner.index, field: lockField });
  ifElse(b, binary('!=', locker, nil), () => {
    const behind = lockBehind(b, locker);
    const lock = guard === undefined ? behind : newLock(b);
    const target = temp(b);
    emit(b, { kind: 'new', target, what: { kind: 'cond', locker: lock }, label: 'cond', site: b.site });
    store(b, { kind: 'field', object, class: owner.index, field: queue }, variable(target));
    if (guard !== undefined) store(b, { kind: 'field', object, class: owner.index, field: guard }, lock);
  });
}

function newLock(b: Builder): Expr {
  const target = temp(b);
  emit(b, { kind: 'new', target, what: { kind: 'sync', sync: 'mutex' }, label: guardLabel, site: b.site });
  return variable(target);
}

/** The lock that a sync.Locker stands for. */
function lockBehind(b: Builder, locker: Expr): Expr {
  const target = temp(b);
  emit(b, {
    kind: 'call',
    callee: { kind: 'method', recv: locker, table: lockTable(b.x) },
    args: [],
    targets: [target],
    site: b.site,
  });
  return variable(target);
}

function lockTable(x: Extraction): MethodTable['rows'] {
  return tableFor(x, 'lock behind', (d) => {
    const shape = shapeOf(d.type);
    if (d.class.role !== 'box' || shape.kind !== 'pointer' || shapeOf(shape.elem).kind !== 'sync') {
      if (d.class.role !== 'environment' && isLocker(d.type)) x.learned.noteAddressed(otherLockers);
      const other = unknown(why('locker', '', 'lost'));
      return procFor(x, 'another lock', () => synthetic(x, 'another lock', noSite, ['locker'], () => [other]));
    }
    return procFor(x, `unbox ${d.class.key}`, () =>
      synthetic(x, 'unbox', noSite, ['box'], (b, [box]) => [
        load(b, { kind: 'field', object: box as Expr, class: d.class.index, field: 0 }),
      ]),
    );
  });
}

function isLocker(type: Type): boolean {
  return ['Lock', 'Unlock'].every((name) => lookupFieldOrMethod(type, false, null, name, false).obj?.kind === 'Func');
}

/** Whether a method of a condition variable is done as a whole; with guards, waiting is as its model says. */
export function isCondMethod(x: Extraction, fn: IrFunction): boolean {
  const recv = fn.obj === null ? null : (fn.obj.type as Signature).recv;
  if (recv === null || fn.obj?.pkg?.path !== 'sync') return false;
  const names = x.boxed.has(otherLockers) ? ['Signal', 'Broadcast'] : ['Wait', 'Signal', 'Broadcast'];
  return namedOf(recv.type as Type)?.obj.name === 'Cond' && names.includes(fn.name);
}

export function condition(b: Builder, fn: IrFunction, args: readonly Expr[]): readonly Expr[] {
  const { queue, guard } = partsOf(b, fn, args[0] ?? unknown(noWhy));
  const op = fn.name === 'Wait' ? 'wait' : fn.name === 'Signal' ? 'signal' : 'broadcast';
  if (guard !== null) lock(b, 'lock', guard);
  emit(b, { kind: 'cond', op, cond: queue, site: b.site });
  if (guard !== null) lock(b, 'unlock', guard);
  return [];
}

/** Joins the queue: from here on no signal comes before the goroutine is parked. */
export function enqueue(b: Builder, fn: IrFunction, object: Expr): readonly Expr[] {
  const { guard } = partsOf(b, fn, object);
  if (guard !== null) lock(b, 'lock', guard);
  return [int(0)];
}

export function park(b: Builder, fn: IrFunction, object: Expr): readonly Expr[] {
  const { queue, guard } = partsOf(b, fn, object);
  emit(b, { kind: 'cond', op: 'wait', cond: queue, site: b.site });
  if (guard !== null) lock(b, 'unlock', guard);
  return [];
}

function lock(b: Builder, op: LockStmt['op'], guard: Expr): void {
  emit(b, { kind: 'lock', op, lock: guard, target: null, site: b.site });
}

function partsOf(b: Builder, fn: IrFunction, object: Expr): { readonly queue: Expr; readonly guard: Expr | null } {
  const type = must((must(fn.obj).type as Signature).recv).type as Type;
  const shape = shapeOf(type);
  const owner = structClass(b.x, shape.kind === 'pointer' ? shape.elem : type);
  const [queue, guard] = hiddenFields(owner).map((field) =>
    load(b, { kind: 'field', object, class: owner.index, field }),
  );
  return { queue: must(queue), guard: guard ?? null };
}
