// Selectors: qualified identifiers, fields, method values and method expressions.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { addDeclDep, lookup } from './check.ts';
import type { Checker } from './checker.ts';
import { objDecl } from './decl.ts';
import { reportError } from './errors.ts';
import { lookupError } from './errsupport.ts';
import { exprOrType } from './expr.ts';
import { str } from './format.ts';
import { embedsInvalid, interfacePtrError, isInterfacePtr, lookupFieldOrMethod } from './lookup.ts';
import { newSignature, newTuple } from './newtypes.ts';
import { type Func, isExported, newParam, type PkgName } from './object.ts';
import { type Operand, operandString } from './operand.ts';
import { isValid } from './predicates.ts';
import { recordSelection, recordUse } from './recording.ts';
import { lookupIgnoringCase, lookup as lookupIn } from './scope.ts';
import { fitsGhostReceiver, lateObject, seenFrom, specMember, typeMember } from './spec-members.ts';
import type { Signature, Type } from './type.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';

/** `e.x.sel`; with wantType anything but a type is an error. */
export function selector(c: Checker, x: Operand, e: ast.SelectorExpr, wantType: boolean): void {
  // Packages are no operands: they can stand here only.
  if (e.x.kind === 'Ident') {
    const obj = lookup(c, e.x.name);
    if (obj !== null && obj.kind === 'PkgName') {
      recordUse(c, e.x, obj);
      c.usedPkgNames.add(obj);
      qualifiedIdent(c, x, e, obj);
      return;
    }
  }

  exprOrType(c, x, e.x, false);
  const sel = e.sel.name;
  if (x.mode === 'builtin') {
    reportError(c, e.sel, 'UncalledBuiltin', `invalid use of ${operandString(c, x)} in selector expression`);
    fail(x, e);
    return;
  }
  if (x.mode === 'invalid') {
    fail(x, e);
    return;
  }

  if (c.spec !== null && x.mode === 'typexpr' && typeMember(c, x, e)) return;

  if (wantType) {
    reportError(c, e.sel, 'NotAType', `${exprString(e)} is not a type`);
    fail(x, e);
    return;
  }

  const t = x.type as Type;
  const found = lookupFieldOrMethod(t, x.mode === 'variable', seenFrom(c, t), sel, false);
  const obj = found.obj;
  if (obj === null) {
    if (c.spec !== null && specMember(c, x, e)) return;
    notFound(c, x, e, found.index !== null, found.indirect);
    fail(x, e);
    return;
  }

  // A method's signature may not be set up yet.
  if (obj.kind === 'Func') objDecl(c, obj);
  if (c.spec !== null && obj.kind === 'Func' && !fitsGhostReceiver(obj, t)) {
    notFound(c, x, e, false, false);
    fail(x, e);
    return;
  }
  const index = found.index as readonly number[];

  if (x.mode === 'typexpr') {
    if (obj.kind !== 'Func') {
      const what = `type ${str(c, t)} has no method ${sel}`;
      reportError(c, e.sel, 'MissingFieldOrMethod', `${exprString(e)} undefined (${what})`);
      fail(x, e);
      return;
    }
    recordSelection(c, e, 'methodExpr', t, obj, index, found.indirect);
    const type = methodExprType(c, e, t, obj);
    if (type === null) {
      fail(x, e);
      return;
    }
    x.mode = 'value';
    x.type = type;
    addDeclDep(c, obj);
  } else if (obj.kind === 'Var') {
    recordSelection(c, e, 'field', t, obj, index, found.indirect);
    x.mode = x.mode === 'variable' || found.indirect ? 'variable' : 'value';
    x.type = obj.type;
  } else {
    recordSelection(c, e, 'method', t, obj, index, found.indirect);
    x.mode = 'value';
    x.type = withoutReceiver(obj.type as Signature);
    addDeclDep(c, obj);
  }
  x.expr = e;
}

function fail(x: Operand, e: ast.SelectorExpr): void {
  x.mode = 'invalid';
  x.type = Typ.invalid;
  x.expr = e;
}

/** `pkg.Name` */
function qualifiedIdent(c: Checker, x: Operand, e: ast.SelectorExpr, pname: PkgName): void {
  const pkg = pname.imported;
  const sel = e.sel.name;
  const obj = lookupIn(pkg.scope, sel) ?? lateObject(c, pkg, sel);
  if (obj === null) {
    // C is unknown wherever the standard library comes from.
    if (pkg.fake && pkg.path !== 'C') c.leftOpen = true;
    if (!pkg.fake && sel !== '_') {
      const similar = lookupIgnoringCase(pkg.scope, sel, true)[0];
      const hint = similar === undefined ? '' : ` (but have ${similar.name})`;
      reportError(c, e.sel, 'UndeclaredImportedName', `undefined: ${exprString(e)}${hint}`);
    }
    fail(x, e);
    return;
  }
  if (!isExported(sel)) {
    reportError(c, e.sel, 'UnexportedName', `name ${sel} not exported by package ${pkg.name}`);
  }
  recordUse(c, e.sel, obj);

  // Imported objects are complete.
  switch (obj.kind) {
    case 'Const':
      x.mode = 'constant';
      x.type = obj.type;
      x.val = obj.val;
      break;
    case 'TypeName':
      x.mode = 'typexpr';
      x.type = obj.type;
      break;
    case 'Var':
      x.mode = 'variable';
      x.type = obj.type;
      break;
    case 'Func':
      x.mode = 'value';
      x.type = obj.type;
      break;
    case 'Builtin':
      x.mode = 'builtin';
      x.type = obj.type;
      x.builtin = obj.builtin;
      break;
    case 'PkgName':
    case 'Label':
    case 'Nil':
      fail(x, e);
      return;
  }
  x.expr = e;
}

function notFound(c: Checker, x: Operand, e: ast.SelectorExpr, ambiguous: boolean, indirect: boolean): void {
  const t = x.type as Type;
  const sel = e.sel.name;
  // What is wrong with an invalid type was said before.
  if (!isValid(under(t)) || embedsInvalid(t, null)) return;
  if (ambiguous) {
    reportError(c, e.sel, 'AmbiguousSelector', `ambiguous selector ${exprString(e)}`);
    return;
  }
  const type = str(c, t);
  if (indirect) {
    const msg =
      x.mode === 'typexpr'
        ? `invalid method expression ${type}.${sel} (needs pointer receiver (*${type}).${sel})`
        : `cannot call pointer method ${sel} on ${type}`;
    reportError(c, e.sel, 'InvalidMethodExpr', msg);
    return;
  }
  let why: string;
  if (isInterfacePtr(t)) {
    why = interfacePtrError(c, t);
  } else {
    const similar = lookupFieldOrMethod(t, x.mode === 'variable', c.pkg, sel, true).obj;
    why = lookupError(c, t, sel, similar, false);
  }
  reportError(c, e.sel, 'MissingFieldOrMethod', `${exprString(e)} undefined (${why})`);
}

/** The type of `T.m`: the receiver becomes the first parameter. */
export function methodExprType(c: Checker, e: ast.SelectorExpr, T: Type, m: Func): Signature | null {
  const sig = m.type as Signature;
  if (sig.recv === null) {
    reportError(c, e, 'InvalidDeclCycle', 'illegal cycle in method declaration');
    return null;
  }
  const params = sig.params.vars;
  // Either all parameters have a name or none.
  let name = '';
  if (params.length > 0 && (params[0] as (typeof params)[number]).name !== '') {
    name = sig.recv.name === '' ? '_' : sig.recv.name;
  }
  const recv = newParam(sig.recv.pkg, name, T);
  return newSignature(null, sig.typeParams, null, newTuple([recv, ...params]), sig.results, sig.variadic);
}

export function withoutReceiver(sig: Signature): Signature {
  return {
    kind: 'Signature',
    recvTypeParams: sig.recvTypeParams,
    typeParams: sig.typeParams,
    scope: sig.scope,
    recv: null,
    params: sig.params,
    results: sig.results,
    variadic: sig.variadic,
  };
}
