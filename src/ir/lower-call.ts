// Calls, method values and method expressions; go and defer.

import { must } from '../base/assert.ts';
import { noPos, type Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { hasPtrRecv, isTypeParam, lookupFieldOrMethod, type Selection, unalias } from '../types/index.ts';
import type { Func } from '../types/object.ts';
import type { Signature, SliceType, Type } from '../types/type.ts';
import {
  convertTo,
  core,
  emit,
  intConst,
  isInterfaceType,
  newTemp,
  pointee,
  readPlace,
  ref,
  signatureOf,
  spanOf,
  stable,
  toTemp,
  typeIn,
  typeOf,
  unknown,
  zero,
} from './build.ts';
import type { Callee, Expr, Local } from './ir.ts';
import { builtinCall, builtinOf, builtinParts } from './lower-builtin.ts';
import { conversion } from './lower-convert.ts';
import { expr, instantiated, multiple, typeArgsOf } from './lower-expr.ts';
import { boundMethod, frameOf, funcRef, methodWrapper } from './lower-func.ts';
import { addressOfOperand, fields, type Operand, operand, operandType, readOperand } from './lower-place.ts';
import { specCall } from './lower-spec.ts';
import type { Fn } from './lowerer.ts';

/** Whom a call goes to, with the receiver among the arguments unless it goes through an interface. */
export interface Receiver {
  readonly callee: Callee;
  readonly args: readonly Expr[];
}

export function emitCall(
  fn: Fn,
  callee: Callee,
  args: readonly Expr[],
  targets: readonly (Local | null)[],
  span: Span,
): void {
  emit(fn, { kind: 'Call', targets, callee, args, span });
}

/** The values that a call, a conversion or a built-in gives. */
export function callExpr(fn: Fn, written: ast.CallExpr): readonly Expr[] {
  const span = spanOf(written);
  const { facts } = fn.info;
  const special = facts === null ? null : specCall(fn, written, facts, span);
  if (special !== null) return [special];
  const e = facts === null ? written : withoutAmounts(fn, written);
  const funType = fn.info.types.get(e.fun);
  if (funType?.mode === 'typexpr') {
    const arg = e.args[0];
    if (arg === undefined) return [unknown(fn, typeOf(fn, e), [], 'a call that does not type-check', span)];
    return [conversion(fn, expr(fn, arg), typeOf(fn, e.fun), span)];
  }
  const builtin = builtinOf(fn, e.fun);
  if (builtin !== null) return builtinCall(fn, e, builtin, span);
  const parts = callParts(fn, e);
  if (parts === null) {
    const escaped = e.args.flatMap((arg) => multiple(fn, arg));
    const type = typeOf(fn, e);
    const types = type.kind === 'Tuple' ? type.vars.map((v) => v.type as Type) : [type];
    const targets = types.map((t) => newTemp(fn, t, span));
    const reason = 'a call of something that is not in sight';
    emit(fn, { kind: 'Unknown', targets, escaped, reason, operation: null, span });
    return targets.map((t) => ref(t));
  }
  const targets = parts.sig.results.vars.map((v) => newTemp(fn, v.type as Type, span));
  emitCall(fn, parts.callee, parts.args, targets, span);
  return targets.map((t) => ref(t, span));
}

/** A call of a built-in function without what only specifications give it. */
function withoutAmounts(fn: Fn, e: ast.CallExpr): ast.CallExpr {
  const [first] = e.args;
  switch (builtinOf(fn, e.fun)) {
    case 'append': {
      const u = first === undefined ? null : core(typeOf(fn, first));
      return u?.kind === 'Basic' && u.basic !== 'untyped nil' ? { ...e, args: e.args.slice(1) } : e;
    }
    case 'copy':
      return e.args.length > 2 ? { ...e, args: e.args.slice(0, 2) } : e;
    case 'close':
      return e.args.length > 1 ? { ...e, args: e.args.slice(0, 1) } : e;
    default:
      return e;
  }
}

interface Parts extends Receiver {
  readonly sig: Signature;
}

/** Callee and arguments, evaluated; null if the callee has no signature. */
function callParts(fn: Fn, e: ast.CallExpr): Parts | null {
  const sig = signatureOf(typeOf(fn, e.fun));
  if (sig === null) return null;
  const { callee, args } = calleeOf(fn, e.fun);
  return { sig, callee, args: [...args, ...argumentsOf(fn, e, sig)] };
}

function calleeOf(fn: Fn, e: ast.Expr): Receiver {
  let fun = e;
  while (fun.kind === 'ParenExpr') fun = fun.x;
  if (fun.kind === 'SelectorExpr') {
    const selection = fn.info.selections.get(fun);
    if (selection?.kind === 'method') return methodReceiver(fn, fun, selection);
  }
  const id = instantiated(fun);
  const obj = id === null ? undefined : fn.info.uses.get(id);
  if (id !== null && obj?.kind === 'Func' && obj.type?.kind === 'Signature' && obj.type.recv === null) {
    return { callee: { kind: 'static', func: funcRef(fn.lowerer, obj, typeArgsOf(fn, id)) }, args: [] };
  }
  const value = expr(fn, fun);
  if (value.kind === 'FuncRef') return { callee: { kind: 'static', func: value.func }, args: [] };
  return { callee: { kind: 'value', func: value }, args: [] };
}

function methodReceiver(fn: Fn, e: ast.SelectorExpr, selection: Selection): Receiver {
  const x = operand(fn, e.x);
  return resolveMethod(fn, x, operandType(x), selection.obj as Func, spanOf(e));
}

/** Finds the method in the type that the receiver really has, and makes the receiver what the method takes. */
export function resolveMethod(fn: Fn, x: Operand, t: Type, method: Func, span: Span): Receiver {
  const { obj, index } = lookupFieldOrMethod(t, true, method.pkg, method.name, false);
  const found = obj?.kind === 'Func' ? obj : method;
  const path = index === null ? [] : index.slice(0, -1);
  const recv = fields(fn, x, path, span);
  const type = operandType(recv);
  // Of a type parameter the method is known once there is a type argument.
  if (isInterfaceType(type) || isTypeParam(type)) {
    return { callee: { kind: 'method', recv: readOperand(fn, recv), method: found }, args: [] };
  }
  const target = pointee(type);
  let arg: Expr;
  if (hasPtrRecv(found)) arg = target !== null ? readOperand(fn, recv) : addressOfOperand(fn, recv, span);
  else if (target === null) arg = readOperand(fn, recv);
  else arg = readPlace(fn, { kind: 'Deref', pointer: readOperand(fn, recv), type: target, span });
  return { callee: { kind: 'static', func: funcRef(fn.lowerer, found) }, args: [arg] };
}

/** Arguments in the types of the parameters; variable ones in a slice. */
function argumentsOf(fn: Fn, e: ast.CallExpr, sig: Signature): Expr[] {
  const params = sig.params.vars;
  const spread = e.ellipsis !== noPos;
  const only = e.args[0];
  const values =
    e.args.length === 1 && only !== undefined && typeOf(fn, only).kind === 'Tuple'
      ? [...multiple(fn, only)]
      : e.args.map((arg) => expr(fn, arg));
  const fixed = sig.variadic ? params.length - 1 : params.length;
  const args: Expr[] = [];
  for (let i = 0; i < fixed; i++) {
    const type = params[i]?.type as Type;
    const value = values[i];
    args.push(value === undefined ? zero(type, spanOf(e)) : convertTo(value, type));
  }
  if (!sig.variadic) return args;
  const type = params[fixed]?.type as Type;
  const last = values[fixed];
  if (spread && last !== undefined) {
    args.push(convertTo(last, type));
    return args;
  }
  args.push(sliceOf(fn, values.slice(fixed), type, spanOf(e)));
  return args;
}

function sliceOf(fn: Fn, values: readonly Expr[], type: Type, span: Span): Expr {
  if (values.length === 0) return zero(type, span);
  const elem = (core(type) as SliceType).elem;
  const elems = values.map((value, index) => ({ index, value: convertTo(value, elem) }));
  const target = newTemp(fn, type, span);
  const len = intConst(values.length, span);
  emit(fn, { kind: 'MakeSlice', target, len, cap: null, init: { kind: 'elems', elems }, span });
  return ref(target, span);
}

// ---------------------------------------------------------------------------------------------------------------
// Methods as values

/** `x.m`: the receiver is evaluated and copied now. */
export function methodValue(fn: Fn, e: ast.SelectorExpr, selection: Selection, span: Span): Expr {
  const type = typeOf(fn, e);
  const { callee, args } = methodReceiver(fn, e, selection);
  let recv: Expr;
  let method: Func;
  if (callee.kind === 'method') {
    recv = callee.recv;
    method = callee.method;
    emit(fn, { kind: 'NilCheck', pointer: recv, span });
  } else {
    recv = must(args[0]);
    const found = lookupFieldOrMethod(recv.type, true, selection.obj.pkg, selection.obj.name, false).obj;
    method = found?.kind === 'Func' ? found : (selection.obj as Func);
  }
  const captured = toTemp(fn, recv);
  const target = newTemp(fn, type, span);
  const func = boundMethod(fn.lowerer, recv.type, method);
  emit(fn, { kind: 'Closure', target, func, captured: [captured], span });
  return ref(target, span);
}

/** `T.m`: a function with the receiver first. */
export function methodExpression(fn: Fn, selection: Selection, type: Type, span: Span): Expr {
  const recv = typeIn(fn, selection.recv);
  const { obj, index } = lookupFieldOrMethod(recv, true, selection.obj.pkg, selection.obj.name, false);
  if (obj?.kind !== 'Func' || index === null) return unknown(fn, type, [], 'a method that is not in sight', span);
  const exact = hasPtrRecv(obj) === (unalias(recv).kind === 'Pointer');
  const func =
    index.length === 1 && !isInterfaceType(recv) && exact
      ? funcRef(fn.lowerer, obj)
      : methodWrapper(fn.lowerer, recv, obj, 'method-expr');
  return { kind: 'FuncRef', func, type, span };
}

// ---------------------------------------------------------------------------------------------------------------
// go and defer

export function goStmt(fn: Fn, call: ast.Expr, span: Span): void {
  const parts = laterCall(fn, call);
  if (parts !== null) emit(fn, { kind: 'Go', ...parts, span });
}

export function deferStmt(fn: Fn, call: ast.Expr, span: Span): void {
  const parts = laterCall(fn, call);
  const frame = frameOf(fn);
  let owner = fn;
  while (owner.rangeFunc !== null && owner.outer !== null) owner = owner.outer;
  owner.hasDefer = true;
  if (parts !== null) emit(fn, { kind: 'Defer', ...parts, frame, span });
}

/** Callee and arguments with their values of now. */
function laterCall(fn: Fn, e: ast.Expr): Receiver | null {
  let call = e;
  while (call.kind === 'ParenExpr') call = call.x;
  if (call.kind === 'CallAsExpr') call = call.call;
  if (call.kind !== 'CallExpr') return null;
  if (fn.info.facts !== null) call = withoutAmounts(fn, call);
  const span = spanOf(call);
  if (fn.info.types.get(call.fun)?.mode === 'typexpr') {
    callExpr(fn, call);
    return null;
  }
  const builtin = builtinOf(fn, call.fun);
  if (builtin !== null) return builtinParts(fn, call, builtin);
  const parts = callParts(fn, call);
  if (parts === null) {
    const escaped = call.args.flatMap((arg) => multiple(fn, arg));
    const reason = 'a call of something that is not in sight';
    emit(fn, { kind: 'Unknown', targets: [], escaped, reason, operation: null, span });
    return null;
  }
  if (parts.callee.kind === 'method') {
    const recv = stable(fn, parts.callee.recv);
    emit(fn, { kind: 'NilCheck', pointer: recv, span });
    return { callee: { ...parts.callee, recv }, args: parts.args };
  }
  return { callee: parts.callee, args: parts.args };
}
