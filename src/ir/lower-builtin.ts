// Built-in functions.

import { must } from '../base/assert.ts';
import { noPos, type Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { anyInterface, offsetof, Typ, typeAlign, typeSize } from '../types/index.ts';
import type { BuiltinId } from '../types/object.ts';
import type { ChanType, MapType, SliceType, Type } from '../types/type.ts';
import {
  convertTo,
  core,
  emit,
  intConst,
  newTemp,
  pointee,
  ref,
  toAny,
  typeIn,
  typeOf,
  unknown,
  zero,
} from './build.ts';
import type { Expr, UnsafeOperation } from './ir.ts';
import { emitCall, type Receiver } from './lower-call.ts';
import { expr, multiple } from './lower-expr.ts';
import { frameOf } from './lower-func.ts';
import { math } from './lower-spec.ts';
import type { Fn } from './lowerer.ts';

/** The built-in that an expression names, or null. */
export function builtinOf(fn: Fn, e: ast.Expr): BuiltinId | null {
  let fun = e;
  while (fun.kind === 'ParenExpr') fun = fun.x;
  const id = fun.kind === 'Ident' ? fun : fun.kind === 'SelectorExpr' ? fun.sel : null;
  if (id === null) return null;
  const obj = fn.info.uses.get(id);
  return obj?.kind === 'Builtin' ? obj.builtin : null;
}

export function builtinCall(fn: Fn, e: ast.CallExpr, id: BuiltinId, span: Span): readonly Expr[] {
  const type = typeOf(fn, e);
  const values = spreadValues(fn, e);
  const arg = (i: number): Expr => {
    const spread = values?.[i];
    if (spread !== undefined) return spread;
    const a = e.args[i];
    return a === undefined ? unknown(fn, Typ.invalid, [], 'a missing argument', span) : expr(fn, a);
  };
  switch (id) {
    case 'len':
    case 'cap':
      return [length(fn, id, arg(0), type, span)];
    case 'append':
      return [append(fn, e, values ?? e.args.map((a) => expr(fn, a)), type, span)];
    case 'copy': {
      const dst = arg(0);
      const src = arg(1);
      const target = newTemp(fn, Typ.int, span);
      emit(fn, { kind: 'Copy', target, dst, src, span });
      return [ref(target, span)];
    }
    case 'make':
      return [make(fn, e, type, span)];
    case 'new':
      return [allocate(fn, e, type, span)];
    case 'min':
    case 'max': {
      const args = e.args.map((a) => convertTo(expr(fn, a), type));
      return args.length === 1 ? args : [{ kind: 'MinMax', op: id, args, type, span }];
    }
    case 'complex': {
      const part = core(type);
      const partType = part.kind === 'Basic' && part.basic === 'complex64' ? Typ.float32 : Typ.float64;
      const x = arg(0);
      const y = arg(1);
      const part64 = (z: Expr): Expr => (z.kind === 'Const' ? { ...z, type: partType } : z);
      return [{ kind: 'Complex', op: 'complex', x: part64(x), y: part64(y), type, span }];
    }
    case 'real':
    case 'imag':
      return [{ kind: 'Complex', op: id, x: arg(0), y: null, type, span }];
    case 'recover': {
      const target = newTemp(fn, anyInterface, span);
      emit(fn, { kind: 'Recover', target, frame: frameOf(fn), span });
      return [ref(target, span)];
    }
    case 'panic':
      emit(fn, { kind: 'Panic', value: toAny(arg(0)), span });
      return [];
    case 'close':
      emit(fn, { kind: 'Close', chan: arg(0), span });
      return [];
    case 'clear':
    case 'delete':
    case 'print':
    case 'println': {
      const { callee, args } = must(builtinParts(fn, e, id, values));
      emitCall(fn, callee, args, [], span);
      return [];
    }
    case 'unsafe.Sizeof':
      return [intConst(typeSize(fn.lowerer.sizes, arg(0).type), span, type)];
    case 'unsafe.Alignof':
      return [intConst(typeAlign(fn.lowerer.sizes, arg(0).type), span, type)];
    case 'unsafe.Offsetof':
      return [fieldOffset(fn, e, type, span)];
    case 'unsafe.Add':
    case 'unsafe.Slice':
    case 'unsafe.SliceData':
    case 'unsafe.String':
    case 'unsafe.StringData':
      return [unsafeCall(fn, e, id, type, span)];
    case 'assert':
    case 'trace':
      return [unknown(fn, type, [], 'a built-in of tests', span)];
  }
}

/** The arguments if they are the results of one call, as in `append(f())`; null otherwise. */
function spreadValues(fn: Fn, e: ast.CallExpr): readonly Expr[] | null {
  const only = e.args[0];
  if (e.args.length !== 1 || only === undefined || typeOf(fn, only).kind !== 'Tuple') return null;
  return multiple(fn, only);
}

/** A built-in that is run later: what it needs has its values of now. */
export function builtinParts(
  fn: Fn,
  e: ast.CallExpr,
  id: BuiltinId,
  values: readonly Expr[] | null = null,
): Receiver | null {
  const args = values ?? spreadValues(fn, e) ?? e.args.map((a) => expr(fn, a));
  const callee = { kind: 'builtin', name: id } as const;
  const first = args[0];
  if (id === 'panic' && first !== undefined) return { callee, args: [toAny(first)] };
  if (id === 'delete' && first !== undefined) {
    const key = (core(first.type) as MapType).key;
    return { callee, args: [first, convertTo(must(args[1]), key)] };
  }
  return { callee, args };
}

function length(fn: Fn, op: 'len' | 'cap', x: Expr, type: Type, span: Span): Expr {
  const target = pointee(x.type);
  const u = core(target ?? x.type);
  if (u.kind === 'Math') return math(fn, { kind: 'len' }, [x], type, span);
  if (u.kind === 'Array') return intConst(u.len, span, type);
  if (u.kind === 'Map' || u.kind === 'Chan') {
    const result = newTemp(fn, type, span);
    emit(fn, { kind: 'LenOf', op, target: result, x, span });
    return ref(result, span);
  }
  return { kind: 'Len', op, x, type, span };
}

function append(fn: Fn, e: ast.CallExpr, values: readonly Expr[], type: Type, span: Span): Expr {
  const slice = convertTo(must(values[0]), type);
  const rest = values.slice(1);
  const target = newTemp(fn, type, span);
  const elem = (core(type) as SliceType).elem;
  const last = rest[0];
  if (e.ellipsis !== noPos && last !== undefined) {
    const x = last.type.kind === 'Basic' && last.type.basic === 'untyped nil' ? zero(type, span) : last;
    emit(fn, { kind: 'Append', target, slice, elems: { kind: 'spread', x }, span });
  } else {
    const list = rest.map((x) => convertTo(x, elem));
    emit(fn, { kind: 'Append', target, slice, elems: { kind: 'elems', list }, span });
  }
  return ref(target, span);
}

function make(fn: Fn, e: ast.CallExpr, type: Type, span: Span): Expr {
  const u = core(type);
  const sizes = e.args.slice(1).map((a) => expr(fn, a));
  const target = newTemp(fn, type, span);
  switch (u.kind) {
    case 'Slice':
      emit(fn, {
        kind: 'MakeSlice',
        target,
        len: sizes[0] ?? intConst(0, span),
        cap: sizes[1] ?? null,
        init: null,
        span,
      });
      break;
    case 'Map':
      emit(fn, { kind: 'MakeMap', target, hint: sizes[0] ?? null, span });
      break;
    case 'Chan':
      emit(fn, { kind: 'MakeChan', target, chan: u as ChanType, cap: sizes[0] ?? null, span });
      break;
    default:
      emit(fn, {
        kind: 'Unknown',
        targets: [target],
        escaped: sizes,
        reason: 'make of an invalid type',
        operation: null,
        span,
      });
  }
  return ref(target, span);
}

/** `new(T)`, or `new(x)` with an initial value. */
function allocate(fn: Fn, e: ast.CallExpr, type: Type, span: Span): Expr {
  const arg = must(e.args[0]);
  const elem = pointee(type) ?? Typ.invalid;
  const value = fn.info.types.get(arg)?.mode === 'typexpr' ? zero(elem, span) : convertTo(expr(fn, arg), elem);
  const target = newTemp(fn, type, span);
  emit(fn, { kind: 'New', target, value, span });
  return ref(target, span);
}

/** An offset that is no constant, since it depends on type arguments. */
function fieldOffset(fn: Fn, e: ast.CallExpr, type: Type, span: Span): Expr {
  let field = e.args[0];
  while (field?.kind === 'ParenExpr') field = field.x;
  const selection = field?.kind === 'SelectorExpr' ? fn.info.selections.get(field) : undefined;
  if (selection === undefined) return unknown(fn, type, [], 'an offset of no field', span);
  const recv = typeIn(fn, selection.recv);
  return intConst(offsetof(null, pointee(recv) ?? recv, selection.index), span, type);
}

function unsafeCall(fn: Fn, e: ast.CallExpr, id: UnsafeOperation, type: Type, span: Span): Expr {
  const args = e.args.map((a) => {
    const x = expr(fn, a);
    return x.type.kind === 'Basic' && x.type.basic === 'untyped nil' ? zero(Typ['unsafe.Pointer'], x.span) : x;
  });
  return unknown(fn, type, args, id, span, id);
}
