// Checks every model with our own checker: each package once, bodies included, imports from the models only.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SourceSet } from '../../src/base/source.ts';
import { checkFiles, type Package, unsafePackage } from '../../src/types/index.ts';
import { configOf, parseInto } from './check.ts';

/** Import path to the Go files of each package below `folder`. */
export function modelPackages(folder: string): Map<string, string[]> {
  const packages = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.go')) continue;
    const path = relative(folder, entry.parentPath).split(sep).join('/');
    const files = packages.get(path) ?? [];
    files.push(join(entry.parentPath, entry.name));
    packages.set(path, files.sort());
  }
  return packages;
}

/** How many packages there are, and what is wrong with them, as `file:line: message`. */
export function checkModels(folder: string): { readonly packages: number; readonly errors: readonly string[] } {
  const files = modelPackages(folder);
  const sources = new SourceSet();
  const done = new Map<string, Package | null>([['unsafe', unsafePackage]]);
  const errors: string[] = [];
  const check = (path: string): Package | null => {
    const known = done.get(path);
    if (known !== undefined) return known;
    done.set(path, null); // an import cycle ends here, with an error of the importer
    const paths = files.get(path);
    if (paths === undefined) return null;
    const diagnostics: Parameters<typeof parseInto>[3] = [];
    const trees = paths.map((file) =>
      parseInto(sources, { path: file, text: readFileSync(file, 'utf8') }, 'parse', diagnostics),
    );
    const result = checkFiles(configOf({ importPackage: check }), sources, path, trees);
    done.set(path, result.pkg);
    for (const { span, message } of [...diagnostics, ...result.diagnostics]) {
      const at = span === null ? null : sources.position(span.pos);
      errors.push(`${at === null ? path : `${relative(folder, at.file)}:${at.line}`}: ${message}`);
    }
    return result.pkg;
  };
  for (const path of files.keys()) check(path);
  return { packages: files.size, errors };
}
