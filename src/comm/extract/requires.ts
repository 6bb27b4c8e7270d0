// What the callers of a root have promised (`requires`), in terms of the parameters of its communication program.

import { assume } from '../../base/reasons.ts';
import { type Condition, conjuncts, requirementsOf } from '../../flow/index.ts';
import type { Function as IrFunction } from '../../ir/ir.ts';
import type { Expr } from '../comm.ts';
import { largest } from './numbers.ts';
import { shapeOf } from './shape.ts';
import type { Builder } from './state.ts';

/** Notes what holds of the root's arguments. Conditions on values that are not tracked are left out: nothing depends on them. */
export function assumeRequired(b: Builder, fn: IrFunction): void {
  b.x.parameters.requires.length = 0;
  for (const { text, condition } of requirementsOf(fn).requirements) {
    assume(b.x.assumptions, 'requires', text);
    for (const part of conjuncts(condition)) {
      const e = exprOf(b, part);
      if (e !== null) b.x.parameters.requires.push(e);
    }
  }
}

function exprOf(b: Builder, c: Condition): Expr | null {
  switch (c.kind) {
    case 'int':
      return c.value >= -largest && c.value <= largest ? { kind: 'int', value: Number(c.value) } : null;
    case 'bool':
      return c;
    case 'argument': {
      const shape = shapeOf(c.param.type).kind;
      if (c.of === 'value' ? shape !== 'int' && shape !== 'bool' : c.of !== 'len' || shape !== 'slice') return null;
      const index = b.x.parameters.index.get(c.of === 'value' ? c.param.name : `len(${c.param.name})`);
      return index === undefined ? null : { kind: 'param', index };
    }
    case 'unary': {
      const x = exprOf(b, c.x);
      return x === null ? null : { kind: 'unary', op: c.op, x };
    }
    case 'binary': {
      const x = exprOf(b, c.x);
      const y = exprOf(b, c.y);
      return x === null || y === null ? null : { kind: 'binary', op: c.op, x, y };
    }
  }
}
