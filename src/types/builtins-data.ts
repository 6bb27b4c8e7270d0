// Built-in functions on strings, arrays, slices, maps and channels: append, cap, clear, close, copy, delete, len, make.

import { noPos } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { checkArguments } from './arguments.ts';
import { assignment } from './assignments.ts';
import { arrayPtrDeref, makeSig } from './builtins.ts';
import type { Checker } from './checker.ts';
import { makeInt, makeUnknown, stringVal, type Value } from './constant.ts';
import { invalidArg, invalidOp, reportError } from './errors.ts';
import { str } from './format.ts';
import { index, invalidIndex } from './indexing.ts';
import { newSlice } from './newtypes.ts';
import {
  assignableTo,
  at,
  copyOperand,
  isNil,
  newOperand,
  type Operand,
  type OperandMode,
  operandString,
} from './operand.ts';
import { allString, identical, isString, isTypeParam, isValid } from './predicates.ts';
import { recordBuiltinType } from './recording.ts';
import { mathLen } from './spec-collections.ts';
import type { Signature, Type } from './type.ts';
import { varType } from './typexpr.ts';
import { commonUnder, formatTypeErr, typeErrorf, typeset, under, underIs } from './under.ts';
import { Typ, universeByte } from './universe.ts';
import { go1_21, verifyVersion } from './version.ts';

/** `append(s S, x ...E) S`, where E is the element type of S; also `append(bytes, string...)`. */
export function builtinAppend(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  const elem = sliceElem(c, x);
  if (typeof elem === 'string') {
    reportError(c, at(x), 'InvalidAppend', `invalid append: ${elem}`);
    return false;
  }
  const S = x.type as Type;
  let sig: Signature | null = null;
  if (args.length === 2 && call.ellipsis !== noPos && assignableTo(c, x, newSlice(universeByte), null)[0]) {
    const y = (args[1] as Operand).type as Type;
    if (bytesOrString(y) === 'string') {
      sig = makeSig(S, S, y);
      sig.variadic = true;
    }
  }
  if (sig === null) {
    sig = makeSig(S, S, newSlice(elem));
    sig.variadic = true;
    checkArguments(c, call, sig, [], [], args, null);
  }
  recordBuiltinType(c, call.fun, sig);
  x.mode = 'value';
  return true;
}

/** The element type of a slice, or of all slices in a type set; a string says why there is none. */
function sliceElem(c: Checker, x: Operand): Type | string {
  const t = x.type as Type;
  const direct = under(t);
  if (direct.kind === 'Slice') return direct.elem;
  let elem: Type | null = null;
  for (const [, u] of typeset(t)) {
    if (u === null || u.kind !== 'Slice') {
      return `argument must be a slice; have ${isNil(x) ? 'untyped nil' : operandString(c, x)}`;
    }
    if (elem === null) elem = u.elem;
    else if (!identical(elem, u.elem)) {
      return `mismatched slice element types ${str(c, elem)} and ${str(c, u.elem)} in ${operandString(c, x)}`;
    }
  }
  return elem as Type;
}

/** Whether a type is, or stands for, byte slices only; strings among them; or something else. */
function bytesOrString(t: Type): 'bytes' | 'string' | 'other' {
  let hasString = false;
  for (const [, u] of typeset(t)) {
    if (u === null) return 'other';
    if (u.kind === 'Slice' && identical(u.elem, universeByte)) continue;
    if (!isString(u)) return 'other';
    hasString = true;
  }
  return hasString ? 'string' : 'bytes';
}

/** `len(x)` and `cap(x)`: constant for constant strings, and for arrays whose expression calls nothing. */
export function builtinLen(c: Checker, x: Operand, call: ast.CallExpr, id: 'len' | 'cap'): boolean {
  let mode: OperandMode = 'invalid';
  let val: Value | null = null;
  const u = under(x.type as Type);
  const t = arrayPtrDeref(u);
  switch (t.kind) {
    case 'Basic':
      if (isString(t) && id === 'len') {
        mode = 'value';
        if (x.mode === 'constant') {
          const v = x.val as Value;
          mode = 'constant';
          val = v.kind === 'string' ? makeInt(stringVal(v).length) : makeUnknown();
        }
      }
      break;
    case 'Array':
      mode = 'value';
      if (!c.env.hasCallOrRecv) {
        mode = 'constant';
        val = t.len >= 0 ? makeInt(t.len) : makeUnknown();
      }
      break;
    case 'Slice':
    case 'Chan':
      mode = 'value';
      break;
    case 'Map':
      if (id === 'len') mode = 'value';
      break;
    case 'Interface':
      if (isTypeParam(x.type as Type) && underIs(x.type as Type, (u) => hasLen(u, id))) mode = 'value';
      break;
    default:
      break;
  }

  if (mode === 'invalid' && c.spec !== null && mathLen(x, id)) return true;
  if (mode === 'invalid') {
    if (isValid(u)) {
      const what = `${operandString(c, x)} for built-in ${id}`;
      reportError(c, at(x), id === 'len' ? 'InvalidLen' : 'InvalidCap', `${invalidArg}${what}`);
    }
    return false;
  }
  if (mode !== 'constant') recordBuiltinType(c, call.fun, makeSig(Typ.int, x.type as Type));
  x.mode = mode;
  x.type = Typ.int;
  x.val = val;
  return true;
}

function hasLen(u: Type | null, id: 'len' | 'cap'): boolean {
  if (u === null) return false;
  const t = arrayPtrDeref(u);
  switch (t.kind) {
    case 'Basic':
      return isString(t) && id === 'len';
    case 'Array':
    case 'Slice':
    case 'Chan':
      return true;
    case 'Map':
      return id === 'len';
    default:
      return false;
  }
}

/** `clear(m)` */
export function builtinClear(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  verifyVersion(c, call.fun, go1_21, 'clear');
  if (!underIs(x.type as Type, (u) => u !== null && (u.kind === 'Map' || u.kind === 'Slice'))) {
    const what = `cannot clear ${operandString(c, x)}: argument must be (or constrained by) map or slice`;
    reportError(c, at(x), 'InvalidClear', `${invalidArg}${what}`);
    return false;
  }
  x.mode = 'novalue';
  recordBuiltinType(c, call.fun, makeSig(null, x.type as Type));
  return true;
}

/** `close(c)` */
export function builtinClose(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  let problem = '';
  underIs(x.type as Type, (u) => {
    if (u === null || u.kind !== 'Chan') problem = 'non-channel';
    else if (u.dir === 'recv') problem = 'receive-only channel';
    return problem === '';
  });
  if (problem !== '') {
    reportError(c, at(x), 'InvalidClose', `${invalidOp}cannot close ${problem} ${operandString(c, x)}`);
    return false;
  }
  x.mode = 'novalue';
  recordBuiltinType(c, call.fun, makeSig(null, x.type as Type));
  return true;
}

/** `copy(dst, src []E) int`; also `copy(bytes, string)`. */
export function builtinCopy(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  const y = args[1] as Operand;
  const special = assignableTo(c, x, newSlice(universeByte), null)[0] && bytesOrString(y.type as Type) !== 'other';
  if (!special) {
    const dst = sliceElem(c, x);
    if (typeof dst === 'string') {
      reportError(c, at(x), 'InvalidCopy', `invalid copy: ${dst}`);
      return false;
    }
    let src = sliceElem(c, y);
    if (typeof src === 'string') {
      // For a string the element types are what is wrong.
      if (!allString(y.type as Type)) {
        reportError(c, at(y), 'InvalidCopy', `invalid copy: ${src}`);
        return false;
      }
      src = universeByte;
    }
    if (!identical(dst, src)) {
      const what = `arguments ${operandString(c, x)} and ${operandString(c, y)}`;
      const types = `different element types ${str(c, dst)} and ${str(c, src)}`;
      reportError(c, at(x), 'InvalidCopy', `invalid copy: ${what} have ${types}`);
      return false;
    }
  }
  recordBuiltinType(c, call.fun, makeSig(Typ.int, x.type as Type, y.type as Type));
  x.mode = 'value';
  x.type = Typ.int;
  return true;
}

/** `delete(m, key)` */
export function builtinDelete(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  const map = x.type as Type;
  let key: Type | null = null;
  let problem = '';
  underIs(map, (u) => {
    if (u === null || u.kind !== 'Map') problem = `${operandString(c, x)} is not a map`;
    else if (key !== null && !identical(u.key, key))
      problem = `maps of ${operandString(c, x)} must have identical key types`;
    else key = u.key;
    return problem === '';
  });
  if (problem !== '') {
    reportError(c, at(x), 'InvalidDelete', `${invalidArg}${problem}`);
    return false;
  }
  copyOperand(x, args[1] as Operand);
  assignment(c, x, key, 'argument to delete');
  if (x.mode === 'invalid') return false;
  x.mode = 'novalue';
  recordBuiltinType(c, call.fun, makeSig(null, map, key as unknown as Type));
  return true;
}

/** `make(T, n)` and `make(T, n, m)` */
export function builtinMake(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  const arg0 = call.args[0] as ast.Expr;
  const T = varType(c, arg0);
  if (!isValid(T)) return false;

  const [u, err] = commonUnder(T, (_, u) => {
    switch (u?.kind) {
      case 'Slice':
      case 'Map':
      case 'Chan':
        return null;
      case undefined:
        return typeErrorf('no specific type');
      default:
        return typeErrorf('type must be slice, map, or channel');
    }
  });
  if (u === null) {
    const why = err === null ? '' : formatTypeErr(c, err);
    reportError(c, arg0, 'InvalidMake', `${invalidArg}cannot make ${exprString(arg0)}: ${why}`);
    return false;
  }
  const min = u.kind === 'Slice' ? 2 : 1;
  const nargs = call.args.length;
  if (nargs < min || min + 1 < nargs) {
    const what = `${exprString(call)} expects ${min} or ${min + 1} arguments; found ${nargs}`;
    reportError(c, call, 'WrongArgCount', `${invalidOp}${what}`);
    return false;
  }

  const types: Type[] = [T];
  const sizes: number[] = [];
  for (let i = 1; i < nargs; i++) {
    const size = newOperand();
    const n = index(c, size, call.args[i] as ast.Expr, -1);
    types.push(n === invalidIndex ? Typ.invalid : (size.type as Type));
    if (n >= 0) sizes.push(n);
  }
  if (sizes.length === 2 && (sizes[0] as number) > (sizes[1] as number)) {
    reportError(c, call.args[1] as ast.Expr, 'SwappedMakeArgs', `${invalidArg}length and capacity swapped`);
  }
  x.mode = 'value';
  x.type = T;
  recordBuiltinType(c, call.fun, makeSig(T, ...types));
  return true;
}
