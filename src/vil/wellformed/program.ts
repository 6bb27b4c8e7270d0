// Invariants of programs: what `vil.ts` promises to its readers. Every pass keeps them; tests and readers check them.

import type { Diagnostic } from '../../base/diagnostic.ts';
import { blocksOf, strayGotos } from '../structure.ts';
import type { Block, Expr, LocalDecl, Measure, Program, Source, Stmt, Type } from '../vil.ts';
import { someExpr, visitExpr } from '../walk.ts';
import { type Checker, complain, createChecker } from './context.ts';
import { bind, checkExpr, checkResource, checkType, type Place } from './exprs.ts';

const Bool: Type = { kind: 'Bool' };

const nowhere: Place = {
  vars: new Map(),
  assertion: false,
  old: false,
  wand: false,
  labels: new Set(),
  result: null,
  amount: false,
};

/** What is wrong with the program; empty if it keeps all invariants. */
export function wellformed(program: Program): readonly Diagnostic[] {
  const checker = createChecker(program);
  checkNames(checker, program);
  for (const { type, src } of program.fields) checkType(checker, type, src);
  for (const domain of program.domains) {
    const own: Checker = { ...checker, typeParams: new Set(domain.typeParams) };
    for (const func of domain.functions) {
      for (const { type, src } of func.params) checkType(own, type, src);
      checkType(own, func.type, func.src);
      if (func.unique && func.params.length > 0) complain(checker, func.src, 'a unique function has parameters');
    }
    for (const axiom of domain.axioms) {
      checkExpr(own, axiom.body, Bool, nowhere);
      if (someExpr(axiom.body, readsHeap)) complain(checker, axiom.src, 'an axiom depends on the heap');
    }
  }
  for (const adt of program.adts) {
    const own: Checker = { ...checker, typeParams: new Set(adt.typeParams) };
    if (adt.constructors.length === 0) complain(checker, adt.src, 'an adt has no constructor');
    const parts = adt.constructors.flatMap(({ params }) => params);
    for (const { type, src } of parts) checkType(own, type, src);
    duplicates(checker, parts);
  }
  for (const func of program.functions) {
    const place = bind(checker, func.params, nowhere);
    checkType(checker, func.type, func.src);
    for (const pre of func.pres) {
      checkContract(checker, pre, { ...place, assertion: true });
      if (someExpr(pre, ({ kind }) => kind === 'MagicWand')) complain(checker, pre.src, 'a function needs a wand');
    }
    for (const post of func.posts) checkExpr(checker, post, Bool, { ...place, result: func.type });
    for (const measure of func.measures) checkMeasure(checker, measure, place);
    if (func.body !== null) checkExpr(checker, func.body, func.type, place);
  }
  for (const predicate of program.predicates) {
    const place = bind(checker, predicate.params, nowhere);
    if (predicate.body === null) continue;
    checkExpr(checker, predicate.body, Bool, { ...place, assertion: true });
    if (someExpr(predicate.body, ({ kind }) => kind === 'MagicWand' || kind === 'CurrentPerm' || kind === 'ForPerm')) {
      complain(checker, predicate.body.src, 'a predicate speaks of wands or of what is held');
    }
  }
  for (const method of program.methods) {
    const before = bind(checker, method.params, nowhere);
    const place = bind(checker, method.results, before);
    for (const pre of method.pres) checkContract(checker, pre, { ...before, assertion: true });
    for (const post of method.posts) checkContract(checker, post, { ...place, assertion: true, old: true });
    for (const measure of method.measures) checkMeasure(checker, measure, before);
    if (method.body !== null) checkBody(checker, method.results, method.body, { ...place, old: true });
  }
  return checker.found;
}

function readsHeap(expr: Expr): boolean {
  switch (expr.kind) {
    case 'FieldAccess':
    case 'CurrentPerm':
    case 'ForPerm':
    case 'Unfolding':
    case 'Applying':
    case 'Old':
      return true;
    default:
      return false;
  }
}

function checkNames(checker: Checker, program: Program): void {
  const members = [
    ...program.domains,
    ...program.domains.flatMap(({ functions }) => functions),
    ...program.adts,
    ...program.adts.flatMap(({ constructors }) => constructors),
    ...program.fields,
    ...program.functions,
    ...program.predicates,
    ...program.methods,
  ];
  duplicates(checker, members);
}

function duplicates(checker: Checker, named: readonly { readonly name: string; readonly src: Source }[]): void {
  const seen = new Set<string>();
  for (const { name, src } of named) {
    if (seen.has(name)) complain(checker, src, `"${name}" is declared twice`);
    seen.add(name);
  }
}

/** Contracts and invariants say what is held only where the two directions differ. */
function checkContract(checker: Checker, expr: Expr, place: Place): void {
  checkExpr(checker, expr, Bool, place);
  if (speaksOfHeld(expr))
    complain(checker, expr.src, '"perm" and "forperm" need an inhale-exhale assertion in contracts');
}

function speaksOfHeld(expr: Expr): boolean {
  let found = false;
  visitExpr(expr, (part) => {
    if (part.kind === 'CurrentPerm' || part.kind === 'ForPerm') found = true;
    return part.kind !== 'InhaleExhale';
  });
  return found;
}

function checkMeasure(checker: Checker, measure: Measure, place: Place): void {
  if (measure.kind === 'StarMeasure') return;
  if (measure.condition !== null) checkExpr(checker, measure.condition, Bool, place);
  if (measure.kind === 'WildcardMeasure') return;
  for (const expr of measure.exprs) checkExpr({ ...checker, instances: true }, expr, expr.type, place);
}

interface Around {
  readonly assignable: ReadonlySet<string>;
  /** The loops around a statement, innermost last. */
  readonly loops: readonly (string | null)[];
}

function checkBody(checker: Checker, results: readonly LocalDecl[], body: Block, place: Place): void {
  const labels = new Set<string>();
  const collect = (stmt: Stmt): void => {
    if (stmt.kind === 'Label') {
      if (labels.has(stmt.name)) complain(checker, stmt.src, `label "${stmt.name}" is declared twice`);
      labels.add(stmt.name);
    }
    for (const block of blocksOf(stmt)) block.stmts.forEach(collect);
  };
  collect(body);
  const assignable = new Set(results.map(({ name }) => name));
  checkBlock(checker, body, { ...place, labels }, { assignable, loops: [] });
  for (const stray of strayGotos(body)) complain(checker, stray.src, 'a jump leads into a block or nowhere');
}

function checkBlock(checker: Checker, block: Block, place: Place, around: Around): void {
  let here = place;
  const assignable = new Set(around.assignable);
  for (const stmt of block.stmts) {
    if (stmt.kind === 'VarDecl') {
      here = bind(checker, [stmt.decl], here);
      assignable.add(stmt.decl.name);
    } else checkStmt(checker, stmt, here, { ...around, assignable });
  }
}

function checkStmt(checker: Checker, stmt: Stmt, place: Place, around: Around): void {
  const assertion: Place = { ...place, assertion: true };
  switch (stmt.kind) {
    case 'Block':
      checkBlock(checker, stmt, place, around);
      return;
    case 'VarDecl':
      return;
    case 'LocalAssign':
      checkTarget(checker, stmt.target, place, around);
      checkExpr(checker, stmt.value, stmt.target.type, place);
      return;
    case 'FieldAssign':
      checkExpr(checker, stmt.target, stmt.target.type, place);
      checkExpr(checker, stmt.value, stmt.target.type, place);
      return;
    case 'MethodCall': {
      const method = checker.methods.get(stmt.method);
      if (method === undefined) {
        complain(checker, stmt.src, `method "${stmt.method}" is not declared`);
        return;
      }
      if (method.params.length !== stmt.args.length || method.results.length !== stmt.targets.length) {
        complain(checker, stmt.src, `a call of "${stmt.method}" has another shape than the method`);
        return;
      }
      stmt.args.forEach((arg, i) => {
        checkExpr(checker, arg, (method.params[i] as LocalDecl).type, place);
      });
      stmt.targets.forEach((target, i) => {
        checkTarget(checker, target, place, around);
        checkExpr(checker, target, (method.results[i] as LocalDecl).type, place);
      });
      duplicates(checker, stmt.targets);
      return;
    }
    case 'New':
      checkTarget(checker, stmt.target, place, around);
      checkExpr(checker, stmt.target, { kind: 'Ref' }, place);
      for (const field of stmt.fields) {
        if (!checker.fields.has(field)) complain(checker, stmt.src, `field "${field}" is not declared`);
      }
      return;
    case 'Inhale':
    case 'Exhale':
    case 'Assert':
    case 'Assume':
    case 'Refute':
      checkExpr(checker, stmt.assertion, Bool, assertion);
      return;
    case 'Fold':
    case 'Unfold':
      if (checker.predicates.get(stmt.acc.loc.predicate)?.body === null) {
        complain(checker, stmt.src, `predicate "${stmt.acc.loc.predicate}" is abstract`);
      }
      checkExpr(checker, stmt.acc, Bool, assertion);
      return;
    case 'Package':
      checkExpr(checker, stmt.wand, Bool, assertion);
      checkBlock(checker, stmt.proof, { ...place, wand: true }, { ...around, loops: [] });
      return;
    case 'Apply':
      checkExpr(checker, stmt.wand, Bool, assertion);
      return;
    case 'If':
      checkExpr(checker, stmt.cond, Bool, place);
      checkBlock(checker, stmt.then, place, around);
      checkBlock(checker, stmt.else, place, around);
      return;
    case 'While':
      checkExpr(checker, stmt.cond, Bool, place);
      for (const invariant of stmt.invariants) checkContract(checker, invariant, assertion);
      for (const measure of stmt.measures) checkMeasure(checker, measure, place);
      checkBlock(checker, stmt.body, place, { ...around, loops: [...around.loops, stmt.name] });
      return;
    case 'Break':
    case 'Continue': {
      const { loop } = stmt;
      const known = loop === null ? around.loops.length > 0 : around.loops.includes(loop);
      if (!known) complain(checker, stmt.src, 'a jump leaves a loop that is not around it');
      return;
    }
    case 'Return':
    case 'Goto':
      return;
    case 'Label':
      for (const invariant of stmt.invariants) checkContract(checker, invariant, assertion);
      return;
    case 'Quasihavoc':
    case 'Quasihavocall': {
      const inner = stmt.kind === 'Quasihavoc' ? place : bind(checker, stmt.vars, place);
      if (stmt.condition !== null) checkExpr(checker, stmt.condition, Bool, inner);
      checkResource(checker, stmt.resource, inner);
      return;
    }
  }
}

function checkTarget(
  checker: Checker,
  target: Expr & { readonly kind: 'LocalVar' },
  place: Place,
  around: Around,
): void {
  checkExpr(checker, target, target.type, place);
  if (!around.assignable.has(target.name)) complain(checker, target.src, `"${target.name}" cannot be assigned`);
}
