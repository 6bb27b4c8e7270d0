// Which functions can synchronise, themselves or through what they call.
//
// Calls through interfaces lead to every method of that name in code that is not modelled, calls through values to every
// literal: this is coarse, but it only decides what is worth a closer look.

import type { Callee, FuncRef, Function as IrFunction, Stmt } from '../ir/ir.ts';
import { funcRef } from '../ir/lower-func.ts';
import type { Func } from '../types/object.ts';
import type { Signature } from '../types/type.ts';
import { behaviourOf, type FlowProgram, functionOf } from './program.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';

export interface CallGraph {
  /** Ids of functions that can block, start goroutines or wait. */
  readonly synchronising: ReadonlySet<string>;
  /** Ids of functions that make channels or start goroutines themselves, or in literals. */
  readonly creating: ReadonlySet<string>;
  /** Ids of functions by what calls them or makes them, for functions that are declared. */
  readonly callers: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Graph {
  readonly program: FlowProgram;
  readonly callers: Map<string, Set<string>>;
  readonly direct: Set<string>;
  readonly creating: Set<string>;
  readonly seen: Set<string>;
  readonly todo: FuncRef[];
  readonly methods: Map<string, FuncRef[]>;
  readonly methodCalls: Map<string, Set<string>>;
}

/** Builds the graph from the given functions and everything that they reach. */
export function callGraph(program: FlowProgram, roots: readonly FuncRef[]): CallGraph {
  const g: Graph = {
    program,
    callers: new Map(),
    direct: new Set(),
    creating: new Set(),
    seen: new Set(),
    todo: [...roots],
    methods: new Map(),
    methodCalls: new Map(),
  };
  for (const ref of roots) {
    const fn = functionOf(program, ref);
    if (fn.obj === null || (fn.obj.type as Signature).recv === null) continue;
    const list = g.methods.get(fn.name) ?? [];
    list.push(ref);
    g.methods.set(fn.name, list);
  }
  for (let ref = g.todo.pop(); ref !== undefined; ref = g.todo.pop()) {
    if (g.seen.has(ref.id)) continue;
    g.seen.add(ref.id);
    visitFunction(g, functionOf(program, ref));
  }
  for (const [name, from] of g.methodCalls) {
    for (const ref of g.methods.get(name) ?? []) for (const caller of from) addCall(g, caller, ref.id);
  }
  const synchronising = upwards(g, g.direct);
  return { synchronising, creating: g.creating, callers: g.callers };
}

function upwards(g: Graph, from: ReadonlySet<string>): ReadonlySet<string> {
  const reached = new Set(from);
  const todo = [...from];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const caller of g.callers.get(id) ?? []) {
      if (reached.has(caller)) continue;
      reached.add(caller);
      todo.push(caller);
    }
  }
  return reached;
}

function addCall(g: Graph, caller: string, callee: string): void {
  let callers = g.callers.get(callee);
  if (callers === undefined) g.callers.set(callee, (callers = new Set()));
  callers.add(caller);
}

function visitFunction(g: Graph, fn: IrFunction): void {
  const behaviour = behaviourOf(g.program, fn);
  if (behaviour.kind === 'primitive' && behaviour.name !== 'sleep' && behaviour.name !== 'exit') g.direct.add(fn.id);
  if (fn.body === null || behaviour.kind === 'opaque') return;
  const modelled = isModelled(g.program, fn);
  const name = fn.id.replace(/\$.*$/, '');
  walkBlock(fn.body, (stmt) => {
    visitStmt(g, fn, stmt, modelled, name);
    walkStmtExprs(stmt, (e) => {
      if (e.kind === 'FuncRef') follow(g, fn.id, e.func);
    });
  });
}

function visitStmt(g: Graph, fn: IrFunction, stmt: Stmt, modelled: boolean, name: string): void {
  switch (stmt.kind) {
    case 'Go':
    case 'MakeChan':
      g.creating.add(name);
      g.direct.add(fn.id);
      break;
    case 'Send':
    case 'Recv':
    case 'Close':
    case 'Select':
      g.direct.add(fn.id);
      break;
    case 'Closure':
      follow(g, fn.id, stmt.func);
      break;
    default:
      break;
  }
  if (stmt.kind === 'Call' || stmt.kind === 'Go' || stmt.kind === 'Defer')
    followCallee(g, fn.id, stmt.callee, modelled);
}

function followCallee(g: Graph, caller: string, callee: Callee, modelled: boolean): void {
  if (callee.kind === 'static') follow(g, caller, callee.func);
  // Models call methods of what they are given; that is followed where it is extracted.
  if (callee.kind !== 'method' || modelled) return;
  const calls = g.methodCalls.get(callee.method.name) ?? new Set();
  calls.add(caller);
  g.methodCalls.set(callee.method.name, calls);
}

function follow(g: Graph, caller: string, ref: FuncRef): void {
  addCall(g, caller, ref.id);
  if (!g.seen.has(ref.id)) g.todo.push(ref);
}

function isModelled(program: FlowProgram, fn: IrFunction): boolean {
  const file = program.sources.fileOf(fn.span.pos);
  return file !== null && program.isModelFile(file.path);
}

/** References to all functions that are declared in code that is not modelled; generic ones have no form of their own. */
export function declaredFunctions(program: FlowProgram): readonly { readonly ref: FuncRef; readonly obj: Func }[] {
  const found: { ref: FuncRef; obj: Func }[] = [];
  for (const [obj, body] of program.lowerer.bodies) {
    const signature = obj.type as Signature | null;
    if (signature === null || signature.kind !== 'Signature' || body.decl.body === null) continue;
    if ((signature.typeParams ?? signature.recvTypeParams ?? []).length > 0) continue;
    const file = program.sources.fileOf(body.decl.pos);
    if (file === null || program.isModelFile(file.path)) continue;
    found.push({ ref: funcRef(program.lowerer, obj), obj });
  }
  return found;
}
