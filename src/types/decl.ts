// Declarations: of package-level objects on demand, with their cycles, and of constants, variables and types in blocks.

import { assert, must } from '../base/assert.ts';
import { noPos, type Pos } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import { asNamed, newAlias } from './alias.ts';
import { initConst, initVar, initVars } from './assignments.ts';
import { closeScope, later, newEnvironment, openScope, pop, processDelayed, push } from './check.ts';
import type { Checker } from './checker.ts';
import { makeInt, makeUnknown } from './constant.ts';
import { atObject, atPos, newError, reportError, softError } from './errors.ts';
import { expr, newTarget } from './expr.ts';
import { str } from './format.ts';
import { interfaceOfUnion } from './interface.ts';
import { addMethod, newNamed } from './named.ts';
import { emptyTuple, newSignature } from './newtypes.ts';
import {
  type Const,
  type DeclInfo,
  type Func,
  type GoObject,
  newConst,
  newTypeName,
  newVar,
  objectId,
  type TypeName,
  type Var,
} from './object.ts';
import { newOperand } from './operand.ts';
import { isConstType, isGeneric, isTypeParam, isValid } from './predicates.ts';
import { recordDef } from './recording.ts';
import { arityMatch } from './resolver.ts';
import { insert, type Scope } from './scope.ts';
import { funcType } from './signature.ts';
import { declaredVars, declareSpec, funcSpec, permConst } from './spec-declare.ts';
import { inGhost } from './spec-state.ts';
import { funcBody } from './stmt.ts';
import type { Named, Type, TypeParam } from './type.ts';
import { bindTParams, newTypeParam } from './typeparam.ts';
import { declaredType, isImportedConstraint, typ, varType } from './typexpr.ts';
import { under } from './under.ts';
import { Typ } from './universe.ts';
import { validType } from './validtype.ts';
import { go1_9, go1_18, go1_23, verifyVersion } from './version.ts';

/** Adds `obj` to a scope, visible from `pos` on, and records it as the definition of `id` if there is one. */
export function declare(c: Checker, scope: Scope, id: ast.Ident | null, obj: GoObject, pos: Pos): void {
  if (obj.name !== '_') {
    const alt = insert(scope, obj);
    if (alt !== null) {
      const error = newError(c, 'DuplicateDecl');
      error.add(atObject(obj), `${obj.name} redeclared in this block`);
      error.addAltDecl(alt);
      error.report();
      return;
    }
    obj.scopePos = pos;
  }
  if (c.env.ghost) c.spec?.facts.ghost.add(obj);
  if (id !== null) recordDef(c, id, obj);
}

/** Declarations that wait for one another; half of what the stack takes where each is a simple expression. */
const longestChain = 400;

/**
 * Determines the type of a package-level object, and the value of a constant.
 *
 * An object without type is still to be done; one on the object path is being done, and meeting it again is a cycle,
 * which may be all right (a pointer to the type itself) or not.
 */
export function objDecl(c: Checker, obj: GoObject): void {
  if (c.objPathIdx.has(obj)) {
    meetAgain(c, obj);
    return;
  }
  if (obj.type !== null) return;

  push(c, obj);
  // Before the stack is exhausted, which comes sooner or later from machine to machine: `guarded` reports both alike.
  if (c.objPath.length > longestChain) throw new RangeError('a chain of declarations is too long');
  const d = must(c.objMap.get(obj), 'declaration');
  const saved = c.env;
  c.env = newEnvironment(null, d.file, d.version);
  if (c.spec !== null) {
    c.env.ghost = c.spec.facts.ghost.has(obj);
    if (declareSpec(c, obj, d)) {
      c.env = saved;
      pop(c);
      return;
    }
  }
  switch (obj.kind) {
    case 'Const':
      c.env.decl = d;
      constDecl(c, obj, d.vtype, d.init, d.inherited);
      break;
    case 'Var':
      c.env.decl = d;
      varDecl(c, obj, d.lhs, d.vtype, d.init);
      break;
    case 'TypeName':
      typeDecl(c, obj, must(d.tdecl));
      collectMethods(c, obj);
      break;
    case 'Func':
      // Functions may be recursive: their dependencies count in the order of initialisation only.
      funcDecl(c, obj, d);
      break;
    default:
      assert(false, `${obj.kind} has no declaration`);
  }
  c.env = saved;
  pop(c);
}

function meetAgain(c: Checker, obj: GoObject): void {
  switch (obj.kind) {
    case 'Const':
    case 'Var':
      // Cycles of initialisers alone are reported with the order of initialisation.
      if (!validCycle(c, obj) || obj.type === null) obj.type = Typ.invalid;
      break;
    case 'TypeName':
      if (!validCycle(c, obj)) obj.type = Typ.invalid;
      break;
    case 'Func':
      // A function keeps its empty signature: code relies on functions having one.
      validCycle(c, obj);
      break;
    default:
      assert(false, `${obj.kind} cannot be in a cycle`);
  }
  assert(obj.type !== null, 'object in a cycle without type');
}

/** Whether the cycle from `obj` to itself on the object path is allowed; reports it if not. */
function validCycle(c: Checker, obj: GoObject): boolean {
  const start = must(c.objPathIdx.get(obj), 'object on the path');
  const cycle = c.objPath.slice(start);
  let values = 0;
  let definitions = 0;
  for (const o of cycle) {
    if (o.kind === 'Const' || o.kind === 'Var') {
      values++;
    } else if (o.kind === 'TypeName') {
      // Through a type parameter list, a generic type may refer to itself.
      if (c.env.inTypeParamList && o.type !== null && isGeneric(o.type)) return true;
      if (!isAlias(o)) definitions++;
    }
  }
  if (values === cycle.length) return true;
  // Types need one definition among them: aliases alone would expand forever.
  if (values === 0 && definitions > 0) return true;
  cycleError(c, cycle, firstInSrc(cycle));
  return false;
}

/** Whether the name is an alias: it stands for a type that does not carry it. */
export function isAlias(obj: TypeName): boolean {
  const type = obj.type;
  if (type === null) return false;
  switch (type.kind) {
    case 'Basic':
      if (obj.pkg !== null) return obj.pkg.path !== 'unsafe';
      return type.name !== obj.name || obj.name === 'byte' || obj.name === 'rune';
    case 'Named':
      return obj !== type.obj;
    case 'TypeParam':
      return obj !== type.obj;
    default:
      return true;
  }
}

/** Reports a cycle of declarations, beginning with `cycle[start]`. */
export function cycleError(c: Checker, cycle: readonly GoObject[], start: number): void {
  const name = (o: GoObject) => (o.pkg === null || o.pkg === c.pkg ? o.name : `${o.pkg.name}.${o.name}`);
  let obj = cycle[start] as GoObject;
  const isType = obj.kind === 'TypeName';
  if (obj.type?.kind === 'Alias') obj.type.fromRHS = Typ.invalid;

  const what = isType ? 'invalid recursive type' : 'invalid cycle in declaration';
  if (cycle.length === 1) {
    reportError(c, atObject(obj), 'InvalidDeclCycle', `${what}: ${name(obj)} refers to itself`);
    return;
  }
  const error = newError(c, 'InvalidDeclCycle');
  error.add(atObject(obj), isType ? `${what} ${name(obj)}` : `${what} of ${name(obj)}`);
  for (let i = 0; i < cycle.length; i++) {
    const next = cycle[(start + i + 1) % cycle.length] as GoObject;
    error.add(atObject(obj), `${name(obj)} refers to ${name(next)}`);
    obj = next;
  }
  error.report();
}

/** Index of the object that stands first in the source. */
export function firstInSrc(path: readonly GoObject[]): number {
  let first = 0;
  for (let i = 1; i < path.length; i++) {
    if ((path[i] as GoObject).pos < (path[first] as GoObject).pos) first = i;
  }
  return first;
}

/** One spec or function, with what a constant inherits from earlier specs of its group. */
export type DeclItem =
  | { readonly kind: 'import'; readonly spec: ast.ImportSpec }
  | {
      readonly kind: 'const';
      readonly spec: ast.ValueSpec;
      readonly iota: number;
      readonly type: ast.Expr | null;
      readonly init: readonly ast.Expr[];
      readonly inherited: boolean;
    }
  | { readonly kind: 'var'; readonly spec: ast.ValueSpec }
  | { readonly kind: 'type'; readonly spec: ast.TypeSpec }
  | { readonly kind: 'func'; readonly decl: ast.FuncDecl };

/** Hands each spec of a declaration to `f`. */
export function walkDecl(c: Checker, d: ast.Decl, f: (item: DeclItem) => void): void {
  switch (d.kind) {
    case 'BadDecl':
    case 'PredDecl':
    case 'ImplementationProof':
      return;
    case 'FuncDecl':
      f({ kind: 'func', decl: d });
      return;
    case 'GenDecl':
      if (d.ghost === noPos || c.spec === null) walkSpecs(c, d, f);
      else inGhost(c, () => walkSpecs(c, d, f));
      return;
  }
}

function walkSpecs(c: Checker, d: ast.GenDecl, f: (item: DeclItem) => void): void {
  let last: ast.ValueSpec | null = null; // the last one with a type or values
  for (let iota = 0; iota < d.specs.length; iota++) {
    const s = d.specs[iota] as ast.Spec;
    switch (s.kind) {
      case 'ImportSpec':
        f({ kind: 'import', spec: s });
        break;
      case 'TypeSpec':
        f({ kind: 'type', spec: s });
        break;
      case 'ValueSpec': {
        if (d.keyword === 'var') {
          arityMatch(c, s, null, null);
          f({ kind: 'var', spec: s });
          break;
        }
        let inherited = last !== null;
        if (s.type !== null || s.values.length > 0) {
          last = s;
          inherited = false;
        }
        const init: readonly ast.Expr[] = last === null ? [] : last.values;
        arityMatch(c, s, init, last);
        f({ kind: 'const', spec: s, iota, type: last === null ? null : last.type, init, inherited });
        break;
      }
    }
  }
}

function constDecl(c: Checker, obj: Const, type: ast.Expr | null, init: ast.Expr | null, inherited: boolean): void {
  const savedIota = c.env.iota;
  const savedErrpos = c.env.errpos;
  c.env.iota = obj.val;
  c.env.errpos = null;
  obj.val = makeUnknown();
  constDeclWithIota(c, obj, type, init, inherited);
  c.env.iota = savedIota;
  c.env.errpos = savedErrpos;
}

function constDeclWithIota(
  c: Checker,
  obj: Const,
  type: ast.Expr | null,
  init: ast.Expr | null,
  inherited: boolean,
): void {
  if (type !== null) {
    const t = typ(c, type);
    if (!isConstType(t)) {
      if (c.spec !== null && permConst(c, obj, t, init)) return;
      if (isValid(under(t))) reportError(c, type, 'InvalidConstType', `invalid constant type ${str(c, t)}`);
      obj.type = Typ.invalid;
      return;
    }
    obj.type = t;
  }
  const x = newOperand();
  if (init !== null) {
    // The expression stands in another declaration: its errors belong to this constant.
    if (inherited) c.env.errpos = atObject(obj);
    expr(c, null, x, init);
  }
  if (c.spec !== null && x.mode !== 'constant' && permConst(c, obj, x.type, init)) return;
  initConst(c, obj, x);
}

function varDecl(c: Checker, obj: Var, lhs: readonly Var[] | null, type: ast.Expr | null, init: ast.Expr | null): void {
  if (type !== null) obj.type = varType(c, type);
  if (init === null) {
    if (type === null) obj.type = Typ.invalid; // arityMatch has reported it
    return;
  }
  if (lhs === null || lhs.length === 1) {
    const x = newOperand();
    expr(c, newTarget(obj.type, obj.name), x, init);
    initVar(c, obj, x, 'variable declaration');
    return;
  }
  // With one initialiser for several variables, a given type is that of all of them.
  if (type !== null) for (const v of lhs) v.type = obj.type;
  initVars(c, lhs, [init], null);
}

function typeDecl(c: Checker, obj: TypeName, tdecl: ast.TypeSpec): void {
  const state: { versionErr: boolean; rhs: Type | null } = { versionErr: false, rhs: null };
  later(c, () => {
    const named = obj.type === null ? null : asNamed(obj.type);
    if (named !== null) validType(c, named);
    if (!state.versionErr && state.rhs !== null && isImportedConstraint(c, state.rhs)) {
      verifyVersion(c, tdecl.type, go1_18, `using type constraint ${str(c, state.rhs)}`);
    }
  });
  if (tdecl.assign !== 0) aliasDecl(c, obj, tdecl, state);
  else defDecl(c, obj, tdecl, state);
}

type TypeDeclState = { versionErr: boolean; rhs: Type | null };

function aliasDecl(c: Checker, obj: TypeName, tdecl: ast.TypeSpec, state: TypeDeclState): void {
  const tparam0 = tdecl.typeParams?.list[0] ?? null;
  // The higher version first: fixing one error must not show the next.
  if (tparam0 !== null && !verifyVersion(c, tparam0, go1_23, 'generic type alias')) state.versionErr = true;
  if (!state.versionErr && !verifyVersion(c, atPos(tdecl.assign), go1_9, 'type alias')) state.versionErr = true;

  const alias = newAlias(obj, null);
  if (tdecl.typeParams !== null && tparam0 !== null) {
    openScope(c, tdecl, 'type parameters');
    collectTypeParams(c, alias, tdecl.typeParams);
  }
  const rhs = declaredType(c, tdecl.type, obj);
  state.rhs = rhs;
  alias.fromRHS = rhs;
  if (rhs.kind === 'TypeParam' && alias.typeParams !== null && alias.typeParams.includes(rhs)) {
    const message = 'cannot use type parameter declared in alias declaration as RHS';
    reportError(c, tdecl.type, 'MisplacedTypeParam', message);
    alias.fromRHS = Typ.invalid;
  }
  if (tparam0 !== null) closeScope(c);
}

function defDecl(c: Checker, obj: TypeName, tdecl: ast.TypeSpec, state: TypeDeclState): void {
  const tparam0 = tdecl.typeParams?.list[0] ?? null;
  if (tparam0 !== null && !verifyVersion(c, tparam0, go1_18, 'type parameter')) state.versionErr = true;

  const named = newNamed(c, obj, null);
  if (tdecl.typeParams !== null) {
    openScope(c, tdecl, 'type parameters');
    collectTypeParams(c, named, tdecl.typeParams);
  }
  const rhs = declaredType(c, tdecl.type, obj);
  state.rhs = rhs;
  named.fromRHS = rhs;
  if (isTypeParam(rhs)) {
    const message = 'cannot use a type parameter as RHS in type declaration';
    reportError(c, tdecl.type, 'MisplacedTypeParam', message);
    named.fromRHS = Typ.invalid;
  }
  if (tdecl.typeParams !== null) closeScope(c);
}

/** Declares the type parameters of `owner` in the current scope, with their constraints. */
export function collectTypeParams(
  c: Checker,
  owner: { typeParams: readonly TypeParam[] | null },
  list: ast.FieldList,
): void {
  // All of them first, for constraints may mention any.
  const tparams: TypeParam[] = [];
  for (const f of list.list) for (const name of f.names) tparams.push(declareTypeParam(c, name, list.pos));
  // A constraint may even mention the generic type itself.
  owner.typeParams = bindTParams(tparams);

  c.env.inTypeParamList = true;
  let index = 0;
  for (const f of list.list) {
    const bound = f.type === null ? Typ.invalid : constraintOf(c, f.type);
    for (let i = 0; i < f.names.length; i++) (tparams[index + i] as TypeParam).bound = bound;
    index += f.names.length;
  }
  c.env.inTypeParamList = false;
}

function constraintOf(c: Checker, e: ast.Expr): Type {
  // `~T` and `A|B` are allowed here only, and stand for an interface with that element.
  const literal = (e.kind === 'UnaryExpr' && e.op === '~') || (e.kind === 'BinaryExpr' && e.op === '|');
  const bound = literal ? interfaceOfUnion(c, e) : typ(c, e);
  if (!isTypeParam(bound)) return bound;
  reportError(c, e, 'MisplacedTypeParam', 'cannot use a type parameter as constraint');
  return Typ.invalid;
}

export function declareTypeParam(c: Checker, name: ast.Ident, scopePos: Pos): TypeParam {
  const tname = newTypeName(name.pos, c.pkg, name.name, null);
  const tpar = newTypeParam(c, tname, Typ.invalid); // gives tname its type
  declare(c, c.env.scope, name, tname, scopePos);
  return tpar;
}

/** Adds the methods that were found for a type name to its type. */
function collectMethods(c: Checker, obj: TypeName): void {
  const methods = c.methods.get(obj);
  if (methods === undefined) return;
  c.methods.delete(obj);
  const base = obj.type === null ? null : asNamed(obj.type);
  // Fields are known once all types are set up.
  if (base !== null) later(c, () => checkFieldUniqueness(c, base));

  const seen = new Map<string, Func>();
  for (const m of methods) {
    const id = objectId(m.pkg, m.name);
    const alt = seen.get(id);
    if (alt !== undefined) {
      const line = c.sources.position(alt.pos)?.line;
      const where = line === undefined ? '' : ` at line ${line}`;
      reportError(c, atObject(m), 'DuplicateMethod', `method ${obj.name}.${m.name} already declared${where}`);
      continue;
    }
    seen.set(id, m);
    if (base !== null) addMethod(base, m);
  }
}

/** Reports fields of a struct type that have the name of one of its methods. */
function checkFieldUniqueness(c: Checker, base: Named): void {
  const t = under(base);
  if (t.kind !== 'Struct') return;
  const byId = new Map<string, GoObject>();
  for (const m of base.methods) if (m !== undefined) byId.set(objectId(m.pkg, m.name), m);
  for (const field of t.fields) {
    if (field.name === '_') continue;
    const alt = byId.get(objectId(field.pkg, field.name));
    if (alt === undefined) continue;
    const error = newError(c, 'DuplicateFieldAndMethod');
    error.add(atObject(alt), `field and method with the same name ${field.name}`);
    error.addAltDecl(field);
    error.report();
  }
}

function funcDecl(c: Checker, obj: Func, decl: DeclInfo): void {
  const fdecl = must(decl.fdecl);
  const sig = newSignature(null, null, null, emptyTuple, emptyTuple, false);
  obj.type = sig; // a cycle through the signature finds a function
  funcType(c, sig, fdecl.recv, fdecl.type);
  if (sig.scope !== null) {
    sig.scope.pos = fdecl.pos;
    sig.scope.end = fdecl.end;
  }
  const body = fdecl.body;
  if (fdecl.type.typeParams !== null && fdecl.type.typeParams.list.length > 0 && body === null) {
    softError(c, fdecl.name, 'BadDecl', 'generic function is missing function body');
  }
  if (c.spec !== null) {
    funcSpec(c, obj, decl, sig);
    return;
  }
  if (!c.conf.ignoreFuncBodies && body !== null) later(c, () => funcBody(c, decl, obj.name, sig, body, null));
}

/** Checks a declaration inside a function. */
export function declStmt(c: Checker, d: ast.Decl): void {
  walkDecl(c, d, (item) => {
    switch (item.kind) {
      case 'const':
        localConst(c, item);
        return;
      case 'var':
        localVar(c, item.spec);
        return;
      case 'type': {
        const name = item.spec.name;
        const obj = newTypeName(name.pos, c.pkg, name.name, null);
        // A type's name is visible in its own declaration.
        declare(c, c.env.scope, name, obj, name.pos);
        push(c, obj);
        typeDecl(c, obj, item.spec);
        pop(c);
        return;
      }
      case 'import':
        reportError(c, item.spec, 'InvalidSyntaxTree', 'import inside a function');
        return;
      case 'func':
        reportError(c, item.decl, 'InvalidSyntaxTree', 'function declared inside a function');
        return;
    }
  });
}

function localConst(c: Checker, item: DeclItem & { kind: 'const' }): void {
  const top = c.delayed.length;
  const lhs: Const[] = [];
  item.spec.names.forEach((name, i) => {
    const obj = newConst(name.pos, c.pkg, name.name, null, makeInt(item.iota));
    lhs.push(obj);
    constDecl(c, obj, item.type, item.init[i] ?? null, item.inherited);
  });
  // Function literals of the initialisers must not see the new names.
  processDelayed(c, top);
  item.spec.names.forEach((name, i) => {
    declare(c, c.env.scope, name, lhs[i] as Const, item.spec.end);
  });
}

function localVar(c: Checker, spec: ast.ValueSpec): void {
  const top = c.delayed.length;
  const vars = spec.names.map((name) => newVar('local', name.pos, c.pkg, name.name, null));
  const values = spec.values;
  for (let i = 0; i < vars.length; i++) {
    const obj = vars[i] as Var;
    if (values.length === 1 && vars.length !== 1) {
      // One call for all of them: the first variable's check gives each its type.
      varDecl(c, obj, vars, spec.type, values[0] as ast.Expr);
      break;
    }
    varDecl(c, obj, null, spec.type, values[i] ?? null);
  }
  processDelayed(c, top);
  spec.names.forEach((name, i) => {
    declare(c, c.env.scope, name, vars[i] as Var, spec.end);
  });
  if (c.spec !== null) declaredVars(c, vars, values, spec.shared);
}
