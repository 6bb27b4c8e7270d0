// From `comm` to VirGo, by following the program symbolically: calls are inlined, counted loops recognised, data that is no function
// of the parameters becomes a free choice. Section 6 of the paper, without its unsound steps: nothing is commuted, and goroutines
// that are started in loops stay there.
//
// What is given up exactly (`?` in comm) stays exact. What comm tracks and VirGo cannot say makes the result an approximation from
// above: it has every run of the program, and maybe more. `exact` tells which.
//
// Shared memory: a cell is followed while the program has one goroutine. After that, its value is used only if nothing ever stores
// to it. Whether that is so is found out by following the program again with the cells that turned out to change.

import { must } from '../base/assert.ts';
import { assume, why } from '../base/reasons.ts';
import type { Callee, CommProgram, Expr, Proc, RecvStmt, SendStmt, Site, Stmt } from '../comm/comm.ts';
import { pointsTo, printGap, visitProgram, visitStmts } from '../comm/index.ts';

import { harmlessCalls, severalCallees } from './calls.ts';
import { withoutCells } from './cells.ts';
import {
  conditionOf,
  copy,
  differInReferences,
  type Frame,
  isEnvironment,
  join,
  type Machine,
  meet,
  NotVirgo,
  newFrame,
  number,
  restore,
  type State,
  settledValue,
  snapshot,
  truth,
} from './follow.ts';
import { execLoop } from './follow-loops.ts';
import { withFreshParams } from './fresh.ts';
import { widening } from './loops.ts';
import { execArray, execMap, execNew, load, makeChannel, receive, received, send, share, store } from './objects.ts';
import { withRoundVariables } from './rounds.ts';
import { sameBlocks, tidyBlock, tidyVirgo, withoutChannels, withoutUnusedLocks } from './tidy.ts';
import { eitherWay, execTimer, timerState, waitForTimer } from './timers.ts';
import { constant, evaluate, lost, nil, sameVal, type Val } from './values.ts';
import type { VirgoBlock, VirgoComm, VirgoProgram, VirgoStmt, VirgoTau } from './virgo.ts';

export type FromComm =
  | { readonly ok: true; readonly program: VirgoProgram }
  | { readonly ok: false; readonly reason: string; readonly site: Site };

/** Calls are written out, which can multiply statements: beyond this the solver's share of work would not do. */
const mostStatements = 4000;
/** Calls inside one another; what is deeper calls itself. */
const mostCalls = 40;
/** What one pass makes constant lets the next drop branches; an end in case there is always more. */
const mostPasses = 12;

export function virgoFromComm(source: CommProgram): FromComm {
  const program = withoutCells(withRoundVariables(source));
  try {
    const [gap] = program.gaps;
    if (gap !== undefined) throw new NotVirgo(`gap ${printGap(gap.reason)}`, gap.site);
    let racy: ReadonlySet<string> = new Set();
    let payload: ReadonlyMap<number, Val> = new Map();
    for (let pass = 0; pass < mostPasses; pass++) {
      const { m, body } = follow(program, racy, payload);
      const settled = [...m.sent].every(([chan, val]) => pass > 0 && sameVal(payload.get(chan) ?? nil, val));
      if (m.newRacy.size === 0 && (settled || m.sent.size === 0)) return { ok: true, program: finish(m, body) };
      // Values that do not settle are given up.
      payload = pass > 3 ? new Map([...m.sent].map(([c]) => [c, lost(why('received'))])) : new Map(m.sent);
      racy = new Set([...racy, ...m.newRacy]);
    }
    throw new NotVirgo('shared data that does not settle', must(program.procs[program.entry]).site);
  } catch (error) {
    if (!(error instanceof NotVirgo)) throw error;
    return { ok: false, reason: error.message, site: error.site };
  }
}

function follow(
  program: CommProgram,
  racy: ReadonlySet<string>,
  payload: ReadonlyMap<number, Val>,
): { readonly m: Machine; readonly body: VirgoBlock } {
  const m: Machine = {
    program,
    channels: [],
    groups: [],
    locks: [],
    timers: [],
    timerChannels: new Set(),
    records: [],
    racy,
    newRacy: new Set(),
    payload,
    sent: new Map(),
    assumptions: new Map(program.assumptions.map((one) => [`${one.kind} ${one.of}`, one])),
    names: new Map(),
    fresh: [],
    facts: new Map(),
    derived: new Map(),
    written: fieldsWritten(program),
    overwritten: elementsWritten(program),
    isHarmless: harmlessCalls(program),
    callees: severalCallees(program),
    exact: true,
    statements: 0,
    labels: 0,
    threads: 1,
    counters: 0,
  };
  const proc = must(program.procs[program.entry]);
  const frame = newFrame(proc, 0, null, null, null);
  const state: State = {
    vars: proc.vars.map(() => nil),
    cells: new Map(),
    concurrent: false,
    defers: [],
  };
  const body: VirgoStmt[] = [];
  const end = execBlock(m, frame, proc.body, 0, state, body);
  if (end !== null) runDefers(m, frame, end, body, proc.site);
  return { m, body };
}

/** Fields that the program stores to. */
function fieldsWritten(program: CommProgram): ReadonlySet<string> {
  const found = new Set<string>();
  visitProgram(program, (stmt) => {
    if (stmt.kind !== 'store' && stmt.kind !== 'atomic') return;
    if (stmt.place.kind === 'field') found.add(`${stmt.place.class}.${stmt.place.field}`);
  });
  return found;
}

/** Tells of a slice whether the program stores to its elements. */
function elementsWritten(program: CommProgram): (proc: Proc, array: Expr) => boolean {
  let stores = false;
  let cuts = false;
  visitProgram(program, (stmt) => {
    if ((stmt.kind === 'store' || stmt.kind === 'atomic') && stmt.place.kind === 'element') stores = true;
    if (stmt.kind === 'array' && stmt.op === 'slice') cuts = true;
  });
  // An append to a part of an array writes over what lies behind that.
  if (cuts) stores = true;
  if (!stores) return () => false;
  const pts = pointsTo(program);
  const written = new Set<number>();
  const indices = new Map<Proc, number>();
  program.procs.forEach((proc, index) => {
    indices.set(proc, index);
    visitStmts(proc.body, (stmt) => {
      if (cuts && stmt.kind === 'array' && stmt.op === 'append' && stmt.args[0] !== undefined)
        for (const id of pts.of(index, stmt.args[0])) written.add(id);
      if ((stmt.kind !== 'store' && stmt.kind !== 'atomic') || stmt.place.kind !== 'element') return;
      for (const id of pts.of(index, stmt.place.array)) written.add(id);
    });
  });
  return (proc, array) => {
    const found = pts.of(must(indices.get(proc)), array);
    return found.size === 0 || [...found].some((id) => written.has(id));
  };
}

function finish(m: Machine, followed: VirgoBlock): VirgoProgram {
  const { body, params, facts, exact } = withFreshParams(
    m.program.params,
    m.fresh,
    m.facts,
    withoutUnusedLocks(tidyVirgo(withoutChannels(followed, m.timerChannels))),
  );
  return {
    kind: 'VirgoProgram',
    name: m.program.name,
    root: m.program.root,
    files: m.program.files,
    params,
    requires: [...m.program.requires, ...facts],
    channels: m.channels,
    groups: m.groups,
    locks: m.locks,
    body,
    assumptions: [...m.assumptions.values()],
    exact: m.exact && exact,
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

/** Follows a block from a statement on. Gives the state after it, or null if it never comes to its end. */
export function execBlock(
  m: Machine,
  f: Frame,
  stmts: readonly Stmt[],
  from: number,
  start: State,
  out: VirgoStmt[],
): State | null {
  let s: State | null = start;
  for (let i = from; i < stmts.length && s !== null; i++) {
    const stmt = must(stmts[i]);
    if (++m.statements > mostStatements) throw new NotVirgo('too large a fragment', stmt.site);
    if (stmt.kind === 'recv' && stmt.ok !== null) return execReceive(m, f, stmt, stmts, i + 1, s, out);
    if (stmt.kind === 'if') {
      const next = execIf(m, f, stmt, stmts, i + 1, s, out);
      if (next.kind === 'done') return next.state;
      s = next.state;
      continue;
    }
    s = execStmt(m, f, stmt, s, out);
  }
  return s;
}

function execStmt(m: Machine, f: Frame, stmt: Stmt, s: State, out: VirgoStmt[]): State | null {
  const { site } = stmt;
  switch (stmt.kind) {
    case 'assign':
      s.vars[stmt.target] = settledValue(m, f, s, stmt.value, site);
      return s;
    case 'new':
      s.vars[stmt.target] = execNew(m, f, s, stmt.what, stmt.label, site, out);
      return s;
    case 'load':
      s.vars[stmt.target] = load(m, f, s, stmt.place, site);
      return s;
    case 'store':
      store(m, f, s, stmt.place, settledValue(m, f, s, stmt.value, site), site);
      return s;
    case 'array':
      s.vars[stmt.target] = execArray(m, f, s, stmt);
      return s;
    case 'map':
      execMap(m, f, s, stmt);
      return s;
    case 'chan': {
      const capacity = settledValue(m, f, s, stmt.capacity, site);
      const room = number(m, f, capacity, 'a capacity', `cap(${stmt.label})`, site);
      s.vars[stmt.target] = makeChannel(m, stmt.label, room, false, site, out);
      return s;
    }
    case 'send':
      return execSend(m, s, stmt, out);
    case 'recv': {
      if (waitForTimer(m, s, stmt.chan, out, site) === null) return null;
      const comm = receive(m, f, s, stmt);
      if (comm !== null) out.push(comm.kind === 'tau' ? { kind: 'skip', site } : comm);
      received(m, s, stmt, comm);
      return s;
    }
    case 'close': {
      const chan = evaluate(s.vars, stmt.chan);
      if (isEnvironment(m, chan, 'environment-channel')) return s;
      if (chan.kind === 'nil') {
        out.push({ kind: 'fail', what: 'close-nil', site });
        return null;
      }
      if (chan.kind !== 'chan') throw new NotVirgo('a channel that is not known', site);
      out.push({ kind: 'close', chan: chan.index, site });
      return s;
    }
    case 'select':
      return execSelect(m, f, stmt, s, out);
    case 'lock': {
      const lock = evaluate(s.vars, stmt.lock);
      if (isEnvironment(m, lock, 'environment-lock')) return s;
      if (lock.kind === 'rwlock') {
        if (stmt.op === 'trylock' || stmt.op === 'tryrlock') throw new NotVirgo(`${stmt.op} of a lock`, site);
        out.push({ kind: 'lock', op: stmt.op, lock: lock.index, site });
        return s;
      }
      if (lock.kind !== 'chan' || must(m.channels[lock.index]).mutex === false) {
        throw new NotVirgo('a lock that is not known', site);
      }
      if (stmt.op !== 'lock' && stmt.op !== 'unlock') throw new NotVirgo(`${stmt.op} of a lock`, site);
      out.push({ kind: stmt.op === 'lock' ? 'send' : 'recv', chan: lock.index, site });
      return s;
    }
    case 'waitgroup': {
      const group = evaluate(s.vars, stmt.group);
      if (isEnvironment(m, group, 'environment-group')) return s;
      if (group.kind !== 'group') throw new NotVirgo('a WaitGroup that is not known', site);
      if (stmt.op === 'wait') out.push({ kind: 'wait', group: group.index, site });
      else {
        const what = 'what is added to a WaitGroup';
        const delta = number(m, f, evaluate(s.vars, must(stmt.delta)), what, what, site);
        out.push({ kind: 'add', group: group.index, delta, site });
      }
      return s;
    }
    case 'cond':
      throw new NotVirgo('a condition variable', site);
    case 'timer':
      return execTimer(m, f, s, stmt);
    case 'atomic':
      if (stmt.op !== 'load') store(m, f, s, stmt.place, lost(why('atomic')), site);
      if (stmt.target !== null) {
        s.vars[stmt.target] = stmt.op === 'load' ? load(m, f, s, stmt.place, site) : lost(why('atomic'));
      }
      return s;
    case 'go':
      return execGo(m, f, s, stmt, out);
    case 'call':
      return execCall(m, f, s, stmt, out);
    case 'defer': {
      const { proc, args } = resolve(m, f, s, stmt.callee, stmt.args, site);
      s.defers = [...s.defers, { proc, args, site, maybe: false }];
      return s;
    }
    case 'return': {
      runDefers(m, f, s, out, site);
      if (f.exit === null) out.push({ kind: 'return', site });
      else out.push({ kind: 'break', label: f.exit, site });
      f.returns.push(s);
      return null;
    }
    case 'panic':
      return execPanic(m, f, s, stmt.op, out, site);
    case 'recover':
      throw new NotVirgo('recover', site);
    case 'exit':
      out.push({ kind: 'exit', site });
      return null;
    case 'choice': {
      let after: State | null = null;
      let list: VirgoBlock = [];
      for (const branch of [...stmt.branches].reverse()) {
        const inner: VirgoStmt[] = [];
        after = meet(m, f, lost(stmt.why), after, execBlock(m, f, branch, 0, copy(s), inner), site);
        list =
          branch === stmt.branches.at(-1)
            ? inner
            : [{ kind: 'if', cond: { kind: 'unknown', why: stmt.why }, then: inner, otherwise: list, site }];
      }
      out.push(...list);
      return after;
    }
    case 'loop':
      return execLoop(m, f, stmt, s, out);
    case 'branch': {
      const label = must(f.labels.get(stmt.label), 'a label');
      (stmt.op === 'break' ? label.breaks : label.continues).push(s);
      out.push({ kind: stmt.op, label: label.name, site });
      return null;
    }
    case 'yield':
      return s;
    case 'if':
      throw new NotVirgo('an if out of place', site);
  }
}

type IfResult =
  | { readonly kind: 'next'; readonly state: State | null }
  | { readonly kind: 'done'; readonly state: State | null };

function execIf(
  m: Machine,
  f: Frame,
  stmt: Stmt & { readonly kind: 'if' },
  stmts: readonly Stmt[],
  rest: number,
  s: State,
  out: VirgoStmt[],
): IfResult {
  const wide = widening(stmt);
  if (wide?.converts && wide.left === null) assume(m.assumptions, 'no-overflow-conversion');
  if (wide !== null && wide.left === null) return { kind: 'next', state: s };
  const cond = evaluate(s.vars, wide?.left ?? stmt.cond);
  const known = truth(cond);
  if (known !== null) {
    return { kind: 'next', state: execBlock(m, f, known ? stmt.then : stmt.otherwise, 0, s, out) };
  }
  const follow = (
    block: readonly Stmt[],
    tail: boolean,
  ): { readonly state: State | null; readonly list: VirgoStmt[] } => {
    const list: VirgoStmt[] = [];
    let state = execBlock(m, f, block, 0, copy(s), list);
    if (tail && state !== null) state = execBlock(m, f, stmts, rest, state, list);
    return { state, list };
  };
  const before = snapshot(m);
  let then = follow(stmt.then, false);
  let otherwise = follow(stmt.otherwise, false);
  let tail = false;
  if (then.state !== null && otherwise.state !== null && differInReferences(then.state, otherwise.state)) {
    // What follows uses different objects on the two paths: each gets its own copy of it.
    restore(m, before);
    tail = true;
    then = follow(stmt.then, true);
    otherwise = follow(stmt.otherwise, true);
  }
  if (sameBlocks(tidyBlock(then.list), tidyBlock(otherwise.list))) {
    out.push(...then.list);
  } else {
    const test = conditionOf(m, cond);
    out.push({ kind: 'if', cond: test, then: then.list, otherwise: otherwise.list, site: stmt.site });
  }
  const state = meet(m, f, cond, then.state, otherwise.state, stmt.site);
  return { kind: tail ? 'done' : 'next', state };
}

// ---------------------------------------------------------------------------------------------------------------
// Communication

function execSend(m: Machine, s: State, stmt: SendStmt, out: VirgoStmt[]): State | null {
  const comm = send(m, s, stmt);
  if (comm !== null) out.push(comm);
  return s;
}

/** A receive whose success is asked for: what follows is written twice, for a message and for a closed channel. */
function execReceive(
  m: Machine,
  f: Frame,
  stmt: RecvStmt,
  stmts: readonly Stmt[],
  rest: number,
  s: State,
  out: VirgoStmt[],
): State | null {
  const ok = must(stmt.ok);
  if (waitForTimer(m, s, stmt.chan, out, stmt.site) === null) return null;
  const comm = receive(m, f, s, stmt);
  const got = copy(s);
  received(m, got, stmt, comm);
  if (comm === null) {
    got.vars[ok] = { kind: 'unknown', why: why('closed'), lossy: false };
    return execBlock(m, f, stmts, rest, got, out);
  }
  got.vars[ok] = constant(true);
  if (comm.kind === 'tau') return execBlock(m, f, stmts, rest, got, out);
  const then: VirgoStmt[] = [];
  const yes = execBlock(m, f, stmts, rest, got, then);
  const none = copy(s);
  none.vars[ok] = constant(false);
  if (stmt.target !== null) none.vars[stmt.target] = nil;
  const otherwise: VirgoStmt[] = [];
  const no = execBlock(m, f, stmts, rest, none, otherwise);
  out.push({ kind: 'receive', chan: comm.chan, then, otherwise, site: stmt.site });
  return join(yes, no, stmt.site);
}

function execSelect(
  m: Machine,
  f: Frame,
  stmt: Stmt & { readonly kind: 'select' },
  s: State,
  out: VirgoStmt[],
): State | null {
  let after: State | null = null;
  const cases: { comm: VirgoComm | VirgoTau; body: VirgoBlock; sure: boolean }[] = [];
  for (const { comm, body } of stmt.cases) {
    const chan = evaluate(s.vars, comm.chan);
    const timer = chan.kind === 'timer' ? timerState(s, chan.index) : 'runs';
    // A nil channel is never ready, nor is a timer that has fired before.
    if (chan.kind === 'nil' || timer === 'done') continue;
    const inner = copy(s);
    const list: VirgoStmt[] = [];
    let op: VirgoComm | VirgoTau | null;
    if (comm.kind === 'send') op = send(m, inner, comm);
    else {
      op = receive(m, f, inner, comm);
      received(m, inner, comm, op);
      if (comm.ok !== null) {
        inner.vars[comm.ok] = op === null ? { kind: 'unknown', why: why('closed'), lossy: false } : lost(why('closed'));
      }
    }
    const state = execBlock(m, f, body, 0, inner, list);
    after = join(after, state, stmt.site);
    // The environment may always move.
    cases.push({ comm: op ?? { kind: 'tau', site: comm.site }, body: list, sure: timer === 'runs' });
  }
  let otherwise: VirgoStmt[] | null = null;
  if (stmt.otherwise !== null) {
    otherwise = [];
    after = join(after, execBlock(m, f, stmt.otherwise, 0, copy(s), otherwise), stmt.site);
  }
  const select = (some: typeof cases): VirgoStmt => ({
    kind: 'select',
    cases: some.map(({ comm, body }) => ({ comm, body })),
    otherwise,
    site: stmt.site,
  });
  // With one timer that runs there is always something to take: which of several it is makes no difference to the goroutine that waits.
  const sure = cases.filter((one) => one.sure);
  if (sure.length === cases.length) out.push(select(cases));
  else out.push(eitherWay(m, [select(cases)], [select(sure)], stmt.site));
  return after;
}

// ---------------------------------------------------------------------------------------------------------------
// Calls and goroutines

function resolve(
  m: Machine,
  f: Frame,
  s: State,
  callee: Callee,
  args: readonly Expr[],
  site: Site,
): { readonly proc: number; readonly args: readonly Val[] } {
  const values = args.map((arg) => settledValue(m, f, s, arg, site));
  if (callee.kind === 'proc') return { proc: callee.proc, args: values };
  if (callee.kind === 'value') {
    const func = evaluate(s.vars, callee.func);
    if (func.kind !== 'func') throw new NotVirgo('a function that is not known', site);
    return { proc: func.proc, args: [...func.captured, ...values] };
  }
  const recv = evaluate(s.vars, callee.recv);
  if (recv.kind !== 'record') throw new NotVirgo('a method of what is not known', site);
  const cls = must(m.records[recv.id]).class;
  const row = callee.table.find((entry) => entry.class === cls);
  if (row === undefined) throw new NotVirgo('a method that is not known', site);
  return { proc: row.proc, args: [recv, ...values] };
}

function enter(proc: Proc, args: readonly Val[], s: State): State {
  const vars = proc.vars.map((_, i) => (i < proc.params ? (args[i] ?? nil) : nil));
  return { vars, cells: s.cells, concurrent: s.concurrent, defers: [] };
}

function execCall(
  m: Machine,
  f: Frame,
  s: State,
  stmt: Stmt & { readonly kind: 'call' },
  out: VirgoStmt[],
): State | null {
  if (stmt.callee.kind !== 'proc') {
    const callee = evaluate(s.vars, stmt.callee.kind === 'value' ? stmt.callee.func : stmt.callee.recv);
    if (callee.kind === 'unknown' && m.isHarmless(stmt)) {
      const vars = [...s.vars];
      for (const target of stmt.targets) if (target !== null) vars[target] = lost(why('result'));
      assume(m.assumptions, 'terminates-calls');
      return { ...s, vars };
    }
    const several = callee.kind === 'unknown' ? m.callees(stmt) : null;
    if (several !== null) return callOneOf(m, f, s, stmt, several, out);
  }
  const { proc, args } = resolve(m, f, s, stmt.callee, stmt.args, stmt.site);
  const { role } = must(m.program.procs[proc]);
  if (role.kind === 'keys' || role.kind === 'key') {
    // Which keys there are is not followed.
    for (const target of stmt.targets) if (target !== null) s.vars[target] = lost(why('keys'));
    return s;
  }
  return inline(m, f, s, proc, args, stmt.targets, stmt.site, out);
}

/** A call of one of several functions: what it captured is not known. One from outside may be among them, and gives something. */
function callOneOf(
  m: Machine,
  f: Frame,
  s: State,
  stmt: Stmt & { readonly kind: 'call' },
  procs: readonly number[],
  out: VirgoStmt[],
): State | null {
  const { site } = stmt;
  const args = stmt.args.map((arg) => settledValue(m, f, s, arg, site));
  const which = why('function');
  m.exact = false;
  assume(m.assumptions, 'terminates-calls');
  let after: State | null = copy(s);
  for (const target of stmt.targets) if (target !== null) after.vars[target] = lost(why('result'));
  let list: VirgoBlock = [];
  for (const proc of procs) {
    const inner: VirgoStmt[] = [];
    const captured = must(m.program.procs[proc]).params - args.length;
    const values = [...Array.from({ length: Math.max(0, captured) }, () => lost(why('captured'))), ...args];
    const called = inline(m, f, copy(s), proc, values, stmt.targets, site, inner);
    after = meet(m, f, lost(which), after, called, site);
    list = [{ kind: 'if', cond: { kind: 'unknown', why: which }, then: inner, otherwise: list, site }];
  }
  out.push(...list);
  return after;
}

function inline(
  m: Machine,
  f: Frame,
  s: State,
  index: number,
  args: readonly Val[],
  targets: readonly (number | null)[],
  site: Site,
  out: VirgoStmt[],
): State | null {
  const proc = must(m.program.procs[index]);
  if (f.depth > mostCalls) throw new NotVirgo('calls that are nested too deeply', site);
  const exit = `return$${++m.labels}`;
  const frame: Frame = { ...newFrame(proc, f.thread, f, exit, s), loops: f.loops };
  const body: VirgoStmt[] = [];
  const end = execBlock(m, frame, proc.body, 0, enter(proc, args, { ...s, cells: new Map(s.cells) }), body);
  if (end !== null) runDefers(m, frame, end, body, site);
  let after = end;
  for (const state of frame.returns) {
    const before = after === null ? null : { ...after, defers: [] };
    after = meet(m, frame, lost(why('return')), before, { ...state, defers: [] }, site);
  }
  if (frame.returns.length > 0) out.push({ kind: 'block', label: exit, body, site });
  else out.push(...body);
  if (after === null) return null;
  const vars = [...s.vars];
  targets.forEach((target, i) => {
    if (target !== null) vars[target] = must(must(after).vars[must(proc.results[i])]);
  });
  return { vars, cells: after.cells, concurrent: after.concurrent, defers: s.defers };
}

/** Deferred calls, last first. */
function runDefers(m: Machine, f: Frame, s: State, out: VirgoStmt[], site: Site): void {
  const { defers } = s;
  s.defers = [];
  for (const call of [...defers].reverse()) {
    const run: VirgoStmt[] = [];
    const called = inline(m, f, s, call.proc, call.args, [], site, run);
    if (called === null) throw new NotVirgo('a deferred call that does not return', call.site);
    const after = call.maybe ? must(join(called, copy(s), site)) : called;
    if (call.maybe && run.length > 0) {
      m.exact = false;
      out.push({
        kind: 'if',
        cond: { kind: 'unknown', why: why('deferred') },
        then: run,
        otherwise: [],
        site,
      });
    } else out.push(...run);
    s.cells = after.cells;
    s.concurrent = after.concurrent;
  }
}

/** Unwinds the goroutine; without recover the process ends then. */
function execPanic(
  m: Machine,
  f: Frame,
  s: State,
  op: 'panic' | 'fatal' | 'goexit',
  out: VirgoStmt[],
  site: Site,
): State | null {
  if (op !== 'fatal') {
    let state: State | null = s;
    for (let frame: Frame | null = f; frame !== null && state !== null; frame = frame.caller) {
      const own: State = frame === f ? state : { ...copy(state), cells: s.cells };
      runDefers(m, frame, own, out, site);
      state = frame.callerState;
    }
  }
  out.push({ kind: op === 'goexit' ? 'return' : 'exit', site });
  if (op === 'panic') assume(m.assumptions, 'no-panic');
  return null;
}

function execGo(m: Machine, f: Frame, s: State, stmt: Stmt & { readonly kind: 'go' }, out: VirgoStmt[]): State {
  const { proc: index, args } = resolve(m, f, s, stmt.callee, stmt.args, stmt.site);
  for (const arg of args) share(m, s, arg);
  s.concurrent = true;
  const proc = must(m.program.procs[index]);
  const frame: Frame = { ...newFrame(proc, m.threads++, null, null, null), depth: f.depth, loops: f.loops };
  const body: VirgoStmt[] = [];
  const end = execBlock(m, frame, proc.body, 0, enter(proc, args, { ...s, cells: new Map(s.cells) }), body);
  if (end !== null) runDefers(m, frame, end, body, stmt.site);
  out.push({ kind: 'go', name: proc.name, body, site: stmt.site });
  return s;
}
