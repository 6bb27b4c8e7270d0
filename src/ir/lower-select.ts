// Select: channels and values to send are evaluated first, in order; received values are assigned in the case chosen.

import { must } from '../base/assert.ts';
import type * as ast from '../syntax/nodes.ts';
import { Typ } from '../types/index.ts';
import type { ChanType } from '../types/type.ts';
import { blockOf, convertTo, core, emit, newTemp, ref, spanOf, steady } from './build.ts';
import type { Block, Local, SelectComm } from './ir.ts';
import { lvalue, store } from './lower-assign.ts';
import { expr } from './lower-expr.ts';
import { breakable, stmtList } from './lower-stmt.ts';
import type { Fn } from './lowerer.ts';

interface Prepared {
  readonly clause: ast.CommClause;
  readonly comm: SelectComm | null;
  /** What received values are assigned to, evaluated only if the case is chosen. */
  readonly lhs: readonly ast.Expr[];
}

export function selectStmt(fn: Fn, s: ast.SelectStmt, name: string | null): void {
  const span = spanOf(s);
  breakable(fn, 'select', name, span, () => {
    const prepared = s.clauses.map((clause) => prepare(fn, clause));
    const cases: { comm: SelectComm; body: Block }[] = [];
    let otherwise: Block | null = null;
    for (const p of prepared) {
      const { comm } = p;
      const body = blockOf(fn, () => {
        if (comm?.kind === 'recv') receive(fn, p, comm.value, comm.ok);
        stmtList(fn, p.clause.body);
      });
      if (comm === null) otherwise = body;
      else cases.push({ comm, body });
    }
    emit(fn, { kind: 'Select', cases, otherwise, span });
  });
}

function prepare(fn: Fn, clause: ast.CommClause): Prepared {
  const { comm } = clause;
  if (comm === null) return { clause, comm: null, lhs: [] };
  const span = spanOf(comm);
  if (comm.kind === 'SendStmt') {
    const chan = steady(fn, expr(fn, comm.chan));
    const elem = (core(chan.type) as ChanType).elem;
    const value = steady(fn, convertTo(expr(fn, comm.value), elem));
    return { clause, comm: { kind: 'send', chan, value, span }, lhs: [] };
  }
  let source = comm.kind === 'ExprStmt' ? comm.x : comm.kind === 'AssignStmt' ? must(comm.rhs[0]) : null;
  while (source?.kind === 'ParenExpr') source = source.x;
  const lhs = comm.kind === 'AssignStmt' ? comm.lhs : [];
  const chanExpr = source?.kind === 'UnaryExpr' ? source.x : null;
  const chan = steady(fn, expr(fn, must(chanExpr, 'channel of a receive')));
  const elem = (core(chan.type) as ChanType).elem;
  const wanted = (e: ast.Expr | undefined): boolean => e !== undefined && !(e.kind === 'Ident' && e.name === '_');
  const value = wanted(lhs[0]) ? newTemp(fn, elem, span) : null;
  const ok = wanted(lhs[1]) ? newTemp(fn, Typ.bool, span) : null;
  return { clause, comm: { kind: 'recv', chan, value, ok, span }, lhs };
}

function receive(fn: Fn, { lhs, clause }: Prepared, value: Local | null, ok: Local | null): void {
  const span = spanOf(must(clause.comm));
  const targets = lhs.map((e) => lvalue(fn, e));
  const values = [value, ok];
  for (const [i, target] of targets.entries()) {
    const local = values[i];
    if (local !== null && local !== undefined) store(fn, target, ref(local), span);
  }
}
