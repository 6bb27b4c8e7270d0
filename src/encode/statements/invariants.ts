// Invariants that several goroutines share, and critical regions, which open one for a single atomic step.
//
//   domain Invariants { Invariant(p: Pred): Bool }          once established, p is an invariant forever
//   [EstablishInvariant(p)]   requires p() ensures Invariant(p)
//
//   [critical p ( S )]   i := [p]
//                        assert Invariant(i); assert i != j for each j of the regions around
//                        inhale i(); [S]; exhale i()
//
// Regions nest as they are written: no jump leaves one, and what is called within opens none. So those around are all that are open.

import type * as ast from '../../syntax/nodes.ts';
import type { Expr, LocalVar, Source } from '../../vil/index.ts';
import { noSource } from '../../vil/index.ts';
import { applyDomain, assertStmt, Bool, decl, exhale, inhale, local, ne } from '../core/build.ts';
import { blockOf, emit, expr, keep, needsStatements, source, statements } from '../core/code.ts';
import type { CallRule, Code, Encoder } from '../core/context.ts';
import { addDomainFunction } from '../core/growing-domains.ts';
import { instanceOf, valuesOver } from '../expressions/predicate-values.ts';

const domain = 'Invariants$';
const name = 'Invariant$';

function isInvariant(e: Encoder, p: Expr, src: Source): Expr {
  addDomainFunction(e, domain, name, [decl('p', valuesOver(e, []), noSource)], Bool);
  return applyDomain(domain, name, [p], [], Bool, src);
}

export const invariantCall: CallRule = (k, node) => {
  const [p] = node.args as readonly [ast.Expr];
  return isInvariant(k.e, expr({ ...k, out: null }, p), source(k, node));
};

export const establishInvariantCall: CallRule = (k, node) => {
  needsStatements(k, 'EstablishInvariant', node);
  const [written] = node.args as readonly [ast.Expr];
  const args = [expr({ ...k, out: null }, written)];
  const method = 'EstablishInvariant$';
  if (!k.e.helperMethods.has(method)) {
    const p: LocalVar = local('p', valuesOver(k.e, []), noSource);
    k.e.helperMethods.set(method, {
      kind: 'Method',
      name: method,
      params: [decl('p', p.type, noSource)],
      results: [],
      pres: [instanceOf(k.e, p, [], noSource)],
      posts: [isInvariant(k.e, p, noSource)],
      measures: [{ kind: 'TupleMeasure', exprs: [], condition: null, src: noSource }],
      body: null,
      src: noSource,
    });
  }
  emit(k, { kind: 'MethodCall', method, args, targets: [], src: source(k, node) });
  return null;
};

export function critical(k: Code, node: ast.CriticalStmt): void {
  const plain = source(k, node);
  const named = (on: 'assert.failed' | 'exhale.failed', key: string): Source =>
    source(k, node, { meanings: [{ on, key, reasons: null }] });
  const p = keep(k, expr({ ...k, out: null }, node.x), 'inv', plain);
  emit(k, assertStmt(isInvariant(k.e, p, plain), named('assert.failed', 'is_invariant_failed')));
  const around = k.open ?? [];
  for (const other of around) {
    emit(k, assertStmt(ne(p, other, plain), named('assert.failed', 'invariant_already_open')));
  }
  const opened = instanceOf(k.e, p, [], plain);
  emit(k, inhale(opened, plain));
  emit(
    k,
    blockOf({ ...k, open: [...around, p] }, plain, (inner) => statements(inner, node.list)),
  );
  emit(k, exhale(opened, named('exhale.failed', 'invariant_not_restored')));
}
