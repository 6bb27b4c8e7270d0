// `gordian emit LANGUAGE FUNCTION [packages]`: prints a function, or a program given as text, in one of the languages.

import { nearestNames } from '../base/nearest.ts';
import { emitFunction, isCommFile, isSpecifiedFile, languageNames, rules } from '../driver/index.ts';
import { render } from '../report/index.ts';
import { emitCommFile } from './emit-comm.ts';
import { emitGoFile, fileLanguages } from './emit-go.ts';
import { buildTags, type PackageFlags, workingDirectory } from './flags.ts';
import { UsageError, wantsColor } from './output.ts';
import { writeProgram } from './say.ts';
import { version } from './version.ts';

/** The flags as commander gives them. */
export interface EmitFlags extends PackageFlags {
  readonly out?: string;
  readonly param?: readonly string[];
  readonly test: boolean;
  readonly color: boolean;
}

export function emitCommand(language: string, name: string, patterns: readonly string[], flags: EmitFlags): number {
  if (isCommFile(name)) return emitCommFile(language, name, flags);
  if (isSpecifiedFile(name) || fileLanguages.includes(language)) return emitGoFile(language, name, flags);
  if (!languageNames.includes(language)) {
    const names = [...languageNames, ...fileLanguages];
    const [near] = nearestNames(language, names);
    const hint = near === undefined ? `there are: ${names.join(', ')}` : `did you mean ${near}?`;
    throw new UsageError(`there is no language ${language}; ${hint}`);
  }
  const folder = workingDirectory(flags);
  const { sources, diagnostics, emitted } = emitFunction({
    language,
    function: name,
    settings: flags.param ?? [],
    folder,
    patterns,
    tags: buildTags(flags),
    goos: null,
    goarch: null,
    tests: flags.test,
    modelsOnly: false,
    limits: null,
    progress: () => {},
  });
  const failed = diagnostics.some((problem) => problem.severity === 'error');
  if (failed) {
    const report = { version, sources, folder, problems: diagnostics, fragments: [], findings: [], rules };
    process.stderr.write(render(report, 'text', wantsColor(flags.color, undefined)));
  }
  if (!emitted.ok) throw new UsageError(`${name}: ${emitted.reason}`);
  writeProgram(emitted.text, flags.out);
  return failed ? 2 : 0;
}
