// Which variables may hold `?`, found without regard to order. What may not is printed without the operators for it.

import type { CommProgram, Expr, RecvStmt, SendStmt } from '../comm.ts';
import { someExpr } from '../walk.ts';
import type { FlatCode, Node } from './flat.ts';

export interface Taint {
  /** For each procedure that a goroutine begins with, its variables that may be unknown. */
  readonly vars: ReadonlyMap<number, ReadonlySet<number>>;
}

interface State {
  readonly vars: Map<number, Set<number>>;
  /** Whether an unknown value may have been sent, or stored in memory. */
  messages: boolean;
  memory: boolean;
  changed: boolean;
}

export function taintOf(program: CommProgram, codes: ReadonlyMap<number, FlatCode>): Taint {
  const s: State = { vars: new Map(), messages: false, memory: false, changed: true };
  for (const proc of codes.keys()) s.vars.set(proc, new Set());
  for (const decl of program.classes) {
    for (const { init } of decl.fields) s.memory ||= init.kind === 'value' && init.value.kind === 'unknown';
  }
  while (s.changed) {
    s.changed = false;
    for (const code of codes.values()) for (const node of code.nodes) visit(s, code, node);
  }
  return { vars: s.vars };
}

function visit(s: State, code: FlatCode, node: Node): void {
  const own = s.vars.get(code.proc) as Set<number>;
  const unknown = (e: Expr): boolean =>
    someExpr(e, (part) => part.kind === 'unknown' || (part.kind === 'var' && own.has(part.index)));
  const taint = (set: Set<number>, variable: number | null, bad: boolean): void => {
    if (!bad || variable === null || set.has(variable)) return;
    set.add(variable);
    s.changed = true;
  };
  const comm = (stmt: SendStmt | RecvStmt): void => {
    if (stmt.kind === 'recv') taint(own, stmt.target, s.messages);
    else if (!s.messages && unknown(stmt.value)) {
      s.messages = true;
      s.changed = true;
    }
  };
  const store = (value: Expr): void => {
    if (s.memory || !unknown(value)) return;
    s.memory = true;
    s.changed = true;
  };
  switch (node.kind) {
    case 'move':
      for (const { to, from } of node.moves) taint(own, to, unknown(from));
      return;
    case 'select':
      for (const one of node.stmt.cases) comm(one.comm);
      return;
    case 'op':
      if (node.stmt.kind === 'send' || node.stmt.kind === 'recv') comm(node.stmt);
      // What a timer sends is the time, which is not known.
      if (node.stmt.kind === 'timer' && !s.messages) {
        s.messages = true;
        s.changed = true;
      }
      if (node.stmt.kind === 'atomic') {
        for (const arg of node.stmt.args) store(arg);
        taint(own, node.stmt.target, s.memory);
      }
      return;
    case 'local':
      switch (node.stmt.kind) {
        case 'assign':
          taint(own, node.stmt.target, unknown(node.stmt.value));
          return;
        case 'load':
          taint(own, node.stmt.target, s.memory);
          return;
        case 'store':
          store(node.stmt.value);
          return;
        case 'go': {
          const callee = node.stmt.callee.kind === 'proc' ? s.vars.get(node.stmt.callee.proc) : undefined;
          node.stmt.args.forEach((arg, i) => {
            if (callee !== undefined) taint(callee, i, unknown(arg));
          });
          return;
        }
        default:
          return;
      }
    default:
      return;
  }
}
