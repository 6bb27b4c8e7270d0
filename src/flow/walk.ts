// Visits the statements of a function, those in blocks included.

import type { Block, Expr, Local, Place, Stmt } from '../ir/ir.ts';

/** Calls `visit` for every statement of a block, outer ones first. */
export function walkBlock(block: Block, visit: (stmt: Stmt) => void): void {
  for (const stmt of block.list) walkStmt(stmt, visit);
}

function walkStmt(stmt: Stmt, visit: (stmt: Stmt) => void): void {
  visit(stmt);
  for (const block of blocksOf(stmt)) walkBlock(block, visit);
}

/** The blocks that stand directly in a statement. */
export function blocksOf(stmt: Stmt): readonly Block[] {
  switch (stmt.kind) {
    case 'If':
      return [stmt.then, stmt.otherwise];
    case 'Loop':
      return [stmt.body, stmt.next];
    case 'Labelled':
      return [stmt.body];
    case 'Select': {
      const blocks = stmt.cases.map((c) => c.body);
      if (stmt.otherwise !== null) blocks.push(stmt.otherwise);
      return blocks;
    }
    default:
      return [];
  }
}

/** Calls `visit` for an expression and all in it. */
export function walkExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  switch (expr.kind) {
    case 'Const':
    case 'Zero':
    case 'LocalRef':
    case 'FuncRef':
      return;
    case 'AddrOf':
      walkPlace(expr.place, visit);
      return;
    case 'Unary':
    case 'Convert':
    case 'MakeInterface':
    case 'Field':
    case 'Len':
      walkExpr(expr.x, visit);
      return;
    case 'Binary':
      walkExpr(expr.x, visit);
      walkExpr(expr.y, visit);
      return;
    case 'Complex':
      walkExpr(expr.x, visit);
      if (expr.y !== null) walkExpr(expr.y, visit);
      return;
    case 'MinMax':
      for (const x of expr.args) walkExpr(x, visit);
      return;
    case 'Struct':
      for (const x of expr.fields) walkExpr(x, visit);
      return;
    case 'ArrayLit':
      for (const { value } of expr.elems) walkExpr(value, visit);
      return;
  }
}

function walkPlace(place: Place, visit: (expr: Expr) => void): void {
  switch (place.kind) {
    case 'LocalPlace':
    case 'GlobalPlace':
      return;
    case 'Deref':
      walkExpr(place.pointer, visit);
      return;
    case 'FieldPlace':
      walkPlace(place.base, visit);
      return;
    case 'IndexPlace':
      if (place.base.kind === 'array') walkPlace(place.base.place, visit);
      else walkExpr(place.base.slice, visit);
      walkExpr(place.index, visit);
      return;
  }
}

/** Calls `visit` for every expression that stands directly in a statement, and for all in it. */
export function walkStmtExprs(stmt: Stmt, visit: (expr: Expr) => void): void {
  const one = (expr: Expr | null): void => {
    if (expr !== null) walkExpr(expr, visit);
  };
  switch (stmt.kind) {
    case 'If':
      one(stmt.cond);
      return;
    case 'Loop':
    case 'Labelled':
    case 'Break':
    case 'Continue':
    case 'Return':
    case 'MapNext':
    case 'Frame':
    case 'Fault':
    case 'Recover':
    case 'Closure':
      return;
    case 'Select':
      for (const { comm } of stmt.cases) {
        one(comm.chan);
        if (comm.kind === 'send') one(comm.value);
      }
      return;
    case 'Declare':
    case 'Assign':
    case 'New':
    case 'Panic':
      one(stmt.value);
      return;
    case 'Load':
    case 'Addr':
      walkPlace(stmt.place, visit);
      return;
    case 'Store':
      walkPlace(stmt.place, visit);
      one(stmt.value);
      return;
    case 'NilCheck':
      one(stmt.pointer);
      return;
    case 'MakeSlice':
      one(stmt.len);
      one(stmt.cap);
      if (stmt.init?.kind === 'elems') for (const { value } of stmt.init.elems) one(value);
      if (stmt.init?.kind === 'string') one(stmt.init.string);
      return;
    case 'MakeMap':
      one(stmt.hint);
      return;
    case 'MakeChan':
      one(stmt.cap);
      return;
    case 'Index':
      one(stmt.x);
      one(stmt.index);
      return;
    case 'Slice':
      one(stmt.x);
      one(stmt.low);
      one(stmt.high);
      one(stmt.max);
      return;
    case 'MapGet':
      one(stmt.map);
      one(stmt.key);
      return;
    case 'MapSet':
      one(stmt.map);
      one(stmt.key);
      one(stmt.value);
      return;
    case 'MapIter':
      one(stmt.map);
      return;
    case 'StringNext':
      one(stmt.string);
      one(stmt.at);
      return;
    case 'LenOf':
    case 'TrapConvert':
    case 'TypeAssert':
      one(stmt.x);
      return;
    case 'TrapBinary':
      one(stmt.x);
      one(stmt.y);
      return;
    case 'Append':
      one(stmt.slice);
      if (stmt.elems.kind === 'elems') for (const x of stmt.elems.list) one(x);
      else one(stmt.elems.x);
      return;
    case 'Copy':
      one(stmt.dst);
      one(stmt.src);
      return;
    case 'Call':
    case 'Go':
    case 'Defer':
      if (stmt.callee.kind === 'value') one(stmt.callee.func);
      if (stmt.callee.kind === 'method') one(stmt.callee.recv);
      for (const x of stmt.args) one(x);
      return;
    case 'Send':
      one(stmt.chan);
      one(stmt.value);
      return;
    case 'Recv':
    case 'Close':
      one(stmt.chan);
      return;
    case 'Unknown':
      for (const x of stmt.escaped) one(x);
      return;
  }
}

/** The places that stand directly in a statement, whole. */
export function placeOf(stmt: Stmt): Place | null {
  return stmt.kind === 'Load' || stmt.kind === 'Addr' || stmt.kind === 'Store' ? stmt.place : null;
}

/** The locals that a statement gives a value, those in its blocks left out. */
export function targetsOf(stmt: Stmt): readonly Local[] {
  switch (stmt.kind) {
    case 'Declare':
    case 'Assign':
      return [stmt.local];
    case 'Load':
    case 'Addr':
    case 'New':
    case 'MakeSlice':
    case 'MakeMap':
    case 'MakeChan':
    case 'Closure':
    case 'Index':
    case 'Slice':
    case 'MapIter':
    case 'LenOf':
    case 'TrapBinary':
    case 'TrapConvert':
    case 'Append':
    case 'Frame':
      return [stmt.target];
    case 'Copy':
    case 'Recover':
      return present([stmt.target]);
    case 'MapGet':
    case 'TypeAssert':
      return present([stmt.target, stmt.ok]);
    case 'MapNext':
      return present([stmt.ok, stmt.key, stmt.value]);
    case 'StringNext':
      return [stmt.rune, stmt.width];
    case 'Call':
      return present(stmt.targets);
    case 'Recv':
      return present([stmt.value, stmt.ok]);
    case 'Unknown':
      return stmt.targets;
    case 'Select':
      return stmt.cases.flatMap(({ comm }) => (comm.kind === 'recv' ? present([comm.value, comm.ok]) : []));
    default:
      return [];
  }
}

function present(locals: readonly (Local | null)[]): readonly Local[] {
  return locals.filter((local) => local !== null);
}
