// Parses and checks the packages of the graph in order: targets with bodies, everything else for its declarations.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { Span } from '../base/source.ts';
import { type ParseOptions, parseFile } from '../syntax/index.ts';
import type * as ast from '../syntax/nodes.ts';
import {
  type Config,
  type Context,
  checkFiles,
  type Info,
  newContext,
  newInfo,
  newPackage,
  type Scope,
  type Sizes,
  sizesFor,
  unsafePackage,
} from '../types/index.ts';
import type { Package } from '../types/object.ts';
import type { Type } from '../types/type.ts';
import { BodyStore } from './bodies.ts';
import type { LoadedPackage } from './data.ts';
import { isSpecificationFile } from './files.ts';
import { certainOnly, isRecovered, likelyName, withoutFollowUps } from './lacking.ts';
import { withoutSpecified } from './overlay.ts';
import { type PackageNode, releaseText } from './packages.ts';
import { isOwn } from './resolve.ts';
import type { Loader } from './settings.ts';

/** What all packages of one load share while they are checked. */
interface CheckState {
  readonly loader: Loader;
  readonly context: Context;
  readonly sizes: Sizes;
  /** Null where bodies of dependencies are not needed. */
  readonly bodies: BodyStore | null;
  settled: boolean;
}

/** What is left when all packages have been checked. */
export interface GraphResult {
  /** How many packages were checked for their declarations only. */
  readonly dependencies: number;
  readonly bodies: BodyStore | null;
  /** Models among the dependencies, with bodies, if the request wants them. */
  readonly models: readonly LoadedPackage[];
  /** Dependencies with their trees and facts, if the request wants specifications. */
  readonly specified: readonly LoadedPackage[];
  /** As in `LoadResult`. */
  readonly settled: boolean;
}

/** Checks every node. Targets are handed to `visit` and, unless they are kept, released when it returns. */
export function checkGraph(
  loader: Loader,
  order: readonly PackageNode[],
  visit: (loaded: LoadedPackage, node: PackageNode, bodies: BodyStore | null) => void,
  keep: boolean,
): GraphResult {
  const context = newContext();
  const bodies = loader.bodies ? new BodyStore(loader.sources, context) : null;
  const state: CheckState = { loader, context, sizes: sizesFor(loader.build.goarch), bodies, settled: true };
  const models: LoadedPackage[] = [];
  const specified: LoadedPackage[] = [];
  let dependencies = 0;
  for (const node of order) {
    if (node.target) {
      loader.progress(node.id);
      const loaded = checkTarget(state, node);
      loader.diagnostics.push(...loaded.diagnostics);
      visit(loaded, node, bodies);
      if (!keep) release(loader, node);
    } else {
      dependencies++;
      if (loader.modelBodies && node.location.origin === 'model') models.push(checkModel(state, node));
      else if (loader.specifications !== null) specified.push(checkSpecified(state, node));
      else checkDependency(state, node);
    }
    if (node.lacking || node.broken !== null) state.settled = false;
    // Nothing that follows needs what was made for one test only.
    for (const variant of node.variants) variant.types = null;
  }
  return { dependencies, bodies, models, specified, settled: state.settled && loader.diagnostics.length === 0 };
}

interface Checked {
  readonly files: readonly ast.File[];
  readonly types: Package;
  readonly info: Info;
  readonly diagnostics: readonly Diagnostic[];
}

/** A dependency whose contracts are needed: its bodies are not checked, and its trees are kept. */
function checkSpecified(state: CheckState, node: PackageNode): LoadedPackage {
  const loaded = checkTarget(state, node, false);
  node.broken ??= loaded.diagnostics.find((found) => found.severity === 'error') ?? null;
  // What the library leaves out may well be in the real package, which was not found.
  const { loader } = state;
  const elsewhere = loader.goroot !== null || loader.modelsDir !== null;
  const { origin } = node.location;
  if (origin === 'model' || (origin === 'library' && node.real.length === 0 && elsewhere)) markIncomplete(loaded.types);
  return loaded;
}

function checkTarget(state: CheckState, node: PackageNode, bodies = true): LoadedPackage {
  const { location } = node;
  inheritState(state, node);
  const { files, types, info, diagnostics } = parseAndCheck(state, node, bodies);
  const imports = new Map<string, Package>();
  for (const [path, { to }] of node.imports) if (to.types !== null) imports.set(path, to.types);
  return {
    id: node.id,
    path: location.path,
    name: types.name,
    dir: location.dir,
    files,
    types,
    info,
    diagnostics: [...node.problems, ...diagnostics],
    goVersion: location.goVersion,
    forTest: node.forTest,
    imports,
    module: location.module,
    own: isOwn(state.loader, location),
    standard: location.origin === 'std',
    lacking: node.lacking,
    incomplete: node.incomplete,
  };
}

/** A model with its bodies, for analyses that follow what the standard library does. */
function checkModel(state: CheckState, node: PackageNode): LoadedPackage {
  const loaded = checkTarget(state, node);
  markIncomplete(loaded.types);
  return loaded;
}

function checkDependency(state: CheckState, node: PackageNode): void {
  inheritState(state, node);
  const { types, diagnostics } = parseAndCheck(state, node, false);
  node.broken ??= diagnostics.find((found) => found.severity === 'error') ?? null;
  // A model declares what matters most of a package; what it leaves out must not be taken for a mistake.
  if (node.location.origin === 'model') markIncomplete(types);
  if (state.bodies === null) {
    release(state.loader, node);
    return;
  }
  const sources = node.files.map((file) => file.source);
  state.bodies.add(types, config(state, node, false), sources);
  for (const source of sources) releaseText(state.loader, source);
}

/** What imports pass on: that something is missing, or broken. */
function inheritState(state: CheckState, node: PackageNode): void {
  const causes = new Set<Diagnostic>();
  node.lacking ||= node.partial;
  node.incomplete ||= node.lacking;
  for (const [path, { to, span }] of node.imports) {
    if (to.lacking) node.lacking = true;
    if (to.malformed) node.malformed = true;
    if (to.incomplete) node.incomplete = true;
    if (to.broken === null || to.reported) continue;
    if (!node.target) node.broken ??= to.broken;
    else if (state.loader.knowsAll && !causes.has(to.broken)) {
      causes.add(to.broken);
      node.problems.push(brokenImport(path, to.broken, span));
    }
  }
}

function brokenImport(path: string, cause: Diagnostic, span: Span): Diagnostic {
  const related = cause.span === null ? [] : [{ span: cause.span, message: cause.message }];
  const notes = cause.span === null ? [cause.message] : [];
  const message = `package ${path}, or one that it imports, has errors`;
  return diagnostic('BrokenDependency', span, message, { severity: 'error', related, notes });
}

// ---------------------------------------------------------------------------------------------------------------
// One package

function parseAndCheck(state: CheckState, node: PackageNode, bodies: boolean): Checked {
  const { loader } = state;
  const files: ast.File[] = [];
  const real: ast.File[] = [];
  const syntax: Diagnostic[] = [];
  try {
    for (const file of node.files) {
      const { source, invalidUtf8 } = file;
      const isReal = node.real.includes(file);
      loader.sources.takeIds((firstId) => {
        const options: ParseOptions = {
          ...(bodies ? { bodies: 'parse', comments: 'keep' } : { bodies: 'skip', comments: 'drop' }),
          ...(isReal ? {} : specificationOptions(loader, source.path)),
          invalidUtf8,
        };
        const parsed = parseFile(source, firstId, options);
        (isReal ? real : files).push(parsed.file);
        syntax.push(...parsed.diagnostics);
        return parsed.nextId;
      });
    }
    const path = node.location.path;
    files.push(...withoutSpecified(real, files));
    const {
      pkg,
      info,
      diagnostics: all,
      leftOpen,
    } = checkFiles(config(state, node, bodies), loader.sources, path, files, state.context);
    node.types = pkg;
    const diagnostics = real.length === 0 ? all : all.filter((found) => !isWithinAny(real, found));
    if (leftOpen) state.settled = false;
    const lack = {
      imports: node.lacking || usesCgo(node) || (loader.specifications !== null && hasErrors(node.problems)),
      names: node.partial || lacksDotImport(node, files),
    };
    const certain = certainOnly(diagnostics, loader.sources, lack);
    const fatal = loader.specifications === null ? syntax : syntax.filter((found) => !isRecovered(found));
    const sound = withoutFollowUps(certain, loader.sources, fatal, node.malformed);
    if (fatal.length > 0) node.malformed = true;
    return { files, types: pkg, info, diagnostics: [...syntax, ...sound] };
  } catch (error) {
    // One package that the checker cannot cope with must not cost the user all others.
    const types = newPackage(node.location.path, node.name, true);
    node.types = types;
    node.lacking = true;
    return { files, types, info: newInfo(), diagnostics: [...syntax, internalError(node, error)] };
  }
}

/** Whether a diagnostic is about one of the files. */
function isWithinAny(files: readonly ast.File[], { span }: Diagnostic): boolean {
  return span !== null && files.some((file) => file.pos <= span.pos && span.pos <= file.end);
}

/** Specifications of imported functions are needed, and the bodies of those that are pure. */
function specificationOptions(loader: Loader, path: string): ParseOptions {
  if (loader.specifications === null) return {};
  return { bodies: 'parse', specifications: isSpecificationFile(path) ? 'tokens' : 'annotations' };
}

function hasErrors(found: readonly Diagnostic[]): boolean {
  return found.some((one) => one.severity === 'error');
}

function internalError(node: PackageNode, error: unknown): Diagnostic {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const where =
    error instanceof Error
      ? (error.stack ?? '')
          .split('\n')
          .slice(1, 4)
          .map((line) => line.trim())
      : [];
  const message = `Gordian failed on package ${node.id}: ${reason}`;
  return diagnostic('InternalError', null, message, { notes: [...where, 'please report this as a defect of Gordian'] });
}

function config(state: CheckState, node: PackageNode, bodies: boolean): Config {
  const { loader } = state;
  return {
    importPackage: (path) => importedPackage(node, path),
    // Missing imports are reported here already, with a remedy.
    reportMissingImports: false,
    goVersion: node.location.goVersion,
    ignoreFuncBodies: !bodies,
    sizes: state.sizes,
    specifications: loader.specifications?.rules ?? null,
    fakeImportC: true,
    ignoreUnusedImports: !bodies,
  };
}

/** What an import declaration gives; a package without content for what was not found. */
function importedPackage(node: PackageNode, path: string): Package {
  if (path === 'unsafe') return unsafePackage;
  return node.imports.get(path)?.to.types ?? newPackage(path, likelyName(path), true);
}

/** From now on, what the package does not declare is silently unknown instead of a mistake. */
function markIncomplete(pkg: Package): void {
  (pkg as { fake: boolean }).fake = true;
}

/** What C declares is unknown, as if a package were missing; nothing else sees it. */
function usesCgo(node: PackageNode): boolean {
  return node.files.some((file) => file.header.imports.some((clause) => clause.path === 'C'));
}

/** Whether a missing package was to bring its names into the scope of a file. */
function lacksDotImport(node: PackageNode, files: readonly ast.File[]): boolean {
  return files.some((file) =>
    file.imports.some((spec) => spec.name?.name === '.' && node.missing.has(spec.path.value.slice(1, -1))),
  );
}

// ---------------------------------------------------------------------------------------------------------------
// Release

/** Lets go of everything but the declarations: texts, and the scopes of functions with what they declare. */
function release(loader: Loader, node: PackageNode): void {
  for (const { source } of node.files) releaseText(loader, source);
  if (node.types !== null) shed(node.types.scope);
}

function shed(scope: Scope): void {
  scope.children.length = 0;
  for (const obj of scope.elems?.values() ?? []) {
    if (obj.kind === 'Func') shedSignature(obj.type);
    else if (obj.kind === 'TypeName' && obj.type?.kind === 'Named' && obj.type.inst === null) {
      for (const method of obj.type.methods) shedSignature(method?.type ?? null);
    }
  }
}

function shedSignature(type: Type | null): void {
  if (type?.kind === 'Signature') type.scope = null;
}
