// Literals of mathematical types: sequences, sets, multisets, dictionaries, and values of algebraic types.

import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { exprWithHint } from './expr.ts';
import { str } from './format.ts';
import { indexedElts, mapLit, structLit } from './literals.ts';
import { newStruct } from './newtypes.ts';
import { newOperand, type Operand } from './operand.ts';
import { inGhost } from './spec-state.ts';
import type { MathType, Type } from './type.ts';
import { use } from './use.ts';

/** `type` is the type as written. */
export function mathLit(c: Checker, x: Operand, e: ast.CompositeLit, math: MathType, type: Type): void {
  x.mode = 'value';
  x.type = type;
  inGhost(c, () => {
    switch (math.math) {
      case 'seq':
        if (e.elts.some((elt, i) => elt.kind !== 'KeyValueExpr' && e.elts[i - 1]?.kind === 'KeyValueExpr')) {
          const message = 'elements of a sequence literal without an index stand before those that have one';
          reportError(c, e, 'SpecSequenceKeys', message);
        }
        indexedElts(c, e.elts, math.args[0] as Type, -1);
        return;
      case 'set':
      case 'mset':
        for (const elt of e.elts) unkeyed(c, elt, math.args[0] as Type);
        return;
      case 'dict': {
        const [key, elem] = math.args as readonly [Type, Type];
        mapLit(c, x, e, { key, elem });
        x.mode = 'value';
        x.type = type;
        return;
      }
      case 'clause':
        structLit(c, newOperand(), e, math.owner ?? type, newStruct(math.fields));
        x.type = math.owner;
        return;
      case 'option':
      case 'pred':
      case 'adt':
      case 'domain':
        use(
          c,
          e.elts.map((elt) => (elt.kind === 'KeyValueExpr' ? elt.value : elt)),
        );
        reportError(c, e, 'InvalidLit', `invalid composite literal type ${str(c, type)}`);
        x.mode = 'invalid';
        return;
    }
  });
}

function unkeyed(c: Checker, elt: ast.Expr, elem: Type): void {
  const x = newOperand();
  if (elt.kind === 'KeyValueExpr') {
    reportError(c, elt, 'SpecSetKey', 'an element of a set or multiset has no key');
    use(c, [elt.value]);
    return;
  }
  exprWithHint(c, x, elt, elem);
  assignment(c, x, elem, 'collection literal');
}
