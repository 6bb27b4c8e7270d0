// What can still be said about a package that lacks something: an import, or declarations behind a syntax error.
//
// The checker stays silent about values whose type is unknown, but their absence has effects elsewhere: a variable
// looks unused, a function looks as if it did not return. Only mistakes that nothing missing can explain count.

import type { Diagnostic } from '../base/diagnostic.ts';
import type { SourceFile, SourceSet } from '../base/source.ts';
import type { SyntaxErrorCode } from '../syntax/index.ts';
import type { Code } from '../types/index.ts';

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

/** What a declaration that the parser lost or misread can cause elsewhere, in the package and its importers. */
const causedByLostDeclarations: ReadonlySet<string> = new Set<Code>([
  'ImpossibleAssert',
  'InvalidIfaceAssign',
  'InvalidInitCycle',
  'InvalidTypeArg',
  'MissingFieldOrMethod',
  'MissingReturn',
  'TooManyValues',
  'UndeclaredImportedName',
  'UndeclaredName',
  'UnusedImport',
  'UnusedVar',
  'WrongArgCount',
  'WrongAssignCount',
  'WrongResultCount',
]);

/** Syntax errors after which the tree is as the author meant it. */
const recovered: ReadonlySet<string> = new Set<SyntaxErrorCode>(['InvalidParameterList', 'NotACall']);

/** Whether a syntax error leaves nothing of the file in doubt. */
export function isRecovered(found: Diagnostic): boolean {
  return recovered.has(found.rule);
}

/** What a package lacks. */
export interface Lack {
  /** Something that it imports, directly or not. */
  readonly imports: boolean;
  /** Names from anywhere: a file that could not be read, or a missing package imported with a dot. */
  readonly names: boolean;
}

/** Of the checker's diagnostics, those that hold whatever the missing packages and files declare. */
export function certainOnly(found: readonly Diagnostic[], sources: SourceSet, lack: Lack): readonly Diagnostic[] {
  if (!lack.imports && !lack.names) return found;
  return found.filter((d) => {
    if (!certain.has(d.rule)) return false;
    return d.rule !== 'UndeclaredName' || !(lack.names || mayBePackage(d, sources));
  });
}

/**
 * Of the checker's diagnostics, those that do not follow from syntax errors of the package or, with `inherited`, of
 * what it imports: the user has to correct these first.
 */
export function withoutFollowUps(
  found: readonly Diagnostic[],
  sources: SourceSet,
  syntax: readonly Diagnostic[],
  inherited: boolean,
): readonly Diagnostic[] {
  if (syntax.length === 0 && !inherited) return found;
  const fileOf = (d: Diagnostic): SourceFile | null => (d.span === null ? null : sources.fileOf(d.span.pos));
  const broken = new Set(syntax.map(fileOf));
  return found.filter((d) => !broken.has(fileOf(d)) && !causedByLostDeclarations.has(d.rule));
}

/** Whether an undeclared name has a selector after it: a missing package may have any name. */
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
