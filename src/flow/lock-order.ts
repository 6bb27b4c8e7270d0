// Locks that are taken while others are held: orders that contradict each other, and reads within reads.
//
//   a.Lock(); b.Lock()      and elsewhere  b.Lock(); a.Lock()    each holds what the other waits for
//   rw.RLock(); rw.RLock()  and elsewhere  rw.Lock()             a writer in between waits for the first, and keeps out the second
//   x.mu.Lock(); y.mu.Lock()                                     callers have to agree on an order of their values
//
// What may be held is found along all paths of each function, and through static calls. Two locks of one name in different values count as
// ordered by callers: `common-order: T.mu`. Where one more lock is held in both orders, they keep out of each other's way.

import type { Block, Callee, Expr, Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { typeString, under } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import { callGraphOf, isModelled, localFunctions } from './call-graph.ts';
import { freshPointers } from './guards.ts';
import { Paths, pathKey } from './paths.ts';
import { type FlowProgram, forgetFarFunctions, functionOf } from './program.ts';
import { condMethod } from './shared-objects.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';
import { fieldKey, globalKey } from './writes.ts';

/** What other callers can do to a function that holds several locks. */
export interface OrderProblem {
  readonly kind: 'order' | 'read-twice';
  /** The lock that is held, and the one that is taken, as types and variables are written. */
  readonly held: string;
  readonly taken: string;
}

interface Lock {
  /** By `writes.ts`, or `given`. */
  readonly key: string;
  readonly name: string;
  /** Where it lies, as the function sees it; null where that is not known. */
  readonly path: string | null;
  /** It is a variable, or lies in one, of a package. */
  readonly isGlobal: boolean;
  readonly shared: boolean;
}

interface Edge {
  readonly from: Lock;
  readonly to: Lock;
  /** What else is held then. */
  readonly gates: ReadonlySet<string>;
}

interface CallSite {
  readonly callee: string;
  readonly held: readonly Lock[];
  readonly args: ReadonlyMap<number, string>;
  /** It is called by a go statement. */
  readonly starts: boolean;
}

/** An operation that waits, with the locks that are held then. */
export interface WaitUnderLocks {
  readonly fn: IrFunction;
  readonly stmt: Stmt;
  /** By `writes.ts`. */
  readonly locks: ReadonlySet<string>;
}

interface Summary {
  readonly fn: IrFunction;
  readonly waits: { readonly stmt: Stmt; readonly held: readonly Lock[] }[];
  readonly taken: Lock[];
  readonly edges: Edge[];
  readonly calls: CallSite[];
}

interface Orders {
  /** What is wrong with the orders of each function by itself. */
  readonly problems: ReadonlyMap<string, OrderProblem>;
  /** Locks of one name of which a function takes several. */
  readonly several: ReadonlyMap<string, ReadonlySet<string>>;
  readonly waits: readonly WaitUnderLocks[];
}

const known = new WeakMap<FlowProgram, Orders>();

/** What other callers can do while a function, or one that it calls, holds several locks; null if nothing. */
export function orderProblem(program: FlowProgram, id: string): OrderProblem | null {
  const { problems } = ordersOf(program);
  if (problems.size === 0) return null;
  for (const one of below(program, id)) {
    const found = problems.get(one);
    if (found !== undefined) return found;
  }
  return null;
}

/** Locks of which a function, or one that it calls, holds several at once, in an order that callers decide. */
export function locksInOrder(program: FlowProgram, id: string): readonly string[] {
  const { several } = ordersOf(program);
  if (several.size === 0) return [];
  const found = new Set<string>();
  for (const one of below(program, id)) for (const name of several.get(one) ?? []) found.add(name);
  return [...found].sort();
}

/** All operations that wait with locks held, of the function or of its callers. */
export function waitsUnderLocks(program: FlowProgram): readonly WaitUnderLocks[] {
  return ordersOf(program).waits;
}

function below(program: FlowProgram, id: string): ReadonlySet<string> {
  const { callees } = callGraphOf(program);
  const found = new Set([id]);
  // A set gives what is added while it is gone through.
  for (const one of found) for (const callee of callees.get(one) ?? []) found.add(callee);
  return found;
}

function ordersOf(program: FlowProgram): Orders {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findOrders(program)));
  return found;
}

/** The key of locks that callers give by reference. */
const given = 'given';

/** Rounds in which it is found what calls take. */
const maxRounds = 6;

function findOrders(program: FlowProgram): Orders {
  const summaries = new Map<string, Summary>();
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    const summary: Summary = { fn, waits: [], taken: [], edges: [], calls: [] };
    new Walk(program, fn, summary).run(fn.body);
    if (summary.taken.length > 0 || summary.calls.length > 0 || summary.waits.length > 0) summaries.set(id, summary);
    forgetFarFunctions(program);
  }
  const taken = takenInCalls(summaries);
  for (const { edges, calls } of summaries.values()) {
    for (const { callee, held, args } of calls) {
      if (held.length === 0) continue;
      for (const lock of taken.get(callee) ?? []) addEdges(edges, held, moved(lock, args));
    }
  }
  return { ...judged(summaries), waits: heldAtWaits(summaries) };
}

function addEdges(edges: Edge[], held: readonly Lock[], to: Lock): void {
  for (const from of held) {
    const gates = new Set(held.flatMap(({ key }) => (key === from.key ? [] : [key])));
    edges.push({ from, to, gates });
  }
}

/** What each function takes, itself and in calls. */
function takenInCalls(summaries: ReadonlyMap<string, Summary>): ReadonlyMap<string, readonly Lock[]> {
  const found = new Map<string, Map<string, Lock>>();
  const note = (id: string, lock: Lock): boolean => {
    const list = found.get(id) ?? new Map<string, Lock>();
    found.set(id, list);
    const key = `${lock.key} ${lock.path} ${lock.shared}`;
    if (list.has(key)) return false;
    list.set(key, lock);
    return true;
  };
  for (const [id, { taken }] of summaries) for (const lock of taken) note(id, lock);
  for (let more = true, round = 0; more && round < maxRounds; round++) {
    more = false;
    for (const [id, { calls }] of summaries) {
      for (const { callee, args } of calls) {
        for (const lock of [...(found.get(callee)?.values() ?? [])]) more = note(id, moved(lock, args)) || more;
      }
    }
  }
  return new Map([...found].map(([id, list]) => [id, [...list.values()]]));
}

/** What is held at each wait: what the function holds, and what some caller may. */
function heldAtWaits(summaries: ReadonlyMap<string, Summary>): readonly WaitUnderLocks[] {
  const entries = new Map<string, Set<string>>();
  for (let more = true, round = 0; more && round < maxRounds; round++) {
    more = false;
    for (const [id, { calls }] of summaries) {
      for (const { callee, held, starts } of calls) {
        const given = starts ? [] : [...held.map(({ key }) => key), ...(entries.get(id) ?? [])];
        const known = entries.get(callee) ?? new Set();
        const before = known.size;
        for (const key of given) known.add(key);
        more ||= known.size > before;
        if (known.size > 0) entries.set(callee, known);
      }
    }
  }
  return [...summaries].flatMap(([id, { fn, waits }]) =>
    waits.flatMap(({ stmt, held }): readonly WaitUnderLocks[] => {
      const locks = new Set([...held.map(({ key }) => key), ...(entries.get(id) ?? [])]);
      locks.delete(given);
      return locks.size === 0 ? [] : [{ fn, stmt, locks }];
    }),
  );
}

/** Paths are not followed further than this. */
const deepest = 4;

/** A lock of a called function as its caller sees it. */
function moved(lock: Lock, args: ReadonlyMap<number, string>): Lock {
  if (lock.isGlobal || lock.path === null) return lock;
  const [root = '', ...fields] = lock.path.split('.');
  const at = args.get(Number(root));
  const path = at === undefined || fields.length > deepest ? null : [at, ...fields].join('.');
  return { ...lock, path };
}

function judged(summaries: ReadonlyMap<string, Summary>): Omit<Orders, 'waits'> {
  const after = new Map<string, Edge[]>();
  const written = new Set<string>();
  for (const { taken, edges } of summaries.values()) {
    for (const { key, shared } of taken) if (!shared) written.add(key);
    for (const edge of edges) {
      // What callers give may be any lock: it has no place in an order.
      if (edge.from.key !== edge.to.key && edge.from.key !== given && edge.to.key !== given)
        after.set(edge.from.key, [...(after.get(edge.from.key) ?? []), edge]);
    }
  }
  const problems = new Map<string, OrderProblem>();
  const several = new Map<string, Set<string>>();
  for (const [id, { edges }] of summaries) {
    for (const edge of edges) {
      const { from, to } = edge;
      if (from.key !== to.key) {
        // Of locks that are only ever read nothing keeps others out.
        if (!written.has(from.key) || !written.has(to.key) || !comesBack(after, edge)) continue;
        problems.set(id, { kind: 'order', held: from.name, taken: to.name });
      } else if (from.path === to.path && from.path !== null) {
        if (from.shared && to.shared && written.has(to.key))
          problems.set(id, { kind: 'read-twice', held: from.name, taken: to.name });
      } else if (written.has(to.key)) {
        const names = several.get(id) ?? new Set();
        several.set(id, names.add(to.name));
      }
    }
  }
  return { problems, several };
}

/** Whether somewhere the lock that is taken is held while, over others or not, the one that is held here is taken. */
function comesBack(after: ReadonlyMap<string, readonly Edge[]>, { from, to, gates }: Edge): boolean {
  const seen = new Set([to.key]);
  for (const key of seen) {
    for (const edge of after.get(key) ?? []) {
      if (edge.to.key === from.key) {
        if (key !== to.key || [...gates].every((gate) => !edge.gates.has(gate))) return true;
      } else seen.add(edge.to.key);
    }
  }
  return false;
}

// ---------------------------------------------------------------------------------------------------------------
// One function

type State = readonly Lock[] | null;

interface Operation {
  readonly does: 'take' | 'try' | 'release';
  readonly shared: boolean;
}

const lockOperations: ReadonlyMap<string, Operation> = new Map(
  ['Mutex', 'RWMutex'].flatMap((type): [string, Operation][] =>
    ['', 'R'].flatMap((reads): [string, Operation][] => {
      const method = (name: string, does: Operation['does']): [string, Operation] => [
        `sync.(*${type}).${name}`,
        { does, shared: reads !== '' },
      ];
      return [method(`${reads}Lock`, 'take'), method(`Try${reads}Lock`, 'try'), method(`${reads}Unlock`, 'release')];
    }),
  ),
);

function operationOf(callee: Callee): Operation | null {
  return callee.kind === 'static' ? (lockOperations.get(callee.func.id) ?? null) : null;
}

class Walk {
  readonly #program: FlowProgram;
  readonly #fn: IrFunction;
  readonly #into: Summary;
  readonly #paths: Paths;
  readonly #fresh: ReadonlySet<Local>;
  readonly #literals: ReturnType<typeof localFunctions>;
  readonly #breaks = new Map<string, State[]>();
  /** Locks that deferred calls release at the end. */
  readonly #deferred = new Set<string | null>();

  constructor(program: FlowProgram, fn: IrFunction, into: Summary) {
    this.#program = program;
    this.#fn = fn;
    this.#into = into;
    this.#paths = new Paths(fn);
    this.#fresh = freshPointers(fn);
    this.#literals = localFunctions(fn);
  }

  run(body: Block): void {
    if (mayLock(body)) this.#block(body, []);
  }

  #block({ list }: Block, from: State): State {
    let held = from;
    for (const stmt of list) {
      if (held === null) return null;
      held = this.#step(stmt, held);
    }
    return held;
  }

  #left(label: string): State {
    const states = this.#breaks.get(label) ?? [];
    this.#breaks.delete(label);
    return states.reduce(either, null);
  }

  #step(stmt: Stmt, held: readonly Lock[]): State {
    switch (stmt.kind) {
      case 'If':
        return either(this.#block(stmt.then, held), this.#block(stmt.otherwise, held));
      case 'Loop': {
        // A second round begins with what the first has left held.
        const once = this.#block(stmt.body, held);
        const again = once === null ? null : this.#block(stmt.next, once);
        if (again !== null && again.length > held.length) this.#block(stmt.body, again);
        return this.#left(stmt.label);
      }
      case 'Labelled':
        return either(this.#block(stmt.body, held), this.#left(stmt.label));
      case 'Send':
      case 'Recv':
        this.#into.waits.push({ stmt, held });
        return held;
      case 'Select': {
        if (stmt.otherwise === null) this.#into.waits.push({ stmt, held });
        const blocks = [...stmt.cases.map(({ body }) => body), ...(stmt.otherwise === null ? [] : [stmt.otherwise])];
        return blocks.map((block) => this.#block(block, held)).reduce(either, null);
      }
      case 'Break':
        this.#breaks.set(stmt.label, [...(this.#breaks.get(stmt.label) ?? []), held]);
        return null;
      case 'Continue':
      case 'Return':
      case 'Panic':
        return null;
      case 'Call':
        // Its own lock a condition variable gives away meanwhile.
        if (condMethod(stmt.callee) === 'Wait') {
          const own = locksOfConds(this.#program);
          this.#into.waits.push({ stmt, held: held.filter(({ key }) => !own.has(key)) });
        }
        return this.#call(stmt.callee, stmt.args, held);
      case 'Go':
        this.#called(stmt.callee, stmt.args, [], true);
        return held;
      case 'Defer': {
        const operation = operationOf(stmt.callee);
        const lock = operation === null ? null : this.#lockOf(stmt.args[0], false);
        if (lock !== null) this.#deferred.add(lock.path);
        // Calls that are deferred later run earlier: what these release is still held.
        else
          this.#called(
            stmt.callee,
            stmt.args,
            held.filter(({ path }) => this.#deferred.has(path)),
          );
        return held;
      }
      default:
        return held;
    }
  }

  #call(callee: Callee, args: readonly Expr[], held: readonly Lock[]): State {
    const operation = operationOf(callee);
    if (operation === null) {
      this.#called(callee, args, held);
      return held;
    }
    const { does, shared } = operation;
    const lock = this.#lockOf(args[0], shared);
    if (lock === null) return held;
    if (does === 'release') return held.filter(({ path }) => path !== lock.path);
    // One that is only tried keeps no goroutine waiting, but may be held afterwards.
    if (does === 'take') {
      this.#into.taken.push(lock);
      addEdges(this.#into.edges, held, lock);
    }
    return [...held, lock];
  }

  #called(callee: Callee, args: readonly Expr[], held: readonly Lock[], starts = false): void {
    if (callee.kind === 'static') {
      const fn = functionOf(this.#program, callee.func);
      const places = new Map<number, string>();
      args.forEach((arg, i) => {
        const path = this.#paths.of(arg);
        const param = fn.params[i];
        if (path !== null && param !== undefined) places.set(param.id, pathKey(path));
      });
      this.#into.calls.push({ callee: callee.func.id, held, args: places, starts });
      // What a Once runs, it runs before the call comes back.
      if (callee.func.id === 'sync.(*Once).Do' && args[1]?.kind === 'LocalRef')
        this.#literal(args[1].local, held, false);
      return;
    }
    if (callee.kind === 'value' && callee.func.kind === 'LocalRef') this.#literal(callee.func.local, held, starts);
  }

  #literal(local: Local, held: readonly Lock[], starts: boolean): void {
    for (const ref of this.#literals.of(local) ?? []) {
      const fn = functionOf(this.#program, ref);
      const places = new Map<number, string>();
      for (const captured of fn.captures) {
        const outer = this.#fn.locals.find(({ obj }) => obj !== null && obj === captured.obj);
        if (outer !== undefined) places.set(captured.id, `${outer.id}`);
      }
      this.#into.calls.push({ callee: ref.id, held, args: places, starts });
    }
  }

  /** Null for locks of what the function has just made, and for those without a name. */
  #lockOf(recv: Expr | undefined, shared: boolean): Lock | null {
    if (recv === undefined) return null;
    const place =
      recv.kind === 'AddrOf' ? recv.place : recv.kind === 'LocalRef' ? this.#paths.placeOf(recv.local) : null;
    if (place === null) {
      const isGiven = recv.kind === 'LocalRef' && recv.local.role === 'param';
      return isGiven ? { key: given, name: '*sync.Mutex', path: `${recv.local.id}`, isGlobal: false, shared } : null;
    }
    if (place.kind === 'GlobalPlace') {
      const key = globalKey(place.global.id);
      return { key, name: place.global.obj.name, path: key, isGlobal: true, shared };
    }
    if (place.kind !== 'FieldPlace') return null;
    const path = this.#paths.of({ kind: 'AddrOf', place, type: place.type, span: place.span });
    if (path !== null && (this.#fresh.has(path.root) || under(path.root.type).kind === 'Struct')) return null;
    const key = fieldKey(place.base.type, place.index);
    return { key, name: nameOf(place), path: path === null ? null : pathKey(path), isGlobal: false, shared };
  }
}

const condLocks = new WeakMap<FlowProgram, ReadonlySet<string>>();

/** Locks of which the address is taken where condition variables are made: each may be the one of such a variable. */
function locksOfConds(program: FlowProgram): ReadonlySet<string> {
  let found = condLocks.get(program);
  if (found !== undefined) return found;
  const keys = new Set<string>();
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    let makes = false;
    const places: Place[] = [];
    walkBlock(fn.body, (stmt) => {
      makes ||= stmt.kind === 'Call' && stmt.callee.kind === 'static' && stmt.callee.func.id === 'sync.NewCond';
      makes ||= stmt.kind === 'Store' && stmt.place.kind === 'FieldPlace' && isCond(stmt.place.base.type);
      if (stmt.kind === 'Addr') places.push(stmt.place);
      walkStmtExprs(stmt, (e) => {
        if (e.kind === 'AddrOf') places.push(e.place);
      });
    });
    if (!makes) continue;
    for (const place of places) {
      if (place.kind === 'FieldPlace') keys.add(fieldKey(place.base.type, place.index));
      if (place.kind === 'GlobalPlace') keys.add(globalKey(place.global.id));
    }
  }
  condLocks.set(program, (found = keys));
  return found;
}

function isCond(type: Type): boolean {
  return typeString(type, (pkg) => pkg.path) === 'sync.Cond';
}

function nameOf({ base, index }: Extract<Place, { kind: 'FieldPlace' }>): string {
  const struct = under(base.type);
  const field = struct.kind === 'Struct' ? (struct.fields[index]?.name ?? '') : '';
  return `${typeString(base.type, () => '').replace(/^\./, '')}.${field}`;
}

function mayLock(body: Block): boolean {
  let found = false;
  walkBlock(body, ({ kind }) => {
    found ||= kind === 'Call' || kind === 'Defer' || kind === 'Go';
  });
  return found;
}

/** What is held on one way or another. */
function either(a: State, b: State): State {
  if (a === null || b === null) return a ?? b;
  return [...a, ...b.filter((one) => !a.some(({ path, key }) => path === one.path && key === one.key))];
}
