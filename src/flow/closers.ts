// Channels in fields and variables that are closed at most once, regardless of callers: because of a Once, of a compare-and-swap, or of a flag.
//
// A close is safe if one of these stands at every close of the field:
//
//   x.once.Do(func() { close(x.c) })                                      the same Once
//   if x.flag.CompareAndSwap(false, true) { close(x.c) }                  the same flag, which nothing resets
//   x.mu.Lock(); if !x.closed { x.closed = true; close(x.c) }             the same flag, which mu guards and nothing resets
//   x.mu.Lock(); if x.c != nil { close(x.c); x.c = nil }                  the channel itself, which mu guards
//   x.mu.Lock(); select { case <-x.c: default: close(x.c) }               the same, asked by itself
//
// The flag is tested and set, and the channel replaced, between taking the lock and giving it away.
//
// A channel that is taken out of a map or slice, or loaded from a sync.Map, may be closed already, unless it is removed there before the lock is
// given away: `close(s.subs[k]); delete(s.subs, k)`, `for _, c := range s.subs { close(c) }; s.subs = nil`.
//
// A send on such a channel finds it open if it asks, under the same lock, for what every close leaves behind: `if !x.closed { x.c <- v }`,
// `if x.c != nil { x.c <- v }`.

import type { Block, Expr, Function as IrFunction, Local, Place, Stmt } from '../ir/ir.ts';
import { boolVal, isExported, under } from '../types/index.ts';
import { callGraphOf, isModelled } from './call-graph.ts';
import { elementSources } from './elements.ts';
import { guardsOf } from './guards.ts';
import { Paths, pathKey } from './paths.ts';
import { type FlowProgram, forgetFarFunctions, functionOf } from './program.ts';
import { walkBlock } from './walk.ts';
import { fieldKey, globalKey } from './writes.ts';

export interface Closing {
  /** Whether it is closed at most once, however often its closers are called. */
  readonly once: boolean;
  /** The sends in the module that find it open, by position. */
  readonly open: ReadonlySet<number>;
}

const known = new WeakMap<FlowProgram, ReadonlyMap<string, Closing>>();

/** The fields and variables of which the module closes the channel, by the names of `writes.ts`. */
export function closingsOf(program: FlowProgram): ReadonlyMap<string, Closing> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findClosings(program)));
  return found;
}

/** The name of a field or variable that others cannot name; null for other places. */
export function ownName(place: Place): string | null {
  if (place.kind === 'GlobalPlace') return isExported(place.global.obj.name) ? null : globalKey(place.global.id);
  if (place.kind !== 'FieldPlace') return null;
  const struct = under(place.base.type);
  const field = struct.kind === 'Struct' ? struct.fields[place.index] : undefined;
  return field === undefined || isExported(field.name) ? null : fieldKey(place.base.type, place.index);
}

/** The name of the elements of a container that others cannot name. */
export function elementsName(container: Place): string | null {
  const name = ownName(container);
  return name === null ? null : `${name}${elements}`;
}

const elements = '[]';

/** What keeps a close from happening again; there is one object for each kind and field or variable. */
interface Barrier {
  /** A Once that runs it, a compare-and-swap of a flag, a flag that a lock guards, the channel that is replaced, or asked by a select. */
  readonly kind: 'once' | 'swap' | 'flag' | 'itself' | 'asked';
  /** The field or variable. */
  readonly name: string;
}

/** One close, and all that keeps it from happening again. */
interface Site {
  readonly key: string;
  readonly by: ReadonlySet<Barrier>;
}

/** A send, with what it has found unset on the way. */
interface Sending {
  readonly key: string;
  readonly pos: number;
  readonly by: ReadonlySet<Barrier>;
}

interface Search {
  readonly program: FlowProgram;
  readonly sites: Site[];
  readonly sends: Sending[];
  readonly barriers: Map<string, Barrier>;
  /** Flags that something resets after it was set. */
  readonly reset: Set<Barrier>;
}

function barrier(s: Search, kind: Barrier['kind'], name: string): Barrier {
  const key = `${kind} ${name}`;
  let known = s.barriers.get(key);
  if (known === undefined) s.barriers.set(key, (known = { kind, name }));
  return known;
}

function findClosings(program: FlowProgram): ReadonlyMap<string, Closing> {
  const s: Search = { program, sites: [], sends: [], barriers: new Map(), reset: new Set() };
  const runOnce = new Map<string, Barrier>();
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    onceLiterals(s, fn, fn.body, runOnce);
  }
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    new Walk(s, fn, runOnce.get(id) ?? null).run(fn.body);
    forgetFarFunctions(program);
  }
  const found = new Map<string, Closing>();
  for (const { key } of s.sites) {
    const own = s.sites.filter((site) => site.key === key);
    const common = [...(own[0]?.by ?? [])].filter((by) => own.every((site) => site.by.has(by)) && !s.reset.has(by));
    const open = s.sends.flatMap(({ key: sent, pos, by }) =>
      sent === key && common.some((one) => by.has(one)) ? [pos] : [],
    );
    found.set(key, { once: common.length > 0, open: new Set(open) });
  }
  return found;
}

/** Literals that a Once runs, with the Once. */
function onceLiterals(s: Search, fn: IrFunction, body: Block, found: Map<string, Barrier>): void {
  const literals = new Map<Local, string>();
  const paths = new Paths(fn);
  walkBlock(body, (stmt) => {
    if (stmt.kind === 'Closure') literals.set(stmt.target, stmt.func.id);
    if (stmt.kind !== 'Call' || stmt.callee.kind !== 'static' || stmt.callee.func.id !== 'sync.(*Once).Do') return;
    const [once, func] = stmt.args;
    const literal =
      func?.kind === 'LocalRef' ? literals.get(func.local) : func?.kind === 'FuncRef' ? func.func.id : null;
    const place = once?.kind === 'AddrOf' ? once.place : once?.kind === 'LocalRef' ? paths.placeOf(once.local) : null;
    const name = place === null || place === undefined ? null : nameOf(place);
    if (literal !== null && literal !== undefined && name !== null) found.set(literal, barrier(s, 'once', name));
  });
}

function nameOf(place: Place): string | null {
  if (place.kind === 'GlobalPlace') return globalKey(place.global.id);
  return place.kind === 'FieldPlace' ? fieldKey(place.base.type, place.index) : null;
}

const setsFlag = /^sync\/atomic\.(\(\*\w+\)\.CompareAndSwap|CompareAndSwap\w+|\(\*\w+\)\.Swap|Swap\w+)$/;
const storesFlag = /^sync\/atomic\.(\(\*\w+\)\.Store|Store\w+|\(\*\w+\)\.Add|Add\w+)$/;
const releases = /^sync\.\(\*(?:RW)?Mutex\)\.R?Unlock$/;

const removes: ReadonlySet<string> = new Set(['delete', 'clear']);

type Fact = 'true' | 'false' | 'nil' | 'set' | 'new';

/** What is known between two operations on locks. */
interface State {
  readonly facts: ReadonlyMap<string, Fact>;
  /** Flags that were found unset since then. */
  readonly unset: ReadonlySet<string>;
  readonly pending: readonly Pending[];
}

interface Pending {
  readonly key: string;
  readonly path: string;
  readonly unset: ReadonlySet<string>;
  readonly by: ReadonlySet<Barrier>;
  /** It was taken out of this field or variable. */
  readonly container: string | null;
}

const nothing: State = { facts: new Map(), unset: new Set(), pending: [] };

class Walk {
  readonly #s: Search;
  readonly #fn: IrFunction;
  readonly #paths: Paths;
  readonly #once: Barrier | null;
  /** What temporaries were read from. */
  readonly #read = new Map<Local, Place>();
  /** Results of a compare-and-swap that sets a flag, by the flag. */
  readonly #swapped = new Map<Local, { readonly flag: Barrier; readonly then: boolean }>();
  /** Flags of which a compare-and-swap has succeeded on the way here, and channels that were asked and are not closed. */
  #won: readonly Barrier[] = [];
  readonly #breaks = new Map<string, State[]>();

  constructor(s: Search, fn: IrFunction, once: Barrier | null) {
    this.#s = s;
    this.#fn = fn;
    this.#paths = new Paths(fn);
    this.#once = once;
  }

  run(body: Block): void {
    const end = this.#block(body, nothing);
    if (end !== null) this.#settle(end);
  }

  #block({ list }: Block, from: State): State | null {
    let state: State | null = from;
    for (const stmt of list) {
      if (state === null) return null;
      state = this.#step(stmt, state);
    }
    return state;
  }

  /** A lock is given away, or the function ends: what was closed has to be marked by now. */
  #settle({ facts, pending }: State): void {
    for (const { key, path, unset, by } of pending) {
      const all = new Set(by);
      for (const flag of unset) if (facts.get(flag) === 'true') all.add(this.#barrierAt('flag', flag));
      const own = facts.get(path);
      if ((own === 'nil' || own === 'new') && this.#isGuarded(key)) all.add(barrier(this.#s, 'itself', key));
      this.#s.sites.push({ key, by: new Set([...all].filter((one) => this.#counts(one))) });
    }
  }

  readonly #names = new Map<string, string>();

  #barrierAt(kind: Barrier['kind'], path: string): Barrier {
    return barrier(this.#s, kind, this.#names.get(path) ?? '');
  }

  /** A flag that no lock guards keeps no other goroutine away. */
  #counts({ kind, name }: Barrier): boolean {
    return name !== '' && (kind !== 'flag' || this.#isGuarded(name));
  }

  /** Whether a lock is held wherever a container is used. */
  #isKept(name: string): boolean {
    const guard = guardsOf(this.#s.program).get(name);
    return guard?.kind === 'guarded' || (guard?.kind === 'fixed' && guard.lock !== null);
  }

  #isGuarded(name: string): boolean {
    return guardsOf(this.#s.program).get(name)?.kind === 'guarded';
  }

  #path(place: Place): string | null {
    const name = nameOf(place);
    if (name === null) return null;
    const found =
      place.kind === 'GlobalPlace'
        ? `global ${place.global.id}`
        : this.#paths.of({ kind: 'AddrOf', place, type: place.type, span: place.span });
    const path = found === null ? null : typeof found === 'string' ? found : pathKey(found);
    if (path !== null) this.#names.set(path, name);
    return path;
  }

  /** `copied`: also of a variable that holds what once stood there. */
  #pathOf(e: Expr, copied = false): { readonly path: string; readonly place: Place } | null {
    if (e.kind !== 'LocalRef') return null;
    const place = this.#read.get(e.local) ?? (copied ? this.#paths.sourceOf(e.local) : this.#paths.placeOf(e.local));
    const path = place === null || place === undefined ? null : this.#path(place);
    return path === null || !place ? null : { path, place };
  }

  #step(stmt: Stmt, state: State): State | null {
    switch (stmt.kind) {
      case 'If': {
        const won = this.#wonBy(stmt.cond);
        const before = this.#won;
        if (won?.then === true) this.#won = [...before, won.flag];
        const then = this.#block(stmt.then, this.#assume(state, stmt.cond, true));
        this.#won = won !== null && !won.then ? [...before, won.flag] : before;
        const otherwise = this.#block(stmt.otherwise, this.#assume(state, stmt.cond, false));
        // Behind `if !swap { return }` it has succeeded.
        const stays = won !== null && ((won.then && otherwise === null) || (!won.then && then === null));
        this.#won = stays ? [...before, won.flag] : before;
        return joined(then, otherwise);
      }
      case 'Loop': {
        let inside: readonly Pending[] = [];
        const end = this.#block(stmt.body, { ...nothing, pending: [] });
        if (end !== null) {
          const next = this.#block(stmt.next, end);
          // What a loop has closed of a container, it may remove from there afterwards.
          if (next !== null) {
            this.#settle({ ...next, pending: next.pending.filter(({ container }) => container === null) });
            inside = next.pending.filter(({ container }) => container !== null);
          }
        }
        const out = this.#left(stmt.label);
        return out === null ? null : joined(out, { ...nothing, pending: [...state.pending, ...inside] });
      }
      case 'Labelled':
        return joined(this.#block(stmt.body, state), this.#left(stmt.label));
      case 'Break': {
        const list = this.#breaks.get(stmt.label) ?? [];
        list.push(state);
        this.#breaks.set(stmt.label, list);
        return null;
      }
      case 'Continue':
      case 'Return':
      case 'Panic':
        this.#settle(state);
        return null;
      case 'Select':
        return this.#select(stmt, state);
      case 'Load':
        this.#read.set(stmt.target, stmt.place);
        return state;
      case 'Store':
        return this.#store(stmt, state);
      case 'Close':
        return this.#close(stmt.chan, state);
      case 'Send':
        this.#send(stmt.chan, stmt.span.pos, state);
        return state;
      case 'Call':
        return this.#call(stmt, state);
      case 'Defer':
        if (stmt.callee.kind === 'builtin' && stmt.callee.name === 'close' && stmt.args[0] !== undefined)
          return this.#close(stmt.args[0], state);
        return state;
      default:
        return state;
    }
  }

  #left(label: string): State | null {
    const states = this.#breaks.get(label) ?? [];
    this.#breaks.delete(label);
    return states.reduce<State | null>((all, one) => joined(all, one), null);
  }

  #select(stmt: Extract<Stmt, { kind: 'Select' }>, state: State): State | null {
    const asked = stmt.cases.flatMap(({ comm }) => {
      const at = comm.kind === 'recv' ? this.#pathOf(comm.chan) : null;
      return at === null ? [] : [at.path];
    });
    for (const { comm } of stmt.cases) if (comm.kind === 'send') this.#send(comm.chan, stmt.span.pos, state);
    const ends = stmt.cases.map(({ body }) => this.#block(body, state));
    if (stmt.otherwise !== null) {
      const before = this.#won;
      this.#won = [...before, ...asked.map((path) => this.#barrierAt('asked', path))];
      ends.push(this.#block(stmt.otherwise, state));
      this.#won = before;
    }
    return ends.reduce<State | null>((all, one) => joined(all, one), null);
  }

  #assume(state: State, cond: Expr, holds: boolean): State {
    if (cond.kind === 'Unary' && cond.op === '!') return this.#assume(state, cond.x, !holds);
    if (cond.kind === 'Binary' && (cond.op === '&&' ? holds : cond.op === '||' && !holds))
      return this.#assume(this.#assume(state, cond.x, holds), cond.y, holds);
    if (cond.kind === 'Binary' && (cond.op === '==' || cond.op === '!=') && cond.y.kind === 'Zero') {
      const compared = this.#pathOf(cond.x);
      const fact = (cond.op === '==') === holds ? 'nil' : 'set';
      return compared === null ? state : { ...state, facts: new Map(state.facts).set(compared.path, fact) };
    }
    const at = this.#pathOf(cond);
    if (at === null) return state;
    const facts = new Map(state.facts).set(at.path, holds ? 'true' : 'false');
    return { ...state, facts, unset: holds ? state.unset : new Set([...state.unset, at.path]) };
  }

  #store(stmt: Extract<Stmt, { kind: 'Store' }>, state: State): State {
    const path = this.#path(stmt.place);
    const name = nameOf(stmt.place);
    const { value } = stmt;
    const isConst = value.kind === 'Const' && under(value.type).kind === 'Basic';
    const isTrue = isConst && (under(value.type) as { name?: string }).name === 'bool' && boolVal(value.value);
    const isFresh = this.#isOwn(stmt.place);
    if (name !== null && !isTrue && !isFresh) this.#s.reset.add(barrier(this.#s, 'flag', name));
    if (path === null) return state;
    const removed = this.#removed(state, path);
    const facts = new Map(state.facts);
    if (isTrue) facts.set(path, 'true');
    else if (value.kind === 'Zero') facts.set(path, 'nil');
    else if (under(value.type).kind === 'Chan') facts.set(path, 'new');
    else facts.delete(path);
    return { ...removed, facts };
  }

  /** What a container held is no longer there. */
  #removed(state: State, path: string): State {
    const pending = state.pending.map((one): Pending => {
      if (one.path !== path || one.container === null || !this.#isKept(one.container)) return one;
      return { ...one, by: new Set([...one.by, barrier(this.#s, 'itself', one.container)]) };
    });
    return { ...state, pending };
  }

  /** Whether a value lies in what the function has just made. */
  #isOwn(place: Place): boolean {
    if (place.kind === 'GlobalPlace') return this.#fn.origin === 'init';
    if (place.kind !== 'FieldPlace') return false;
    const path = this.#paths.of({ kind: 'AddrOf', place: place.base, type: place.base.type, span: place.span });
    return path !== null && path.root.role === 'temp';
  }

  #close(chan: Expr, state: State): State {
    const container = chan.kind === 'LocalRef' ? elementSources(this.#fn).get(chan.local) : undefined;
    if (container !== undefined) return this.#closeElement(container, state);
    const at = this.#pathOf(chan, true);
    const key = at === null ? null : ownName(at.place);
    if (at === null || key === null) return state;
    // What others close meanwhile is noticed only where a lock keeps them away.
    const by = new Set(this.#won.filter(({ kind }) => kind !== 'asked' || this.#isLocked(key)));
    if (this.#once !== null) by.add(this.#once);
    return { ...state, pending: [...state.pending, { key, path: at.path, unset: state.unset, by, container: null }] };
  }

  #closeElement(place: Place, state: State): State {
    const container = ownName(place);
    const key = elementsName(place);
    const path = this.#path(place);
    if (container === null || key === null || path === null) return state;
    const by = new Set(this.#once === null ? [] : [this.#once]);
    return { ...state, pending: [...state.pending, { key, path, unset: state.unset, by, container }] };
  }

  #send(chan: Expr, pos: number, { facts, unset }: State): void {
    const at = this.#pathOf(chan, true);
    const key = at === null ? null : ownName(at.place);
    if (at === null || key === null) return;
    const by = [...unset].map((flag) => this.#barrierAt('flag', flag));
    if (facts.get(at.path) === 'set' || facts.get(at.path) === 'new') by.push(barrier(this.#s, 'itself', key));
    this.#s.sends.push({ key, pos, by: new Set(by.filter(({ name }) => this.#isGuarded(name))) });
  }

  /** Whether all uses of a channel's field are under one lock, or some lock is held where it is asked. */
  #isLocked(key: string): boolean {
    return this.#isGuarded(key) || this.#locks;
  }

  #locks = false;

  #call(stmt: Extract<Stmt, { kind: 'Call' }>, state: State): State {
    const { callee } = stmt;
    if (callee.kind === 'builtin' && callee.name === 'close' && stmt.args[0] !== undefined)
      return this.#close(stmt.args[0], state);
    if (callee.kind === 'builtin' && removes.has(callee.name) && stmt.args[0] !== undefined) {
      const at = this.#pathOf(stmt.args[0]);
      return at === null ? state : this.#removed(state, at.path);
    }
    if (callee.kind !== 'static') return state;
    const { id } = callee.func;
    const at = stmt.args[0];
    const place = at?.kind === 'AddrOf' ? at.place : at?.kind === 'LocalRef' ? this.#paths.placeOf(at.local) : null;
    const flag = place === null || place === undefined ? null : nameOf(place);
    if (flag !== null && setsFlag.test(id)) {
      const [target] = stmt.targets;
      // A swap gives what was there before.
      const then = /CompareAndSwap/.test(id);
      if (target !== null && target !== undefined && isSetting(stmt.args, then))
        this.#swapped.set(target, { flag: barrier(this.#s, 'swap', flag), then });
      else this.#s.reset.add(barrier(this.#s, 'swap', flag));
    } else if (flag !== null && storesFlag.test(id)) {
      const value = stmt.args[1];
      if (!(value?.kind === 'Const' && isSet(value))) this.#s.reset.add(barrier(this.#s, 'swap', flag));
    }
    if (/^sync\.\(\*(?:RW)?Mutex\)\.Lock$/.test(id)) {
      this.#locks = true;
      return { ...nothing, pending: state.pending };
    }
    if (releases.test(id)) {
      this.#settle(state);
      this.#locks = false;
      return nothing;
    }
    return state;
  }

  /** The flag that a condition says was set by this goroutine, and in which branch. */
  #wonBy(cond: Expr): { readonly flag: Barrier; readonly then: boolean } | null {
    if (cond.kind === 'Unary' && cond.op === '!') {
      const inner = this.#wonBy(cond.x);
      return inner === null ? null : { ...inner, then: !inner.then };
    }
    return cond.kind === 'LocalRef' ? (this.#swapped.get(cond.local) ?? null) : null;
  }
}

/** Whether the arguments behind the address are `false, true`, or `0, 1`; of a plain swap, whether it sets the flag. */
function isSetting(args: readonly Expr[], compares: boolean): boolean {
  const [, before, after] = args;
  if (!compares) return before?.kind === 'Const' && isSet(before);
  return before?.kind === 'Const' && after?.kind === 'Const' && !isSet(before) && isSet(after);
}

function isSet(e: Extract<Expr, { kind: 'Const' }>): boolean {
  const type = under(e.type);
  if (type.kind === 'Basic' && (type.name === 'bool' || type.name === 'untyped bool')) return boolVal(e.value);
  return String(e.value) !== '0';
}

function joined(a: State | null, b: State | null): State | null {
  if (a === null) return b;
  if (b === null) return a;
  const facts = new Map([...a.facts].filter(([path, fact]) => b.facts.get(path) === fact));
  const unset = new Set([...a.unset].filter((path) => b.unset.has(path)));
  const pending = [...a.pending, ...b.pending.filter((one) => !a.pending.includes(one))];
  return { facts, unset, pending };
}
