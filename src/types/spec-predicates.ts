// Predicates: declarations, members of types, constructors of predicate values, and what can be folded.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { asNamed, unalias } from './alias.ts';
import { assignment } from './assignments.ts';
import { later, lookup, newEnvironment } from './check.ts';
import type { Checker } from './checker.ts';
import { objDecl } from './decl.ts';
import { reportError } from './errors.ts';
import { expr, rawExpr } from './expr.ts';
import { str } from './format.ts';
import { newMath, newSignature, newTuple } from './newtypes.ts';
import { type Func, newFunc, newVar, type TypeName } from './object.ts';
import { newOperand, type Operand, operandString } from './operand.ts';
import { isValid } from './predicates.ts';
import { recordDef } from './recording.ts';
import { funcType } from './signature.ts';
import { assertion, permission } from './spec-expr.ts';
import type { SpecFacts } from './spec-facts.ts';
import { addFacts, inGhost, isPredicate, readSpecification, specOf } from './spec-state.ts';
import { isMath, predParams } from './spec-types.ts';
import type { InterfaceType, Signature, Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { SpecTyp } from './universe.ts';

/** Gives a predicate of package level its signature, and has its body checked. */
export function predDecl(c: Checker, obj: Func, decl: ast.PredDecl): void {
  const sig = newSignature(null, null, null, newTuple([]), newTuple([]), false);
  obj.type = sig;
  const form = predFuncType(decl);
  inGhost(c, () => funcType(c, sig, decl.recv, form));
  if (sig.variadic) reportError(c, decl.params, 'SpecVariadic', `the predicate ${obj.name} must not be variadic`);
  sig.results = newTuple([newVar('result', decl.end, c.pkg, '', SpecTyp.assertion)]);
  const body = decl.body;
  if (body === null || sig.scope === null) return;
  const scope = sig.scope;
  const version = c.env.version;
  const info = c.env.decl;
  later(c, () => {
    const saved = c.env;
    c.env = newEnvironment(info, scope, version);
    c.env.ghost = true;
    assertion(c, body);
    c.env = saved;
  });
}

/** A function type with the parameters of a predicate: the checker of signatures then treats both alike. */
function predFuncType(decl: ast.PredDecl): ast.FuncType {
  const { id, pos, end, params } = decl;
  return { kind: 'FuncType', id, pos, end, funcPos: pos, typeParams: null, params, results: null };
}

/** Notes a predicate with a receiver for the type that it belongs to. */
export function addMemberPredicate(c: Checker, base: TypeName, obj: Func): void {
  const { facts } = specOf(c);
  const list = facts.predicates.get(base);
  if (list === undefined) {
    facts.predicates.set(base, [obj]);
    return;
  }
  if (list.some((other) => other.name === obj.name && other.hasPtrRecv === obj.hasPtrRecv)) {
    const where = { pos: obj.pos, end: obj.pos + obj.name.length };
    reportError(c, where, 'DuplicateMethod', `predicate ${base.name}.${obj.name} already declared`);
    return;
  }
  list.push(obj);
}

/** Declares a predicate of an interface. */
export function addInterfacePredicate(
  c: Checker,
  ityp: InterfaceType,
  field: ast.Field,
  type: ast.PredType,
  recv: Type,
): void {
  const name = field.names[0] as ast.Ident;
  const params = predParams(c, type).map((t) => newVar('param', type.pos, c.pkg, '', t));
  const result = newVar('result', type.end, c.pkg, '', SpecTyp.assertion);
  const self = newVar('receiver', name.pos, c.pkg, '', recv);
  const sig = newSignature(null, null, self, newTuple(params), newTuple([result]), false);
  const obj = newFunc(name.pos, c.pkg, name.name, sig);
  addFacts(c, obj, readSpecification('predicate', null, true, false, field));
  recordDef(c, name, obj);
  const { interfacePredicates } = specOf(c).facts;
  const list = interfacePredicates.get(ityp);
  if (list === undefined) interfacePredicates.set(ityp, [obj]);
  else list.push(obj);
}

/** A predicate that a type has: its own, or one of what it embeds. */
export interface FoundPredicate {
  readonly obj: Func;
  readonly index: readonly number[];
  readonly indirect: boolean;
}

/** The predicate `name` of T, or null. */
export function lookupPredicate(facts: SpecFacts, T: Type, name: string, depth = 0): FoundPredicate | null {
  if (depth > 8) return null;
  const t = unalias(T);
  const pointer = t.kind === 'Pointer';
  if (pointer && unalias(t.elem).kind === 'Pointer') return lookupPredicate(facts, t.elem, name, depth + 1);
  const base = pointer ? t.elem : t;
  const named = asNamed(base);
  const origin = named === null ? null : named.inst === null ? named.obj : named.inst.orig.obj;
  // A type and its pointer may each have a predicate of that name.
  const all = origin === null ? [] : (facts.predicates.get(origin) ?? []).filter((p) => p.name === name);
  const own = all.find((p) => p.hasPtrRecv === pointer) ?? all[0];
  if (own !== undefined) return { obj: own, index: [0], indirect: pointer };
  const u = under(base);
  if (u.kind === 'Interface' && !pointer) {
    const obj = interfacePredicate(facts, u, name, 0);
    return obj === null ? null : { obj, index: [0], indirect: false };
  }
  if (u.kind !== 'Struct') return null;
  for (let i = 0; i < u.fields.length; i++) {
    const field = u.fields[i];
    if (field === undefined || !field.embedded || field.type === null) continue;
    const found = lookupPredicate(facts, field.type, name, depth + 1);
    if (found !== null) return { obj: found.obj, index: [i, ...found.index], indirect: pointer || found.indirect };
  }
  return null;
}

function interfacePredicate(facts: SpecFacts, iface: InterfaceType, name: string, depth: number): Func | null {
  const own = facts.interfacePredicates.get(iface)?.find((p) => p.name === name);
  if (own !== undefined) return own;
  if (depth > 8) return null;
  for (const embedded of iface.embeddeds) {
    const u = under(embedded);
    const found = u.kind === 'Interface' ? interfacePredicate(facts, u, name, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** All predicates that an interface has, embedded ones too, by name. */
export function predicatesOf(
  facts: SpecFacts,
  iface: InterfaceType,
  into = new Map<string, Func>(),
  depth = 0,
): Map<string, Func> {
  for (const p of facts.interfacePredicates.get(iface) ?? []) if (!into.has(p.name)) into.set(p.name, p);
  if (depth > 8) return into;
  for (const embedded of iface.embeddeds) {
    const u = under(embedded);
    if (u.kind === 'Interface') predicatesOf(facts, u, into, depth + 1);
  }
  return into;
}

// ---------------------------------------------------------------------------------------------------------------
// Uses

/** The predicate that an expression names, without a look at its types; null if it names something else. */
export function namedPredicate(c: Checker, e: ast.Expr): Func | null {
  const inner = unparen(e);
  if (inner.kind === 'Ident') {
    const obj = lookup(c, inner.name);
    return obj?.kind === 'Func' && isPredicate(specOf(c).facts, obj) ? obj : null;
  }
  if (inner.kind !== 'SelectorExpr' || inner.x.kind !== 'Ident') return null;
  const obj = lookup(c, inner.x.name);
  if (obj?.kind !== 'PkgName') return null;
  const found = obj.imported.scope.elems?.get(inner.sel.name);
  return found?.kind === 'Func' && isPredicate(specOf(c).facts, found) ? found : null;
}

/** Whether a checked expression calls a predicate or a predicate value. */
export function isPredicateCall(c: Checker, e: ast.Expr): boolean {
  const call = unparen(e);
  return call.kind === 'CallExpr' && calledPredicate(c, call) !== null;
}

/** Whether a checked predicate instance is one of a predicate value, also with an amount. */
export function isInstanceOfValue(c: Checker, e: ast.Expr): boolean {
  const inner = unparen(e);
  if (inner.kind === 'AccessExpr') return isInstanceOfValue(c, inner.x);
  return inner.kind === 'CallExpr' && calledPredicate(c, inner)?.kind === 'value';
}

/** What a call calls: a predicate, or a value of a predicate type. */
export type CalledPredicate = { readonly kind: 'predicate'; readonly obj: Func } | { readonly kind: 'value' };

/** The predicate that a checked call calls; null if it calls something else. */
export function calledPredicate(c: Checker, call: ast.CallExpr): CalledPredicate | null {
  const fun = unparen(call.fun);
  const name = fun.kind === 'SelectorExpr' ? fun.sel : fun;
  const obj = name.kind === 'Ident' ? c.info.uses.get(name) : undefined;
  if (obj?.kind === 'Func') return isPredicate(specOf(c).facts, obj) ? { kind: 'predicate', obj } : null;
  const type = c.info.types.get(call.fun)?.type;
  return type !== undefined && isMath(type, 'pred') ? { kind: 'value' } : null;
}

/** Checks a predicate instance that is folded or unfolded, with its amount. */
export function foldable(c: Checker, e: ast.Expr): void {
  let instance = unparen(e);
  if (instance.kind === 'AccessExpr') {
    if (instance.perm !== null) permission(c, instance.perm);
    instance = unparen(instance.x);
  }
  if (instance.kind !== 'CallExpr') {
    expr(c, null, newOperand(), e);
    reportError(c, e, 'SpecFold', `${exprString(e)} is not an instance of a predicate`);
    return;
  }
  const x = newOperand();
  expr(c, null, x, instance);
  if (x.mode === 'invalid') return;
  const callee = calledPredicate(c, instance);
  if (callee === null) {
    reportError(c, e, 'SpecFold', `${exprString(instance)} is not an instance of a predicate`);
    return;
  }
  if (callee.kind === 'value') {
    if (unparen(instance.fun).kind === 'CompositeLit') return;
    const what = exprString(instance.fun);
    reportError(c, e, 'SpecFold', `${what} is a predicate value: only a constructor such as P{...} can be folded`);
    return;
  }
  const facts = specOf(c).facts.funcs.get(callee.obj);
  const isMember = specOf(c).facts.interfacePredicates;
  const ofInterface = [...isMember.values()].some((list) => list.includes(callee.obj));
  if (facts !== undefined && !facts.hasBody && !ofInterface) {
    reportError(c, e, 'SpecFold', `the predicate ${callee.obj.name} has no body that could be folded`);
  }
}

/** `P{x, _}`: a value of the predicate type of what is left open. Null if the literal is no constructor. */
export function predicateConstructor(c: Checker, x: Operand, e: ast.CompositeLit): boolean {
  if (e.type === null) return false;
  const obj = namedPredicate(c, e.type);
  const type = obj === null ? memberPredicateType(c, e.type) : predicateType(c, obj, e.type);
  if (type === null) return false;
  const params = type.params.vars;
  const open: Type[] = [];
  let ok = true;
  if (obj !== null && obj.parent === specOf(c).facts.outer) {
    // PredTrue takes any arguments.
    for (const elt of e.elts) expr(c, null, newOperand(), elt);
  } else if (e.elts.length !== params.length) {
    for (const elt of e.elts) if (!isBlank(elt)) expr(c, null, newOperand(), elt);
    const want = `${params.length} argument${params.length === 1 ? '' : 's'}`;
    reportError(c, e, 'SpecPredArgs', `${exprString(e.type)} takes ${want}, not ${e.elts.length}`);
    ok = false;
  } else {
    e.elts.forEach((elt, i) => {
      const want = params[i]?.type as Type;
      if (isBlank(elt)) {
        open.push(want);
        return;
      }
      const y = newOperand();
      expr(c, null, y, elt);
      assignment(c, y, want, `predicate constructor of ${str(c, type)}`);
      if ((y.mode as Operand['mode']) === 'invalid') ok = false;
    });
  }
  x.mode = ok ? 'value' : 'invalid';
  x.type = newMath('pred', open);
  return true;
}

function isBlank(e: ast.Expr): boolean {
  return e.kind === 'Ident' && e.name === '_';
}

function predicateType(c: Checker, obj: Func, name: ast.Expr): Signature | null {
  rawExpr(c, null, newOperand(), name, null, true);
  if (obj.type === null) objDecl(c, obj);
  return obj.type?.kind === 'Signature' ? obj.type : null;
}

/** `x.P` or `T.P` where P is a predicate with a receiver. */
function memberPredicateType(c: Checker, e: ast.Expr): Signature | null {
  if (e.kind !== 'SelectorExpr') return null;
  const x = newOperand();
  const before = c.diagnostics.length;
  rawExpr(c, null, x, e, null, true);
  if (x.mode === 'typexpr' || x.mode === 'invalid') {
    if (x.mode === 'typexpr') c.diagnostics.length = before;
    return null;
  }
  const obj = c.info.uses.get(e.sel);
  if (obj?.kind !== 'Func' || !isPredicate(specOf(c).facts, obj)) {
    if (x.type !== null && isValid(x.type)) {
      reportError(c, e, 'SpecPredArgs', `${operandString(c, x)} is not a predicate`);
    }
    return null;
  }
  return x.type?.kind === 'Signature' ? x.type : null;
}
