// Purity: expressions without effect on memory. Weakly pure ones may also speak about permissions.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { isBytesOrRunes, isString } from './predicates.ts';
import { builtinOf, calleeOf, isConversion, specifiedFunction } from './spec-ghost.ts';
import { calledPredicate } from './spec-predicates.ts';
import { factsOf, isPredicate, specOf } from './spec-state.ts';
import { predeclared } from './spec-words.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';

/** Whether evaluating a checked expression changes nothing and, if `strong`, it speaks about no permissions either. */
export function isPure(c: Checker, e: ast.Expr, strong: boolean): boolean {
  const go = (x: ast.Expr | null): boolean => x === null || isPure(c, x, strong);
  switch (e.kind) {
    case 'BadExpr':
    case 'BasicLit':
    case 'FuncLit':
    case 'UnfoldingExpr':
    case 'AssertingExpr':
    case 'LetExpr':
    case 'OldExpr':
    case 'ImplementsExpr':
    case 'TypeExpr':
    case 'BindExpr':
    case 'ArrayType':
    case 'StructType':
    case 'FuncType':
    case 'InterfaceType':
    case 'MapType':
    case 'ChanType':
    case 'CollectionType':
    case 'DictType':
    case 'PredType':
    case 'GhostType':
    case 'DomainType':
    case 'AdtType':
      return true;
    case 'Ident':
      return isPureName(c, e, strong);
    case 'ParenExpr':
    case 'StarExpr':
      return go(e.x);
    case 'TypeAssertExpr':
      return go(e.x);
    case 'SelectorExpr':
      return (isTypeName(c, e.x) || go(e.x)) && isPureName(c, e.sel, strong);
    case 'UnaryExpr':
      return e.op !== '<-' && go(e.x);
    case 'BinaryExpr':
      return go(e.x) && go(e.y);
    case 'SpecBinaryExpr':
      return e.op === '--*' ? !strong : go(e.x) && go(e.y);
    case 'AccessExpr':
      return !strong;
    case 'QuantExpr':
      return go(e.x);
    case 'CondExpr':
      return go(e.cond) && go(e.then) && go(e.else);
    case 'IndexExpr':
      return predeclared(c, e.x) === 'none' || (go(e.x) && e.indices.every(go));
    case 'SliceExpr':
      return go(e.x) && go(e.low) && go(e.high) && go(e.max);
    case 'KeyValueExpr':
      return go(e.value);
    case 'EllipsisExpr':
      return go(e.elt);
    case 'UpdateExpr':
      return go(e.x) && e.updates.every((u) => isPure(c, u.key, true) && isPure(c, u.value, true));
    case 'RangeLit':
      return go(e.low) && go(e.high);
    case 'MatchExpr':
      return go(e.x) && e.clauses.every((clause) => go(clause.x));
    case 'CompositeLit':
      return isPureLiteral(c, e, strong);
    case 'CallExpr':
      return isPureCall(c, e, strong);
    case 'RevealExpr':
      return isPureCall(c, e.call, strong);
    case 'CallAsExpr': {
      const func = specifiedFunction(c, e.spec);
      const pure = func !== null && factsOf(specOf(c).facts, func)?.pure === true;
      return pure && go(e.call.fun) && e.call.args.every(go);
    }
  }
}

function isTypeName(c: Checker, e: ast.Expr): boolean {
  if (e.kind === 'Ident' && c.info.uses.get(e)?.kind === 'PkgName') return true;
  return c.info.types.get(e)?.mode === 'typexpr';
}

function isPureName(c: Checker, e: ast.Ident, strong: boolean): boolean {
  const obj = c.info.uses.get(e);
  if (obj?.kind !== 'Func') return true;
  return !(strong && isPredicate(specOf(c).facts, obj));
}

function isPureLiteral(c: Checker, e: ast.CompositeLit, strong: boolean): boolean {
  const type = c.info.types.get(e)?.type;
  if (type === undefined) return true;
  const u = under(type);
  if (u.kind === 'Slice' || u.kind === 'Map') return false;
  if (u.kind === 'Math' && u.math === 'pred') return e.elts.every((elt) => isPure(c, elt, strong));
  return true;
}

function isPureCall(c: Checker, call: ast.CallExpr, strong: boolean): boolean {
  const go = (x: ast.Expr): boolean => isPure(c, x, strong);
  if (isConversion(c, call)) return !isEffectful(c, call) && call.args.every(go);
  if (calledPredicate(c, call) !== null) return !strong;
  const builtin = builtinOf(c, call);
  if (builtin !== null) return pureBuiltins.has(builtin) && call.args.every(go);
  const callee = calleeOf(c, call);
  return callee?.pure === true && go(unparen(call.fun)) && call.args.every(go);
}

const pureBuiltins: ReadonlySet<string> = new Set(['len', 'cap', 'min', 'max', 'real', 'imag', 'complex']);

/** A conversion from a string makes a new slice. */
function isEffectful(c: Checker, call: ast.CallExpr): boolean {
  const to = c.info.types.get(call.fun)?.type;
  const arg = call.args[0];
  const from = arg === undefined ? undefined : c.info.types.get(arg)?.type;
  return to !== undefined && from !== undefined && isString(from) && isBytesOrRunes(to);
}

/** Reports an expression that is not pure; those that could not be checked are left alone. */
export function needPure(c: Checker, e: ast.Expr): void {
  if (!isChecked(c, e) || isPure(c, e, true)) return;
  const why = isPure(c, e, false) ? 'speaks about permissions' : 'is not pure';
  reportError(c, e, 'SpecImpure', `${exprString(e)} ${why}: a pure expression without permissions is needed here`);
}

/** Reports an expression that may have an effect. */
export function needWeaklyPure(c: Checker, e: ast.Expr): void {
  if (!isChecked(c, e) || isPure(c, e, false)) return;
  reportError(c, e, 'SpecImpure', `${exprString(e)} is not pure: only pure functions can be called in specifications`);
}

/** Whether the checker gave an expression a type. */
export function isChecked(c: Checker, e: ast.Expr): boolean {
  const inner = unparen(e);
  if (inner.kind === 'Ident' && inner.name === '_') return false;
  return c.info.types.has(inner);
}
