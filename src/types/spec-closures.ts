// Closures with specifications: `f(x) as spec{p}`, `f implements spec{p}`, and function literals with names.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { assignment } from './assignments.ts';
import { callExpr } from './call.ts';
import { lookup } from './check.ts';
import type { Checker } from './checker.ts';
import { declare, objDecl } from './decl.ts';
import { reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { newSignature, newTuple } from './newtypes.ts';
import { type Func, newFunc, type Var } from './object.ts';
import { newOperand, type Operand, operandString } from './operand.ts';
import { identical } from './predicates.ts';
import { recordUse } from './recording.ts';
import { lookup as lookupIn } from './scope.ts';
import { addFacts, readSpecification, specOf } from './spec-state.ts';
import type { Signature, Type } from './type.ts';
import { unparen } from './unary.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';
import { use } from './use.ts';

/** Declares the name of a function literal, by which specifications refer to it from here on. */
export function declareClosure(c: Checker, e: ast.FuncLit, sig: Signature): void {
  const facts = readSpecification('closure', e.spec, c.env.ghost, true, e);
  const name = e.name;
  const obj = newFunc(name?.pos ?? e.pos, c.pkg, name?.name ?? '', sig);
  addFacts(c, obj, facts);
  specOf(c).closures.set(e, obj);
  if (name !== null) declare(c, c.env.scope, name, obj, e.pos);
}

/** The function that a closure's specification names; null after an error. */
export function specFunction(c: Checker, spec: ast.ClosureSpec): Func | null {
  const name = unparen(spec.name);
  let obj = null;
  if (name.kind === 'Ident') {
    obj = lookup(c, name.name);
    if (obj !== null) recordUse(c, name, obj);
  } else if (name.kind === 'SelectorExpr' && name.x.kind === 'Ident') {
    const pkg = lookup(c, name.x.name);
    if (pkg?.kind === 'PkgName') {
      recordUse(c, name.x, pkg);
      c.usedPkgNames.add(pkg);
      obj = lookupIn(pkg.imported.scope, name.sel.name);
      if (obj !== null) recordUse(c, name.sel, obj);
    }
  }
  const role = obj?.kind === 'Func' ? specOf(c).facts.funcs.get(obj)?.role : undefined;
  if (obj?.kind === 'Func' && obj.type === null) objDecl(c, obj);
  if (obj?.kind !== 'Func' || (role !== 'function' && role !== 'closure') || obj.parent === specOf(c).facts.outer) {
    const what = `${exprString(spec.name)} is neither a function of a package nor a function literal with a name`;
    reportError(c, spec.name, 'SpecClosureSpec', what);
    return null;
  }
  return obj;
}

/** The signature that a specification describes: that of its function without the parameters that are given. */
export function specSignature(c: Checker, spec: ast.ClosureSpec): Signature | null {
  const func = specFunction(c, spec);
  const sig = func?.type;
  if (sig?.kind !== 'Signature') {
    use(
      c,
      spec.params.map((p) => (p.kind === 'KeyValueExpr' ? p.value : p)),
    );
    return null;
  }
  const left = bindParams(c, spec, sig.params.vars);
  return left === null ? null : newSignature(null, null, null, newTuple(left), sig.results, sig.variadic);
}

/** Checks the parameters that are given; those that are left, or null after an error. */
function bindParams(c: Checker, spec: ast.ClosureSpec, params: readonly Var[]): readonly Var[] | null {
  const keyed = spec.params.filter((p) => p.kind === 'KeyValueExpr');
  let ok = true;
  const give = (e: ast.Expr, to: Var): void => {
    const x = newOperand();
    expr(c, null, x, e);
    assignment(c, x, to.type as Type, 'closure specification');
    if (x.mode === 'invalid') ok = false;
  };
  if (keyed.length === 0) {
    if (spec.params.length > params.length) {
      use(c, spec.params);
      const what = `${exprString(spec.name)} has ${params.length} parameters, but ${spec.params.length} are given`;
      reportError(c, spec, 'SpecClosureSpec', what);
      return null;
    }
    spec.params.forEach((e, i) => {
      give(e, params[i] as Var);
    });
    return ok ? params.slice(spec.params.length) : null;
  }
  if (keyed.length < spec.params.length) {
    reportError(c, spec, 'SpecClosureSpec', 'either all parameters of a specification have names or none');
    return null;
  }
  const given = new Set<Var>();
  for (const p of keyed) {
    if (p.kind !== 'KeyValueExpr') continue;
    const key = p.key.kind === 'Ident' ? p.key : null;
    const to = key === null ? undefined : params.find((v) => v.name === key.name);
    if (key === null || to === undefined) {
      use(c, [p.value]);
      reportError(c, p.key, 'SpecClosureSpec', `${exprString(spec.name)} has no parameter ${exprString(p.key)}`);
      ok = false;
      continue;
    }
    recordUse(c, key, to);
    if (given.has(to)) {
      reportError(c, p.key, 'SpecClosureSpec', `the parameter ${to.name} is given twice`);
      ok = false;
    }
    given.add(to);
    give(p.value, to);
  }
  return ok ? params.filter((v) => !given.has(v)) : null;
}

/** `x implements spec{...}` */
export function implementsExpr(c: Checker, x: Operand, e: ast.ImplementsExpr): void {
  const ok = matches(c, x, e.x, e.spec);
  x.mode = ok ? 'value' : 'invalid';
  x.type = Typ.bool;
}

/** Whether a function value has the type that a specification describes. */
export function matches(c: Checker, x: Operand, closure: ast.Expr, spec: ast.ClosureSpec): boolean {
  expr(c, null, x, closure);
  const sig = specSignature(c, spec);
  if (x.mode === 'invalid' || sig === null) return false;
  const type = under(x.type as Type);
  if (type.kind !== 'Signature') {
    reportError(c, closure, 'SpecClosureSpec', `${operandString(c, x)} is not a function`);
    return false;
  }
  if (identical(type, sig)) return true;
  const what = `${exprString(spec.name)} describes functions of type ${str(c, sig)}, but ${exprString(closure)} has type ${str(c, type)}`;
  reportError(c, spec, 'SpecClosureSpec', what);
  return false;
}

/** `f(args) as spec{...}` */
export function callAs(c: Checker, x: Operand, e: ast.CallAsExpr): void {
  const closure = newOperand();
  const ok = matches(c, closure, e.call.fun, e.spec);
  if (closure.mode === 'invalid') {
    use(c, e.call.args);
    x.mode = 'invalid';
    return;
  }
  callExpr(c, x, e.call);
  if (!ok) x.mode = 'invalid';
}
