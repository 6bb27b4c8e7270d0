// Calls of built-in functions: arguments, their number, and dispatch to the files that know each function.

import { noPos } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import {
  builtinAppend,
  builtinClear,
  builtinClose,
  builtinCopy,
  builtinDelete,
  builtinLen,
  builtinMake,
} from './builtins-data.ts';
import {
  builtinAdd,
  builtinAlignof,
  builtinOffsetof,
  builtinSizeof,
  builtinSlice,
  builtinSliceData,
  builtinString,
  builtinStringData,
} from './builtins-unsafe.ts';
import { builtinComplex, builtinMinMax, builtinNew, builtinRealImag } from './builtins-values.ts';
import { exprList } from './call.ts';
import type { Checker } from './checker.ts';
import { boolVal, type Value } from './constant.ts';
import { atPos, inNode, invalidArg, invalidOp, reportError } from './errors.ts';
import { rawExpr } from './expr.ts';
import { emptyTuple, newSignature, newTuple } from './newtypes.ts';
import { type BuiltinId, newParam, newVar, type Var } from './object.ts';
import { at, copyOperand, newOperand, type Operand, operandString } from './operand.ts';
import { defaultType, isBoolean } from './predicates.ts';
import { recordBuiltinType } from './recording.ts';
import { emptyInterface } from './shared.ts';
import type { Signature, Type } from './type.ts';
import { under } from './under.ts';
import { predeclaredFuncs } from './universe.ts';
import { use } from './use.ts';

/** Checks a call of a built-in; whether it is valid, with the result in x, but for x.expr. */
export function builtin(c: Checker, x: Operand, call: ast.CallExpr, id: BuiltinId): boolean {
  if (call.ellipsis !== noPos && id !== 'append') {
    const what = `invalid use of ... with built-in ${predeclaredFuncs[id].name}`;
    reportError(c, atPos(call.ellipsis), 'InvalidDotDotDot', `${invalidOp}${what}`);
    use(c, call.args);
    return false;
  }
  if (id !== 'len' && id !== 'cap') return checkBuiltin(c, x, call, id);

  // Whether the length of an array is constant depends on the calls in the argument alone.
  const saved = c.env.hasCallOrRecv;
  c.env.hasCallOrRecv = false;
  const ok = checkBuiltin(c, x, call, id);
  c.env.hasCallOrRecv = saved;
  return ok;
}

const noArgs: Operand[] = [];

function checkBuiltin(c: Checker, x: Operand, call: ast.CallExpr, id: BuiltinId): boolean {
  let args = noArgs;
  let nargs = call.args.length;
  // The others take a type, or look at the form of their argument.
  if (id !== 'make' && id !== 'new' && id !== 'unsafe.Offsetof' && id !== 'trace') {
    args = exprList(c, call.args);
    nargs = args.length;
    for (const a of args) {
      if (a.mode === 'invalid') return false;
    }
    if (nargs > 0) copyOperand(x, args[0] as Operand);
  }

  const info = predeclaredFuncs[id];
  if (nargs < info.nargs || (!info.variadic && nargs > info.nargs)) {
    const what = `${nargs < info.nargs ? 'not enough' : 'too many'} arguments for ${exprString(call)}`;
    const where = inNode(call, call.rparen);
    reportError(c, where, 'WrongArgCount', `${invalidOp}${what} (expected ${info.nargs}, found ${nargs})`);
    return false;
  }

  switch (id) {
    case 'append':
      return builtinAppend(c, x, call, args);
    case 'cap':
    case 'len':
      return builtinLen(c, x, call, id);
    case 'clear':
      return builtinClear(c, x, call);
    case 'close':
      return builtinClose(c, x, call);
    case 'complex':
      return builtinComplex(c, x, call, args);
    case 'copy':
      return builtinCopy(c, x, call, args);
    case 'delete':
      return builtinDelete(c, x, call, args);
    case 'imag':
    case 'real':
      return builtinRealImag(c, x, call, id);
    case 'make':
      return builtinMake(c, x, call);
    case 'max':
    case 'min':
      return builtinMinMax(c, x, call, args, id);
    case 'new':
      return builtinNew(c, x, call);
    case 'panic':
      return builtinPanic(c, x, call);
    case 'print':
    case 'println':
      return builtinPrint(c, x, call, args, id);
    case 'recover':
      x.mode = 'value';
      x.type = emptyInterface;
      recordBuiltinType(c, call.fun, makeSig(x.type));
      return true;
    case 'unsafe.Add':
      return builtinAdd(c, x, call, args);
    case 'unsafe.Alignof':
      return builtinAlignof(c, x, call);
    case 'unsafe.Offsetof':
      return builtinOffsetof(c, x, call);
    case 'unsafe.Sizeof':
      return builtinSizeof(c, x, call);
    case 'unsafe.Slice':
      return builtinSlice(c, x, call, args);
    case 'unsafe.SliceData':
      return builtinSliceData(c, x, call);
    case 'unsafe.String':
      return builtinString(c, x, call, args);
    case 'unsafe.StringData':
      return builtinStringData(c, x, call);
    case 'assert':
      return builtinAssert(c, x, call);
    case 'trace':
      return builtinTrace(c, x, call);
  }
}

/** A signature with these argument types, and with this result unless it is null. */
export function makeSig(res: Type | null, ...args: readonly Type[]): Signature {
  const params: Var[] = [];
  for (const t of args) params.push(newParam(null, '', defaultType(t)));
  const results = res === null ? emptyTuple : newTuple([newVar('result', noPos, null, '', res)]);
  return newSignature(null, null, null, newTuple(params), results, false);
}

/** The array that an underlying type points to; otherwise that type. */
export function arrayPtrDeref(t: Type): Type {
  if (t.kind === 'Pointer') {
    const base = under(t.elem);
    if (base.kind === 'Array') return base;
  }
  return t;
}

function builtinPanic(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  // A function with results may end with a panic instead of a return.
  const sig = c.env.sig;
  if (sig !== null && sig.results.vars.length > 0) {
    c.env.isPanic ??= new Set();
    c.env.isPanic.add(call);
  }
  assignment(c, x, emptyInterface, 'argument to panic');
  if (x.mode === 'invalid') return false;
  x.mode = 'novalue';
  recordBuiltinType(c, call.fun, makeSig(null, emptyInterface));
  return true;
}

function builtinPrint(c: Checker, x: Operand, call: ast.CallExpr, args: readonly Operand[], id: BuiltinId): boolean {
  const params: Type[] = [];
  for (const a of args) {
    assignment(c, a, null, `argument to built-in ${id}`);
    if (a.mode === 'invalid') return false;
    params.push(a.type as Type);
  }
  x.mode = 'novalue';
  recordBuiltinType(c, call.fun, makeSig(null, ...params));
  return true;
}

/** `assert(constant)` in the checker's own tests. */
function builtinAssert(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  if (x.mode !== 'constant' || !isBoolean(x.type as Type)) {
    reportError(c, at(x), 'Test', `${invalidArg}${operandString(c, x)} is not a boolean constant`);
    return false;
  }
  const val = x.val as Value;
  if (val.kind !== 'bool') {
    reportError(c, at(x), 'Test', `value of ${operandString(c, x)} should be a boolean constant`);
    return false;
  }
  if (!boolVal(val)) reportError(c, call, 'Test', `${exprString(call)} failed`);
  return true;
}

/** `trace(x, ...)` in the checker's own tests: the value of x. */
function builtinTrace(c: Checker, x: Operand, call: ast.CallExpr): boolean {
  if (call.args.length === 0) {
    x.mode = 'novalue';
    return true;
  }
  let operand = x;
  for (const arg of call.args) {
    rawExpr(c, null, operand, arg, null, false);
    operand = newOperand();
  }
  return x.mode !== 'invalid';
}
