// Which variables hold channels or locks, found from how they are made, used and passed on.

import { must } from '../../base/assert.ts';
import type { CommProgram, Expr, Stmt } from '../comm.ts';
import { visitProgram } from '../walk.ts';

/** For each procedure the variables that hold an object at some time. */
export function referenceVars(program: CommProgram): readonly ReadonlySet<number>[] {
  const refs = program.procs.map(() => new Set<number>());
  let changed = true;
  const mark = (proc: number, variable: number): void => {
    const own = must(refs[proc]);
    if (own.has(variable)) return;
    own.add(variable);
    changed = true;
  };
  const use = (proc: number, expr: Expr): void => {
    if (expr.kind === 'var') mark(proc, expr.index);
  };
  const holds = (proc: number, expr: Expr | undefined): boolean =>
    expr?.kind === 'var' && must(refs[proc]).has(expr.index);
  const visit = (stmt: Stmt, proc: number): void => {
    switch (stmt.kind) {
      case 'chan':
      case 'new':
        mark(proc, stmt.target);
        return;
      case 'send':
      case 'recv':
      case 'close':
      case 'timer':
        use(proc, stmt.chan);
        return;
      case 'select':
        for (const { comm } of stmt.cases) use(proc, comm.chan);
        return;
      case 'lock':
        use(proc, stmt.lock);
        return;
      case 'waitgroup':
        use(proc, stmt.group);
        return;
      case 'cond':
        use(proc, stmt.cond);
        return;
      case 'assign':
        if (must(refs[proc]).has(stmt.target)) use(proc, stmt.value);
        else if (holds(proc, stmt.value)) mark(proc, stmt.target);
        return;
      case 'go':
      case 'call':
      case 'defer': {
        if (stmt.callee.kind !== 'proc') return;
        const { proc: callee } = stmt.callee;
        // Only what the procedure does with a parameter counts: an object that it ignores need not be passed.
        stmt.args.forEach((arg, i) => {
          if (must(refs[callee]).has(i)) use(proc, arg);
        });
        return;
      }
      default:
        return;
    }
  };
  const indices = new Map(program.procs.map((proc, i) => [proc, i]));
  while (changed) {
    changed = false;
    visitProgram(program, (stmt, proc) => visit(stmt, must(indices.get(proc))));
  }
  return refs;
}
