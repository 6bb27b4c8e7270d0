// What the front end does with one input of the fuzzer. Whatever it throws is a defect.

import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { SourceSet } from '../../src/base/source.ts';
import { decodeSource, difference, exprString, type File, parseFile, printFile, walk } from '../../src/syntax/index.ts';
import { checkFiles, eraseGhost } from '../../src/types/index.ts';
import { configOf } from '../support/check.ts';

export type Specifications = 'none' | 'tokens' | 'annotations';

/** Without errors the printed form says the same again. */
function checkPrinted(file: File, valid: boolean, specifications: Specifications): void {
  if (specifications === 'none') return;
  const printed = printFile(file, { specifications });
  if (!valid) return;
  const again = parseFile(new SourceSet().add('again.go', printed), 1, { specifications });
  const [error] = again.diagnostics;
  // Annotations nest a little deeper than what they hold.
  if (error?.rule === 'NestingTooDeep') return;
  if (error !== undefined) throw new Error(`the printed form has an error: ${error.message}`);
  const different = difference(file, again.file);
  if (different !== null) throw new Error(`the printed form is another tree: ${different}`);
}

interface Moment {
  readonly clock: number;
  readonly cpu: NodeJS.CpuUsage;
}

function now(): Moment {
  return { clock: performance.now(), cpu: process.cpuUsage() };
}

/** Milliseconds on the clock, or of CPU time if that is less: others may have had the processor, and other workers count as well. */
function since({ clock, cpu }: Moment): number {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - clock, (user + system) / 1000);
}

/** All that can be asked of specifications. */
const everyRule = { requireMeasures: true, friendClauses: true, relations: true, requireTriggers: true };

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/**
 * Parses, walks, prints and checks one input, erases its ghost code if it has no errors, and parses once more without bodies. Gives the milliseconds that a user would
 * wait on a machine of their own: those of reading, parsing, checking and erasing.
 */
export function runFrontEnd(bytes: Uint8Array, specifications: Specifications): number {
  const start = now();
  const { text, invalid } = decodeSource(bytes);
  const sources = new SourceSet();
  const source = sources.add(specifications === 'tokens' ? 'fuzz.gobra' : 'fuzz.go', text);
  const { file, diagnostics, nextId } = parseFile(source, 1, { invalidUtf8: invalid, specifications });
  const parsed = since(start);
  for (const { span } of diagnostics) {
    if (span === null || span.pos < source.base || span.end > source.base + text.length + 1) {
      throw new Error('a diagnostic lies outside the file');
    }
  }
  walk(file, (node) => {
    if (node.id >= nextId) throw new Error(`${node.kind} has an id that was not given out`);
    if (node.end < node.pos) throw new Error(`${node.kind} ends before it begins`);
    if (node.kind === 'ValueSpec') node.values.forEach(exprString);
  });
  if (specifications === 'none') printFile(file);
  else checkPrinted(file, diagnostics.length === 0, specifications);
  parseFile(source, nextId, { bodies: 'skip', comments: 'drop', allErrors: true, specifications });
  const checking = now();
  const config = configOf({
    reportMissingImports: false,
    specifications: specifications === 'none' ? null : everyRule,
  });
  const { pkg, info, diagnostics: found } = checkFiles(config, sources, 'fuzz', [file]);
  if (specifications !== 'none' && !hasErrors(diagnostics) && !hasErrors(found)) {
    const erased = eraseGhost(sources, pkg, info, file);
    const [error] = parseFile(new SourceSet().add('erased.go', erased), 1).diagnostics;
    if (error !== undefined) throw new Error(`the erased form has an error: ${error.message}`);
  }
  return parsed + since(checking);
}
