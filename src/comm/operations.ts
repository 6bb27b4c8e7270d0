// Whether a communication program has anything to say: an operation that can block or fail.

import type { CommProgram, Stmt } from './comm.ts';
import { visitProgram } from './walk.ts';

export function synchronises(program: CommProgram): boolean {
  return hasAny(program, isOperation);
}

/** Whether it locks or unlocks anything. */
export function locks(program: CommProgram): boolean {
  return hasAny(program, ({ kind }) => kind === 'lock');
}

function hasAny(program: CommProgram, wanted: (stmt: Stmt) => boolean): boolean {
  let found = false;
  visitProgram(program, (stmt) => {
    found ||= wanted(stmt);
  });
  return found;
}

function isOperation(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'send':
    case 'recv':
    case 'close':
    case 'select':
    case 'lock':
    case 'waitgroup':
    case 'cond':
      return true;
    default:
      return false;
  }
}
