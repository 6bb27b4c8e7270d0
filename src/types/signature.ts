// Function and method signatures: receivers, parameters and results.

import { noPos, type Pos, type Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { unalias } from './alias.ts';
import { closeScope, later, openScope } from './check.ts';
import type { Cause, Checker } from './checker.ts';
import { collectTypeParams, declare, declareTypeParam } from './decl.ts';
import { reportError, softError } from './errors.ts';
import { str } from './format.ts';
import { instance } from './instantiate.ts';
import { deref } from './lookup.ts';
import { recordCanon } from './mono.ts';
import { typeParamsOf } from './named.ts';
import { newPointer, newSlice, newTuple } from './newtypes.ts';
import { newVar, type TypeName, type Var, type VarKind } from './object.ts';
import { isValid } from './predicates.ts';
import { recordImplicit, recordInstance, recordTypeAndValue, recordUse } from './recording.ts';
import { unpackRecv } from './resolver.ts';
import { makeSubstMap, subst } from './subst.ts';
import type { Named, Signature, Type, TypeParam } from './type.ts';
import { bindTParams } from './typeparam.ts';
import { genericParams, genericType, varType } from './typexpr.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';
import { go1_18, verifyVersion } from './version.ts';

/** Fills in `sig`, with a scope that holds receiver, type parameters, parameters and results. */
export function funcType(c: Checker, sig: Signature, recvPar: ast.FieldList | null, ftyp: ast.FuncType): void {
  openScope(c, ftyp, 'function');
  const scope = c.env.scope;
  scope.isFunc = true;
  sig.scope = scope;

  let recv: Var | null = null;
  const recvField = recvPar?.list[0] ?? null;
  if (recvPar !== null && recvField !== null) {
    const last = recvPar.list[recvPar.list.length - 1] as ast.Field;
    if (last !== recvField) reportError(c, last, 'InvalidRecv', 'method has multiple receivers');
    const collected = collectRecv(c, recvField, ftyp.pos);
    recv = collected.recv;
    sig.recvTypeParams = collected.typeParams;
  }

  if (ftyp.typeParams !== null) {
    // They are checked in any case, so that the rest of the method makes sense.
    if (recvPar !== null) {
      reportError(c, ftyp.typeParams, 'InvalidMethodTypeParams', 'methods cannot have type parameters');
    }
    collectTypeParams(c, sig, ftyp.typeParams);
  }

  const params = collectParams(c, 'param', ftyp.params);
  const results = collectParams(c, 'result', ftyp.results);

  const scopePos = ftyp.end;
  const recvName = recvField?.names[0];
  if (recv !== null && recv.name !== '' && recvName !== undefined) declare(c, scope, recvName, recv, scopePos);
  declareParams(c, params, scopePos);
  declareParams(c, results, scopePos);

  sig.recv = recv;
  sig.params = newTuple(params.vars);
  sig.results = newTuple(results.vars);
  sig.variadic = params.variadic;
  closeScope(c);
}

interface CollectedRecv {
  readonly recv: Var;
  readonly typeParams: readonly TypeParam[] | null;
}

/** The receiver, not declared yet, and its type parameters, declared in the current scope. */
function collectRecv(c: Checker, rparam: ast.Field, scopePos: Pos): CollectedRecv {
  const rtype = rparam.type as ast.Expr;
  const { ptr, base, typeParams: names } = unpackRecv(c, rtype, true);
  let recvType: Type = Typ.invalid;
  let typeParams: readonly TypeParam[] | null = null;
  if (names === null) recvType = plainRecvType(c, rtype, base);
  else [recvType, typeParams] = genericRecvType(c, rtype, ptr, base, names, scopePos);

  const lastName = rparam.names[rparam.names.length - 1];
  const name = rparam.names[0];
  if (lastName !== undefined && lastName !== name) {
    reportError(c, lastName, 'InvalidRecv', 'method has multiple receivers');
  }
  let recv: Var;
  if (name !== undefined && name.name !== '') {
    recv = newVar('receiver', name.pos, c.pkg, name.name, recvType);
  } else {
    recv = newVar('receiver', rparam.pos, c.pkg, '', recvType);
    recordImplicit(c, rparam, recv);
  }
  // Looking at the type now might expand types that are not set up.
  later(c, () => validRecv(c, base, recv));
  return { recv, typeParams };
}

function plainRecvType(c: Checker, rtype: ast.Expr, base: ast.Expr): Type {
  const recvType = varType(c, rtype);
  // An instantiated type cannot get methods, not even through an alias.
  let t = unpointer(recvType);
  while (t.kind === 'Alias' && t.fromRHS !== null) {
    const baseType = unpointer(t.fromRHS);
    if ((baseType.kind === 'Named' || baseType.kind === 'Alias') && genericParams(baseType) !== null) {
      reportError(c, base, 'InvalidRecv', `cannot define new methods on instantiated type ${str(c, baseType)}`);
      return Typ.invalid;
    }
    t = baseType;
  }
  return recvType;
}

function genericRecvType(
  c: Checker,
  rtype: ast.Expr,
  ptr: boolean,
  base: ast.Expr,
  names: readonly ast.Ident[],
  scopePos: Pos,
): [Type, readonly TypeParam[] | null] {
  // The base first: a type parameter may have its name.
  const baseType = genericBase(c, base);

  const tparams: TypeParam[] = [];
  for (const name of names) {
    const tpar = declareTypeParam(c, name, scopePos);
    tparams.push(tpar);
    // These names define, yet they also stand for the type arguments of the receiver.
    recordUse(c, name, tpar.obj);
    recordTypeAndValue(c, name, 'typexpr', tpar, null);
  }
  const bound = bindTParams(tparams);
  if (baseType === null) return [Typ.invalid, bound];

  const baseTParams = typeParamsOf(baseType) ?? [];
  if (tparams.length === baseTParams.length) {
    const smap = makeSubstMap(baseTParams, tparams);
    for (let i = 0; i < tparams.length; i++) {
      const tpar = tparams[i] as TypeParam;
      const baseTPar = baseTParams[i] as TypeParam;
      recordCanon(c.mono, tpar, baseTPar);
      // A constraint may mention the other type parameters.
      tpar.bound = subst(c, tpar.obj.pos, baseTPar.bound, smap, null, c.ctxt);
    }
  } else {
    const n = tparams.length;
    const got = `${n} type parameter${n === 1 ? '' : 's'}`;
    const message = `receiver declares ${got}, but receiver base type declares ${baseTParams.length}`;
    reportError(c, base, 'BadRecv', message);
  }

  verifyVersion(c, base, go1_18, 'type instantiation');
  let recvType = instance(c, rtype.pos, baseType, tparams, null, c.ctxt);
  recordInstance(c, base, tparams, recvType);
  if (ptr && isValid(recvType)) recvType = newPointer(recvType);
  recordParenthesizedRecvTypes(c, rtype, recvType);
  return [recvType, bound];
}

function genericBase(c: Checker, base: ast.Expr): Named | null {
  const cause: Cause = { text: '' };
  const t = genericType(c, base, cause);
  if (t.kind === 'Named') return t;
  if (t.kind === 'Alias') {
    if (isValid(t)) {
      reportError(c, base, 'InvalidRecv', `cannot define new methods on generic alias type ${str(c, t)}`);
    }
  } else if (cause.text !== '') {
    reportError(c, base, 'InvalidRecv', cause.text);
  }
  return null;
}

function unpointer(t: Type): Type {
  let u = t;
  while (u.kind === 'Pointer') u = u.elem;
  return u;
}

/** Records the type of `*(T[P])` and of each expression in it. */
function recordParenthesizedRecvTypes(c: Checker, e: ast.Expr, t: Type): void {
  let expr = e;
  let type = t;
  for (;;) {
    recordTypeAndValue(c, expr, 'typexpr', type, null);
    if (expr.kind === 'ParenExpr') {
      expr = expr.x;
    } else if (expr.kind === 'StarExpr' && type.kind === 'Pointer') {
      expr = expr.x;
      type = type.elem;
    } else {
      return;
    }
  }
}

interface CollectedParams {
  /** Null for an anonymous parameter. */
  readonly names: readonly (ast.Ident | null)[];
  readonly vars: Var[];
  readonly variadic: boolean;
}

const noParams: CollectedParams = { names: [], vars: [], variadic: false };

/** Parameters or results, not declared yet. */
function collectParams(c: Checker, kind: VarKind, list: ast.FieldList | null): CollectedParams {
  if (list === null) return noParams;
  const names: (ast.Ident | null)[] = [];
  const vars: Var[] = [];
  let variadic = false;
  let named = false;
  let anonymous = false;
  for (let i = 0; i < list.list.length; i++) {
    const field = list.list[i] as ast.Field;
    let ftype = field.type;
    if (ftype !== null && ftype.kind === 'EllipsisExpr') {
      if (kind === 'param' && i === list.list.length - 1 && field.names.length <= 1) variadic = true;
      else softError(c, ftype, 'InvalidSyntaxTree', 'invalid use of ...');
      ftype = ftype.elt;
    }
    const type = ftype === null ? Typ.invalid : varType(c, ftype);
    if (field.names.length > 0) {
      for (const name of field.names) {
        names.push(name);
        const v = newVar(kind, name.pos, c.pkg, name.name, type);
        if (field.ghost !== noPos) markGhost(c, v);
        vars.push(v);
      }
      named = true;
    } else {
      const par = newVar(kind, (ftype ?? field).pos, c.pkg, '', type);
      recordImplicit(c, field, par);
      if (field.ghost !== noPos) markGhost(c, par);
      else if (c.env.ghost) c.spec?.facts.ghost.add(par);
      names.push(null);
      vars.push(par);
      anonymous = true;
    }
  }
  if (named && anonymous) {
    reportError(c, list, 'InvalidSyntaxTree', 'list contains both named and anonymous parameters');
  }
  if (variadic) {
    const last = vars[vars.length - 1] as Var;
    last.type = newSlice(last.type as Type);
    const lastField = list.list[list.list.length - 1] as ast.Field;
    recordTypeAndValue(c, lastField.type as ast.Expr, 'typexpr', last.type, null);
  }
  return { names, vars, variadic };
}

function markGhost(c: Checker, v: Var): void {
  c.spec?.facts.ghost.add(v);
  c.spec?.facts.ghostParams.add(v);
}

function declareParams(c: Checker, params: CollectedParams, scopePos: Pos): void {
  for (let i = 0; i < params.names.length; i++) {
    const name = params.names[i] ?? null;
    if (name !== null && name.name !== '') declare(c, c.env.scope, name, params.vars[i] as Var, scopePos);
  }
}

/** Reports a receiver whose base type cannot have methods. */
function validRecv(c: Checker, at: Span, recv: Var): void {
  const [rtype] = deref(recv.type as Type);
  const t = unalias(rtype);
  if (!isValid(t)) return;
  switch (t.kind) {
    case 'Named': {
      if (t.obj.pkg !== c.pkg || isCgoType(c, t.obj)) {
        reportError(c, at, 'InvalidRecv', `cannot define new methods on non-local type ${str(c, rtype)}`);
        return;
      }
      const u = under(t);
      let cause = '';
      if (u.kind === 'Basic' && u.basic === 'unsafe.Pointer') cause = 'unsafe.Pointer';
      else if ((u.kind === 'Pointer' && c.spec === null) || u.kind === 'Interface') cause = 'pointer or interface type';
      if (cause !== '') reportError(c, at, 'InvalidRecv', `invalid receiver type ${str(c, rtype)} (${cause})`);
      return;
    }
    case 'Basic':
      reportError(c, at, 'InvalidRecv', `cannot define new methods on non-local type ${str(c, rtype)}`);
      return;
    default:
      reportError(c, at, 'InvalidRecv', `invalid receiver type ${str(c, recv.type as Type)}`);
  }
}

/** Whether cgo made the type. */
function isCgoType(c: Checker, obj: TypeName): boolean {
  if (obj.name.startsWith('_Ctype_')) return true;
  const path = c.sources.fileOf(obj.pos)?.path ?? '';
  return path.slice(path.lastIndexOf('/') + 1).startsWith('_cgo_');
}
