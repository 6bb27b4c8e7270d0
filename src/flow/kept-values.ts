// Variables of packages that keep the constant which their initializer gives them: what nothing in the package can change.
//
//     var tries = [...]int{1, 2, 3}    kept, if nothing stores into it or takes its address
//     var Limit = 3                    not kept: exported, so others may set it
//     var limit = 3                    not kept, if there is a SetLimit

import { initFunction } from '../ir/index.ts';
import type { Expr, Global, Place, Stmt } from '../ir/ir.ts';
import { isExported } from '../types/index.ts';
import { callGraphOf, isModelled } from './call-graph.ts';
import { type FlowProgram, forgetFarFunctions, functionOf } from './program.ts';
import { walkBlock, walkStmtExprs } from './walk.ts';

const known = new WeakMap<FlowProgram, ReadonlyMap<number, Expr>>();

/** The constants that variables keep, by the variables' ids. */
export function keptValues(program: FlowProgram): ReadonlyMap<number, Expr> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = findKept(program)));
  return found;
}

function findKept(program: FlowProgram): ReadonlyMap<number, Expr> {
  const given = new Map<number, Expr>();
  const changed = new Set<number>();
  const inits = new Set([...program.lowerer.units.keys()].map((pkg) => initFunction(program.lowerer, pkg).id));
  for (const id of callGraphOf(program).direct.keys()) {
    const fn = functionOf(program, { id, name: id });
    if (fn.body === null || isModelled(program, fn)) continue;
    walkBlock(fn.body, (stmt) => {
      visit(stmt, inits.has(id) ? given : null, changed);
      walkStmtExprs(stmt, (e) => {
        if (e.kind === 'AddrOf') touch(e.place, changed);
      });
    });
    forgetFarFunctions(program);
  }
  return new Map([...given].filter(([id]) => !changed.has(id)));
}

/** `given` collects what initializers store; null elsewhere. */
function visit(stmt: Stmt, given: Map<number, Expr> | null, changed: Set<number>): void {
  if (stmt.kind === 'Addr') touch(stmt.place, changed);
  if (stmt.kind !== 'Store') return;
  const { place, value } = stmt;
  if (given !== null && place.kind === 'GlobalPlace' && isKeepable(place.global) && isConstant(value)) {
    if (given.has(place.global.id)) changed.add(place.global.id);
    given.set(place.global.id, value);
  } else touch(place, changed);
}

function isKeepable({ obj }: Global): boolean {
  return obj.pkg !== null && !isExported(obj.name);
}

/** The variable that a place lies in can change, or be changed by others from now on. */
function touch(place: Place, changed: Set<number>): void {
  switch (place.kind) {
    case 'GlobalPlace':
      changed.add(place.global.id);
      return;
    case 'FieldPlace':
      touch(place.base, changed);
      return;
    case 'IndexPlace':
      if (place.base.kind === 'array') touch(place.base.place, changed);
      return;
    case 'LocalPlace':
    case 'Deref':
      return;
  }
}

/** A constant, or an array or struct of constants. */
function isConstant(e: Expr): boolean {
  switch (e.kind) {
    case 'Const':
      return true;
    case 'ArrayLit':
      return e.elems.every(({ value }) => isConstant(value));
    case 'Struct':
      return e.fields.every(isConstant);
    default:
      return false;
  }
}
