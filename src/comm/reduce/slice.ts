// Takes out of a communication program what cannot decide what synchronises with what.

import { must } from '../../base/assert.ts';
import { type Assumption, type Assumptions, allAssumptions, assume, why } from '../../base/reasons.ts';
import { gapsThatMatter } from '../analysis/gaps.ts';
import { type PointsTo, pointsTo } from '../analysis/points-to.ts';
import { type Relevance, relevance } from '../analysis/relevance.ts';
import { findUnknowns, isTainted, isThrown, type Taint } from '../analysis/unknowns.ts';
import type {
  Callee,
  ClassDecl,
  CommProgram,
  Expr,
  FieldInit,
  Place,
  Proc,
  RecvStmt,
  SendStmt,
  Stmt,
  VarDecl,
} from '../comm.ts';
import { paramsOf } from '../requires.ts';
import { holdsRecover, visitStmts } from '../walk.ts';

interface Rebuild {
  readonly program: CommProgram;
  readonly pts: PointsTo;
  readonly rel: Relevance;
  readonly params: Map<number, number>;
  readonly globals: Map<number, number>;
  readonly classes: Map<number, number>;
  readonly classList: ClassDecl[];
  readonly procs: Map<number, number>;
  readonly procList: (Proc | null)[];
  readonly todo: number[];
  /** Whether functions of the program lie where code from outside finds them. */
  readonly functionsGiven: boolean;
  /** Assumptions about calls that only code from outside can answer. */
  readonly outside: Assumptions;
  /** Where what was thrown may be. */
  readonly thrown: Taint | null;
}

/** A procedure being rebuilt: its number, and what its variables become. */
interface Within {
  readonly r: Rebuild;
  readonly proc: number;
  readonly vars: Map<number, number>;
  readonly decls: VarDecl[];
}

export function slice(
  program: CommProgram,
  pts: PointsTo = pointsTo(program),
  rel: Relevance = relevance(program, pts),
): CommProgram {
  const r: Rebuild = {
    program,
    pts,
    rel,
    params: new Map(),
    globals: new Map(),
    classes: new Map(),
    classList: [],
    procs: new Map(),
    procList: [],
    todo: [],
    functionsGiven: [...pts.given].some((id) => pts.objects[id]?.kind === 'func'),
    outside: new Map(),
    thrown: program.procs.some(({ body }) => body.some(holdsRecover)) ? findUnknowns(program, isThrown) : null,
  };
  const entry = procIndex(r, program.entry);
  for (let proc = r.todo.pop(); proc !== undefined; proc = r.todo.pop()) {
    r.procList[must(r.procs.get(proc))] = rebuildProc(r, proc);
  }
  const requires = requiresThatMatter(r);
  return {
    ...program,
    requires,
    gaps: [...program.gaps, ...gapsThatMatter(program, pts, rel)],
    assumptions: allAssumptions(program.assumptions, droppedLoops(r), r.outside.values()),
    params: [...r.params.keys()].map((i) => must(program.params[i])),
    globals: [...r.globals.keys()].map((i) => must(program.globals[i])),
    classes: r.classList,
    procs: r.procList as readonly Proc[],
    entry,
  };
}

/**
 * Conditions that say something about the parameters that are left, if only by way of others, which then stay too. To know less
 * than callers promise is safe.
 */
function requiresThatMatter(r: Rebuild): readonly Expr[] {
  const open = new Set(r.program.requires);
  for (let changed = true; changed; ) {
    changed = false;
    for (const condition of open) {
      const used = paramsOf(condition);
      if (used.length > 0 && !used.some((index) => r.params.has(index))) continue;
      for (const index of used) renumbered(r.params, index);
      open.delete(condition);
      changed = true;
    }
  }
  return r.program.requires.filter((condition) => !open.has(condition)).map((condition) => onlyParams(r, condition));
}

/** A condition that names nothing but parameters, with their new numbers. */
function onlyParams(r: Rebuild, e: Expr): Expr {
  if (e.kind === 'param') return { kind: 'param', index: renumbered(r.params, e.index) };
  if (e.kind === 'unary') return { ...e, x: onlyParams(r, e.x) };
  return e.kind === 'binary' ? { ...e, x: onlyParams(r, e.x), y: onlyParams(r, e.y) } : e;
}

/** Loops that were taken out although nothing shows that they end. */
function droppedLoops(r: Rebuild): Iterable<Assumption> {
  const found: Assumptions = new Map();
  for (const index of r.procs.keys()) {
    const proc = must(r.program.procs[index]);
    visitStmts(proc.body, (stmt) => {
      if (stmt.kind === 'loop' && stmt.termination === 'unknown' && !r.rel.kept.has(stmt)) {
        assume(found, 'terminates', proc.name);
      }
    });
  }
  return found.values();
}

function renumbered(map: Map<number, number>, old: number): number {
  let index = map.get(old);
  if (index === undefined) {
    index = map.size;
    map.set(old, index);
  }
  return index;
}

function procIndex(r: Rebuild, old: number): number {
  let index = r.procs.get(old);
  if (index === undefined) {
    index = r.procs.size;
    r.procs.set(old, index);
    r.procList.push(null);
    r.todo.push(old);
  }
  return index;
}

/** Only fields that matter stay; those that are made with the record stay if they are read. */
function classIndex(r: Rebuild, old: number): number {
  const known = r.classes.get(old);
  if (known !== undefined) return known;
  const decl = must(r.program.classes[old]);
  const index = r.classList.length;
  const fields: { name: string; init: FieldInit }[] = [];
  r.classes.set(old, index);
  r.classList.push({ name: decl.name, role: decl.role, fields });
  decl.fields.forEach(({ name, init }, i) => {
    if (!r.rel.fields.has(`${old}.${i}`)) return;
    fields.push({ name, init: init.kind === 'record' ? { kind: 'record', class: classIndex(r, init.class) } : init });
  });
  return index;
}

function fieldIndex(r: Rebuild, classOld: number, field: number): number {
  let index = 0;
  for (let i = 0; i < field; i++) if (r.rel.fields.has(`${classOld}.${i}`)) index++;
  return index;
}

function rebuildProc(r: Rebuild, old: number): Proc {
  const proc = must(r.program.procs[old]);
  const w: Within = { r, proc: old, vars: new Map(), decls: [] };
  for (let i = 0; i < proc.params; i++) varIndex(w, i);
  const body = block(w, proc.body);
  const results = proc.results.map((v) => varIndex(w, v));
  return { name: proc.name, role: proc.role, vars: w.decls, params: proc.params, results, body, site: proc.site };
}

function varIndex(w: Within, old: number): number {
  let index = w.vars.get(old);
  if (index === undefined) {
    index = w.decls.length;
    w.vars.set(old, index);
    w.decls.push(must(must(w.r.program.procs[w.proc]).vars[old]));
  }
  return index;
}

function isNeeded(w: Within, proc: number, index: number): boolean {
  return w.r.rel.vars[proc]?.[index] === 1;
}

function target(w: Within, old: number | null): number | null {
  return old !== null && isNeeded(w, w.proc, old) ? varIndex(w, old) : null;
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions and places

const nothing: Expr = { kind: 'nil' };

function expr(w: Within, e: Expr): Expr {
  switch (e.kind) {
    case 'var':
      return { kind: 'var', index: varIndex(w, e.index) };
    case 'param':
      return { kind: 'param', index: renumbered(w.r.params, e.index) };
    case 'unary':
      return { ...e, x: expr(w, e.x) };
    case 'binary':
      return { ...e, x: expr(w, e.x), y: expr(w, e.y) };
    case 'func': {
      const captured = e.captured.map((c, i) => (isNeeded(w, e.proc, i) ? expr(w, c) : nothing));
      return { kind: 'func', proc: procIndex(w.r, e.proc), captured };
    }
    default:
      return e;
  }
}

function place(w: Within, p: Place): Place {
  switch (p.kind) {
    case 'global':
      return { kind: 'global', index: renumbered(w.r.globals, p.index) };
    case 'field':
      return {
        kind: 'field',
        object: expr(w, p.object),
        class: classIndex(w.r, p.class),
        field: fieldIndex(w.r, p.class, p.field),
      };
    case 'element':
      return { kind: 'element', array: expr(w, p.array), index: expr(w, p.index) };
  }
}

function elementsNeeded(w: Within, container: Expr): boolean {
  for (const o of w.r.pts.of(w.proc, container)) if (w.r.rel.elements.has(o)) return true;
  return false;
}

// ---------------------------------------------------------------------------------------------------------------
// Statements

function block(w: Within, body: readonly Stmt[]): readonly Stmt[] {
  const out: Stmt[] = [];
  for (const stmt of body) {
    if (!w.r.rel.kept.has(stmt)) continue;
    if (isOutside(w, stmt)) out.push(...nilCall(w, stmt), ...outsideCall(w, stmt));
    else out.push(rebuild(w, stmt));
    // What follows cannot be reached.
    if (stmt.kind === 'return' || stmt.kind === 'branch') break;
  }
  return out;
}

/**
 * A call through an interface or a value that holds nothing the program has made: only code from outside can answer it.
 * Where functions of the program were put into unknown objects, a value may be one of them.
 */
function isOutside(w: Within, stmt: Stmt): stmt is CallLike {
  if (stmt.kind !== 'call' && stmt.kind !== 'go' && stmt.kind !== 'defer') return false;
  const { callee } = stmt;
  if (callee.kind === 'proc' || (w.r.pts.callees.get(stmt)?.size ?? 0) > 0) return false;
  if (callee.kind === 'method') return true;
  if (callee.func.kind === 'nil' || w.r.functionsGiven) return false;
  assume(w.r.outside, 'environment-calls', must(w.r.program.procs[w.proc]).name);
  return true;
}

/** The panic of a nil function; `go` makes a fatal error of it. */
function nilCall(w: Within, stmt: CallLike): readonly Stmt[] {
  if (stmt.callee.kind !== 'value' || stmt.kind === 'defer') return [];
  const { site } = stmt;
  const cond: Expr = { kind: 'binary', op: '==', x: expr(w, stmt.callee.func), y: nothing };
  const op = stmt.kind === 'go' ? 'fatal' : 'panic';
  return [
    {
      kind: 'if',
      cond,
      then: [{ kind: 'panic', op, what: 'a nil function', nilCall: true, site }],
      otherwise: [],
      site,
    },
  ];
}

function outsideCall(w: Within, stmt: CallLike): readonly Stmt[] {
  if (stmt.kind !== 'call' || stmt.optional === true) return [];
  // What was thrown has its methods from the program.
  const { thrown } = w.r;
  const isOwn = thrown !== null && stmt.callee.kind === 'method' && isTainted(thrown, w.proc, stmt.callee.recv);
  const given = isOwn ? why('thrown', '', 'state') : why('outside');
  return stmt.targets.flatMap((old): readonly Stmt[] => {
    const index = target(w, old);
    if (index === null) return [];
    return [{ kind: 'assign', target: index, value: { kind: 'unknown', why: given }, site: stmt.site }];
  });
}

function rebuild(w: Within, stmt: Stmt): Stmt {
  const e = (x: Expr): Expr => expr(w, x);
  switch (stmt.kind) {
    case 'assign':
      return { ...stmt, target: varIndex(w, stmt.target), value: e(stmt.value) };
    case 'new': {
      const { what } = stmt;
      return {
        ...stmt,
        target: varIndex(w, stmt.target),
        what:
          what.kind === 'record'
            ? { kind: 'record', class: classIndex(w.r, what.class) }
            : what.kind === 'cond'
              ? { kind: 'cond', locker: e(what.locker) }
              : what,
      };
    }
    case 'load':
      return { ...stmt, target: varIndex(w, stmt.target), place: place(w, stmt.place) };
    case 'store':
      return { ...stmt, place: place(w, stmt.place), value: e(stmt.value) };
    case 'atomic':
      return { ...stmt, target: target(w, stmt.target), place: place(w, stmt.place), args: stmt.args.map(e) };
    case 'array': {
      const [first] = stmt.args;
      const keepAll =
        stmt.op === 'slice' ||
        elementsNeeded(w, { kind: 'var', index: stmt.target }) ||
        (first !== undefined && elementsNeeded(w, first));
      const args = stmt.args.map((arg, i) => (i === 0 || keepAll ? e(arg) : nothing));
      return { ...stmt, target: varIndex(w, stmt.target), args };
    }
    case 'map': {
      const container = stmt.args[0];
      const values = container !== undefined && elementsNeeded(w, container);
      const args = stmt.args.map((arg, i) => (i < 2 || values ? e(arg) : nothing));
      return { ...stmt, target: target(w, stmt.target), ok: target(w, stmt.ok), args };
    }
    case 'chan':
      return { ...stmt, target: varIndex(w, stmt.target), capacity: e(stmt.capacity) };
    case 'send':
    case 'recv':
      return communication(w, stmt);
    case 'select':
      return {
        ...stmt,
        cases: stmt.cases.map((c) => ({ comm: communication(w, c.comm), body: block(w, c.body) })),
        otherwise: stmt.otherwise === null ? null : block(w, stmt.otherwise),
      };
    case 'close':
      return { ...stmt, chan: e(stmt.chan) };
    case 'timer':
      return { ...stmt, chan: e(stmt.chan), target: target(w, stmt.target) };
    case 'lock':
      return { ...stmt, lock: e(stmt.lock), target: target(w, stmt.target) };
    case 'waitgroup':
      return { ...stmt, group: e(stmt.group), delta: stmt.delta === null ? null : e(stmt.delta) };
    case 'cond':
      return { ...stmt, cond: e(stmt.cond) };
    case 'go':
    case 'defer':
      return { ...stmt, callee: callee(w, stmt, stmt.callee), args: args(w, stmt) };
    case 'call':
      return {
        ...stmt,
        callee: callee(w, stmt, stmt.callee),
        args: args(w, stmt),
        targets: stmt.targets.map((t) => target(w, t)),
      };
    case 'recover':
      return { ...stmt, target: target(w, stmt.target) };
    case 'if':
      return { ...stmt, cond: e(stmt.cond), then: block(w, stmt.then), otherwise: block(w, stmt.otherwise) };
    case 'choice':
      return { ...stmt, branches: stmt.branches.map((b) => block(w, b)) };
    case 'loop':
      return { ...stmt, body: block(w, stmt.body), next: block(w, stmt.next) };
    case 'return':
    case 'panic':
    case 'exit':
    case 'branch':
    case 'yield':
      return stmt;
  }
}

function communication(w: Within, stmt: SendStmt | RecvStmt): SendStmt | RecvStmt {
  const chan = expr(w, stmt.chan);
  if (stmt.kind === 'send') {
    return { ...stmt, chan, value: elementsNeeded(w, stmt.chan) ? expr(w, stmt.value) : nothing };
  }
  return { ...stmt, chan, target: target(w, stmt.target), ok: target(w, stmt.ok) };
}

type CallLike = Extract<Stmt, { kind: 'go' | 'call' | 'defer' }>;

/** Only implementations that the receiver can have stay in the table. */
function callee(w: Within, stmt: CallLike, c: Callee): Callee {
  switch (c.kind) {
    case 'proc':
      return { kind: 'proc', proc: procIndex(w.r, c.proc) };
    case 'value':
      return { kind: 'value', func: expr(w, c.func) };
    case 'method': {
      const found = w.r.pts.callees.get(stmt);
      const table = c.table
        .filter((row) => found?.has(row.proc) === true)
        .map((row) => ({ class: classIndex(w.r, row.class), proc: procIndex(w.r, row.proc) }));
      return { kind: 'method', recv: expr(w, c.recv), table };
    }
  }
}

function args(w: Within, stmt: CallLike): readonly Expr[] {
  const found = w.r.pts.callees.get(stmt) ?? new Set<number>();
  return stmt.args.map((arg, i) => {
    for (const proc of found) {
      const params = must(w.r.program.procs[proc]).params;
      const first =
        stmt.callee.kind === 'method' ? 1 : stmt.callee.kind === 'value' ? Math.max(0, params - stmt.args.length) : 0;
      if (isNeeded(w, proc, first + i)) return expr(w, arg);
    }
    return nothing;
  });
}
