// Binds the parameters of a communication program to values, and folds what becomes constant.

import { must } from '../base/assert.ts';
import type { Callee, CommProgram, ConstExpr, Expr, Place, RecvStmt, SendStmt, Stmt } from './comm.ts';

/** Values of the parameters, by index. */
export type Valuation = readonly (number | boolean)[];

/** The same program without parameters. */
export function bindParams(program: CommProgram, valuation: Valuation): CommProgram {
  if (program.params.length === 0) return program;
  const values = program.params.map((param, i): ConstExpr => {
    const value = must(valuation[i], `value of ${param.name}`);
    return typeof value === 'number' ? { kind: 'int', value } : { kind: 'bool', value };
  });
  const procs = program.procs.map((proc) => ({ ...proc, body: bindBlock(proc.body, values) }));
  return { ...program, params: [], requires: [], procs };
}

function bindBlock(body: readonly Stmt[], values: readonly ConstExpr[]): readonly Stmt[] {
  return body.map((stmt) => bindStmt(stmt, values));
}

function bindComm(stmt: SendStmt | RecvStmt, values: readonly ConstExpr[]): SendStmt | RecvStmt {
  const chan = bindExpr(stmt.chan, values);
  return stmt.kind === 'send' ? { ...stmt, chan, value: bindExpr(stmt.value, values) } : { ...stmt, chan };
}

function bindStmt(stmt: Stmt, values: readonly ConstExpr[]): Stmt {
  const expr = (e: Expr): Expr => bindExpr(e, values);
  switch (stmt.kind) {
    case 'assign':
      return { ...stmt, value: expr(stmt.value) };
    case 'new':
      return stmt.what.kind === 'cond' ? { ...stmt, what: { kind: 'cond', locker: expr(stmt.what.locker) } } : stmt;
    case 'load':
      return { ...stmt, place: bindPlace(stmt.place, values) };
    case 'store':
      return { ...stmt, place: bindPlace(stmt.place, values), value: expr(stmt.value) };
    case 'array':
    case 'map':
      return { ...stmt, args: stmt.args.map(expr) };
    case 'chan':
      return { ...stmt, capacity: expr(stmt.capacity) };
    case 'send':
    case 'recv':
      return bindComm(stmt, values);
    case 'close':
    case 'timer':
      return { ...stmt, chan: expr(stmt.chan) };
    case 'select': {
      const cases = stmt.cases.map((c) => ({ comm: bindComm(c.comm, values), body: bindBlock(c.body, values) }));
      return { ...stmt, cases, otherwise: stmt.otherwise === null ? null : bindBlock(stmt.otherwise, values) };
    }
    case 'lock':
      return { ...stmt, lock: expr(stmt.lock) };
    case 'waitgroup':
      return { ...stmt, group: expr(stmt.group), delta: stmt.delta === null ? null : expr(stmt.delta) };
    case 'cond':
      return { ...stmt, cond: expr(stmt.cond) };
    case 'atomic':
      return { ...stmt, place: bindPlace(stmt.place, values), args: stmt.args.map(expr) };
    case 'go':
    case 'call':
    case 'defer':
      return { ...stmt, callee: bindCallee(stmt.callee, values), args: stmt.args.map(expr) };
    case 'if':
      return {
        ...stmt,
        cond: expr(stmt.cond),
        then: bindBlock(stmt.then, values),
        otherwise: bindBlock(stmt.otherwise, values),
      };
    case 'choice':
      return { ...stmt, branches: stmt.branches.map((branch) => bindBlock(branch, values)) };
    case 'loop':
      return { ...stmt, body: bindBlock(stmt.body, values), next: bindBlock(stmt.next, values) };
    default:
      return stmt;
  }
}

function bindPlace(place: Place, values: readonly ConstExpr[]): Place {
  if (place.kind === 'field') return { ...place, object: bindExpr(place.object, values) };
  if (place.kind === 'element') {
    return { ...place, array: bindExpr(place.array, values), index: bindExpr(place.index, values) };
  }
  return place;
}

function bindCallee(callee: Callee, values: readonly ConstExpr[]): Callee {
  if (callee.kind === 'value') return { ...callee, func: bindExpr(callee.func, values) };
  return callee.kind === 'method' ? { ...callee, recv: bindExpr(callee.recv, values) } : callee;
}

function bindExpr(expr: Expr, values: readonly ConstExpr[]): Expr {
  switch (expr.kind) {
    case 'param':
      return must(values[expr.index], 'parameter');
    case 'unary':
      return fold({ ...expr, x: bindExpr(expr.x, values) });
    case 'binary':
      return fold({ ...expr, x: bindExpr(expr.x, values), y: bindExpr(expr.y, values) });
    case 'func':
      return { ...expr, captured: expr.captured.map((e) => bindExpr(e, values)) };
    default:
      return expr;
  }
}

/** Integer arithmetic on two constants; everything else, and what would panic, stays as it is. */
function fold(expr: Expr): Expr {
  if (expr.kind === 'unary' && expr.op === '-' && expr.x.kind === 'int') {
    return { kind: 'int', value: expr.x.value === 0 ? 0 : -expr.x.value };
  }
  if (expr.kind !== 'binary' || expr.x.kind !== 'int' || expr.y.kind !== 'int') return expr;
  const [a, b] = [expr.x.value, expr.y.value];
  const value = integerOp(expr.op, a, b);
  return value === null || !Number.isSafeInteger(value) ? expr : { kind: 'int', value };
}

function integerOp(op: string, a: number, b: number): number | null {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b === 0 ? 0 : a * b;
    case '/':
      return b === 0 ? null : Math.trunc(a / b) + 0;
    case '%':
      return b === 0 ? null : (a % b) + 0;
    default:
      return null;
  }
}
