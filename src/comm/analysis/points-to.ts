// Points-to analysis of a communication program: which objects a variable may refer to, and which procedures a call may
// run. Flow-insensitive, one abstract object for each statement that makes one, calls resolved while it goes.

import { TooMuchWork } from '../../base/assert.ts';
import type { Callee, CommProgram, Expr, Place, Proc, RecvStmt, SendStmt, Stmt, SyncKind } from '../comm.ts';
import { blocksOf, visitExpr } from '../walk.ts';

/** What one statement makes, or what is made with a record because it lies in it. */
export interface AbstractObject {
  readonly id: number;
  readonly kind: 'record' | 'sync' | 'cond' | 'chan' | 'array' | 'map' | 'func';
  /** Of a record; -1 otherwise. */
  readonly class: number;
  /** Of a function: its procedure; -1 otherwise. */
  readonly proc: number;
  /** The statement that makes it; null for functions. */
  readonly stmt: Stmt | null;
  /** The procedure that makes it. */
  readonly maker: number;
  /** For what lies in a record: the record. */
  readonly parent: AbstractObject | null;
  /** Of locks and WaitGroups: which of them it is; null otherwise. */
  readonly sync: SyncKind | null;
}

type Node = number;
const none: Node = -1;

export interface PointsTo {
  readonly program: CommProgram;
  readonly objects: readonly AbstractObject[];
  /** Procedures that can be reached from the entry. */
  readonly reached: ReadonlySet<number>;
  /** What each call, go and defer may run. */
  readonly callees: ReadonlyMap<Stmt, ReadonlySet<number>>;
  /** What an expression in a procedure may refer to. */
  readonly of: (proc: number, expr: Expr) => ReadonlySet<number>;
  /** What the fields, elements or captured variables of an object may refer to. */
  readonly inside: (object: number) => Iterable<number>;
  readonly globals: readonly (readonly number[])[];
  /** Objects that were given to unknown code: channels and records of the environment. */
  readonly given: ReadonlySet<number>;
  /** Calls that nothing which the program made can answer, with the objects that they are given. */
  readonly unanswered: readonly { readonly proc: number; readonly objects: ReadonlySet<number> }[];
}

interface Solver {
  readonly program: CommProgram;
  readonly objects: AbstractObject[];
  readonly sets: Set<number>[];
  readonly edges: Set<Node>[];
  readonly watchers: ((object: number) => void)[][];
  readonly vars: Map<number, Node>;
  readonly globals: Node[];
  readonly fields: Map<string, Node>;
  readonly made: Map<Stmt, number>;
  readonly functions: Map<Expr, Node>;
  readonly queue: { node: Node; object: number }[];
  readonly reached: Set<number>;
  readonly todo: number[];
  readonly callees: Map<Stmt, Set<number>>;
  readonly unknownSends: { readonly chan: Node; readonly value: Node }[];
  /** How many objects may still be added to sets. */
  left: number;
  /** Calls through values and interfaces. */
  readonly dynamicCalls: { readonly proc: number; readonly stmt: Stmt; readonly args: readonly Node[] }[];
}

const empty: ReadonlySet<number> = new Set();

/** What was found out about programs that are still in use: several passes ask about the same one. */
const known = new WeakMap<CommProgram, PointsTo>();

export function pointsTo(program: CommProgram): PointsTo {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = solved(program)));
  return found;
}

/** Sets grow with the square of a program in which everything meets everything: those of grpc stay below a hundredth of this. */
const mostAdditions = 500_000;

function solved(program: CommProgram): PointsTo {
  const s: Solver = {
    program,
    objects: [],
    sets: [],
    edges: [],
    watchers: [],
    vars: new Map(),
    globals: [],
    fields: new Map(),
    made: new Map(),
    functions: new Map(),
    queue: [],
    reached: new Set(),
    todo: [],
    callees: new Map(),
    unknownSends: [],
    dynamicCalls: [],
    left: mostAdditions,
  };
  for (let i = 0; i < program.globals.length; i++) s.globals.push(newNode(s));
  reach(s, program.entry);
  solve(s);
  const given = new Set<number>();
  for (const { chan, value } of s.unknownSends) {
    if (chan === none || s.sets[chan]?.size === 0) for (const o of s.sets[value] ?? []) given.add(o);
  }
  const unanswered = s.dynamicCalls
    .filter(({ stmt }) => s.callees.get(stmt)?.size === 0)
    .map(({ proc, args }) => ({ proc, objects: new Set(args.flatMap((arg) => [...(s.sets[arg] ?? [])])) }));
  return {
    program,
    objects: s.objects,
    reached: s.reached,
    callees: s.callees,
    of: (proc, expr) => {
      if (expr.kind === 'func') return s.sets[s.functions.get(expr) ?? none] ?? empty;
      if (expr.kind !== 'var') return empty;
      return s.sets[s.vars.get(proc * 65536 + expr.index) ?? none] ?? empty;
    },
    inside: function* (object) {
      const o = s.objects[object] as AbstractObject;
      const count = o.kind === 'record' ? (program.classes[o.class]?.fields.length ?? 0) : o.kind === 'map' ? 2 : 1;
      const fields = o.kind === 'func' ? (program.procs[o.proc]?.params ?? 0) : count;
      for (let f = 0; f < fields; f++) {
        const node = o.kind === 'func' ? s.vars.get(o.proc * 65536 + f) : s.fields.get(`${object}.${f}`);
        if (node !== undefined) yield* s.sets[node] as Set<number>;
      }
    },
    globals: s.globals.map((node) => [...(s.sets[node] as Set<number>)]),
    given,
    unanswered,
  };
}

// ---------------------------------------------------------------------------------------------------------------
// The solver

function newNode(s: Solver): Node {
  s.sets.push(new Set());
  s.edges.push(new Set());
  s.watchers.push([]);
  return s.sets.length - 1;
}

function addObject(s: Solver, node: Node, object: number): void {
  const set = s.sets[node] as Set<number>;
  if (set.has(object)) return;
  set.add(object);
  if (--s.left < 0) throw new TooMuchWork('points-to sets');
  s.queue.push({ node, object });
}

function addEdge(s: Solver, from: Node, to: Node): void {
  if (from === none || to === none || from === to) return;
  const edges = s.edges[from] as Set<Node>;
  if (edges.has(to)) return;
  edges.add(to);
  for (const object of s.sets[from] as Set<number>) addObject(s, to, object);
}

/** Calls `then` for every object that the node may refer to, now and later. */
function watch(s: Solver, node: Node, then: (object: number) => void): void {
  if (node === none) return;
  (s.watchers[node] as ((object: number) => void)[]).push(then);
  for (const object of [...(s.sets[node] as Set<number>)]) then(object);
}

function solve(s: Solver): void {
  for (;;) {
    const item = s.queue.pop();
    if (item !== undefined) {
      for (const to of s.edges[item.node] as Set<Node>) addObject(s, to, item.object);
      for (const then of [...(s.watchers[item.node] as ((object: number) => void)[])]) then(item.object);
      continue;
    }
    const proc = s.todo.pop();
    if (proc === undefined) return;
    constrain(s, proc, (s.program.procs[proc] as Proc).body);
  }
}

function reach(s: Solver, proc: number): void {
  if (s.reached.has(proc)) return;
  s.reached.add(proc);
  s.todo.push(proc);
}

function varNode(s: Solver, proc: number, index: number): Node {
  const key = proc * 65536 + index;
  let node = s.vars.get(key);
  if (node === undefined) {
    node = newNode(s);
    s.vars.set(key, node);
  }
  return node;
}

/** Field 0 of a channel or array stands for its elements; 0 and 1 of a map for values and keys. */
function fieldNode(s: Solver, object: number, field: number): Node {
  const key = `${object}.${field}`;
  let node = s.fields.get(key);
  if (node === undefined) {
    node = newNode(s);
    s.fields.set(key, node);
  }
  return node;
}

function exprNode(s: Solver, proc: number, expr: Expr): Node {
  if (expr.kind === 'var') return varNode(s, proc, expr.index);
  if (expr.kind !== 'func') return none;
  let node = s.functions.get(expr);
  if (node === undefined) {
    node = newNode(s);
    s.functions.set(expr, node);
    const object = newObject(s, 'func', -1, expr.proc, null, proc, null);
    addObject(s, node, object);
    expr.captured.forEach((e, i) => {
      addEdge(s, exprNode(s, proc, e), varNode(s, expr.proc, i));
    });
  }
  return node;
}

function newObject(
  s: Solver,
  kind: AbstractObject['kind'],
  classIndex: number,
  proc: number,
  stmt: Stmt | null,
  maker: number,
  parent: AbstractObject | null,
  sync: SyncKind | null = null,
): number {
  const id = s.objects.length;
  const object: AbstractObject = { id, kind, class: classIndex, proc, stmt, maker, parent, sync };
  s.objects.push(object);
  if (kind === 'record') {
    s.program.classes[classIndex]?.fields.forEach(({ init }, f) => {
      if (init.kind === 'value') return;
      const inner =
        init.kind === 'sync'
          ? newObject(s, 'sync', -1, -1, stmt, maker, object, init.sync)
          : newObject(s, 'record', init.class, -1, stmt, maker, object);
      addObject(s, fieldNode(s, id, f), inner);
    });
  }
  return id;
}

function made(s: Solver, proc: number, stmt: Stmt, kind: AbstractObject['kind'], classIndex = -1): number {
  let object = s.made.get(stmt);
  if (object === undefined) {
    const sync = stmt.kind === 'new' && stmt.what.kind === 'sync' ? stmt.what.sync : null;
    object = newObject(s, kind, classIndex, -1, stmt, proc, null, sync);
    s.made.set(stmt, object);
  }
  return object;
}

// ---------------------------------------------------------------------------------------------------------------
// Constraints

function constrain(s: Solver, proc: number, body: readonly Stmt[]): void {
  for (const stmt of body) {
    constrainStmt(s, proc, stmt);
    for (const block of blocksOf(stmt)) constrain(s, proc, block);
  }
}

function constrainStmt(s: Solver, proc: number, stmt: Stmt): void {
  const v = (index: number): Node => varNode(s, proc, index);
  const e = (expr: Expr | undefined): Node => (expr === undefined ? none : exprNode(s, proc, expr));
  switch (stmt.kind) {
    case 'assign':
      visitExpr(stmt.value, (part) => {
        if (part.kind === 'func') e(part);
      });
      addEdge(s, e(stmt.value), v(stmt.target));
      return;
    case 'new': {
      const { what } = stmt;
      if (what.kind === 'cond') addEdge(s, e(what.locker), fieldNode(s, made(s, proc, stmt, 'cond'), 0));
      const object = made(s, proc, stmt, what.kind, what.kind === 'record' ? what.class : -1);
      addObject(s, v(stmt.target), object);
      return;
    }
    case 'load':
      read(s, proc, stmt.place, v(stmt.target));
      return;
    case 'store':
      write(s, proc, stmt.place, e(stmt.value));
      return;
    case 'atomic':
      if (stmt.target !== null) read(s, proc, stmt.place, v(stmt.target));
      for (const arg of stmt.args) write(s, proc, stmt.place, e(arg));
      return;
    case 'array':
      array(s, proc, stmt);
      return;
    case 'map':
      map(s, proc, stmt);
      return;
    case 'chan':
      addObject(s, v(stmt.target), made(s, proc, stmt, 'chan'));
      return;
    case 'send':
    case 'recv':
      communication(s, proc, stmt);
      return;
    case 'select':
      for (const { comm } of stmt.cases) communication(s, proc, comm);
      return;
    case 'go':
    case 'defer':
      call(s, proc, stmt, stmt.callee, stmt.args, []);
      return;
    case 'call':
      call(s, proc, stmt, stmt.callee, stmt.args, stmt.targets);
      return;
    default:
      return;
  }
}

function read(s: Solver, proc: number, place: Place, target: Node): void {
  if (place.kind === 'global') addEdge(s, s.globals[place.index] as Node, target);
  else if (place.kind === 'field') {
    watch(s, exprNode(s, proc, place.object), (o) => {
      if (s.objects[o]?.class === place.class) addEdge(s, fieldNode(s, o, place.field), target);
    });
  } else watch(s, exprNode(s, proc, place.array), (o) => addEdge(s, fieldNode(s, o, 0), target));
}

function write(s: Solver, proc: number, place: Place, value: Node): void {
  if (value === none) return;
  if (place.kind === 'global') addEdge(s, value, s.globals[place.index] as Node);
  else if (place.kind === 'field') {
    const object = exprNode(s, proc, place.object);
    s.unknownSends.push({ chan: object, value });
    watch(s, object, (o) => {
      if (s.objects[o]?.class === place.class) addEdge(s, value, fieldNode(s, o, place.field));
    });
  } else {
    const array = exprNode(s, proc, place.array);
    s.unknownSends.push({ chan: array, value });
    watch(s, array, (o) => addEdge(s, value, fieldNode(s, o, 0)));
  }
}

function array(s: Solver, proc: number, stmt: Extract<Stmt, { kind: 'array' }>): void {
  if (stmt.op === 'len') return;
  const target = varNode(s, proc, stmt.target);
  const first = stmt.args[0];
  if (stmt.op === 'slice' && first !== undefined) {
    // A slice shares the elements of what it was cut from.
    addEdge(s, exprNode(s, proc, first), target);
    return;
  }
  const object = made(s, proc, stmt, 'array');
  addObject(s, target, object);
  const elements = fieldNode(s, object, 0);
  for (const arg of stmt.args.slice(1)) addEdge(s, exprNode(s, proc, arg), elements);
  if (stmt.op === 'append' && first !== undefined) {
    // Where there was room, the old array is the new one.
    addEdge(s, exprNode(s, proc, first), target);
    watch(s, exprNode(s, proc, first), (o) => {
      addEdge(s, fieldNode(s, o, 0), elements);
      addEdge(s, elements, fieldNode(s, o, 0));
    });
  }
}

function map(s: Solver, proc: number, stmt: Extract<Stmt, { kind: 'map' }>): void {
  const [map0, key, value] = stmt.args;
  if (stmt.op === 'make') {
    if (stmt.target !== null) addObject(s, varNode(s, proc, stmt.target), made(s, proc, stmt, 'map'));
    return;
  }
  if (map0 === undefined) return;
  watch(s, exprNode(s, proc, map0), (o) => {
    if (stmt.op === 'set') {
      if (value !== undefined) addEdge(s, exprNode(s, proc, value), fieldNode(s, o, 0));
      if (key !== undefined) addEdge(s, exprNode(s, proc, key), fieldNode(s, o, 1));
    }
    if (stmt.target === null) return;
    if (stmt.op === 'get') addEdge(s, fieldNode(s, o, 0), varNode(s, proc, stmt.target));
    if (stmt.op === 'key') addEdge(s, fieldNode(s, o, 1), varNode(s, proc, stmt.target));
  });
}

function communication(s: Solver, proc: number, stmt: SendStmt | RecvStmt): void {
  const chan = exprNode(s, proc, stmt.chan);
  if (stmt.kind === 'send') {
    const value = exprNode(s, proc, stmt.value);
    if (value === none) return;
    s.unknownSends.push({ chan, value });
    watch(s, chan, (o) => addEdge(s, value, fieldNode(s, o, 0)));
  } else if (stmt.target !== null) {
    const target = varNode(s, proc, stmt.target);
    watch(s, chan, (o) => addEdge(s, fieldNode(s, o, 0), target));
  }
}

function call(
  s: Solver,
  proc: number,
  stmt: Stmt,
  callee: Callee,
  args: readonly Expr[],
  targets: readonly (number | null)[],
): void {
  const found = new Set<number>();
  s.callees.set(stmt, found);
  const bind = (to: number, first: number): void => {
    if (found.has(to)) return;
    found.add(to);
    const target = s.program.procs[to] as Proc;
    args.forEach((arg, i) => {
      if (first + i < target.params) addEdge(s, exprNode(s, proc, arg), varNode(s, to, first + i));
    });
    targets.forEach((t, i) => {
      const result = target.results[i];
      if (t !== null && result !== undefined) addEdge(s, varNode(s, to, result), varNode(s, proc, t));
    });
    reach(s, to);
  };
  if (callee.kind !== 'proc') s.dynamicCalls.push({ proc, stmt, args: args.map((arg) => exprNode(s, proc, arg)) });
  switch (callee.kind) {
    case 'proc':
      bind(callee.proc, 0);
      return;
    case 'value':
      watch(s, exprNode(s, proc, callee.func), (o) => {
        const f = s.objects[o] as AbstractObject;
        if (f.kind !== 'func') return;
        bind(f.proc, Math.max(0, (s.program.procs[f.proc] as Proc).params - args.length));
      });
      return;
    case 'method': {
      const recv = exprNode(s, proc, callee.recv);
      watch(s, recv, (o) => {
        const object = s.objects[o] as AbstractObject;
        const row = object.kind === 'record' ? callee.table.find((r) => r.class === object.class) : undefined;
        if (row === undefined) return;
        addObject(s, varNode(s, row.proc, 0), o);
        bind(row.proc, 1);
      });
      return;
    }
  }
}
