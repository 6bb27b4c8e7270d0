// Identifiers and type expressions.

import { exprString } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { asNamed } from './alias.ts';
import { addDeclDep, later, lookup, lookupScope } from './check.ts';
import type { Cause, Checker } from './checker.ts';
import { representableConst } from './const.ts';
import { int64Val, toInt } from './constant.ts';
import { objDecl } from './decl.ts';
import { atPos, inNode, invalidOp, reportError, softError } from './errors.ts';
import { expr } from './expr.ts';
import { str } from './format.ts';
import { instance, validateTArgLen, verify } from './instantiate.ts';
import { interfaceType, newInterface } from './interface.ts';
import { recordMonoInstance } from './mono.ts';
import { typeParamsOf } from './named.ts';
import { emptyTuple, newArray, newChan, newMap, newPointer, newSignature, newSlice, newStruct } from './newtypes.ts';
import type { GoObject, TypeName, VarKind } from './object.ts';
import { at, newOperand, type Operand, operandString } from './operand.ts';
import { comparable, isGeneric, isInteger, isTypeParam, isUntyped, isValid } from './predicates.ts';
import { recordInstance, recordTypeAndValue, recordUse } from './recording.ts';
import { lookup as lookupIn } from './scope.ts';
import { selector } from './selector.ts';
import { funcType } from './signature.ts';
import { implicitMember } from './spec-members.ts';
import { hasGhostFields, specType } from './spec-types.ts';
import { wordFunction } from './spec-universe.ts';
import { structType } from './struct.ts';
import type { Alias, Named, Type, TypeParam } from './type.ts';
import { computeInterfaceTypeSet, isMethodSet, typeSet } from './typeset.ts';
import { under } from './under.ts';
import { Typ, universeAnyAlias, universeComparable, universeIota } from './universe.ts';
import { use } from './use.ts';
import { go1_18, verifyVersion } from './version.ts';

/** Sets x to what the identifier denotes; with `wantType`, anything but a type is reported here. */
export function ident(c: Checker, x: Operand, e: ast.Ident, wantType: boolean): void {
  x.mode = 'invalid';
  x.expr = e;

  const scope = lookupScope(c, e.name);
  if (scope === null) {
    if (c.spec !== null && implicitMember(c, x, e)) return;
    if (e.name === '_') reportError(c, e, 'InvalidBlank', 'cannot use _ as value or type');
    else reportError(c, e, 'UndeclaredName', `undefined: ${e.name}`);
    return;
  }
  const obj = lookupIn(scope, e.name) as GoObject;
  if (obj === universeComparable || obj === universeAnyAlias) {
    if (!verifyVersion(c, e, go1_18, `predeclared ${e.name}`)) return;
  }
  recordUse(c, e, obj);
  if (c.spec?.ambiguous.has(e.name) === true && scope.comment === 'file') {
    reportError(c, e, 'AmbiguousSelector', `${e.name} comes from several packages that are imported with a dot`);
    return;
  }

  const gotType = obj.kind === 'TypeName';
  if (!gotType && wantType) {
    reportError(c, e, 'NotAType', `${obj.name} (${objectKind(obj)}) is not a type`);
    if (obj.kind === 'Var' && obj.pkg === c.pkg) c.usedVars.add(obj);
    return;
  }

  // A type of this package is visited even if it has a type already, so that a cycle is seen.
  if (obj.type === null || (gotType && wantType && obj.pkg === c.pkg)) objDecl(c, obj);
  const type = obj.type as Type;

  if (c.dotImports.size > 0) {
    const pkgName = c.dotImports.get(scope)?.get(obj.name);
    if (pkgName !== undefined) c.usedPkgNames.add(pkgName);
  }

  switch (obj.kind) {
    case 'PkgName':
      reportError(c, e, 'InvalidPkgUse', `use of package ${obj.name} not in selector`);
      return;
    case 'Const':
      addDeclDep(c, obj);
      if (!isValid(type)) return;
      if (obj === universeIota) {
        if (c.env.iota === null) {
          reportError(c, e, 'InvalidIota', 'cannot use iota outside constant declaration');
          return;
        }
        x.val = c.env.iota;
      } else {
        x.val = obj.val;
      }
      x.mode = 'constant';
      break;
    case 'TypeName':
      x.mode = 'typexpr';
      break;
    case 'Var':
      if (obj.pkg === c.pkg) c.usedVars.add(obj);
      addDeclDep(c, obj);
      if (!isValid(type)) return;
      x.mode = 'variable';
      break;
    case 'Func':
      if (c.spec !== null && scope === c.spec.facts.outer && wordFunction(obj.name) !== null) {
        reportError(c, e, 'UncalledBuiltin', `${obj.name} (built-in) must be called`);
        return;
      }
      addDeclDep(c, obj);
      x.mode = 'value';
      break;
    case 'Builtin':
      x.builtin = obj.builtin;
      x.mode = 'builtin';
      break;
    case 'Nil':
      x.mode = 'value';
      break;
    case 'Label':
      return; // labels have scopes of their own
  }
  x.type = type;
}

const varKindText: Readonly<Record<VarKind, string>> = {
  package: 'package-level variable',
  local: 'local variable',
  receiver: 'receiver',
  param: 'parameter',
  result: 'result parameter',
  field: 'struct field',
};

/** What an object is, in words. */
function objectKind(obj: GoObject): string {
  switch (obj.kind) {
    case 'PkgName':
      return 'package name';
    case 'Const':
      return 'constant';
    case 'TypeName':
      return 'type';
    case 'Var':
      return varKindText[obj.var];
    case 'Func':
      return 'function';
    case 'Label':
      return 'label';
    case 'Builtin':
      return 'built-in function';
    case 'Nil':
      return 'untyped nil';
  }
}

/** Whether the type is a constraint declared in another package. */
export function isImportedConstraint(c: Checker, type: Type): boolean {
  const named = asNamed(type);
  if (named === null || named.obj.pkg === c.pkg || named.obj.pkg === null) return false;
  const u = under(named);
  return u.kind === 'Interface' && !isMethodSet(typeSet(u));
}

/** The type that `e` denotes, or the invalid type. It is not generic. */
export function typ(c: Checker, e: ast.Expr): Type {
  return declaredType(c, e, null);
}

/** Like `typ`, for the type of a variable: constraint interfaces are reported. */
export function varType(c: Checker, e: ast.Expr): Type {
  const type = declaredType(c, e, null);
  validVarType(c, e, type);
  return type;
}

/** Reports a constraint interface. */
export function validVarType(c: Checker, e: ast.Expr, type: Type): void {
  // Only a name or an interface literal can denote one.
  if (type.kind !== 'Named' && type.kind !== 'Alias' && type.kind !== 'Interface') return;
  if (isTypeParam(type)) return;
  // Interfaces may not be complete yet.
  later(c, () => {
    const t = under(type);
    if (t.kind !== 'Interface') return;
    const tset = computeInterfaceTypeSet(c, e.pos, t);
    if (isMethodSet(tset)) return;
    const why = tset.comparable ? 'interface is (or embeds) comparable' : 'interface contains type constraints';
    softError(c, e, 'MisplacedConstraintIface', `cannot use type ${str(c, type)} outside a type constraint: ${why}`);
  });
}

/** Like `typ`, where `e` is the right-hand side in the declaration of `def`. */
export function declaredType(c: Checker, e: ast.Expr, def: TypeName | null): Type {
  let type = typInternal(c, e, def);
  if (isGeneric(type)) {
    const message = `cannot use generic type ${str(c, type)} without instantiation`;
    reportError(c, e, 'WrongTypeArgCount', message);
    type = Typ.invalid;
  }
  recordTypeAndValue(c, e, 'typexpr', type, null);
  return type;
}

/** The generic type that `e` denotes, or the invalid type; `cause` is set if it is a type but not generic. */
export function genericType(c: Checker, e: ast.Expr, cause: Cause | null): Type {
  let type = typInternal(c, e, null);
  if (isValid(type) && !isGeneric(type)) {
    if (cause !== null) cause.text = `${str(c, type)} is not a generic type`;
    type = Typ.invalid;
  }
  recordTypeAndValue(c, e, 'typexpr', type, null);
  return type;
}

function typInternal(c: Checker, e: ast.Expr, def: TypeName | null): Type {
  switch (e.kind) {
    case 'BadExpr':
      return Typ.invalid;
    case 'Ident': {
      const x = newOperand();
      ident(c, x, e, true);
      return operandType(c, x);
    }
    case 'SelectorExpr': {
      const x = newOperand();
      selector(c, x, e, true);
      return operandType(c, x);
    }
    case 'IndexExpr':
      verifyVersion(c, inNode(e, e.lbrack), go1_18, 'type instantiation');
      return instantiatedType(c, e);
    case 'ParenExpr':
      // A generic type must be instantiated before it is put in parentheses.
      return declaredType(c, e.x, def);
    case 'ArrayType':
      return arrayType(c, e);
    case 'EllipsisExpr':
      reportError(c, e, 'InvalidSyntaxTree', 'invalid use of ...');
      return Typ.invalid;
    case 'StructType': {
      const t = newStruct([], []);
      structType(c, t, e);
      return t;
    }
    case 'StarExpr': {
      const t = newPointer(Typ.invalid); // an invalid recursive type may look at it before it is set
      t.elem = varType(c, e.x);
      // A pointer to nothing would only lead to more errors.
      return isValid(t.elem) ? t : Typ.invalid;
    }
    case 'FuncType': {
      const t = newSignature(null, null, null, emptyTuple, emptyTuple, false);
      funcType(c, t, null, e);
      return t;
    }
    case 'InterfaceType': {
      const t = newInterface(c);
      interfaceType(c, t, e, def);
      return t;
    }
    case 'MapType': {
      const t = newMap(Typ.invalid, Typ.invalid);
      t.key = varType(c, e.key);
      t.elem = varType(c, e.value);
      later(c, () => {
        if (c.spec !== null && hasGhostFields(c, t.key)) {
          const what = `map key type ${str(c, t.key)} has ghost fields: keys that differ in them only would be one key`;
          reportError(c, e, 'GhostType', what);
        }
        if (comparable(t.key)) return;
        const why = isTypeParam(t.key) ? ' (missing comparable constraint)' : '';
        reportError(c, e.key, 'IncomparableMapKey', `invalid map key type ${str(c, t.key)}${why}`);
      });
      return t;
    }
    case 'ChanType': {
      const t = newChan(e.dir, Typ.invalid);
      t.elem = varType(c, e.value);
      return t;
    }
    default: {
      const type = c.spec === null ? null : specType(c, e, def);
      if (type !== null) return type;
      reportError(c, e, 'NotAType', `${exprString(e)} is not a type`);
      use(c, [e]);
      return Typ.invalid;
    }
  }
}

function operandType(c: Checker, x: Operand): Type {
  switch (x.mode) {
    case 'typexpr':
      return x.type as Type;
    case 'invalid':
      return Typ.invalid;
    case 'novalue':
      reportError(c, at(x), 'NotAType', `${operandString(c, x)} used as type`);
      return Typ.invalid;
    default:
      reportError(c, at(x), 'NotAType', `${operandString(c, x)} is not a type`);
      return Typ.invalid;
  }
}

function arrayType(c: Checker, e: ast.ArrayType): Type {
  if (e.len === null) {
    const t = newSlice(Typ.invalid);
    t.elem = varType(c, e.elt);
    return t;
  }
  const t = newArray(-1, Typ.invalid);
  if (e.len.kind === 'EllipsisExpr') {
    reportError(c, e.len, 'BadDotDotDotSyntax', 'invalid use of [...] array (outside a composite literal)');
  } else {
    t.len = arrayLength(c, e.len);
  }
  t.elem = varType(c, e.elt);
  return t.len >= 0 ? t : Typ.invalid;
}

function instantiatedType(c: Checker, e: ast.IndexExpr): Type {
  const cause: Cause = { text: '' };
  const generic = genericType(c, e.x, cause);
  if (cause.text !== '') {
    reportError(c, e, 'NotAGenericType', `${invalidOp}${exprString(e)} (${cause.text})`);
  }
  if (!isValid(generic) || (generic.kind !== 'Named' && generic.kind !== 'Alias')) return Typ.invalid;

  const targs = typeList(c, e.indices);
  if (targs === null) return Typ.invalid;
  const inst = instance(c, e.pos, generic, targs, null, c.ctxt);
  if (inst.kind !== 'Named' && inst.kind !== 'Alias') return Typ.invalid;

  // Type parameters of the generic type may not be set up yet.
  later(c, () => {
    recordInstance(c, e, targs, inst);
    const tparams = genericParams(inst) ?? [];
    if (!validateTArgLen(c, e.pos, inst.obj.name, tparams.length, targs.length)) return;
    const failure = verify(c, e.pos, tparams, targs, c.ctxt);
    if (failure !== null) {
      const arg = e.indices[failure.index];
      softError(c, arg ?? atPos(e.pos), 'InvalidTypeArg', failure.message);
    } else {
      recordMonoInstance(c.mono, c.pkg, e.pos, tparams, targs, e.indices);
    }
  });
  return inst;
}

/** Type parameters of a generic type or of what an instance was made from; null without. */
export function genericParams(t: Named | Alias): readonly TypeParam[] | null {
  return t.kind === 'Named' ? typeParamsOf(t) : t.typeParams;
}

/** The length that `e` denotes, or -1 after an error. */
export function arrayLength(c: Checker, e: ast.Expr): number {
  // `type T[P any] ...` with a missing constraint looks like an array: say so.
  if (e.kind === 'Ident') {
    const obj = lookup(c, e.name);
    if (obj === null) {
      reportError(c, e, 'InvalidArrayLen', `undefined array length ${e.name} or missing type constraint`);
      return -1;
    }
    if (obj.kind !== 'Const') {
      reportError(c, e, 'InvalidArrayLen', `invalid array length ${e.name}`);
      return -1;
    }
  }

  const x = newOperand();
  expr(c, null, x, e);
  if (x.mode !== 'constant') {
    if (x.mode !== 'invalid') {
      reportError(c, at(x), 'InvalidArrayLen', `array length ${operandString(c, x)} must be constant`);
    }
    return -1;
  }
  const type = x.type as Type;
  if ((isUntyped(type) || isInteger(type)) && x.val !== null) {
    const val = toInt(x.val);
    if (val.kind === 'int' && representableConst(val, c, Typ.int, null)) {
      const [n, exact] = int64Val(val);
      if (exact && n >= 0n) return Number(n);
    }
  }
  const text = operandString(c, x);
  const message = isInteger(type) ? `invalid array length ${text}` : `array length ${text} must be integer`;
  reportError(c, at(x), 'InvalidArrayLen', message);
  return -1;
}

/** The types that a list denotes; null if one of them is invalid. */
export function typeList(c: Checker, list: readonly ast.Expr[]): Type[] | null {
  const types: Type[] = [];
  let ok = true;
  for (const e of list) {
    const t = varType(c, e);
    if (!isValid(t)) ok = false;
    types.push(t);
  }
  return ok ? types : null;
}
