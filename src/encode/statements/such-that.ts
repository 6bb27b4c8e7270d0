// `var x T :| P`: some value of which P holds, if there is one.
//
//   [var x T :| P] = assert exists x' :: [P]; var x; inhale [P]

import type * as ast from '../../syntax/nodes.ts';
import { assertStmt, Bool, inhale } from '../core/build.ts';
import { declare, emit, expr, objectOf, source } from '../core/code.ts';
import type { Code } from '../core/context.ts';
import { unsupported } from '../core/unsupported.ts';
import { bound } from '../expressions/assertions.ts';

export function suchThat(k: Code, node: ast.SuchThatStmt): void {
  const v = objectOf(k, node.name);
  if (v?.kind !== 'Var') unsupported('this variable', node);
  const meanings = [
    {
      on: 'assert.failed',
      key: 'assign_such_that_error',
      reasons: ['assign_such_that_no_witness_error'],
    },
  ] as const;
  const src = source(k, node.x);
  const { declared, place } = bound(k, v, src);
  const there = { ...k, out: null, places: new Map(k.places).set(v, place) };
  const body = expr(there, node.x);
  emit(
    k,
    assertStmt(
      { kind: 'Exists', vars: [declared], triggers: [], body, type: Bool, src },
      source(k, node, { meanings }),
    ),
  );
  declare(k, v, source(k, node));
  emit(k, inhale(expr({ ...k, out: null }, node.x), source(k, node)));
}
