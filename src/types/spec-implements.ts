// What specifications ask of a type that is used as an interface, beyond its methods.

import type * as ast from '../syntax/nodes.ts';
import type { Cause, Checker } from './checker.ts';
import { reportError } from './errors.ts';
import { str } from './format.ts';
import type { Func } from './object.ts';
import { demand, implementsProblem } from './spec-proofs.ts';
import { specOf } from './spec-state.ts';
import type { MathType, StructType, Type } from './type.ts';
import { under } from './under.ts';

/** Whether a V, which has the methods of the interface T, can be used as one; notes the demand if so. */
export function specImplements(c: Checker, V: Type, T: Type, at: ast.Node | null, cause: Cause | null): boolean {
  const iface = under(T);
  if (iface.kind !== 'Interface') return true;
  const problem = valueProblem(c, V) ?? implementsProblem(c, V, iface);
  if (problem !== null) {
    if (cause !== null) cause.text = problem;
    return false;
  }
  if (at !== null) demand(c, V, T, at);
  return true;
}

/** The same for a type assertion or the case of a type switch. */
export function specAssertion(c: Checker, at: ast.Expr, V: Type, T: Type): void {
  const iface = under(V);
  if (iface.kind !== 'Interface' || under(T).kind === 'Interface') return;
  const problem = valueProblem(c, T) ?? implementsProblem(c, T, iface);
  if (problem === null) demand(c, T, V, at);
  else reportError(c, at, 'ImpossibleAssert', `${str(c, T)} does not implement ${str(c, V)}: ${problem}`);
}

/** Why values of a type cannot be in an interface; null if they can. */
export function valueProblem(c: Checker, t: Type): string | null {
  if (keepsIdentity(c, t, new Set())) return null;
  return `values of type ${str(c, t)} cannot be in an interface, since == on them would not be that of Go`;
}

/** Whether values are equal in Go exactly if they are equal as mathematical values. */
function keepsIdentity(c: Checker, t: Type, seen: Set<Type>): boolean {
  if (seen.has(t)) return true;
  seen.add(t);
  const u = under(t);
  switch (u.kind) {
    case 'Basic':
    case 'Pointer':
    case 'Map':
    case 'Interface':
    case 'TypeParam':
      return true;
    case 'Slice':
      return !u.ghost;
    case 'Struct':
      return structKeepsIdentity(c, u, seen);
    case 'Array':
      return keepsIdentity(c, u.elem, seen);
    case 'Math':
      return mathKeepsIdentity(c, u, seen);
    case 'Chan':
    case 'Signature':
    case 'Named':
    case 'Alias':
    case 'Tuple':
    case 'Union':
      return true;
  }
}

function structKeepsIdentity(c: Checker, t: StructType, seen: Set<Type>): boolean {
  const { ghost } = specOf(c).facts;
  return t.fields.every((f) => !ghost.has(f) && (f.type === null || keepsIdentity(c, f.type, seen)));
}

function domainKeepsIdentity(c: Checker, func: Func, seen: Set<Type>): boolean {
  const sig = func.type;
  if (sig?.kind !== 'Signature') return true;
  return [...sig.params.vars, ...sig.results.vars].every((v) => v.type === null || keepsIdentity(c, v.type, seen));
}

function mathKeepsIdentity(c: Checker, t: MathType, seen: Set<Type>): boolean {
  if (t.math === 'pred') return false;
  if (t.math === 'adt') {
    return t.clauses.every((clause) => {
      const type = clause.type;
      return type?.kind !== 'Math' || type.fields.every((f) => f.type === null || keepsIdentity(c, f.type, seen));
    });
  }
  return t.args.every((arg) => keepsIdentity(c, arg, seen)) && t.funcs.every((f) => domainKeepsIdentity(c, f, seen));
}
