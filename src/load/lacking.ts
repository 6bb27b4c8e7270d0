// What can still be said about a package that lacks something it imports.
//
// The checker stays silent about values whose type is unknown, but their absence has effects elsewhere: a variable
// looks unused, a function looks as if it did not return. Only mistakes that no missing package can explain count.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { SourceSet } from '../base/source.ts';
import type { Code } from '../types/codes.ts';

const certain: ReadonlySet<string> = new Set<Code>([
  'BadDotDotDotSyntax',
  'BadImportPath',
  'BadTypeKeyword',
  'BlankPkgName',
  'DuplicateDefault',
  'DuplicateLabel',
  'ImportCRenamed',
  'InvalidBlank',
  'InvalidInitDecl',
  'InvalidIota',
  'InvalidMainDecl',
  'InvalidPostDecl',
  'JumpIntoBlock',
  'JumpOverDecl',
  'MismatchedPkgName',
  'MisplacedBreak',
  'MisplacedContinue',
  'MisplacedFallthrough',
  'MisplacedLabel',
  'MissingInitBody',
  'NoNewVar',
  'RepeatedDecl',
  'TooComplex',
  'UndeclaredLabel',
  'UndeclaredName',
  'UnusedLabel',
]);

/** Of the checker's diagnostics, those that hold whatever the missing packages declare. */
export function certainOnly(found: readonly Diagnostic[], sources: SourceSet, dotImports: boolean): Diagnostic[] {
  return found.filter((d) => {
    if (!certain.has(d.rule)) return false;
    return d.rule !== 'UndeclaredName' || !(dotImports || mayBePackage(d, sources));
  });
}

/** Whether an undeclared name has a selector behind it: a missing package may have any name. */
function mayBePackage(found: Diagnostic, sources: SourceSet): boolean {
  if (found.span === null) return true;
  const file = sources.fileOf(found.span.pos);
  return file === null || /^\s*\./.test(file.text.slice(found.span.end - file.base, found.span.end - file.base + 80));
}

/** The name that a package most likely has, from its path alone. */
export function likelyName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  let last = parts.pop() ?? '';
  // The major version of a module is no part of the name.
  if (/^v\d+$/.test(last) && parts.length > 0) last = parts.pop() ?? last;
  const name = last
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/g, '')
    .replace(/[^\p{L}\p{N}_]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}
