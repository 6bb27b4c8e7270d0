// The functions of package unsafe.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { asNamed } from './alias.ts';
import { assignment } from './assignments.ts';
import { makeSig } from './builtins.ts';
import type { Checker } from './checker.ts';
import { makeInt } from './constant.ts';
import { invalidArg, reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { isValidIndex } from './indexing.ts';
import { derefStructPtr, lookupFieldOrMethod } from './lookup.ts';
import { newPointer, newSlice } from './newtypes.ts';
import { at, type Operand, operandString } from './operand.ts';
import { isTypeParam } from './predicates.ts';
import { record, recordBuiltinType, recordSelection } from './recording.ts';
import { alignof, offsetof, sizeof } from './sizes.ts';
import type { Named, Type } from './type.ts';
import { unparen } from './unary.ts';
import { commonUnder, under } from './under.ts';
import { Typ, universeByte } from './universe.ts';
import { use } from './use.ts';
import { go1_17, go1_20, verifyVersion } from './version.ts';

/** `unsafe.Add(ptr Pointer, len IntegerType) Pointer` */
export function builtinAdd(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  verifyVersion(c, call.fun, go1_17, 'unsafe.Add');
  assignment(c, x, Typ['unsafe.Pointer'], 'argument to unsafe.Add');
  if (x.mode === 'invalid') return false;
  const y = args[1] as Operand;
  if (!isValidIndex(c, y, 'InvalidUnsafeAdd', 'length', true)) return false;
  x.mode = 'value';
  x.type = Typ['unsafe.Pointer'];
  recordBuiltinType(c, call.fun, makeSig(x.type, x.type, y.type as Type));
  return true;
}

/** `unsafe.Alignof(x T) uintptr` */
export function builtinAlignof(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  assignment(c, x, null, 'argument to unsafe.Alignof');
  if (x.mode === 'invalid') return false;
  const t = x.type as Type;
  if (hasVarSize(t, new Map())) {
    x.mode = 'value';
    recordBuiltinType(c, call.fun, makeSig(Typ.uintptr, t));
  } else {
    x.mode = 'constant';
    x.val = makeInt(alignof(c, t));
  }
  x.type = Typ.uintptr;
  return true;
}

/** `unsafe.Sizeof(x T) uintptr` */
export function builtinSizeof(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  assignment(c, x, null, 'argument to unsafe.Sizeof');
  if (x.mode === 'invalid') return false;
  const t = x.type as Type;
  if (hasVarSize(t, new Map())) {
    x.mode = 'value';
    recordBuiltinType(c, call.fun, makeSig(Typ.uintptr, t));
  } else {
    const size = sizeof(c, t);
    if (size < 0) {
      reportError(c, at(x), 'TypeTooLarge', `${operandString(c, x)} is too large`);
      return false;
    }
    x.mode = 'constant';
    x.val = makeInt(size);
  }
  x.type = Typ.uintptr;
  return true;
}

/** `unsafe.Offsetof(x.f) uintptr` */
export function builtinOffsetof(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  const arg = call.args[0] as ast.Expr;
  const sel = unparen(arg);
  if (sel.kind !== 'SelectorExpr') {
    const what = `${exprString(arg)} is not a selector expression`;
    reportError(c, arg, 'BadOffsetofSyntax', `${invalidArg}${what}`);
    use(c, [arg]);
    return false;
  }
  expr(c, null, x, sel.x);
  if (x.mode === 'invalid') return false;

  const base = derefStructPtr(x.type as Type);
  const name = sel.sel.name;
  const found = lookupFieldOrMethod(base, false, c.pkg, name, false);
  const obj = found.obj;
  if (obj === null) {
    reportError(c, at(x), 'MissingFieldOrMethod', `${invalidArg}${str(c, base)} has no single field ${name}`);
    return false;
  }
  if (obj.kind === 'Func') {
    reportError(c, arg, 'InvalidOffsetof', `${invalidArg}${exprString(arg)} is a method value`);
    return false;
  }
  if (found.indirect) {
    const what = `field ${name} is embedded via a pointer in ${str(c, base)}`;
    reportError(c, at(x), 'InvalidOffsetof', `${invalidArg}${what}`);
    return false;
  }
  const index = found.index as readonly number[];
  recordSelection(c, sel, 'field', base, obj, index, false);
  const mode = x.mode === 'variable' ? 'variable' : 'value';
  record(c, { mode, expr: sel, type: obj.type, val: null, builtin: null });

  // A struct of variable size has no constant offsets, wherever the variable part lies.
  if (hasVarSize(base, new Map())) {
    x.mode = 'value';
    recordBuiltinType(c, call.fun, makeSig(Typ.uintptr, obj.type as Type));
  } else {
    const offset = offsetof(c, base, index);
    if (offset < 0) {
      reportError(c, at(x), 'TypeTooLarge', `${operandString(c, x)} is too large`);
      return false;
    }
    x.mode = 'constant';
    x.val = makeInt(offset);
  }
  x.type = Typ.uintptr;
  return true;
}

/** `unsafe.Slice(ptr *T, len IntegerType) []T` */
export function builtinSlice(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  verifyVersion(c, call.fun, go1_17, 'unsafe.Slice');
  const ptr = commonUnder(x.type as Type, null)[0];
  if (ptr === null || ptr.kind !== 'Pointer') {
    reportError(c, at(x), 'InvalidUnsafeSlice', `${invalidArg}${operandString(c, x)} is not a pointer`);
    return false;
  }
  const y = args[1] as Operand;
  if (!isValidIndex(c, y, 'InvalidUnsafeSlice', 'length', false)) return false;
  x.mode = 'value';
  x.type = newSlice(ptr.elem);
  recordBuiltinType(c, call.fun, makeSig(x.type, ptr, y.type as Type));
  return true;
}

/** `unsafe.SliceData(slice []T) *T` */
export function builtinSliceData(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  verifyVersion(c, call.fun, go1_20, 'unsafe.SliceData');
  const slice = commonUnder(x.type as Type, null)[0];
  if (slice === null || slice.kind !== 'Slice') {
    reportError(c, at(x), 'InvalidUnsafeSliceData', `${invalidArg}${operandString(c, x)} is not a slice`);
    return false;
  }
  x.mode = 'value';
  x.type = newPointer(slice.elem);
  recordBuiltinType(c, call.fun, makeSig(x.type, slice));
  return true;
}

/** `unsafe.String(ptr *byte, len IntegerType) string` */
export function builtinString(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  verifyVersion(c, call.fun, go1_20, 'unsafe.String');
  const ptr = newPointer(universeByte);
  assignment(c, x, ptr, 'argument to unsafe.String');
  if (x.mode === 'invalid') return false;
  const y = args[1] as Operand;
  if (!isValidIndex(c, y, 'InvalidUnsafeString', 'length', false)) return false;
  x.mode = 'value';
  x.type = Typ.string;
  recordBuiltinType(c, call.fun, makeSig(x.type, ptr, y.type as Type));
  return true;
}

/** `unsafe.StringData(str string) *byte` */
export function builtinStringData(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  verifyVersion(c, call.fun, go1_20, 'unsafe.StringData');
  assignment(c, x, Typ.string, 'argument to unsafe.StringData');
  if (x.mode === 'invalid') return false;
  x.mode = 'value';
  x.type = newPointer(universeByte);
  recordBuiltinType(c, call.fun, makeSig(x.type, Typ.string));
  return true;
}

/** Whether a type's size depends on type parameters, or is infinite by a cycle that has not been reported yet. */
function hasVarSize(t: Type, seen: Map<Named, boolean>): boolean {
  const named = asNamed(t);
  if (named === null) return underHasVarSize(t, seen);
  const known = seen.get(named);
  if (known !== undefined) return known;
  // Possibly cyclic until proven otherwise.
  seen.set(named, true);
  const result = underHasVarSize(t, seen);
  seen.set(named, result);
  return result;
}

function underHasVarSize(t: Type, seen: Map<Named, boolean>): boolean {
  const u = under(t);
  switch (u.kind) {
    case 'Array':
      return hasVarSize(u.elem, seen);
    case 'Struct':
      for (const field of u.fields) {
        if (hasVarSize(field.type as Type, seen)) return true;
      }
      return false;
    case 'Interface':
      return isTypeParam(t);
    default:
      return false;
  }
}
