// Which expressions are ghost: they exist for specifications only, and are gone once ghost code is erased.
//
// An expression is ghost if the language has it for specifications, if its type is, or if a part of it is. A call is ghost if its
// function is, or if a pure function gets a ghost argument: it can then be erased as a whole. What is said here about an
// expression holds once it has been checked; c.env.ghost says whether it stands in ghost code.

import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import type { Func, Var } from './object.ts';
import { calledPredicate } from './spec-predicates.ts';
import { factsOf, isGhostObject, specOf } from './spec-state.ts';
import { isGhostType } from './spec-types.ts';
import { wordFunction } from './spec-universe.ts';
import type { Signature, Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';

/** Whether erasing ghost code erases the expression. */
export function isGhostExpr(c: Checker, e: ast.Expr): boolean {
  const { memo } = specOf(c);
  const known = memo?.get(e);
  if (known !== undefined) return known;
  const ghost = classify(c, e);
  memo?.set(e, ghost);
  return ghost;
}

/** For each value of the expression, whether it is ghost. */
export function ghostResults(c: Checker, e: ast.Expr): readonly boolean[] {
  const inner = unparen(e);
  const call = callOf(inner);
  if (call === null || isConversion(c, call) || isTypeGhost(c, e)) return [isGhostExpr(c, e)];
  if (calledPredicate(c, call) !== null) return [true];
  const callee = calleeOf(c, call);
  if (callee === null) {
    const sig = c.info.types.get(call.fun)?.type;
    const ghost = isGhostExpr(c, e);
    if (inner.kind === 'CallAsExpr') return closureResults(c, inner, ghost);
    const results =
      sig !== undefined && under(sig).kind === 'Signature' ? (under(sig) as Signature).results.vars : null;
    return results === null ? [ghost] : results.map((v) => ghost || isGhostObject(specOf(c).facts, v));
  }
  const sig = callee.func.type;
  if (sig?.kind !== 'Signature' || isWord(c, callee.func)) return [isGhostExpr(c, e)];
  const all = callee.ghost || isImplicitlyGhost(c, callee, call);
  return sig.results.vars.map((v) => all || isGhostObject(specOf(c).facts, v));
}

/** A function of the language whose type depends on its arguments: its signature says nothing about results. */
function isWord(c: Checker, func: Func): boolean {
  return func.parent === specOf(c).facts.outer && wordFunction(func.name) !== null;
}

/** A result is ghost if the function that the specification names says so, or if the closure is. */
function closureResults(c: Checker, e: ast.CallAsExpr, ghost: boolean): readonly boolean[] {
  const func = specifiedFunction(c, e.spec);
  const sig = func?.type;
  if (sig?.kind !== 'Signature') return [true];
  return sig.results.vars.map((v) => ghost || specOf(c).facts.ghostParams.has(v));
}

/** The function that a checked specification of a closure names. */
export function specifiedFunction(c: Checker, spec: ast.ClosureSpec): Func | null {
  const name = unparen(spec.name);
  const ident = name.kind === 'SelectorExpr' ? name.sel : name;
  const obj = ident.kind === 'Ident' ? c.info.uses.get(ident) : undefined;
  return obj?.kind === 'Func' ? obj : null;
}

/** The call in an expression that is one, also with `as` or `reveal`. */
export function callOf(e: ast.Expr): ast.CallExpr | null {
  const inner = unparen(e);
  if (inner.kind === 'CallExpr') return inner;
  if (inner.kind === 'CallAsExpr' || inner.kind === 'RevealExpr') return inner.call;
  return null;
}

export function isConversion(c: Checker, call: ast.CallExpr): boolean {
  return c.info.types.get(call.fun)?.mode === 'typexpr';
}

function isTypeGhost(c: Checker, e: ast.Expr): boolean {
  const type = c.info.types.get(e)?.type;
  return type !== undefined && type.kind !== 'Tuple' && isGhostType(type);
}

function classify(c: Checker, e: ast.Expr): boolean {
  switch (e.kind) {
    case 'OldExpr':
    case 'AccessExpr':
    case 'QuantExpr':
    case 'LetExpr':
    case 'CondExpr':
    case 'SpecBinaryExpr':
    case 'ImplementsExpr':
    case 'UpdateExpr':
    case 'RangeLit':
    case 'TypeExpr':
    case 'MatchExpr':
    case 'BindExpr':
      return true;
    case 'FuncLit':
      return false;
    case 'ParenExpr':
      return isGhostExpr(c, e.x);
    case 'UnfoldingExpr':
    case 'AssertingExpr':
      return isGhostExpr(c, e.x);
    default:
      break;
  }
  if (isTypeGhost(c, e)) return true;
  switch (e.kind) {
    case 'Ident': {
      const obj = c.info.uses.get(e) ?? c.info.defs.get(e);
      return obj !== undefined && obj !== null && isGhostObject(specOf(c).facts, obj);
    }
    case 'SelectorExpr':
      return isGhostExpr(c, e.sel) || isGhostExpr(c, e.x) || throughGhostField(c, e);
    case 'CompositeLit':
      return c.env.ghost || (e.type !== null && isGhostExpr(c, e.type)) || e.elts.some((elt) => isGhostElement(c, elt));
    case 'CallExpr':
      return isGhostCall(c, e);
    case 'CallAsExpr':
      return isGhostExpr(c, e.call.fun);
    case 'RevealExpr':
      return isGhostCall(c, e.call);
    default:
      return hasGhostPart(c, e);
  }
}

function isGhostElement(c: Checker, elt: ast.Expr): boolean {
  if (elt.kind !== 'KeyValueExpr') return isGhostExpr(c, elt);
  return isGhostExpr(c, elt.value) || isGhostExpr(c, elt.key);
}

/** Whether an embedded field on the way to the selected one is ghost. */
export function throughGhostField(c: Checker, e: ast.SelectorExpr): boolean {
  const selection = c.info.selections.get(e);
  if (selection === undefined || selection.index.length < 2) return false;
  const { facts } = specOf(c);
  let type: Type = selection.recv;
  for (const i of selection.index.slice(0, -1)) {
    let u = under(type);
    if (u.kind === 'Pointer') u = under(u.elem);
    if (u.kind !== 'Struct') return false;
    const field: Var | undefined = u.fields[i];
    if (field === undefined) return false;
    if (facts.ghost.has(field)) return true;
    type = field.type as Type;
  }
  return false;
}

/** Whether a direct part of an expression is ghost. Statements inside are not looked at. */
export function hasGhostPart(c: Checker, e: ast.Node): boolean {
  let found = false;
  walk(e, (n) => {
    if (found) return false;
    if (n === e) return true;
    if (isExpression(n)) {
      found = isGhostExpr(c, n);
      return false;
    }
    return n.kind !== 'BlockStmt';
  });
  return found;
}

const expressionKinds: ReadonlySet<string> = new Set<ast.Expr['kind']>([
  'AccessExpr',
  'AdtType',
  'ArrayType',
  'AssertingExpr',
  'BadExpr',
  'BasicLit',
  'BinaryExpr',
  'BindExpr',
  'CallAsExpr',
  'CallExpr',
  'ChanType',
  'CollectionType',
  'CompositeLit',
  'CondExpr',
  'DictType',
  'DomainType',
  'EllipsisExpr',
  'FuncLit',
  'FuncType',
  'GhostType',
  'Ident',
  'ImplementsExpr',
  'IndexExpr',
  'InterfaceType',
  'KeyValueExpr',
  'LetExpr',
  'MapType',
  'MatchExpr',
  'OldExpr',
  'ParenExpr',
  'PredType',
  'QuantExpr',
  'RangeLit',
  'RevealExpr',
  'SelectorExpr',
  'SliceExpr',
  'SpecBinaryExpr',
  'StarExpr',
  'StructType',
  'TypeAssertExpr',
  'TypeExpr',
  'UnaryExpr',
  'UnfoldingExpr',
  'UpdateExpr',
]);

export function isExpression(n: ast.Node): n is ast.Expr {
  return expressionKinds.has(n.kind);
}

// ---------------------------------------------------------------------------------------------------------------
// Calls

/** A function or method that is called by its name. */
export interface NamedCallee {
  readonly func: Func;
  readonly ghost: boolean;
  readonly pure: boolean;
  /** A method expression: the receiver is the first argument. */
  readonly receiverFirst: boolean;
}

/** The function that a call calls by name; null for function values, built-ins and conversions. */
export function calleeOf(c: Checker, call: ast.CallExpr): NamedCallee | null {
  let fun = unparen(call.fun);
  if (fun.kind === 'IndexExpr') fun = unparen(fun.x);
  const name = fun.kind === 'SelectorExpr' ? fun.sel : fun;
  const func = name.kind === 'Ident' ? c.info.uses.get(name) : undefined;
  if (func?.kind !== 'Func') return null;
  const facts = factsOf(specOf(c).facts, func);
  const receiverFirst = fun.kind === 'SelectorExpr' && c.info.selections.get(fun)?.kind === 'methodExpr';
  return { func, ghost: facts?.ghost ?? false, pure: facts?.pure ?? false, receiverFirst };
}

function isGhostCall(c: Checker, call: ast.CallExpr): boolean {
  if (isConversion(c, call)) return call.args.some((arg) => isGhostExpr(c, arg));
  if (calledPredicate(c, call) !== null) return true;
  const callee = calleeOf(c, call);
  if (callee !== null) return callee.ghost || isImplicitlyGhost(c, callee, call);
  const builtin = builtinOf(c, call);
  if (builtin !== null)
    return builtin === 'len' || builtin === 'cap' ? call.args.some((arg) => isGhostExpr(c, arg)) : false;
  return isGhostExpr(c, call.fun);
}

/** The built-in function that a call calls; null for any other. */
export function builtinOf(c: Checker, call: ast.CallExpr): string | null {
  const fun = unparen(call.fun);
  const obj = fun.kind === 'Ident' ? c.info.uses.get(fun) : undefined;
  return obj?.kind === 'Builtin' ? obj.builtin : null;
}

/** Parameters that take ghost values, as they are declared. The last one counts for all arguments after it. */
export function ghostParams(c: Checker, callee: NamedCallee): readonly boolean[] {
  const sig = callee.func.type;
  const vars = sig?.kind === 'Signature' ? sig.params.vars : [];
  // A parameter of a ghost type should be ghost, which was reported at its declaration.
  const ghost = vars.map(
    (v) => callee.ghost || isGhostObject(specOf(c).facts, v) || (v.type !== null && isGhostType(v.type)),
  );
  return callee.receiverFirst ? [callee.ghost, ...ghost] : ghost;
}

/** Positions of arguments that are ghost although the parameters are not. */
export function misplacedGhostArgs(c: Checker, callee: NamedCallee, call: ast.CallExpr): readonly number[] {
  const params = ghostParams(c, callee);
  const only = call.args.length === 1 && params.length > 1 ? ghostResults(c, call.args[0] as ast.Expr) : null;
  const values = only ?? call.args.map((arg) => ghostResults(c, arg).includes(true));
  const found: number[] = [];
  values.forEach((ghost, i) => {
    if (ghost && params[Math.min(i, params.length - 1)] !== true) found.push(i);
  });
  return found;
}

/** Whether a pure function gets ghost arguments where it does not declare them: the whole call is ghost then. */
function isImplicitlyGhost(c: Checker, callee: NamedCallee, call: ast.CallExpr): boolean {
  return callee.pure && misplacedGhostArgs(c, callee, call).length > 0;
}

// ---------------------------------------------------------------------------------------------------------------
// Locations

/** Whether what an expression denotes lies in ghost memory, or is a ghost variable. */
export function isGhostLocation(c: Checker, e: ast.Expr): boolean {
  const inner = unparen(e);
  switch (inner.kind) {
    case 'StarExpr':
      return isGhostPointer(c, inner.x);
    case 'SelectorExpr': {
      if (isGhostExpr(c, inner.sel) || throughGhostField(c, inner)) return true;
      const base = c.info.types.get(inner.x)?.type;
      if (base === undefined) return false;
      const u = under(base);
      return u.kind === 'Pointer' ? u.ghost : isGhostLocation(c, inner.x);
    }
    case 'IndexExpr': {
      const base = c.info.types.get(inner.x)?.type;
      if (base === undefined) return false;
      const u = under(base);
      switch (u.kind) {
        case 'Pointer':
        case 'Slice':
          return u.ghost;
        case 'Map':
          return false;
        default:
          return isGhostLocation(c, inner.x);
      }
    }
    default:
      return isGhostExpr(c, inner);
  }
}

function isGhostPointer(c: Checker, e: ast.Expr): boolean {
  const type = c.info.types.get(e)?.type;
  if (type === undefined) return false;
  const u = under(type);
  return u.kind === 'Pointer' && u.ghost;
}

/** Whether a value of the type can only be in ghost code, by the way the type is written. */
export function isGhostTypeExpr(c: Checker, e: ast.Expr): boolean {
  const inner = unparen(e);
  switch (inner.kind) {
    case 'CollectionType':
    case 'DictType':
    case 'PredType':
    case 'GhostType':
    case 'DomainType':
    case 'AdtType':
      return true;
    case 'ArrayType':
      return isGhostTypeExpr(c, inner.elt);
    case 'MapType':
      return isGhostTypeExpr(c, inner.key) || isGhostTypeExpr(c, inner.value);
    case 'ChanType':
      return isGhostTypeExpr(c, inner.value);
    case 'StarExpr':
      return isGhostTypeExpr(c, inner.x);
    case 'EllipsisExpr':
      return inner.elt !== null && isGhostTypeExpr(c, inner.elt);
    case 'Ident': {
      const obj = c.info.uses.get(inner);
      return obj !== undefined && isGhostObject(specOf(c).facts, obj);
    }
    case 'SelectorExpr': {
      const obj = c.info.uses.get(inner.sel);
      return obj !== undefined && isGhostObject(specOf(c).facts, obj);
    }
    default:
      return false;
  }
}
