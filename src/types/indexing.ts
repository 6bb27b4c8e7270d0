// Index and slice expressions.

import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';
import { convertUntyped, representableConst } from './const.ts';
import { int64Val, sign, stringVal, type Value, valueString } from './constant.ts';
import { inNode, invalidArg, invalidOp, reportError } from './errors.ts';
import { expr, exprOrType, nonGeneric } from './expr.ts';
import { str } from './format.ts';
import { newSlice } from './newtypes.ts';
import { at, newOperand, type Operand, type OperandMode, operandString } from './operand.ts';
import { allInteger, identical, isString, isTypeParam, isUntyped, isValid } from './predicates.ts';
import { mathIndex, mathSlice, noneExpr } from './spec-collections.ts';
import { predeclaredName } from './spec-types.ts';
import type { Type } from './type.ts';
import { varType } from './typexpr.ts';
import { typeset, under, underIs } from './under.ts';
import { Typ, universeByte } from './universe.ts';
import { use } from './use.ts';

/**
 * Checks `e`. If it is the instantiation of a generic function, the result is true, x is the function, and the caller
 * has to instantiate it.
 */
export function indexExpr(c: Checker, x: Operand, e: ast.IndexExpr): boolean {
  if (c.spec !== null && predeclaredName(c, e.x) === 'none') {
    noneExpr(c, x, e);
    return false;
  }
  exprOrType(c, x, e.x, true);
  switch (x.mode) {
    case 'invalid':
      use(c, e.indices);
      return false;
    case 'typexpr':
      x.mode = 'invalid';
      x.type = varType(c, e);
      if (isValid(x.type)) x.mode = 'typexpr';
      return false;
    case 'value': {
      const sig = under(x.type as Type);
      if (sig.kind === 'Signature' && sig.typeParams !== null && sig.typeParams.length > 0) return true;
    }
  }

  nonGeneric(c, null, x);
  if ((x.mode as OperandMode) === 'invalid') return false;
  if (c.spec !== null && mathIndex(c, x, e)) return false;

  let valid = false;
  let length = -1;
  const t = under(x.type as Type);
  switch (t.kind) {
    case 'Basic':
      if (isString(t)) {
        valid = true;
        if (x.mode === 'constant') length = stringLength(x.val as Value);
        // Never a constant, even if string and index are.
        x.mode = 'value';
        x.type = universeByte;
      }
      break;
    case 'Array':
      valid = true;
      length = t.len;
      if (x.mode !== 'variable') x.mode = 'value';
      x.type = t.elem;
      break;
    case 'Pointer': {
      const base = under(t.elem);
      if (base.kind === 'Array') {
        valid = true;
        length = base.len;
        x.mode = 'variable';
        x.type = base.elem;
      }
      break;
    }
    case 'Slice':
      valid = true;
      x.mode = 'variable';
      x.type = t.elem;
      break;
    case 'Map':
      mapIndex(c, x, e, t.key, t.elem);
      return false;
    case 'Interface': {
      if (!isTypeParam(x.type as Type)) break;
      const common = commonIndexable(x);
      if (common === null) break;
      if (common.key !== null) {
        mapIndex(c, x, e, common.key, common.elem);
        return false;
      }
      valid = true;
      length = common.length;
      x.mode = common.mode;
      x.type = common.elem;
      break;
    }
    default:
      break;
  }

  if (!valid) {
    reportError(c, at(x), 'NonIndexableOperand', `cannot index ${operandString(c, x)}`);
    use(c, e.indices);
    x.mode = 'invalid';
    return false;
  }

  const i = singleIndex(c, e);
  // An invalid recursive type may be looked at before its element type is there.
  x.type ??= Typ.invalid;
  index(c, newOperand(), i, length);
  return false;
}

function stringLength(v: Value): number {
  return v.kind === 'string' ? stringVal(v).length : -1;
}

function mapIndex(c: Checker, x: Operand, e: ast.IndexExpr, key: Type, elem: Type): void {
  const k = newOperand();
  expr(c, null, k, singleIndex(c, e));
  assignment(c, k, key, 'map index');
  // The element type is known even if the key is wrong.
  x.mode = 'mapindex';
  x.type = elem;
  x.expr = e;
}

/** What indexing has in common for all types of a type set. */
interface CommonIndexable {
  /** Of the only kind allowed then, maps; null otherwise. */
  key: Type | null;
  elem: Type;
  /** Of the shortest array; negative if there is none. */
  length: number;
  mode: OperandMode;
}

function commonIndexable(x: Operand): CommonIndexable | null {
  let common: CommonIndexable | null = null;
  let mode: OperandMode = 'variable';
  const ok = underIs(x.type as Type, (u) => {
    let length = -1;
    let key: Type | null = null;
    let elem: Type | null = null;
    switch (u?.kind) {
      case 'Basic':
        if (isString(u)) {
          elem = universeByte;
          mode = 'value';
        }
        break;
      case 'Array':
        length = u.len;
        elem = u.elem;
        if (x.mode !== 'variable') mode = 'value';
        break;
      case 'Pointer': {
        const base = under(u.elem);
        if (base.kind === 'Array') {
          length = base.len;
          elem = base.elem;
        }
        break;
      }
      case 'Slice':
        elem = u.elem;
        break;
      case 'Map':
        key = u.key;
        elem = u.elem;
        break;
      default:
        break;
    }
    if (elem === null) return false;
    if (common === null) {
      common = { key, elem, length, mode };
      return true;
    }
    // Maps cannot be mixed with other types.
    if (key === null || common.key === null ? key !== common.key : !identical(key, common.key)) return false;
    if (!identical(elem, common.elem)) return false;
    if (length >= 0 && length < common.length) common.length = length;
    return true;
  });
  const result = common as CommonIndexable | null;
  if (!ok || result === null) return null;
  result.mode = mode;
  return result;
}

export function sliceExpr(c: Checker, x: Operand, e: ast.SliceExpr): void {
  expr(c, null, x, e.x);
  if (x.mode === 'invalid') {
    use(c, [e.low, e.high, e.max]);
    return;
  }
  if (c.spec !== null && mathSlice(c, x, e)) return;

  const u = isTypeParam(x.type as Type) ? commonSliceable(c, x) : under(x.type as Type);
  let valid = false;
  let length = -1;
  switch (u?.kind) {
    case undefined:
      x.mode = 'invalid';
      return;
    case 'Basic':
      if (isString(u as Type)) {
        if (e.slice3) {
          reportError(c, e.max ?? e, 'InvalidSliceExpr', `${invalidOp}3-index slice of string`);
          x.mode = 'invalid';
          return;
        }
        valid = true;
        if (x.mode === 'constant') length = stringLength(x.val as Value);
        if (isUntyped(x.type as Type)) x.type = Typ.string;
      }
      break;
    case 'Array':
      valid = true;
      length = u.len;
      if (x.mode !== 'variable') {
        reportError(c, at(x), 'NonSliceableOperand', `cannot slice unaddressable value ${operandString(c, x)}`);
        x.mode = 'invalid';
        return;
      }
      x.type = newSlice(u.elem);
      break;
    case 'Pointer': {
      const base = under(u.elem);
      if (base.kind === 'Array') {
        valid = true;
        length = base.len;
        x.type = newSlice(base.elem);
      }
      break;
    }
    case 'Slice':
      valid = true;
      break;
    default:
      break;
  }

  if (!valid) {
    reportError(c, at(x), 'NonSliceableOperand', `cannot slice ${operandString(c, x)}`);
    x.mode = 'invalid';
    return;
  }
  x.mode = 'value';

  if (e.slice3 && (e.high === null || e.max === null)) {
    const msg = '2nd and 3rd index required in 3-index slice';
    reportError(c, inNode(e, e.rbrack), 'InvalidSyntaxTree', msg);
    x.mode = 'invalid';
    return;
  }
  sliceIndices(c, e, length);
}

/** The underlying type that all types of x's type set share, where strings count as byte slices; null after an error. */
function commonSliceable(c: Checker, x: Operand): Type | null {
  let common: Type | null = null;
  let first: Type | null = null;
  let hasString = false;
  for (const [t, u] of typeset(x.type as Type)) {
    if (u === null) {
      const why = `no specific type in ${str(c, x.type as Type)}`;
      reportError(c, at(x), 'NonSliceableOperand', `cannot slice ${operandString(c, x)}: ${why}`);
      return null;
    }
    let sliceable = u;
    if (isString(u)) {
      sliceable = newSlice(universeByte);
      hasString = true;
    }
    if (common === null) {
      common = sliceable;
      first = t;
    } else if (!identical(common, sliceable)) {
      const why = `${str(c, first)} and ${str(c, t)} have different underlying types`;
      reportError(c, at(x), 'NonSliceableOperand', `cannot slice ${operandString(c, x)}: ${why}`);
      return null;
    }
  }
  return hasString ? Typ.string : common;
}

/** Checks the indices of `e`; `length` is negative where only the run will tell. */
function sliceIndices(c: Checker, e: ast.SliceExpr, length: number): void {
  const max = length >= 0 ? length + 1 : -1;
  const low = e.low === null ? 0 : index(c, newOperand(), e.low, max);
  const high = e.high === null ? length : index(c, newOperand(), e.high, max);
  const cap = e.max === null ? length : index(c, newOperand(), e.max, max);

  // Constant indices must not decrease; one error is enough.
  if (low > 0 && high >= 0 && high < low) swapped(c, e.high, e, high, low);
  else if (low > 0 && cap >= 0 && cap < low) swapped(c, e.max, e, cap, low);
  else if (high > 0 && cap >= 0 && cap < high) swapped(c, e.max, e, cap, high);
}

function swapped(c: Checker, where: ast.Expr | null, e: ast.Expr, y: number, x: number): void {
  reportError(c, where ?? e, 'SwappedSliceIndices', `invalid slice indices: ${y} < ${x}`);
}

function singleIndex(c: Checker, e: ast.IndexExpr): ast.Expr {
  if (e.indices.length > 1) {
    reportError(c, e.indices[1] as ast.Expr, 'InvalidIndex', `${invalidOp}more than one index`);
  }
  return e.indices[0] as ast.Expr;
}

/** What `index` gives back for an index that is valid but not constant, and for an invalid one. */
export const unknownIndex = -1;
export const invalidIndex = -2;

/**
 * Checks an index, which must be below `max` if that is not negative. The result is its constant value, or one of the
 * negative numbers above; x is left with the index's type.
 */
export function index(c: Checker, x: Operand, e: ast.Expr, max: number): number {
  expr(c, null, x, e);
  if (!isValidIndex(c, x, 'InvalidIndex', 'index', false)) return invalidIndex;
  if (x.mode !== 'constant') return unknownIndex;
  const val = x.val as Value;
  if (val.kind === 'unknown') return invalidIndex;
  const v = Number(int64Val(val)[0]);
  if (max >= 0 && v >= max) {
    reportError(c, at(x), 'InvalidIndex', `${invalidArg}index ${valueString(val)} out of bounds [0:${max}]`);
    return invalidIndex;
  }
  return v;
}

/** Whether x is an integer, and one that int can represent if it is a constant. */
export function isValidIndex(c: Checker, x: Operand, code: Code, what: string, allowNegative: boolean): boolean {
  if (x.mode === 'invalid') return false;
  convertUntyped(c, x, Typ.int);
  if ((x.mode as OperandMode) === 'invalid') return false;
  if (!allInteger(x.type as Type)) {
    reportError(c, at(x), code, `${invalidArg}${what} ${operandString(c, x)} must be integer`);
    return false;
  }
  if (x.mode === 'constant') {
    if (!allowNegative && sign(x.val as Value) < 0) {
      reportError(c, at(x), code, `${invalidArg}${what} ${operandString(c, x)} must not be negative`);
      return false;
    }
    if (!representableConst(x.val as Value, c, Typ.int, x)) {
      reportError(c, at(x), code, `${invalidArg}${what} ${operandString(c, x)} overflows int`);
      return false;
    }
  }
  return true;
}
