// Collects the package-level objects of all files, performs imports, and has the objects declared in a good order.

import type { Span } from '../base/source.ts';
import { bytesToText, exprString, unquote } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import { guarded } from './check.ts';
import type { Checker } from './checker.ts';
import { makeInt } from './constant.ts';
import { type DeclItem, declare, objDecl, walkDecl } from './decl.ts';
import { atObject, newError, reportError, softError } from './errors.ts';
import { newPackage } from './newtypes.ts';
import {
  type DeclInfo,
  type Func,
  type GoObject,
  isExported,
  newConst,
  newFunc,
  newPkgName,
  newTypeName,
  newVar,
  type Package,
  type PkgName,
  type TypeName,
  type Var,
} from './object.ts';
import { recordDef, recordImplicit } from './recording.ts';
import { insert, lookup, newScope, type Scope } from './scope.ts';
import { collectContract, collectMembers, collectSpec, hidesType, refusePredeclared } from './spec-collect.ts';
import { addMemberPredicate } from './spec-predicates.ts';
import { isPredeclared, isPredicate } from './spec-state.ts';
import { unparen } from './unary.ts';
import { Typ, unsafePackage } from './universe.ts';
import { go1_18, verifyVersion } from './version.ts';

/** Whether the object has an initialiser or a body. */
export function hasInitializer(d: DeclInfo): boolean {
  return d.init !== null || (d.fdecl !== null && d.fdecl.body !== null);
}

/** Reports names without initialiser and initialisers without name; `init` gives the values of a constant's spec. */
export function arityMatch(c: Checker, s: ast.ValueSpec, init: readonly ast.Expr[] | null, initAt: Span | null): void {
  const l = s.names.length;
  const r = init === null ? s.values.length : init.length;
  const code = 'WrongAssignCount';
  if (init === null && r === 0) {
    if (s.type === null) reportError(c, s, code, 'missing type or init expr');
  } else if (l < r) {
    const extra = s.values[l];
    if (extra !== undefined) reportError(c, extra, code, `extra init expr ${exprString(extra)}`);
    else reportError(c, s, code, `extra init expr${initAt === null ? '' : at(c, initAt)}`);
  } else if (l > r && (init !== null || r !== 1)) {
    const name = s.names[r] as ast.Ident;
    reportError(c, name, code, `missing init expr for ${name.name}`);
  }
}

function at(c: Checker, span: Span): string {
  const position = c.sources.position(span.pos);
  return position === null ? '' : ` at line ${position.line}`;
}

const illegalInPath = '!"#$%&\'()*,:;<=>?[\\]^{|}`\uFFFD';

/** The path that an import names, or what is wrong with it. */
function validatedImportPath(literal: string): { path: string; error: string | null } {
  const bytes = unquote(literal);
  if (bytes === null) return { path: '', error: 'invalid syntax' };
  const path = bytesToText(bytes);
  return { path, error: importPathError(path) };
}

/** What is wrong with an import path, wherever packages are; null if nothing is. The checker reports it. */
export function importPathError(path: string): string | null {
  if (path === '') return 'empty string';
  for (const char of path) {
    if (illegalInPath.includes(char) || !/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(char)) {
      return `invalid character ${JSON.stringify(char)}`;
    }
  }
  return null;
}

/** Declares a constant, type or variable of package level. */
function declarePkgObj(c: Checker, ident: ast.Ident, obj: GoObject, d: DeclInfo): void {
  if (ident.name === 'init') {
    reportError(c, ident, 'InvalidInitDecl', 'cannot declare init - must be func');
    return;
  }
  if (ident.name === 'main' && c.pkg.name === 'main') {
    reportError(c, ident, 'InvalidMainDecl', 'cannot declare main - must be func');
    return;
  }
  declare(c, c.pkg.scope, ident, obj, 0);
  addToObjMap(c, obj, d);
}

export function addToObjMap(c: Checker, obj: GoObject, d: DeclInfo): void {
  c.objMap.set(obj, d);
  obj.order = c.objMap.size;
}

function importPackage(c: Checker, spec: ast.ImportSpec, path: string): Package {
  const known = c.impMap.get(path);
  if (known !== undefined) return known;
  const found = findPackage(c, spec, path);
  // An incomplete package is one whose own check has not ended: an import cycle, which the loader reports.
  if (found.complete || found.fake) c.impMap.set(path, found);
  return found;
}

function findPackage(c: Checker, spec: ast.ImportSpec, path: string): Package {
  if (path === 'unsafe') return unsafePackage;
  if (path === 'C' && c.conf.fakeImportC) return fakePackage(path);
  const found = c.conf.importPackage(path, spec);
  if (found !== null && found.name !== '' && found.name !== '_') return found;
  if (c.conf.reportMissingImports) reportError(c, spec.path, 'BrokenImport', `could not import ${path}`);
  return fakePackage(path);
}

/** Stands for a package that cannot be had: selections from it are silently invalid. */
function fakePackage(path: string): Package {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  return newPackage(path, trimmed.slice(trimmed.lastIndexOf('/') + 1), true);
}

/** A method with a receiver that may be a type of this package. */
interface MethodInfo {
  readonly obj: Func;
  readonly ptr: boolean;
  readonly recv: ast.Ident;
}

/** Fills the scopes of the package and its files, and finds out which type each method belongs to. */
export function collectObjects(c: Checker): void {
  const pkg = c.pkg;
  const pkgImports = new Set<Package>(pkg.imports);
  const methods: MethodInfo[] = [];
  const fileScopes: Scope[] = [];

  for (const file of c.files) {
    c.env.version = c.versions.get(file) ?? 0;
    recordDef(c, file.name, null);
    const source = c.sources.fileOf(file.pos);
    const start = source === null ? file.pos : source.base;
    const end = source === null ? file.end : source.base + source.text.length;
    const fileScope = newScope(pkg.scope, start, end, 'file');
    fileScopes.push(fileScope);
    c.info.scopes.set(file, fileScope);
    const collect = (item: DeclItem) => collectItem(c, item, fileScope, pkgImports, methods);
    for (const decl of file.decls) {
      guarded(c, () => walkDecl(c, decl, collect), null);
      if (c.spec !== null) collectSpec(c, decl, fileScope, (recv, obj) => addMethod(c, methods, recv, obj));
    }
  }
  pkg.imports = [...pkgImports];

  for (const scope of fileScopes) {
    if (scope.elems === null) continue;
    for (const [name, obj] of scope.elems) {
      const alt = lookup(pkg.scope, name);
      if (alt === null) continue;
      if (c.spec !== null && obj.kind !== 'PkgName') {
        // What the package declares itself hides what it takes from another one.
        scope.elems.delete(name);
        continue;
      }
      const error = newError(c, 'DuplicateDecl');
      const how = obj.kind === 'PkgName' ? `import of ${obj.imported.path}` : `dot-import of ${obj.pkg?.path ?? ''}`;
      error.add(atObject(alt), `${alt.name} already declared through ${how}`);
      error.addAltDecl(obj);
      error.report();
    }
  }

  for (const m of methods) {
    const resolved = resolveBaseTypeName(c, m.ptr, m.recv);
    if (resolved === null) continue;
    m.obj.hasPtrRecv = resolved.ptr;
    if (c.spec !== null && isPredicate(c.spec.facts, m.obj)) {
      addMemberPredicate(c, resolved.base, m.obj);
      continue;
    }
    const list = c.methods.get(resolved.base);
    if (list === undefined) c.methods.set(resolved.base, [m.obj]);
    else list.push(m.obj);
  }
}

function collectItem(
  c: Checker,
  item: DeclItem,
  fileScope: Scope,
  pkgImports: Set<Package>,
  methods: MethodInfo[],
): void {
  switch (item.kind) {
    case 'import':
      collectImport(c, item.spec, fileScope, pkgImports);
      return;
    case 'const':
      item.spec.names.forEach((name, i) => {
        const obj = newConst(name.pos, c.pkg, name.name, null, makeInt(item.iota));
        const init = item.init[i] ?? null;
        declarePkgObj(c, name, obj, newDeclInfo(c, fileScope, { vtype: item.type, init, inherited: item.inherited }));
      });
      return;
    case 'var':
      collectVar(c, item.spec, fileScope);
      return;
    case 'type': {
      const name = item.spec.name;
      const obj = newTypeName(name.pos, c.pkg, name.name, null);
      declarePkgObj(c, name, obj, newDeclInfo(c, fileScope, { tdecl: item.spec }));
      if (c.spec !== null) collectMembers(c, obj, item.spec, fileScope);
      return;
    }
    case 'func':
      collectFunc(c, item.decl, fileScope, methods);
      return;
  }
}

export function newDeclInfo(c: Checker, file: Scope, parts: Partial<DeclInfo>): DeclInfo {
  return {
    file,
    version: c.env.version,
    lhs: parts.lhs ?? null,
    vtype: parts.vtype ?? null,
    init: parts.init ?? null,
    inherited: parts.inherited ?? false,
    tdecl: parts.tdecl ?? null,
    fdecl: parts.fdecl ?? null,
    pdecl: parts.pdecl ?? null,
    owner: parts.owner ?? null,
    deps: null,
  };
}

function collectImport(c: Checker, spec: ast.ImportSpec, fileScope: Scope, pkgImports: Set<Package>): void {
  if (spec.path.value === '') return; // the parser has reported it
  const { path, error } = validatedImportPath(spec.path.value);
  if (error !== null) {
    reportError(c, spec.path, 'BadImportPath', `invalid import path (${error})`);
    return;
  }
  const imp = importPackage(c, spec, path);
  let name = imp.name;
  if (spec.name !== null) {
    name = spec.name.name;
    if (path === 'C') {
      reportError(c, spec.name, 'ImportCRenamed', 'cannot rename import "C"');
      return;
    }
  }
  if (name === 'init') {
    reportError(c, spec, 'InvalidInitDecl', 'cannot import package as init - init must be a func');
    return;
  }
  pkgImports.add(imp);

  const pkgName = newPkgName(spec.pos, c.pkg, name, imp, Typ.invalid);
  if (spec.name !== null) recordDef(c, spec.name, pkgName);
  else recordImplicit(c, spec, pkgName);
  c.imports.push(pkgName);
  if (name === '.') dotImport(c, spec, pkgName, fileScope);
  else declare(c, fileScope, null, pkgName, 0);
}

function dotImport(c: Checker, spec: ast.ImportSpec, pkgName: PkgName, fileScope: Scope): void {
  const elems = pkgName.imported.scope.elems;
  if (elems === null) return;
  let brought = c.dotImports.get(fileScope);
  if (brought === undefined) {
    brought = new Map();
    c.dotImports.set(fileScope, brought);
  }
  for (const [name, obj] of elems) {
    if (!isExported(name) && (c.spec === null || isPredeclared(c.spec, name))) continue;
    // The object belongs to another package: `declare` would change it.
    const alt = lookup(fileScope, name);
    if (alt !== null && c.spec !== null) {
      c.spec.ambiguous.add(name);
    } else if (alt !== null) {
      const error = newError(c, 'DuplicateDecl');
      error.add(spec.name ?? spec, `${name} redeclared in this block`);
      error.addAltDecl(alt);
      error.report();
    } else {
      insert(fileScope, obj);
      brought.set(name, pkgName);
    }
  }
}

function collectVar(c: Checker, spec: ast.ValueSpec, fileScope: Scope): void {
  const lhs: Var[] = [];
  // With one initialiser for several variables, all of them depend on what it mentions: they share the info.
  const single = spec.values.length === 1 ? (spec.values[0] as ast.Expr) : null;
  const shared = single === null ? null : newDeclInfo(c, fileScope, { lhs, vtype: spec.type, init: single });
  spec.names.forEach((name, i) => {
    const obj = newVar('package', name.pos, c.pkg, name.name, null);
    lhs.push(obj);
    const d = shared ?? newDeclInfo(c, fileScope, { vtype: spec.type, init: spec.values[i] ?? null });
    declarePkgObj(c, name, obj, d);
    if (spec.shared.includes(name)) c.spec?.facts.shared.add(obj);
  });
}

function collectFunc(c: Checker, decl: ast.FuncDecl, fileScope: Scope, methods: MethodInfo[]): void {
  const pkg = c.pkg;
  const name = decl.name.name;
  const obj = newFunc(decl.name.pos, pkg, name, null);
  if (c.spec !== null) collectContract(c, obj, decl);
  const typeParam0 = decl.type.typeParams?.list[0] ?? null;
  const recv0 = decl.recv?.list[0] ?? null;
  let hasTypeParamError = false;

  if (recv0 === null || recv0.type === null) {
    if (decl.recv !== null) reportError(c, decl.recv, 'BadRecv', 'method has no receiver');
    if (name === 'init' || (name === 'main' && pkg.name === 'main')) {
      const code = name === 'main' ? 'InvalidMainDecl' : 'InvalidInitDecl';
      if (typeParam0 !== null) {
        softError(c, typeParam0, code, `func ${name} must have no type parameters`);
        hasTypeParamError = true;
      }
      if (decl.type.params.list.length > 0 || decl.type.results !== null) {
        softError(c, decl.name, code, `func ${name} must have no arguments and no return values`);
      }
    }
    if (name === 'init') {
      // There may be many of them, and nothing can refer to one.
      obj.parent = pkg.scope;
      recordDef(c, decl.name, obj);
      if (decl.body === null) softError(c, atObject(obj), 'MissingInitBody', 'func init must have a body');
    } else if (hidesType(c, decl)) {
      refusePredeclared(c, decl.name, obj);
    } else {
      declare(c, pkg.scope, decl.name, obj, 0);
    }
  } else {
    addMethod(c, methods, recv0.type, obj);
    recordDef(c, decl.name, obj);
  }
  if (typeParam0 !== null && !hasTypeParamError) verifyVersion(c, typeParam0, go1_18, 'type parameter');
  addToObjMap(c, obj, newDeclInfo(c, fileScope, { fdecl: decl }));
}

/** A method that cannot be found by name belongs to no type, yet it is checked like a function. */
function addMethod(c: Checker, methods: MethodInfo[], recv: ast.Expr, obj: Func): void {
  const { ptr, base } = unpackRecv(c, recv, false);
  if (base.kind === 'Ident' && obj.name !== '_') methods.push({ obj, ptr, recv: base });
}

/** Brings package-level objects into source order. */
export function sortObjects(c: Checker): void {
  // Maps keep the order of insertion, and files come in their order.
  c.objList = [...c.objMap.keys()];
}

export interface Receiver {
  readonly ptr: boolean;
  /** The type's name in correct programs. */
  readonly base: ast.Expr;
  /** Names of the type parameters; null without. */
  readonly typeParams: ast.Ident[] | null;
}

/** Takes the receiver type `*T[A, B]` apart; type parameters only if asked for, for they may be reported. */
export function unpackRecv(c: Checker, rtype: ast.Expr, unpackParams: boolean): Receiver {
  let base = unparen(rtype);
  let ptr = false;
  if (base.kind === 'StarExpr') {
    ptr = true;
    base = unparen(base.x);
  } else if (base.kind === 'CollectionType' && base.word === 'gpointer') {
    ptr = true;
    base = unparen(base.elt);
  }
  if (base.kind !== 'IndexExpr') return { ptr, base, typeParams: null };
  if (!unpackParams) return { ptr, base: base.x, typeParams: null };
  const typeParams: ast.Ident[] = [];
  for (const arg of base.indices) {
    if (arg.kind === 'Ident') {
      typeParams.push(arg);
      continue;
    }
    if (arg.kind !== 'BadExpr')
      reportError(c, arg, 'BadDecl', `receiver type parameter ${exprString(arg)} must be an identifier`);
    typeParams.push({ kind: 'Ident', id: arg.id, pos: arg.pos, end: arg.end, name: '_' });
  }
  return { ptr, base: base.x, typeParams };
}

/** The defined type of this package that a receiver denotes, through aliases and at most one pointer; or null. */
function resolveBaseTypeName(c: Checker, ptr0: boolean, name0: ast.Ident): { ptr: boolean; base: TypeName } | null {
  let ptr = ptr0;
  let name = name0;
  const seen = new Set<TypeName>();
  for (;;) {
    const obj = lookup(c.pkg.scope, name.name);
    if (obj === null || obj.kind !== 'TypeName' || seen.has(obj)) return null;
    const tdecl = c.objMap.get(obj)?.tdecl ?? null;
    if (tdecl === null) return null;
    if (tdecl.assign === 0) return { ptr, base: obj };
    // A generic alias has no methods.
    if (tdecl.typeParams !== null) return null;
    seen.add(obj);
    let type = unparen(tdecl.type);
    if (type.kind === 'StarExpr') {
      if (ptr) return null;
      ptr = true;
      type = unparen(type.x);
    }
    if (type.kind !== 'Ident') return null;
    name = type;
  }
}

/** Checks all package-level objects, but no function bodies: defined types first, then aliases, then the rest. */
export function packageObjects(c: Checker): void {
  const aliases: GoObject[] = [];
  const others: GoObject[] = [];
  for (const obj of c.objList) {
    if (obj.kind !== 'TypeName') others.push(obj);
    else if (c.objMap.get(obj)?.tdecl?.assign !== 0) aliases.push(obj);
    else guarded(c, () => objDecl(c, obj), obj);
  }
  for (const obj of aliases) guarded(c, () => objDecl(c, obj), obj);
  for (const obj of others) guarded(c, () => objDecl(c, obj), obj);
  // What is left belongs to receivers that were reported.
  c.methods.clear();
}

/** Reports imports that no file mentions. */
export function unusedImports(c: Checker): void {
  // Uses are in bodies mostly.
  if (c.conf.ignoreFuncBodies) return;
  for (const obj of c.imports) {
    if (obj.name === '_' || c.usedPkgNames.has(obj)) continue;
    const path = obj.imported.path;
    // Nothing can be known about the use of a package that was not found.
    if (obj.imported.fake) {
      if (path !== 'C') c.leftOpen = true;
      continue;
    }
    const elem = path.slice(path.lastIndexOf('/') + 1);
    const as = obj.name === '' || obj.name === '.' || obj.name === elem ? '' : ` as ${obj.name}`;
    softError(c, atObject(obj), 'UnusedImport', `"${path}" imported${as} and not used`);
  }
}
