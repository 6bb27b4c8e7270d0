// Whether a function comes back to its caller at all: not one that ends the process, its goroutine, or always panics.

import { behaviourOf, type FlowProgram, functionOf } from '../flow/index.ts';
import type { Block, FuncRef } from '../ir/ir.ts';

const known = new WeakMap<FlowProgram, Map<string, boolean>>();

export function returns(program: FlowProgram, func: FuncRef): boolean {
  let memo = known.get(program);
  if (memo === undefined) known.set(program, (memo = new Map()));
  const found = memo.get(func.id);
  if (found !== undefined) return found;
  // One that calls itself comes back if some other way does.
  memo.set(func.id, true);
  const fn = functionOf(program, func);
  const behaviour = behaviourOf(program, fn);
  let answer = true;
  if (behaviour.kind === 'primitive') answer = behaviour.name !== 'exit' && behaviour.name !== 'goexit';
  else if (fn.body !== null && (behaviour.kind === 'body' || behaviour.kind === 'atomic')) {
    const { falls, leaves } = ends(program, fn.body);
    answer = falls || leaves;
  }
  memo.set(func.id, answer);
  return answer;
}

interface Ends {
  /** Control comes behind the block. */
  readonly falls: boolean;
  /** The function returns from within. */
  readonly leaves: boolean;
  /** A branch statement leads out. */
  readonly jumps: boolean;
}

function ends(program: FlowProgram, block: Block): Ends {
  let leaves = false;
  let jumps = false;
  const stopped = (): Ends => ({ falls: false, leaves, jumps });
  const either = (blocks: readonly Block[]): boolean => {
    const all = blocks.map((one) => ends(program, one));
    leaves ||= all.some((one) => one.leaves);
    jumps ||= all.some((one) => one.jumps);
    return all.some((one) => one.falls);
  };
  for (const stmt of block.list) {
    switch (stmt.kind) {
      case 'Return':
        leaves = true;
        return stopped();
      case 'Break':
      case 'Continue':
        jumps = true;
        return stopped();
      case 'Panic':
      case 'Fault':
        return stopped();
      case 'Call':
        if (stmt.callee.kind === 'static' && !returns(program, stmt.callee.func)) return stopped();
        break;
      case 'If':
        if (!either([stmt.then, stmt.otherwise])) return stopped();
        break;
      case 'Select':
        if (!either([...stmt.cases.map(({ body }) => body), ...(stmt.otherwise === null ? [] : [stmt.otherwise])]))
          return stopped();
        break;
      case 'Labelled':
      case 'Loop': {
        const inner = ends(program, stmt.body);
        leaves ||= inner.leaves;
        jumps ||= inner.jumps;
        if (!inner.jumps && (stmt.kind === 'Loop' || !inner.falls)) return stopped();
        break;
      }
      default:
        break;
    }
  }
  return { falls: true, leaves, jumps };
}
