// What Gobra lets pass in a file of its own language although Go does not, and mistakes that are reported at every place they involve.
//
// A .gobra file is no Go file: names that begin in lower case are visible in importers there, and nothing has to be used.

import { noPos, type Span } from '../base/source.ts';
import type { Checker } from './checker.ts';
import type { Code } from './codes.ts';

const passed: ReadonlySet<Code> = new Set<Code>([
  'DuplicateCase',
  'NoNewVar',
  'UnexportedLitField',
  'UnexportedName',
  'UnusedImport',
  'UnusedLabel',
  'UnusedVar',
]);

/** Whether a mistake is none in the file where it is. */
export function isPassed(c: Checker, code: Code, at: Span): boolean {
  return passed.has(code) && at.pos !== noPos && (c.sources.fileOf(at.pos)?.path.endsWith('.gobra') ?? false);
}

/** Whether each place that is part of a mistake has an error of its own. */
export function isAtEveryPlace(c: Checker, code: Code): boolean {
  if (code === 'DuplicateDecl') return c.env.sig === null;
  return code === 'InvalidDeclCycle' || code === 'InvalidInitCycle' || code === 'DuplicateLabel';
}
