// Whether a communication program has anything to say: an operation that can block or fail.

import type { CommProgram, Stmt } from './comm.ts';
import { visitProgram } from './walk.ts';

export function synchronises(program: CommProgram): boolean {
  let found = false;
  visitProgram(program, (stmt) => {
    if (isOperation(stmt)) found = true;
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
