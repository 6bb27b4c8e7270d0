// Diagnostics in the order in which people read.

import type { Diagnostic } from './diagnostic.ts';
import type { SourceSet } from './source.ts';

/** In the order in which people read; what was found twice, by way of a package and its test, is said once. */
export function inOrder(diagnostics: readonly Diagnostic[], sources: SourceSet): readonly Diagnostic[] {
  const placed = diagnostics.map((diagnostic) => {
    const pos = diagnostic.span?.pos ?? 0;
    const file = sources.fileOf(pos);
    return { diagnostic, path: file?.path ?? '', offset: file === null ? 0 : pos - file.base };
  });
  placed.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.offset - b.offset));
  const seen = new Set<string>();
  const result: Diagnostic[] = [];
  for (const { diagnostic, path, offset } of placed) {
    const key = JSON.stringify([path, offset, diagnostic.rule, diagnostic.message]);
    if (seen.has(key)) continue;
    seen.add(key);
    result.push(diagnostic);
  }
  return result;
}
