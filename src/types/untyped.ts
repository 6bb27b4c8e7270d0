// Untyped expressions: the type that a context gives them, and how it travels down the tree to their operands.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { isComparison, isShift } from './binary.ts';
import type { Checker, UntypedInfo } from './checker.ts';
import type { Code } from './codes.ts';
import { convertUntyped, representation } from './const.ts';
import type { Value } from './constant.ts';
import { invalidOp, reportError } from './errors.ts';

import { str } from './format.ts';
import { isEmptyInterface } from './interface.ts';
import { isNil, type Operand } from './operand.ts';
import {
  allInteger,
  defaultType,
  hasNil,
  isBoolean,
  isInteger,
  isNumeric,
  isString,
  isTyped,
  isTypeParam,
  isUntyped,
  isValid,
  maxType,
} from './predicates.ts';
import { recordTypeAndValue } from './recording.ts';
import type { Basic, Type } from './type.ts';
import { under, underIs } from './under.ts';
import { SpecTyp, Typ } from './universe.ts';

/**
 * Gives the untyped expression `x` the type `type`, and so its operands as far as they depend on it. While the type is
 * still untyped and not final, that is all; otherwise type and value are recorded. A constant must be representable in
 * the new type, and what a non-constant shift shifts must be an integer.
 */
export function updateExprType(c: Checker, x: ast.Expr, type: Type, final: boolean): void {
  const old = c.untyped.get(x);
  if (old === undefined) return;
  switch (x.kind) {
    case 'CallExpr':
    case 'Ident':
    case 'BasicLit':
    case 'SelectorExpr':
      break;
    case 'ParenExpr':
      updateExprType(c, x.x, type, final);
      break;
    case 'UnaryExpr':
      // Operands of a constant never exist at run time and stay untyped.
      if (old.val === null) updateExprType(c, x.x, type, final);
      break;
    case 'BinaryExpr':
      if (old.val === null) updateOperands(c, x, type, final);
      break;
    default:
      // All other expressions have a type from the start.
      return;
  }
  settle(c, x, old, type, final);
}

/** Updates the operands of `outermost`, going down its left side without recursion: chains of && and || are long. */
function updateOperands(c: Checker, outermost: ast.BinaryExpr, type: Type, final: boolean): void {
  if (isComparison(outermost.op)) return;
  if (outermost.x.kind !== 'BinaryExpr') {
    updateExprType(c, outermost.x, type, final);
    if (!isShift(outermost.op)) updateExprType(c, outermost.y, type, final);
    return;
  }
  const chain: ast.BinaryExpr[] = [outermost];
  const infos: (UntypedInfo | null)[] = [null];
  let left: ast.Expr = outermost.x;
  while (left.kind === 'BinaryExpr') {
    const info = c.untyped.get(left);
    if (info === undefined || info.val !== null || isComparison(left.op)) break;
    chain.push(left);
    infos.push(info);
    left = left.x;
  }
  updateExprType(c, left, type, final);
  for (let i = chain.length - 1; i >= 0; i--) {
    const e = chain[i] as ast.BinaryExpr;
    // The count of a shift got its type when the shift was checked.
    if (!isShift(e.op)) updateExprType(c, e.y, type, final);
    const info = infos[i] as UntypedInfo | null;
    if (info !== null) settle(c, e, info, type, final);
  }
}

/** Notes the new type of `x` itself. */
function settle(c: Checker, x: ast.Expr, old: UntypedInfo, type: Type, final: boolean): void {
  if (!final && isUntyped(type)) {
    old.type = under(type) as Basic;
    return;
  }
  c.untyped.delete(x);

  if (old.isLhs && !allInteger(type)) {
    const what = `shifted operand ${exprString(x)} (type ${str(c, type)})`;
    reportError(c, x, 'InvalidShiftOperand', `${invalidOp}${what} must be integer`);
    return;
  }
  if (old.val !== null) {
    const k: Operand = { mode: old.mode, expr: x, type: old.type, val: old.val, builtin: null };
    convertUntyped(c, k, type);
    if (k.mode === 'invalid') return;
    if (type === SpecTyp.perm) {
      // The value as an integer is not that of the fraction.
      recordTypeAndValue(c, x, 'value', type, null);
      return;
    }
  }
  recordTypeAndValue(c, x, old.mode, type, old.val);
}

/** Gives the untyped constant expression `x` another representation of its value. */
export function updateExprVal(c: Checker, x: ast.Expr, val: Value): void {
  const info = c.untyped.get(x);
  if (info !== undefined) info.val = val;
}

/** Type and, for a constant, value that an operand takes on; or no type and why not. */
type ImplicitType = readonly [type: Type | null, val: Value | null, code: Code | null];

const notConvertible: ImplicitType = [null, null, 'InvalidUntypedConversion'];

/** The type (and constant value) of `x` where a `target` is expected. `c` is null only where a public predicate asks. */
export function implicitTypeAndValue(c: Checker | null, x: Operand, target: Type): ImplicitType {
  const t = x.type as Type;
  if (x.mode === 'invalid' || isTyped(t) || !isValid(target)) return [t, null, null];

  if (isUntyped(target)) {
    const m = maxType(t, target);
    return m === null ? notConvertible : [m, null, null];
  }

  const u = under(target);
  switch (u.kind) {
    case 'Basic':
      if (u === SpecTyp.assertion) return isBoolean(t) ? [Typ.bool, null, null] : notConvertible;
      if (u === SpecTyp.perm) return isInteger(t) ? [target, null, null] : notConvertible;
      if (x.mode === 'constant') {
        const [v, code] = representation(c, x, u);
        return code !== null ? [null, null, code] : [target, v, null];
      }
      // A comparison, a shift whose check is delayed, or nil.
      switch ((t as Basic).basic) {
        case 'untyped bool':
          return isBoolean(target) ? [target, null, null] : notConvertible;
        case 'untyped int':
        case 'untyped rune':
        case 'untyped float':
        case 'untyped complex':
          return isNumeric(target) ? [target, null, null] : notConvertible;
        case 'untyped string':
          return isString(target) ? [target, null, null] : notConvertible;
        case 'untyped nil':
          // unsafe.Pointer has a nil too, which stays untyped.
          return hasNil(target) ? [Typ['untyped nil'], null, null] : notConvertible;
        default:
          return notConvertible;
      }
    case 'Interface':
      if (isTypeParam(target)) {
        if (!underIs(target, (u) => u !== null && implicitTypeAndValue(c, x, u)[0] !== null)) return notConvertible;
        return isNil(x) ? [Typ['untyped nil'], null, null] : [target, null, null];
      }
      if (isNil(x)) return [Typ['untyped nil'], null, null];
      return isEmptyInterface(u) ? [defaultType(t), null, null] : notConvertible;
    case 'Pointer':
    case 'Signature':
    case 'Slice':
    case 'Map':
    case 'Chan':
      return isNil(x) ? [Typ['untyped nil'], null, null] : notConvertible;
    default:
      return notConvertible;
  }
}
