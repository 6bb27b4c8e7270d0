// The entry of the checker: the phases in their order, delayed actions, and the state that all phases share.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import { NodeTable } from '../base/node-table.ts';
import { noPos, type Pos, type SourceSet, type Span } from '../base/source.ts';
import type * as ast from '../syntax/nodes.ts';
import type { Checker, Config, Environment } from './checker.ts';
import type { Code } from './codes.ts';
import type { Value } from './constant.ts';
import { type Context, newContext } from './context.ts';
import { directCycles } from './cycles.ts';
import { atPos, reportError } from './errors.ts';
import { expr } from './expr.ts';
import { type Info, newInfo } from './info.ts';
import { initOrder } from './initorder.ts';
import { monomorph, newMonoGraph } from './mono.ts';
import { cleanupNamed } from './named.ts';
import { newPackage } from './newtypes.ts';
import type { DeclInfo, Func, GoObject, Package, Var } from './object.ts';
import { newOperand, type OperandMode } from './operand.ts';
import { recordDef, recordUntyped } from './recording.ts';
import { collectObjects, packageObjects, sortObjects, unusedImports } from './resolver.ts';
import { lookup as lookupIn, newScope, type Scope } from './scope.ts';
import { beginSpec, newSpecState } from './spec-begin.ts';
import type { SpecState } from './spec-facts.ts';
import { declareProofs } from './spec-proofs.ts';
import { checkRules } from './spec-rules.ts';
import { funcBody } from './stmt.ts';
import type { Basic, InterfaceType, Named, TypeParam } from './type.ts';
import { cleanupTypeParam } from './typeparam.ts';
import { cleanupInterface } from './typeset.ts';
import { Typ, universe } from './universe.ts';
import { asGoVersion, go1_21, goCurrent } from './version.ts';

/** A checked package: it may have errors, and is usable all the same. */
export interface CheckResult {
  readonly pkg: Package;
  readonly info: Info;
  readonly diagnostics: Diagnostic[];
  /** Something stayed unknown that a package which counts as incomplete might declare. */
  readonly leftOpen: boolean;
}

/** Checks the files of one package. Never throws, whatever the trees look like. */
export function checkFiles(
  conf: Config,
  sources: SourceSet,
  path: string,
  files: readonly ast.File[],
  ctxt?: Context,
): CheckResult {
  const context = ctxt ?? newContext();
  const spec = conf.specifications === null ? null : newSpecState(conf.specifications, context);
  const outer = spec?.facts.outer;
  const c = newChecker(conf, sources, newPackage(path, '', false, outer), context, newInfo(), spec);
  if (spec !== null) beginSpec(c, spec, files);
  initFiles(c, files);
  collectObjects(c);
  sortObjects(c);
  directCycles(c);
  packageObjects(c);
  if (spec !== null) declareProofs(c);
  processAllDelayed(c);
  cleanup(c);
  initOrder(c);
  if (spec !== null) {
    recordUntyped(c);
    checkRules(c);
  }
  if (!conf.ignoreUnusedImports) unusedImports(c);
  recordUntyped(c);
  // The analysis of infinite instantiation relies on well-formed types.
  if (c.diagnostics.length === 0) monomorph(c);

  c.pkg.goVersion = conf.goVersion;
  c.pkg.complete = true;
  return { pkg: c.pkg, info: c.info, diagnostics: c.diagnostics, leftOpen: c.leftOpen };
}

/** What checking a single function gave. */
export interface BodyResult {
  readonly info: Info;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks the body of one function of a package that was checked without bodies. `decl` may come from another parse of
 * the same file, so its parameters are recorded as those that the signature has. Null if the signature's scope is gone.
 */
export function checkBody(
  conf: Config,
  sources: SourceSet,
  pkg: Package,
  file: ast.File,
  decl: ast.FuncDecl,
  obj: Func,
  ctxt: Context,
  info: Info,
): BodyResult | null {
  const sig = obj.type;
  const body = decl.body;
  if (sig?.kind !== 'Signature' || sig.scope === null || body === null) return null;
  const c = newChecker({ ...conf, ignoreFuncBodies: false }, sources, pkg, ctxt, info);
  c.env = newEnvironment(null, sig.scope, fileVersion(c, file));
  recordDef(c, decl.name, obj);
  recordParams(c, decl.recv, sig.recv === null ? [] : [sig.recv]);
  recordParams(c, decl.type.params, sig.params.vars);
  recordParams(c, decl.type.results, sig.results.vars);
  guarded(c, () => funcBody(c, null, obj.name, sig, body, null), obj);
  processAllDelayed(c);
  cleanup(c);
  recordUntyped(c);
  return { info: c.info, diagnostics: c.diagnostics };
}

/** Checks one expression that is not part of a file, where the names of a scope mean what they mean there. */
export function checkExpression(
  conf: Config,
  sources: SourceSet,
  pkg: Package,
  scope: Scope,
  e: ast.Expr,
  ctxt: Context,
): BodyResult {
  const c = newChecker(conf, sources, pkg, ctxt);
  c.env = newEnvironment(null, scope, asGoVersion(conf.goVersion));
  guarded(c, () => expr(c, null, newOperand(), e), null);
  processAllDelayed(c);
  cleanup(c);
  recordUntyped(c);
  return { info: c.info, diagnostics: c.diagnostics };
}

function recordParams(c: Checker, fields: ast.FieldList | null, vars: readonly Var[]): void {
  let next = 0;
  for (const field of fields?.list ?? []) {
    // An unnamed parameter has a variable too.
    if (field.names.length === 0) next++;
    for (const name of field.names) recordDef(c, name, vars[next++] ?? null);
  }
}

export function newChecker(
  conf: Config,
  sources: SourceSet,
  pkg: Package,
  ctxt: Context,
  info: Info = newInfo(),
  spec: SpecState | null = null,
): Checker {
  return {
    conf,
    sources,
    pkg,
    info,
    spec,
    ctxt,
    diagnostics: [],
    objMap: new Map(),
    objList: [],
    files: [],
    versions: new Map(),
    imports: [],
    dotImports: new Map(),
    impMap: new Map(),
    unionTypeSets: new Map(),
    usedVars: new Set(),
    usedPkgNames: new Set(),
    mono: newMonoGraph(),
    methods: new Map(),
    untyped: new NodeTable(),
    untypedList: [],
    delayed: [],
    objPath: [],
    objPathIdx: new Map(),
    cleaners: [],
    reported: new Set(),
    leftOpen: false,
    env: newEnvironment(null, universe, 0),
  };
}

/** An environment with nothing but a scope and a language version. */
export function newEnvironment(decl: DeclInfo | null, scope: Scope, version: number): Environment {
  return {
    decl,
    scope,
    version,
    iota: null,
    errpos: null,
    inTypeParamList: false,
    sig: null,
    isPanic: null,
    hasLabel: false,
    hasCallOrRecv: false,
    ghost: false,
  };
}

/** Takes the files that belong to the package and finds the language version of each. */
function initFiles(c: Checker, files: readonly ast.File[]): void {
  const pkg = c.pkg;
  for (const file of files) {
    const name = file.name.name;
    if (pkg.name === '') {
      if (name === '_') reportError(c, file.name, 'BlankPkgName', 'invalid package name _');
      else pkg.name = name;
    } else if (pkg.name !== name) {
      reportError(c, atPos(file.packagePos), 'MismatchedPkgName', `package ${name}; expected package ${pkg.name}`);
      continue;
    }
    c.files.push(file);
  }

  const pkgVersion = asGoVersion(c.conf.goVersion);
  const first = files[0];
  if (first !== undefined && pkgVersion > goCurrent) {
    const wants = `package requires newer Go version go1.${pkgVersion}`;
    reportError(c, atPos(first.packagePos), 'TooNew', `${wants} (this checker knows go1.${goCurrent})`);
  }

  for (const file of c.files) {
    const demanded = asGoVersion(file.goVersion);
    if (demanded > goCurrent) {
      const wants = `file requires newer Go version go1.${demanded}`;
      reportError(c, file.name, 'TooNew', `${wants} (this checker knows go1.${goCurrent})`);
    }
    c.versions.set(file, fileVersion(c, file));
  }
}

/** The language version of a file: its own, or else that of the package. */
function fileVersion(c: Checker, file: ast.File): number {
  const demanded = asGoVersion(file.goVersion);
  // Older build tags meant something else: a file can neither choose nor be downgraded to less than 1.21.
  return demanded > 0 ? Math.max(demanded, go1_21) : asGoVersion(c.conf.goVersion);
}

/** The scope and the object that `name` denotes in the current environment, or null. */
export function lookupScope(c: Checker, name: string): Scope | null {
  for (let s: Scope | null = c.env.scope; s !== null; s = s.parent) {
    if (s.elems?.has(name)) return s;
  }
  return null;
}

/** What `name` denotes in the current environment, or null. */
export function lookup(c: Checker, name: string): GoObject | null {
  const scope = lookupScope(c, name);
  return scope === null ? null : lookupIn(scope, name);
}

/** Notes that the package-level declaration being checked mentions `to`. */
export function addDeclDep(c: Checker, to: GoObject): void {
  const from = c.env.decl;
  if (from === null || !c.objMap.has(to)) return;
  from.deps ??= new Set();
  from.deps.add(to);
}

/** Keeps an untyped expression until its final type is known. */
export function rememberUntyped(
  c: Checker,
  expr: ast.Expr,
  isLhs: boolean,
  mode: OperandMode,
  type: Basic,
  val: Value | null,
): void {
  const info = { expr, isLhs, mode, type, val };
  c.untyped.set(expr, info);
  c.untypedList.push(info);
}

/** Has `run` done at the end of the current statement, before new local names become visible, or else at the end. */
export function later(c: Checker, run: () => void): void {
  c.delayed.push({ version: c.env.version, run });
}

/** Runs the actions from index `top` on, and those that they add. */
export function processDelayed(c: Checker, top: number): void {
  if (c.delayed.length === top) return;
  const savedVersion = c.env.version;
  for (let i = top; i < c.delayed.length; i++) {
    const action = c.delayed[i] as (typeof c.delayed)[number];
    c.env.version = action.version;
    action.run();
  }
  c.delayed.length = top;
  c.env.version = savedVersion;
}

/** Runs all actions; one that is too deep for the stack costs itself only. */
function processAllDelayed(c: Checker): void {
  for (let i = 0; i < c.delayed.length; i++) {
    const action = c.delayed[i] as (typeof c.delayed)[number];
    c.env.version = action.version;
    guarded(c, action.run, null);
  }
  c.delayed = [];
}

/** Marks `obj` as being declared. */
export function push(c: Checker, obj: GoObject): void {
  c.objPathIdx.set(obj, c.objPath.length);
  c.objPath.push(obj);
}

/** Ends what the last `push` began. */
export function pop(c: Checker): void {
  const obj = c.objPath.pop();
  if (obj !== undefined) c.objPathIdx.delete(obj);
}

/** Has the type finished once everything was checked. */
export function needsCleanup(c: Checker, type: Named | TypeParam | InterfaceType): void {
  c.cleaners.push(type);
}

function cleanup(c: Checker): void {
  // Finishing a type may add more types.
  for (let i = 0; i < c.cleaners.length; i++) {
    const type = c.cleaners[i] as Named | TypeParam | InterfaceType;
    guarded(c, () => cleanupType(type), null);
  }
  c.cleaners = [];
}

function cleanupType(type: Named | TypeParam | InterfaceType): void {
  switch (type.kind) {
    case 'Named':
      cleanupNamed(type);
      return;
    case 'TypeParam':
      cleanupTypeParam(type);
      return;
    case 'Interface':
      cleanupInterface(type);
      return;
  }
}

const tooComplex: Code = 'TooComplex';

/**
 * Runs a part of the check for a top-level declaration. Source nested too deeply for the stack is reported once, and
 * what was being declared becomes invalid, so that the rest of the package can still be checked.
 */
export function guarded(c: Checker, run: () => void, obj: GoObject | null): void {
  const env = c.env;
  const version = env.version;
  const scope = env.scope;
  const delayed = c.delayed.length;
  const path = c.objPath.length;
  try {
    run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const at = obj ?? c.objPath[path] ?? c.env.decl?.lhs?.[0] ?? null;
    const span = at === null ? deepPlace(c) : atPos(at.pos);
    while (c.objPath.length > path) {
      abandon(c.objPath[c.objPath.length - 1] as GoObject);
      pop(c);
    }
    c.delayed.length = delayed;
    c.env = env;
    c.env.version = version;
    c.env.scope = scope;
    c.diagnostics.push(diagnostic(tooComplex, span, 'nested too deeply to be checked'));
  }
}

/** The function whose body was being checked, roughly: the scope that was open. */
function deepPlace(c: Checker): Span | null {
  let scope: Scope | null = c.env.scope;
  while (scope !== null && !scope.isFunc) scope = scope.parent;
  return scope === null || scope.pos === noPos ? null : atPos(scope.pos);
}

/** Gives an object whose declaration could not be checked a type that stays silent. */
function abandon(obj: GoObject): void {
  if (obj.type === null) {
    obj.type = Typ.invalid;
  } else if (obj.kind === 'TypeName') {
    const type = obj.type;
    if ((type.kind === 'Named' || type.kind === 'Alias') && type.fromRHS === null) {
      type.fromRHS = Typ.invalid;
      if (type.kind === 'Alias') type.actual = Typ.invalid;
    }
  }
}

/** The identifier that is instantiated in `f[T]`, `p.f[T]`, or plain `f` and `p.f` with inferred arguments. */
export function instantiatedIdent(expr: ast.Expr): ast.Ident | null {
  const x = expr.kind === 'IndexExpr' ? expr.x : expr;
  if (x.kind === 'Ident') return x;
  return x.kind === 'SelectorExpr' ? x.sel : null;
}

/** Opens a scope for `node` in the current one. */
export function openScope(c: Checker, node: ast.Node, comment: string): void {
  const scope = newScope(c.env.scope, node.pos, node.end, comment);
  c.info.scopes.set(node, scope);
  c.env.scope = scope;
}

export function closeScope(c: Checker): void {
  c.env.scope = c.env.scope.parent as Scope;
}

/** Order of places; files of one package are loaded in order. */
export function cmpPos(a: Pos, b: Pos): number {
  return a - b;
}
