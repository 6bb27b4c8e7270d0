// Locks that some function releases for another: whoever takes such a lock may leave it held.

import type { Expr, Function as IrFunction, Local, Place } from '../ir/ir.ts';
import { callGraphOf } from './call-graph.ts';
import { type FlowProgram, functionOf } from './program.ts';
import { walkBlock } from './walk.ts';
import { fieldKey, globalKey } from './writes.ts';

const operations: ReadonlyMap<string, 'take' | 'release'> = new Map([
  ['sync.(*Mutex).Lock', 'take'],
  ['sync.(*Mutex).TryLock', 'take'],
  ['sync.(*Mutex).Unlock', 'release'],
  ['sync.(*RWMutex).Lock', 'take'],
  ['sync.(*RWMutex).TryLock', 'take'],
  ['sync.(*RWMutex).RLock', 'take'],
  ['sync.(*RWMutex).TryRLock', 'take'],
  ['sync.(*RWMutex).Unlock', 'release'],
  ['sync.(*RWMutex).RUnlock', 'release'],
]);

interface Use {
  readonly taken: Set<string>;
  readonly released: Set<string>;
}

const known = new WeakMap<FlowProgram, ReadonlySet<string>>();

/** Locks, by the names of `writes.ts`, that a function releases which does not take them. */
export function handedOver(program: FlowProgram): ReadonlySet<string> {
  let found = known.get(program);
  if (found === undefined) {
    found = findHandedOver(program);
    known.set(program, found);
  }
  return found;
}

function findHandedOver(program: FlowProgram): ReadonlySet<string> {
  const uses = new Map<string, Use>();
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    // Methods that a struct has from an embedded lock are the lock's own: who calls them counts.
    if (fn.body === null || fn.origin === 'promoted') continue;
    // A literal does what it does for the function around it.
    const owner = id.replace(/\$.*$/, '');
    let use = uses.get(owner);
    if (use === undefined) uses.set(owner, (use = { taken: new Set(), released: new Set() }));
    collect(program, fn, use);
  }
  const found = new Set<string>();
  for (const { taken, released } of uses.values()) for (const key of released) if (!taken.has(key)) found.add(key);
  return found;
}

function collect(program: FlowProgram, fn: IrFunction, use: Use): void {
  const addresses = new Map<Local, Place>();
  if (fn.body === null) return;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind === 'Addr') addresses.set(stmt.target, stmt.place);
    if (stmt.kind !== 'Call' && stmt.kind !== 'Defer' && stmt.kind !== 'Go') return;
    if (stmt.callee.kind !== 'static') return;
    const callee = functionOf(program, stmt.callee.func);
    if (callee.origin === 'promoted') collect(program, callee, use);
    const operation = operations.get(stmt.callee.func.id);
    const lock = operation === undefined ? null : keyOfLock(stmt.args[0], addresses);
    if (lock !== null) (operation === 'take' ? use.taken : use.released).add(lock);
  });
}

function keyOfLock(recv: Expr | undefined, addresses: ReadonlyMap<Local, Place>): string | null {
  if (recv?.kind === 'AddrOf') return keyOfPlace(recv.place);
  const place = recv?.kind === 'LocalRef' ? addresses.get(recv.local) : undefined;
  return place === undefined ? null : keyOfPlace(place);
}

function keyOfPlace(place: Place): string | null {
  if (place.kind === 'FieldPlace') return fieldKey(place.base.type, place.index);
  return place.kind === 'GlobalPlace' ? globalKey(place.global.id) : null;
}
