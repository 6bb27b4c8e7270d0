// Inference of type arguments from function arguments, constraints and untyped constants.

import { assert } from '../base/assert.ts';
import { noPos, type Pos, type Span } from '../base/source.ts';
import { exprString } from '../syntax/index.ts';
import { unalias } from './alias.ts';
import type { Cause, Checker } from './checker.ts';
import type { ErrorBuilder } from './errors.ts';
import { str } from './format.ts';
import { hasAllMethods } from './lookup.ts';
import { newTypeName, type Var } from './object.ts';
import { at, isNil, type Operand } from './operand.ts';
import { defaultType, isTyped, maxType } from './predicates.ts';
import { makeRenameMap, makeSubstMap, subst } from './subst.ts';
import type { InterfaceType, Tuple, Type, TypeParam } from './type.ts';
import { iface, newTypeParam } from './typeparam.ts';
import { hasTerms, isSet, typeSet } from './typeset.ts';
import type { TypeTerm } from './typeterm.ts';
import { commonUnder } from './under.ts';
import {
  assignMode,
  exactMode,
  inferredAt,
  inferred as inferredTypes,
  newUnifier,
  setInferred,
  type Unifier,
  unify,
  unknowns,
} from './unify.ts';
import { allowVersion, go1_21 } from './version.ts';

/**
 * All type arguments for `tparams`, given some of them (null or missing: unknown) and the arguments for `params`; null
 * if they cannot be found. Errors are added to `err`; there may be none if an argument is invalid.
 * `reverse` turns messages around, for a call that stands for an assignment of a generic function.
 */
export function infer(
  c: Checker,
  posn: Span,
  tparams: readonly TypeParam[],
  targs: readonly (Type | null)[],
  params: Tuple,
  args: readonly Operand[],
  reverse: boolean,
  err: ErrorBuilder,
): Type[] | null {
  const n = tparams.length;
  assert(n > 0 && targs.length <= n && params.vars.length === args.length);
  if (targs.length === n && !targs.includes(null)) return targs.slice() as Type[];
  for (const arg of args) if (arg.mode === 'invalid') return null;

  const known: (Type | null)[] = [];
  for (let i = 0; i < n; i++) known.push(targs[i] ?? null);
  // With the known ones in place, arguments are not matched against them: passing follows the rules of assignment.
  const pars =
    params.vars.length > 0 ? (subst(c, noPos, params, makeSubstMap(tparams, known), null, c.ctxt) as Tuple) : params;

  const u = newUnifier(tparams, known, allowVersion(c, go1_21));
  const untyped = unifyArguments(c, u, pars, args, reverse, err);
  if (untyped === null) return null;
  if (!unifyConstraints(c, u, posn, err)) return null;
  if (untyped.length > 0 && !useUntyped(c, u, pars, args, untyped, err)) return null;
  return simplify(c, u, posn, known, err);
}

/** First step: typed arguments. The result has the indices of untyped ones that matter; null after an error. */
function unifyArguments(
  c: Checker,
  u: Unifier,
  params: Tuple,
  args: readonly Operand[],
  reverse: boolean,
  err: ErrorBuilder,
): number[] | null {
  const untyped: number[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Operand;
    const par = (params.vars[i] as Var).type as Type;
    const argType = arg.type as Type;
    if (!isParameterized(u.tparams, par) && !isParameterized(u.tparams, argType)) continue;
    if (isTyped(argType)) {
      if (!unify(u, par, argType, assignMode)) {
        explainMismatch(c, u, par, argType, arg, reverse, err);
        return null;
      }
    } else if (par.kind === 'TypeParam' && !isNil(arg)) {
      // A constant's default type is basic, so it can tell nothing about a composite parameter.
      untyped.push(i);
    }
  }
  return untyped;
}

function explainMismatch(
  c: Checker,
  u: Unifier,
  tpar: Type,
  targ: Type,
  arg: Operand,
  reverse: boolean,
  err: ErrorBuilder,
): void {
  const found = inferredTypes(u);
  const name = arg.expr === null ? '' : exprString(arg.expr);
  if (found.every((t) => t === null)) {
    const unknown = typeParamsString(u.tparams);
    err.add(at(arg), `type ${str(c, targ)} of ${name} does not match ${str(c, tpar)} (cannot infer ${unknown})`);
    return;
  }
  const inferred = subst(c, at(arg).pos, tpar, makeSubstMap(u.tparams, found), null, c.ctxt);
  if (inferred === tpar) {
    err.add(at(arg), `type ${str(c, targ)} of ${name} does not match ${str(c, tpar)}`);
  } else if (reverse) {
    const what = `inferred type ${str(c, inferred)} for ${str(c, tpar)}`;
    err.add(at(arg), `${what} does not match type ${str(c, targ)} of ${name}`);
  } else {
    const what = `inferred type ${str(c, inferred)} for ${str(c, tpar)}`;
    err.add(at(arg), `type ${str(c, targ)} of ${name} does not match ${what}`);
  }
}

/** Second step: core types and methods of constraints, as long as they reveal something new. */
function unifyConstraints(c: Checker, u: Unifier, posn: Span, err: ErrorBuilder): boolean {
  const tparams = u.tparams;
  for (;;) {
    const before = unknowns(u);
    for (let i = 0; i < tparams.length; i++) {
      const tpar = tparams[i] as TypeParam;
      const tx = inferredAt(u, i);
      const core = coreTerm(tpar);
      if (core !== null) {
        if (tx !== null) {
          // With or without tilde: a defined type matches its underlying type in this mode.
          if (!unify(u, tx, core.type, 0)) {
            err.add(posn, `${str(c, tpar)} (type ${str(c, tx)}) does not satisfy ${str(c, tpar.bound)}`);
            return false;
          }
        } else if (core.single && !core.tilde) {
          setInferred(u, i, core.type);
        }
      }
      // Methods of a type that still contains type parameters may be others in the end.
      if (tx !== null && !isParameterized(tparams, tx)) {
        const constraint = iface(tpar);
        if (typeSet(constraint).methods.length === 0) continue;
        const cause: Cause = { text: '' };
        if (!hasAllMethods(c, tx, constraint, true, (x, y) => unify(u, x, y, exactMode), cause)) {
          const text = `${str(c, tpar)} (type ${str(c, tx)}) does not satisfy ${str(c, tpar.bound)} ${cause.text}`;
          err.add(posn, text);
          return false;
        }
      }
    }
    if (unknowns(u) === before) return true;
  }
}

/** Third step: parameters that are still unknown get the default type of the largest constant passed for them. */
function useUntyped(
  c: Checker,
  u: Unifier,
  params: Tuple,
  args: readonly Operand[],
  untyped: readonly number[],
  err: ErrorBuilder,
): boolean {
  const largest = new Map<number, Type>();
  for (const index of untyped) {
    const tpar = (params.vars[index] as Var).type as TypeParam;
    const i = u.tparams.indexOf(tpar);
    // The parameter may be one of the enclosing function that was given explicitly.
    if (i < 0 || inferredAt(u, i) !== null) continue;
    const arg = args[index] as Operand;
    const argType = arg.type as Type;
    const max = largest.get(i);
    const larger = max === undefined ? argType : maxType(max, argType);
    if (larger === null) {
      const types = `${str(c, max as Type)} and ${str(c, argType)}`;
      err.add(at(arg), `mismatched types ${types} (cannot infer ${str(c, tpar)})`);
      return false;
    }
    largest.set(i, larger);
  }
  for (const [i, type] of largest) setInferred(u, i, defaultType(type));
  return true;
}

/** Last step: types found may mention parameters, for which the types found are put in until nothing changes. */
function simplify(
  c: Checker,
  u: Unifier,
  posn: Span,
  known: readonly (Type | null)[],
  err: ErrorBuilder,
): Type[] | null {
  const tparams = u.tparams;
  const inferred = inferredTypes(u);
  killCycles(tparams, inferred);
  let dirty: number[] = [];
  for (let i = 0; i < inferred.length; i++) {
    if (inferred[i] !== null && known[i] === null) dirty.push(i);
  }
  while (dirty.length > 0) {
    const smap = makeSubstMap(tparams, inferred.slice());
    const changed: number[] = [];
    for (const i of dirty) {
      const t0 = inferred[i] as Type;
      const t1 = subst(c, noPos, t0, smap, null, c.ctxt);
      if (t1 === t0) continue;
      // A generic function passed as an argument is no longer generic once its parameters are gone.
      if (t1.kind === 'Signature' && t1.typeParams !== null && !isParameterized(tparams, t1)) t1.typeParams = null;
      inferred[i] = t1;
      changed.push(i);
    }
    dirty = changed;
  }
  for (let i = 0; i < inferred.length; i++) {
    const typ = inferred[i] as Type | null;
    if (typ === null || isParameterized(tparams, typ)) {
      const obj = (tparams[i] as TypeParam).obj;
      err.add(posn, `cannot infer ${obj.name}${declaredAt(c, obj.pos)}`);
      return null;
    }
  }
  return inferred as Type[];
}

function declaredAt(c: Checker, pos: Pos): string {
  const place = c.sources.position(pos);
  if (place === null) return '';
  const file = place.file.slice(place.file.lastIndexOf('/') + 1);
  return ` (declared at ${file}:${place.line}:${place.column})`;
}

/**
 * New type parameters in place of `tparams`, and `typ` with them. In a recursive call, the parameters to be solved for
 * must not be mistaken for those of the function being checked.
 */
export function renameTParams(
  c: Checker,
  pos: Pos,
  tparams: readonly TypeParam[],
  typ: Type,
): [tparams: readonly TypeParam[], typ: Type] {
  if (tparams.length === 0) return [tparams, typ];
  const renamed: TypeParam[] = [];
  for (const tparam of tparams) {
    const { obj } = tparam;
    const copy = newTypeParam(null, newTypeName(obj.pos, obj.pkg, obj.name, null), null);
    copy.index = tparam.index;
    renamed.push(copy);
  }
  const smap = makeRenameMap(tparams, renamed);
  for (let i = 0; i < tparams.length; i++) {
    (renamed[i] as TypeParam).bound = subst(c, pos, (tparams[i] as TypeParam).bound, smap, null, c.ctxt);
  }
  return [renamed, subst(c, pos, typ, smap, null, c.ctxt)];
}

/** `P`, `P and Q`, `P, Q, and R` */
function typeParamsString(list: readonly TypeParam[]): string {
  const names = list.map((t) => t.obj.name);
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')}, and ${names[names.length - 1]}`;
}

/** Whether one of `tparams` occurs in `typ`. Type parameters that a signature declares do not count. */
export function isParameterized(tparams: readonly TypeParam[], typ: Type): boolean {
  return occurs(tparams, typ, null);
}

/** Only interfaces can contain themselves without a defined type in between: `seen` has those being looked at. */
function occurs(tparams: readonly TypeParam[], typ: Type, seen: Set<InterfaceType> | null): boolean {
  switch (typ.kind) {
    case 'Basic':
      return false;
    case 'TypeParam':
      return tparams.includes(typ);
    case 'Alias':
      return occurs(tparams, unalias(typ), seen);
    case 'Named':
      if (typ.inst === null) return false;
      for (const t of typ.inst.typeArgs) if (occurs(tparams, t, seen)) return true;
      return false;
    case 'Array':
    case 'Slice':
    case 'Pointer':
    case 'Chan':
      return occurs(tparams, typ.elem, seen);
    case 'Map':
      return occurs(tparams, typ.key, seen) || occurs(tparams, typ.elem, seen);
    case 'Struct':
      return occursInVars(tparams, typ.fields, seen);
    case 'Tuple':
      return occursInVars(tparams, typ.vars, seen);
    case 'Signature':
      return occursInVars(tparams, typ.params.vars, seen) || occursInVars(tparams, typ.results.vars, seen);
    case 'Interface': {
      const set = typeSet(typ);
      if (seen?.has(typ)) return false;
      if (set.methods.length === 0 && !hasTerms(set)) return false;
      const inner = seen ?? new Set<InterfaceType>();
      inner.add(typ);
      for (const m of set.methods) if (occurs(tparams, m.type as Type, inner)) return true;
      return isSet(set, (t) => t !== null && occurs(tparams, t.type as Type, inner));
    }
    case 'Union':
      return false;
    case 'Math':
      return typ.args.some((t) => occurs(tparams, t, seen));
  }
}

function occursInVars(tparams: readonly TypeParam[], vars: readonly Var[], seen: Set<InterfaceType> | null): boolean {
  for (const v of vars) if (occurs(tparams, v.type as Type, seen)) return true;
  return false;
}

/** What the types of a constraint have in common. */
interface CoreTerm {
  /** Some type of the constraint has a tilde. */
  readonly tilde: boolean;
  readonly type: Type;
  /** The constraint has one specific type, which need not be an underlying type. */
  readonly single: boolean;
}

/** The single type of the parameter's constraint, else its core type, else null. */
function coreTerm(tpar: TypeParam): CoreTerm | null {
  const set = typeSet(iface(tpar));
  if (!hasTerms(set)) return null;
  if (set.terms.length === 1) {
    const term = set.terms[0] as TypeTerm;
    return { tilde: term.tilde, type: term.type as Type, single: true };
  }
  const core = commonUnder(tpar, null)[0];
  if (core === null) return null;
  return { tilde: set.terms.some((t) => t?.tilde === true), type: core, single: false };
}

/** Forgets a type found for a parameter that contains, by way of others perhaps, the parameter itself. */
function killCycles(tparams: readonly TypeParam[], inferred: (Type | null)[]): void {
  const path = new Set<Type>();
  for (const t of tparams) findCycle(tparams, inferred, t, path);
}

function findCycle(tparams: readonly TypeParam[], inferred: (Type | null)[], typ: Type, path: Set<Type>): void {
  const t = unalias(typ);
  if (t.kind === 'Basic') return;
  if (path.has(t)) {
    if (t.kind === 'TypeParam') {
      const i = tparams.indexOf(t);
      if (i >= 0) inferred[i] = null;
    }
    return;
  }
  path.add(t);
  switch (t.kind) {
    case 'Array':
    case 'Slice':
    case 'Pointer':
    case 'Chan':
      findCycle(tparams, inferred, t.elem, path);
      break;
    case 'Map':
      findCycle(tparams, inferred, t.key, path);
      findCycle(tparams, inferred, t.elem, path);
      break;
    case 'Struct':
      for (const f of t.fields) findCycle(tparams, inferred, f.type as Type, path);
      break;
    case 'Tuple':
      for (const v of t.vars) findCycle(tparams, inferred, v.type as Type, path);
      break;
    case 'Signature':
      findCycle(tparams, inferred, t.params, path);
      findCycle(tparams, inferred, t.results, path);
      break;
    case 'Union':
      for (const term of t.terms) findCycle(tparams, inferred, term.type, path);
      break;
    case 'Interface':
      for (const m of t.methods) findCycle(tparams, inferred, m.type as Type, path);
      for (const e of t.embeddeds) findCycle(tparams, inferred, e, path);
      break;
    case 'Named':
      if (t.inst !== null) for (const targ of t.inst.typeArgs) findCycle(tparams, inferred, targ, path);
      break;
    case 'TypeParam': {
      const i = tparams.indexOf(t);
      const found = i < 0 ? null : inferred[i];
      if (found) findCycle(tparams, inferred, found, path);
      break;
    }
  }
  path.delete(t);
}
