// Locks that some function releases for another: a function that takes such a lock may leave it held.

import type { Expr, Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { under } from '../types/index.ts';
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

/** The same as method values. */
const boundReleases: ReadonlySet<string> = new Set(
  [...operations].flatMap(([id, does]) => (does === 'release' ? [`${id}$bound`] : [])),
);

interface Use {
  readonly taken: Set<string>;
  readonly released: Set<string>;
}

interface Uses {
  readonly handedOver: ReadonlySet<string>;
  /** By function and by literal. */
  readonly each: ReadonlyMap<string, Use>;
  readonly leaves: ReadonlySet<string>;
}

const known = new WeakMap<FlowProgram, Uses>();

/** Locks, by the names of `writes.ts`, that a function releases which does not take them. */
export function handedOver(program: FlowProgram): ReadonlySet<string> {
  return usesIn(program).handedOver;
}

/** Functions that take such a lock and leave it held, or release it for their callers, by themselves or in what they call. */
export function leavesLocks(program: FlowProgram): ReadonlySet<string> {
  return usesIn(program).leaves;
}

/** The same within one function: what one of its literals, or the function without them, releases and does not take. */
export function handedOverInside(program: FlowProgram, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [one, { taken, released }] of usesIn(program).each) {
    if (ownerOf(one) !== ownerOf(id)) continue;
    for (const key of released) if (!taken.has(key)) found.add(key);
  }
  return found;
}

/** Whether a function releases some lock, of whatever name. */
export function releasesLocks({ body }: IrFunction): boolean {
  let found = false;
  if (body === null) return false;
  walkBlock(body, (stmt) => {
    if (stmt.kind !== 'Call' && stmt.kind !== 'Defer') return;
    const { callee } = stmt;
    if (callee.kind === 'static') found ||= operations.get(callee.func.id) === 'release';
    // Of a sync.Locker, or of another interface for what can be locked.
    if (callee.kind === 'method') found ||= callee.method.name === 'Unlock' || callee.method.name === 'RUnlock';
  });
  return found;
}

/** The literals in a function, and in those. */
export function literalsOf(program: FlowProgram, fn: IrFunction): readonly IrFunction[] {
  const found: IrFunction[] = [];
  if (fn.body === null) return found;
  walkBlock(fn.body, (stmt) => {
    // Method values are no literals of the function.
    if (stmt.kind !== 'Closure' || !stmt.func.id.startsWith(`${fn.id}$`)) return;
    const literal = functionOf(program, stmt.func);
    found.push(literal, ...literalsOf(program, literal));
  });
  return found;
}

/** Whether a function gives back one that releases a lock: `return s.mu.Unlock`, `return func() { s.mu.Unlock() }`. */
export function givesRelease(program: FlowProgram, fn: IrFunction): boolean {
  if (fn.body === null || !fn.results.some(({ type }) => under(type).kind === 'Signature')) return false;
  let found = false;
  walkBlock(fn.body, (stmt) => {
    if (stmt.kind !== 'Closure') return;
    const { id } = stmt.func;
    found ||= boundReleases.has(id) || releasesLocks(functionOf(program, stmt.func));
  });
  return found;
}

/** Whether a function takes such a lock itself. */
export function takesHandedOver(program: FlowProgram, id: string): boolean {
  const { each, handedOver: keys } = usesIn(program);
  return [...(each.get(id)?.taken ?? [])].some((key) => keys.has(key));
}

/** Whether a function or literal takes a lock itself that lies in a field or variable. */
export function takesNamedLock(program: FlowProgram, id: string): boolean {
  return (usesIn(program).each.get(id)?.taken.size ?? 0) > 0;
}

/** The literals of a function that take locks themselves. */
export function lockingLiterals(program: FlowProgram, id: string): readonly string[] {
  return [...usesIn(program).each].flatMap(([one, { taken }]) =>
    one !== id && taken.size > 0 && one.startsWith(`${id}$`) ? [one] : [],
  );
}

/** A literal does what it does for the function around it. */
function ownerOf(id: string): string {
  return id.replace(/\$.*$/, '');
}

function usesIn(program: FlowProgram): Uses {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findUses(program)));
  return found;
}

function findUses(program: FlowProgram): Uses {
  const each = new Map<string, Use>();
  const whole = new Map<string, Use>();
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    // Methods that a struct has from an embedded lock are the lock's own: their callers count.
    if (fn.body === null || fn.origin === 'promoted') continue;
    const use: Use = { taken: new Set(), released: new Set() };
    collect(program, fn, use);
    if (use.taken.size === 0 && use.released.size === 0) continue;
    each.set(id, use);
    const owner = ownerOf(id);
    const all = whole.get(owner) ?? { taken: new Set(), released: new Set() };
    whole.set(owner, all);
    for (const key of use.taken) all.taken.add(key);
    for (const key of use.released) all.released.add(key);
  }
  const handed = new Set<string>();
  for (const { taken, released } of whole.values()) for (const key of released) if (!taken.has(key)) handed.add(key);
  return { handedOver: handed, each, leaves: findLeaving(program, handed, each) };
}

function findLeaving(
  program: FlowProgram,
  keys: ReadonlySet<string>,
  each: ReadonlyMap<string, Use>,
): ReadonlySet<string> {
  const { callers, direct } = callGraphOf(program);
  const all = new Set<string>();
  for (const key of keys) {
    const todo = [...each].flatMap(([id, { taken, released }]) => (taken.has(key) !== released.has(key) ? [id] : []));
    const found = new Set(todo);
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      all.add(id);
      for (const caller of callers.get(id) ?? []) {
        const own = each.get(caller);
        // A function that uses the lock itself does the other half.
        if (found.has(caller) || !direct.has(caller) || own?.taken.has(key) === true || own?.released.has(key) === true)
          continue;
        found.add(caller);
        todo.push(caller);
      }
    }
  }
  return all;
}

/** How far calls are followed to find which one releases first. */
const maxDepth = 1;

/** Locks that a function releases before it takes them, as the text goes: its callers hold them. */
export function heldByCallers(program: FlowProgram, fn: IrFunction): ReadonlySet<string> {
  const first = new Map<string, 'take' | 'release'>();
  findFirst(program, fn, maxDepth, first);
  return new Set([...first].flatMap(([key, operation]) => (operation === 'release' ? [key] : [])));
}

function findFirst(program: FlowProgram, fn: IrFunction, depth: number, first: Map<string, 'take' | 'release'>): void {
  const addresses = new Map<Local, Place>();
  if (fn.body === null) return;
  walkBlock(fn.body, (stmt) => {
    notePlace(stmt, addresses);
    // What is deferred comes last, and what is started has callers of its own.
    if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static') return;
    const operation = operations.get(stmt.callee.func.id);
    const lock = operation === undefined ? null : keyOfLock(stmt.args[0], addresses);
    if (operation !== undefined && lock !== null && !first.has(lock)) first.set(lock, operation);
    if (operation === undefined && depth > 0 && callGraphOf(program).synchronising.has(stmt.callee.func.id)) {
      const callee = functionOf(program, stmt.callee.func);
      findFirst(program, callee, depth - 1, first);
    }
  });
}

function collect(program: FlowProgram, fn: IrFunction, use: Use): void {
  const addresses = new Map<Local, Place>();
  if (fn.body === null) return;
  walkBlock(fn.body, (stmt) => {
    notePlace(stmt, addresses);
    if (stmt.kind !== 'Call' && stmt.kind !== 'Defer' && stmt.kind !== 'Go') return;
    if (stmt.callee.kind !== 'static') return;
    const callee = functionOf(program, stmt.callee.func);
    if (callee.origin === 'promoted') collect(program, callee, use);
    const operation = operations.get(stmt.callee.func.id);
    const lock = operation === undefined ? null : keyOfLock(stmt.args[0], addresses);
    if (lock !== null) (operation === 'take' ? use.taken : use.released).add(lock);
  });
}

/** Where the lock lies that a temporary leads to: its address was taken, or a pointer to it was read. */
function notePlace(stmt: Stmt, places: Map<Local, Place>): void {
  if (stmt.kind === 'Addr' || stmt.kind === 'Load') places.set(stmt.target, stmt.place);
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
