// Declarations with specifications: contracts of functions, methods and literals, and variables that are ghost or addressable.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { later } from './check.ts';
import type { Checker } from './checker.ts';
import { sign } from './constant.ts';
import { declare, objDecl } from './decl.ts';
import { reportError } from './errors.ts';
import { expr } from './expr.ts';
import { newMath } from './newtypes.ts';
import { type Const, type DeclInfo, type Func, type GoObject, newVar, type Var } from './object.ts';
import { newOperand, type Operand } from './operand.ts';
import type { Scope } from './scope.ts';
import { declareClosure } from './spec-closures.ts';
import { checkContract, specification } from './spec-contracts.ts';
import { ghostResults } from './spec-ghost.ts';
import { predDecl } from './spec-predicates.ts';
import { addFacts, laterHere, readSpecification, specOf } from './spec-state.ts';
import { funcBody } from './stmt.ts';
import type { InterfaceType, Signature, Type } from './type.ts';
import { typeSet } from './typeset.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { SpecTyp, Typ } from './universe.ts';

/** Declares an object that only specifications have; false for any other. */
export function declareSpec(c: Checker, obj: GoObject, d: DeclInfo): boolean {
  if (d.owner !== null) {
    objDecl(c, d.owner);
    obj.type ??= Typ.invalid;
    return true;
  }
  if (d.pdecl === null || obj.kind !== 'Func') return false;
  predDecl(c, obj, d.pdecl);
  return true;
}

/** Has the contract and the body of a function checked. */
export function funcSpec(c: Checker, obj: Func, decl: DeclInfo, sig: Signature): void {
  const fdecl = decl.fdecl;
  const scope = sig.scope;
  if (fdecl === null || scope === null) return;
  const { facts } = specOf(c);
  const ghost = facts.ghost.has(obj);
  const { version } = c.env;
  if (fdecl.shared.length > 0 && sig.recv !== null) facts.shared.add(sig.recv);
  const { spec, body } = fdecl;
  if (spec !== null) later(c, () => checkContract(c, spec, scope, version));
  if (facts.funcs.get(obj)?.trusted === true) return;
  if (body === null || (c.conf.ignoreFuncBodies && facts.funcs.get(obj)?.pure !== true)) return;
  later(c, () => {
    const saved = c.env.ghost;
    c.env.ghost = ghost;
    funcBody(c, decl, obj.name, sig, body, null);
    c.env.ghost = saved;
  });
}

/** The contract of a method of an interface; its parameters and the other members of the interface are in scope. */
export function methodSpec(c: Checker, obj: Func, field: ast.Field, ghost: boolean, iface: InterfaceType): void {
  addFacts(c, obj, readSpecification('function', field.spec, ghost, false, field));
  laterHere(c, () => notRedeclared(c, obj, field, iface));
  const sig = obj.type;
  const { spec } = field;
  if (spec === null || sig?.kind !== 'Signature' || sig.scope === null) return;
  const scope = sig.scope;
  const { version } = c.env;
  specOf(c).members.set(scope, iface);
  later(c, () => checkContract(c, spec, scope, version));
}

/** A method that an embedded interface has already would have two contracts. */
function notRedeclared(c: Checker, obj: Func, field: ast.Field, iface: InterfaceType): void {
  for (const embedded of iface.embeddeds) {
    const u = under(embedded);
    if (u.kind !== 'Interface' || !typeSet(u).methods.some((m) => m.name === obj.name)) continue;
    reportError(
      c,
      field.spec ?? field,
      'SpecRedeclared',
      `${obj.name} is declared again: it has a contract in an embedded interface`,
    );
    return;
  }
}

/** A function literal: its contract sees parameters and results, and its body what surrounds it. */
export function closureSpec(c: Checker, e: ast.FuncLit, sig: Signature): void {
  declareClosure(c, e, sig);
  const { decl, iota, ghost, version } = c.env;
  const scope = sig.scope as Scope;
  const { spec } = e;
  later(c, () => {
    if (spec !== null) checkContract(c, spec, scope, version);
    if (c.conf.ignoreFuncBodies) return;
    const saved = c.env.ghost;
    c.env.ghost = ghost;
    funcBody(c, decl, '<function literal>', sig, e.body, iota);
    c.env.ghost = saved;
  });
}

/** Notes which of the variables just declared are addressable, and which get a ghost value. Null for one that is not new. */
export function declaredVars(
  c: Checker,
  vars: readonly (Var | null)[],
  values: readonly ast.Expr[],
  shared: readonly ast.Ident[],
): void {
  const { facts } = specOf(c);
  const single = values.length === 1 && vars.length > 1 ? ghostResults(c, values[0] as ast.Expr) : null;
  vars.forEach((v, i) => {
    if (v === null) return;
    if (shared.some((name) => name.pos === v.pos)) facts.shared.add(v);
    const value = values[i];
    if (single !== null ? single[i] === true : value !== undefined && ghostResults(c, value).includes(true)) {
      facts.ghost.add(v);
    }
  });
}

/** Invariants of a range statement, the variable after `with`, and variables marked addressable. */
export function rangeSpec(c: Checker, s: ast.RangeStmt, x: Operand): void {
  const { facts } = specOf(c);
  for (const lhs of [s.key, s.value]) {
    if (lhs?.kind !== 'Ident' || !s.shared.includes(lhs)) continue;
    const v = c.info.defs.get(lhs);
    if (v?.kind === 'Var') facts.shared.add(v);
  }
  if (s.with !== null) {
    const u = x.mode === 'invalid' || x.type === null ? null : under(x.type);
    const type: Type = u?.kind === 'Map' ? newMath('set', [u.key]) : Typ.int;
    const v = newVar('local', s.with.pos, c.pkg, s.with.name, type);
    facts.ghost.add(v);
    c.usedVars.add(v);
    declare(c, c.env.scope, s.with, v, s.with.end);
  }
  if (s.spec !== null) specification(c, s.spec);
}

/** A constant amount of permission: a fraction of integer constants. False for a constant of another type. */
export function permConst(c: Checker, obj: Const, type: Type | null, init: ast.Expr | null): boolean {
  if (type === null || under(type) !== SpecTyp.perm) return false;
  obj.type = type;
  if (init === null) return true;
  const x = newOperand();
  expr(c, null, x, init);
  if (x.mode === 'invalid') return true;
  const problem = fractionProblem(c, init);
  if (problem !== null)
    reportError(c, init, 'InvalidConstInit', `${exprString(init)} is not a constant amount: ${problem}`);
  return true;
}

/** Why an expression is not a fraction of constants; null if it is. */
function fractionProblem(c: Checker, e: ast.Expr): string | null {
  const inner = unparen(e);
  if (inner.kind === 'CallExpr' && inner.args.length === 1) return fractionProblem(c, inner.args[0] as ast.Expr);
  if (inner.kind !== 'BinaryExpr' || inner.op !== '/') return 'it is not a fraction';
  const [x, y] = [newOperand(), newOperand()];
  expr(c, null, x, inner.x);
  expr(c, null, y, inner.y);
  if (x.mode !== 'constant' || y.mode !== 'constant') return 'its parts are not constants';
  return y.val !== null && sign(y.val) === 0 ? 'it divides by zero' : null;
}
