// The overlay: which files the go command is to read in place of which, and how a test is built with it.
//
// runtime/ becomes a package of the standard library, in a folder of GOROOT that exists and holds no package: so every
// module may import it, whatever its go.mod and vendor folder say. Nothing is written there: the go command is told.

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

export interface Overlay {
  /** To be written before the build; all are in the folder that was given. */
  readonly files: readonly OverlayFile[];
  /** Flags for `go build`, `go test` and `go vet`. */
  readonly flags: readonly string[];
}

/** Folders of the standard library that hold packages and are none. */
const candidates = ['debug', 'container', 'text', 'index', 'database', 'archive'];

/** The import path for runtime/: none of the module paths may be the same. Null if this GOROOT has no place for it. */
export function runtimeImportPath(host: Host, goroot: string, modulePaths: readonly string[]): string | null {
  for (const name of candidates) {
    if (modulePaths.some((path) => path === name || path.startsWith(`${name}/`))) continue;
    const folder = `${goroot}/src/${name}`;
    if (host.stat(folder)?.kind !== 'directory') continue;
    if (!host.readDir(folder).some((entry) => entry.kind !== 'directory' && /\.(go|s)$/.test(entry.name))) return name;
  }
  return null;
}

/** Files to write into `folder`, and the flags that make the go command use them. Paths are absolute, with `/`. */
export function makeOverlay(
  instrumented: Instrumented,
  runtime: readonly RuntimeFile[],
  folder: string,
  goroot: string,
  runtimePath: string,
): Overlay {
  const files: OverlayFile[] = [];
  const replace: Record<string, string> = {};
  for (const { name, text } of runtime) {
    if (!/\.(go|s)$/.test(name) || name.endsWith('_test.go')) continue;
    const path = `${folder}/runtime/${name}`;
    files.push({ path, text: hideFromRaceDetector(name, text) });
    replace[`${goroot}/src/${runtimePath}/${name}`] = path;
  }
  instrumented.files.forEach(({ path, text }, i) => {
    const base = path.slice(path.lastIndexOf('/') + 1);
    const copy = `${folder}/src/${i}/${base}`;
    files.push({ path: copy, text });
    replace[path] = copy;
  });
  const overlay = `${folder}/overlay.json`;
  files.push({ path: overlay, text: JSON.stringify({ Replace: replace }) });
  return { files, flags: [`-overlay=${overlay}`, ...languageFlags(instrumented.raised)] };
}

/** Old language versions know no generic functions; 1.18 is the first that does, and changes nothing else that matters. */
function languageFlags(packages: readonly string[]): string[] {
  return packages.map((path) => `-gcflags=${path}=-lang=go1.18`);
}

/** What goroutines hand over inside runtime/ is no business of the race detector. */
function hideFromRaceDetector(name: string, text: string): string {
  return name === 'getg_asm.go' ? text : text.replace(/^func /gm, '//go:norace\nfunc ');
}

/** Arguments for a test binary: one test, and no limits of the testing package that a schedule would run into. */
export function testArguments(test: string): readonly string[] {
  const parts = test.split('/').map((part) => `^${part.replace(/[^A-Za-z0-9_]/g, '\\$&')}$`);
  return [`-test.run=${parts.join('/')}`, '-test.count=1', '-test.parallel=10000', '-test.timeout=0'];
}
