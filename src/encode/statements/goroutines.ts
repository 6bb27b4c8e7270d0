// Go statements: the precondition of what is started leaves, and nothing comes back.
//
//   [go f(e)]    x := [e]; exhale P[x]      for  func f(x) requires P

import type * as ast from '../../syntax/nodes.ts';
import { type FuncFacts, isInterface } from '../../types/index.ts';
import type { GoObject } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import { preconditions } from '../contracts/contracts.ts';
import { newCode } from '../contracts/signatures.ts';
import { all, assertStmt, exhale } from '../core/build.ts';
import { emit, keep, source, unparen, valuePlace } from '../core/code.ts';
import type { Code, Place, Unit } from '../core/context.ts';
import { declared, factsOf, usedUnit } from '../core/units.ts';
import { unsupported } from '../core/unsupported.ts';
import { allArguments, calleeOf } from '../expressions/calls.ts';
import { capturedBy, holdsFor, preparedSpec } from '../expressions/closure-calls.ts';

export function goStatement(k: Code, node: ast.GoStmt): void {
  const call = unparen(node.call);
  if (call.kind === 'CallAsExpr') {
    goAs(k, call, node);
    return;
  }
  const callee = call.kind === 'CallExpr' ? calleeOf(k, call.fun) : null;
  if (call.kind !== 'CallExpr' || callee?.kind !== 'func') {
    unsupported('a go statement that calls no declared function', node);
  }
  const func = declared(callee.func);
  const sig = func.type as Signature;
  const facts = factsOf(k.e, func, node);
  if (facts.role !== 'function' || (sig.recv !== null && isInterface(sig.recv.type as GoType))) {
    unsupported('a go statement that calls no declared function', node);
  }
  const unit = usedUnit(k, func, node);
  const src = source(k, node);
  const args = allArguments(k, call, callee, sig).map((value) => keep(k, value, 'arg', src));
  const params = [...(sig.recv === null ? [] : [sig.recv]), ...sig.params.vars];
  const places = new Map<GoObject, Place>();
  for (const [i, v] of params.entries()) {
    const variable = args[i];
    if (variable !== undefined) places.set(v, { kind: 'variable', variable, type: v.type as GoType });
  }
  give(k, unit, facts, places, node);
}

/** `go c(e) as S{x}` */
function goAs(k: Code, call: ast.CallAsExpr, node: ast.GoStmt): void {
  const src = source(k, node);
  const { spec, closure, args } = preparedSpec(k, call, (value) => keep(k, value, 'arg', src));
  const meanings = [
    { on: 'assert.failed', key: 'precondition_error', reasons: ['go_call_precondition_error'] },
  ] as const;
  const at = source(k, node, { meanings });
  emit(k, assertStmt(holdsFor(k, spec, closure, at), at));
  const places = new Map<GoObject, Place>();
  for (const [i, v] of spec.sig.params.vars.entries()) {
    const value = args[i];
    if (value !== undefined) places.set(v, valuePlace(value, v.type as GoType));
  }
  for (const [v, address] of capturedBy(k, spec, closure, node)) {
    places.set(v, { kind: 'memory', address, type: v.type as GoType });
  }
  give(k, spec.made.unit, factsOf(k.e, spec.func, node), places, node);
}

/** The precondition of what is started leaves. */
function give(k: Code, unit: Unit, facts: FuncFacts, places: Map<GoObject, Place>, node: ast.GoStmt): void {
  const inner: Code = { ...newCode(k.e, unit, node), uses: k.uses, names: k.names, places, within: node };
  const meanings = [
    { on: 'exhale.failed', key: 'precondition_error', reasons: ['go_call_precondition_error'] },
  ] as const;
  const src = source(k, node);
  emit(k, exhale(all(preconditions(inner, facts.spec), src), source(k, node, { meanings })));
}
