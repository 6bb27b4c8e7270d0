// Operations that can never be completed, regardless of what is called in which order.
//
// The least fixpoint of what can happen at all: a statement can be reached if every operation on some way to it can be
// completed, a receive can be completed if a send on the same channel or a close of it can be reached, the end of a range if a
// close can, and so on. Which channels are the same is known from above (shared-objects.ts), code out of sight may do whatever it can, and any
// order of calls counts: so what stays impossible is so in every run, but for the end of the process.
//
// With full buffers it is asked instead what an operation needs that finds a kept channel full, or a condition variable without a signal:
// something that can be reached without the same operation. In `s.sem <- v; f(); <-s.sem` the receive cannot, so that a sender has to wait
// for one that is past its own send; no other code can help it. Nor can code that first takes a lock which the waiting goroutine holds.

import type { Span } from '../base/source.ts';
import type {
  Block,
  CallInstr,
  DeferInstr,
  Expr,
  GoInstr,
  Function as IrFunction,
  Local,
  SelectComm,
  SelectStmt,
  Stmt,
} from '../ir/ir.ts';
import { sign } from '../types/index.ts';
import { callGraphOf } from './call-graph.ts';
import { waitsUnderLocks } from './lock-order.ts';
import { neverReturns } from './never-returns.ts';
import { Paths } from './paths.ts';
import { type FlowProgram, functionOf } from './program.ts';
import {
  condMethod,
  functionsInSight,
  type Group,
  isInSight,
  type SharedObjects,
  sharedObjects,
  startedLiterals,
  waitGroupMethod,
} from './shared-objects.ts';
import { targetsOf, walkBlock, walkStmtExprs } from './walk.ts';
import { fieldKey, globalKey } from './writes.ts';

/** An operation that can be reached and never be completed. */
export interface Stuck {
  /** `case`: one of a select that waits, and goes on by others. */
  readonly kind: 'receive' | 'send' | 'select' | 'case' | 'wait';
  readonly fn: IrFunction;
  readonly span: Span;
  /** Where its channel is made, or its WaitGroup's counter raised. */
  readonly origins: readonly Span[];
}

/** What is known to be possible, for the channels or WaitGroups of one group. */
interface Possible {
  send: boolean;
  receive: boolean;
  close: boolean;
  add: boolean;
  done: boolean;
  signal: boolean;
  /** Made with room for values. */
  buffered: boolean;
  readonly made: Set<Span>;
  readonly added: Set<Span>;
}

interface State {
  readonly program: FlowProgram;
  readonly shared: SharedObjects;
  /** Whether kept channels are full. */
  readonly full: boolean;
  /** Locks that are held forever, by `writes.ts`. */
  readonly locked: ReadonlySet<string>;
  readonly possible: Map<Group, Possible>;
  readonly reached: Set<string>;
  readonly returns: Set<string>;
  /** Functions that run where panics are recovered: what they have deferred runs on the way out. */
  readonly recovered: ReadonlySet<string>;
  /** Functions to be walked through again, and those to be walked through when a group's possibilities or a function's return change. */
  readonly open: Set<string>;
  readonly asking: Map<Group | string, Set<string>>;
}

const known = new WeakMap<FlowProgram, ReadonlySet<number>>();

/** Where operations stand that nothing else in the module, and no caller, can complete once buffers are full: positions. */
export function lonelyOperations(program: FlowProgram): ReadonlySet<number> {
  let found = known.get(program);
  if (found === undefined) {
    const stuck = stuckOperations(program, sharedObjects(program), true).filter(({ kind }) => kind !== 'case');
    known.set(program, (found = new Set([...stuck.map(({ span }) => span.pos), ...behindLocks(program)])));
  }
  return found;
}

/** So many sets of locks are told apart; waits under others count as ones that nothing completes. */
const mostSets = 16;

/** Where operations wait with locks held that everything which could complete them needs first. */
function behindLocks(program: FlowProgram): readonly number[] {
  const shared = sharedObjects(program);
  const states = new Map<string, State | null>();
  return waitsUnderLocks(program).flatMap(({ fn, stmt, locks }) => {
    if (!isInSight(program, fn) || !waitsForModule(shared, stmt)) return [];
    const key = [...locks].sort().join(' ');
    let state = states.get(key);
    if (state === undefined) {
      state = states.size < mostSets ? searched(program, shared, true, locks) : null;
      states.set(key, state);
    }
    return state !== null && new Walk(state, fn, null).completes(stmt) ? [] : [stmt.span.pos];
  });
}

/** Whether only the module uses what a statement waits for, and other calls may. */
function waitsForModule(shared: SharedObjects, stmt: Stmt): boolean {
  return waitedFor(stmt).every((object) => {
    const group = shared.of(object);
    const others = group === null ? null : shared.others(group);
    return group !== null && others !== null && shared.isKept(group) && !others.give && !others.receive;
  });
}

function waitedFor(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'Send':
    case 'Recv':
      return [stmt.chan];
    case 'Select':
      return stmt.cases.map(({ comm }) => comm.chan);
    case 'Call':
      return stmt.args.slice(0, 1);
    default:
      return [];
  }
}

export function stuckOperations(program: FlowProgram, shared: SharedObjects, full = false): readonly Stuck[] {
  const s = searched(program, shared, full, new Set());
  const stuck: Stuck[] = [];
  for (const fn of functionsInSight(program)) if (s.reached.has(fn.id)) new Walk(s, fn, stuck).run();
  return stuck;
}

/** What is possible at all, while some goroutine holds these locks forever. */
function searched(program: FlowProgram, shared: SharedObjects, full: boolean, locked: ReadonlySet<string>): State {
  const all = functionsInSight(program);
  const functions = new Map(all.map((fn) => [fn.id, fn]));
  const s: State = {
    program,
    shared,
    full,
    locked,
    possible: new Map(),
    reached: new Set(shared.entries),
    returns: new Set(),
    recovered: belowRecover(program, all),
    open: new Set(shared.entries),
    asking: new Map(),
  };
  for (const fn of all) findMakers(s, fn);
  // A set gives what is added while it is gone through, also what was in it before.
  for (const id of s.open) {
    s.open.delete(id);
    const fn = functions.get(id);
    if (fn !== undefined) new Walk(s, fn, null).run();
  }
  return s;
}

/** Something became possible: functions that asked for it are asked again. */
function changed(s: State, what: Group | string): void {
  for (const id of s.asking.get(what) ?? []) s.open.add(id);
}

function asks(s: State, id: string, what: Group | string): void {
  let found = s.asking.get(what);
  if (found === undefined) s.asking.set(what, (found = new Set()));
  found.add(id);
}

/** Where channels are made counts wherever it stands. */
function findMakers(s: State, { body }: IrFunction): void {
  if (body === null) return;
  walkBlock(body, (stmt) => {
    if (stmt.kind !== 'MakeChan') return;
    const { target, span, cap } = stmt;
    const group = s.shared.of({ kind: 'LocalRef', local: target, type: target.type, span });
    if (group === null) return;
    const possible = possibleIn(s, group);
    possible.made.add(span);
    if (cap !== null && !isZero(cap)) possible.buffered = true;
  });
}

function possibleIn(s: State, group: Group): Possible {
  let found = s.possible.get(group);
  if (found === undefined) {
    found = {
      send: false,
      receive: false,
      close: false,
      add: false,
      done: false,
      signal: false,
      buffered: false,
      made: new Set(),
      added: new Set(),
    };
    s.possible.set(group, found);
  }
  return found;
}

/** Functions that recover, and all that they may have called; what is only ever started by go statements unwinds by itself. */
function belowRecover(program: FlowProgram, functions: readonly IrFunction[]): ReadonlySet<string> {
  const found = new Set<string>();
  const { callees, callers } = callGraphOf(program);
  const started = startedOnly(functions);
  for (const { id, body } of functions) {
    let recovers = false;
    if (body !== null)
      walkBlock(body, (stmt) => {
        if (stmt.kind === 'Recover' || (stmt.kind === 'Defer' && isBuiltin(stmt, 'recover'))) recovers = true;
      });
    if (!recovers) continue;
    // The function around a literal, or one that defers it, is the one that goes on.
    for (const one of [id, id.replace(/\$[^$]*$/, ''), ...(callers.get(id) ?? [])]) found.add(one);
  }
  for (const id of found) for (const callee of callees.get(id) ?? []) if (!started.has(callee)) found.add(callee);
  return found;
}

/** Functions that are not called, deferred or used as values: each run of them is a goroutine of its own. */
function startedOnly(functions: readonly IrFunction[]): ReadonlySet<string> {
  const started = new Set<string>();
  const otherwise = new Set<string>();
  for (const fn of functions) {
    if (fn.body === null) continue;
    const literals = startedLiterals(fn);
    for (const id of literals) started.add(id);
    for (const id of factsOf(fn).refs) otherwise.add(id);
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind === 'Closure' && !literals.has(stmt.func.id)) otherwise.add(stmt.func.id);
      if (stmt.kind !== 'Call' && stmt.kind !== 'Defer' && stmt.kind !== 'Go') return;
      if (stmt.callee.kind === 'static') (stmt.kind === 'Go' ? started : otherwise).add(stmt.callee.func.id);
    });
  }
  return new Set([...started].filter((id) => !otherwise.has(id)));
}

function isBuiltin(stmt: CallInstr | GoInstr | DeferInstr, name: string): boolean {
  return stmt.callee.kind === 'builtin' && stmt.callee.name === name;
}

const takesLock: ReadonlySet<string> = new Set(['sync.(*Mutex).Lock', 'sync.(*RWMutex).Lock', 'sync.(*RWMutex).RLock']);

/** Where control can go on to. */
interface Ways {
  falls: boolean;
  readonly breaks: Set<string>;
}

/** One walk through the statements of a function that can be reached, by what is known so far. */
class Walk {
  readonly #s: State;
  readonly #fn: IrFunction;
  readonly #stuck: Stuck[] | null;
  readonly #deferred: DeferInstr[] = [];
  #returns = false;
  #panics = false;
  #paths: Paths | null = null;

  constructor(s: State, fn: IrFunction, stuck: Stuck[] | null) {
    this.#s = s;
    this.#fn = fn;
    this.#stuck = stuck;
  }

  run(): void {
    const { body, id } = this.#fn;
    if (body === null) return;
    for (const ref of factsOf(this.#fn).refs) this.#reach(ref);
    const ways = this.#block(body);
    if (ways.falls) this.#returns = true;
    if (this.#returns && !this.#s.returns.has(id)) {
      this.#s.returns.add(id);
      changed(this.#s, id);
    }
    // Without recover, a panic ends the process.
    if (this.#returns || this.#panics || this.#s.recovered.has(id)) for (const stmt of this.#deferred) this.#runs(stmt);
  }

  #block(block: Block): Ways {
    const ways: Ways = { falls: true, breaks: new Set() };
    for (const stmt of block.list) {
      const here = this.#stmt(stmt);
      for (const label of here.breaks) ways.breaks.add(label);
      if (!here.falls) {
        ways.falls = false;
        break;
      }
    }
    return ways;
  }

  #stmt(stmt: Stmt): Ways {
    const on: Ways = { falls: true, breaks: new Set() };
    const ends: Ways = { falls: false, breaks: new Set() };
    switch (stmt.kind) {
      case 'If': {
        const open = this.#answers(stmt.cond);
        const then = open.yes ? this.#block(stmt.then) : ends;
        const otherwise = open.no ? this.#block(stmt.otherwise) : ends;
        return { falls: then.falls || otherwise.falls, breaks: new Set([...then.breaks, ...otherwise.breaks]) };
      }
      case 'Loop':
      case 'Labelled': {
        const body = this.#block(stmt.body);
        if (stmt.kind === 'Loop') this.#block(stmt.next);
        const left = body.breaks.delete(stmt.label);
        return { falls: left || (stmt.kind === 'Labelled' && body.falls), breaks: body.breaks };
      }
      case 'Break':
        return { falls: false, breaks: new Set([stmt.label]) };
      case 'Continue':
        return ends;
      case 'Return':
        this.#returns = true;
        return ends;
      case 'Panic':
      case 'Fault':
        this.#panics = true;
        return ends;
      case 'Select':
        return this.#select(stmt);
      case 'Send':
        return this.#operation('send', stmt.chan, stmt.span) ? on : ends;
      case 'Recv':
        return this.#operation('receive', stmt.chan, stmt.span) ? on : ends;
      case 'Close':
        this.#closes(stmt.chan);
        return on;
      case 'Closure':
        this.#reach(stmt.func.id);
        return on;
      case 'Defer':
        this.#deferred.push(stmt);
        return on;
      case 'Go':
        this.#runs(stmt);
        return on;
      case 'Call':
        return this.#runs(stmt) ? on : ends;
      default:
        return on;
    }
  }

  /** A call, now or later; whether it can come back. */
  #runs(stmt: CallInstr | GoInstr | DeferInstr): boolean {
    const { callee, args } = stmt;
    const [first] = args;
    if (callee.kind === 'builtin') {
      if (callee.name === 'close' && first !== undefined) this.#closes(first);
      if (callee.name === 'panic') this.#panics = true;
      return callee.name !== 'panic';
    }
    const method = waitGroupMethod(callee);
    if (method !== null && first !== undefined) {
      this.#waitGroup(method, first, args[1] ?? null, stmt.span);
      return true;
    }
    const onCond = condMethod(callee);
    if (onCond !== null && first !== undefined) return this.#cond(onCond, first, stmt.span);
    if (callee.kind !== 'static') return true;
    if (this.#s.locked.size > 0 && first !== undefined && this.#waitsForLock(callee.func.id, first)) return false;
    this.#reach(callee.func.id);
    const fn = functionOf(this.#s.program, callee.func);
    if (!isInSight(this.#s.program, fn)) {
      if (!neverReturns(this.#s.program, fn)) return true;
      // It may end the goroutine alone: then deferred calls run, as after a panic.
      this.#panics = true;
      return false;
    }
    asks(this.#s, this.#fn.id, fn.id);
    return this.#s.returns.has(fn.id);
  }

  #waitsForLock(id: string, recv: Expr): boolean {
    if (!takesLock.has(id)) return false;
    this.#paths ??= new Paths(this.#fn);
    const place =
      recv.kind === 'AddrOf' ? recv.place : recv.kind === 'LocalRef' ? this.#paths.placeOf(recv.local) : null;
    if (place?.kind === 'GlobalPlace') return this.#s.locked.has(globalKey(place.global.id));
    return place?.kind === 'FieldPlace' && this.#s.locked.has(fieldKey(place.base.type, place.index));
  }

  /** Whether something can complete an operation that waits. */
  completes(stmt: Stmt): boolean {
    switch (stmt.kind) {
      case 'Send':
        return this.#canComplete('send', stmt.chan);
      case 'Recv':
        return this.#canComplete('receive', stmt.chan);
      case 'Select':
        return stmt.cases.some(({ comm }) => this.#canComplete(comm.kind === 'send' ? 'send' : 'receive', comm.chan));
      case 'Call':
        return stmt.args[0] === undefined || this.#cond('Wait', stmt.args[0], stmt.span);
      default:
        return true;
    }
  }

  #reach(id: string): void {
    if (this.#s.reached.has(id)) return;
    this.#s.reached.add(id);
    this.#s.open.add(id);
  }

  #possible(group: Group): Possible {
    return possibleIn(this.#s, group);
  }

  #mark(group: Group, what: 'send' | 'receive' | 'close' | 'add' | 'done' | 'signal'): void {
    const possible = this.#possible(group);
    if (possible[what]) return;
    possible[what] = true;
    changed(this.#s, group);
  }

  #closes(chan: Expr): void {
    const group = this.#s.shared.of(chan);
    if (group !== null) this.#mark(group, 'close');
  }

  /** Whether an operation at which a goroutine stands can be completed. */
  #operation(kind: 'send' | 'receive', chan: Expr, span: Span): boolean {
    const isOpen = this.#offers(kind, chan);
    if (!isOpen) this.#report(kind, [chan], span);
    return isOpen;
  }

  #offers(kind: 'send' | 'receive', chan: Expr): boolean {
    const group = this.#s.shared.of(chan);
    // Of what is never made nothing is said: it may be nil on purpose.
    if (group === null) return true;
    asks(this.#s, this.#fn.id, group);
    this.#mark(group, kind);
    return this.#canComplete(kind, chan);
  }

  #canComplete(kind: 'send' | 'receive', chan: Expr): boolean {
    const group = this.#s.shared.of(chan);
    if (group === null) return true;
    const possible = this.#possible(group);
    const others = this.#s.shared.others(group);
    if (possible.made.size === 0) return true;
    if (kind === 'receive') return others.give || possible.send || possible.close;
    // A close makes it panic.
    if (this.#s.full && this.#s.shared.isKept(group)) return others.receive || possible.receive;
    return others.receive || possible.receive || possible.buffered || possible.close || others.give;
  }

  #select(stmt: SelectStmt): Ways {
    const ways: Ways = { falls: false, breaks: new Set() };
    const blocks: Block[] = stmt.otherwise === null ? [] : [stmt.otherwise];
    const dead: SelectComm[] = [];
    for (const { comm, body } of stmt.cases) {
      if (this.#offers(comm.kind === 'send' ? 'send' : 'receive', comm.chan)) blocks.push(body);
      else dead.push(comm);
    }
    if (blocks.length === 0 && dead.length > 0)
      this.#report(
        'select',
        dead.map(({ chan }) => chan),
        stmt.span,
      );
    // An operation that does not wait may ask for what never comes.
    else if (stmt.otherwise === null) for (const { chan, span } of dead) this.#report('case', [chan], span);
    for (const block of blocks) {
      const here = this.#block(block);
      ways.falls ||= here.falls;
      for (const label of here.breaks) ways.breaks.add(label);
    }
    return ways;
  }

  #waitGroup(method: 'Add' | 'Done' | 'Wait' | 'Go', recv: Expr, delta: Expr | null, span: Span): void {
    const group = this.#s.shared.of(recv);
    if (group === null) return;
    const others = this.#s.shared.others(group);
    const possible = this.#possible(group);
    if (method === 'Done' || method === 'Go' || (method === 'Add' && !isPositive(delta))) this.#mark(group, 'done');
    if (method === 'Add') {
      this.#mark(group, 'add');
      possible.added.add(span);
    }
    if (method === 'Wait' && possible.add && !possible.done && !others.give && !others.receive)
      this.#report('wait', [recv], span);
  }

  /** Whether a call of a method of a condition variable comes back. */
  #cond(method: 'Wait' | 'Signal' | 'Broadcast', recv: Expr, span: Span): boolean {
    const group = this.#s.shared.of(recv);
    if (group === null || !this.#s.full) return true;
    asks(this.#s, this.#fn.id, group);
    if (method !== 'Wait') this.#mark(group, 'signal');
    const others = this.#s.shared.others(group);
    if (method !== 'Wait' || this.#possible(group).signal || others.give || others.receive) return true;
    this.#report('wait', [recv], span);
    return false;
  }

  #report(kind: Stuck['kind'], objects: readonly Expr[], span: Span): void {
    if (this.#stuck === null) return;
    const origins = objects.flatMap((object): readonly Span[] => {
      const group = this.#s.shared.of(object);
      const possible = group === null ? null : this.#possible(group);
      return possible === null ? [] : [...(kind === 'wait' ? possible.added : possible.made)];
    });
    this.#stuck.push({ kind, fn: this.#fn, span, origins });
  }

  /** How a condition can be answered: whether a value was received is only ever no if the channel is closed. */
  #answers(cond: Expr): { readonly yes: boolean; readonly no: boolean } {
    if (cond.kind === 'Unary' && cond.op === '!') {
      const { yes, no } = this.#answers(cond.x);
      return { yes: no, no: yes };
    }
    const chan = cond.kind === 'LocalRef' ? factsOf(this.#fn).flags.get(cond.local) : undefined;
    const group = chan === undefined ? null : this.#s.shared.of(chan);
    if (group === null) return { yes: true, no: true };
    asks(this.#s, this.#fn.id, group);
    return { yes: true, no: this.#possible(group).close || this.#s.shared.others(group).give };
  }
}

interface FunctionFacts {
  /** Locals that say whether a value came out of a channel, and nothing else, with the channel. */
  readonly flags: ReadonlyMap<Local, Expr>;
  /** Functions that it has as values. */
  readonly refs: ReadonlySet<string>;
}

const factsKnown = new WeakMap<IrFunction, FunctionFacts>();

function factsOf(fn: IrFunction): FunctionFacts {
  let facts = factsKnown.get(fn);
  if (facts === undefined) factsKnown.set(fn, (facts = findFacts(fn)));
  return facts;
}

function findFacts(fn: IrFunction): FunctionFacts {
  const flags = new Map<Local, Expr>();
  const refs = new Set<string>();
  const times = new Map<Local, number>();
  if (fn.body === null) return { flags, refs };
  walkBlock(fn.body, (stmt) => {
    for (const local of targetsOf(stmt)) times.set(local, (times.get(local) ?? 0) + 1);
    for (const comm of stmt.kind === 'Select' ? stmt.cases.map((one) => one.comm) : [stmt])
      if ((comm.kind === 'Recv' || comm.kind === 'recv') && comm.ok !== null) flags.set(comm.ok, comm.chan);
    walkStmtExprs(stmt, (expr) => {
      if (expr.kind === 'FuncRef') refs.add(expr.func.id);
    });
  });
  const isFixed = (local: Local): boolean => !local.shared && times.get(local) === 1;
  for (const local of [...flags.keys()]) if (!isFixed(local)) flags.delete(local);
  walkBlock(fn.body, (stmt) => {
    if ((stmt.kind !== 'Declare' && stmt.kind !== 'Assign') || stmt.value.kind !== 'LocalRef') return;
    const chan = flags.get(stmt.value.local);
    if (chan !== undefined && isFixed(stmt.local)) flags.set(stmt.local, chan);
  });
  return { flags, refs };
}

function isZero(expr: Expr): boolean {
  return expr.kind === 'Const' && sign(expr.value) === 0;
}

/** Whether a number is known not to be below zero. */
function isPositive(expr: Expr | null): boolean {
  if (expr?.kind === 'Const') return sign(expr.value) > 0;
  return expr?.kind === 'Len';
}
