// The initialization of a package, file by file; what its invariants promise; what it may take from packages that it imports.
//
//   method init()                                        for each file
//     requires what the imports of the file require, the invariants of imported packages
//     ensures  the invariants of imported packages and of the file, what it gives to friends
//     decreases
//   { new locations for variables in memory; declarations, in the order of Go; bodies of init functions }
//
//   method duplicable() requires [I] ensures [I] && [I] {}        for each invariant that others may open
//   method imports() requires what p gives to friends ensures what is required of p {}        for each imported package p
//   method main() requires all invariants ensures what main requires {}
//
// Files are looked at one by one: what one leaves to another are only the invariants. A variable that is not in memory is one
// value at all times; Go's order of initialization makes sure that it is not read before it has it.

import type * as ast from '../../syntax/nodes.ts';
import type { Info } from '../../types/index.ts';
import type { Package, Var } from '../../types/object.ts';
import type { Type as GoType } from '../../types/type.ts';
import type { Expr, Measure, Method, Source, Stmt } from '../../vil/index.ts';
import { newCode } from '../contracts/signatures.ts';
import { block, eq, exhale, inhale } from '../core/build.ts';
import {
  allocate,
  converted,
  emit,
  encodingOf,
  expr,
  exprAs,
  keep,
  objectOf,
  source,
  statements,
  store,
  within,
} from '../core/code.ts';
import type { Body, Code, Encoder } from '../core/context.ts';
import { freshName } from '../core/names.ts';
import type { Special } from '../core/origins.ts';
import { newUnit } from '../core/units.ts';
import { Unsupported } from '../core/unsupported.ts';
import { pair } from '../expressions/calls.ts';
import { globalPlace } from '../expressions/globals.ts';
import { bodyOf } from './functions.ts';

/** Units for what the initialization of the package has to show. */
export function declareInitialization(e: Encoder): void {
  for (const file of e.files) {
    if (initializes(e, file)) {
      fileUnit(e, file, 'init', file.name, { specified: promises(file) }, (k) => initMethod(k, file));
    }
    for (const invariant of file.invariants) {
      if (!invariant.dup) continue;
      fileUnit(e, invariant, 'init', invariant, { specified: true }, (k) => {
        const stated = clause(k, invariant.x, null);
        return { pres: [stated], posts: [stated, stated], body: [], measures: [] };
      });
    }
  }
  for (const imported of importedPackages(e)) declareImports(e, imported);
  const main = mainFunction(e);
  if (main !== null) declareMain(e, main);
}

/** Whether the file says something about the initialization that others rely on. */
function promises(file: ast.File): boolean {
  const required = file.imports.some((spec) => spec.requires.length > 0);
  return required || file.invariants.length > 0 || file.friends.length > 0;
}

function initializes(e: Encoder, file: ast.File): boolean {
  return promises(file) || initFunctions(file).length > 0 || initializersOf(e, file).length > 0;
}

/** Whether a function runs when the package is initialized, and cannot be called. */
export function isInitFunction({ recv, name }: ast.FuncDecl): boolean {
  return recv === null && name.name === 'init';
}

function initFunctions(file: ast.File): readonly ast.FuncDecl[] {
  return file.decls.flatMap((decl) => (decl.kind === 'FuncDecl' && isInitFunction(decl) ? [decl] : []));
}

// ---------------------------------------------------------------------------------------------------------------
// Members

interface Made {
  readonly pres: readonly Expr[];
  readonly posts: readonly Expr[];
  readonly measures: readonly Measure[];
  readonly body: readonly Stmt[];
}

function fileUnit(
  e: Encoder,
  key: object,
  wanted: string,
  node: ast.NodeBase,
  { specified }: { readonly specified: boolean },
  make: (k: Code) => Made,
): void {
  const about = { kind: 'initialization', display: wanted, wanted: `${wanted}$`, node, pkg: e.target } as const;
  newUnit(e, key, { ...about, func: null, specified }, (unit) => {
    try {
      const k = { ...newCode(e, unit, node), uses: unit.bodyUses };
      const { pres, posts, measures, body } = make(k);
      const src = source(k, node);
      const code = block(body, src);
      const method: Method = {
        kind: 'Method',
        name: unit.name,
        params: [],
        results: [],
        pres,
        posts,
        measures,
        body: code,
        src,
      };
      unit.contract = { functions: [], predicates: [], methods: [] };
      unit.whole = { functions: [], predicates: [], methods: [method] };
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      unit.bodyFault = error.fault;
      unit.contract = { functions: [], predicates: [], methods: [] };
    }
  });
}

/** An assertion of a file; `special` says what its failure is called. */
function clause(k: Code, x: ast.Expr, special: Special | null): Expr {
  const stated = expr({ ...within(k, x), out: null }, x);
  return special === null ? stated : { ...stated, src: source(k, x, special) };
}

/** The same code, reading another package. */
function reading(k: Code, pkg: Package): Code | null {
  const info = k.e.infos.get(pkg);
  return info === undefined ? null : { ...k, pkg, info };
}

/** The invariants of a package that are not for everyone. */
function invariantsOf(k: Code, pkg: Package): readonly Expr[] {
  const inside = reading(k, pkg);
  if (inside === null) return [];
  const stated = (k.e.sources.get(pkg)?.files ?? []).flatMap((file) => file.invariants);
  return stated.filter(({ dup }) => !dup).map(({ x }) => clause(inside, x, null));
}

/** What a package gives to the package that is verified. */
function giftsOf(k: Code, pkg: Package): readonly Expr[] {
  const inside = reading(k, pkg);
  const from = k.e.sources.get(pkg);
  const to = k.e.sources.get(k.e.target)?.dir;
  if (inside === null || from === undefined || to === undefined) return [];
  return from.files
    .flatMap((file) => file.friends)
    .filter(({ path }) => resolved(from.dir, textOf(path)) === resolved(to, ''))
    .map(({ x }) => clause(inside, x, null));
}

function textOf(path: ast.BasicLit): string {
  return path.value.slice(1, -1);
}

/** A path relative to a directory, without `.` and `..`. */
function resolved(dir: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${dir}/${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function importedPackages(e: Encoder): readonly Package[] {
  return e.target.imports.filter((pkg) => e.sources.has(pkg));
}

/** The package that an import names. */
function importedBy(e: Encoder, spec: ast.ImportSpec): Package | null {
  const info = e.infos.get(e.target) as Info;
  const obj = (spec.name === null ? null : info.defs.get(spec.name)) ?? info.implicits.get(spec) ?? null;
  return obj?.kind === 'PkgName' ? obj.imported : null;
}

// ---------------------------------------------------------------------------------------------------------------
// One file

function initMethod(k: Code, file: ast.File): Made {
  const required = file.imports.flatMap((spec) => spec.requires.map(({ x }) => clause(k, x, null)));
  const imported = importedPackages(k.e).flatMap((pkg) => invariantsOf(k, pkg));
  const own = file.invariants.map(({ x }) => clause(k, x, null));
  const given = file.friends.map(({ x }) => clause(k, x, null));
  const src = source(k, file.name);
  const nothing = { code: k, names: k.names, captured: [], params: [], results: [], inputs: [], outputs: [] };
  const body = bodyOf(nothing, (inner) => initialize(inner, file, imported), file.name);
  return {
    pres: [...required, ...imported],
    posts: [...imported, ...own, ...given],
    measures: [{ kind: 'TupleMeasure', exprs: [], condition: null, src }],
    body: body.stmts,
  };
}

function initialize(k: Code, file: ast.File, imported: readonly Expr[]): void {
  const specs = valueSpecs(file);
  for (const spec of specs) for (const v of variablesOf(k, spec)) declareGlobal(k, v, spec);
  const initialized = new Set<Var>();
  for (const init of initializersOf(k.e, file)) {
    const spec = specs.find(({ values }) => values.includes(init.rhs)) ?? init.rhs;
    const inner = within(k, spec);
    for (const v of init.lhs) initialized.add(v);
    const [only] = init.lhs;
    if (init.lhs.length === 1 && only !== undefined) {
      setGlobal(inner, only, exprAs(inner, init.rhs, only.type as GoType), spec);
      continue;
    }
    const values = pair(inner, init.rhs);
    for (const [i, v] of init.lhs.entries()) {
      const value = values[i];
      if (value === undefined) throw new Error('fewer values than variables');
      setGlobal(inner, v, converted(inner, value.value, value.type, v.type as GoType, spec), spec);
    }
  }
  for (const spec of specs) {
    for (const v of variablesOf(k, spec)) {
      if (initialized.has(v) || k.e.facts.shared.has(v)) continue;
      const type = v.type as GoType;
      setGlobal(k, v, encodingOf(k, type).zero(k.e, type, source(k, spec)), spec);
    }
  }
  // Other files may run in between, which rely on the same invariants.
  const src = source(k, file.name);
  for (const stated of imported) emit(k, exhale(stated, src));
  for (const stated of imported) emit(k, inhale(stated, src));
  for (const decl of initFunctions(file)) if (decl.body !== null) initBody(k, decl, decl.body);
}

function valueSpecs(file: ast.File): readonly ast.ValueSpec[] {
  return file.decls.flatMap((decl) =>
    decl.kind === 'GenDecl' && decl.keyword === 'var' ? decl.specs.filter((spec) => spec.kind === 'ValueSpec') : [],
  );
}

function variablesOf(k: Code, spec: ast.ValueSpec): readonly Var[] {
  return spec.names.flatMap((name) => {
    const v = name.name === '_' ? null : objectOf(k, name);
    return v?.kind === 'Var' ? [v] : [];
  });
}

/** What initializes the variables of a file, in the order of Go. */
function initializersOf(e: Encoder, file: ast.File): Info['initOrder'] {
  const info = e.infos.get(e.target) as Info;
  const values = new Set(valueSpecs(file).flatMap((spec) => spec.values));
  return info.initOrder.filter(({ rhs }) => values.has(rhs));
}

function declareGlobal(k: Code, v: Var, spec: ast.ValueSpec): void {
  const src = source(k, spec);
  const at = globalPlace(k, v, spec);
  if (at.kind !== 'memory') return;
  const address = keep(k, at.address, v.name, src);
  allocate(k, at.type, address, encodingOf(k, at.type).zero(k.e, at.type, src), src);
}

function setGlobal(k: Code, v: Var, value: Expr, node: ast.NodeBase): void {
  const src = source(k, node);
  if (v.name === '_') {
    if (value.kind !== 'LocalVar') keep(k, value, 'blank', src);
    return;
  }
  const at = globalPlace(k, v, node);
  if (at.kind === 'value') emit(k, inhale(eq(at.value, keep(k, value, v.name, src), src), src));
  else store(k, at, value, src);
}

/** The body of an init function: `return` leaves it alone. */
function initBody(k: Code, decl: ast.FuncDecl, body: ast.BlockStmt): void {
  const outer = k.body as Body;
  const own: Body = { ...outer, exit: freshName(k.names, 'exit'), exits: false, targets: [], labels: new Map() };
  const inner: Code = { ...k, body: own };
  statements(inner, body.list);
  if (own.exits) emit(inner, { kind: 'Label', name: own.exit, invariants: [], src: source(k, decl) });
}

// ---------------------------------------------------------------------------------------------------------------
// Imports and main

function declareImports(e: Encoder, pkg: Package): void {
  const specs = e.files
    .flatMap((file) => file.imports)
    .filter((spec) => spec.requires.length > 0 && importedBy(e, spec) === pkg);
  const [first] = specs;
  if (first === undefined) return;
  fileUnit(e, first, 'init', first, { specified: true }, (k) => {
    const special: Special = {
      meanings: [{ on: 'postcondition.violated', key: 'import_pre_error', reasons: null }],
    };
    const posts = specs.flatMap((spec) => spec.requires.map(({ x }) => clause(k, x, special)));
    return { pres: giftsOf(k, pkg), posts, measures: [], body: [] };
  });
}

function mainFunction(e: Encoder): ast.FuncDecl | null {
  if (e.target.name !== 'main') return null;
  const decls: readonly ast.Decl[] = e.files.flatMap((file) => file.decls);
  const isMain = (decl: ast.Decl): decl is ast.FuncDecl =>
    decl.kind === 'FuncDecl' && decl.recv === null && decl.name.name === 'main';
  return decls.find(isMain) ?? null;
}

function declareMain(e: Encoder, main: ast.FuncDecl): void {
  const clauses = (main.spec?.clauses ?? []).flatMap((c) =>
    c.kind === 'ContractClause' && (c.word === 'requires' || c.word === 'preserves') ? [c] : [],
  );
  if (clauses.length === 0) return;
  fileUnit(e, main, 'main', main.name, { specified: true }, (k) => {
    const special: Special = { meanings: [{ on: 'postcondition.violated', key: 'main_pre_error', reasons: null }] };
    const posts = clauses.map(({ x }) => clause(k, x, special));
    return { pres: reachable(e).flatMap((pkg) => invariantsOf(k, pkg)), posts, measures: [], body: [] };
  });
}

/** The package and everything that it imports, directly or not. */
function reachable(e: Encoder): readonly Package[] {
  const found = new Set<Package>([e.target]);
  for (const pkg of found) for (const other of pkg.imports) found.add(other);
  return [...found].filter((pkg) => e.sources.has(pkg));
}

/** `openDupPkgInv`: what everyone may assume of the package, once it is initialized. */
export function openInvariant(k: Code, node: ast.OpenStmt): void {
  const src: Source = source(k, node);
  for (const file of k.e.sources.get(k.pkg)?.files ?? []) {
    for (const { dup, x } of file.invariants) {
      if (dup) emit(k, inhale(clause(k, x, null), src));
    }
  }
}
