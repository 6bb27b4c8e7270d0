// Built-in functions on single values: complex, real, imag, min, max, new.

import { noPos } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import { assignment } from './assignments.ts';
import { matchTypes } from './binary.ts';
import { makeSig } from './builtins.ts';
import type { Checker } from './checker.ts';
import { convertUntyped } from './const.ts';
import { binaryOp, compare, imag, makeImag, real, sign, toFloat, type Value } from './constant.ts';
import { invalidArg, invalidOp, reportError, softError } from './errors.ts';
import { builtinBit, exclude, exprOrType, novalueBit } from './expr.ts';
import { str } from './format.ts';
import { newInterfaceType, newPointer, newUnion } from './newtypes.ts';
import { newTypeName } from './object.ts';
import { at, copyOperand, type Operand, operandString } from './operand.ts';
import { allOrdered, identical, isNumeric, isUntyped } from './predicates.ts';
import { recordBuiltinType } from './recording.ts';
import { emptyInterface } from './shared.ts';
import type { Term, Type } from './type.ts';
import { is, newTypeParam } from './typeparam.ts';
import { validVarType } from './typexpr.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';
import { updateExprType } from './untyped.ts';
import { allowVersion, go1_21, go1_26, verifyVersion } from './version.ts';

/** `complex(x, y floatT) complexT` */
export function builtinComplex(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[]): boolean {
  const y = args[1] as Operand;
  const ux = isUntyped(x.type as Type);
  const uy = isUntyped(y.type as Type);
  if (ux && uy) {
    if (x.mode === 'constant' && y.mode === 'constant') {
      untypedToFloat(x);
      untypedToFloat(y);
    } else {
      // One of them is a shift that has no type yet. Floats cannot be shifted: this reports it.
      convertUntyped(c, x, Typ.float64);
      convertUntyped(c, y, Typ.float64);
    }
  } else if (ux) {
    convertUntyped(c, x, y.type as Type);
  } else if (uy) {
    convertUntyped(c, y, x.type as Type);
  }
  if (x.mode === 'invalid' || y.mode === 'invalid') return false;

  if (!identical(x.type as Type, y.type as Type)) {
    const types = `mismatched types ${str(c, x.type as Type)} and ${str(c, y.type as Type)}`;
    reportError(c, at(x), 'InvalidComplex', `${invalidOp}${exprString(call)} (${types})`);
    return false;
  }
  const res = applyTypeFunc(c, complexOf, x, 'complex');
  if (res === null) {
    const what = `arguments have type ${str(c, x.type as Type)}, expected floating-point`;
    reportError(c, at(x), 'InvalidComplex', `${invalidArg}${what}`);
    return false;
  }
  if (x.mode === 'constant' && y.mode === 'constant') {
    x.val = binaryOp(toFloat(x.val as Value), '+', makeImag(toFloat(y.val as Value)));
  } else {
    x.mode = 'value';
    recordBuiltinType(c, call.fun, makeSig(res, x.type as Type, x.type as Type));
  }
  x.type = res;
  return true;
}

function untypedToFloat(x: Operand): void {
  if (isNumeric(x.type as Type) && sign(imag(x.val as Value)) === 0) x.type = Typ['untyped float'];
}

function complexOf(t: Type): Type | null {
  const u = under(t);
  if (u.kind !== 'Basic') return null;
  switch (u.basic) {
    case 'float32':
      return Typ.complex64;
    case 'float64':
      return Typ.complex128;
    case 'untyped float':
      return Typ['untyped complex'];
    default:
      return null;
  }
}

function floatOf(t: Type): Type | null {
  const u = under(t);
  if (u.kind !== 'Basic') return null;
  switch (u.basic) {
    case 'complex64':
      return Typ.float32;
    case 'complex128':
      return Typ.float64;
    case 'untyped complex':
      return Typ['untyped float'];
    default:
      return null;
  }
}

/** `real(complexT) floatT` and `imag(complexT) floatT` */
export function builtinRealImag(c: Checker, x: Operand, call: ast.CallExpr, id: 'real' | 'imag'): boolean {
  if (isUntyped(x.type as Type)) {
    if (x.mode === 'constant') {
      if (isNumeric(x.type as Type)) x.type = Typ['untyped complex'];
    } else {
      // A shift that has no type yet: it cannot be complex, which this reports.
      convertUntyped(c, x, Typ.complex128);
      if ((x.mode as Operand['mode']) === 'invalid') return false;
    }
  }
  const res = applyTypeFunc(c, floatOf, x, id);
  if (res === null) {
    const what = `argument has type ${str(c, x.type as Type)}, expected complex type`;
    reportError(c, at(x), id === 'real' ? 'InvalidReal' : 'InvalidImag', `${invalidArg}${what}`);
    return false;
  }
  if (x.mode === 'constant') {
    x.val = id === 'real' ? real(x.val as Value) : imag(x.val as Value);
  } else {
    x.mode = 'value';
    recordBuiltinType(c, call.fun, makeSig(res, x.type as Type));
  }
  x.type = res;
  return true;
}

/**
 * f of x's type; for a type parameter, a new one whose type set is f of the old one's. Null if f is not defined
 * everywhere.
 */
function applyTypeFunc(
  c: Checker,
  f: (t: Type) => Type | null,
  x: Operand,
  id: 'real' | 'imag' | 'complex',
): Type | null {
  const tp = unalias(x.type as Type);
  if (tp.kind !== 'TypeParam') return f(x.type as Type);
  const terms: Term[] = [];
  const defined = is(tp, (term) => {
    if (term === null || term.type === null) return false;
    const type = f(term.type);
    if (type === null) return false;
    terms.push({ tilde: term.tilde, type });
    return true;
  });
  if (!defined) return null;

  // The language does not have this yet, but the check can go on with it.
  const code = id === 'real' ? 'InvalidReal' : id === 'imag' ? 'InvalidImag' : 'InvalidComplex';
  const what = `${operandString(c, x)} not supported as argument to built-in ${id}`;
  softError(c, at(x), code, `${what}: its type is a type parameter`);
  const obj = newTypeName(noPos, c.pkg, tp.obj.name, null);
  const result = newTypeParam(c, obj, newInterfaceType([], [newUnion(terms)]));
  result.index = tp.index;
  return result;
}

/** `max(x, ...)` and `min(x, ...)` */
export function builtinMinMax(
  c: Checker,
  x: Operand,
  call: ast.CallExpr,
  args: readonly Operand[],
  id: 'min' | 'max',
): boolean {
  if (!allowVersion(c, go1_21)) verifyVersion(c, call.fun, go1_21, `built-in ${id}`);
  const op = id === 'max' ? '>' : '<';
  for (let i = 0; i < args.length; i++) {
    const a = args[i] as Operand;
    if (!allOrdered(a.type as Type)) {
      reportError(c, at(a), 'InvalidMinMaxOperand', `${invalidArg}${operandString(c, a)} cannot be ordered`);
      return false;
    }
    // x is the first argument.
    if (i === 0) continue;
    matchTypes(c, x, a);
    if (x.mode === 'invalid') return false;
    if (!identical(x.type as Type, a.type as Type)) {
      const previous = `${str(c, x.type as Type)} (previous argument)`;
      const type = `${str(c, a.type as Type)} (type of ${exprString(a.expr as ast.Expr)})`;
      reportError(c, at(a), 'MismatchedTypes', `${invalidArg}mismatched types ${previous} and ${type}`);
      return false;
    }
    if (x.mode === 'constant' && a.mode === 'constant') {
      if (compare(a.val as Value, op, x.val as Value)) copyOperand(x, a);
    } else {
      x.mode = 'value';
    }
  }

  if (x.mode !== 'constant') {
    x.mode = 'value';
    // A value has a type.
    assignment(c, x, emptyInterface, `argument to built-in ${id}`);
    if ((x.mode as Operand['mode']) === 'invalid') return false;
  }
  for (const a of args) {
    if (a.expr !== null) updateExprType(c, a.expr, x.type as Type, true);
  }
  if (x.mode === 'value') {
    const types = new Array<Type>(args.length).fill(x.type as Type);
    recordBuiltinType(c, call.fun, makeSig(x.type, ...types));
  }
  return true;
}

/** `new(T)`, and from Go 1.26 on `new(value)`. */
export function builtinNew(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  const arg = call.args[0] as ast.Expr;
  exprOrType(c, x, arg, false);
  exclude(c, x, novalueBit | builtinBit);
  if (x.mode === 'invalid') return false;
  if (x.mode === 'typexpr') {
    validVarType(c, arg, x.type as Type);
  } else {
    if (isUntyped(x.type as Type)) {
      assignment(c, x, null, 'argument to new');
      if ((x.mode as Operand['mode']) === 'invalid') return false;
    }
    if (!allowVersion(c, go1_26)) verifyVersion(c, call.fun, go1_26, `new(${exprString(arg)})`);
  }
  const T = x.type as Type;
  x.mode = 'value';
  x.type = newPointer(T, c.env.ghost);
  recordBuiltinType(c, call.fun, makeSig(x.type, T));
  return true;
}
