// Which functions call which, and what each does itself: to find the roots of fragments, and functions that need no look.
//
// A call through an interface leads to the methods of all types that are put into interfaces anywhere, a call of a value to
// all functions of its signature that are used as values, unless it stands in the same function. This is coarse, but safe:
// what cannot be reached here cannot be reached at all, but by code from outside.

import { funcRef, initFunction, methodOf } from '../ir/index.ts';
import type { Callee, Expr, FuncRef, Function as IrFunction, Local, Stmt } from '../ir/ir.ts';
import { isExported, isInterface, lookupFieldOrMethod, methodSet, typeHash, typeSet, under } from '../types/index.ts';
import type { Func } from '../types/object.ts';
import type { Signature, Type } from '../types/type.ts';
import { sampleInstance, typeParamsOf } from './generic.ts';
import { assumesNoOverflow, terminates } from './loops.ts';
import { behaviourOf, type FlowProgram, failsTest, forgetFarFunctions, functionOf } from './program.ts';
import { targetsOf, walkBlock, walkStmtExprs } from './walk.ts';
import { writesOf } from './writes.ts';

/** What a function does itself, without what it calls. */
export interface Direct {
  /** Blocks, wakes others up, starts goroutines, or ends its own. */
  readonly synchronises: boolean;
  /** Waits for the environment, ends the process, or stops a panic. */
  readonly diverts: boolean;
  readonly panics: boolean;
  /** Has a loop that was not shown to end. */
  readonly loops: boolean;
  /** Has a loop that ends only if its numbers do not overflow. */
  readonly counts: boolean;
  /** Does what no analysis follows: package unsafe. */
  readonly strange: boolean;
  /** Its body is not in sight, and nothing is known about what it does. */
  readonly opaque: boolean;
}

/** Nodes are ids of functions, and names for calls through interfaces and values, which lead on to functions. */
export interface CallGraph {
  readonly direct: ReadonlyMap<string, Direct>;
  readonly callees: ReadonlyMap<string, ReadonlySet<string>>;
  readonly callers: ReadonlyMap<string, ReadonlySet<string>>;
  /** The nodes that are no functions: calls of values of one type, of a method through interfaces. */
  readonly indirect: ReadonlyMap<string, 'value' | 'method'>;
  /** Functions that write memory which others can see, by the names of `writes.ts`. */
  readonly writers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Functions that can block, start goroutines or wait, leaving out what models call in what they are given. */
  readonly synchronising: ReadonlySet<string>;
  /** As `synchronising`, with that, and with functions that wait for the environment, end the process or stop a panic. */
  readonly involved: ReadonlySet<string>;
  /** Functions that make channels or start goroutines themselves, or in literals. */
  readonly creating: ReadonlySet<string>;
  /** Functions that take locks themselves, or in literals. */
  readonly locking: ReadonlySet<string>;
  /** Types with methods that are put into interfaces, or lie in what is. */
  readonly dynamics: readonly Type[];
}

interface Graph {
  readonly program: FlowProgram;
  readonly direct: Map<string, Direct>;
  readonly callees: Map<string, Set<string>>;
  readonly callers: Map<string, Set<string>>;
  readonly indirect: Map<string, 'value' | 'method'>;
  readonly writers: Map<string, Set<string>>;
  readonly creating: Set<string>;
  readonly locking: Set<string>;
  readonly todo: FuncRef[];
  readonly named: Set<string>;
  /** Methods that are called through interfaces, by name. */
  readonly calls: Map<string, Map<string, Func>>;
  /** Types that are put into interfaces, by the names of their methods. */
  readonly dynamics: Map<string, Type[]>;
  readonly seenTypes: Set<string>;
  /** Calls that models make through interfaces: `caller callee`. */
  readonly ofModels: Set<string>;
}

const takesLock = /^sync\.\(\*(RW)?Mutex\)\.R?Lock$/;

const graphs = new WeakMap<FlowProgram, CallGraph>();

/** The graph of all functions that are declared in the program, and what they reach. */
export function callGraphOf(program: FlowProgram): CallGraph {
  let graph = graphs.get(program);
  if (graph === undefined) {
    graph = buildGraph(program);
    graphs.set(program, graph);
  }
  return graph;
}

function buildGraph(program: FlowProgram): CallGraph {
  const g: Graph = {
    program,
    direct: new Map(),
    callees: new Map(),
    callers: new Map(),
    indirect: new Map(),
    writers: new Map(),
    creating: new Set(),
    locking: new Set(),
    todo: [],
    named: new Set(),
    calls: new Map(),
    dynamics: new Map(),
    seenTypes: new Set(),
    ofModels: new Set(),
  };
  for (const { ref } of declaredFunctions(program)) name(g, ref);
  for (const pkg of program.lowerer.units.keys()) name(g, initFunction(program.lowerer, pkg));
  for (let ref = g.todo.pop(); ref !== undefined; ref = g.todo.pop()) {
    visitFunction(g, functionOf(program, ref));
    forgetFarFunctions(program);
  }
  const where = (is: (direct: Direct) => boolean): string[] =>
    [...g.direct].flatMap(([id, direct]) => (is(direct) ? [id] : []));
  const synchronises = where((direct) => direct.synchronises);
  const skipped = g.ofModels;
  return {
    direct: g.direct,
    callees: g.callees,
    callers: g.callers,
    indirect: g.indirect,
    writers: g.writers,
    creating: g.creating,
    locking: g.locking,
    dynamics: [...new Set([...g.dynamics.values()].flat())],
    synchronising: upwards(g.callers, synchronises, (caller, callee) => !skipped.has(`${caller} ${callee}`)),
    involved: upwards(g.callers, [...synchronises, ...where((direct) => direct.diverts)]),
  };
}

/** Everything that leads to one of the given nodes, and they themselves. */
export function upwards(
  callers: ReadonlyMap<string, ReadonlySet<string>>,
  from: Iterable<string>,
  follows: (caller: string, callee: string) => boolean = () => true,
): Set<string> {
  const reached = new Set(from);
  const todo = [...reached];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const caller of callers.get(id) ?? []) {
      if (reached.has(caller) || !follows(caller, id)) continue;
      reached.add(caller);
      todo.push(caller);
    }
  }
  return reached;
}

function edge(g: Graph, caller: string, callee: string): void {
  put(g.callees, caller, callee);
  put(g.callers, callee, caller);
}

function put<V>(map: Map<string, Set<V>>, key: string, value: V): void {
  let set = map.get(key);
  if (set === undefined) map.set(key, (set = new Set()));
  set.add(value);
}

function name(g: Graph, ref: FuncRef): void {
  if (g.named.has(ref.id)) return;
  g.named.add(ref.id);
  g.todo.push(ref);
}

function follow(g: Graph, caller: string, ref: FuncRef): void {
  edge(g, caller, ref.id);
  name(g, ref);
}

// ---------------------------------------------------------------------------------------------------------------
// Functions

/** Primitives that have nothing to do with other goroutines. */
const asynchronous: ReadonlySet<string> = new Set(['sleep', 'format.quiet', 'format.wrapped']);

function visitFunction(g: Graph, fn: IrFunction): void {
  const behaviour = behaviourOf(g.program, fn);
  const direct = {
    synchronises: false,
    diverts: false,
    panics: false,
    loops: false,
    counts: false,
    strange: false,
    opaque: false,
  };
  g.direct.set(fn.id, direct);
  if (behaviour.kind === 'primitive') {
    if (behaviour.name === 'exit') direct.diverts = true;
    else direct.synchronises = !asynchronous.has(behaviour.name);
  }
  if (behaviour.kind === 'waits' || failsTest(fn)) direct.diverts = true;
  if (fn.body === null || behaviour.kind === 'opaque' || behaviour.kind === 'waits') {
    direct.opaque = !isModelled(g.program, fn);
    // What is not in sight may call the functions that it is given.
    for (const { type } of fn.params) {
      if (type.kind === 'Signature') edge(g, fn.id, valueNode(g, type));
      // ... and the methods of what lies in its interfaces.
      for (const method of methodsOfInterface(type)) {
        const node = methodNode(g, method);
        edge(g, fn.id, node);
        g.ofModels.add(`${fn.id} ${node}`);
        addMethodCall(g, method, node);
      }
    }
    return;
  }
  const modelled = isModelled(g.program, fn);
  const values = localFunctions(fn);
  walkBlock(fn.body, (stmt) => {
    visitStmt(g, fn, stmt, modelled, values, direct);
    walkStmtExprs(stmt, (e) => visitExpr(g, fn, e));
  });
  for (const key of writesOf(fn)) put(g.writers, key, fn.id);
}

function visitStmt(
  g: Graph,
  fn: IrFunction,
  stmt: Stmt,
  modelled: boolean,
  values: LocalFunctions,
  direct: { -readonly [K in keyof Direct]: Direct[K] },
): void {
  switch (stmt.kind) {
    case 'Go':
    case 'MakeChan':
      g.creating.add(fn.id.replace(/\$.*$/, ''));
      direct.synchronises = true;
      break;
    case 'Send':
    case 'Recv':
    case 'Close':
    case 'Select':
      direct.synchronises = true;
      break;
    case 'Recover':
      direct.diverts = true;
      break;
    case 'Panic':
    case 'Fault':
      direct.panics = true;
      break;
    case 'Unknown':
      direct.strange = true;
      break;
    case 'Loop':
      if (!terminates(stmt)) direct.loops = true;
      else if (assumesNoOverflow(stmt)) direct.counts = true;
      break;
    case 'Closure':
      follow(g, fn.id, stmt.func);
      asValue(g, stmt.func, stmt.target.type);
      break;
    default:
      break;
  }
  if (stmt.kind !== 'Call' && stmt.kind !== 'Go' && stmt.kind !== 'Defer') return;
  const { callee } = stmt;
  if (callee.kind === 'builtin') {
    if (callee.name === 'close') direct.synchronises = true;
    if (callee.name === 'recover') direct.diverts = true;
    if (callee.name === 'panic') direct.panics = true;
  }
  // Whatever a sync.Locker is, it makes others wait.
  if (callee.kind === 'method' && callee.method.pkg?.path === 'sync' && !modelled) direct.synchronises = true;
  followCallee(g, fn, callee, modelled, values);
}

function visitExpr(g: Graph, fn: IrFunction, e: Expr): void {
  if (e.kind === 'FuncRef') {
    follow(g, fn.id, e.func);
    asValue(g, e.func, e.type);
  } else if (e.kind === 'MakeInterface' && !isInterface(e.x.type)) addDynamic(g, e.x.type);
}

function followCallee(g: Graph, fn: IrFunction, callee: Callee, modelled: boolean, values: LocalFunctions): void {
  switch (callee.kind) {
    case 'static':
      follow(g, fn.id, callee.func);
      if (takesLock.test(callee.func.id)) g.locking.add(fn.id.replace(/\$.*$/, ''));
      return;
    case 'value': {
      const known = callee.func.kind === 'LocalRef' ? values.of(callee.func.local) : null;
      if (known === null) edge(g, fn.id, valueNode(g, callee.func.type));
      else for (const ref of known) follow(g, fn.id, ref);
      return;
    }
    case 'method': {
      const node = methodNode(g, callee.method);
      edge(g, fn.id, node);
      if (modelled) g.ofModels.add(`${fn.id} ${node}`);
      addMethodCall(g, callee.method, node);
      return;
    }
    case 'builtin':
      return;
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Values

function valueNode(g: Graph, type: Type): string {
  const node = `value ${typeHash(type)}`;
  g.indirect.set(node, 'value');
  return node;
}

function asValue(g: Graph, ref: FuncRef, type: Type): void {
  edge(g, valueNode(g, type), ref.id);
}

export interface LocalFunctions {
  /** The functions that a local can hold; null where it may hold others. */
  readonly of: (local: Local) => readonly FuncRef[] | null;
}

/** What the locals of a function hold that are given literals and declared functions only. */
export function localFunctions(fn: IrFunction): LocalFunctions {
  const given = new Map<Local, (FuncRef | Local | null)[]>();
  const give = (local: Local, what: FuncRef | Local | null): void => {
    const list = given.get(local);
    if (list === undefined) given.set(local, [what]);
    else list.push(what);
  };
  if (fn.body !== null) {
    walkBlock(fn.body, (stmt) => {
      if (stmt.kind === 'Closure') give(stmt.target, stmt.func);
      else if (stmt.kind === 'Declare' || stmt.kind === 'Assign') {
        const { value } = stmt;
        give(stmt.local, value.kind === 'FuncRef' ? value.func : value.kind === 'LocalRef' ? value.local : null);
      } else for (const local of targetsOf(stmt)) give(local, null);
    });
  }
  const find = (local: Local, depth: number): readonly FuncRef[] | null => {
    // Shared ones may be written by others, parameters are given by callers.
    if (local.shared || (local.role !== 'var' && local.role !== 'temp') || depth === 0) return null;
    const found: FuncRef[] = [];
    for (const what of given.get(local) ?? [null]) {
      if (what === null) return null;
      if (!('role' in what)) found.push(what);
      else {
        const inner = find(what, depth - 1);
        if (inner === null) return null;
        found.push(...inner);
      }
    }
    return found;
  };
  return { of: (local) => find(local, 4) };
}

// ---------------------------------------------------------------------------------------------------------------
// Interfaces

function methodsOfInterface(type: Type): readonly Func[] {
  const u = under(type);
  return u.kind === 'Interface' ? (typeSet(u).methods ?? []) : [];
}

/** One name for all interfaces that have this method. */
function methodNode(g: Graph, method: Func): string {
  const signature = method.type as Signature;
  const list = (vars: Signature['params']): string => vars.vars.map((v) => typeHash(v.type as Type)).join(',');
  const scope = isExported(method.name) ? '' : (method.pkg?.path ?? '');
  const node = `method ${scope}.${method.name}(${list(signature.params)})(${list(signature.results)})`;
  g.indirect.set(node, 'method');
  return node;
}

function addMethodCall(g: Graph, method: Func, node: string): void {
  let calls = g.calls.get(method.name);
  if (calls === undefined) g.calls.set(method.name, (calls = new Map()));
  if (calls.has(node)) return;
  calls.set(node, method);
  for (const type of g.dynamics.get(method.name) ?? []) addImplementation(g, type, method, node);
}

function addDynamic(g: Graph, type: Type): void {
  const key = typeHash(type);
  if (g.seenTypes.has(key)) return;
  g.seenTypes.add(key);
  for (const { obj } of methodSet(type)) {
    const list = g.dynamics.get(obj.name);
    if (list === undefined) g.dynamics.set(obj.name, [type]);
    else list.push(type);
    for (const [node, method] of g.calls.get(obj.name) ?? []) addImplementation(g, type, method, node);
  }
  // Code that prints or encodes a value calls the methods of what lies in it.
  for (const part of visibleParts(type)) if (!isInterface(part)) addDynamic(g, part);
}

/** The types of what a library finds in a value: elements, entries, fields that others may see. */
export function visibleParts(type: Type): readonly Type[] {
  const u = under(type);
  switch (u.kind) {
    case 'Pointer':
    case 'Slice':
    case 'Array':
      return [u.elem];
    case 'Map':
      return [u.key, u.elem];
    case 'Struct':
      return u.fields.flatMap((field) => (isExported(field.name) ? [field.type as Type] : []));
    default:
      return [];
  }
}

function addImplementation(g: Graph, type: Type, method: Func, node: string): void {
  const { obj } = lookupFieldOrMethod(type, false, method.pkg, method.name, false);
  if (obj === null || obj.kind !== 'Func' || methodNode(g, obj) !== node) return;
  const ref = methodOf(g.program.lowerer, type, method);
  if (ref !== null) follow(g, node, ref);
}

// ---------------------------------------------------------------------------------------------------------------
// Declarations

export function isModelled(program: FlowProgram, fn: IrFunction): boolean {
  const file = program.sources.fileOf(fn.span.pos);
  return file !== null && program.isModelFile(file.path);
}

/** The path of the standard package whose model a function belongs to; null for other code. */
export function modelOf(program: FlowProgram, fn: IrFunction): string | null {
  if (!isModelled(program, fn)) return null;
  const outer = program.lowerer.outermost.get(fn.id);
  const { obj } = outer === undefined ? fn : functionOf(program, { id: outer, name: '' });
  return obj?.pkg?.path ?? null;
}

/** References to all functions that are declared in code that is not modelled; to generic ones with some type arguments. */
export function declaredFunctions(program: FlowProgram): readonly { readonly ref: FuncRef; readonly obj: Func }[] {
  const found: { ref: FuncRef; obj: Func }[] = [];
  for (const [obj, body] of program.lowerer.bodies) {
    const signature = obj.type as Signature | null;
    if (signature === null || signature.kind !== 'Signature' || body.decl.body === null) continue;
    const file = program.sources.fileOf(body.decl.pos);
    if (file === null || program.isModelFile(file.path)) continue;
    const { lowerer } = program;
    const ref = typeParamsOf(obj).length > 0 ? sampleInstance(lowerer, obj) : funcRef(lowerer, obj);
    if (ref !== null) found.push({ ref, obj });
  }
  return found;
}
