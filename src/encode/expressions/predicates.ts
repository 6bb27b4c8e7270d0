// Predicates: vil predicates; fold, unfold and unfolding of them.
//
//   pred p(x T) { A }      predicate p(x: T) { [A] }
//   [fold acc(p(e), q)] = fold acc(p([e]), [q])       [unfolding acc(p(e), q) in f] = unfolding acc(p([e]), [q]) in [f]

import type * as ast from '../../syntax/nodes.ts';
import type { Func } from '../../types/object.ts';
import type { AccPredicate, Predicate } from '../../vil/index.ts';
import { header } from '../contracts/signatures.ts';
import { emit, expr, source, typeOf, valuePlace, within } from '../core/code.ts';
import type { Code, Encoder, Place, Unit } from '../core/context.ts';
import { Unsupported, unsupported } from '../core/unsupported.ts';
import { foldConstructed } from './predicate-values.ts';

export function encodePredicate(e: Encoder, unit: Unit, func: Func, node: ast.PredDecl): void {
  unit.trusted = node.body === null;
  try {
    // The result of a predicate stands for what it asserts; it is not a variable.
    const { code, params } = header(e, unit, func, node, { results: false });
    const body = node.body === null ? null : expr(within(code, node.body), node.body);
    const src = source(code, node.name);
    const made: Predicate = { kind: 'Predicate', name: unit.name, params, body, src };
    unit.contract = { functions: [], predicates: [made], methods: [] };
    unit.whole = unit.contract;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    unit.interfaceFault = error.fault;
  }
}

/** The predicate access that an operand of `fold` and the like stands for. */
export function instance(k: Code, e: ast.Expr): AccPredicate {
  const value = expr({ ...k, out: null, ghost: true }, e);
  return value.kind === 'AccPredicate' ? value : unsupported('this predicate instance', e);
}

export function fold(k: Code, node: ast.FoldStmt): void {
  if (foldConstructed(k, node)) return;
  emit(k, {
    kind: node.word === 'fold' ? 'Fold' : 'Unfold',
    acc: instance(k, node.pred),
    src: source(k, node),
  });
}

export function unfolding(k: Code, node: ast.UnfoldingExpr): Place {
  const acc = instance(k, node.pred);
  const body = expr({ ...k, out: null }, node.x);
  const src = source(k, node);
  return valuePlace({ kind: 'Unfolding', acc, body, type: body.type, src }, typeOf(k, node));
}
