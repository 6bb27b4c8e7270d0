// Expressions. What can block, panic or have an effect is emitted; the rest comes back as a tree.

import { must } from '../base/assert.ts';
import type { Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { constant, identical, implements_, isInteger, isTypeParam, isUnsigned, Typ } from '../types/index.ts';
import type { Func, GoObject } from '../types/object.ts';
import type { Type } from '../types/type.ts';
import {
  binary,
  blockOf,
  comparisonMayPanic,
  constExpr,
  convertTo,
  core,
  emit,
  emptyBlock,
  isInterfaceType,
  newTemp,
  ref,
  spanOf,
  toTemp,
  typeIn,
  typeOf,
  unknown,
  zero,
} from './build.ts';
import type { Expr } from './ir.ts';
import { builtinOf } from './lower-builtin.ts';
import { callExpr, methodExpression, methodValue } from './lower-call.ts';
import { funcRef, lowerLiteral } from './lower-func.ts';
import { compositeLit, newComposite } from './lower-literal.ts';
import { addressOf, addressOfOperand, operand, readOperand } from './lower-place.ts';
import { coerce, dictEntry, equalValues, isAmount, math, mathOf, NotExecutable, specExpr } from './lower-spec.ts';
import type { Fn } from './lowerer.ts';

/** The value of an expression. `noPlace`: the caller has found out that it is no place. */
export function expr(fn: Fn, e: ast.Expr, noPlace = false): Expr {
  const tv = fn.info.types.get(e);
  const span = spanOf(e);
  if (tv !== undefined && tv.mode === 'constant' && tv.value !== null) {
    return constExpr(tv.value, typeIn(fn, tv.type), span);
  }
  switch (e.kind) {
    case 'ParenExpr':
      return expr(fn, e.x);
    case 'Ident':
      return noPlace ? named(fn, e, fn.info.uses.get(e) ?? fn.info.defs.get(e) ?? null, span) : read(fn, e);
    case 'SelectorExpr':
      return noPlace ? selector(fn, e, span) : read(fn, e);
    case 'StarExpr':
      return noPlace ? unknown(fn, typeOf(fn, e), [], 'no pointer', span) : read(fn, e);
    case 'IndexExpr':
      return noPlace ? index(fn, e, span) : read(fn, e);
    case 'FuncLit':
      return lowerLiteral(fn, e);
    case 'CompositeLit':
      return compositeLit(fn, e);
    case 'SliceExpr':
      return slice(fn, e, span);
    case 'TypeAssertExpr': {
      const type = singleType(typeOf(fn, e));
      const target = newTemp(fn, type, span);
      emit(fn, { kind: 'TypeAssert', target, ok: null, x: expr(fn, e.x), asserted: type, span });
      return ref(target, span);
    }
    case 'CallExpr': {
      const results = callExpr(fn, e);
      return results[0] ?? unknown(fn, Typ.invalid, [], 'a call without result', span);
    }
    case 'UnaryExpr':
      return unary(fn, e, span);
    case 'BinaryExpr':
      return binaryExpr(fn, e, span);
    case 'BasicLit':
    case 'BadExpr':
    case 'KeyValueExpr':
    case 'EllipsisExpr':
    case 'ArrayType':
    case 'StructType':
    case 'FuncType':
    case 'InterfaceType':
    case 'MapType':
    case 'ChanType':
      return unknown(fn, typeOf(fn, e), [], 'an expression that does not type-check', span);
    default:
      return specExpr(fn, e, span);
  }
}

/** Of `v, ok` in one type, the first. */
function singleType(t: Type): Type {
  return t.kind === 'Tuple' ? must(t.vars[0]?.type) : t;
}

function read(fn: Fn, e: ast.Expr): Expr {
  return readOperand(fn, operand(fn, e));
}

/** A name that is no variable. */
function named(fn: Fn, id: ast.Ident, obj: GoObject | null, span: Span): Expr {
  const type = typeOf(fn, id);
  if (obj === null) return unknown(fn, type, [], `${id.name} is not declared`, span);
  switch (obj.kind) {
    case 'Nil':
      return zero(type, span);
    case 'Func':
      return functionValue(fn, obj, id, type, span);
    case 'Const':
      return obj.val === null ? unknown(fn, type, [], `${id.name} has no value`, span) : constExpr(obj.val, type, span);
    case 'Var':
    case 'PkgName':
    case 'TypeName':
    case 'Label':
    case 'Builtin':
      return unknown(fn, type, [], `${id.name} is no value`, span);
  }
}

/** A declared function as a value; `id` is the identifier that type arguments are recorded for. */
function functionValue(fn: Fn, obj: Func, id: ast.Ident, type: Type, span: Span): Expr {
  if (obj.type?.kind !== 'Signature') return unknown(fn, type, [], `${obj.name} is not in sight`, span);
  return { kind: 'FuncRef', func: funcRef(fn.lowerer, obj, typeArgsOf(fn, id)), type, span };
}

export function typeArgsOf(fn: Fn, id: ast.Ident): readonly Type[] {
  return (fn.info.instances.get(id)?.typeArgs ?? []).map((t) => typeIn(fn, t));
}

function selector(fn: Fn, e: ast.SelectorExpr, span: Span): Expr {
  const selection = fn.info.selections.get(e);
  if (selection === undefined) {
    const obj = fn.info.uses.get(e.sel) ?? null;
    if (obj === null) return unknown(fn, typeOf(fn, e), [], `${e.sel.name} is not in sight`, span);
    if (obj.kind === 'Func') return functionValue(fn, obj, e.sel, typeOf(fn, e), span);
    return named(fn, e.sel, obj, span);
  }
  if (selection.kind === 'methodExpr') return methodExpression(fn, selection, typeOf(fn, e), span);
  return methodValue(fn, e, selection, span);
}

function index(fn: Fn, e: ast.IndexExpr, span: Span): Expr {
  if (e.x.kind === 'Ident' && isNone(fn, e.x)) return math(fn, { kind: 'none' }, [], typeOf(fn, e), span);
  const id = instantiated(e);
  const obj = id === null ? undefined : fn.info.uses.get(id);
  if (id !== null && obj?.kind === 'Func') return functionValue(fn, obj, id, typeOf(fn, e), span);
  const first = must(e.indices[0]);
  const t = core(typeOf(fn, e.x));
  if (t.kind === 'Math') {
    const key = t.math === 'dict' ? (t.args[0] as Type) : Typ.int;
    const args = [expr(fn, e.x), coerce(expr(fn, first), key)];
    return math(fn, { kind: 'index' }, args, singleType(typeOf(fn, e)), span);
  }
  if (t.kind === 'Map') {
    const map = expr(fn, e.x);
    const key = convertTo(expr(fn, first), t.key);
    const target = newTemp(fn, t.elem, span);
    emit(fn, { kind: 'MapGet', target, ok: null, map, key, span });
    return ref(target, span);
  }
  const x = expr(fn, e.x);
  const target = newTemp(fn, singleType(typeOf(fn, e)), span);
  emit(fn, { kind: 'Index', target, x, index: expr(fn, first), span });
  return ref(target, span);
}

/** `none` of a specification. */
function isNone(fn: Fn, id: ast.Ident): boolean {
  const { facts } = fn.info;
  const obj = fn.info.uses.get(id);
  return facts !== null && id.name === 'none' && (obj === undefined || obj.parent === facts.outer);
}

/** The identifier of a generic function that an index expression instantiates. */
export function instantiated(e: ast.Expr): ast.Ident | null {
  switch (e.kind) {
    case 'Ident':
      return e;
    case 'SelectorExpr':
      return e.sel;
    case 'ParenExpr':
    case 'IndexExpr':
      return instantiated(e.x);
    default:
      return null;
  }
}

function slice(fn: Fn, e: ast.SliceExpr, span: Span): Expr {
  const t = core(typeOf(fn, e.x));
  const x = t.kind === 'Array' ? addressOfOperand(fn, operand(fn, e.x), spanOf(e.x)) : expr(fn, e.x);
  const bound = (b: ast.Expr | null): Expr | null => (b === null ? null : expr(fn, b));
  const low = bound(e.low);
  const high = bound(e.high);
  const max = bound(e.max);
  if (t.kind === 'Math') {
    const from = low ?? constExpr(constant.makeInt(0), Typ.int, span);
    const to = high ?? math(fn, { kind: 'len' }, [x], Typ.int, span);
    return math(fn, { kind: 'slice' }, [x, coerce(from, Typ.int), coerce(to, Typ.int)], typeOf(fn, e), span);
  }
  const target = newTemp(fn, typeOf(fn, e), span);
  emit(fn, { kind: 'Slice', target, x, low, high, max, span });
  return ref(target, span);
}

function unary(fn: Fn, e: ast.UnaryExpr, span: Span): Expr {
  const type = singleType(typeOf(fn, e));
  switch (e.op) {
    case '&':
      return address(fn, e.x, type, span);
    case '<-': {
      const chan = expr(fn, e.x);
      const value = newTemp(fn, type, span);
      emit(fn, { kind: 'Recv', value, ok: null, chan, span });
      return ref(value, span);
    }
    case '+':
      return expr(fn, e.x);
    case '-':
    case '!':
    case '^':
      return { kind: 'Unary', op: e.op, x: expr(fn, e.x), type, span };
    case '~':
      return unknown(fn, type, [], 'an expression that does not type-check', span);
  }
}

/** `&x` */
function address(fn: Fn, e: ast.Expr, type: Type, span: Span): Expr {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  if (x.kind === 'CompositeLit') return newComposite(fn, x, type, span);
  const target = operand(fn, x);
  if (target.kind === 'place') return addressOf(fn, target.place, type, span);
  return addressOfOperand(fn, target, span);
}

function binaryExpr(fn: Fn, e: ast.BinaryExpr, span: Span): Expr {
  const type = typeOf(fn, e);
  if (e.op === '&&' || e.op === '||') return shortCircuit(fn, e, e.op, type, span);
  // Long chains of `a + b + c` lean to the left: no recursion along them.
  const chain: ast.BinaryExpr[] = [];
  let left: ast.Expr = e;
  while (left.kind === 'BinaryExpr' && left.op !== '&&' && left.op !== '||' && !isConstant(fn, left)) {
    chain.push(left);
    left = left.x;
  }
  let x = expr(fn, left);
  for (let i = chain.length - 1; i >= 0; i--) {
    const link = chain[i] as ast.BinaryExpr;
    x = operate(fn, link.op, x, expr(fn, link.y), typeOf(fn, link), spanOf(link));
  }
  return x;
}

function isConstant(fn: Fn, e: ast.Expr): boolean {
  const tv = fn.info.types.get(e);
  return tv !== undefined && tv.mode === 'constant' && tv.value !== null;
}

function shortCircuit(fn: Fn, e: ast.BinaryExpr, op: '&&' | '||', type: Type, span: Span): Expr {
  return logical(fn, op, expr(fn, e.x), () => expr(fn, e.y), type, span);
}

/** `x op y`, where y is evaluated only if x does not decide. */
export function logical(fn: Fn, op: '&&' | '||', x: Expr, later: () => Expr, type: Type, span: Span): Expr {
  let y: Expr | null = null;
  const rest = blockOf(fn, () => {
    y = later();
  });
  const right = must<Expr>(y);
  if (rest.list.length === 0) return binary(op, x, right, type, span);
  const result = toTemp(fn, convertTo(x, type));
  const then = {
    kind: 'Block',
    list: [...rest.list, { kind: 'Assign', local: result, value: convertTo(right, type), span }],
  } as const;
  emit(fn, {
    kind: 'If',
    cond: ref(result),
    then: op === '&&' ? then : emptyBlock,
    otherwise: op === '&&' ? emptyBlock : then,
    // What is asked here is x: the whole is another condition.
    span: x.span,
  });
  return ref(result, span);
}

/** `x op y` on values; the operator is not `&&` or `||`. */
export function operate(fn: Fn, op: ast.BinaryOp, x: Expr, y: Expr, type: Type, span: Span): Expr {
  if (fn.info.facts === null) return plainOperate(fn, op, x, y, type, span);
  if (isAmount(x) || isAmount(y)) throw new NotExecutable('permission-amount');
  if ((op === '==' || op === '!=') && (mathOf(x.type) !== null || mathOf(y.type) !== null)) {
    const same = equalValues(fn, x, y, span);
    return op === '==' ? same : { kind: 'Unary', op: '!', x: same, type, span };
  }
  if (op === '<<' || op === '>>' || identical(x.type, y.type) || !isInteger(x.type) || !isInteger(y.type))
    return plainOperate(fn, op, x, y, type, span);
  // An unbounded integer beside another number: all of them are that.
  const wide = isInteger(type) ? type : unbounded(x.type) ? y.type : x.type;
  return plainOperate(fn, op, coerce(x, wide), coerce(y, wide), type, span);
}

function unbounded(t: Type): boolean {
  const u = core(t);
  return u.kind === 'Basic' && u.basic === 'integer';
}

function plainOperate(fn: Fn, op: ast.BinaryOp, x: Expr, y: Expr, type: Type, span: Span): Expr {
  switch (op) {
    case '==':
    case '!=':
      return compare(fn, op, x, y, type, span);
    case '<<':
    case '>>': {
      // A constant count may be written as a float or a complex number.
      if (y.kind === 'Const')
        return binary(op, x, isInteger(y.type) ? y : constExpr(y.value, Typ.uint, y.span), type, span);
      return isUnsigned(y.type) ? binary(op, x, y, type, span) : trap(fn, op, x, y, type, span);
    }
    case '/':
    case '%': {
      const traps = (isInteger(type) || isTypeParam(type)) && !(y.kind === 'Const' && constant.sign(y.value) !== 0);
      return traps ? trap(fn, op, x, y, type, span) : binary(op, x, y, type, span);
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '&':
    case '|':
    case '^':
    case '&^':
    case '&&':
    case '||':
      return binary(op, x, y, type, span);
  }
}

function trap(fn: Fn, op: ast.BinaryOp, x: Expr, y: Expr, type: Type, span: Span): Expr {
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'TrapBinary', target, op, x, y, span });
  return ref(target, span);
}

/** `==` and `!=`, where one side may have to become an interface first. */
function compare(fn: Fn, op: '==' | '!=', x0: Expr, y0: Expr, type: Type, span: Span): Expr {
  let x = x0;
  let y = y0;
  if (isNil(x) && isNil(y)) return constExpr(constant.makeBool(op === '=='), type, span);
  if (isNil(x)) x = zero(y.type, x.span);
  if (isNil(y)) y = zero(x.type, y.span);
  const xi = isInterfaceType(x.type);
  const yi = isInterfaceType(y.type);
  let panics = comparisonMayPanic(x.type) && comparisonMayPanic(y.type);
  if (xi && !yi) {
    panics = comparisonMayPanic(y.type);
    y = convertTo(y, x.type);
  } else if (yi && !xi) {
    panics = comparisonMayPanic(x.type);
    x = convertTo(x, y.type);
  } else {
    if (xi && (x.kind === 'Zero' || y.kind === 'Zero')) panics = false;
    // Interfaces of different types, or a channel and a directed one: one side is assignable to the other's type.
    if (!identical(x.type, y.type)) {
      if (isNarrower(x.type, y.type)) x = convertTo(x, y.type);
      else y = convertTo(y, x.type);
    }
  }
  return panics ? trap(fn, op, x, y, type, span) : binary(op, x, y, type, span);
}

/** Of two types whose values can be compared, whether values of the first are assignable to the second. */
function isNarrower(x: Type, y: Type): boolean {
  const [xu, yu] = [core(x), core(y)];
  if (yu.kind === 'Interface') return implements_(null, x, y, false, null);
  if (xu.kind === 'Chan' && yu.kind === 'Chan') return xu.dir === 'both';
  return xu === x;
}

function isNil(x: Expr): boolean {
  return x.type.kind === 'Basic' && x.type.basic === 'untyped nil';
}

/** The value and whether it is there, of `m[k]`, `<-c` and `x.(T)`. Null for other expressions. */
export function commaOk(fn: Fn, e: ast.Expr): readonly [Expr, Expr] | null {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  const span = spanOf(x);
  const type = typeOf(fn, x);
  const valueType = singleType(type);
  if (x.kind === 'UnaryExpr' && x.op === '<-') {
    const chan = expr(fn, x.x);
    const value = newTemp(fn, valueType, span);
    const ok = newTemp(fn, Typ.bool, span);
    emit(fn, { kind: 'Recv', value, ok, chan, span });
    return [ref(value), ref(ok)];
  }
  if (x.kind === 'TypeAssertExpr') {
    const operandValue = expr(fn, x.x);
    const target = newTemp(fn, valueType, span);
    const ok = newTemp(fn, Typ.bool, span);
    emit(fn, { kind: 'TypeAssert', target, ok, x: operandValue, asserted: valueType, span });
    return [ref(target), ref(ok)];
  }
  if (x.kind === 'IndexExpr') {
    const t = core(typeOf(fn, x.x));
    if (t.kind === 'Math' && t.math === 'dict') return dictEntry(fn, expr(fn, x.x), expr(fn, must(x.indices[0])), span);
    if (t.kind !== 'Map') return null;
    const map = expr(fn, x.x);
    const key = convertTo(expr(fn, must(x.indices[0])), t.key);
    const target = newTemp(fn, t.elem, span);
    const ok = newTemp(fn, Typ.bool, span);
    emit(fn, { kind: 'MapGet', target, ok, map, key, span });
    return [ref(target), ref(ok)];
  }
  return null;
}

/** The values of an expression that may be a call with several results. */
export function multiple(fn: Fn, e: ast.Expr): readonly Expr[] {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  if (x.kind === 'CallAsExpr' || x.kind === 'RevealExpr') x = x.call;
  if (x.kind === 'CallExpr') return callExpr(fn, x);
  return [expr(fn, x)];
}

/** Evaluates for the effects only. */
export function discard(fn: Fn, e: ast.Expr): void {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  if (x.kind === 'CallExpr') callExpr(fn, x);
  else if (x.kind === 'UnaryExpr' && x.op === '<-') {
    const span = spanOf(x);
    if (isNewChannel(fn, x.x)) emit(fn, { kind: 'Select', cases: [], otherwise: null, span });
    else emit(fn, { kind: 'Recv', value: null, ok: null, chan: expr(fn, x.x), span });
  } else expr(fn, x);
}

/** `make(chan T)`: a receive from it on the spot waits as `select {}` does. */
function isNewChannel(fn: Fn, e: ast.Expr): boolean {
  let x = e;
  while (x.kind === 'ParenExpr') x = x.x;
  return x.kind === 'CallExpr' && x.args.length === 1 && builtinOf(fn, x.fun) === 'make';
}
