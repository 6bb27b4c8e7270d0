// Panics that data decides: an index out of range, a nil pointer, a division by zero.
//
// Without recover such a panic ends the process, and the verdict says that it assumes there is none. With recover the
// goroutine lives on behind it: there each such instruction may panic, by a free choice, unless what it works on is known to be
// fine; so may libraries (docs/decisions/0026-panics-of-libraries.md).

import { tableOf } from '../../base/named.ts';
import { why } from '../../base/reasons.ts';
import { type FlowProgram, functionOf, isModelled } from '../../flow/index.ts';
import type { Expr as IrExpr, Function as IrFunction, Place as IrPlace, Stmt as IrStmt } from '../../ir/ir.ts';
import type { Signature, Type } from '../../types/type.ts';
import { pointsTo } from '../analysis/points-to.ts';
import type { CommProgram, Expr, Proc, Stmt } from '../comm.ts';
import { blocksOf, holdsRecover, withBlocks } from '../walk.ts';
import { namedOf, shapeOf } from './shape.ts';
import {
  assign,
  type Builder,
  binary,
  choose,
  type Extraction,
  emit,
  ifElse,
  int,
  nil,
  no,
  temp,
  variable,
} from './state.ts';
import { emitValue } from './values.ts';

/** Whether an instruction panics for some data. Pointers that a function was given are taken to be good, also in literals in it. */
export function mayPanic(x: Extraction, stmt: IrStmt): boolean {
  switch (stmt.kind) {
    case 'Index':
    case 'Slice':
    case 'TrapBinary':
    case 'TrapConvert':
    case 'MapSet':
      return true;
    case 'TypeAssert':
      return stmt.ok === null;
    case 'NilCheck':
      return !isGiven(x, stmt.pointer);
    case 'MapGet':
      return mayBeUnhashable(stmt.map.type);
    case 'MakeSlice':
      return stmt.len.kind !== 'Const';
    case 'Load':
    case 'Store':
    case 'Addr':
      return throughPointer(x, stmt.place);
    case 'Call':
      if (stmt.callee.kind === 'static') return x.recovering && isPanicky(x.flow, functionOf(x.flow, stmt.callee.func));
      if (stmt.callee.kind === 'builtin')
        return stmt.callee.name === 'delete' && mayBeUnhashable((stmt.args[0] as IrExpr).type);
      return true;
    default:
      return false;
  }
}

/** Whether a key of a map may be a value that has no hash: one in an interface. */
function mayBeUnhashable(map: Type): boolean {
  const shape = shapeOf(map);
  const holds = (type: Type): boolean => {
    const part = shapeOf(type);
    if (part.kind === 'struct') return part.fields.some((field) => holds(field.type as Type));
    return part.kind === 'iface' || (part.kind === 'array' && holds(part.elem));
  };
  return shape.kind === 'map' && holds(shape.map.key);
}

function throughPointer(x: Extraction, place: IrPlace): boolean {
  switch (place.kind) {
    case 'LocalPlace':
    case 'GlobalPlace':
      return false;
    case 'Deref':
      return !isGiven(x, place.pointer);
    case 'FieldPlace':
      return throughPointer(x, place.base);
    case 'IndexPlace':
      return place.index.kind !== 'Const' || place.base.kind === 'slice' || throughPointer(x, place.base.place);
  }
}

function isGiven(x: Extraction, pointer: IrExpr): boolean {
  if (pointer.kind === 'AddrOf') return true;
  // Below a recover, a bad one counts.
  if (x.hostile && x.recovering) return false;
  if (pointer.kind !== 'LocalRef') return false;
  let { local } = pointer;
  for (let from = x.captured.get(local); from !== undefined; from = x.captured.get(local)) local = from;
  return local.role === 'param' || local.role === 'capture';
}

/**
 * When an instruction panics, as far as that is asked of nil pointers, of indices and of divisors: where these are known, so is
 * the answer. Null for other instructions.
 */
export function panicsIf(b: Builder, stmt: IrStmt): Expr | null {
  switch (stmt.kind) {
    case 'NilCheck':
      return isNil(b, stmt.pointer);
    case 'Load':
    case 'Store':
    case 'Addr':
      return badPlace(b, stmt.place);
    case 'Index':
      return outside(b, emitValue(b, stmt.index), lengthAt(b, stmt.x));
    case 'MapSet':
      return mayBeUnhashable(stmt.map.type) ? null : isNil(b, stmt.map);
    case 'TrapBinary':
      return stmt.op === '/' || stmt.op === '%' ? binary('==', emitValue(b, stmt.y), int(0)) : null;
    case 'Call':
      if (stmt.callee.kind === 'value') return isNil(b, stmt.callee.func);
      return stmt.callee.kind === 'method' ? isNil(b, stmt.callee.recv) : null;
    default:
      return null;
  }
}

function isNil(b: Builder, pointer: IrExpr): Expr {
  return binary('==', emitValue(b, pointer), nil);
}

function badPlace(b: Builder, place: IrPlace): Expr {
  switch (place.kind) {
    case 'LocalPlace':
    case 'GlobalPlace':
      return no;
    case 'Deref':
      return isGiven(b.x, place.pointer) ? no : isNil(b, place.pointer);
    case 'FieldPlace':
      return badPlace(b, place.base);
    case 'IndexPlace': {
      const index = emitValue(b, place.index);
      if (place.base.kind === 'slice') return outside(b, index, lengthAt(b, place.base.slice));
      const shape = shapeOf(place.base.place.type);
      const length = int(shape.kind === 'array' ? shape.len : 0);
      return { kind: 'binary', op: '||', x: badPlace(b, place.base.place), y: outside(b, index, length) };
    }
  }
}

function lengthAt(b: Builder, list: IrExpr): Expr {
  const shape = shapeOf(list.type);
  if (shape.kind === 'array') return int(shape.len);
  const target = temp(b);
  emit(b, { kind: 'array', op: 'len', target, args: [emitValue(b, list)], site: b.site });
  return variable(target);
}

/** Whether an index is out of range. */
function outside(b: Builder, index: Expr, length: Expr): Expr {
  const target = temp(b);
  assign(b, target, { kind: 'binary', op: '||', x: binary('<', index, int(0)), y: binary('>=', index, length) });
  return variable(target);
}

/** Packages whose functions panic for no data, but for those that are named; what misuse of the first three does is modelled. */
const calm = tableOf<RegExp>({
  sync: /^$/,
  context: /^$/,
  testing: /^$/,
  'sync/atomic': /^Value\./,
  errors: /^$/,
  fmt: /^$/,
  log: /^$/,
  math: /^$/,
  os: /^$/,
  'os/signal': /^$/,
  path: /^$/,
  'path/filepath': /^$/,
  runtime: /^$/,
  sort: /^$/,
  strconv: /^FormatInt|^FormatUint|^AppendInt|^AppendUint/,
  strings: /^Repeat$|^NewReplacer$|\.Grow$/,
  time: /^NewTicker$|^Tick$|\.Reset$/,
  unicode: /^$/,
  'unicode/utf8': /^$/,
});

/** Whether a function of the standard library panics for some data. */
export function isPanicky(flow: FlowProgram, fn: IrFunction): boolean {
  const { obj } = fn;
  if (obj === null || obj.pkg === null || !isModelled(flow, fn)) return false;
  const { recv } = obj.type as Signature;
  const name = recv === null ? fn.name : `${namedOf(recv.type as Type)?.obj.name ?? ''}.${fn.name}`;
  return calm.get(obj.pkg.path)?.test(name) ?? true;
}

/** Whether others can notice that an instruction was done: a panic before it differs from one behind it. */
export function isNoticed(stmt: IrStmt): boolean {
  switch (stmt.kind) {
    case 'Declare':
    case 'Assign':
    case 'Load':
    case 'Addr':
    case 'NilCheck':
    case 'New':
    case 'MakeSlice':
    case 'MakeMap':
    case 'MakeChan':
    case 'Closure':
    case 'Index':
    case 'Slice':
    case 'MapGet':
    case 'LenOf':
    case 'TrapBinary':
    case 'TrapConvert':
    case 'TypeAssert':
    case 'Append':
      return false;
    default:
      return true;
  }
}

/** A free choice of a panic, which `panicsThatReturn` takes out again where nothing recovers; `when`: only if that may hold. */
export function mayPanicHere(b: Builder, what: string, when: Expr | null = null): void {
  const { site } = b;
  const doubt = (): void =>
    choose(
      b,
      why('panic', what),
      () => emit(b, { kind: 'panic', op: 'panic', what, site }),
      () => {},
    );
  if (when === null) doubt();
  else ifElse(b, when, doubt);
}

/** The program without the free panics of functions that no recovering function calls. */
export function panicsThatReturn(program: CommProgram): CommProgram {
  if (!program.procs.some((proc) => proc.body.some(holdsDoubt))) return program;
  const pts = pointsTo(program);
  const recovers = program.procs.map((proc) => proc.body.some(holdsRecover));
  const guarded = new Set<number>();
  const todo: number[] = [];
  const add = (proc: number): void => {
    if (guarded.has(proc)) return;
    guarded.add(proc);
    todo.push(proc);
  };
  const calls = (proc: number, then: (stmt: Stmt, callee: number) => void): void => {
    const visit = (body: readonly Stmt[]): void => {
      for (const stmt of body) {
        if (stmt.kind === 'call' || stmt.kind === 'defer') {
          for (const callee of pts.callees.get(stmt) ?? []) then(stmt, callee);
        }
        for (const inner of blocksOf(stmt)) visit(inner);
      }
    };
    visit((program.procs[proc] as Proc).body);
  };
  // What is made to call another function recovers if that one does.
  for (let more = true; more; ) {
    more = false;
    for (const proc of pts.reached) {
      calls(proc, (stmt, callee) => {
        if (stmt.kind !== 'call' || stmt.through !== true || recovers[callee] !== true || recovers[proc] === true)
          return;
        recovers[proc] = true;
        more = true;
      });
    }
  }
  for (const proc of pts.reached) {
    calls(proc, (stmt, callee) => {
      if (stmt.kind === 'defer' && recovers[callee] === true) add(proc);
    });
  }
  for (let proc = todo.pop(); proc !== undefined; proc = todo.pop()) calls(proc, (_, callee) => add(callee));
  const procs = program.procs.map((proc, i): Proc => (guarded.has(i) ? proc : sure(proc)));
  return { ...program, procs };
}

/**
 * The program in which nothing panics but what says so. There are fewer runs in it, but none that the program lacks: for findings that
 * do not rest on such a panic, never for proofs.
 */
export function withoutDoubts(program: CommProgram): CommProgram {
  return { ...program, procs: program.procs.map(sure) };
}

function sure(proc: Proc): Proc {
  const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt): readonly Stmt[] => {
      if (isDoubt(stmt)) return [];
      return [blocksOf(stmt).some((inner) => inner.some(holdsDoubt)) ? withBlocks(stmt, rewrite) : stmt];
    });
  return { ...proc, body: rewrite(proc.body) };
}

function isDoubt(stmt: Stmt): boolean {
  if (stmt.kind === 'if') return stmt.then.length === 1 && stmt.then.every(isDoubt) && stmt.otherwise.length === 0;
  return stmt.kind === 'choice' && stmt.why.kind === 'panic';
}

function holdsDoubt(stmt: Stmt): boolean {
  return isDoubt(stmt) || blocksOf(stmt).some((body) => body.some(holdsDoubt));
}
