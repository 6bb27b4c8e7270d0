// Conversions T(x).

import { unalias } from './alias.ts';
import type { Cause, Checker } from './checker.ts';
import { representableConst } from './const.ts';
import { makeString, safeInteger, type Value, valueString } from './constant.ts';
import { reportError } from './errors.ts';
import { str } from './format.ts';
import { addCause, assignableTo, at, cloneOperand, isNil, type Operand, operandString } from './operand.ts';
import {
  allString,
  defaultType,
  identical,
  identicalIgnoreTags,
  isBytesOrRunes,
  isComplex,
  isConstType,
  isInteger,
  isIntegerOrFloat,
  isNonTypeParamInterface,
  isPointer,
  isString,
  isTypeParam,
  isUintptr,
  isUnsafePointer,
  isUntyped,
} from './predicates.ts';
import type { Type, TypeParam } from './type.ts';
import { is } from './typeparam.ts';
import { under, underIs } from './under.ts';
import { updateExprType } from './untyped.ts';
import { allowVersion, go1_17, go1_20 } from './version.ts';

/** Checks the conversion T(x); the result is in x. */
export function conversion(c: Checker, x: Operand, T: Type): void {
  const constArg = x.mode === 'constant';
  const xtype = x.type as Type;
  const cause: Cause = { text: '' };
  let ok = false;
  if (constArg && isConstType(T)) {
    ok = constConvertibleTo(c, x, T, x);
    // Between integers nothing but the size can be wrong.
    if (!ok && isInteger(xtype) && isInteger(T)) {
      const value = valueString(x.val as Value);
      reportError(c, at(x), 'InvalidConversion', `constant ${value} overflows ${str(c, T)}`);
      x.mode = 'invalid';
      return;
    }
  } else if (constArg && isTypeParam(T)) {
    ok = constConvertibleToAll(c, x, T, cause);
    x.mode = 'value';
  } else if (convertibleTo(c, x, T, cause)) {
    ok = true;
    x.mode = 'value';
  }

  if (!ok) {
    const reason = cause.text === '' ? '' : `: ${cause.text}`;
    reportError(c, at(x), 'InvalidConversion', `cannot convert ${operandString(c, x)} to type ${str(c, T)}${reason}`);
    x.mode = 'invalid';
    return;
  }

  // The conversion gives an untyped argument its type, except where a value of T is no constant or made of another.
  if (isUntyped(xtype)) {
    let final = T;
    if (isNonTypeParamInterface(T) || (constArg && !isConstType(T)) || isNil(x)) final = defaultType(xtype);
    else if (x.mode === 'constant' && isInteger(xtype) && allString(T)) final = xtype;
    if (x.expr !== null) updateExprType(c, x.expr, final, true);
  }
  x.type = T;
}

/** Whether the constant `x` can become one of type T; `result` gets the value. */
function constConvertibleTo(c: Checker, x: Operand, T: Type, result: { val: Value | null } | null): boolean {
  const t = under(T);
  if (t.kind !== 'Basic') return false;
  const val = x.val as Value;
  if (representableConst(val, c, t, result)) return true;
  if (!isInteger(x.type as Type) || !isString(t)) return false;
  if (result !== null) result.val = makeString(runeBytes(safeInteger(val)));
  return true;
}

/** UTF-8 of a code point; of U+FFFD for everything that is none. */
function runeBytes(code: number | null): string {
  const r = code === null || code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code;
  if (r < 0x80) return String.fromCharCode(r);
  if (r < 0x800) return String.fromCharCode(0xc0 | (r >> 6), 0x80 | (r & 0x3f));
  if (r < 0x10000) return String.fromCharCode(0xe0 | (r >> 12), 0x80 | ((r >> 6) & 0x3f), 0x80 | (r & 0x3f));
  return String.fromCharCode(0xf0 | (r >> 18), 0x80 | ((r >> 12) & 0x3f), 0x80 | ((r >> 6) & 0x3f), 0x80 | (r & 0x3f));
}

/** Whether the constant `x` can be converted to each type that type parameter T may stand for. */
function constConvertibleToAll(c: Checker, x: Operand, T: Type, cause: Cause): boolean {
  const xtype = x.type as Type;
  return underIs(T, (u) => {
    if (u === null) {
      cause.text = `${str(c, T)} does not contain specific types`;
      return false;
    }
    if (isString(xtype) && isBytesOrRunes(u)) return true;
    if (constConvertibleTo(c, x, u, null)) return true;
    cause.text =
      isInteger(xtype) && isInteger(u)
        ? `constant ${valueString(x.val as Value)} overflows ${str(c, u)} (in ${str(c, T)})`
        : `cannot convert ${operandString(c, x)} to type ${str(c, u)} (in ${str(c, T)})`;
    return false;
  });
}

/** Whether T(x) is valid for a `x` that is no constant. The checker is null once all methods are checked. */
export function convertibleTo(c: Checker | null, x: Operand, T0: Type, cause: Cause | null): boolean {
  if (assignableTo(c, x, T0, cause)[0]) return true;
  const V = unalias(x.type as Type);
  const T = unalias(T0);
  const Vu = under(V);
  const Tu = under(T);
  const Vp = V.kind === 'TypeParam' ? V : null;
  const Tp = T.kind === 'TypeParam' ? T : null;

  if (Vp === null && Tp === null && identicalIgnoreTags(Vu, Tu)) return true;

  if (
    V.kind === 'Pointer' &&
    T.kind === 'Pointer' &&
    identicalIgnoreTags(under(V.elem), under(T.elem)) &&
    !isTypeParam(V.elem) &&
    !isTypeParam(T.elem)
  ) {
    return true;
  }

  if (isIntegerOrFloat(Vu) && isIntegerOrFloat(Tu)) return true;
  if (isComplex(Vu) && isComplex(Tu)) return true;
  if (isString(Tu) && (isInteger(Vu) || isBytesOrRunes(Vu))) return true;
  if (isString(Vu) && isBytesOrRunes(Tu)) return true;
  if (isUnsafePointer(Tu) && (isPointer(Vu) || isUintptr(Vu))) return true;
  if (isUnsafePointer(Vu) && (isPointer(Tu) || isUintptr(Tu))) return true;

  if (Vu.kind === 'Slice') {
    if (Tu.kind === 'Array' && identical(Vu.elem, Tu.elem)) {
      if (c === null || allowVersion(c, go1_20)) return true;
      if (cause !== null) cause.text = 'conversion of slice to array requires go1.20 or later';
      return false;
    }
    if (Tu.kind === 'Pointer') {
      const a = under(Tu.elem);
      if (a.kind === 'Array' && identical(Vu.elem, a.elem)) {
        if (c === null || allowVersion(c, go1_17)) return true;
        if (cause !== null) cause.text = 'conversion of slice to array pointer requires go1.17 or later';
        return false;
      }
    }
  }

  if (Vp !== null) return typeParamConvertibleTo(c, x, Vp, T0, Tp, cause);
  if (Tp !== null) return convertibleToTypeParam(c, x, Tp, null, cause);
  return false;
}

/** Each type of V's type set must be convertible to T. */
function typeParamConvertibleTo(
  c: Checker | null,
  x: Operand,
  Vp: TypeParam,
  T: Type,
  Tp: TypeParam | null,
  cause: Cause | null,
): boolean {
  const each = cloneOperand(x);
  return is(Vp, (term) => {
    if (term === null || term.type === null) return false;
    each.type = term.type;
    if (Tp !== null) return convertibleToTypeParam(c, each, Tp, Vp, cause);
    if (convertibleTo(c, each, T, cause)) return true;
    addCause(c, cause, () => `cannot convert ${str(c, term.type)} (in ${str(c, Vp)}) to type ${str(c, T)}`);
    return false;
  });
}

/** x must be convertible to each type of T's type set; its own type may come from that of `Vp`. */
function convertibleToTypeParam(
  c: Checker | null,
  x: Operand,
  Tp: TypeParam,
  Vp: TypeParam | null,
  cause: Cause | null,
): boolean {
  return is(Tp, (term) => {
    if (term === null || term.type === null) return false;
    if (convertibleTo(c, x, term.type, cause)) return true;
    const from = Vp === null ? '' : ` (in ${str(c, Vp)})`;
    addCause(c, cause, () => {
      return `cannot convert ${str(c, x.type)}${from} to type ${str(c, term.type)} (in ${str(c, Tp)})`;
    });
    return false;
  });
}
