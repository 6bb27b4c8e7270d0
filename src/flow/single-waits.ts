// Cond.Wait behind a condition that is asked once: when Wait returns the condition may not hold, or hold no more.

import type { Span } from '../base/source.ts';
import type { Block, Function as IrFunction } from '../ir/ir.ts';
import { condMethod } from './shared-objects.ts';
import { blocksOf } from './walk.ts';

export interface SingleWait {
  readonly fn: IrFunction;
  readonly span: Span;
}

/** Waits that stand in an if and in no loop of their function. */
export function singleWaits(fn: IrFunction): readonly SingleWait[] {
  const found: SingleWait[] = [];
  const visit = (block: Block, inIf: boolean): void => {
    for (const stmt of block.list) {
      if (stmt.kind === 'Loop' || stmt.kind === 'Labelled') continue;
      if (stmt.kind === 'Call' && condMethod(stmt.callee) === 'Wait' && inIf) found.push({ fn, span: stmt.span });
      for (const inner of blocksOf(stmt)) visit(inner, inIf || stmt.kind === 'If');
    }
  };
  if (fn.body !== null) visit(fn.body, false);
  return found;
}
