// Which lock guards a field or a variable: one that is held wherever the module uses it after its value has been published.
//
// A field that only constructors write, and functions on values that they have just made, is fixed. One that is written later and
// has no lock in common is open: others may change it at any time. Locks count where they lie in the same value as the field, or
// around it; those that callers hold count in functions that only the module calls.

import type { Block, Callee, Expr, Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { isExported, under } from '../types/index.ts';
import { callGraphOf, isModelled, localFunctions } from './call-graph.ts';
import { Paths, pathKey } from './paths.ts';
import { type FlowProgram, forgetFarFunctions, functionOf } from './program.ts';
import { targetsOf, walkBlock, walkStmtExprs } from './walk.ts';
import { fieldKey, globalKey } from './writes.ts';

export type Guard =
  /** Also what lies in it may be kept by a lock. */
  | { readonly kind: 'fixed'; readonly lock: string | null }
  /** Names of `writes.ts`: of the lock's own field or variable. */
  | { readonly kind: 'guarded'; readonly lock: string }
  | { readonly kind: 'open' };

/** A lock that is held: its name, and where it lies, as the function sees it. */
interface Held {
  readonly key: string;
  readonly path: string;
  readonly shared: boolean;
}

interface Access {
  readonly key: string;
  readonly path: string;
  readonly write: boolean;
  readonly held: readonly Held[];
}

interface CallSite {
  readonly callee: string;
  readonly held: readonly Held[];
  /** Where arguments, or captured variables, lie in the caller, by the id of the local that they become. */
  readonly args: ReadonlyMap<number, string>;
}

interface Summary {
  readonly fn: string;
  readonly accesses: readonly Access[];
  readonly calls: readonly CallSite[];
}

interface Analysis {
  readonly program: FlowProgram;
  readonly summaries: Summary[];
  /** Functions that others may call, from anywhere. */
  readonly open: Set<string>;
  /** Literals that run once, before goroutines that wait for that continue. */
  readonly once: Set<string>;
}

const known = new WeakMap<FlowProgram, ReadonlyMap<string, Guard>>();

/** The guards of all fields and variables that the module uses, by the names of `writes.ts`. */
export function guardsOf(program: FlowProgram): ReadonlyMap<string, Guard> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findGuards(program)));
  return found;
}

function findGuards(program: FlowProgram): ReadonlyMap<string, Guard> {
  const a: Analysis = { program, summaries: [], open: new Set(), once: new Set() };
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    if (fn.obj !== null && isExported(fn.obj.name)) a.open.add(id);
    if (fn.origin !== 'literal' && fn.origin !== 'declared') a.open.add(id);
    summarise(a, fn, fn.body);
    forgetFarFunctions(program);
  }
  const entries = entriesOf(a);
  const uses = new Map<string, { written: boolean; locks: Set<string> | null }>();
  for (const { fn, accesses } of a.summaries) {
    if (a.once.has(fn)) continue;
    for (const access of accesses) {
      const use = uses.get(access.key) ?? { written: false, locks: null };
      uses.set(access.key, use);
      use.written ||= access.write;
      const locks = [...access.held, ...(entries.get(fn) ?? [])].filter(
        (held) => guards(held, access.path) && !(access.write && held.shared),
      );
      const keys = new Set(locks.map(({ key }) => key));
      use.locks = use.locks === null ? keys : new Set([...use.locks].filter((key) => keys.has(key)));
    }
  }
  const found = new Map<string, Guard>();
  for (const [key, { written, locks }] of uses) {
    const lock = [...(locks ?? [])].sort()[0];
    if (!written) found.set(key, { kind: 'fixed', lock: lock ?? null });
    else found.set(key, lock === undefined ? { kind: 'open' } : { kind: 'guarded', lock });
  }
  return found;
}

/** A lock guards what lies in the same value as it does, or in one inside; a variable's guards all variables. */
function guards({ path }: Held, at: string): boolean {
  if (path.startsWith('global') || at.startsWith('global')) return path.startsWith('global') && at.startsWith('global');
  const around = path.slice(0, Math.max(path.lastIndexOf('.'), 0)) || path;
  return at === around || at.startsWith(`${around}.`);
}

/** The locks that are held whenever a function is called. */
function entriesOf(a: Analysis): ReadonlyMap<string, readonly Held[]> {
  const entries = new Map<string, readonly Held[]>();
  for (const id of a.open) entries.set(id, []);
  for (let more = true, turn = 0; more && turn < 8; turn++) {
    more = false;
    for (const { fn, calls } of a.summaries) {
      const own = entries.get(fn);
      // A function that nothing calls is called by others, if at all.
      if (own === undefined && turn === 0) continue;
      for (const site of calls) {
        if (a.open.has(site.callee)) continue;
        const given = [...site.held, ...(own ?? [])].flatMap((held) => moved(held, site.args));
        const before = entries.get(site.callee);
        const after = before === undefined ? given : before.filter((one) => given.some((other) => isSame(one, other)));
        if (before !== undefined && after.length === before.length) continue;
        entries.set(site.callee, after);
        more = true;
      }
    }
  }
  // What was still falling may have none.
  return entries;
}

function isSame(a: Held, b: Held): boolean {
  return a.key === b.key && a.path === b.path && a.shared === b.shared;
}

/** A lock as the called function sees it. */
function moved(held: Held, args: ReadonlyMap<number, string>): readonly Held[] {
  if (held.path.startsWith('global')) return [held];
  return [...args].flatMap(([local, path]) =>
    held.path === path || held.path.startsWith(`${path}.`)
      ? [{ ...held, path: `${local}${held.path.slice(path.length)}` }]
      : [],
  );
}

// ---------------------------------------------------------------------------------------------------------------
// One function

interface Walk {
  readonly a: Analysis;
  readonly fn: IrFunction;
  readonly paths: Paths;
  readonly fresh: ReadonlySet<Local>;
  readonly literals: ReturnType<typeof localFunctions>;
  readonly accesses: Access[];
  readonly calls: CallSite[];
  /** Locks that deferred calls release at the end. */
  readonly deferred: Set<string>;
  readonly breaks: Map<string, Held[][]>;
}

type State = readonly Held[] | null;

const lockOperation = /^sync\.\(\*(?:RW)?Mutex\)\.(R?Lock|R?Unlock|Try(?:R?Lock))$/;

function summarise(a: Analysis, fn: IrFunction, body: Block): void {
  const w: Walk = {
    a,
    fn,
    paths: new Paths(fn),
    fresh: freshPointers(fn),
    literals: localFunctions(fn),
    accesses: [],
    calls: [],
    deferred: new Set(),
    breaks: new Map(),
  };
  walk(w, body, []);
  a.summaries.push({ fn: fn.id, accesses: w.accesses, calls: w.calls });
}

/** Pointers to what the function makes itself: nothing else has it yet. */
export function freshPointers(fn: IrFunction): ReadonlySet<Local> {
  const made = new Map<Local, boolean>();
  const copies: [Local, Local][] = [];
  if (fn.body === null) return new Set();
  walkBlock(fn.body, (stmt) => {
    for (const local of targetsOf(stmt)) {
      const isCopy = (stmt.kind === 'Declare' || stmt.kind === 'Assign') && stmt.value.kind === 'LocalRef';
      if (isCopy && stmt.value.kind === 'LocalRef') copies.push([local, stmt.value.local]);
      else made.set(local, stmt.kind === 'New' && made.get(local) !== false);
    }
  });
  const fresh = new Set([...made].flatMap(([local, is]) => (is && !local.shared ? [local] : [])));
  const times = new Map<Local, number>();
  for (const [to] of copies) times.set(to, (times.get(to) ?? 0) + 1);
  for (const [to, from] of copies) {
    if (fresh.has(from) && times.get(to) === 1 && !made.has(to) && !to.shared && to.role !== 'param') fresh.add(to);
  }
  return fresh;
}

function walk(w: Walk, { list }: Block, from: State): State {
  let held = from;
  for (const stmt of list) {
    if (held === null) return null;
    held = step(w, stmt, held);
  }
  return held;
}

function both(a: State, b: State): State {
  if (a === null) return b;
  if (b === null) return a;
  return a.filter((one) => b.some((other) => isSame(one, other)));
}

function leave(w: Walk, label: string): State {
  const states = w.breaks.get(label) ?? [];
  w.breaks.delete(label);
  return states.reduce<State>((all, one) => both(all, one), null);
}

function step(w: Walk, stmt: Stmt, held: readonly Held[]): State {
  note(w, stmt, held);
  switch (stmt.kind) {
    case 'If':
      return both(walk(w, stmt.then, held), walk(w, stmt.otherwise, held));
    case 'Loop':
      walk(w, stmt.next, walk(w, stmt.body, held) ?? held);
      return leave(w, stmt.label);
    case 'Labelled':
      return both(walk(w, stmt.body, held), leave(w, stmt.label));
    case 'Select': {
      const ends = stmt.cases.map(({ body }) => walk(w, body, held));
      if (stmt.otherwise !== null) ends.push(walk(w, stmt.otherwise, held));
      return ends.reduce<State>((all, one) => both(all, one), null);
    }
    case 'Break': {
      const states = w.breaks.get(stmt.label) ?? [];
      states.push([...held]);
      w.breaks.set(stmt.label, states);
      return null;
    }
    case 'Continue':
    case 'Return':
    case 'Panic':
      return null;
    case 'Call':
      return afterCall(w, stmt.callee, stmt.args, held);
    default:
      return held;
  }
}

function afterCall(w: Walk, callee: Callee, args: readonly Expr[], held: readonly Held[]): State {
  if (callee.kind !== 'static') return held;
  const operation = lockOperation.exec(callee.func.id)?.[1];
  const lock = operation === undefined ? null : lockOf(w, args[0]);
  if (operation === undefined || lock === null) return held;
  const shared = operation.includes('R');
  if (operation.endsWith('nlock')) return held.filter(({ path }) => path !== lock.path);
  // Whether it was free is asked later: what is done in between is taken to be done without it.
  if (operation.startsWith('Try')) return held;
  return [...held, { ...lock, shared }];
}

function lockOf(w: Walk, recv: Expr | undefined): Omit<Held, 'shared'> | null {
  const place = recv === undefined ? null : placeOf(w, recv);
  if (place === null) return null;
  const path = pathOf(w, place);
  if (path === null) return null;
  if (place.kind === 'GlobalPlace') return { key: globalKey(place.global.id), path };
  return place.kind === 'FieldPlace' ? { key: fieldKey(place.base.type, place.index), path } : null;
}

/** Where the lock lies that an expression leads to. */
function placeOf(w: Walk, e: Expr): Place | null {
  if (e.kind === 'AddrOf') return e.place;
  return e.kind === 'LocalRef' ? w.paths.placeOf(e.local) : null;
}

function pathOf(w: Walk, place: Place): string | null {
  if (place.kind === 'GlobalPlace') return `global ${place.global.id}`;
  const path = w.paths.of({ kind: 'AddrOf', place, type: place.type, span: place.span });
  return path === null ? null : pathKey(path);
}

function note(w: Walk, stmt: Stmt, held: readonly Held[]): void {
  walkStmtExprs(stmt, (e) => {
    if (e.kind === 'FuncRef') w.a.open.add(e.func.id);
    // Code that has the address of plain data may write it.
    if (e.kind === 'AddrOf') access(w, e.place, isPlain(e.place), held);
  });
  switch (stmt.kind) {
    case 'Load':
      access(w, stmt.place, false, held);
      return;
    case 'Store':
      access(w, stmt.place, true, held);
      if (stmt.place.kind === 'Deref') whole(w, stmt.place, held);
      return;
    case 'Addr':
      access(w, stmt.place, isPlain(stmt.place), held);
      return;
    case 'Closure':
      if (!isCalledHere(w, stmt.target)) w.a.open.add(stmt.func.id);
      return;
    case 'Call':
      called(w, stmt.callee, stmt.args, held);
      return;
    case 'Defer': {
      const operation = stmt.callee.kind === 'static' ? lockOperation.exec(stmt.callee.func.id)?.[1] : undefined;
      const lock = operation === undefined ? null : lockOf(w, stmt.args[0]);
      if (lock !== null) w.deferred.add(lock.path);
      // Calls that are deferred later run earlier: what these release is still held.
      else
        called(
          w,
          stmt.callee,
          stmt.args,
          held.filter(({ path }) => w.deferred.has(path)),
        );
      return;
    }
    case 'Go':
      called(w, stmt.callee, stmt.args, []);
      return;
    default:
      return;
  }
}

/** Whether a literal is only called, deferred or started where it is made. */
function isCalledHere(w: Walk, target: Local): boolean {
  let uses = 0;
  let calls = 0;
  if (w.fn.body === null || target.shared) return false;
  walkBlock(w.fn.body, (stmt) => {
    walkStmtExprs(stmt, (e) => {
      if (e.kind === 'LocalRef' && e.local === target) uses++;
    });
    const isCall = stmt.kind === 'Call' || stmt.kind === 'Defer' || stmt.kind === 'Go';
    if (!isCall) return;
    if (stmt.callee.kind === 'value' && stmt.callee.func.kind === 'LocalRef' && stmt.callee.func.local === target)
      calls++;
    const runsOnce = stmt.callee.kind === 'static' && stmt.callee.func.id === 'sync.(*Once).Do';
    if (runsOnce && stmt.args.some((arg) => arg.kind === 'LocalRef' && arg.local === target)) {
      for (const { id } of w.literals.of(target) ?? []) w.a.once.add(id);
    }
  });
  return uses === calls;
}

function called(w: Walk, callee: Callee, args: readonly Expr[], held: readonly Held[]): void {
  if (callee.kind === 'static') {
    const fn = functionOf(w.a.program, callee.func);
    const given = new Map<number, string>();
    args.forEach((arg, i) => {
      const path = w.paths.of(arg);
      const param = fn.params[i];
      if (path !== null && param !== undefined) given.set(param.id, pathKey(path));
    });
    w.calls.push({ callee: callee.func.id, held, args: given });
    return;
  }
  if (callee.kind !== 'value' || callee.func.kind !== 'LocalRef') return;
  for (const ref of w.literals.of(callee.func.local) ?? []) {
    const fn = functionOf(w.a.program, ref);
    const given = new Map<number, string>();
    for (const local of fn.captures) {
      const outer = w.fn.locals.find(({ obj }) => obj !== null && obj === local.obj);
      if (outer !== undefined) given.set(local.id, `${outer.id}`);
    }
    w.calls.push({ callee: ref.id, held, args: given });
  }
}

function isPlain({ type }: Place): boolean {
  const { kind } = under(type);
  return kind !== 'Struct' && kind !== 'Array';
}

/** All fields are written. */
function whole(w: Walk, place: Extract<Place, { kind: 'Deref' }>, held: readonly Held[]): void {
  const struct = under(place.type);
  if (struct.kind !== 'Struct') return;
  struct.fields.forEach((_, index) => {
    access(w, { kind: 'FieldPlace', base: place, index, type: place.type, span: place.span }, true, held);
  });
}

function access(w: Walk, place: Place, write: boolean, held: readonly Held[]): void {
  switch (place.kind) {
    case 'GlobalPlace':
      // What runs before main starts is done before others begin.
      if (w.fn.origin === 'init') return;
      w.accesses.push({ key: globalKey(place.global.id), path: 'global', write, held });
      return;
    case 'FieldPlace': {
      const path = pathOf(w, place.base);
      const root = rootOf(w, place.base);
      if (root !== null && w.fresh.has(root)) return;
      w.accesses.push({ key: fieldKey(place.base.type, place.index), path: path ?? '?', write, held });
      // Of a struct in a struct the inner field is meant.
      if (place.base.kind === 'FieldPlace') access(w, place.base, false, held);
      return;
    }
    default:
      return;
  }
}

function rootOf(w: Walk, place: Place): Local | null {
  return w.paths.of({ kind: 'AddrOf', place, type: place.type, span: place.span })?.root ?? null;
}
