// Ghost code in the interpreter: what is stated is evaluated where it stands, and a run ends where it does not hold.
//
// Evaluating has no effect on the program: it runs in the goroutine that states something, without giving others a turn. Memory as it was (`old`)
// is a copy of what could be reached then; it takes the place of memory while the expression is evaluated, so that references stay the same.

import type { Span } from '../../base/source.ts';
import type { Clause, GhostOp, GhostReason } from '../ghost.ts';
import type { Block, Function as IrFunction } from '../ir.ts';
import { block, here } from './compile.ts';
import { type Compiler, expr, type Get, owned, setter, type Target } from './expr.ts';
import { doReturn, type Frame, type Machine, type Op, panicOf } from './machine.ts';
import { mathOp, Undefined } from './math.ts';
import { Closure, GoMap, Iface, intKind, MathValue, Ptr, Slice, Unsupported } from './values.ts';

/** Something stated, and why it was not evaluated. */
export interface Skipped {
  readonly clause: Clause;
  readonly reason: GhostReason | 'not-interpreted';
  readonly detail: string;
}

/** How a run that ends before its time has ended. */
export type Stop =
  /** A clause does not hold, or has no value: it panics. */
  | {
      readonly kind: 'broken';
      readonly clause: Clause;
      readonly function: string;
      readonly depth: number;
      readonly undefined: boolean;
    }
  /** What is assumed does not hold. */
  | { readonly kind: 'assumed'; readonly clause: Clause }
  /** Ghost code panics. */
  | { readonly kind: 'ghost-panic'; readonly function: string; readonly span: Span };

/** Thrown to end a run. */
export class Stopped {
  readonly stop: Stop;
  constructor(stop: Stop) {
    this.stop = stop;
  }
}

/** What the machine keeps for ghost code. */
export interface GhostState {
  /** How many evaluations are going on: what is stated inside them is not checked again. */
  active: number;
  /** Ghost code before could not be executed: from here on a clause that does not hold may hold. */
  doubtful: boolean;
  checked: number;
  readonly skipped: Map<Clause, Skipped>;
  /** Memory as it was, by frame and label. */
  readonly states: WeakMap<Frame, Map<string | null, Memory>>;
}

export function newGhostState(): GhostState {
  return { active: 0, doubtful: false, checked: 0, skipped: new Map(), states: new WeakMap() };
}

function stateOf(m: Machine): GhostState {
  if (m.ghost === null) throw new Unsupported('ghost code');
  return m.ghost;
}

// ---------------------------------------------------------------------------------------------------------------
// Regions: instructions that are run to their end in the midst of another one

interface Region {
  readonly start: Target;
  readonly end: Target;
}

/** Compiles what `f` adds, behind an instruction that decides about it. Null where it cannot be, and why. */
function region<T>(c: Compiler, run: (f: Frame, region: Region, made: T) => void, make: () => T): string | null {
  const at = c.ops.length;
  const bounds: Region = { start: { pc: at + 1 }, end: { pc: 0 } };
  let made: T | null = null;
  c.ops.push((_, f) => {
    f.pc = bounds.end.pc;
    run(f, bounds, made as T);
  });
  try {
    made = make();
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    c.ops.length = at;
    return error.message;
  }
  here(c, bounds.end);
  return null;
}

/** Runs a region to its end; afterwards the frame is where it was. */
function runRegion(m: Machine, f: Frame, { start, end }: Region): void {
  const g = m.cur;
  const after = f.pc;
  f.pc = start.pc;
  try {
    while (!(g.top === f && f.pc === end.pc)) {
      const top = g.top;
      if (top === null || top.code.ops === null) throw new Unsupported('ghost code that ends early');
      if (++m.spent > m.fuel) throw new Unsupported('a program that runs so long');
      (top.code.ops[top.pc++] as Op)(m, top);
      if (g.status !== 'run') throw new Unsupported('ghost code that blocks');
    }
  } finally {
    g.top = f;
    g.status = 'run';
    f.pc = after;
    m.preempt = false;
  }
}

/** Whether an error that stops an evaluation is a panic, or an operation without value. */
function isUndefined(m: Machine, error: unknown): boolean {
  return error instanceof Undefined || panicOf(m, error) !== null;
}

// ---------------------------------------------------------------------------------------------------------------
// Clauses

/** Checks a clause where it stands; where it is `assumed`, a run in which it does not hold is not one that counts. */
export function clause(c: Compiler, stated: Clause, assumed = false): void {
  const { m } = c;
  const ghost = stateOf(m);
  const skip = (reason: Skipped['reason'], detail: string): void => {
    if (!ghost.skipped.has(stated)) ghost.skipped.set(stated, { clause: stated, reason, detail });
  };
  const { cond } = stated;
  if (cond === null) {
    const reason = stated.reason ?? 'not-modelled';
    c.ops.push(() => skip(reason, ''));
    return;
  }
  const refused = region<Get>(
    c,
    (f, bounds, get) => {
      if (ghost.active > 0) return;
      let holds = false;
      let undefined_ = false;
      ghost.active++;
      try {
        runRegion(m, f, bounds);
        holds = get(f) === true;
      } catch (error) {
        if (m.spent > m.fuel) throw error;
        if (error instanceof Unsupported) return skip('not-interpreted', error.message);
        if (!isUndefined(m, error)) throw error;
        undefined_ = true;
      } finally {
        ghost.active--;
      }
      ghost.checked++;
      if (holds) return;
      if (ghost.doubtful) return skip('not-interpreted', 'ghost code before it cannot be executed');
      if (assumed || stated.word === 'assume' || stated.word === 'inhale')
        throw new Stopped({ kind: 'assumed', clause: stated });
      throw new Stopped({ kind: 'broken', clause: stated, function: f.code.id, depth: f.depth, undefined: undefined_ });
    },
    () => {
      block(c, stated.body);
      return expr(c, cond);
    },
  );
  if (refused !== null) c.ops.push(() => skip('not-interpreted', refused));
}

/** The code of a function with a contract: preconditions first, postconditions once deferred calls have run. */
export function specified(c: Compiler, fn: IrFunction): void {
  const { m } = c;
  const { contract } = fn;
  if (contract === null) return;
  for (const { copy, param } of contract.entry) {
    const get = owned(c, { kind: 'LocalRef', local: param, type: param.type, span: param.span });
    const set = setter(copy);
    c.ops.push((_, f) => set(f, get(f)));
  }
  if (contract.usesOld) c.ops.push((_, f) => remember(m, f, null));
  for (const stated of contract.requires) clause(c, stated);
  const epilogue: Target = { pc: 0 };
  c.epilogue = epilogue;
  block(c, fn.body as Block);
  here(c, epilogue);
  c.ops.push((_, f) => {
    const deferred = f.defers?.pop();
    if (deferred === undefined) return;
    f.pc--;
    deferred.call(m, null);
  });
  for (const stated of contract.ensures) clause(c, stated, contract.trusted);
  c.ops.push(doReturn);
}

// ---------------------------------------------------------------------------------------------------------------
// Ghost code

export function ghostStmt(c: Compiler, op: GhostOp, span: Span): void {
  const { m } = c;
  const ghost = stateOf(m);
  /** In an evaluation what cannot be executed ends it; in ghost code the rest is in doubt. */
  const giveUp = (why: string): void => {
    if (ghost.active > 0) throw new Unsupported(why);
    ghost.doubtful = true;
  };
  const instead = (refused: string | null): void => {
    if (refused !== null) c.ops.push(() => giveUp(refused));
  };
  switch (op.kind) {
    case 'check':
      clause(c, op.clause);
      return;
    case 'skip': {
      const { reason } = op;
      c.ops.push(() => giveUp(reason));
      return;
    }
    case 'state': {
      const { label } = op;
      c.ops.push((_, f) => remember(m, f, label));
      return;
    }
    case 'block':
      instead(
        region<void>(
          c,
          (f, bounds) => {
            try {
              runRegion(m, f, bounds);
            } catch (error) {
              if (m.spent > m.fuel) throw error;
              if (error instanceof Unsupported) return giveUp(error.message);
              if (!isUndefined(m, error)) throw error;
              throw new Stopped({ kind: 'ghost-panic', function: f.code.id, span });
            }
          },
          () => block(c, op.body),
        ),
      );
      return;
    case 'old':
      instead(
        region<Get>(
          c,
          (f, bounds, get) => {
            const memory = ghost.states.get(f)?.get(op.label);
            if (memory === undefined) throw new Unsupported('a state that was not passed');
            const now = exchange(memory);
            let value: unknown;
            try {
              runRegion(m, f, bounds);
              value = get(f);
            } finally {
              exchange(now);
            }
            setter(op.target)(f, value);
          },
          () => {
            block(c, op.body);
            return owned(c, op.value);
          },
        ),
      );
      return;
    case 'math': {
      const args = op.args.map((a) => owned(c, a));
      const set = setter(op.target);
      const run = mathOp(
        op.op,
        op.target.type,
        op.args.map((a) => a.type),
      );
      c.ops.push((_, f) => set(f, run(args.map((get) => get(f)))));
      return;
    }
    case 'quantify':
      quantify(c, op);
      return;
  }
}

function quantify(c: Compiler, op: Extract<GhostOp, { kind: 'quantify' }>): void {
  const { m } = c;
  block(c, op.before);
  const values = domainOf(c, op);
  const setVariable = setter(op.variable);
  const setTarget = setter(op.target);
  const wanted = op.word === 'exists';
  const refused = region<Get>(
    c,
    (f, bounds, get) => {
      for (const value of values(f)) {
        setVariable(f, value);
        runRegion(m, f, bounds);
        if (get(f) === wanted) return setTarget(f, wanted);
        if (++m.spent > m.fuel) throw new Unsupported('a program that runs so long');
      }
      setTarget(f, !wanted);
    },
    () => {
      block(c, op.body);
      return expr(c, op.cond);
    },
  );
  if (refused !== null) throw new Unsupported(refused);
}

function domainOf(
  c: Compiler,
  { domain, variable }: Extract<GhostOp, { kind: 'quantify' }>,
): (f: Frame) => Iterable<unknown> {
  switch (domain.kind) {
    case 'range': {
      const low = expr(c, domain.low);
      const high = expr(c, domain.high);
      return (f) => numbers(low(f), high(f));
    }
    case 'elements': {
      const get = expr(c, domain.of);
      return (f) => {
        const v = get(f);
        if (v === null) return [];
        if (v instanceof GoMap) return [...v.entries.values()].map(([key]) => key);
        if (!(v instanceof MathValue)) throw new Unsupported('elements of that');
        return v.kind === 'dict' ? v.elems.map((pair) => (pair as readonly unknown[])[1]) : v.elems;
      };
    }
    case 'type': {
      const k = intKind(variable.type);
      if (k === null) return () => [false, true];
      const half = 2 ** (k.bits - 1);
      return () => numbers(k.signed ? -half : 0, k.signed ? half : 2 * half);
    }
  }
}

function* numbers(low: unknown, high: unknown): Iterable<unknown> {
  if (typeof low !== 'number' || typeof high !== 'number') throw new Unsupported('a quantifier over such numbers');
  for (let i = low; i < high; i++) yield i;
}

// ---------------------------------------------------------------------------------------------------------------
// Memory as it was

/** The contents of objects: arrays, which are structs, arrays and cells, and maps. */
type Memory = Map<unknown[] | GoMap, readonly unknown[] | ReadonlyMap<unknown, [unknown, unknown]>>;

const mostObjects = 200_000;

function remember(m: Machine, f: Frame, label: string | null): void {
  const ghost = stateOf(m);
  let states = ghost.states.get(f);
  if (states === undefined) ghost.states.set(f, (states = new Map()));
  const memory: Memory = new Map();
  const work: unknown[] = [...f.l, ...m.globals.values()];
  while (work.length > 0) {
    const v = work.pop();
    if (memory.size > mostObjects) throw new Unsupported('a state of that size');
    if (Array.isArray(v)) {
      if (memory.has(v)) continue;
      memory.set(v, v.slice());
      for (const x of v) if (typeof x === 'object' && x !== null) work.push(x);
    } else if (v instanceof Ptr) work.push(v.o);
    else if (v instanceof Slice) work.push(v.arr);
    else if (v instanceof Iface) work.push(v.v);
    else if (v instanceof Closure) work.push(...v.captured);
    else if (v instanceof MathValue) work.push(...v.elems);
    else if (v instanceof GoMap && !memory.has(v)) {
      memory.set(v, new Map([...v.entries].map(([key, [k, x]]) => [key, [k, x]])));
      for (const [k, x] of v.entries.values()) work.push(k, x);
    }
  }
  states.set(label, memory);
}

/** Puts the contents in place, and gives those that were there. */
function exchange(memory: Memory): Memory {
  const before: Memory = new Map();
  for (const [object, contents] of memory) {
    if (object instanceof GoMap) {
      before.set(object, new Map(object.entries));
      object.entries.clear();
      for (const [key, pair] of contents as ReadonlyMap<unknown, [unknown, unknown]>) object.entries.set(key, pair);
    } else {
      before.set(object, object.slice());
      object.length = 0;
      for (const x of contents as readonly unknown[]) object.push(x);
    }
  }
  return before;
}
