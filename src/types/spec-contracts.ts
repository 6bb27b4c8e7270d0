// Contracts of functions, loops and outline blocks, and axioms of domains: what their expressions must be.

import type * as ast from '../syntax/nodes.ts';
import { newEnvironment } from './check.ts';
import type { Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { at, newOperand, type Operand } from './operand.ts';
import { comparable, identical, isUntyped } from './predicates.ts';
import type { Scope } from './scope.ts';
import { assertion, condition } from './spec-expr.ts';
import { inGhost } from './spec-state.ts';
import type { Type } from './type.ts';
import { SpecTyp } from './universe.ts';

/** Checks a contract in a scope that has the parameters and results. */
export function checkContract(c: Checker, spec: ast.Specification, scope: Scope, version: number): void {
  const saved = c.env;
  c.env = { ...newEnvironment(saved.decl, scope, version), sig: saved.sig };
  specification(c, spec);
  c.env = saved;
}

/** Checks clauses in the current scope. */
export function specification(c: Checker, spec: ast.Specification): void {
  inGhost(c, () => {
    const tuples: Type[][] = [];
    const measures: ast.DecreasesClause[] = [];
    for (const clause of spec.clauses) {
      switch (clause.kind) {
        case 'ContractClause':
          assertion(c, clause.x);
          break;
        case 'DecreasesClause': {
          measures.push(clause);
          const tuple = measure(c, clause);
          if (tuple !== null) tuples.push(tuple);
          break;
        }
        case 'SpecMark':
        case 'BackendClause':
          break;
      }
    }
    if (measures.length > 1 && measures.some((m) => m.cond === null)) {
      const message = 'a contract has either one termination measure without condition or several with one';
      reportError(c, spec, 'SpecMeasures', message);
    }
    const [first] = tuples;
    if (first !== undefined && tuples.some((tuple) => !sameTypes(tuple, first))) {
      reportError(c, spec, 'SpecMeasures', 'all termination measures of a contract must have the same types');
    }
  });
}

function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((t, i) => identical(t, b[i] as Type));
}

/** The types of a measure; null for one that is assumed, or after an error. */
function measure(c: Checker, m: ast.DecreasesClause): Type[] | null {
  const types: Type[] = [];
  let ok = true;
  for (const e of m.measures) {
    if (e.kind === 'Ident' && e.name === '_') {
      ok = false;
      continue;
    }
    const x = newOperand();
    expr(c, null, x, e);
    if (x.mode === 'invalid') {
      ok = false;
      continue;
    }
    if (!comparable(x.type as Type)) {
      const what = `values of type ${str(c, x.type)} cannot be compared, so they are no termination measure`;
      reportError(c, at(x), 'SpecMeasures', what);
      ok = false;
    }
    types.push(measureType(x));
  }
  if (m.cond !== null) condition(c, m.cond);
  return ok ? types : null;
}

function measureType(x: Operand): Type {
  return isUntyped(x.type as Type) ? SpecTyp.integer : (x.type as Type);
}

/** Checks an axiom, which is true of everything: it can mention nothing but what is declared in the package. */
export function checkAxiom(c: Checker, axiom: ast.DomainAxiom): void {
  inGhost(c, () => condition(c, axiom.x));
}
