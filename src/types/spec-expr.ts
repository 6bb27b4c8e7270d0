// Expressions of the specification language: dispatch over their kinds, and those that only look at another state or case.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import { matchTypes } from './binary.ts';
import { callExpr } from './call.ts';
import { closeScope, openScope } from './check.ts';
import type { Checker } from './checker.ts';
import { declare } from './decl.ts';
import { reportError } from './errors.ts';
import { type ExprKind, expr, rawExpr } from './expr.ts';
import { str } from './format.ts';
import { newVar } from './object.ts';
import { assignableTo, at, isNil, newOperand, type Operand, operandString } from './operand.ts';
import { allBoolean, defaultType, identical, isInteger, isUntyped, isValid } from './predicates.ts';
import { recordTypeAndValue } from './recording.ts';
import { callAs, implementsExpr } from './spec-closures.ts';
import { rangeLit, specBinary, updateExpr } from './spec-collections.ts';
import { matchExpr } from './spec-matching.ts';
import { foldable, isInstanceOfValue, isPredicateCall } from './spec-predicates.ts';
import { inGhost } from './spec-state.ts';
import { isAssertion, isPerm, specType } from './spec-types.ts';
import type { MathType, Type } from './type.ts';
import { typ, varType } from './typexpr.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { SpecTyp, Typ } from './universe.ts';
import { updateExprType } from './untyped.ts';
import { use } from './use.ts';

/** Checks an expression that Go does not have; the result is in x. */
export function specExpr(c: Checker, x: Operand, e: ast.SpecExpr): ExprKind {
  switch (e.kind) {
    case 'OldExpr':
      inGhost(c, () => value(c, x, e.x));
      break;
    case 'AccessExpr':
      inGhost(c, () => access(c, x, e));
      break;
    case 'QuantExpr':
      inGhost(c, () => quantifier(c, x, e));
      break;
    case 'LetExpr':
      inGhost(c, () => letExpr(c, x, e));
      break;
    case 'UnfoldingExpr':
      inGhost(c, () => foldable(c, e.pred));
      if (isInstanceOfValue(c, e.pred)) {
        reportError(c, e.pred, 'SpecFold', 'the instance of a predicate value cannot be unfolded in an expression');
      }
      value(c, x, e.x);
      break;
    case 'AssertingExpr':
      inGhost(c, () => assertion(c, e.assertion));
      value(c, x, e.x);
      break;
    case 'CondExpr':
      inGhost(c, () => conditional(c, x, e));
      break;
    case 'SpecBinaryExpr':
      inGhost(c, () => specBinary(c, x, e));
      break;
    case 'ImplementsExpr':
      inGhost(c, () => implementsExpr(c, x, e));
      break;
    case 'CallAsExpr':
      callAs(c, x, e);
      x.expr = e;
      return 'statement';
    case 'RevealExpr': {
      const kind = callExpr(c, x, e.call);
      x.expr = e;
      return kind;
    }
    case 'UpdateExpr':
      inGhost(c, () => updateExpr(c, x, e));
      break;
    case 'RangeLit':
      inGhost(c, () => rangeLit(c, x, e));
      break;
    case 'TypeExpr':
      inGhost(c, () => typ(c, e.type));
      x.mode = 'value';
      x.type = SpecTyp.type;
      break;
    case 'MatchExpr':
      inGhost(c, () => matchExpr(c, x, e));
      break;
    case 'BindExpr':
      reportError(c, e, 'SpecBindPlace', `${exprString(e)} can only stand in a pattern`);
      x.mode = 'invalid';
      break;
    case 'CollectionType':
    case 'DictType':
    case 'PredType':
    case 'GhostType':
    case 'DomainType':
    case 'AdtType': {
      const type = specType(c, e, null) ?? Typ.invalid;
      x.mode = isValid(type) ? 'typexpr' : 'invalid';
      x.type = type;
      break;
    }
  }
  x.expr = e;
  return x.mode === 'invalid' ? 'statement' : 'expression';
}

/** A single value that has its final type, so that it is no constant. */
export function value(c: Checker, x: Operand, e: ast.Expr): void {
  expr(c, null, x, e);
  settle(c, x);
}

/** Gives an untyped operand its default type. The constant it may be stays a fact about the expression alone. */
export function settle(c: Checker, x: Operand): void {
  if (x.mode === 'invalid') return;
  if (isUntyped(x.type as Type) && !isNil(x)) {
    const type = untypedInteger(x) ? SpecTyp.integer : defaultType(x.type as Type);
    if (x.expr !== null) updateExprType(c, x.expr, type, true);
    x.type = type;
  }
  x.mode = 'value';
}

function untypedInteger(x: Operand): boolean {
  return x.type === Typ['untyped int'] || x.type === Typ['untyped rune'];
}

/** Checks an expression that states something: a bool, or an assertion about permissions too. */
export function assertion(c: Checker, e: ast.Expr): boolean {
  const x = newOperand();
  expr(c, null, x, e);
  return isStatement(c, x);
}

/** Whether x states something; reports it if not. */
export function isStatement(c: Checker, x: Operand): boolean {
  if (x.mode === 'invalid') return false;
  const t = x.type as Type;
  if (allBoolean(t) || isAssertion(t)) return true;
  reportError(c, at(x), 'SpecNotAssertion', `${operandString(c, x)} is not an assertion`);
  return false;
}

/** Checks an expression that is a plain bool. */
export function condition(c: Checker, e: ast.Expr): boolean {
  const x = newOperand();
  expr(c, null, x, e);
  if (x.mode === 'invalid') return false;
  if (allBoolean(x.type as Type)) return true;
  reportError(c, at(x), 'SpecNotBool', `${operandString(c, x)} is not a bool`);
  return false;
}

/** `acc(e, p)` */
function access(c: Checker, x: Operand, e: ast.AccessExpr): void {
  let ok = true;
  if (e.perm !== null) ok = permission(c, e.perm);
  const what = newOperand();
  expr(c, null, what, e.x);
  if (what.mode === 'invalid') ok = false;
  else if (!isPredicateCall(c, e.x) && !isAccessible(what)) {
    const message = `cannot have permission to ${operandString(c, what)}: it is neither a pointer, slice or map nor a predicate`;
    reportError(c, e, 'SpecAccess', message);
    ok = false;
  }
  x.mode = ok ? 'value' : 'invalid';
  x.type = SpecTyp.assertion;
}

function isAccessible(x: Operand): boolean {
  if (isNil(x)) return true;
  const u = under(x.type as Type);
  switch (u.kind) {
    case 'Pointer':
    case 'Map':
      return true;
    case 'Slice':
      return !u.ghost;
    default:
      return false;
  }
}

/** Checks an amount of permission, of which `_` is some unknown one. */
export function permission(c: Checker, e: ast.Expr): boolean {
  if (e.kind === 'Ident' && e.name === '_') return true;
  const inner = unparen(e);
  if (inner.kind === 'BinaryExpr' && inner.op === '/') return fraction(c, inner);
  const x = newOperand();
  expr(c, null, x, e);
  if (x.mode === 'invalid') return false;
  if (isPerm(x.type as Type)) return true;
  if (isInteger(x.type as Type)) {
    if (isUntyped(x.type as Type)) settle(c, x);
    assignment(c, x, SpecTyp.perm, 'permission amount');
    return (x.mode as Operand['mode']) !== 'invalid';
  }
  reportError(c, at(x), 'SpecPermission', `${operandString(c, x)} is not an amount of permission`);
  return false;
}

/** A fraction: dividing by zero is for the proof to find, as it is for variables. */
function fraction(c: Checker, e: ast.BinaryExpr): boolean {
  const ok = [permission(c, e.x), permission(c, e.y)].every((part) => part);
  if (!ok) return false;
  recordTypeAndValue(c, e, 'value', SpecTyp.perm, null);
  const [x, y] = [e.x, e.y].map((part) => c.info.types.get(part)?.type ?? SpecTyp.perm);
  if (mergeTypes(c, x as Type, y as Type) !== null) return true;
  reportError(c, e, 'MismatchedTypes', `mismatched types ${str(c, x as Type)} and ${str(c, y as Type)} in a fraction`);
  return false;
}

/** `forall x T :: { triggers } e`, and `exists` */
function quantifier(c: Checker, x: Operand, e: ast.QuantExpr): void {
  openScope(c, e, e.word);
  for (const field of e.vars.list) {
    const type = field.type === null ? Typ.invalid : varType(c, field.type);
    for (const name of field.names) {
      const v = newVar('local', name.pos, c.pkg, name.name, type);
      c.usedVars.add(v);
      declare(c, c.env.scope, name, v, e.x.pos);
    }
  }
  for (const trigger of e.triggers) for (const term of trigger.exprs) rawExpr(c, null, newOperand(), term, null, false);
  expr(c, null, x, e.x);
  closeScope(c);
  const ok = isStatement(c, x);
  if (ok && e.word === 'exists' && isAssertion(x.type as Type)) {
    reportError(c, e, 'SpecNotBool', 'the body of exists must be a bool, without permissions');
    x.mode = 'invalid';
    return;
  }
  if (!ok) x.mode = 'invalid';
  else if (isAssertion(x.type as Type)) x.mode = 'value';
  else toBool(c, x);
}

/** Makes a bool of x, which may be untyped. */
export function toBool(c: Checker, x: Operand): void {
  if (x.expr !== null && isUntyped(x.type as Type)) updateExprType(c, x.expr, Typ.bool, true);
  x.mode = 'value';
  x.type = Typ.bool;
}

/** `let x := e in e2` */
function letExpr(c: Checker, x: Operand, e: ast.LetExpr): void {
  const n = e.names.length;
  const types: (Type | null)[] = [];
  const first = e.values[0] as ast.Expr;
  if (n === 2 && e.values.length === 1) {
    const y = newOperand();
    rawExpr(c, null, y, first, null, false);
    if (y.mode !== 'invalid') {
      if (y.mode === 'mapindex') types.push(y.type, Typ.bool);
      else letMismatch(c, e);
    }
  } else if (n !== e.values.length) {
    use(c, e.values);
    letMismatch(c, e);
  } else {
    for (const v of e.values) {
      const y = newOperand();
      value(c, y, v);
      types.push(
        y.mode === 'invalid' ? Typ.invalid : y.type === SpecTyp.integer && isConstant(c, v) ? Typ.int : y.type,
      );
    }
  }
  openScope(c, e, 'let');
  e.names.forEach((name, i) => {
    const v = newVar('local', name.pos, c.pkg, name.name, types[i] ?? Typ.invalid);
    c.usedVars.add(v);
    declare(c, c.env.scope, name, v, e.x.pos);
  });
  expr(c, null, x, e.x);
  closeScope(c);
  if (x.mode !== 'invalid' && isAssertion(x.type as Type)) x.mode = 'value';
  else settle(c, x);
}

function isConstant(c: Checker, e: ast.Expr): boolean {
  return c.info.types.get(e)?.value !== null;
}

function letMismatch(c: Checker, e: ast.LetExpr): void {
  const message = 'let binds each name to one expression, or two names to a lookup: let v, ok := m[k] in ...';
  reportError(c, e, 'SpecLet', message);
}

/** `a ? b : c` */
function conditional(c: Checker, x: Operand, e: ast.CondExpr): void {
  const ok = condition(c, e.cond);
  expr(c, null, x, e.then);
  const y = newOperand();
  expr(c, null, y, e.else);
  const type = merge(c, x, y);
  if (type === null) {
    if (x.mode !== 'invalid' && y.mode !== 'invalid') {
      const types = `${str(c, x.type)} and ${str(c, y.type)}`;
      reportError(c, e, 'SpecMergeTypes', `the branches of a conditional have the types ${types}`);
    }
    x.mode = 'invalid';
    return;
  }
  x.mode = ok ? 'value' : 'invalid';
  x.type = type;
}

/** The type that both operands can have; null if there is none. Untyped operands get it. */
export function merge(c: Checker, x: Operand, y: Operand): Type | null {
  if (x.mode === 'invalid' || y.mode === 'invalid') return null;
  if (isUntyped(x.type as Type) && isUntyped(y.type as Type)) {
    if (isNil(x) || isNil(y)) return isNil(x) && isNil(y) ? (x.type as Type) : null;
    settle(c, x);
    settle(c, y);
  } else if (isUntyped(x.type as Type) !== isUntyped(y.type as Type)) {
    const typed = isUntyped(x.type as Type) ? y : x;
    if (isAssertion(typed.type as Type)) toBoolIfBoolean(c, typed === x ? y : x);
    else if (isPerm(typed.type as Type)) settle(c, typed === x ? y : x);
    else matchTypes(c, x, y);
    if ((x.mode as Operand['mode']) === 'invalid' || (y.mode as Operand['mode']) === 'invalid') return null;
  }
  return mergeTypes(c, x.type as Type, y.type as Type);
}

function toBoolIfBoolean(c: Checker, x: Operand): void {
  if (allBoolean(x.type as Type)) toBool(c, x);
}

/** The one of two types that values of both can have. */
export function mergeTypes(c: Checker, a: Type, b: Type): Type | null {
  if (identical(a, b)) return a;
  const ua = under(a);
  const ub = under(b);
  if (identical(ua, b)) return a;
  if (identical(a, ub)) return b;
  if (ua.kind === 'Math' && ub.kind === 'Math' && ua.math === ub.math && isElementwise(ua)) {
    const elem = mergeTypes(c, ua.args[0] as Type, ub.args[0] as Type);
    return elem === null ? null : identical(elem, ua.args[0] as Type) ? a : b;
  }
  const x: Operand = { mode: 'value', expr: null, type: a, val: null, builtin: null };
  if (isNumberOrAssertion(a) && isNumberOrAssertion(b)) {
    if (a === SpecTyp.integer) return assignableTo(c, x, b, null)[0] ? b : null;
    if (b === SpecTyp.integer) return isInteger(a) || isPerm(a) ? a : null;
    if (assignableTo(c, x, b, null)[0]) return b;
    return assignableTo(c, { ...x, type: b }, a, null)[0] ? a : null;
  }
  return null;
}

function isElementwise(t: MathType): boolean {
  return t.math === 'seq' || t.math === 'set' || t.math === 'mset';
}

function isNumberOrAssertion(t: Type): boolean {
  return isInteger(t) || isPerm(t) || isAssertion(t) || under(t) === Typ.bool;
}
