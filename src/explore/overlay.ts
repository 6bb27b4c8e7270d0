// The overlay: which files the go command is to read in place of which, and how a test is built with it.
//
// runtime/ becomes a package of the standard library, in the place of one that only special builds use: so every module
// may import it, whatever its go.mod and vendor folder say. Nothing is written there: the go command gets an overlay.
//
// The go command does not let an overlay replace files of the module cache. Where such files are instrumented, it is
// given another module cache: links into the real one, but for the folders on the way to those files, which are copied.

import type { Host } from '../base/host.ts';
import type { Instrumented } from './instrument.ts';

export interface RuntimeFile {
  /** Without folders. */
  readonly name: string;
  readonly text: string;
}

export interface OverlayFile {
  readonly path: string;
  readonly text: string;
}

/** A link to be made, or a file to be copied. */
export interface Reference {
  readonly path: string;
  readonly target: string;
}

export interface Overlay {
  /** To be written before the build; all are in the folder that was given. */
  readonly files: readonly OverlayFile[];
  /** Links to folders, to be made after that. */
  readonly links: readonly Reference[];
  /** Files to be copied. */
  readonly copies: readonly Reference[];
  /** Flags for `go build`, `go test` and `go vet`. */
  readonly flags: readonly string[];
  /** Environment for the go command. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where the build happens. Paths are absolute, with `/`. */
export interface BuildPlace {
  /** Takes all that is written. */
  readonly folder: string;
  readonly goroot: string;
  readonly modCache: string | null;
  /** As runtimeImportPath found it. */
  readonly runtimePath: string;
  readonly host: Host;
}

/**
 * Packages of the standard library whose place runtime/ may take. The first is for builds with a sanitizer that no other
 * build uses; some versions of the go command look for packages only in folders that hold Go files on disk. The others
 * are folders without a package.
 */
const places = ['runtime/msan', 'debug', 'container', 'text', 'index'];

/** The import path for runtime/: none of the module paths may be the same. Null if this GOROOT has no place for it. */
export function runtimeImportPath(host: Host, goroot: string, modulePaths: readonly string[]): string | null {
  for (const place of places) {
    if (modulePaths.some((path) => path === place || path.startsWith(`${place}/`))) continue;
    if (host.stat(`${goroot}/src/${place}`)?.kind === 'directory') return place;
  }
  return null;
}

/** Files to write, and what makes the go command use them. */
export function makeOverlay(instrumented: Instrumented, runtime: readonly RuntimeFile[], place: BuildPlace): Overlay {
  const { folder, goroot, modCache } = place;
  const files: OverlayFile[] = [];
  const replace: Record<string, string> = {};
  // What stands there is taken away.
  for (const { name } of place.host.readDir(`${goroot}/src/${place.runtimePath}`)) {
    if (/\.(go|s|syso)$/.test(name)) replace[`${goroot}/src/${place.runtimePath}/${name}`] = '';
  }
  for (const { name, text } of runtime) {
    if (!/\.(go|s)$/.test(name) || name.endsWith('_test.go')) continue;
    const path = `${folder}/runtime/${name}`;
    files.push({ path, text: hideFromRaceDetector(name, text) });
    replace[`${goroot}/src/${place.runtimePath}/${name}`] = path;
  }
  const cached = new Map<string, string>();
  for (const [i, { path, text }] of instrumented.files.entries()) {
    if (modCache !== null && path.startsWith(`${modCache}/`)) {
      cached.set(path, text);
      continue;
    }
    const copy = `${folder}/src/${i}/${path.slice(path.lastIndexOf('/') + 1)}`;
    files.push({ path: copy, text });
    replace[path] = copy;
  }
  const overlay = `${folder}/overlay.json`;
  files.push({ path: overlay, text: JSON.stringify({ Replace: replace }) });
  const links: Reference[] = [];
  const copies: Reference[] = [];
  const env: Record<string, string> = {};
  // A GOROOT inside the module cache is a toolchain that the go command fetched.
  if (modCache !== null && (cached.size > 0 || goroot.startsWith(`${modCache}/`))) {
    env.GOMODCACHE = `${folder}/mod`;
    mirror(place.host, modCache, env.GOMODCACHE, cached, { files, links, copies });
  }
  return {
    files,
    links,
    copies,
    flags: [`-overlay=${overlay}`, unwatched(place.runtimePath), ...languageFlags(instrumented.raised)],
    env,
  };
}

interface Mirrored {
  readonly files: OverlayFile[];
  readonly links: Reference[];
  readonly copies: Reference[];
}

/** Makes `to` look like `from`, with other texts for some files. Folders without any of these become links. */
function mirror(host: Host, from: string, to: string, texts: ReadonlyMap<string, string>, out: Mirrored): void {
  const entries = host.readDir(from);
  const inside = new Set([...texts.keys()].map((path) => path.slice(from.length + 1).split('/')[0]));
  const embeds = entries.some(
    ({ name }) => name.endsWith('.go') && (texts.get(`${from}/${name}`) ?? '').includes('//go:embed'),
  );
  for (const entry of entries) {
    const source = `${from}/${entry.name}`;
    const target = `${to}/${entry.name}`;
    if (entry.kind === 'directory' && inside.has(entry.name)) {
      const below = new Map([...texts].filter(([path]) => path.startsWith(`${source}/`)));
      mirror(host, source, target, below, out);
    } else if (entry.kind === 'directory' && embeds) {
      // What is embedded must not be behind a link.
      copyAll(host, source, target, out);
    } else if (entry.kind === 'directory' || entry.kind === 'link') {
      out.links.push({ path: target, target: source });
    } else {
      const text = texts.get(source);
      if (text === undefined) out.copies.push({ path: target, target: source });
      else out.files.push({ path: target, text });
    }
  }
}

function copyAll(host: Host, from: string, to: string, out: Mirrored): void {
  for (const entry of host.readDir(from)) {
    const source = `${from}/${entry.name}`;
    if (entry.kind === 'directory') copyAll(host, source, `${to}/${entry.name}`, out);
    else if (entry.kind === 'file') out.copies.push({ path: `${to}/${entry.name}`, target: source });
  }
}

/** Old language versions know no generic functions; 1.18 is the first that does, and changes nothing else that matters. */
function languageFlags(packages: readonly string[]): string[] {
  return packages.map((path) => `-gcflags=${path}=-lang=go1.18`);
}

/** runtime/ itself is compiled without the race detector; functions inside other packages are exempt by a directive. */
function unwatched(runtimePath: string): string {
  return `-gcflags=${runtimePath}=-race=false`;
}

/** What goroutines hand over inside runtime/ is no business of the race detector. */
function hideFromRaceDetector(name: string, text: string): string {
  return name === 'getg_asm.go' ? text : text.replace(/^func /gm, '//go:norace\nfunc ');
}

/** Arguments for a test binary: one test, and no limits of the testing package that a schedule would run into. */
export function testArguments(test: string, short = false): readonly string[] {
  const parts = test.split('/').map((part) => `^${part.replace(/[^A-Za-z0-9_]/g, '\\$&')}$`);
  const always = [`-test.run=${parts.join('/')}`, '-test.count=1', '-test.parallel=10000', '-test.timeout=0'];
  return short ? [...always, '-test.short'] : always;
}
