// Panics that data decides: an index out of range, a nil pointer, a division by zero.
//
// Without recover such a panic ends the process, and the verdict says that it assumes there is none. With recover the
// goroutine lives on behind it: there each such instruction may panic, by a free choice.

import type { Expr as IrExpr, Place as IrPlace, Stmt as IrStmt } from '../ir/ir.ts';
import type { CommProgram, Proc, Stmt } from './comm.ts';
import { type Builder, choose, emit } from './extract-state.ts';
import { pointsTo } from './points-to.ts';
import { panicMark } from './unknowns.ts';
import { blocksOf, withBlocks } from './walk.ts';

/** Whether an instruction panics for some data. Pointers that a function was given are taken to be good. */
export function mayPanic(stmt: IrStmt): boolean {
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
      return !isGiven(stmt.pointer);
    case 'MakeSlice':
      return stmt.len.kind !== 'Const';
    case 'Load':
    case 'Store':
    case 'Addr':
      return throughPointer(stmt.place);
    case 'Call':
      return stmt.callee.kind === 'value' || stmt.callee.kind === 'method';
    default:
      return false;
  }
}

function throughPointer(place: IrPlace): boolean {
  switch (place.kind) {
    case 'LocalPlace':
    case 'GlobalPlace':
      return false;
    case 'Deref':
      return !isGiven(place.pointer);
    case 'FieldPlace':
      return throughPointer(place.base);
    case 'IndexPlace':
      return place.index.kind !== 'Const' || place.base.kind === 'slice' || throughPointer(place.base.place);
  }
}

function isGiven(pointer: IrExpr): boolean {
  if (pointer.kind === 'AddrOf') return true;
  return pointer.kind === 'LocalRef' && (pointer.local.role === 'param' || pointer.local.role === 'capture');
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

/** A free choice of a panic, which `panicsThatReturn` takes out again where nobody recovers. */
export function mayPanicHere(b: Builder, what: string): void {
  const { site } = b;
  choose(
    b,
    `${panicMark}${what}`,
    () => emit(b, { kind: 'panic', op: 'panic', what, site }),
    () => {},
  );
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
  for (const proc of pts.reached) {
    calls(proc, (stmt, callee) => {
      if (stmt.kind === 'defer' && recovers[callee] === true) add(proc);
    });
  }
  for (let proc = todo.pop(); proc !== undefined; proc = todo.pop()) calls(proc, (_, callee) => add(callee));
  const rewrite = (body: readonly Stmt[]): readonly Stmt[] =>
    body.flatMap((stmt): readonly Stmt[] => {
      if (isDoubt(stmt)) return [];
      return [blocksOf(stmt).some((inner) => inner.some(holdsDoubt)) ? withBlocks(stmt, rewrite) : stmt];
    });
  const procs = program.procs.map((proc, i): Proc => (guarded.has(i) ? proc : { ...proc, body: rewrite(proc.body) }));
  return { ...program, procs };
}

function isDoubt(stmt: Stmt): boolean {
  return stmt.kind === 'choice' && stmt.why.startsWith(panicMark);
}

function holdsDoubt(stmt: Stmt): boolean {
  return isDoubt(stmt) || blocksOf(stmt).some((body) => body.some(holdsDoubt));
}

function holdsRecover(stmt: Stmt): boolean {
  return stmt.kind === 'recover' || blocksOf(stmt).some((body) => body.some(holdsRecover));
}
