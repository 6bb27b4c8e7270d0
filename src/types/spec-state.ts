// Access to the facts of specifications, and the context of ghost code.

import { assert } from '../base/assert.ts';
import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import { later, newEnvironment } from './check.ts';
import type { Checker } from './checker.ts';
import type { Func, GoObject, Package, Var } from './object.ts';
import type { FuncFacts, PackageFacts, SpecFacts, SpecState } from './spec-facts.ts';
import type { Type } from './type.ts';

/** The state of a package that is checked with specifications. */
export function specOf(c: Checker): SpecState {
  assert(c.spec !== null, 'a package with specifications');
  return c.spec;
}

/** Checks something in ghost code. */
export function inGhost<T>(c: Checker, run: () => T): T {
  const saved = c.env.ghost;
  c.env.ghost = true;
  const result = run();
  c.env.ghost = saved;
  return result;
}

/** Facts about a function; null in plain Go, and for functions without contract of packages that have none. */
export function factsOf(facts: SpecFacts, func: Func): FuncFacts | null {
  return facts.funcs.get(func) ?? (func.origin === null ? null : (facts.funcs.get(func.origin) ?? null));
}

export function isGhostObject(facts: SpecFacts, obj: GoObject): boolean {
  if (facts.ghost.has(obj)) return true;
  return (obj.kind === 'Var' || obj.kind === 'Func') && obj.origin !== null && facts.ghost.has(obj.origin);
}

export function isShared(facts: SpecFacts, v: Var): boolean {
  return facts.shared.has(v);
}

export function isPredicate(facts: SpecFacts, func: Func): boolean {
  return factsOf(facts, func)?.role === 'predicate';
}

/** What a declaration says beyond its signature. */
export function readSpecification(
  role: FuncFacts['role'],
  spec: ast.Specification | null,
  ghost: boolean,
  hasBody: boolean,
  node: ast.Node,
): FuncFacts {
  const marks = new Set<ast.SpecMarkWord>();
  const measures: ast.DecreasesClause[] = [];
  for (const clause of spec?.clauses ?? []) {
    if (clause.kind === 'SpecMark') marks.add(clause.word);
    else if (clause.kind === 'DecreasesClause') measures.push(clause);
  }
  return {
    role,
    ghost: ghost || role === 'predicate' || role === 'domain',
    pure: marks.has('pure') || role === 'domain',
    opaque: marks.has('opaque'),
    trusted: marks.has('trusted'),
    atomic: marks.has('atomic'),
    mayInit: marks.has('mayInit'),
    opensInvariants: marks.has('opensInvariants'),
    measures,
    spec,
    hasBody,
    node,
  };
}

/** Notes what a declaration says. */
export function addFacts(c: Checker, func: Func, facts: FuncFacts): void {
  const spec = specOf(c);
  spec.facts.funcs.set(func, facts);
  if (facts.spec !== null || facts.ghost) spec.facts.annotated.add(c.pkg);
  if (facts.ghost) spec.facts.ghost.add(func);
}

/** What a package demands and proves. */
export function packageFacts(facts: SpecFacts, pkg: Package): PackageFacts {
  let own = facts.packages.get(pkg);
  if (own === undefined) {
    own = { demands: [], proofs: [] };
    facts.packages.set(pkg, own);
  }
  return own;
}

/** Whether a node stands in a file whose specifications are not inside comments. */
export function isSpecificationSource(c: Checker, node: ast.Node): boolean {
  return c.sources.fileOf(node.pos)?.path.endsWith('.gobra') ?? false;
}

/** Has something checked later, as if it were checked here. */
export function laterHere(c: Checker, run: () => void): void {
  const { decl, scope, version, ghost } = c.env;
  later(c, () => {
    const saved = c.env;
    c.env = { ...newEnvironment(decl, scope, version), ghost };
    run();
    c.env = saved;
  });
}

/** Whether a name is predeclared, in the language or in Go. */
export function isPredeclared(spec: SpecState, name: string): boolean {
  const { outer } = spec.facts;
  return outer.elems?.has(name) === true || outer.parent?.elems?.has(name) === true;
}

/** Whether the package that declares a type specifies anything. */
export function isAnnotated(spec: SpecState, t: Type): boolean {
  const type = unalias(t);
  const base = type.kind === 'Pointer' ? unalias(type.elem) : type;
  const pkg = base.kind === 'Named' ? base.obj.pkg : null;
  return pkg === null || spec.facts.annotated.has(pkg);
}

/** Whether a type may lack a method for an interface: one that is ghost, if its package specifies nothing. */
export function isOptional(spec: SpecState, method: Func, t: Type): boolean {
  return spec.facts.ghost.has(method) && !isAnnotated(spec, t);
}
