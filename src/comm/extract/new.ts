// Structs that are new in all their parts: no lock in them was ever used, so that nothing is lost when they are moved.

import { type FlowProgram, functionOf, targetsOf, walkBlock, walkStmtExprs } from '../../flow/index.ts';
import type { Expr as IrExpr, Function as IrFunction, Place as IrPlace, Stmt as IrStmt, Local } from '../../ir/ir.ts';
import { isInPlace, shapeOf } from './shape.ts';

/** Whether a struct or lock in a function (null: none that is known) is new in all its parts. */
export function isNew(flow: FlowProgram, fn: IrFunction | null, e: IrExpr): boolean {
  if (!isInPlace(shapeOf(e.type))) return false;
  switch (e.kind) {
    case 'Zero':
      return true;
    case 'Struct':
      return e.fields.every((field) => !isInPlace(shapeOf(field.type)) || isNew(flow, fn, field));
    case 'LocalRef':
      return e.local.role === 'temp' && fn !== null && isGivenNew(flow, fn, e.local);
    default:
      return false;
  }
}

/** Whether all that a local ever gets is new. A lock in it is not changed: that would take its address. */
function isGivenNew(flow: FlowProgram, fn: IrFunction, local: Local): boolean {
  if (local.shared) return false;
  const givers = giversOf(fn).get(local);
  // A result that nothing is put into is zero: a pointer then leads nowhere.
  return givers?.every((stmt) => givesNew(flow, fn, stmt, local)) ?? local.role === 'result';
}

function givesNew(flow: FlowProgram, fn: IrFunction, stmt: IrStmt, local: Local): boolean {
  switch (stmt.kind) {
    case 'Assign':
    case 'Declare':
    case 'Store':
      return isNew(flow, fn, stmt.value) || leadsToNew(flow, fn, stmt.value);
    case 'Load':
      return stmt.place.kind === 'Deref' && leadsToNew(flow, fn, stmt.place.pointer);
    case 'New':
      return isNew(flow, fn, stmt.value);
    case 'Call':
      return (
        stmt.callee.kind === 'static' &&
        returnsNew(flow, functionOf(flow, stmt.callee.func), stmt.targets.indexOf(local))
      );
    default:
      return false;
  }
}

/** Whether a pointer leads to a struct that is new and to which nothing else leads. */
export function leadsToNew(flow: FlowProgram, fn: IrFunction, e: IrExpr): boolean {
  if (e.kind !== 'LocalRef' || e.local.role !== 'temp' || shapeOf(e.type).kind !== 'pointer') return false;
  return usesOf(fn, e.local) === 1 && isGivenNew(flow, fn, e.local);
}

function usesOf(fn: IrFunction, local: Local): number {
  let uses = 0;
  if (fn.body === null) return 0;
  walkBlock(fn.body, (stmt) => {
    walkStmtExprs(stmt, (e) => {
      if (e.kind === 'LocalRef' && e.local === local) uses++;
    });
  });
  return uses;
}

const known = new WeakMap<IrFunction, Map<number, boolean>>();

/** Whether a result is new, or a pointer to something new. */
function returnsNew(flow: FlowProgram, fn: IrFunction, result: number): boolean {
  const local = fn.results[result];
  if (fn.body === null || local === undefined) return false;
  let answers = known.get(fn);
  if (answers === undefined) {
    answers = new Map();
    known.set(fn, answers);
  }
  let answer = answers.get(result);
  if (answer === undefined) {
    // What a function gets from itself is not looked into.
    answers.set(result, false);
    answer = isGivenNew(flow, fn, local);
    answers.set(result, answer);
  }
  return answer;
}

const givers = new WeakMap<IrFunction, ReadonlyMap<Local, readonly IrStmt[]>>();

function giversOf(fn: IrFunction): ReadonlyMap<Local, readonly IrStmt[]> {
  const cached = givers.get(fn);
  if (cached !== undefined) return cached;
  const found = new Map<Local, IrStmt[]>();
  if (fn.body !== null) {
    walkBlock(fn.body, (stmt) => {
      const stored = stmt.kind === 'Store' && isInPlace(shapeOf(stmt.place.type)) ? rootsOf(stmt.place) : [];
      for (const local of [...targetsOf(stmt), ...stored]) {
        const list = found.get(local);
        if (list === undefined) found.set(local, [stmt]);
        else list.push(stmt);
      }
    });
  }
  givers.set(fn, found);
  return found;
}

/** The local in which a place lies, if it lies in one. */
export function rootsOf(place: IrPlace): readonly Local[] {
  if (place.kind === 'LocalPlace') return [place.local];
  if (place.kind === 'FieldPlace') return rootsOf(place.base);
  return place.kind === 'IndexPlace' && place.base.kind === 'array' ? rootsOf(place.base.place) : [];
}
