// The checking half of the benchmark: packages in dependency order, parsed and checked with bodies.

import { SourceSet } from '../../src/base/source.ts';
import { decodeSource } from '../../src/syntax/decode.ts';
import type * as ast from '../../src/syntax/nodes.ts';
import { parseFile } from '../../src/syntax/parser.ts';
import { checkFiles, type Package, sizesFor, unsafePackage } from '../../src/types/index.ts';
import type { BenchFile } from './parse.ts';

export interface BenchPackage {
  readonly ImportPath: string;
  readonly ImportMap: Readonly<Record<string, string>>;
}

export interface CheckFigures {
  readonly seconds: number;
  readonly lines: number;
  readonly bytes: number;
  readonly errors: number;
}

/** Each package once; trees and facts go when its turn is over, as on the other side. */
export function checkAll(packages: readonly BenchPackage[], files: readonly (readonly BenchFile[])[]): CheckFigures {
  let errors = 0;
  const start = performance.now();
  const sources = new SourceSet();
  const done = new Map<string, Package>([['unsafe', unsafePackage]]);
  const sizes = sizesFor('amd64');
  for (const [i, { ImportPath, ImportMap }] of packages.entries()) {
    const trees: ast.File[] = [];
    for (const { path, bytes } of files[i] as readonly BenchFile[]) {
      const { text, invalid } = decodeSource(bytes);
      const source = sources.add(path, text);
      sources.takeIds((firstId) => {
        const { file, diagnostics, nextId } = parseFile(source, firstId, { invalidUtf8: invalid });
        trees.push(file);
        errors += diagnostics.length;
        return nextId;
      });
    }
    const config = {
      importPackage: (path: string) => done.get(ImportMap[path] ?? path) ?? null,
      reportMissingImports: true,
      goVersion: '',
      ignoreFuncBodies: false,
      sizes,
      specifications: null,
      fakeImportC: true,
      ignoreUnusedImports: false,
    };
    const { pkg, diagnostics } = checkFiles(config, sources, ImportPath, trees);
    errors += diagnostics.length;
    done.set(ImportPath, pkg);
  }
  const seconds = (performance.now() - start) / 1000;
  let lines = 0;
  let total = 0;
  for (const { bytes } of files.flat()) {
    total += bytes.length;
    for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) lines++;
  }
  return { seconds, lines, bytes: total, errors };
}
