// Small pieces from which the translation is made: locals, temporaries, blocks, expressions, implicit conversions.

import { assert } from '../base/assert.ts';
import { noPos, type Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import {
  anyInterface,
  commonUnder,
  constant,
  defaultType,
  identical,
  isTypeParam,
  isUntyped,
  subst,
  Typ,
  under,
} from '../types/index.ts';
import type { Var } from '../types/object.ts';
import type { Signature, Type } from '../types/type.ts';
import type { Block, Expr, Local, Place, Stmt, UnsafeOperation } from './ir.ts';
import type { Fn } from './lowerer.ts';

export const noSpan: Span = { pos: noPos, end: noPos };

export function spanOf(node: { readonly pos: number; readonly end: number }): Span {
  return { pos: node.pos, end: node.end };
}

// ---------------------------------------------------------------------------------------------------------------
// Types

/** `t` with the type arguments in force, and never an untyped one but nil. */
export function typeIn(fn: Fn, t: Type): Type {
  if (t.kind === 'Basic') {
    if (t.basic === 'assertion') return Typ.bool;
    return isUntyped(t) && t.basic !== 'untyped nil' ? defaultType(t) : t;
  }
  if (fn.smap === null) return t;
  let result = fn.typeMemo.get(t);
  if (result === undefined) {
    result = subst(null, noPos, t, fn.smap, null, fn.lowerer.context);
    fn.typeMemo.set(t, result);
  }
  return result;
}

/** The type of an expression; invalid where the checker has none. */
export function typeOf(fn: Fn, e: ast.Expr): Type {
  const tv = fn.info.types.get(e);
  if (tv !== undefined) return typeIn(fn, tv.type);
  if (e.kind === 'Ident') {
    const obj = fn.info.uses.get(e) ?? fn.info.defs.get(e);
    if (obj != null && obj.type !== null) return typeIn(fn, obj.type);
  }
  return Typ.invalid;
}

/** The underlying type; of a type parameter, the one that all its type arguments have, if there is one. */
export function core(t: Type): Type {
  const u = under(t);
  return u.kind === 'Interface' && isTypeParam(t) ? (commonUnder(t, null)[0] ?? u) : u;
}

export function isInterfaceType(t: Type): boolean {
  return under(t).kind === 'Interface' && !isTypeParam(t);
}

/** The type that a pointer of type `t` points to; null for what is no pointer. */
export function pointee(t: Type): Type | null {
  const u = core(t);
  return u.kind === 'Pointer' ? u.elem : null;
}

/** Whether comparing values of the type may panic: there are interfaces in them. */
export function comparisonMayPanic(t: Type, seen: Set<Type> = new Set()): boolean {
  const u = core(t);
  // Structs of structs can contain one of them more often than could be counted.
  if (seen.has(u)) return false;
  switch (u.kind) {
    case 'Interface':
      return true;
    case 'Array':
      return comparisonMayPanic(u.elem, seen);
    case 'Struct':
      seen.add(u);
      return u.fields.some((f) => comparisonMayPanic(f.type as Type, seen));
    case 'Basic':
    case 'Slice':
    case 'Pointer':
    case 'Tuple':
    case 'Signature':
    case 'Map':
    case 'Chan':
    case 'Named':
    case 'TypeParam':
    case 'Union':
    case 'Alias':
    case 'Math':
      return false;
  }
}

/** The signature of a function type. */
export function signatureOf(t: Type): Signature | null {
  const u = core(t);
  return u.kind === 'Signature' ? u : null;
}

// ---------------------------------------------------------------------------------------------------------------
// Locals and blocks

export function newLocal(
  fn: Fn,
  name: string,
  type: Type,
  role: Local['role'],
  shared: boolean,
  obj: Var | null,
  span: Span,
): Local {
  const local: Local = { kind: 'Local', id: fn.locals.length, name, type, role, shared, obj, span };
  fn.locals.push(local);
  return local;
}

export function newTemp(fn: Fn, type: Type, span: Span, shared = false): Local {
  fn.temps++;
  return newLocal(fn, `t${fn.temps}`, type, 'temp', shared, null, span);
}

/** The local of a variable that is declared here. */
export function declareVar(fn: Fn, obj: Var, role: 'param' | 'result' | 'var', span: Span): Local {
  const local = newLocal(
    fn,
    obj.name === '' ? (role === 'result' ? 'r' : '_') : obj.name,
    typeIn(fn, obj.type as Type),
    role,
    // What is marked lies in memory for specifications: `old` means its contents.
    fn.sharing.shared.has(obj) || fn.info.facts?.shared.has(obj) === true,
    obj,
    span,
  );
  fn.vars.set(obj, local);
  return local;
}

/** The local of a variable of this function or one around it; null if there is none. */
export function localOf(fn: Fn, obj: Var): Local | null {
  const own = fn.vars.get(obj);
  if (own !== undefined) return own;
  if (fn.outer === null) return null;
  const outer = localOf(fn.outer, obj);
  return outer === null ? null : captureLocal(fn, outer);
}

/** What stands here for a local of the outer function. */
export function captureLocal(fn: Fn, outer: Local): Local {
  let local = fn.captures.get(outer);
  if (local === undefined) {
    local = newLocal(fn, outer.name, outer.type, 'capture', outer.shared, outer.obj, outer.span);
    fn.captures.set(outer, local);
  }
  return local;
}

export function emit(fn: Fn, stmt: Stmt): void {
  fn.out.push(stmt);
}

/** The statements that `f` emits. */
export function blockOf(fn: Fn, f: () => void): Block {
  const saved = fn.out;
  const list: Stmt[] = [];
  fn.out = list;
  f();
  fn.out = saved;
  return { kind: 'Block', list };
}

export const emptyBlock: Block = { kind: 'Block', list: [] };

export function newLabel(fn: Fn, what: string): string {
  fn.counters.labels++;
  return `${what}$${fn.counters.labels}`;
}

export function assign(fn: Fn, local: Local, value: Expr, span: Span): void {
  emit(fn, { kind: 'Assign', local, value, span });
}

/** Puts a value into a temporary unless later instructions cannot change it anyway. */
export function stable(fn: Fn, x: Expr): Expr {
  if (isStable(x)) return x;
  return ref(toTemp(fn, x), x.span);
}

/** Like stable, if nothing but function calls can happen meanwhile: these do not change locals that are not shared. */
export function steady(fn: Fn, x: Expr): Expr {
  return x.kind === 'LocalRef' && !x.local.shared ? x : stable(fn, x);
}

export function toTemp(fn: Fn, x: Expr): Local {
  const temp = newTemp(fn, x.type, x.span);
  emit(fn, { kind: 'Declare', local: temp, value: x, span: x.span });
  return temp;
}

/** Whether no later assignment changes the value: it is made of constants and temporaries. */
export function isStable(x: Expr): boolean {
  switch (x.kind) {
    case 'Const':
    case 'Zero':
    case 'FuncRef':
    case 'AddrOf':
      return true;
    case 'LocalRef':
      return x.local.role === 'temp' && !x.local.shared;
    case 'Unary':
    case 'Convert':
    case 'MakeInterface':
    case 'Field':
    case 'Len':
      return isStable(x.x);
    case 'Binary':
      return isStable(x.x) && isStable(x.y);
    case 'Complex':
      return isStable(x.x) && (x.y === null || isStable(x.y));
    case 'MinMax':
      return x.args.every(isStable);
    case 'Struct':
      return x.fields.every(isStable);
    case 'ArrayLit':
      return x.elems.every((e) => isStable(e.value));
  }
}

/** Whether some local in the expression satisfies `test`. */
export function mentions(x: Expr, test: (local: Local) => boolean): boolean {
  switch (x.kind) {
    case 'Const':
    case 'Zero':
    case 'FuncRef':
    case 'AddrOf':
      return false;
    case 'LocalRef':
      return test(x.local);
    case 'Unary':
    case 'Convert':
    case 'MakeInterface':
    case 'Field':
    case 'Len':
      return mentions(x.x, test);
    case 'Binary':
      return mentions(x.x, test) || mentions(x.y, test);
    case 'Complex':
      return mentions(x.x, test) || (x.y !== null && mentions(x.y, test));
    case 'MinMax':
      return x.args.some((a) => mentions(a, test));
    case 'Struct':
      return x.fields.some((f) => mentions(f, test));
    case 'ArrayLit':
      return x.elems.some((e) => mentions(e.value, test));
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Expressions

export function ref(local: Local, span: Span = local.span): Expr {
  return { kind: 'LocalRef', local, type: local.type, span };
}

export function zero(type: Type, span: Span): Expr {
  return { kind: 'Zero', type, span };
}

export function intConst(n: number, span: Span, type: Type = Typ.int): Expr {
  return { kind: 'Const', value: constant.makeInt(n), type, span };
}

export function boolConst(b: boolean, span: Span): Expr {
  return { kind: 'Const', value: constant.makeBool(b), type: Typ.bool, span };
}

/** A constant of a type, in the form that values of the type have. */
export function constExpr(value: constant.Value, type: Type, span: Span): Expr {
  const u = core(type);
  if (u.kind === 'Interface' && isTypeParam(type))
    return { kind: 'Convert', x: constExpr(value, defaultTypeOf(value), span), type, span };
  if (u.kind === 'Interface') {
    const x = constExpr(value, defaultTypeOf(value), span);
    return { kind: 'MakeInterface', x, type, span };
  }
  if (u.kind !== 'Basic') {
    // A string constant as bytes or runes of a type argument: the caller converts.
    return { kind: 'Const', value, type: defaultTypeOf(value), span };
  }
  return { kind: 'Const', value: formFor(value, u.basic), type, span };
}

function defaultTypeOf(value: constant.Value): Type {
  switch (value.kind) {
    case 'bool':
      return Typ.bool;
    case 'string':
      return Typ.string;
    case 'int':
      return Typ.int;
    case 'float':
      return Typ.float64;
    case 'complex':
      return Typ.complex128;
    case 'unknown':
      return Typ.invalid;
  }
}

function formFor(value: constant.Value, basic: string): constant.Value {
  if (value.kind === 'bool' || value.kind === 'string' || value.kind === 'unknown') return value;
  if (basic.startsWith('float')) return constant.toFloat(value);
  if (basic.startsWith('complex')) return constant.toComplex(value);
  if (basic.includes('int')) return constant.toInt(value);
  return value;
}

export function binary(op: ast.BinaryOp, x: Expr, y: Expr, type: Type, span: Span): Expr {
  return { kind: 'Binary', op, x, y, type, span };
}

export function not(x: Expr, span: Span): Expr {
  return { kind: 'Unary', op: '!', x, type: x.type, span };
}

/** The value as one of type `to`, to which it is assignable. */
export function convertTo(x: Expr, to: Type): Expr {
  if (x.type === to) return x;
  if (x.type.kind === 'Basic' && x.type.basic === 'untyped nil') return zero(to, x.span);
  if (isInterfaceType(to)) {
    if (x.kind === 'Zero' && isInterfaceType(x.type)) return zero(to, x.span);
    if (identical(x.type, to)) return x;
    return { kind: 'MakeInterface', x, type: to, span: x.span };
  }
  if (identical(x.type, to)) return x;
  if (x.kind === 'Zero') return zero(to, x.span);
  return { kind: 'Convert', x, type: to, span: x.span };
}

export function toAny(x: Expr): Expr {
  if (x.type.kind === 'Basic' && x.type.basic === 'untyped nil') return zero(anyInterface, x.span);
  return convertTo(x, anyInterface);
}

// ---------------------------------------------------------------------------------------------------------------
// Places

export function fieldPlace(base: Place, index: number, type: Type, span: Span): Place {
  return { kind: 'FieldPlace', base, index, type, span };
}

/** Whether reading the place can neither panic nor see what another goroutine writes, cells of shared locals aside. */
export function isLocalPlace(place: Place): boolean {
  let p = place;
  while (p.kind === 'FieldPlace') p = p.base;
  return p.kind === 'LocalPlace';
}

/** Reads a place: fields of locals are expressions, all else is loaded. */
export function readPlace(fn: Fn, place: Place): Expr {
  if (isLocalPlace(place)) return localPlaceExpr(place);
  const target = newTemp(fn, place.type, place.span);
  emit(fn, { kind: 'Load', target, place, span: place.span });
  return ref(target);
}

function localPlaceExpr(place: Place): Expr {
  if (place.kind === 'LocalPlace') return ref(place.local, place.span);
  assert(place.kind === 'FieldPlace');
  return { kind: 'Field', x: localPlaceExpr(place.base), index: place.index, type: place.type, span: place.span };
}

/** Writes a value of the place's type. */
export function writePlace(fn: Fn, place: Place, value: Expr, span: Span): void {
  if (place.kind === 'LocalPlace') assign(fn, place.local, value, span);
  else emit(fn, { kind: 'Store', place, value, span });
}

export function unknown(
  fn: Fn,
  type: Type,
  escaped: readonly Expr[],
  reason: string,
  span: Span,
  operation: UnsafeOperation | null = null,
): Expr {
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'Unknown', targets: [target], escaped, reason, operation, span });
  return ref(target, span);
}
