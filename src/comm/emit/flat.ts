// One goroutine's code as a graph: calls expanded in place, and the variables that are live at each operation.
//
// Only what is static can be expanded: named procedures, recursion in tail position (which becomes a jump), deferred
// calls outside loops. Everything else is refused with a reason.

import { must } from '../../base/assert.ts';
import type {
  AtomicStmt,
  Callee,
  CloseStmt,
  CommProgram,
  CondStmt,
  Expr,
  GoStmt,
  LockStmt,
  PanicStmt,
  Place,
  Proc,
  RecvStmt,
  SelectStmt,
  SendStmt,
  Site,
  Stmt,
  TimerStmt,
  WaitGroupStmt,
  YieldStmt,
} from '../comm.ts';
import { exprsOf, someExpr, targetsOf, visitExpr, visitStmts } from '../walk.ts';

/** Why a program cannot be printed in another language. */
export class Unsupported extends Error {
  readonly site: Site;

  constructor(reason: string, site: Site) {
    super(reason);
    this.site = site;
  }
}

/** A program in another language, or the reason why it cannot be. */
export type Emitted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly site: Site };

/** An operation that takes a step of its own. */
export type OpStmt =
  | SendStmt
  | RecvStmt
  | CloseStmt
  | LockStmt
  | WaitGroupStmt
  | CondStmt
  | TimerStmt
  | AtomicStmt
  | YieldStmt
  | PanicStmt;

/** What is computed between operations. */
export type LocalStmt = Extract<Stmt, { readonly kind: 'assign' | 'new' | 'load' | 'store' | 'array' | 'chan' | 'go' }>;

export type Node =
  | { readonly kind: 'op'; readonly stmt: OpStmt; next: number }
  | { readonly kind: 'select'; readonly stmt: SelectStmt; nexts: readonly number[]; otherwise: number | null }
  /** The end of the process: by `exit`, or because main returned. */
  | { readonly kind: 'exit'; readonly stmt: Stmt | null }
  | { readonly kind: 'local'; readonly stmt: LocalStmt; next: number }
  /** Values assigned at the same time: arguments and results. */
  | { readonly kind: 'move'; readonly moves: readonly { readonly to: number; readonly from: Expr }[]; next: number }
  | { readonly kind: 'branch'; readonly cond: Expr; then: number; otherwise: number }
  | { readonly kind: 'choice'; readonly nexts: readonly number[] }
  | { readonly kind: 'jump'; next: number }
  /** A loop without operation that ends by its own data; `written` are the variables that it assigns. */
  | { readonly kind: 'head'; next: number; readonly written: readonly number[] }
  /** A round of any other loop without operation: a step, so that it can be interrupted. */
  | { readonly kind: 'spin'; next: number }
  | { readonly kind: 'end' };

export interface FlatCode {
  readonly proc: number;
  readonly name: string;
  readonly vars: readonly string[];
  readonly params: number;
  readonly nodes: readonly Node[];
  readonly entry: number;
  /** For each node the variables that may still be read. */
  readonly live: readonly ReadonlySet<number>[];
}

interface TailContext {
  readonly exit: number;
  readonly procs: Map<number, { readonly base: number; readonly entry: number }>;
}

interface Context {
  readonly proc: Proc;
  readonly index: number;
  /** Where this expansion's variables begin. */
  readonly base: number;
  readonly exit: number;
  readonly tail: TailContext;
  readonly stack: readonly number[];
  readonly labels: ReadonlyMap<string, { readonly out: number; readonly again: number }>;
  readonly inLoop: boolean;
  readonly deferred: ReadonlyMap<Stmt, { readonly flag: number; readonly args: readonly number[] }>;
}

interface Builder {
  readonly program: CommProgram;
  readonly nodes: Node[];
  readonly vars: string[];
  end: number;
}

/** Nodes of one goroutine's code: calls are written out, which can multiply them. */
const limit = 20_000;

/** The code of a goroutine that begins with procedure `index`; throws Unsupported where it is not static. */
export function flatten(program: CommProgram, index: number, endsProcess: boolean): FlatCode {
  const b: Builder = { program, nodes: [], vars: [], end: 0 };
  const proc = must(program.procs[index]);
  const exit = add(b, endsProcess ? { kind: 'exit', stmt: null } : { kind: 'end' });
  b.end = endsProcess ? add(b, { kind: 'end' }) : exit;
  const tail: TailContext = { exit, procs: new Map() };
  const entry = enter(b, index, tail, [], proc.site);
  const nodes = breakSpins(b.nodes, entry);
  return { proc: index, name: proc.name, vars: b.vars, params: proc.params, nodes, entry, live: liveness(nodes) };
}

function add(b: Builder, node: Node): number {
  if (b.nodes.length > limit) throw new Unsupported('the expanded calls grow too large', { file: 0, start: 0, end: 0 });
  return b.nodes.push(node) - 1;
}

/** Expands a procedure within a tail context, once; gives the node at which it begins. */
function enter(b: Builder, index: number, tail: TailContext, stack: readonly number[], site: Site): number {
  const known = tail.procs.get(index);
  if (known !== undefined) return known.entry;
  if (stack.includes(index)) throw new Unsupported('recursion that is not the last thing a procedure does', site);
  const proc = must(b.program.procs[index]);
  const base = b.vars.length;
  for (const decl of proc.vars) b.vars.push(decl.name);
  const entry = add(b, { kind: 'jump', next: 0 });
  tail.procs.set(index, { base, entry });
  const deferred = new Map<Stmt, { flag: number; args: readonly number[] }>();
  visitStmts(proc.body, (stmt) => {
    if (stmt.kind !== 'defer') return;
    const flag = b.vars.push('deferred') - 1;
    deferred.set(stmt, { flag, args: stmt.args.map(() => b.vars.push('deferred_arg') - 1) });
  });
  const inner = [...stack, index];
  let exit = tail.exit;
  const c: Context = { proc, index, base, exit, tail, stack: inner, labels: new Map(), inLoop: false, deferred };
  for (const [stmt, { flag, args }] of deferred) {
    if (stmt.kind !== 'defer') continue;
    const call = expandCall(b, c, calledProc(b, stmt.callee, stmt.site), args.map(flatVar), [], exit, stmt.site, true);
    exit = add(b, { kind: 'branch', cond: flatVar(flag), then: call, otherwise: exit });
  }
  const start = block(b, { ...c, exit }, proc.body, exit);
  (b.nodes[entry] as { next: number }).next = start;
  return entry;
}

function flatVar(index: number): Expr {
  return { kind: 'var', index };
}

/** A named procedure, or a function literal called on the spot, with what it captured. */
function calledProc(b: Builder, callee: Callee, site: Site): { proc: number; captured: readonly Expr[] } {
  if (callee.kind === 'proc') return { proc: callee.proc, captured: [] };
  if (callee.kind === 'value' && callee.func.kind === 'func') {
    return { proc: callee.func.proc, captured: callee.func.captured };
  }
  const [row] = callee.kind === 'method' ? callee.table : [];
  if (callee.kind === 'method' && callee.table.length === 1 && row !== undefined) {
    must(b.program.procs[row.proc]);
    return { proc: row.proc, captured: [callee.recv] };
  }
  throw new Unsupported('a call whose target is not fixed', site);
}

type Called = ReturnType<typeof calledProc>;

function expandCall(
  b: Builder,
  c: Context,
  called: Called,
  args: readonly Expr[],
  targets: readonly (number | null)[],
  next: number,
  site: Site,
  flat = false,
): number {
  const callee = must(b.program.procs[called.proc]);
  const given = [...called.captured, ...args].map((arg) => (flat ? arg : shift(arg, c.base)));
  const canReplace = next === c.exit && targets.every((t) => t === null) && c.proc.results.length === 0;
  const isTail = canReplace && c.deferred.size === 0;
  const tail: TailContext = isTail ? c.tail : { exit: add(b, { kind: 'jump', next }), procs: new Map() };
  const entry = enter(b, called.proc, tail, isTail ? c.stack.filter((p) => !tail.procs.has(p)) : c.stack, site);
  const { base } = must(tail.procs.get(called.proc));
  if (!isTail && targets.some((t) => t !== null)) {
    const moves = targets.flatMap((to, i) =>
      to === null ? [] : [{ to: to + c.base, from: flatVar(base + must(callee.results[i])) }],
    );
    (b.nodes[tail.exit] as { next: number }).next = add(b, { kind: 'move', moves, next });
  }
  const nil: Expr = { kind: 'nil' };
  const moves = callee.vars.map((_, i) => ({ to: base + i, from: given[i] ?? nil }));
  return moves.length === 0 ? entry : add(b, { kind: 'move', moves, next: entry });
}

function block(b: Builder, c: Context, body: readonly Stmt[], next: number): number {
  let at = next;
  for (let i = body.length - 1; i >= 0; i--) at = statement(b, c, body[i] as Stmt, at);
  return at;
}

function statement(b: Builder, c: Context, stmt: Stmt, next: number): number {
  switch (stmt.kind) {
    case 'assign':
    case 'new':
    case 'load':
    case 'store':
    case 'array':
    case 'chan':
      return add(b, { kind: 'local', stmt: shiftStmt(stmt, c.base), next });
    case 'go':
      return add(b, { kind: 'local', stmt: shiftGo(b, stmt, c.base), next });
    case 'send':
    case 'recv':
    case 'close':
    case 'lock':
    case 'waitgroup':
    case 'cond':
    case 'timer':
    case 'atomic':
    case 'yield':
      return add(b, { kind: 'op', stmt: shiftStmt(stmt, c.base), next });
    case 'panic':
      if (stmt.op === 'goexit') {
        if (c.deferred.size > 0) throw new Unsupported('goexit with deferred calls', stmt.site);
        return b.end;
      }
      return add(b, { kind: 'op', stmt, next: b.end });
    case 'exit':
      return add(b, { kind: 'exit', stmt });
    case 'select': {
      const nexts = stmt.cases.map((one) => block(b, c, one.body, next));
      const otherwise = stmt.otherwise === null ? null : block(b, c, stmt.otherwise, next);
      return add(b, { kind: 'select', stmt: shiftSelect(stmt, c.base), nexts, otherwise });
    }
    case 'if': {
      const then = block(b, c, stmt.then, next);
      const otherwise = block(b, c, stmt.otherwise, next);
      return add(b, { kind: 'branch', cond: shift(stmt.cond, c.base), then, otherwise });
    }
    case 'choice':
      return add(b, { kind: 'choice', nexts: stmt.branches.map((branch) => block(b, c, branch, next)) });
    case 'loop': {
      const head = add(b, { kind: 'jump', next: 0 });
      const again = add(b, { kind: 'jump', next: head });
      const labels = new Map(c.labels).set(stmt.label, { out: next, again });
      const inner: Context = { ...c, labels, inLoop: true };
      (b.nodes[again] as { next: number }).next = block(b, inner, stmt.next, head);
      (b.nodes[head] as { next: number }).next = block(b, inner, stmt.body, again);
      return head;
    }
    case 'branch': {
      const label = must(c.labels.get(stmt.label), 'label');
      return stmt.op === 'break' ? label.out : label.again;
    }
    case 'return':
      return c.exit;
    case 'call':
      return expandCall(b, c, calledProc(b, stmt.callee, stmt.site), stmt.args, stmt.targets, next, stmt.site);
    case 'defer': {
      if (c.inLoop) throw new Unsupported('a deferred call in a loop', stmt.site);
      const { flag, args } = must(c.deferred.get(stmt));
      const called = calledProc(b, stmt.callee, stmt.site);
      if (called.captured.length > 0) throw new Unsupported('a deferred function that captures variables', stmt.site);
      const moves = args.map((to, i) => ({ to, from: shift(must(stmt.args[i]), c.base) }));
      moves.push({ to: flag, from: { kind: 'bool', value: true } });
      return add(b, { kind: 'move', moves, next });
    }
    case 'recover':
      throw new Unsupported('recover', stmt.site);
    case 'map':
      throw new Unsupported('a map', stmt.site);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Variables of an expansion: every index moves by the expansion's base

function shift(expr: Expr, base: number): Expr {
  switch (expr.kind) {
    case 'var':
      return { kind: 'var', index: expr.index + base };
    case 'unary':
      return { ...expr, x: shift(expr.x, base) };
    case 'binary':
      return { ...expr, x: shift(expr.x, base), y: shift(expr.y, base) };
    case 'func':
      return { ...expr, captured: expr.captured.map((e) => shift(e, base)) };
    default:
      return expr;
  }
}

function shiftPlace(place: Place, base: number): Place {
  if (place.kind === 'field') return { ...place, object: shift(place.object, base) };
  if (place.kind === 'element') return { ...place, array: shift(place.array, base), index: shift(place.index, base) };
  return place;
}

function shiftTarget(target: number | null, base: number): number | null {
  return target === null ? null : target + base;
}

function shiftStmt<T extends Exclude<LocalStmt, GoStmt> | OpStmt>(stmt: T, base: number): T;
function shiftStmt(stmt: Exclude<LocalStmt, GoStmt> | OpStmt, base: number): LocalStmt | OpStmt {
  switch (stmt.kind) {
    case 'assign':
      return { ...stmt, target: stmt.target + base, value: shift(stmt.value, base) };
    case 'new': {
      const what = stmt.what.kind === 'cond' ? { ...stmt.what, locker: shift(stmt.what.locker, base) } : stmt.what;
      return { ...stmt, target: stmt.target + base, what };
    }
    case 'load':
      return { ...stmt, target: stmt.target + base, place: shiftPlace(stmt.place, base) };
    case 'store':
      return { ...stmt, place: shiftPlace(stmt.place, base), value: shift(stmt.value, base) };
    case 'array':
      return { ...stmt, target: stmt.target + base, args: stmt.args.map((e) => shift(e, base)) };
    case 'chan':
      return { ...stmt, target: stmt.target + base, capacity: shift(stmt.capacity, base) };
    case 'send':
      return { ...stmt, chan: shift(stmt.chan, base), value: shift(stmt.value, base) };
    case 'recv':
      return {
        ...stmt,
        chan: shift(stmt.chan, base),
        target: shiftTarget(stmt.target, base),
        ok: shiftTarget(stmt.ok, base),
      };
    case 'close':
      return { ...stmt, chan: shift(stmt.chan, base) };
    case 'timer':
      return { ...stmt, chan: shift(stmt.chan, base), target: shiftTarget(stmt.target, base) };
    case 'lock':
      return { ...stmt, lock: shift(stmt.lock, base), target: shiftTarget(stmt.target, base) };
    case 'waitgroup':
      return {
        ...stmt,
        group: shift(stmt.group, base),
        delta: stmt.delta === null ? null : shift(stmt.delta, base),
      };
    case 'cond':
      return { ...stmt, cond: shift(stmt.cond, base) };
    case 'atomic':
      return {
        ...stmt,
        place: shiftPlace(stmt.place, base),
        args: stmt.args.map((e) => shift(e, base)),
        target: shiftTarget(stmt.target, base),
      };
    case 'yield':
    case 'panic':
      return stmt;
  }
}

function shiftSelect(stmt: SelectStmt, base: number): SelectStmt {
  const cases = stmt.cases.map(({ comm, body }) => ({ comm: shiftStmt<SendStmt | RecvStmt>(comm, base), body }));
  return { ...stmt, cases };
}

function shiftGo(b: Builder, stmt: GoStmt, base: number): GoStmt {
  const { proc, captured } = calledProc(b, stmt.callee, stmt.site);
  return { ...stmt, callee: { kind: 'proc', proc }, args: [...captured, ...stmt.args].map((e) => shift(e, base)) };
}

// ---------------------------------------------------------------------------------------------------------------
// The graph

/** Whether a node can be reached from itself. */
export function onCycle(code: FlatCode, start: number): boolean {
  const seen = new Set<number>();
  const work = [...successors(must(code.nodes[start]))];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (at === start) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    work.push(...successors(must(code.nodes[at])));
  }
  return false;
}

export function successors(node: Node): readonly number[] {
  switch (node.kind) {
    case 'op':
    case 'local':
    case 'move':
    case 'jump':
    case 'head':
    case 'spin':
      return [node.next];
    case 'select':
      return node.otherwise === null ? node.nexts : [...node.nexts, node.otherwise];
    case 'branch':
      return [node.then, node.otherwise];
    case 'choice':
      return node.nexts;
    case 'exit':
    case 'end':
      return [];
  }
}

/** Whether a node takes a step of its own. */
export function isStep(node: Node): boolean {
  return node.kind === 'op' || node.kind === 'select' || node.kind === 'exit' || node.kind === 'spin';
}

/** Marks the loops that have no step: those that end by their own data, and others, which get one. */
function breakSpins(nodes: Node[], entry: number): readonly Node[] {
  const starts = [entry, ...nodes.flatMap((node) => (isStep(node) ? successors(node) : []))];
  const state = new Uint8Array(nodes.length);
  for (const start of starts) {
    if (state[start] !== 0) continue;
    state[start] = 1;
    const work = [{ at: start, next: 0 }];
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const node = nodes[top.at] as Node;
      const target = isStep(node) ? undefined : successors(node)[top.next++];
      if (target === undefined) {
        state[top.at] = 2;
        work.pop();
      } else if (state[target] === 0) {
        state[target] = 1;
        work.push({ at: target, next: 0 });
      } else if (state[target] === 1) {
        // A way back. Every loop passes through the jump at its head, wherever the walk entered it.
        const ring = work.slice(work.findIndex(({ at }) => at === target)).map(({ at }) => at);
        const marked = ring.some((at) => isStep(nodes[at] as Node) || (nodes[at] as Node).kind === 'head');
        const head = ring.find((at) => (nodes[at] as Node).kind === 'jump');
        if (!marked && head !== undefined) nodes[head] = loopHead(nodes, head, (nodes[head] as { next: number }).next);
      }
    }
  }
  return nodes;
}

/** Whether a loop of local nodes ends by its own data: by a condition on its own variables, without free choices. */
function loopHead(nodes: readonly Node[], head: number, next: number): Node {
  const cycle = localCycle(nodes, head);
  const members = [...cycle].map((i) => nodes[i] as Node);
  const written = new Set(members.flatMap((node) => writes(node)));
  const ends = members.some((node) => {
    if (node.kind !== 'branch' || successors(node).every((to) => cycle.has(to))) return false;
    let depends = false;
    visitExpr(node.cond, (part) => {
      depends ||= part.kind === 'var' && written.has(part.index);
    });
    return depends;
  });
  const free = members.some((node) => {
    if (node.kind === 'choice' || (node.kind === 'local' && node.stmt.kind === 'load')) return true;
    return node.kind === 'branch' && someExpr(node.cond, (part) => part.kind === 'unknown');
  });
  return ends && !free ? { kind: 'head', next, written: [...written] } : { kind: 'spin', next };
}

/** The nodes on local ways from a node back to itself. */
function localCycle(nodes: readonly Node[], head: number): ReadonlySet<number> {
  const forward = new Set<number>();
  const before = new Map<number, number[]>();
  const work = [head];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    if (forward.has(at)) continue;
    forward.add(at);
    const node = nodes[at] as Node;
    for (const to of isStep(node) ? [] : successors(node)) {
      before.set(to, [...(before.get(to) ?? []), at]);
      work.push(to);
    }
  }
  const cycle = new Set<number>();
  const back = [...(before.get(head) ?? [])];
  for (let at = back.pop(); at !== undefined; at = back.pop()) {
    if (cycle.has(at)) continue;
    cycle.add(at);
    if (at !== head) back.push(...(before.get(at) ?? []));
  }
  return cycle.add(head);
}

/** The variables that a node reads. */
function reads(node: Node): readonly Expr[] {
  switch (node.kind) {
    case 'op':
    case 'local':
    case 'select':
      return exprsOf(node.stmt);
    case 'move':
      return node.moves.map((m) => m.from);
    case 'branch':
      return [node.cond];
    default:
      return [];
  }
}

/** The variables that a node certainly writes. */
export function writes(node: Node): readonly number[] {
  if (node.kind === 'op' || node.kind === 'local') return targetsOf(node.stmt);
  return node.kind === 'move' ? node.moves.map((m) => m.to) : [];
}

function liveness(nodes: readonly Node[]): readonly ReadonlySet<number>[] {
  const live = nodes.map(() => new Set<number>());
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i] as Node;
      const now = new Set<number>();
      if (node.kind === 'select') {
        // Each case writes its own targets.
        node.nexts.forEach((next, k) => {
          const own = targetsOf((node.stmt.cases[k] as SelectStmt['cases'][number]).comm);
          for (const v of live[next] as Set<number>) if (!own.includes(v)) now.add(v);
        });
        if (node.otherwise !== null) for (const v of live[node.otherwise] as Set<number>) now.add(v);
      } else {
        for (const next of successors(node)) for (const v of live[next] as Set<number>) now.add(v);
        for (const v of writes(node)) now.delete(v);
      }
      for (const expr of reads(node)) {
        visitExpr(expr, (part) => {
          if (part.kind === 'var') now.add(part.index);
        });
      }
      if (now.size !== (live[i] as Set<number>).size) {
        live[i] = now;
        changed = true;
      }
    }
  }
  return live;
}
