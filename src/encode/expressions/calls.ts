// Calls: conversions, what the language predeclares, pure functions, predicates, and methods of vil for everything else.
//
//   [f(x)] = f([x])                                for a pure f
//   [f(x)] = var r; r := f([x]); r                 otherwise
//   [p(x)] = acc(p([x]), write)                    for a predicate

import { difference } from '../../syntax/index.ts';
import type * as ast from '../../syntax/nodes.ts';
import { under } from '../../types/index.ts';
import type { Builtin, Func, Var } from '../../types/object.ts';
import type { Type as GoType, Signature } from '../../types/type.ts';
import type { Expr } from '../../vil/index.ts';
import { proofUnit } from '../contracts/implementations.ts';
import { apply } from '../core/build.ts';
import {
  constantOf,
  converted,
  emit,
  encodingOf,
  exprAs,
  freshLocal,
  needsStatements,
  objectOf,
  place,
  read,
  selfOf,
  source,
  statedType,
  typeOf,
  unparen,
  use,
  valueFor,
  valuePlace,
  vilType,
} from '../core/code.ts';
import type { Code, Place } from '../core/context.ts';
import { declared, factsOf, usedUnit } from '../core/units.ts';
import { unsupported } from '../core/unsupported.ts';
import { domainCall } from '../types/domains.ts';
import { channelCall } from './channels.ts';
import { callAsValues, closureCall } from './closure-calls.ts';
import { conversion } from './conversions.ts';
import { constantPlace, follow, receiver } from './names-of-go.ts';
import { predicateInstance } from './predicate-families.ts';
import { instanceCall } from './predicate-values.ts';
import { variadicArguments } from './variadics.ts';

/** A value with its type in Go. */
export interface Typed {
  readonly value: Expr;
  readonly type: GoType;
}

/** `f(x)`, in a place where one value is wanted. */
export function call(k: Code, node: ast.CallExpr): Place {
  if (constantOf(k, node) !== null) return constantPlace(k, node);
  const values = callValues(k, node);
  const [only] = values;
  if (values.length !== 1 || only === undefined) return unsupported('a call without one result here', node);
  return valuePlace(only.value, only.type);
}

/** What is called. */
export type Callee =
  | { readonly kind: 'conversion' }
  | { readonly kind: 'predeclared'; readonly name: string; readonly obj: Builtin | Func }
  | {
      readonly kind: 'func';
      readonly func: Func;
      readonly recv: (() => Place) | null;
      readonly exprRecv: boolean;
      readonly bare?: boolean;
    }
  | { readonly kind: 'value' };

export function calleeOf(k: Code, written: ast.Expr): Callee {
  const fun = unparen(written);
  const mode = k.info.types.get(fun)?.mode;
  if (mode === 'typexpr') return { kind: 'conversion' };
  if (fun.kind === 'Ident') {
    const obj = objectOf(k, fun);
    if (obj?.kind === 'Builtin') return { kind: 'predeclared', name: obj.builtin, obj };
    if (obj?.kind === 'Func') {
      if (obj.pkg === null && (obj.type as Signature).recv === null)
        return { kind: 'predeclared', name: obj.name, obj };
      const recv = (obj.type as Signature).recv;
      if (recv === null) return { kind: 'func', func: obj, recv: null, exprRecv: false };
      const self = () => valuePlace(selfOf(k, fun).value, recv.type as GoType);
      return { kind: 'func', func: obj, recv: self, exprRecv: false, bare: true };
    }
    if (obj?.kind === 'TypeName') return { kind: 'conversion' };
    return { kind: 'value' };
  }
  if (fun.kind === 'CollectionType' || fun.kind === 'DictType') return { kind: 'conversion' };
  if (fun.kind !== 'SelectorExpr') return { kind: 'value' };
  const selection = k.info.selections.get(fun);
  if (selection === undefined) {
    const obj = k.info.uses.get(fun.sel);
    return obj?.kind === 'Func' ? { kind: 'func', func: obj, recv: null, exprRecv: false } : { kind: 'value' };
  }
  if (selection.obj.kind !== 'Func') return { kind: 'value' };
  const func = selection.obj;
  if (selection.kind === 'methodExpr') return { kind: 'func', func, recv: null, exprRecv: true };
  return {
    kind: 'func',
    func,
    exprRecv: false,
    recv: () => {
      const about = k.proved;
      const isProved = about !== undefined && difference(fun, about.node) === null;
      return methodReceiver(k, (isProved ? about.recv : null) ?? place(k, fun.x), selection.index, func, fun);
    },
  };
}

/** Whether a call is one of a predicate. */
export function isPredicateCall(k: Code, node: ast.CallExpr): boolean {
  const callee = calleeOf(k, node.fun);
  if (callee.kind === 'func') return k.e.facts.funcs.get(declared(callee.func))?.role === 'predicate';
  return callee.kind === 'predeclared' ? callee.name === 'PredTrue' : callee.kind === 'value' && isInstance(k, node);
}

/** Whether what a call calls is a value of a predicate type. */
function isInstance(k: Code, node: ast.CallExpr): boolean {
  const fun = k.info.types.get(unparen(node.fun))?.type;
  const u = fun === undefined ? null : under(fun);
  return u?.kind === 'Math' && u.math === 'pred';
}

/** The receiver that a method wants, at the end of a path of embedded fields. */
function methodReceiver(k: Code, from: Place, index: readonly number[], func: Func, node: ast.NodeBase): Place {
  const recv = (declared(func).type as Signature).recv;
  const at = follow(k, from, index.slice(0, -1), node);
  return recv === null ? at : receiver(k, at, recv.type as GoType, node);
}

/** The values of a call. */
export function callValues(k: Code, node: ast.CallExpr): readonly Typed[] {
  const callee = calleeOf(k, node.fun);
  switch (callee.kind) {
    case 'conversion':
      return [{ value: conversion(k, node), type: typeOf(k, node) }];
    case 'predeclared': {
      const rule = k.e.tables.calls.get(callee.name);
      if (rule === undefined) return unsupported(`a call of ${callee.name}`, node);
      const value = rule(k, node, callee.obj);
      return value === null ? [] : [{ value, type: typeOf(k, node) }];
    }
    case 'value':
      return isInstance(k, node) ? [instanceCall(k, node)] : closureCall(k, node);
    case 'func':
      return callFunc(k, node, callee);
  }
}

function callFunc(k: Code, node: ast.CallExpr, callee: Callee & { readonly kind: 'func' }): readonly Typed[] {
  const func = declared(callee.func);
  const sig = func.type as Signature;
  if (sig.recv !== null && under(sig.recv.type as GoType).kind === 'Chan') return channelCall(k, node, callee);
  const facts = factsOf(k.e, func, node);
  if (facts.role === 'domain') return [{ value: domainCall(k, node, func), type: typeOf(k, node) }];
  if (facts.role === 'closure') return closureCall(k, node);
  const args = allArguments(k, node, callee, sig);
  if (facts.role === 'predicate') return [{ value: predicateInstance(k, func, args, node), type: statedType(k, node) }];
  if (callee.bare === true) return selfCall(k, func, args.slice(1), node);
  return invoke(k, func, args, node);
}

/** A call of a member of the interface whose method's contract is read, without a receiver. */
export function selfCall(k: Code, func: Func, args: readonly Expr[], node: ast.NodeBase): readonly Typed[] {
  const { value, concrete } = selfOf(k, node);
  const sig = func.type as Signature;
  const proof = concrete === null ? null : proofUnit(k.e, concrete.type, func, node);
  if (proof === null || concrete === null) return invoke(k, func, [value, ...args], node);
  const type = sig.results.vars[0]?.type as GoType;
  return [{ value: apply(use(k, proof).name, [concrete.value, ...args], vilType(k, type), source(k, node)), type }];
}

/** The receiver that `func` wants, where `index` leads to from a value. */
export function receiverOf(k: Code, from: Place, index: readonly number[], func: Func, node: ast.NodeBase): Expr {
  return read(k, methodReceiver(k, from, index, func, node), source(k, node));
}

/** A call of a function or method with these arguments, of which the receiver is the first. */
export function invoke(k: Code, called: Func, args: readonly Expr[], node: ast.NodeBase): readonly Typed[] {
  const func = declared(called);
  const sig = func.type as Signature;
  const facts = factsOf(k.e, func, node);
  const unit = usedUnit(k, func, node);
  const src = source(k, node);
  const types = sig.results.vars.map((v) => v.type as GoType);
  if (facts.pure) {
    const type = types[0] as GoType;
    return [{ value: apply(unit.name, args, vilType(k, type), src), type }];
  }
  needsStatements(k, 'a call of a function that is not pure', node);
  const targets = types.map((t) => freshLocal(k, 'res', vilType(k, t), src));
  emit(k, { kind: 'MethodCall', method: unit.name, args, targets, src });
  return targets.map((value, i) => ({ value, type: types[i] as GoType }));
}

/** The receiver and the arguments of a call. */
export function allArguments(
  k: Code,
  node: ast.CallExpr,
  callee: Callee & { readonly kind: 'func' },
  sig: Signature,
): readonly Expr[] {
  const recv = callee.recv === null ? [] : [read(k, callee.recv(), source(k, node))];
  const params: readonly Var[] =
    callee.exprRecv && sig.recv !== null ? [sig.recv, ...sig.params.vars] : sig.params.vars;
  return [...recv, ...argumentsFor(k, node, params, sig.variadic)];
}

/** Arguments for parameters; a call that gives several values can stand for all of them. */
export function argumentsFor(k: Code, node: ast.CallExpr, params: readonly Var[], variadic: boolean): readonly Expr[] {
  if (variadic) return variadicArguments(k, node, params);
  const [only] = node.args;
  if (node.args.length === 1 && params.length > 1 && only !== undefined) {
    return spread(k, only).map(({ value, type }, i) =>
      converted(k, value, type, (params[i] as Var).type as GoType, only),
    );
  }
  const values: Expr[] = [];
  for (const [i, arg] of node.args.entries()) {
    const param = params[i];
    if (param === undefined) return unsupported('this argument', arg);
    values.push(exprAs(valueFor(k, param), arg, param.type as GoType));
  }
  return values;
}

/** The values of an expression with several of them. */
export function spread(k: Code, written: ast.Expr): readonly Typed[] {
  const e = unparen(written);
  if (e.kind === 'CallExpr') return callValues(k, e);
  if (e.kind === 'CallAsExpr') return callAsValues(k, e);
  return unsupported('several values of this expression', e);
}

/** The two values of `v, ok := x` and the like. */
export function pair(k: Code, written: ast.Expr): readonly Typed[] {
  const e = unparen(written);
  if (e.kind === 'CallExpr') return callValues(k, e);
  if (e.kind === 'CallAsExpr') return callAsValues(k, e);
  const from = e.kind === 'IndexExpr' || e.kind === 'TypeAssertExpr' || e.kind === 'UnaryExpr' ? typeOf(k, e.x) : null;
  const rule = from === null ? undefined : encodingOf(k, from).lookup;
  if (rule === undefined || from === null) return unsupported('two values of this expression', e);
  const tuple = under(typeOf(k, e));
  const types = tuple.kind === 'Tuple' ? tuple.vars.map((v) => v.type as GoType) : [];
  return rule(k, e, from).map((value, i) => ({ value, type: types[i] ?? typeOf(k, e) }));
}
