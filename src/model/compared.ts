// Constants that a parameter is compared with, wherever it was handed on to: values on both sides of them behave differently.

import type { Callee, CommProgram, Expr, Proc } from '../comm/comm.ts';
import { exprsOf, visitExpr, visitProgram } from '../comm/index.ts';

export const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** For each parameter the constants, in ascending order. Only a hint: what goes through memory is not followed. */
export function comparedWith(program: CommProgram): readonly (readonly number[])[] {
  const held = holders(program);
  const constants = program.params.map(() => new Set<number>());
  visitProgram(program, (stmt, proc) => {
    for (const expr of exprsOf(stmt)) {
      visitExpr(expr, (part) => {
        if (part.kind !== 'binary' || !comparisons.has(part.op)) return;
        const [value, constant] = part.y.kind === 'int' ? [part.x, part.y] : [part.y, part.x];
        if (constant.kind !== 'int') return;
        for (const param of paramsIn(value, held.get(proc))) constants[param]?.add(constant.value);
      });
    }
  });
  return constants.map((found) => [...found].sort((a, b) => a - b));
}

/** For each variable of a procedure the parameters whose value it may have. */
type Held = Map<number, Set<number>>;

function holders(program: CommProgram): ReadonlyMap<Proc, Held> {
  const held = new Map(program.procs.map((proc): [Proc, Held] => [proc, new Map()]));
  let changed = true;
  const hand = (to: Held | undefined, variable: number, value: Expr, from: Held | undefined): void => {
    if (to === undefined) return;
    for (const param of paramsIn(value, from)) {
      const there = to.get(variable) ?? new Set();
      if (there.has(param)) continue;
      to.set(variable, there.add(param));
      changed = true;
    }
  };
  while (changed) {
    changed = false;
    visitProgram(program, (stmt, proc) => {
      const from = held.get(proc);
      const pass = (index: number, args: readonly Expr[], first: number): void => {
        const callee = program.procs[index];
        if (callee !== undefined) args.forEach((arg, i) => void hand(held.get(callee), first + i, arg, from));
      };
      for (const expr of exprsOf(stmt)) {
        visitExpr(expr, (part) => {
          if (part.kind === 'func') pass(part.proc, part.captured, 0);
        });
      }
      if (stmt.kind === 'assign') hand(from, stmt.target, stmt.value, from);
      if (stmt.kind === 'call' || stmt.kind === 'go' || stmt.kind === 'defer')
        for (const { index, first } of calledProcs(stmt.callee)) pass(index, stmt.args, first);
    });
  }
  return held;
}

/** Procedures that a callee names, with the place of the first argument among their variables. */
function calledProcs(callee: Callee): readonly { readonly index: number; readonly first: number }[] {
  switch (callee.kind) {
    case 'proc':
      return [{ index: callee.proc, first: 0 }];
    case 'method':
      return callee.table.map(({ proc }) => ({ index: proc, first: 1 }));
    case 'value':
      return [];
  }
}

function paramsIn(value: Expr, held: Held | undefined): Iterable<number> {
  if (value.kind === 'param') return [value.index];
  return (value.kind === 'var' ? held?.get(value.index) : undefined) ?? [];
}
