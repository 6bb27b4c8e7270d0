// Flat code of a communication program: structured statements become jumps, and each place knows its live variables.

import { assert, assertNever, must } from '../base/assert.ts';
import { noWhy, type Why } from '../base/reasons.ts';
import type {
  ClassDecl,
  CommProgram,
  Expr,
  MakeChanStmt,
  NewStmt,
  Place,
  Proc,
  SelectStmt,
  Site,
  Stmt,
} from '../comm/comm.ts';

/** A statement that stays as it is: everything but control flow. */
export type PlainStmt = Exclude<Stmt, { kind: 'if' | 'choice' | 'loop' | 'branch' | 'select' | 'return' }>;

export type Instr =
  | { readonly kind: 'plain'; readonly stmt: PlainStmt }
  /** One of `targets` for each case; `otherwise` is -1 without default. */
  | {
      readonly kind: 'select';
      readonly stmt: SelectStmt;
      readonly targets: readonly number[];
      readonly otherwise: number;
    }
  | {
      readonly kind: 'branch';
      readonly cond: Expr;
      readonly then: number;
      readonly otherwise: number;
      readonly site: Site;
      readonly why: Why;
    }
  | { readonly kind: 'choose'; readonly targets: readonly number[]; readonly site: Site; readonly why: Why }
  | { readonly kind: 'jump'; readonly to: number }
  /** A loop's way back to its head. `round` is the bit of a loop that was shown to end, else 0. */
  | { readonly kind: 'back'; readonly to: number; readonly round: number; readonly site: Site }
  /** Loops that were shown to end and are left here, as bits. */
  | { readonly kind: 'leave'; readonly loops: number }
  | { readonly kind: 'return'; readonly site: Site };

export interface ProcCode {
  readonly proc: Proc;
  readonly code: readonly Instr[];
  /** For each place the variables that are live before it, one byte each. */
  readonly live: readonly Uint8Array[];
  readonly defers: boolean;
  /** All of it stands at one place: code that is not the user's own, told at the place that uses it. */
  readonly placed: boolean;
}

/** Where an object was made, and for which variable. */
export interface Origin {
  readonly label: string;
  readonly site: Site;
}

export interface ProgramCode {
  readonly program: CommProgram;
  readonly procs: readonly ProcCode[];
  readonly origins: readonly Origin[];
  /** Index into `origins` of each `new` and `chan` statement. */
  readonly originOf: ReadonlyMap<Stmt, number>;
  /** For the origin of a record the origins of what its fields hold by value. */
  readonly fieldOrigins: ReadonlyMap<number, readonly number[]>;
  /** Bits of all loops that were shown to end: more than 30 of them share the last bit. */
  readonly endingLoops: number;
}

interface LoopScope {
  readonly label: string;
  readonly bit: number;
  readonly breaks: number[];
  readonly continues: number[];
}

interface Builder {
  readonly shared: Shared;
  readonly code: Instr[];
  readonly loops: LoopScope[];
  defers: boolean;
}

interface Shared {
  readonly classes: readonly ClassDecl[];
  readonly origins: Origin[];
  readonly originOf: Map<Stmt, number>;
  readonly fieldOrigins: Map<number, readonly number[]>;
  loops: number;
}

/** Compiles every procedure of a program. */
export function compileProgram(program: CommProgram): ProgramCode {
  const shared: Shared = {
    classes: program.classes,
    origins: [],
    originOf: new Map(),
    fieldOrigins: new Map(),
    loops: 0,
  };
  const procs = program.procs.map((proc) => compileProc(shared, proc));
  return {
    program,
    procs,
    origins: shared.origins,
    originOf: shared.originOf,
    fieldOrigins: shared.fieldOrigins,
    endingLoops: shared.loops >= 31 ? 0x7fffffff : (1 << shared.loops) - 1,
  };
}

function compileProc(shared: Shared, proc: Proc): ProcCode {
  const b: Builder = { shared, code: [], loops: [], defers: false };
  block(b, proc.body);
  b.code.push({ kind: 'return', site: { file: proc.site.file, start: proc.site.end, end: proc.site.end } });
  const placed =
    proc.site.end > 0 &&
    b.code.every(
      (instr) => (instr.kind !== 'plain' && instr.kind !== 'select') || sameSite(instr.stmt.site, proc.site),
    );
  return { proc, code: b.code, live: liveness(proc, b.code, b.defers), defers: b.defers, placed };
}

function sameSite(a: Site, b: Site): boolean {
  return a.file === b.file && a.start === b.start && a.end === b.end;
}

function block(b: Builder, body: readonly Stmt[]): void {
  for (const stmt of body) statement(b, stmt);
}

/** Appends an instruction whose targets are not known yet. */
function reserve(b: Builder): number {
  return b.code.push({ kind: 'jump', to: -1 }) - 1;
}

function statement(b: Builder, stmt: Stmt): void {
  switch (stmt.kind) {
    case 'if': {
      const at = reserve(b);
      const then = b.code.length;
      block(b, stmt.then);
      const skip = reserve(b);
      const otherwise = b.code.length;
      block(b, stmt.otherwise);
      b.code[skip] = { kind: 'jump', to: b.code.length };
      b.code[at] = { kind: 'branch', cond: stmt.cond, then, otherwise, site: stmt.site, why: whyOf(stmt.cond) };
      return;
    }
    case 'choice': {
      const at = reserve(b);
      const targets = alternatives(b, stmt.branches);
      b.code[at] = { kind: 'choose', targets, site: stmt.site, why: stmt.why };
      return;
    }
    case 'select': {
      const at = reserve(b);
      const bodies = stmt.cases.map((one) => one.body);
      const targets = alternatives(b, stmt.otherwise === null ? bodies : [...bodies, stmt.otherwise]);
      const otherwise = stmt.otherwise === null ? -1 : must(targets[bodies.length]);
      b.code[at] = { kind: 'select', stmt, targets: targets.slice(0, bodies.length), otherwise };
      return;
    }
    case 'loop': {
      const bit = stmt.termination === 'terminates' ? 1 << Math.min(b.shared.loops++, 30) : 0;
      const scope: LoopScope = { label: stmt.label, bit, breaks: [], continues: [] };
      b.loops.push(scope);
      const head = b.code.length;
      block(b, stmt.body);
      for (const at of scope.continues) b.code[at] = { kind: 'jump', to: b.code.length };
      block(b, stmt.next);
      b.code.push({ kind: 'back', to: head, round: bit, site: stmt.site });
      for (const at of scope.breaks) b.code[at] = { kind: 'jump', to: b.code.length };
      b.loops.pop();
      return;
    }
    case 'branch': {
      const at = b.loops.findLastIndex((scope) => scope.label === stmt.label);
      assert(at >= 0, `no loop is called ${stmt.label}`);
      leave(b, stmt.op === 'break' ? at : at + 1);
      const scope = must(b.loops[at]);
      (stmt.op === 'break' ? scope.breaks : scope.continues).push(reserve(b));
      return;
    }
    case 'return':
      leave(b, 0);
      b.code.push({ kind: 'return', site: stmt.site });
      return;
    case 'defer':
      b.defers = true;
      b.code.push({ kind: 'plain', stmt });
      return;
    case 'new':
    case 'chan':
      b.shared.originOf.set(stmt, originFor(b, stmt));
      b.code.push({ kind: 'plain', stmt });
      return;
    default:
      b.code.push({ kind: 'plain', stmt });
  }
}

function originFor(b: Builder, stmt: NewStmt | MakeChanStmt): number {
  const { label, site } = stmt;
  if (stmt.kind === 'new' && stmt.what.kind === 'record') return recordOrigin(b, stmt.what.class, label, site);
  return b.shared.origins.push({ label, site }) - 1;
}

/** Names of embedded locks are not written when they are used. */
const embedded: ReadonlySet<string> = new Set(['Mutex', 'RWMutex', 'WaitGroup']);

function recordOrigin(b: Builder, index: number, label: string, site: Site): number {
  const origin = b.shared.origins.push({ label, site }) - 1;
  const { name: type, fields } = must(b.shared.classes[index]);
  if (fields.every(({ init }) => init.kind === 'value')) return origin;
  const origins = fields.map(({ name, init }) => {
    // Nor is what a Once is made of.
    const inner = label === '' || embedded.has(name) || type === 'sync.Once' ? label : `${label}.${name}`;
    if (init.kind === 'value') return origin;
    if (init.kind === 'sync') return b.shared.origins.push({ label: inner, site }) - 1;
    return recordOrigin(b, init.class, inner, site);
  });
  b.shared.fieldOrigins.set(origin, origins);
  return origin;
}

function alternatives(b: Builder, bodies: readonly (readonly Stmt[])[]): number[] {
  const targets: number[] = [];
  const ends: number[] = [];
  for (const body of bodies) {
    targets.push(b.code.length);
    block(b, body);
    ends.push(reserve(b));
  }
  for (const at of ends) b.code[at] = { kind: 'jump', to: b.code.length };
  return targets;
}

function leave(b: Builder, from: number): void {
  let loops = 0;
  for (let i = from; i < b.loops.length; i++) loops |= must(b.loops[i]).bit;
  if (loops !== 0) b.code.push({ kind: 'leave', loops });
}

/** What the unknown part of a condition stands for. */
function whyOf(expr: Expr): Why {
  switch (expr.kind) {
    case 'unknown':
      return expr.why;
    case 'unary':
      return whyOf(expr.x);
    case 'binary':
      return mentioned(whyOf(expr.x), whyOf(expr.y));
    default:
      return noWhy;
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Live variables

function liveness(proc: Proc, code: readonly Instr[], defers: boolean): Uint8Array[] {
  const count = proc.vars.length;
  const always = new Uint8Array(count);
  // A deferred call can recover at any place, and then the results as they are at that time are returned.
  if (defers) for (const result of proc.results) always[result] = 1;
  const live = code.map(() => always.slice());
  for (let changed = true; changed; ) {
    changed = false;
    for (let pc = code.length - 1; pc >= 0; pc--) {
      const now = always.slice();
      const instr = must(code[pc]);
      const nexts = successors(instr, pc);
      for (let k = 0; k < nexts.length; k++) {
        const after = live[nexts[k] as number];
        if (after === undefined) continue;
        // Each case of a select sets its own targets.
        const comm = instr.kind === 'select' ? instr.stmt.cases[k]?.comm : undefined;
        for (let v = 0; v < count; v++) {
          if (after[v] === 1 && !(comm?.kind === 'recv' && (comm.target === v || comm.ok === v))) now[v] = 1;
        }
      }
      transfer(proc, instr, now);
      const old = must(live[pc]);
      for (let v = 0; v < count; v++) {
        if (now[v] !== old[v]) {
          live[pc] = now;
          changed = true;
          break;
        }
      }
    }
  }
  return live;
}

function successors(instr: Instr, pc: number): readonly number[] {
  switch (instr.kind) {
    case 'jump':
    case 'back':
      return [instr.to];
    case 'branch':
      return [instr.then, instr.otherwise];
    case 'choose':
      return instr.targets;
    case 'select':
      return instr.otherwise < 0 ? instr.targets : [...instr.targets, instr.otherwise];
    case 'return':
      return [];
    case 'leave':
    case 'plain':
      return [pc + 1];
    default:
      return assertNever(instr);
  }
}

/** Turns the variables live after an instruction into those live before it. */
function transfer(proc: Proc, instr: Instr, live: Uint8Array): void {
  switch (instr.kind) {
    case 'branch':
      useExpr(instr.cond, live);
      return;
    case 'return':
      for (const result of proc.results) live[result] = 1;
      return;
    case 'select':
      for (const one of instr.stmt.cases) {
        useExpr(one.comm.chan, live);
        if (one.comm.kind === 'send') useExpr(one.comm.value, live);
      }
      return;
    case 'plain':
      define(instr.stmt, live);
      use(instr.stmt, live);
      return;
    default:
      return;
  }
}

function define(stmt: PlainStmt, live: Uint8Array): void {
  if ('target' in stmt && stmt.target !== null) live[stmt.target] = 0;
  if ('ok' in stmt && stmt.ok !== null) live[stmt.ok] = 0;
  if (stmt.kind === 'call') for (const target of stmt.targets) if (target !== null) live[target] = 0;
}

function use(stmt: PlainStmt, live: Uint8Array): void {
  switch (stmt.kind) {
    case 'assign':
      useExpr(stmt.value, live);
      return;
    case 'new':
      stmt.what.kind === 'cond' ? useExpr(stmt.what.locker, live) : undefined;
      return;
    case 'load':
      usePlace(stmt.place, live);
      return;
    case 'store':
      usePlace(stmt.place, live);
      useExpr(stmt.value, live);
      return;
    case 'array':
    case 'map':
      for (const arg of stmt.args) useExpr(arg, live);
      return;
    case 'chan':
      useExpr(stmt.capacity, live);
      return;
    case 'send':
      useExpr(stmt.chan, live);
      useExpr(stmt.value, live);
      return;
    case 'recv':
    case 'close':
    case 'timer':
      useExpr(stmt.chan, live);
      return;
    case 'lock':
      useExpr(stmt.lock, live);
      return;
    case 'waitgroup':
      useExpr(stmt.group, live);
      if (stmt.delta !== null) useExpr(stmt.delta, live);
      return;
    case 'cond':
      useExpr(stmt.cond, live);
      return;
    case 'atomic':
      usePlace(stmt.place, live);
      for (const arg of stmt.args) useExpr(arg, live);
      return;
    case 'go':
    case 'call':
    case 'defer':
      if (stmt.callee.kind === 'value') useExpr(stmt.callee.func, live);
      if (stmt.callee.kind === 'method') useExpr(stmt.callee.recv, live);
      for (const arg of stmt.args) useExpr(arg, live);
      return;
    case 'panic':
    case 'recover':
    case 'exit':
    case 'yield':
      return;
    default:
      assertNever(stmt);
      return;
  }
}

function usePlace(place: Place, live: Uint8Array): void {
  if (place.kind === 'field') useExpr(place.object, live);
  if (place.kind === 'element') {
    useExpr(place.array, live);
    useExpr(place.index, live);
  }
}

function useExpr(expr: Expr, live: Uint8Array): void {
  switch (expr.kind) {
    case 'var':
      live[expr.index] = 1;
      return;
    case 'unary':
      useExpr(expr.x, live);
      return;
    case 'binary':
      useExpr(expr.x, live);
      useExpr(expr.y, live);
      return;
    case 'func':
      for (const captured of expr.captured) useExpr(captured, live);
      return;
    default:
      return;
  }
}

function mentioned(first: Why, second: Why): Why {
  return first.kind === 'none' && first.standing === 'open' ? second : first;
}
