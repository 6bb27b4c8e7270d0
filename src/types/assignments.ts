// Initialisation and assignment.

import type { Span } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { exprList } from './call.ts';
import { processDelayed } from './check.ts';
import type { Cause, Checker, Target } from './checker.ts';
import type { Code } from './codes.ts';
import { declare } from './decl.ts';
import { newError, noSpan, reportError, softError } from './errors.ts';
import { expr, multiExpr, newTarget, singleValue } from './expr.ts';
import { str } from './format.ts';
import { type Const, newVar, type Var } from './object.ts';
import { assignableTo, at, newOperand, type Operand, operandString } from './operand.ts';
import { defaultType, isNonTypeParamInterface, isNumeric, isUntyped, isValid } from './predicates.ts';
import { recordCommaOkTypes, recordDef, recordUse } from './recording.ts';
import { lookup } from './scope.ts';
import { declaredVars } from './spec-declare.ts';
import type { Basic, Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';
import { implicitTypeAndValue, updateExprType, updateExprVal } from './untyped.ts';
import { unusedVar, use, useLHS } from './use.ts';

/** Where an assignment takes place, in words, or the call whose argument is assigned: words are needed rarely. */
type AssignContext = string | ast.CallExpr;

function contextString(context: AssignContext): string {
  return typeof context === 'string' ? context : `argument to ${exprString(context.fun)}`;
}

/**
 * Checks that x can be assigned to a variable of type T, and gives an untyped x its type. T is null for the blank
 * identifier. After an error x is invalid.
 */
export function assignment(c: Checker, x: Operand, T: Type | null, context: AssignContext): void {
  singleValue(c, x);
  switch (x.mode) {
    case 'invalid':
      return;
    case 'constant':
    case 'variable':
    case 'mapindex':
    case 'value':
    case 'commaok':
    case 'commaerr':
      break;
    default: {
      const what = `cannot assign ${operandString(c, x)} to ${str(c, T)} in ${contextString(context)}`;
      reportError(c, at(x), 'IncompatibleAssign', what);
      x.mode = 'invalid';
      return;
    }
  }

  let type = x.type as Type;
  if (isUntyped(type)) {
    let target = T;
    if (target === null || isNonTypeParamInterface(target)) {
      if (T === null && type === Typ['untyped nil']) {
        reportError(c, at(x), 'UntypedNilUse', `use of untyped nil in ${contextString(context)}`);
        x.mode = 'invalid';
        return;
      }
      target = defaultType(type);
    }
    const [newType, val, code] = implicitTypeAndValue(c, x, target);
    if (code !== null) {
      untypedMismatch(c, x, target, context, code);
      return;
    }
    if (val !== null) {
      x.val = val;
      if (x.expr !== null) updateExprVal(c, x.expr, val);
    }
    if (newType !== null && newType !== type) {
      x.type = newType;
      type = newType;
      if (x.expr !== null) updateExprType(c, x.expr, newType, false);
    }
  }

  if (type.kind !== 'Basic') {
    const sig = under(type);
    if (sig.kind === 'Signature' && sig.typeParams !== null && sig.typeParams.length > 0) {
      const what = `cannot use generic function ${operandString(c, x)} without instantiation`;
      reportError(c, at(x), 'WrongTypeArgCount', `${what} in ${contextString(context)}`);
      x.mode = 'invalid';
      return;
    }
  }

  if (T === null || T === type) return;
  if (assignableTo(c, x, T, null)[0]) return;
  const cause: Cause = { text: '' };
  const code = assignableTo(c, x, T, cause)[1];
  const what = `cannot use ${operandString(c, x)} as ${str(c, T)} value in ${contextString(context)}`;
  reportError(c, at(x), code, cause.text === '' ? what : `${what}: ${cause.text}`);
  x.mode = 'invalid';
}

function untypedMismatch(c: Checker, x: Operand, target: Type, context: AssignContext, code: Code): void {
  const what = `cannot use ${operandString(c, x)} as ${str(c, target)} value in ${contextString(context)}`;
  switch (code) {
    case 'TruncatedFloat':
      reportError(c, at(x), code, `${what} (truncated)`);
      break;
    case 'NumericOverflow':
      reportError(c, at(x), code, `${what} (overflows)`);
      break;
    default:
      reportError(c, at(x), 'IncompatibleAssign', what);
  }
  x.mode = 'invalid';
}

export function initConst(c: Checker, lhs: Const, x: Operand): void {
  if (x.mode === 'invalid' || !isValid(x.type as Type) || (lhs.type !== null && !isValid(lhs.type))) {
    lhs.type ??= Typ.invalid;
    return;
  }
  if (x.mode !== 'constant') {
    reportError(c, at(x), 'InvalidConstInit', `${operandString(c, x)} is not constant`);
    lhs.type ??= Typ.invalid;
    return;
  }
  lhs.type ??= x.type;
  assignment(c, x, lhs.type as Type, 'constant declaration');
  if ((x.mode as Operand['mode']) !== 'invalid') lhs.val = x.val;
}

/** Checks `lhs = x` in a declaration; a variable without type takes that of x. After an error x is invalid. */
export function initVar(c: Checker, lhs: Var, x: Operand, context: AssignContext): void {
  if (x.mode === 'invalid' || !isValid(x.type as Type) || (lhs.type !== null && !isValid(lhs.type))) {
    lhs.type ??= Typ.invalid;
    x.mode = 'invalid';
    return;
  }
  if (lhs.type === null) {
    let type = x.type as Type;
    if (isUntyped(type)) {
      if (type === Typ['untyped nil']) {
        reportError(c, at(x), 'UntypedNilUse', `use of untyped nil in ${contextString(context)}`);
        lhs.type = Typ.invalid;
        x.mode = 'invalid';
        return;
      }
      type = defaultType(type);
    }
    lhs.type = type;
  }
  assignment(c, x, lhs.type, context);
}

/** The type of the left side of an assignment: null for the blank identifier, invalid after an error. */
function lhsVar(c: Checker, lhs: ast.Expr): Type | null {
  const inner = unparen(lhs);
  let v: Var | null = null;
  if (inner.kind === 'Ident') {
    if (inner.name === '_') {
      recordDef(c, inner, null);
      return null;
    }
    // To assign to a variable is not to use it.
    v = unusedVar(c, inner);
  }

  const x = newOperand();
  expr(c, null, x, lhs);
  if (v !== null) c.usedVars.delete(v);

  if (x.mode === 'invalid' || !isValid(x.type as Type)) return Typ.invalid;
  if (x.mode === 'variable' || x.mode === 'mapindex') return x.type;

  if (x.expr?.kind === 'SelectorExpr') {
    const op = newOperand();
    expr(c, null, op, x.expr.x);
    if (op.mode === 'mapindex') {
      const what = `cannot assign to struct field ${exprString(x.expr)} in map`;
      reportError(c, at(x), 'UnaddressableFieldAssign', what);
      return Typ.invalid;
    }
  }
  const what = `cannot assign to ${exprString(x.expr ?? lhs)} (neither addressable nor a map index expression)`;
  reportError(c, at(x), 'UnassignableOperand', what);
  return Typ.invalid;
}

/** Checks `lhs = rhs`, or `lhs = x` if x, the value of rhs, is not null. After an error x is invalid. */
export function assignVar(
  c: Checker,
  lhs: ast.Expr,
  rhs: ast.Expr | null,
  value: Operand | null,
  context: string,
): void {
  const T = lhsVar(c, lhs);
  if (T !== null && !isValid(T)) {
    if (value !== null) value.mode = 'invalid';
    else use(c, [rhs]);
    return;
  }
  let x = value;
  if (x === null) {
    let target: Target | null = null;
    if (T !== null) {
      const sig = under(T);
      if (sig.kind === 'Signature') target = { sig, desc: exprString(lhs) };
    }
    x = newOperand();
    expr(c, target, x, rhs as ast.Expr);
  }
  assignment(c, x, T, T === null && context === 'assignment' ? 'assignment to _ identifier' : context);
}

export function operandTypes(list: readonly Operand[]): (Type | null)[] {
  return list.map((x) => x.type);
}

export function varTypes(list: readonly Var[]): (Type | null)[] {
  return list.map((v) => v.type);
}

/**
 * `(t1, t2, ...)`, with untyped numbers as "number". The last type is `...E` for a variadic parameter, or is followed
 * by `...` with hasDots.
 */
export function typesSummary(c: Checker, list: readonly (Type | null)[], variadic: boolean, hasDots: boolean): string {
  const parts: string[] = [];
  for (let i = 0; i < list.length; i++) {
    const t = list[i] as Type | null;
    let s: string;
    if (t === null || !isValid(t)) s = 'unknown type';
    else if (isUntyped(t)) s = isNumeric(t) ? 'number' : (t as Basic).name.replace('untyped ', '');
    else s = str(c, t);
    if (i === list.length - 1) {
      if (variadic) s = `...${t !== null && t.kind === 'Slice' ? str(c, t.elem) : s}`;
      else if (hasDots) s += '...';
    }
    parts.push(s);
  }
  return `(${parts.join(', ')})`;
}

function measure(n: number, unit: string): string {
  return n === 1 ? `${n} ${unit}` : `${n} ${unit}s`;
}

function assignError(c: Checker, rhs: readonly ast.Expr[], l: number, r: number): void {
  const vars = measure(l, 'variable');
  const vals = measure(r, 'value');
  const first = rhs[0] as ast.Expr;
  const call = unparen(first);
  const what =
    rhs.length === 1 && call.kind === 'CallExpr'
      ? `${vars} but ${exprString(call.fun)} returns ${vals}`
      : `${vars} but ${vals}`;
  reportError(c, first, 'WrongAssignCount', `assignment mismatch: ${what}`);
}

function returnError(c: Checker, where: Span, lhs: readonly Var[], rhs: readonly Operand[]): void {
  const l = lhs.length;
  const r = rhs.length;
  let place = where;
  if (r > l) place = at(rhs[l] as Operand);
  else if (r > 0) place = at(rhs[r - 1] as Operand);
  const err = newError(c, 'WrongResultCount');
  err.add(place, `${r > l ? 'too many' : 'not enough'} return values`);
  err.add(noSpan, `have ${typesSummary(c, operandTypes(rhs), false, false)}`);
  err.add(noSpan, `want ${typesSummary(c, varTypes(lhs), false, false)}`);
  err.report();
}

function isSingleCall(rhs: readonly ast.Expr[]): boolean {
  return rhs.length === 1 && unparen(rhs[0] as ast.Expr).kind === 'CallExpr';
}

/** Gives variables that have no type an invalid one, so that their uses are silent. */
function invalidate(vars: readonly Var[]): void {
  for (const v of vars) v.type ??= Typ.invalid;
}

/** Checks the initialisation of `lhs`, or the assignment to result parameters by `returnStmt` if that is not null. */
export function initVars(c: Checker, lhs: readonly Var[], rhs: readonly ast.Expr[], returnStmt: ast.Stmt | null): void {
  const context = returnStmt === null ? 'assignment' : 'return statement';
  const l = lhs.length;

  // One value for each variable. A single call is treated below, where its number of results can be reported.
  if (l === rhs.length && !isSingleCall(rhs)) {
    const x = newOperand();
    for (let i = 0; i < l; i++) {
      const v = lhs[i] as Var;
      let target: Target | null = null;
      if (v.type !== null) {
        target = newTarget(v.type, returnStmt !== null && v.name === '' ? 'result variable' : v.name);
      }
      x.expr = null;
      expr(c, target, x, rhs[i] as ast.Expr);
      initVar(c, v, x, context);
    }
    return;
  }

  if (rhs.length !== 1) {
    // The number is an error of its own only if the values are fine.
    if (use(c, rhs)) {
      if (returnStmt !== null) returnError(c, returnStmt, lhs, exprList(c, rhs));
      else assignError(c, rhs, l, rhs.length);
    }
    invalidate(lhs);
    return;
  }

  const { list, commaOk } = multiExpr(c, rhs[0] as ast.Expr, l === 2 && returnStmt === null);
  const first = list[0] as Operand;
  if (l === list.length) {
    for (let i = 0; i < l; i++) initVar(c, lhs[i] as Var, list[i] as Operand, context);
    if (commaOk && first.mode !== 'invalid' && (list[1] as Operand).mode !== 'invalid') {
      recordCommaOkTypes(c, rhs[0] as ast.Expr, list);
    }
    return;
  }
  if (list.length === 0 || first.mode !== 'invalid') {
    if (returnStmt !== null) returnError(c, returnStmt, lhs, list);
    else assignError(c, rhs, l, list.length);
  }
  invalidate(lhs);
}

/** Checks `lhs = rhs` for lists of expressions. */
export function assignVars(c: Checker, lhs: readonly ast.Expr[], rhs: readonly ast.Expr[]): void {
  const l = lhs.length;
  if (l === rhs.length && !isSingleCall(rhs)) {
    for (let i = 0; i < l; i++) assignVar(c, lhs[i] as ast.Expr, rhs[i] as ast.Expr, null, 'assignment');
    return;
  }

  if (rhs.length !== 1) {
    const okLHS = useLHS(c, lhs);
    const okRHS = use(c, rhs);
    if (okLHS && okRHS) assignError(c, rhs, l, rhs.length);
    return;
  }

  const { list, commaOk } = multiExpr(c, rhs[0] as ast.Expr, l === 2);
  const first = list[0] as Operand;
  if (l === list.length) {
    for (let i = 0; i < l; i++) assignVar(c, lhs[i] as ast.Expr, null, list[i] as Operand, 'assignment');
    if (commaOk && first.mode !== 'invalid' && (list[1] as Operand).mode !== 'invalid') {
      recordCommaOkTypes(c, rhs[0] as ast.Expr, list);
    }
    return;
  }
  if (list.length === 0 || first.mode !== 'invalid') assignError(c, rhs, l, list.length);
  useLHS(c, lhs);
}

/** `lhs := rhs` */
export function shortVarDecl(
  c: Checker,
  where: Span,
  lhs: readonly ast.Expr[],
  rhs: readonly ast.Expr[],
  shared: readonly ast.Ident[],
): void {
  const top = c.delayed.length;
  const scope = c.env.scope;

  const vars: Var[] = [];
  const newVars: Var[] = [];
  let hasErr = false;
  for (let i = 0; i < lhs.length; i++) {
    const e = lhs[i] as ast.Expr;
    const v = shortVar(c, lhs, i, newVars);
    if (v === null) hasErr = true;
    // A stand-in, so that the value is checked.
    vars.push(v ?? newVar('local', e.pos, c.pkg, '_', null));
  }

  initVars(c, vars, rhs, null);

  // Function literals on the right must not see the new variables.
  processDelayed(c, top);

  if (newVars.length === 0 && !hasErr) {
    softError(c, where, 'NoNewVar', 'no new variables on left side of :=');
    return;
  }
  const scopePos = (rhs[rhs.length - 1] as ast.Expr).end;
  for (const v of newVars) declare(c, scope, null, v, scopePos);
  if (c.spec !== null) {
    const declared = vars.map((v) => (newVars.includes(v) ? v : null));
    declaredVars(c, declared, rhs, shared);
  }
}

/** The variable that the i-th expression left of `:=` names; a new one is added to newVars. Null after an error. */
function shortVar(c: Checker, lhs: readonly ast.Expr[], i: number, newVars: Var[]): Var | null {
  const e = lhs[i] as ast.Expr;
  if (e.kind !== 'Ident') {
    useLHS(c, [e]);
    reportError(c, e, 'BadDecl', `non-name ${exprString(e)} on left side of :=`);
    return null;
  }
  const name = e.name;
  if (name !== '_') {
    for (let j = 0; j < i; j++) {
      const other = lhs[j] as ast.Expr;
      if (other.kind === 'Ident' && other.name === name) {
        reportError(c, e, 'RepeatedDecl', `${name} repeated on left side of :=`);
        return null;
      }
    }
  }
  // Only this very scope counts: a variable of an outer one is hidden by the new one.
  const alt = lookup(c.env.scope, name);
  if (alt !== null) {
    recordUse(c, e, alt);
    if (alt.kind === 'Var') return alt;
    reportError(c, e, 'UnassignableOperand', `cannot assign to ${name}`);
    return null;
  }
  const v = newVar('local', e.pos, c.pkg, name, null);
  if (name !== '_') newVars.push(v);
  recordDef(c, e, v);
  return v;
}
