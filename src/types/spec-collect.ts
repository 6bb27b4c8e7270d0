// Collects what specifications declare at package level: predicates, contracts, constructors, domain functions and proofs.

import { noPos } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker } from './checker.ts';
import { declare } from './decl.ts';
import { reportError } from './errors.ts';
import { type Func, type GoObject, newFunc, newTypeName, type TypeName } from './object.ts';
import { recordDef } from './recording.ts';
import { addToObjMap, newDeclInfo } from './resolver.ts';
import { newScope, type Scope } from './scope.ts';
import { addFacts, readSpecification, specOf } from './spec-state.ts';
import { universe } from './universe.ts';

/** Declares what `decl` adds to the package. Predicates with a receiver are handed to `addMethod`. */
export function collectSpec(
  c: Checker,
  decl: ast.Decl,
  fileScope: Scope,
  addMethod: (recv: ast.Expr, obj: Func) => void,
): void {
  if (decl.kind !== 'PredDecl') return;
  const obj = newFunc(decl.name.pos, c.pkg, decl.name.name, null);
  addFacts(c, obj, readSpecification('predicate', null, true, decl.body !== null, decl));
  const recv = decl.recv?.list[0]?.type ?? null;
  if (recv === null) {
    if (specOf(c).facts.outer.elems?.has(decl.name.name) === true) refusePredeclared(c, decl.name, obj);
    else declare(c, c.pkg.scope, decl.name, obj, 0);
  } else {
    recordDef(c, decl.name, obj);
    addMethod(recv, obj);
  }
  addToObjMap(c, obj, newDeclInfo(c, fileScope, { pdecl: decl }));
}

/** Whether a ghost function would hide a predeclared type: what runs must mean the same with it and without it. */
export function hidesType(c: Checker, decl: ast.FuncDecl): boolean {
  return c.spec !== null && decl.ghost !== noPos && universe.elems?.get(decl.name.name)?.kind === 'TypeName';
}

/** Reports a declaration that would hide what is predeclared, which keeps its name. */
export function refusePredeclared(c: Checker, name: ast.Ident, obj: Func): void {
  reportError(c, name, 'SpecPredeclared', `${name.name} is predeclared: choose another name`);
  obj.parent = c.pkg.scope;
  recordDef(c, name, obj);
}

/** Notes the contract of a function or method, so that it is known before the declaration is checked. */
export function collectContract(c: Checker, obj: Func, decl: ast.FuncDecl): void {
  const ghost = decl.ghost !== noPos;
  addFacts(c, obj, readSpecification('function', decl.spec, ghost, decl.body !== null, decl));
}

/** Declares the constructors of an algebraic type, or the functions of a domain. */
export function collectMembers(c: Checker, owner: TypeName, spec: ast.TypeSpec, fileScope: Scope): void {
  const type = spec.type;
  if (type.kind === 'AdtType') {
    for (const clause of type.clauses) {
      const obj = newTypeName(clause.name.pos, c.pkg, clause.name.name, null);
      specOf(c).facts.ghost.add(obj);
      declareLate(c, clause.name, obj, owner, fileScope);
    }
  } else if (type.kind === 'DomainType') {
    for (const clause of type.clauses) {
      if (clause.kind !== 'DomainFunc') continue;
      const obj = newFunc(clause.name.pos, c.pkg, clause.name.name, null);
      addFacts(c, obj, readSpecification('domain', null, true, false, clause));
      declareLate(c, clause.name, obj, owner, fileScope);
    }
  }
}

/** Constructors of several types may share a name: then it must be qualified by the type. */
function declareLate(c: Checker, name: ast.Ident, obj: GoObject, owner: TypeName, fileScope: Scope): void {
  const { late } = specOf(c).facts;
  let scope = late.get(c.pkg);
  if (scope === undefined) {
    scope = newScope(c.pkg.scope.parent, noPos, noPos, 'constructors');
    late.set(c.pkg, scope);
    setParent(c.pkg.scope, scope);
  }
  const members = specOf(c).facts.members.get(owner);
  if (members === undefined) specOf(c).facts.members.set(owner, [obj]);
  else members.push(obj);
  obj.parent = scope;
  scope.elems ??= new Map();
  if (!scope.elems.has(obj.name)) scope.elems.set(obj.name, obj);
  recordDef(c, name, obj);
  addToObjMap(c, obj, newDeclInfo(c, fileScope, { owner }));
}

function setParent(scope: Scope, parent: Scope): void {
  (scope as { parent: Scope | null }).parent = parent;
}
