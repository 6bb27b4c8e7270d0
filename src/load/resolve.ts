// From an import path, or a directory, to the place of a package.

import { hasGoFiles, isDirectory, isFile } from './files.ts';
import {
  contextOf,
  locateModule,
  type MainModule,
  type ModuleContext,
  type ModuleDir,
  mainOfDir,
  vendoredVersion,
} from './modules.ts';
import { needsGraph, versionOf } from './mvs.ts';
import { baseOf, below, isWithin, join, parentOf, resolvePath, shown } from './paths.ts';
import { type Loader, newestGo } from './settings.ts';

/** `include` and `library` are where specifications come from: directories of the request, and Gordian's own. */
export type Origin = 'std' | 'module' | 'vendor' | 'gopath' | 'model' | 'files' | 'include' | 'library';

/** Where a package is, and under which rules. */
export interface Location {
  readonly path: string;
  readonly dir: string;
  readonly origin: Origin;
  /** Path of the module that owns the package; null outside modules. */
  readonly module: string | null;
  readonly goVersion: string;
  /** In which imports are resolved; null for the standard library and models. */
  readonly context: ModuleContext | null;
  /** Of specifications: the package that they are about, if it is there. */
  readonly real?: Location;
}

export type Resolution =
  | { readonly kind: 'found'; readonly location: Location }
  | {
      readonly kind: 'missing';
      readonly reason: string;
      readonly remedy: string;
      /** Whatever may be installed elsewhere: the module being checked itself lacks the package. */
      readonly certain: boolean;
    };

/** Paths whose first element has no dot are reserved for the standard library. */
export function isStandardPath(path: string): boolean {
  const slash = path.indexOf('/');
  return !(slash < 0 ? path : path.slice(0, slash)).includes('.');
}

/** Finds the package that `path` means in an import declaration of a package at `from`. */
export function resolveImport(loader: Loader, written: string, from: Location): Resolution {
  // Imports for specifications alone are no business of Go's, which would not take a slash at the end.
  const path = loader.specifications === null ? written : written.replace(/\/+$/, '');
  const invalid = invalidPath(path);
  if (invalid !== null) return { kind: 'missing', reason: invalid, remedy: 'correct the import path', certain: true };
  const specified = inSpecifications(loader, path, from);
  if (specified !== null) return found(specified);
  const standard = resolveStandard(loader, path, from);
  if (standard !== null) return found(standard);
  if (from.context !== null) {
    const resolved =
      from.context.mains.length === 0 ? inGopath(loader, path, from) : inModules(loader, path, from.context);
    if (resolved.kind === 'found') return resolved;
    const model = inModels(loader, path);
    return model === null ? resolved : found(model);
  }
  const model = inModels(loader, path);
  if (model !== null) return found(model);
  return missingStandard(loader, path);
}

function found(location: Location): Resolution {
  return { kind: 'found', location };
}

/** Directories that the request names come before the specifications of the standard library. */
function inSpecifications(loader: Loader, path: string, from: Location): Location | null {
  if (loader.specifications === null) return null;
  const { include, module } = loader.specifications;
  const local = module !== '' && isWithin(path, module) ? below(path, module) : path;
  const goVersion = loader.stdVersion;
  for (const root of include) {
    const dir = join(resolvePath(loader.cwd, root), local);
    if (isDirectory(loader.files, dir)) {
      // With and without the path of the module it is one package.
      return { path: local, dir, origin: 'include', module: null, goVersion, context: from.context };
    }
  }
  const dir = loader.libraryDir === null ? null : join(loader.libraryDir, path);
  if (dir === null || !isDirectory(loader.files, dir) || !hasGoFiles(loader.files, dir)) return null;
  const real = standardPackage(loader, path);
  const location: Location = { path, dir, origin: 'library', module: null, goVersion, context: null };
  return real === null ? location : { ...location, real };
}

function invalidPath(path: string): string | null {
  if (path === '') return 'the import path is empty';
  if (path === '.' || path === '..' || path.startsWith('./') || path.startsWith('../')) {
    return `${JSON.stringify(path)} is relative; relative imports are not possible in modules`;
  }
  if (path.startsWith('/')) return `${JSON.stringify(path)} is absolute; an import path names a package`;
  if (/(^|\/)\.{1,2}(\/|$)|\/\/|\/$|[\\\0]/.test(path)) return `${JSON.stringify(path)} is no valid import path`;
  return null;
}

// ---------------------------------------------------------------------------------------------------------------
// The standard library

function stdLocation(loader: Loader, path: string, dir: string): Location {
  return { path, dir, origin: 'std', module: null, goVersion: loader.stdVersion, context: null };
}

/** A package of GOROOT by its full path; null if there is none. */
export function standardPackage(loader: Loader, path: string): Location | null {
  if (loader.goroot === null) {
    return isStandardPath(path) ? inModels(loader, path) : null;
  }
  const dir = join(loader.goroot, 'src', path);
  return hasGoFiles(loader.files, dir) ? stdLocation(loader, path, dir) : null;
}

function resolveStandard(loader: Loader, path: string, from: Location): Location | null {
  if (isStandardPath(path)) return standardPackage(loader, path);
  if ((from.origin !== 'std' && from.real === undefined) || loader.goroot === null) return null;
  // The library has its own copies of what it needs from outside.
  const vendor = isWithin(from.path, 'cmd') ? 'cmd/vendor' : 'vendor';
  return standardPackage(loader, join(vendor, path));
}

function missingStandard(loader: Loader, path: string): Resolution {
  const where = loader.goroot === null ? 'the models of the standard library' : 'the standard library';
  return {
    kind: 'missing',
    reason: `package ${path} is not in ${where}`,
    remedy: 'correct the import path',
    certain: false,
  };
}

/** Models are declarations of packages that may not be on this machine. */
function inModels(loader: Loader, path: string): Location | null {
  if (loader.modelsDir === null) return null;
  if (loader.goroot !== null && isStandardPath(path)) return null;
  const dir = join(loader.modelsDir, path);
  if (!hasGoFiles(loader.files, dir)) return null;
  return { path, dir, origin: 'model', module: null, goVersion: `go1.${newestGo}`, context: null };
}

// ---------------------------------------------------------------------------------------------------------------
// Modules

function inModules(loader: Loader, path: string, context: ModuleContext): Resolution {
  if (context.vendorDir !== null) return inVendor(loader, path, context, context.vendorDir);
  const near = inSelected(loader, path, context, false);
  if (near.kind === 'found' || needsGraph(context)) return near;
  const far = inSelected(loader, path, context, true);
  // Modules that only others require say less about the mistake than those of the main module's own list.
  return far.kind === 'found' ? far : near;
}

/** Tries every module whose path begins `path`, the longest first. */
function inSelected(loader: Loader, path: string, context: ModuleContext, whole: boolean): Resolution {
  let missing: Resolution | null = null;
  for (let prefix = path; ; prefix = parentOf(prefix)) {
    const main = context.mains.find((module) => module.path === prefix);
    if (main !== undefined) {
      const dir = dirInModule(loader, path, mainDir(main));
      if (dir !== null) return found(moduleLocation(path, dir, mainDir(main), context));
      missing ??= notIn(`module ${prefix}`, path, 'correct the import path, or create the package', true);
    } else {
      const version = versionOf(loader, context, prefix, whole);
      if (version !== null) {
        const module = locateModule(loader, context, prefix, version);
        const dir = module === null ? null : dirInModule(loader, path, module);
        if (module !== null && dir !== null) return found(moduleLocation(path, dir, module, context));
        missing ??=
          module === null
            ? absent(prefix, version, path)
            : notIn(
                `module ${prefix}@${version}`,
                path,
                'correct the import path, or require another version of the module',
                false,
              );
      }
    }
    if (!prefix.includes('/')) break;
  }
  if (missing !== null) return missing;
  if (isStandardPath(path)) return missingStandard(loader, path);
  const reason = `no module that go.mod requires has package ${path}`;
  return { kind: 'missing', reason, remedy: `add one with \`go get ${path}\``, certain: false };
}

function absent(module: string, version: string, path: string): Resolution {
  const reason = `module ${module}@${version}, needed for package ${path}, is not in the module cache`;
  return { kind: 'missing', reason, remedy: 'fetch it with `go mod download`', certain: false };
}

function notIn(module: string, path: string, remedy: string, certain: boolean): Resolution {
  return { kind: 'missing', reason: `${module} has no package ${path}`, remedy, certain };
}

function mainDir(main: MainModule): ModuleDir {
  return { path: main.path, version: '', dir: main.dir, goVersion: main.goVersion, local: true };
}

function moduleLocation(path: string, dir: string, module: ModuleDir, context: ModuleContext): Location {
  return { path, dir, origin: 'module', module: module.path, goVersion: module.goVersion, context };
}

/** The directory of a package in a module; null if it holds no Go file or belongs to a nested module. */
function dirInModule(loader: Loader, path: string, module: ModuleDir): string | null {
  const dir = join(module.dir, below(path, module.path));
  if (module.local) {
    for (let at = dir; at !== module.dir; at = parentOf(at)) {
      if (isFile(loader.files, join(at, 'go.mod'))) return null;
    }
  }
  return hasGoFiles(loader.files, dir) ? dir : null;
}

/** With a vendor directory nothing else is looked at but the main modules. */
function inVendor(loader: Loader, path: string, context: ModuleContext, vendorDir: string): Resolution {
  for (const main of context.mains) {
    if (!isWithin(path, main.path)) continue;
    const dir = dirInModule(loader, path, mainDir(main));
    if (dir !== null) return found(moduleLocation(path, dir, mainDir(main), context));
  }
  const dir = join(vendorDir, path);
  if (hasGoFiles(loader.files, dir)) {
    const module = context.vendored.get(path);
    const goVersion = vendoredVersion(module);
    return found({ path, dir, origin: 'vendor', module: module?.path ?? null, goVersion, context });
  }
  if (isStandardPath(path)) return missingStandard(loader, path);
  const reason = `package ${path} is not in ${shown(vendorDir, loader.cwd)}`;
  return { kind: 'missing', reason, remedy: 'bring the directory up to date with `go mod vendor`', certain: false };
}

// ---------------------------------------------------------------------------------------------------------------
// Outside modules

/** Vendor directories from the importing package upwards, then the GOPATH. */
function inGopath(loader: Loader, path: string, from: Location): Resolution {
  const newest = loader.stdVersion;
  for (const root of loader.gopath) {
    const src = join(root, 'src');
    const dirs = [join(src, path)];
    if (isWithin(from.dir, src)) {
      for (let at = from.dir; at !== src; at = parentOf(at)) dirs.splice(-1, 0, join(at, 'vendor', path));
    }
    for (const dir of dirs) {
      if (!hasGoFiles(loader.files, dir)) continue;
      const full = below(dir, src);
      return found({ path: full, dir, origin: 'gopath', module: null, goVersion: newest, context: from.context });
    }
  }
  if (isStandardPath(path)) return missingStandard(loader, path);
  const where = shown(from.dir, loader.cwd);
  const reason = `package ${path} cannot be found: ${where} belongs to no module`;
  return { kind: 'missing', reason, remedy: 'create a module with `go mod init` and `go mod tidy`', certain: false };
}

/** The package that a directory is, seen from a context. The directory need not exist. */
export function locationOfDir(loader: Loader, dir: string, context: ModuleContext): Location {
  const std = loader.goroot === null ? null : join(loader.goroot, 'src');
  if (std !== null && dir !== std && isWithin(dir, std)) return stdLocation(loader, below(dir, std), dir);
  const main = mainOfDir(context, dir);
  if (main !== null) {
    const rest = below(dir, main.dir);
    if (context.vendorDir !== null && isWithin(dir, context.vendorDir) && dir !== context.vendorDir) {
      const path = below(dir, context.vendorDir);
      const goVersion = vendoredVersion(context.vendored.get(path));
      return { path, dir, origin: 'vendor', module: context.vendored.get(path)?.path ?? null, goVersion, context };
    }
    return moduleLocation(join(main.path, rest), dir, mainDir(main), context);
  }
  const src = loader.gopath.map((root) => join(root, 'src')).find((root) => dir !== root && isWithin(dir, root));
  const path =
    src !== undefined
      ? below(dir, src)
      : isWithin(dir, loader.cwd) && dir !== loader.cwd
        ? below(dir, loader.cwd)
        : baseOf(dir);
  return { path, dir, origin: 'gopath', module: null, goVersion: loader.stdVersion, context };
}

/**
 * A directory of a module that replaces another one by `replace => ./dir`, seen from the module that does so:
 * then it is that dependency, and not a program of its own.
 */
export function replacedLocation(loader: Loader, dir: string, context: ModuleContext): Location | null {
  for (const [key, replace] of context.replaces) {
    if (replace.newVersion !== null || !isWithin(dir, replace.newPath)) continue;
    const path = key.replace(/@[^@]*$/, '');
    const version = versionOf(loader, context, path, true);
    const module = version === null ? null : locateModule(loader, context, path, version);
    if (module === null || module.dir !== replace.newPath) continue;
    const full = join(path, below(dir, module.dir));
    if (dirInModule(loader, full, module) !== null) return moduleLocation(full, dir, module, context);
  }
  return null;
}

/** Whether a package may be imported from a package of that path: `internal` is for what lies below its parent. */
export function isVisible(target: Location, fromPath: string, from: Location): boolean {
  const parts = target.path.split('/');
  const at = parts.lastIndexOf('internal');
  if (at < 0) return true;
  if (target.origin === 'std' && from.origin !== 'std' && from.real === undefined) return false;
  if (target.origin === 'model' || from.origin === 'model') return true;
  if (target.origin === 'include' || target.origin === 'library') return true;
  return isWithin(fromPath, parts.slice(0, at).join('/'));
}

/** Whether a package is the user's own: part of a main module of the current directory, or below that where it is in none. */
export function isOwn(loader: Loader, { dir, origin, module }: Location): boolean {
  if (origin !== 'module' && origin !== 'gopath' && origin !== 'files') return false;
  const { mains } = contextOf(loader, loader.cwd);
  if (mains.length === 0) return isWithin(dir, loader.cwd);
  return mains.some((main) => main.path === module && isWithin(dir, main.dir));
}
