// Functions of which no call comes back: they end the process, the goroutine, or in a panic.

import type { Block, Function as IrFunction, Stmt } from '../ir/ir.ts';
import { behaviourOf, type FlowProgram, functionOf } from './program.ts';
import { walkBlock } from './walk.ts';

/** So many calls are followed one inside the other: `log.Fatal` calls `os.Exit`, and the like. */
const mostCalls = 3;

/** Whether it is known that no call comes back: of what is not followed, calls do. */
export function neverReturns(program: FlowProgram, fn: IrFunction, calls: number = mostCalls): boolean {
  const behaviour = behaviourOf(program, fn);
  if (behaviour.kind === 'primitive') return behaviour.name === 'exit' || behaviour.name === 'goexit';
  // What recovers does so in a deferred call.
  if (behaviour.kind !== 'body' || fn.body === null || calls === 0 || holds(fn.body, 'Defer')) return false;
  return !falls(program, fn.body, calls);
}

/** Whether the end of a block may be reached, or left otherwise than by ending all. */
function falls(program: FlowProgram, block: Block, calls: number): boolean {
  for (const stmt of block.list) {
    if (stops(program, stmt, calls)) return false;
    if (mayJump(stmt)) return true;
  }
  return true;
}

function stops(program: FlowProgram, stmt: Stmt, calls: number): boolean {
  switch (stmt.kind) {
    case 'Panic':
      return true;
    case 'If':
      return !falls(program, stmt.then, calls) && !falls(program, stmt.otherwise, calls);
    case 'Call':
      return stmt.callee.kind === 'static' && neverReturns(program, functionOf(program, stmt.callee.func), calls - 1);
    default:
      return false;
  }
}

/** Whether what follows may be passed over. */
function mayJump(stmt: Stmt): boolean {
  const block: Block = { kind: 'Block', list: [stmt] };
  return holds(block, 'Return') || holds(block, 'Break') || holds(block, 'Continue');
}

function holds(block: Block, kind: Stmt['kind']): boolean {
  let found = false;
  walkBlock(block, (stmt) => {
    found ||= stmt.kind === kind;
  });
  return found;
}
