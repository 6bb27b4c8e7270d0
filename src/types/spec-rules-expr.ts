// Rules about expressions: purity of parts, addresses, labels, and calls that need something of their place.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import type { Func } from './object.ts';
import type { Context } from './spec-context.ts';
import type { FuncFacts } from './spec-facts.ts';
import { calleeOf, isConversion, specifiedFunction } from './spec-ghost.ts';
import { type CalledPredicate, calledPredicate } from './spec-predicates.ts';
import { isChecked, needPure, needWeaklyPure } from './spec-purity.ts';
import { capturedBy } from './spec-rules-func.ts';
import { hasAddress, hasGoAddress, isSharedLocation } from './spec-sharing.ts';
import { factsOf, specOf } from './spec-state.ts';
import { asMath } from './spec-types.ts';
import { predeclared } from './spec-words.ts';
import type { Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';

export function checkExprRules(c: Checker, e: ast.Expr, ctx: Context): void {
  if (ctx.mayInit) interfaceInInit(c, e);
  switch (e.kind) {
    case 'OldExpr':
      oldRules(c, e, ctx);
      return;
    case 'CondExpr':
      needPure(c, e.cond);
      needWeaklyPure(c, e.then);
      needWeaklyPure(c, e.else);
      return;
    case 'QuantExpr':
      needWeaklyPure(c, e.x);
      for (const trigger of e.triggers) for (const term of trigger.exprs) needWeaklyPure(c, term);
      if (specOf(c).rules.requireTriggers && e.triggers.length === 0) {
        reportError(c, e, 'SpecTriggers', `${e.word} needs a trigger: write { pattern } after ::`);
      }
      return;
    case 'SpecBinaryExpr':
      if (e.op === '==>' || e.op === '--*') needWeaklyPure(c, e.y);
      if (e.op === '--*') needWeaklyPure(c, e.x);
      return;
    case 'LetExpr':
      needWeaklyPure(c, e.x);
      for (const value of e.values) needPure(c, value);
      return;
    case 'UnfoldingExpr':
      needPure(c, e.x);
      return;
    case 'AssertingExpr':
      needWeaklyPure(c, e.assertion);
      needPure(c, e.x);
      return;
    case 'MatchExpr':
      needWeaklyPure(c, e.x);
      for (const clause of e.clauses) {
        needWeaklyPure(c, clause.x);
        if (clause.pattern !== null) patternRules(c, clause.pattern);
      }
      return;
    case 'ImplementsExpr':
      needPure(c, e.x);
      return;
    case 'CallExpr':
      callRules(c, e, ctx, false);
      return;
    case 'RevealExpr':
      callRules(c, e.call, ctx, true);
      return;
    case 'CallAsExpr':
      if (ctx.mayInit) {
        reportError(c, e, 'SpecMayInit', 'a closure cannot be called by code that may run during initialisation');
      }
      return;
    case 'UnaryExpr':
      if (e.op === '&') addressRules(c, e);
      return;
    case 'SliceExpr':
      sliceRules(c, e);
      return;
    case 'SelectorExpr':
      selectorRules(c, e);
      return;
    case 'Ident':
      closureName(c, e, ctx);
      return;
    default:
      return;
  }
}

/** A value of this package in an interface of another one could be called there before the invariant of this one holds. */
function interfaceInInit(c: Checker, e: ast.Expr): void {
  const use = specOf(c).uses.get(e);
  if (use === undefined || !isLocal(c, use.sub)) return;
  if (use.iface.kind !== 'Named' || use.iface.obj.pkg === null || use.iface.obj.pkg === c.pkg) return;
  const message =
    'code that may run during initialisation cannot use a type of its package as an interface of another one';
  reportError(c, e, 'SpecMayInit', message);
}

function patternRules(c: Checker, p: ast.Expr): void {
  if (p.kind === 'BindExpr' || (p.kind === 'Ident' && p.name === '_')) return;
  if (p.kind === 'CompositeLit') {
    for (const elt of p.elts) patternRules(c, elt.kind === 'KeyValueExpr' ? elt.value : elt);
    return;
  }
  needPure(c, p);
}

function oldRules(c: Checker, e: ast.OldExpr, ctx: Context): void {
  needPure(c, e.x);
  if (e.word === 'before') {
    if (!ctx.outline)
      reportError(c, e, 'SpecBefore', 'before can only be used in an outline block: there is no state before it here');
    return;
  }
  if (e.label !== null && e.label.name !== '#lhs' && !ctx.labels.has(e.label.name)) {
    reportError(c, e.label, 'UndeclaredLabel', `label ${e.label.name} not declared`);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Addresses

function addressRules(c: Checker, e: ast.UnaryExpr): void {
  if (!isChecked(c, e) || hasAddress(c, e.x)) return;
  const what = exprString(e.x);
  const message = `cannot take the address of ${what}, which is not shared: mark the variable with @, or write share for a parameter`;
  reportError(c, e.x, 'SpecAddress', message);
}

function sliceRules(c: Checker, e: ast.SliceExpr): void {
  const type = c.info.types.get(e.x)?.type;
  if (type === undefined || under(type).kind !== 'Array' || isSharedLocation(c, e.x)) return;
  const what = exprString(e.x);
  reportError(c, e.x, 'SpecAddress', `cannot slice ${what}, which is not shared: mark the variable with @`);
}

/** A method or predicate of a pointer takes the address of what it is selected from. */
function selectorRules(c: Checker, e: ast.SelectorExpr): void {
  const selection = c.info.selections.get(e);
  if (selection?.kind !== 'method' || selection.indirect || selection.obj.kind !== 'Func') return;
  const recv = selection.obj.type?.kind === 'Signature' ? selection.obj.type.recv?.type : null;
  if (recv === null || recv === undefined || under(recv).kind !== 'Pointer') return;
  const from = c.info.types.get(e.x)?.type;
  if (from === undefined || under(from).kind === 'Pointer' || under(from).kind === 'Interface') return;
  if (hasAddress(c, e.x) || !hasGoAddress(c, e.x)) return;
  const message = `${e.sel.name} needs the address of ${exprString(e.x)}, which is not shared: mark the variable with @`;
  reportError(c, e.sel, 'SpecAddress', message);
}

// ---------------------------------------------------------------------------------------------------------------
// Calls

function callRules(c: Checker, call: ast.CallExpr, ctx: Context, reveal: boolean): void {
  const word = predeclared(c, unparen(call.fun));
  if (word === 'rel') relRules(c, call);
  lengthRules(c, call);
  if (!isChecked(c, call.fun)) return;
  if (isConversion(c, call)) {
    if (reveal) cannotReveal(c, call, 'a conversion');
    return;
  }
  const predicate = calledPredicate(c, call);
  if (predicate !== null) {
    if (reveal) cannotReveal(c, call, 'a predicate');
    predicateRules(c, call, predicate);
    return;
  }
  const callee = calleeOf(c, call);
  if (callee !== null) {
    namedCall(c, call, callee.func, ctx, reveal);
    return;
  }
}

function cannotReveal(c: Checker, call: ast.CallExpr, what: string): void {
  reportError(c, call, 'SpecReveal', `reveal opens the body of an opaque function, and this is ${what}`);
}

function predicateRules(c: Checker, call: ast.CallExpr, predicate: CalledPredicate): void {
  for (const arg of call.args) needPure(c, arg);
  const fun = unparen(call.fun);
  if (predicate.kind === 'predicate' && fun.kind === 'SelectorExpr' && c.info.types.get(fun.x)?.mode !== 'typexpr') {
    if (c.info.types.has(fun.x)) needPure(c, fun.x);
  }
}

function namedCall(c: Checker, call: ast.CallExpr, func: Func, ctx: Context, reveal: boolean): void {
  const { facts } = specOf(c);
  const known = factsOf(facts, func);
  const name = func.name;
  if (known === null) return;
  if (reveal && !known.opaque) cannotReveal(c, call, `${name}, which is not opaque`);
  if (known.role === 'closure' || known.role === 'domain') return;
  if (func.name === 'init' && func.parent !== null) {
    reportError(c, call, 'SpecInit', 'init cannot be called');
  }
  invariantCalls(c, call, known, ctx);
  if (ctx.mayInit) initCalls(c, call, func, known);
}

/** Ghost functions that open invariants are called from others of that kind only, and not while one is open. */
function invariantCalls(c: Checker, call: ast.CallExpr, known: FuncFacts, ctx: Context): void {
  if (!known.ghost || !known.opensInvariants || known.node === null) return;
  if (ctx.critical) {
    reportError(
      c,
      call,
      'SpecOpensInvariants',
      'a function with opensInvariants cannot be called in a critical region',
    );
  } else if (ctx.func?.ghost === true && !ctx.func.opensInvariants) {
    reportError(
      c,
      call,
      'SpecOpensInvariants',
      'a ghost function that calls one with opensInvariants needs opensInvariants too',
    );
  }
}

/** What may run during initialisation must not rely on the invariant of its own package. */
function initCalls(c: Checker, call: ast.CallExpr, func: Func, known: FuncFacts): void {
  const fun = unparen(call.fun);
  const recv = fun.kind === 'SelectorExpr' ? c.info.types.get(fun.x)?.type : undefined;
  if (recv !== undefined && under(recv).kind === 'Interface' && isLocal(c, recv)) {
    const message = 'code that may run during initialisation cannot call a method of an interface of its own package';
    reportError(c, call, 'SpecMayInit', message);
  }
  const isInterfaceMethod = recv !== undefined && under(recv).kind === 'Interface';
  if (func.pkg === c.pkg && !isInterfaceMethod && !known.mayInit && !known.pure && known.role === 'function') {
    reportError(
      c,
      call,
      'SpecMayInit',
      `${func.name} may run during initialisation here, so it must be marked with mayInit`,
    );
  }
}

function isLocal(c: Checker, t: Type): boolean {
  if (t.kind === 'Pointer') return isLocal(c, t.elem);
  return t.kind === 'Named' && t.obj.pkg === c.pkg;
}

function relRules(c: Checker, call: ast.CallExpr): void {
  if (!specOf(c).rules.relations) {
    reportError(
      c,
      call,
      'SpecRel',
      'rel needs the extended mode for hyperproperties, and the flag for experimental features',
    );
  }
  const which = call.args[1];
  if (which !== undefined && !(which.kind === 'BasicLit' && (which.value === '0' || which.value === '1'))) {
    reportError(c, call, 'SpecRel', `the execution in rel is 0 or 1, not ${exprString(which)}`);
  }
}

/** The length of a mathematical value is one of a pure expression. */
function lengthRules(c: Checker, call: ast.CallExpr): void {
  const [arg] = call.args;
  const fun = unparen(call.fun);
  if (arg === undefined || fun.kind !== 'Ident' || fun.name !== 'len') return;
  const type = c.info.types.get(arg)?.type;
  if (type !== undefined && asMath(type) !== null) needPure(c, arg);
}

// ---------------------------------------------------------------------------------------------------------------
// Closures

/** The name of a function literal is only used in specifications, or in the literal itself. */
function closureName(c: Checker, e: ast.Ident, ctx: Context): void {
  const obj = c.info.uses.get(e);
  if (obj?.kind !== 'Func' || factsOf(specOf(c).facts, obj)?.role !== 'closure') return;
  const inside = ctx.literals.some((lit) => lit.name !== null && c.info.defs.get(lit.name) === obj);
  if (inside || ctx.ghost) return;
  reportError(
    c,
    e,
    'SpecClosureName',
    `${e.name} names a function literal for specifications: call the variable that holds it`,
  );
}

/** Rules about a specification of a closure: keyed parameters are pure, and what it names captures nothing. */
export function closureSpecRules(c: Checker, spec: ast.ClosureSpec): void {
  if (spec.params.some((p) => p.kind === 'KeyValueExpr')) {
    for (const p of spec.params) needPure(c, p.kind === 'KeyValueExpr' ? p.value : p);
  }
  const func = specifiedFunction(c, spec);
  const node = func === null ? null : (factsOf(specOf(c).facts, func)?.node ?? null);
  if (spec.params.length > 0 && node?.kind === 'FuncLit' && capturedBy(c, node).length > 0) {
    const name = exprString(spec.name);
    reportError(
      c,
      spec,
      'SpecClosureSpec',
      `${name} captures variables, so its parameters cannot be given in a specification`,
    );
  }
}
