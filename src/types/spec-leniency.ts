// What Gobra lets pass in a file of its own language although Go does not, and mistakes that are reported at every place they involve.
//
// A .gobra file is no Go file: names that begin in lower case are visible in importers there, and nothing has to be used.

import { noPos, type Span } from '../base/source.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';

const alwaysPassed: ReadonlySet<Code> = new Set<Code>(['UnexportedName', 'UnusedImport', 'UnusedLabel']);

const passed: ReadonlySet<Code> = new Set<Code>(['DuplicateCase', 'NoNewVar', 'UnexportedLitField', 'UnusedVar']);

/** Whether a mistake is none in the file where it is. */
export function isPassed(c: Checker, code: Code, at: Span): boolean {
  // What only specifications use counts as used, and bodies that are trusted are not looked at.
  // Arguments that only they see may mention names that are not exported.
  if (alwaysPassed.has(code)) return true;
  if (!passed.has(code)) return false;
  // Ghost code is erased before Go sees it.
  return c.env.ghost || (at.pos !== noPos && (c.sources.fileOf(at.pos)?.path.endsWith('.gobra') ?? false));
}

/** Whether each place that is part of a mistake has an error of its own. */
export function isAtEveryPlace(c: Checker, code: Code): boolean {
  if (code === 'DuplicateDecl') return c.env.sig === null;
  return code === 'InvalidDeclCycle' || code === 'InvalidInitCycle' || code === 'DuplicateLabel';
}
