// Programs for the interpreter of ir: GOROOT's packages, checked once with bodies, and Go files that import them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { SourceSet } from '../../src/base/source.ts';
import { addUnit, type Lowerer, newLowerer } from '../../src/ir/index.ts';
import { type Outcome, type RunOptions, run, Unsupported } from '../../src/ir/interp/index.ts';

import { decodeSource } from '../../src/syntax/decode.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { checkFiles, type Package, unsafePackage } from '../../src/types/index.ts';
import { configOf, parseInto } from './check.ts';
import { goList } from './go-list.ts';

export interface Library {
  readonly sources: SourceSet;
  readonly packages: ReadonlyMap<string, Package>;
  readonly lowerer: Lowerer;
}

/** Checks the packages with all that they import. */
export function loadLibrary(paths: readonly string[], cwd: string): Library {
  const sources = new SourceSet();
  const packages = new Map<string, Package>([['unsafe', unsafePackage]]);
  const lowerer = newLowerer([], { strict: true });
  for (const listed of goList(paths, cwd)) {
    const diagnostics: Diagnostic[] = [];
    const files: ast.File[] = [];
    for (const name of listed.GoFiles) {
      const path = join(listed.Dir, name);
      const { text } = decodeSource(readFileSync(path));
      files.push(parseInto(sources, { path, text }, 'parse', diagnostics));
    }
    const importPackage = (path: string): Package | null => packages.get(listed.ImportMap[path] ?? path) ?? null;
    const result = checkFiles(configOf({ importPackage }), sources, listed.ImportPath, files);
    packages.set(listed.ImportPath, result.pkg);
    addUnit(lowerer, { types: result.pkg, info: result.info, files });
  }
  return { sources, packages, lowerer };
}

/** Checks and runs one file of package main. Throws Unsupported for what the interpreter does not have. */
export function runFile(lib: Library, path: string, text: string, options: RunOptions = {}): Outcome {
  const diagnostics: Diagnostic[] = [];
  const file = parseInto(lib.sources, { path, text }, 'parse', diagnostics);
  for (const spec of file.imports) {
    const name = spec.path.value.slice(1, -1);
    if (!lib.packages.has(name)) throw new Unsupported(`package ${name}`);
  }
  const result = checkFiles(
    configOf({ importPackage: (name) => lib.packages.get(name) ?? null }),
    lib.sources,
    'main',
    [file],
  );
  const wrong = [...diagnostics, ...result.diagnostics].find((d) => d.severity === 'error');
  if (wrong !== undefined) throw new Error(`does not type-check: ${wrong.message}`);
  // A lowerer of its own, which shares what is known about the library.
  const lowerer = newLowerer([{ types: result.pkg, info: result.info, files: [file] }], { strict: true });
  for (const [pkg, unit] of lib.lowerer.units) lowerer.units.set(pkg, unit);
  for (const [func, body] of lib.lowerer.bodies) lowerer.bodies.set(func, body);
  return run(lib.packages, lowerer, result.pkg, options);
}
