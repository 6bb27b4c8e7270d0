// Which of the papers' languages a communication program belongs to: their tools can be compared on these only.

import type { CommProgram, Proc, Site, Stmt } from '../comm.ts';
import { someExpr, visitProgram } from '../walk.ts';
import { Unsupported } from './flat.ts';
import { emitMigo } from './migo.ts';
import { emitPromela } from './promela.ts';

/** Belongs to it, or the first reason why not. */
export type Membership = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly site: Site };

const member: Membership = { ok: true };

function check(program: CommProgram, refuse: (stmt: Stmt, proc: Proc) => string | null): Membership {
  try {
    visitProgram(program, (stmt, proc) => {
      const reason = refuse(stmt, proc);
      if (reason !== null) throw new Unsupported(reason, stmt.site);
    });
    return member;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ok: false, reason: error.message, site: error.site };
  }
}

/** Behavioural types: channels and locks, procedures and free choices; no data decides anything. */
export function isBehaviouralType(program: CommProgram): Membership {
  const data = check(program, (stmt) => {
    switch (stmt.kind) {
      case 'if':
        return stmt.cond.kind === 'unknown' ? null : 'a condition on data';
      case 'assign':
        return stmt.value.kind === 'var' ? null : 'a variable that holds data';
      case 'load':
      case 'store':
      case 'array':
      case 'map':
      case 'atomic':
        return 'memory';
      default:
        return null;
    }
  });
  if (!data.ok) return data;
  const printed = emitMigo(program);
  return printed.ok ? member : printed;
}

/** MiniGo: channels and goroutines, with data in parameters, capacities and the bounds of loops only. */
export function isMiniGo(program: CommProgram): Membership {
  const loopVars = loopVariables(program);
  return check(program, (stmt, proc) => {
    switch (stmt.kind) {
      case 'lock':
      case 'waitgroup':
      case 'cond':
      case 'timer':
      case 'atomic':
      case 'load':
      case 'store':
      case 'array':
      case 'map':
      case 'new':
        return `${stmt.kind}: only channels are part of it`;
      case 'defer':
      case 'panic':
      case 'recover':
      case 'exit':
        return `${stmt.kind}: calls end by returning`;
      case 'if':
        return someExpr(stmt.cond, (e) => e.kind === 'var' && !loopVars.get(proc)?.has(e.index))
          ? 'a condition on data'
          : null;
      default:
        return null;
    }
  });
}

/** Variables that are counted by some loop's `next`. */
function loopVariables(program: CommProgram): ReadonlyMap<Proc, ReadonlySet<number>> {
  const found = new Map(program.procs.map((proc) => [proc, new Set<number>()]));
  visitProgram(program, (stmt, proc) => {
    if (stmt.kind !== 'loop') return;
    for (const one of stmt.next) if (one.kind === 'assign') found.get(proc)?.add(one.target);
  });
  return found;
}

/** Static: goroutines, calls and objects can be laid out before the search; what Promela can express. */
export function isStatic(program: CommProgram): Membership {
  const printed = emitPromela(program, { mainEnds: false });
  return printed.ok ? member : printed;
}
