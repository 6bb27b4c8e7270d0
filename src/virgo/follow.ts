// The state in which a communication program is followed symbolically on its way to VirGo; see from-comm.ts.

import { must } from '../base/assert.ts';
import { type Assumptions, assume, goText, goValue, isKnownToProgram, type Why, why } from '../base/reasons.ts';
import type { CommProgram, Expr, ParamDecl, Proc, Site, Stmt } from '../comm/comm.ts';

import type { Fact } from './fresh.ts';
import { asNumber, closedExpr, evaluate, isComparison, joinVal, lost, sameVal, type Val } from './values.ts';
import type { VirgoChannel, VirgoName } from './virgo.ts';

/** A program that VirGo cannot say: why, and where. */
export class NotVirgo extends Error {
  readonly site: Site;

  constructor(message: string, site: Site) {
    super(message);
    this.site = site;
  }
}

export interface RecordInfo {
  readonly id: number;
  readonly class: number;
  /** Reached by more than one goroutine. */
  shared: boolean;
  readonly thread: number;
  readonly inLoop: number;
}

export interface Machine {
  readonly program: CommProgram;
  readonly channels: VirgoChannel[];
  /** How many loops a channel was made in. */
  readonly groups: VirgoName[];
  readonly locks: VirgoName[];
  readonly timers: { readonly ticker: boolean; readonly thread: number }[];
  /** Channels that only timers send on: they are not VirGo's. */
  readonly timerChannels: Set<number>;
  readonly records: RecordInfo[];
  /** Cells that change while there is more than one goroutine: from earlier passes, and found in this one. */
  readonly racy: ReadonlySet<string>;
  readonly newRacy: Set<string>;
  /** What is sent on channels: assumed from the pass before, and found. */
  readonly payload: ReadonlyMap<number, Val>;
  readonly sent: Map<number, Val>;
  readonly assumptions: Assumptions;
  readonly names: Map<string, number>;
  /** Values that are unknown but stay what they are, by their numbers. */
  readonly fresh: ParamDecl[];
  /** What is known of such values, by their numbers: those that are one thing or another, depending on the path. */
  readonly facts: Map<number, Fact>;
  /** Numbers of such values that are found by the same way from the same value. */
  readonly derived: Map<string, number>;
  /** Whether something stores to elements of what an expression refers to: by whichever name it knows the slice. */
  readonly overwritten: (proc: Proc, array: Expr) => boolean;
  /** Whether a call does nothing but give something, whichever of its functions it runs. */
  readonly isHarmless: (call: Stmt & { readonly kind: 'call' }) => boolean;
  /** The procedures that a call of what is not known may run; null where it may do anything. */
  readonly callees: (call: Stmt & { readonly kind: 'call' }) => readonly number[] | null;
  /** Fields that the program stores to, as `class.field`. */
  readonly written: ReadonlySet<string>;
  exact: boolean;
  statements: number;
  labels: number;
  threads: number;
  counters: number;
}

/** What changes along a path through one call. */
export interface State {
  vars: Val[];
  cells: Map<string, Val>;
  concurrent: boolean;
  defers: readonly Deferred[];
}

export interface Deferred {
  readonly proc: number;
  readonly args: readonly Val[];
  readonly site: Site;
  /** Deferred on some of the paths that lead here. */
  readonly maybe: boolean;
}

export interface Label {
  readonly name: string;
  readonly breaks: State[];
  readonly continues: State[];
}

/** One call that is being followed. */
export interface Frame {
  readonly proc: Proc;
  readonly thread: number;
  readonly depth: number;
  /** Loops around, in all calls of the goroutine. */
  readonly loops: number;
  /** What `return` leaves: null at the bottom of a goroutine. */
  readonly exit: string | null;
  readonly returns: State[];
  readonly labels: Map<string, Label>;
  readonly caller: Frame | null;
  /** The state of the caller, for deferred calls when everything is unwound. */
  readonly callerState: State | null;
}

export function newFrame(
  proc: Proc,
  thread: number,
  caller: Frame | null,
  exit: string | null,
  callerState: State | null,
): Frame {
  return {
    proc,
    thread,
    depth: caller === null ? 0 : caller.depth + 1,
    loops: caller?.loops ?? 0,
    exit,
    returns: [],
    labels: new Map(),
    caller,
    callerState,
  };
}

export function copy(s: State): State {
  return { vars: [...s.vars], cells: new Map(s.cells), concurrent: s.concurrent, defers: s.defers };
}

export function join(a: State | null, b: State | null, site: Site): State | null {
  if (a === null) return b;
  if (b === null) return a;
  const defers = joinDefers(a.defers, b.defers, site);
  const cells = new Map<string, Val>();
  for (const key of new Set([...a.cells.keys(), ...b.cells.keys()])) {
    const [x, y] = [a.cells.get(key), b.cells.get(key)];
    // A record that one path has not made is not used after it.
    cells.set(key, x === undefined ? must(y) : y === undefined ? x : joinVal(x, y));
  }
  return {
    vars: a.vars.map((v, i) => joinVal(v, must(b.vars[i]))),
    cells,
    concurrent: a.concurrent || b.concurrent,
    defers,
  };
}

/** What only one of two paths has deferred may be run or not; the order of the others must be the same. */
function joinDefers(a: readonly Deferred[], b: readonly Deferred[], site: Site): readonly Deferred[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((x, i) => {
    const y = short[i];
    if (y === undefined) return { ...x, maybe: true };
    const same =
      x.proc === y.proc && x.args.length === y.args.length && x.args.every((v, k) => sameVal(v, must(y.args[k])));
    if (!same) throw new NotVirgo('a call that is deferred on some paths only', site);
    return x.maybe ? x : y;
  });
}

export interface Snapshot {
  readonly channels: number;
  readonly groups: number;
  readonly locks: number;
  readonly records: number;
  readonly timers: number;
}

export function snapshot(m: Machine): Snapshot {
  return {
    channels: m.channels.length,
    groups: m.groups.length,
    locks: m.locks.length,
    records: m.records.length,
    timers: m.timers.length,
  };
}

export function restore(m: Machine, to: Snapshot): void {
  m.channels.length = to.channels;
  m.groups.length = to.groups;
  m.locks.length = to.locks;
  m.records.length = to.records;
  m.timers.length = to.timers;
}

export function isReference(v: Val): boolean {
  return ['chan', 'group', 'rwlock', 'func', 'record', 'timer'].includes(v.kind);
}

export function differInReferences(a: State, b: State): boolean {
  return a.vars.some((x, i) => {
    const y = must(b.vars[i]);
    return !sameVal(x, y) && (isReference(x) || isReference(y));
  });
}

export function truth(v: Val): boolean | null {
  if (v.kind === 'expr' && v.expr.kind === 'bool') return v.expr.value;
  return v.kind === 'nil' ? false : null;
}

/** A condition over parameters, or a free choice. */
export function conditionOf(m: Machine, v: Val): Expr {
  const expr = closedExpr(v);
  if (expr !== null) return expr;
  if (v.kind !== 'unknown' || v.lossy) m.exact = false;
  return { kind: 'unknown', why: v.kind === 'unknown' ? v.why : why('loop') };
}

/** A number over parameters. One that is not followed is a parameter of its own, if it comes about only once. */
export function number(m: Machine, f: Frame, v: Val, what: string, name: string, site: Site): Expr {
  const expr = v.kind === 'nil' ? { kind: 'int' as const, value: 0 } : closedExpr(asNumber(v));
  if (expr !== null) return expr;
  const own = v.kind === 'unknown' ? closedExpr(asNumber(someNumber(m, f, goValue(name), null, site))) : null;
  if (own === null) throw new NotVirgo(`${what} that is not known`, site);
  return own;
}

/** What an object of the environment is, where it has no name of its own. */
export type Outside = 'environment-channel' | 'environment-lock' | 'environment-group';

/** Objects of the environment: an operation on them may always go on, and nothing is said about them. */
export function isEnvironment(m: Machine, v: Val, what: Outside): boolean {
  if (v.kind !== 'unknown' || v.lossy) return false;
  const name = goText(v.why);
  if (name === null) assume(m.assumptions, what);
  else assume(m.assumptions, 'environment', name);
  return true;
}

// ---------------------------------------------------------------------------------------------------------------
// Unknown values

/** A value that comes about once in a run, where no loop is around: it is what it is. */
export function settled(m: Machine, f: Frame, reason: Why, min: number | null, site: Site): Val {
  // What the program has and only we do not track is no value from outside.
  if (isKnownToProgram(reason)) return lost(reason);
  const v = { kind: 'unknown', why: reason, lossy: false } as const;
  if (f.loops > 0) return v;
  m.fresh.push({ name: paramName(reason), type: 'int', min: min ?? (reason.kind === 'length' ? 0 : null), site });
  return { ...v, id: m.fresh.length - 1 };
}

/** What a parameter is called that stands for such a value: as in Go, where it can be written there. */
function paramName(reason: Why): string {
  return goText(reason) ?? `?${reason.kind}`;
}

/** As `settled`, for a number that the program knows and only we do not. */
export function someNumber(m: Machine, f: Frame, reason: Why, min: number | null, site: Site): Val {
  const v = settled(m, f, reason, min, site);
  if (v.kind !== 'unknown' || v.id === undefined) return lost(reason);
  m.facts.set(v.id, { expr: { kind: 'bool', value: true }, exact: false });
  return v;
}

/** As `settled`, for what is found from such a value by a way that always leads to the same. */
export function settledFrom(m: Machine, from: Val, way: string, reason: Why, min: number | null, site: Site): Val {
  if (from.kind === 'unknown' && from.lossy) return lost(reason);
  const v = { kind: 'unknown', why: reason, lossy: false } as const;
  if (from.kind !== 'unknown' || from.id === undefined) return v;
  const key = `${from.id} ${way}`;
  let id = m.derived.get(key);
  if (id === undefined) {
    m.fresh.push({ name: paramName(reason), type: 'int', min, site });
    id = m.fresh.length - 1;
    m.derived.set(key, id);
  }
  return { ...v, id };
}

/**
 * What two paths left, where they meet again. A number on which they differ is a value of its own, which is one of the two: one as
 * the condition was, where that is over parameters. Like all of these it stands where no loop is around, so it comes about once.
 */
export function meet(m: Machine, f: Frame, cond: Val, yes: State | null, no: State | null, site: Site): State | null {
  const after = join(yes, no, site);
  if (after === null || yes === null || no === null || f.loops > 0) return after;
  const test = closedExpr(cond);
  const either = (joined: Val, a: Val | undefined, b: Val | undefined, name: string): Val => {
    if (joined.kind !== 'unknown' || !joined.lossy || a === undefined || b === undefined) return joined;
    const [x, y] = [closedNumber(a), closedNumber(b)];
    if (x === null || y === null) return joined;
    const v = settled(m, f, name === '' ? why('path') : goValue(name), null, site);
    const own = closedNumber(v);
    if (v.kind !== 'unknown' || v.id === undefined || own === null) return joined;
    const is = (value: Expr, when: Expr | null): Expr => {
      const same: Expr = { kind: 'binary', op: '==', x: own, y: value };
      return when === null ? same : { kind: 'binary', op: '&&', x: when, y: same };
    };
    const not: Expr | null = test === null ? null : { kind: 'unary', op: '!', x: test };
    // Without the condition, which of the two it is no longer goes with the path.
    m.facts.set(v.id, { expr: { kind: 'binary', op: '||', x: is(x, test), y: is(y, not) }, exact: test !== null });
    return v;
  };
  const vars = after.vars.map((v, i) => either(v, yes.vars[i], no.vars[i], f.proc.vars[i]?.name ?? ''));
  const cells = new Map(after.cells);
  for (const [key, v] of after.cells)
    cells.set(key, either(v, yes.cells.get(key), no.cells.get(key), cellName(m, key)));
  return { ...after, vars, cells };
}

/** What a cell is called: by its field. */
function cellName(m: Machine, key: string): string {
  const [record, field] = key.split('.').map(Number);
  if (record === undefined || field === undefined || Number.isNaN(record)) return '';
  const cls = m.program.classes[m.records[record]?.class ?? -1];
  const name = cls?.fields[field]?.name ?? '';
  return cls === undefined || name === '' ? '' : `${cls.name}.${name}`;
}

/** A number over parameters. The zero value is one only where the other side is. */
function closedNumber(v: Val): Expr | null {
  const expr = closedExpr(asNumber(v));
  return expr === null || expr.kind === 'bool' || isComparison(expr) ? null : expr;
}

/** What an expression is; a `?` is settled. */
export function settledValue(m: Machine, f: Frame, s: State, e: Expr, site: Site): Val {
  return e.kind === 'unknown' ? settled(m, f, e.why, null, site) : evaluate(s.vars, e);
}
