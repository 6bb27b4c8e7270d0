// Rules about functions, methods, predicates and literals: what pure, ghost, opaque and atomic ones must look like.

import { noPos } from '../base/source.ts';
import { walk } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import type { Var } from './object.ts';
import type { Context } from './spec-context.ts';
import type { FuncFacts } from './spec-facts.ts';
import { needPure, needWeaklyPure } from './spec-purity.ts';
import { isShared, specOf } from './spec-state.ts';

/** Where a rule about a whole declaration is reported: where its contract begins, or else at the keyword. */
function at(d: ast.FuncDecl): { pos: number; end: number } {
  if (d.spec !== null) return d.spec;
  return { pos: d.type.funcPos === noPos ? d.name.pos : d.type.funcPos, end: d.name.end };
}

export function funcRules(c: Checker, d: ast.FuncDecl, func: FuncFacts, ctx: Context): void {
  const { rules } = specOf(c);
  if (func.pure) pureRules(c, d, func);
  if (d.spec !== null) contractRules(c, d.spec, func, ctx, resultsOf(ctx));
  if (d.recv === null && d.name.name === 'init') initRules(c, d, func);
  const mustEnd = func.pure || func.ghost;
  if (mustEnd && rules.requireMeasures && func.measures.length === 0) {
    const what = func.pure ? 'pure' : 'ghost';
    const message = `the ${what} function ${d.name.name} needs a termination measure: write decreases above it`;
    reportError(c, at(d), 'SpecNoMeasure', message);
  }
  if (mustEnd) noConditions(c, func);
  atomicRules(c, d, func);
}

function resultsOf(ctx: Context): readonly Var[] {
  return ctx.sig?.results.vars ?? [];
}

function pureRules(c: Checker, d: ast.FuncDecl, func: FuncFacts): void {
  const results = d.type.results?.list.reduce((n, field) => n + Math.max(1, field.names.length), 0) ?? 0;
  if (results !== 1) {
    reportError(c, at(d), 'SpecPureForm', `the pure function ${d.name.name} must have one result, not ${results}`);
  }
  if (d.body !== null) pureBody(c, d.body);
  for (const clause of d.spec?.clauses ?? []) {
    if (clause.kind !== 'ContractClause') continue;
    if (clause.word === 'ensures') needPure(c, clause.x);
    if (clause.word === 'preserves') {
      const message = 'a pure function changes nothing, so preserves says no more than requires: write requires';
      reportError(c, clause, 'SpecPureForm', message);
    }
  }
  variadicRules(c, d.type.params, d.name.name);
  if (func.mayInit) {
    reportError(
      c,
      at(d),
      'SpecPureForm',
      `the pure function ${d.name.name} needs no mayInit: it assumes no invariant of the package`,
    );
  }
}

function variadicRules(c: Checker, params: ast.FieldList, name: string): void {
  for (const field of params.list) {
    if (field.type?.kind === 'EllipsisExpr') {
      reportError(c, field, 'SpecVariadic', `the pure function ${name} must not be variadic`);
    }
  }
}

/** The body of a pure function is `return e`. */
export function pureBody(c: Checker, body: ast.BlockStmt): void {
  const list = body.list.filter((s) => s.kind !== 'EmptyStmt' && s.kind !== 'ShareStmt');
  const [only] = list;
  if (list.length === 1 && only?.kind === 'ReturnStmt' && only.results.length === 1) {
    needPure(c, only.results[0] as ast.Expr);
    return;
  }
  reportError(c, body, 'SpecPureForm', 'the body of a pure function must be a single return of a pure expression');
}

function noConditions(c: Checker, func: FuncFacts): void {
  for (const measure of func.measures) {
    if (measure.cond === null) continue;
    const message = 'a ghost or pure function always terminates: its measure must have no condition';
    reportError(c, measure, 'SpecMeasures', message);
  }
}

function atomicRules(c: Checker, d: ast.FuncDecl, func: FuncFacts): void {
  if (!func.atomic) return;
  const name = d.name.name;
  if (d.body !== null)
    reportError(
      c,
      at(d),
      'SpecAtomic',
      `the atomic function ${name} must have no body: it cannot be proved to be atomic`,
    );
  if (func.ghost) reportError(c, at(d), 'SpecAtomic', `the ghost function ${name} cannot be atomic`);
  if (!func.measures.some((m) => m.cond === null)) {
    reportError(
      c,
      at(d),
      'SpecAtomic',
      `the atomic function ${name} must terminate: it needs a measure without condition`,
    );
  }
}

function initRules(c: Checker, d: ast.FuncDecl, func: FuncFacts): void {
  const clauses = d.spec?.clauses.filter((clause) => clause.kind !== 'BackendClause') ?? [];
  const allowed = clauses.filter(
    (clause) => clause.kind === 'SpecMark' && (clause.word === 'mayInit' || clause.word === 'opaque'),
  );
  if (clauses.length > allowed.length) {
    reportError(c, at(d), 'SpecInit', 'init cannot have a contract: state a pkgInvariant or importRequires instead');
  }
  if (func.ghost) reportError(c, at(d), 'SpecInit', 'init cannot be ghost');
}

/** Rules about a contract, of functions and literals alike. */
export function contractRules(
  c: Checker,
  spec: ast.Specification,
  func: FuncFacts,
  ctx: Context,
  results: readonly Var[],
): void {
  for (const clause of spec.clauses) {
    if (clause.kind === 'ContractClause') {
      needWeaklyPure(c, clause.x);
      if (clause.word === 'requires' || clause.word === 'preserves') precondition(c, clause.x, results);
    } else if (clause.kind === 'DecreasesClause') measureRules(c, clause);
  }
  if (func.opaque && !func.pure) {
    reportError(c, spec, 'SpecOpaque', 'only pure functions can be opaque');
  }
  if (func.opensInvariants && !ctx.ghost) {
    reportError(c, spec, 'SpecOpensInvariants', 'only ghost functions can have opensInvariants');
  }
  if (func.opensInvariants && func.pure) {
    reportError(c, spec, 'SpecOpensInvariants', 'a pure function cannot have opensInvariants');
  }
}

/** A precondition cannot speak of the state before it, nor of results. */
function precondition(c: Checker, e: ast.Expr, results: readonly Var[]): void {
  walk(e, (n) => {
    if (n.kind === 'OldExpr' && n.label?.name !== '#lhs') {
      reportError(c, n, 'SpecPrecondition', `${n.word} has no meaning in a precondition: there is no earlier state`);
    } else if (n.kind === 'Ident') {
      const obj = c.info.uses.get(n);
      if (obj?.kind === 'Var' && results.includes(obj)) {
        reportError(c, n, 'SpecPrecondition', `the result ${n.name} has no value in a precondition`);
      }
    }
    return true;
  });
}

export function measureRules(c: Checker, m: ast.DecreasesClause): void {
  for (const e of m.measures) if (e.kind !== 'Ident' || e.name !== '_') needWeaklyPure(c, e);
  if (m.cond !== null) needPure(c, m.cond);
}

export function predRules(c: Checker, d: ast.PredDecl): void {
  if (d.body !== null) needWeaklyPure(c, d.body);
}

/** An embedded field gives a struct its methods, which cannot be erased with it. */
export function structRules(c: Checker, t: ast.StructType, ctx: Context): void {
  if (ctx.ghost) return;
  for (const field of t.fields.list) {
    if (field.ghost === noPos || field.names.length > 0) continue;
    reportError(
      c,
      field,
      'GhostType',
      'only a ghost struct can embed a ghost field: its methods would be gone once it is erased',
    );
    return;
  }
}

/** Rules about a method of an interface. */
export function methodRules(c: Checker, field: ast.Field, func: FuncFacts): void {
  if (func.opaque) reportError(c, field, 'SpecOpaque', 'a method of an interface cannot be opaque');
  if (func.atomic) reportError(c, field, 'SpecAtomic', 'a method of an interface cannot be atomic');
  if (func.mayInit)
    reportError(
      c,
      field,
      'SpecInit',
      'a method of an interface cannot have mayInit: its implementations are not known',
    );
  for (const measure of func.measures) {
    if (measure.measures.some((e) => e.kind === 'Ident' && e.name === '_')) {
      reportError(c, measure, 'SpecMeasures', 'the termination of a method of an interface cannot be assumed');
    }
  }
  if (func.ghost || func.pure) noConditions(c, func);
  const results = field.type?.kind === 'FuncType' ? field.type.results : null;
  const vars: Var[] = [];
  for (const result of results?.list ?? []) {
    for (const name of result.names) {
      const obj = c.info.defs.get(name);
      if (obj?.kind === 'Var') vars.push(obj);
    }
  }
  if (field.spec !== null) {
    const ghost = func.ghost;
    contractRules(c, field.spec, func.opaque ? { ...func, pure: true } : func, { ghost } as Context, vars);
  }
}

/** The uses of variables that a function literal has from around it, the first of each. */
export function capturedBy(c: Checker, e: ast.FuncLit): readonly { readonly name: ast.Ident; readonly obj: Var }[] {
  const captured = new Map<Var, ast.Ident>();
  walk(e, (n) => {
    if (n.kind !== 'Ident') return true;
    const obj = c.info.uses.get(n);
    if (obj?.kind !== 'Var' || obj.var === 'package' || obj.var === 'field' || captured.has(obj)) return true;
    if (obj.pkg !== null && (obj.pos < e.pos || obj.pos >= e.end)) captured.set(obj, n);
    return true;
  });
  return [...captured].map(([obj, name]) => ({ name, obj }));
}

/** Rules about a function literal. */
export function literalRules(c: Checker, e: ast.FuncLit, func: FuncFacts | null, ctx: Context): void {
  for (const { name, obj } of capturedBy(c, e)) {
    if (isShared(specOf(c).facts, obj)) continue;
    const message = `the function literal captures ${name.name}, which is not shared: declare it as ${name.name}@`;
    reportError(c, name, 'SpecCapture', message);
  }
  if (func === null) return;
  if (func.opaque) reportError(c, e, 'SpecOpaque', 'a function literal cannot be opaque');
  const type = c.info.types.get(e)?.type;
  const results = type?.kind === 'Signature' ? type.results.vars : [];
  if (e.spec !== null) contractRules(c, e.spec, { ...func, opaque: false }, ctx, results);
}
