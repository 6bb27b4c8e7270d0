// `gordian emit go|viper FILE`: a .gobra or .go file with specifications as plain Go, or as the program that is verified.

import { resolve } from 'node:path';
import { emitGo, emitViper, goLanguage, isSpecifiedFile, rules, viperLanguage } from '../driver/index.ts';
import { render } from '../report/index.ts';
import type { EmitFlags } from './emit.ts';
import { workingDirectory } from './flags.ts';
import { UsageError, wantsColor } from './output.ts';
import { say, writeProgram } from './say.ts';
import { version } from './version.ts';

/** The languages in which files with specifications are printed. */
export const fileLanguages: readonly string[] = [goLanguage, viperLanguage];

export function emitGoFile(language: string, path: string, flags: EmitFlags): number {
  if (!isSpecifiedFile(path) && !path.endsWith('.go')) {
    throw new UsageError(`emit ${language} prints files: ${path} is neither a .gobra nor a .go file`);
  }
  if (!fileLanguages.includes(language)) {
    const can = `a file with specifications can be printed as ${goLanguage} or ${viperLanguage}`;
    throw new UsageError(`${path} cannot be printed as ${language}: ${can}`);
  }
  const folder = workingDirectory(flags);
  const emit = language === goLanguage ? emitGo : emitViper;
  const { sources, diagnostics, text, omitted } = emit(resolve(folder, path), [folder]);
  if (text === null) {
    const report = { version, sources, folder, problems: diagnostics, fragments: [], findings: [], rules };
    process.stderr.write(render(report, 'text', wantsColor(flags.color, undefined)));
    return 2;
  }
  for (const what of omitted) say(`left out: ${what}`);
  writeProgram(text, flags.out);
  return 0;
}
