// The main modules of a load, alone or in a workspace, and where the modules that they require are.

import { diagnostic } from '../base/diagnostic.ts';
import { findUpwards, isDirectory, isFile, readOptional } from './files.ts';
import { modFileOf, moduleDirOf } from './modcache.ts';
import { type ModFile, parseGoMod, parseGoWork, type Replacement } from './modfile.ts';
import { baseOf, isWithin, join, resolvePath, shown } from './paths.ts';
import { goMinor } from './semver.ts';
import { type Loader, newestGo } from './settings.ts';
import { parseModulesTxt, type VendoredModule } from './vendor.ts';

export interface MainModule {
  readonly path: string;
  readonly dir: string;
  readonly file: ModFile;
  /** `go1.N` */
  readonly goVersion: string;
}

/** A module on disk. */
export interface ModuleDir {
  readonly path: string;
  /** '' for a local directory. */
  readonly version: string;
  readonly dir: string;
  readonly goVersion: string;
  /** A main module or a directory that replaces one: nested modules are not part of it. */
  readonly local: boolean;
}

/** A replacement with its directory made absolute. */
interface Replace {
  readonly newPath: string;
  readonly newVersion: string | null;
}

/** Modules that are resolved together: those of one go.work file, or a single one. None: code outside modules. */
export interface ModuleContext {
  /** Distinguishes packages of the same path in different contexts. */
  readonly id: number;
  readonly mains: readonly MainModule[];
  /** From a go.work file. */
  readonly workspace: boolean;
  /** By `path@version`, and by `path` for all versions. */
  readonly replaces: ReadonlyMap<string, Replace>;
  /** `path@version` */
  readonly excludes: ReadonlySet<string>;
  /** Null unless packages come from a vendor directory. */
  readonly vendorDir: string | null;
  readonly vendored: ReadonlyMap<string, VendoredModule>;
  /** Versions that the main modules name. */
  readonly roots: ReadonlyMap<string, string>;
  /** All selected versions (mvs.ts); null before they were needed. */
  selected: ReadonlyMap<string, string> | null;
  /** By `path@version`; null for a module that is not on disk. */
  readonly located: Map<string, ModuleDir | null>;
}

/** A module that says nothing about its language is written for this one. */
const defaultGo = 16;

/** The context of the module that holds `dir`. */
export function contextOf(loader: Loader, dir: string): ModuleContext {
  const { files } = loader;
  const root = findUpwards(files, dir, 'go.mod');
  const workFile = findWorkFile(loader, dir);
  if (workFile !== null) {
    const context = cached(loader, workFile, () => workspaceContext(loader, workFile));
    if (root === null || context.mains.some((main) => main.dir === root)) return context;
    if (!loader.contexts.has(join(root, 'go.mod'))) {
      const where = shown(root, loader.cwd);
      const message = `module ${where} is not used by ${shown(workFile, loader.cwd)}, and is checked on its own`;
      const notes = ['add it with `go work use`, or set GOWORK=off'];
      loader.diagnostics.push(diagnostic('NotInWorkspace', null, message, { severity: 'note', notes }));
    }
  }
  if (root === null) return cached(loader, '', () => newContext(loader, [], [], null, null));
  return cached(loader, join(root, 'go.mod'), () => {
    const main = readMain(loader, root);
    return newContext(loader, [main], [], root, null);
  });
}

function cached(loader: Loader, key: string, make: () => ModuleContext): ModuleContext {
  let context = loader.contexts.get(key);
  if (context === undefined) {
    context = make();
    loader.contexts.set(key, context);
  }
  return context;
}

function findWorkFile(loader: Loader, dir: string): string | null {
  if (loader.work === 'off') return null;
  if (loader.work !== null) return resolvePath(loader.cwd, loader.work);
  const found = findUpwards(loader.files, dir, 'go.work');
  return found === null ? null : join(found, 'go.work');
}

function workspaceContext(loader: Loader, workFile: string): ModuleContext {
  const dir = workFile.slice(0, workFile.lastIndexOf('/'));
  const text = readOptional(loader.files, workFile);
  if (text === null) {
    const message = `cannot read ${shown(workFile, loader.cwd)}: it does not exist, or is not a regular file`;
    loader.diagnostics.push(diagnostic('BadGoWork', null, message, { notes: ['check GOWORK, or set it to off'] }));
    return newContext(loader, [], [], null, null);
  }
  const work = parseGoWork(loader.sources.add(workFile, text));
  loader.diagnostics.push(...work.diagnostics);
  const mains: MainModule[] = [];
  for (const use of work.use) {
    const root = resolvePath(dir, use.dir);
    if (mains.some((main) => main.dir === root)) {
      loader.diagnostics.push(diagnostic('BadGoWork', use.span, `go.work: ${use.dir} is used twice`));
    } else if (!isFile(loader.files, join(root, 'go.mod'))) {
      const message = `go.work: ${use.dir} is no module: there is no go.mod file in it`;
      const notes = ['correct the directory, or remove the line with `go work edit -dropuse`'];
      loader.diagnostics.push(diagnostic('BadGoWork', use.span, message, { notes }));
    } else {
      mains.push(readMain(loader, root));
    }
  }
  return newContext(loader, mains, work.replace, dir, work);
}

function readMain(loader: Loader, root: string): MainModule {
  const path = join(root, 'go.mod');
  const text = readOptional(loader.files, path);
  const source = loader.sources.add(path, text ?? '');
  const file = parseGoMod(source, text === null);
  if (text === null) {
    const message = `cannot read ${shown(path, loader.cwd)}: the system refuses, or it is too large`;
    loader.diagnostics.push(diagnostic('BadGoMod', null, message));
  }
  loader.diagnostics.push(...file.diagnostics);
  let minor = file.go === '' ? defaultGo : (goMinor(file.go) ?? defaultGo);
  if (minor > newestGo) {
    const message = `go.mod asks for go ${file.go}, which is newer than go 1.${newestGo}, the newest version known here`;
    loader.diagnostics.push(diagnostic('NewerGoVersion', file.goSpan, message, { severity: 'note' }));
    minor = newestGo;
  }
  // A module without a name cannot be imported, but can still be checked.
  return { path: file.module === '' ? baseOf(root) : file.module, dir: root, file, goVersion: `go1.${minor}` };
}

function newContext(
  loader: Loader,
  mains: readonly MainModule[],
  workReplaces: readonly Replacement[],
  dir: string | null,
  work: ModFile | null,
): ModuleContext {
  const replaces = new Map<string, Replace>();
  const excludes = new Set<string>();
  const roots = new Map<string, string>();
  for (const main of mains) {
    for (const replace of main.file.replace) addReplace(replaces, replace, main.dir);
    for (const { path, version } of main.file.exclude) excludes.add(`${path}@${version}`);
  }
  // The workspace's own replacements win.
  for (const replace of workReplaces) addReplace(replaces, replace, dir ?? '/');
  for (const main of mains) {
    for (const { path, version } of main.file.require) {
      if (!excludes.has(`${path}@${version}`)) roots.set(path, version);
    }
  }
  const vendorDir = dir === null || !usesVendor(loader, mains, dir, work) ? null : join(dir, 'vendor');
  const list = vendorDir === null ? null : readOptional(loader.files, join(vendorDir, 'modules.txt'));
  return {
    id: loader.contexts.size + 1,
    mains,
    workspace: work !== null,
    replaces,
    excludes,
    vendorDir,
    vendored: list === null ? new Map() : parseModulesTxt(list),
    roots,
    selected: null,
    located: new Map(),
  };
}

function addReplace(replaces: Map<string, Replace>, replace: Replacement, dir: string): void {
  const { path, version, newPath, newVersion } = replace;
  const target = newVersion === null ? resolvePath(dir, newPath) : newPath;
  replaces.set(version === null ? path : `${path}@${version}`, { newPath: target, newVersion });
}

/** A vendor directory counts from go 1.14 on, that of a workspace from go 1.22 on, unless the request decides. */
function usesVendor(loader: Loader, mains: readonly MainModule[], dir: string, work: ModFile | null): boolean {
  if (loader.mod === 'mod' || loader.mod === 'readonly') return false;
  const vendor = join(dir, 'vendor');
  if (!isDirectory(loader.files, vendor)) return false;
  if (loader.mod === 'vendor') return true;
  // Without its list the directory was not made by the go command for this module.
  if (!isFile(loader.files, join(vendor, 'modules.txt'))) return false;
  const main = mains[0];
  const version = work === null ? main?.file.go : work.go;
  return (goMinor(version ?? '') ?? 0) >= (work === null ? 14 : 22);
}

/** What takes the place of a module version; null if nothing does. */
export function replacementOf(context: ModuleContext, path: string, version: string): Replace | null {
  return context.replaces.get(`${path}@${version}`) ?? context.replaces.get(path) ?? null;
}

/** The go.mod file of a module version, replacements applied; null if it is not on disk. */
export function goModOf(loader: Loader, context: ModuleContext, path: string, version: string): ModFile | null {
  const replace = replacementOf(context, path, version);
  let text: string | null;
  if (replace !== null && replace.newVersion === null) {
    text = readOptional(loader.files, join(replace.newPath, 'go.mod'));
  } else {
    text = modFileOf(loader, replace?.newPath ?? path, replace?.newVersion ?? version);
  }
  return text === null ? null : parseGoMod({ text, base: 0 }, true);
}

/** Where a module version is, replacements applied; null if it is not on disk. */
export function locateModule(loader: Loader, context: ModuleContext, path: string, version: string): ModuleDir | null {
  const key = `${path}@${version}`;
  let found = context.located.get(key);
  if (found === undefined) {
    found = findModule(loader, context, path, version);
    context.located.set(key, found);
  }
  return found;
}

function findModule(loader: Loader, context: ModuleContext, path: string, version: string): ModuleDir | null {
  const replace = replacementOf(context, path, version);
  const local = replace !== null && replace.newVersion === null;
  const dir = local ? replace.newPath : moduleDirOf(loader, replace?.newPath ?? path, replace?.newVersion ?? version);
  if (dir === null || !isDirectory(loader.files, dir)) return null;
  const go = goModOf(loader, context, path, version)?.go ?? '';
  const minor = Math.min(goMinor(go) ?? defaultGo, newestGo);
  return { path, version: local ? '' : version, dir, goVersion: `go1.${go === '' ? defaultGo : minor}`, local };
}

/** The language version of a vendored module. */
export function vendoredVersion(module: VendoredModule | undefined): string {
  const minor = module === undefined || module.go === '' ? null : goMinor(module.go);
  return `go1.${Math.min(minor ?? defaultGo, newestGo)}`;
}

/** The main module that holds a directory, the innermost if several do. */
export function mainOfDir(context: ModuleContext, dir: string): MainModule | null {
  let best: MainModule | null = null;
  for (const main of context.mains) {
    if (isWithin(dir, main.dir) && (best === null || main.dir.length > best.dir.length)) best = main;
  }
  return best;
}
