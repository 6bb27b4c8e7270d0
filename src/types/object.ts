// Named language entities: packages, constants, types, variables, functions, labels, built-ins and nil. Data and constructors.

import { noPos, type Pos } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Value } from './constant.ts';
import type { Scope } from './scope.ts';
import type { Type } from './type.ts';

/** A package: its exported and unexported objects are in `scope`. */
export interface Package {
  readonly path: string;
  /** From the package clause; '' before the first file was seen. */
  name: string;
  readonly scope: Scope;
  /** Packages imported directly. */
  imports: readonly Package[];
  /** Fully checked. */
  complete: boolean;
  /** Stands for a package that could not be found: every selection from it is silently invalid. */
  readonly fake: boolean;
  /** Language version of the package, `go1.N`, or ''. */
  goVersion: string;
}

interface ObjectBase {
  readonly name: string;
  readonly pos: Pos;
  /** Null for predeclared objects. */
  readonly pkg: Package | null;
  /** Null before it was determined. */
  type: Type | null;
  /** Scope in which the object is declared; null for methods and fields. */
  parent: Scope | null;
  /** Source order of package-level objects, from 1; 0 otherwise. */
  order: number;
  /** Place from which on a local object is visible. */
  scopePos: Pos;
}

/** An imported package's name in a file. */
export interface PkgName extends ObjectBase {
  readonly kind: 'PkgName';
  readonly imported: Package;
}

export interface Const extends ObjectBase {
  readonly kind: 'Const';
  val: Value | null;
}

/** The name of a defined type, an alias, a type parameter or a predeclared type. */
export interface TypeName extends ObjectBase {
  readonly kind: 'TypeName';
}

export type VarKind = 'package' | 'local' | 'receiver' | 'param' | 'result' | 'field';

export interface Var extends ObjectBase {
  readonly kind: 'Var';
  readonly var: VarKind;
  /** An embedded field. */
  readonly embedded: boolean;
  /** The variable this one was instantiated from, or null. */
  origin: Var | null;
}

/** A function, a concrete method or an interface method; `type` is a Signature. */
export interface Func extends ObjectBase {
  readonly kind: 'Func';
  /** The receiver's type has a pointer; known before the signature is. */
  hasPtrRecv: boolean;
  /** The method this one was instantiated from, or null. */
  origin: Func | null;
}

export interface Label extends ObjectBase {
  readonly kind: 'Label';
  used: boolean;
}

export interface Builtin extends ObjectBase {
  readonly kind: 'Builtin';
  readonly builtin: BuiltinId;
}

export interface Nil extends ObjectBase {
  readonly kind: 'Nil';
}

/** `assert` and `trace` exist in tests of the checker only. */
export type BuiltinId =
  | 'append'
  | 'cap'
  | 'clear'
  | 'close'
  | 'complex'
  | 'copy'
  | 'delete'
  | 'imag'
  | 'len'
  | 'make'
  | 'max'
  | 'min'
  | 'new'
  | 'panic'
  | 'print'
  | 'println'
  | 'real'
  | 'recover'
  | 'unsafe.Add'
  | 'unsafe.Alignof'
  | 'unsafe.Offsetof'
  | 'unsafe.Sizeof'
  | 'unsafe.Slice'
  | 'unsafe.SliceData'
  | 'unsafe.String'
  | 'unsafe.StringData'
  | 'assert'
  | 'trace';

export type GoObject = PkgName | Const | TypeName | Var | Func | Label | Builtin | Nil;

export function newPkgName(pos: Pos, pkg: Package, name: string, imported: Package, invalid: Type): PkgName {
  return { kind: 'PkgName', name, pos, pkg, type: invalid, parent: null, order: 0, scopePos: noPos, imported };
}

export function newConst(pos: Pos, pkg: Package | null, name: string, type: Type | null, val: Value | null): Const {
  return { kind: 'Const', name, pos, pkg, type, parent: null, order: 0, scopePos: noPos, val };
}

export function newTypeName(pos: Pos, pkg: Package | null, name: string, type: Type | null): TypeName {
  return { kind: 'TypeName', name, pos, pkg, type, parent: null, order: 0, scopePos: noPos };
}

export function newVar(
  kind: VarKind,
  pos: Pos,
  pkg: Package | null,
  name: string,
  type: Type | null,
  embedded = false,
): Var {
  return {
    kind: 'Var',
    name,
    pos,
    pkg,
    type,
    parent: null,
    order: 0,
    scopePos: noPos,
    var: kind,
    embedded,
    origin: null,
  };
}

/** A parameter or result for synthesized signatures. */
export function newParam(pkg: Package | null, name: string, type: Type): Var {
  return newVar('param', noPos, pkg, name, type);
}

export function newField(pos: Pos, pkg: Package | null, name: string, type: Type | null, embedded: boolean): Var {
  return newVar('field', pos, pkg, name, type, embedded);
}

export function newFunc(pos: Pos, pkg: Package | null, name: string, type: Type | null): Func {
  return {
    kind: 'Func',
    name,
    pos,
    pkg,
    type,
    parent: null,
    order: 0,
    scopePos: noPos,
    hasPtrRecv: false,
    origin: null,
  };
}

export function newLabel(pos: Pos, pkg: Package | null, name: string, invalid: Type): Label {
  return { kind: 'Label', name, pos, pkg, type: invalid, parent: null, order: 0, scopePos: noPos, used: false };
}

/** Whether a name starts with an upper-case letter. */
export function isExported(name: string): boolean {
  const code = name.charCodeAt(0);
  if (code < 0x80) return code >= 0x41 && code <= 0x5a;
  return /^\p{Lu}/u.test(name);
}

/** Whether `obj` has this name, seen from `pkg`: unexported names of different packages differ. */
export function sameId(obj: GoObject, pkg: Package | null, name: string): boolean {
  if (obj.name !== name) return false;
  return isExported(name) || samePkg(obj.pkg, pkg);
}

export function samePkg(a: Package | null, b: Package | null): boolean {
  if (a === null || b === null) return a === b;
  return a === b || a.path === b.path;
}

/** A key that is equal for two names iff sameId holds. */
export function objectId(pkg: Package | null, name: string): string {
  if (isExported(name)) return name;
  return `${pkg !== null && pkg.path !== '' ? pkg.path : '_'}.${name}`;
}

/** What a declaration of package level consists of; kept until the package is checked. */
export interface DeclInfo {
  /** Scope of the file with the declaration. */
  readonly file: Scope;
  /** Language version of that file, as a minor version number (version.ts). */
  readonly version: number;
  /** Left side of an n:1 variable declaration, or null. */
  readonly lhs: readonly Var[] | null;
  readonly vtype: ast.Expr | null;
  readonly init: ast.Expr | null;
  /** The initialiser is inherited from an earlier constant of the group. */
  readonly inherited: boolean;
  readonly tdecl: ast.TypeSpec | null;
  readonly fdecl: ast.FuncDecl | null;
  /** A predicate; null for anything else. */
  readonly pdecl: ast.PredDecl | null;
  /** The type whose declaration has the object: that of an adt's clause or a domain's function; null otherwise. */
  readonly owner: TypeName | null;
  /** Package-level objects that the initialiser or body mentions; null before the first. */
  deps: Set<GoObject> | null;
}
