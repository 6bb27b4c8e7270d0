// Loops that end by unknown data: `for rows.Next() { ... }`. What is proved of a program in which they count as ending holds
// if they end, and has to be told with that assumption.
//
// A loop qualifies only if nothing but data and the environment decides when it is left. A loop that a channel of the program itself
// stops may go on forever because nothing does: then the program is to blame, and not its data.

import { allAssumptions, assumption } from '../base/reasons.ts';
import type { Expr } from '../comm/comm.ts';
import {
  type VirgoBlock,
  type VirgoLoop,
  type VirgoProgram,
  type VirgoStmt,
  virgoBlocks,
  withVirgoBlocks,
} from './virgo.ts';

export interface Assumed {
  readonly program: VirgoProgram;
  /** The functions whose loops are taken to end. */
  readonly functions: readonly string[];
}

/** The program with its loops that end by data; null where there are none that are not known to end. */
export function assumingLoopsEnd(program: VirgoProgram): Assumed | null {
  const functions = new Set<string>();
  const change = (block: VirgoBlock): VirgoBlock =>
    block.map((stmt): VirgoStmt => {
      const inner = withVirgoBlocks(stmt, change);
      if (inner.kind !== 'loop' || inner.ends || !endsByData(inner)) return inner;
      functions.add(inner.of === '' ? program.name : inner.of);
      return { ...inner, ends: true };
    });
  const body = change(program.body);
  if (functions.size === 0) return null;
  const ends = [...functions].map((name) => assumption('terminates', name));
  return {
    program: { ...program, body, assumptions: allAssumptions(program.assumptions, ends) },
    functions: [...functions],
  };
}

/** What decides that a statement is come to. */
type Decided = 'nothing' | 'data' | 'communication';

function endsByData(loop: VirgoLoop): boolean {
  const ways = new Set<Decided>();
  const inside = new Set<string>();
  const visit = (block: VirgoBlock, by: Decided): void => {
    for (const stmt of block) visitOne(stmt, by);
  };
  const visitOne = (stmt: VirgoStmt, by: Decided): void => {
    switch (stmt.kind) {
      case 'return':
      case 'exit':
        ways.add(by);
        return;
      case 'break':
      case 'continue':
        // Loops and blocks within are not left.
        if (!inside.has(stmt.label) && !(stmt.kind === 'continue' && stmt.label === loop.label)) ways.add(by);
        return;
      case 'go':
        return;
      case 'if':
        for (const block of virgoBlocks(stmt)) visit(block, by === 'nothing' && isOpen(stmt.cond) ? 'data' : by);
        return;
      case 'receive':
        for (const block of virgoBlocks(stmt)) visit(block, 'communication');
        return;
      case 'select':
        for (const { comm, body } of stmt.cases) {
          visit(body, comm.kind !== 'tau' ? 'communication' : by === 'nothing' ? 'data' : by);
        }
        if (stmt.otherwise !== null) visit(stmt.otherwise, 'communication');
        return;
      case 'range':
      case 'for':
      case 'loop':
      case 'block':
        inside.add(stmt.label);
        visit(stmt.body, by);
        inside.delete(stmt.label);
        return;
      default:
        return;
    }
  };
  visit(loop.body, 'nothing');
  return ways.has('data') && !ways.has('communication');
}

function isOpen(e: Expr): boolean {
  if (e.kind === 'unary') return isOpen(e.x);
  if (e.kind === 'binary') return isOpen(e.x) || isOpen(e.y);
  return e.kind === 'unknown';
}
