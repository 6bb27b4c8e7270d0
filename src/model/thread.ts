// Goroutines while they run: frames that can be changed, panics, calls, and outcomes of operations.

import { must } from '../base/assert.ts';
import { gapReason, why } from '../base/reasons.ts';
import type { Callee, CallStmt, Site } from '../comm/comm.ts';
import { holdsRecover } from '../comm/index.ts';
import type { Instr, PlainStmt } from './code.ts';
import {
  type Config,
  type Deferred,
  exiting,
  type Frame,
  Op,
  type Operation,
  panicking,
  returning,
  running,
} from './component.ts';
import { component, evaluate, type Memory, place, valuesOf } from './heap.ts';
import { type Choice, faultIndex, type LocalEvent, type Machine, noteGap, type StepRule } from './machine.ts';
import { asHolder, asSlot, DivisionByZero, isUnknown, no, unknown, type Value, zero } from './value.ts';

/** More goroutines than this are not started in one step: one that starts itself again would never come to an operation. */
const maxSpawned = 4096;

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

/** One number for an outcome with its operands: `outcomeParts` takes it apart. */
export function outcome(code: number, which = 0, value: Value = 0, ok = false): number {
  return ((value * 2 + (ok ? 1 : 0)) * 512 + which) * 16 + code;
}

/** The operands of an outcome. */
export function outcomeParts(out: number): { code: number; which: number; value: Value; ok: boolean } {
  const rest = Math.floor(out / 8192);
  return { code: out % 16, which: Math.floor(out / 16) % 512, value: rest >> 1, ok: rest % 2 === 1 };
}

export interface Activation {
  proc: number;
  pc: number;
  vars: Value[];
  defers: Deferred[];
  mode: number;
  panic: number;
}

export interface Thread {
  frames: Activation[];
  root: boolean;
  exiting: boolean;
  entry: number;
  phase: number;
}

export interface Run extends Memory {
  readonly spawned: Thread[];
  instructions: number;
  backs: number;
  rounds: number;
  exits: number;
  faults: number[];
  choices: Choice[];
  events: LocalEvent[];
  script: number[];
  arity: number[];
  at: number;
}

/** Of a run in which no goroutine starts or ends. */
export const noEvents: LocalEvent[] = [];

function noteEvent(run: Run, event: LocalEvent): void {
  if (run.events === noEvents) run.events = [];
  run.events.push(event);
}

export function newThread(m: Machine, proc: number, args: readonly Value[], root: boolean): Thread {
  return { frames: [activation(m, proc, args)], root, exiting: false, entry: proc, phase: 0 };
}

export function activation(m: Machine, proc: number, args: readonly Value[]): Activation {
  const count = must(m.code.procs[proc]).proc.vars.length;
  const vars = new Array<Value>(count).fill(zero);
  for (let i = 0; i < args.length && i < count; i++) vars[i] = args[i] as Value;
  return { proc, pc: 0, vars, defers: [], mode: running, panic: -1 };
}

export function thaw(c: Config): Thread {
  return {
    frames: c.frames.map((f) => ({ ...f, vars: f.vars.slice(), defers: f.defers.slice() })),
    root: c.root,
    exiting: c.exiting,
    entry: c.entry,
    phase: c.phase,
  };
}

/** Takes one step of unwinding. The index of a panic that has left the goroutine's first function, or -1. */
export function unwind(m: Machine, run: Run, thread: Thread, frame: Activation): number {
  const deferred = frame.defers.pop();
  if (deferred !== undefined) {
    if (deferred.proc >= 0) thread.frames.push(activation(m, deferred.proc, deferred.args));
    else if (deferred.proc === -1)
      raise(run, thread, 'call of a nil function', must(m.code.procs[frame.proc]).proc.site);
    return -1;
  }
  thread.frames.pop();
  const caller = thread.frames[thread.frames.length - 1];
  if (frame.mode === returning && (caller === undefined || isEntry(m, thread))) noteReturn(m, run, thread, frame);
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

/** Whether only the entry is left, which calls the function that the fragment is about, and is no code of the program. */
function isEntry(m: Machine, thread: Thread): boolean {
  return thread.frames.length === 1 && thread.frames[0]?.proc === m.code.program.entry;
}

/** Notes that the function which a goroutine runs has returned. */
function noteReturn(m: Machine, run: Run, thread: Thread, { proc, pc }: Activation): void {
  const { program } = m.code;
  const { proc: declared, code } = must(m.code.procs[proc]);
  // The entry also calls what gives the function its arguments.
  const isLast = thread.frames.length === 0;
  if (proc === program.entry || (!isLast && declared.name !== program.name)) return;
  // A call at the very end has taken the place of the function.
  const begun = thread.root ? program.procs.find(({ name }) => name === program.name) : program.procs[thread.entry];
  const instr = declared === begun ? code[pc] : undefined;
  const { file, end } = (begun ?? declared).site;
  const site = instr?.kind === 'return' ? instr.site : { file, start: end, end };
  noteEvent(run, { kind: 'return', by: run.spawned.indexOf(thread), site });
}

/** Starts a panic that breaks a rule by itself. */
export function fault(run: Run, thread: Thread, rule: StepRule, what: string, site: Site): void {
  run.faults.push(faultIndex(run.machine, rule, what, site));
  raise(run, thread, what, site, rule);
}

export function raise(run: Run, thread: Thread, what: string, site: Site, rule: StepRule = 'panic'): void {
  const frame = must(thread.frames[thread.frames.length - 1]);
  frame.mode = panicking;
  frame.panic = faultIndex(run.machine, rule, what, site);
  run.exits = run.machine.code.endingLoops;
}

/** Raises what an expression has thrown; what is thrown by a defect goes on. */
export function raiseThrown(run: Run, thread: Thread, error: unknown, site: Site): void {
  if (!(error instanceof DivisionByZero)) throw error;
  raise(run, thread, 'integer divide by zero', site);
}

type CallLike = Extract<PlainStmt, { kind: 'go' | 'call' | 'defer' }>;

export function call(m: Machine, run: Run, thread: Thread, frame: Activation, stmt: CallLike): Operation | null {
  const target = resolve(m, run, frame, stmt.callee, stmt.site);
  const args = valuesOf(run, frame.vars, stmt.args);
  frame.pc++;
  if (target.proc === -2) noteGap(m, gapReason('unknownCall'), stmt.site);
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
    if (run.spawned.length >= maxSpawned) noteGap(m, gapReason('goroutines'), stmt.site);
    else if (target.proc >= 0) {
      const by = run.spawned.indexOf(thread);
      noteEvent(run, { kind: 'go', by, site: stmt.site, proc: target.proc });
      run.spawned.push(newThread(m, target.proc, all, false));
    }
    return null;
  }
  if (target.proc === plainReceiver) {
    if (stmt.kind !== 'call' || stmt.optional !== true)
      for (const t of stmt.targets) if (t !== null) frame.vars[t] = no;
    return null;
  }
  if (target.proc === -2) {
    for (const t of stmt.targets) if (t !== null) frame.vars[t] = unknown;
    return null;
  }
  // A function value or method of a library is reported at its call, so that the frame of the caller stays.
  const isLibrary = stmt.callee.kind !== 'proc' && must(m.code.procs[target.proc]).placed;
  if (!isLibrary && isTailCall(m, run, thread, frame, stmt)) thread.frames.pop();
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
  // `recover` depends on which function was deferred.
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

/** Stands for the method of a value without a class. */
const plainReceiver = -3;

/** The procedure that is called: -1 for nil, -2 for an unknown one, -3 for none. */
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
      // Numbers, booleans and texts have no methods, and are of no class that is asked for.
      if (!isUnknown(asHolder(values, recv))) return { proc: plainReceiver, captured: [] };
      // An unknown receiver: any implementation.
      if (callee.table.length === 0) return { proc: -2, captured: [recv] };
      const pick = run.choose(callee.table.length, site, why('implementation'));
      return { proc: must(callee.table[pick]).proc, captured: [recv] };
    }
  }
}

export function atomic(
  run: Run,
  thread: Thread,
  frame: Activation,
  stmt: Extract<PlainStmt, { kind: 'atomic' }>,
): void {
  const args = valuesOf(run, frame.vars, stmt.args);
  const found = place(run, frame.vars, stmt.place, stmt.site, { kind: stmt.op, args });
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
  return callSite(m, c) ?? siteOf(must(must(m.code.procs[frame.proc]).code[frame.pc]));
}

/** Where the user's code calls a function that a library made, such as that which cancels a context; null elsewhere. */
function callSite(m: Machine, { frames }: Config): Site | null {
  let site: Site | null = null;
  for (let i = frames.length - 1; i > 0; i--) {
    const above = must(frames[i]);
    const caller = must(frames[i - 1]);
    if (!must(m.code.procs[above.proc]).placed) return site;
    if (caller.mode !== running) {
      const deferred = must(m.code.procs[caller.proc]).code.filter(isDeferredChoice);
      return deferred.length === 1 ? siteOf(must(deferred[0])) : site;
    }
    const call = callBetween(m, caller, above);
    if (call === null) return site;
    site = call;
  }
  return site;
}

/** Where a frame calls the one above it; null where that is not known: calls at the very end leave no trace, deferred ones have no place. */
function callBetween(m: Machine, caller: Frame, above: Frame): Site | null {
  const call = callStmt(m, caller);
  return call === null || (call.callee.kind === 'proc' && call.callee.proc !== above.proc) ? null : call.site;
}

/** The call that a frame waits for: of a function that may have left its place to one that it calls at its very end. */
function callUnderWay(m: Machine, caller: Frame): Site | null {
  return callStmt(m, caller)?.site ?? null;
}

function callStmt(m: Machine, caller: Frame): CallStmt | null {
  if (caller.mode !== running) return null;
  const call = must(m.code.procs[caller.proc]).code[caller.pc - 1];
  return call?.kind === 'plain' && call.stmt.kind === 'call' ? call.stmt : null;
}

/** The calls that led a goroutine to where it stands, innermost first, as far as they are known. */
export function callsOf(m: Machine, { frames }: Config): readonly Site[] {
  const calls: Site[] = [];
  for (let i = frames.length - 1; i > 0; i--) {
    const caller = must(frames[i - 1]);
    const call = caller.proc === m.code.program.entry ? null : callUnderWay(m, caller);
    if (call === null) break;
    calls.push(call);
  }
  return calls;
}

/** Whether a goroutine stands in a deferred call of a procedure that recovers. */
export function isRecovering(m: Machine, { frames }: Config): boolean {
  return frames.some(
    ({ proc }, i) =>
      i > 0 && must(frames[i - 1]).mode !== running && must(m.code.procs[proc]).proc.body.some(holdsRecover),
  );
}

/** Whether a function value or method is deferred: which procedure that is turns out when it runs. */
function isDeferredChoice(instr: Instr): boolean {
  return instr.kind === 'plain' && instr.stmt.kind === 'defer' && instr.stmt.callee.kind !== 'proc';
}
