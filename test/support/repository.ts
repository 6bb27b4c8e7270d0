// The repository's own files, for tests about the repository.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Bundles lie elsewhere than their sources: scripts/run.mjs says where the repository is. */
export const root = process.env.GORDIAN_ROOT ?? dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Every file that is, or would be, committed. */
export function repositoryFiles(): readonly string[] {
  const out = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return out.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What a TypeScript or JavaScript file imports: paths from the root for relative ones, names for the rest. */
export function importsOf(path: string): readonly { readonly specifier: string; readonly path: string | null }[] {
  const { importedFiles } = ts.preProcessFile(readText(path), true, true);
  return importedFiles.map(({ fileName }) => ({
    specifier: fileName,
    path: fileName.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), fileName)) : null,
  }));
}

/** All files that can be reached from `entries` by relative imports, themselves included. */
export function reachableFrom(entries: Iterable<string>): ReadonlySet<string> {
  const seen = new Set<string>();
  const work = [...entries];
  for (let path = work.pop(); path !== undefined; path = work.pop()) {
    if (seen.has(path) || !existsSync(join(root, path))) continue;
    seen.add(path);
    for (const imported of importsOf(path)) if (imported.path !== null) work.push(imported.path);
  }
  return seen;
}
