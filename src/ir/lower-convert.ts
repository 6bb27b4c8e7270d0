// Conversions `T(x)`.

import type { Span } from '../base/source.ts';
import { identicalIgnoreTags, isNumeric, isString, Typ } from '../types/index.ts';
import type { Type } from '../types/type.ts';
import { constExpr, convertTo, core, emit, isInterfaceType, newTemp, ref, unknown } from './build.ts';
import type { Expr } from './ir.ts';
import type { Fn } from './lowerer.ts';

/** The value as one of type `to`, to which it can be converted. */
export function conversion(fn: Fn, x: Expr, to: Type, span: Span): Expr {
  if (x.type.kind === 'Basic' && x.type.basic === 'untyped nil') return convertTo(x, to);
  if (isInterfaceType(to)) return convertTo(x, to);
  // In generic functions also the conversion of a constant depends on the type argument.
  if (x.kind === 'Const' && x.value.kind !== 'string' && isNumeric(to)) return constExpr(x.value, to, span);
  const from = core(x.type);
  const target = core(to);
  if (identicalIgnoreTags(from, target)) return convertTo(x, to);
  if (isString(from) && target.kind === 'Slice') {
    const made = newTemp(fn, to, span);
    const len: Expr = { kind: 'Len', op: 'len', x, type: Typ.int, span };
    emit(fn, { kind: 'MakeSlice', target: made, len, cap: null, init: { kind: 'string', string: x }, span });
    return ref(made, span);
  }
  const reads = from.kind === 'Slice' && isString(target);
  const panics = from.kind === 'Slice' && (target.kind === 'Array' || target.kind === 'Pointer');
  if (reads || panics) {
    const made = newTemp(fn, to, span);
    emit(fn, { kind: 'TrapConvert', target: made, x, span });
    return ref(made, span);
  }
  const unsafe = isUnsafePointer(from) && !isUnsafePointer(target) && target.kind === 'Pointer';
  const forged = isUnsafePointer(target) && from.kind === 'Basic' && !isUnsafePointer(from);
  if (unsafe || forged) return unknown(fn, to, [x], 'conversion of an unsafe pointer', span, 'convert');
  return { kind: 'Convert', x, type: to, span };
}

function isUnsafePointer(t: Type): boolean {
  return t.kind === 'Basic' && t.basic === 'unsafe.Pointer';
}
