// Local runs: a goroutine from the operation it has just done to the one it stands before next.
//
// A run reads shared memory and asks which slots are free. What it asked, and the answers, are kept as a tree, so that the
// same run from another state is looked up, not interpreted.

import { assertNever, must } from '../base/assert.ts';
import type { Callee, Expr, RecvStmt, Site } from '../comm/comm.ts';
import type { Instr, PlainStmt } from './code.ts';
import {
  type Config,
  type Deferred,
  exiting,
  type Frame,
  intern,
  Op,
  type Operation,
  panicking,
  returning,
  running,
  type SelectCase,
} from './component.ts';
import {
  allocate,
  callArgs,
  component,
  evaluate,
  type Memory,
  makeArrayValue,
  mapOperation,
  newObject,
  place,
} from './heap.ts';
import { type Choice, faultIndex, type Machine, noteGap, type Result, type RunNode, type StepRule } from './machine.ts';
import { asBool, asInt, asSlot, boolValue, no, slotsOf, unknown, type Value, yes, zero } from './value.ts';

/** How an operation went, as its goroutine sees it. */
export const Outcome = {
  proceed: 0,
  received: 1,
  /** A case of a select that sent. */
  sent: 2,
  otherwise: 3,
  yes: 4,
  no: 5,
  sendOnClosed: 6,
  closeOfClosed: 7,
  negative: 8,
  announced: 9,
  parked: 10,
  woken: 11,
} as const;

/** One number for an outcome with its operands. */
export function outcome(code: number, which = 0, value: Value = 0, ok = false): number {
  return ((value * 2 + (ok ? 1 : 0)) * 64 + which) * 16 + code;
}

/** Local instructions in one run, rounds of loops in it, and calls on one stack, after which it is cut. */
const maxInstructions = 200_000;
const maxRounds = 1000;
const maxDepth = 200;
const maxResults = 2000;

interface Activation {
  proc: number;
  pc: number;
  vars: Value[];
  defers: Deferred[];
  mode: number;
  panic: number;
}

interface Thread {
  frames: Activation[];
  root: boolean;
  exiting: boolean;
  entry: number;
  phase: number;
}

interface Run extends Memory {
  readonly spawned: Thread[];
  instructions: number;
  backs: number;
  rounds: number;
  exits: number;
  faults: number[];
  choices: Choice[];
  script: number[];
  arity: number[];
  at: number;
}

/** All results of a goroutine's run after an operation, in the state `vec`. */
export function results(m: Machine, vec: Int32Array, config: number, out: number): readonly Result[] {
  let roots = m.runs[config];
  if (roots === undefined) {
    roots = new Map();
    m.runs[config] = roots;
  }
  const first = roots.get(out);
  if (first !== undefined && first.kind === 'done') return first.results;
  let node: RunNode | undefined = first;
  while (node !== undefined) {
    if (node.kind === 'done') return node.results;
    node = node.answers.get(answer(vec, node.ask));
  }
  const c = m.comps.list[config] as Config;
  const { found, questions } = explore(m, vec, (run) => resumed(m, run, c, out), [
    ...must(m.comps.refs[config]),
    ...valueSlots(m, out),
  ]);
  roots.set(out, remember(vec, first, questions, found));
  return found;
}

/** The initial configurations, one for each way in which free choices can go. */
export function initialResults(m: Machine, vec: Int32Array): readonly Result[] {
  const { program } = m.code;
  return explore(m, vec, () => newThread(m, program.entry, [], true), []).found;
}

function valueSlots(m: Machine, out: number): readonly number[] {
  const slots: number[] = [];
  slotsOf(m.comps.values, Math.floor(out / 2048), slots);
  return slots;
}

function answer(vec: Int32Array, ask: number): number {
  return ask > 0 ? (vec[ask] as number) : freeSlot(vec, -ask);
}

/** The n-th free slot of a state, counted from 1: a hole, or one behind the last. */
export function freeSlot(vec: Int32Array, n: number): number {
  const count = vec[0] as number;
  let left = n;
  for (let slot = 2; slot <= count; slot++) {
    if (vec[slot] === 0 && --left === 0) return slot;
  }
  return count + left;
}

/** The tree `old` with one more path in it. */
function remember(
  vec: Int32Array,
  old: RunNode | undefined,
  questions: readonly number[],
  found: readonly Result[],
): RunNode {
  const fresh = (from: number): RunNode => {
    let node: RunNode = { kind: 'done', results: found };
    for (let i = questions.length - 1; i >= from; i--) {
      const ask = questions[i] as number;
      node = { kind: 'ask', ask, answers: new Map([[answer(vec, ask), node]]) };
    }
    return node;
  };
  if (old === undefined) return fresh(0);
  let node = old;
  for (let i = 0; node.kind === 'ask'; i++) {
    const key = answer(vec, node.ask);
    const next = node.answers.get(key);
    if (next === undefined) {
      node.answers.set(key, fresh(i + 1));
      break;
    }
    node = next;
  }
  return old;
}

function explore(
  m: Machine,
  vec: Int32Array,
  start: (run: Run) => Thread,
  held: readonly number[],
): { found: readonly Result[]; questions: readonly number[] } {
  const questions: number[] = [];
  const asked = new Set<number>();
  const run: Run = {
    machine: m,
    ask: (q) => {
      if (!asked.has(q)) {
        asked.add(q);
        questions.push(q);
      }
      return answer(vec, q);
    },
    written: new Map(),
    allocated: 0,
    choose: (count, site, why) => choose(run, count, site, why),
    spawned: [],
    instructions: 0,
    backs: 0,
    rounds: 0,
    exits: 0,
    faults: [],
    choices: [],
    script: [],
    arity: [],
    at: 0,
  };
  const found: Result[] = [];
  const keys = new Set<string>();
  for (;;) {
    const thread = start(run);
    const result = finish(m, run, vec, thread, held);
    const key = `${result.config};${result.spawned.join()};${result.writes.join()};${result.rounds};${result.exits};${result.faults.join()}`;
    if (!keys.has(key)) {
      keys.add(key);
      found.push(result);
    }
    const { script, arity } = run;
    while (script.length > 0 && (script[script.length - 1] as number) + 1 >= (arity[arity.length - 1] as number)) {
      script.pop();
      arity.pop();
    }
    if (script.length === 0) break;
    script[script.length - 1] = (script[script.length - 1] as number) + 1;
    if (found.length >= maxResults) {
      noteGap(
        m,
        'too many free choices in one step',
        m.code.program.procs[m.code.program.entry]?.site ?? { file: 0, start: 0, end: 0 },
      );
      break;
    }
    run.written.clear();
    run.allocated = 0;
    run.spawned.length = 0;
    run.instructions = 0;
    run.backs = 0;
    run.rounds = 0;
    run.exits = 0;
    run.faults = [];
    run.choices = [];
    run.at = 0;
  }
  return { found, questions };
}

function choose(run: Run, count: number, site: Site, why: string): number {
  if (count <= 1) return 0;
  if (run.at === run.script.length) {
    run.script.push(0);
    run.arity.push(count);
  }
  const branch = run.script[run.at++] as number;
  run.choices.push({ site, why, branch, of: count });
  return branch;
}

/** Runs the goroutine and all that it starts to their next operations. */
function finish(m: Machine, run: Run, vec: Int32Array, thread: Thread, held: readonly number[]): Result {
  const config = settle(m, run, thread);
  const spawned: number[] = [];
  // New goroutines come after the one that started them, in order; they may start further ones.
  for (let i = 0; i < run.spawned.length; i++) {
    spawned.push(settle(m, run, run.spawned[i] as Thread));
  }
  const writes: number[] = [];
  const before = new Set(held);
  const after = new Set<number>(config === 0 ? [] : m.comps.refs[config]);
  for (const id of spawned) for (const slot of m.comps.refs[id] as readonly number[]) after.add(slot);
  for (const [slot, id] of run.written) {
    writes.push(slot, id);
    const old = slot <= (vec[0] as number) ? (vec[slot] as number) : 0;
    if (old === 0) before.add(slot);
    else for (const ref of m.comps.refs[old] as readonly number[]) before.add(ref);
    for (const ref of m.comps.refs[id] as readonly number[]) after.add(ref);
  }
  let drops = 0;
  for (const slot of before) if (!after.has(slot)) drops |= 1 << Math.min(slot, 31);
  const { rounds, exits, faults, choices } = run;
  return { config, spawned, writes, drops, rounds, exits, faults, choices };
}

function newThread(m: Machine, proc: number, args: readonly Value[], root: boolean): Thread {
  return { frames: [activation(m, proc, args)], root, exiting: false, entry: proc, phase: 0 };
}

function activation(m: Machine, proc: number, args: readonly Value[]): Activation {
  const count = must(m.code.procs[proc]).proc.vars.length;
  const vars = new Array<Value>(count).fill(zero);
  for (let i = 0; i < args.length && i < count; i++) vars[i] = args[i] as Value;
  return { proc, pc: 0, vars, defers: [], mode: running, panic: -1 };
}

function thaw(c: Config): Thread {
  return {
    frames: c.frames.map((f) => ({ ...f, vars: f.vars.slice(), defers: f.defers.slice() })),
    root: c.root,
    exiting: c.exiting,
    entry: c.entry,
    phase: c.phase,
  };
}

/** The configuration in which a goroutine comes to stand, or 0 if it ends. */
function settle(m: Machine, run: Run, thread: Thread): number {
  const operation = advance(m, run, thread);
  if (operation === null) return 0;
  return freeze(m, thread, operation);
}

/** Interns a configuration. Variables that nobody will read are reset, so that they do not make states differ. */
function freeze(m: Machine, thread: Thread, operation: Operation): number {
  const ends = operation.op >= Op.exit && operation.op <= Op.mainEnd;
  const frames: Frame[] = ends
    ? []
    : thread.frames.map((f, i) => {
        const { proc, live, code } = must(m.code.procs[f.proc]);
        const top = i === thread.frames.length - 1;
        const vars = f.vars.slice();
        if (f.mode === running) {
          const mask = must(live[f.pc]);
          for (let v = 0; v < vars.length; v++) if (mask[v] === 0) vars[v] = zero;
          const call = top ? undefined : code[f.pc - 1];
          if (call?.kind === 'plain' && call.stmt.kind === 'call') {
            for (const target of call.stmt.targets) if (target !== null) vars[target] = zero;
          }
        } else {
          for (let v = 0; v < vars.length; v++) {
            if (f.mode === exiting || !proc.results.includes(v)) vars[v] = zero;
          }
        }
        const { defers, mode, panic } = f;
        return { proc: f.proc, pc: mode === running ? f.pc : -1, vars, defers, mode, panic };
      });
  return intern(m.comps, {
    kind: 'config',
    frames,
    root: thread.root,
    exiting: thread.exiting,
    entry: thread.entry,
    phase: thread.phase,
    operation,
  });
}

// ---------------------------------------------------------------------------------------------------------------
// From operation to operation

const noCases: readonly SelectCase[] = [];

function operationOf(op: number, slot: number, value: Value = 0): Operation {
  return { op, slot, value, cases: noCases, hasDefault: false };
}

/** The thread of a configuration after its operation went as told. */
function resumed(m: Machine, run: Run, c: Config, out: number): Thread {
  const thread = thaw(c);
  const frame = must(thread.frames[thread.frames.length - 1]);
  const instr = must(must(m.code.procs[frame.proc]).code[frame.pc]);
  const code = out % 16;
  const which = Math.floor(out / 16) % 64;
  const ok = Math.floor(out / 1024) % 2 === 1;
  const value = Math.floor(out / 2048);
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
      else if (comm.kind === 'recv') receive(frame, comm, unknown, unknown);
      frame.pc = instr.targets[which] as number;
    }
    return thread;
  }
  if (instr.kind !== 'plain') return thread;
  frame.pc++;
  const { stmt } = instr;
  if (stmt.kind === 'recv') {
    if (c.operation.op === Op.environment) receive(frame, stmt, unknown, unknown);
    else receive(frame, stmt, value, ok ? yes : no);
  } else if ((stmt.kind === 'lock' || stmt.kind === 'timer') && stmt.target !== null) {
    frame.vars[stmt.target] = code === Outcome.yes ? yes : code === Outcome.no ? no : unknown;
  } else if (stmt.kind === 'atomic') atomic(run, thread, frame, stmt);
  return thread;
}

function receive(frame: Activation, stmt: RecvStmt, value: Value, ok: Value): void {
  if (stmt.target !== null) frame.vars[stmt.target] = value;
  if (stmt.ok !== null) frame.vars[stmt.ok] = ok;
}

/** Runs local instructions until an operation is reached. Null: the goroutine has ended. */
function advance(m: Machine, run: Run, thread: Thread): Operation | null {
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
      const reason =
        thread.frames.length > maxDepth
          ? 'recursion without end in sight'
          : 'a long computation between two operations';
      noteGap(m, reason, siteOf(instr));
      return operationOf(Op.gap, 0);
    }
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
        if (value < 0) {
          divisionByZero(run, thread, instr.site);
          break;
        }
        const known = asBool(m.comps.values, value);
        const then = known ?? run.choose(2, instr.site, instr.why) === 0;
        frame.pc = then ? instr.then : instr.otherwise;
        break;
      }
      case 'select': {
        const operation = selectOperation(m, run, thread, frame, instr);
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

/** Takes one step of unwinding. The index of a panic that has left the goroutine's first function, or -1. */
function unwind(m: Machine, run: Run, thread: Thread, frame: Activation): number {
  const deferred = frame.defers.pop();
  if (deferred !== undefined) {
    if (deferred.proc >= 0) thread.frames.push(activation(m, deferred.proc, deferred.args));
    else if (deferred.proc === -1)
      raise(run, thread, 'call of a nil function', must(m.code.procs[frame.proc]).proc.site);
    return -1;
  }
  thread.frames.pop();
  const caller = thread.frames[thread.frames.length - 1];
  if (frame.mode === panicking) {
    if (caller === undefined) return frame.panic;
    run.exits = m.code.endingLoops;
    caller.mode = panicking;
    caller.panic = frame.panic;
  } else if (frame.mode === exiting) {
    run.exits = m.code.endingLoops;
    if (caller !== undefined) {
      caller.mode = exiting;
      caller.panic = -1;
    }
  } else if (caller !== undefined && caller.mode === running) {
    const call = must(m.code.procs[caller.proc]).code[caller.pc - 1];
    const { proc } = must(m.code.procs[frame.proc]);
    if (call?.kind === 'plain' && call.stmt.kind === 'call') {
      call.stmt.targets.forEach((target, i) => {
        const from = proc.results[i];
        if (target !== null && from !== undefined) caller.vars[target] = frame.vars[from] as Value;
      });
    }
  }
  return -1;
}

/** Starts a panic that breaks a rule by itself. */
function fault(run: Run, thread: Thread, rule: StepRule, what: string, site: Site): void {
  run.faults.push(faultIndex(run.machine, rule, what, site));
  raise(run, thread, what, site, rule);
}

function raise(run: Run, thread: Thread, what: string, site: Site, rule: StepRule = 'panic'): void {
  const frame = must(thread.frames[thread.frames.length - 1]);
  frame.mode = panicking;
  frame.panic = faultIndex(run.machine, rule, what, site);
  run.exits = run.machine.code.endingLoops;
}

function divisionByZero(run: Run, thread: Thread, site: Site): void {
  raise(run, thread, 'integer divide by zero', site);
}

function selectOperation(
  m: Machine,
  run: Run,
  thread: Thread,
  frame: Activation,
  instr: Extract<Instr, { kind: 'select' }>,
): Operation | null {
  const cases: SelectCase[] = [];
  let possible = instr.otherwise >= 0;
  for (const { comm } of instr.stmt.cases) {
    const chan = evaluate(run, frame.vars, comm.chan);
    const value = comm.kind === 'send' ? evaluate(run, frame.vars, comm.value) : 0;
    if (chan < 0 || value < 0) {
      divisionByZero(run, thread, comm.site);
      return null;
    }
    const slot = asSlot(m.comps.values, chan);
    if (slot !== 0) possible = true;
    if (slot < 0) m.environment.add(nameOf(m, frame.proc, comm.chan));
    cases.push({ send: comm.kind === 'send', slot, value });
  }
  if (!possible) return operationOf(Op.never, 0, 0);
  return { op: Op.select, slot: 0, value: 0, cases, hasDefault: instr.otherwise >= 0 };
}

/** A name for an object that is not known. */
function nameOf(m: Machine, proc: number, expr: Expr): string {
  if (expr.kind === 'var') return m.code.procs[proc]?.proc.vars[expr.index]?.name ?? '?';
  if (expr.kind === 'unknown' && expr.why !== '') return expr.why;
  if (expr.kind === 'param') return m.code.program.params[expr.index]?.name ?? '?';
  return '?';
}

/** Executes a local statement, or returns the operation that the goroutine now stands before. */
function plain(m: Machine, run: Run, thread: Thread, frame: Activation, stmt: PlainStmt): Operation | null {
  const { values } = m.comps;
  const { vars } = frame;
  const { site } = stmt;
  switch (stmt.kind) {
    case 'assign': {
      const value = evaluate(run, vars, stmt.value);
      if (value < 0) divisionByZero(run, thread, site);
      else vars[stmt.target] = value;
      break;
    }
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
      const value = evaluate(run, vars, stmt.capacity);
      if (value < 0) {
        divisionByZero(run, thread, site);
        break;
      }
      const capacity = asInt(values, value);
      if (capacity === null) {
        // A buffer of unknown size: an object of the environment.
        m.environment.add(stmt.label === '' ? 'a channel of unknown capacity' : stmt.label);
        vars[stmt.target] = unknown;
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
      if (chan < 0 || value < 0) {
        divisionByZero(run, thread, site);
        break;
      }
      const slot = asSlot(values, chan);
      if (slot < 0) return environment(m, frame, stmt.chan);
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
      const slot = asSlot(values, evaluate(run, vars, stmt.lock));
      if (slot < 0) return environment(m, frame, stmt.lock);
      if (slot === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      return operationOf(Op[stmt.op], slot);
    }
    case 'waitgroup': {
      const slot = asSlot(values, evaluate(run, vars, stmt.group));
      if (slot < 0) return environment(m, frame, stmt.group);
      if (slot === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      if (stmt.delta === null) return operationOf(Op.wait, slot);
      const delta = evaluate(run, vars, stmt.delta);
      if (delta < 0) {
        divisionByZero(run, thread, site);
        break;
      }
      if (asInt(values, delta) === null) m.environment.add(nameOf(m, frame.proc, stmt.group));
      return operationOf(Op.add, slot, delta);
    }
    case 'cond': {
      const slot = asSlot(values, evaluate(run, vars, stmt.cond));
      if (slot < 0) return environment(m, frame, stmt.cond);
      if (slot === 0) {
        raise(run, thread, 'nil pointer dereference', site);
        break;
      }
      if (stmt.op !== 'wait') return operationOf(stmt.op === 'signal' ? Op.signal : Op.broadcast, slot);
      const locker = lockerOf(run, slot);
      if (locker < 0) return environment(m, frame, stmt.cond);
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
      const below = thread.frames[thread.frames.length - 2];
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

function environment(m: Machine, frame: Activation, expr: Expr): Operation {
  m.environment.add(nameOf(m, frame.proc, expr));
  return operationOf(Op.environment, -1);
}

type CallLike = Extract<PlainStmt, { kind: 'go' | 'call' | 'defer' }>;

function call(m: Machine, run: Run, thread: Thread, frame: Activation, stmt: CallLike): Operation | null {
  const target = resolve(m, run, frame, stmt.callee, stmt.site);
  const args = callArgs(run, frame.vars, stmt.args);
  if (args === null) {
    divisionByZero(run, thread, stmt.site);
    return null;
  }
  frame.pc++;
  if (target.proc === -2) noteGap(m, 'call of an unknown function', stmt.site);
  const all = target.captured.length === 0 ? args : [...target.captured, ...args];
  if (stmt.kind === 'defer') {
    frame.defers.push({ proc: target.proc, args: all });
    return null;
  }
  if (target.proc === -1) {
    frame.pc--;
    raise(run, thread, 'nil pointer dereference', stmt.site);
    return null;
  }
  if (stmt.kind === 'go') {
    if (target.proc >= 0) run.spawned.push(newThread(m, target.proc, all, false));
    return null;
  }
  if (target.proc === -2) {
    for (const t of stmt.targets) if (t !== null) frame.vars[t] = unknown;
    return null;
  }
  if (isTailCall(m, run, thread, frame, stmt)) thread.frames.pop();
  thread.frames.push(activation(m, target.proc, all));
  return null;
}

/** Whether a frame has nothing left to do behind a call but to hand on its results: then loops written as recursion stay finite. */
function isTailCall(
  m: Machine,
  run: Run,
  thread: Thread,
  frame: Activation,
  stmt: Extract<PlainStmt, { kind: 'call' }>,
): boolean {
  const below = thread.frames[thread.frames.length - 2];
  // `recover` asks who was deferred.
  if (frame.defers.length > 0 || (below !== undefined && below.mode !== running)) return false;
  const { proc, code } = must(m.code.procs[frame.proc]);
  if (proc.results.some((result, i) => stmt.targets[i] !== result)) return false;
  let exits = 0;
  for (let pc = frame.pc, hops = 0; hops < 16; hops++) {
    const instr = must(code[pc]);
    if (instr.kind === 'jump') pc = instr.to;
    else if (instr.kind === 'leave') {
      exits |= instr.loops;
      pc++;
    } else if (instr.kind === 'return') {
      run.exits |= exits;
      return true;
    } else return false;
  }
  return false;
}

/** The procedure that is called: -1 for nil, -2 for an unknown one. */
function resolve(
  m: Machine,
  run: Run,
  frame: Activation,
  callee: Callee,
  site: Site,
): { proc: number; captured: readonly Value[] } {
  const { values } = m.comps;
  switch (callee.kind) {
    case 'proc':
      return { proc: callee.proc, captured: [] };
    case 'value': {
      const d = values.data[evaluate(run, frame.vars, callee.func)];
      if (d?.kind === 'func') return { proc: d.proc, captured: d.captured };
      return { proc: d?.kind === 'nil' || d?.kind === 'zero' ? -1 : -2, captured: [] };
    }
    case 'method': {
      const recv = evaluate(run, frame.vars, callee.recv);
      const slot = asSlot(values, recv);
      if (slot === 0) return { proc: -1, captured: [] };
      if (slot > 0) {
        const c = component(run, slot);
        const row = c.kind === 'record' ? callee.table.find((one) => one.class === c.class) : undefined;
        return { proc: row?.proc ?? -2, captured: [recv] };
      }
      // An unknown receiver: any implementation.
      if (callee.table.length === 0) return { proc: -2, captured: [recv] };
      const pick = run.choose(callee.table.length, site, 'which implementation is called');
      return { proc: must(callee.table[pick]).proc, captured: [recv] };
    }
  }
}

function atomic(run: Run, thread: Thread, frame: Activation, stmt: Extract<PlainStmt, { kind: 'atomic' }>): void {
  const args = callArgs(run, frame.vars, stmt.args);
  const found =
    args === null ? 'integer divide by zero' : place(run, frame.vars, stmt.place, stmt.site, { kind: stmt.op, args });
  if (typeof found === 'string') {
    frame.pc--;
    raise(run, thread, found, stmt.site);
  } else if (stmt.target !== null) frame.vars[stmt.target] = found;
}

/** The place of an instruction in the source. */
export function siteOf(instr: Instr): Site {
  switch (instr.kind) {
    case 'plain':
    case 'select':
      return instr.stmt.site;
    case 'branch':
    case 'choose':
    case 'back':
    case 'return':
      return instr.site;
    default:
      return { file: 0, start: 0, end: 0 };
  }
}

/** The place of the operation that a configuration stands before. */
export function siteOfConfig(m: Machine, config: number): Site {
  const c = m.comps.list[config] as Config;
  const frame = c.frames[c.frames.length - 1];
  if (c.operation.op === Op.crash || c.operation.op === Op.fatal) return must(m.faults[c.operation.value]).site;
  if (frame === undefined || frame.pc < 0) return must(m.code.procs[c.entry]).proc.site;
  return siteOf(must(must(m.code.procs[frame.proc]).code[frame.pc]));
}
