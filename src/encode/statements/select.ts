// Select statements, and loops over channels.
//
//   [select { case c <- v: A   case x, ok := <-d: B   default: D }]
//     c' := [c]; v' := [v]; d' := [d]                in the order of the source
//     if (*) { [c' <- v']; [A] } else { if (*) { x, ok := <-d'; [B] } else { [D] } }
//
// Which case is taken is not known; without a default it is one of the others, or the statement blocks forever.
//
//   [inv I  for x := range c { S }]
//     c' := [c]  while (true) invariant [I] { m, ok := <-c'; if (!ok) { goto end }; x := m; [S] label next } label end

import type * as ast from '../../syntax/nodes.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Stmt } from '../../vil/index.ts';
import { invariants, measures } from '../contracts/contracts.ts';
import { Bool, block, bool, inhale, not } from '../core/build.ts';
import {
  blockOf,
  emit,
  expr,
  exprAs,
  freshLocal,
  keep,
  source,
  statements,
  typeOf,
  unparen,
  within,
} from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import type { Typed } from '../expressions/calls.ts';
import { elemOf, receiveFrom, sendOn } from '../expressions/channels.ts';
import { assignValues } from './assignments.ts';
import { newTarget, targeted } from './control.ts';

/** A case whose operands are evaluated: what happens if it is taken. */
interface Ready {
  readonly clause: ast.CommClause;
  readonly run: (k: Code) => void;
}

export function select(k: Code, node: ast.SelectStmt): void {
  const src = source(k, node);
  const target = newTarget(k, node, false);
  emit(
    k,
    blockOf(k, src, (inner) => {
      const ready = node.clauses.map((clause) => evaluated(inner, clause));
      const ordered = [...ready.filter(({ clause }) => clause.comm !== null), ...ready.filter(isDefault)];
      targeted(inner, target, () => oneOf(inner, ordered, src));
      if (target.breaks) emit(inner, { kind: 'Label', name: target.breakTo, invariants: [], src });
    }),
  );
}

function isDefault({ clause }: Ready): boolean {
  return clause.comm === null;
}

function oneOf(k: Code, ready: readonly Ready[], src: Stmt['src']): void {
  const [first, ...rest] = ready;
  // Nothing to choose from: it blocks forever.
  if (first === undefined) {
    emit(k, inhale(bool(false, src), src));
    return;
  }
  const at = source(k, first.clause);
  const taken = blockOf(k, at, (b) => {
    first.run(b);
    statements(b, first.clause.body);
  });
  if (rest.length === 0) {
    emit(k, taken);
    return;
  }
  const cond = freshLocal(k, 'taken', Bool, at);
  const other = blockOf(k, at, (b) => oneOf(b, rest, src));
  emit(k, { kind: 'If', cond, then: taken, else: other, src: at });
}

function evaluated(k: Code, clause: ast.CommClause): Ready {
  const { comm } = clause;
  if (comm === null) return { clause, run: () => undefined };
  const outer = within(k, comm);
  const src = source(outer, comm);
  if (comm.kind === 'SendStmt') {
    const t = typeOf(k, comm.chan);
    const c = keep(outer, expr(outer, comm.chan), 'ch', src);
    const message = keep(outer, exprAs(outer, comm.value, elemOf(t)), 'msg', src);
    return { clause, run: (inner) => sendOn(within(inner, comm), t, c, message, comm) };
  }
  const written = comm.kind === 'ExprStmt' ? comm.x : comm.kind === 'AssignStmt' ? (comm.rhs[0] as ast.Expr) : null;
  const receive = written === null ? null : unparen(written);
  if (receive?.kind !== 'UnaryExpr') return unsupported('this case', clause);
  const t = typeOf(k, receive.x);
  const c = keep(outer, expr(outer, receive.x), 'ch', src);
  return {
    clause,
    run: (inner) => {
      const own = within(inner, comm);
      const isSafe = comm.kind === 'AssignStmt' && comm.lhs.length === 2;
      const { value, ok } = receiveFrom(own, t, c, isSafe, receive);
      if (comm.kind !== 'AssignStmt') return;
      const elem: Typed = { value, type: elemOf(t) };
      const values = isSafe ? [elem, { value: ok, type: boolType(own, comm) }] : [elem];
      assignValues(own, comm, values);
    },
  };
}

/** The type of the variable that says whether there was a message. */
function boolType(k: Code, comm: ast.AssignStmt): GoType {
  const e = comm.lhs[1] as ast.Expr;
  return e.kind === 'Ident' && e.name === '_' ? typeOf(k, comm.lhs[0] as ast.Expr) : typeOf(k, e);
}

export function rangeOverChannel(k: Code, node: ast.RangeStmt, t: GoType): void {
  const src = source(k, node);
  const target = newTarget(k, node, true);
  if (node.with !== null) unsupported('with in a loop over a channel', node.with);
  emit(
    k,
    blockOf(k, src, (outer) => {
      const c = keep(outer, expr(outer, node.x), 'ch', src);
      const invs = invariants(outer, node.spec);
      const decreases = measures(outer, node.spec?.clauses ?? []);
      const out: Stmt[] = [];
      const inner: Code = { ...outer, out };
      const { value, ok } = receiveFrom(inner, t, c, true, node.x);
      target.breaks = true;
      const leave: Stmt = { kind: 'Goto', label: target.breakTo, src };
      emit(inner, { kind: 'If', cond: not(ok, src), then: block([leave], src), else: block([], src), src });
      iteration(inner, node, value, t);
      targeted(inner, target, () =>
        emit(
          inner,
          blockOf(inner, src, (b) => statements(b, node.body.list)),
        ),
      );
      if (target.continues) emit(inner, { kind: 'Label', name: target.continueTo as string, invariants: [], src });
      emit(outer, {
        kind: 'While',
        name: null,
        cond: bool(true, src),
        invariants: invs,
        measures: decreases,
        body: block(out, src),
        src,
      });
      emit(outer, { kind: 'Label', name: target.breakTo, invariants: [], src });
    }),
  );
}

function iteration(k: Code, node: ast.RangeStmt, value: Expr, t: GoType): void {
  if (node.key === null || node.op === null) return;
  assignValues(k, { ...node, lhs: [node.key], op: node.op }, [{ value, type: elemOf(t) }]);
}
