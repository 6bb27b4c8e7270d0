// The interpreter of local runs: from an operation that went in some way to the next operation.

import { assertNever, must } from '../base/assert.ts';
import { gapReason, goText } from '../base/reasons.ts';
import type { Expr, RecvStmt, Site } from '../comm/comm.ts';
import type { Instr, PlainStmt } from './code.ts';
import {
  type Config,
  exiting,
  Op,
  type Operation,
  panicking,
  returning,
  running,
  type SelectCase,
} from './component.ts';
import { allocate, component, evaluate, mapOperation, newObject, place } from './heap.ts';
import { faultIndex, type Machine, noteGap, noteUntracked } from './machine.ts';
import { makeArrayValue } from './slices.ts';
import {
  type Activation,
  atomic,
  call,
  fault,
  Outcome,
  outcomeParts,
  type Run,
  raise,
  raiseThrown,
  siteOf,
  type Thread,
  thaw,
  unwind,
} from './thread.ts';
import { asBool, asHolder, asInt, asSlot, astray, boolValue, isAstray, no, unknown, type Value, yes } from './value.ts';

/** Local instructions between two operations after which a run is cut: what computes for so long decides nothing that is tracked. */
const maxInstructions = 200_000;
/** Iterations of one loop without an operation: counters are tracked to 24 (comm/extract/body.ts), so loops that end do so far below. */
const maxRounds = 1000;
/** Calls on one stack: recursion that is still going on here has no end that is tracked. */
const maxDepth = 200;
const noCases: readonly SelectCase[] = [];

function operationOf(op: number, slot: number, value: Value = 0): Operation {
  return { op, slot, value, cases: noCases, hasDefault: false };
}

/** The thread of a configuration after its operation went as told. */
export function resumed(m: Machine, run: Run, c: Config, out: number): Thread {
  const thread = thaw(c);
  const frame = must(thread.frames[thread.frames.length - 1]);
  const instr = must(must(m.code.procs[frame.proc]).code[frame.pc]);
  const { code, which, ok, value } = outcomeParts(out);
  const site = siteOf(instr);
  switch (code) {
    case Outcome.announced:
      thread.phase = 1;
      return thread;
    case Outcome.parked:
      thread.phase = 2;
      return thread;
    case Outcome.woken:
      thread.phase = 3;
      return thread;
    case Outcome.sendOnClosed:
      fault(run, thread, 'send-on-closed', 'send on closed channel', site);
      return thread;
    case Outcome.closeOfClosed:
      fault(run, thread, 'double-close', 'close of closed channel', site);
      return thread;
    case Outcome.negative:
      fault(run, thread, 'negative-waitgroup', 'negative WaitGroup counter', site);
      return thread;
    default:
  }
  thread.phase = 0;
  if (instr.kind === 'back') {
    run.rounds |= instr.round;
    frame.pc = instr.to;
    return thread;
  }
  if (instr.kind === 'select') {
    if (code === Outcome.otherwise) frame.pc = instr.otherwise;
    else {
      const { comm } = must(instr.stmt.cases[which]);
      if (comm.kind === 'recv' && code === Outcome.received) receive(frame, comm, value, ok ? yes : no);
      else if (comm.kind === 'recv') receive(frame, comm, must(c.operation.cases[which]).value, unknown);
      frame.pc = instr.targets[which] as number;
    }
    return thread;
  }
  if (instr.kind !== 'plain') return thread;
  frame.pc++;
  const { stmt } = instr;
  if (stmt.kind === 'recv') {
    if (c.operation.op === Op.environment) receive(frame, stmt, c.operation.value, unknown);
    else receive(frame, stmt, value, ok ? yes : no);
  } else if ((stmt.kind === 'lock' || stmt.kind === 'timer') && stmt.target !== null) {
    frame.vars[stmt.target] = code === Outcome.yes ? yes : code === Outcome.no ? no : unknown;
  } else if (stmt.kind === 'atomic') {
    try {
      atomic(run, thread, frame, stmt);
    } catch (error) {
      frame.pc--;
      raiseThrown(run, thread, error, site);
    }
  }
  return thread;
}

function receive(frame: Activation, stmt: RecvStmt, value: Value, ok: Value): void {
  if (stmt.target !== null) frame.vars[stmt.target] = value;
  if (stmt.ok !== null) frame.vars[stmt.ok] = ok;
}

/** Runs local instructions until an operation is reached. Null: the goroutine has ended. */
export function advance(m: Machine, run: Run, thread: Thread): Operation | null {
  if (thread.phase !== 0) return pending(m, run, thread);
  for (;;) {
    const frame = thread.frames[thread.frames.length - 1];
    if (frame === undefined) {
      return thread.root && m.root === 'main' && !thread.exiting ? operationOf(Op.mainEnd, 0) : null;
    }
    if (frame.mode !== running) {
      const crash = unwind(m, run, thread, frame);
      if (crash >= 0) return operationOf(Op.crash, 0, crash);
      continue;
    }
    const instr = must(must(m.code.procs[frame.proc]).code[frame.pc]);
    if (++run.instructions > maxInstructions || thread.frames.length > maxDepth) {
      const reason = gapReason(thread.frames.length > maxDepth ? 'recursion' : 'computation');
      noteGap(m, reason, siteOf(instr));
      return operationOf(Op.gap, 0);
    }
    try {
      switch (instr.kind) {
        case 'jump':
          frame.pc = instr.to;
          break;
        case 'back':
          // A loop that goes on without any operation is a goroutine that can be interrupted.
          if (++run.backs > maxRounds) return operationOf(Op.yield, 0);
          run.rounds |= instr.round;
          frame.pc = instr.to;
          break;
        case 'leave':
          run.exits |= instr.loops;
          frame.pc++;
          break;
        case 'return':
          frame.mode = returning;
          break;
        case 'choose':
          frame.pc = instr.targets[run.choose(instr.targets.length, instr.site, instr.why)] as number;
          break;
        case 'branch': {
          const value = evaluate(run, frame.vars, instr.cond);
          const known = asBool(m.comps.values, value);
          const then = known ?? run.choose(2, instr.site, instr.why) === 0;
          frame.pc = then ? instr.then : instr.otherwise;
          break;
        }
        case 'select': {
          const operation = selectOperation(m, run, frame, instr);
          if (operation !== null) return operation;
          break;
        }
        case 'plain': {
          const operation = plain(m, run, thread, frame, instr.stmt);
          if (operation !== null) return operation;
          break;
        }
        default:
          assertNever(instr);
      }
    } catch (error) {
      raiseThrown(run, thread, error, siteOf(instr));
    }
  }
}

/** The operation of a goroutine in the middle of one: a writer that waits, a parked or a woken one. */
function pending(m: Machine, run: Run, thread: Thread): Operation | null {
  const frame = must(thread.frames[thread.frames.length - 1]);
  if (frame.mode !== running) {
    thread.phase = 0;
    return advance(m, run, thread);
  }
  const instr = must(must(m.code.procs[frame.proc]).code[frame.pc]);
  if (instr.kind !== 'plain') return null;
  const values = m.comps.values;
  if (instr.stmt.kind === 'lock')
    return operationOf(Op.lockWait, asSlot(values, evaluate(run, frame.vars, instr.stmt.lock)));
  if (instr.stmt.kind !== 'cond') return null;
  const slot = asSlot(values, evaluate(run, frame.vars, instr.stmt.cond));
  if (thread.phase === 2) return operationOf(Op.parked, slot);
  const locker = lockerOf(run, slot);
  return operationOf(thread.phase === 1 ? Op.lockWait : Op.lock, locker);
}

function lockerOf(run: Run, cond: number): number {
  const c = component(run, cond);
  return c.kind === 'cond' ? asSlot(run.machine.comps.values, c.locker) : -1;
}

function selectOperation(
  m: Machine,
  run: Run,
  frame: Activation,
  instr: Extract<Instr, { kind: 'select' }>,
): Operation | null {
  const cases: SelectCase[] = [];
  let possible = instr.otherwise >= 0;
  for (const { comm } of instr.stmt.cases) {
    const chan = evaluate(run, frame.vars, comm.chan);
    const sent = comm.kind === 'send' ? evaluate(run, frame.vars, comm.value) : 0;
    const slot = asSlot(m.comps.values, chan);
    if (slot !== 0) possible = true;
    const value = slot < 0 && comm.kind === 'recv' ? outside(m, frame, comm.chan, chan, comm.site) : sent;
    if (slot < 0 && comm.kind === 'send') outside(m, frame, comm.chan, chan, comm.site);
    cases.push({ send: comm.kind === 'send', slot, value });
  }
  if (!possible) return operationOf(Op.never, 0, 0);
  return { op: Op.select, slot: 0, value: 0, cases, hasDefault: instr.otherwise >= 0 };
}

/** A name for an object that is not known. */
function nameOf(m: Machine, proc: number, expr: Expr): string {
  if (expr.kind === 'var') return m.code.procs[proc]?.proc.vars[expr.index]?.name ?? '?';
  if (expr.kind === 'unknown') return goText(expr.why) ?? '?';
  if (expr.kind === 'param') return m.code.program.params[expr.index]?.name ?? '?';
  return '?';
}

/** Executes a local statement, or returns the operation that the goroutine now stands before. */
function plain(m: Machine, run: Run, thread: Thread, frame: Activation, stmt: PlainStmt): Operation | null {
  const { values } = m.comps;
  const { vars } = frame;
  const { site } = stmt;
  switch (stmt.kind) {
    case 'assign':
      vars[stmt.target] = evaluate(run, vars, stmt.value);
      break;
    case 'new':
      vars[stmt.target] = newObject(run, vars, stmt, must(m.code.originOf.get(stmt)));
      break;
    case 'load':
    case 'store': {
      const found = place(
        run,
        vars,
        stmt.place,
        site,
        stmt.kind === 'load' ? null : { kind: 'store', value: evaluate(run, vars, stmt.value) },
      );
      if (typeof found === 'string') raise(run, thread, found, site);
      else if (stmt.kind === 'load') vars[stmt.target] = found;
      break;
    }
    case 'array': {
      const value = makeArrayValue(run, vars, stmt);
      if (typeof value === 'string') raise(run, thread, value, site);
      else vars[stmt.target] = value;
      break;
    }
    case 'map': {
      const reason = mapOperation(run, vars, stmt);
      if (reason !== null) raise(run, thread, reason, site);
      break;
    }
    case 'chan': {
      const capacity = asInt(values, evaluate(run, vars, stmt.capacity));
      if (capacity === null) {
        // A buffer of unknown size.
        vars[stmt.target] = astray;
      } else if (capacity < 0) fault(run, thread, 'negative-capacity', 'make of a channel with negative size', site);
      else {
        const origin = must(m.code.originOf.get(stmt));
        vars[stmt.target] = allocate(run, {
          kind: 'chan',
          origin,
          capacity,
          closed: false,
          buffer: [],
          timer: 0,
          rank: null,
        });
      }
      break;
    }
    case 'send':
    case 'recv':
    case 'close':
    case 'timer': {
      const chan = evaluate(run, vars, stmt.chan);
      const value = stmt.kind === 'send' ? evaluate(run, vars, stmt.value) : 0;
      const slot = asSlot(values, chan);
      if (slot < 0) return environment(m, frame, stmt.chan, chan, site);
      if (slot === 0) {
        if (stmt.kind === 'close') fault(run, thread, 'close-nil', 'close of nil channel', site);
        else if (stmt.kind === 'timer') raise(run, thread, 'use of a nil timer', site);
        else return operationOf(Op.never, 0, 1);
        break;
      }
      if (stmt.kind === 'send') return operationOf(Op.send, slot, value);
      if (stmt.kind === 'recv') return operationOf(Op.recv, slot);
      if (stmt.kind === 'close') return operationOf(Op.close, slot);
      return stmt.op === 'stop'
        ? operationOf(Op.stopTimer, slot)
        : operationOf(Op.timer, slot, (stmt.op === 'once' ? 1 : 2) + 4 * ((stmt.rank ?? -1) + 1));
    }
    case 'lock': {
      const lock = evaluate(run, vars, stmt.lock);
      const slot = asSlot(values, lock);
      if (slot < 0) return environment(m, frame, stmt.lock, lock, site);
      if (slot === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      return operationOf(Op[stmt.op], slot);
    }
    case 'waitgroup': {
      const group = evaluate(run, vars, stmt.group);
      const slot = asSlot(values, group);
      if (slot < 0) return environment(m, frame, stmt.group, group, site);
      if (slot === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      if (stmt.delta === null) return operationOf(Op.wait, slot);
      const delta = evaluate(run, vars, stmt.delta);
      if (asInt(values, delta) === null) m.environment.add(nameOf(m, frame.proc, stmt.group));
      return operationOf(Op.add, slot, delta);
    }
    case 'cond': {
      const cond = evaluate(run, vars, stmt.cond);
      const slot = asSlot(values, cond);
      if (slot < 0) return environment(m, frame, stmt.cond, cond, site);
      if (slot === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      if (stmt.op !== 'wait') return operationOf(stmt.op === 'signal' ? Op.signal : Op.broadcast, slot);
      const locker = lockerOf(run, slot);
      if (locker < 0) {
        const c = component(run, slot);
        return environment(m, frame, stmt.cond, c.kind === 'cond' ? c.locker : unknown, site);
      }
      if (locker === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      // The value says which locker is unlocked.
      return operationOf(Op.condWait, slot, locker);
    }
    case 'atomic':
      return operationOf(Op.atomic, 0);
    case 'yield':
      return operationOf(Op.yield, 0);
    case 'exit':
      return operationOf(Op.exit, 0);
    case 'go':
    case 'call':
    case 'defer':
      return call(m, run, thread, frame, stmt);
    case 'panic':
      if (stmt.op === 'fatal') return operationOf(Op.fatal, 0, faultIndex(m, 'panic', stmt.what, site));
      if (stmt.op === 'panic') raise(run, thread, stmt.what, site);
      else {
        thread.exiting = true;
        frame.mode = exiting;
        frame.panic = -1;
        run.exits = m.code.endingLoops;
      }
      break;
    case 'recover': {
      const below = thread.frames[deferredFrame(m, thread) - 1];
      const stopped = below !== undefined && below.mode === panicking;
      if (stopped) {
        below.mode = thread.exiting ? exiting : returning;
        below.panic = -1;
      }
      if (stmt.target !== null) vars[stmt.target] = boolValue(stopped);
      break;
    }
    default:
      assertNever(stmt);
  }
  if (frame.mode === running) frame.pc++;
  return null;
}

/** The frame that counts as the caller of `recover`: not those that only stand for what they call. */
function deferredFrame(m: Machine, thread: Thread): number {
  let at = thread.frames.length - 1;
  for (; at > 0; at--) {
    const below = must(thread.frames[at - 1]);
    const call = must(m.code.procs[below.proc]).code[below.pc - 1];
    const stands = below.mode === running && call?.kind === 'plain' && call.stmt.kind === 'call' && call.stmt.through;
    if (stands !== true) break;
  }
  return at;
}

/** An operation on an object that is not known: its value says what comes out of it. */
function environment(m: Machine, frame: Activation, expr: Expr, object: Value, site: Site): Operation {
  return operationOf(Op.environment, -1, outside(m, frame, expr, object, site));
}

/** Notes the use of an object that is not known, and gives what comes out of it. */
function outside(m: Machine, frame: Activation, expr: Expr, object: Value, site: Site): Value {
  const name = nameOf(m, frame.proc, expr);
  if (!isAstray(asHolder(m.comps.values, object))) {
    m.environment.add(name);
    return unknown;
  }
  noteUntracked(m, gapReason('untracked', name), site);
  return astray;
}
