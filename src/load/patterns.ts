// Package patterns: what the arguments of a command name.

import { type Diagnostic, diagnostic } from '../base/diagnostic.ts';
import type { LoadCode } from './codes.ts';
import { hasGoFiles, isDirectory, isSpecificationFile, readDir, stat } from './files.ts';
import { contextOf, locateModule, type ModuleContext, mainOfDir } from './modules.ts';
import { selectVersions } from './mvs.ts';
import { below, isAbsolute, isWithin, join, parentOf, resolvePath, shown } from './paths.ts';
import { type Location, locationOfDir, replacedLocation, resolveImport } from './resolve.ts';
import type { Loader } from './settings.ts';

/** What a pattern names. */
export type Target =
  /** `named`: the user wrote this very directory or path, so that it must hold a package. */
  | { readonly kind: 'package'; readonly location: Location; readonly named: boolean; readonly pattern: string }
  | { readonly kind: 'files'; readonly location: Location; readonly paths: readonly string[] };

/** Finds the targets of all patterns; each directory once. What matches nothing is reported. */
export function expandPatterns(loader: Loader, patterns: readonly string[]): Target[] {
  const list = patterns.length === 0 ? ['.'] : patterns;
  const files = list.filter((pattern) => namesFile(loader, pattern));
  const targets: Target[] = files.length > 0 ? fileTargets(loader, files, files.length < list.length) : [];
  const seen = new Set<string>();
  for (const pattern of list) {
    if (files.includes(pattern)) continue;
    const before = loader.diagnostics.length;
    const matched = expandPattern(loader, pattern);
    if (matched.length === 0 && loader.diagnostics.length === before) {
      report(loader, 'PatternNoMatch', `the pattern ${pattern} matches no packages`, [
        'testdata, vendor, nested modules and directories that begin with _ or . are skipped',
      ]);
    }
    for (const target of matched) {
      if (target.kind === 'package' && seen.has(target.location.dir)) continue;
      if (target.kind === 'package') seen.add(target.location.dir);
      targets.push(target);
    }
  }
  return targets;
}

function report(loader: Loader, code: LoadCode, message: string, notes: readonly string[]): void {
  loader.diagnostics.push(diagnostic(code, null, message, { notes }));
}

function namesDirectory(loader: Loader, pattern: string): boolean {
  return isDirectory(loader.files, resolvePath(loader.cwd, pattern));
}

/** Whether a pattern is a source file instead of a directory whose name looks like one. */
function namesFile(loader: Loader, pattern: string): boolean {
  const source = pattern.endsWith('.go') || (loader.specifications !== null && isSpecificationFile(pattern));
  return source && !namesDirectory(loader, pattern);
}

function isPath(pattern: string): boolean {
  return isAbsolute(pattern) || /^\.{1,2}(\/|$)/.test(pattern);
}

function expandPattern(loader: Loader, pattern: string): Target[] {
  const wild = pattern.indexOf('...');
  if (pattern === 'std' || pattern === 'cmd') return standardTargets(loader, pattern);
  if (pattern === 'all' || pattern === 'work' || pattern === 'tool') {
    report(loader, 'PatternNoMatch', `the pattern ${pattern} is not supported`, [
      'use ./... for the packages of this module',
    ]);
    return [];
  }
  if (isPath(pattern)) {
    if (wild >= 0) return treeTargets(loader, pattern, wild);
    return directoryTarget(loader, resolvePath(loader.cwd, pattern), pattern);
  }
  return wild >= 0 ? importTargets(loader, pattern) : importTarget(loader, pattern);
}

// ---------------------------------------------------------------------------------------------------------------
// Directories and files

function directoryTarget(loader: Loader, dir: string, pattern: string): Target[] {
  const problem = directoryProblem(loader, dir);
  if (problem !== null) {
    loader.diagnostics.push(problem);
    return [];
  }
  return [{ kind: 'package', location: locate(loader, dir), named: true, pattern }];
}

function directoryProblem(loader: Loader, dir: string): Diagnostic | null {
  const found = stat(loader.files, dir);
  const where = shown(dir, loader.cwd);
  if (typeof found === 'string') return diagnostic('UnreadableDirectory', null, found);
  if (found === null) {
    const notes = ['check the spelling; relative directories are seen from the current one'];
    return diagnostic('MissingDirectory', null, `the directory ${where} does not exist`, { notes });
  }
  if (found.kind === 'directory') return null;
  const notes = ['name a directory, or Go files that end in .go'];
  return diagnostic('MissingDirectory', null, `${where} is not a directory`, { notes });
}

/** The package of a directory: in the current module or workspace if it can be, otherwise in its own. */
function locate(loader: Loader, dir: string): Location {
  const here = contextOf(loader, loader.cwd);
  const context = contextOf(loader, dir);
  const replaced = context === here ? null : replacedLocation(loader, dir, here);
  return replaced ?? locationOfDir(loader, dir, context);
}

/** `dir/...`, or a pattern with `...` elsewhere: everything below the directory before it. */
function treeTargets(loader: Loader, pattern: string, wild: number): Target[] {
  const fixed = pattern.slice(0, pattern.lastIndexOf('/', wild));
  const root = resolvePath(loader.cwd, fixed === '' && pattern.startsWith('/') ? '/' : fixed);
  const problem = directoryProblem(loader, root);
  if (problem !== null) {
    loader.diagnostics.push(problem);
    return [];
  }
  const matches = patternMatcher(resolvePath(loader.cwd, pattern));
  const targets: Target[] = [];
  for (const dir of walk(loader, root, ignoredBy(contextOf(loader, root), root))) {
    if (matches(dir)) targets.push({ kind: 'package', location: locate(loader, dir), named: false, pattern });
  }
  return targets;
}

function fileTargets(loader: Loader, files: readonly string[], mixed: boolean): Target[] {
  const paths = files.map((file) => resolvePath(loader.cwd, file));
  const dirs = new Set(paths.map(parentOf));
  if (mixed || dirs.size > 1) {
    const message = mixed
      ? 'Go files and packages cannot be named together'
      : 'Go files named together must lie in one directory';
    report(loader, 'MixedFiles', message, ['run once for each']);
    if (dirs.size > 1) return [];
  }
  const dir = parentOf(paths[0] as string);
  const context = contextOf(loader, dir);
  const place = locationOfDir(loader, dir, context);
  const std = place.origin === 'std';
  const location: Location = {
    ...place,
    path: std ? place.path : 'command-line-arguments',
    origin: std ? 'std' : 'files',
  };
  return [{ kind: 'files', location, paths: [...new Set(paths)] }];
}

/** Directories with Go files at and below `root`; links to directories are not followed. */
function walk(loader: Loader, root: string, ignored: (dir: string) => boolean): string[] {
  const found: string[] = [];
  const stack = [root];
  for (let dir = stack.pop(); dir !== undefined; dir = stack.pop()) {
    const entries = readDir(loader.files, dir);
    if (typeof entries === 'string') {
      loader.diagnostics.push(diagnostic('UnreadableDirectory', null, entries));
      continue;
    }
    if (dir !== root && entries.some((entry) => entry.name === 'go.mod' && entry.kind !== 'directory')) continue;
    if (hasGoFiles(loader.files, dir)) found.push(dir);
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i];
      if (entry === undefined || entry.kind !== 'directory' || isSkipped(entry.name)) continue;
      const child = join(dir, entry.name);
      if (!ignored(child)) stack.push(child);
    }
  }
  return found;
}

function isSkipped(name: string): boolean {
  return name === 'testdata' || name === 'vendor' || name.startsWith('_') || name.startsWith('.');
}

/** What `ignore` directives of the module of `root` skip. */
function ignoredBy(context: ModuleContext, root: string): (dir: string) => boolean {
  const main = mainOfDir(context, root);
  if (main === null || main.file.ignore.length === 0) return () => false;
  return (dir) => {
    const rest = below(dir, main.dir);
    return main.file.ignore.some((text) => {
      const wanted = text.replace(/\/+$/, '');
      // `./x` is one directory; `x` is every directory of that name.
      if (wanted.startsWith('./')) return isWithin(rest, wanted.slice(2));
      return `/${rest}/`.includes(`/${wanted}/`);
    });
  };
}

// ---------------------------------------------------------------------------------------------------------------
// Import paths

/** The package that an import path means for the current module. */
function importTarget(loader: Loader, pattern: string): Target[] {
  const context = contextOf(loader, loader.cwd);
  const from = locationOfDir(loader, loader.cwd, context);
  const resolved = resolveImport(loader, pattern, { ...from, context });
  if (resolved.kind === 'found') return [{ kind: 'package', location: resolved.location, named: true, pattern }];
  if (stat(loader.files, join(loader.cwd, pattern)) !== null) {
    report(loader, 'PatternNoMatch', resolved.reason, [`for the directory, write ./${pattern}`]);
  } else {
    report(loader, 'PatternNoMatch', resolved.reason, [resolved.remedy]);
  }
  return [];
}

/** Packages of the current modules, what they require, and the standard library. */
function importTargets(loader: Loader, pattern: string): Target[] {
  const matches = patternMatcher(pattern);
  const prefix = pattern.slice(0, pattern.indexOf('...'));
  const canMatch = (path: string): boolean =>
    path.startsWith(prefix) || prefix.startsWith(`${path}/`) || prefix === path;
  const context = contextOf(loader, loader.cwd);
  const found = new Map<string, Location>();
  const walkModule = (path: string, dir: string): void => {
    const fixed = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const start = isWithin(fixed, path) && fixed !== '' ? join(dir, below(fixed.slice(0, -1), path)) : dir;
    if (directoryProblem(loader, start) !== null) return;
    for (const place of walk(loader, start, ignoredBy(context, dir))) {
      const full = join(path, below(place, dir));
      if (!matches(full) || found.has(full)) continue;
      const resolved = resolveImport(loader, full, locationOfDir(loader, loader.cwd, context));
      if (resolved.kind === 'found') found.set(full, resolved.location);
    }
  };
  for (const main of context.mains) if (canMatch(main.path)) walkModule(main.path, main.dir);
  if (context.mains.length > 0 && context.vendorDir === null) {
    context.selected ??= selectVersions(loader, context);
    for (const [path, version] of context.selected) {
      const module = canMatch(path) ? locateModule(loader, context, path, version) : null;
      if (module !== null) walkModule(path, module.dir);
    }
  } else if (context.vendorDir !== null) {
    walkModule('', context.vendorDir);
  }
  const targets = [...found.values()].map((location): Target => ({ kind: 'package', location, named: false, pattern }));
  for (const target of standardTargets(loader, '')) if (matches(target.location.path)) targets.push(target);
  return targets.sort((a, b) => (a.location.path < b.location.path ? -1 : 1));
}

/** The packages of GOROOT, or of the models without one: `std` without commands, `cmd` commands only, '' both. */
function standardTargets(loader: Loader, which: 'std' | 'cmd' | ''): Target[] {
  const root = loader.goroot === null ? loader.modelsDir : join(loader.goroot, 'src');
  if (root === null || !isDirectory(loader.files, root)) {
    if (which !== '') {
      report(loader, 'PatternNoMatch', `the pattern ${which} matches no packages: no Go installation was found`, [
        'install Go, or set GOROOT',
      ]);
    }
    return [];
  }
  const none = (): boolean => false;
  const roots = which === 'cmd' ? [join(root, 'cmd')] : which === 'std' ? [root] : [root, join(root, 'cmd')];
  const targets: Target[] = [];
  for (const start of roots) {
    if (!isDirectory(loader.files, start)) continue;
    // The vendored copies are packages of the library like any other.
    const vendor = join(start, 'vendor');
    const dirs = walk(loader, start, none);
    if (isDirectory(loader.files, vendor)) dirs.push(...walk(loader, vendor, none));
    for (const dir of dirs) {
      const path = below(dir, root);
      // Go's own tools leave these out: one only documents, the other is empty without cgo.
      if (path === '' || path === 'builtin' || (path === 'runtime/cgo' && !loader.build.cgo)) continue;
      const from = standardLocation(loader, path, dir);
      targets.push({ kind: 'package', location: from, named: false, pattern: which });
    }
  }
  return targets;
}

function standardLocation(loader: Loader, path: string, dir: string): Location {
  const origin = loader.goroot === null ? 'model' : 'std';
  return { path, dir, origin, module: null, goVersion: loader.stdVersion, context: null };
}

/** `...` stands for any text; `/...` at the end also for nothing, so that `x/...` has `x` itself. */
export function patternMatcher(pattern: string): (path: string) => boolean {
  let source = pattern
    .split('...')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  if (source.endsWith('/.*')) source = `${source.slice(0, -3)}(/.*)?`;
  const regexp = new RegExp(`^${source}$`);
  return (path) => regexp.test(path);
}
