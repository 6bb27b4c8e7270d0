// What ways through single functions show about locks: one that is left held on one way and released on others, one that is taken
// again while it is held, here or in what is called.
//
// Calls count by what the called function does to the locks of its arguments. Where a lock may be released by others, in a literal that
// is kept or in a function that does not take it, nothing is said about who leaves it held.

import type { Span } from '../../base/source.ts';
import type { Expr, Function as IrFunction, Stmt } from '../../ir/ir.ts';
import { isExported, under } from '../../types/index.ts';
import type { Type } from '../../types/type.ts';
import { callGraphOf, isModelled } from '../call-graph.ts';
import { type FlowProgram, functionOf } from '../program.ts';
import { condMethod } from '../shared-objects.ts';
import { walkBlock } from '../walk.ts';
import { answer } from './conditions.ts';
import { lockCall } from './lock-calls.ts';
import { translated } from './value-names.ts';
import { type Effect, type Frame, type HeldLock, releasedMark, type Walked, type Way, waysThrough } from './ways.ts';

export type LockFault =
  /** A way leaves the function with a lock held that others release. */
  | {
      readonly kind: 'kept';
      readonly fn: IrFunction;
      readonly span: Span;
      readonly taken: Span;
      /** The lock's field or variable, by the names of `writes.ts`; null for others. */
      readonly key: string | null;
    }
  /** A lock is taken that is held: at `span`, or in what is called there. */
  | {
      readonly kind: 'again';
      readonly fn: IrFunction;
      readonly span: Span;
      readonly taken: Span;
      /** Where the called function takes it; null where it is taken here. */
      readonly inside: Span | null;
      /** Both only to read. */
      readonly shared: boolean;
    }
  /** A lock is taken while another one is held; elsewhere it is the other way round. */
  | {
      readonly kind: 'order';
      readonly fn: IrFunction;
      readonly span: Span;
      readonly taken: Span;
      /** Where the other order is. */
      readonly other: Span;
    };

/** Two locks of one value, taken one after the other. */
interface Order {
  readonly fn: IrFunction;
  readonly span: Span;
  readonly taken: Span;
  readonly first: string;
  readonly second: string;
  readonly shared: readonly [boolean, boolean];
  /** Other locks that are held meanwhile. */
  readonly gates: ReadonlySet<string | null>;
}

/** A lock that a function takes while it does not hold it, with the names that it has for it. */
interface Taking {
  readonly name: string;
  readonly key: string | null;
  readonly shared: boolean;
  readonly span: Span;
  /** What it takes for it, of the function's parameters. */
  readonly conditions: readonly (readonly [string, boolean])[];
  readonly calls: number;
}

interface Summary {
  readonly effect: Effect | null;
  readonly takings: readonly Taking[];
  readonly faults: readonly LockFault[];
  readonly inside: ReadonlySet<string>;
  /** Locks that it may release without having taken them. */
  readonly releases: ReadonlySet<string>;
  /** The same by field or variable. */
  readonly releasedKeys: ReadonlySet<string>;
  /** All locks that it takes, also in what it calls, with where that stands in it. */
  readonly taken: readonly { readonly key: string | null; readonly shared: boolean; readonly span: Span }[];
}

const nothing: Summary = {
  effect: null,
  takings: [],
  faults: [],
  inside: new Set(),
  releases: new Set(),
  releasedKeys: new Set(),
  taken: [],
};

/** Calls inside calls are followed so deep. */
const mostCalls = 4;

/** More locks than these of one function are not kept. */
const mostTakings = 24;

interface Analysis {
  readonly program: FlowProgram;
  readonly summaries: Map<string, Summary>;
  /** Locks of which something takes the write lock. */
  readonly written: Set<string>;
  readonly orders: Order[];
}

const analyses = new WeakMap<FlowProgram, Analysis>();

function analysisOf(program: FlowProgram): Analysis {
  let found = analyses.get(program);
  if (found === undefined) {
    found = { program, summaries: new Map(), written: new Set(), orders: [] };
    analyses.set(program, found);
  }
  return found;
}

export function lockFaults(program: FlowProgram, functions: readonly IrFunction[]): readonly LockFault[] {
  const a = analysisOf(program);
  const faults: LockFault[] = [];
  const inside = new Set<string>();
  for (const fn of functions) {
    if (fn.origin !== 'declared' && fn.origin !== 'literal') continue;
    const summary = summaryOf(a, fn);
    faults.push(...summary.faults);
    for (const id of summary.inside) inside.add(id);
  }
  const own = new Set(functions.map(({ id }) => id));
  faults.push(...turnedRound(a.orders.filter(({ fn }) => own.has(fn.id))));
  const forOthers = releasedForOthers(a, functions);
  return faults.filter((fault) => {
    if (inside.has(fault.fn.id)) return false;
    if (fault.kind === 'kept') return fault.key === null || !forOthers.has(fault.key);
    if (fault.kind === 'order') return true;
    return !fault.shared || a.written.has(keys.get(fault.taken) ?? '');
  });
}

/** Locks that are taken in one order here and in the other there: told where the rarer order is. */
function turnedRound(orders: readonly Order[]): readonly LockFault[] {
  const byPair = new Map<string, Order[]>();
  for (const order of orders) {
    const pair = `${order.first} ${order.second}`;
    const list = byPair.get(pair) ?? [];
    byPair.set(pair, list);
    if (!list.some(({ span }) => span.pos === order.span.pos)) list.push(order);
  }
  const found: LockFault[] = [];
  for (const list of byPair.values()) {
    const [one] = list as [Order];
    const others = byPair.get(`${one.second} ${one.first}`) ?? [];
    const isRarer = list.length < others.length || (list.length === others.length && one.first < one.second);
    if (!isRarer) continue;
    for (const order of list) {
      const other = others.find((two) => canBlock(order, two));
      if (other === undefined) continue;
      found.push({ kind: 'order', fn: order.fn, span: order.span, taken: order.taken, other: other.span });
    }
  }
  return found;
}

/** Whether two goroutines can wait for each other so: neither lock is taken to read by both, and no third one keeps them apart. */
function canBlock(a: Order, b: Order): boolean {
  if ((a.shared[0] && b.shared[1]) || (a.shared[1] && b.shared[0])) return false;
  return ![...a.gates].some((gate) => gate !== null && b.gates.has(gate));
}

/**
 * Locks that a function releases for callers out of sight: what takes them leaves them held on purpose. The function can be called by
 * them itself, or by functions that they can call, none of which takes the lock (`Rollback` calls `close`, which unlocks).
 */
function releasedForOthers(a: Analysis, functions: readonly IrFunction[]): ReadonlySet<string> {
  const { callers } = callGraphOf(a.program);
  const byId = new Map(functions.map((fn) => [fn.id, fn]));
  const found = new Set<string>();
  for (const fn of functions) {
    if (fn.origin !== 'declared') continue;
    for (const key of summaryOf(a, fn).releasedKeys) {
      const seen = new Set<string>();
      const todo = [fn.id];
      for (let id = todo.pop(); id !== undefined && !found.has(key); id = todo.pop()) {
        const one = byId.get(id);
        if (seen.has(id) || one === undefined || summaryOf(a, one).taken.some((lock) => lock.key === key)) continue;
        seen.add(id);
        const up = callers.get(id);
        if (one.obj === null || isExported(one.obj.name) || up === undefined) found.add(key);
        else todo.push(...up);
      }
    }
  }
  return found;
}

/** The keys of locks, by where they were taken: a read lock that nothing but readers take can be taken as often as they like. */
const keys = new WeakMap<Span, string>();

function summaryOf(a: Analysis, fn: IrFunction): Summary {
  const known = a.summaries.get(fn.id);
  if (known !== undefined) return known;
  // A function that calls itself does what it does once.
  a.summaries.set(fn.id, nothing);
  const { synchronising } = callGraphOf(a.program);
  const isOpen = fn.body !== null && !isModelled(a.program, fn) && synchronising.has(fn.id);
  const found = isOpen ? summarise(a, fn) : nothing;
  a.summaries.set(fn.id, found);
  return found;
}

function summarise(a: Analysis, fn: IrFunction): Summary {
  const takings = new Map<string, Taking>();
  const taken = new Set<string | null>();
  const places = new Map<string, { readonly key: string | null; readonly shared: boolean; readonly span: Span }>();
  const again = new Map<string, Map<string, LockFault>>();
  const take = (taking: Taking): void => {
    const key = `${taking.name} ${taking.shared}`;
    if (!/^[PCG]\d/.test(taking.name) || takings.size >= mostTakings) return;
    const before = takings.get(key);
    if (before === undefined || taking.conditions.length < before.conditions.length) takings.set(key, taking);
  };
  const takenAgain = (span: Span, held: HeldLock, next: Taking, inside: Span | null): void => {
    if (held.key !== null) keys.set(held.span, held.key);
    const shared = held.shared && next.shared;
    const list = again.get(held.name) ?? new Map<string, LockFault>();
    again.set(held.name, list);
    if (!list.has(`${span.pos}`))
      list.set(`${span.pos}`, { kind: 'again', fn, span, taken: held.span, inside, shared });
  };
  const ordered = (span: Span, name: string, key: string | null, shared: boolean, { held }: Way): void => {
    for (const before of held) {
      if (before.key === null || key === null || before.key === key || baseOf(before.name) !== baseOf(name)) continue;
      const gates = new Set(held.flatMap((lock) => (lock === before ? [] : [lock.key])));
      const locks = { first: before.key, second: key, shared: [before.shared, shared], gates } as const;
      a.orders.push({ fn, span, taken: before.span, ...locks });
    }
  };
  const walked = waysThrough(a.program, fn, {
    effectOf: (callee) => summaryOf(a, callee).effect,
    takes: (way, lock) => {
      if (!lock.shared && lock.key !== null) a.written.add(lock.key);
      taken.add(lock.key);
      places.set(`${lock.span.pos} ${lock.key}`, lock);
      ordered(lock.span, lock.name, lock.key, lock.shared, way);
      const taking = { ...lock, conditions: ofParameters(way), calls: 0 };
      const held = way.held.find(({ name }) => name === lock.name);
      if (held !== undefined) takenAgain(lock.span, held, taking, null);
      else if (!way.released.some(({ name }) => name === lock.name)) take(taking);
    },
    calls: (span, callee, way, roots) => {
      for (const one of summaryOf(a, callee).takings) {
        const name = translated(one.name, roots);
        if (name === null) continue;
        const open = openConditions(one, roots, way);
        if (open === null) continue;
        places.set(`${span.pos} ${one.key}`, { key: one.key, shared: one.shared, span });
        if (open.length === 0) ordered(span, name, one.key, one.shared, way);
        const held = way.held.find((lock) => lock.name === name);
        if (held !== undefined) {
          if (open.length === 0) takenAgain(span, held, one, one.span);
        } else if (one.calls < mostCalls && !way.released.some((lock) => lock.name === name))
          take({ ...one, name, conditions: [...open, ...ofParameters(way)], calls: one.calls + 1 });
      }
    },
  });
  if (walked === null) return nothing;
  const left = leftToOthers(a, fn, walked.frame);
  const isLeft = (name: string): boolean => left.has('*') || left.has(name) || walked.unsure.has(name);
  const found = [
    ...[...again].flatMap(([name, list]) => (isLeft(name) ? [] : [...list.values()])),
    ...keptLocks(fn, walked, isLeft),
  ];
  const releases = new Set(left);
  const releasedKeys = new Set<string>();
  for (const { way } of walked.exits) {
    for (const { name, key } of way.released) {
      releases.add(name);
      // One that it takes under another name is its own.
      if (key !== null && !taken.has(key)) releasedKeys.add(key);
    }
  }
  if (fn.origin === 'literal' && waitsOnCond(fn)) releases.add('*');
  const effect = effectOf(fn, walked);
  const { inside } = walked;
  return {
    effect,
    takings: [...takings.values()],
    faults: found,
    inside,
    releases,
    releasedKeys,
    taken: [...places.values()],
  };
}

/** The value in which a lock lies. */
function baseOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf('.'), 0));
}

/** What a way knows about parameters themselves. */
function ofParameters({ facts }: Way): readonly (readonly [string, boolean])[] {
  return [...facts].filter(([name]) => /^P\d+( == =.*)?$/.test(name));
}

/** Conditions that the caller's arguments leave open, in its names; null where they do not hold. */
function openConditions(
  { conditions }: Taking,
  roots: ReadonlyMap<string, string>,
  way: Way,
): readonly (readonly [string, boolean])[] | null {
  const open: (readonly [string, boolean])[] = [];
  for (const [name, value] of conditions) {
    const moved = translated(name, roots);
    if (moved === null) {
      open.push(['P999', value]);
      continue;
    }
    const constant = /^=.*"val":(true|false)/.exec(moved)?.[1];
    const [left, right] = moved.split(' == ');
    const known =
      constant !== undefined && right === undefined
        ? constant === 'true'
        : left !== undefined && right !== undefined && left.startsWith('=') && right.startsWith('=')
          ? left === right
          : answer(way.facts, { kind: 'named', name: moved, negated: false });
    if (known === null) open.push([moved, value]);
    else if (known !== value) return null;
  }
  return open;
}

/** Locks that something releases for the function: a literal that it keeps, starts or gives back. `*` for one that has no name here. */
function leftToOthers(a: Analysis, fn: IrFunction, { names }: Frame): ReadonlySet<string> {
  const found = new Set<string>();
  if (fn.body === null) return found;
  walkBlock(fn.body, (stmt) => {
    for (const value of givenAway(stmt)) {
      const name = isLock(value.type) ? names.of(value) : null;
      if (name !== null) found.add(name);
    }
    if (stmt.kind !== 'Closure') return;
    const captured = new Map(
      stmt.captured.map((local, i) => [
        `C${i}`,
        names.of({ kind: 'LocalRef', local, type: local.type, span: local.span }) ?? names.token(local),
      ]),
    );
    if (/\)\.R?Unlock\$bound$/.test(stmt.func.id)) found.add(captured.get('C0') ?? '*');
    for (const name of releasedIn(a, functionOf(a.program, stmt.func))) found.add(translated(name, captured) ?? '*');
  });
  return found;
}

/** Values that a statement keeps, gives back or passes on. */
function givenAway(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'Assign':
    case 'Declare':
      return stmt.local.role === 'temp' ? [] : [stmt.value];
    case 'Store':
    case 'Send':
      return [stmt.value];
    case 'Call':
    case 'Go':
    case 'Defer':
      return lockCall(stmt) === null ? stmt.args : [];
    default:
      return [];
  }
}

/** A pointer to a lock, or an interface that only a lock has. */
function isLock(type: Type): boolean {
  const named = type.kind === 'Pointer' ? type.elem : type;
  if (named.kind !== 'Named' || named.obj.pkg?.path !== 'sync') return false;
  return named.obj.name === 'Mutex' || named.obj.name === 'RWMutex' || named.obj.name === 'Locker';
}

/** Locks that a literal, or one in it, releases and has not taken. */
function releasedIn(a: Analysis, fn: IrFunction): ReadonlySet<string> {
  return fn.origin === 'literal' ? summaryOf(a, fn).releases : new Set();
}

/** A condition variable's Wait releases the lock of who calls it. */
function waitsOnCond({ body }: IrFunction): boolean {
  let found = false;
  if (body !== null)
    walkBlock(body, (stmt) => {
      if (stmt.kind === 'Call' && condMethod(stmt.callee) === 'Wait') found = true;
    });
  return found;
}

function keptLocks(fn: IrFunction, { exits }: Walked, isLeft: (name: string) => boolean): readonly LockFault[] {
  const isReleased = (name: string): boolean =>
    exits.some(({ way }) => way.marks.has(releasedMark(name)) && !way.held.some((lock) => lock.name === name));
  const found = new Map<number, LockFault>();
  for (const { way, span } of exits) {
    for (const lock of way.held) {
      if (isLeft(lock.name) || !isReleased(lock.name)) continue;
      found.set(span.pos, { kind: 'kept', fn, span, taken: lock.span, key: lock.key });
    }
  }
  return [...found.values()];
}

/** What all ways out agree on; where they do not, it is not known. */
function effectOf(fn: IrFunction, { exits, unsure }: Walked): Effect | null {
  const named = (locks: readonly HeldLock[]): readonly string[] =>
    locks.map(({ name, shared }) => `${shared ? 'R' : 'W'}${name}`);
  const counts = new Map<string, number>();
  const each = new Map<string, HeldLock>();
  for (const { way } of exits) {
    for (const [list, sign] of [
      [way.held, '+'],
      [way.released, '-'],
    ] as const) {
      named(list).forEach((name, i) => {
        counts.set(`${sign}${name}`, (counts.get(`${sign}${name}`) ?? 0) + 1);
        each.set(`${sign}${name}`, list[i] as HeldLock);
      });
    }
  }
  if (counts.size === 0 && unsure.size === 0) return null;
  const takes: HeldLock[] = [];
  const releases: HeldLock[] = [];
  const open = new Set(unsure);
  const givesFunction = fn.results.some(({ type }) => under(type).kind === 'Signature');
  for (const [key, n] of counts) {
    const lock = each.get(key) as HeldLock;
    if (n < exits.length || open.has(lock.name) || givesFunction) open.add(lock.name);
    else (key.startsWith('+') ? takes : releases).push(lock);
  }
  return { takes, releases, unsure: [...open] };
}

/** What functions do to locks, for looks at other things. */
export interface LockTakings {
  readonly effectOf: (fn: IrFunction) => Effect | null;
  /** Locks that a function takes, also in what it calls, with where that stands in it. */
  readonly of: (
    fn: IrFunction,
  ) => readonly { readonly key: string | null; readonly shared: boolean; readonly span: Span }[];
}

export function lockTakings(program: FlowProgram): LockTakings {
  const a = analysisOf(program);
  return { effectOf: (fn) => summaryOf(a, fn).effect, of: (fn) => summaryOf(a, fn).taken };
}
